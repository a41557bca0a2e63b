"""`gameplan pause`, `unpause`, `cancel` and `skip`: steer a run that goes on in another process, or goes on later."""

from __future__ import annotations

from typing import Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError
from gameplan.cli.inbox import RUN


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

    What it did to files stays; `gameplan undo` takes it back.

    Exit codes: 0 taken or noted; 1 it is over, or refused; 2 usage.
    """
    from gameplan.cli.inbox import refuse_if_over, say, tell_what_became
    from gameplan.cli.runs import view_run

    seen, state = view_run(run)
    refuse_if_over(seen.session_id, state)
    tell_what_became(seen.session_id, say(seen.session_id, [("cancel", {"reason": reason})]), "Cancelled")


def skip(
    run: Annotated[str, RUN],
    step: Annotated[str, typer.Argument(help="A step that has not begun.", metavar="STEP", show_default=False)],
    reason: Annotated[str, typer.Option(help="Why; it is on the record.", metavar="TEXT")] = "skipped by a person",
) -> None:
    """Do without a step of a run that has not begun.

    What uses its result is skipped, too; what only comes after it runs.

    Exit codes: 0 taken or noted; 1 it has begun, or the run is over; 2 usage.
    """
    from gameplan.cli.inbox import refuse_if_over, say, tell_what_became
    from gameplan.cli.runs import view_run
    from gameplan.plans.model import ENDED

    seen, state = view_run(run)
    refuse_if_over(seen.session_id, state)
    known = {each.id for each in state.plan.steps}
    if step not in known and step not in state.steps and "/" not in step:
        raise UserError(f'There is no step "{step}" in run {seen.session_id}. It has: {", ".join(sorted(known))}.')
    status = state.of(step).status
    if status in ENDED or status == "running":
        raise UserError(f'Step "{step}" cannot be skipped: it is {status}.', ExitCode.ENDED_OTHERWISE)
    said = say(seen.session_id, [("skip", {"step": step, "reason": reason})])
    tell_what_became(seen.session_id, said, f"Skipped: {step}")


def _now(wanted: str, kind: str, taken: str) -> None:
    """Say something that only makes sense while the run is being carried out."""
    from gameplan.cli.inbox import is_writing, refuse_if_over, say, tell_what_became
    from gameplan.cli.run_story import short_id
    from gameplan.cli.runs import view_run
    from gameplan.settings.places import open_journal

    seen, state = view_run(wanted)
    refuse_if_over(seen.session_id, state)
    with open_journal() as journal:
        writing = is_writing(journal, seen.session_id)
    if not writing:
        raise UserError(
            f"Run {seen.session_id} is not going on: there is nothing to {kind}. "
            f"Go on with it: gameplan resume {short_id(seen.session_id)}",
            ExitCode.ENDED_OTHERWISE,
        )
    tell_what_became(seen.session_id, say(seen.session_id, [(kind, {})]), taken)
