"""Writing to the SQLite file: a session's writer, and the thread that commits for all of them at once."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import TypeAlias

from gameplan.runtime.journal.database import Database, cause_of
from gameplan.runtime.journal.inbox import SqliteInbox
from gameplan.runtime.journal.intents import Intent, Verdict
from gameplan.runtime.journal.lease import Head, Lease
from gameplan.runtime.journal.protocol import CommitFailed, JournalError, LeaseLost
from gameplan.runtime.journal.record import Record, chained

_log = logging.getLogger("gameplan.journal")
_CROWD = 4  # what one alone may hand over at once: the end of a step, an approval, the beginning of the next
_LARGEST_BATCH = 10_000
_PAUSE = 0.0004  # seconds
_LONGEST_WAIT = 12  # pauses

# The head moves only for the writer whose token is in the row, and only on from where it left it.
_ADVANCE = "UPDATE sessions SET head_seq = ?, head_hash = ? WHERE id = ? AND token = ? AND head_seq = ?"
_INSERT = (
    "INSERT INTO events (session, seq, at, type, version, payload, hash) VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), ?)"
)


class SqliteWriter:
    """The one hand that writes to a session. See `JournalWriter`; `failure` also tells how `close` went."""

    def __init__(
        self,
        session_id: str,
        token: int,
        head: Head,
        lease: Lease,
        commits: GroupCommit,
        inbox: SqliteInbox,
        on_close: Callable[[SqliteWriter], None],
    ) -> None:
        self.session_id = session_id
        self.token = token
        self._head = head
        self._durable = head.seq
        self._failure: JournalError | None = None
        self._closed = False
        self._lease = lease
        self._commits = commits
        self._inbox = inbox
        self._on_close = on_close
        self._callbacks: tuple[Callable[[], None], ...] = ()
        self._handing_over = threading.Lock()
        self._changed = threading.Condition()
        _writers.add(self)

    @property
    def durable(self) -> int:
        return self._durable

    @property
    def failure(self) -> JournalError | None:
        return self._failure

    def append(self, at: int, type_: str, version: int, payload: bytes) -> int:
        with self._handing_over:
            if self._failure is not None:
                raise self._failure
            if self._closed:
                raise self._is_closed()
            record = chained(self._head.hash, self._head.seq + 1, at, type_, version, payload)
            self._head = Head(record.seq, record.hash)
            self._commits.put(self, record)
        return record.seq

    def on_progress(self, callback: Callable[[], None]) -> None:
        self._callbacks += (callback,)

    def wait(self, seq: int) -> None:
        self._commits.refuse_own_thread()
        with self._changed:
            while self._durable < seq:
                if self._failure is not None:
                    raise self._failure
                if self._closed and seq > self._head.seq:
                    raise self._is_closed()
                self._changed.wait()

    def next_intent(self, after: int = 0) -> Intent | None:
        return self._inbox.next(self.session_id, after)

    def on_intent(self, callback: Callable[[], None]) -> Callable[[], None]:
        return self._inbox.listen(self.session_id, callback)

    def settle(self, intent_id: int, verdict: Verdict, reason: str = "") -> Intent:
        if self._failure is not None:
            raise self._failure
        if self._closed:
            raise self._is_closed()
        return self._inbox.settle(self.session_id, self.token, intent_id, verdict, reason)

    def close(self) -> None:
        """Write what was handed over, then give the lease back. Never raises a failed commit: see `failure`."""
        self._commits.refuse_own_thread()
        with self._handing_over:
            if self._closed:
                return
            self._closed = True
        with self._changed:
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._failure is not None or self._durable >= self._head.seq)
        self._lease.release()
        self._on_close(self)

    def committed(self, head: Head) -> None:
        """Called by the committing thread: everything up to `head` is on disk."""
        self._lease.note(head)  # before the acknowledgement: what was acknowledged can be missed
        with self._changed:
            self._durable = head.seq
            self._changed.notify_all()
        self._tell()

    def failed(self, failure: JournalError) -> None:
        """Called by the committing thread: nothing more will be written."""
        with self._changed:
            self._failure = failure
            self._changed.notify_all()
        self._tell()

    def forked(self) -> None:
        """In a fork there is no committing thread, and the lease is the parent's."""
        self._lease.forget()
        _inherited.append(self._commits)
        self._handing_over = threading.Lock()
        self._changed = threading.Condition()
        self._failure = LeaseLost(
            f"Session {self.session_id} is written by process {os.getppid()}, of which this one is a fork: "
            "open the journal anew in this process."
        )

    def _tell(self) -> None:
        for callback in self._callbacks:
            try:
                callback()
            except Exception:  # noqa: BLE001 - one listener's fault must not stop the commits of all
                _log.exception("A progress callback of session %s failed", self.session_id)

    def _is_closed(self) -> JournalError:
        return JournalError(f"The writer of session {self.session_id} is closed: reopen the session to go on.")


