"""Text of an author made fit for a Ren'Py script, where it may be shown and can never be anything else.

Ren'Py reads `[…]` as Python and `{…}` as markup in all that it shows, and a script is read line by line. So whatever
is shown has both doubled, and whatever stands in a script is on one line, inside quotes.
"""

from __future__ import annotations

import re
import unicodedata
from keyword import iskeyword

_MORE_SPACE = re.compile(r"(?<= ) ")  # Ren'Py would make one space of several
_ID = re.compile(r"[a-z][a-z0-9_]*\Z")


def plain(text: str) -> str:
    """A text on one line, without characters that only steer a machine."""
    return "".join(" " if _steers(each) else each for each in text).strip()


def shown(text: str) -> str:
    """A text as Ren'Py must be given it, so that it is shown as it is."""
    return plain(text).replace("[", "[[").replace("{", "{{")


def quoted(text: str) -> str:
    """A text between quotes, as a script has what is said and what can be chosen."""
    inner = _MORE_SPACE.sub(r"\\ ", "".join(map(_in_quotes, shown(text))))
    return f'"{inner}"'


def literal(text: str) -> str:
    """A text that is shown, as Python has it between quotes."""
    return code(shown(text))


def code(text: str) -> str:
    """Any text, as Python has it between quotes: it is passed on, and not shown by Ren'Py."""
    inner = plain(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inner}"'


def comment(text: str) -> str:
    """A text in a comment."""
    return plain(text)


def safe_id(id: str) -> str:
    """An id that may become part of a name in a script."""
    if not _ID.match(id):
        raise ValueError(f"An id of a story has only a-z, 0-9 and _, and begins with a letter: {id!r}")
    return id


def attribute(name: str) -> str:
    """A name after a dot. A word of Python's own gets a mark that no other name has."""
    return f"{safe_id(name)}_X" if iskeyword(name) else safe_id(name)


def colour(value: str) -> str:
    """A colour as `#rrggbb`; white if it is none."""
    return value if re.fullmatch(r"#[0-9a-fA-F]{6}", value) else "#ffffff"


def _steers(each: str) -> bool:
    return unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp") or each == "\ufeff"


def _in_quotes(each: str) -> str:
    if each in '"\\':
        return f"\\{each}"
    if each.isspace() and each != " ":
        return f"\\u{ord(each):04x}"  # Ren'Py would make a plain space of it
    return each
