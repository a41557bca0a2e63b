"""`gameplan runs`: the runs of plans on the record; and how a command finds one."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
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


@dataclass(frozen=True)
class _Listed:
    """A run in the list; `at` is when something last happened in it, `noted` what was said and nobody took up yet."""

    id: str
    at: int
    status: str
    noted: int
    done: int
    steps: int
    title: str


def runs(
    limit: Annotated[int, typer.Option(help="How many to show, the newest first.", metavar="N", min=1)] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """List the runs of plans, and how each stands.

    With --json it is a list, the newest first: [{"id", "at", "status", "noted", "done", "steps", "title"}]. "at" is
    when something last happened in it, in microseconds since 1970; "status" is running, asks, paused, waiting, stopped
    (nobody carries it out now), completed, failed or cancelled; "noted" counts what was said to it and nobody has taken
    up yet; "done" of its "steps" are completed.
    """
    from gameplan.cli.layout import columns, make_console, print_row, print_text

    listed = _listed_by_studio(limit)
    listed = _listed_in_journal(limit) if listed is None else listed
    if as_json:
        typer.echo(json.dumps([asdict(each) for each in listed]))
        return
    console = make_console()
    if not listed:
        print_text(console, _NOTHING_YET)
        return
    rows = [("RUN", "WHEN", "STATUS", "DONE", "WHAT"), *map(_row, listed)]
    for number, row in enumerate(columns(rows)):
        print_row(console, row, "" if number else "bold")
    print_text(console, "\nLook at one: gameplan show last, or give the beginning of an id or of its last part.", "dim")


def _listed_by_studio(limit: int) -> list[_Listed] | None:
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
        _Listed(
            each.id,
            each.updated_at,
            stands_in_words(each.ended, writing=each.writing, paused=each.paused, asks=each.waiting > 0),
            each.noted,
            each.completed,
            each.total,
            each.title,
        )
        for each in cards
    ]


def _listed_in_journal(limit: int) -> list[_Listed]:
    from gameplan.cli.runs.story import how_it_stands
    from gameplan.plans import run_state
    from gameplan.runtime import JournalDamaged, Session, SessionStarted
    from gameplan.settings.places import database, open_journal

    listed: list[_Listed] = []
    if not database().exists():
        return listed
    with open_journal(begin="gameplan templates") as journal:
        for info in reversed(journal.sessions()):
            if not _is_run(info) or len(listed) == limit:
                continue
            try:
                seen = Session.view(journal, info.session_id)
            except JournalDamaged:
                continue  # `gameplan sessions` tells of it
            state = run_state(seen.standing)
            if state is None:
                continue
            started = seen.events_of(SessionStarted)
            listed.append(
                _Listed(
                    info.session_id,
                    info.last.at if info.last else info.created,
                    how_it_stands(state, writing=info.writing),
                    len(journal.intents(info.session_id)),
                    sum(state.of(step.id).status == "completed" for step in state.plan.steps),
                    len(state.plan.steps),
                    started[0].title if started else "",
                )
            )
    return listed


def _row(run: _Listed) -> tuple[str, ...]:
    from gameplan.cli.clean import clean, one_line
    from gameplan.cli.runs.story import with_noted
    from gameplan.runtime import as_datetime

    when = as_datetime(run.at).astimezone()
    stands = with_noted(run.status, run.noted)
    return clean(run.id), f"{when:%Y-%m-%d %H:%M}", stands, f"{run.done}/{run.steps}", one_line(run.title, 80)


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
