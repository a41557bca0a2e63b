"""A model that follows a script, and a few tools for it to call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import pytest

from gameplan.agents import ModelRequest, OnDelta, Reply, TextDelta, ToolCall, Usage
from gameplan.runtime import CountedIds, ManualClock, Session
from gameplan.tools import Done, Memory, Tool, ToolContext, ToolRefused, tool

Line = Reply | Exception | Callable[[ModelRequest], Reply]


class ScriptedModel:
    """Replies with what it was given, line by line, and remembers what it was sent."""

    def __init__(self, *lines: Line, name: str = "scripted") -> None:
        self.name = name
        self.lines = list(lines)
        self.requests: list[ModelRequest] = []

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self.requests.append(replace(request, messages=tuple(request.messages)))
        if not self.lines:
            raise AssertionError("the script is over")
        line = self.lines.pop(0)
        if isinstance(line, Exception):
            raise line
        reply = line if isinstance(line, Reply) else line(request)
        if on_delta is not None and reply.text:
            on_delta(TextDelta(reply.text))
        return reply


@dataclass(frozen=True)
class Words:
    text: str = ""


def _calls(*calls: tuple[str, Any] | str, text: str = "", usage: Usage | None = None, cost: Any = Decimal(0)) -> Reply:
    made = []
    for call in calls:
        name, arguments = call if isinstance(call, tuple) else (call, {})
        made.append(ToolCall("", name, arguments))
    return Reply(text=text, calls=tuple(made), usage=usage or Usage(10, 5), cost=cost)


@tool
def say(params: Words) -> str:
    """Say something."""
    return f"said {params.text}"


@tool
def refuse(params: Words) -> str:
    """Never works."""
    raise ToolRefused(f"rule 7 forbids {params.text or 'it'}", code="rule_7")


@tool
def break_down(params: Words) -> str:
    """Breaks."""
    raise ValueError("it broke")


@tool(terminal=True)
def finish(params: Words) -> Done[Words]:
    """End the turn."""
    if params.text == "early":
        raise ToolRefused("not yet", code="too_early")
    return Done(params, "the turn is over")


@tool(memory=Memory.LATEST("info"))
def peek(params: Words) -> str:
    """Look at something long."""
    return f"peeked at {params.text}\n" + "\n".join(f"{params.text} line {n}" for n in range(30))


@tool(memory=Memory.LATEST("info"))
def search(params: Words, context: ToolContext) -> str:
    """Look at everything."""
    return f"found {params.text}\n" + "\n".join(f"{params.text} entry {n}" for n in range(30))


@tool(memory=Memory.BRIEF)
def move(params: Words) -> str:
    """Move something."""
    return f"moved {params.text}\nand a long story about it"


@dataclass(frozen=True)
class Toolbox:
    """The tools by name, and how to script calls of them."""

    say: Tool[Any, Any] = say
    refuse: Tool[Any, Any] = refuse
    break_down: Tool[Any, Any] = break_down
    finish: Tool[Any, Any] = finish
    peek: Tool[Any, Any] = peek
    search: Tool[Any, Any] = search
    move: Tool[Any, Any] = move

    @staticmethod
    def calls(*calls: tuple[str, Any] | str, **options: Any) -> Reply:
        return _calls(*calls, **options)

    @property
    def all(self) -> Sequence[Tool[Any, Any]]:
        return (say, refuse, break_down, finish, peek, search, move)


@pytest.fixture
def scripted() -> type[ScriptedModel]:
    return ScriptedModel


@pytest.fixture
def box() -> Toolbox:
    return Toolbox()


@pytest.fixture
def session() -> Session:
    return Session(clock=ManualClock(), ids=CountedIds())
