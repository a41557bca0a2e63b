"""A journal in memory: the same records, chain and lease as on disk, gone with the process."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from gameplan.runtime.events.declare import Json
from gameplan.runtime.journal.intents import Intent, Letter, Verdict, refuse_if_full, settled
from gameplan.runtime.journal.listeners import Listeners
from gameplan.runtime.journal.protocol import (
    JournalError,
    NoSuchIntent,
    NoSuchSession,
    Reading,
    SessionBusy,
    SessionExists,
    SessionInfo,
)
from gameplan.runtime.journal.record import Record, chained, genesis


@dataclass(slots=True)
class _Shelf:
    created: int
    records: list[Record] = field(default_factory=list)
    writer: _MemoryWriter | None = None


class _Inbox:
    """The intents of all sessions. Whoever reads one gets a copy, as if from a file."""

    def __init__(self) -> None:
        self._kept: list[Intent] = []  # number n stands at n - 1
        self._lock = threading.Lock()
        self._listeners = Listeners()

    def ask(self, letter: Letter) -> Intent:
        with self._lock:
            refuse_if_full(letter.session_id, sum(1 for _ in self._of(letter.session_id)))
            self._kept.append(letter.opened(len(self._kept) + 1))
            intent = _copied(self._kept[-1])
        self._listeners.tell(letter.session_id)
        return intent

    def intents(self, session_id: str, *, open_only: bool) -> list[Intent]:
        with self._lock:
            return [_copied(intent) for intent in self._of(session_id, open_only=open_only)]

    def next(self, session_id: str, after: int) -> Intent | None:
        with self._lock:
            return next(map(_copied, self._of(session_id, after)), None)

    def intent(self, intent_id: int) -> Intent | None:
        return _copied(self._kept[intent_id - 1]) if 0 < intent_id <= len(self._kept) else None

    def settle(self, session_id: str, intent_id: int, verdict: Verdict, reason: str) -> Intent:
        with self._lock:
            before = self.intent(intent_id)
            if before is None or before.session_id != session_id:
                raise NoSuchIntent(f"There is no intent {intent_id} in the inbox of session {session_id}.")
            self._kept[intent_id - 1] = settled(before, verdict, reason)
            return _copied(self._kept[intent_id - 1])

    def listen(self, session_id: str, callback: Callable[[], None]) -> Callable[[], None]:
        self._listeners.add(session_id, callback)
        return lambda: self._listeners.remove(session_id, callback)

    def _of(self, session_id: str, after: int = 0, *, open_only: bool = True) -> Iterator[Intent]:
        found = (intent for intent in islice(self._kept, after, None) if intent.session_id == session_id)
        return (intent for intent in found if intent.open or not open_only)


def _copied(intent: Intent) -> Intent:
    return replace(intent, payload=deepcopy(intent.payload))


class MemoryJournal:
    """Keeps sessions for as long as it lives. For tests, and for work that need not survive."""

    def __init__(self) -> None:
        self._shelves: dict[str, _Shelf] = {}
        self._lock = threading.Lock()
        self._inbox = _Inbox()

    def create(self, session_id: str, at: int) -> _MemoryWriter:
        with self._lock:
            if session_id in self._shelves:
                raise SessionExists(f"Session {session_id} is in the journal already: reopen it instead.")
            shelf = self._shelves[session_id] = _Shelf(at)
            shelf.writer = _MemoryWriter(session_id, shelf, self._inbox)
            return shelf.writer

    def reopen(self, session_id: str) -> tuple[_MemoryWriter, Reading]:
        shelf = self._shelf(session_id)
        with self._lock:
            if shelf.writer is not None:
                raise SessionBusy(f"Session {session_id} has a writer: follow it, or close the writer first.")
            shelf.writer = _MemoryWriter(session_id, shelf, self._inbox)
            return shelf.writer, Reading(tuple(shelf.records))

    def read(self, session_id: str, after: int = 0) -> Reading:
        return Reading(tuple(self._shelf(session_id).records[after:]))

    def sessions(self, wanted: Callable[[str], bool] | None = None) -> Sequence[SessionInfo]:
        return [
            SessionInfo(
                session_id,
                shelf.created,
                len(shelf.records),
                shelf.records[0] if shelf.records else None,
                shelf.records[-1] if shelf.records else None,
                shelf.writer is not None,
            )
            for session_id, shelf in self._shelves.items()
            if wanted is None or wanted(session_id)
        ]

    def ask(self, session_id: str, kind: str, payload: Json, *, by: str = "person", at: int | None = None) -> Intent:
        self._shelf(session_id)
        return self._inbox.ask(Letter.of(session_id, kind, payload, by, time.time_ns() // 1000 if at is None else at))

    def intents(self, session_id: str, *, open_only: bool = True) -> Sequence[Intent]:
        self._shelf(session_id)
        return self._inbox.intents(session_id, open_only=open_only)

    def intent(self, intent_id: int) -> Intent | None:
        return self._inbox.intent(intent_id)

    def repair(self, session_id: str) -> Path | None:
        self._shelf(session_id)
        return None

    def close(self) -> None:
        pass

    def _shelf(self, session_id: str) -> _Shelf:
        try:
            return self._shelves[session_id]
        except KeyError:
            raise NoSuchSession(f"There is no session {session_id} in the journal.") from None


class _MemoryWriter:
    def __init__(self, session_id: str, shelf: _Shelf, inbox: _Inbox) -> None:
        self._session_id = session_id
        self._shelf = shelf
        self._inbox = inbox
        self._hash = shelf.records[-1].hash if shelf.records else genesis(session_id)

    @property
    def durable(self) -> int:
        return len(self._shelf.records)

    @property
    def failure(self) -> JournalError | None:
        return None

    def append(self, at: int, type_: str, version: int, payload: bytes) -> int:
        record = chained(self._hash, len(self._shelf.records) + 1, at, type_, version, payload)
        self._hash = record.hash
        self._shelf.records.append(record)
        return record.seq

    def on_progress(self, callback: Callable[[], None]) -> None:
        """Nothing ever waits here: a record is kept the moment it is handed over."""

    def wait(self, seq: int) -> None:
        pass

    def next_intent(self, after: int = 0) -> Intent | None:
        return self._inbox.next(self._session_id, after)

    def on_intent(self, callback: Callable[[], None]) -> Callable[[], None]:
        return self._inbox.listen(self._session_id, callback)

    def settle(self, intent_id: int, verdict: Verdict, reason: str = "") -> Intent:
        if self._shelf.writer is not self:
            raise JournalError(f"The writer of session {self._session_id} is closed: reopen the session to go on.")
        return self._inbox.settle(self._session_id, intent_id, verdict, reason)

    def close(self) -> None:
        if self._shelf.writer is self:
            self._shelf.writer = None
