"""A deck: sixty cards, and what they are about."""

from __future__ import annotations

from dataclasses import dataclass

from gameplan.cards.pokemon.facts import Card


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck of ours: its short name, its title, its idea in one sentence, and all of its cards."""

    name: str
    title: str
    idea: str
    cards: tuple[Card, ...]

    @property
    def counts(self) -> dict[Card, int]:
        """Each card, and how often it is in the deck, in the order of the list."""
        return {card: self.cards.count(card) for card in dict.fromkeys(self.cards)}


def of(*counts: tuple[int, Card]) -> tuple[Card, ...]:
    """So many of each card."""
    return tuple(card for count, card in counts for _ in range(count))
