"""Names for new things: sortable by time and unique, or counted for tests."""

from __future__ import annotations

import os
import re
import time
from itertools import count
from typing import Protocol

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's: no i, l, o, u
_SAFE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


class Ids(Protocol):
    """Makes an id that starts with `prefix`."""

    def new(self, prefix: str) -> str: ...


class SortableIds:
    """Ids that sort by the time they were made: `run-0dm3k8q2x-7f3kq9wz`."""

    def new(self, prefix: str) -> str:
        return f"{prefix}-{_base32(time.time_ns() // 1_000_000, 9)}-{_base32(int.from_bytes(os.urandom(5)), 8)}"


class CountedIds:
    """Ids counted from one, so that a test gets the same ones each time."""

    def __init__(self) -> None:
        self._counts: dict[str, count[int]] = {}

    def new(self, prefix: str) -> str:
        return f"{prefix}-{next(self._counts.setdefault(prefix, count(1)))}"


def is_safe_id(text: str) -> bool:
    """True for an id that may stand in a file name."""
    return _SAFE.fullmatch(text) is not None


def _base32(number: int, width: int) -> str:
    digits = []
    for _ in range(width):
        number, rest = divmod(number, 32)
        digits.append(_ALPHABET[rest])
    return "".join(reversed(digits))
