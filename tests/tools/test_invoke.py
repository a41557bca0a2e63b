"""Calling a tool: `ok`, `refused` or `failed`, always on the record; a tool's fault is never raised."""

from __future__ import annotations

import asyncio
import contextvars
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from gameplan.runtime import (
    CommitFailed,
    ManualClock,
    MemoryJournal,
    ReducerContext,
    Session,
    Slice,
    SqliteJournal,
    append,
    event,
    select_all,
)
from gameplan.tools import (
    CallOver,
    Denied,
    Destroys,
    Done,
    Outcome,
    ProposedCall,
    Tool,
    ToolContext,
    ToolInvoked,
    ToolLogged,
    ToolRefused,
    Writes,
    invoke,
    tool,
)
from gameplan.tools.invoke import record_refusal


@event("invoke.opened")
@dataclass(frozen=True, slots=True)
class Opened:
    door: str


@dataclass(frozen=True)
class Door:
    door: str = "north"


@pytest.fixture
def session() -> Session:
    """Durable, so that what cannot be recorded is noticed."""
    made = Session(journal=MemoryJournal(), clock=ManualClock())
    made.register_reducer(Opened, append)
    return made


@pytest.fixture
def context(session: Session) -> ToolContext:
    return ToolContext(session, "call-1", turn="turn-1", agent="[Executor]")


def made(handler: Callable[..., Any], returns: Any = str, **options: Any) -> Tool[Any, Any]:
    """A tool from a few lines, for a test."""
    handler.__annotations__.update({"return": returns})
    return tool(name="act", description="Act.", **{"effects": (), **options})(handler)


def last(session: Session) -> ToolInvoked:
    return session.events_of(ToolInvoked)[-1]


# -- ok


async def test_a_result_is_recorded_with_all_that_there_is_to_say(session: Session, context: ToolContext) -> None:
    clock = session.clock
    assert isinstance(clock, ManualClock)

    def act(params: Door, context: ToolContext) -> str:
        clock.advance(0.25)
        context.log("pushing")
        return f"The {params.door} door is open."

    outcome = await invoke(made(act), {"door": "south"}, context)
    assert outcome == Outcome("ok", "Done. The south door is open.", "The south door is open.")
    assert outcome.ok
    assert session.events_of(ToolInvoked) == (
        ToolInvoked(
            call_id="call-1",
            tool="act",
            arguments={"door": "south"},
            status="ok",
            text="Done. The south door is open.",
            value="The south door is open.",
            logs=("pushing",),
            duration_ms=250.0,
            turn="turn-1",
            agent="[Executor]",
        ),
    )


@dataclass(frozen=True)
class Found:
    path: Path
    when: datetime
    price: Decimal
    names: tuple[str, ...]


@pytest.mark.parametrize(
    ("returns", "value", "as_json", "text"),
    [
        (type(None), None, None, "Done."),
        (str, "text", "text", "Done. text"),
        (str, "", "", "Done."),
        (int, 3, 3, "Done. 3"),
        (bool, True, True, "Done. true"),
        (list[int], [1, 2], [1, 2], "Done. [1,2]"),
        (dict[str, float], {"é": 0.5}, {"é": 0.5}, 'Done. {"é":0.5}'),
        (
            Found,
            Found(Path("a/b"), datetime(2026, 1, 2, tzinfo=UTC), Decimal("1.50"), ("x",)),
            {"path": "a/b", "when": "2026-01-02T00:00:00Z", "price": "1.50", "names": ["x"]},
            'Done. {"path":"a/b","when":"2026-01-02T00:00:00Z","price":"1.50","names":["x"]}',
        ),
    ],
)
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_typed_result_becomes_json(
    context: ToolContext, returns: Any, value: Any, as_json: Any, text: str, asynchronous: bool
) -> None:
    def act(params: Door) -> Any:
        return value

    async def act_async(params: Door) -> Any:
        return value

    outcome = await invoke(made(act_async if asynchronous else act, returns), {}, context)
    assert (outcome.status, outcome.value, outcome.text) == ("ok", as_json, text)


async def test_done_gives_the_words_that_a_model_reads(context: ToolContext) -> None:
    def act(params: Door) -> Any:
        return Done(42, "It is forty-two.")

    outcome = await invoke(made(act, Done[int]), {}, context)
    assert (outcome.value, outcome.text) == (42, "Done. It is forty-two.")


async def test_a_note_says_that_the_action_was_carried_out_all_the_same(context: ToolContext) -> None:
    def act(params: Door) -> Any:
        return Done(None, "The door is open.", note="It creaked.")

    outcome = await invoke(made(act, Done[None]), {}, context)
    assert outcome.ok
    assert outcome.text == (
        "Done, with a note. The door is open.\n"
        "Note: It creaked. (The action was carried out; do not undo or repeat it.)"
    )


