"""An event with its place in a session's record, and the events that every session may have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from gameplan.runtime.events.declare import event

E = TypeVar("E")


class Recorded(NamedTuple, Generic[E]):
    """An event as it stands in the record: `seq` counts from 1, `at` is microseconds since the epoch."""

    seq: int
    at: int
    event: E


@event("session.started")
@dataclass(frozen=True, slots=True)
class SessionStarted:
    """What a session is for; the first event of those that a person will look for again."""

    kind: str
    title: str = ""


@event("session.rewound")
@dataclass(frozen=True, slots=True)
class Rewound:
    """The session went back to how it stood after event `to`. What lies between stays in the record."""

    to: int
