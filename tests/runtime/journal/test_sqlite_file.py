"""The file of a journal: made safely, recognised, open to any SQLite tool."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from gameplan.runtime.journal import JournalError, SqliteJournal
from gameplan.runtime.journal.database import APPLICATION_ID


def query(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def test_the_folder_is_made_if_it_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder with ? and #" / "journal.db"
    with SqliteJournal(path) as journal:
        journal.create("a", 0)
    assert path.is_file()


def test_a_person_can_query_the_file(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with SqliteJournal(path) as journal:
        writer = journal.create("a", 7)
        writer.append(8, "door.opened", 1, '{"door": "süd"}'.encode())
    assert query(path, "SELECT id, created, head_seq FROM sessions") == [("a", 7, 1)]
    assert query(path, "SELECT type, payload->>'door' FROM events") == [("door.opened", "süd")]
    assert query(path, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert query(path, "PRAGMA journal_mode") == [("wal",)]
    tables = query(path, "SELECT name, strict, wr FROM pragma_table_list WHERE name IN ('sessions', 'events')")
    assert sorted(tables) == [("events", 1, 1), ("sessions", 1, 1)]


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    SqliteJournal(path).close()
    change(path, "PRAGMA user_version=2")
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"newer Gameplan .*version 2"):
        SqliteJournal(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello, this is a text file\n" * 50, b"x"])
def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(JournalError, match="not a Gameplan journal"):
        SqliteJournal(path)
    assert path.read_bytes() == content
    assert not (tmp_path / "notes.txt-leases").exists()


@pytest.mark.parametrize("mode", ["delete", "wal"])
def test_the_database_of_another_program_is_refused_and_left_alone(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "other.db"
    change(path, f"PRAGMA journal_mode={mode}", "CREATE TABLE events (x)", "INSERT INTO events VALUES (1)")
    before = path.read_bytes()
    with pytest.raises(JournalError, match="not a Gameplan journal"):
        SqliteJournal(path)
    assert path.read_bytes() == before


def test_an_empty_file_becomes_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.touch()
    with SqliteJournal(path) as journal:
        journal.create("a", 0)


def test_a_folder_in_its_place_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match=str(tmp_path)):
        SqliteJournal(tmp_path)


def test_a_wal_without_its_file_is_not_thrown_away(tmp_path: Path) -> None:
    path, wal = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    wal.write_bytes(b"all that is left")
    with pytest.raises(JournalError, match="-wal"):
        SqliteJournal(path)
    assert wal.read_bytes() == b"all that is left"


def test_many_processes_may_make_the_file_at_once(tmp_path: Path) -> None:
    child = (
        "import sys\n"
        "from gameplan.runtime.journal import SqliteJournal\n"
        "sys.stdin.readline()\n"
        "with SqliteJournal(sys.argv[1]) as journal:\n"
        "    journal.create(sys.argv[2], 0).append(1, 't', 1, b'{}')\n"
    )
    path = tmp_path / "journal.db"
    children = [
        subprocess.Popen([sys.executable, "-c", child, str(path), f"s{n}"], stdin=subprocess.PIPE) for n in range(6)
    ]
    for process in children:
        process.communicate(b"go\n")
    assert [process.returncode for process in children] == [0] * 6
    with SqliteJournal(path) as journal:
        assert [line.events for line in journal.sessions()] == [1] * 6


def test_many_threads_may_make_the_file_at_once(tmp_path: Path) -> None:
    problems: list[Exception] = []
    start = threading.Barrier(8)

    def make(n: int) -> None:
        try:
            start.wait()
            with SqliteJournal(tmp_path / "journal.db") as journal:
                journal.create(f"s{n}", 0)
        except (JournalError, sqlite3.Error) as error:
            problems.append(error)

    threads = [threading.Thread(target=make, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    with SqliteJournal(tmp_path / "journal.db") as journal:
        assert len(journal.sessions()) == 8


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "a b", "x" * 101, "é", "_repair"])
def test_a_session_id_must_be_fit_for_a_file_name(tmp_path: Path, name: str) -> None:
    with SqliteJournal(tmp_path / "journal.db") as journal, pytest.raises(JournalError, match="session's id"):
        journal.create(name, 0)


def test_a_closed_journal_refuses(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "journal.db")
    writer = journal.create("a", 0)
    journal.close()
    journal.close()
    for ask in (lambda: journal.read("a"), lambda: journal.create("b", 0), lambda: journal.reopen("a")):
        with pytest.raises(JournalError, match="closed"):
            ask()
    with pytest.raises(JournalError, match="closed"):
        writer.append(1, "t", 1, b"{}")
    with pytest.raises(JournalError, match="closed"):
        writer.wait(1)


def test_nothing_stays_open_after_closing(tmp_path: Path) -> None:
    before = threading.active_count()
    with SqliteJournal(tmp_path / "journal.db") as journal:
        for n in range(3):
            writer = journal.create(f"s{n}", 0)
            writer.append(1, "t", 1, b"{}")
        journal.read("s0")
        journal.sessions()
    assert threading.active_count() == before
    assert not [link for link in Path("/proc/self/fd").iterdir() if str(tmp_path) in _target(link)]


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return ""


def test_a_folder_is_not_a_journal(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="is a folder"):
        SqliteJournal(tmp_path)