async def test_a_function_that_returns_an_awaitable_is_awaited(context: ToolContext) -> None:
    async def later() -> str:
        return "later"

    def act(params: Door) -> Any:
        return later()

    for timeout in (None, 5.0):
        assert (await invoke(made(act, timeout=timeout), {}, context)).text == "Done. later"


@pytest.mark.parametrize(
    ("returns", "value"),
    [
        (int, "three"),
        (Found, "a text"),
        (float, math.nan),
        (dict[str, Any], {"deep": [math.inf]}),
        (Any, object()),
        (bytes, b"\xff\xfe"),
        (Any, [[]]),
    ],
)
async def test_a_result_that_cannot_be_written_down_fails_and_says_why(
    session: Session, context: ToolContext, returns: Any, value: Any
) -> None:
    if value == [[]]:  # a structure without end
        for _ in range(500):
            value = [value]

    def act(params: Door) -> Any:
        return value

    outcome = await invoke(made(act, returns, effects=Writes("door")), {}, context)
    assert (outcome.status, outcome.code, outcome.value) == ("failed", "unusable_result", None)
    said = f"Failed. act returned {type(value).__name__}, which is not what it declares or cannot be written down"
    assert outcome.text.startswith(said)
    assert outcome.text.endswith("It may have taken effect in part.")
    assert last(session).status == "failed"


async def test_text_that_no_encoding_takes_is_mended_in_a_result(session: Session, context: ToolContext) -> None:
    def act(params: Door) -> Any:
        context.log("found \udc80")
        return ["name-\udcff"]

    outcome = await invoke(made(act, list[str]), {}, context)
    assert outcome.value == ["name-\\udcff"] and outcome.text == 'Done. ["name-\\\\udcff"]'
    assert last(session).logs == ("found \\udc80",)


# -- refused


async def test_a_refusal_says_that_nothing_changed_and_what_is_needed(session: Session, context: ToolContext) -> None:
    def act(params: Door, context: ToolContext) -> str:
        raise ToolRefused("The door is locked.", code="locked", needs=["the brass key"])

    outcome = await invoke(made(act, effects=Writes("door")), {}, context)
    assert outcome == Outcome(
        "refused",
        "Refused, nothing changed. The door is locked.\n- needed: the brass key",
        code="locked",
        needs=("the brass key",),
    )
    assert not outcome.ok
    assert (last(session).status, last(session).code, last(session).needs) == ("refused", "locked", ("the brass key",))
    assert last(session).detail == ""


@pytest.mark.parametrize("needs", ["the brass key", ["the brass key"]])
def test_a_single_need_may_be_a_text(needs: Any) -> None:
    assert ToolRefused("No.", needs=needs).needs == ("the brass key",)


async def test_a_refusal_after_it_had_begun_to_act_is_a_failure(session: Session, context: ToolContext) -> None:
    def act(params: Door, context: ToolContext) -> str:
        context.dispatch(Opened(params.door))
        raise ToolRefused("Wait, no.", code="locked")

    outcome = await invoke(made(act), {}, context)
    assert (outcome.status, outcome.code) == ("failed", "refused_too_late")
    assert outcome.text == (
        "Failed. Wait, no. (It refused after it had begun to act.) It may have taken effect in part."
    )
    assert select_all(session, Opened) == (Opened("north"),)


async def test_a_dispatch_that_did_not_happen_does_not_spoil_a_refusal(session: Session, context: ToolContext) -> None:
    def never(slice_: Slice[Any], event: Opened, context: ReducerContext) -> Slice[Any]:
        raise ValueError("walled up")

    session.register_reducer(Opened, never, slice_type=Door)

    def act(params: Door, context: ToolContext) -> str:
        try:
            context.dispatch(Opened(params.door))
        except Exception as error:
            raise ToolRefused("It is walled up.") from error
        return "open"

    assert (await invoke(made(act), {}, context)).text == "Refused, nothing changed. It is walled up."


def test_a_call_that_never_reached_a_tool_is_recorded_as_well(session: Session, context: ToolContext) -> None:
    refusal = Outcome.refused("There is no tool “fly”.", code="unknown_tool")
    assert record_refusal("fly", {"to": math.nan}, refusal, context) == refusal
    assert (last(session).tool, last(session).status, last(session).code) == ("fly", "refused", "unknown_tool")
    assert last(session).arguments == "{'to': nan}"


# -- failed


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("even this")


class OwnExit(SystemExit):
    pass


