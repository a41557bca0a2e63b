"""Bringing back what a command changed in its copy, as a draft of changes: checked, kept, recorded, undoable."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from gameplan.tools.commands.copying import Scratch
from gameplan.tools.errors import ToolRefused
from gameplan.tools.outcome import Done
from gameplan.tools.workspace.changes import Change
from gameplan.tools.workspace.draft import Draft, Put, Remove
from gameplan.tools.workspace.folder import Folder
from gameplan.tools.workspace.paths import shown
from gameplan.tools.workspace.states import ABSENT, State, chunks_beneath, same
from gameplan.tools.workspace.targets import endangered, is_repository
from gameplan.tools.workspace.trees import repository

_OF_GIT = frozenset({"config", "config.worktree", "hooks", "info", "modules", "worktrees", "commondir", "gitdir"})


@dataclass(frozen=True, slots=True)
class Changed:
    """What a command left: the copy, held open, and each path that stands otherwise than before."""

    scratch: Scratch
    folder: Folder
    states: Mapping[str, State]
    allow_sensitive: bool


def run_command(draft: Draft, changed: Changed) -> Done[tuple[str, ...]]:
    """The changes that make the workspace stand as the command left its copy; all of them or none.

    (It is called as the action of which it is a part: this name stands in the record.)
    """
    risky = [path for path, state in changed.states.items() if obeyed(path, state)]
    if risky and not changed.allow_sensitive:
        raise ToolRefused(
            f'It changed "{shown(risky[0])}", which other programs obey without asking; nothing of what it did was '
            "kept. Say allow_sensitive if that is wanted.",
            code="sensitive",
            needs=("allow_sensitive",),
        )
    leaving = [path for path, state in changed.states.items() if state.kind == "absent"]
    for path in sorted(leaving, key=_depth, reverse=True):
        before = _unchanged(draft, changed, path)
        if is_repository(path.rpartition("/")[2]):
            raise repository(path)
        if before.kind == "file":
            draft.kept.append(path)
        draft.add(Remove(), Change(path, before, ABSENT))
    for path in sorted((path for path in changed.states if path not in set(leaving)), key=_depth):
        _put(draft, changed, path)
    return Done(tuple(sorted(changed.states)), "")


def obeyed(path: str, state: State) -> bool:
    """True for what other programs obey. Of a repository that is its settings and hooks, not what it remembers."""
    parts = path.split("/")
    for number, part in enumerate(parts):
        if is_repository(part):
            inside = parts[number + 1 : number + 2]
            return state.kind == "file" if not inside else inside[0].casefold() in _OF_GIT
    return bool(endangered([path]))


def _put(draft: Draft, changed: Changed, path: str) -> None:
    after = changed.states[path]
    before = _unchanged(draft, changed, path)
    if after.kind == "directory" and before.kind == "absent":
        draft.make_way(f"{path}/x")
        return
    if "directory" in (before.kind, after.kind):
        message = f'It made "{shown(path)}" a {after.kind}, which was a {before.kind}: nothing of what it did was kept.'
        raise ToolRefused(message, code="kind_changed")
    if after.kind == "symlink":
        _check_link(path, after.target)
    if before.kind == "absent":
        draft.make_way(path)
    elif before.kind == "file":
        draft.give_up(path, before)
    content = partial(chunks_beneath, changed.folder, path) if after.kind == "file" else None
    draft.add(Put(content), Change(path, before, after))


def _unchanged(draft: Draft, changed: Changed, path: str) -> State:
    """How a path of the workspace stands, which must be as it did when the command began."""
    now = draft.look(path).state
    if not same(now, changed.scratch.workspace.entries.get(path, ABSENT)):
        raise ToolRefused(
            f'"{shown(path)}" was changed by somebody else while the command ran: nothing of what it did was kept.',
            code="changed_meanwhile",
        )
    return now


def _check_link(path: str, target: str) -> None:
    """A link may point at something beside it, never out of the workspace."""
    where = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    if target.startswith("/") or where.split("/")[0] == "..":
        raise ToolRefused(
            f'It made "{shown(path)}" a symbolic link that leads out of the workspace, to "{shown(target)}": nothing '
            "of what it did was kept.",
            code="outside_workspace",
        )


def _depth(path: str) -> tuple[int, str]:
    return path.count("/"), path
