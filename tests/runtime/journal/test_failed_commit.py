"""What cannot be brought to disk is not acknowledged, and the reason is named."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gameplan.runtime.journal import CommitFailed, SqliteJournal

FULL = """
import json, resource, sys
from gameplan.runtime.journal import JournalError, SqliteJournal
journal = SqliteJournal(sys.argv[1])
writer = journal.create("a", 0)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
try:
    while True:
        writer.wait(writer.append(1, "t", 1, b"x" * 5_000))
except JournalError as error:
    problem = error
try:
    writer.append(1, "t", 1, b"{}")
except JournalError as error:
    assert error is problem
print(json.dumps([writer.durable, type(problem).__name__, str(problem)]))
journal.close()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def test_a_locked_file_fails_those_who_had_something_to_write(path: Path) -> None:
    with SqliteJournal(path, busy_timeout=0.05) as journal:
        writer, idle = journal.create("a", 0), journal.create("b", 0)
        writer.wait(writer.append(1, "t", 1, b"{}"))
        told = []
        writer.on_progress(lambda: told.append(writer.failure))
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            writer.append(2, "t", 1, b"{}")
            with pytest.raises(CommitFailed, match=r"locked .*SQLITE_BUSY.* close it.*after event 1 is"):
                writer.wait(2)
            db.execute("ROLLBACK")
        assert told == [writer.failure]
        with pytest.raises(CommitFailed):
            writer.append(3, "t", 1, b"{}")
        assert writer.durable == 1
        idle.wait(idle.append(1, "t", 1, b"{}"))
        writer.close()
        again, reading = journal.reopen("a")
        assert len(reading.records) == 1
        again.wait(again.append(2, "t", 1, b"{}"))


def test_a_disk_that_takes_no_more_fails_the_session(path: Path) -> None:
    child = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True, check=False)
    assert child.returncode == 0, child.stderr
    durable, name, message = json.loads(child.stdout)
    assert name == "CommitFailed"
    assert "disk" in message and "reopen" in message
    with SqliteJournal(path) as journal:
        writer, reading = journal.reopen("a")
        assert len(reading.records) >= durable > 10
        writer.wait(writer.append(1, "t", 1, b"{}"))


def test_a_record_that_cannot_be_written_fails_its_own_session_alone(path: Path) -> None:
    with SqliteJournal(path) as journal:
        poor, good = journal.create("a", 0), journal.create("b", 0)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            poor.append(2**70, "t", 1, b"{}")
            good.append(1, "t", 1, b"{}")
            db.execute("ROLLBACK")
        good.wait(1)
        with pytest.raises(CommitFailed, match="OverflowError"):
            poor.wait(1)
        assert len(journal.read("b").records) == 1
        assert len(journal.read("a").records) == 0


def test_a_head_that_was_moved_by_another_hand_stops_the_writer(path: Path) -> None:
    with SqliteJournal(path) as journal:
        writer = journal.create("a", 0)
        with closing(sqlite3.connect(path)) as db, db:
            db.execute("UPDATE sessions SET head_seq = 5")
        writer.append(1, "t", 1, b"{}")
        with pytest.raises(CommitFailed, match="something else wrote"):
            writer.wait(1)


def test_closing_after_a_failure_gives_the_lease_back(path: Path) -> None:
    journal = SqliteJournal(path, busy_timeout=0.05)
    writer = journal.create("a", 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        writer.append(1, "t", 1, b"{}")
        journal.close()
        db.execute("ROLLBACK")
    assert isinstance(writer.failure, CommitFailed)
    with SqliteJournal(path) as again:
        assert [line.writing for line in again.sessions()] == [False]
