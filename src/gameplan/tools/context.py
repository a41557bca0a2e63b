"""What a tool is given besides its arguments: the session it acts in, and a way to tell how it goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from gameplan.runtime import Recorded, Session
from gameplan.tools.clean import clean_text, masked

E = TypeVar("E")
_LOG_LINES = 200
_LOG_LINE = 500


@dataclass(frozen=True, slots=True)
class ToolLogged:
    """A notice: a tool that is running has written a line."""

    call_id: str
    line: str


@dataclass(frozen=True, slots=True)
class ToolProgress:
    """A notice: how far a tool that is running has come, from 0 to 100."""

    call_id: str
    percent: float
    note: str = ""


class CallOver(Exception):
    """A tool tried to act after its call had ended: it ran past its timeout."""


class ToolContext:
    """The hands of a tool. What it does through them is counted, so that a refusal can be held to its word."""

    __slots__ = ("_lines", "_over", "_unkept", "agent", "began", "call_id", "dispatched", "session", "turn")

    def __init__(self, session: Session, call_id: str = "call", turn: str = "", agent: str = "") -> None:
        self.session = session
        self.call_id = call_id
        self.turn = turn
        self.agent = agent
        self.began = False
        self.dispatched = 0
        self._lines: list[str] = []
        self._unkept = 0
        self._over = False

    def dispatch(self, event: E) -> Recorded[E]:
        """Make something happen in the session."""
        if self._over:
            raise CallOver(f"Call {self.call_id} has ended; what it does now does not count.")
        recorded = self.session.dispatch(event)
        self.dispatched += 1
        return recorded

    def log(self, line: str) -> None:
        """Write a line: shown at once to those who follow; the first 200 are kept with the outcome."""
        if self._over:
            return
        line = clean_text(masked(str(line))[:_LOG_LINE])
        if len(self._lines) < _LOG_LINES:
            self._lines.append(line)
        else:
            self._unkept += 1
        self.session.notify(ToolLogged(self.call_id, line))

    def progress(self, percent: float, note: str = "") -> None:
        """Say how far the work has come, from 0 to 100. Only those who follow are told."""
        if not self._over:
            percent = min(max(percent, 0.0), 100.0)
            self.session.notify(ToolProgress(self.call_id, percent, clean_text(masked(str(note))[:_LOG_LINE])))

    @property
    def logs(self) -> tuple[str, ...]:
        """The lines that are kept, and how many are not."""
        more = (f"… and {self._unkept:,} more lines, which were not kept",) if self._unkept else ()
        return (*self._lines, *more)

    def begin(self) -> None:
        """From now on the tool runs, and may have changed something."""
        self.began = True

    def end(self) -> None:
        """From now on the tool can change nothing through this context."""
        self._over = True
