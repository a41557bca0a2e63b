"""What a person did or set that cannot work. It is told in words, never as a traceback."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """How a command ends, for scripts."""

    FINISHED = 0
    ENDED_OTHERWISE = 1  # a budget, a stop, the replan limit; a run that failed; a record that is damaged
    USAGE = 2
    MODEL_ERROR = 3
    WAITING = 4  # a run waits for a person
    CANCELLED = 130


class UserError(Exception):
    """What is wrong, where, and what to do."""

    def __init__(self, message: str, code: ExitCode = ExitCode.USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
