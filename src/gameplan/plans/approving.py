"""Getting a call approved: what is known of it is shown, a person answers, and what they approved is held to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gameplan.plans.approvals import Reason, bound_to, covered, effects_of, seen_by
from gameplan.plans.ended import Ended
from gameplan.plans.events import ApprovalAsked
from gameplan.plans.model import Step
from gameplan.plans.state import DENIED
from gameplan.runtime.events import Json
from gameplan.tools import Tool
from gameplan.tools.workspace import as_approved
from gameplan.tools.workspace.changes import of_call

if TYPE_CHECKING:
    from gameplan.plans.engine import Engine

AnyTool = Tool[Any, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A call that a step is about to make. `name` is the step's in the record, `key` the call's for the tool."""

    step: Step
    tool: AnyTool
    name: str
    key: str
    args: dict[str, Json]
    params: object


@dataclass(frozen=True, slots=True)
class Approved:
    """A call may be made, if it does just what was shown; `spares`, if that destroys nothing."""

    bound: str
    seen: str
    spares: bool = False


async def approval_of(engine: Engine, call: Call, reason: Reason) -> Approved | Ended | None:
    """That the call is approved, or how the step ended; None if something else was answered: then look again.

    Where there is nothing that it would destroy, nobody is asked; it is held to that. Raises `Waits` if nobody can
    answer now.
    """
    spared = await asyncio.to_thread(call.tool.spares, call.params) if call.tool.spares is not None else ""
    if spared and reason.only_destroys:
        return Approved(bound_to(call.tool, call.args, spared), spared, spares=True)
    seen = await _looked(call, seen_by)
    bound = bound_to(call.tool, call.args, seen)
    stands = engine.state.of(call.name)
    if stands.denied is not None:
        return Ended("skipped", reason=f"denied: {stands.denied}", code=DENIED)
    if stands.approved == bound or await _is_approved(engine, call, reason, bound, spares=bool(spared)):
        engine.interrupted.discard(call.name)
        return Approved(bound, seen, spares=spared == seen != "")
    return None


@asynccontextmanager
async def held_as(engine: Engine, call: Call, approved: Approved) -> AsyncIterator[bool]:
    """What the call touches, held, and whether it is still as it was when it was approved."""
    async with engine.locks.held(call.tool, call.params):
        same = bound_to(call.tool, call.args, await _looked(call, seen_by)) == approved.bound
        with as_approved(approved.seen) if approved.seen else nullcontext():
            yield same


async def found_out(engine: Engine, call: Call) -> Ended | Reason | None:
    """What became of a call that was stopped while it ran: its end, why to ask, or that it may be made."""
    tool, known = call.tool, ""
    if tool.aftermath is not None:
        aftermath = await asyncio.to_thread(tool.aftermath, engine.session, call.key)
        if aftermath.happened == "all":
            engine.interrupted.discard(call.name)
            text = "It had been done when it was stopped."
            effects = effects_of(tool, call.params, spares=tool.spares is not None and _spared(engine, call))
            return Ended("completed", aftermath.value, attempts=1, text=text, effects=effects)
        if aftermath.happened == "nothing":
            engine.interrupted.discard(call.name)
            return None
        known = f" ({aftermath.text})" if aftermath.text else ""
    if tool.repeatable:
        engine.interrupted.discard(call.name)
        return None
    why = f"it was stopped while it ran, and nobody knows how far it came{known}: approve to run it again"
    return Reason(why, doubtful=True)


def _spared(engine: Engine, call: Call) -> bool:
    """True if a call that was made found nothing where it wrote."""
    made = of_call(engine.session.events, call.key)
    return all(change.before.kind in ("absent", "directory") for intent, _ in made for change in intent.changes)


async def _is_approved(engine: Engine, call: Call, reason: Reason, bound: str, *, spares: bool) -> bool:
    """True if the call is approved for just this; False if something else was answered."""
    name = call.name
    if not reason.doubtful and covered(engine.state, name, call.tool, call.params):
        engine.person.give(name, bound, "policy")
        return True
    asked = engine.state.of(name).asked
    if asked is None or asked.bound_to != bound or asked.why != reason.why:
        preview = await _looked(call, _preview)
        if not reason.doubtful and covered(engine.state, name, call.tool, call.params):
            engine.person.give(name, bound, "policy")  # approved meanwhile, with others of its kind
            return True
        asked = ApprovalAsked(
            name,
            bound,
            call.args,
            effects_of(call.tool, call.params, spares=spares),
            preview,
            reason.why,
            reason.doubtful,
            reason.doubts,
            call.tool.name,
        )
        engine.tell(asked)
    await engine.person.decide(asked, call.step)
    return engine.state.of(name).approved == bound


async def _looked(call: Call, look: Callable[[AnyTool, object], str]) -> str:
    """What a tool says of a call before it is made. It may have to read much, so the run goes on meanwhile."""
    if call.tool.fingerprint is None and call.tool.preview is None:
        return ""
    return await asyncio.to_thread(look, call.tool, call.params)


def _preview(tool: AnyTool, params: object) -> str:
    return tool.foreseen(params)[0]
