"""Gameplan: agents that plan before they act.

Enter by the room whose question is yours:

- `gameplan.expressions`: when does something hold? A small safe condition language.
- `gameplan.runtime`: what happened, and what is true now? Events, sessions, the journal.
- `gameplan.prompt`: what is an agent told? Prompts, sections, modes, the lint.
- `gameplan.tools`: what may be done? Tools, outcomes, effects; the plan tool suite; the workspace.
- `gameplan.agents`: who acts, and within what bounds? The loop, budgets, planner and executor.
- `gameplan.plans`: what is to be done, in which order? Executable plans and the engine that runs them.
- `gameplan.cards`: what lies where, who sees it, and who plays? A card table, the Pokémon TCG, players.
- `gameplan.novels`: what is told, and what happens in it? Visual novels, from a premise to an export.
- `gameplan.settings`: what has the person set, and where are things? Models, folders, allowed tools.
- `gameplan.studio` and `gameplan.client`: the studio in the browser, and a program's way to it.
- `gameplan.cli`: the command `gameplan`.

The names that most programs need are here too; they are imported when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplan._lazy import lazily

if TYPE_CHECKING:
    from gameplan.agents import Agent as Agent
    from gameplan.agents import Budget as Budget
    from gameplan.agents import Condense as Condense
    from gameplan.agents import plan_and_execute as plan_and_execute
    from gameplan.agents import run_agent as run_agent
    from gameplan.prompt import MarkdownSection as MarkdownSection
    from gameplan.prompt import Prompt as Prompt
    from gameplan.runtime import InProcessEventBus as InProcessEventBus
    from gameplan.runtime import MemoryJournal as MemoryJournal
    from gameplan.runtime import Session as Session
    from gameplan.runtime import SqliteJournal as SqliteJournal
    from gameplan.runtime import event as event
    from gameplan.runtime import select_all as select_all
    from gameplan.runtime import select_latest as select_latest
    from gameplan.runtime import select_where as select_where
    from gameplan.tools import Done as Done
    from gameplan.tools import Memory as Memory
    from gameplan.tools import Tool as Tool
    from gameplan.tools import ToolContext as ToolContext
    from gameplan.tools import ToolRefused as ToolRefused
    from gameplan.tools import ToolValidationError as ToolValidationError
    from gameplan.tools import tool as tool

_ROOMS = {
    "gameplan.agents": ("Agent", "Budget", "Condense", "plan_and_execute", "run_agent"),
    "gameplan.prompt": ("MarkdownSection", "Prompt"),
    "gameplan.runtime": (
        "InProcessEventBus",
        "MemoryJournal",
        "Session",
        "SqliteJournal",
        "event",
        "select_all",
        "select_latest",
        "select_where",
    ),
    "gameplan.tools": ("Done", "Memory", "Tool", "ToolContext", "ToolRefused", "ToolValidationError", "tool"),
}

__version__ = "0.1.0"
__all__ = sorted(name for names in _ROOMS.values() for name in names)

if not TYPE_CHECKING:
    __getattr__ = lazily(__name__, _ROOMS)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
