"""What makes two requests the same: system, messages, tools, state and schema, but no id that is new in every run."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from gameplan.agents.messages import Message, ModelMessage, ToolMessage, UserMessage
from gameplan.agents.model import ModelRequest
from gameplan.runtime.events import Json


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a request, under a name that depends on what it says alone."""

    digest: str
    content: Json

    @classmethod
    def of(cls, content: Json) -> Piece:
        return cls(hashlib.sha256(_canonical(content).encode()).hexdigest()[:16], content)


@dataclass(frozen=True, slots=True)
class Shape:
    """A request by its pieces."""

    system: Piece
    messages: tuple[Piece, ...]
    tools: tuple[Piece, ...]
    state: Piece
    schema: Piece

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return (self.system, *self.messages, *self.tools, self.state, self.schema)

    @property
    def digests(self) -> dict[str, Json]:
        return {
            "system": self.system.digest,
            "messages": [piece.digest for piece in self.messages],
            "tools": [piece.digest for piece in self.tools],
            "state": self.state.digest,
            "schema": self.schema.digest,
        }

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(_canonical(self.digests).encode()).hexdigest()

    @classmethod
    def read(cls, digests: Mapping[str, Json], pieces: Mapping[str, Piece]) -> Shape:
        return cls(
            system=pieces[digests["system"]],
            messages=tuple(pieces[digest] for digest in digests["messages"]),
            tools=tuple(pieces[digest] for digest in digests["tools"]),
            state=pieces[digests["state"]],
            schema=pieces[digests["schema"]],
        )


def shape_of(request: ModelRequest) -> Shape:
    """The shape of a request. Calls are known by their number in the conversation, not by their id."""
    numbers: dict[str, int] = {}
    return Shape(
        system=Piece.of(request.system),
        messages=tuple(Piece.of(_said(message, numbers)) for message in request.messages),
        tools=tuple(
            Piece.of({"tool": tool.name, "description": tool.description, "parameters": dict(tool.parameters)})
            for tool in request.tools
        ),
        state=Piece.of(request.state),
        schema=Piece.of(dict(request.output_schema) if request.output_schema is not None else None),
    )


def _said(message: Message, numbers: dict[str, int]) -> Json:
    match message:
        case UserMessage(text=text):
            return {"user": text}
        case ModelMessage(text=text, calls=calls):
            for call in calls:
                numbers[call.id] = len(numbers)
            return {"model": text, "calls": [[call.name, call.arguments] for call in calls]}
        case ToolMessage(call_id=call_id, tool=tool, status=status, text=text):
            return {"result": text, "tool": tool, "status": status, "call": numbers.get(call_id)}


def _canonical(content: Json) -> str:
    return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def difference(asked: Shape, recorded: Shape) -> str:
    """What is different about two requests, in words; empty if nothing is."""
    lines = [
        _differs(what, ours, theirs)
        for what, ours, theirs in (
            ("the system prompt", asked.system, recorded.system),
            ("the state", asked.state, recorded.state),
            ("the output schema", asked.schema, recorded.schema),
        )
        if ours != theirs
    ]
    for what, ours, theirs in (("message", asked.messages, recorded.messages), ("tool", asked.tools, recorded.tools)):
        first = _common(ours, theirs)
        if first < min(len(ours), len(theirs)):
            lines.append(_differs(f"{what} {first + 1}", ours[first], theirs[first]))
        elif len(ours) != len(theirs):
            lines.append(f"- {len(ours)} {what}s are sent, {len(theirs)} were recorded")
    return "\n".join(lines)


def likeness(asked: Shape, recorded: Shape) -> tuple[int, int]:
    """How near two requests are to each other; more is nearer."""
    same = sum(
        ours == theirs
        for ours, theirs in (
            (asked.system, recorded.system),
            (asked.tools, recorded.tools),
            (asked.schema, recorded.schema),
            (asked.state, recorded.state),
        )
    )
    return _common(asked.messages, recorded.messages) + same, -abs(len(asked.messages) - len(recorded.messages))


def _common(ours: tuple[Piece, ...], theirs: tuple[Piece, ...]) -> int:
    return next(
        (number for number, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a.digest != b.digest),
        min(len(ours), len(theirs)),
    )


def _differs(what: str, asked: Piece, recorded: Piece) -> str:
    ours, theirs = _canonical(asked.content), _canonical(recorded.content)
    start = next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs)))
    return f"- {what} is sent as {_excerpt(ours, start)} and was recorded as {_excerpt(theirs, start)}"


def _excerpt(text: str, around: int) -> str:
    start, end = max(0, around - 40), around + 80
    return ("…" if start else "") + text[start:end] + ("…" if end < len(text) else "")
