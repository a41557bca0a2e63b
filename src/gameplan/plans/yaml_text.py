"""YAML, as much of it as a plan needs: maps, lists and plain values. No anchors, no aliases, no tags, no surprises.

`no` is a text and `2024-01-01` too: only what JSON would write as a number, true, false or null is one (the core schema
of YAML 1.2). The value is built from the parser's events, one by one, so nothing can unfold and nothing is recursive.
"""

from __future__ import annotations

import math
import re
from typing import Any, Protocol

from gameplan.plans.model import PlanError
from gameplan.runtime.events import Json

_NULL = re.compile(r"~|null|Null|NULL|")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_NO_NUMBER = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
_INK = str.maketrans("\n\t", "  ")
_MOST_DIGITS = 4_000
_WIDTH = 110


class _Mark(Protocol):
    line: int
    column: int


class _NotANumber(ValueError):
    """A value that YAML has and JSON has not."""


def read_yaml(text: str, *, depth: int) -> Json:
    """The value that a YAML text holds; what is wrong is a `PlanError` with its line and column."""
    yaml = _yaml()
    building = _Building(yaml, depth)
    try:
        for event in yaml.parse(text, Loader=_fastest(yaml, "SafeLoader")):
            building.take(event)
    except yaml.MarkedYAMLError as error:
        said = ", ".join(filter(None, (error.context, error.problem)))
        raise _at(error.problem_mark or error.context_mark, f"this is not YAML: {said}") from None
    except yaml.YAMLError as error:
        raise PlanError(f"This is not YAML: {str(error).strip()[:300]}") from None
    except UnicodeError:
        raise PlanError("This is not YAML: it holds half a surrogate pair, which is not text.") from None
    return building.value()


def write_yaml(value: Json) -> str:
    """A value as YAML that people like to read: one thing per line, long texts as blocks, in the given order."""
    yaml = _yaml()

    class Dumper(_fastest(yaml, "SafeDumper")):  # type: ignore[misc]
        def ignore_aliases(self, data: Any) -> bool:
            return True

    Dumper.add_representer(str, _represented)
    written: str = yaml.dump(
        value, Dumper=Dumper, sort_keys=False, allow_unicode=True, default_flow_style=False, width=_WIDTH
    )
    return written


class _Building:
    """A value on the way from the parser's events: the lists and maps that are still open."""

    def __init__(self, yaml: Any, depth: int) -> None:
        self._yaml = yaml
        self._depth = depth
        self._open: list[Json] = []
        self._keys: list[str | None] = []
        self._values: list[Json] = []
        self._documents = 0

    def take(self, event: Any) -> None:
        yaml = self._yaml
        match event:
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    raise _at(event.start_mark, "a second document begins here; a plan is one")
            case yaml.AliasEvent():
                raise _at(event.start_mark, f'aliases ("*{event.anchor}") are not allowed; write the value again')
            case yaml.ScalarEvent():
                _check_plain(event)
                self._scalar(event)
            case yaml.SequenceStartEvent() | yaml.MappingStartEvent():
                _check_plain(event)
                self._begin(event, [] if isinstance(event, yaml.SequenceStartEvent) else {})
            case yaml.SequenceEndEvent() | yaml.MappingEndEvent():
                self._open.pop()
                self._keys.pop()

    def value(self) -> Json:
        if not self._values:
            raise PlanError("There is nothing in it.")
        return self._values[0]

    def _begin(self, event: Any, container: Json) -> None:
        if len(self._open) >= self._depth:
            raise _at(event.start_mark, f"it is nested more than {self._depth} levels deep")
        if self._wants_key():
            raise _at(event.start_mark, "a key must be a text")
        self._put(container)
        self._open.append(container)
        self._keys.append(None)

    def _scalar(self, event: Any) -> None:
        try:
            value = event.value if event.style else _plain(event.value)
        except _NotANumber as error:
            raise _at(event.start_mark, str(error)) from None
        if not self._wants_key():
            self._put(value)
            return
        if not isinstance(value, str):
            raise _at(event.start_mark, f'the key {event.value} is not a text; write it in quotes: "{event.value}"')
        if value in self._open[-1]:
            raise _at(event.start_mark, f'the key "{value[:80]}" stands there twice')
        self._keys[-1] = value

    def _wants_key(self) -> bool:
        return bool(self._open) and isinstance(self._open[-1], dict) and self._keys[-1] is None

    def _put(self, value: Json) -> None:
        if not self._open:
            self._values.append(value)
        elif isinstance(self._open[-1], list):
            self._open[-1].append(value)
        else:
            self._open[-1][self._keys[-1]] = value
            self._keys[-1] = None


def _check_plain(event: Any) -> None:
    if event.anchor is not None:
        raise _at(event.start_mark, f'anchors ("&{event.anchor}") are not allowed')
    if event.tag is not None:
        raise _at(event.start_mark, f'tags ("{event.tag[:80]}") are not allowed')


def _plain(text: str) -> Json:
    """What a text without quotes means."""
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text):
        return True
    if _FALSE.fullmatch(text):
        return False
    if _NO_NUMBER.fullmatch(text):
        raise _NotANumber(f"{text} is not a number that JSON has")
    if not text[:1].isascii() or text[:1] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text) or _OTHER_BASE.fullmatch(text):
        other_base = text[:2] in ("0o", "0x")  # a digit of which is more than one of a decimal number
        if len(text) > (_MOST_DIGITS // 2 if other_base else _MOST_DIGITS):
            raise _NotANumber("this number is too long")
        return int(text, 0) if other_base else int(text)
    if _FLOAT.fullmatch(text):
        number = float(text)
        if not math.isfinite(number):
            raise _NotANumber(f"{text[:40]} is too large a number")
        return number
    return text


def _means_itself(text: str) -> bool:
    try:
        return isinstance(_plain(text), str)
    except _NotANumber:
        return False


def _represented(dumper: Any, text: str) -> Any:
    if not text.translate(_INK).isprintable():
        style: str | None = '"'  # escaped: what cannot be seen would not survive, or not be noticed
    elif "\n" in text:
        style = "|"
    else:
        style = None if _means_itself(text) else "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _at(mark: _Mark | None, message: str) -> PlanError:
    if mark is None:
        return PlanError(message[:1].upper() + message[1:] + ".")
    return PlanError(f"Line {mark.line + 1}, column {mark.column + 1}: {message}.")


def _fastest(yaml: Any, name: str) -> Any:
    """The parser or writer in C, where PyYAML has it."""
    return getattr(yaml, f"C{name}", None) or getattr(yaml, name)


def _yaml() -> Any:
    try:
        import yaml
    except ImportError:
        raise PlanError("Plans in YAML need PyYAML: pip install 'gameplan[plans]'. JSON works without it.") from None
    return yaml
