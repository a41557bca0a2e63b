"""How much, and whether: the numbers and conditions in programs, as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gameplan.cards.pokemon.board import (
    ACTIVE,
    BURNED,
    CONDITION,
    CONDITIONS,
    DAMAGE,
    DECK,
    DISCARD,
    EVOLVED,
    HAND,
    KNOCKED_TURN,
    PLAYER,
    POISON,
    PRIZE,
    PRIZES,
    STADIUM,
    benched,
    energy_on,
    free_spots,
    in_play,
    is_first_turn,
    pokemon,
    retreat_cost,
    too_new,
    tools,
)
from gameplan.cards.pokemon.filters import matches
from gameplan.cards.pokemon.machine import Context
from gameplan.cards.table.state import Table


def seat_of(context: Context, whose: str) -> int:
    """A player, seen from whoever plays the program: `own` or `foe`."""
    seat: int = context["seat"]
    return seat if whose in ("own", "self") else 1 - seat


def pile_of(table: Table, context: Context, word: str) -> Sequence[int]:
    """The cards of the pile that a word means: `hand`, `foe_discard`, `stadium`."""
    kind, seat = word.removeprefix("foe_"), context["seat"]
    return table.zones[_PILES[kind][seat if kind == word else 1 - seat]]


_PILES = {"hand": HAND, "deck": DECK, "discard": DISCARD, "prizes": PRIZE, "stadium": (STADIUM, STADIUM)}


def spots_of(table: Table, context: Context, target: str) -> list[int]:
    """The spots that a word means; a word that something was chosen under means what was chosen."""
    seat = context["seat"]
    if target == "foe":
        return [ACTIVE[1 - seat]] if table.zones[ACTIVE[1 - seat]] else []
    if target == "self":
        spot = context["spot"]
        return [spot] if table.zones[spot] else []
    find = _SPOTS.get(target)
    if find is not None:
        return find(table, seat)
    return [spot for spot in context.get(target, ()) if table.zones[spot]]


_SPOTS: dict[str, Callable[[Table, int], list[int]]] = {
    "own": lambda table, seat: [ACTIVE[seat]] if table.zones[ACTIVE[seat]] else [],
    "own_bench": benched,
    "foe_bench": lambda table, seat: benched(table, 1 - seat),
    "own_all": in_play,
    "own_damaged": lambda table, seat: [spot for spot in in_play(table, seat) if table.marks[spot][DAMAGE]],
    "foe_all": lambda table, seat: in_play(table, 1 - seat),
    "both_all": lambda table, seat: in_play(table, seat) + in_play(table, 1 - seat),
    "both_bench": lambda table, seat: benched(table, seat) + benched(table, 1 - seat),
}


def amount(table: Table, context: Context, how_much: Any) -> int:
    """A number: itself, `("per", 20, what, …)`: so much for each of something, or `("least_of", a, b)`."""
    if type(how_much) is int:
        return how_much
    if how_much[0] == "least_of":
        return min(amount(table, context, each) for each in how_much[1:])
    _, each, what, *rest = how_much
    return int(each) * _count(table, context, what, *rest)


def _count(table: Table, context: Context, what: str, *rest: Any) -> int:
    match what:
        case "heads":
            return int(context.get("heads", 0))
        case "energy":
            on = "".join(energy_on(table, spot) for spot in spots_of(table, context, rest[0]))
            return len(on) if len(rest) == 1 else on.count(rest[1]) + on.count("*")
        case "room":
            return len(free_spots(table, context["seat"]))
        case "bench":
            return len(benched(table, seat_of(context, rest[0])))
        case "counters":
            return sum(table.marks[spot][DAMAGE] for spot in spots_of(table, context, rest[0])) // 10
        case "hand":
            return len(table.zones[HAND[seat_of(context, rest[0])]])
        case "prizes_taken":
            return PRIZES - len(table.zones[PRIZE[seat_of(context, rest[0])]])
        case "prizes_left":
            return len(table.zones[PRIZE[seat_of(context, rest[0])]])
        case "discard":
            test = matches(rest[1])
            return sum(test(table.cards[card]) for card in table.zones[DISCARD[seat_of(context, rest[0])]])
        case "in_play":
            test = matches(rest[1])
            return sum(test(pokemon(table, spot)) for spot in in_play(table, seat_of(context, rest[0])))
        case "retreat":
            return sum(retreat_cost(table, spot) for spot in spots_of(table, context, rest[0]))
        case "chosen":
            return len(context.get(rest[0], ()))
    raise ValueError(f"Nothing is counted by {what!r}.")


def holds(table: Table, context: Context, condition: tuple[Any, ...]) -> bool:
    """Whether a condition holds. The empty one does."""
    return not condition or _CONDITIONS[condition[0]](table, context, *condition[1:])


def _afflicted(table: Table, context: Context, target: str, name: str = "") -> bool:
    for spot in spots_of(table, context, target):
        marks = table.marks[spot]
        has = [CONDITIONS[marks[CONDITION]]] if marks[CONDITION] else []
        has += ["Poisoned"] * bool(marks[POISON]) + ["Burned"] * bool(marks[BURNED])
        if (name in has) if name else has:
            return True
    return False


def _any_in(table: Table, context: Context, zone: str, filter_: tuple[Any, ...], least: int = 1) -> bool:
    test, cards, besides = matches(filter_), table.cards, context.get("card", -1)
    return len([card for card in pile_of(table, context, zone) if card != besides and test(cards[card])]) >= least


def _hand(table: Table, context: Context, whose: str) -> int:
    """How many cards a hand holds besides the one that is played."""
    hand = table.zones[HAND[seat_of(context, whose)]]
    return len(hand) - (context.get("card", -1) in hand)


def candy_pairs(table: Table, seat: int) -> list[tuple[int, int]]:
    """Which Stage 2 in hand goes onto which Basic in play, over the stage between: none in a player's first turn."""
    if is_first_turn(table):
        return []
    cards, found = table.cards, []
    for card in table.zones[HAND[seat]]:
        if cards[card].is_pokemon and cards[card].stage == 2:
            found += [
                (card, spot)
                for spot in in_play(table, seat)
                if pokemon(table, spot).name == cards[card].line and not too_new(table, spot)
            ]
    return found


