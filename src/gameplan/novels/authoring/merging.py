"""Drafting again: what was said anew counts, what was not said stays. Nothing is taken away by leaving it out."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar, cast

from pydantic.alias_generators import to_camel

from gameplan.novels.package import Part
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused

P = TypeVar("P", bound=Part)


def merged(old: P | None, new: P) -> P:
    """An element as it is after it was drafted again. Parts with an id are put beside each other by it."""
    refuse_doubles(new)
    if old is None:
        return new
    changes: dict[str, Any] = {}
    for name in new.model_fields_set:
        was, given = getattr(old, name), getattr(new, name)
        if isinstance(was, Part) and isinstance(given, Part):
            changes[name] = merged(was, given)
        elif _by_id(was) and _by_id(given):
            changes[name] = merged_lists(was, given)
        else:
            changes[name] = given
    return old.model_copy(update=changes)


def merged_lists(old: tuple[P, ...], new: tuple[P, ...]) -> tuple[P, ...]:
    """The old parts, newer versions of some of them in their places, and those that are new."""
    known: dict[str, P] = {_id(each): each for each in old}
    for each in new:
        known[_id(each)] = merged(known.get(_id(each)), each)
    return tuple(known.values())


def refuse_doubles(*parts: Part) -> None:
    """Refuse what has one id twice in a list: one of the two would be lost."""
    _refuse_doubles_in(parts)
    for part in parts:
        for name in type(part).model_fields:
            value = getattr(part, name)
            if isinstance(value, Part):
                refuse_doubles(value)
            elif isinstance(value, tuple) and value and isinstance(value[0], Part):
                refuse_doubles(*value)


def _refuse_doubles_in(parts: tuple[Part, ...]) -> None:
    twice = [id_ for id_, count in Counter(_id(each) for each in parts if hasattr(each, "id")).items() if count > 1]
    if twice:
        raise ToolRefused(
            f"An id stands for one thing: {_quoted(twice)} is there twice in one list.",
            code="DUPLICATE_ID",
            needs=twice,
        )


def patched(value: dict[str, Json], changes: dict[str, Json]) -> dict[str, Json]:
    """An element on the wire with changes (RFC 7396): null takes a field away, objects are merged, the rest is new."""
    result = dict(value)
    for key, change in changes.items():
        name = to_camel(key) if "_" in key else key
        if change is None:
            result.pop(name, None)
        elif isinstance(change, dict):
            was = result.get(name)
            result[name] = patched(was if isinstance(was, dict) else {}, change)
        else:
            result[name] = change
    return result


def _by_id(value: object) -> bool:
    return isinstance(value, tuple) and all(hasattr(each, "id") for each in value)


def _id(part: Part) -> str:
    return str(cast(Any, part).id)


def _quoted(ids: list[str]) -> str:
    return ", ".join(f'"{each}"' for each in ids)
