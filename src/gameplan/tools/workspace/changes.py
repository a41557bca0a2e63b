"""What a run changed, as it stands in the record, and what that means for each path.

A change is recorded twice: before anything happens (`FilesChanging`, with how each path stands and how it will), and
afterwards (`FilesChanged`). Each path changes in one step of the operating system. So after a crash between the two,
each path stands as before or as after, and looking tells which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from gameplan.runtime import Recorded, event
from gameplan.runtime.events import Json
from gameplan.tools.workspace.states import State, same

UNDO: Final = "undo"
TAKE_BACK: Final = "take_back"  # what a call left half done goes, before it is done anew


@dataclass(frozen=True, slots=True)
class Change:
    """What happens to one path."""

    path: str
    before: State
    after: State


@event("workspace.changing")
@dataclass(frozen=True, slots=True)
class FilesChanging:
    """These changes are about to be made, in this order. What they overwrite is kept already.

    What stood at the paths in `trash` is moved to the trash of the run, into the folder of this change, under the
    number that it has here. `result` is what the call gives once they are made.
    """

    change_id: str
    run_id: str
    action: str
    changes: tuple[Change, ...]
    trash: tuple[str, ...] = ()
    call_id: str = ""
    result: Json = None


@event("workspace.changed")
@dataclass(frozen=True, slots=True)
class FilesChanged:
    """So many of the changes were made: all of them, unless there is a problem. Then the next may have been, too."""

    change_id: str
    applied: int
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Trail:
    """What the record knows of a path: how it stood at first, and how it may stand now.

    There is more than one way it may stand after a crash. `intruded`, if somebody else changed it between two changes
    of the run, which took what they found.
    """

    origin: State
    expected: tuple[State, ...]
    intruded: bool = False

    def expects(self, state: State) -> bool:
        return any(same(state, each) for each in self.expected)


def temporary(change_id: str, number: int) -> str:
    """The name under which the result of a change is made, beside its path, until it takes its place."""
    return f".gameplan-{change_id}-{number}"


def intents(record: Iterable[Recorded[object]]) -> Iterator[tuple[FilesChanging, FilesChanged | None]]:
    """Each intent with its outcome; without one if the process was killed.

    All of the record is taken, not only what stands: a rewind of the session does not touch the disk.
    """
    events = [each.event for each in record if isinstance(each.event, FilesChanging | FilesChanged)]
    outcomes = {each.change_id: each for each in events if isinstance(each, FilesChanged)}
    for each in events:
        if isinstance(each, FilesChanging):
            yield each, outcomes.get(each.change_id)


def of_call(record: Iterable[Recorded[object]], call_id: str) -> Iterator[tuple[FilesChanging, FilesChanged | None]]:
    """What a call meant to do, each time that it was made."""
    return (each for each in intents(record) if each[0].call_id == call_id and each[0].action != TAKE_BACK)


def unfinished(record: Iterable[Recorded[object]]) -> Iterator[FilesChanging]:
    """The intents of which nobody knows from the record alone how far they came."""
    return (intent for intent, outcome in intents(record) if outcome is None or outcome.problem)


def half_done(record: Iterable[Recorded[object]], call_id: str, action: str) -> tuple[Recorded[object], ...]:
    """What the record tells of a call that did not come to its end and has not been taken back; nothing if it did.

    First its intent; then, if taking it back was interrupted as well, that one's.
    """
    record = list(record)
    if not any(type(each.event) is FilesChanging and each.event.call_id == call_id for each in record):
        return ()  # as nearly always
    left: list[str] = []
    for intent, outcome in intents(record):
        if intent.call_id != call_id:
            continue
        ended = outcome is not None and not outcome.problem
        if intent.action != TAKE_BACK:
            left = [] if ended or intent.action != action else [intent.change_id]
        elif ended:
            left = []
        elif left:
            left.append(intent.change_id)
    return tuple(
        each for each in record if isinstance(each.event, FilesChanging | FilesChanged) and each.event.change_id in left
    )


def trails(record: Iterable[Recorded[object]]) -> dict[str, Trail]:
    """For each path that was changed and has not been put back: its trail."""
    known: dict[str, Trail] = {}
    for intent, outcome in intents(record):
        for number, change in enumerate(intent.changes):
            trail = known.get(change.path) or Trail(change.before, (change.before,))
            if not trail.expects(change.before):
                trail = Trail(trail.origin, (change.before,), intruded=True)
            if outcome is None or number >= outcome.applied:
                known[change.path] = replace(trail, expected=(*trail.expected, change.after))
            elif intent.action in (UNDO, TAKE_BACK) and same(change.after, trail.origin):
                known.pop(change.path, None)
            else:
                known[change.path] = replace(trail, expected=(change.after,))
    return known
