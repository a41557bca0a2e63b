"""Reading a session from the SQLite file, and telling whole records from damaged ones."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import Any

from gameplan.runtime.ids import is_safe_id
from gameplan.runtime.journal.database import Database, is_damage
from gameplan.runtime.journal.lease import Head, is_held, leased_names, noted_head
from gameplan.runtime.journal.protocol import (
    Damage,
    JournalDamaged,
    NoSuchSession,
    Reading,
    SessionInfo,
)
from gameplan.runtime.journal.record import Record, follows, genesis

# Text is read as bytes: a damaged file may hold anything, and only the chain says what is whole.
_EVENTS = "SELECT seq, at, CAST(type AS BLOB), version, CAST(payload AS BLOB), hash FROM events WHERE session = ? "
_RECORDS = _EVENTS + "AND seq > ? ORDER BY seq"
_RECORD = _EVENTS + "AND seq = ?"
_HEAD = "SELECT head_seq, head_hash FROM sessions WHERE id = ?"


def read_session(database: Database, session_id: str, after: int = 0) -> Reading:
    """The whole records after number `after`, and what is wrong with the rest.

    Raises `NoSuchSession`, and `JournalDamaged` where nothing of the session can be read.
    """
    # Before the snapshot: a note that is ahead of the snapshot then cannot come from a later commit.
    noted = noted_head(database.leases, session_id)
    records: list[Record] = []
    previous: bytes | None = None
    row: Head | None = None
    problem: str | None
    try:
        with database.reading() as db:
            row, problem = _row(db, session_id)
            previous = genesis(session_id) if after == 0 else _hash_at(db, session_id, after)
            if previous is not None:
                broken = _take_whole(db.execute(_RECORDS, (session_id, after)), after, previous, records)
                end = Head(after + len(records), records[-1].hash if records else previous)
                problem = problem or broken or _compare(end, row, noted, records)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise database.trouble("read", error) from error
        problem = f"SQLite cannot read the file any further ({error})."
    if previous is None and after > 0:  # nobody has written that far yet, or it was lost
        return Reading((), read_session(database, session_id).damage)
    if row is None and not records and after == 0:
        if problem is None and (noted is None or noted.seq == 0):
            raise NoSuchSession(f"There is no session {session_id} in the journal.")
        raise JournalDamaged(Damage(session_id, 0, problem or "It is no longer in the journal."))
    return Reading(tuple(records), Damage(session_id, after + len(records), problem) if problem else None)


def session_exists(database: Database, session_id: str) -> bool:
    try:
        with database.reading() as db:
            return db.execute(_HEAD, (session_id,)).fetchone() is not None
    except sqlite3.Error as error:
        raise database.trouble("read", error) from error


def list_sessions(database: Database, wanted: Callable[[str], bool] | None = None) -> list[SessionInfo]:
    """One line per session that is wanted, by the time of its creation. The chains are not checked here."""
    leases = database.leases
    try:
        with database.reading() as db:
            rows = db.execute("SELECT CAST(id AS BLOB), created, head_seq FROM sessions").fetchall()
            lines = [
                SessionInfo(
                    name,
                    _number(created),
                    _number(events),
                    _record_at(db, name, 1),
                    _record_at(db, name, _number(events)),
                    is_held(leases, name),
                )
                for name, created, events in ((as_text(id_), *rest) for id_, *rest in rows)
                if is_safe_id(name) and (wanted is None or wanted(name))
            ]
    except sqlite3.Error as error:
        raise database.trouble("read", error) from error
    return sorted(lines, key=lambda line: (line.created, line.session_id))


def known_sessions(database: Database) -> set[str]:
    """Every session that has left a trace that can still be read: a row, an event, a lock file."""
    names = set(leased_names(database.leases))
    for query in ("SELECT CAST(id AS BLOB) FROM sessions", "SELECT DISTINCT CAST(session AS BLOB) FROM events"):
        try:
            with database.reading() as db:
                names.update(as_text(name) for (name,) in db.execute(query))
        except sqlite3.Error:
            continue  # what is beyond reach is not known
    return {name for name in names if is_safe_id(name)}


def _take_whole(rows: Iterable[Any], after: int, previous: bytes, records: list[Record]) -> str | None:
    """Move records over as long as each is unchanged and follows the one before; says why it stopped."""
    seq = after
    for row in rows:
        seq += 1
        record = _record(row)
        if record is None or not follows(record, seq, previous):
            missing = record is not None and record.seq != seq
            return f"Event {seq} is missing." if missing else f"Event {seq} is not as it was written."
        records.append(record)
        previous = record.hash
    return None


def _compare(end: Head, row: Head | None, noted: Head | None, records: list[Record]) -> str | None:
    """What the end of the record says, against the session's row and the note in its lock file."""
    written = max(row.seq if row else 0, noted.seq if noted else 0)
    if row is None and not records:
        return None
    if end.seq < written:
        return f"Event {end.seq + 1} and what came after it, up to event {written}, was cut off."
    if row is None:
        return "Its row in the table of sessions is gone."
    if row != end:
        return f"Its row in the table of sessions does not fit its last event, {end.seq}."
    if noted is None or noted.seq <= end.seq - len(records):
        return None
    if records[noted.seq - end.seq - 1].hash != noted.hash:
        return f"Event {noted.seq} is not the one that the last writer noted: the record was rewritten."
    return None


def _row(db: sqlite3.Connection, session_id: str) -> tuple[Head | None, str | None]:
    """The head as the session's row has it; its events may be readable even where that is not."""
    try:
        row = db.execute(_HEAD, (session_id,)).fetchone()
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise
        return None, f"SQLite cannot read the table of sessions ({error})."
    if row is None:
        return None, None
    return Head(_number(row[0]), row[1]), None


def _hash_at(db: sqlite3.Connection, session_id: str, seq: int) -> bytes | None:
    record = _record_at(db, session_id, seq)
    return record.hash if record else None


def _record_at(db: sqlite3.Connection, session_id: str, seq: int) -> Record | None:
    return _record(db.execute(_RECORD, (session_id, seq)).fetchone())


def _record(row: Any) -> Record | None:
    """The row as a record; None if it has values that were never written."""
    if row is None:
        return None
    seq, at, type_, version, payload, hash_ = row
    if not (type(seq) is type(at) is type(version) is int and type(type_) is type(payload) is type(hash_) is bytes):
        return None
    return Record(seq, at, as_text(type_), version, payload, hash_)


def as_text(value: Any) -> str:
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0
