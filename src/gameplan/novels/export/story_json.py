"""The parts of a story as JSON, and back: by the fields of their classes, and what is as usual too."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from gameplan.novels.export import conditions

_Part = TypeVar("_Part")
_CONDITIONS = (conditions.Compare, conditions.Not, conditions.All, conditions.Any)


def fields_of(part: Any) -> dict[str, Any]:
    """A part as JSON has it."""
    return {each.name: _plain(getattr(part, each.name)) for each in fields(part)}


def made_of(kind: type[_Part], data: object) -> _Part:
    """The part that `fields_of` wrote."""
    if not isinstance(data, dict):
        raise ValueError(f"A {kind.__name__.lower()} was expected, and this is none: {data!r:.80}")
    hints = _hints(kind)
    unknown = sorted(set(data) - set(hints))
    if unknown:
        raise ValueError(f"A {kind.__name__.lower()} has no {unknown[0]!r:.80}.")
    try:
        return kind(**{name: _value(hints[name], value) for name, value in data.items()})
    except TypeError as error:
        raise ValueError(f"A {kind.__name__.lower()} lacks something: {error}") from None


def _hints(kind: type[Any]) -> dict[str, Any]:
    if kind not in _KNOWN:
        _KNOWN[kind] = get_type_hints(kind)
    return _KNOWN[kind]


_KNOWN: dict[type[Any], dict[str, Any]] = {}


def _plain(value: Any) -> Any:
    if isinstance(value, _CONDITIONS):
        return conditions.to_json(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return fields_of(value) if is_dataclass(value) else value


def _value(hint: Any, data: Any) -> Any:
    if hint == conditions.Condition:
        return conditions.from_json(data)
    origin = get_origin(hint)
    if origin is tuple:
        if not isinstance(data, list):
            raise ValueError(f"A list was expected, and this is none: {data!r:.80}")
        return tuple(_value(get_args(hint)[0], each) for each in data)
    if origin in (Union, UnionType):
        return None if data is None else _value(next(each for each in get_args(hint) if each is not NoneType), data)
    if is_dataclass(hint):
        return made_of(hint, data)  # type: ignore[arg-type]
    if origin is Literal:
        fits = data in get_args(hint)
    else:
        fits = isinstance(data, hint) and (hint is bool or not isinstance(data, bool))
    if not fits:
        raise ValueError(f"This does not belong here: {data!r:.80}")
    return data
