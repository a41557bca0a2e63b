"""Taking back what a run did to the workspace, byte for byte, or saying why not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from gameplan.runtime import Session
from gameplan.tools.workspace.background import in_thread_to_its_end
from gameplan.tools.workspace.changes import UNDO
from gameplan.tools.workspace.paths import shown
from gameplan.tools.workspace.restoring import Conflict, restoring
from gameplan.tools.workspace.states import ABSENT
from gameplan.tools.workspace.targets import target
from gameplan.tools.workspace.workspace import Workspace
from gameplan.tools.workspace.writer import alone, carry_out


@dataclass(frozen=True, slots=True)
class UndoReport:
    """What came of an undo. With conflicts nothing at all was changed.

    `kept` are directories that the run made and that somebody has put something into.
    """

    restored: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.conflicts

    @property
    def text(self) -> str:
        if self.conflicts:
            listed = [f"- {shown(each.path)}: {each.reason}" for each in self.conflicts]
            return "\n".join(["Refused, nothing changed. These are not as the run left them:", *listed])
        lines = ["Undone." if self.restored or self.removed else "Nothing to undo."]
        lines += [f"- restored {shown(path)}" for path in self.restored]
        lines += [f"- removed {shown(path)}" for path in self.removed]
        lines += [f"- kept {shown(path)}/: there is something in it that the run did not make" for path in self.kept]
        return "\n".join(lines)


async def undo(workspace: Workspace, session: Session, *, force: Collection[str] = ()) -> UndoReport:
    """Put every path that the runs of a session changed back to how it stood before.

    If somebody has changed one of them since, nothing is touched and the report lists them; those named in `force` are
    put back all the same, and what stood there is kept like everything that is overwritten. Undoing twice does no harm,
    and an undo that was interrupted is completed by the next.
    """
    forced = frozenset(target(path) for path in force)
    with workspace.entered() as folder:
        async with alone(folder):
            work = await in_thread_to_its_end(lambda stop: restoring(folder, list(session.events), stop, forced=forced))
            with work.draft:
                if work.conflicts:
                    return UndoReport(conflicts=tuple(work.conflicts))
                if work.draft.changes:
                    await carry_out(work.draft, work.run_id, UNDO, session, session)
    ending = {change.path: change for change in work.draft.changes}
    return UndoReport(
        restored=tuple(sorted(path for path, change in ending.items() if change.after != ABSENT)),
        removed=tuple(sorted(path for path, change in ending.items() if change.after == ABSENT)),
        kept=tuple(sorted(work.kept)),
    )
