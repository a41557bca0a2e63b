"""What would come of an option: on a copy, without rules and without a record. For searches."""

from __future__ import annotations

from gameplan.cards.table.acting import Act, Chance
from gameplan.cards.table.actions import ACTIONS, decide
from gameplan.cards.table.plugin import Option, Plugin
from gameplan.cards.table.state import Table


def imagine(plugin: Plugin, table: Table, seat: int, option: Option, chance: Chance) -> Table:
    """The table after an option that `plugin.options` lists. The one that is given stays as it is."""
    return imagined(plugin, table, seat, option, chance).table


def imagined(plugin: Plugin, table: Table, seat: int, option: Option, chance: Chance) -> Act:
    """The same, with all that changed."""
    return carried_out(plugin, table.clone(), seat, option, chance)


def carried_out(plugin: Plugin, table: Table, seat: int, option: Option, chance: Chance) -> Act:
    """The same at this very table, for who has made a copy and goes on with it."""
    act = Act(table, seat, chance)
    action, *args = option
    if action == "resolve_decision":
        decision, agenda = table.decision, table.agenda
        assert decision is not None, "there is nothing to decide"
        decide(act, plugin, decision, agenda, args)
    else:
        (plugin.actions.get(action) or ACTIONS[action])(act, *args)
    return act
