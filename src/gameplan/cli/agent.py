"""`gameplan agent`: have an agent answer a question about a folder."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gameplan.cli.errors import ExitCode, UserError

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.agents import EndedBy
    from gameplan.cli.folder_agent import Job
    from gameplan.cli.record import RunEnded
    from gameplan.cli.sessions.screen import Screen
    from gameplan.runtime import Session, SqliteJournal
    from gameplan.settings.values import Settings

WHERE, WHO, BOUNDS, OUTPUT = "Where", "Who does it", "Within what bounds", "How it is shown"


def agent(
    request: Annotated[str, typer.Argument(help="What you want to know.", metavar="REQUEST", show_default=False)],
    workspace: Annotated[
        Path,
        typer.Option(
            "--workspace",
            "-w",
            help="The folder to look in; it is only read. Default: this one.",
            metavar="DIR",
            show_default=False,
            rich_help_panel=WHERE,
        ),
    ] = Path(),
    model: Annotated[
        str | None,
        typer.Option(help="Looks and answers; `gameplan models` shows which.", metavar="MODEL", rich_help_panel=WHO),
    ] = None,
    planner: Annotated[str | None, typer.Option(help="Writes the plan.", metavar="MODEL", rich_help_panel=WHO)] = None,
    mode: Annotated[
        str | None,
        typer.Option(
            help="A planner and an executor (pipeline, the default), or one agent alone (autonomous).",
            metavar="MODE",
            rich_help_panel=WHO,
        ),
    ] = None,
    steps: Annotated[
        int | None, typer.Option(help="Model calls of the executor. Default 75.", metavar="N", rich_help_panel=BOUNDS)
    ] = None,
    replans: Annotated[
        int | None,
        typer.Option(help="New plans the executor may ask for. Default 3.", metavar="N", rich_help_panel=BOUNDS),
    ] = None,
    tokens: Annotated[
        int | None, typer.Option(help="Tokens of all models.", metavar="N", rich_help_panel=BOUNDS)
    ] = None,
    money: Annotated[float | None, typer.Option(help="US dollars.", metavar="X", rich_help_panel=BOUNDS)] = None,
    seconds: Annotated[float | None, typer.Option(help="Seconds.", metavar="S", rich_help_panel=BOUNDS)] = None,
    condense: Annotated[
        str | None,
        typer.Option(
            help="Cut old results once N tokens are saved by it; 0 at once (the default), or off.",
            metavar="N|off",
            rich_help_panel=BOUNDS,
        ),
    ] = None,
    session: Annotated[
        str | None, typer.Option(help="A name for the record of this run.", metavar="ID", rich_help_panel=OUTPUT)
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON object per event and line.", rich_help_panel=OUTPUT)
    ] = False,
) -> None:
    """Have an agent answer a question about a folder.

    With nothing set and no key, the house models do it: programs that look things up and quote them, offline.

    With --json each line is an event as it is in the record: {"seq", "at" (microseconds), "type", "version", "fields"}.
    The last line is {"type": "result", "session", "ended_by", "detail", "answer", "steps", "replans", "spent"}.

    Exit codes: 0 finished; 1 ended otherwise (budget, stopped, replan limit); 2 usage or configuration; 3 the model
    failed; 130 cancelled with Ctrl-C, which leaves a whole record.
    """
    from gameplan.settings.places import workspace_folder
    from gameplan.settings.values import load_settings

    folder = workspace_folder(workspace)
    if not request.strip():
        raise UserError('Say what you want to know: gameplan agent "what is this folder about?"')
    settings = load_settings(
        folder,
        model=model,
        planner_model=planner,
        mode=mode,
        condense=condense,
        steps=steps,
        tokens=tokens,
        money=money,
        seconds=seconds,
        replans=replans,
    )
    job = _job(request.strip(), folder, settings)
    try:
        ended = asyncio.run(_run(job, session, as_json=as_json))
    except KeyboardInterrupt:
        raise typer.Exit(int(ExitCode.CANCELLED)) from None
    raise typer.Exit(int(_exit_code(ended.ended_by)))


def _job(request: str, folder: Path, settings: Settings) -> Job:
    from gameplan.agents import Budget, Condense, ModelError, resolve_model
    from gameplan.cli.folder_agent import Job
    from gameplan.settings.choice import choose

    choice = choose(settings)
    mode: Literal["pipeline", "autonomous"] = "autonomous" if settings.mode == "autonomous" else "pipeline"
    try:
        executor = resolve_model(choice.executor)
        planner = resolve_model(choice.planner) if mode == "pipeline" else executor
    except ModelError as error:
        raise UserError(error.message) from None
    if choice.offline:
        typer.secho(
            "Offline: no model is set and no key was found, so house models look and quote. For a language model, "
            "set ANTHROPIC_API_KEY or see `gameplan models`.",
            dim=True,
            err=True,
        )
    elif settings.model is None and settings.planner_model is None:
        limit = "" if settings.money else " Nothing limits what is spent: --money 0.50 would."
        typer.secho(
            f"Using {choice.planner} and {choice.executor}, because a key is set: what is read is sent there.{limit}",
            dim=True,
            err=True,
        )
    budget = Budget(
        steps=settings.steps or 75,
        tokens=settings.tokens,
        money=settings.money,
        seconds=settings.seconds,
        replans=3 if settings.replans is None else settings.replans,
    )
    how = None if settings.condense == "off" else Condense(int(settings.condense or 0))
    return Job(request, folder, mode, planner, executor, budget, how)


async def _run(job: Job, session_id: str | None, *, as_json: bool) -> RunEnded:
    from gameplan.cli.folder_agent import run
    from gameplan.cli.layout import make_console, print_text
    from gameplan.cli.sessions.screen import JsonScreen, StoryScreen
    from gameplan.cli.sessions.story import Story
    from gameplan.runtime import SortableIds
    from gameplan.settings.places import open_journal

    session_id = session_id or SortableIds().new("agent")
    story, console = Story(session_id), make_console()
    with open_journal(create=True) as journal:
        session = _new_session(journal, session_id)
        screen: Screen = JsonScreen(story) if as_json else StoryScreen(story, console)
        with screen:
            showing = asyncio.create_task(_show(session, screen, console))
            try:
                ended = await run(job, session)
            finally:
                session.close()
                await showing
                if not as_json:
                    print_text(console, _where_to_look(session_id), "dim")
    return ended


def _new_session(journal: SqliteJournal, session_id: str) -> Session:
    from gameplan.runtime import JournalError, Session, SessionExists

    if session_id == "last":
        raise UserError('A session cannot be named "last": that always means the newest.')
    try:
        return Session(journal=journal, session_id=session_id)
    except SessionExists:
        raise UserError(f'There is a session "{session_id}" already: choose another name.') from None
    except JournalError as error:
        raise UserError(str(error)) from None


def _where_to_look(session_id: str) -> str:
    name = session_id.rsplit("-", 1)[-1] if session_id.startswith("agent-") else session_id
    return f"Session {session_id}. See it again: gameplan show {name}, gameplan replay {name}"


async def _show(session: Session, screen: Screen, console: Console) -> None:
    from gameplan.cli.layout import stop_printing
    from gameplan.runtime import Recorded

    try:
        async for each in session.follow(notices=True):
            if isinstance(each, Recorded):
                screen.event(each)
            else:
                screen.notice(each)
    except (OSError, SystemExit):  # rich ends the program when a pipe is closed: here the work goes on, unseen
        stop_printing(console)


def _exit_code(ended_by: EndedBy) -> ExitCode:
    from gameplan.agents import EndedBy

    if ended_by is EndedBy.FINISHED:
        return ExitCode.FINISHED
    return ExitCode.MODEL_ERROR if ended_by is EndedBy.MODEL_ERROR else ExitCode.ENDED_OTHERWISE
