"""Why a card of one's hand is not among what can be done: what the rules would say to it."""

from __future__ import annotations

from collections.abc import Iterator

from gameplan.cards.pokemon.board import ACTIVE, HAND, in_play, pokemon
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.table.game import Game
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.rules import Attempt
from gameplan.cards.table.state import Table


def why_not(game: Game, seat: int, card: Card) -> list[str]:
    """What keeps a player from playing a card that he holds, in his turn; nothing, if he may or holds none of it."""
    table = game.table
    if table.decision is not None or table.player != seat or table.phase != "main" or table.result is not None:
        return []
    held = [each for each in table.zones[HAND[seat]] if table.cards[each].key == card.key]
    if not held or any(option[1:2] == (held[0],) for option in game.options(seat)):
        return []
    tried = list(_tried(table, seat, held[0], card))
    if not tried:
        return [f"You have no {card.evolves_from} in play that could evolve into it."]
    said = (
        f"[{rule.id}] {objection if isinstance(objection, str) else objection.message}"
        for action, *args in tried
        for rule, objection in game.rules.objections(Attempt(table, seat, action, tuple(args)))
    )
    return list(dict.fromkeys(said))


def _tried(table: Table, seat: int, number: int, card: Card) -> Iterator[Option]:
    """What one would do with a card."""
    if card.is_energy:
        yield ("attach_energy", number, ACTIVE[seat])
    elif card.kind == "tool":
        yield from (("attach_tool", number, spot) for spot in in_play(table, seat))
    elif card.is_basic:
        yield ("play_basic", number)
    elif card.is_pokemon:
        spots = (spot for spot in in_play(table, seat) if pokemon(table, spot).name == card.evolves_from)
        yield from (("evolve", number, spot) for spot in spots)
    else:
        yield ("play_trainer", number)
