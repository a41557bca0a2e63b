"""Our messages, in the words of pydantic-ai.

A history mostly grows at its end, so what was converted once is kept: the unit is one message of the model with all
that was said until its next one, and only units that changed are converted again.
"""

from __future__ import annotations

import hashlib
import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, compress, count, repeat
from operator import is_, is_not
from typing import Literal

from pydantic_ai import messages as theirs
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from gameplan.agents.messages import Message, ModelMessage, ToolCall, ToolMessage, UserMessage
from gameplan.agents.model import ModelRequest
from gameplan.agents.models.extras import response_from_extras
from gameplan.runtime.events import Json
from gameplan.tools import Status

_MOST_HISTORIES = 16  # that one model keeps converted
_NO_RESULT = "This call was not carried out."
_OUTCOMES: dict[Status, Literal["success", "denied", "failed"]] = {
    "ok": "success",
    "refused": "denied",
    "failed": "failed",
}
_BEGINNING: theirs.ModelMessage = theirs.ModelRequest(
    [theirs.UserPromptPart("(The beginning of this conversation is left out.)")]
)


# -- the history


class Histories:
    """The histories that a model was last sent, converted."""

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._kept: dict[int, _History] = {}  # by the identity of its first message, the latest last

    def convert(self, messages: Sequence[Message]) -> list[theirs.ModelMessage]:
        """A new list of the converted messages. The messages themselves are kept and must not be changed."""
        if not messages:
            return []
        history = self._kept.pop(id(messages[0]), None) or _History(self._provider)
        self._kept[id(messages[0])] = history
        if len(self._kept) > _MOST_HISTORIES:
            del self._kept[next(iter(self._kept))]
        return history.convert(messages)


@dataclass(frozen=True, slots=True)
class _Exchange:
    """A message of the model, with all that was said until its next one."""

    said: tuple[Message, ...]
    converted: tuple[theirs.ModelMessage, ...]

    def stands_at(self, start: int, messages: Sequence[Message]) -> bool:
        """True if this is what stands in `messages` from `start` on, and all of it."""
        end = start + len(self.said)
        return (
            end <= len(messages)
            and all(map(is_, self.said, messages[start:end]))
            and (end == len(messages) or isinstance(messages[end], ModelMessage))
        )


class _History:
    """One history. What a step costs here is a comparison of identities, and the conversion of what is new."""

    def __init__(self, provider: str) -> None:
        self._provider = provider
        self._said: list[Message] = []
        self._starts: list[int] = []  # where each exchange begins in what was said,
        self._offsets: list[int] = []  # and where in what was converted
        self._exchanges: list[_Exchange] = []
        self._converted: list[theirs.ModelMessage] = []

    def convert(self, messages: Sequence[Message]) -> list[theirs.ModelMessage]:
        changes = compress(count(), map(is_not, self._said, messages))
        unchanged = next(changes, min(len(self._said), len(messages)))
        number = max(0, bisect_left(self._starts, unchanged) - 1)  # one back: what follows an exchange ends it
        start = self._starts[number] if self._starts else 0
        before = self._exchanges[number:]
        del self._converted[self._offsets[number] if self._offsets else 0 :]
        for kept in (self._starts, self._offsets, self._exchanges):
            del kept[number:]
        for known in chain(before, repeat(None)):
            if start == len(messages):
                break
            if known is not None and known.stands_at(start, messages):
                exchange = known
            else:
                exchange = self._exchange(start, messages)
            self._starts.append(start)
            self._offsets.append(len(self._converted))
            self._exchanges.append(exchange)
            self._converted += exchange.converted
            start += len(exchange.said)
        self._said[:] = messages
        begins = [_BEGINNING] if isinstance(messages[0], ModelMessage) else []  # providers want a person to begin
        return begins + self._converted

    def _exchange(self, start: int, messages: Sequence[Message]) -> _Exchange:
        end = start + 1
        while end < len(messages) and not isinstance(messages[end], ModelMessage):
            end += 1
        said = tuple(messages[start:end])
        return _Exchange(said, tuple(_converted(said, self._provider)))


