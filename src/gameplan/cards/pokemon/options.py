"""All that a player may do now: for the list that an AI reads, the highlights on a board, and the house players."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations

from gameplan.cards.pokemon import permits
from gameplan.cards.pokemon.board import (
    ACTIVE,
    HAND,
    energy_on,
    free_spots,
    in_play,
    is_first_turn,
    pays,
    pokemon,
    too_new,
    tools,
)
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.table.decisions import ORDER, Decision
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.state import Table

_MOST_COMBINATIONS = 120


def options(table: Table, seat: int) -> list[Option]:
    """What a seat may do now. Cards that are alike count once."""
    if table.result is not None:
        return []
    if table.decision is not None:
        return decisions(table, table.decision) if table.decision.seat == seat else []
    if table.player != seat or table.phase != "main":
        return []
    spots = in_play(table, seat)
    found = _from_hand(table, seat, spots)
    for spot in spots:
        if pokemon(table, spot).ability is not None and permits.ability(table, spot) is None:
            found.append(("declare_ability", spot))
    if table.zones[ACTIVE[seat]] and permits.awake(table, seat) is None:
        if len(spots) > 1 and permits.retreating(table, seat) is None:
            found += [("declare_retreat", spot) for spot in spots if spot != ACTIVE[seat]]
        if permits.first_attack(table) is None:
            energy = energy_on(table, ACTIVE[seat])
            for number, attack in enumerate(pokemon(table, ACTIVE[seat]).attacks):
                if pays(energy, attack.cost) and permits.attacking(table, seat, number) is None:
                    found.append(("declare_attack", number))
    found.append(("end_turn",))
    return found


def _from_hand(table: Table, seat: int, spots: Sequence[int]) -> list[Option]:
    cards = table.cards
    found: list[Option] = []
    seen: set[str] = set()
    room = free_spots(table, seat)
    may_attach = permits.energy(table, seat) is None
    may_evolve = not is_first_turn(table)
    for card in table.zones[HAND[seat]]:
        face: Card = cards[card]
        if face.key in seen:
            continue
        seen.add(face.key)
        kind = face.kind
        if kind == "pokemon":
            if face.stage == 0:
                if room:
                    found.append(("play_basic", card))
            elif may_evolve:
                below = face.evolves_from
                for spot in spots:
                    if cards[table.zones[spot][0]].name == below and not too_new(table, spot):
                        found.append(("evolve", card, spot))
        elif kind == "energy":
            if may_attach:
                found += [("attach_energy", card, spot) for spot in spots]
        elif kind == "tool":
            found += [("attach_tool", card, spot) for spot in spots if not tools(table, spot)]
        elif _playable(table, seat, card, face):
            found.append(("play_trainer", card))
    return found


def _playable(table: Table, seat: int, card: int, face: Card) -> bool:
    if face.kind == "supporter":
        refused = permits.first_supporter(table) or permits.supporter(table, seat)
    elif face.kind == "item":
        refused = permits.item(table, seat)
    else:
        refused = permits.stadium(table, seat, face)
    return refused is None and permits.of_use(table, seat, card) is None


def decisions(table: Table, decision: Decision) -> list[Option]:
    """The ways to decide; of many that come to the same, and of very many, not all."""
    count = len(decision.choices)
    if decision.kind == "prizes":
        numbers: Sequence[int] = _prizes(decision)
    else:
        numbers = range(count)
    if decision.least == decision.most == 1:
        return [("resolve_decision", number) for number in numbers]
    found: list[Option] = []
    ways = permutations if decision.kind == ORDER else combinations
    for size in sorted({decision.most, *range(decision.least, decision.most)}, reverse=True):
        for way in ways(numbers, size):
            found.append(("resolve_decision", *way))
            if len(found) >= _MOST_COMBINATIONS:
                return found if decision.least else [*found, ("resolve_decision",)]
    return found


def _prizes(decision: Decision) -> Sequence[int]:
    """Prizes that nobody has seen are all alike: of those, as many as are taken."""
    hidden = [i for i, choice in enumerate(decision.choices) if choice.label.startswith("Prize ")]
    return sorted({*range(len(decision.choices))} - set(hidden[decision.most :]))


def label(table: Table, option: Option) -> str:
    """An option in words."""
    action, *args = option
    match action:
        case "resolve_decision":
            choices = table.decision.choices if table.decision is not None else ()
            return ", ".join(choices[number].label for number in args) or "none"
        case "play_basic":
            return f"put {table.cards[args[0]].name} onto the Bench"
        case "evolve":
            return f"evolve {_at(table, args[1])} into {table.cards[args[0]].name}"
        case "attach_energy" | "attach_tool":
            return f"attach {table.cards[args[0]].name} to {_at(table, args[1])}"
        case "play_trainer":
            return f"play {table.cards[args[0]].name}"
        case "declare_ability":
            ability = pokemon(table, args[0]).ability
            return f"use {ability.name if ability else ''} of {_at(table, args[0])}"
        case "declare_retreat":
            return f"retreat, {_at(table, args[0])} comes forward"
        case "declare_attack":
            attack = pokemon(table, ACTIVE[table.player]).attacks[args[0]]
            return f"attack with {attack.name}"
        case "end_turn":
            return "end the turn"
    return " ".join(map(str, option))


def _at(table: Table, spot: int) -> str:
    return f"{pokemon(table, spot).name} ({table.layout.zones[spot].name.partition('_')[2]})"
