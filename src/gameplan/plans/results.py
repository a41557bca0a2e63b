"""A run as a plan with its outcome: each step with its status and, once it has an end, its result."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from gameplan.plans.model import Plan
from gameplan.plans.state import RunState, StepState, statuses
from gameplan.runtime import as_datetime
from gameplan.runtime.events import Json


@dataclass(frozen=True, slots=True)
class StepResult:
    """What came of a step: its value, or why there is none; how many milliseconds it took, and when it had its end."""

    ok: bool
    value: Json
    error: str
    duration: float
    timestamp: str


def result_of(stands: StepState) -> StepResult | None:
    """What came of a step that stands like this; None if it has no end yet."""
    if stands.end is None:
        return None
    ok, timestamp = stands.end == "completed", as_datetime(stands.ended_at).isoformat()
    return StepResult(ok, stands.value, "" if ok else stands.reason, stands.duration_ms, timestamp)


def run_to_wire(state: RunState) -> dict[str, Json]:
    """The plan of a run as JSON has it, each step with its `status` and, once it has an end, its `result`.

    So have the steps of a plan inside a step. Whoever reads it as a plan gets the plan that was run.
    """
    return _with_outcomes(state.plan.to_wire(), state.plan, state, "")


def _with_outcomes(wire: dict[str, Json], plan: Plan, state: RunState, around: str) -> dict[str, Json]:
    known = statuses(state) if not around else {}
    steps: list[Json] = []
    for step, each in zip(plan.steps, wire["steps"], strict=True):
        name = f"{around}{step.id}"
        stands = state.of(name)
        told = {**each, "status": known.get(step.id, stands.status)}
        if isinstance(step.plan, Plan) and step.for_each is None:
            told["plan"] = _with_outcomes(each["plan"], step.plan, state, f"{name}/")
        result = result_of(stands)
        steps.append(told if result is None else {**told, "result": _as_said(result)})
    return {**wire, "steps": steps}


def _as_said(result: StepResult) -> dict[str, Json]:
    """A result has a value or an error, not both."""
    unsaid = "error" if result.ok else "value"
    return {key: value for key, value in asdict(result).items() if key != unsaid}
