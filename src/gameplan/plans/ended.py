"""How a step ended, while it is not on the record yet."""

from __future__ import annotations

from dataclasses import dataclass

from gameplan.plans.events import StepEnd, StepEnded
from gameplan.runtime.events import Json


@dataclass(slots=True)
class Ended:
    """How a step, or one item of it, ended. `aborts` says why the whole run ends with it, if it does."""

    status: StepEnd
    value: Json = None
    reason: str = ""
    attempts: int = 0
    duration_ms: float = 0.0
    text: str = ""
    code: str = ""
    effects: tuple[str, ...] = ()
    logs: tuple[str, ...] = ()
    detail: str = ""
    because: str = ""
    aborts: str = ""

    def as_event(self, name: str) -> StepEnded:
        return StepEnded(
            name,
            self.status,
            self.value,
            self.reason,
            self.duration_ms,
            self.attempts,
            self.text,
            self.code,
            self.effects,
            self.logs,
            self.detail,
            self.because,
        )
