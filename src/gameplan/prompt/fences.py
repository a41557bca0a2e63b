"""Which lines of a markdown text are inside a fenced code block."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# Up to three spaces, then at least three backticks (with no backtick after them) or three tildes.
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)$")


@dataclass(frozen=True)
class Line:
    """A line of a text; `fence` is the line on which the code block around it opened, if there is one."""

    number: int
    text: str
    fence: int | None


def lines(text: str, *, first: int = 1) -> Iterator[Line]:
    """The lines of a text; the lines that open and close a code block belong to it."""
    opened: int | None = None
    marker = ""
    for number, line in enumerate(text.split("\n"), start=first):
        match = _FENCE.match(line)
        if opened is None and match:
            opened, marker = number, match["fence"]
            yield Line(number, line, opened)
        elif match and match["fence"].startswith(marker) and not match["info"].strip():
            yield Line(number, line, opened)
            opened, marker = None, ""
        else:
            yield Line(number, line, opened)
