"""Cancelling a run that nobody carries out. Nothing begins for that: no tools, no workspace and no model are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplan.plans.ended import Ended
from gameplan.plans.events import RunEnded
from gameplan.plans.model import ENDED
from gameplan.plans.retrying import why_over
from gameplan.plans.state import run_state

if TYPE_CHECKING:
    from gameplan.runtime import Intent, Session


async def cancel_idle(session: Session) -> None:
    """End the run that this session holds, if its inbox asks for that. Nothing else that was asked for is done."""
    state = run_state(session.standing)
    intents = await session.open_intents()
    cancels = [each for each in intents if each.kind == "cancel"]
    if state is None or why_over(state) or not cancels:
        return
    reason = _reason(cancels[0])
    for step in state.plan.steps:
        if state.of(step.id).status not in ENDED:
            session.dispatch(Ended("skipped", reason=reason).as_event(step.id))
    session.dispatch(RunEnded("cancelled", reason))
    for intent in intents:
        if intent.kind == "cancel":
            await session.settle(intent, "taken", "")
        else:
            await session.settle(intent, "refused", "The run was cancelled.")


def _reason(intent: Intent) -> str:
    said = intent.payload.get("reason") if isinstance(intent.payload, dict) else None
    return said if isinstance(said, str) and said else "cancelled by a person"
