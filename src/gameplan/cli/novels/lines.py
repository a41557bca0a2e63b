"""What is typed, and what is shown while something takes its time. It works from a pipe, too."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.text import Text

from gameplan.cli.clean import clean
from gameplan.cli.layout import Line, print_line

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status


class Left(BaseException):
    """The person has left. `ended` says that there was nothing more to read.

    No plain exception: they may be asked in the middle of an agent's call, and leaving is no failure of that call.
    """

    def __init__(self, *, ended: bool = False) -> None:
        super().__init__("left")
        self.ended = ended


def say(console: Console, text: str, style: str = "", indent: int = 0) -> None:
    """Text of anybody: it cannot steer the terminal."""
    print_line(console, Line(Text(clean(text), style), indent))


def read_line(console: Console, prompt: str) -> str:
    """A line of the person; `Left` when there is none any more."""
    try:
        if sys.stdin.isatty():
            return input(prompt).strip()
        say(console, prompt.strip(), "dim")
        sys.stdout.flush()
        line = sys.stdin.readline()
    except EOFError:
        line = ""
    except UnicodeDecodeError:
        return "?"
    if not line:
        raise Left(ended=True)
    return line.strip()


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
