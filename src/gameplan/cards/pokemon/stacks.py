"""What happens to the Pokémon in play as wholes: they enter, evolve, switch, and leave."""

from __future__ import annotations

from gameplan.cards.pokemon.board import (
    ABILITY,
    ACTIVE,
    BURNED,
    CONDITION,
    DISCARD,
    ENTERED,
    EVOLVED,
    HELD,
    LOCKED,
    POISON,
)
from gameplan.cards.table.acting import BOTTOM, Act

_PASSING = (CONDITION, POISON, BURNED, *range(HELD, LOCKED + 1))  # what ends on leaving the active spot or evolving


def enter(act: Act, card: int, spot: int) -> None:
    """Put a Basic Pokémon into play."""
    act.move(card, spot)
    act.mark(spot, ENTERED, act.table.turn)


def evolve(act: Act, card: int, spot: int) -> None:
    """Put an Evolution onto a Pokémon: it keeps damage and what is attached, and gets rid of conditions and effects."""
    act.move(card, spot)
    act.mark(spot, EVOLVED, act.table.turn)
    act.mark(spot, ABILITY, 0)
    refresh(act, spot)


def devolve(act: Act, spot: int, to: int) -> None:
    """Take the newest stage off a Pokémon."""
    act.move(act.table.zones[spot][0], to)
    act.mark(spot, ABILITY, 0)
    act.mark(spot, EVOLVED, act.table.turn)
    refresh(act, spot)


def refresh(act: Act, spot: int) -> None:
    """End special conditions, and what attacks have done to a Pokémon."""
    marks = act.table.marks[spot]
    for counter in _PASSING:
        if marks[counter]:
            act.mark(spot, counter, 0)


def attach(act: Act, card: int, spot: int) -> None:
    """Attach a card to a Pokémon: it lies under it."""
    act.move(card, spot, BOTTOM)


def switch(act: Act, seat: int, spot: int) -> None:
    """Let the active Pokémon and one of the bench change places."""
    refresh(act, ACTIVE[seat])
    act.swap(ACTIVE[seat], spot)


def leave(act: Act, spot: int, to: int | None = None) -> None:
    """Take a Pokémon and all that is attached to it out of play: each into its owner's discard pile, unless told."""
    table = act.table
    for card in table.zones[spot][:]:
        act.move(card, DISCARD[table.owners[card]] if to is None else to)
    for counter, value in enumerate(table.marks[spot]):
        if value:
            act.mark(spot, counter, 0)
