"""Many appends, few syncs; and those who wait are told."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from gameplan.runtime.journal import JournalError, SqliteJournal

FRAME = 24 + 4096


def commits(path: Path) -> int:
    """How many transactions the WAL holds: the last frame of each carries the size of the database."""
    frames = path.with_name(path.name + "-wal").read_bytes()[32:]
    return sum(1 for at in range(0, len(frames), FRAME) if frames[at + 4 : at + 8] != bytes(4))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    with SqliteJournal(tmp_path / "journal.db") as journal:
        yield journal


def test_concurrent_appends_share_their_syncs(journal: SqliteJournal) -> None:
    writers = [journal.create(f"s{n}", 0) for n in range(20)]
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # so that all of it is waiting when the first commit can begin
        before = commits(journal.path)

        def work(number: int) -> None:
            for _ in range(25):
                writers[number].append(1, "t", 1, b"{}")

        threads = [threading.Thread(target=work, args=(n,)) for n in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert all(writer.durable == 0 for writer in writers)
        other.execute("ROLLBACK")
        for writer in writers:
            writer.wait(25)
        # One for the record that the thread had already taken, one or two for all the others.
        assert 1 <= commits(journal.path) - before <= 3
    assert all(len(journal.read(writer.session_id).records) == 25 for writer in writers)


def test_each_writer_is_told_once_per_commit(journal: SqliteJournal) -> None:
    writer, idle = journal.create("a", 0), journal.create("b", 0)
    told: list[int] = []
    writer.on_progress(lambda: told.append(writer.durable))
    idle.on_progress(lambda: told.append(-1))
    for n in range(1, 4):
        writer.wait(writer.append(n, "t", 1, b"{}"))
    journal.close()
    assert told == [1, 2, 3]


def test_a_callback_that_fails_does_not_stop_the_commits(
    journal: SqliteJournal, caplog: pytest.LogCaptureFixture
) -> None:
    writer = journal.create("a", 0)
    writer.on_progress(lambda: 1 / 0)  # type: ignore[arg-type, return-value]
    writer.wait(writer.append(1, "t", 1, b"{}"))
    writer.wait(writer.append(2, "t", 1, b"{}"))
    assert "progress callback of session a" in caplog.text


def test_a_callback_that_would_wait_for_itself_is_refused(journal: SqliteJournal) -> None:
    writer = journal.create("a", 0)
    refused: list[JournalError] = []

    def wait_here() -> None:
        for wait in (writer.close, lambda: writer.wait(2)):
            try:
                wait()
            except JournalError as error:
                refused.append(error)

    writer.on_progress(wait_here)
    writer.wait(writer.append(1, "t", 1, b"{}"))
    journal.close()
    assert len(refused) == 2


def test_appends_from_many_threads_make_one_chain(journal: SqliteJournal) -> None:
    writer = journal.create("a", 0)

    def work() -> None:
        for _ in range(200):
            seq = writer.append(1, "t", 1, b"{}")
        writer.wait(seq)

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    reading = journal.read("a")
    assert reading.damage is None
    assert len(reading.records) == writer.durable == 1600


def test_more_than_one_batch_is_written_whole(journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gameplan.runtime.journal.writing._LARGEST_BATCH", 7)
    writer = journal.create("a", 0)
    for n in range(100):
        writer.append(n, "t", 1, b"{}")
    writer.close()
    assert len(journal.read("a").records) == 100


def test_readers_and_the_writer_do_not_wait_for_each_other(journal: SqliteJournal) -> None:
    writer = journal.create("a", 0)
    writer.wait(writer.append(1, "t", 1, b"{}"))
    with closing(sqlite3.connect(journal.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM events").fetchone() == (1,)
        writer.wait(writer.append(2, "t", 1, b"{}"))
        assert reader.execute("SELECT count(*) FROM events").fetchone() == (1,)
        assert len(journal.read("a").records) == 2


def test_a_reader_beside_a_busy_writer_never_sees_damage(journal: SqliteJournal) -> None:
    writer = journal.create("a", 0)
    done = threading.Event()

    def write() -> None:
        for n in range(300):
            seq = writer.append(n, "t", 1, b"{}")
            if n % 3 == 0:
                writer.wait(seq)
        done.set()

    thread = threading.Thread(target=write)
    thread.start()
    seen = 0
    while not done.is_set():
        reading = journal.read("a", seen)
        assert reading.damage is None
        seen += len(reading.records)
    thread.join()
