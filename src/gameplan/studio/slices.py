"""The slices of a session at one moment: what was true, type by type, for whoever looks into a session."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any, TypeAlias

from gameplan.agents import track_progress
from gameplan.runtime import EventError, Recorded, ReducerFailed, Rewound, Session, UnknownEvent
from gameplan.runtime.events import Json
from gameplan.runtime.events.codec import name_and_version

ENTRY_POINTS = "gameplan.states"
"""Which function tells how things stood after events whose names begin like this, as slices by their names.

What a record holds is folded by whoever declared its events: `play = "gameplan.novels.play.standing:told_state"`.
"""
_Teller: TypeAlias = Callable[[Sequence[Recorded[Any]]], dict[str, Json]]
_log = logging.getLogger(__name__)


def slices_of(session_id: str, events: Sequence[Recorded[Any]]) -> dict[str, Json]:
    """The slices after these events, by their names, each a list of values. What cannot be folded is left out."""
    told = _folded(session_id, events)
    for beginning in dict.fromkeys(name_and_version(each.event)[0].partition(".")[0] for each in events):
        for teller in _tellers(beginning):
            try:
                told |= teller(events)
            except Exception:  # noqa: BLE001 - a record may hold what its code does not make, and is shown all the same
                _log.warning("How %s.* stood in %s cannot be told", beginning, session_id, exc_info=True)
    return told


def _folded(session_id: str, events: Sequence[Recorded[Any]]) -> dict[str, Json]:
    """What every session can fold by itself."""
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


@cache
def _tellers(beginning: str) -> list[_Teller]:
    found = []
    for point in entry_points(group=ENTRY_POINTS, name=beginning):
        try:
            found.append(point.load())
        except ImportError:
            _log.warning("How %s.* stood cannot be told: %s is not there", beginning, point.value)
    return found
