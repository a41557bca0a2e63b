"""Chance on the record: a seed makes the outcomes, and each outcome is an event."""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from gameplan.runtime.events import event
from gameplan.runtime.session import ReducerContext, Session, Slice, select_latest

T = TypeVar("T")
_WORDS = 1 << 64
_FOUR = struct.Struct(">4Q")  # the words of a block


@event("random.seeded", final=True)
@dataclass(frozen=True, slots=True)
class RandomSeeded:
    """The seed from which every later outcome of the session follows."""

    seed: str


@event("random.drawn", final=True)
@dataclass(frozen=True, slots=True)
class RandomDrawn:
    """Chance decided: `outcome` holds numbers below `sides`. No rewind reaches behind it."""

    purpose: str
    sides: int
    outcome: tuple[int, ...]


@event("random.state")
@dataclass(frozen=True, slots=True)
class RandomState:
    """Where the session stands in the stream of chance."""

    seed: str
    drawn: int = 0


class Randomness:
    """The dice of a session. The same seed and the same draws give the same outcomes, on every machine.

    A session that has its seed keeps it: `seed` is for a new one. An outcome is on disk, and may be shown, only after
    `await session.committed()`.
    """

    def __init__(self, session: Session, seed: str | int | None = None) -> None:
        self._session = session
        session.register_reducer(RandomSeeded, _seeded, slice_type=RandomState)
        session.register_reducer(RandomDrawn, _drawn, slice_type=RandomState)
        self._seed = os.urandom(8).hex() if seed is None else str(seed)
        self._seed = self._state().seed

    def below(self, sides: int, purpose: str) -> int:
        """A whole number from 0 to `sides` - 1."""
        if sides < 1:
            raise ValueError(f"A draw needs at least one possible outcome, not {sides}.")
        if sides > _WORDS:
            raise ValueError("A draw has at most 2**64 possible outcomes.")
        outcome = chance_below(self._key(), sides)
        self._session.dispatch(RandomDrawn(purpose, sides, (outcome,)))
        return outcome

    def roll(self, sides: int = 6, purpose: str = "dice roll") -> int:
        """A die: from 1 to `sides`."""
        return self.below(sides, purpose) + 1

    def flip(self, purpose: str = "coin flip") -> bool:
        """A coin: True for heads."""
        return self.below(2, purpose) == 0

    def choice(self, items: Sequence[T], purpose: str) -> T:
        """One of the items."""
        return items[self.below(len(items), purpose)]

    def permutation(self, size: int, purpose: str = "shuffle") -> tuple[int, ...]:
        """The numbers from 0 to `size` - 1 in random order."""
        if size < 0:
            raise ValueError(f"There is no order of {size} things.")
        order = chance_order(self._key(), size)
        self._session.dispatch(RandomDrawn(purpose, size, order))
        return order

    def _key(self) -> str:
        state = self._state()
        return f"{state.seed}/{state.drawn}"

    def _state(self) -> RandomState:
        state = select_latest(self._session, RandomState)
        if state is None:  # the session is new, or was rewound to its beginning
            self._session.dispatch(RandomSeeded(self._seed))
            state = RandomState(self._seed)
        return state


def _seeded(slice_: Slice[RandomState], event: RandomSeeded, context: ReducerContext) -> Slice[RandomState]:
    return Slice((RandomState(event.seed),))


def _drawn(slice_: Slice[RandomState], event: RandomDrawn, context: ReducerContext) -> Slice[RandomState]:
    state = slice_.latest or RandomState("")
    return Slice((RandomState(state.seed, state.drawn + 1),))


def chance_below(key: str, sides: int) -> int:
    """A number below `sides` that follows from the key alone, each as likely as the next."""
    return _uniform(_words(key), sides)


def chance_order(key: str, size: int) -> tuple[int, ...]:
    """The numbers from 0 to `size` - 1 in an order that follows from the key alone."""
    stream = _words(key)
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = _uniform(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _words(key: str) -> Iterator[int]:
    """An endless stream of 64-bit numbers that depends on the key alone."""
    block = 0
    while True:
        yield from _FOUR.unpack(hashlib.sha256(f"{key}/{block}".encode()).digest())
        block += 1


def _uniform(stream: Iterator[int], sides: int) -> int:
    """A number below `sides`, each as likely as the next: values that would favour some are passed over."""
    limit = _WORDS - _WORDS % sides
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % sides
