"""A session's inbox: what others ask of its writer, as the writer reads it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence

from gameplan.runtime.events.declare import Json
from gameplan.runtime.journal import Intent, Journal, JournalError, JournalWriter, MemoryJournal, Verdict
from gameplan.runtime.session.errors import SessionClosed
from gameplan.runtime.session.waiting import Follower


class Inbox:
    """The journal's inbox for one session. What waits for a disk does so in a thread."""

    def __init__(self, session_id: str, journal: Journal, writer: JournalWriter | None) -> None:
        self._session_id = session_id
        self._journal = journal
        self._writer = writer
        self._readers: set[Follower] = set()

    @classmethod
    def in_memory(cls, session_id: str) -> Inbox:
        """For a session without a journal."""
        journal = MemoryJournal()
        return cls(session_id, journal, journal.create(session_id, 0))

    async def ask(self, kind: str, payload: Json, by: str, at: int) -> Intent:
        return await asyncio.to_thread(self._journal.ask, self._session_id, kind, payload, by=by, at=at)

    async def intent(self, intent_id: int) -> Intent | None:
        return await asyncio.to_thread(self._journal.intent, intent_id)

    async def open(self) -> Sequence[Intent]:
        return await asyncio.to_thread(self._journal.intents, self._session_id)

    async def settle(self, intent_id: int, verdict: Verdict, reason: str) -> Intent:
        return await asyncio.to_thread(self._of_writer().settle, intent_id, verdict, reason)

    async def read(self, closed: Callable[[], Exception | None]) -> AsyncGenerator[Intent, None]:
        """Every open intent and each new one, one at a time, until `closed` says why there are no more."""
        writer, reader, after = self._of_writer(), Follower(notices=False), 0
        self._readers.add(reader)
        stop = writer.on_intent(reader.wake)
        try:
            while closed() is None:
                try:
                    intent = await asyncio.to_thread(writer.next_intent, after)
                except JournalError:
                    if closed() is None:
                        raise
                    break
                if intent is None:
                    await reader.woken()
                elif closed() is None:
                    after = intent.id
                    yield intent
        finally:
            stop()
            self._readers.discard(reader)
        reason = closed()
        if reason is not None and not isinstance(reason, SessionClosed):
            raise reason

    def wake(self) -> None:
        """The session was closed: those who wait for intents wait no longer."""
        for reader in tuple(self._readers):
            reader.wake()

    def _of_writer(self) -> JournalWriter:
        if self._writer is None:
            raise JournalError(f"Session {self._session_id} is only viewed here: its inbox is for its writer.")
        return self._writer
