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


def waiting(table: Table, seat: int, moment: Moment) -> Program:
    """What a seat is asked to carry out now, card by card."""
    cards, zones = table.cards, table.zones
    found: list[Card] = []
    for spot in SPOTS[seat]:
        for position, card in enumerate(zones[spot]):
            if not cards[card].programmed and (position == 0 or not cards[card].is_pokemon):
                found.append(cards[card])  # what lies under a Pokémon that has evolved says nothing
    found += [cards[card] for card in zones[STADIUM] if table.owners[card] == seat]
    return tuple(("by_hand", text, seat, card.name) for card in found if (text := _text(card, moment)))


@lru_cache(maxsize=4096)
def _text(card: Card, moment: Moment) -> str:
    """What a card says that is for this moment; nothing, if that is not so, or if a program carries it out."""
    if card.programmed:
        return ""
    text = card.text if card.ability is None else card.ability.text
    said = text.casefold()
    return text if any(words in said for words in _WORDS[moment]) else ""
