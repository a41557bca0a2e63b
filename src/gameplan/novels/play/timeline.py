"""Every moment of a play, on every branch: where each came from, and where one goes back to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from gameplan.novels.play.beats import Beat, Choice
from gameplan.novels.play.events import Advanced, PlayStarted, Saved, SaveRemoved
from gameplan.runtime import Recorded, Rewound

_PAUSE = 120.0  # seconds; a longer silence is not play


@dataclass(frozen=True, slots=True)
class Node:
    """A moment in the tree of a play. `parent` is the moment before it, `until` the last event that belongs to it.

    `current` if it is on the way to where the play stands now.
    """

    moment: int
    parent: int | None
    choice: Choice | None
    beat: Beat
    until: int
    current: bool


def timeline(record: Sequence[Recorded[Any]], standing: Iterable[Recorded[Any]]) -> list[Node]:
    """All moments of a record in the order in which they came, those that were left for another branch too."""
    on_the_way = {each.seq for each in standing}
    at = 0
    moment_after = [0]  # by number of event
    parents: dict[int, int] = {}
    until: dict[int, int] = {}
    for each in record:
        match each.event:
            case PlayStarted() | Advanced():
                parents[each.seq] = at
                at = each.seq
            case Rewound(to):
                at = moment_after[to]
        moment_after.append(at)
        until[at] = each.seq
    nodes = []
    for moment, parent in parents.items():
        event = record[moment - 1].event
        choice = event.choice if isinstance(event, Advanced) else None
        nodes.append(Node(moment, parent or None, choice, event.beat, until[moment], moment in on_the_way))
    return nodes


def saves_in(record: Iterable[Recorded[Any]]) -> list[Saved]:
    """The saves, the newest first. They outlive a rollback, so they are read from the whole record."""
    found: dict[str, Saved] = {}
    for each in record:
        match each.event:
            case Saved() as saved:
                found.pop(saved.id, None)
                found[saved.id] = saved
            case SaveRemoved(id):
                found.pop(id, None)
    return list(found.values())[::-1]


def seconds_played(record: Sequence[Recorded[Any]], now: int) -> float:
    """How long the play was played until now (in microseconds, as the record has it), without long silences."""
    times = [*(each.at for each in record), now]
    return round(sum(min(_PAUSE, max(0.0, (b - a) / 1e6)) for a, b in pairwise(times)), 1)
