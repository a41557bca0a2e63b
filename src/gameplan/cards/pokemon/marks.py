"""What is worth jumping to in a replay of this game: knock-outs and prizes, besides what every table has."""

from __future__ import annotations

from gameplan.cards.pokemon.board import HAND, PRIZE
from gameplan.cards.replay import table_marks
from gameplan.cards.table.state import Change, Table


def marks(table: Table, action: str, change: Change) -> str | None:
    """The mark of a change, or None."""
    match change:
        case ("say", str(text)) if text.endswith(" is knocked out.") and action != "declare_action":
            return "knock-out"
        case ("move", _, int(source), int(to), *_) if source in PRIZE and to in HAND and table.turn:
            return "prize"
    return table_marks(table, action, change)
