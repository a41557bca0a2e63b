"""The rules as the table hears them, each with its number, before an action. What they ask is in `permits.py`.

A table moves any card anywhere. So a plain `move_card` that means something in this game (an Energy from the hand onto
a Pokémon) is taken for what it means, and the rules for that are heard; with a card's effect as the reason it stays
what it is.
"""

from __future__ import annotations

from collections.abc import Callable

from gameplan.cards.pokemon import permits
from gameplan.cards.pokemon.board import (
    ACTIVE,
    ALL_SPOTS,
    BENCH,
    DECK,
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
from gameplan.cards.table.rules import Attempt, Objection, Replaced, Rule, RuleBook

Check = Callable[[Attempt], str | None]


def _own_turn(attempt: Attempt) -> str | None:
    table = attempt.table
    if table.phase == "main" and table.player != attempt.seat:
        return "It is not your turn."
    return None


def _face(attempt: Attempt) -> Card:
    card: Card = attempt.table.cards[attempt.args[0]]
    return card


def _occupied(attempt: Attempt) -> bool:
    spot = attempt.args[1]
    return spot in ALL_SPOTS and bool(attempt.table.zones[spot])


def _if_kind(kinds: tuple[str, ...], check: Check) -> Check:
    return lambda attempt: check(attempt) if _face(attempt).kind in kinds else None


def _on_spot(check: Callable[[Attempt, int], str | None]) -> Check:
    return lambda attempt: check(attempt, attempt.args[1]) if _occupied(attempt) else None


def _meaning(attempt: Attempt) -> Objection:
    """What a plain move means in this game."""
    table, seat = attempt.table, attempt.seat
    card, to = attempt.args[0], attempt.args[1]
    if table.place[card] != HAND[seat]:
        return None
    face = _face(attempt)
    spot_taken = to in ALL_SPOTS and OWNER[to] == seat and bool(table.zones[to])
    if face.is_energy and spot_taken:
        return Replaced("attach_energy", (card, to), "This attaches an Energy from your hand.")
    if face.kind == "tool" and spot_taken:
        return Replaced("attach_tool", (card, to), "This attaches a Tool.")
    if face.is_pokemon and not face.is_basic and spot_taken:
        return Replaced("evolve", (card, to), f"This evolves {pokemon(table, to).name}.")
    if face.is_basic and to in BENCH[seat] and not spot_taken:
        return Replaced("play_basic", (card,), "This puts a Basic Pokémon onto your Bench.")
    if face.kind in ("item", "supporter", "stadium") and to in (STAGING[seat], STADIUM):
        return Replaced("play_trainer", (card,), f"This plays {face.name}.")
    return None


def _hidden_cards(attempt: Attempt) -> str | None:
    """Cards leave the deck and the prizes by drawing, by a prize that is taken, or by an effect."""
    place = attempt.table.place[attempt.args[0]]
    if place in DECK or place in PRIZE:
        name = LAYOUT.zones[place].kind.name
        return f"A card leaves the {name} only by drawing, by a Prize that you take, or by a card's effect."
    return None


def _others_cards(attempt: Attempt) -> str | None:
    place = attempt.table.place[attempt.args[0]]
    if OWNER[place] == 1 - attempt.seat:
        return "That card is your opponent's."
    return None


def _drawing(attempt: Attempt) -> str | None:
    if attempt.table.phase == "main":
        return "You have drawn for this turn: more only by a card's effect."
    return None


def _looking(attempt: Attempt) -> str | None:
    zone = LAYOUT.zones[attempt.args[0]]
    if zone.sees & 1 << attempt.seat:
        return None
    return f"You look into {zone.name} only by a card's effect."


def _switching(attempt: Attempt) -> Objection:
    """Switching one's own active Pokémon with the bench is a retreat, unless an effect does it."""
    one, other = attempt.args
    own = {ACTIVE[attempt.seat]} & {one, other}
    bench = {one, other} & set(BENCH[attempt.seat])
    if own and bench and attempt.table.zones[next(iter(bench))] and attempt.table.zones[ACTIVE[attempt.seat]]:
        return Replaced("declare_retreat", (next(iter(bench)),), "Switching your Active Pokémon is a retreat.")
    return None


def _condition(attempt: Attempt) -> str | None:
    if attempt.args[0] not in IS_ACTIVE:
        return "Special conditions are only on Active Pokémon."
    return None


_PLAYS = ("play_basic", "evolve", "attach_energy", "attach_tool", "play_trainer", "declare_ability",
          "declare_retreat", "declare_attack", "end_turn")  # fmt: skip

RULES = RuleBook(
    (
        Rule("meaning", ("move_card", "place_on_zone"), _meaning, priority=10),
        Rule("T8-switch", ("swap_card_stacks",), _switching, priority=10),
        Rule("turn", (*_PLAYS, "draw", "shuffle", "swap_card_stacks", "move_card_stack"), _own_turn, priority=20),
        Rule("zones", ("move_card", "place_on_zone"), _hidden_cards),
        Rule("owner", ("move_card", "place_on_zone"), _others_cards),
        Rule("T1", ("draw",), _drawing),
        Rule("visibility", ("peek", "search_zone", "reveal_hand"), _looking),
        Rule("T2-attack", ("declare_attack",), lambda a: permits.attacking(a.table, a.seat)),
        Rule("A1", ("declare_attack",), lambda a: _paying(a)),
        Rule("T3", ("evolve",), lambda a: permits.evolving_now(a.table)),
        Rule("T4", ("evolve",), _on_spot(lambda a, spot: permits.ripe(a.table, spot))),
        Rule("V1", ("evolve",), _on_spot(lambda a, spot: permits.follows(a.table, _face(a), spot))),
        Rule("T5", ("attach_energy",), lambda a: permits.energy(a.table, a.seat)),
        Rule("T6", ("play_trainer",), _if_kind(("supporter",), lambda a: permits.supporter(a.table, a.seat))),
        Rule("T7", ("play_trainer",), _if_kind(("stadium",), lambda a: permits.stadium(a.table, a.seat, _face(a)))),
        Rule("T8", ("declare_retreat",), lambda a: permits.retreating(a.table, a.seat)),
        Rule("T9-items", ("play_trainer",), _if_kind(("item",), lambda a: permits.item(a.table, a.seat))),
        Rule("T9-tool", ("attach_tool",), _on_spot(lambda a, spot: permits.tool(a.table, spot))),
        Rule("T10", ("play_basic",), lambda a: permits.bench_room(a.table, a.seat)),
        Rule("T11", ("declare_ability",), lambda a: _ability(a)),
        Rule("T13", ("play_trainer",), lambda a: permits.of_use(a.table, a.seat, a.args[0])),
        Rule("C1", ("set_status",), _condition),
    )
)


def _paying(attempt: Attempt) -> str | None:
    if not attempt.table.zones[ACTIVE[attempt.seat]]:
        return None
    return permits.paying(attempt.table, attempt.seat, attempt.args[0])


def _ability(attempt: Attempt) -> str | None:
    spot = attempt.args[0]
    if spot not in ALL_SPOTS or not attempt.table.zones[spot]:
        return None
    return permits.ability(attempt.table, spot)
