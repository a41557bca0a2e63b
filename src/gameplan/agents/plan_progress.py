"""How far an executor is in its plan, as a fold of its calls: no model is asked, and nobody reports on himself."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import chain

from gameplan.runtime import ReducerContext, Session, Slice
from gameplan.runtime.events import Json
from gameplan.tools import ToolInvoked
from gameplan.tools.planning import Plan, PlanStep, register_reducers

EXECUTOR = "Executor"


def track_progress(session: Session) -> None:
    """Let the session plan follow what the executor does."""
    register_reducers(session)
    session.register_reducer(ToolInvoked, follow_call, slice_type=Plan)


def follow_call(slice_: Slice[Plan], call: ToolInvoked, context: ReducerContext) -> Slice[Plan]:
    """The plan after a call: the step that the call carries out is done, or blocked, and the next one has begun."""
    plan = slice_.latest
    if plan is None or plan.status != "active" or call.agent != EXECUTOR or call.code == "not_run":
        return slice_
    found = _step_of(plan, call)
    if found is None:
        return slice_
    step = plan.steps[found]
    if call.status == "ok":
        step = replace(step, status="done", evidence=(*step.evidence, call.call_id))
    else:
        note = call.text.split("\n", 1)[0]
        step = replace(step, status="blocked", notes=(*step.notes, note))
    steps = list(plan.steps)
    steps[found] = step
    if call.status == "ok":
        _begin_next(steps)
    settled = all(step.status == "done" for step in steps)
    return Slice((replace(plan, steps=tuple(steps), status="completed" if settled else "active"),))


def _begin_next(steps: list[PlanStep]) -> None:
    if not any(step.status == "in_progress" for step in steps):
        for index, step in enumerate(steps):
            if step.status == "pending":
                steps[index] = replace(step, status="in_progress")
                return


def _step_of(plan: Plan, call: ToolInvoked) -> int | None:
    """The open step that speaks of this call most clearly; of equals, the first."""
    scored = [
        (_likeness(step, call), -index)
        for index, step in enumerate(plan.steps)
        if step.status in ("pending", "in_progress", "blocked")
    ]
    best = max(scored, default=(0, 0))
    return -best[1] if best[0] > 0 else None


def _likeness(step: PlanStep, call: ToolInvoked) -> int:
    """How clearly a step speaks of a call: by the name of the tool, then by the values of its arguments."""
    text = f" {_plain(step.title)} {_plain(step.details or '')} "
    if f" {_plain(call.tool)} " not in text:
        return 0
    values = {_plain(value) for value in _texts(call.arguments)} - {""}
    return 1 + sum(2 for value in values if f" {value} " in text)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.replace("_", " ").casefold()))


def _texts(value: Json) -> list[str]:
    match value:
        case str():
            return [value]
        case bool() | None:
            return []
        case int() | float():
            return [str(value)]
        case dict():
            return list(chain.from_iterable(_texts(each) for each in value.values()))
        case list() | tuple():
            return list(chain.from_iterable(_texts(each) for each in value))
        case _:
            return []
