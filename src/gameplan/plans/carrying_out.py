"""Carrying out one step: its condition, its items, its approval, its attempts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from gameplan.agents.retry import Retry as BackOff
from gameplan.expressions import ExpressionError
from gameplan.plans.approvals import effects_of, why_asked
from gameplan.plans.approving import Call, approval_of, found_out, held_as
from gameplan.plans.ended import Ended
from gameplan.plans.events import StepBegan
from gameplan.plans.model import Plan
from gameplan.plans.prepared import Ready, prepare
from gameplan.plans.provenance import Outside
from gameplan.plans.references import BadReference, resolved
from gameplan.plans.state import DENIED
from gameplan.plans.step_context import StepContext
from gameplan.runtime.events import Json
from gameplan.tools import Outcome, Tool, ToolRefused, Waits, message_in, perform
from gameplan.tools.arguments import validated

if TYPE_CHECKING:
    from gameplan.plans.scheduler import Scheduler

_MOST_REASONS = 5


async def carry_out(scheduler: Scheduler, ready: Ready) -> Ended:
    """How the step ended. Raises `Waits` if a person must answer first."""
    step, results = ready.step, scheduler.results
    try:
        if ready.condition is not None and not ready.condition.holds(results):
            return Ended("skipped", reason=f"its condition does not hold: {step.when}")
        if step.for_each is None:
            return await _once(scheduler, ready, scheduler.prefix + step.id, results)
        items = resolved(step.for_each.items, results)
    except (BadReference, ExpressionError) as error:
        return Ended("failed", reason=error.message, code="bad_reference")
    return await _for_each(scheduler, ready, items)


async def _once(scheduler: Scheduler, ready: Ready, name: str, results: Mapping[str, Json]) -> Ended:
    if ready.step.plan is not None:
        return await _nested_in_time(scheduler, ready, name, results)
    engine = scheduler.engine
    stands = engine.state.steps.get(name)
    if not ready.plain or name in engine.interrupted or (stands is not None and stands.edited is not None):
        return await _call(scheduler, ready, name, results)
    assert ready.tool is not None
    try:
        args = ready.arguments(results)
        params = validated(ready.tool, args)
    except (BadReference, ToolRefused) as error:
        return _unfit(error)
    if not ready.tool.effects:
        return await _attempts(scheduler, ready, name, args, params)
    return await _freely(scheduler, ready, name, args, params)


async def _for_each(scheduler: Scheduler, ready: Ready, items: Json) -> Ended:
    """The step for each item, some at a time; the values stand in the order of the items."""
    step, engine = ready.step, scheduler.engine
    assert step.for_each is not None
    if not isinstance(items, list):
        return Ended("failed", reason="what it should go through is not a list", code="not_a_list")
    if len(items) > step.for_each.max:
        reason = f"{len(items)} items are more than the {step.for_each.max} that it may take"
        return Ended("failed", reason=reason, code="too_many_items")
    room = asyncio.Semaphore(step.for_each.parallel)
    name = scheduler.prefix + step.id
    engine.tell(StepBegan(name, f"{engine.session.session_id}/{name}", {"items": len(items)}))
    started = engine.session.clock.monotonic()

    async def one(number: int, item: Json) -> Ended | None:
        async with room, engine.places.one():
            inner = f"{name}[{number}]"
            before = engine.state.of(inner)
            if before.status in ("completed", "skipped"):
                return Ended(before.status, before.value, before.reason, code=before.code)
            try:
                ended = await _once(scheduler, ready, inner, {**scheduler.results, "item": item})
            except Waits:
                return None
            engine.tell(ended.as_event(inner))
            return ended

    async with engine.places.aside():
        tasks = [asyncio.create_task(one(number, item)) for number, item in enumerate(items)]
        try:
            ends = await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    done = [end for end in ends if end is not None]
    if len(done) < len(ends):
        raise Waits
    took = round((engine.session.clock.monotonic() - started) * 1000, 3)
    bad = [f"[{number}] {end.reason}" for number, end in enumerate(done) if end.status == "failed"]
    skipped = [end for end in done if end.status == "skipped"]
    if skipped and len(skipped) == len(done):
        code = skipped[0].code
        return Ended("skipped", reason=f"each of its items was: {skipped[0].reason}", duration_ms=took, code=code)
    if bad:
        more = f"; and {len(bad) - _MOST_REASONS} more" if len(bad) > _MOST_REASONS else ""
        reason = "; ".join(bad[:_MOST_REASONS]) + more
        return Ended("failed", reason=reason, duration_ms=took, code="some_items_failed")
    values = [end.value for end in done if end.status == "completed"]  # what was denied is done without
    return Ended("completed", values, attempts=1, duration_ms=took)


async def _nested_in_time(scheduler: Scheduler, ready: Ready, name: str, results: Mapping[str, Json]) -> Ended:
    """The plan inside a step, within the time that the step has."""
    limit = asyncio.timeout(ready.step.timeout)
    try:
        async with limit:
            return await _nested(scheduler, ready, name, results)
    except TimeoutError:
        if not limit.expired():
            raise
        return Ended("failed", reason=f"it took longer than {ready.step.timeout:g} s", code="timeout")


async def _nested(scheduler: Scheduler, ready: Ready, name: str, results: Mapping[str, Json]) -> Ended:
    """The plan inside a step. Its steps are told under the step's name, and it holds no place while it waits for them.

    A run that goes on takes it up where it stood, as its own.
    """
    from gameplan.plans.scheduler import Scheduler as Inner

    engine, plan = scheduler.engine, ready.step.plan
    assert isinstance(plan, Plan)
    try:
        given = ready.arguments(results)
    except BadReference as error:
        return Ended("failed", reason=error.message, code="bad_reference")
    if engine.state.of(name).status != "running":
        engine.tell(StepBegan(name, f"{engine.session.session_id}/{name}", given))
    started = engine.session.clock.monotonic()
    untrusted = scheduler.prepared.outside.arguments_of(ready.step)
    prepared = prepare(plan, engine.tools, estimates=engine.state.estimates, untrusted_inputs=untrusted)
    inner = Inner(engine, prepared, plan.told(given), prefix=f"{name}/")
    async with engine.places.aside():
        engine.add(inner)
        try:
            await inner.run()
        except asyncio.CancelledError:
            inner.stop()
            await asyncio.gather(*inner.tasks.values(), return_exceptions=True)
            if not engine.left:
                inner.give_up(engine.stopping or "the step that it belongs to was stopped", name)
            raise
        finally:
            engine.remove(inner)
    if engine.stopping:
        inner.give_up(engine.stopping, name)
    elif inner.waiting:
        raise Waits
    took = round((engine.session.clock.monotonic() - started) * 1000, 3)
    bad = [f"{key} {engine.state.of(inner.prefix + key).reason}" for key, end in inner.over.items() if end == "failed"]
    if bad:
        return Ended("failed", reason="; ".join(bad[:_MOST_REASONS]), duration_ms=took, code="nested_failed")
    if plan.output is None:
        value: Json = {key: each for key, each in inner.results.items() if key != "input"}
    else:
        try:
            value = resolved(plan.output, inner.results)
        except BadReference as error:
            return Ended("failed", reason=f"its output: {error.message}", duration_ms=took, code="bad_reference")
    return Ended("completed", value, attempts=1, duration_ms=took)


async def _call(scheduler: Scheduler, ready: Ready, name: str, results: Mapping[str, Json]) -> Ended:
    """A call that changes something, or was interrupted: a person is asked where one must be."""
    engine, step, tool = scheduler.engine, ready.step, ready.tool
    assert tool is not None
    while True:
        stands = engine.state.of(name)
        if stands.denied is not None:
            return Ended("skipped", reason=f"denied: {stands.denied}", code=DENIED)
        edited = stands.edited
        try:
            args = ready.arguments(results) if edited is None else edited
            call = Call(step, tool, name, f"{engine.session.session_id}/{name}", args, validated(tool, args))
        except (BadReference, ToolRefused) as error:
            return _unfit(error)
        outside = scheduler.prepared.outside if edited is None else Outside()  # what a person gave is theirs
        reason = why_asked(step, tool, call.params, outside, results, engine.state.vouched)
        if name in engine.interrupted:
            found = await found_out(engine, call)
            if isinstance(found, Ended):
                return found
            reason = found or reason
        if reason is None:
            return await _freely(scheduler, ready, name, args, call.params)
        approved = await approval_of(engine, call, reason)
        if isinstance(approved, Ended):
            return approved
        if approved is None:
            continue
        async with held_as(engine, call, approved) as same:
            if same:
                ended = await _attempts(scheduler, ready, name, args, call.params, spares=approved.spares)
                if ended.code != "changed_since_approval":
                    return ended


async def _freely(scheduler: Scheduler, ready: Ready, name: str, args: dict[str, Json], params: object) -> Ended:
    """What came of a call that nobody needs to be asked for."""
    assert ready.tool is not None
    async with scheduler.engine.locks.held(ready.tool, params):
        return await _attempts(scheduler, ready, name, args, params)


async def _attempts(
    scheduler: Scheduler, ready: Ready, name: str, args: dict[str, Json], params: object, *, spares: bool = False
) -> Ended:
    """Try a call as often as it may be tried: again only where it does no harm, and may help."""
    step, tool, engine = ready.step, ready.tool, scheduler.engine
    assert tool is not None
    session = engine.session
    clock, key = session.clock, f"{session.session_id}/{name}"
    attempt = 1
    while True:
        stands = engine.state.steps.get(name)
        if stands is None or stands.open_question is None:  # one that waits for its answer is not begun anew
            engine.tell(StepBegan(name, key, args, attempt))
        if not ready.plain:
            await session.committed()  # before it acts
        started = clock.monotonic()
        context = StepContext(engine, scheduler, step, name, key)
        if step.timeout is None:
            outcome = await perform(tool, params, args, context)
        else:
            outcome = await _within(step.timeout, tool, params, args, context)
        took = round((clock.monotonic() - started) * 1000, 3)
        if outcome.status == "ok":
            effects = effects_of(tool, params, spares=spares) if tool.effects else ()
            return Ended("completed", outcome.value, "", attempt, took, outcome.text, "", effects, context.logs)
        most = step.retry.attempts if step.retry and tool.repeatable else 1
        if outcome.status == "refused" or not outcome.transient or attempt >= most:
            reason = message_in(outcome.text)
            return Ended("failed", None, reason, attempt, took, "", outcome.code, (), context.logs, outcome.detail)
        assert step.retry is not None
        await clock.sleep(BackOff(first_wait=step.retry.wait).wait(attempt, key))
        attempt += 1


async def _within(seconds: float, tool: Tool[Any, Any], params: object, args: Json, context: StepContext) -> Outcome:
    """What came of a call that has only so much time."""
    limit = asyncio.timeout(seconds)
    try:
        async with limit:
            return await perform(tool, params, args, context)
    except TimeoutError:
        if not limit.expired():
            raise
        text = f"It took longer than {seconds:g} s."
        return Outcome.failed(text, code="timeout", changed=tool.changes_something, transient=True)


def _unfit(error: BadReference | ToolRefused) -> Ended:
    """How a step ends whose arguments do not fit."""
    code = error.code if isinstance(error, ToolRefused) else "bad_reference"
    return Ended("failed", reason=error.message, code=code)
