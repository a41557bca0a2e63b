"""Time, as something you hand in: the system's clock, or one that a test turns by hand."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol

_FIRST, _LAST = -60_000_000 * 10**9, 250_000_000 * 10**9  # within what a datetime holds, in any time zone
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Clock(Protocol):
    """What the runtime asks of time."""

    def now(self) -> int:
        """Microseconds since the epoch, UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds on a clock that never goes back, for measuring durations."""
        ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> int:
        return time.time_ns() // 1000

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class ManualClock:
    """A clock that stands still until it is told to move; sleeping moves it."""

    def __init__(self, start: int = 1_700_000_000_000_000) -> None:
        self._now = start
        self._start = start

    def now(self) -> int:
        return self._now

    def monotonic(self) -> float:
        return (self._now - self._start) / 1_000_000

    def advance(self, seconds: float) -> None:
        self._now += round(seconds * 1_000_000)

    async def sleep(self, seconds: float) -> None:
        self.advance(seconds)
        await asyncio.sleep(0)


def as_datetime(at: int) -> datetime:
    """The moment of an event as an aware datetime; the first or last there is, for one out of a damaged record."""
    return _EPOCH + timedelta(microseconds=min(max(at, _FIRST), _LAST))
