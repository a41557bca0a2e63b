"""What is typed, and what is shown while something takes its time. It works from a pipe, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.text import Text

from gameplan.cli.clean import clean
from gameplan.cli.layout import Line, print_line
from gameplan.cli.typed import typed_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

_KEY = re.compile(r"\s+\S.*?\s{2,}")  # what is typed, up to the second column


def say(console: Console, text: str, style: str = "", indent: int = 0) -> None:
    """Text of anybody: it cannot steer the terminal. What is too long goes on below where its line begins."""
    for line in clean(text).split("\n"):
        bare = line.lstrip(" ")
        print_line(console, Line(Text(bare, style), indent + len(line) - len(bare)))


def say_keys(console: Console, text: str) -> None:
    """Lines of what can be typed and what it does; what is too long goes on below the second column."""
    for line in text.split("\n"):
        key = _KEY.match(line)
        if key is None or not console.is_terminal:
            say(console, line)
            continue
        width = key.end()
        pieces = Text(line[width:]).wrap(console, max(20, console.width - width - 1))
        for number, piece in enumerate(pieces):
            print_line(console, Line(Text((" " * width if number else key.group()) + piece.plain)))


def read_line(console: Console, prompt: str) -> str:
    """A line of the person; `Left` when there is none any more."""
    return typed_line(prompt, lambda text: say(console, text, "dim"))


class Busy:
    """A line at the bottom of a terminal that says what is going on; elsewhere nothing, or one plain line."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status: Status | None = None

    def begin(self, what: str, *, plain: bool = False) -> None:
        """Something goes on. `plain`: it may take long enough to be said where there is no terminal, too."""
        self.end()
        if self._console.is_terminal and not self._console.is_dumb_terminal:
            self._status = self._console.status(Text(clean(what), "dim"))
            self._status.start()
        elif plain:
            say(self._console, what, "dim")

    def end(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    @contextmanager
    def while_(self, what: str, *, plain: bool = False) -> Iterator[None]:
        self.begin(what, plain=plain)
        try:
            yield
        finally:
            self.end()
