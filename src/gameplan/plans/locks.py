"""Locks on what steps read and write, from the effects that their tools declare."""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from gameplan.tools import Tool


class Locks:
    """Two steps may read one thing at the same time; while one writes it, no other touches it."""

    def __init__(self) -> None:
        self._readers: dict[str, int] = {}
        self._writers: set[str] = set()
        self._freed = asyncio.Condition()

    @asynccontextmanager
    async def held(self, tool: Tool[Any, Any], params: object) -> AsyncIterator[None]:
        """Hold everything that a call touches, all of it or nothing."""
        reads, writes = _touched(tool, params)
        if not reads and not writes:
            yield
            return
        async with self._freed:
            await self._freed.wait_for(lambda: self._free(reads, writes))
            for name in reads:
                self._readers[name] = self._readers.get(name, 0) + 1
            self._writers |= writes
        try:
            yield
        finally:
            for name in reads:
                self._readers[name] -= 1
                if not self._readers[name]:
                    del self._readers[name]
            self._writers -= writes
            async with self._freed:
                self._freed.notify_all()

    def _free(self, reads: frozenset[str], writes: frozenset[str]) -> bool:
        return not (reads | writes) & self._writers and not any(name in self._readers for name in writes)


def _touched(tool: Tool[Any, Any], params: object) -> tuple[frozenset[str], frozenset[str]]:
    reads: set[str] = set()
    writes: set[str] = set()
    for effect in tool.effects:
        names = {posixpath.normpath(target) for target in effect.targets(params)}
        (reads if effect.verb == "reads" else writes).update(names)
    return frozenset(reads - writes), frozenset(writes)
