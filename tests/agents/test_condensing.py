"""Condensing: a pure function of the whole history; what runs is the same, step by step."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.agents import (
    Condense,
    Condenser,
    Message,
    ModelMessage,
    Reply,
    ToolMessage,
    UserMessage,
    condense,
    run_agent,
)
from gameplan.agents.condensing import cut
from gameplan.agents.messages import estimated_tokens
from gameplan.runtime import Session
from gameplan.tools import Memory

MEMORY = {
    "peek": Memory.LATEST("info"),
    "search": Memory.LATEST("info"),
    "read": Memory.LATEST("file", by="path"),
    "move": Memory.BRIEF,
    "flip": Memory.ALWAYS,
}
long_text = st.integers(1, 6).map(lambda n: "first line\n" + "more and more of it\n" * n)
results = st.builds(
    lambda tool, status, text, path: (tool, status, text, path),
    st.sampled_from([*MEMORY, "undeclared"]),
    st.sampled_from(["ok", "ok", "ok", "refused", "failed"]),
    st.one_of(long_text, st.text(max_size=20), st.just("x" * 500)),
    st.sampled_from(["a.py", "b.py", None]),
)
histories = st.lists(st.one_of(st.just("model"), st.just("user"), results), max_size=40)
thresholds = st.sampled_from([0, 1, 10, 50, 200])


def history_of(plan: list[Any]) -> list[Message]:
    made: list[Message] = []
    for number, each in enumerate(plan):
        id_ = f"m{number}"
        match each:
            case "model":
                made.append(ModelMessage(id_, "thinking"))
            case "user":
                made.append(UserMessage(id_, "go on"))
            case (tool, status, text, *path):
                made.append(ToolMessage(id_, id_, tool, status, text, {"path": path[0]} if path else None))
    return made


def whole(sent: list[Message], history: list[Message], slot: str) -> int:
    """How many results of a slot are sent whole though there is something to cut."""
    return sum(
        1
        for message, original in zip(sent, history, strict=True)
        if isinstance(message, ToolMessage)
        and message.status == "ok"
        and MEMORY.get(message.tool, Memory.ALWAYS).slot_of(message.arguments) == slot
        and message == original
        and estimated_tokens(cut(message).text) < estimated_tokens(message.text)
    )


@given(histories)
def test_at_most_one_result_per_slot_is_whole(plan: list[Any]) -> None:
    history = history_of(plan)
    sent = condense(history, MEMORY)
    assert whole(sent, history, "info") <= 1
    for path in ("a.py", "b.py", None):
        assert whole(sent, history, f"file/{path}") <= 1


def test_each_value_of_the_argument_has_a_slot_of_its_own() -> None:
    reads = [("read", "ok", f"{path}\nline\nline\nline\nline", path) for path in ("a.py", "b.py", "a.py")]
    sent = condense(history_of(reads), MEMORY)
    assert [message.text.count("\n") for message in sent] == [0, 4, 4]


@given(histories)
def test_the_newest_result_of_a_slot_is_whole(plan: list[Any]) -> None:
    history = history_of(plan)
    newest = [m for m in history if isinstance(m, ToolMessage) and m.tool in ("peek", "search") and m.status == "ok"][
        -1:
    ]
    assert all(message in condense(history, MEMORY) for message in newest)


@given(histories)
def test_results_of_always_and_undeclared_tools_and_all_refusals_stay_whole(plan: list[Any]) -> None:
    history = history_of(plan)
    for message, original in zip(condense(history, MEMORY), history, strict=True):
        if not isinstance(original, ToolMessage) or original.status != "ok" or original.tool in ("flip", "undeclared"):
            assert message == original


@given(histories)
def test_nothing_is_lost_but_text_and_the_first_line_stays(plan: list[Any]) -> None:
    history = history_of(plan)
    sent = condense(history, MEMORY)
    assert [message.id for message in sent] == [message.id for message in history]
    for message, original in zip(sent, history, strict=True):
        if isinstance(original, ToolMessage):
            assert message.text.startswith(original.text.split("\n")[0][:200])


@given(histories)
def test_a_brief_result_is_whole_until_the_model_has_seen_it(plan: list[Any]) -> None:
    history = history_of(plan)
    sent = condense(history, MEMORY)
    unseen = history[max((i for i, m in enumerate(history) if isinstance(m, ModelMessage)), default=-1) + 1 :]
    for message in unseen:
        if isinstance(message, ToolMessage) and message.tool == "move":
            assert message in sent


@given(histories, thresholds)
@settings(max_examples=300)
def test_what_runs_is_what_is_specified(plan: list[Any], threshold: int) -> None:
    history = history_of(plan)
    condenser = Condenser(MEMORY, Condense(reclaim_at_least=threshold))
    for count, message in enumerate(history, 1):
        if isinstance(message, ModelMessage):
            condenser.condense()
            assert condenser.sent == condense(history[: count - 1], MEMORY, Condense(threshold))
        condenser.add(message)
    condenser.condense()
    assert condenser.sent == condense(history, MEMORY, Condense(threshold))


@given(histories)
def test_it_is_idempotent(plan: list[Any]) -> None:
    sent = condense(history_of(plan), MEMORY)
    assert condense(sent, MEMORY) == sent


def test_nothing_is_rewritten_until_enough_would_be_saved() -> None:
    history = history_of([("peek", "ok", "a\n" + "x" * 400), "model"] * 4)
    rewritten = [
        sum(a != b for a, b in zip(condense(history[:n], MEMORY, Condense(250)), history, strict=False))
        for n in range(len(history) + 1)
    ]
    assert rewritten == [0, 0, 0, 0, 0, 0, 0, 3, 3]


async def test_the_tokens_sent_stay_bounded_over_a_long_run(scripted: Any, box: Any, session: Session) -> None:
    calls = [box.calls((("peek", "search")[n % 2], {"text": f"n{n}"})) for n in range(40)]
    model = scripted(*calls, Reply(text="done"))
    await run_agent(model, "", box.all, session=session, stream=False)

    def tokens(step: int) -> int:
        return sum(estimated_tokens(m.text) for m in model.requests[step].messages if isinstance(m, ToolMessage))

    one = estimated_tokens(model.requests[1].messages[-1].text)
    assert tokens(1) == one
    assert tokens(40) < one + 40 * 12
    assert model.requests[40].messages[-1].text.count("\n") == 30


async def test_a_fact_from_an_earlier_result_is_still_there(scripted: Any, box: Any) -> None:
    def next_call(request: Any) -> Reply:
        facts = [message.text for message in request.messages if isinstance(message, ToolMessage)]
        assert facts[0] == "Done. moved the key [condensed]"
        return Reply(text="It is still known that the key was moved.")

    model = scripted(box.calls(("move", {"text": "the key"})), box.calls("peek"), next_call)
    await run_agent(model, "", box.all[4:])


async def test_the_record_tells_what_condensing_hid(scripted: Any, box: Any, session: Session) -> None:
    from gameplan.agents import ModelReplied
    from gameplan.tools import ToolInvoked

    model = scripted(box.calls("peek"), box.calls("peek"), Reply(text="done"))
    await run_agent(model, "", [box.peek], session=session)
    first = session.events_of(ToolInvoked)[0].call_id
    assert [reply.condensed for reply in session.events_of(ModelReplied)] == [(), (), (first,)]
    assert [reply.told for reply in session.events_of(ModelReplied)] == [0, 2, 4]


@pytest.mark.parametrize("condensing", [None, Condense(reclaim_at_least=10**9)])
async def test_condensing_can_be_switched_off(scripted: Any, box: Any, condensing: Condense | None) -> None:
    model = scripted(box.calls("peek"), box.calls("peek"), Reply(text="done"))
    await run_agent(model, "", [box.peek], condense=condensing)
    assert all(m.text.count("\n") == 30 for m in model.requests[2].messages if isinstance(m, ToolMessage))
