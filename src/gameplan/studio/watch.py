"""Noticing that a session has grown, whoever wrote it: this process, the command line, another studio.

One thread looks at the journal's file ten times a second. A look is one number that SQLite keeps in shared memory; only
where that has changed are there rows to read.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

_PAUSE = 0.1
_LEASES_EVERY = 10  # looks: a writer that was killed leaves no trace in the file


class Watch:
    """Calls `grown` in its own thread with the sessions that have grown, or were asked something, since the last look.

    `is_written` says whether a session has a writer: one whose writer came or went is told as well.
    """

    def __init__(
        self, path: Path, is_written: Callable[[str], bool], grown: Callable[[Mapping[str, int]], None]
    ) -> None:
        self._path = path
        self._is_written = is_written
        self._grown = grown
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="gameplan-watch", daemon=True)
        self._written: dict[str, bool] = {}

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        glance: _Glance | None = None
        looks = 0
        while not self._ended.wait(_PAUSE):
            looks += 1
            try:
                glance = glance or _Glance(self._path)
                grown = glance.grown()
            except sqlite3.Error:
                if glance is not None:
                    glance.close()
                glance, grown = None, {}
            self._written |= dict.fromkeys(grown, True)  # it was, just now
            if looks % _LEASES_EVERY == 0 and glance is not None:
                grown = {**self._writers_changed(glance), **grown}
            if grown:
                self._grown(grown)
        if glance is not None:
            glance.close()

    def _writers_changed(self, glance: _Glance) -> dict[str, int]:
        changed = {}
        for session, before in tuple(self._written.items()):
            now = self._is_written(session)
            if now != before:
                changed[session] = glance.heads.get(session, 0)
            if now:
                self._written[session] = True
            else:
                del self._written[session]
        return changed


class _Glance:
    """One connection, and what it saw last."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=1.0, isolation_level=None)
        self._path = path
        self._file = path.stat().st_ino
        self._version = -1
        self._newest = -1
        self.heads: dict[str, int] = {}
        try:
            self.grown()
        except BaseException:
            self.close()
            raise

    def grown(self) -> dict[str, int]:
        """The sessions that changed since the last look, with the number of their newest event."""
        if self._path.stat().st_ino != self._file:
            raise sqlite3.OperationalError("the file was replaced")
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if version == self._version:
            return {}
        first = self._version == -1
        heads = {str(name): int(seq) for name, seq in self._db.execute("SELECT id, head_seq FROM sessions")}
        grown = {} if first else {name: seq for name, seq in heads.items() if self.heads.get(name) != seq}
        newest = self._newest_intent()
        if newest > self._newest >= 0:
            found = self._db.execute("SELECT DISTINCT session FROM intents WHERE id > ?", (self._newest,))
            grown |= {str(name): heads.get(str(name), 0) for (name,) in found}
        self.heads, self._version, self._newest = heads, version, newest
        return grown

    def _newest_intent(self) -> int:
        if self._db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'intents'").fetchone() is None:
            return 0
        (newest,) = self._db.execute("SELECT ifnull(max(id), 0) FROM intents").fetchone()
        return int(newest)

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._db.close()
