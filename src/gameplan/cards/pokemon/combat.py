"""Damage in the order of the rules: the attack's own, what its side adds, weakness, resistance, the defender's side."""

from __future__ import annotations

from gameplan.cards.pokemon.board import (
    BOOST,
    BOOST_TURN,
    DAMAGE,
    GUARD,
    GUARD_TURN,
    IS_ACTIVE,
    OWNER,
    PLAYER,
    PLUS,
    PLUS_TURN,
    passives,
    pokemon,
)
from gameplan.cards.pokemon.filters import matches
from gameplan.cards.table.acting import Act
from gameplan.cards.table.state import Table


def damage_to(table: Table, attacker: int, target: int, base: int, *, plain: bool = False) -> int:
    """The damage that an attack does to a Pokémon. `plain` damage knows no weakness, resistance or other effects."""
    if base <= 0:
        return 0
    active = target in IS_ACTIVE
    if not active and pokemon(table, target).tera:
        return 0
    damage = base
    if plain:
        return damage
    source, marks = pokemon(table, attacker), table.marks
    if active and OWNER[attacker] != OWNER[target]:
        damage += _more(table, attacker)
        if damage <= 0:
            return 0
        hit = pokemon(table, target)
        if hit.weakness is not None and hit.weakness.type == source.type:
            damage = damage * hit.weakness.value if hit.weakness.by == "×" else damage + hit.weakness.value
        if hit.resistance is not None and hit.resistance.type == source.type:
            damage -= hit.resistance.value
    if OWNER[attacker] != OWNER[target]:
        if marks[target][GUARD_TURN] == table.turn:
            damage -= marks[target][GUARD]
        for passive in passives(table, target):
            less = passive[0] == "less" or (passive[0] == "less_on_bench" and not active)
            if less or (passive[0] == "less_from" and matches(passive[2])(source)):
                damage -= passive[1]
            elif passive[0] == "immune" and matches(passive[1])(source):
                return 0
    return max(0, damage)


def _more(table: Table, attacker: int) -> int:
    marks, more = table.marks[attacker], 0
    if marks[BOOST_TURN] == table.turn:
        more += marks[BOOST]
    side = table.marks[PLAYER[OWNER[attacker]]]
    if side[PLUS_TURN] == table.turn:
        more += side[PLUS]
    for passive in passives(table, attacker):
        if passive[0] == "more":
            more += passive[1]
    return more


def put_damage(act: Act, spot: int, damage: int) -> None:
    """Put damage on a Pokémon, or counters: ten points each."""
    if damage > 0:
        act.mark(spot, DAMAGE, act.table.marks[spot][DAMAGE] + damage)


def thorns(table: Table, target: int) -> int:
    """What an attacker gets back for damaging the Pokémon on a spot."""
    return sum(passive[1] for passive in passives(table, target) if passive[0] == "thorns")
