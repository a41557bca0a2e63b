"""`gameplan approve`, `gameplan deny` and `gameplan answer`: answer a run that waits, wherever it is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import UserError
from gameplan.cli.runs.inbox import RUN, STEP

if TYPE_CHECKING:
    from collections.abc import Callable

    from gameplan.cli.runs.inbox import Said
    from gameplan.plans import ApprovalAsked
    from gameplan.runtime.events import Json


def approve(
    run: Annotated[str, RUN],
    step: Annotated[str, STEP],
    rest: Annotated[
        bool, typer.Option("--rest", help="Approve the rest of this kind, too, as `a` does at a terminal.")
    ] = False,
    edit: Annotated[
        list[str] | None,
        typer.Option(help="Give it another argument; it asks again. May be repeated.", metavar="NAME=VALUE"),
    ] = None,
) -> None:
    """Let a step of a run act that waits for it.

    It holds for what the question showed. If that has changed by the time the step acts, it asks again. With --edit
    nothing is approved yet: the step asks again, with what the other arguments would do.

    If the run goes on in another process, it takes this at once. Otherwise it is noted until `gameplan resume`.

    Exit codes: 0 taken or noted; 1 the run refused it; 2 usage, or the step does not wait.
    """
    if edit:
        if rest:
            raise UserError("--edit asks again, and --rest approves: give one of them.")
        _answer(run, step, "Given other arguments", lambda asked: ("arguments", _edited(asked, edit)))
    else:
        more: dict[str, Json] = {"rest": True} if rest else {}
        said = "Approved, with the rest of the kind" if rest else "Approved"
        _answer(run, step, said, lambda a: ("approve", {"step": a.step, "boundTo": a.bound_to, **more}))


def deny(
    run: Annotated[str, RUN],
    step: Annotated[str, STEP],
    reason: Annotated[str, typer.Option(help="Why not; it is on the record.", metavar="TEXT")] = "not wanted",
) -> None:
    """Do without a step of a run that waits to be approved.

    The step is skipped with the reason, and so is what uses its result.

    Exit codes: 0 taken or noted; 1 the run refused it; 2 usage, or the step does not wait.
    """
    _answer(run, step, "Denied", lambda a: ("deny", {"step": a.step, "boundTo": a.bound_to, "reason": reason}))


def answer(
    run: Annotated[str, RUN],
    step: Annotated[str, STEP],
    text: Annotated[str, typer.Argument(help="Your answer.", metavar="ANSWER", show_default=False)],
) -> None:
    """Answer what a step of a run wants to know.

    `gameplan show RUN` shows each question and what there is to choose from. A list has commas between its parts; yes
    or no is `yes` or `no`.

    Exit codes: 0 taken or noted; 1 the run refused it; 2 usage, or an answer that does not fit the question.
    """
    from gameplan.cli.layout import make_console, print_line
    from gameplan.cli.runs.inbox import meant_by, noted_in, refuse_if_over, say, tell_what_became
    from gameplan.cli.runs.runs import view_run
    from gameplan.cli.runs.story import asking_lines
    from gameplan.plans.asking import read_answer

    seen, state = view_run(run)
    refuse_if_over(seen.session_id, state)
    questions = {name: each for name, each in state.waiting().items() if each.question is not None}
    meant = meant_by(step, seen.session_id, questions, noted_in(seen.session_id))
    asked: list[Said] = []
    console = make_console()
    for name, each in meant.items():
        assert each.question is not None
        try:
            value = read_answer(text, each.question.type, each.question.choices)
        except ValueError as error:
            raise UserError(f"{name} asks: {each.question.question}\n{error}") from None
        asked.append(("answer", {"step": name, "value": value}))
        for line in asking_lines(each.question):
            print_line(console, line)
    console.print()
    tell_what_became(seen.session_id, say(seen.session_id, asked), f"Answered: {', '.join(meant)}")


def _answer(wanted: str, step: str, said: str, intent_of: Callable[[ApprovalAsked], Said]) -> None:
    from gameplan.cli.layout import make_console, print_line
    from gameplan.cli.runs.inbox import meant_by, noted_in, refuse_if_over, say, tell_what_became
    from gameplan.cli.runs.runs import view_run
    from gameplan.cli.runs.story import question_lines

    console = make_console()
    seen, state = view_run(wanted)
    refuse_if_over(seen.session_id, state)
    waits = {name: each for name, each in state.steps.items() if each.asked is not None}
    meant = meant_by(step, seen.session_id, waits, noted_in(seen.session_id))
    asked = [each.asked for each in meant.values() if each.asked is not None]
    intents = [intent_of(each) for each in asked]
    for each in asked:
        for line in question_lines(each):
            print_line(console, line)
    console.print()
    left = ", ".join(name for name in waits if name not in meant)
    more = f" Still waiting: {left}." if left else ""
    tell_what_became(seen.session_id, say(seen.session_id, intents), f"{said}: {', '.join(meant)}", more=more)


def _edited(asked: ApprovalAsked, edit: list[str]) -> dict[str, Json]:
    """What is said to a step that is to have other arguments."""
    from gameplan.cli.plans.arguments import as_before, pair

    args = dict(asked.args) if isinstance(asked.args, dict) else {}
    for each in edit:
        name, value = pair(each)
        if name not in args:
            raise UserError(f"--edit {name}: {asked.tool} was not given that. It has: {', '.join(args)}.")
        args[name] = as_before(value, args[name])
    return {"step": asked.step, "args": args}
