"""Events to JSON and back, through their declared names and versions."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

from gameplan.runtime.events.declare import EventError, UnknownEvent, kind_named, kind_of

if TYPE_CHECKING:
    from pydantic import TypeAdapter

_adapters: dict[type, TypeAdapter[Any]] = {}


def adapter_of(type_: Any) -> TypeAdapter[Any]:
    """The (cached) pydantic adapter of a type; pydantic is imported when the first one is made."""
    adapter = _adapters.get(type_)
    if adapter is None:
        from pydantic import TypeAdapter

        adapter = _adapters[type_] = TypeAdapter(type_)
    return adapter


def name_and_version(event: object) -> tuple[str, int]:
    """What stands in the record beside the fields of an event."""
    if isinstance(event, UnknownEvent):
        return event.name, event.version
    kind = kind_of(type(event))
    return kind.name, kind.version


def encode(event: object) -> bytes:
    """The fields of an event as JSON. What would be read back as something else is refused, before it is recorded.

    So a session that is replayed equals the live one, and no event can make a journal unreadable. Among what is
    refused: NaN and infinities (JSON has none), values that do not fit their field's type, and, in a field of any
    type, what JSON does not know (tuples, sets, keys that are not text).
    """
    if isinstance(event, UnknownEvent):
        return event.payload.encode()
    name = type(event).__qualname__
    try:
        adapter = adapter_of(type(event))
        payload: bytes = adapter.serializer.to_json(event, warnings="none")
        read = adapter.validator.validate_json(payload)
        faithful = read == event
    except Exception as error:
        raise EventError(f"{name} cannot be written as JSON and read back: {_said(error)}.") from error
    if not faithful:
        raise EventError(f"{name} cannot be written as JSON: {_differences(event, read)}.")
    return payload


def decode(name: str, version: int, payload: bytes) -> object:
    """The event that `payload` holds, brought up to the version that the code knows."""
    kind = kind_named(name)
    if kind is None or version > kind.version:
        return UnknownEvent(name, version, payload.decode())
    try:
        if version < kind.version:
            fields = json.loads(payload)
            for older in range(version, kind.version):
                fields = kind.upcasters[older](fields)
            payload = json.dumps(fields).encode()
        return adapter_of(kind.type).validate_json(payload)
    except Exception as error:
        raise EventError(
            f'An event "{name}" (version {version}) in the journal does not fit {kind.type.__qualname__}: '
            f"{_said(error)}. If its fields changed, raise the event's version and give it an upcaster."
        ) from error


def _differences(event: Any, read: Any) -> str:
    """Which fields would come back as something else."""
    changed = [
        f"{field.name} would be read back as {getattr(read, field.name)!r:.100}"
        for field in dataclasses.fields(event)
        if getattr(read, field.name) != getattr(event, field.name)
    ]
    return ", ".join(changed) or "it is not equal to what would be read back"


def _said(error: Exception) -> str:
    """What is wrong, in one line."""
    from pydantic import ValidationError

    if not isinstance(error, ValidationError):
        return f"{type(error).__name__}: {error}".rstrip(". ")
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    return ", ".join(": ".join([*map(str, each["loc"]), each["msg"]]) for each in problems[:5])
