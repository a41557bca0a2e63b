"""A journal in one SQLite file: many sessions, many processes, one sync for all that is waiting."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from gameplan.runtime.events.declare import Json
from gameplan.runtime.ids import is_safe_id
from gameplan.runtime.journal.database import Database
from gameplan.runtime.journal.inbox import SqliteInbox
from gameplan.runtime.journal.intents import Intent, Letter
from gameplan.runtime.journal.lease import Head, Lease, is_held, noted_head
from gameplan.runtime.journal.protocol import (
    Damage,
    JournalDamaged,
    JournalError,
    NoSuchSession,
    Reading,
    SessionBusy,
    SessionExists,
    SessionInfo,
)
from gameplan.runtime.journal.reading import list_sessions, read_session, session_exists
from gameplan.runtime.journal.record import genesis
from gameplan.runtime.journal.writing import GroupCommit, SqliteWriter

_TRIES = 5


class SqliteJournal:
    """Keeps sessions in the SQLite file at `path`, which is made if it is not there.

    What `durable` counts is synced to disk. The file can be opened and queried with any SQLite tool.

    Each record carries a hash of itself and of the one before, each session the hash of its last record, and its
    lock file (in the folder `<path>-leases`) notes the same: a record that was changed, left out or cut off is
    noticed when it is read. What cannot be noticed is an end that was deleted together with both heads.
    """

    def __init__(self, path: str | os.PathLike[str], *, busy_timeout: float = 10.0) -> None:
        if Path(path).is_dir():
            raise JournalError(f"{path} is a folder: a journal is a file in one.")
        self._database = Database(Path(path).absolute(), busy_timeout)
        self._lock = threading.Lock()
        self._writers: set[SqliteWriter] = set()
        self._commits: GroupCommit | None = None
        self._inbox = SqliteInbox(self._database)
        self._closed = False
        if self._database.replacement.exists():
            from gameplan.runtime.journal.repair import finish_repair

            finish_repair(self._database)
        self._database.prepare()

    @property
    def path(self) -> Path:
        return self._database.path

    def create(self, session_id: str, at: int) -> SqliteWriter:
        """Begin a session, and be its writer."""
        self._refuse_if_closed()
        if not is_safe_id(session_id):
            raise JournalError(
                f"{session_id!r} cannot be a session's id: use up to 100 letters, digits, - and _, "
                "with a letter or a digit first."
            )
        if session_exists(self._database, session_id):
            raise _exists(session_id)
        head = Head(0, genesis(session_id))
        lease = Lease.acquire(self._database.leases, session_id)
        try:
            if noted_head(self._database.leases, session_id):  # of a session that was in a file since deleted
                lease.note(head)
                lease.sync()
            with self._database.writing() as db:
                db.execute("INSERT INTO sessions VALUES (?, ?, 1, ?, ?)", (session_id, at, *head))
            lease.note(head)
            return self._writer(session_id, 1, head, lease)
        except BaseException as error:
            lease.release()
            if isinstance(error, sqlite3.IntegrityError):
                raise _exists(session_id) from None
            if isinstance(error, sqlite3.Error):
                raise self._database.trouble("written", error) from error
            raise

    def reopen(self, session_id: str) -> tuple[SqliteWriter, Reading]:
        """Become the session's writer, with all that is in its record."""
        for _ in range(_TRIES):
            reading = self.read(session_id)
            if reading.damage is not None:
                raise JournalDamaged(reading.damage)
            last = reading.records[-1] if reading.records else None
            head = Head(last.seq, last.hash) if last else Head(0, genesis(session_id))
            lease = Lease.acquire(self._database.leases, session_id)
            try:
                token = self._next_token(session_id, head)
                if token is not None:
                    lease.note(head)
                    return self._writer(session_id, token, head, lease), reading
            except BaseException:
                lease.release()
                raise
            lease.release()  # someone wrote between the reading and the lease
        raise SessionBusy(f"Session {session_id} is written to by others all the time: try again later.")

    def read(self, session_id: str, after: int = 0) -> Reading:
        """The whole records after number `after`; never waits for a writer, nor makes one wait."""
        self._refuse_if_closed()
        _refuse_if_unsafe(session_id)
        return read_session(self._database, session_id, after)

    def sessions(self, wanted: Callable[[str], bool] | None = None) -> Sequence[SessionInfo]:
        """All sessions by the time of their creation; with `wanted`, only those whose id it wants are looked into.

        Their records are not checked here.
        """
        self._refuse_if_closed()
        return list_sessions(self._database, wanted)

    def is_written(self, session_id: str) -> bool:
        """True if somebody writes to the session now, in this process or another."""
        self._refuse_if_closed()
        return is_safe_id(session_id) and is_held(self._database.leases, session_id)

    def ask(self, session_id: str, kind: str, payload: Json, *, by: str = "person", at: int | None = None) -> Intent:
        """Put an intent into a session's inbox; it is on disk when this returns. No lease is needed for it."""
        self._refuse_if_closed()
        _refuse_if_unsafe(session_id)
        letter = Letter.of(session_id, kind, payload, by, time.time_ns() // 1000 if at is None else at)
        return self._inbox.ask(letter)

    def intents(self, session_id: str, *, open_only: bool = True) -> Sequence[Intent]:
        """What a session was asked, in that order: what is open, or all of it."""
        self._refuse_if_closed()
        if not (is_safe_id(session_id) and session_exists(self._database, session_id)):
            raise _no_such(session_id)
        return self._inbox.intents(session_id, open_only=open_only)

    def asked(self) -> set[str]:
        """The sessions that were asked something to which nobody has answered yet."""
        self._refuse_if_closed()
        return self._inbox.asked()

    def intent(self, intent_id: int) -> Intent | None:
        """One intent as it stands now, for whoever asked it and waits for the verdict."""
        self._refuse_if_closed()
        return self._inbox.intent(intent_id)

    def repair(self, session_id: str) -> Path | None:
        """Drop what is not whole of a session, after copying the journal aside; None if all is whole.

        Where the file itself is broken it is replaced by one with all that can be read of all sessions; for that
        none of them may have a writer. What is in the inboxes stays there.
        """
        self._refuse_if_closed()
        _refuse_if_unsafe(session_id)
        from gameplan.runtime.journal.repair import repair_session  # rarely needed, and slow to import

        return repair_session(self._database, session_id)

    def close(self) -> None:
        """Write all that was handed over and give every lease back."""
        with self._lock:
            self._closed = True
            writers = list(self._writers)
        for writer in writers:
            writer.close()

    def __enter__(self) -> SqliteJournal:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _next_token(self, session_id: str, head: Head) -> int | None:
        """Fence off every earlier writer; None if the session does not stand at `head`."""
        try:
            with self._database.writing() as db:
                row = db.execute(
                    "UPDATE sessions SET token = token + 1 WHERE id = ? AND head_seq = ? AND head_hash = ? "
                    "RETURNING token",
                    (session_id, *head),
                ).fetchone()
        except sqlite3.Error as error:
            if self._database.is_unusable(error):
                problem = f"SQLite cannot write to the file ({error})."
                raise JournalDamaged(Damage(session_id, head.seq, problem)) from error
            raise self._database.trouble("written", error) from error
        return None if row is None else int(row[0])

    def _writer(self, session_id: str, token: int, head: Head, lease: Lease) -> SqliteWriter:
        with self._lock:
            self._refuse_if_closed()
            if self._commits is None:
                self._commits = GroupCommit(self._database)
            writer = SqliteWriter(session_id, token, head, lease, self._commits, self._inbox, self._leave)
            self._writers.add(writer)
            return writer

    def _leave(self, writer: SqliteWriter) -> None:
        """With the last writer go the connections, so that a file nobody writes to can be replaced."""
        with self._lock:
            self._writers.discard(writer)
            if self._writers:
                return
            commits, self._commits = self._commits, None
        self._inbox.close()
        if commits is not None:
            commits.stop()

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise JournalError(f"The journal {self.path} is closed.")


def _exists(session_id: str) -> SessionExists:
    return SessionExists(f"Session {session_id} is in the journal already: reopen it instead.")


def _refuse_if_unsafe(session_id: str) -> None:
    if not is_safe_id(session_id):
        raise _no_such(session_id)


def _no_such(session_id: str) -> NoSuchSession:
    return NoSuchSession(f"There is no session {session_id!r} in the journal.")
