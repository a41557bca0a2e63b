"""One writer per session: between journals, between processes, and past a writer that does not know it is dead."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from gameplan.runtime.journal import JournalError, LeaseLost, SessionBusy, SqliteJournal
from gameplan.runtime.journal.lease import Head, Lease, is_held, leased_names, noted_head

HOLD = """
import sys
from gameplan.runtime.journal import SqliteJournal
journal = SqliteJournal(sys.argv[1])
writer, _ = journal.reopen("a")
writer.wait(writer.append(1, "t", 1, b"{}"))
print("held", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def bump_token(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE sessions SET token = token + 1 WHERE id = 'a'")


def test_two_journals_in_one_process_share_the_lease(path: Path) -> None:
    with SqliteJournal(path) as one, SqliteJournal(path) as two:
        writer = one.create("a", 0)
        with pytest.raises(SessionBusy, match=f"process {os.getpid()}.*Follow it"):
            two.reopen("a")
        assert [line.writing for line in two.sessions()] == [True]
        writer.close()
        assert [line.writing for line in two.sessions()] == [False]
        two.reopen("a")[0].close()


def test_a_process_that_is_killed_frees_its_lease(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.create("a", 0).close()
        with subprocess.Popen(
            [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as child:
            assert child.stdout is not None
            assert child.stdout.readline() == b"held\n"
            with pytest.raises(SessionBusy, match=f"process {child.pid}"):
                journal.reopen("a")
            assert len(journal.read("a").records) == 1
            child.send_signal(signal.SIGKILL)
            child.wait()
            writer, reading = journal.reopen("a")
        assert len(reading.records) == 1
        writer.wait(writer.append(2, "t", 1, b"{}"))


def test_a_writer_with_an_old_token_writes_nothing(path: Path) -> None:
    with SqliteJournal(path) as journal:
        stale, other = journal.create("a", 0), journal.create("b", 0)
        stale.wait(stale.append(1, "t", 1, b"{}"))
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")  # both in one batch
            stale.append(2, "t", 1, b"stale")
            other.append(2, "t", 1, b"{}")
            db.execute("UPDATE sessions SET token = token + 1 WHERE id = 'a'")
            db.execute("COMMIT")
        other.wait(1)
        with pytest.raises(LeaseLost, match="another writer"):
            stale.wait(2)
        with pytest.raises(LeaseLost):
            stale.append(3, "t", 1, b"{}")
        assert stale.durable == 1
        assert isinstance(stale.failure, LeaseLost)
        assert len(journal.read("a").records) == 1
        assert journal.read("a").damage is None
        assert other.failure is None


def test_a_lease_whose_lock_file_was_deleted_is_still_fenced(path: Path) -> None:
    with SqliteJournal(path) as one, SqliteJournal(path) as two:
        stale = one.create("a", 0)
        (path.with_name(path.name + "-leases") / "a.lease").unlink()
        fresh, _ = two.reopen("a")
        fresh.wait(fresh.append(1, "t", 1, b"fresh"))
        stale.append(1, "t", 1, b"stale")
        with pytest.raises(LeaseLost):
            stale.wait(1)
        fresh.wait(fresh.append(2, "t", 1, b"fresh"))
        assert [record.payload for record in one.read("a").records] == [b"fresh", b"fresh"]


def test_listing_never_makes_a_session_look_busy(path: Path) -> None:
    with SqliteJournal(path) as journal:
        journal.create("a", 0).close()
        done = threading.Event()

        def listing() -> None:
            while not done.is_set():
                journal.sessions()

        threads = [threading.Thread(target=listing) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            for _ in range(20):
                journal.reopen("a")[0].close()
        finally:
            done.set()
            for thread in threads:
                thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # 3.12 warns of forks beside threads
def test_a_fork_neither_writes_nor_keeps_the_lease(path: Path) -> None:
    with SqliteJournal(path) as journal:
        writer = journal.create("a", 0)
        writer.wait(writer.append(1, "t", 1, b"{}"))
        go_on, ended = os.pipe()
        child = os.fork()
        if child == 0:  # pragma: no cover - another process
            code = 1
            try:
                writer.append(2, "t", 1, b"from the fork")
            except LeaseLost:
                code = 0
            os.close(ended)
            os.read(go_on, 1)
            os._exit(code)
        writer.wait(writer.append(2, "t", 1, b"{}"))
        writer.close()
        again, _ = journal.reopen("a")  # the fork is still alive
        again.close()
        os.close(ended)
        assert os.waitpid(child, 0)[1] == 0
        os.close(go_on)


def test_a_lease_that_cannot_be_taken_is_a_journal_error(path: Path) -> None:
    with SqliteJournal(path) as journal:
        path.with_name(path.name + "-leases").write_text("a file where the folder should be")
        with pytest.raises(JournalError, match="lease of session a"):
            journal.create("a", 0)


def test_the_lock_file_notes_the_head(tmp_path: Path) -> None:
    head = Head(7, bytes(range(32)))
    with Lease.acquire(tmp_path, "Big-a") as lease:
        assert noted_head(tmp_path, "Big-a") is None
        lease.note(head)
        assert is_held(tmp_path, "Big-a")
    assert noted_head(tmp_path, "Big-a") == head
    assert not is_held(tmp_path, "Big-a")
    assert list(leased_names(tmp_path)) == ["Big-a"]


def test_a_note_that_was_hit_is_no_note(tmp_path: Path) -> None:
    with Lease.acquire(tmp_path, "a") as lease:
        lease.note(Head(7, bytes(32)))
    file = tmp_path / "a.lease"
    whole = file.read_bytes()
    for at in range(16, len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert noted_head(tmp_path, "a") is None
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        assert noted_head(tmp_path, "a") is None
