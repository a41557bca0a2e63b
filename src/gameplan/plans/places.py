"""Places: how many steps act at the same time. Who only waits gives its place to another."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager


class Places:
    """So many places there are; `begin` is called whenever one has become free."""

    def __init__(self, number: int, begin: Callable[[], None]) -> None:
        self.number = number
        self.taken = 0
        self._begin = begin
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def free(self) -> bool:
        return self.taken < self.number

    def leave(self) -> None:
        """A place is free again."""
        self.taken -= 1
        self._begin()

    def serve(self) -> None:
        """Let those have a place that wait for one, as far as there are any."""
        while self._waiting and self.free:
            place = self._waiting.popleft()
            if not place.done():
                self.taken += 1
                place.set_result(None)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """While something waits that has a place and does not act itself, another may have it."""
        self.leave()
        try:
            yield
        finally:
            self.taken += 1

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """A place, as soon as there is one."""
        if self.free:
            self.taken += 1
        else:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(place)
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self.leave()
                raise
        try:
            yield
        finally:
            self.leave()
