"""The completion gate: before an agent stops, it is told what its plan still holds open."""

from __future__ import annotations

from gameplan.runtime import Session, select_latest
from gameplan.tools.planning.model import Plan
from gameplan.tools.planning.reducers import register_reducers
from gameplan.tools.planning.rendering import one_line, render_step


def open_work(plan: Plan) -> str | None:
    """What is still open in the plan, for the agent to read; None if it is completed or abandoned."""
    if plan.status != "active":
        return None
    name = one_line(plan.objective)
    if not plan.steps:
        return f'The plan "{name}" has no steps yet. Add the steps it needs, or clear it if it no longer applies.'
    still_open = [step for step in plan.steps if not step.settled]
    if not still_open:
        return None
    return "\n".join(
        (
            f'The plan "{name}" is not finished: {len(still_open)} of {len(plan.steps)} steps are open.',
            *map(render_step, still_open),
            "Finish these steps and mark them, or clear the plan if it no longer applies.",
        )
    )


def completion_gate(session: Session) -> str | None:
    """What the session's plan still holds open; None if there is no plan, or nothing is open: the agent may stop."""
    register_reducers(session)  # a session that was just reopened has its plan, whoever asks first
    plan = select_latest(session, Plan)
    return None if plan is None else open_work(plan)
