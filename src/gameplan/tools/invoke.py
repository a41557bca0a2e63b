"""Calling a tool: check, ask the gate, run, and record what came of it. A tool's fault is never raised."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import json
import threading
import traceback
from contextlib import suppress
from dataclasses import replace
from typing import Any

from gameplan.runtime.events import Json
from gameplan.tools.arguments import excerpt, read_arguments, said_by, validated
from gameplan.tools.clean import NotJson, clean_json, clean_text, masked, refuse_numbers_json_lacks
from gameplan.tools.context import ToolContext
from gameplan.tools.errors import ToolRefused, Transient, Waits
from gameplan.tools.gate import Denied, Gate, ProposedCall
from gameplan.tools.outcome import Done, Outcome, ToolInvoked
from gameplan.tools.tool import Tool

_DETAIL = 20_000
_LARGEST_RESULT = 10_000_000


async def invoke(tool: Tool[Any, Any], arguments: Json, context: ToolContext, *, gate: Gate | None = None) -> Outcome:
    """Call a tool with the arguments that a model sent; the outcome is recorded as `ToolInvoked`."""
    clock = context.session.clock
    started = clock.monotonic()
    try:
        read = read_arguments(arguments)
        params = validated(tool, read)
    except ToolRefused as refusal:
        return _record(tool.name, excerpt(arguments), _refused(refusal), context, clock.monotonic() - started)
    try:
        outcome = await perform(tool, params, read, context, gate=gate)
    except Waits:
        raise  # nothing has come of it yet
    except BaseException:  # the caller is being cancelled, or the program ends: the record is to be whole all the same
        _record(tool.name, read, _cancelled(tool, context), context, clock.monotonic() - started)
        raise
    if outcome.ok and not outcome.text:
        outcome = _worded(outcome.value)
    return _record(tool.name, read, outcome, context, clock.monotonic() - started)


def record_refusal(name: str, arguments: Json, refusal: Outcome, context: ToolContext) -> Outcome:
    """Put a call on the record that was refused before it reached a tool."""
    return _record(name, excerpt(arguments), refusal, context, 0.0)


def _worded(value: Json) -> Outcome:
    """What a model reads of a result that came without words of its own: the value itself."""
    if value is None:
        return Outcome.done(None, "")
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Outcome.done(value, text)


async def perform(
    tool: Tool[Any, Any], params: object, arguments: Json, context: ToolContext, *, gate: Gate | None = None
) -> Outcome:
    """Carry out a call whose arguments are valid, and leave the record to the caller. Raises only what is for them.

    The outcome has a text if the tool gave it one, or did not do its work.
    """
    try:
        if gate is None:
            passed = None
        else:
            passed = await gate(ProposedCall(tool, params, arguments, context.call_id, context.agent))
        if isinstance(passed, Denied):
            return Outcome.refused(f"It was not approved: {passed.reason}", code="denied")
        context.begin()
        if passed is None:
            return _done(tool, await _run(tool, params, context), context)
        async with passed:
            return _done(tool, await _run(tool, params, context), context)
    except ToolRefused as refusal:
        if context.dispatched:
            message = f"{masked(refusal.message)} (It refused after it had begun to act.)"
            return Outcome.failed(message, code="refused_too_late", changed=True)
        return _refused(refusal)
    except _TimedOut as late:
        return late.outcome
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        return _cancelled(tool, context)  # it is the tool's own
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a tool raises is its outcome
        return _broken(tool, error, context)
    finally:
        context.end()


async def _run(tool: Tool[Any, Any], params: object, context: ToolContext) -> object:
    if tool.timeout is None:
        result = tool.call(params, context)
        return await result if tool.is_async or inspect.isawaitable(result) else result
    limit = asyncio.timeout(tool.timeout)
    try:
        async with limit:
            if tool.is_async:
                return await tool.call(params, context)
            return await _settled(await _in_thread(tool, params, context))
    except TimeoutError:
        if not limit.expired():
            raise
        context.end()
        if tool.in_thread:
            message = f"{tool.name} did not return within {tool.timeout:g} s: abandoned, effect unknown."
            raise _TimedOut(Outcome.failed(message, code="abandoned", changed=True)) from None
        message = f"{tool.name} was stopped: it took longer than {tool.timeout:g} s."
        changed = _may_have_changed(tool, context)
        raise _TimedOut(Outcome.failed(message, code="timeout", changed=changed, transient=True)) from None


async def _settled(result: object) -> object:
    return await result if inspect.isawaitable(result) else result


async def _in_thread(tool: Tool[Any, Any], params: object, context: ToolContext) -> object:
    """Run a synchronous handler in a thread of its own, which nobody waits for once it is given up."""
    loop = asyncio.get_running_loop()
    finished: asyncio.Future[tuple[object, BaseException | None]] = loop.create_future()
    around = contextvars.copy_context()

    def settle(result: object, error: BaseException | None) -> None:
        if not finished.done():
            finished.set_result((result, error))

    def work() -> None:
        result: object = None
        error: BaseException | None = None
        try:
            result = around.run(tool.call, params, context)
        except BaseException as raised:  # noqa: BLE001 - it is raised again where the call is awaited
            error = raised
        with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
            loop.call_soon_threadsafe(settle, result, error)

    threading.Thread(target=work, name=f"tool {tool.name}", daemon=True).start()
    result, error = await finished
    if error is not None:
        raise error
    return result


def _done(tool: Tool[Any, Any], result: object, context: ToolContext) -> Outcome:
    done = result if isinstance(result, Done) else None
    try:
        value = _as_json(tool, done.value if done else result)
    except Exception as error:  # noqa: BLE001 - pydantic lets through what a type's own serializer raises
        given = type(done.value if done else result).__name__
        problem = f": {error}" if isinstance(error, NotJson) else ""
        message = f"{tool.name} returned {given}, which is not what it declares or cannot be written down{problem}."
        return Outcome.failed(
            message, code="unusable_result", changed=_may_have_changed(tool, context), detail=_traced(error)
        )
    if done:
        return Outcome.done(value, done.message, done.note)
    return Outcome("ok", "", value)


def _as_json(tool: Tool[Any, Any], result: object) -> Json:
    adapter = tool.result_adapter
    dumped = adapter.dump_python(result, mode="json", warnings="error")
    if tool.may_give_any_number and type(dumped) in (dict, list):
        refuse_numbers_json_lacks(adapter.dump_python(result, warnings="none"))  # pydantic makes some of them None
    # Text that no encoding takes, such as the name of a file, is not the tool's fault: it is mended.
    return clean_json(dumped, largest=_LARGEST_RESULT, mend_text=True)


def _refused(refusal: ToolRefused) -> Outcome:
    return Outcome.refused(masked(refusal.message), code=refusal.code, needs=refusal.needs)


def _cancelled(tool: Tool[Any, Any], context: ToolContext) -> Outcome:
    if not context.began:
        return Outcome.failed(f"{tool.name} was cancelled before it ran.", code="cancelled", changed=False)
    if tool.in_thread:
        message = f"{tool.name} was cancelled while it ran: abandoned, effect unknown."
        return Outcome.failed(message, code="cancelled", changed=True)
    message = f"{tool.name} was cancelled while it ran."
    return Outcome.failed(message, code="cancelled", changed=_may_have_changed(tool, context))


def _broken(tool: Tool[Any, Any], error: BaseException, context: ToolContext) -> Outcome:
    said = said_by(error)
    what = tool.name if context.began else f"The question whether {tool.name} may be called"
    message = f"{what} broke: {type(error).__name__}{': ' + said if said else ''}."
    return Outcome.failed(
        message,
        changed=_may_have_changed(tool, context),
        detail=_traced(error),
        transient=isinstance(error, Transient | TimeoutError | ConnectionError),
    )


def _traced(error: BaseException) -> str:
    """The traceback; of one that is long, the beginning (where it came from) and the end (what it says)."""
    text = masked("".join(traceback.format_exception(error)))
    if len(text) > _DETAIL:
        half = _DETAIL // 2
        text = f"{text[:half]}\n… ({len(text):,} characters)\n{text[-half:]}"
    return text


def _may_have_changed(tool: Tool[Any, Any], context: ToolContext) -> bool:
    return context.began and (tool.changes_something or context.dispatched > 0)


def _record(name: str, arguments: Json, outcome: Outcome, context: ToolContext, seconds: float) -> Outcome:
    text, detail = clean_text(outcome.text), clean_text(outcome.detail)
    if text != outcome.text or detail != outcome.detail:
        outcome = replace(outcome, text=text, detail=detail)
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
    return outcome


class _TimedOut(Exception):
    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
