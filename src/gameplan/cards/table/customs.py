"""Customs of every table, whatever the game: rules that come from how its zones are declared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from gameplan.cards.table.rules import Attempt, Rule, RuleBook
from gameplan.cards.table.zones import NOBODY


def _goes_to(attempt: Attempt) -> tuple[int, int]:
    """Into which zone something goes, and how many cards."""
    table, args = attempt.table, attempt.args
    if attempt.action == "draw":
        return args[1], min(args[2] if len(args) > 2 else 1, len(table.zones[args[0]]))
    if attempt.action == "move_card_stack":
        return args[1], len(table.zones[args[0]])
    return args[1], int(table.place[args[0]] != args[1])


def _capacity(attempt: Attempt) -> str | None:
    to, count = _goes_to(attempt)
    zone = attempt.table.layout.zones[to]
    room = zone.kind.capacity
    if room is not None and len(attempt.table.zones[to]) + count > room and count > 0:
        return f"{zone.name} holds {room or 'no'} card{'' if room == 1 else 's'}."
    return None


def _zones(attempt: Attempt) -> Sequence[int]:
    """Whose hidden cards an action touches."""
    place, args = attempt.table.place, attempt.args
    match attempt.action:
        case "move_card" | "place_on_zone" | "flip_card":
            return (place[args[0]],)
        case "reveal":
            return [place[card] for card in args]
        case "swap_card_stacks":
            return args
    return args[:1]


def _anothers(attempt: Attempt) -> str | None:
    table, seat = attempt.table, attempt.seat
    for index in _zones(attempt):
        zone = table.layout.zones[index]
        if zone.owner not in (seat, NOBODY) and not zone.sees >> seat & 1:
            return f"{zone.name} is not yours, and its cards are hidden from you."
    return None


CUSTOMS = (
    Rule("capacity", ("draw", "move_card", "place_on_zone", "move_card_stack"), _capacity),
    Rule(
        "hidden",
        ("draw", "move_card", "place_on_zone", "move_card_stack", "swap_card_stacks", "shuffle", "peek", "search_zone",
         "rearrange_zone", "reveal", "reveal_hand", "flip_card", "mulligan"),
        _anothers,
    ),
)  # fmt: skip


@lru_cache(maxsize=16)
def with_customs(book: RuleBook) -> RuleBook:
    """A game's rules, and the customs of every table. A rule of the game with a custom's id stands in its place."""
    own = {rule.id for rule in book.rules}
    return RuleBook((*(rule for rule in CUSTOMS if rule.id not in own), *book.rules))
