"""What the record of an agent's run says besides its turns: how it was set up, and how it ended."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from decimal import Decimal

from gameplan.agents import EndedBy, track_progress
from gameplan.runtime import ManualClock, Recorded, Rewound, Session, UnknownEvent
from gameplan.runtime.events import Json, encode, event
from gameplan.runtime.events.codec import name_and_version


@event("agent.run_started")
@dataclass(frozen=True, slots=True)
class RunStarted:
    """An agent was set to work on a folder, with these models and within these bounds."""

    request: str
    workspace: str
    mode: str
    model: str
    planner_model: str
    steps: int | None = None
    tokens: int | None = None
    money: Decimal | None = None
    seconds: float | None = None
    replans: int = 0
    condense: int | None = None


@event("agent.run_ended")
@dataclass(frozen=True, slots=True)
class RunEnded:
    """The work ended. `state` is a digest of the session's state, by which a replay is held to the original."""

    ended_by: EndedBy
    detail: str = ""
    answer: str = ""
    steps: int = 0
    replans: int = 0
    state: str = ""


@event("agent.untold")
@dataclass(frozen=True, slots=True)
class Untold:
    """Stands in a retelling for an event whose declaration is not there, and which nobody can fold."""


class Retelling:
    """A session in memory that is given a record event by event: what it holds is the state as it was then."""

    def __init__(self, session_id: str) -> None:
        self._clock = ManualClock(start=0)
        self.session = Session(session_id=session_id, clock=self._clock)
        track_progress(self.session)

    def take(self, recorded: Recorded[object]) -> None:
        self._clock.advance((recorded.at - self._clock.now()) / 1_000_000)
        match recorded.event:
            case Rewound(to=to):
                self.session.rewind(to, past_final=True)
            case UnknownEvent():
                self.session.dispatch(Untold())
            case event:
                self.session.dispatch(event)

    def equals(self, session: Session) -> bool:
        """True if what was told is what that session holds, and has led to the same state."""
        pairs = zip(self.session.events, session.events, strict=False)
        same = all(told == held or isinstance(held.event, UnknownEvent) for told, held in pairs)
        return same and self.session.seq == session.seq and self.session.snapshot().slices == session.snapshot().slices


def digest_of_state(session: Session) -> str:
    """A digest of what is true in a session now, the same for the same state."""
    slices = json.loads(session.snapshot().to_json())["slices"]
    return hashlib.sha256(json.dumps(slices, sort_keys=True).encode()).hexdigest()


def as_json(recorded: Recorded[object]) -> dict[str, Json]:
    """An event as `--json` and `show --event` print it."""
    name, version = name_and_version(recorded.event)
    return {
        "seq": recorded.seq,
        "at": recorded.at,
        "type": name,
        "version": version,
        "fields": json.loads(encode(recorded.event)),
    }
