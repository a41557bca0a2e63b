"""`gameplan runs`: the runs of plans on the record; and how a command finds one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import UserError

if TYPE_CHECKING:
    from gameplan.plans import RunState
    from gameplan.runtime import Session, SqliteJournal
    from gameplan.runtime.journal.protocol import SessionInfo

_MOST_ASKED_FOR = 500
_NOTHING_YET = "No plan has been run yet. Begin with a template: gameplan templates"


def runs(
    limit: Annotated[int, typer.Option(help="How many to show, the newest first.", metavar="N", min=1)] = 20,
) -> None:
    """List the runs of plans, and how each stands."""
    from gameplan.cli.layout import columns, make_console, print_row, print_text

    console = make_console()
    rows = _rows_of_studio(limit)
    rows = _rows_of_journal(limit) if rows is None else rows
    if not rows:
        print_text(console, _NOTHING_YET)
        return
    for number, row in enumerate(columns([("RUN", "WHEN", "STATUS", "DONE", "WHAT"), *rows])):
        print_row(console, row, "" if number else "bold")
    print_text(console, "\nLook at one: gameplan show last, or give the beginning of an id or of its last part.", "dim")


def _rows_of_studio(limit: int) -> list[tuple[str, ...]] | None:
    """The runs as the studio that runs has them at hand; None if there is none."""
    from gameplan.cli.runs.story import stands_in_words
    from gameplan.cli.runs.through_studio import the_studio

    with the_studio() as studio:
        if studio is None or limit > _MOST_ASKED_FOR:
            return None
        from gameplan.client import StudioError

        try:
            cards = studio.runs(limit=limit)
        except StudioError:
            return None
    return [
        _row(
            each.id,
            each.updated_at,
            stands_in_words(
                each.ended, writing=each.writing, paused=each.paused, asks=each.waiting > 0, noted=each.noted
            ),
            each.completed,
            each.total,
            each.title,
        )
        for each in cards
    ]


def _rows_of_journal(limit: int) -> list[tuple[str, ...]]:
    from gameplan.cli.runs.story import how_it_stands
    from gameplan.plans import run_state
    from gameplan.runtime import JournalDamaged, Session, SessionStarted
    from gameplan.settings.places import database, open_journal

    rows: list[tuple[str, ...]] = []
    if not database().exists():
        return rows
    with open_journal(begin="gameplan templates") as journal:
        for info in reversed(journal.sessions()):
            if not _is_run(info) or len(rows) == limit:
                continue
            try:
                seen = Session.view(journal, info.session_id)
            except JournalDamaged:
                continue  # `gameplan sessions` tells of it
            state = run_state(seen.standing)
            if state is None:
                continue
            started = seen.events_of(SessionStarted)
            rows.append(
                _row(
                    info.session_id,
                    info.last.at if info.last else info.created,
                    how_it_stands(state, writing=info.writing, noted=len(journal.intents(info.session_id))),
                    sum(state.of(step.id).status == "completed" for step in state.plan.steps),
                    len(state.plan.steps),
                    started[0].title if started else "",
                )
            )
    return rows


def _row(run_id: str, at: int, stands: str, done: int, total: int, title: str) -> tuple[str, ...]:
    from gameplan.cli.clean import clean, one_line
    from gameplan.runtime import as_datetime

    when = as_datetime(at).astimezone()
    return clean(run_id), f"{when:%Y-%m-%d %H:%M}", stands, f"{done}/{total}", one_line(title, 80)


def view_run(wanted: str) -> tuple[Session, RunState]:
    """The run that is meant, to be read; `last` is the newest run, whatever else was recorded since."""
    from gameplan.cli.sessions.show import open_view
    from gameplan.plans import run_state
    from gameplan.settings.places import open_journal

    if wanted == "last":
        with open_journal(begin="gameplan templates") as journal:
            known = [info.session_id for info in journal.sessions() if _is_run(info)]
        if not known:
            raise UserError(_NOTHING_YET)
        wanted = known[-1]
    seen = open_view(wanted, begin="gameplan templates")
    state = run_state(seen.standing)
    if state is None:
        raise UserError(f"Session {seen.session_id} is not the run of a plan. `gameplan runs` lists those.")
    return seen, state


def open_run(journal: SqliteJournal, run_id: str) -> Session:
    """The run, to be written."""
    from gameplan.runtime import Session, SessionBusy

    try:
        return Session.open(journal, run_id)
    except SessionBusy:
        from gameplan.cli.runs.through_studio import page_of

        page = page_of(run_id)
        if page:
            raise UserError(
                f"Run {run_id} is going on in the studio: {page}\n"
                "Answer it there, or here (gameplan approve, gameplan answer); stop it with gameplan cancel."
            ) from None
        raise UserError(
            f"Run {run_id} is going on in another process. Wait until it has ended, answer it "
            f"(gameplan approve, gameplan answer) or stop it (gameplan cancel)."
        ) from None


def workspace_of(session: Session) -> Path:
    """The folder that a run works in."""
    from gameplan.plans import RunStarted

    folder = Path(session.events_of(RunStarted)[0].workspace)
    if not folder.is_absolute() or not folder.is_dir():
        raise UserError(f"The workspace of run {session.session_id} is not there any more: {folder}")
    return folder


def _is_run(info: SessionInfo) -> bool:
    from gameplan.cli.sessions.sessions import kind_and_title

    return kind_and_title(info)[0] == "run"
