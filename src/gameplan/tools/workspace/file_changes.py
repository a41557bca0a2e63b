"""What a run did to files, path by path: what came of each, and which calls did it. From the record alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from gameplan.tools.workspace.changes import UNDO, FilesChanged, FilesChanging
from gameplan.tools.workspace.states import State, same


@dataclass(frozen=True, slots=True)
class FileChange:
    """What came of a path: how it stood before the first of some calls, and how the last of them left it.

    `moved_from` is where it was before, of what was moved. It was `put_back` if an undo took all of this back. It is
    `unsure` whether it was done if the process was killed in the middle. It was `intruded` if somebody else changed it
    between two of the calls.
    """

    path: str
    before: State
    after: State
    calls: tuple[str, ...] = ()
    moved_from: str = ""
    put_back: bool = False
    unsure: bool = False
    intruded: bool = False

    @property
    def what(self) -> Literal["created", "changed", "deleted", "moved"]:
        if self.moved_from:
            return "moved"
        if self.before.kind == "absent":
            return "created"
        return "deleted" if self.after.kind == "absent" else "changed"

    @property
    def kind(self) -> str:
        """What it is, or was: a file, a directory, a symlink."""
        return self.before.kind if self.after.kind == "absent" else self.after.kind


def file_changes(ran: Iterable[tuple[FilesChanging, FilesChanged | None]]) -> list[FileChange]:
    """What came of each path that these intents changed. What ended as it began is not told of."""
    known: dict[str, FileChange] = {}
    for intent, outcome in ran:
        made = len(intent.changes) if outcome is None else outcome.applied
        # of a change that ended with a problem, the next may have been made, too
        may = made + 1 if outcome is not None and outcome.problem else made
        for number, change in enumerate(intent.changes[:may]):
            was = known.get(change.path)
            if intent.action == UNDO:
                if was is not None and number < made:
                    known[change.path] = replace(was, put_back=True)
                continue
            unsure = outcome is None or number >= made
            calls = (intent.call_id,) if intent.call_id else ()
            if was is None or was.put_back:
                known[change.path] = FileChange(change.path, change.before, change.after, calls, unsure=unsure)
                continue
            # what was unsure is known as soon as the next call has looked
            found = was.before if was.unsure and same(change.before, was.before) else was.after
            known[change.path] = replace(
                was,
                after=change.after,
                calls=tuple(dict.fromkeys((*was.calls, *calls))),
                unsure=unsure,
                intruded=was.intruded or not same(change.before, found),
            )
    return _moved([each for each in known.values() if not same(each.before, each.after)])


def _moved(changes: list[FileChange]) -> list[FileChange]:
    """A file that is gone, and one with the same bytes that has come, are one that was moved."""
    gone: dict[str, list[FileChange]] = {}
    for each in changes:
        if each.what == "deleted" and each.before.kind == "file" and each.before.size:
            gone.setdefault(each.before.digest, []).append(each)
    told: list[FileChange] = []
    sources: set[str] = set()
    for each in changes:
        left = gone.get(each.after.digest) if each.what == "created" and each.after.kind == "file" else None
        if left:
            source = left.pop(0)
            sources.add(source.path)
            told.append(replace(each, moved_from=source.path))
        else:
            told.append(each)
    return [each for each in told if each.path not in sources]
