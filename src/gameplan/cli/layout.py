"""How text stands on the console: lines with a margin, rows of a table; plain wherever it is not a terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from rich.console import Console
from rich.padding import Padding
from rich.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be shown, which may itself be of several lines."""

    text: Text
    indent: int = 0
    space_above: bool = False


def make_console() -> Console:
    """The console: nothing in what is printed is read as markup, and nothing is coloured by guessing."""
    return Console(markup=False, emoji=False, highlight=False)


def stop_printing(console: Console) -> None:
    """Nobody reads any more (`| head`, a full disk): print nothing, so that the work can go on to its end."""
    console.quiet = True
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())  # what is still in the buffer goes nowhere
        os.close(null)


def print_line(console: Console, line: Line) -> None:
    """On a terminal a long line is wrapped within its margin; elsewhere it stays one line."""
    if line.space_above:
        console.print()
    if console.is_terminal:
        console.print(Padding(line.text, (0, 0, 0, line.indent)))
    else:
        for each in line.text.split("\n"):
            console.print(Text(" " * line.indent).append_text(each), soft_wrap=True)


def print_text(console: Console, text: str, style: str = "") -> None:
    """Words of our own: on a terminal they are wrapped, elsewhere a line stays one line."""
    console.print(text, style=style, soft_wrap=not console.is_terminal)


def print_row(console: Console, row: str, style: str = "") -> None:
    """A row of a table: cut to the width of a terminal; elsewhere whole."""
    if console.is_terminal:
        console.print(row, style=style, no_wrap=True, overflow="ellipsis")
    else:
        console.print(row, soft_wrap=True)


def columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows as lines whose columns stand below each other."""
    if not rows:
        return []
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def counted(number: int, one: str) -> str:
    return f"{number:,} {one}{'' if number == 1 else 's'}"


def time_told(milliseconds: float) -> str:
    """A length of time in the units that a person would use."""
    if milliseconds < 1_000:
        return f"{milliseconds:.0f} ms"
    seconds = milliseconds / 1_000
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 1:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    if hours < 1:
        return f"{minutes} min {rest} s"
    days, hours = divmod(hours, 24)
    return f"{days} d {hours} h" if days else f"{hours} h {minutes} min"
