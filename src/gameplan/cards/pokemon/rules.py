"""The rules as the table hears them, each with its number, before an action. What they ask is in `permits.py`.

A table moves any card anywhere. So a plain move that means something in this game (an Energy from the hand onto a
Pokémon) is taken for what it means, and the rules for that are heard. What means nothing is for card effects; with one
as the reason it is done as it was asked for.
"""

from __future__ import annotations

from collections.abc import Callable

from gameplan.cards.pokemon import permits
from gameplan.cards.pokemon.board import (
    ACTIVE,
    ALL_SPOTS,
    BENCH,
    DISCARD,
    HAND,
    IS_ACTIVE,
    LAYOUT,
    OWNER,
    PRIZE,
    STADIUM,
    STAGING,
    pokemon,
)
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.flow import knocked_out
from gameplan.cards.pokemon.setup import has_basic
from gameplan.cards.pokemon.tidying import tidy_after
from gameplan.cards.table.rules import Attempt, Objection, Replaced, Rule, RuleBook
from gameplan.cards.table.state import Table

Check = Callable[[Attempt], str | None]
_EFFECT = "only by a card's effect."


def _free(table: Table) -> bool:
    """Whether cards are moved by hand now: before the game begins, or because somebody was asked to."""
    return table.phase != "main" or table.decision is not None


def _own_turn(attempt: Attempt) -> str | None:
    if _free(attempt.table) or attempt.table.player == attempt.seat:
        return None
    return "It is not your turn."


def _face(attempt: Attempt) -> Card:
    card: Card = attempt.table.cards[attempt.args[0]]
    return card


def _of_hand(check: Check) -> Check:
    """Speaks only of cards in one's own hand: what is said of another would tell what it is."""

    def asked(attempt: Attempt) -> str | None:
        return check(attempt) if attempt.table.place[attempt.args[0]] == HAND[attempt.seat] else None

    return asked


def _if_kind(kind: str, check: Check) -> Check:
    return _of_hand(lambda attempt: check(attempt) if _face(attempt).kind == kind else None)


def _on_spot(which: int, check: Callable[[Attempt, int], str | None]) -> Check:
    """Ask of the Pokémon that an argument names, if one is there."""

    def asked(attempt: Attempt) -> str | None:
        spot = attempt.args[which]
        return check(attempt, spot) if spot in ALL_SPOTS and attempt.table.zones[spot] else None

    return asked


# -- what a plain move means


def _meaning(attempt: Attempt) -> Objection:
    table, seat = attempt.table, attempt.seat
    card, to = attempt.args[0], attempt.args[1]
    place = table.place[card]
    if _free(table):
        return None
    if place in ALL_SPOTS and to in DISCARD and knocked_out(table, place):
        return Replaced("settle_knock_outs", (), f"{pokemon(table, place).name} is knocked out.")
    if place != HAND[seat]:
        return None
    face = _face(attempt)
    taken = to in ALL_SPOTS and OWNER[to] == seat and bool(table.zones[to])
    if face.is_energy and taken:
        return Replaced("attach_energy", (card, to), "This attaches an Energy from your hand.")
    if face.kind == "tool" and taken:
        return Replaced("attach_tool", (card, to), "This attaches a Tool.")
    if face.is_pokemon and not face.is_basic and taken:
        return Replaced("evolve", (card, to), f"This evolves {pokemon(table, to).name}.")
    if face.is_basic and to in BENCH[seat] and not taken:
        return Replaced("play_basic", (card,), "This puts a Basic Pokémon onto your Bench.")
    if face.kind in ("item", "supporter", "stadium") and to in (STAGING[seat], STADIUM):
        return Replaced("play_trainer", (card,), f"This plays {face.name}.")
    return None


def _stack_meaning(attempt: Attempt) -> Objection:
    """Changing places with the bench is a retreat; a knocked-out Pokémon that is put away gives prizes."""
    table, (one, other) = attempt.table, attempt.args
    active = ACTIVE[attempt.seat]
    if _free(table):
        return None
    if attempt.action == "move_card_stack" and one in ALL_SPOTS and other in DISCARD and knocked_out(table, one):
        return Replaced("settle_knock_outs", (), f"{pokemon(table, one).name} is knocked out.")
    if attempt.action == "swap_card_stacks" and active in (one, other):
        spot = other if one == active else one
        if spot in BENCH[attempt.seat] and table.zones[spot] and table.zones[active]:
            return Replaced("declare_retreat", (spot,), "Switching your Active Pokémon is a retreat.")
    return None


# -- what is done by effects alone


def _by_effect(attempt: Attempt) -> str | None:
    """A card that is moved, and means nothing by it."""
    table, seat = attempt.table, attempt.seat
    if _free(table):
        return None
    card, to = attempt.args[0], attempt.args[1]
    place = table.place[card]
    if place == STAGING[seat] and to in DISCARD:
        return None  # a Trainer that has been carried out
    if place in PRIZE:
        return f"A Prize is taken after a Knock Out; else {_EFFECT}"
    return f"Cards are moved from {LAYOUT.zones[place].name} to {LAYOUT.zones[to].name} {_EFFECT}"


def _stacks_by_effect(attempt: Attempt) -> str | None:
    table, (one, other) = attempt.table, attempt.args
    active = ACTIVE[attempt.seat]
    if _free(table) or (not table.zones[active] and active in (one, other) and {one, other} & {*BENCH[attempt.seat]}):
        return None  # who has no Active Pokémon puts one forward: that is no retreat
    return f"{LAYOUT.zones[one].name} is moved to {LAYOUT.zones[other].name} {_EFFECT}"


