"""A call that a model writes as text is not carried out; the model is told so, once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from gameplan.agents import AgentTold, EndedBy, ModelReplied, Reply, TurnStarted, run_agent
from gameplan.agents.written_calls import written_call
from gameplan.runtime import Session
from gameplan.tools import ToolInvoked

TOOLS = ("read_file", "search", "say")
JSON = '{"name": "say", "arguments": {"text": "hello"}}'

WRITTEN = {
    "bare": JSON,
    "bare, after a sentence": f"I will say it.\n\n{JSON}",
    "in a code block": f"```json\n{JSON}\n```\nThis says hello.",
    "in a code block of one line": f"```json {JSON}```",
    "over several lines": '```json\n{\n  "name": "read_file",\n  "arguments": {\n    "path": "a"\n  }\n}\n```',
    "in too many braces": '{{"name": "say", "arguments": {"text": "a"}}}',
    "in a list": f"[{JSON}, {JSON}]",
    "with other words": '{"tool": "search", "parameters": {"text": "a"}}',
    "with text for arguments": '{"name": "say", "arguments": "{\\"text\\": \\"a\\"}"}',
    "as a server wraps it": '{"id": "1", "type": "function", "function": {"name": "say", "arguments": "{}"}}',
    "many, as a server wraps them": f'{{"tool_calls": [{JSON}]}}',
    "in tags": f"<tool_call>\n{JSON}\n</tool_call>",
    "in tags of one line": f"First I look.\n<tool_call>{JSON}</tool_call>",
    "in tags that are broken off": '<tool_call>\n{"name": "say", "argu',
    "as XML": '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a</parameter>',
    "as a tag with the name": "<function=search><parameter=text>a</parameter></function>",
    "behind a mark": '[TOOL_CALLS][{"name": "say", "arguments": {}}]',
    "thought, then acted": 'Thought: I must look.\nAction: search\nAction Input: {"text": "a"}',
    "as a sentence": 'call read_file(path="notes.txt")',
    "as a sentence at the end": "I need the notes first.\n\nCall: `read_file(path=notes.txt)`",
    "as nothing but code": '```python\nread_file(path="a")\nread_file(path="b")\n```',
}

ANSWERS = {
    "nothing": "",
    "words": "I called read_file and search, and both worked.",
    "a call in a sentence": 'I used read_file(path="a"), which gave 17.',
    "a call in a sentence at its end": 'What I did was read_file(path="a")',
    "JSON in a sentence": f"You would send {JSON} to say it.",
    "tags in a sentence": "Some models write <tool_call> and then read_file, as text.",
    "code": 'Do it like this:\n\n```python\ntext = read_file("a")\nprint(search(text))\n```',
    "code that shows a call": 'Write this:\n\n```python\nread_file("a")\n```',
    "markup in code": '```xml\n<function name="read_file">\n```',
    "a list of functions": "The tools are:\nread_file(path)\nsearch(text)",
    "a call of something else": '{"name": "launch", "arguments": {}}',
    "a package": '```json\n{"name": "search", "version": "1.0", "dependencies": {}}\n```',
    "a person": '{"name": "search", "parameters": 3}',
    "the step of a plan": '[{"id": "read", "tool": "read_file", "args": {"path": "a"}}]',
    "a long text": "{" * 100_000,
    "deep JSON": '{"name": ' + "[" * 15_000,
    "blanks": " " * 100_000 + "x",
}


@pytest.mark.parametrize("text", WRITTEN.values(), ids=WRITTEN)
def test_a_call_that_is_written_as_text_is_noticed(text: str) -> None:
    assert written_call(text, TOOLS) in TOOLS


@pytest.mark.parametrize("text", ANSWERS.values(), ids=ANSWERS)
def test_an_answer_is_taken_for_an_answer(text: str) -> None:
    assert written_call(text, TOOLS) == ""


async def test_it_is_not_carried_out_and_the_model_is_told(scripted: Any, box: Any, session: Session) -> None:
    model = scripted(Reply(text=JSON), box.calls(("say", {"text": "hello"})), Reply(text="Said."))
    result = await run_agent(model, "", [box.say], request="Say hello.", session=session)
    assert (result.ended_by, result.text, result.steps) == (EndedBy.FINISHED, "Said.", 3)
    assert len(session.events_of(ToolInvoked)) == 1
    (told,) = session.events_of(AgentTold)
    assert "as text" in told.text
    assert model.requests[1].messages[-1].text == told.text


async def test_it_is_told_once_and_then_the_turn_says_why_it_stopped(scripted: Any, box: Any, session: Session) -> None:
    result = await run_agent(scripted(Reply(text=JSON), Reply(text=JSON)), "", [box.say], session=session)
    assert (result.ended_by, result.text, result.steps) == (EndedBy.STOPPED, JSON, 2)
    assert "say" in result.detail
    assert not session.events_of(ToolInvoked)
    assert len(session.events_of(AgentTold)) == 1


async def test_whoever_must_end_by_a_tool_keeps_its_reminders(scripted: Any, box: Any, session: Session) -> None:
    result = await run_agent(scripted(*[Reply(text=JSON)] * 4), "", [box.say, box.finish], session=session)
    assert (result.ended_by, result.steps) == (EndedBy.STOPPED, 4)
    written, *reminders = [told.text for told in session.events_of(AgentTold)]
    assert "as text" in written
    assert reminders == ["You have not ended your turn. To end it, call one of: finish."] * 2


async def test_a_turn_that_goes_on_is_not_told_again(scripted: Any, box: Any, session: Session) -> None:
    await run_agent(scripted(Reply(text=JSON), Reply(text="Well.")), "", [box.say], session=session)
    told = session.events_of(AgentTold)[0]
    with Session() as later:
        later.dispatch(TurnStarted("killed", "Agent", "m", "", ("say",)))
        later.dispatch(ModelReplied("killed", "Agent", 1, "killed.1", JSON))
        later.dispatch(AgentTold("killed", "killed.1.told", told.text))
        result = await run_agent(scripted(Reply(text=JSON)), "", [box.say], session=later, resumes="killed")
    assert (result.ended_by, result.steps) == (EndedBy.STOPPED, 2)


async def test_without_such_a_tool_it_is_an_answer(scripted: Any, box: Any) -> None:
    for tools in ([], [box.move]):
        result = await run_agent(scripted(Reply(text=JSON)), "", tools)
        assert (result.ended_by, result.text) == (EndedBy.FINISHED, JSON)


@dataclass(frozen=True)
class Proposal:
    name: str
    arguments: dict[str, str]


async def test_an_answer_that_was_asked_for_in_the_form_of_a_call_is_one(scripted: Any, box: Any) -> None:
    result = await run_agent(scripted(Reply(text=JSON)), "", [box.say], output=Proposal)
    assert result.output == Proposal("say", {"text": "hello"})
