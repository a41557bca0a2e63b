"""References: how a step's arguments name the results of other steps. One grammar, resolved in one pass.

A whole text `$step.field[0]` is the value itself. Inside a text, `${step.field}` stands for it. `$$` is a dollar sign,
and any other dollar is itself. What a result contains is data: it is put in, and never looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from gameplan.expressions import ExpressionError, Path, PathNotFound, parse_path, scan_path
from gameplan.runtime.events import Json

Place: TypeAlias = tuple[str | int, ...]

_WHOLE = re.compile(r"\$[A-Za-z_]")
_SPECIAL = re.compile(r"\$[${]")
_LONGEST = 2_100  # a little more than a path may be long
_SHOWN = 60

_path = lru_cache(maxsize=16_384)(parse_path)  # the same reference is read when it is checked, shown and resolved


class BadReference(ValueError):
    """A reference cannot be read or resolved. `place` says where in the arguments it stands."""

    def __init__(self, message: str, place: Place = ()) -> None:
        super().__init__(message)
        self.message = message
        self.place = place


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference in some arguments: where it stands, what it names, and whether it is the whole value there."""

    place: Place
    path: Path
    whole: bool

    def __str__(self) -> str:
        return f"${self.path}" if self.whole else f"${{{self.path}}}"


Resolver: TypeAlias = Callable[[Mapping[str, Json]], Json]
"""Gives arguments their values, out of the results by name."""

Mark: TypeAlias = tuple[int, int, "Reference | BadReference | None"]
"""Where something special stands in a text, and what: a reference, one that cannot be read, or (None) a `$$`."""


def references_in(args: Json) -> tuple[Reference, ...]:
    """Every reference in the arguments, in the order in which they stand there; the first bad one is raised."""
    found = []
    for each in scan(args):
        if isinstance(each, BadReference):
            raise each
        found.append(each)
    return tuple(found)


def scan(args: Json, place: Place = ()) -> Iterator[Reference | BadReference]:
    """Every reference in the arguments, and every text that only looks like one. Not recursive: any depth will do."""
    ahead: list[tuple[Json, Place]] = [(args, place)]
    while ahead:
        value, here = ahead.pop()
        if isinstance(value, str):
            for _, _, mark in marks(value, here):
                if mark is not None:
                    yield mark
        elif isinstance(value, dict):
            ahead += [(each, (*here, key)) for key, each in reversed(value.items())]
        elif isinstance(value, list | tuple):
            ahead += [(value[index], (*here, index)) for index in range(len(value) - 1, -1, -1)]


def marks(text: str, place: Place = ()) -> Iterator[Mark]:
    """What is special in a text, from left to right: references, bad ones, and `$$`."""
    if "$" not in text:
        return
    if _WHOLE.match(text):
        yield 0, len(text), _whole(text, place)
        return
    at = 0
    while (found := _SPECIAL.search(text, at)) is not None:
        start, at = found.span()
        if found[0] == "$$":
            yield start, at, None
        else:
            at, mark = _braced(text, start, place)
            yield start, at, mark


def unescaped(text: str) -> str | None:
    """The text that stands there, with each `$$` as a dollar sign; None if it holds a reference, good or bad."""
    if "$" not in text:
        return text
    if _WHOLE.match(text) or "${" in _SPECIAL.findall(text):
        return None
    return text.replace("$$", "$")


def resolved(args: Json, results: Mapping[str, Json]) -> Json:
    """The arguments with each reference replaced by what it names in `results`."""
    return with_texts(args, lambda text, place: _resolved(text, place, results))


def compiled(args: Json, place: Place = ()) -> Resolver | None:
    """`resolved` for arguments that are resolved more than once, or soon: they are read now. None if nothing varies."""
    if isinstance(args, str):
        return _compiled_text(args, place) if "$" in args else None
    if isinstance(args, dict):
        fields = [(key, each, compiled(each, (*place, key))) for key, each in args.items()]
        if all(resolve is None for _, _, resolve in fields):
            return None
        return lambda results: {key: each if resolve is None else resolve(results) for key, each, resolve in fields}
    if isinstance(args, list | tuple):
        items = [(each, compiled(each, (*place, index))) for index, each in enumerate(args)]
        if all(resolve is None for _, resolve in items):
            return None
        return lambda results: [each if resolve is None else resolve(results) for each, resolve in items]
    return None


