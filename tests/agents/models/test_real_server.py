"""A real model on a real server. Collected only if one is named:

GAMEPLAN_TEST_MODEL_URL=http://127.0.0.1:8081/v1#qwen make test

A small model answers what it likes, so this asserts the form of its answers, never the words.
"""

from __future__ import annotations

import json
import os

import pytest

from gameplan.agents.messages import ModelMessage, ToolMessage, UserMessage
from gameplan.agents.model import Delta, Model, ModelError, ModelRequest, Reply, TextDelta
from gameplan.agents.models import resolve_model
from gameplan.tools import ToolDefinition

READ = ToolDefinition(
    "read_file",
    "Read a file and return its text.",
    {
        "type": "object",
        "properties": {"path": {"type": "string", "description": "The file, as in notes/today.txt."}},
        "required": ["path"],
        "additionalProperties": False,
    },
)


@pytest.fixture
def model() -> Model:
    return resolve_model(os.environ["GAMEPLAN_TEST_MODEL_URL"])


async def persistent_reply(model: Model, request: ModelRequest) -> Reply:
    """llama.cpp answers HTTP 500 when a small model garbles a tool call: to be tried again, as the loop does."""
    for _ in range(4):
        try:
            return await model.reply(request)
        except ModelError as error:
            assert error.transient, error
    pytest.fail("It garbled every answer.")


async def test_it_answers_in_pieces(model: Model) -> None:
    told: list[Delta] = []
    request = ModelRequest(
        "You are brief.", [UserMessage("m", "Name three colours.")], max_output_tokens=40, temperature=0.0
    )
    reply = await model.reply(request, told.append)
    assert reply.text
    assert len(told) > 1
    assert "".join(delta.text for delta in told if isinstance(delta, TextDelta)) == reply.text
    assert reply.usage.input_tokens > 5
    assert reply.usage.output_tokens > 1


async def test_it_answers_in_the_form_of_a_schema(model: Model) -> None:
    schema = {
        "type": "object",
        "properties": {"colours": {"type": "array", "items": {"type": "string"}, "maxItems": 3}},
        "required": ["colours"],
        "additionalProperties": False,
    }
    request = ModelRequest(
        "Answer as JSON.", [UserMessage("m", "Name three colours.")], output_schema=schema, max_output_tokens=100
    )
    assert set(json.loads((await model.reply(request)).text)) == {"colours"}


async def test_it_calls_a_tool_or_says_something_and_takes_the_result(model: Model) -> None:
    asked = UserMessage("m1", "Read the file notes/today.txt with the tool read_file.")
    request = ModelRequest("You work with tools.", [asked], (READ,), max_output_tokens=100, temperature=0.0)
    first = await persistent_reply(model, request)
    assert first.calls or first.text
    history = [asked, ModelMessage("m2", first.text, first.calls, first.extras)]
    history += [ToolMessage(call.id, call.id, call.name, "ok", "Done. Buy milk.") for call in first.calls]
    second = await persistent_reply(
        model, ModelRequest("You work with tools.", history, (READ,), state="It is noon.", max_output_tokens=100)
    )
    assert second.calls or second.text
