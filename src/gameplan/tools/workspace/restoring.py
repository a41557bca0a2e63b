"""Working out how paths come to stand as they did before a change, byte for byte, or why they cannot."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from gameplan.runtime import Recorded
from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.acting import sweep
from gameplan.tools.workspace.background import Stop
from gameplan.tools.workspace.changes import Change, FilesChanging, Trail, intents, trails, unfinished
from gameplan.tools.workspace.draft import Content, Draft, Put, Remove
from gameplan.tools.workspace.folder import Folder
from gameplan.tools.workspace.kept import Kept, open_stores
from gameplan.tools.workspace.states import ABSENT, Effort, State, chunks_beneath, same
from gameplan.tools.workspace.trees import names_in
from gameplan.tools.workspace.walk import counted

_NO_LIMIT = 10**15


@dataclass(frozen=True, slots=True)
class Conflict:
    """A path that cannot be put back, and why."""

    path: str
    reason: str


@dataclass(slots=True)
class Restoring:
    """What would put everything back. With conflicts nothing should be done.

    `kept` are directories that were made and that somebody has put something into.
    """

    draft: Draft
    run_id: str
    conflicts: list[Conflict] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def restoring(
    folder: Folder, record: Sequence[Recorded[object]], stop: Stop, *, forced: Collection[str] = ()
) -> Restoring:
    """Work out how every path that this part of the record changes comes to stand as before it, as the disk is now."""
    ran = [intent for intent, _ in intents(record)]
    sweep(folder, unfinished(record))
    work = Restoring(Draft(folder, Effort(stop, entries=_NO_LIMIT, size=_NO_LIMIT)), ran[-1].run_id if ran else "")
    if not ran:
        return work
    try:
        _draft(work, trails(record), ran, forced)
    except BaseException:
        work.draft.resources.close()
        raise
    return work


def _draft(work: Restoring, known: dict[str, Trail], ran: list[FilesChanging], forced: Collection[str]) -> None:
    now: dict[str, State] = {}
    for path, trail in known.items():
        try:
            now[path] = work.draft.look(path).state
        except ToolRefused as refusal:
            work.conflicts.append(Conflict(path, refusal.message))
            continue
        if same(now[path], trail.origin) or path in forced:
            continue
        if not trail.expects(now[path]):
            work.conflicts.append(Conflict(path, _difference(now[path])))
        elif trail.intruded:
            work.conflicts.append(Conflict(path, "somebody else changed it between two steps of the run"))
    differing = {path: state for path, state in now.items() if not same(state, known[path].origin)}
    kept = _Kept(work.draft, ran, now, differing)
    for path in differing:
        origin = known[path].origin
        if origin.kind == "file" and not kept.has(origin.digest):
            work.conflicts.append(Conflict(path, "what stood there is not kept any more"))
    if not work.conflicts:
        _restore(work, differing, {path: known[path].origin for path in differing}, kept)


def _restore(work: Restoring, now: dict[str, State], origins: dict[str, State], kept: _Kept) -> None:
    """First what is in the way goes, from the inside out; then what was there comes, from the outside in."""
    draft = work.draft
    leaving: set[str] = set()
    for path in sorted(now, key=_depth, reverse=True):
        state, origin = now[path], origins[path]
        if state.kind == "absent" or (state.kind != "directory" and origin.kind in ("file", "symlink")):
            continue
        if state.kind == "directory" and not _empties(draft.folder, path, leaving):
            if origin.kind == "absent":
                work.kept.append(path)
            else:
                work.conflicts.append(Conflict(path, "it is a directory now, and there is something in it"))
            continue
        draft.add(Remove(), Change(path, state, ABSENT))
        leaving.add(path)
    for path in sorted(now, key=_depth):
        origin = origins[path]
        if origin.kind == "absent":
            continue
        before = ABSENT if path in leaving else now[path]
        content = kept.content(origin.digest) if origin.kind == "file" else None
        draft.add(Put(content), Change(path, before, origin))
    draft.kept += [path for path, state in now.items() if state.kind == "file"]


def _depth(path: str) -> tuple[int, str]:
    return path.count("/"), path


def _empties(folder: Folder, path: str, leaving: set[str]) -> bool:
    """True if all that is in a directory leaves it."""
    with folder.opened(path) as directory:
        return all(f"{path}/{name}" in leaving for name in names_in(directory.descriptor))


def _difference(now: State) -> str:
    match now.kind:
        case "absent":
            return "it is not there any more"
        case "file":
            return f"it has been changed since ({counted(now.size, 'byte')} now)"
        case _:
            return f"it is a {now.kind} now"


class _Kept:
    """Where the bytes are that stood somewhere before: kept, in the trash, or moved to another path."""

    def __init__(
        self, draft: Draft, ran: list[FilesChanging], now: dict[str, State], differing: Collection[str]
    ) -> None:
        self._folder = draft.folder
        self._now = now
        self._differing = differing
        last = ran[-1].run_id  # where this undo itself keeps what it overwrites
        self._stores = open_stores(draft.folder, ran, draft.resources, making=last)
        self._kept = Kept(self._stores, ran)
        self._found: dict[str, Content] = {}

    def has(self, digest: str) -> bool:
        if digest in self._found:
            return True
        kept = self._kept.find(digest)
        if kept is not None:
            self._found[digest] = kept
            return True
        for path in (path for path, state in self._now.items() if state.digest == digest):
            # A file that was moved here. If it is about to be removed, it is kept before that.
            if path not in self._differing:
                self._found[digest] = partial(chunks_beneath, self._folder, path)
            return True
        return False

    def content(self, digest: str) -> Content:
        return self._found.get(digest) or partial(self._now_kept, digest)

    def _now_kept(self, digest: str) -> Iterator[bytes]:
        for store in self._stores.values():
            if store.has(digest):
                return store.kept(digest)
        raise FileNotFoundError(digest)
