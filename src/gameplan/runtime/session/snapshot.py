"""A snapshot: the whole state of a session at one event, as a value."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from gameplan.runtime.events.codec import decode, encode
from gameplan.runtime.events.declare import EventError, kind_named, kind_of
from gameplan.runtime.session.slices import Slice

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What was true after event `seq`. It is a value: taking one copies nothing, and nothing changes it later."""

    session_id: str
    seq: int
    slices: Mapping[type, Slice[Any]]

    def __post_init__(self) -> None:
        object.__setattr__(self, "slices", MappingProxyType(self.slices))

    def slice(self, slice_type: type[T]) -> Slice[T]:
        return self.slices.get(slice_type, Slice())

    def to_json(self) -> str:
        """The snapshot as JSON; each type of slice must be declared with `@event`, which gives it a name."""
        slices = {}
        for slice_type, values in self.slices.items():
            kind = kind_of(slice_type)
            slices[kind.name] = {
                "version": kind.version,
                "values": [json.loads(encode(value)) for value in values],
            }
        return json.dumps({"session": self.session_id, "seq": self.seq, "slices": slices})

    @classmethod
    def from_json(cls, text: str) -> Snapshot:
        data = json.loads(text)
        slices: dict[type, Slice[Any]] = {}
        for name, content in data["slices"].items():
            kind = kind_named(name)
            if kind is None or content["version"] > kind.version:
                raise EventError(
                    f'The snapshot has a slice "{name}" (version {content["version"]}) that is not declared: '
                    "import its module, or a newer one."
                )
            slices[kind.type] = Slice(
                decode(name, content["version"], json.dumps(value).encode()) for value in content["values"]
            )
        return cls(data["session"], data["seq"], slices)
