"""Operations that do damage, put and move damage counters, and heal."""

from __future__ import annotations

from typing import Any

from gameplan.cards.pokemon.amounts import amount, spots_of
from gameplan.cards.pokemon.board import (
    DAMAGE,
    IS_ACTIVE,
    OWNER,
    called,
)
from gameplan.cards.pokemon.combat import damage_to, put_damage, thorns
from gameplan.cards.pokemon.machine import Context, operation
from gameplan.cards.table.acting import Act


@operation
def hit(act: Act, context: Context, base: Any = None, target: str = "foe", plain: bool = False) -> None:
    """Do the attack's damage; to the foe's active Pokémon, unless told."""
    table = act.table
    points = int(context["base"]) if base is None else amount(table, context, base)
    if target == "foe" and base is None:
        points += int(context.get("more", 0))
    for spot in spots_of(table, context, target):
        dealt = damage_to(table, context["spot"], spot, points, plain=plain)
        if dealt > 0:
            put_damage(act, spot, dealt)
            back = thorns(table, spot) if OWNER[spot] != context["seat"] else 0
            if back and spot in IS_ACTIVE:
                act.say(f"{called(table, spot)} strikes back.")
                put_damage(act, context["spot"], back)
        elif points > 0:
            act.say(f"{called(table, spot)} takes no damage.")


@operation
def more(act: Act, context: Context, how_much: Any) -> None:
    """The attack does so much more, or less."""
    context["more"] = context.get("more", 0) + amount(act.table, context, how_much)


@operation
def counters(act: Act, context: Context, count: Any, target: str = "foe") -> None:
    """Put damage counters on Pokémon. That is no damage by an attack: nothing makes it more or less."""
    points = 10 * amount(act.table, context, count)
    for spot in spots_of(act.table, context, target):
        put_damage(act, spot, points)


@operation
def move_counters(act: Act, context: Context, most: Any, source: str, target: str) -> None:
    """Move damage counters from one Pokémon to another."""
    table = act.table
    sources, targets = spots_of(table, context, source), spots_of(table, context, target)
    if sources and targets and sources[0] != targets[0]:
        points = min(10 * amount(table, context, most), table.marks[sources[0]][DAMAGE])
        if points > 0:
            act.mark(sources[0], DAMAGE, table.marks[sources[0]][DAMAGE] - points)
            put_damage(act, targets[0], points)


@operation
def recoil(act: Act, context: Context, how_much: Any) -> None:
    """The attack does damage to the attacker itself."""
    put_damage(act, context["spot"], amount(act.table, context, how_much))


@operation
def heal(act: Act, context: Context, how_much: Any, target: str = "self") -> None:
    """Heal damage; all of it with 0."""
    table = act.table
    for spot in spots_of(table, context, target):
        has = table.marks[spot][DAMAGE]
        points = has if how_much == 0 else amount(table, context, how_much)
        act.mark(spot, DAMAGE, max(0, has - points))
