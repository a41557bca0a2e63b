"""Records that were changed, left out or cut off are noticed, named, and never handed on."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from gameplan.runtime.journal import JournalDamaged, JournalError, NoSuchSession, SqliteJournal
from gameplan.runtime.journal.record import chained, genesis

EVENTS = 10

# Ends without closing, so that the last commits stand in the WAL alone.
LEAVE_A_WAL = """
import os, sqlite3, sys
from gameplan.runtime.journal import SqliteJournal
journal = SqliteJournal(sys.argv[1])
writer = journal.create("a", 0)
for n in range(1, 11):
    writer.wait(writer.append(n, "t", 1, b'{"n": %d}' % n))
os._exit(0)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "journal.db"
    with SqliteJournal(path) as journal:
        for name in ("a", "b"):
            writer = journal.create(name, 0)
            for n in range(1, EVENTS + 1):
                writer.append(n, "t", 1, b'{"n": %d}' % n)
            writer.close()
    return path


def change(path: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(sql, values)


def sidecar(path: Path) -> Path:
    return path.with_name(path.name + "-leases") / "a.lease"


def numbers(records: object) -> list[int]:
    return [record.seq for record in records]  # type: ignore[attr-defined]


CHANGES = {
    "a payload": ("UPDATE events SET payload = '{}' WHERE session = 'a' AND seq = 6", 5, "Event 6 is not as it was"),
    "broken text": (
        "UPDATE events SET payload = CAST(x'fffe00' AS TEXT) WHERE session = 'a' AND seq = 6",
        5,
        "Event 6 is not as it was",
    ),
    "a time": ("UPDATE events SET at = at + 1 WHERE session = 'a' AND seq = 6", 5, "Event 6 is not as it was"),
    "a type": ("UPDATE events SET type = 'u' WHERE session = 'a' AND seq = 6", 5, "Event 6 is not as it was"),
    "a version": ("UPDATE events SET version = 2 WHERE session = 'a' AND seq = 6", 5, "Event 6 is not as it was"),
    "a hash": ("UPDATE events SET hash = x'00' WHERE session = 'a' AND seq = 6", 5, "Event 6 is not as it was"),
    "the first": ("UPDATE events SET payload = '{}' WHERE session = 'a' AND seq = 1", 0, "No event is whole"),
    "a gap": ("DELETE FROM events WHERE session = 'a' AND seq = 6", 5, "Event 6 is missing"),
    "the end": ("DELETE FROM events WHERE session = 'a' AND seq > 6", 6, "up to event 10, was cut off"),
    "all": ("DELETE FROM events WHERE session = 'a'", 0, "up to event 10, was cut off"),
    "the head": ("UPDATE sessions SET head_seq = 4 WHERE id = 'a'", 10, "does not fit its last event"),
    "the head's hash": ("UPDATE sessions SET head_hash = x'00' WHERE id = 'a'", 10, "does not fit its last event"),
    "the row": ("DELETE FROM sessions WHERE id = 'a'", 10, "is gone"),
    "swapped": (
        "UPDATE events SET payload = (SELECT payload FROM events WHERE session = 'b' AND seq = 7) "
        "WHERE session = 'a' AND seq = 6",
        5,
        "Event 6 is not as it was",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_noticed(path: Path, what: str) -> None:
    sql, kept, problem = CHANGES[what]
    change(path, sql)
    with SqliteJournal(path) as journal:
        reading = journal.read("a")
        assert numbers(reading.records) == list(range(1, kept + 1))
        assert reading.damage is not None
        assert reading.damage.kept == kept
        assert problem in str(reading.damage)
        with pytest.raises(JournalDamaged, match=r"journal\.repair\('a'\)") as caught:
            journal.reopen("a")
        assert caught.value.damage == reading.damage
        assert [line.writing for line in journal.sessions()] == [False] * len(journal.sessions())
        assert journal.read("b").damage is None


@pytest.mark.parametrize("what", CHANGES)
def test_reopening_a_damaged_session_changes_nothing(path: Path, what: str) -> None:
    change(path, CHANGES[what][0])
    before = path.read_bytes()
    with SqliteJournal(path) as journal, pytest.raises(JournalDamaged):
        journal.reopen("a")
    assert path.read_bytes() == before


@pytest.mark.parametrize("what", CHANGES)
def test_a_repaired_session_goes_on_from_what_is_whole(path: Path, what: str) -> None:
    sql, kept, _ = CHANGES[what]
    change(path, sql)
    damaged = path.read_bytes()
    with SqliteJournal(path) as journal:
        copy = journal.repair("a")
        assert copy is not None
        assert copy.name == "journal.db.damaged-1"
        assert copy.read_bytes() == damaged
        writer, reading = journal.reopen("a")
        assert numbers(reading.records) == list(range(1, kept + 1))
        writer.wait(writer.append(99, "t", 1, b"{}"))
        assert numbers(journal.read("a").records) == list(range(1, kept + 2))
        assert journal.read("a").damage is None
        assert journal.read("b").damage is None
        assert journal.repair("a") is None


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="the open files are counted in /dev/fd")
def test_repairs_do_not_use_up_the_files_that_a_process_may_have_open(path: Path) -> None:
    made = path.read_bytes()
    opened: list[int] = []
    for number in range(12):
        if number % 4 == 0:  # another file takes its place
            path.unlink()
            path.write_bytes(made)
        change(path, "UPDATE events SET payload = ? WHERE session = 'a' AND seq = 6", str(number))
        with SqliteJournal(path) as journal:
            assert journal.repair("a") is not None
            writer, _ = journal.reopen("a")
            for n in range(6, EVENTS + 1):
                writer.append(n, "t", 1, b"{}")
            writer.close()
        opened.append(len(list(Path("/dev/fd").iterdir())))
    assert max(opened) - opened[0] <= 3, "the file, its WAL and its index, as they are now"


def test_an_event_that_was_added_by_hand_is_noticed(path: Path) -> None:
    with SqliteJournal(path) as journal:
        last = journal.read("a").records[-1]
        forged = chained(last.hash, 11, 11, "t", 1, b"{}")
        change(path, "INSERT INTO events VALUES ('a', ?, ?, ?, ?, CAST(? AS TEXT), ?)", *forged)
        damage = journal.read("a").damage
        assert damage is not None and "does not fit" in damage.problem


def test_a_record_that_was_rewritten_with_its_chain_is_noticed_by_the_note(path: Path) -> None:
    previous = genesis("a")
    for n in range(1, EVENTS + 1):
        record = chained(previous, n, n, "t", 1, b"forged")
        previous = record.hash
        change(
            path,
            "UPDATE events SET payload = 'forged', hash = ? WHERE session = 'a' AND seq = ?",
            record.hash,
            n,
        )
    change(path, "UPDATE sessions SET head_hash = ? WHERE id = 'a'", previous)
    with SqliteJournal(path) as journal:
        damage = journal.read("a").damage
        assert damage is not None and "rewritten" in damage.problem


def test_damage_before_what_is_asked_for_is_left_to_those_who_read_it(path: Path) -> None:
    change(path, "UPDATE events SET payload = '{}' WHERE session = 'a' AND seq = 3")
    with SqliteJournal(path) as journal:
        assert numbers(journal.read("a", 5).records) == [6, 7, 8, 9, 10]
        assert journal.read("a", 5).damage is None


def test_reading_on_from_an_event_that_is_gone_says_how_far_the_record_is_whole(path: Path) -> None:
    change(path, "DELETE FROM events WHERE session = 'a' AND seq > 4")
    with SqliteJournal(path) as journal:
        reading = journal.read("a", 7)
        assert reading.records == ()
        assert reading.damage is not None and reading.damage.kept == 4


def test_a_session_that_vanished_is_not_taken_for_one_that_never_was(path: Path) -> None:
    change(path, "DELETE FROM sessions WHERE id = 'a'")
    change(path, "DELETE FROM events WHERE session = 'a'")
    with SqliteJournal(path) as journal:
        for ask in (journal.read, journal.reopen):
            with pytest.raises(JournalDamaged, match="no longer in the journal"):
                ask("a")
        assert journal.repair("a") is not None
        assert numbers(journal.reopen("a")[1].records) == []
        sidecar(path).with_name("b.lease").unlink()
        change(path, "DELETE FROM sessions WHERE id = 'b'")
        change(path, "DELETE FROM events WHERE session = 'b'")
        with pytest.raises(NoSuchSession):  # both heads are gone: nobody can know
            journal.read("b")


@pytest.mark.parametrize("frames", [0, 3, 9])
def test_a_cut_wal_is_noticed_by_the_note_in_the_lock_file(tmp_path: Path, frames: int) -> None:
    path, wal = tmp_path / "journal.db", tmp_path / "journal.db-wal"
    subprocess.run([sys.executable, "-c", LEAVE_A_WAL, str(path)], check=True)
    whole = wal.read_bytes()
    wal.write_bytes(whole[: 32 + frames * (24 + 4096) + 100])
    cut = wal.read_bytes()
    with SqliteJournal(path) as journal:
        for ask in (lambda: journal.reopen("a"), lambda: journal.reopen("a")):
            with pytest.raises(JournalDamaged) as caught:
                ask()
        assert wal.read_bytes() == cut
        kept = caught.value.damage.kept
        copy = journal.repair("a")
        assert copy is not None
        assert copy.with_name(copy.name + "-wal").read_bytes() == cut
        writer, reading = journal.reopen("a")
        assert numbers(reading.records) == list(range(1, kept + 1))
        writer.wait(writer.append(1, "t", 1, b"{}"))


def test_a_whole_wal_without_a_note_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    subprocess.run([sys.executable, "-c", LEAVE_A_WAL, str(path)], check=True)
    shutil.rmtree(path.with_name(path.name + "-leases"))
    with SqliteJournal(path) as journal:
        writer, reading = journal.reopen("a")
        assert numbers(reading.records) == list(range(1, 11))
        writer.close()
        assert sidecar(path).exists()


def test_a_note_that_is_behind_is_fine(path: Path) -> None:
    note = sidecar(path).read_bytes()
    with SqliteJournal(path) as journal:
        writer, _ = journal.reopen("a")
        writer.append(11, "t", 1, b"{}")
        writer.close()
        sidecar(path).write_bytes(note)
        assert len(journal.reopen("a")[1].records) == 11


def test_a_file_that_is_gone_is_a_journal_error(path: Path) -> None:
    with SqliteJournal(path) as journal:
        for file in path.parent.glob("journal.db*"):
            if file.is_file():
                file.unlink()
        for ask in (lambda: journal.read("a"), lambda: journal.create("c", 0), journal.sessions):
            with pytest.raises(JournalError, match="could not be read"):
                ask()
        assert not path.exists()


def test_an_id_may_be_used_again_after_the_file_was_deleted(path: Path) -> None:
    path.unlink()
    with SqliteJournal(path) as journal:
        journal.create("a", 0)
        assert journal.read("a").damage is None