Batch: TypeAlias = dict[SqliteWriter, list[Record]]


class GroupCommit:
    """One thread that takes whatever all writers have handed over and brings it to disk with one sync.

    It lives as long as its journal has writers, and so does its connection to the file.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: SimpleQueue[tuple[SqliteWriter, Record] | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self._db: sqlite3.Connection | None = None
        self._crowded = False

    def put(self, writer: SqliteWriter, record: Record) -> None:
        self._queue.put((writer, record))
        if self._thread is None:
            self._start()

    def stop(self) -> None:
        """Write what is waiting and end the thread. No writer may hand anything over any more."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()

    def refuse_own_thread(self) -> None:
        if threading.current_thread() is self._thread:
            raise JournalError("A progress callback must not wait for the journal: it would wait for itself.")

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="gameplan-journal", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        try:
            going_on = True
            while going_on:
                batch, going_on = self._take()
                if batch:
                    self._commit(batch)
        finally:
            self._disconnect()

    def _take(self) -> tuple[Batch, bool]:
        """Wait for a record, then take all that have come in meanwhile.

        Where records came together the last time, more are probably just being handed over: waiting until they are
        costs less than a sync for those that came first.
        """
        waiting = [self._queue.get()]
        if self._crowded:
            self._wait_for_the_rest()
        waiting += [self._queue.get() for _ in range(min(self._queue.qsize(), _LARGEST_BATCH - 1))]
        self._crowded = len(waiting) > _CROWD
        batch: Batch = {}
        for item in waiting:
            if item is None:
                return batch, False
            writer, record = item
            if writer.failure is None:
                batch.setdefault(writer, []).append(record)
        return batch, True

    def _wait_for_the_rest(self) -> None:
        for _ in range(_LONGEST_WAIT):
            size = self._queue.qsize()
            time.sleep(_PAUSE)
            if self._queue.qsize() == size:
                break

    def _commit(self, batch: Batch) -> None:
        try:
            lost = self._write(batch)
        except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
            self._disconnect()
            if len(batch) > 1 and not isinstance(error, sqlite3.OperationalError):
                # Not the disk but a record or a page is at fault: only the session that it belongs to fails.
                for writer, records in batch.items():
                    self._commit({writer: records})
                return
            for writer in batch:
                writer.failed(_commit_failed(writer, error))
            return
        for writer, records in batch.items():
            if writer in lost:
                writer.failed(lost[writer])
            else:
                writer.committed(Head(records[-1].seq, records[-1].hash))

    def _write(self, batch: Batch) -> dict[SqliteWriter, JournalError]:
        """One transaction, one sync. Returns the writers that were no longer allowed to take part."""
        db = self._db = self._db or self._database.connect()
        lost: dict[SqliteWriter, JournalError] = {}
        rows: list[tuple[object, ...]] = []
        self._database.begin(db)
        for writer, records in batch.items():
            name, last = writer.session_id, records[-1]
            moved = db.execute(_ADVANCE, (last.seq, last.hash, name, writer.token, records[0].seq - 1))
            if moved.rowcount == 1:
                rows.extend((name, *record) for record in records)
            else:
                lost[writer] = _explain_refusal(db, writer)
        db.executemany(_INSERT, rows)
        db.execute("COMMIT")
        return lost

    def _disconnect(self) -> None:
        """After a failure the next batch begins with a fresh connection, whatever state this one is in."""
        db, self._db = self._db, None
        if db is not None:
            try:
                db.close()
            except sqlite3.Error:
                _log.exception("The journal's connection could not be closed")


def _explain_refusal(db: sqlite3.Connection, writer: SqliteWriter) -> JournalError:
    row = db.execute("SELECT token FROM sessions WHERE id = ?", (writer.session_id,)).fetchone()
    if row == (writer.token,):
        return CommitFailed(
            f"Session {writer.session_id} does not stand where its writer left it: something else wrote to the "
            f"journal. Nothing after event {writer.durable} was recorded; `reopen` says what can be done."
        )
    return LeaseLost(
        f"Session {writer.session_id} has another writer now. Nothing after event {writer.durable} was recorded "
        "by this one; close it, and follow the session or reopen it."
    )


def _commit_failed(writer: SqliteWriter, error: Exception) -> CommitFailed:
    failure = CommitFailed(
        f"Session {writer.session_id} could not be brought to disk: {cause_of(error)} "
        f"Nothing after event {writer.durable} is acknowledged; then close the session and reopen it."
    )
    failure.__cause__ = error
    return failure


_writers: weakref.WeakSet[SqliteWriter] = weakref.WeakSet()
_inherited: list[GroupCommit] = []  # never let go of: closing the parent's connection here could harm its file


def _after_fork() -> None:
    for writer in list(_writers):
        writer.forked()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
