"""`gameplan show`: what happened in a session."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError
from gameplan.settings.places import BEGIN

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.runtime import Session


def show(
    session: Annotated[
        str,
        typer.Argument(
            help="`last`, or the beginning of an id or of its last part.", metavar="SESSION", show_default=False
        ),
    ],
    events: Annotated[bool, typer.Option("--events", help="Every event in a line.")] = False,
    event: Annotated[int | None, typer.Option(help="One event, whole, as JSON.", metavar="N")] = None,
    graph: Annotated[bool, typer.Option("--graph", help="Of a run: what waits for what.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Of a run: its plan as JSON, each step with its status and result.")
    ] = False,
    private: Annotated[
        bool, typer.Option("--private", help="Also what is hidden from you in a game that you play.")
    ] = False,
) -> None:
    """Show a session: a run step by step, an agent turn by turn.

    Of the run of a plan: each step, how it stands and why, and what it waits for. Of an agent: the plan, the calls, the
    cost. Of a game of cards: how it stands, and how to see it again.

    While you play a game, its --events and what the other side's agents think are private: they would tell you what is
    hidden. --private shows them all the same.

    If part of the record is damaged, that is said, and what is whole is shown; the exit code is then 1.
    """
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import make_console, print_line, print_text
    from gameplan.cli.sessions.story import Story

    console = make_console()
    seen = open_view(session)
    game = _game_lines(seen)
    if not private and (game is None or events or event is not None):
        keep_private(seen.session_id)
    if event is not None:
        _show_event(seen, event)
    elif events:
        _show_events(console, seen)
    elif is_run(seen):
        if as_json:
            _show_run_as_json(seen)
        else:
            _show_run(console, seen, graph=graph)
    elif graph or as_json:
        has_no = "graph" if graph else "steps to tell of"
        raise UserError(f"Session {seen.session_id} is not the run of a plan: it has no {has_no}.")
    elif game is not None:
        for text in game:
            print_text(console, clean(text))
    else:
        story = Story(seen.session_id, in_full=True)
        for recorded in seen.events:
            for line in story.tell(recorded):
                print_line(console, line)
        if story.ended is None and seen.damage is None:
            print_text(console, "\nIt has not ended: it is still going on, or its process was killed.", "yellow")
    report_damage(console, seen)


def open_view(wanted: str, *, begin: str = BEGIN) -> Session:
    """The session, to be read. Its events' types must be known before it is decoded."""
    import gameplan.cards.table.events
    import gameplan.cli.record
    import gameplan.plans
    import gameplan.tools.planning
    import gameplan.tools.workspace  # noqa: F401
    from gameplan.cli.sessions.sessions import find_session
    from gameplan.runtime import Session
    from gameplan.settings.places import open_journal

    with open_journal(begin=begin) as journal:
        return Session.view(journal, find_session(journal, wanted))


def keep_private(session_id: str) -> None:
    """Refuse what would tell a person what is hidden from him in a game that he plays."""
    if not session_id.startswith(("agents-", "cards-")):
        return
    from gameplan.cards.private import game_told_by, why_private
    from gameplan.runtime import Session
    from gameplan.settings.places import open_journal

    with open_journal() as journal:
        why = why_private(session_id, lambda name: Session.view(journal, name).events)
    if why:
        see = f"gameplan cards replay {game_told_by(session_id)}"
        raise UserError(f"{why} To read it now: --private. What you may see: {see}")


def is_run(session: Session) -> bool:
    """True if the session is the run of a plan."""
    from gameplan.plans import RunStarted

    return any(isinstance(each.event, RunStarted) for each in session.standing)


def _game_lines(session: Session) -> list[str] | None:
    """Of a game of cards: who plays, how it ended, and where to see it. Its events would tell hidden cards."""
    from gameplan.cards.table.decisions import Result
    from gameplan.cards.table.events import Acted, GameStarted
    from gameplan.cards.table.telling import why_over

    started = next((each.event for each in session.events if isinstance(each.event, GameStarted)), None)
    if started is None:
        return None
    happened = [each.event for each in session.standing if isinstance(each.event, Acted)]
    ends = [change for each in happened for change in each.changes if change[0] == "end"]
    if not ends:
        ending = f"It goes on: gameplan cards play --resume {session.session_id}"
    elif isinstance(winner := ends[-1][1], int):
        why = why_over(Result(winner, str(ends[-1][2])), started.seats, None)
        ending = f"{started.seats[winner]} has won: {why}."
    else:
        ending = f"A draw: {ends[-1][2]}."
    title = " against ".join(started.seats)
    return [
        f"A game of {started.game}: {title}, {len(happened)} actions",
        ending,
        f"See it: gameplan cards replay {session.session_id}",
    ]


def report_damage(console: Console, session: Session) -> None:
    """Say what is wrong with the record, and end with an error."""
    if session.damage is not None:
        from gameplan.cli.layout import print_text

        mend = f"To go on from what is whole: gameplan sessions repair {session.session_id}"
        print_text(console, f"\n{session.damage}\n{mend}", "bold yellow")
        raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))


def _show_run(console: Console, session: Session, *, graph: bool) -> None:
    from gameplan.cli.layout import Line, print_line
    from gameplan.cli.runs.end import ending_lines
    from gameplan.cli.runs.inbox import is_writing, noted_in
    from gameplan.cli.runs.story import graph_lines, step_lines, text_of
    from gameplan.plans import RunStarted, run_state
    from gameplan.runtime import SessionStarted
    from gameplan.settings.places import open_journal

    state = run_state(session.standing)
    if state is None:
        return
    with open_journal() as journal:
        writing = is_writing(journal, session.session_id)
    title = next((each.title for each in session.events_of(SessionStarted)), "")
    where = next(each.workspace for each in session.events_of(RunStarted))
    lines = [Line(text_of(title, "bold")), Line(text_of(f"run · {session.session_id} · {where}", "dim"))]
    lines += graph_lines(state) if graph else step_lines(state)
    noted = noted_in(session.session_id)
    lines += ending_lines(session.session_id, state, session.events, noted, writing=writing, questions=not graph)
    for line in lines:
        print_line(console, line)


def _show_run_as_json(session: Session) -> None:
    from gameplan.cli.runs.inbox import is_writing
    from gameplan.cli.runs.story import how_it_stands
    from gameplan.plans import run_state, run_to_wire
    from gameplan.settings.places import open_journal

    with open_journal() as journal:
        writing = is_writing(journal, session.session_id)
    state = run_state(session.standing)
    if state is not None:
        stands = how_it_stands(state, writing=writing)
        told = {"run": session.session_id, "status": stands, "reason": state.reason}
        typer.echo(json.dumps({**told, "plan": run_to_wire(state)}, indent=2))


def _show_event(session: Session, number: int) -> None:
    from gameplan.cli.record import as_json

    if not 1 <= number <= session.seq:
        raise UserError(f"There is no event {number}: session {session.session_id} has {session.seq}, counted from 1.")
    typer.echo(json.dumps(as_json(session.events[number - 1]), indent=2))


def _show_events(console: Console, session: Session) -> None:
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import columns, print_row
    from gameplan.cli.sessions.story import summary
    from gameplan.runtime import as_datetime
    from gameplan.runtime.events.codec import name_and_version

    rows = [
        (
            f"{seq:>4}",
            f"{as_datetime(at).astimezone():%H:%M:%S.%f}"[:-3],
            clean(name_and_version(event)[0]),
            summary(event),
        )
        for seq, at, event in session.events
    ]
    for row in columns(rows):
        print_row(console, row)
