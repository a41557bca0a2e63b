"""Calling a tool: check, ask the gate, run, and record what came of it. A tool's fault is never raised."""

from __future__ import annotations

import asyncio
import threading
import traceback
from typing import Any

from gameplan.runtime.events.codec import adapter_of
from gameplan.runtime.events.declare import Json
from gameplan.tools.arguments import excerpt, read_arguments, validated
from gameplan.tools.context import ToolContext
from gameplan.tools.errors import ToolRefused
from gameplan.tools.gate import Gate, ProposedCall
from gameplan.tools.outcome import Done, Outcome, ToolInvoked
from gameplan.tools.tool import Tool

_MESSAGE = 300
_DETAIL = 20_000


async def invoke(tool: Tool[Any, Any], arguments: Json, context: ToolContext, *, gate: Gate | None = None) -> Outcome:
    """Call a tool with the arguments that a model sent; the outcome is recorded as `ToolInvoked`."""
    clock = context.session.clock
    started = clock.monotonic()
    try:
        outcome, arguments = await _outcome(tool, arguments, context, gate)
    except asyncio.CancelledError:
        outcome = Outcome.failed(
            f"{tool.name} was cancelled while it ran.", code="cancelled", changed=_may_have_changed(tool, context)
        )
        task = asyncio.current_task()
        if task is not None and task.cancelling():  # it is not the tool's own: the caller is being cancelled
            _record(tool.name, arguments, outcome, context, clock.monotonic() - started)
            raise
    _record(tool.name, arguments, outcome, context, clock.monotonic() - started)
    return outcome


def record_refusal(name: str, arguments: Json, refusal: Outcome, context: ToolContext) -> Outcome:
    """Put a call on the record that was refused before it reached a tool."""
    _record(name, arguments, refusal, context, 0.0)
    return refusal


async def _outcome(
    tool: Tool[Any, Any], arguments: Json, context: ToolContext, gate: Gate | None
) -> tuple[Outcome, Json]:
    try:
        arguments = read_arguments(arguments)
        params = validated(tool, arguments)
    except ToolRefused as refusal:
        return Outcome.refused(refusal.message, code=refusal.code, needs=refusal.needs), excerpt(arguments)
    if gate is not None:
        denied = await gate(ProposedCall(tool, params, arguments, context.call_id, context.agent))
        if denied is not None:
            return Outcome.refused(f"It was not approved: {denied.reason}", code="denied"), arguments
    try:
        result = await _run(tool, params, context)
        return _done(tool, result), arguments
    except ToolRefused as refusal:
        if context.dispatched:
            message = f"{refusal.message} (It refused after it had begun to act.)"
            return Outcome.failed(message, code="refused_too_late", changed=True), arguments
        return Outcome.refused(refusal.message, code=refusal.code, needs=refusal.needs), arguments
    except _TimedOut as late:
        return late.outcome, arguments
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a tool raises is its outcome
        return _broken(tool, error, context), arguments
    finally:
        context.end()


async def _run(tool: Tool[Any, Any], params: object, context: ToolContext) -> object:
    if tool.timeout is None:
        result = tool.call(params, context)
        return await result if tool.is_async else result
    limit = asyncio.timeout(tool.timeout)
    try:
        async with limit:
            if tool.is_async:
                return await tool.call(params, context)
            return await _in_thread(tool, params, context)
    except TimeoutError:
        if not limit.expired():
            raise
        context.end()
        changed = _may_have_changed(tool, context)
        if tool.is_async:
            message, code = f"{tool.name} was stopped: it took longer than {tool.timeout:g} s.", "timeout"
        else:
            message = f"{tool.name} did not return within {tool.timeout:g} s: abandoned, effect unknown."
            code, changed = "abandoned", True
        raise _TimedOut(Outcome.failed(message, code=code, changed=changed)) from None


async def _in_thread(tool: Tool[Any, Any], params: object, context: ToolContext) -> object:
    """Run a synchronous handler in a thread of its own, which nobody waits for once it is given up."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[object] = loop.create_future()

    def settle(result: object, error: BaseException | None) -> None:
        if not future.done():
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    def work() -> None:
        result: object = None
        error: BaseException | None = None
        try:
            result = tool.call(params, context)
        except BaseException as raised:  # noqa: BLE001 - it is raised again where the call is awaited
            error = raised
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, name=f"tool {tool.name}", daemon=True).start()
    return await future


def _done(tool: Tool[Any, Any], result: object) -> Outcome:
    done = result if isinstance(result, Done) else None
    value = done.value if done else result
    as_json = value if value is None or type(value) in (str, int, bool) else _as_json(tool, value)
    if done:
        return Outcome.done(as_json, done.message, done.note)
    if value is None:
        return Outcome.done(None, "")
    return Outcome.done(as_json, value if isinstance(value, str) else adapter_of(tool.result).dump_json(value).decode())


def _as_json(tool: Tool[Any, Any], value: object) -> Json:
    return adapter_of(tool.result).dump_python(value, mode="json")


def _broken(tool: Tool[Any, Any], error: BaseException, context: ToolContext) -> Outcome:
    try:
        said = str(error).strip().split("\n", 1)[0][:_MESSAGE]
    except Exception:  # noqa: BLE001 - an error that cannot even be printed
        said = ""
    message = f"{tool.name} broke: {type(error).__name__}{': ' + said if said else ''}."
    detail = "".join(traceback.format_exception(error))[-_DETAIL:]
    return Outcome.failed(message, changed=_may_have_changed(tool, context), detail=detail)


def _may_have_changed(tool: Tool[Any, Any], context: ToolContext) -> bool:
    return tool.changes_something or context.dispatched > 0


def _record(name: str, arguments: Json, outcome: Outcome, context: ToolContext, seconds: float) -> None:
    context.session.dispatch(
        ToolInvoked(
            call_id=context.call_id,
            tool=name,
            arguments=arguments,
            status=outcome.status,
            text=outcome.text,
            value=outcome.value,
            code=outcome.code,
            needs=outcome.needs,
            detail=outcome.detail,
            logs=context.logs,
            duration_ms=round(seconds * 1000, 3),
            turn=context.turn,
            agent=context.agent,
        )
    )


class _TimedOut(Exception):
    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
