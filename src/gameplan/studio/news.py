"""What changes in the house, for lists and the badge: one short line for each session that has grown.

Sessions that grow quickly are told of a few times a second, not at each event.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from gameplan.runtime import JournalError
from gameplan.runtime.events import Json
from gameplan.studio.aside import aside
from gameplan.studio.stream import Bell, frame

if TYPE_CHECKING:
    from gameplan.studio.lists import Lists

_PAUSE = 0.1
_KEPT = 500


class News:
    """Tells all who listen which sessions have changed, and how runs stand."""

    def __init__(self, lists: Lists) -> None:
        self._lists = lists
        self._changed: dict[str, None] = {}
        self._told: deque[bytes] = deque(maxlen=_KEPT)
        self._count = 0
        self._bell = Bell()
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self.listeners = 0

    def changed(self, session_id: str) -> None:
        """A session has grown. While nobody listens, nobody is told."""
        if not self.listeners or self._closed:
            return
        self._changed[session_id] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._tell())

    async def listen(self) -> AsyncIterator[bytes]:
        """One line for each session that changes from now on. Who falls far behind is told to read everything anew."""
        self.listeners += 1
        seen = self._count
        try:
            yield frame("ready", {})
            while not self._closed:
                heard = self._bell.heard()
                behind = self._count - seen
                if behind > len(self._told):
                    yield frame("stale", {})
                elif behind:
                    yield b"".join(list(self._told)[-behind:])
                seen = self._count
                if not behind:
                    await heard.wait()
        finally:
            self.listeners -= 1

    def close(self) -> None:
        """Let everybody go."""
        self._closed = True
        self._bell.ring()

    async def _tell(self) -> None:
        while self._changed and not self._closed:
            changed, self._changed = self._changed, {}
            for told in await aside(self._lines, list(changed)):
                self._told.append(told)
                self._count += 1
            self._bell.ring()
            await asyncio.sleep(_PAUSE)

    def _lines(self, sessions: list[str]) -> list[bytes]:
        return [frame("changed", line) for line in map(self._line, sessions) if line is not None]

    def _line(self, session_id: str) -> dict[str, Json] | None:
        try:
            return self._lists.line(session_id).model_dump(by_alias=True, exclude_none=True)
        except (JournalError, OSError):
            return None
