"""Cards in play whose text works by itself, between turns or as a turn begins, and that no program carries out.

Nobody plays such a card at that moment, so the table asks: whose card it is carries its text out by hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from gameplan.cards.pokemon.board import SPOTS, STADIUM
from gameplan.cards.pokemon.facts import Card, Program
from gameplan.cards.table.state import Table

Moment = Literal["checkup", "start"]
_WORDS: dict[Moment, tuple[str, ...]] = {
    "checkup": ("between turns", "pokémon checkup", "pokemon checkup"),
    "start": ("at the beginning of your turn", "at the start of your turn"),
}
_MOST_KNOWN = 64
_known: dict[int, tuple[tuple[Card, ...], frozenset[int]]] = {}


def waiting(table: Table, seat: int, moment: Moment) -> Program:
    """What a seat is asked to carry out now, card by card."""
    speaking = _speaking(table.cards)
    if not speaking:
        return ()
    cards, zones = table.cards, table.zones
    found: list[Card] = []
    for spot in SPOTS[seat]:
        for position, card in enumerate(zones[spot]):
            if card in speaking and (position == 0 or not cards[card].is_pokemon):
                found.append(cards[card])  # what lies under a Pokémon that has evolved says nothing
    found += [cards[card] for card in zones[STADIUM] if card in speaking and table.owners[card] == seat]
    return tuple(("by_hand", text, seat, card.name) for card in found if (text := _text(card, moment)))


def _speaking(cards: tuple[Card, ...]) -> frozenset[int]:
    """The cards of a game that say something of this kind: mostly none. It is found out once for each game."""
    known = _known.get(id(cards))
    if known is None or known[0] is not cards:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        by_hand = [(number, card) for number, card in enumerate(cards) if not card.programmed]
        speaking = (number for number, card in by_hand if any(_text(card, moment) for moment in _WORDS))
        known = _known[id(cards)] = (cards, frozenset(speaking))
    return known[1]


@lru_cache(maxsize=4096)
def _text(card: Card, moment: Moment) -> str:
    """What a card that no program carries out says for this moment, if it does."""
    text = card.text if card.ability is None else card.ability.text
    said = text.casefold()
    return text if any(words in said for words in _WORDS[moment]) else ""
