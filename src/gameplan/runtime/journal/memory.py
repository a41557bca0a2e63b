"""A journal in memory: the same records, chain and lease as on disk, gone with the process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gameplan.runtime.journal.protocol import (
    JournalError,
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


class MemoryJournal:
    """Keeps sessions for as long as it lives. For tests, and for work that need not survive."""

    def __init__(self) -> None:
        self._shelves: dict[str, _Shelf] = {}
        self._lock = threading.Lock()

    def create(self, session_id: str, at: int) -> _MemoryWriter:
        with self._lock:
            if session_id in self._shelves:
                raise SessionExists(f"Session {session_id} is in the journal already: reopen it instead.")
            shelf = self._shelves[session_id] = _Shelf(at)
            shelf.writer = _MemoryWriter(session_id, shelf)
            return shelf.writer

    def reopen(self, session_id: str) -> tuple[_MemoryWriter, Reading]:
        shelf = self._shelf(session_id)
        with self._lock:
            if shelf.writer is not None:
                raise SessionBusy(f"Session {session_id} has a writer: follow it, or close the writer first.")
            shelf.writer = _MemoryWriter(session_id, shelf)
            return shelf.writer, Reading(tuple(shelf.records))

    def read(self, session_id: str, after: int = 0) -> Reading:
        return Reading(tuple(self._shelf(session_id).records[after:]))

    def sessions(self) -> Sequence[SessionInfo]:
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
        ]

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
    def __init__(self, session_id: str, shelf: _Shelf) -> None:
        self._shelf = shelf
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

    def close(self) -> None:
        if self._shelf.writer is self:
            self._shelf.writer = None
