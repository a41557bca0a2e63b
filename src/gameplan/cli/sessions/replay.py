"""`gameplan replay`: play a session back as it was shown, and check that its record still leads to the same state."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.cli.sessions.story import Story
    from gameplan.runtime import Session

_LONGEST_WAIT = 3.0


def replay(
    session: Annotated[
        str,
        typer.Argument(
            help="`last`, or the beginning of an id or of its last part.", metavar="SESSION", show_default=False
        ),
    ],
    speed: Annotated[
        float | None,
        typer.Option(help="How many times as fast; 0: at once. Default 1 on a terminal, else 0.", metavar="X", min=0),
    ] = None,
    until: Annotated[
        int | None, typer.Option(help="Stop after event N and show the state at that moment.", metavar="N", min=0)
    ] = None,
    private: Annotated[
        bool, typer.Option("--private", help="Also what is hidden from you in a game that you play.")
    ] = False,
) -> None:
    """Play a session back, and check that it leads to the same state.

    It is told as it was shown. Nothing is run again: no model is asked, no tool is called. Waits are as long as they
    were, three seconds at most.

    At the end the fold of all events is compared with what was recorded. If they differ, the exit code is 1.

    A game of cards is seen again with `gameplan cards replay`.
    """
    from gameplan.cli.layout import make_console, print_line
    from gameplan.cli.runs.story import RunStory
    from gameplan.cli.sessions.screen import StoryScreen
    from gameplan.cli.sessions.show import is_run, keep_private, open_view, report_damage
    from gameplan.cli.sessions.story import Story

    seen, console = open_view(session), make_console()
    if not private:
        keep_private(seen.session_id)
    if until is not None and until > seen.seq:
        raise UserError(f"There is no event {until}: session {seen.session_id} has {seen.seq}.")
    pace = speed if speed is not None else float(console.is_terminal)
    story = Story(seen.session_id)
    last = seen.seq if until is None else until
    at: int | None = None
    run = RunStory() if is_run(seen) else None
    with StoryScreen(story, console) as screen:
        for recorded in seen.events[:last]:
            if pace and at is not None:
                time.sleep(max(0.0, min((recorded.at - at) / 1_000_000 / pace, _LONGEST_WAIT)))
            at = recorded.at
            if run is None:
                screen.event(recorded)
                continue
            story.tell(recorded)
            for line in run.tell(recorded):
                print_line(console, line)
    console.print()
    if until is not None:
        _show_state(console, story, until, seen.seq)
    else:
        _verify(console, story, seen)
    report_damage(console, seen)


def _show_state(console: Console, story: Story, until: int, of: int) -> None:
    from gameplan.agents import Spent
    from gameplan.cli.layout import counted, print_line, print_text
    from gameplan.cli.sessions.story import plan_with_ticks, price

    spent = sum(story.spent.values(), Spent())
    print_text(console, f"The state after event {until} of {of}", "bold")
    calls, tokens = counted(spent.steps, "model call"), counted(spent.usage.total, "token")
    print_text(console, f"  {calls} · {tokens} · {price(spent)} · {counted(story.replans, 'replan')}")
    if story.plan is None:
        console.print("  no plan yet")
    else:
        console.print(f"  the plan is {story.plan.status}:")
        for line in plan_with_ticks(story.plan):
            print_line(console, line)


def _verify(console: Console, story: Story, seen: Session) -> None:
    """Hold the state that was reached event by event to the session as it is read, and to what its run noted."""
    from gameplan.agents import track_progress
    from gameplan.cli.layout import print_text
    from gameplan.cli.record import digest_of_state

    track_progress(seen)
    replayed = story.retelling.session
    noted = story.ended.state if story.ended is not None else ""
    problems = []
    if not story.retelling.equals(seen):
        problems.append("told event by event, the record leads to another state than when it is read at once")
    if noted and noted != digest_of_state(replayed):
        problems.append(
            "its record now leads to another state than when it was written: the code that folds it changed"
        )
    if problems:
        print_text(console, f"✗ The replay differs: {'; '.join(problems)}.", "bold red")
        raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))
    against = "the one noted at the end of the run" if noted else "the one that the record holds (its run noted none)"
    print_text(console, f"✓ {seen.seq} events replayed; the state is {against}.", "green")
