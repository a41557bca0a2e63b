"""Live events: one feed for each session that somebody watches, however many they are.

An event is written out once and handed to all. A watcher keeps no queue: it has a place in the record, takes what comes
after it, and reads from disk what the feed no longer has. So one that is slow costs no more than one that is quick.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gameplan.runtime import JournalError, Recorded, Session
from gameplan.studio.aside import aside
from gameplan.studio.views.sessions import event_json, notice_json

if TYPE_CHECKING:
    from gameplan.studio.readings import Readings

_KEPT_BYTES = 512_000
_KEPT_NOTICES = 200
_CHUNK = 32_000
_BATCH = 200


def event_frame(recorded: Recorded[Any]) -> bytes:
    """An event as it goes over the wire; its number is the id by which a client that was cut off goes on."""
    name, data = event_json(recorded)
    return b"id: %d\nevent: %b\ndata: %b\n\n" % (recorded.seq, _line(name.encode()), _line(data))


def _line(text: bytes) -> bytes:
    """In one line: a name or a payload out of a damaged record must not end the frame."""
    return text.replace(b"\r", b" ").replace(b"\n", b" ")


def notice_frame(notice: object) -> bytes | None:
    """A notice as it goes over the wire: it has no id. None for those that are not shown."""
    shown = notice_json(notice)
    if shown is None:
        return None
    name, data = shown
    return b"event: %b\ndata: %b\n\n" % (name.encode(), data)


def frame(name: str, data: object) -> bytes:
    """Something that the house itself tells."""
    return b"event: %b\ndata: %b\n\n" % (name.encode(), json.dumps(data, separators=(",", ":")).encode())


class Bell:
    """Wakes all who wait for it."""

    def __init__(self) -> None:
        self._waiting: asyncio.Event = asyncio.Event()

    def ring(self) -> None:
        rung, self._waiting = self._waiting, asyncio.Event()
        rung.set()

    def heard(self) -> asyncio.Event:
        """Set when the bell is next rung. Take it before looking whether there is something."""
        return self._waiting


class Feed:
    """What happens in one session, for all who watch it. It works for as long as somebody does."""

    def __init__(self, session_id: str, readings: Readings, live: Callable[[str], Session | None]) -> None:
        self.session_id = session_id
        self.watchers = 0
        self.failure: str = ""
        self.ended = False
        self._readings = readings
        self._live = live
        self._last = 0
        self._frames: deque[bytes] = deque()
        self._size = 0
        self._notices: deque[tuple[int, bytes]] = deque(maxlen=_KEPT_NOTICES)
        self._notices_told = 0
        self._bell = Bell()
        self._grown = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Find out where the record ends, and go on from there. Raises `NoSuchSession`, `JournalDamaged`."""
        self._last = await aside(self._head)
        self._task = asyncio.create_task(self._run())

    def grown(self) -> None:
        """There is more on disk, or somebody here has begun to write."""
        self._grown.set()

    async def end(self) -> None:
        """Nobody watches any more, or the house closes."""
        self.ended = True
        self._bell.ring()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def watch(self, after: int | None) -> AsyncIterator[bytes]:
        """Frames, some at a time: each event after number `after` once and in order, and notices as they come."""
        seen = self._last if after is None else min(after, self._last)
        told = self._notices_told
        while True:
            heard = self._bell.heard()
            chunk: list[bytes] = []
            if seen < self._last - len(self._frames):
                chunk = await aside(self._from_disk, seen)
                seen += len(chunk)
            elif seen < self._last:
                chunk = self._from_memory(seen)
                seen += len(chunk)
            if seen >= self._last and told < self._notices_told:
                chunk = [*chunk, *(each for number, each in self._notices if number > told)]
                told = self._notices_told
            if chunk:
                yield b"".join(chunk)
            elif self.failure:
                yield frame("trouble", {"detail": self.failure})
                return
            elif self.ended:
                return
            else:
                await heard.wait()

    def _from_memory(self, seen: int) -> list[bytes]:
        first = self._last - len(self._frames)
        chunk: list[bytes] = []
        size = 0
        for at in range(seen - first, len(self._frames)):
            chunk.append(self._frames[at])
            size += len(chunk[-1])
            if size > _CHUNK:
                break
        return chunk

    def _from_disk(self, seen: int) -> list[bytes]:
        chunk: list[bytes] = []
        size = 0
        with self._readings.reading(self.session_id) as known:
            for recorded in known.events[seen : min(seen + _BATCH, self._last)]:
                chunk.append(event_frame(recorded))
                size += len(chunk[-1])
                if size > _CHUNK:
                    break
        return chunk

    async def _run(self) -> None:
        try:
            while True:
                self._grown.clear()
                session = self._live(self.session_id)
                if session is not None:
                    with suppress(JournalError):
                        async for each in session.follow(min(self._last, session.seq), notices=True):
                            self._take(each)
                for frame_ in await aside(self._news):
                    self._put(frame_)
                self._bell.ring()
                if self._live(self.session_id) in (None, session):
                    await self._grown.wait()
        except (JournalError, OSError, ValueError) as error:
            self.failure = str(error)
            self._bell.ring()

    def _take(self, each: object) -> None:
        if isinstance(each, Recorded):
            if each.seq == self._last + 1:
                self._put(event_frame(each))
                self._bell.ring()
            return
        told = notice_frame(each)
        if told is not None:
            self._notices_told += 1
            self._notices.append((self._notices_told, told))
            self._bell.ring()

    def _put(self, told: bytes) -> None:
        self._frames.append(told)
        self._last += 1
        self._size += len(told)
        while self._size > _KEPT_BYTES and len(self._frames) > 1:
            self._size -= len(self._frames.popleft())

    def _news(self) -> list[bytes]:
        with self._readings.reading(self.session_id) as known:
            return [event_frame(each) for each in known.events[self._last :]]

    def _head(self) -> int:
        with self._readings.reading(self.session_id) as known:
            return known.seq


class Feeds:
    """The feeds of all sessions that somebody watches."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self._feeds: dict[str, Feed] = {}
        self._live: dict[str, Session] = {}
        self._beginning: dict[str, asyncio.Lock] = {}
        self._closed = False

    def went_live(self, session: Session) -> None:
        """This process writes the session now: its events and notices come from memory, without delay."""
        self._live[session.session_id] = session
        self.grown(session.session_id)

    def no_longer_live(self, session_id: str) -> None:
        self._live.pop(session_id, None)
        self.grown(session_id)

    def live(self, session_id: str) -> Session | None:
        return self._live.get(session_id)

    def grown(self, session_id: str) -> None:
        feed = self._feeds.get(session_id)
        if feed is not None:
            feed.grown()

    async def watch(self, session_id: str, after: int | None) -> AsyncIterator[bytes]:
        """What happens in a session, from after event `after` on (None: from now on)."""
        if self._closed:
            return
        lock = self._beginning.setdefault(session_id, asyncio.Lock())
        async with lock:
            feed = self._feeds.get(session_id)
            if feed is None:
                feed = Feed(session_id, self._readings, self.live)
                await feed.begin()
                self._feeds[session_id] = feed
            feed.watchers += 1
        try:
            async for chunk in feed.watch(after):
                yield chunk
        finally:
            feed.watchers -= 1
            if feed.watchers == 0:
                self._feeds.pop(session_id, None)
                self._beginning.pop(session_id, None)
                await asyncio.shield(feed.end())

    async def close(self) -> None:
        """Let every watcher go."""
        self._closed = True
        for feed in tuple(self._feeds.values()):
            await feed.end()
