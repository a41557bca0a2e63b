"""Hold the whole record of a game to its seed: every coin, die and shuffle in it must be what the seed gives."""

from __future__ import annotations

from gameplan.cards.table.acting import Seeded
from gameplan.cards.table.events import Acted
from gameplan.cards.table.game import Game, laid_out
from gameplan.cards.table.state import Change, Table


def chance_broken(game: Game) -> str:
    """What in the record does not follow from its seed: the first of it, in words. Empty: all of it does."""
    chance, table = Seeded(game.started.seed), laid_out(game.plugin, game.started)
    for recorded in game.session.standing:
        if isinstance(recorded.event, Acted):
            for change in recorded.event.changes:
                if not _follows(chance, table, change):
                    return f"Event {recorded.seq}: the {change[0]} in it is not the one that the game's seed gives."
                table.apply(change)
    return ""


def _follows(chance: Seeded, table: Table, change: Change) -> bool:
    match change:
        case ("coin", heads, _):
            return bool((chance.below(2, table.drawn) == 0) == heads)
        case ("die", int(sides), value, _):
            return bool(chance.below(sides, table.drawn) + 1 == value)
        case ("shuffle", int(zone), order):
            return list(chance.order(len(table.zones[zone]), table.drawn)) == list(order)
    return True
