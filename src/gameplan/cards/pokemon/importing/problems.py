"""What could not be read, and where."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


class TooMuch(ValueError):
    """What was given is larger than anything of its kind ever is."""


class NotJson(ValueError):
    """What was given is no JSON that can be read: it …, as its message goes on."""


def read_json(text: str | bytes) -> Any:
    """What a text says as JSON."""
    try:
        return json.loads(text)
    except RecursionError:
        raise NotJson("is nested too deeply") from None
    except ValueError as error:
        raise NotJson(f"is not JSON: {error}") from None


@dataclass(frozen=True, slots=True)
class ImportProblem:
    """Something that could not be read: where it stands, what stands there, and what is wrong with it."""

    where: str
    text: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message} ({self.text!r:.80})" if self.text else f"{self.where}: {self.message}"