FAULTS: list[tuple[Callable[[], BaseException], str]] = [
    (lambda: ValueError("no such door"), "ValueError: no such door."),
    (lambda: ValueError("It ends with a stop."), "ValueError: It ends with a stop."),
    (lambda: KeyError("x"), "KeyError: 'x'."),
    (lambda: RuntimeError(), "RuntimeError."),
    (lambda: RuntimeError("first line\nsecond line"), "RuntimeError: first line."),
    (lambda: SystemExit(3), "SystemExit: 3."),
    (lambda: OwnExit("bye"), "OwnExit: bye."),
    (lambda: Unspeakable(), "Unspeakable."),
    (lambda: RuntimeError("x" * 5_000_000), "RuntimeError: " + "x" * 300 + "."),
    (lambda: RuntimeError("half \ud800"), "RuntimeError: half \\ud800."),
    (lambda: ExceptionGroup("many", [ValueError("a"), TypeError("b")]), "ExceptionGroup: many (2 sub-exceptions)."),
    (lambda: StopIteration("end"), "RuntimeError: coroutine raised StopIteration."),
    (lambda: TimeoutError("its own"), "TimeoutError: its own."),
    (lambda: RecursionError("deep"), "RecursionError: deep."),
    (lambda: MemoryError(), "MemoryError."),
]


@pytest.mark.parametrize(("fault", "said"), FAULTS, ids=[said[:30] for _, said in FAULTS])
@pytest.mark.parametrize("how", ["sync", "async", "sync with a timeout", "async with a timeout"])
async def test_whatever_a_tool_raises_is_a_failure_with_a_short_message_and_the_traceback_in_the_event(
    session: Session, context: ToolContext, fault: Callable[[], BaseException], said: str, how: str
) -> None:
    def where_it_breaks(params: Door) -> str:
        raise fault()

    async def where_it_breaks_later(params: Door) -> str:
        await asyncio.sleep(0)
        raise fault()

    handler = where_it_breaks_later if "async" in how else where_it_breaks
    outcome = await invoke(made(handler, timeout=5.0 if "timeout" in how else None), {}, context)
    assert outcome.status == "failed" and outcome.code == "failed"
    assert outcome.text == f"Failed. act broke: {said} Nothing changed."
    assert "Traceback" not in outcome.text and "where_it_breaks" not in outcome.text
    recorded = last(session)
    assert recorded.detail.startswith("Traceback") or "Exception Group Traceback" in recorded.detail
    assert "where_it_breaks" in recorded.detail
    assert len(recorded.detail) < 21_000


@pytest.mark.parametrize(
    ("effects", "dispatches", "changed"),
    [
        ((), False, "Nothing changed."),
        ((), True, "It may have taken effect in part."),
        (Writes("door"), False, "It may have taken effect in part."),
    ],
)
async def test_a_failure_says_whether_anything_may_have_changed(
    context: ToolContext, effects: Any, dispatches: bool, changed: str
) -> None:
    def act(params: Door, context: ToolContext) -> str:
        if dispatches:
            context.dispatch(Opened(params.door))
        raise ValueError("no")

    assert (await invoke(made(act, effects=effects), {}, context)).text.endswith(changed)


async def test_a_tool_whose_session_fails_does_not_hide_that(tmp_path: Path) -> None:
    session = Session(journal=SqliteJournal(tmp_path / "journal.db"), session_id="s")

    def act(params: Door, context: ToolContext) -> str:
        session._writer._failure = CommitFailed("the disk is full")  # type: ignore[union-attr]
        context.dispatch(Opened("north"))
        return "open"

    with pytest.raises(CommitFailed):
        await invoke(made(act), {}, ToolContext(session))
    session.close()


# -- timeouts


async def test_an_async_tool_that_takes_too_long_is_stopped(session: Session, context: ToolContext) -> None:
    stopped = asyncio.Event()

    async def act(params: Door) -> str:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            stopped.set()
            raise
        return "open"

    outcome = await invoke(made(act, timeout=0.02), {}, context)
    assert (outcome.status, outcome.code) == ("failed", "timeout")
    assert outcome.text == "Failed. act was stopped: it took longer than 0.02 s. Nothing changed."
    assert stopped.is_set()
    assert last(session).code == "timeout"
    task = asyncio.current_task()
    assert task is not None and task.cancelling() == 0


