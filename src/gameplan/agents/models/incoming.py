"""What a provider answered, in our words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal

from pydantic_ai.messages import (
    ModelResponse,
    ModelResponsePart,
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)

from gameplan.agents.messages import ToolCall
from gameplan.agents.model import CallDelta, OnDelta, Reply, TextDelta, Usage
from gameplan.agents.models.extras import extras_of, text_of
from gameplan.runtime.events import Json
from gameplan.tools import ToolValidationError
from gameplan.tools.arguments import read_arguments


def reply_of(response: ModelResponse, name: str, *, free: bool) -> Reply:
    """The reply in a response."""
    response.parts = [part for part in response.parts if not _is_unknown(part)]
    calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
    for part in calls:
        part.args = arguments_of(part.args)
    usage = response.usage
    return Reply(
        text=text_of(response),
        calls=tuple(ToolCall(part.tool_call_id, part.tool_name, part.args) for part in calls),
        usage=Usage(usage.input_tokens, usage.output_tokens, usage.cache_read_tokens, usage.cache_write_tokens),
        cost=Decimal(0) if free else price_of(response),
        model=response.model_name or name,
        extras=extras_of(response),
        cut_off=response.finish_reason == "length",
    )


def _is_unknown(part: ModelResponsePart) -> bool:
    """True for a block of a kind that the provider's library does not know: it arrives as text without a text."""
    return isinstance(part, TextPart) and not isinstance(part.content, str)


def arguments_of(sent: str | Mapping[str, Json] | None) -> str | dict[str, Json]:
    """What a model sent as arguments: the object, or the very text if it does not read as one.

    The same call comes as an object or as text, depending on the provider and on whether it was streamed.
    """
    if not isinstance(sent, str):
        return dict(sent or {})
    try:
        read: dict[str, Json] = read_arguments(sent)
    except ToolValidationError:
        return sent
    return read


def price_of(response: ModelResponse) -> Decimal | None:
    """What the response cost, by its provider's own word or by the list of prices; None if neither knows."""
    usage = response.usage
    if usage.cost is not None:
        return usage.cost
    if not (usage.input_tokens or usage.output_tokens) or not response.model_name:
        return None
    try:
        return response.cost().total_price
    except (LookupError, ValueError):
        return None


class DeltaTeller:
    """Tells the pieces of a streamed response; the pieces of text together are the text of the reply."""

    def __init__(self, on_delta: OnDelta) -> None:
        self._tell = on_delta
        self._calls: dict[int, int] = {}  # the number of a part -> the number of the call
        self._spoken = False
        self._interrupted = False

    def take(self, event: ModelResponseStreamEvent) -> None:
        match event:
            case PartStartEvent(part=TextPart(content=text)):
                self._text(text)
            case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                self._text(text)
            case PartStartEvent(index=index, part=ToolCallPart(tool_name=name, args=arguments)):
                self._interrupted = True
                self._call(index, name, arguments)
            case PartDeltaEvent(index=index, delta=ToolCallPartDelta(tool_name_delta=name, args_delta=arguments)):
                self._call(index, name or "", arguments)
            case PartStartEvent():
                self._interrupted = True
            case _:
                pass

    def _text(self, text: str) -> None:
        if not text:
            return
        gap = "\n\n" if self._spoken and self._interrupted else ""
        self._spoken, self._interrupted = True, False
        self._tell(TextDelta(gap + text))

    def _call(self, part: int, name: str, arguments: str | Mapping[str, Json] | None) -> None:
        number = self._calls.setdefault(part, len(self._calls))
        text = arguments or "" if isinstance(arguments, str | None) else json.dumps(arguments)
        if name or text:
            self._tell(CallDelta(number, name, text))
