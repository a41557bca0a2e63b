"""What a deck may hold: D1 to D5. All that is wrong with it is said at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gameplan.cards.pokemon.facts import Card

DECK_SIZE = 60
COPIES = 4


@dataclass(frozen=True, slots=True)
class DeckProblem:
    """What is wrong with a deck: by which rule, and what to do about it."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"[{self.rule}] {self.message}"


def deck_problems(cards: Sequence[Card]) -> tuple[DeckProblem, ...]:
    """All that is wrong with a deck; nothing, if it may be played."""
    return tuple(DeckProblem(rule, message) for rule, message in _problems(cards))


def _problems(cards: Sequence[Card]) -> Iterator[tuple[str, str]]:
    if len(cards) != DECK_SIZE:
        more = len(cards) - DECK_SIZE
        change = f"take {more} out" if more > 0 else f"add {-more}"
        yield "D1", f"A deck has exactly {DECK_SIZE} cards; this one has {len(cards)}: {change}."
    # D5: the name is all of it, with what stands before and after it; the set and the number do not count.
    for name, count in Counter(card.name for card in cards if not card.is_basic_energy).items():
        if count > COPIES:
            yield (
                "D2",
                f"A deck has at most {COPIES} cards named {name}; this one has {count}: take {count - COPIES} out.",
            )
    if not any(card.is_basic for card in cards):
        yield "D3", "A deck needs at least one Basic Pokémon; this one has none."
    for kind, special in (
        ("ACE SPEC card", [card for card in cards if card.ace_spec]),
        ("Radiant Pokémon", [card for card in cards if card.radiant]),
    ):
        if len(special) > 1:
            names = ", ".join(f"{count} {name}" for name, count in Counter(card.name for card in special).items())
            yield "D4", f"A deck has at most one {kind}; this one has {len(special)} ({names})."
