"""What a tool is given besides its arguments: the session it acts in, and a way to tell how it goes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from gameplan.runtime import Recorded, Session

E = TypeVar("E")
_LOG_LINES = 200
_LOG_LINE = 500


@dataclass(frozen=True, slots=True)
class ToolLogged:
    """A notice: a tool that is running has written a line."""

    call_id: str
    line: str


class CallOver(Exception):
    """A tool tried to act after its call had ended: it ran past its timeout."""


class ToolContext:
    """The hands of a tool. What it does through them is counted, so that a refusal can be held to its word."""

    __slots__ = ("_over", "agent", "call_id", "dispatched", "logs", "session", "turn")

    def __init__(self, session: Session, call_id: str = "call", turn: str = "", agent: str = "") -> None:
        self.session = session
        self.call_id = call_id
        self.turn = turn
        self.agent = agent
        self.dispatched = 0
        self.logs: tuple[str, ...] = ()
        self._over = False

    def dispatch(self, event: E) -> Recorded[E]:
        """Make something happen in the session."""
        if self._over:
            raise CallOver(f"Call {self.call_id} has ended; what it does now does not count.")
        self.dispatched += 1
        return self.session.dispatch(event)

    def log(self, line: str) -> None:
        """Write a line: shown at once to those who follow, kept (bounded) with the outcome."""
        line = line[:_LOG_LINE]
        if not self._over and len(self.logs) < _LOG_LINES:
            self.logs += (line,)
            self.session.notify(ToolLogged(self.call_id, line))

    def end(self) -> None:
        """From now on the tool can change nothing through this context."""
        self._over = True
