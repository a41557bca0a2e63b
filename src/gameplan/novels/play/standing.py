"""How a play stood, from its record alone: it needs no package."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from gameplan.novels.play.beats import Beat
from gameplan.novels.play.events import Advanced, PlayStarted, Refitted, Told
from gameplan.novels.play.state import PlayState
from gameplan.runtime import Recorded
from gameplan.runtime.events import Json
from gameplan.runtime.events.codec import adapter_of


def told_state(record: Iterable[Recorded[Any]]) -> dict[str, Json]:
    """The play after what a record tells: how it stands, the beat that came of the last choice, and how it was told."""
    state: PlayState | None = None
    beat: Beat | None = None
    frames: tuple[Json, ...] = ()
    moment = 0
    for each in record:
        match each.event:
            case PlayStarted():
                state, beat, frames, moment = PlayState.from_json(each.event.state), each.event.beat, (), each.seq
            case Advanced() if state is not None:
                state, beat, frames, moment = state.with_changes(each.event.changes), each.event.beat, (), each.seq
            case Refitted() if state is not None:
                state, beat = state.with_changes(each.event.changes), each.event.beat
            case Told() if each.event.moment == moment:
                frames = each.event.frames
    if state is None:
        return {}
    stands = {name: value for name, value in state.to_json().items() if value}
    return {"play": [{"state": stands, "beat": json.loads(adapter_of(Beat).dump_json(beat)), "frames": list(frames)}]}
