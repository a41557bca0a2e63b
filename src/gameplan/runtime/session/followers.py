"""One who follows a session, and how to wake it from whatever thread."""

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
