"""The slices of a session at one moment: what was true, type by type, for whoever looks into a session."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from gameplan.agents import track_progress
from gameplan.runtime import EventError, Recorded, ReducerFailed, Rewound, Session, UnknownEvent
from gameplan.runtime.events import Json


def slices_of(session_id: str, events: Iterable[Recorded[Any]]) -> dict[str, Json]:
    """The slices after these events, by their names, each a list of values. What cannot be folded is left out."""
    session = Session(session_id=session_id)
    try:
        for recorded in events:
            if not isinstance(recorded.event, Rewound | UnknownEvent):
                session.dispatch(recorded.event)
        track_progress(session)
        slices = json.loads(session.snapshot().to_json())["slices"]
    except (ReducerFailed, EventError):
        return {}
    return {name: content["values"] for name, content in slices.items()}
