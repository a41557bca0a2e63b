"""`gameplan plan --regenerate`: the rest of a run's plan, drafted anew; a proposal until the person says yes."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gameplan.cli.errors import ExitCode, UserError

if TYPE_CHECKING:
    from gameplan.agents import Model
    from gameplan.plans import Draft, Plan, RunState


def regenerate(run: str, start: str, remark: str, *, model: str | None, out: Path | None, apply: bool) -> None:
    """Draft the plan of a run anew from a step on; show what would change; keep it, or send it to the run."""
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import make_console, print_text
    from gameplan.cli.plans.draft import planner_for, refuse_if_nothing
    from gameplan.cli.plans.files import print_problems
    from gameplan.cli.plans.plan import write_new, written
    from gameplan.cli.runs.runs import view_run, workspace_of
    from gameplan.plans import diff_plans

    seen, state = view_run(run)
    folder = workspace_of(seen)
    _check(state, start)
    planner = planner_for(folder, model)
    typer.secho(f"{planner.name} is drafting the rest of the plan …", dim=True, err=True)
    try:
        drafted = asyncio.run(_redraft(state, folder, start, remark, planner))
    except KeyboardInterrupt:
        raise typer.Exit(int(ExitCode.CANCELLED)) from None
    refuse_if_nothing(drafted)
    assert drafted.plan is not None
    console = make_console()
    print_text(console, clean("\n".join(diff_plans(state.plan, drafted.plan)) or "The draft changes nothing."))
    if out is not None:
        write_new(out, written(drafted.plan, out))
        print_text(console, f"Wrote {out}.", "bold")
    if drafted.problems:
        print_problems(console, drafted.problems)
        raise typer.Exit(int(ExitCode.USAGE))
    if out is None:
        _offer(seen.session_id, state, drafted.plan, remark, apply=apply)


def _check(state: RunState, start: str) -> None:
    names = [step.id for step in state.plan.steps]
    if start not in names:
        raise UserError(f'There is no step "{start}" in the run. It has: {", ".join(names)}.')
    status = state.of(start).status
    if status == "running" or (status == "completed" and state.ended is None):
        raise UserError(f'Step "{start}" is {status}: choose one that has not begun.')


async def _redraft(state: RunState, folder: Path, start: str, remark: str, planner: Model) -> Draft:
    from gameplan.plans.drafting import redraft
    from gameplan.runtime import Session, SessionStarted, SortableIds
    from gameplan.settings import thinking_model, tools_of
    from gameplan.settings.places import open_journal
    from gameplan.tools import ToolContext
    from gameplan.tools.workspace import ListDirectory, Workspace

    with open_journal(create=True) as journal, Workspace(folder) as workspace:
        session_id = SortableIds().new("draft")
        with Session(journal=journal, session_id=session_id) as session:
            session.dispatch(SessionStarted("draft", remark or state.plan.request))
            tools = tools_of(workspace, session_id, model=thinking_model(folder))
            listing = await tools["list_directory"](ListDirectory(depth=2), ToolContext(session))
            about = getattr(listing, "message", "")
            return await redraft(
                state, tools, start=start, remark=remark, model=planner, workspace=about, session=session
            )


def _offer(run_id: str, state: RunState, plan: Plan, remark: str, *, apply: bool) -> None:
    """Let the run go on with it, if the person says so."""
    from gameplan.cli.runs.inbox import say, tell_what_became
    from gameplan.cli.runs.story import short_id

    if state.ended not in (None, "waiting"):
        raise UserError("The run is over: keep the new plan with --out FILE, and run that.", ExitCode.ENDED_OTHERWISE)
    if not apply:
        if not sys.stdin.isatty():
            typer.echo("Nothing is changed yet. To let the run go on with it: --apply; to keep it: --out FILE.")
            return
        if not typer.confirm(f"Let run {short_id(run_id)} go on with it?"):
            typer.echo("Nothing is changed.")
            return
    payload = {"from": state.plan.version, "plan": plan.to_wire(), "why": f"drafted anew: {remark}"[:500]}
    tell_what_became(run_id, say(run_id, [("edit", payload)]), f"The plan is now version {plan.version}")
