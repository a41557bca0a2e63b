"""What lies where, who may see it, and what is done to it? A table for any card game; it knows none.

- **Play.** `Game.start(plugin, deal, seed=…)` deals; everything happens through `act`. `options` is what a seat may do,
  `view` what it (or a spectator) sees, `undo` takes the newest action back.
- **Rules.** A `Rule` speaks before an action (an `Attempt`): for a `Seat` it blocks or warns. What is blocked is a
  `RuleRefused`, and nothing changed.
- **Another game.** Write a `Plugin`: its `Layout` of zones (`ZoneKind`), its cards, its rules in a `RuleBook`, its
  actions on an `Act`, and the list of what can be done. What somebody has to choose is a `Decision`, as data.

A `Table` is lists of small numbers, so a copy costs microseconds; `laid_out` and `after` fold one from a record.
"""

from gameplan.cards.table.acting import Act
from gameplan.cards.table.decisions import Choice, Decision, Result
from gameplan.cards.table.events import Acted, GameStarted
from gameplan.cards.table.game import Game, after, laid_out
from gameplan.cards.table.plugin import Deal, IllegalAction, Option, Plugin, Position
from gameplan.cards.table.rules import Attempt, Note, Replaced, Rule, RuleBook, RuleRefused, Seat
from gameplan.cards.table.state import Table
from gameplan.cards.table.texts import state_text
from gameplan.cards.table.views import View
from gameplan.cards.table.zones import Layout, ZoneKind

__all__ = [
    "Act",
    "Acted",
    "Attempt",
    "Choice",
    "Deal",
    "Decision",
    "Game",
    "GameStarted",
    "IllegalAction",
    "Layout",
    "Note",
    "Option",
    "Plugin",
    "Position",
    "Replaced",
    "Result",
    "Rule",
    "RuleBook",
    "RuleRefused",
    "Seat",
    "Table",
    "View",
    "ZoneKind",
    "after",
    "laid_out",
    "state_text",
]
