"""How long the table waits for an agent: its steps, its replans, and how many refusals in a row."""

from __future__ import annotations

from typing import Any

from gameplan.agents import Budget
from gameplan.runtime import Session
from gameplan.tools import ToolInvoked

STEPS = 75  # of all executors of a turn
REPLANS = 3
DECIDING_STEPS = 12
PATIENCE = 10  # refused calls in a row


class Patience(Budget):
    """A budget that also ends with too many refused calls in a row: who does not learn from them never will."""

    def __init__(self, session: Session, *, refusals: int = PATIENCE, **bounds: Any) -> None:
        super().__init__(**bounds)
        self._session = session
        self._read = len(session.events)
        self._refusals = refusals
        self._refused = 0

    def exhausted(self, *, is_step: bool = True) -> str | None:
        events = self._session.events
        while self._read < len(events):
            happened = events[self._read].event
            self._read += 1
            if isinstance(happened, ToolInvoked) and happened.code != "not_run":
                self._refused = 0 if happened.status == "ok" else self._refused + 1
        if self._refused >= self._refusals:
            return f"{self._refused} calls in a row were refused"
        return super().exhausted(is_step=is_step)
