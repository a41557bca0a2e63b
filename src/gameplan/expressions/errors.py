"""What is wrong with an expression, where, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

_WINDOW = 72


class ExpressionError(Exception):
    """Something is wrong with an expression.

    `message` says what and what to do, `position` is where in `text` (from 0). As text it is the message, the
    line it speaks of and a caret below the place. An error that has no place yet gets one from whoever knows it.
    """

    def __init__(self, message: str, position: int | None = None, text: str | None = None) -> None:
        super().__init__(message, position, text)
        self.message = message
        self.position = position
        self.text = text

    def placed(self, position: int, text: str) -> Self:
        """The same error, at this place of this text."""
        return type(self)(self.message, position, text)

    def __str__(self) -> str:
        return pointed(self.message, self.position, self.text)


@dataclass(frozen=True)
class Problem:
    """Something that is wrong with an expression before it is ever evaluated: what, and where in `text`."""

    message: str
    position: int
    text: str

    def __str__(self) -> str:
        return pointed(self.message, self.position, self.text)


def pointed(message: str, position: int | None, text: str | None) -> str:
    """The message, and below it the line of the text with a caret at the position."""
    if position is None or text is None:
        return message
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    line, column = text[start : len(text) if end < 0 else end], position - start
    if cut := max(0, column - _WINDOW // 2) if len(line) > _WINDOW else 0:
        line, column = "…" + line[cut:], column - cut + 1
    if len(line) > _WINDOW:
        line = line[: _WINDOW - 1] + "…"
    # What a terminal would act on or turn round is not shown as it is.
    shown = "".join(character if character.isprintable() else "·" for character in line)
    return f"{message}\n    {shown}\n    {' ' * column}^"
