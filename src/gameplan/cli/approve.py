"""`gameplan approve` and `gameplan deny`: answer a run that waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplan.plans import ApprovalAsked, ApprovalDenied, ApprovalGiven

_RUN = typer.Argument(help="`last`, or the beginning of an id or of its last part.", metavar="RUN", show_default=False)
_STEP = typer.Argument(
    help="The step; of one that is done for many things, all of them or one, as in write[2].",
    metavar="STEP",
    show_default=False,
)


def approve(run: Annotated[str, _RUN], step: Annotated[str, _STEP]) -> None:
    """Let a step of a run act that waits for it.

    It holds for what the question showed. If that has changed by the time the step acts, it asks again.
    """
    from gameplan.plans import ApprovalGiven

    _answer(run, step, "Approved", lambda asked: ApprovalGiven(asked.step, asked.bound_to, "person"))


def deny(
    run: Annotated[str, _RUN],
    step: Annotated[str, _STEP],
    reason: Annotated[str, typer.Option(help="Why not; it is on the record.", metavar="TEXT")] = "not wanted",
) -> None:
    """Do without a step of a run that waits to be approved.

    The step is skipped with the reason, and so is what uses its result.
    """
    from gameplan.plans import ApprovalDenied

    _answer(run, step, "Denied", lambda asked: ApprovalDenied(asked.step, asked.bound_to, reason))


def _answer(
    wanted: str, step: str, said: str, event_of: Callable[[ApprovalAsked], ApprovalGiven | ApprovalDenied]
) -> None:
    from gameplan.cli.clean import clean
    from gameplan.cli.home import open_journal
    from gameplan.cli.layout import make_console, print_line, print_text
    from gameplan.cli.run_story import question_lines, short_id
    from gameplan.cli.runs import open_run, view_run
    from gameplan.plans import run_state

    console = make_console()
    run_id = view_run(wanted)[0].session_id
    with open_journal() as journal, open_run(journal, run_id) as session:
        state = run_state(session.standing)
        waits = {name: each.asked for name, each in state.steps.items() if each.asked is not None} if state else {}
        meant = {name: asked for name, asked in waits.items() if name == step or name.rpartition("[")[0] == step}
        if not meant:
            others = f"These wait: {', '.join(waits)}." if waits else "No step of it waits."
            raise UserError(f'Step "{step}" of run {run_id} waits for nothing. {others}')
        for asked in meant.values():
            session.dispatch(event_of(asked))
        session.commit()
    for asked in meant.values():
        for line in question_lines(asked):
            print_line(console, line)
    left = ", ".join(name for name in waits if name not in meant)
    more = f" Still waiting: {left}." if left else ""
    print_text(console, clean(f"\n{said}: {', '.join(meant)}.{more}"), "bold")
    print_text(console, f"Go on: gameplan resume {short_id(run_id)}")
