"""Which of the calls on a session's record are work, and which only keep the plan."""

from __future__ import annotations

from typing import Final

from gameplan.tools.outcome import ToolInvoked

PLAN_TOOLS: Final = frozenset(
    f"planning_{name}"
    for name in (
        "setup_plan",
        "add_step",
        "update_step",
        "mark_step",
        "clear_plan",
        "read_plan",
        "skip_step",
        "remove_step",
        "reopen_step",
    )
)
"""Calls of these keep the plan; they are not the work that it speaks of."""


def is_work(event: object) -> bool:
    """True for the call of a tool that is not one of the plan's."""
    return isinstance(event, ToolInvoked) and event.tool not in PLAN_TOOLS