def _compiled_text(text: str, place: Place) -> Resolver:
    found = next(marks(text, place), None)
    mark = None if found is None else found[2]
    if isinstance(mark, Reference) and mark.whole:
        whole = mark
        return lambda results: _look_up(whole, results)
    return lambda results: _resolved(text, place, results)


def escaped(text: str) -> str:
    """A text that stands for itself, whatever it contains."""
    return text.replace("$", "$$") if "$" in text else text


def with_texts(value: Json, change: Callable[[str, Place], Json], place: Place = ()) -> Json:
    """A copy of a JSON value in which `change` has replaced each text; keys are never looked at."""
    match value:
        case str():
            return change(value, place)
        case dict():
            return {key: with_texts(each, change, (*place, key)) for key, each in value.items()}
        case list() | tuple():
            return [with_texts(each, change, (*place, index)) for index, each in enumerate(value)]
        case _:
            return value


def with_paths(value: Json, change: Callable[[Reference], Path], place: Place = ()) -> Json:
    """A copy of some arguments in which each reference has another path; whatever else is there stays as written."""

    def rewritten(text: str, here: Place) -> str:
        pieces, at = [], 0
        for start, end, mark in marks(text, here):
            if isinstance(mark, Reference) and (path := change(mark)) != mark.path:
                pieces += [text[at:start], str(Reference(here, path, mark.whole))]
                at = end
        return "".join([*pieces, text[at:]])

    return with_texts(value, rewritten, place)


def _resolved(text: str, place: Place, results: Mapping[str, Json]) -> Json:
    pieces, at = [], 0
    for start, end, mark in marks(text, place):
        if isinstance(mark, BadReference):
            raise mark
        if mark is not None and mark.whole:
            return _look_up(mark, results)
        pieces += [text[at:start], "$" if mark is None else _as_text(mark, _look_up(mark, results))]
        at = end
    return "".join([*pieces, text[at:]]) if at else text


def _whole(text: str, place: Place) -> Reference | BadReference:
    try:
        return Reference(place, _path(text[1:].rstrip()), whole=True)
    except ExpressionError as error:
        return _bad(text, error.message, place)


def _braced(text: str, start: int, place: Place) -> tuple[int, Reference | BadReference]:
    """The reference of which `${` stands here, and where it ends."""
    window = text[start : start + _LONGEST]
    try:
        found = scan_path(window, 2 + len(window[2:]) - len(window[2:].lstrip()))
    except ExpressionError as error:
        return start + 2, _bad(window, error.message, place)
    end = found.end + len(window[found.end :]) - len(window[found.end :].lstrip())
    if window[end : end + 1] != "}":
        return start + 2, _bad(window, 'After the path, "}" is expected.', place)
    return start + end + 1, Reference(place, found.path, whole=False)


def _bad(text: str, why: str, place: Place) -> BadReference:
    line = text.split("\n", 1)[0]
    shown = "".join(each if each.isprintable() else "·" for each in line[:_SHOWN])
    cut = "…" if len(shown) < len(text) else ""
    return BadReference(f'"{shown}{cut}" is not a reference: {why} For a dollar sign, write $$.', place)


def _as_text(reference: Reference, value: Json) -> str:
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case _:
            kind = "nothing" if value is None else "a list" if isinstance(value, list) else "an object"
            raise BadReference(
                f"{reference} stands inside a text but is {kind}, not a text or number.", reference.place
            )


def _look_up(reference: Reference, results: Mapping[str, Json]) -> Json:
    try:
        return reference.path.look_up(results)
    except PathNotFound as error:
        raise BadReference(f"{reference}: {error.message}", reference.place) from None
