"""Reducers: pure functions from a slice and an event to the next slice. The three that most need no more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

from gameplan.runtime.session.slices import Slice

T = TypeVar("T")


class ReducerContext(NamedTuple):
    """Where in the record an event stands: all that a reducer may know besides the slice and the event."""

    session_id: str
    seq: int
    at: int


Reducer: TypeAlias = Callable[[Slice[Any], Any, ReducerContext], Slice[Any]]


def append(slice_: Slice[T], event: T, context: ReducerContext) -> Slice[T]:
    """Keep every event, in order."""
    return slice_.append(event)


def replace_latest(slice_: Slice[T], event: T, context: ReducerContext) -> Slice[T]:
    """Keep only the newest event."""
    return Slice((event,))


def upsert_by(key: Callable[[T], object]) -> Callable[[Slice[T], T, ReducerContext], Slice[T]]:
    """Keep the newest event of each key, where the first of that key stood."""

    def upsert(slice_: Slice[T], event: T, context: ReducerContext) -> Slice[T]:
        wanted = key(event)
        for index, item in enumerate(slice_):
            if key(item) == wanted:
                return slice_.replace(index, event)
        return slice_.append(event)

    return upsert
