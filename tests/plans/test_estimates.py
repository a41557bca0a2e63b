"""How long tools take, by earlier runs."""

from __future__ import annotations

from typing import Any

from gameplan.plans import ForEach, Plan, RunStarted, Step, StepEnded
from gameplan.plans.estimates import step_named, tool_durations
from gameplan.runtime import Recorded

INNER = Plan((Step("deep", "copy"),))
PLAN = Plan(
    (
        Step("a", "read"),
        Step("each", "edit", for_each=ForEach(["x", "y"])),
        Step("outer", "plan", plan=INNER),
        Step("question", "ask"),
    )
)


def run(*events: Any) -> list[Recorded[Any]]:
    return [Recorded(number, 0, event) for number, event in enumerate((RunStarted(PLAN), *events), 1)]


def ended(name: str, milliseconds: float, status: Any = "completed", attempts: int = 1) -> StepEnded:
    return StepEnded(name, status, duration_ms=milliseconds, attempts=attempts)


def test_it_is_the_median_of_the_calls_that_completed() -> None:
    runs = [run(ended("a", each)) for each in (1_000, 3_000, 20_000)]
    runs.append(run(ended("a", 99_000, "failed"), ended("a", 99_000, attempts=3)))
    assert tool_durations(runs) == {"read": 3.0}


def test_the_parts_of_a_step_are_counted_and_a_persons_time_is_not() -> None:
    events = (
        ended("each[0]", 10),
        ended("each[1]", 30),
        ended("each", 5_000),
        ended("outer/deep", 7),
        ended("outer", 9_000),
        ended("question", 60_000),
        ended("nowhere", 1),
        ended("a/call", 1),
    )
    assert tool_durations([run(*events)]) == {"edit": 0.02, "copy": 0.007}


def test_nothing_is_known_of_nothing() -> None:
    assert tool_durations([]) == {}
    assert tool_durations([[Recorded(1, 0, ended("a", 1))]]) == {}


def test_a_name_of_the_record_leads_to_its_step() -> None:
    assert step_named(PLAN, "outer/deep") == (INNER.steps[0], False)
    assert step_named(PLAN, "each[7]") == (PLAN.steps[1], True)
    assert step_named(PLAN, "outer/nowhere") == (None, False)
