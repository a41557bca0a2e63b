"""What can be written down: JSON values without traps, and text that every encoding takes.

A model, and a tool, may come up with values that Python holds and JSON does not: NaN, half a surrogate pair, a
structure a hundred thousand levels deep or with itself inside. None of them reaches the record.
"""

from __future__ import annotations

import math
import os
import re
from functools import lru_cache
from typing import Final

from gameplan.runtime.events import Json

MAX_NESTING: Final = 100
_NAMES_A_KEY: Final = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?)$", re.IGNORECASE)
SHORTEST_KEY: Final = 8  # what is shorter is a word, not a key
_FEW: Final = 16
_SHORT: Final = 200
_FAR: Final = 1 << 62
_LONGEST_NUMBER: Final = 14_000  # in bits: Python itself reads and writes no more than 4,300 digits


class NotJson(ValueError):
    """The value is not one that JSON has."""


def clean_text(text: str) -> str:
    """The text, with what no encoding takes (half a surrogate pair) written as an escape."""
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def masked(text: str) -> str:
    """The text without the keys of the environment: what breaks likes to quote the address or the header it used.

    Meant for what is said about a call (an error, a traceback, a log), not for its result: that is data, and stays.
    """
    keys = {os.environ.get(name, "") for name in os.environ if _names_a_key(name)}
    for key in sorted(keys, key=len, reverse=True):
        if len(key) >= SHORTEST_KEY:
            text = text.replace(key, "[key]").replace(_in_an_address(key), "[key]")
    return text


@lru_cache(maxsize=1_000)
def _names_a_key(name: str) -> bool:
    return _NAMES_A_KEY.search(name) is not None


def _in_an_address(key: str) -> str:
    from urllib.parse import quote

    return quote(os.fsencode(key), safe="")


def clean_json(value: Json, *, largest: int, mend_text: bool = False) -> Json:
    """A copy of a JSON value that is made of JSON only, and not larger than `largest` characters and values.

    What is not text is refused like the rest, or written as an escape with `mend_text`.
    """
    if (
        type(value) is dict
        and len(value) <= _FEW
        and all(type(name) is str and _is_small(name) for name in value)
        and all(map(_is_small, value.values()))
    ):
        return value.copy()  # most arguments and results are like this
    return _Copy(largest, mend_text).of(value, 0)


def _is_small(value: object) -> bool:
    """True for what is clean at a glance: a short plain text, a small whole number, true, false or null."""
    kind = type(value)
    if kind is str:
        return len(value) <= _SHORT and value.isascii()  # type: ignore[arg-type, attr-defined]
    return value is None or kind is bool or (kind is int and -_FAR < value < _FAR)  # type: ignore[operator]


def refuse_numbers_json_lacks(value: object) -> None:
    """Refuse NaN and infinities, however deep within containers of Python."""
    if isinstance(value, float) and not math.isfinite(value):
        raise NotJson(f"{value} is not a number that JSON has")
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple | set | frozenset):
        return
    for each in value:
        refuse_numbers_json_lacks(each)


class _Copy:
    __slots__ = ("_largest", "_mends", "_room")

    def __init__(self, largest: int, mends: bool) -> None:
        self._largest = self._room = largest
        self._mends = mends

    def of(self, value: Json, depth: int) -> Json:
        kind = type(value)
        if kind is str:
            return self._text(value)
        self._take(1)
        if value is None or kind is bool:
            return value
        if kind is int:
            if value.bit_length() > _LONGEST_NUMBER:
                raise NotJson("a number of that many digits is too long")
            return value
        if kind is float:
            if not math.isfinite(value):
                raise NotJson(f"{value} is not a number that JSON has")
            return value
        if depth >= MAX_NESTING:
            raise NotJson(f"it is nested more than {MAX_NESTING} levels deep")
        if kind is dict:
            return {self._name(name): self.of(each, depth + 1) for name, each in value.items()}
        if kind is list or kind is tuple:
            return [self.of(each, depth + 1) for each in value]
        raise NotJson(f"{kind.__name__} is not a type that JSON has")

    def _text(self, text: str) -> str:
        self._take(len(text))
        cleaned = clean_text(text)
        if cleaned != text and not self._mends:
            raise NotJson("it holds half a surrogate pair, which is not text")
        return cleaned

    def _name(self, name: object) -> str:
        if type(name) is not str:
            raise NotJson(f"the name {name!r:.80} is not text")
        return self._text(name)

    def _take(self, size: int) -> None:
        self._room -= size
        if self._room < 0:
            raise NotJson(f"it is too large: {self._largest:,} characters are allowed")
