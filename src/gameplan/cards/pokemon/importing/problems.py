"""What could not be read, and where."""

from __future__ import annotations

from dataclasses import dataclass


class TooMuch(ValueError):
    """What was given is larger than anything of its kind ever is."""


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """Something that could not be read: where it stands, what stands there, and what is wrong with it."""

    where: str
    text: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message} ({self.text!r:.80})" if self.text else f"{self.where}: {self.message}"
