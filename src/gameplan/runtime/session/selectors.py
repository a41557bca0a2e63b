"""Selectors: how the state of a session is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from gameplan.runtime.session.slices import Slice

T = TypeVar("T")


class HasSlices(Protocol):
    """A session, or a snapshot of one."""

    def slice(self, slice_type: type[T]) -> Slice[T]: ...


def select_all(source: HasSlices, slice_type: type[T]) -> Slice[T]:
    """Every value of the slice, oldest first."""
    return source.slice(slice_type)


def select_latest(source: HasSlices, slice_type: type[T]) -> T | None:
    """The newest value of the slice, or None while there is none."""
    return source.slice(slice_type).latest


def select_where(source: HasSlices, slice_type: type[T], holds: Callable[[T], bool]) -> tuple[T, ...]:
    """The values of the slice for which `holds` is true, oldest first."""
    return tuple(value for value in source.slice(slice_type) if holds(value))
