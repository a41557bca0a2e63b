"""Those who wait for a session, each in an event loop of its own: followers, and callers of `committed`."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from contextlib import suppress

_NOTICES_KEPT = 10_000


class Follower:
    """Sleeps in its own event loop until something has happened. Of notices, it keeps the newest 10,000."""

    __slots__ = ("_awake", "_loop", "_notices", "_thread", "_wants_notices")

    def __init__(self, *, notices: bool) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._awake = asyncio.Event()
        self._wants_notices = notices
        self._notices: deque[tuple[int, object]] = deque(maxlen=_NOTICES_KEPT)

    def tell(self, seq: int, notice: object) -> None:
        """Something passing was told after event `seq`."""
        if self._wants_notices:
            self._notices.append((seq, notice))
            self.wake()

    def has_notice(self, seen: int) -> bool:
        """True if the next thing to show, to one who has seen event `seen`, is a notice."""
        return bool(self._notices) and self._notices[0][0] <= seen

    def next_notice(self) -> object:
        return self._notices.popleft()[1]

    def wake(self) -> None:
        if threading.get_ident() == self._thread:
            self._awake.set()
        else:
            with suppress(RuntimeError):  # its loop has ended, and it with it
                self._loop.call_soon_threadsafe(self._awake.set)

    async def woken(self) -> None:
        await self._awake.wait()
        self._awake.clear()


class Waiters:
    """Those who wait until an event is on disk."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._lock = threading.Lock()

    def until(self, seq: int) -> asyncio.Future[None]:
        """A future that is done when event `seq` is on disk, and raises if it cannot be."""
        future = asyncio.get_running_loop().create_future()
        with self._lock:
            self._waiting.append((seq, future))
        return future

    def answer(self, durable: int, failure: Exception | None) -> None:
        """Tell those whose event is on disk and, after a failure, all others. Called in an event loop."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
            if failure is None:
                self._waiting = [(seq, future) for seq, future in waiting if seq > durable]
        for seq, future in waiting:
            if seq <= durable:
                _answer(future, None)
            elif failure is not None:
                _answer(future, failure)


def _answer(future: asyncio.Future[None], error: Exception | None) -> None:
    """Settle a future in its own loop, which may be in another thread."""
    loop = future.get_loop()
    if loop is asyncio.get_running_loop():
        _settle(future, error)
    else:
        with suppress(RuntimeError):  # its loop has ended, and whoever waited with it
            loop.call_soon_threadsafe(_settle, future, error)


def _settle(future: asyncio.Future[None], error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(None)
    else:
        future.set_exception(error)
