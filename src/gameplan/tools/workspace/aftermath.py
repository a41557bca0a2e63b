"""What became of changes that were interrupted: the record says what was meant, the disk says how far it came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from gameplan.runtime import Session
from gameplan.tools.errors import ToolRefused
from gameplan.tools.outcome import Aftermath
from gameplan.tools.workspace.changes import FilesChanging, of_call, unfinished
from gameplan.tools.workspace.reading import Enter
from gameplan.tools.workspace.states import Effort, State, look, same
from gameplan.tools.workspace.walk import counted

if TYPE_CHECKING:
    from gameplan.tools.workspace.workspace import Workspace

Happened: TypeAlias = Literal["nothing", "in between", "all", "unclear"]


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A change that did not come to its end. `unclear`, if a path stands as the change would never leave it."""

    intent: FilesChanging
    happened: Happened


def interrupted(workspace: Workspace, session: Session) -> tuple[Interrupted, ...]:
    """The changes of a session that were begun and not finished, and what the disk tells of each."""
    return tuple(Interrupted(intent, _happened(workspace.entered, intent)) for intent in unfinished(session.events))


def aftermath_of(enter: Enter, session: Session, call_id: str) -> Aftermath:
    """What became of a call whose process was killed. Nothing happens before it is on the record."""
    meant = list(of_call(session.events, call_id))
    if not meant:
        return Aftermath("nothing")
    intent, outcome = meant[-1]
    if outcome is not None and not outcome.problem:
        return Aftermath("all", "It was done.", intent.result)
    match _happened(enter, intent):
        case "nothing":
            return Aftermath("nothing")
        case "all":
            return Aftermath("all", "It was done.", intent.result)
        case "in between":
            some = f"some of {counted(len(intent.changes), 'change')} were made"
            return Aftermath("unclear", f"{some}; they are taken back first")
        case "unclear":
            return Aftermath("unclear", "somebody has changed the same files since")


def _happened(enter: Enter, intent: FilesChanging) -> Happened:
    ways: dict[str, list[State]] = {}
    for change in intent.changes:
        ways.setdefault(change.path, [change.before]).append(change.after)
    nothing = all_ = True
    with enter() as folder:
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
