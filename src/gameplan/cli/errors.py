"""What a person did or set that cannot work. It is told in words, never as a traceback."""

from __future__ import annotations

from enum import IntEnum

from gameplan.settings.errors import UserError

__all__ = ["ExitCode", "UserError"]


class ExitCode(IntEnum):
    """How a command ends, for scripts."""

    FINISHED = 0
    ENDED_OTHERWISE = 1  # a budget, a stop, the replan limit; a run that failed; a record that is damaged
    USAGE = 2
    MODEL_ERROR = 3
    WAITING = 4  # a run waits for a person
    CANCELLED = 130
