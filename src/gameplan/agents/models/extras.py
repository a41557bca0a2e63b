"""What a provider wants handed back as it was: thoughts with their signatures, and other parts of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pydantic import ValidationError
from pydantic_ai.messages import (
    ModelMessagesTypeAdapter,
    ModelResponse,
    ModelResponsePart,
    TextPart,
    ToolCallPart,
)

from gameplan.agents.messages import ModelMessage, ToolCall
from gameplan.runtime.events import Json

_KEPT_FIELDS = ("parts", "provider_name", "provider_url", "canonical_system", "provider_details")
_KEPT_DETAILS = ("input_transformations",)  # by these pydantic-ai knows that a provider dropped outdated thoughts


def extras_of(response: ModelResponse) -> Json:
    """What of a response is more than its text and its calls, as JSON; None if nothing is."""
    details = {
        key: (response.provider_details or {})[key] for key in _KEPT_DETAILS if key in (response.provider_details or {})
    }
    if not details and all(map(_is_plain, response.parts)):
        return None
    kept = replace(response, provider_details=details or None)
    [dumped] = ModelMessagesTypeAdapter.dump_python([kept], mode="json", exclude_none=True)
    return {field: dumped[field] for field in _KEPT_FIELDS if field in dumped}


def response_from_extras(
    message: ModelMessage, provider: str, call_part: Callable[[ToolCall], ToolCallPart]
) -> ModelResponse | None:
    """The response as its provider gave it; None if it was another provider, or it cannot be read, or does not fit."""
    extras = message.extras
    if not isinstance(extras, dict) or extras.get("provider_name") != provider:
        return None
    fields = {field: extras[field] for field in _KEPT_FIELDS if field in extras}
    try:
        [response] = ModelMessagesTypeAdapter.validate_python([{**fields, "kind": "response"}])
    except (ValidationError, TypeError, ValueError):
        return None
    if not isinstance(response, ModelResponse) or text_of(response) != message.text:
        return None
    calls = [part for part in response.parts if isinstance(part, ToolCallPart)]
    if [part.tool_name for part in calls] != [call.name for call in message.calls]:
        return None
    for part, call in zip(calls, message.calls, strict=True):  # the loop may have given the call an id of its own
        own = call_part(call)
        part.tool_name, part.tool_call_id = own.tool_name, own.tool_call_id
    return response


def text_of(response: ModelResponse) -> str:
    """The text of a response: what stands together as it is, with an empty line where something else came between."""
    runs: list[str] = []
    together = False
    for part in response.parts:
        if not isinstance(part, TextPart):
            together = False
        elif part.content:
            if together:
                runs[-1] += part.content
            else:
                runs.append(part.content)
            together = True
    return "\n\n".join(runs)


def _is_plain(part: ModelResponsePart) -> bool:
    return isinstance(part, TextPart | ToolCallPart) and not (part.id or part.provider_details)
