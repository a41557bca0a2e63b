"""Locks on what steps read and write, from the effects that their tools declare."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from gameplan.plans.effects import above, resource
from gameplan.tools import Tool

Names: TypeAlias = frozenset[str]
_WHOLE = "."


class Locks:
    """Two steps may read one thing at the same time; while one writes it, no other touches it or what it lies in.

    A call takes everything that it touches at once, so no two can wait for each other. Those that wait are served in
    the order in which they came, as far as what they want is free.
    """

    def __init__(self) -> None:
        self._held: dict[int, tuple[Names, Names]] = {}
        self._waiting: dict[int, tuple[Names, Names, asyncio.Future[None]]] = {}
        self._next = 0

    @asynccontextmanager
    async def held(self, tool: Tool[Any, Any], params: object) -> AsyncIterator[None]:
        """Hold everything that a call touches, all of it or nothing."""
        reads, writes = names_of(tool, params)
        if not reads and not writes:
            yield
            return
        self._next += 1
        number = self._next
        if self._free(reads, writes):
            self._held[number] = (reads, writes)
        else:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting[number] = (reads, writes, turn)
            try:
                await turn
            except asyncio.CancelledError:
                self._waiting.pop(number, None)
                if self._held.pop(number, None) is not None:
                    self._serve()
                raise
        try:
            yield
        finally:
            del self._held[number]
            self._serve()

    def _serve(self) -> None:
        """Let those go on that can now."""
        for number, (reads, writes, turn) in tuple(self._waiting.items()):
            if not turn.done() and self._free(reads, writes):
                del self._waiting[number]
                self._held[number] = (reads, writes)
                turn.set_result(None)

    def _free(self, reads: Names, writes: Names) -> bool:
        return not any(
            meet(writes, held_reads) or meet(writes, held_writes) or meet(reads, held_writes)
            for held_reads, held_writes in self._held.values()
        )


def meet(some: Names, others: Names) -> bool:
    """True if they have something in common, or one is inside of another."""
    if not some or not others:
        return False
    if some & others or _WHOLE in some or _WHOLE in others:
        return True
    return any(not others.isdisjoint(above(name)[:-1]) for name in some) or any(
        not some.isdisjoint(above(name)[:-1]) for name in others
    )


def names_of(tool: Tool[Any, Any], params: object) -> tuple[Names, Names]:
    """What a call reads and does not write, and what it writes, each by its one name."""
    reads: set[str] = set()
    writes: set[str] = set()
    for effect in tool.effects:
        names = {resource(target) for target in effect.targets(params)}
        (reads if effect.verb == "reads" else writes).update(names)
    return frozenset(reads - writes), frozenset(writes)
