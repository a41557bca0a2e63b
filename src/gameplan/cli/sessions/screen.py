"""Where lines are shown: on a terminal with what is going on below them, or as plain lines, or as JSON."""

from __future__ import annotations

import json
import sys
import time
from types import TracebackType
from typing import Protocol

from pydantic_core import from_json
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.padding import Padding
from rich.spinner import Spinner
from rich.text import Text

from gameplan.agents import AgentCalls, AgentSpeaks
from gameplan.cli.clean import clean
from gameplan.cli.layout import print_line
from gameplan.cli.record import as_json
from gameplan.cli.sessions.story import Story, label, plan_with_ticks
from gameplan.runtime import Recorded

_STREAMED_LINES = 6


class Screen(Protocol):
    """Shows events as they come, and notices in between."""

    def event(self, recorded: Recorded[object]) -> None: ...
    def notice(self, notice: object) -> None: ...
    def __enter__(self) -> Screen: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class StoryScreen:
    """The story. On a terminal, below it, the plan with its ticks and what the model is just saying."""

    def __init__(self, story: Story, console: Console) -> None:
        self._story = story
        self._console = console
        self._agent = ""
        self._streamed = ""
        self._tool = self._arguments = ""  # of the call that is just arriving
        self._since = time.monotonic()
        self._spinner = Spinner("dots")
        lively = console.is_terminal and not console.is_dumb_terminal
        self._live = Live(console=console, transient=True, get_renderable=self._now) if lively else None

    def event(self, recorded: Recorded[object]) -> None:
        for line in self._story.tell(recorded):
            print_line(self._console, line)
        self._agent = getattr(recorded.event, "agent", "") or self._agent
        self._streamed = self._tool = self._arguments = ""
        self._since = time.monotonic()
        if self._story.ended is not None:
            self._agent = ""

    def notice(self, notice: object) -> None:
        match notice:
            case AgentSpeaks(agent=agent, text=text):
                self._agent, self._streamed = agent, self._streamed + text
            case AgentCalls(agent=agent, tool=tool, arguments=arguments):
                if tool and tool != self._tool:  # some tell the name once, some with each piece
                    self._tool, self._arguments = tool, ""
                self._agent, self._arguments = agent, self._arguments + arguments
                if self._tool == "answer":
                    self._streamed = _text_so_far(self._arguments)

    def __enter__(self) -> StoryScreen:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def _now(self) -> RenderableType:
        """What is going on at this moment."""
        if not self._agent:
            return Text("")
        parts: list[RenderableType] = [Text("")]
        if self._story.plan is not None and self._agent.startswith("Executor"):
            parts += [Padding(line.text, (0, 0, 0, line.indent)) for line in plan_with_ticks(self._story.plan)]
        if self._streamed:
            tail = clean(self._streamed).splitlines()[-_STREAMED_LINES:]
            parts.append(Padding(Text("\n".join(tail), "dim"), (0, 0, 0, 4)))
        self._spinner.update(text=Text.assemble(label(self._agent), f" {time.monotonic() - self._since:.0f} s"))
        return Group(*parts, self._spinner)


class JsonScreen:
    """One JSON object per event and line, as in the record; then one with the result."""

    def __init__(self, story: Story) -> None:
        self._story = story

    def event(self, recorded: Recorded[object]) -> None:
        self._story.tell(recorded)
        self._print(as_json(recorded))

    def notice(self, notice: object) -> None:
        """Notices are not events: they are not printed."""

    def __enter__(self) -> JsonScreen:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        ended = self._story.ended
        if ended is not None:
            spent = {
                agent: {
                    "model": self._story.models.get(agent, ""),
                    "calls": each.steps,
                    "tokens": each.usage.total,
                    "cost": None if each.unpriced else str(each.money),
                }
                for agent, each in self._story.spent.items()
            }
            self._print(
                {
                    "type": "result",
                    "session": self._story.session_id,
                    "ended_by": str(ended.ended_by),
                    "detail": ended.detail,
                    "answer": ended.answer,
                    "steps": ended.steps,
                    "replans": ended.replans,
                    "spent": spent,
                }
            )

    def _print(self, line: object) -> None:
        sys.stdout.write(json.dumps(line) + "\n")  # ASCII: whatever is in it, it cannot steer a terminal
        sys.stdout.flush()


def _text_so_far(arguments: str) -> str:
    """The text of an answer of which only a part has arrived."""
    try:
        partial = from_json(arguments, allow_partial="trailing-strings")
    except ValueError:
        return ""
    return str(partial.get("text", "")) if isinstance(partial, dict) else ""
