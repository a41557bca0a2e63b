"""A server that speaks OpenAI's chat completions: what arrives there, and what is made of its answers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from gameplan.agents.messages import ModelMessage, ToolCall, ToolMessage, UserMessage
from gameplan.agents.model import CallDelta, Delta, ModelError, ModelRequest, Reply, TextDelta, Usage
from gameplan.agents.models import resolve_model
from gameplan.tools import ToolDefinition

READ = ToolDefinition(
    "read_file",
    "Read a file.",
    {
        "type": "object",
        "properties": {"path": {"type": "string"}, "lines": {"type": "integer", "default": 10}},
        "required": ["path"],
        "additionalProperties": False,
    },
)
HISTORY = (
    UserMessage("m1", "Read a.txt and b.txt."),
    ModelMessage(
        "m2", "I look.", (ToolCall("c1", "read_file", {"path": "a.txt"}), ToolCall("c2", "read_file", "{oops"))
    ),
    ToolMessage("m3", "c1", "read_file", "ok", "Done. Hello."),
    ToolMessage("m4", "c2", "read_file", "failed", "Failed. These arguments are not JSON. Nothing changed."),
    UserMessage("m5", "Go on."),
)


async def test_everything_of_a_request_arrives_in_its_place(openai_server: Any) -> None:
    openai_server.will_say("Good.")
    request = ModelRequest(
        "You are brief.", HISTORY, (READ,), state="The clock says noon.", max_output_tokens=64, temperature=0.0
    )
    await resolve_model(openai_server.model).reply(request)

    assert openai_server.paths == ["/v1/chat/completions"]
    [asked] = openai_server.asked
    assert asked["messages"] == [
        {"role": "system", "content": "You are brief."},
        {"role": "user", "content": "Read a.txt and b.txt."},
        {
            "role": "assistant",
            "content": "I look.",
            "tool_calls": [
                {"id": "c1", "type": "function", "function": {"name": "read_file", "arguments": '{"path":"a.txt"}'}},
                {
                    "id": "c2",
                    "type": "function",
                    "function": {"name": "read_file", "arguments": '{"INVALID_JSON":"{oops"}'},
                },
            ],
        },
        {"role": "tool", "tool_call_id": "c1", "content": "Done. Hello."},
        {
            "role": "tool",
            "tool_call_id": "c2",
            "content": '{"error":"Failed. These arguments are not JSON. Nothing changed."}',
        },
        {"role": "user", "content": "Go on."},
        {"role": "user", "content": "The clock says noon."},
    ]
    [tool] = asked["tools"]
    assert tool["function"]["name"] == "read_file"
    assert tool["function"]["description"] == "Read a file."
    assert tool["function"]["parameters"]["required"] == ["path"]
    assert (asked["model"], asked["max_completion_tokens"], asked["temperature"]) == ("tiny", 64, 0.0)
    assert not asked.get("stream")


async def test_a_schema_is_sent_as_the_form_of_the_answer(openai_server: Any) -> None:
    openai_server.will_say('{"answer": 4}')
    schema = {"type": "object", "properties": {"answer": {"type": "integer"}}, "required": ["answer"]}
    reply = await resolve_model(openai_server.model).reply(
        ModelRequest("", [UserMessage("m", "2 + 2?")], output_schema=schema)
    )
    assert reply.text == '{"answer": 4}'
    form = openai_server.asked[0]["response_format"]
    assert form["type"] == "json_schema"
    assert form["json_schema"]["schema"]["properties"] == {"answer": {"type": "integer"}}
    assert schema == {"type": "object", "properties": {"answer": {"type": "integer"}}, "required": ["answer"]}


async def test_a_reply_has_text_calls_and_usage(openai_server: Any) -> None:
    openai_server.will_say(
        "I read it.",
        (("c1", "read_file", '{"path": "a.txt"}'), ("c2", "read_file", '{"path": '), ("c3", "look", "")),
        usage={
            "prompt_tokens": 30,
            "completion_tokens": 7,
            "total_tokens": 37,
            "prompt_tokens_details": {"cached_tokens": 12},
        },
    )
    reply = await resolve_model(openai_server.model).reply(ModelRequest("", HISTORY[:1], (READ,)))
    assert reply == Reply(
        text="I read it.",
        calls=(
            ToolCall("c1", "read_file", {"path": "a.txt"}),
            ToolCall("c2", "read_file", '{"path": '),
            ToolCall("c3", "look", {}),
        ),
        usage=Usage(input_tokens=30, output_tokens=7, cache_read_tokens=12),
        cost=Decimal(0),  # the server is on this machine
        model="tiny-0626",
        extras=None,
    )


@pytest.mark.parametrize(
    ("text", "calls", "more"),
    [
        ("Hello, and what a day it is.", (), {}),
        (None, (("c1", "read_file", '{"path": "a.txt"}'), ("c2", "read_file", '{"path": "b.txt"}')), {}),
        ("I look.", (("c1", "read_file", '{"path": not json at all'),), {}),
        ("Four.", (), {"reasoning_content": "Two and two."}),
        ("", (), {}),
    ],
)
async def test_a_streamed_reply_is_the_same_and_its_pieces_make_it_up(
    openai_server: Any, text: str | None, calls: tuple[tuple[str, str, str], ...], more: dict[str, Any]
) -> None:
    model = resolve_model(openai_server.model)
    for _ in range(2):
        openai_server.will_say(text, calls, **more)
    request = ModelRequest("", HISTORY[:1], (READ,))
    whole = await model.reply(request)
    deltas: list[Delta] = []
    assert await model.reply(request, deltas.append) == whole
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == whole.text
    for index, (_, name, arguments) in enumerate(calls):
        told = [delta for delta in deltas if isinstance(delta, CallDelta) and delta.index == index]
        assert (told[0].name, "".join(delta.name for delta in told)) == (name, name)
        assert "".join(delta.arguments for delta in told) == arguments


async def test_reasoning_goes_back_to_the_server_that_gave_it_and_to_no_other(openai_server: Any) -> None:
    model = resolve_model(openai_server.model)
    openai_server.will_say("I look.", (("c1", "read_file", '{"path": "a.txt"}'),), reasoning_content="First a.txt.")
    first = await model.reply(ModelRequest("", HISTORY[:1], (READ,)))
    assert first.extras["provider_name"] == openai_server.address.removeprefix("http://")

    def after(extras: Any) -> list[Any]:
        said = ModelMessage("m2", first.text, (ToolCall("turn.1.1", "read_file", {"path": "a.txt"}),), extras)
        return [HISTORY[0], said, ToolMessage("m3", "turn.1.1", "read_file", "ok", "Done.")]

    unreadable = {"provider_name": first.extras["provider_name"], "parts": [{"part_kind": "hologram"}]}
    edited = {**first.extras, "parts": [*first.extras["parts"], {"part_kind": "text", "content": "And more."}]}
    foreign = {**first.extras, "provider_name": "anthropic"}
    sent = []
    for extras in (first.extras, foreign, unreadable, edited, "nonsense", 7, ["x"], {"parts": None}):
        openai_server.will_say("Done.")
        await model.reply(ModelRequest("", after(extras), (READ,)))
        sent.append(openai_server.asked[-1]["messages"])
    assert sent[0][1]["reasoning_content"] == "First a.txt."
    assert all("reasoning_content" not in messages[1] and "First" not in str(messages) for messages in sent[1:])
    for messages in sent:  # an id that the loop gave a call is one that a provider takes, the same in call and result
        assert messages[1]["content"] == "I look."
        [call] = messages[1]["tool_calls"]
        assert call["id"] == messages[2]["tool_call_id"]
        assert call["id"].startswith("turn_1_1_")


async def test_calls_and_results_are_paired_whatever_the_history_looks_like(openai_server: Any) -> None:
    openai_server.will_say("Fine.")
    history = [
        ToolMessage("m0", "c0", "look", "ok", "Done. A hall."),
        ModelMessage("m1", "", (ToolCall("c1", "look around!", {}), ToolCall("c2", "look", {}))),
        UserMessage("m2", "Hurry."),
        ToolMessage("m3", "c2", "look", "refused", "Refused, nothing changed. It is dark."),
        ToolMessage("m4", "c2", "look", "ok", "Done. A second answer."),
    ]
    await resolve_model(openai_server.model).reply(ModelRequest("", history))
    roles = [(message["role"], message["content"]) for message in openai_server.asked[0]["messages"]]
    assert roles == [
        ("user", "Result of an earlier call of look:\nDone. A hall."),
        ("assistant", None),
        ("tool", "This call was not carried out."),
        ("tool", "Refused, nothing changed. It is dark."),
        ("user", "Hurry."),
        ("user", "Result of an earlier call of look:\nDone. A second answer."),
    ]
    called = openai_server.asked[0]["messages"][1]["tool_calls"]
    assert [call["function"]["name"] for call in called] == ["look_around_", "look"]


async def test_a_history_that_begins_with_the_model_is_given_a_beginning(openai_server: Any) -> None:
    openai_server.will_say("Fine.")
    await resolve_model(openai_server.model).reply(
        ModelRequest("", [ModelMessage("m1", "As I said."), UserMessage("m2", "Yes?")])
    )
    assert [message["role"] for message in openai_server.asked[0]["messages"]] == ["user", "assistant", "user"]


async def test_a_request_that_says_nothing_is_refused_before_it_is_sent(openai_server: Any) -> None:
    with pytest.raises(ModelError, match="asked nothing"):
        await resolve_model(openai_server.model).reply(ModelRequest("You are brief.", []))
    assert openai_server.asked == []


async def test_openai_names_go_to_the_server_in_the_environment(
    openai_server: Any, monkeypatch: pytest.MonkeyPatch, canary: str
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{openai_server.address}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", canary)
    openai_server.will_say("Hello.")
    reply = await resolve_model("openai:tiny").reply(ModelRequest("", HISTORY[:1]))
    assert (reply.text, reply.cost) == ("Hello.", Decimal(0))
    assert openai_server.headers[0]["authorization"] == f"Bearer {canary}"


async def test_a_server_named_by_its_address_gets_its_own_key_and_never_openais(
    openai_server: Any, monkeypatch: pytest.MonkeyPatch, canary: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", canary)
    openai_server.will_say("Hello.")
    await resolve_model(openai_server.model).reply(ModelRequest("", HISTORY[:1]))
    monkeypatch.setenv("GAMEPLAN_SERVER_KEY", "key-of-this-server")
    openai_server.will_say("Hello.")
    await resolve_model(openai_server.model).reply(ModelRequest("", HISTORY[:1]))
    first, second = (headers["authorization"] for headers in openai_server.headers)
    assert canary not in first
    assert second == "Bearer key-of-this-server"


async def test_openais_own_models_have_their_price(
    openai_server: Any, monkeypatch: pytest.MonkeyPatch, canary: str
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{openai_server.address}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", canary)
    million = {"prompt_tokens": 1_000_000, "completion_tokens": 100_000, "total_tokens": 1_100_000}
    openai_server.will_say("Hello.", usage=million, model="gpt-4o-mini")
    known = await resolve_model("openai-chat:gpt-4o-mini").reply(ModelRequest("", HISTORY[:1]))
    assert known.cost == Decimal("0.21")  # 15 cents for a million tokens in, 6 for a tenth of a million out
    openai_server.will_say("Hello.", usage=million, model="gpt-of-the-future")
    unknown = await resolve_model("openai-chat:gpt-of-the-future").reply(ModelRequest("", HISTORY[:1]))
    assert unknown.cost is None
    openai_server.will_say(
        "Hello.", usage={"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}, model="gpt-4o-mini"
    )
    unmeasured = await resolve_model("openai-chat:gpt-4o-mini").reply(ModelRequest("", HISTORY[:1]))
    assert unmeasured.cost is None


def test_one_model_answers_on_one_event_loop_after_another_and_leaves_nothing_open(openai_server: Any) -> None:
    model = resolve_model(openai_server.model)

    async def ask() -> None:
        for _ in range(2):
            openai_server.will_say("Hello.")
            assert (await model.reply(ModelRequest("", HISTORY[:1]))).text == "Hello."

    for loops in (1, 2, 3):
        asyncio.run(ask())
        assert openai_server.connections == loops  # one connection served both requests
        assert soon(lambda: openai_server.connected == 0)


def test_a_model_that_is_not_used_any_more_is_disconnected(openai_server: Any) -> None:
    async def ask() -> None:
        openai_server.will_say("Hello.")
        await resolve_model(openai_server.model).reply(ModelRequest("", HISTORY[:1]))
        for _ in range(1500):
            await asyncio.sleep(0.02)
            if not openai_server.connected:
                return
        raise AssertionError("it is still connected")

    async def ask_and_end_at_once() -> None:
        openai_server.will_say("Hello.")
        await resolve_model(openai_server.model).reply(ModelRequest("", HISTORY[:1]))

    asyncio.run(ask())
    asyncio.run(ask_and_end_at_once())
    assert soon(lambda: openai_server.connected == 0)


def soon(holds: Callable[[], bool]) -> bool:
    end = time.monotonic() + 30
    while not holds() and time.monotonic() < end:
        time.sleep(0.01)
    return holds()


async def test_requests_at_the_same_time_do_not_mix(openai_server: Any) -> None:
    model = resolve_model(openai_server.model)
    for _ in range(6):
        openai_server.will_say("Hello.")
    histories = [[UserMessage("m", f"I am {number}.")] for number in range(6)]
    await asyncio.gather(*(model.reply(ModelRequest("", history)) for history in histories))
    assert sorted(asked["messages"][0]["content"] for asked in openai_server.asked) == [
        f"I am {number}." for number in range(6)
    ]


@pytest.mark.parametrize("on_delta", [None, lambda delta: None], ids=["whole", "streamed"])
async def test_a_reply_that_reached_the_limit_of_tokens_says_so(openai_server: Any, on_delta: Any) -> None:
    openai_server.will_say("Once upon a", finish_reason="length")
    reply = await resolve_model(openai_server.model).reply(ModelRequest("", HISTORY[:1]), on_delta)
    assert (reply.text, reply.cut_off) == ("Once upon a", True)


@pytest.mark.parametrize(
    "arguments", ["[" * 100_000, '{"path": "a", "path": "b"}', '{"path": NaN}', '{"path": "' + "x" * 1_000_001 + '"}']
)
async def test_arguments_that_cannot_be_read_strictly_stay_text_for_the_tool_to_refuse(
    openai_server: Any, arguments: str
) -> None:
    openai_server.will_say("", (("c1", "read_file", arguments),))
    reply = await resolve_model(openai_server.model).reply(ModelRequest("", HISTORY[:1], (READ,)))
    assert reply.calls[0].arguments == arguments
