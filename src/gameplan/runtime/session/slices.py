"""A slice: the state of one type, as an immutable sequence of values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Slice(Sequence[T], Generic[T]):
    """An immutable sequence that is cheap to extend.

    `append` takes constant time and leaves the slice it was called on as it was: the two share one list, of which each
    sees its own length. That is what lets a session keep a long history without copying it at each event. When a
    second one is made from the same slice, that one is copied.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)

    def append(self, item: T) -> Slice[T]:
        """This slice with one more value at its end."""
        items = self._items
        if len(items) == self._length:
            items.append(item)
        if items[self._length] is not item:  # another value, perhaps of another thread, was there first
            items = [*items[: self._length], item]
        return self._of(items, self._length + 1)

    def replace(self, index: int, item: T) -> Slice[T]:
        """This slice with another value at `index`."""
        items = self._items[: self._length]
        items[index] = item
        return self._of(items, self._length)

    @property
    def latest(self) -> T | None:
        """The last value, or None while there is none."""
        return self._items[self._length - 1] if self._length else None

    @staticmethod
    def over(items: list[T]) -> Slice[T]:
        """What a growing list holds now, without copying it. The list is never changed through the slice."""
        return _Window._of(items, len(items))

    @classmethod
    def _of(cls, items: list[T], length: int) -> Slice[T]:
        made = cls.__new__(cls)
        made._items = items
        made._length = length
        return made

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        if isinstance(index, slice):
            return tuple(self._items[i] for i in range(*index.indices(self._length)))
        if not -self._length <= index < self._length:
            raise IndexError(index)
        return self._items[index if index >= 0 else self._length + index]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._items, self._length)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Slice | tuple):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))
        return NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Slice({list(self)!r})"


class _Window(Slice[T]):
    """A slice over a list that belongs to someone else."""

    __slots__ = ()

    def append(self, item: T) -> Slice[T]:
        return Slice(self).append(item)
