"""Where a run is shown while it goes on: a live tree on a terminal, plain lines elsewhere, or JSON for machines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Protocol

from rich.console import Console, Group, RenderableType
from rich.live import Live

from gameplan.cli.layout import Line, print_line
from gameplan.cli.record import as_json
from gameplan.cli.run_story import RunStory, closing_lines, step_lines, waiting_lines
from gameplan.plans import RunEnded, RunState, run_state, summary_of
from gameplan.runtime import Recorded


class RunScreen(Protocol):
    """Shows the events of a run as they come. While it is `held`, a person is being asked something."""

    def event(self, recorded: Recorded[object]) -> None: ...
    def held(self) -> AbstractContextManager[None]: ...
    def __enter__(self) -> RunScreen: ...
    def __exit__(self, *exc_info: object) -> None: ...


class TreeScreen:
    """On a terminal: the steps with their marks, redrawn as they change; at the end they stay."""

    def __init__(self, run: str, console: Console, earlier: list[Recorded[Any]]) -> None:
        self._run = run
        self._console = console
        self._events = earlier
        self._live = self._new_live()

    def event(self, recorded: Recorded[object]) -> None:
        self._events.append(recorded)

    @contextmanager
    def held(self) -> Iterator[None]:
        self._live.stop()
        try:
            yield
        finally:
            self._live = self._new_live()  # the old one would draw over the question and its answer
            self._live.start()

    def __enter__(self) -> TreeScreen:
        self._live.start()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self._live.stop()
        state = run_state(self._events)
        if state is not None:
            for line in [*step_lines(state), *ending_lines(self._run, state, self._events)]:
                print_line(self._console, line)

    def _new_live(self) -> Live:
        return Live(console=self._console, transient=True, get_renderable=self._now)

    def _now(self) -> RenderableType:
        state = run_state(self._events)
        if state is None:
            return Group()
        lines = step_lines(state)
        room = max(5, self._console.height - 3)
        if len(lines) > room:  # those that have something to tell, and the rest as a number
            telling = [line for line in lines if line.text.plain[:1] in "▸?✗"][: room - 1]
            lines = [*telling, Line(closing_lines(self._run, state, (), writing=True)[0].text)]
        for line in lines:
            line.text.no_wrap, line.text.overflow = True, "ellipsis"
        return Group(*(line.text for line in lines))


class LinesScreen:
    """Elsewhere: a line for each thing that happens."""

    def __init__(self, run: str, console: Console, earlier: list[Recorded[Any]]) -> None:
        self._run = run
        self._console = console
        self._events = earlier
        self._story = RunStory()

    def event(self, recorded: Recorded[object]) -> None:
        self._events.append(recorded)
        if not isinstance(recorded.event, RunEnded):  # it is told more fully at the end
            for line in self._story.tell(recorded):
                print_line(self._console, line)

    def held(self) -> AbstractContextManager[None]:
        return nullcontext()

    def __enter__(self) -> LinesScreen:
        return self

    def __exit__(self, *exc_info: object) -> None:
        state = run_state(self._events)
        if state is not None:
            for line in ending_lines(self._run, state, self._events):
                print_line(self._console, line)


class JsonScreen:
    """One JSON object per event and line, as in the record; then one with what came of the run."""

    def __init__(self, run: str, earlier: list[Recorded[Any]]) -> None:
        self._run = run
        self._events = earlier

    def event(self, recorded: Recorded[object]) -> None:
        self._events.append(recorded)
        self._print(as_json(recorded))

    def held(self) -> AbstractContextManager[None]:
        return nullcontext()

    def __enter__(self) -> JsonScreen:
        return self

    def __exit__(self, *exc_info: object) -> None:
        state = run_state(self._events)
        if state is not None:
            summary = summary_of(self._run, state)
            self._print(
                {
                    "type": "result",
                    "run": summary.run,
                    "status": summary.status,
                    "reason": summary.reason,
                    "completed": summary.completed,
                    "failed": summary.failed,
                    "blocked": summary.blocked,
                    "skipped": summary.skipped,
                    "waiting": {name: each.asked.why for name, each in state.steps.items() if each.asked},
                }
            )

    def _print(self, line: object) -> None:
        sys.stdout.write(json.dumps(line) + "\n")  # ASCII: whatever is in it, it cannot steer a terminal
        sys.stdout.flush()


def ending_lines(run: str, state: RunState, events: list[Recorded[Any]]) -> list[Line]:
    """What is said when a run is over for now."""
    return [*waiting_lines(run, state), *closing_lines(run, state, events)]
