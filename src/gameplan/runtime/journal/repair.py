"""Repairing a journal: the damaged file is copied aside, then the session goes on from what is whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import threading
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import NamedTuple

from gameplan.runtime.files import sync_folder
from gameplan.runtime.journal.database import INBOX, PAGE_SIZE, TABLES, Database, has_inbox, is_damage
from gameplan.runtime.journal.inbox import ALL, PUT, intent_of
from gameplan.runtime.journal.intents import UNREADABLE
from gameplan.runtime.journal.lease import REPAIR, Head, Lease
from gameplan.runtime.journal.protocol import (
    JournalDamaged,
    JournalError,
    NoSuchSession,
    Reading,
    SessionBusy,
)
from gameplan.runtime.journal.reading import known_sessions, read_session
from gameplan.runtime.journal.record import genesis

_SQLITE_FILES = ("", "-wal", "-shm")
# Closing a file takes away all locks that SQLite has on it in this process, so these stay open as long as it is there.
_kept_open: dict[tuple[int, int], int] = {}
_copying = threading.Lock()


def repair_session(database: Database, session_id: str) -> Path | None:
    """Copy the journal aside and drop what is not whole of a session; None if there is nothing to repair."""
    whole = _whole(database, session_id).damage is None
    sound = _is_sound(database)
    if whole and sound and _can_be_written(database):
        return None
    with Lease.acquire(database.leases, session_id) as lease:
        try:
            copy, head = _cut(database, session_id) if sound and not whole else _rebuild(database, session_id)
        except sqlite3.Error as error:
            if not database.is_unusable(error):
                raise database.trouble("repaired", error) from error
            copy, head = _rebuild(database, session_id)
        lease.note(head)
        lease.sync()
    return copy


def finish_repair(database: Database) -> None:
    """Put a rebuilt file in its place, where a repair was interrupted just before."""
    try:
        with Lease.acquire(database.leases, REPAIR):
            if database.replacement.exists():
                _replace(database)
    except SessionBusy:
        raise JournalError(f"{database.path} is just being repaired: try again in a moment.") from None


def _is_sound(database: Database) -> bool:
    """True if SQLite finds nothing wrong with the file itself."""
    try:
        with database.reading() as db:
            db.text_factory = bytes
            tables = db.execute("SELECT sql FROM sqlite_schema ORDER BY rootpage").fetchall()
            checked = db.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as error:
        if is_damage(error):
            return False
        raise database.trouble("read", error) from error
    record, inbox = [[(sql.encode(),) for sql in statements] for statements in (TABLES, INBOX)]
    # An older file has no inbox yet, or has it wherever there was room.
    as_made = tables[: len(record)] == record and sorted(tables[len(record) :]) in ([], sorted(inbox))
    return as_made and checked == (b"ok",)


def _can_be_written(database: Database) -> bool:
    try:
        with database.writing() as db:
            db.execute("UPDATE sessions SET token = token WHERE id IS NULL")
    except sqlite3.Error as error:
        if database.is_unusable(error):
            return False
        raise database.trouble("written", error) from error
    return True


def _cut(database: Database, session_id: str) -> tuple[Path, Head]:
    """Delete what comes after the whole records, in a file that is otherwise sound."""
    with database.writing() as db:  # nobody else writes while the copy is made
        reading = _whole(database, session_id)
        head = _head(session_id, reading)
        copy = _copy_aside(database.path)
        db.execute("DELETE FROM events WHERE session = ? AND (seq > ? OR seq < 1)", (session_id, head.seq))
        db.execute(
            "INSERT INTO sessions VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
            "token = token + 1, head_seq = excluded.head_seq, head_hash = excluded.head_hash",
            (session_id, _created(reading), time.time_ns(), *head),
        )
    return copy, head


def _rebuild(database: Database, session_id: str) -> tuple[Path, Head]:
    """Move what can be read of all sessions to a new file, and let it take the place of the broken one."""
    with ExitStack() as held:
        held.enter_context(Lease.acquire(database.leases, REPAIR))
        names = known_sessions(database) | {session_id}
        for name in sorted(names - {session_id}):
            held.enter_context(Lease.acquire(database.leases, name))
        copy = _copy_aside(database.path)
        folder = Path(held.enter_context(tempfile.TemporaryDirectory(dir=copy.parent, prefix=".repair-")))
        fresh = Database(folder / "fresh.db")
        fresh.prepare()
        versions = [_working_copy(copy, folder / "as-it-is.db"), _working_copy(copy, folder / "headed.db")]
        _renew_first_page(versions[1].path, fresh.path)
        try:
            head = _salvage(versions, fresh, names, session_id)
        except sqlite3.Error as error:
            raise database.trouble("repaired", error) from error
        _sync(fresh.path)
        fresh.path.replace(database.replacement)
        _replace(database)
    return copy, head


def _working_copy(copy: Path, path: Path) -> Database:
    """SQLite changes what it opens, so it gets a copy of the copy."""
    for suffix in ("", "-wal"):
        source = copy.with_name(copy.name + suffix)
        if source.exists():
            shutil.copyfile(source, path.with_name(path.name + suffix))
    return Database(path)


def _renew_first_page(path: Path, fresh: Path) -> None:
    """Where the header or the schema was hit, the rest may be whole.

    Both are the same in every journal but for the file's length, as the tables are made first and never move.
    """
    with path.open("r+b") as file:
        page = bytearray(fresh.read_bytes()[:PAGE_SIZE])
        page[28:32] = (path.stat().st_size // PAGE_SIZE).to_bytes(4, "big")
        file.write(page)


def _salvage(versions: list[Database], fresh: Database, names: set[str], repaired: str) -> Head:
    """Write the longest whole record of each session into the new file; returns the head of the repaired one."""
    repaired_head = Head(0, genesis(repaired))
    with closing(fresh.connect()) as db:
        db.execute("BEGIN IMMEDIATE")
        for name in sorted(names.union(*map(known_sessions, versions))):
            reading = _longest(versions, name)
            row = next(filter(None, (_row(version, name) for version in versions)), None)
            head = _head(name, reading)
            if name == repaired:
                repaired_head = head
            elif row is not None and row.head.seq > 0:
                head = row.head  # a session that has lost its end must go on saying so
            if name != repaired and not reading.records and (row is None or head.seq > 0):
                continue  # nothing is left of it, and its lock file goes on to say that it was there
            created, token = (row.created, row.token + 1) if row else (_created(reading), time.time_ns())
            db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?)", (name, created, token, *head))
            db.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), ?)",
                ((name, *record) for record in reading.records),
            )
        _salvage_intents(versions, db)
        db.execute("COMMIT")
        if db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] != 0:
            raise JournalError(f"{fresh.path} is in use by another program: repair again.")
    return repaired_head


def _salvage_intents(versions: list[Database], fresh: sqlite3.Connection) -> None:
    """Move over every intent that is as it was written, with its number and its verdict."""
    rows: dict[int, tuple[object, ...]] = {}
    for version in versions:
        with suppress(sqlite3.Error), version.reading() as db:  # what is beyond reach is lost
            for row in db.execute(f"{ALL} NOT INDEXED ORDER BY id") if has_inbox(db) else ():
                intent = intent_of(row)
                if intent.kind != UNREADABLE:
                    about = (intent.id, intent.session_id, intent.at, intent.kind, intent.by)
                    rows.setdefault(intent.id, (*about, intent.verdict, intent.reason, *row[-2:]))
    for values in rows.values():
        fresh.execute(PUT, values).fetchone()


def _longest(versions: list[Database], name: str) -> Reading:
    found, failures = [], []
    for version in versions:
        try:
            found.append(_whole(version, name))
        except NoSuchSession:
            found.append(Reading(()))
        except JournalError as error:
            failures.append(error)
    if not found:
        raise failures[0]
    return max(found, key=lambda reading: len(reading.records))


def _replace(database: Database) -> None:
    """The old WAL must be gone before: SQLite would play it into the new file. An interruption is finished later."""
    sync_folder(database.path.parent)
    for suffix in _SQLITE_FILES[1:]:
        database.beside(suffix).unlink(missing_ok=True)
    database.replacement.replace(database.path)
    sync_folder(database.path.parent)


def _whole(database: Database, session_id: str) -> Reading:
    try:
        return read_session(database, session_id)
    except JournalDamaged as error:
        return Reading((), error.damage)


class _Row(NamedTuple):
    created: int
    token: int
    head: Head


def _row(database: Database, session_id: str) -> _Row | None:
    """The session's row, if all of it can be read."""
    try:
        with database.reading() as db:
            row = db.execute(
                "SELECT created, token, head_seq, head_hash FROM sessions WHERE id = ?", (session_id,)
            ).fetchone()
    except sqlite3.Error:
        return None
    if row is None or tuple(map(type, row)) != (int, int, int, bytes):
        return None
    return _Row(row[0], row[1], Head(row[2], row[3]))


