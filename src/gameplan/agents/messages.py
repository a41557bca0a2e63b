"""What is said between an agent and its model, in our own words and independent of any provider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gameplan.runtime.events import Json
from gameplan.tools import Status


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that a model asks for. `arguments` is what it sent: JSON text or an object, not checked yet."""

    id: str
    name: str
    arguments: Json


@dataclass(frozen=True, slots=True)
class UserMessage:
    """What the agent is told by a person, or by the loop."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """What the model said and asked for. `extras` is its provider's own, handed back to it untouched."""

    id: str
    text: str
    calls: tuple[ToolCall, ...] = ()
    extras: Json = None


@dataclass(frozen=True, slots=True)
class ToolMessage:
    """What came of a call. `arguments` are those of the call, as it was carried out."""

    id: str
    call_id: str
    tool: str
    status: Status
    text: str
    arguments: Json = None


Message: TypeAlias = UserMessage | ModelMessage | ToolMessage


def estimated_tokens(text: str) -> int:
    """About how many tokens a text has: four characters to a token, which is near enough to decide by."""
    return (len(text) + 3) // 4