async def test_a_sync_tool_that_takes_too_long_is_abandoned_and_can_change_nothing_any_more(
    session: Session, context: ToolContext
) -> None:
    go_on, late = threading.Event(), []
    over = threading.Event()

    def act(params: Door, context: ToolContext) -> str:
        go_on.wait(30)
        context.log("too late")
        try:
            context.dispatch(Opened(params.door))
        except CallOver as error:
            late.append(str(error))
        over.set()
        return "open"

    outcome = await invoke(made(act, timeout=0.02), {}, context)
    assert (outcome.status, outcome.code) == ("failed", "abandoned")
    assert outcome.text == (
        "Failed. act did not return within 0.02 s: abandoned, effect unknown. It may have taken effect in part."
    )
    go_on.set()
    assert await asyncio.to_thread(over.wait, 30)
    await asyncio.sleep(0.01)
    assert late == ["Call call-1 has ended; what it does now does not count."]
    assert session.events_of(Opened) == () and session.seq == 1 and last(session).logs == ()


async def test_a_tool_within_its_time_is_not_disturbed(context: ToolContext) -> None:
    def act(params: Door) -> str:
        return threading.current_thread().name

    assert (await invoke(made(act, timeout=5.0), {}, context)).text == "Done. tool act"


async def test_a_thread_sees_the_context_variables_of_its_caller(context: ToolContext) -> None:
    variable: contextvars.ContextVar[str] = contextvars.ContextVar("variable", default="unset")
    variable.set("set")

    def act(params: Door) -> str:
        return variable.get()

    assert (await invoke(made(act, timeout=5.0), {}, context)).text == "Done. set"


def test_a_thread_that_outlives_the_event_loop_disturbs_nobody() -> None:
    go_on, over = threading.Event(), threading.Event()

    def act(params: Door) -> str:
        go_on.wait(30)
        over.set()
        return "open"

    outcome = asyncio.run(invoke(made(act, timeout=0.01), {}, ToolContext(Session())))
    assert outcome.code == "abandoned"
    go_on.set()
    assert over.wait(30)
    time.sleep(0.02)  # an exception in the thread would be a warning, and warnings are errors here


# -- cancellation


@pytest.mark.parametrize("timeout", [None, 30.0])
async def test_cancellation_is_raised_and_leaves_a_whole_record(
    session: Session, context: ToolContext, timeout: float | None
) -> None:
    async def act(params: Door) -> str:
        await asyncio.sleep(60)
        return "open"

    task = asyncio.ensure_future(
        invoke(made(act, timeout=timeout, effects=Destroys("door")), {"door": "east"}, context)
    )
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    recorded = last(session)
    assert (recorded.status, recorded.code, recorded.arguments) == ("failed", "cancelled", {"door": "east"})
    assert recorded.text == "Failed. act was cancelled while it ran. It may have taken effect in part."


async def test_a_thread_whose_caller_is_cancelled_is_abandoned(session: Session, context: ToolContext) -> None:
    go_on = threading.Event()

    def act(params: Door) -> str:
        go_on.wait(30)
        return "open"

    task = asyncio.ensure_future(invoke(made(act, timeout=30.0), {}, context))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    go_on.set()
    assert last(session).text == (
        "Failed. act was cancelled while it ran: abandoned, effect unknown. It may have taken effect in part."
    )


async def test_cancelled_at_the_gate_nothing_has_changed(session: Session, context: ToolContext) -> None:
    async def gate(call: ProposedCall) -> Denied | None:
        await asyncio.sleep(60)
        return None

    def act(params: Door) -> str:
        return "open"

    task = asyncio.ensure_future(invoke(made(act, effects=Destroys("door")), {}, context, gate=gate))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert last(session).text == "Failed. act was cancelled before it ran. Nothing changed."


@pytest.mark.parametrize("timeout", [None, 5.0])
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_cancellation_of_the_tools_own_is_a_failure(
    session: Session, context: ToolContext, asynchronous: bool, timeout: float | None
) -> None:
    def act(params: Door) -> str:
        raise asyncio.CancelledError

    async def act_async(params: Door) -> str:
        inner = asyncio.ensure_future(asyncio.sleep(60))
        asyncio.get_running_loop().call_soon(inner.cancel)
        await inner
        return "open"

    outcome = await invoke(made(act_async if asynchronous else act, timeout=timeout), {}, context)
    assert (outcome.status, outcome.code) == ("failed", "cancelled")
    assert len(session.events_of(ToolInvoked)) == 1


async def test_an_interrupt_by_the_person_is_raised_and_recorded(session: Session, context: ToolContext) -> None:
    def act(params: Door) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await invoke(made(act), {}, context)
    assert last(session).code == "cancelled"


# -- the gate


