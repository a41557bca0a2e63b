"""`gameplan run` and `gameplan resume`: carry out a plan, and go on with one."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gameplan.cli.errors import ExitCode, UserError
from gameplan.cli.runs.inbox import RUN

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from gameplan.cli.runs.screen import RunScreen
    from gameplan.plans import Engine, ExecutionSummary, Plan, RunState
    from gameplan.runtime import Intent, Session
    from gameplan.runtime.events import Json

_INPUT = typer.Option("--input", "-i", help="What the plan must be told. May be repeated.", metavar="NAME=VALUE")
_YES = typer.Option(
    "--yes", help="Approve in advance: all, write, destroy, send, execute. May be repeated.", metavar="EFFECT"
)
_RECOVER = typer.Option("--recover", help="Let the model propose how to go on after a failure.")
_JSON = typer.Option("--json", help="One JSON object per event and line.")
_MODEL = typer.Option(
    "--model", help="For steps that think (extract, agent); default: the one that is set.", metavar="MODEL"
)


def run(
    plan: Annotated[
        str, typer.Argument(help="A file with a plan, or a run to go on with.", metavar="PLAN|RUN", show_default=False)
    ],
    workspace: Annotated[
        Path | None,
        typer.Option(
            "--workspace", "-w", help="The folder to work in. Default: this one.", metavar="DIR", show_default=False
        ),
    ] = None,
    given: Annotated[list[str] | None, _INPUT] = None,
    yes: Annotated[list[str] | None, _YES] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what each step would do; run nothing.")] = False,
    model: Annotated[str | None, _MODEL] = None,
    recover: Annotated[bool, _RECOVER] = False,
    as_json: Annotated[bool, _JSON] = False,
) -> None:
    """Carry out a plan: from a file, or go on with a run.

    A step that destroys, sends or executes something asks first, with what would change. On a terminal you answer
    there, or in another window with `gameplan approve`. Elsewhere, and with --json, the run goes as far as it can and
    waits: `gameplan approve`, then `gameplan resume`. --yes answers in advance, but never where text from a file or
    from the network decides what is done.

    With --json each line is an event as it is in the record; the last is {"type": "result", "run", "status", "reason",
    "completed", "failed", "blocked", "skipped", "waiting", "effects", "durationMs", "criticalPathMs", "criticalPath",
    "tokens", "cost"}. With --dry-run it is {"type": "foreseen", "step", "tool", "description", "after", "effects",
    "preview", "asks", "refused"} for each step. A plan with problems gives one line: {"type": "result", "status":
    "invalid", "problems"}.

    Exit codes: 0 completed; 1 failed or cancelled; 2 usage, or a plan with problems; 4 it waits for a person; 130
    cancelled with Ctrl-C, which leaves a whole record.
    """
    from gameplan.cli.layout import make_console, print_text
    from gameplan.cli.plans.files import names_a_file, print_problems, problems_as_json, problems_of, read_plan, told
    from gameplan.cli.runs.consent import verbs_of
    from gameplan.settings.places import workspace_folder

    verbs = verbs_of(yes or ())
    if not names_a_file(plan):
        if workspace is not None or given or dry_run:
            raise UserError(
                "A run goes on in its own workspace, as it was begun: give only --yes, --model, --recover and --json."
            )
        go_on(plan, verbs, model=model, recover=recover, as_json=as_json)
    path = Path(plan)
    read = read_plan(path)
    inputs = told(read, given or ())
    folder = workspace_folder(workspace or Path())
    problems = problems_of(read, folder, inputs, model=model)
    if problems:
        if as_json:
            told_problems = problems_as_json(problems)
            typer.echo(json.dumps({"type": "result", "status": "invalid", "problems": told_problems}))
        else:
            print_problems(make_console(), problems)
            print_text(make_console(), "Nothing was run.", "bold")
        raise typer.Exit(int(ExitCode.USAGE))
    if dry_run:
        _foresee(read, inputs, folder, model, as_json=as_json)
        return
    from gameplan.runtime import SortableIds

    run_id = SortableIds().new("run")

    def begin(session: Session, engine: Engine) -> Awaitable[ExecutionSummary]:
        from gameplan.runtime import SessionStarted

        session.dispatch(SessionStarted("run", read.request or path.name))
        return engine.complete(read, inputs, workspace=str(folder))

    _exit(lambda: _carry_out(run_id, read, folder, begin, verbs, model, recover=recover, new=True, as_json=as_json))


def resume(
    run: Annotated[str, RUN],
    yes: Annotated[list[str] | None, _YES] = None,
    model: Annotated[str | None, _MODEL] = None,
    recover: Annotated[bool, _RECOVER] = False,
    as_json: Annotated[bool, _JSON] = False,
) -> None:
    """Go on with a run that waits, or whose process was killed.

    No step that ended runs again. A step that was in the middle of something that cannot be repeated asks first. What
    was said to the run meanwhile (`gameplan approve`, `answer`, `skip`, `review`) is taken up before anything begins.

    Exit codes: as of `gameplan run`.
    """
    from gameplan.cli.runs.consent import verbs_of

    go_on(run, verbs_of(yes or ()), model=model, recover=recover, as_json=as_json)


def go_on(
    wanted: str, verbs: frozenset[str], *, model: str | None = None, recover: bool = False, as_json: bool = False
) -> None:
    """Go on with a run, and leave with its exit code."""
    from gameplan.cli.runs.inbox import noted_in
    from gameplan.cli.runs.runs import view_run, workspace_of
    from gameplan.cli.runs.story import short_id

    seen, state = view_run(wanted)
    again = any(each.kind == "retry" for each in noted_in(seen.session_id))
    if state.ended == "completed" and not again:
        typer.echo(f"Run {seen.session_id} has completed already: gameplan show {short_id(seen.session_id)}", err=True)
        raise typer.Exit
    if state.ended == "cancelled" or (state.ended == "failed" and not again):
        retry = f"Retry what failed (gameplan retry {short_id(seen.session_id)} STEP), or run the plan again"
        raise UserError(
            f"Run {seen.session_id} is over: it {_over(state)}. "
            f"{'Run the plan again' if state.ended == 'cancelled' else retry}, "
            f"or take back what it did: gameplan undo {short_id(seen.session_id)}",
            ExitCode.ENDED_OTHERWISE,
        )
    folder = workspace_of(seen)
    _exit(
        lambda: _carry_out(
            seen.session_id,
            state.plan,
            folder,
            lambda _, engine: engine.resume(),
            verbs,
            model,
            recover=recover,
            new=False,
            as_json=as_json,
        )
    )


def _over(state: RunState) -> str:
    return "was cancelled" if state.ended == "cancelled" else "failed"


def _foresee(plan: Plan, inputs: dict[str, Json], folder: Path, model: str | None, *, as_json: bool) -> None:
    from gameplan.cli.layout import make_console, print_line, print_text
    from gameplan.cli.runs.dry_run import foresee, foreseen_lines

    steps = foresee(plan, inputs, folder, model=model)
    if as_json:
        for each in steps:
            typer.echo(json.dumps({"type": "foreseen", **each.to_json()}))
        return
    console = make_console()
    for line in foreseen_lines(steps):
        print_line(console, line)
    print_text(console, "\nNothing was run. What is shown is how the folder stands now, before any step.", "bold")


def _exit(work: Callable[[], Any]) -> None:
    """Run the work to its end, and leave with the exit code that tells how it went."""
    try:
        summary: ExecutionSummary = asyncio.run(work())
    except KeyboardInterrupt:
        raise typer.Exit(int(ExitCode.CANCELLED)) from None
    codes = {"completed": ExitCode.FINISHED, "waiting": ExitCode.WAITING}
    raise typer.Exit(int(codes.get(summary.status, ExitCode.ENDED_OTHERWISE)))


async def _carry_out(
    run_id: str,
    plan: Plan,
    folder: Path,
    begin: Callable[[Session, Engine], Awaitable[ExecutionSummary]],
    verbs: frozenset[str],
    model: str | None,
    *,
    recover: bool,
    new: bool,
    as_json: bool,
) -> ExecutionSummary:
    from gameplan.cli.layout import make_console
    from gameplan.cli.runs.consent import Consent
    from gameplan.cli.runs.runs import open_run
    from gameplan.plans import Engine, ModelRecovery, Policy, RunOver
    from gameplan.plans.approvals import nobody
    from gameplan.plans.estimates import earlier_durations
    from gameplan.runtime import Session
    from gameplan.settings import THINKING, thinking_model, tools_by_step, tools_of
    from gameplan.settings.places import open_journal
    from gameplan.tools.workspace import Workspace

    console = make_console()
    asks = console.is_terminal and sys.stdin.isatty() and not as_json
    thinks = recover or model is not None or any(tool in THINKING for tool in tools_by_step(plan).values())
    thinker = thinking_model(folder, model) if thinks else None
    if recover and thinker is None:
        raise UserError("--recover needs a language model, and none is set: gameplan models says how to set one.")
    with Workspace(folder) as workspace, open_journal(create=True) as journal:
        estimates = earlier_durations(journal) if new else {}
        session = Session(journal=journal, session_id=run_id) if new else open_run(journal, run_id)
        try:
            tools = tools_of(workspace, run_id, model=thinker)
            consent = Consent(console if asks else None)
            approver, answerer = (consent.approve, consent.answer) if asks else (nobody, nobody)
            engine = Engine(
                tools,
                session,
                approver=approver,
                answerer=answerer,
                policy=Policy(verbs),
                inbox=True,
                estimates=estimates,
                recoverer=ModelRecovery(thinker, tools) if recover and thinker is not None else None,
            )
            screen = _screen(run_id, list(session.events), as_json=as_json)
            consent.screen, consent.engine = screen, engine
            with screen:
                showing = asyncio.create_task(_show(session, screen, after=session.seq))
                try:
                    return await begin(session, engine)
                except RunOver as error:  # what was to be retried was refused
                    raise UserError(str(error), ExitCode.ENDED_OTHERWISE) from None
                finally:
                    session.close()
                    await showing
        finally:
            session.close()


def _screen(run_id: str, earlier: list[Any], *, as_json: bool) -> RunScreen:
    from gameplan.cli.layout import make_console
    from gameplan.cli.runs.inbox import noted_in
    from gameplan.cli.runs.screen import JsonScreen, LinesScreen, TreeScreen

    def noted() -> Sequence[Intent]:
        return noted_in(run_id)

    console = make_console()
    if as_json:
        return JsonScreen(run_id, earlier)
    if console.is_terminal and not console.is_dumb_terminal:
        return TreeScreen(run_id, console, earlier, noted)
    return LinesScreen(run_id, console, earlier, noted)


async def _show(session: Session, screen: RunScreen, *, after: int) -> None:
    """Hand on what happens. If nobody reads any more (`| head`), the run goes on, unseen."""
    from gameplan.cli.layout import make_console, stop_printing
    from gameplan.runtime import Recorded

    try:
        async for each in session.follow(after, notices=True):
            if isinstance(each, Recorded):
                screen.event(each)
            else:
                screen.notice(each)
    except (OSError, SystemExit):
        stop_printing(make_console())
