"""Paths: how something inside JSON data is referred to, in conditions and in the references of plans.

    read.files[0]["last name"]

A path is a name and then fields, indices and keys. It is looked up in dicts and lists alone, never in the
attributes of an object: `__class__` is a key like any other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, cast

from gameplan.expressions.errors import ExpressionError
from gameplan.expressions.limits import MAX_INDEX, MAX_TEXT
from gameplan.expressions.literals import scan_text, write_text
from gameplan.expressions.values import Json, said
from gameplan.expressions.wording import did_you_mean, listed, quoted, shown

NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*", re.ASCII)
IDENTIFIER: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_INDEX: Final = re.compile(r"(-?)(0|[1-9][0-9]*)(?=\])", re.ASCII)


class PathNotFound(ExpressionError):
    """A path leads nowhere in the data. `part` says where it stops: 0 is the name, 1 the first part after it."""

    def __init__(self, message: str, position: int | None = None, text: str | None = None, part: int = 0) -> None:
        super().__init__(message, position, text)
        self.args = (message, position, text, part)
        self.part = part

    def placed(self, position: int, text: str) -> PathNotFound:
        return PathNotFound(self.message, position, text, self.part)


@dataclass(frozen=True)
class Path:
    """A way into JSON data: the name it starts from, then keys of objects (text) and indices of lists (integers)."""

    root: str
    parts: tuple[str | int, ...] = ()

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.root):
            raise ExpressionError(f"{quoted(self.root)} is not a name: letters, digits, _ and - only, a letter first.")
        for part in self.parts:
            match part:
                case bool():
                    raise ExpressionError("A part of a path is a text or an integer, not a boolean.")
                case int():
                    if abs(part) > MAX_INDEX:
                        raise ExpressionError(f"An index is at most {MAX_INDEX:,}.")
                case str():
                    if any("\ud800" <= character <= "\udfff" for character in part):
                        raise ExpressionError("A key of a path holds half of a character.")
        if len(str(self)) > MAX_TEXT:
            raise ExpressionError(f"A path is at most {MAX_TEXT:,} characters long.")

    def __str__(self) -> str:
        return self.root + "".join(map(_written, self.parts))

    def look_up(self, data: Mapping[str, object]) -> Json:
        """What the path leads to; if it leads nowhere, `PathNotFound` says which part is missing and what is there."""
        if self.root not in data:
            raise self._stops(0, no_root(self.root, data))
        value = data[self.root]
        for index, part in enumerate(self.parts):
            match value, part:
                case dict(), str() if part in value:
                    value = value[part]
                case list(), int() if -len(value) <= part < len(value):
                    value = value[part]
                case _:
                    raise self._stops(index + 1, _nothing_at(self, index, value))
        return cast(Json, value)

    def _stops(self, part: int, message: str) -> PathNotFound:
        places = list(accumulate(map(len, map(_written, self.parts)), initial=len(self.root)))
        return PathNotFound(message, 0 if part == 0 else places[part - 1], str(self), part)


def parse_path(text: str) -> Path:
    """Read a path such as `read.files[0]["last name"]`, written without the `$`."""
    if len(text) > MAX_TEXT:
        raise ExpressionError(f"A path is at most {MAX_TEXT:,} characters long.")
    if text.startswith("$"):
        raise ExpressionError('Here a path is written without "$".', 0, text)
    found = scan_path(text)
    if found.end < len(text):
        raise ExpressionError(_after_path(text, found.end), found.end, text)
    return found.path


@dataclass(frozen=True)
class FoundPath:
    """A path found in a longer text: where its name and each part begin, and where it ends."""

    path: Path
    places: tuple[int, ...]
    end: int


def scan_path(text: str, start: int = 0, *, name: re.Pattern[str] = NAME) -> FoundPath:
    """The path that begins here in a text, and goes on as far as it can."""
    root = name.match(text, start)
    if root is None:
        raise ExpressionError(f"Expected a name{_but_found(text, start)}.", start, text)
    places, parts, at = [start], list[str | int](), root.end()
    while text[at : at + 1] in (".", "["):
        places.append(at)
        part, at = _scan_field(text, at) if text[at] == "." else _scan_bracket(text, at)
        parts.append(part)
    try:
        return FoundPath(Path(root[0], tuple(parts)), tuple(places), at)
    except ExpressionError as error:
        raise error.placed(start, text) from None


def _scan_field(text: str, at: int) -> tuple[str, int]:
    field = IDENTIFIER.match(text, at + 1)
    if field is None:
        digits = re.compile(r"\d+", re.ASCII).match(text, at + 1)
        hint = f" Write [{shown(digits[0])}] for an item of a list." if digits else ""
        raise ExpressionError(f'Expected the name of a field after "."{_but_found(text, at + 1)}.{hint}', at + 1, text)
    return field[0], field.end()


def _scan_bracket(text: str, at: int) -> tuple[str | int, int]:
    part: str | int
    if text[at + 1 : at + 2] in ('"', "'"):
        part, end = scan_text(text, at + 1)
        if text[end : end + 1] != "]":
            raise ExpressionError(f'Expected "]" after the key{_but_found(text, end)}.', end, text)
        return part, end + 1
    index = _INDEX.match(text, at + 1)
    if index is None:
        word = IDENTIFIER.match(text, at + 1)
        hint = f' Write ["{shown(word[0])}"] for a key.' if word else ""
        raise ExpressionError(
            f'Expected an index like [0] or [-1], or a key like ["name"]{_but_found(text, at + 1)}.{hint}', at + 1, text
        )
    if len(index[2]) > len(str(MAX_INDEX)):
        raise ExpressionError(f"An index is at most {MAX_INDEX:,}.", at + 1, text)
    return int(index[0]), index.end() + 1


def _but_found(text: str, at: int) -> str:
    return f", but found {quoted(text[at])}" if at < len(text) else ", but the text ends"


def _after_path(text: str, at: int) -> str:
    if text[at] == "-":
        return 'A field with "-" in its name is written in brackets: ["a-b"].'
    return f'Expected ".field", "[0]", ["key"] or the end of the path{_but_found(text, at)}.'


def _written(part: str | int) -> str:
    match part:
        case int():
            return f"[{part}]"
        case str():
            return f".{part}" if IDENTIFIER.fullmatch(part) else f"[{write_text(part)}]"


def no_root(name: str, names: Collection[str]) -> str:
    """That there is no such name, what there is, and what was probably meant."""
    for at, character in enumerate(name):
        if character == "-" and name[:at] in names:
            rest = name[at + 1 :] or "…"
            return (
                f'There is no {quoted(name)}: after "$" a name may hold "-". '
                f"To subtract, write spaces: ${shown(name[:at])} - {shown(rest)}."
            )
    return f"There is no {quoted(name)} here. There is: {listed(names)}.{did_you_mean(name, names)}"


def no_field(where: str, field: str, names: Collection[object]) -> str:
    """That an object has no such field, and what it has."""
    return f"{where} has no field {quoted(field)}. It has: {listed(names)}.{did_you_mean(field, names)}"


def up_to(path: Path, part: int) -> str:
    """The beginning of a path, before this part, as it is said in a message."""
    return "$" + shown(str(Path(path.root, path.parts[:part])))


def _nothing_at(path: Path, index: int, value: object) -> str:
    where, part = up_to(path, index), path.parts[index]
    match value, part:
        case dict(), str():
            return no_field(where, part, value)
        case dict(), int():
            return f"{where} is an object, so it has no item [{part}]. It has: {listed(value)}."
        case list(), int():
            items = "1 item" if len(value) == 1 else f"{len(value)} items"
            return f"{where} has {items}, so there is no item [{part}]."
        case _, str() if part in ("length", "size", "count") and isinstance(value, list | str):
            return f"{where} is {said(value)}, so it has no field {quoted(part)}. Write len({where})."
        case list(), str():
            return f"{where} is a list, so it has no field {quoted(part)}. Choose an item first: {where}[0]."
        case _, str():
            return f"{where} is {said(value)}, so it has no field {quoted(part)}."
        case _, int():
            return f"{where} is {said(value)}, so it has no item [{part}]."
