"""`gameplan pause`, `unpause`, `cancel`, `skip` and `retry`: steer a run that goes on elsewhere, or goes on later."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError
from gameplan.cli.runs.inbox import RUN

if TYPE_CHECKING:
    from gameplan.runtime import Session
    from gameplan.runtime.events import Json


def pause(run: Annotated[str, RUN]) -> None:
    """Let what is running end, and begin nothing more.

    The run goes on with `gameplan unpause`.

    Exit codes: 0 it pauses; 1 it is not going on, or refused; 2 usage.
    """
    _now(run, "pause", "Paused. What is running comes to its end; go on with gameplan unpause")


def unpause(run: Annotated[str, RUN]) -> None:
    """Let a run that pauses begin steps again.

    A run whose process has ended goes on with `gameplan resume`.

    Exit codes: 0 it goes on; 1 it is not going on, or refused; 2 usage.
    """
    _now(run, "unpause", "It goes on")


def cancel(
    run: Annotated[str, RUN],
    reason: Annotated[str, typer.Option(help="Why; it is on the record.", metavar="TEXT")] = "cancelled by a person",
) -> None:
    """Stop a run: what is running is stopped, the rest is skipped.

    One that nobody carries out is over at once. What it did to files stays; `gameplan undo` takes it back.

    Exit codes: 0 taken or noted; 1 it is over, or refused; 2 usage.
    """
    from gameplan.cli.runs.inbox import Became, refuse_if_over, say, tell_what_became
    from gameplan.cli.runs.runs import view_run

    seen, state = view_run(run)
    refuse_if_over(seen.session_id, state)
    said = say(seen.session_id, [("cancel", {"reason": reason})])
    if any(each.open for each in said) and _cancelled_here(seen.session_id):
        said = [Became("taken")]
    tell_what_became(seen.session_id, said, "Cancelled")


def _cancelled_here(run_id: str) -> bool:
    """Cancel a run that nobody carries out. False if somebody does after all: then it is theirs to take it."""
    from gameplan.plans.cancelling import cancel_idle
    from gameplan.runtime import Session, SessionBusy
    from gameplan.settings.places import open_journal

    with open_journal() as journal:
        try:
            with Session.open(journal, run_id) as session:
                asyncio.run(cancel_idle(session))
        except SessionBusy:
            return False
    return True


def skip(
    run: Annotated[str, RUN],
    step: Annotated[str, typer.Argument(help="A step that has not begun.", metavar="STEP", show_default=False)],
    reason: Annotated[str, typer.Option(help="Why; it is on the record.", metavar="TEXT")] = "skipped by a person",
) -> None:
    """Do without a step of a run that has not begun.

    What uses its result is skipped, too; what only comes after it runs.

    Exit codes: 0 taken or noted; 1 it has begun, or the run is over; 2 usage.
    """
    from gameplan.cli.runs.inbox import refuse_if_over, say, tell_what_became
    from gameplan.cli.runs.runs import view_run
    from gameplan.plans.model import ENDED

    seen, state = view_run(run)
    refuse_if_over(seen.session_id, state)
    known = {each.id for each in state.plan.steps}
    if step not in known and step not in state.steps and "/" not in step:
        raise UserError(f'There is no step "{step}" in run {seen.session_id}. It has: {", ".join(sorted(known))}.')
    status = state.of(step).status
    if status in ENDED or status == "running":
        inside = any(name.startswith((f"{step}[", f"{step}/")) for name in state.waiting())
        why = f"it has begun. To do without what waits: gameplan deny {run} {step}" if inside else f"it is {status}."
        raise UserError(f'Step "{step}" cannot be skipped: {why}', ExitCode.ENDED_OTHERWISE)
    said = say(seen.session_id, [("skip", {"step": step, "reason": reason})])
    tell_what_became(seen.session_id, said, f"Skipped: {step}")


def retry(
    run: Annotated[str, RUN],
    step: Annotated[str, typer.Argument(help="A step that failed, or was denied.", metavar="STEP", show_default=False)],
    edit: Annotated[
        list[str] | None,
        typer.Option(help="Give it another argument. May be repeated.", metavar="NAME=VALUE"),
    ] = None,
) -> None:
    """Try a step again that failed, or ask again for one that was denied.

    What was blocked or skipped because of it waits again; what was done stays. A run that is over goes on with
    `gameplan resume`, unless it was cancelled. The failure stays on the record.

    Exit codes: 0 taken or noted; 1 it has not failed, or the run refused; 2 usage.
    """
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import make_console, print_text
    from gameplan.cli.runs.inbox import say, tell_what_became
    from gameplan.cli.runs.runs import view_run
    from gameplan.cli.runs.story import short_id
    from gameplan.plans import NotToBeRetried
    from gameplan.plans.retrying import retried, why_over

    seen, state = view_run(run)
    try:
        retried(state, {}, step)
    except NotToBeRetried as error:
        raise UserError(str(error), ExitCode.ENDED_OTHERWISE) from None
    payload: dict[str, Json] = {"step": step}
    if edit:
        payload["args"] = _other_arguments(seen, step, edit)
    said = say(seen.session_id, [("retry", payload)])
    if why_over(state) and any(each.open for each in said):
        print_text(make_console(), clean(f"To be tried again: {step} (noted)."), "bold")
        print_text(make_console(), f"The run goes on with it: gameplan resume {short_id(seen.session_id)}")
        return
    tell_what_became(seen.session_id, said, f"Tried again: {step}")


def _other_arguments(seen: Session, step: str, edit: list[str]) -> dict[str, Json]:
    """The arguments that a step had when it was last tried, with those that are given instead."""
    from gameplan.cli.plans.arguments import as_before, pair
    from gameplan.plans import ApprovalAsked, StepBegan

    had: list[Json] = [each.args for each in seen.events_of(ApprovalAsked) if each.step == step]
    had += [each.args for each in seen.events_of(StepBegan) if each.step == step]
    args = dict(had[-1]) if had and isinstance(had[-1], dict) else {}
    for each in edit:
        name, value = pair(each)
        if name not in args:
            has = f"It has: {', '.join(args)}." if args else "It has no arguments that are known."
            raise UserError(f"--edit {name}: step {step} was not given that. {has}")
        args[name] = as_before(value, args[name])
    return args


def _now(wanted: str, kind: str, taken: str) -> None:
    """Say something that only makes sense while the run is being carried out."""
    from gameplan.cli.runs.inbox import is_writing, refuse_if_over, say, tell_what_became
    from gameplan.cli.runs.runs import view_run
    from gameplan.cli.runs.story import short_id
    from gameplan.settings.places import open_journal

    seen, state = view_run(wanted)
    refuse_if_over(seen.session_id, state)
    with open_journal(begin="gameplan templates") as journal:
        writing = is_writing(journal, seen.session_id)
    if not writing:
        raise UserError(
            f"Run {seen.session_id} is not going on: there is nothing to {kind}. "
            f"Go on with it: gameplan resume {short_id(seen.session_id)}",
            ExitCode.ENDED_OTHERWISE,
        )
    tell_what_became(seen.session_id, say(seen.session_id, [(kind, {})]), taken)
