"""How each event changes the plan: pure functions from one plan to the next, and the only place that makes step ids.

They are total. An event that does not fit the plan (the tools refuse such a call before it becomes one) leaves it as
it was, so that a record can always be folded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, Final

from gameplan.runtime import Reducer, ReducerContext, Session, Slice, replace_latest
from gameplan.tools.planning.model import (
    AddStep,
    ClearPlan,
    MarkStep,
    NewPlanStep,
    Plan,
    PlanStatus,
    PlanStep,
    RemovedStep,
    RemoveStep,
    ReopenStep,
    SetupPlan,
    SkipStep,
    UpdateStep,
)

_STEP_ID: Final = re.compile(r"S([0-9]+)")


def register_reducers(session: Session) -> None:
    """Let a session keep a plan. Doing it again changes nothing."""
    for event_type, reducer in _REDUCERS.items():
        session.register_reducer(event_type, reducer, slice_type=Plan)


def begun(event: SetupPlan) -> Plan:
    """A new plan, its steps counted from S001."""
    return Plan(event.objective, "active", _numbered(event.initial_steps, after=0))


def added(plan: Plan, event: AddStep) -> Plan:
    """The plan with more steps, whose ids go on after the highest it has ever had."""
    return replace(plan, steps=(*plan.steps, *_numbered(event.steps, after=_highest_number(plan))))


def updated(plan: Plan, event: UpdateStep) -> Plan:
    def update(step: PlanStep) -> PlanStep:
        title = step.title if event.title is None else event.title
        details = step.details if event.details is None else event.details or None
        return replace(step, title=title, details=details)

    return replace(plan, steps=_changed(plan, event.step_id, update))


def marked(plan: Plan, event: MarkStep) -> Plan:
    """The plan with a step marked; work that is taken up again has its evidence still to come."""

    def mark(step: PlanStep) -> PlanStep:
        kept = () if step.settled and event.status != "done" else step.evidence
        return replace(
            step,
            status=event.status,
            notes=step.notes if event.note is None else (*step.notes, event.note),
            evidence=tuple(dict.fromkeys((*kept, *event.evidence))),
        )

    return _restated(plan, _changed(plan, event.step_id, mark))


def skipped(plan: Plan, event: SkipStep) -> Plan:
    def skip(step: PlanStep) -> PlanStep:
        return replace(step, status="skipped", notes=(*step.notes, f"skipped: {event.reason}"))

    return _restated(plan, _changed(plan, event.step_id, skip))


def removed(plan: Plan, event: RemoveStep) -> Plan:
    """The plan without a step; its id and the reason stay."""
    step = plan.step(event.step_id)
    if step is None:
        return plan
    left = replace(plan, removed=(*plan.removed, RemovedStep(step.step_id, step.title, event.reason)))
    return _restated(left, tuple(each for each in plan.steps if each is not step))


def reopened(plan: Plan, event: ReopenStep) -> Plan:
    def reopen(step: PlanStep) -> PlanStep:
        return replace(step, status="pending", notes=(*step.notes, f"reopened: {event.reason}"), evidence=())

    return _restated(plan, _changed(plan, event.step_id, reopen))


def cleared(plan: Plan, event: ClearPlan) -> Plan:
    return Plan(plan.objective, "abandoned")


def _restated(plan: Plan, steps: tuple[PlanStep, ...]) -> Plan:
    """The plan with these steps: completed once there are some and all are settled."""
    settled = bool(steps) and all(step.settled for step in steps)
    return replace(plan, steps=steps, status="completed" if settled else "active")


def _changed(plan: Plan, step_id: str, change: Callable[[PlanStep], PlanStep]) -> tuple[PlanStep, ...]:
    return tuple(change(step) if step.step_id == step_id else step for step in plan.steps)


def _numbered(steps: Iterable[NewPlanStep], *, after: int) -> tuple[PlanStep, ...]:
    return tuple(
        PlanStep(f"S{number:03d}", step.title, step.details, "pending")
        for number, step in enumerate(steps, start=after + 1)
    )


def _highest_number(plan: Plan) -> int:
    ids = [*(step.step_id for step in plan.steps), *(gone.step_id for gone in plan.removed)]
    return max((int(match[1]) for match in map(_STEP_ID.fullmatch, ids) if match), default=0)


def _setup_plan(slice_: Slice[Plan], event: SetupPlan, context: ReducerContext) -> Slice[Plan]:
    return Slice((begun(event),))


def _changes(change: Callable[[Plan, Any], Plan], *, of: Collection[PlanStatus]) -> Reducer:
    """The reducer that replaces a plan of one of these statuses by what `change` makes of it."""

    def reduce(slice_: Slice[Plan], event: object, context: ReducerContext) -> Slice[Plan]:
        plan = slice_.latest
        return slice_ if plan is None or plan.status not in of else Slice((change(plan, event),))

    return reduce


_ACTIVE: Final[tuple[PlanStatus, ...]] = ("active",)
_KEPT: Final[tuple[PlanStatus, ...]] = ("active", "completed")
_ANY: Final[tuple[PlanStatus, ...]] = ("active", "completed", "abandoned")

_REDUCERS: Final[dict[type, Reducer]] = {
    Plan: replace_latest,
    SetupPlan: _setup_plan,
    AddStep: _changes(added, of=_ACTIVE),
    UpdateStep: _changes(updated, of=_KEPT),
    MarkStep: _changes(marked, of=_KEPT),
    SkipStep: _changes(skipped, of=_ACTIVE),
    RemoveStep: _changes(removed, of=_ACTIVE),
    ReopenStep: _changes(reopened, of=_KEPT),
    ClearPlan: _changes(cleared, of=_ANY),
}
