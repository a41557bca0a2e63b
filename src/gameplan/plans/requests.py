"""What others ask of a run through its session's inbox, and how the engine takes it.

Whoever does not write the session (another process, the command line, the studio) asks; the engine that carries the run
out makes an event of it, or refuses with a reason. Each kind says what it presupposes (what an approval is bound to,
the version that an edit begins from), so an intent that comes again after a crash does nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from typing import TYPE_CHECKING

from gameplan.plans.model import PlanError, plan_from_wire
from gameplan.runtime import Intent, Verdict
from gameplan.runtime.events import Json

if TYPE_CHECKING:
    from gameplan.plans.engine import Engine

_WHILE_IT_RUNS = frozenset({"pause", "unpause"})


class Refused(ValueError):
    """The engine does not do what was asked."""


async def take_open(engine: Engine, *, only: str = "") -> None:
    """Take what was asked while nobody carried the run out; or of that what is of one kind only."""
    for intent in await engine.session.open_intents():
        if only and intent.kind != only:
            continue
        if intent.kind in _WHILE_IT_RUNS:
            await engine.session.settle(intent, "refused", "The run was not going on.")
        else:
            await _take(engine, intent)


async def take_all(engine: Engine) -> None:
    """Take what is asked, as it comes, for as long as the session is open."""
    async with aclosing(engine.session.intents()) as intents:
        async for intent in intents:
            async with engine.taking:
                await _take(engine, intent)


async def _take(engine: Engine, intent: Intent) -> None:
    verdict: Verdict = "taken"
    reason = ""
    try:
        payload = intent.payload if isinstance(intent.payload, dict) else {}
        act = _KINDS.get(intent.kind)
        if act is None:
            raise Refused(f'A run does not know how to "{intent.kind}".')
        act(engine, payload, intent.by)
    except (ValueError, LookupError) as error:
        verdict, reason = "refused", str(error) or type(error).__name__
    await engine.session.settle(intent, verdict, reason)


def _approve(engine: Engine, payload: dict[str, Json], by: str) -> None:
    bound, rest = _text(payload, "boundTo", ""), payload.get("rest") is True
    engine.approve(_text(payload, "step"), bound, by=by, rest=rest)


def _deny(engine: Engine, payload: dict[str, Json], by: str) -> None:
    engine.deny(_text(payload, "step"), _text(payload, "boundTo", ""), _text(payload, "reason", "not wanted"))


def _arguments(engine: Engine, payload: dict[str, Json], by: str) -> None:
    args = payload.get("args")
    if not isinstance(args, dict):
        raise Refused("The arguments must be an object.")
    engine.change_arguments(_text(payload, "step"), args)


def _answer(engine: Engine, payload: dict[str, Json], by: str) -> None:
    engine.answer(_text(payload, "step"), payload.get("value"), by=by)


def _pause(engine: Engine, payload: dict[str, Json], by: str) -> None:
    engine.pause()


def _unpause(engine: Engine, payload: dict[str, Json], by: str) -> None:
    engine.unpause()


def _cancel(engine: Engine, payload: dict[str, Json], by: str) -> None:
    engine.cancel(_text(payload, "reason", "cancelled by a person"))


def _skip(engine: Engine, payload: dict[str, Json], by: str) -> None:
    engine.skip(_text(payload, "step"), _text(payload, "reason", "skipped by a person"))


def _retry(engine: Engine, payload: dict[str, Json], by: str) -> None:
    args = payload.get("args")
    if args is not None and not isinstance(args, dict):
        raise Refused("The arguments must be an object.")
    engine.retry(_text(payload, "step"), args, by=by)


def _edit(engine: Engine, payload: dict[str, Json], by: str) -> None:
    now = engine.state.plan.version
    if payload.get("from") != now:
        raise Refused(f"The plan has changed meanwhile: it is version {now} now.")
    try:
        plan = plan_from_wire(payload.get("plan"))
    except PlanError as error:
        raise Refused(str(error)) from None
    engine.change(plan, _text(payload, "why", "edited by a person"), by=by)


_KINDS: dict[str, Callable[[Engine, dict[str, Json], str], None]] = {
    "approve": _approve,
    "deny": _deny,
    "arguments": _arguments,
    "answer": _answer,
    "pause": _pause,
    "unpause": _unpause,
    "cancel": _cancel,
    "skip": _skip,
    "retry": _retry,
    "edit": _edit,
}


def _text(payload: dict[str, Json], name: str, default: str | None = None) -> str:
    value = payload.get(name, default)
    if not isinstance(value, str):
        raise Refused(f'"{name}" is missing.')
    return value