async def test_the_gate_is_asked_before_each_call_and_may_let_it_through(context: ToolContext) -> None:
    asked: list[ProposedCall] = []

    async def gate(call: ProposedCall) -> Denied | None:
        asked.append(call)
        return None

    def act(params: Door) -> str:
        assert len(asked) == 1
        return "open"

    declared = made(act, effects=Writes("door"))
    assert (await invoke(declared, '{"door": "west"}', context, gate=gate)).ok
    assert asked == [ProposedCall(declared, Door("west"), {"door": "west"}, "call-1", "[Executor]")]
    assert asked[0].tool.effects[0].targets(asked[0].params) == ("west",)


async def test_a_denied_call_does_not_happen(session: Session, context: ToolContext) -> None:
    async def gate(call: ProposedCall) -> Denied | None:
        return Denied("not while it rains")

    def act(params: Door) -> str:
        raise AssertionError("it happened")

    outcome = await invoke(made(act), {}, context, gate=gate)
    assert (outcome.status, outcome.code) == ("refused", "denied")
    assert outcome.text == "Refused, nothing changed. It was not approved: not while it rains"
    assert last(session).status == "refused"


async def test_the_gate_is_not_asked_about_a_call_that_cannot_be(context: ToolContext) -> None:
    async def gate(call: ProposedCall) -> Denied | None:
        raise AssertionError("asked")

    def act(params: Door) -> str:
        return "open"

    assert (await invoke(made(act), {"window": 1}, context, gate=gate)).code == "invalid_arguments"


async def test_a_gate_that_breaks_lets_nothing_through(session: Session, context: ToolContext) -> None:
    async def gate(call: ProposedCall) -> Denied | None:
        raise ConnectionError("nobody to ask")

    def act(params: Door) -> str:
        raise AssertionError("it happened")

    outcome = await invoke(made(act, effects=Destroys("door")), {}, context, gate=gate)
    assert outcome.status == "failed"
    assert outcome.text == (
        "Failed. The question whether act may be called broke: ConnectionError: nobody to ask. Nothing changed."
    )
    assert "ConnectionError" in last(session).detail


# -- what a tool has in hand


async def test_what_a_tool_dispatches_comes_before_its_outcome(session: Session, context: ToolContext) -> None:
    def act(params: Door, context: ToolContext) -> str:
        assert context.dispatch(Opened(params.door)).seq == 1
        return "open"

    await invoke(made(act), {}, context)
    assert [type(recorded.event) for recorded in session.events] == [Opened, ToolInvoked]
    assert context.dispatched == 1


async def test_after_the_call_a_context_can_do_nothing(session: Session, context: ToolContext) -> None:
    kept: list[ToolContext] = []

    def act(params: Door, context: ToolContext) -> str:
        kept.append(context)
        return "open"

    await invoke(made(act), {}, context)
    with pytest.raises(CallOver):
        kept[0].dispatch(Opened("north"))
    kept[0].log("too late")
    assert session.seq == 1 and kept[0].logs == ()


async def test_log_lines_are_told_at_once_and_kept_within_bounds(session: Session, context: ToolContext) -> None:
    told: list[ToolLogged] = []
    session.bus.subscribe(ToolLogged, told.append)

    def act(params: Door, context: ToolContext) -> str:
        context.log("x" * 10_000)
        for number in range(1, 1_000):
            context.log(f"line {number}")
        context.log(42)  # type: ignore[arg-type]
        return "open"

    await invoke(made(act), {}, context)
    assert len(told) == 1_001 and told[0] == ToolLogged("call-1", "x" * 500) and told[-1].line == "42"
    logs = last(session).logs
    assert len(logs) == 201
    assert logs[1] == "line 1" and logs[-1] == "… and 801 more lines, which were not kept"


async def test_calls_may_run_at_the_same_time(session: Session) -> None:
    async def act(params: Door, context: ToolContext) -> str:
        await asyncio.sleep(0.001)
        context.dispatch(Opened(params.door))
        return params.door

    declared = made(act)
    outcomes = await asyncio.gather(
        *(invoke(declared, {"door": str(n)}, ToolContext(session, f"call-{n}")) for n in range(20))
    )
    assert [outcome.text for outcome in outcomes] == [f"Done. {n}" for n in range(20)]
    assert {call.call_id for call in session.events_of(ToolInvoked)} == {f"call-{n}" for n in range(20)}


async def test_a_tool_that_does_not_say_what_it_does_may_have_done_something_when_it_breaks(
    context: ToolContext,
) -> None:
    @tool
    def act() -> str:
        """Act."""
        raise ValueError("boom")

    outcome = await invoke(act, {}, context)
    assert outcome.text == "Failed. act broke: ValueError: boom. It may have taken effect in part."
    assert act.changes_something and not act.repeatable
