"""Declaring an event: a frozen dataclass with a name and a version that outlive the class."""

from __future__ import annotations

import dataclasses
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias, TypeVar

# A value as JSON has it. Checked where it enters, so it is not spelled out recursively here.
Json: TypeAlias = Any
Upcaster: TypeAlias = Callable[[dict[str, Json]], dict[str, Json]]
T = TypeVar("T")


class EventError(Exception):
    """An event is not declared, or cannot be written or read."""


@dataclass(frozen=True, slots=True)
class EventKind:
    """What the record knows of a type of event."""

    name: str
    version: int
    type: type
    final: bool | Callable[[Any], bool]
    upcasters: Mapping[int, Upcaster]


_log = logging.getLogger("gameplan.events")
ENTRY_POINTS = "gameplan.events"
_NAME = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*)*")
_by_name: dict[str, EventKind] = {}
_by_type: dict[type, EventKind] = {}


def event(
    name: str,
    *,
    version: int = 1,
    final: bool | Callable[[Any], bool] = False,
    upcasters: Mapping[int, Upcaster] | None = None,
) -> Callable[[type[T]], type[T]]:
    """Declare a frozen dataclass as an event that can be recorded.

    `name` is what stands in the journal: it never changes, whatever the class is called.
    `version` grows when the fields change; `upcasters[n]` turns the fields of version n into those of n + 1.
    A `final` event is one that no rewind reaches behind: a coin that has fallen stays fallen. Where only some of a kind
    are, it is a function that says so of one.
    """

    if not _is_name(name):
        raise EventError(f'An event is declared with a name, as in @event("order.placed"); {name!r} is none.')

    def declare(cls: type[T]) -> type[T]:
        if not dataclasses.is_dataclass(cls) or not cls.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            raise EventError(f'Event "{name}": {cls.__qualname__} must be a frozen dataclass.')
        if cls.__eq__ is object.__eq__:
            raise EventError(f'Event "{name}": {cls.__qualname__} must be a value, not eq=False.')
        if version < 1:
            raise EventError(f'Event "{name}": versions count from 1, not {version}.')
        older = dict(upcasters or {})
        missing = [n for n in range(1, version) if n not in older]
        if missing:
            raise EventError(f'Event "{name}" is at version {version} but has no upcaster from {missing}.')
        useless = [n for n in older if n not in range(1, version)]
        if useless:
            raise EventError(f'Event "{name}" is at version {version} but has an upcaster from {useless}.')
        known = _by_name.get(name)
        if known is not None and _place(known.type) != _place(cls):
            raise EventError(f'Event "{name}" is declared twice: by {_place(known.type)} and by {_place(cls)}.')
        kind = EventKind(name, version, cls, final, older)
        _by_name[name] = kind
        _by_type[cls] = kind
        return cls

    return declare


def _is_name(name: object) -> bool:
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def kind_of(type_: type) -> EventKind:
    """The declaration of an event's class."""
    try:
        return _by_type[type_]
    except KeyError:
        raise EventError(
            f'{type_.__qualname__} is not an event: declare it with @event("some.name") on a frozen dataclass.'
        ) from None


def names_declared_in(module: object) -> list[str]:
    """The names of the events that a module declares, in its order."""
    place = getattr(module, "__name__", "")
    return [kind.name for type_, kind in _by_type.items() if type_.__module__ == place]


def kind_named(name: str) -> EventKind | None:
    """The declaration with this name, if there is one.

    A journal may hold events of packages that this program has not imported. They say in the entry points
    `gameplan.events` which module declares the events whose names begin alike: `planning = "gameplan.tools.planning"`.
    """
    if name not in _by_name:
        _import_declarations(name.partition(".")[0])
    return _by_name.get(name)


@cache
def _import_declarations(beginning: str) -> None:
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS, name=beginning):
        try:
            point.load()
        except ImportError:
            _log.warning("Events %s.* cannot be read: %s is not there", beginning, point.value)


def is_final(event: object) -> bool:
    """True if no rewind may reach behind this event. Of an unknown one nobody can say, so it counts as final."""
    if isinstance(event, UnknownEvent):
        return True
    final = kind_of(type(event)).final
    return final(event) if callable(final) else final


@dataclass(frozen=True, slots=True)
class UnknownEvent:
    """An event in the journal whose declaration is not there: kept as it was, never folded, never dispatched."""

    name: str
    version: int
    payload: str


def _place(type_: type) -> str:
    """Where a class is defined: the same for a class that is defined again, as in a notebook."""
    return f"{type_.__module__}.{type_.__qualname__}"
