"""Journals to test sessions with: in memory, in a real SQLite file, and one whose disk is moved by hand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gameplan.runtime import Journal, JournalError, MemoryJournal, SqliteJournal
from gameplan.runtime.journal import Reading, Record


class HandWriter:
    """A writer whose records come to disk when the test says so."""

    def __init__(self, durable: int = 0) -> None:
        self.taken: list[tuple[int, str, int, bytes]] = []
        self.durable = durable
        self.failure: JournalError | None = None
        self.closed = False
        self._callbacks: list[Callable[[], None]] = []
        self._changed = threading.Condition()

    def append(self, at: int, type_: str, version: int, payload: bytes) -> int:
        if self.failure is not None:
            raise self.failure
        self.taken.append((at, type_, version, payload))
        return len(self.taken)

    def on_progress(self, callback: Callable[[], None]) -> None:
        self._callbacks.append(callback)

    def wait(self, seq: int) -> None:
        with self._changed:
            while self.durable < seq:
                if self.failure is not None:
                    raise self.failure
                if not self._changed.wait(30):
                    raise AssertionError("nobody brought the record to disk")

    def close(self) -> None:
        self.closed = True

    # -- for the test

    def sync(self, up_to: int | None = None) -> None:
        """Everything handed over (or the records up to a number) is on disk now."""
        with self._changed:
            self.durable = len(self.taken) if up_to is None else up_to
            self._changed.notify_all()
        self._tell()

    def fail(self, error: JournalError) -> None:
        with self._changed:
            self.failure = error
            self._changed.notify_all()
        self._tell()

    def _tell(self) -> None:
        """In a thread of its own, as a real journal does."""
        thread = threading.Thread(target=lambda: [callback() for callback in self._callbacks])
        thread.start()
        thread.join()


class HandJournal(MemoryJournal):
    """A journal for one session, whose writer is moved by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.writer = HandWriter()
        self.records: list[Record] = []

    def create(self, session_id: str, at: int) -> HandWriter:  # type: ignore[override]
        return self.writer

    def reopen(self, session_id: str) -> tuple[HandWriter, Reading]:  # type: ignore[override]
        self.writer = HandWriter(len(self.records))
        return self.writer, Reading(tuple(self.records))


@pytest.fixture
def hand() -> HandJournal:
    return HandJournal()


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    made: Journal = MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path / "journal.db")
    yield made
    made.close()


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SqliteJournal]:
    with SqliteJournal(tmp_path / "journal.db") as made:
        yield made
