"""Operations that decide what comes next: a condition, an offer, a coin."""

from __future__ import annotations

from typing import Any

from gameplan.cards.pokemon.amounts import amount, holds
from gameplan.cards.pokemon.facts import Program
from gameplan.cards.pokemon.machine import Ask, Context, operation
from gameplan.cards.table.acting import Act
from gameplan.cards.table.decisions import BY_HAND, Choice, Decision


@operation
def if_(act: Act, context: Context, condition: tuple[Any, ...], then: Program, other: Program = ()) -> Program:
    """Go on with one program or another."""
    return then if holds(act.table, context, condition) else other


@operation
def offer(act: Act, context: Context, text: str) -> Ask:
    """Ask the player whether to; the condition `("yes",)` tells."""
    return Ask(Decision(context["seat"], "may", text, (Choice("yes", "yes"), Choice("no", "no"))), "may")


@operation
def by_hand(act: Act, context: Context, text: str, seat: int | None = None, name: str = "") -> Ask:
    """Let the player, or whoever else is to, carry a text out with the table's actions, and say when it is done."""
    who = context["seat"] if seat is None else seat
    said = f"{name or context['name']}: {text} Carry it out with the table's actions, then say that it is done."
    return Ask(Decision(who, BY_HAND, said, (Choice("done", "done"),)), "by_hand")


@operation
def coin(act: Act, context: Context, heads: Program, tails: Program = ()) -> Program:
    """Flip a coin, and go on as it falls."""
    fallen = act.flip(context.get("name", ""))
    context["heads"] = int(fallen)
    return heads if fallen else tails


@operation
def flips(act: Act, context: Context, count: Any) -> None:
    """Flip coins; how many were heads is kept. A count of -1: until one is tails."""
    purpose = context.get("name", "")
    if count == -1:
        heads = 0
        while heads < 50 and act.flip(purpose):
            heads += 1
        context["heads"] = heads
    else:
        context["heads"] = sum(act.flip(purpose) for _ in range(amount(act.table, context, count)))
