"""How large an expression, its values and its work may be. Everything is bounded, so nothing can hang or swell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gameplan.expressions.errors import ExpressionError

MAX_TEXT: Final = 2_000  # characters of an expression, also when it is written out canonically
MAX_DEPTH: Final = 50  # levels of nesting
MAX_DIGITS: Final = 30  # digits of an integer, and on each side of a decimal point
MAX_INDEX: Final = 999_999_999  # of a list, in a path
MAX_RESULT: Final = 100_000  # characters of a text that is made
MAX_LIST: Final = 10_000  # items of a list that is made
MAX_STEPS: Final = 100_000  # of one evaluation

# Reading this many characters of a text counts as a step.
_CHARACTERS_PER_STEP: Final = 1_000


class Work:
    """The work of one evaluation: the data it reads, and how many steps it may still take."""

    __slots__ = ("_left", "data")

    def __init__(self, data: Mapping[str, object], steps: int = MAX_STEPS) -> None:
        self.data = data
        self._left = steps

    def spend(self, steps: int = 1) -> None:
        """Count steps, and refuse when there have been too many."""
        self._left -= steps
        if self._left < 0:
            raise ExpressionError(f"This takes more than {MAX_STEPS:,} steps. Look at less data.")

    def read(self, characters: int) -> None:
        """Count the reading of a text."""
        self.spend(1 + characters // _CHARACTERS_PER_STEP)
