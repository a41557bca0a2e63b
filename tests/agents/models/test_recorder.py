"""What a model answered is saved, and played back to the same requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from gameplan.agents.messages import ModelMessage, ToolCall, ToolMessage, UserMessage
from gameplan.agents.model import CallDelta, Delta, ModelError, ModelRequest, OnDelta, Reply, TextDelta, Usage
from gameplan.agents.models import PlayedModel, RecordedModel, resolve_model
from gameplan.tools import ToolDefinition

LOOK = ToolDefinition("look", "Look around.", {"type": "object", "properties": {}})
REQUEST = ModelRequest("You are brief.", [UserMessage("m1", "Where am I?")], (LOOK,), state="It is noon.")
REPLY = Reply(
    "I look.",
    (ToolCall("c1", "look", {"how": "long"}), ToolCall("c2", "look", "{oops")),
    Usage(20, 5, 3, 1),
    Decimal("0.0012"),
    "tiny-0626",
    {"provider_name": "tiny", "parts": [{"part_kind": "thinking", "content": "Hm.\u2028Well."}]},
)


class Scripted:
    """Answers what the test laid down."""

    name = "scripted:model"

    def __init__(self, *answers: Reply | ModelError, deltas: Sequence[Delta] = ()) -> None:
        self.answers = list(answers)
        self.deltas = deltas

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        for delta in self.deltas if on_delta else ():
            on_delta(delta)  # type: ignore[misc]
        answer = self.answers.pop(0)
        if isinstance(answer, ModelError):
            raise answer
        return answer


async def recorded(
    path: Path, request: ModelRequest, *answers: Reply | ModelError, deltas: Sequence[Delta] = ()
) -> None:
    model = RecordedModel(Scripted(*answers, deltas=deltas), path)
    assert model.name == "scripted:model"
    for answer in answers:
        if isinstance(answer, ModelError):
            with pytest.raises(ModelError):
                await model.reply(request, (lambda delta: None) if deltas else None)
        else:
            assert await model.reply(request, (lambda delta: None) if deltas else None) == answer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "recordings" / "turn.jsonl"


async def test_a_reply_comes_back_as_it_was(path: Path) -> None:
    for reply in (REPLY, Reply(), replace(REPLY, cost=None)):
        path.unlink(missing_ok=True)
        await recorded(path, REQUEST, reply)
        assert await resolve_model(f"recording:{path}").reply(REQUEST) == reply


async def test_equal_requests_are_answered_in_order_and_then_no_more(path: Path) -> None:
    await recorded(path, REQUEST, Reply("One."), ModelError("busy", transient=True, retry_after=2.5), Reply("Two."))
    model = PlayedModel(path)
    assert (await model.reply(REQUEST)).text == "One."
    with pytest.raises(ModelError, match="busy") as caught:
        await model.reply(REQUEST)
    assert (caught.value.transient, caught.value.retry_after) == (True, 2.5)
    assert (await model.reply(REQUEST)).text == "Two."
    with pytest.raises(ModelError, match="3 answers"):
        await model.reply(REQUEST)


async def test_pieces_come_back_as_they_came(path: Path) -> None:
    deltas = [TextDelta("I "), TextDelta("look."), CallDelta(0, "look", ""), CallDelta(0, "", "{}")]
    await recorded(path, REQUEST, REPLY, ModelError("broke off"), deltas=deltas)
    model, told = PlayedModel(path), list[Delta]()
    await model.reply(REQUEST, told.append)
    assert told == deltas
    with pytest.raises(ModelError, match="broke off"):
        await model.reply(REQUEST, told.append)
    assert told == deltas * 2


async def test_a_reply_recorded_whole_is_told_in_pieces_all_the_same(path: Path) -> None:
    await recorded(path, REQUEST, REPLY)
    told: list[Delta] = []
    await PlayedModel(path).reply(REQUEST, told.append)
    assert told == [TextDelta("I look."), CallDelta(0, "look", '{"how": "long"}'), CallDelta(1, "look", "{oops")]


def conversation(turn: str, result: str = "Done. A hall.") -> list[Any]:
    call = f"{turn}.1.1"
    return [
        UserMessage(f"{turn}.request", "Where am I?"),
        ModelMessage(f"{turn}.1", "", (ToolCall(call, "look", {}),)),
        ToolMessage(call, call, "look", "ok", result),
    ]


async def test_ids_that_are_new_in_every_run_do_not_count(path: Path) -> None:
    await recorded(path, ModelRequest("", conversation("turn_a")), Reply("A hall."))
    assert (await PlayedModel(path).reply(ModelRequest("", conversation("turn_b")))).text == "A hall."


async def test_a_request_that_was_not_recorded_shows_what_differs_from_the_nearest(path: Path) -> None:
    asked = ModelRequest("You are brief.", conversation("turn_a"), (LOOK,), state="It is noon.")
    await recorded(path, ModelRequest("Something else entirely.", []), Reply("No."))
    await recorded(path, asked, Reply("A hall."))

    async def told(request: ModelRequest) -> str:
        with pytest.raises(ModelError) as caught:
            await PlayedModel(path).reply(request)
        assert not caught.value.transient
        return caught.value.message

    message = await told(replace(asked, messages=conversation("turn_a", "Done. A cellar.")))
    assert "message 3 is sent as" in message
    assert "A cellar." in message
    assert "A hall." in message
    assert "system" not in message
    assert '- the state is sent as "It is one."' in await told(replace(asked, state="It is one."))
    assert "- 4 messages are sent, 3 were recorded" in await told(
        replace(asked, messages=[*asked.messages, UserMessage("m", "Well?")])
    )
    assert "- 0 tools are sent, 1 were recorded" in await told(replace(asked, tools=()))
    assert "the output schema" in await told(replace(asked, output_schema={"type": "object"}))


async def test_a_line_that_a_crash_cut_off_harms_nothing(path: Path) -> None:
    await recorded(path, REQUEST, Reply("One."))
    with path.open("a") as file:
        file.write('{"fingerprint": "ab')
    assert (await PlayedModel(path).reply(REQUEST)).text == "One."
    await recorded(path, REQUEST, Reply("Two."))
    model = PlayedModel(path)
    assert [(await model.reply(REQUEST)).text for _ in range(2)] == ["One.", "Two."]


async def test_a_file_that_is_no_recording_is_named_with_its_line(path: Path) -> None:
    path.parent.mkdir()
    path.write_text('{"hello": 1}\n')
    with pytest.raises(ModelError, match=r"turn\.jsonl, line 1, is not part of a recording"):
        PlayedModel(path)
    path.write_text("")
    with pytest.raises(ModelError, match="is empty"):
        await PlayedModel(path).reply(REQUEST)


async def test_each_message_is_written_once(path: Path) -> None:
    model = RecordedModel(Scripted(*[Reply("Yes.")] * 30), path)
    history: list[Any] = []
    for number in range(30):
        history.append(UserMessage(f"m{number}", f"This is number {number}. " * 50))
        await model.reply(ModelRequest("You are brief.", list(history)))
    assert path.read_text().count("This is number 7. ") == 50
    assert path.stat().st_size < 80_000


async def test_a_real_providers_turn_is_recorded_without_its_key_and_played(
    path: Path, anthropic_server: Any, canary: str
) -> None:
    thought = {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}
    anthropic_server.will_say(thought, {"type": "text", "text": "Hello, you."})
    anthropic_server.will_echo_its_headers(500)
    model = RecordedModel(resolve_model("anthropic:claude-sonnet-5-5"), path)
    told: list[Delta] = []
    reply = await model.reply(REQUEST, told.append)
    with pytest.raises(ModelError):
        await model.reply(replace(REQUEST, state=f"The key is {canary}."))
    assert canary not in path.read_text()
    assert all(json.loads(line) for line in path.read_text().splitlines())

    played, again = PlayedModel(path), list[Delta]()
    assert await played.reply(REQUEST, again.append) == reply
    assert again == told
    with pytest.raises(ModelError, match="HTTP 500") as caught:
        await played.reply(replace(REQUEST, state=f"The key is {canary}."))
    assert caught.value.transient
