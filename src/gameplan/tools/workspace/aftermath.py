"""What became of changes that were interrupted: the record says what was meant, the disk says how far it came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gameplan.runtime import Session
from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.changes import FilesChanging, unfinished
from gameplan.tools.workspace.states import Effort, State, look, same
from gameplan.tools.workspace.workspace import Workspace

Happened: TypeAlias = Literal["nothing", "in between", "all", "unclear"]


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A change that did not come to its end. `unclear`, if a path stands as the change would never leave it."""

    intent: FilesChanging
    happened: Happened


def interrupted(workspace: Workspace, session: Session) -> tuple[Interrupted, ...]:
    """The changes of a session that were begun and not finished, and what the disk tells of each."""
    return tuple(Interrupted(intent, _happened(workspace, intent)) for intent in unfinished(session.events))


def _happened(workspace: Workspace, intent: FilesChanging) -> Happened:
    ways: dict[str, list[State]] = {}
    for change in intent.changes:
        ways.setdefault(change.path, [change.before]).append(change.after)
    nothing = all_ = True
    with workspace.entered() as folder:
        for path, way in ways.items():
            try:
                now = look(folder, path, Effort()).state
            except ToolRefused:
                return "unclear"
            if not any(same(now, state) for state in way):
                return "unclear"
            nothing, all_ = nothing and same(now, way[0]), all_ and same(now, way[-1])
    if nothing:
        return "nothing"
    return "all" if all_ else "in between"