def _head(session_id: str, reading: Reading) -> Head:
    if not reading.records:
        return Head(0, genesis(session_id))
    return Head(reading.records[-1].seq, reading.records[-1].hash)


def _created(reading: Reading) -> int:
    return reading.records[0].at if reading.records else 0


def _copy_aside(path: Path) -> Path:
    """Copy the three files of a database, byte for byte, to a name that is not taken."""
    number = 1
    while True:
        copy = path.with_name(f"{path.name}.damaged-{number}")
        try:
            copy.open("xb").close()
            break
        except FileExistsError:
            number += 1
    for suffix in _SQLITE_FILES:
        source = path.with_name(path.name + suffix)
        if source.exists():
            target = copy.with_name(copy.name + suffix)
            _copy(source, target)
            _sync(target)
    sync_folder(copy.parent)
    return copy


def _copy(source: Path, target: Path) -> None:
    with _copying, target.open("wb") as file:
        fd = _opened(source)
        os.lseek(fd, 0, os.SEEK_SET)
        while chunk := os.read(fd, 1 << 20):
            file.write(chunk)


def _opened(source: Path) -> int:
    for of, fd in list(_kept_open.items()):
        if os.fstat(fd).st_nlink == 0:  # it was replaced or deleted since
            os.close(_kept_open.pop(of))
    known = _kept_open.get(_identity(source.stat()))
    if known is not None:
        return known
    fd = os.open(source, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    return _kept_open.setdefault(_identity(os.fstat(fd)), fd)


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _sync(path: Path) -> None:
    with path.open("r+b") as file:
        os.fsync(file.fileno())
