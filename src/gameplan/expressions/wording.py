"""How names are said in messages: quoted, cut, listed, and with the nearest one suggested.

Names may come out of data that nobody trusts, and messages are read by people and by models. So a message shows
few names, and of the data only those that look like names, never values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}", re.ASCII)
_LOOKED_AT = 200
_LISTED = 8
_LONGEST = 60


def shown(text: str) -> str:
    """A piece of the user's own text, printable and not too long."""
    clean = "".join(character if character.isprintable() else "·" for character in text[: _LONGEST + 1])
    return clean if len(clean) <= _LONGEST else clean[: _LONGEST - 1] + "…"


def quoted(text: str) -> str:
    """The same, in quotes."""
    return f'"{shown(text)}"'


def closest(name: str, known: Iterable[object]) -> str | None:
    """The known name that is nearest to this one, if any is near."""
    from difflib import get_close_matches  # only where something is wrong

    by_lower = {plain.lower(): plain for plain in _plain_names(known)}
    near = get_close_matches(name[:_LONGEST].lower(), by_lower, n=1, cutoff=0.6)
    return by_lower[near[0]] if near else None


def did_you_mean(name: str, known: Iterable[object]) -> str:
    """A sentence that suggests the nearest name, with a space before it; nothing when none is near."""
    near = closest(name, known)
    return "" if near is None else f" Did you mean {quoted(near)}?"


def listed(names: Iterable[object]) -> str:
    """The first few names, and that there are more."""
    every = list(islice(names, _LOOKED_AT + 1))
    plain = _plain_names(every)[:_LISTED]
    if not plain:
        return "names that are not plain words" if every else "nothing"
    return ", ".join(plain) + (", …" if len(every) > len(plain) else "")


def _plain_names(names: Iterable[object]) -> list[str]:
    return [name for name in islice(names, _LOOKED_AT) if isinstance(name, str) and _PLAIN.fullmatch(name)]
