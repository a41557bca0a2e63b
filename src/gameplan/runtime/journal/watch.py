"""Noticing what other processes put into the inboxes of a SQLite journal."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress

from gameplan.runtime.journal.database import Database, has_inbox
from gameplan.runtime.journal.listeners import Listeners

_PAUSE = 0.1  # seconds: how long an intent from another process may go unnoticed


class Watch:
    """One thread that looks at the file ten times a second for all sessions that listen, and none while nobody does.

    A look is one number that SQLite keeps in shared memory; only where it has changed are there rows to read.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners = Listeners()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()

    def listen(self, session_id: str, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back whenever the session may have been asked something; returns how to stop that."""
        with self._lock:
            self._listeners.add(session_id, callback)
            if self._thread is None:
                self._ended = threading.Event()
                name = "gameplan-inbox"
                self._thread = threading.Thread(target=self._run, args=(self._ended,), name=name, daemon=True)
                self._thread.start()

        def stop() -> None:
            with self._lock:
                self._listeners.remove(session_id, callback)
                if not self._listeners:
                    self._end()

        return stop

    def tell(self, session_id: str) -> None:
        """Something was asked in this process: no need to wait until it is noticed."""
        self._listeners.tell(session_id)

    def close(self) -> None:
        """End the thread, and with it the connection to the file."""
        with self._lock:
            thread = self._end()
        if thread is not None:
            thread.join()

    def _end(self) -> threading.Thread | None:
        self._ended.set()
        thread, self._thread = self._thread, None
        return thread

    def _run(self, ended: threading.Event) -> None:
        glance: _Glance | None = None
        while True:
            try:
                if glance is None:
                    glance = _Glance(self._database)
                    self._listeners.tell_all()  # what came before the first look
                for session_id in glance.asked():
                    self._listeners.tell(session_id)
            except sqlite3.Error:
                if glance is not None:
                    glance.close()
                glance = None
                self._listeners.tell_all()  # those who now read meet the error themselves
            if ended.wait(_PAUSE):
                break
        if glance is not None:
            glance.close()


class _Glance:
    def __init__(self, database: Database) -> None:
        self._db = database.looking()
        self._version = -1
        self._newest = -1
        try:
            self.asked()
        except sqlite3.Error:
            self.close()
            raise

    def asked(self) -> list[str]:
        """The sessions that were asked something since the last look."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version == self._version:
            return []
        sessions: list[str] = []
        newest = 0
        if has_inbox(self._db):
            (newest,) = self._db.execute("SELECT ifnull(max(id), 0) FROM intents").fetchone()
            if newest > self._newest >= 0:
                found = self._db.execute("SELECT DISTINCT session FROM intents WHERE id > ?", (self._newest,))
                sessions = [str(session) for (session,) in found]
        self._version, self._newest = version, newest
        return sessions

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._db.close()
