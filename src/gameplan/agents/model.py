"""The one thing that Gameplan asks of a model: here are messages and tools, reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Protocol, TypeAlias

from gameplan.agents.messages import Message, ToolCall
from gameplan.runtime.events import Json
from gameplan.tools import ToolDefinition


@dataclass(frozen=True, slots=True)
class Usage:
    """The tokens of a reply. `input_tokens` counts those read from and written to a cache too."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0

    @property
    def total(self) -> int:
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
        )


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """What a model is sent. `messages` is a live view of the history, good for the length of the call.

    `state` is the world as it is now: it comes after the messages, and is never part of the history.
    """

    system: str
    messages: Sequence[Message]
    tools: Sequence[ToolDefinition] = ()
    state: str = ""
    output_schema: Mapping[str, Json] | None = None
    max_output_tokens: int | None = None
    temperature: float | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered. A `cost` of None means that the price is not known.

    A reply that was `cut_off` reached the limit of output tokens before its end.
    """

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    cost: Decimal | None = Decimal(0)
    model: str = ""
    extras: Json = None
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of text that has just arrived."""

    text: str


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A piece of a tool call that has just arrived: its name first, then its arguments bit by bit."""

    index: int
    name: str
    arguments: str


Delta: TypeAlias = TextDelta | CallDelta
OnDelta: TypeAlias = Callable[[Delta], None]


class Model(Protocol):
    """Anything that replies: a provider's model, a recording, or a house model."""

    @property
    def name(self) -> str: ...

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        """Answer. With `on_delta`, tell the pieces of the answer as they arrive. Raises `ModelError`."""
        ...


class ModelError(Exception):
    """A model did not reply. A transient error may go away by itself: it is tried again."""

    def __init__(self, message: str, *, transient: bool = False, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.transient = transient
        self.retry_after = retry_after
