"""What an attack is worth, roughly and quickly: read off its program, without carrying it out."""

from __future__ import annotations

from functools import cache
from typing import Any

from gameplan.cards.pokemon.board import ACTIVE, lacks
from gameplan.cards.pokemon.combat import damage_to
from gameplan.cards.pokemon.facts import Attack, Card, Program
from gameplan.cards.table.state import Table

# How many of something there usually are, where damage is counted by it.
_USUALLY = {
    "energy": 2.5,
    "bench": 3.0,
    "counters": 4.0,
    "hand": 5.0,
    "prizes_taken": 2.0,
    "discard": 3.0,
    "in_play": 2.0,
    "retreat": 1.5,
    "chosen": 1.5,
}
_PER_CARD = 6.0  # a card that is drawn or found, in points of damage
_PER_CONDITION = 15.0
_PER_ENERGY = 12.0
_MISSING: dict[tuple[str, str], int] = {}


def missing(energy: str, cost: str) -> int:
    """How many more energy it takes to pay a cost."""
    found = _MISSING.get((energy, cost))
    if found is None:
        found = _MISSING[energy, cost] = lacks(energy, cost)
    return found


@cache
def usual_damage(attack: Attack) -> int:
    """The damage to the active Pokémon that an attack does on the average."""
    return max(0, round(_walk(attack.effect, attack)["hit"])) if attack.effect else attack.damage


@cache
def worth(attack: Attack) -> float:
    """What an attack does, all in all, in points of damage."""
    found = _walk(attack.effect, attack) if attack.effect else {"hit": attack.damage, "else": 0.0}
    return max(0.0, found["hit"] + found["else"])


def best_damage(table: Table, attacker: int, target: int, energy: str) -> int:
    """The most damage that a Pokémon usually does to a target with so much energy."""
    base = _best_base(table.cards[table.zones[attacker][0]], energy)
    return damage_to(table, attacker, target, base) if base else 0


@cache
def _best_base(card: Card, energy: str) -> int:
    return max((usual_damage(attack) for attack in card.attacks if not missing(energy, attack.cost)), default=0)


def strikes(table: Table, seat: int, number: int) -> int:
    """The damage that an attack of a seat's active Pokémon usually does to the other's."""
    card: Card = table.cards[table.zones[ACTIVE[seat]][0]]
    if not table.zones[ACTIVE[1 - seat]]:
        return 0
    return damage_to(table, ACTIVE[seat], ACTIVE[1 - seat], usual_damage(card.attacks[number]))


def _walk(program: Program, attack: Attack, state: dict[str, float] | None = None) -> dict[str, float]:
    """What a program does on the average: damage to the active Pokémon (`hit`), and all else."""
    found: dict[str, float] = state if state is not None else {"hit": 0.0, "else": 0.0, "more": 0.0, "heads": 0.5}
    for operation in program:
        if operation:
            _step(operation[0], operation[1:], attack, found)
    return found


def _step(name: str, args: tuple[Any, ...], attack: Attack, found: dict[str, float]) -> None:
    match name:
        case "hit":
            target = args[1] if len(args) > 1 else "foe"
            base = args[0] if args and args[0] is not None else None
            points = attack.damage + found["more"] if base is None else _amount(base, found)
            if target == "foe":
                found["hit"] += points
            elif target in ("own", "self", "own_bench", "own_all"):
                found["else"] -= 0.7 * points
            else:
                found["else"] += 0.7 * points * (2.5 if target.endswith(("all", "bench")) else 1)
        case "more":
            found["more"] += _amount(args[0], found)
        case "flips":
            found["heads"] = 1.0 if args[0] == -1 else _amount(args[0], found) / 2
        case "coin":
            _either(args[0], args[1] if len(args) > 1 else (), attack, found)
        case "if":
            _either(args[1], args[2] if len(args) > 2 else (), attack, found)
        case "counters":
            target = args[1] if len(args) > 1 else "foe"
            found["else"] += 10 * _amount(args[0], found) * (-0.7 if target in ("own", "self") else 1)
        case "condition":
            found["else"] += _PER_CONDITION if (args[1] if len(args) > 1 else "foe") == "foe" else -_PER_CONDITION
        case "hold" | "stick" | "guard" | "boost" | "forbid":
            found["else"] += _PER_CONDITION
        case "lock":
            found["else"] -= _PER_CONDITION
        case "recoil":
            found["else"] -= 0.7 * _amount(args[0], found)
        case "draw" | "mill":
            found["else"] += _PER_CARD * _amount(args[0], found)
        case "heal":
            found["else"] += 0.4 * (_amount(args[0], found) or 60)
        case "attach":
            found["else"] += _PER_ENERGY
        case "put":
            found["else"] += -_PER_ENERGY if args[0] == "paid" else _PER_CARD


def _either(one: Program, other: Program, attack: Attack, found: dict[str, float]) -> None:
    """The middle of two ways to go on."""
    ways = [_walk(way, attack, dict(found)) for way in (one, other)]
    for key in found:
        found[key] = (ways[0][key] + ways[1][key]) / 2


def _amount(how_much: Any, found: dict[str, float]) -> float:
    if isinstance(how_much, int):
        return float(how_much)
    _, each, what, *_ = how_much
    return float(each) * (found["heads"] if what == "heads" else _USUALLY.get(what, 2.0))
