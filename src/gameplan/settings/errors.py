"""What a person did or set that cannot work. It is told in words, never as a traceback."""

from __future__ import annotations


class UserError(Exception):
    """What is wrong, where, and what to do. `code` is how a command ends that meets it."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
