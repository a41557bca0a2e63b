"""Where a run is shown while it goes on: a live tree on a terminal, plain lines elsewhere, or JSON for machines."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Protocol

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.text import Text

from gameplan.cli.layout import Line, print_line
from gameplan.cli.record import as_json
from gameplan.cli.runs.end import ending_lines
from gameplan.cli.runs.live import Moment
from gameplan.cli.runs.story import RunStory, step_lines, text_of
from gameplan.plans import RunEnded, summary_of
from gameplan.runtime import Intent, Recorded
from gameplan.tools import ToolLogged

_MOST_STEPS = 60


class RunScreen(Protocol):
    """Shows the events of a run as they come. While it is `held`, a person is being asked something."""

    def event(self, recorded: Recorded[object]) -> None: ...
    def notice(self, notice: object) -> None: ...
    def held(self) -> AbstractContextManager[None]: ...
    def __enter__(self) -> RunScreen: ...
    def __exit__(self, *exc_info: object) -> None: ...


class _Kept:
    """What every screen keeps: the events, and how the run stands after them."""

    def __init__(self, run: str, earlier: list[Recorded[Any]], noted: Callable[[], Sequence[Intent]]) -> None:
        self.run = run
        self.events = earlier
        self.noted = noted
        self.moment = Moment()
        for recorded in earlier:
            self.moment.take(recorded)

    def take(self, recorded: Recorded[Any]) -> None:
        self.events.append(recorded)
        self.moment.take(recorded)

    def ending(self) -> list[Line]:
        state = self.moment.state
        return [] if state is None else ending_lines(self.run, state, self.events, self.noted())


def nothing_noted() -> Sequence[Intent]:
    """Nothing was said to the run that it has not taken up."""
    return ()


class TreeScreen:
    """On a terminal: the steps with their marks, redrawn as they change; at the end they stay."""

    def __init__(
        self,
        run: str,
        console: Console,
        earlier: list[Recorded[Any]],
        noted: Callable[[], Sequence[Intent]] = nothing_noted,
    ) -> None:
        self._console = console
        self._kept = _Kept(run, earlier, noted)
        self._live = self._new_live()

    def event(self, recorded: Recorded[object]) -> None:
        self._kept.take(recorded)

    def notice(self, notice: object) -> None:
        self._kept.moment.notice(notice)

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
        state = self._kept.moment.state
        if state is None:
            return
        lines = step_lines(state)
        if len(lines) > _MOST_STEPS:  # those that did not simply complete; `show` has them all
            telling = [line for line in lines if not line.text.plain.startswith("✓")]
            more = text_of(f"… of {len(lines):,} steps; all of them: gameplan show {self._kept.run}", "dim")
            lines = [*telling[:_MOST_STEPS], Line(more)]
        for line in [*lines, *self._kept.ending()]:
            print_line(self._console, line)

    def _new_live(self) -> Live:
        return Live(console=self._console, transient=True, get_renderable=self._now)

    def _now(self) -> RenderableType:
        rows: list[Text] = self._kept.moment.rows(self._console.width, max(4, self._console.height - 2))
        return Group(*rows)


class LinesScreen:
    """Elsewhere: a line for each thing that happens."""

    def __init__(
        self,
        run: str,
        console: Console,
        earlier: list[Recorded[Any]],
        noted: Callable[[], Sequence[Intent]] = nothing_noted,
    ) -> None:
        self._console = console
        self._kept = _Kept(run, earlier, noted)
        self._story = RunStory()

    def event(self, recorded: Recorded[object]) -> None:
        self._kept.take(recorded)
        if not isinstance(recorded.event, RunEnded):  # it is told more fully at the end
            for line in self._story.tell(recorded):
                print_line(self._console, line)

    def notice(self, notice: object) -> None:
        if isinstance(notice, ToolLogged):
            said = f"{self._kept.moment.step_of(notice.call_id)} | {notice.line}"
            print_line(self._console, Line(text_of(said, "dim"), 2))

    def held(self) -> AbstractContextManager[None]:
        return nullcontext()

    def __enter__(self) -> LinesScreen:
        return self

    def __exit__(self, *exc_info: object) -> None:
        for line in self._kept.ending():
            print_line(self._console, line)


class JsonScreen:
    """One JSON object per event and line, as in the record; then one with what came of the run."""

    def __init__(self, run: str, earlier: list[Recorded[Any]]) -> None:
        self._kept = _Kept(run, earlier, nothing_noted)

    def event(self, recorded: Recorded[object]) -> None:
        self._kept.take(recorded)
        self._print(as_json(recorded))

    def notice(self, notice: object) -> None:
        """Notices are not events: they are not printed."""

    def held(self) -> AbstractContextManager[None]:
        return nullcontext()

    def __enter__(self) -> JsonScreen:
        return self

    def __exit__(self, *exc_info: object) -> None:
        state = self._kept.moment.state
        if state is None:
            return
        summary = summary_of(self._kept.run, state)
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
                "waiting": {name: each.waits_for for name, each in state.waiting().items()},
                "effects": summary.effects,
                "durationMs": summary.duration_ms,
                "criticalPathMs": summary.critical_path_ms,
                "criticalPath": summary.critical_path,
                "tokens": summary.tokens,
                "cost": str(summary.cost),
            }
        )

    def _print(self, line: object) -> None:
        sys.stdout.write(json.dumps(line) + "\n")  # ASCII: whatever is in it, it cannot steer a terminal
        sys.stdout.flush()
