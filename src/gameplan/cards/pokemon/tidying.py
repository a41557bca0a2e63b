"""What plain moves leave behind, put right: the Pokémon lies on top, and counters go with it."""

from __future__ import annotations

from gameplan.cards.pokemon.board import (
    ABILITY,
    ALL_SPOTS,
    BURNED,
    CONDITION,
    ENTERED,
    EVERYBODY,
    EVOLVED,
    IS_ACTIVE,
    LAYOUT,
    POISON,
)
from gameplan.cards.pokemon.stacks import refresh
from gameplan.cards.table.acting import Act
from gameplan.cards.table.rules import Attempt

_SORTED_SPOTS = sorted(ALL_SPOTS)


def tidy_after(act: Act, attempt: Attempt) -> str | None:
    """Put the spots right after cards were moved by hand; what follows by the rules is told."""
    for spot in _SORTED_SPOTS:
        if not act.table.zones[spot]:
            _clear(act, spot)
            continue
        _put_pokemon_on_top(act, spot)
        if spot not in IS_ACTIVE and any(act.table.marks[spot][counter] for counter in (CONDITION, POISON, BURNED)):
            refresh(act, spot)
    if attempt.action in ("move_card", "place_on_zone"):
        return _came(act, attempt.args[0], attempt.table.place[attempt.args[0]])
    return None


def _clear(act: Act, spot: int) -> None:
    """Where nothing lies, nothing lies on it."""
    for counter, value in enumerate(act.table.marks[spot]):
        if value:
            act.mark(spot, counter, 0)


def _put_pokemon_on_top(act: Act, spot: int) -> None:
    """The highest stage first, then what is under it; then what is attached, as it lies."""
    cards, zone = act.table.cards, act.table.zones[spot]
    ordered = sorted(zone, key=lambda card: -cards[card].stage if cards[card].is_pokemon else 1)
    if ordered != zone:
        act.order(spot, 0, ordered, EVERYBODY)


def _came(act: Act, card: int, source: int) -> str | None:
    """A Pokémon that was moved onto a spot has come into play there, or what was there has evolved into it."""
    table = act.table
    spot, face = table.place[card], table.cards[card]
    if spot not in ALL_SPOTS or spot == source or not face.is_pokemon:
        return None
    below = [other for other in table.zones[spot] if other != card and table.cards[other].is_pokemon]
    if not below:
        if source not in ALL_SPOTS:
            act.mark(spot, ENTERED, table.turn)
        return None
    if table.zones[spot][0] != card:
        return None
    act.mark(spot, EVOLVED, table.turn)
    act.mark(spot, ABILITY, 0)
    refresh(act, spot)
    return f"{table.cards[below[0]].name} in {LAYOUT.zones[spot].name} has evolved into {face.name}."