_CONDITIONS: dict[str, Callable[..., bool]] = {
    "not": lambda table, context, inner: not holds(table, context, inner),
    "and": lambda table, context, *inner: all(holds(table, context, each) for each in inner),
    "or": lambda table, context, *inner: any(holds(table, context, each) for each in inner),
    "yes": lambda table, context: context.get("may") == ("yes",),
    "heads": lambda table, context, least=1: context.get("heads", 0) >= least,
    "afflicted": _afflicted,
    "damaged": lambda table, context, target: any(
        table.marks[spot][DAMAGE] for spot in spots_of(table, context, target)
    ),
    "stadium": lambda table, context: bool(table.zones[STADIUM]),
    "knocked": lambda table, context: table.marks[PLAYER[context["seat"]]][KNOCKED_TURN] == table.turn - 1 > 0,
    "bench": lambda table, context, whose, least=1: len(benched(table, seat_of(context, whose))) >= least,
    "room": lambda table, context, whose="own": bool(free_spots(table, seat_of(context, whose))),
    "behind": lambda table, context: (
        len(table.zones[PRIZE[context["seat"]]]) > len(table.zones[PRIZE[1 - context["seat"]]])
    ),
    "chosen": lambda table, context, name, least=1: len(context.get(name, ())) >= least,
    "hand": lambda table, context, whose, least=1: _hand(table, context, whose) >= least,
    "hand_up_to": lambda table, context, whose, most: _hand(table, context, whose) <= most,
    "deck": lambda table, context, whose="own": bool(table.zones[DECK[seat_of(context, whose)]]),
    "energy": lambda table, context, target, least=1, letter="": (
        _count(table, context, "energy", target, *([letter] if letter else [])) >= least
    ),
    "tool": lambda table, context, target: any(tools(table, spot) for spot in spots_of(table, context, target)),
    "evolved_now": lambda table, context: table.marks[context["spot"]][EVOLVED] == table.turn,
    "active": lambda table, context: context["spot"] == ACTIVE[context["seat"]],
    "any_in": _any_in,
    "candy": lambda table, context: bool(candy_pairs(table, context["seat"])),
    "spots": lambda table, context, target, filter_=(): any(
        matches(filter_)(pokemon(table, spot)) for spot in spots_of(table, context, target)
    ),
}
