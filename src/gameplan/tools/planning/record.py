"""What the session's record tells about the work: the tool calls that still count, other than those of the plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from gameplan.runtime import Recorded, Rewound
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


def standing(record: Sequence[Recorded[Any]]) -> Sequence[Recorded[Any]]:
    """The record without what was rewound."""
    if not any(isinstance(recorded.event, Rewound) for recorded in record):
        return record
    kept: list[Recorded[Any]] = []
    for recorded in record:
        if isinstance(recorded.event, Rewound):
            kept = [each for each in kept if each.seq <= recorded.event.to]
        kept.append(recorded)
    return kept


def is_work(event: object) -> bool:
    """True for the call of a tool that is not one of the plan's."""
    return isinstance(event, ToolInvoked) and event.tool not in PLAN_TOOLS
