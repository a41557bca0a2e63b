"""The plan as text: what a model reads after each change, with every id it may need next."""

from __future__ import annotations

from collections.abc import Iterator

from gameplan.tools.planning.model import Plan, PlanStep


def render_plan(plan: Plan) -> str:
    """The whole plan, a line for each step and a line below it for all that is known of it."""
    return "\n".join(_lines(plan))


def render_step(step: PlanStep) -> str:
    """A step's own line: `S001 [in_progress] Read the log`."""
    return f"{step.step_id} [{step.status}] {one_line(step.title)}"


def _lines(plan: Plan) -> Iterator[str]:
    yield f"Plan [{plan.status}]: {one_line(plan.objective)}"
    if not plan.steps:
        yield "(no steps)"
    for step in plan.steps:
        yield render_step(step)
        if step.details:
            yield f"    details: {_indented(step.details)}"
        for note in step.notes:
            yield f"    note: {_indented(note)}"
        if step.evidence:
            yield f"    evidence: {', '.join(step.evidence)}"
    for gone in plan.removed:
        yield f"{gone.step_id} was removed ({one_line(gone.title)}): {_indented(gone.reason)}"


def one_line(text: str) -> str:
    """A text whose line breaks have become spaces."""
    return " ".join(text.split())


def _indented(text: str) -> str:
    """Text of several lines, none of which can pass for a step's own."""
    return "\n      ".join(text.splitlines())
