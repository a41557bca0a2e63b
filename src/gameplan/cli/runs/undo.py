"""`gameplan undo`: take back what a run did to files."""

from __future__ import annotations

import asyncio
import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode

if TYPE_CHECKING:
    from gameplan.tools.workspace import UndoReport


def undo(
    run: Annotated[
        str,
        typer.Argument(
            help="`last`, or the beginning of an id or of its last part.", metavar="RUN", show_default=False
        ),
    ],
    force: Annotated[
        list[str] | None,
        typer.Option(help="Put this path back although it was changed since. May be repeated.", metavar="PATH"),
    ] = None,
) -> None:
    """Take back what a run did to files, byte for byte.

    If somebody has changed one of them since, nothing is touched and they are listed; --force names those that are to
    be put back all the same. Undoing twice does no harm.

    Exit codes: 0 undone, or nothing to undo; 1 refused; 2 usage.
    """
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import make_console, print_text

    report = asyncio.run(_undo(run, force or []))
    print_text(make_console(), clean(report.text), "" if report.ok else "yellow")
    if not report.ok:
        forced = " ".join(f"--force {shlex.quote(each.path)}" for each in report.conflicts)
        print_text(make_console(), f"To undo it all the same: gameplan undo {run} {clean(forced)}", "bold")
        print_text(make_console(), "What stands there now is then kept in .gameplan.", "dim")
        raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))


async def _undo(wanted: str, force: list[str]) -> UndoReport:
    from gameplan.cli.errors import UserError
    from gameplan.cli.runs.runs import open_run, view_run, workspace_of
    from gameplan.settings.places import open_journal
    from gameplan.tools import ToolRefused
    from gameplan.tools.workspace import Workspace
    from gameplan.tools.workspace import undo as take_back

    seen, _ = view_run(wanted)
    folder = workspace_of(seen)
    with (
        Workspace(folder) as workspace,
        open_journal(begin="gameplan templates") as journal,
        open_run(journal, seen.session_id) as session,
    ):
        try:
            return await take_back(workspace, session, force=force)
        except ToolRefused as refusal:
            raise UserError(refusal.message, ExitCode.ENDED_OTHERWISE) from None
