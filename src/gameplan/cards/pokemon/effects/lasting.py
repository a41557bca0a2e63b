"""Operations with what lasts: special conditions, and what holds in the next turn."""

from __future__ import annotations

from gameplan.cards.pokemon.amounts import seat_of, spots_of
from gameplan.cards.pokemon.board import (
    ASLEEP,
    BOOST,
    BOOST_TURN,
    BURNED,
    CONDITION,
    CONFUSED,
    EXTRA_TURN,
    GUARD,
    GUARD_TURN,
    HELD,
    IS_ACTIVE,
    LOCKED,
    LOCKED_TURN,
    NO_ITEMS,
    NO_SUPPORTER,
    OWNER,
    PARALYZED,
    PLAYER,
    PLUS,
    PLUS_TURN,
    POISON,
    STUCK,
    next_player,
    passives,
)
from gameplan.cards.pokemon.machine import Context, operation
from gameplan.cards.table.acting import Act
from gameplan.cards.table.state import Table

_CONDITION_NUMBERS = {"Asleep": ASLEEP, "Confused": CONFUSED, "Paralyzed": PARALYZED}


@operation
def condition(act: Act, context: Context, name: str, target: str = "foe", counters: int = 1) -> None:
    """Put a special condition on an active Pokémon."""
    table = act.table
    for spot in spots_of(table, context, target):
        if spot not in IS_ACTIVE or any(passive[0] == "no_conditions" for passive in passives(table, spot)):
            continue
        if name == "Poisoned":
            act.mark(spot, POISON, counters)  # in place of the poison before
        elif name == "Burned":
            act.mark(spot, BURNED, 1)
        else:
            act.mark(spot, CONDITION, _CONDITION_NUMBERS[name])


@operation
def cure(act: Act, context: Context, target: str = "own") -> None:
    """End all special conditions of a Pokémon."""
    for spot in spots_of(act.table, context, target):
        for counter in (CONDITION, POISON, BURNED):
            act.mark(spot, counter, 0)


@operation
def hold(act: Act, context: Context, target: str = "foe") -> None:
    """A Pokémon cannot attack in its next turn."""
    for spot in spots_of(act.table, context, target):
        act.mark(spot, HELD, _next_turn(act.table, OWNER[spot]))


@operation
def stick(act: Act, context: Context, target: str = "foe") -> None:
    """A Pokémon cannot retreat in its next turn."""
    for spot in spots_of(act.table, context, target):
        act.mark(spot, STUCK, _next_turn(act.table, OWNER[spot]))


@operation
def lock(act: Act, context: Context) -> None:
    """The Pokémon cannot use this attack in its next turn."""
    spot = context["spot"]
    act.mark(spot, LOCKED, context["attack"])
    act.mark(spot, LOCKED_TURN, _next_turn(act.table, OWNER[spot]))


@operation
def guard(act: Act, context: Context, how_much: int, target: str = "self") -> None:
    """In the foe's next turn attacks do so much less damage to a Pokémon."""
    for spot in spots_of(act.table, context, target):
        act.mark(spot, GUARD, how_much)
        act.mark(spot, GUARD_TURN, _next_turn(act.table, 1 - OWNER[spot]))


@operation
def boost(act: Act, context: Context, how_much: int) -> None:
    """In its next turn the Pokémon's attacks do so much more."""
    spot = context["spot"]
    act.mark(spot, BOOST, how_much)
    act.mark(spot, BOOST_TURN, _next_turn(act.table, OWNER[spot]))


@operation
def plus(act: Act, context: Context, how_much: int) -> None:
    """In this turn the attacks of the player's Pokémon do so much more to the active one."""
    side = PLAYER[context["seat"]]
    before = act.table.marks[side][PLUS] if act.table.marks[side][PLUS_TURN] == act.table.turn else 0
    act.mark(side, PLUS, before + how_much)
    act.mark(side, PLUS_TURN, act.table.turn)


@operation
def forbid(act: Act, context: Context, what: str, whose: str = "foe") -> None:
    """A player cannot play Items, or Supporters, in his next turn."""
    seat = seat_of(context, whose)
    act.mark(PLAYER[seat], NO_ITEMS if what == "items" else NO_SUPPORTER, _next_turn(act.table, seat))


@operation
def again(act: Act, context: Context) -> None:
    """The player has another turn after this one. What was to hold in the other's next turn comes later by that one."""
    table = act.table
    if table.marks[PLAYER[context["seat"]]][EXTRA_TURN] == table.turn:
        return
    for zone in table.layout.zones:
        for counter, name in enumerate(zone.kind.counters):
            turn = table.marks[zone.index][counter]
            if name.endswith("_turn") and turn > table.turn:
                act.mark(zone.index, counter, table.turn + (2 if turn == table.turn + 1 else 1))
    act.mark(PLAYER[context["seat"]], EXTRA_TURN, table.turn)


def _next_turn(table: Table, seat: int) -> int:
    """The number of a player's next turn."""
    return table.turn + (1 if next_player(table) == seat else 2)
