"""Places: how many steps act at the same time. Who only waits gives its place to another."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress


class Places:
    """So many places there are; `begin` is called whenever one has become free. While `closed`, nobody new gets one."""

    def __init__(self, number: int, begin: Callable[[], None]) -> None:
        self.number = number
        self.taken = 0
        self.closed = False
        self._begin = begin
        self._returning: deque[asyncio.Future[None]] = deque()
        self._coming: deque[asyncio.Future[None]] = deque()
        self._quiet = asyncio.Event()

    @property
    def free(self) -> bool:
        """True if somebody new may have a place."""
        return not self.closed and self.taken < self.number

    def leave(self) -> None:
        """A place is free again."""
        self.taken -= 1
        if self.taken == 0:
            self._quiet.set()
        self._begin()

    async def quiet(self, seconds: float) -> None:
        """Wait until nobody acts, but no longer than so many seconds."""
        self._quiet.clear()
        if self.taken > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._quiet.wait(), seconds)

    def serve(self) -> None:
        """Let those have a place that wait for one, as far as there are any: first those who had one before."""
        while self._returning and self.taken < self.number:
            self._give(self._returning.popleft())
        while self._coming and self.free:
            self._give(self._coming.popleft())

    @asynccontextmanager
    async def aside(self) -> AsyncIterator[None]:
        """While something waits that has a place and does not act itself, another may have it."""
        self.leave()
        try:
            yield
        except BaseException:
            self.taken += 1  # it will not act any more, only leave
            raise
        if self.taken < self.number:
            self.taken += 1
            return
        try:
            await self._turn(self._returning)
        except asyncio.CancelledError:
            self.taken += 1
            raise

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """A place, as soon as there is one."""
        if self.free:
            self.taken += 1
        else:
            await self._turn(self._coming)
        try:
            yield
        finally:
            self.leave()

    async def _turn(self, queue: deque[asyncio.Future[None]]) -> None:
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave()
            raise

    def _give(self, place: asyncio.Future[None]) -> None:
        if not place.done():
            self.taken += 1
            place.set_result(None)
