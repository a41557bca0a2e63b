"""Events to JSON and back, through their declared names and versions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from gameplan.runtime.events.declare import EventError, UnknownEvent, kind_named

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


def encode(event: object) -> bytes:
    """The fields of an event as JSON. What cannot be read back is refused here, before it is recorded."""
    if isinstance(event, UnknownEvent):
        return event.payload.encode()
    try:
        return adapter_of(type(event)).dump_json(event, warnings="error")
    except Exception as error:
        raise EventError(f"{type(event).__qualname__} cannot be written as JSON: {error}") from error


def decode(name: str, version: int, payload: bytes) -> object:
    """The event that `payload` holds, brought up to the version that the code knows."""
    kind = kind_named(name)
    if kind is None or version > kind.version:
        return UnknownEvent(name, version, payload.decode())
    try:
        if version == kind.version:
            return adapter_of(kind.type).validate_json(payload)
        fields = json.loads(payload)
        for older in range(version, kind.version):
            fields = kind.upcasters[older](fields)
        return adapter_of(kind.type).validate_python(fields)
    except Exception as error:
        raise EventError(
            f'An event "{name}" (version {version}) in the journal does not fit {kind.type.__qualname__}: '
            f"{error}. If its fields changed, raise the event's version and give it an upcaster."
        ) from error
