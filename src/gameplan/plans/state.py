"""How a run stands: a pure fold of its events, and the summary that a person reads at the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from gameplan.plans.events import (
    ApprovalAsked,
    ApprovalDenied,
    ApprovalGiven,
    PlanChanged,
    RunEnd,
    RunEnded,
    RunPaused,
    RunResumed,
    RunStarted,
    StepBegan,
    StepEnded,
)
from gameplan.plans.model import Plan, StepStatus
from gameplan.runtime import Recorded
from gameplan.runtime.events import Json


@dataclass(frozen=True, slots=True)
class StepState:
    """How a step stands. `asked` is the approval that it waits for."""

    status: StepStatus = "pending"
    value: Json = None
    reason: str = ""
    attempts: int = 0
    duration_ms: float = 0.0
    asked: ApprovalAsked | None = None
    approved: str = ""
    denied: str | None = None


@dataclass(frozen=True, slots=True)
class RunState:
    """How a run stands."""

    plan: Plan
    inputs: dict[str, Json] = field(default_factory=dict)
    steps: dict[str, StepState] = field(default_factory=dict)
    paused: bool = False
    ended: RunEnd | None = None
    reason: str = ""

    def of(self, step_id: str) -> StepState:
        return self.steps.get(step_id, StepState())


def run_state(events: Iterable[Recorded[Any]]) -> RunState | None:
    """How the run stands after these events; None if they are not those of a run."""
    state: RunState | None = None
    steps: dict[str, StepState] = {}
    for recorded in events:
        match recorded.event:
            case RunStarted(plan=plan, inputs=inputs):
                state = RunState(plan, inputs)
            case PlanChanged(plan=plan) if state is not None:
                state = replace(state, plan=plan)
            case StepBegan(step=step, attempt=attempt):
                # An approval holds once: with the beginning of the step it is used.
                steps[step] = replace(steps.get(step, StepState()), status="running", attempts=attempt, approved="")
            case StepEnded(step=step) as end:
                steps[step] = StepState(end.status, end.value, end.reason, end.attempts, end.duration_ms)
            case ApprovalAsked(step=step) as asked:
                steps[step] = replace(steps.get(step, StepState()), status="waiting", asked=asked)
            case ApprovalGiven(step=step, bound_to=bound_to):
                steps[step] = replace(steps.get(step, StepState()), status="ready", approved=bound_to, asked=None)
            case ApprovalDenied(step=step, reason=reason):
                steps[step] = replace(steps.get(step, StepState()), denied=reason, asked=None)
            case RunPaused() if state is not None:
                state = replace(state, paused=True)
            case RunResumed() if state is not None:
                state = replace(state, paused=False, ended=None)
            case RunEnded(status=status, reason=reason) if state is not None:
                state = replace(state, ended=status, reason=reason)
            case _:
                pass
    return None if state is None else replace(state, steps=steps)


@dataclass(frozen=True, slots=True)
class ExecutionSummary:
    """What came of a run. Each step that did not complete is there with its reason."""

    run: str
    status: RunEnd
    completed: tuple[str, ...] = ()
    failed: dict[str, str] = field(default_factory=dict)
    blocked: dict[str, str] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    waiting: dict[str, str] = field(default_factory=dict)
    values: dict[str, Json] = field(default_factory=dict)
    reason: str = ""


def summary_of(run: str, state: RunState) -> ExecutionSummary:
    """The summary of a run that stands like this."""
    by_status: dict[str, dict[str, str]] = {"failed": {}, "blocked": {}, "skipped": {}, "waiting": {}}
    completed = []
    for step in state.plan.steps:
        stands = state.of(step.id)
        if stands.status == "completed":
            completed.append(step.id)
        elif stands.status in by_status:
            by_status[stands.status][step.id] = stands.asked.why if stands.asked else stands.reason
    return ExecutionSummary(
        run=run,
        status=state.ended or "waiting",
        completed=tuple(completed),
        values={step: state.steps[step].value for step in completed},
        reason=state.reason,
        **by_status,
    )
