"""Text from outside (a model, a file, the record) as it may be shown: it cannot steer the terminal.

What is shown goes through here and into `rich.text.Text`, which reads no markup.
"""

from __future__ import annotations

import unicodedata

_KEPT = "\n\u200c\u200d"  # the last two join letters and emoji, and do nothing else


def clean(text: str) -> str:
    """The text without control of the terminal: what is not printable is shown by its code, as in `\\x1b`."""
    text = text.replace("\r\n", "\n").expandtabs(4)
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() or each in _KEPT else _visible(each) for each in text)


def one_line(text: str, most: int = 120) -> str:
    """The first line of it, not longer than `most`."""
    line = clean(text[: 4 * most].strip().split("\n", 1)[0])
    return line if len(line) <= most else line[: most - 1] + "…"


def _visible(character: str) -> str:
    if unicodedata.category(character) == "Zs":
        return " "
    return character.encode("unicode_escape").decode("ascii")