def _ordering(attempt: Attempt) -> str | None:
    """Who knows the top of his deck could else mend it, and who does not like it, shuffle it away."""
    zone = LAYOUT.zones[attempt.args[0]]
    if _free(attempt.table) or not zone.kind.ordered:
        return None
    return f"The cards of {zone.name} come into another order {_EFFECT}"


def _counting(attempt: Attempt) -> str | None:
    return None if _free(attempt.table) else f"Counters and conditions change by attacks, between turns, or {_EFFECT}"


def _turning(attempt: Attempt) -> str | None:
    return None if _free(attempt.table) else f"Cards are turned over {_EFFECT}"


def _drawing(attempt: Attempt) -> str | None:
    return None if _free(attempt.table) else f"You have drawn for this turn: more {_EFFECT}"


def _looking(attempt: Attempt) -> str | None:
    zone = LAYOUT.zones[attempt.args[0]]
    if zone.sees >> attempt.seat & 1:
        return None
    return f"You look into {zone.name} {_EFFECT}"


def _showing(attempt: Attempt) -> str | None:
    table = attempt.table
    if all(table.sight(card) >> attempt.seat & 1 for card in attempt.args) or _free(table):
        return None
    return f"Cards that are hidden from you are shown {_EFFECT}"


def _beginning(attempt: Attempt) -> str | None:
    if attempt.table.phase == "main":
        return "Hands are drawn anew only before the game begins."
    if has_basic(attempt.table, attempt.seat):
        return "There is a Basic Pokémon in your hand: you begin with it."
    return None


def _condition(attempt: Attempt) -> str | None:
    return None if attempt.args[0] in IS_ACTIVE else "Special conditions are only on Active Pokémon."


_PLAYS = ("play_basic", "evolve", "attach_energy", "attach_tool", "play_trainer", "declare_ability",
          "declare_retreat", "declare_attack", "end_turn")  # fmt: skip
_MOVES = ("move_card", "place_on_zone")
_STACKS = ("move_card_stack", "swap_card_stacks")

RULES = RuleBook(
    (
        Rule("meaning", _MOVES, _meaning, priority=10),
        Rule("meaning", _STACKS, _stack_meaning, priority=10),
        Rule("turn", (*_PLAYS, "draw", "shuffle", "rearrange_zone", *_STACKS), _own_turn, priority=20),
        Rule("effect", _MOVES, _by_effect),
        Rule("effect", _STACKS, _stacks_by_effect),
        Rule("effect", ("flip_card",), _turning),
        Rule("effect", ("shuffle", "rearrange_zone"), _ordering),
        Rule("effect", ("set_counter", "add_counter", "set_status"), _counting),
        Rule("visibility", ("peek", "search_zone", "reveal_hand"), _looking),
        Rule("visibility", ("reveal",), _showing),
        Rule("S3", ("mulligan",), _beginning),
        Rule("T1", ("draw",), _drawing),
        Rule("T2", ("declare_attack",), lambda a: permits.first_attack(a.table)),
        Rule("T2", ("play_trainer",), _if_kind("supporter", lambda a: permits.first_supporter(a.table))),
        Rule("T3", ("evolve",), lambda a: permits.evolving_now(a.table)),
        Rule("T4", ("evolve",), _on_spot(1, lambda a, spot: permits.ripe(a.table, spot))),
        Rule("T5", ("attach_energy",), lambda a: permits.energy(a.table, a.seat)),
        Rule("T6", ("play_trainer",), _if_kind("supporter", lambda a: permits.supporter(a.table, a.seat))),
        Rule("T7", ("play_trainer",), _if_kind("stadium", lambda a: permits.stadium(a.table, a.seat, _face(a)))),
        Rule("T8", ("declare_retreat",), lambda a: permits.retreating(a.table, a.seat)),
        Rule("T9", ("play_trainer",), _if_kind("item", lambda a: permits.item(a.table, a.seat))),
        Rule("T9", ("attach_tool",), _on_spot(1, lambda a, spot: permits.tool(a.table, spot))),
        Rule("T10", ("play_basic",), lambda a: permits.bench_room(a.table, a.seat)),
        Rule("T11", ("declare_ability",), _on_spot(0, lambda a, spot: permits.ability(a.table, spot))),
        Rule("T13", ("play_trainer",), _of_hand(lambda a: permits.of_use(a.table, a.seat, a.args[0]))),
        Rule("V1", ("evolve",), _of_hand(_on_spot(1, lambda a, spot: permits.follows(a.table, _face(a), spot)))),
        Rule("A1", ("declare_attack",), lambda a: permits.paying(a.table, a.seat, a.args[0])),
        Rule("A2", ("declare_attack",), lambda a: permits.attacking(a.table, a.seat, a.args[0])),
        Rule("C1", ("set_status",), _condition),
        Rule("C4", ("declare_attack", "declare_retreat"), lambda a: permits.awake(a.table, a.seat)),
        Rule("W4", ("declare_victory",), lambda a: f"A game is won by its rules, or {_EFFECT}"),
        Rule("stacks", (*_MOVES, *_STACKS, "draw", "mulligan"), after=tidy_after, upkeep=True),
    )
)
