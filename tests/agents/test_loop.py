"""The tool loop: one model call per step, named ends, and a whole record."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from gameplan.agents import (
    AgentCalls,
    AgentSpeaks,
    AgentTold,
    Budget,
    CallDelta,
    EndedBy,
    ModelError,
    ModelFailed,
    ModelReplied,
    Reply,
    Retry,
    ToolMessage,
    TurnEnded,
    TurnStarted,
    Usage,
    UserMessage,
    conversation,
    run_agent,
)
from gameplan.agents.messages import ToolCall
from gameplan.prompt import MarkdownSection, Prompt
from gameplan.runtime import InProcessEventBus, MemoryJournal, Session, SessionStarted, SqliteJournal
from gameplan.tools import Denied, ProposedCall, ToolContext, ToolInvoked, tool


def outcomes(session: Session) -> list[tuple[str, str, str]]:
    return [(each.tool, each.status, each.code) for each in session.events_of(ToolInvoked)]


async def test_an_agent_without_terminal_tools_ends_by_answering(scripted: Any, box: Any, session: Session) -> None:
    model = scripted(box.calls(("say", {"text": "hello"})), Reply(text="All said."))
    result = await run_agent(model, "You talk.", [box.say], request="Greet.", session=session)
    assert (result.ended_by, result.text, result.steps) == (EndedBy.FINISHED, "All said.", 2)
    assert outcomes(session) == [("say", "ok", "")]


async def test_each_step_is_one_model_call_and_sees_the_results_so_far(scripted: Any, box: Any) -> None:
    model = scripted(box.calls(("say", {"text": "a"}), ("say", {"text": "b"})), Reply(text="done"))
    await run_agent(model, "You talk.", [box.say], request="Go.")
    first, second = model.requests
    assert first.system == "You talk."
    assert [type(message).__name__ for message in first.messages] == ["UserMessage"]
    assert [message.text for message in second.messages if isinstance(message, ToolMessage)] == [
        "Done. said a",
        "Done. said b",
    ]


async def test_calls_of_one_reply_run_in_order(scripted: Any, box: Any, session: Session) -> None:
    model = scripted(box.calls(*[("say", {"text": str(n)}) for n in range(5)]), Reply(text="done"))
    await run_agent(model, "", [box.say], session=session)
    assert [call.arguments["text"] for call in session.events_of(ToolInvoked)] == ["0", "1", "2", "3", "4"]


async def test_after_a_refusal_the_rest_of_the_batch_is_cancelled_and_says_so(
    scripted: Any, box: Any, session: Session
) -> None:
    model = scripted(box.calls("say", "refuse", "say"), Reply(text="I see."))
    await run_agent(model, "", box.all[:2], session=session)
    assert outcomes(session) == [("say", "ok", ""), ("refuse", "refused", "rule_7"), ("say", "refused", "not_run")]
    last = model.requests[1].messages[-1]
    assert "was not run" in last.text and "refuse" in last.text and "nothing changed" in last.text


async def test_after_a_failure_too_the_rest_is_not_run(scripted: Any, box: Any, session: Session) -> None:
    model = scripted(box.calls("break_down", "say"), Reply(text="I see."))
    await run_agent(model, "", [box.say, box.break_down], session=session)
    assert outcomes(session) == [("break_down", "failed", "failed"), ("say", "refused", "not_run")]


async def test_a_refused_terminal_tool_does_not_end_the_run(scripted: Any, box: Any, session: Session) -> None:
    model = scripted(box.calls(("finish", {"text": "early"})), box.calls(("finish", {"text": "late"})))
    result = await run_agent(model, "", [box.finish], session=session)
    assert (result.ended_by, result.terminal_tool, result.value) == (EndedBy.FINISHED, "finish", {"text": "late"})
    assert "not yet" in model.requests[1].messages[-1].text


async def test_only_an_ok_terminal_tool_ends_the_run(scripted: Any, box: Any, session: Session) -> None:
    bad_arguments = box.calls(("finish", {"nonsense": 1}))
    result = await run_agent(scripted(bad_arguments, box.calls("finish")), "", [box.finish], session=session)
    assert (result.steps, result.terminal_tool) == (2, "finish")


async def test_calls_after_the_terminal_one_are_not_run(scripted: Any, box: Any, session: Session) -> None:
    await run_agent(scripted(box.calls("finish", "say")), "", [box.finish, box.say], session=session)
    assert outcomes(session) == [("finish", "ok", ""), ("say", "refused", "not_run")]


async def test_an_agent_that_must_end_by_a_tool_is_reminded_and_then_stopped(
    scripted: Any, box: Any, session: Session
) -> None:
    model = scripted(*[Reply(text="I am done, I think.")] * 3)
    result = await run_agent(model, "", [box.finish], session=session)
    assert (result.ended_by, result.steps) == (EndedBy.STOPPED, 3)
    assert [told.text for told in session.events_of(AgentTold)] == [
        "You have not ended your turn. To end it, call one of: finish."
    ] * 2


async def test_an_empty_reply_is_not_an_answer(scripted: Any) -> None:
    result = await run_agent(scripted(Reply(), Reply(text="Here I am.")), "")
    assert (result.text, result.steps) == ("Here I am.", 2)


async def test_a_reply_that_was_cut_off_is_not_an_answer(scripted: Any, session: Session) -> None:
    model = scripted(Reply(text="Once upon a", cut_off=True), Reply(text="The end."))
    result = await run_agent(model, "", session=session)
    assert (result.text, result.steps) == ("The end.", 2)
    assert "cut off" in session.events_of(AgentTold)[0].text


async def test_the_state_is_shown_fresh_at_each_step_and_is_not_stored(
    scripted: Any, box: Any, session: Session
) -> None:
    ticks = iter(range(100))
    model = scripted(box.calls("say"), box.calls("say"), Reply(text="done"))
    result = await run_agent(model, "", [box.say], session=session, state=lambda: f"tick {next(ticks)}")
    assert [request.state for request in model.requests] == ["tick 0", "tick 1", "tick 2"]
    assert not any("tick" in message.text for message in conversation(session, result.turn))
    assert "tick" not in session.to_json()


async def test_an_unknown_tool_is_refused_with_the_nearest_name(scripted: Any, box: Any) -> None:
    model = scripted(box.calls("sya"), Reply(text="ok"))
    await run_agent(model, "", [box.say])
    assert 'There is no tool "sya". Did you mean say?' in model.requests[1].messages[-1].text


@pytest.mark.parametrize(
    "arguments", ["{", "[1]", '{"text": 5}', '{"txt": "a"}', "null", '{"text": "' + "x" * 2_000_000]
)
async def test_bad_arguments_never_raise(scripted: Any, box: Any, session: Session, arguments: str) -> None:
    await run_agent(scripted(box.calls(("say", arguments)), Reply(text="ok")), "", [box.say], session=session)
    assert len(session.to_json()) < 20_000


async def test_long_arguments_are_recorded_and_sent_back_whole(scripted: Any, box: Any, session: Session) -> None:
    text = "x" * 5000
    model = scripted(box.calls(("say", f'{{"text": "{text}"}}')), Reply(text="ok"))
    await run_agent(model, "", [box.say], session=session)
    assert session.events_of(ModelReplied)[0].calls[0].arguments == {"text": text}
    assert model.requests[1].messages[0].calls[0].arguments == {"text": text}


async def test_text_that_no_encoding_takes_does_not_break_the_record(scripted: Any, box: Any) -> None:
    half = "\ud83d"
    odd = Reply(
        text=f"odd {half}",
        extras={"thought": float("nan")},
        calls=(ToolCall("", f"say{half}", {"text": half}), ToolCall("", "say", half)),
    )
    with Session(journal=MemoryJournal()) as session:
        result = await run_agent(scripted(odd, Reply(text=f"done {half}")), "", [box.say], session=session)
        assert result.text == "done \\ud83d"
        assert Session.from_json(session.to_json()).events_of(ModelReplied) == session.events_of(ModelReplied)


async def test_a_tool_that_cannot_work_now_is_not_offered(scripted: Any, box: Any, session: Session) -> None:
    @dataclass(frozen=True)
    class Nothing:
        pass

    @tool(offered=lambda session: bool(session.events_of(ToolInvoked)))
    def undo(params: Nothing) -> str:
        """Take the last call back."""
        return "undone"

    model = scripted(box.calls("undo"), box.calls("undo"), Reply(text="ok"))
    await run_agent(model, "", [box.say, undo], session=session)
    assert [definition.name for definition in model.requests[0].tools] == ["say"]
    assert [definition.name for definition in model.requests[1].tools] == ["say", "undo"]
    assert outcomes(session) == [("undo", "refused", "not_offered"), ("undo", "ok", "")]


async def test_call_ids_that_a_server_repeats_are_made_unique(scripted: Any, box: Any, session: Session) -> None:
    same = Reply(calls=(ToolCall("call", "say", {}), ToolCall("call", "say", {})))
    await run_agent(scripted(same, same, Reply(text="ok")), "", [box.say], session=session)
    ids = [call.call_id for call in session.events_of(ToolInvoked)]
    assert len(set(ids)) == 4
    asked = [call.id for reply in session.events_of(ModelReplied) for call in reply.calls]
    assert asked == ids


async def test_the_completion_gate_keeps_an_agent_from_stopping(scripted: Any, box: Any, session: Session) -> None:
    def before_stop(session: Session) -> str | None:
        return None if session.events_of(ToolInvoked) else "S002 is still open."

    model = scripted(Reply(text="done"), box.calls("finish"), box.calls("finish"))
    result = await run_agent(model, "", [box.finish], session=session, before_stop=before_stop)
    assert result.terminal_tool == "finish"
    assert ("finish", "refused", "open_work") in outcomes(session)

    talker = scripted(Reply(text="done"), box.calls("say"), Reply(text="really done"))
    own = Session()
    result = await run_agent(talker, "", [box.say], session=own, before_stop=before_stop)
    assert (result.text, own.events_of(AgentTold)[0].text) == ("really done", "S002 is still open.")


async def test_the_approval_gate_is_asked_before_each_call(scripted: Any, box: Any, session: Session) -> None:
    async def gate(call: ProposedCall) -> Denied | None:
        return Denied("a person said no") if call.arguments == {"text": "secret"} else None

    model = scripted(box.calls(("say", {"text": "secret"})), box.calls(("say", {"text": "hi"})), Reply(text="ok"))
    await run_agent(model, "", [box.say], session=session, gate=gate)
    assert outcomes(session) == [("say", "refused", "denied"), ("say", "ok", "")]


async def test_the_answer_can_be_asked_for_as_a_type(scripted: Any) -> None:
    @dataclass(frozen=True)
    class Verdict:
        guilty: bool

    model = scripted(Reply(text="He did it."), Reply(text='{"guilty": true}'))
    result = await run_agent(model, "Judge.", output=Verdict)
    assert result.output == Verdict(guilty=True)
    assert model.requests[0].output_schema is not None
    assert "does not fit the schema" in model.requests[1].messages[-1].text


# -- every named end


async def test_it_ends_by_budget_of_steps(scripted: Any, box: Any, session: Session) -> None:
    model = scripted(*[box.calls("say")] * 5)
    result = await run_agent(model, "", [box.say], session=session, budget=Budget(steps=3))
    assert (result.ended_by, result.steps, result.detail) == (EndedBy.BUDGET, 3, "all 3 steps are used")


async def test_it_ends_by_budget_of_tokens(scripted: Any, box: Any) -> None:
    model = scripted(*[box.calls("say", usage=Usage(900, 100))] * 5)
    result = await run_agent(model, "", [box.say], budget=Budget(tokens=2000))
    assert (result.ended_by, result.steps, result.usage.total) == (EndedBy.BUDGET, 2, 2000)


async def test_it_ends_by_budget_of_money(scripted: Any, box: Any) -> None:
    model = scripted(*[box.calls("say", cost=Decimal("0.04"))] * 5)
    result = await run_agent(model, "", [box.say], budget=Budget(money="0.10"))
    assert (result.ended_by, result.steps, result.cost) == (EndedBy.BUDGET, 3, Decimal("0.12"))


async def test_a_limit_of_money_cannot_be_kept_without_prices_and_that_is_said(scripted: Any, box: Any) -> None:
    model = scripted(*[box.calls("say", cost=None)] * 5)
    result = await run_agent(model, "", [box.say], budget=Budget(money=1))
    assert (result.ended_by, result.steps) == (EndedBy.BUDGET, 1)
    assert "no known price" in result.detail and result.spent.unpriced == 1


async def test_it_ends_by_budget_of_seconds_even_while_a_tool_runs(scripted: Any, box: Any, session: Session) -> None:
    @dataclass(frozen=True)
    class Nothing:
        pass

    @tool
    async def hang(params: Nothing) -> str:
        """Hang for ever."""
        await asyncio.Event().wait()
        return ""

    result = await run_agent(scripted(box.calls("hang")), "", [hang], session=session, budget=Budget(seconds=0.05))
    assert (result.ended_by, result.detail) == (EndedBy.BUDGET, "all 0.05 seconds are used")
    assert outcomes(session) == [("hang", "failed", "cancelled")]


async def test_a_budget_is_shared_by_all_who_are_under_it(scripted: Any, box: Any) -> None:
    budget = Budget(steps=3)
    first = await run_agent(scripted(box.calls("say"), Reply(text="a")), "", [box.say], budget=budget, label="One")
    second = await run_agent(scripted(*[box.calls("say")] * 9), "", [box.say], budget=budget, label="Two")
    assert (first.steps, second.steps, second.ended_by) == (2, 1, EndedBy.BUDGET)
    assert {name: spent.steps for name, spent in budget.by_agent.items()} == {"One": 2, "Two": 1}


async def test_it_ends_by_model_error(scripted: Any, session: Session) -> None:
    result = await run_agent(scripted(ModelError("no such model")), "", session=session)
    assert (result.ended_by, result.detail) == (EndedBy.MODEL_ERROR, "no such model")
    assert session.events_of(ModelFailed)[0].then == "giving up"


async def test_a_model_that_breaks_ends_the_turn_with_a_name(scripted: Any, session: Session) -> None:
    result = await run_agent(scripted(KeyError("oops")), "", session=session)
    assert result.ended_by is EndedBy.MODEL_ERROR
    assert "KeyError" in result.detail


async def test_cancelling_leaves_a_whole_record(scripted: Any, box: Any, session: Session) -> None:
    started = asyncio.Event()

    @dataclass(frozen=True)
    class Nothing:
        pass

    @tool
    async def hang(params: Nothing) -> str:
        """Hang for ever."""
        started.set()
        await asyncio.Event().wait()
        return ""

    task = asyncio.create_task(run_agent(scripted(box.calls("hang")), "", [hang], session=session))
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert outcomes(session) == [("hang", "failed", "cancelled")]
    assert session.events_of(TurnEnded)[-1].ended_by is EndedBy.CANCELLED


async def test_every_named_end_is_in_the_record(scripted: Any, session: Session) -> None:
    await run_agent(scripted(Reply(text="hi")), "", session=session)
    assert session.events_of(TurnEnded)[-1].ended_by is EndedBy.FINISHED
    assert session.events_of(TurnStarted)[0].agent == "Agent"


# -- errors of providers


async def test_transient_errors_are_waited_out(scripted: Any, session: Session) -> None:
    busy = ModelError("overloaded", transient=True)
    model = scripted(busy, busy, Reply(text="at last"))
    before = session.clock.monotonic()
    result = await run_agent(model, "", session=session, retry=Retry(first_wait=1.0))
    assert (result.text, result.steps) == ("at last", 1)
    waited = session.clock.monotonic() - before
    assert 0.75 + 1.5 <= waited <= 1.25 + 2.5
    assert [failed.attempt for failed in session.events_of(ModelFailed)] == [1, 2]


async def test_the_wait_that_a_provider_asks_for_is_kept(scripted: Any, session: Session) -> None:
    before = session.clock.monotonic()
    model = scripted(ModelError("slow down", transient=True, retry_after=7.0), Reply(text="ok"))
    await run_agent(model, "", session=session)
    assert session.clock.monotonic() - before == pytest.approx(7.0)


async def test_after_the_last_attempt_the_fallback_is_asked(scripted: Any, session: Session) -> None:
    busy = ModelError("overloaded", transient=True)
    first, second = scripted(*[busy] * 2, name="first"), scripted(Reply(text="from the second"), name="second")
    result = await run_agent(first, "", session=session, retry=Retry(attempts=2), fallbacks=[second])
    assert result.text == "from the second"
    assert session.events_of(ModelFailed)[-1].then == "asking second instead"


async def test_an_error_that_will_not_go_away_is_not_tried_again(scripted: Any) -> None:
    model = scripted(ModelError("bad key"), Reply(text="never"))
    result = await run_agent(model, "")
    assert (result.ended_by, len(model.requests)) == (EndedBy.MODEL_ERROR, 1)


# -- the record


async def test_what_a_model_said_is_on_disk_before_a_tool_acts_on_it(scripted: Any, box: Any, tmp_path: Any) -> None:
    seen: list[int] = []
    with SqliteJournal(tmp_path / "a.db") as journal, Session(journal=journal) as session:

        @dataclass(frozen=True)
        class Nothing:
            pass

        @tool
        def look(params: Nothing, context: ToolContext) -> str:
            """Look at what is on disk."""
            seen.append(len(journal.read(session.session_id).records))
            return "looked"

        await run_agent(scripted(box.calls("look"), Reply(text="done")), "", [look], session=session)
        assert seen == [2]  # the turn's start and the reply that asked for this
        assert len(journal.read(session.session_id).records) == session.seq


async def test_the_conversation_is_a_fold_of_the_record(scripted: Any, box: Any) -> None:
    journal = MemoryJournal()
    with Session(journal=journal) as session:
        model = scripted(box.calls("say", "refuse"), Reply(text="done"))
        result = await run_agent(model, "Hi.", [box.say, box.refuse], session=session, request="Go.")
        live = conversation(session, result.turn)
        assert list(model.requests[-1].messages) == live[:-1]
    with Session.open(journal, session.session_id) as again:
        assert conversation(again, result.turn) == live


async def test_a_turn_can_continue_the_conversation_of_another(scripted: Any, box: Any, session: Session) -> None:
    first = await run_agent(scripted(box.calls("say"), Reply(text="one")), "", [box.say], session=session, request="A?")
    model = scripted(Reply(text="two"))
    second = await run_agent(model, "", [box.say], session=session, request="B?", continues=first.turn)
    texts = [message.text for message in model.requests[0].messages]
    assert texts == ["A?", "", "Done. said ", "one", "B?"]
    assert len(conversation(session, second.turn)) == 6


async def test_text_streams_to_followers_as_notices(scripted: Any, box: Any) -> None:
    bus = InProcessEventBus()
    heard: list[str] = []
    bus.subscribe(AgentSpeaks, lambda notice: heard.append(notice.text))
    session = Session(bus=bus)
    await run_agent(scripted(Reply(text="streamed")), "", session=session)
    assert heard == ["streamed"]
    assert not session.events_of(AgentSpeaks)


async def test_sections_bring_their_tools_and_are_bound_to_the_session(scripted: Any, box: Any) -> None:
    @dataclass(frozen=True)
    class Task:
        goal: str

    prompt = Prompt(
        ns="tests",
        key="p",
        name="p",
        sections=[MarkdownSection[Task](title="Task", template="Reach ${goal}.", tools=[box.say])],
    )
    model = scripted(box.calls("say"), Reply(text="done"))
    await run_agent(model, prompt, params=[Task("the door")])
    assert model.requests[0].system == "## 1. Task\n\nReach the door."
    assert [definition.name for definition in model.requests[0].tools] == ["say"]


async def test_two_tools_of_one_name_are_an_error_at_once(scripted: Any, box: Any) -> None:
    @tool(name="say")
    def other() -> str:
        """Other."""
        return ""

    with pytest.raises(ValueError, match="say"):
        await run_agent(scripted(), "", [box.say, other])


async def test_a_request_is_the_first_message(scripted: Any) -> None:
    model = scripted(Reply(text="hi"))
    await run_agent(model, "", request="Say hi.")
    (message,) = model.requests[0].messages
    assert isinstance(message, UserMessage) and message.text == "Say hi."


# -- what a program gets wrong


async def test_a_model_that_does_not_return_a_reply_is_a_model_error(scripted: Any) -> None:
    class Chatty:
        name = "chatty"

        async def reply(self, request: Any, on_delta: Any = None) -> Any:
            return "hello"

    result = await run_agent(Chatty(), "")
    assert (result.ended_by, result.detail) == (EndedBy.MODEL_ERROR, "chatty returned str, not a Reply")


async def test_a_function_of_the_program_that_raises_ends_the_turn_on_the_record_and_is_raised(
    scripted: Any, session: Session
) -> None:
    def state() -> str:
        raise ZeroDivisionError("oops")

    with pytest.raises(ZeroDivisionError):
        await run_agent(scripted(Reply(text="hi")), "", session=session, state=state)
    assert session.events_of(TurnEnded)[-1].ended_by is EndedBy.BROKEN


async def test_a_plain_function_is_not_a_tool(scripted: Any) -> None:
    with pytest.raises(TypeError, match="@tool"):
        await run_agent(scripted(), "", [len])  # type: ignore[list-item]


@pytest.mark.parametrize(
    "bounds", [{"steps": -1}, {"tokens": -5}, {"money": "abc"}, {"money": -1}, {"money": "nan"}, {"seconds": -0.1}]
)
def test_a_budget_that_makes_no_sense_is_refused(bounds: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(bounds))):
        Budget(**bounds)


async def test_a_timeout_error_of_the_programs_own_is_not_taken_for_the_budget(scripted: Any, session: Session) -> None:
    def state() -> str:
        raise TimeoutError("the world did not answer")

    with pytest.raises(TimeoutError, match="the world"):
        await run_agent(scripted(Reply(text="hi")), "", session=session, state=state)
    assert session.events_of(TurnEnded)[-1].ended_by is EndedBy.BROKEN


async def test_others_may_write_to_the_session_while_an_agent_works(scripted: Any, box: Any) -> None:
    bus = InProcessEventBus()
    session = Session(bus=bus)
    bus.subscribe(ToolInvoked, lambda call: session.dispatch(SessionStarted("noted", call.tool)))
    model = scripted(box.calls("say", "say"), Reply(text="done"))
    result = await run_agent(model, "", [box.say], session=session)
    assert [message.text for message in model.requests[1].messages[1:]] == ["Done. said "] * 2
    assert conversation(session, result.turn)[:-1] == list(model.requests[1].messages)


async def test_calls_stream_to_followers_as_notices() -> None:
    class Streamer:
        name = "streamer"

        async def reply(self, request: Any, on_delta: Any = None) -> Reply:
            on_delta(CallDelta(0, "say", '{"text":'))
            on_delta(CallDelta(0, "", ' "hi"}'))
            return Reply(text="done")

    session = Session()
    heard: list[AgentCalls] = []
    session.bus.subscribe(AgentCalls, heard.append)
    await run_agent(Streamer(), "", session=session)
    assert [(notice.tool, notice.arguments) for notice in heard] == [("say", '{"text":'), ("", ' "hi"}')]
