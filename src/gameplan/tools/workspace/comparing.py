"""What a run changed in files, as text: from what it kept of them before, and how they stand now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial

from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.changes import FilesChanging
from gameplan.tools.workspace.draft import Content
from gameplan.tools.workspace.file_changes import FileChange
from gameplan.tools.workspace.folder import Folder
from gameplan.tools.workspace.kept import Kept, open_stores
from gameplan.tools.workspace.previews import text_changes
from gameplan.tools.workspace.states import ABSENT, Effort, State, chunks_beneath, digest_of, look, same
from gameplan.tools.workspace.workspace import Workspace

_LARGEST = 1_000_000
_READ = 50_000_000
_TOLD = 1_000_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """A change with the lines that differ, or with a note that says why they cannot be shown."""

    change: FileChange
    text: str = ""
    note: str = ""


def compare(workspace: Workspace, changes: Sequence[FileChange], ran: Iterable[FilesChanging]) -> Iterator[Comparison]:
    """Each change with its comparison. Nothing is changed, and no link is followed.

    `ran` are all the intents of the run: what it kept is found by them. What turns out not to have been done when a
    process was killed is left out.
    """
    with workspace.entered() as folder, ExitStack() as resources:
        ran = list(ran)
        looking = _Looking(folder, Kept(open_stores(folder, ran, resources), ran))
        for change in changes:
            if change.unsure:
                now = looking.now(change)
                if same(now, change.before):
                    continue
                change = replace(change, unsure=not same(now, change.after))
            yield looking.compared(change)


@dataclass(slots=True)
class _Looking:
    """Reads as much as is reasonable for one answer."""

    folder: Folder
    kept: Kept
    told: int = 0
    read: int = 0
    effort: Effort = field(default_factory=lambda: Effort(entries=10**9, size=10**15))

    def now(self, change: FileChange) -> State:
        try:
            return look(self.folder, change.path, self.effort).state
        except (ToolRefused, OSError):
            return ABSENT

    def compared(self, change: FileChange) -> Comparison:
        before, after = change.before, change.after
        if change.what == "moved" or "file" not in (before.kind, after.kind):
            return Comparison(change)
        if before.digest == after.digest:
            return Comparison(change, note="Only its permissions were changed.")
        size = before.size + after.size
        if max(before.size, after.size) > _LARGEST:
            return Comparison(change, note="It is too large to be compared.")
        if self.told > _TOLD or self.read + size > _READ:
            return Comparison(change, note="This is too much to be compared at once: ask for this path alone.")
        self.read += size
        was, became = self._bytes(change, before), self._bytes(change, after)
        if was is None:
            return Comparison(change, note="What stood there before is not kept any more.")
        if became is None:
            return Comparison(change, note="Somebody has changed it since: how the run left it is not kept.")
        lines = "\n".join(text_changes(change.path, was, became))
        self.told += len(lines)
        return Comparison(change, lines)

    def _bytes(self, change: FileChange, state: State) -> bytes | None:
        """What stood in the file then: as it is there still, or as it was kept."""
        if state.kind != "file":
            return b""
        there: Content = partial(chunks_beneath, self.folder, change.path)
        for content in (there, self.kept.find(state.digest)):
            found = None if content is None else _whole(content, state)
            if found is not None:
                return found
        return None


def _whole(content: Content, state: State) -> bytes | None:
    """The bytes, if they are those of this state; never more of them than it says that there are."""
    found = b""
    try:
        for chunk in content():
            found += chunk
            if len(found) > state.size:
                return None
    except (ToolRefused, OSError):
        return None
    return found if digest_of(found) == state.digest else None
