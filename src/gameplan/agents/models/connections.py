"""Connections to providers: each is closed when its model is gone, or else when its event loop ends."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncGenerator
from typing import Protocol
from weakref import WeakKeyDictionary


class Closable(Protocol):
    async def __aexit__(self, kind: None, error: None, trace: None, /) -> object: ...


async def keep_open(connection: Closable, owner: object) -> None:
    """Close the connection when `owner` is gone, at the latest when the running event loop ends."""
    loop = asyncio.get_running_loop()
    keeper = _keepers.get(loop)
    if keeper is None:
        keeper = _keepers[loop] = _Keeper(loop)
        await anext(keeper.until_the_end)
    keeper.open[id(connection)] = connection
    weakref.finalize(owner, keeper.let_go, connection).atexit = False


class _Keeper:
    """Knows what is open on one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.open: dict[int, Closable] = {}  # by identity: not all can be hashed
        self.until_the_end = self._until_the_end()
        self._loop = weakref.ref(loop)
        self._tasks: set[asyncio.Task[None]] = set()

    async def _until_the_end(self) -> AsyncGenerator[None]:
        """An event loop that ends closes its generators first, and what is left is closed here."""
        try:
            yield
        finally:
            for connection in tuple(self.open.values()):
                await self._close(connection)

    def let_go(self, connection: Closable) -> None:
        """May be called by the garbage collector, in any thread."""
        loop = self._loop()
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._close_soon, loop, connection)

    def _close_soon(self, loop: asyncio.AbstractEventLoop, connection: Closable) -> None:
        task = loop.create_task(self._close(connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _close(self, connection: Closable) -> None:
        await connection.__aexit__(None, None, None)
        await asyncio.sleep(0)  # a transport needs one more round of the loop
        self.open.pop(id(connection), None)


_keepers: WeakKeyDictionary[asyncio.AbstractEventLoop, _Keeper] = WeakKeyDictionary()
