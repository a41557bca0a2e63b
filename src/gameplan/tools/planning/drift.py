"""Drift: how one sees that the work and the plan have parted ways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gameplan.runtime import Recorded
from gameplan.tools.planning.model import MarkStep, Plan, SetupPlan
from gameplan.tools.planning.record import is_work


def drift_notes(plan: Plan, record: Sequence[Recorded[Any]], *, after: int) -> tuple[str, ...]:
    """What an agent should be told: several steps in progress, or one for more than `after` tool calls.

    `record` is what counts of the session's record (`session.standing`). Calls of plan tools do not count, and marking
    a step, be it only with a note, starts its count again.
    """
    if plan.status != "active":
        return ()
    under_way = [step.step_id for step in plan.steps if step.status == "in_progress"]
    notes = []
    if len(under_way) > 1:
        notes.append(f"{len(under_way)} steps are in progress at once ({', '.join(under_way)}); keep to one.")
    if under_way:
        for step_id, calls in _calls_since_marked(under_way, record).items():
            if calls > after:
                notes.append(
                    f"{step_id} has been in progress for {calls} tool calls since it was last marked; "
                    "mark how it stands, or note what holds it up."
                )
    return tuple(notes)


def _calls_since_marked(step_ids: Sequence[str], record: Sequence[Recorded[Any]]) -> dict[str, int]:
    """For each step, the tool calls since it was marked or the plan that holds it was set."""
    counts: dict[str, int] = {}
    calls = 0
    for recorded in reversed(record):
        match recorded.event:
            case MarkStep(step_id=step_id) if step_id in step_ids:
                counts.setdefault(step_id, calls)
            case Plan() | SetupPlan():
                break
            case event if is_work(event):
                calls += 1
        if len(counts) == len(step_ids):
            break
    return {step_id: counts.get(step_id, calls) for step_id in step_ids}