def _converted(said: Sequence[Message], provider: str) -> Iterable[theirs.ModelMessage]:
    calls: Sequence[ToolCall] = ()
    rest = said
    if isinstance(said[0], ModelMessage):
        reply, rest = said[0], said[1:]
        calls = reply.calls
        yield response_from_extras(reply, provider, call_part) or _response(reply)
    parts = [*_results(calls, rest), *_prompts(calls, rest)]
    if parts:
        yield theirs.ModelRequest(parts)


def _response(message: ModelMessage) -> theirs.ModelResponse:
    text = [theirs.TextPart(message.text)] if message.text else []
    return theirs.ModelResponse([*text, *map(call_part, message.calls)])


def call_part(call: ToolCall) -> theirs.ToolCallPart:
    return theirs.ToolCallPart(_safe_name(call.name), _arguments(call.arguments), _safe_id(call.id))


def _results(calls: Sequence[ToolCall], rest: Sequence[Message]) -> Iterable[theirs.ModelRequestPart]:
    """One result for each call, in the order of the calls: providers refuse anything else."""
    by_call = {message.call_id: message for message in reversed(rest) if isinstance(message, ToolMessage)}
    for call in calls:
        result = by_call.get(call.id)
        yield theirs.ToolReturnPart(
            tool_name=_safe_name(call.name),
            content=result.text if result else _NO_RESULT,
            tool_call_id=_safe_id(call.id),
            outcome=_OUTCOMES[result.status] if result else "denied",
        )


def _prompts(calls: Sequence[ToolCall], rest: Sequence[Message]) -> Iterable[theirs.ModelRequestPart]:
    """What was said to the model. A result whose call is not shown any more is told in words."""
    awaited = {call.id for call in calls}
    for message in rest:
        if isinstance(message, UserMessage):
            if message.text:
                yield theirs.UserPromptPart(message.text)
        elif isinstance(message, ToolMessage):
            if message.call_id not in awaited:
                yield theirs.UserPromptPart(f"Result of an earlier call of {message.tool}:\n{message.text}")
            awaited.discard(message.call_id)


def _arguments(sent: Json) -> str | dict[str, Json]:
    return sent if isinstance(sent, str | dict) else json.dumps(sent)


def _safe_name(name: str) -> str:
    """A model may call a tool by any name; providers take back only letters, digits, `_` and `-`."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", name)[:64] or "unknown"


def _safe_id(call_id: str) -> str:
    if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", call_id):
        return call_id
    return f"{re.sub(r'[^A-Za-z0-9_-]', '_', call_id)[:27]}_{hashlib.sha256(call_id.encode()).hexdigest()[:12]}"


# -- the rest of a request


def with_state(history: list[theirs.ModelMessage], state: str, profile: ModelProfile) -> list[theirs.ModelMessage]:
    """The history with the state after it. What a provider is to cache ends before the state, which changes always."""
    if not state:
        return history
    cacheable = profile.get("supports_cache", False) and history and isinstance(history[-1], theirs.ModelRequest)
    content: str | list[theirs.UserContent] = [theirs.CachePoint(), state] if cacheable else state
    return [*history, theirs.ModelRequest([theirs.UserPromptPart(content)])]


def settings_for(request: ModelRequest, profile: ModelProfile) -> ModelSettings:
    """How to answer. Nothing is tried again down there, because the loop does that, and records it."""
    settings: ModelSettings = {"max_retries": 0}
    if request.max_output_tokens is not None:
        settings["max_tokens"] = request.max_output_tokens
    if request.temperature is not None:
        settings["temperature"] = request.temperature
    if profile.get("supports_cache", False):  # tools and instructions; the history too, if no state follows it
        settings["cache"] = {"messages": not request.state}
    return settings


def parameters_for(request: ModelRequest, profile: ModelProfile) -> ModelRequestParameters:
    """Instructions, tools and the form of the answer."""
    parameters = ModelRequestParameters(
        function_tools=[
            ToolDefinition(name=tool.name, description=tool.description, parameters_json_schema=dict(tool.parameters))
            for tool in request.tools
        ],
        instruction_parts=[theirs.InstructionPart(request.system)] if request.system else [],
    )
    if request.output_schema is not None:
        parameters.output_mode = "native" if profile.get("supports_json_schema_output", False) else "prompted"
        parameters.output_object = OutputObjectDefinition(json_schema=dict(request.output_schema), name="answer")
    return parameters
