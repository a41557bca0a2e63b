"""How large a plan may be. Looked at first, so that nothing that is too large is worked on."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gameplan.runtime.events import Json
from gameplan.tools.arguments import MAX_ARGUMENT_CHARACTERS
from gameplan.tools.clean import MAX_NESTING


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that a plan may have, with the plans inside it; `nesting` says how deep those may be.

    `args` counts the characters and values of one step, `total` of all of them.
    """

    steps: int = 20_000
    dependencies: int = 1_000_000
    references: int = 200_000
    args: int = MAX_ARGUMENT_CHARACTERS
    total: int = 50_000_000
    depth: int = MAX_NESTING - 5
    items: int = 10_000
    nesting: int = 8


class TooLarge(ValueError):
    """A value is larger, or nested more deeply, than allowed."""


class NotJson(ValueError):
    """Python can hold the value and JSON cannot."""


def size_of(value: Json, *, largest: int, depth: int) -> int:
    """How many characters and values there are in a JSON value. Not recursive: any depth will do."""
    size, ahead = 0, [(value, 0)]
    while ahead:
        each, level = ahead.pop()
        kind = type(each)
        if kind is str:
            size += len(each)
            if not each.isascii() and _is_half_a_character(each):
                raise NotJson("it holds half a surrogate pair, which is not text")
        elif kind is float and not math.isfinite(each):
            raise NotJson(f"{each} is not a number that JSON has")
        elif kind is int:
            size += each.bit_length() // 3
        elif kind is dict or kind is list or kind is tuple:
            if level >= depth:
                raise TooLarge(f"it is nested more than {depth} levels deep")
            if kind is dict:
                for name in each:
                    if type(name) is not str:
                        raise NotJson(f"the name {name!r:.80} is not text")
                    if not name.isascii() and _is_half_a_character(name):
                        raise NotJson("a name in it holds half a surrogate pair, which is not text")
                    size += len(name)
            inside = each.values() if kind is dict else each
            ahead += [(one, level + 1) for one in inside]
        elif each is not None and kind is not bool and kind is not float:
            raise NotJson(f"{kind.__name__} is not a type that JSON has")
        size += 1
        if size > largest:
            raise TooLarge(f"it is larger than {largest:,} characters")
    return size


def _is_half_a_character(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)
