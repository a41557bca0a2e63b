"""Anthropic's messages protocol: cache markers, thoughts with signatures, prices, and what arrives."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from gameplan.agents.messages import ModelMessage, ToolCall, ToolMessage, UserMessage
from gameplan.agents.model import Delta, ModelRequest, Reply, TextDelta, Usage
from gameplan.agents.models import resolve_model
from gameplan.tools import ToolDefinition

SONNET = "anthropic:claude-sonnet-5-5"
MARK = {"type": "ephemeral", "ttl": "5m"}
PATH = {
    "type": "object",
    "properties": {"path": {"type": "string"}},
    "required": ["path"],
    "additionalProperties": False,
}
TOOLS = (ToolDefinition("read_file", "Read a file.", PATH), ToolDefinition("write_file", "Write a file.", PATH))
ASKED = UserMessage("m1", "Read a.txt.")
THOUGHT = {"type": "thinking", "thinking": "A file, then.", "signature": "c2lnbmVk"}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "read_file", "input": {"path": "a.txt"}}
TEXT = {"type": "text", "text": "I read it."}


def text(said: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": said, **more}


async def test_everything_arrives_in_its_place_and_the_cache_ends_before_the_state(
    anthropic_server: Any, canary: str
) -> None:
    anthropic_server.will_say(TEXT)
    history = [
        ASKED,
        ModelMessage("m2", "I read it.", (ToolCall("toolu_1", "read_file", '{"path": "a.txt"}'),)),
        ToolMessage("m3", "toolu_1", "read_file", "failed", "Failed. There is no a.txt."),
        UserMessage("m4", "Look again."),
    ]
    await resolve_model(SONNET).reply(
        ModelRequest("You are brief.", history, TOOLS, state="It is noon.", max_output_tokens=300)
    )
    assert canary in str(anthropic_server.headers[0])
    [asked] = anthropic_server.asked
    assert asked["max_tokens"] == 300
    assert asked["system"] == [text("You are brief.", cache_control=MARK)]
    assert asked["messages"] == [
        {"role": "user", "content": [text("Read a.txt.")]},
        {"role": "assistant", "content": [TEXT, CALL]},
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "toolu_1",
                    "content": [text("Failed. There is no a.txt.")],
                    "is_error": True,
                },
                text("Look again.", cache_control=MARK),
            ],
        },
        {"role": "user", "content": [text("It is noon.")]},
    ]
    assert [tool["name"] for tool in asked["tools"]] == ["read_file", "write_file"]
    assert [tool.get("cache_control") for tool in asked["tools"]] == [None, MARK]
    assert "cache_control" not in asked


async def test_without_a_state_the_whole_history_is_cached(anthropic_server: Any) -> None:
    anthropic_server.will_say(TEXT)
    await resolve_model(SONNET).reply(ModelRequest("You are brief.", [ASKED], TOOLS))
    [asked] = anthropic_server.asked
    assert asked["cache_control"] == MARK  # by which Anthropic marks the last block itself
    assert asked["system"][-1]["cache_control"] == asked["tools"][-1]["cache_control"] == MARK


@pytest.mark.parametrize("history", [[], [ASKED, ModelMessage("m2", "Well.")]])
async def test_a_state_after_nothing_that_a_marker_fits_behind_is_sent_without(
    anthropic_server: Any, history: list[Any]
) -> None:
    anthropic_server.will_say(TEXT)
    await resolve_model(SONNET).reply(ModelRequest("", history, state="It is noon."))
    messages = anthropic_server.asked[0]["messages"]
    assert messages[-1] == {"role": "user", "content": [text("It is noon.")]}
    assert "cache_control" not in str(messages)


async def test_a_reply_counts_cached_tokens_and_has_its_price(anthropic_server: Any) -> None:
    usage = {
        "input_tokens": 1_000_000,
        "output_tokens": 100_000,
        "cache_read_input_tokens": 2_000_000,
        "cache_creation_input_tokens": 400_000,
    }
    costs = []
    for each in (usage, {**usage, "input_tokens": 2_000_000}, {**usage, "cache_read_input_tokens": 0}):
        anthropic_server.will_say(TEXT, usage=each)
        reply = await resolve_model(SONNET).reply(ModelRequest("", [ASKED]))
        costs.append(reply.cost)
        if each is usage:
            assert reply.usage == Usage(3_400_000, 100_000, cache_read_tokens=2_000_000, cache_write_tokens=400_000)
    assert all(isinstance(cost, Decimal) and cost > 0 for cost in costs)
    assert costs[1] - costs[0] > costs[0] - costs[2] > 0  # a million read anew costs more than two from the cache


@pytest.mark.parametrize(
    "content",
    [
        (text("Hello, and what a day it is."),),
        (THOUGHT, text("I look."), CALL),
        (text("I look."), CALL, text("And then."), {**CALL, "id": "toolu_2", "input": {}}),
        (THOUGHT, {"type": "redacted_thinking", "data": "ZW5j"}, CALL),
        (THOUGHT, {"type": "hologram", "data": {"x": 1}}, text("I look."), CALL),
        (),
    ],
)
async def test_a_streamed_reply_is_the_same_and_its_pieces_make_it_up(
    anthropic_server: Any, content: tuple[dict[str, Any], ...]
) -> None:
    model = resolve_model(SONNET)
    request = ModelRequest("", [ASKED], TOOLS, max_output_tokens=100)
    for _ in range(2):
        anthropic_server.will_say(*content, usage={"input_tokens": 9, "output_tokens": 5, "cache_read_input_tokens": 3})
    whole = await model.reply(request)
    deltas: list[Delta] = []
    assert await model.reply(request, deltas.append) == whole
    assert [asked["stream"] for asked in anthropic_server.asked] == [False, True]
    assert "".join(delta.text for delta in deltas if isinstance(delta, TextDelta)) == whole.text
    assert [call.id for call in whole.calls] == [block["id"] for block in content if block["type"] == "tool_use"]


async def test_thoughts_go_back_with_their_signature(anthropic_server: Any) -> None:
    model = resolve_model(SONNET)
    secret = {"type": "redacted_thinking", "data": "ZW5j"}
    anthropic_server.will_say(THOUGHT, secret, {"type": "hologram"}, TEXT, CALL)
    first = await model.reply(ModelRequest("", [ASKED], TOOLS))
    assert (first.text, first.calls) == ("I read it.", (ToolCall("toolu_1", "read_file", {"path": "a.txt"}),))

    def after(reply: Reply, extras: Any) -> list[Any]:
        said = ModelMessage("m2", reply.text, reply.calls, extras)
        return [ASKED, said, ToolMessage("m3", "toolu_1", "read_file", "ok", "Done. Hello.")]

    for extras in (first.extras, {**first.extras, "provider_name": "openai"}, None):
        anthropic_server.will_say(TEXT)
        await model.reply(ModelRequest("", after(first, extras), TOOLS))
    kept, foreign, none = (asked["messages"][1]["content"] for asked in anthropic_server.asked[1:])
    assert kept == [THOUGHT, secret, TEXT, CALL]
    assert foreign == none == [TEXT, CALL]


@pytest.mark.filterwarnings("ignore:'claude-sonnet-5-5' rejected a replayed thinking block")
async def test_thoughts_that_have_become_outdated_are_dropped_then_and_later(anthropic_server: Any) -> None:
    """A thought is bound to what was said before it, which a state and condensing change: the newest models mind."""
    model = resolve_model(SONNET)
    anthropic_server.will_say(THOUGHT, CALL)
    first = await model.reply(ModelRequest("", [ASKED], TOOLS, state="It is noon."))
    history = [
        ASKED,
        ModelMessage("m2", first.text, first.calls, first.extras),
        ToolMessage("m3", "toolu_1", "read_file", "ok", "Done. Hello."),
    ]
    complaint = {"type": "invalid_request_error", "message": "The block is bound to a different conversation"}
    anthropic_server.will_fail(400, {"type": "error", "error": complaint})
    dropped = {"type": "thinking_dropped", "reason": "prefix_binding_mismatch", "message_index": 1, "content_index": 0}
    anthropic_server.will_say(TEXT, input_transformations=[dropped])
    second = await model.reply(ModelRequest("", history, TOOLS, state="It is one."))
    assert second.text == "I read it."
    history += [ModelMessage("m4", second.text, second.calls, second.extras), UserMessage("m5", "And b.txt?")]
    anthropic_server.will_say(TEXT)
    await model.reply(ModelRequest("", history, TOOLS, state="It is two."))
    binding = [asked.get("thinking", {}).get("block_binding") for asked in anthropic_server.asked]
    drop = {"prefix_mismatch_behavior": "drop_block"}
    assert binding == [None, None, drop, drop]


async def test_a_schema_is_sent_as_the_form_of_the_answer(anthropic_server: Any) -> None:
    anthropic_server.will_say(text('{"answer": 4}'))
    schema = {"type": "object", "properties": {"answer": {"type": "integer"}}, "required": ["answer"]}
    reply = await resolve_model(SONNET).reply(ModelRequest("", [ASKED], output_schema=schema))
    assert reply.text == '{"answer": 4}'
    form = anthropic_server.asked[0]["output_config"]["format"]
    assert form["type"] == "json_schema"
    assert form["schema"]["properties"] == {"answer": {"type": "integer"}}
