"""Operations about prizes."""

from __future__ import annotations

from gameplan.cards.pokemon.board import (
    HAND,
    PRIZE,
)
from gameplan.cards.pokemon.facts import Program
from gameplan.cards.pokemon.machine import Context, operation
from gameplan.cards.pokemon.programs import choose
from gameplan.cards.table.acting import Act


@operation
def look_at_prizes(act: Act, context: Context) -> None:
    """Look at one's own face-down prizes."""
    act.show(tuple(act.table.zones[PRIZE[context["seat"]]]), 1 << context["seat"])


@operation
def swap_prize(act: Act, context: Context, name: str) -> Program:
    """Take the chosen prize into the hand, and lay another card of the hand face down in its place."""
    table, seat = act.table, context["seat"]
    given = context.pop("given", None)
    if not context.get(name):
        return ()
    if given is None:
        ask = choose("hand", as_="given", text="Choose the card to put in its place")
        return (ask, ("swap_prize", name))
    prize = context[name][0]
    position = table.zones[PRIZE[seat]].index(prize)
    act.move(prize, HAND[seat], tracked=True)
    act.move(given[0], PRIZE[seat], position)
    return ()


@operation
def extra_prizes(act: Act, context: Context, count: int) -> None:
    """If this attack knocks out, its player takes so many more prizes."""
    context["extra_prizes"] = count
