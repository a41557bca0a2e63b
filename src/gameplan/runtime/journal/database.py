"""The SQLite file of a journal: its tables, how it is made, opened and recognised."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from gameplan.runtime.files import sync_folder
from gameplan.runtime.journal.protocol import JournalError

APPLICATION_ID = 0x47504C4E  # "GPLN"
VERSION = 1
SYNCHRONOUS = "FULL"  # anything less forgets acknowledged commits when the power goes
PAGE_SIZE = 4096

TABLES = (
    """CREATE TABLE sessions (
    id        TEXT    NOT NULL PRIMARY KEY,
    created   INTEGER NOT NULL, -- microseconds since the epoch, UTC
    token     INTEGER NOT NULL, -- grows with each new writer: an older one can no longer write
    head_seq  INTEGER NOT NULL, -- the number and the hash of the last event
    head_hash BLOB    NOT NULL
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE events (
    session TEXT    NOT NULL,
    seq     INTEGER NOT NULL, -- counts from 1
    at      INTEGER NOT NULL, -- microseconds since the epoch, UTC
    type    TEXT    NOT NULL,
    version INTEGER NOT NULL,
    payload TEXT    NOT NULL, -- JSON
    hash    BLOB    NOT NULL, -- SHA-256 over this event and the hash of the one before
    PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID""",
)
# Not part of the record, and so not of the version: a file that has none gets them with the first intent.
INBOX = (
    """CREATE TABLE intents (
    id      INTEGER NOT NULL PRIMARY KEY, -- grows: the order in which they were asked
    session TEXT    NOT NULL,
    at      INTEGER NOT NULL, -- microseconds since the epoch, UTC
    kind    TEXT    NOT NULL,
    asker   TEXT    NOT NULL,
    verdict TEXT    NOT NULL, -- empty, taken or refused
    reason  TEXT    NOT NULL,
    hash    BLOB    NOT NULL, -- SHA-256 over what was asked
    payload TEXT    NOT NULL  -- JSON
) STRICT""",
    "CREATE INDEX open_intents ON intents (session, id) WHERE verdict = ''",
)

_LOOK_AGAIN = 10  # milliseconds
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_DAMAGE = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_SCHEMA,
    sqlite3.SQLITE_TOOBIG,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_ERROR,  # a table or a column that is not there: the schema was hit
}
_ADVICE = {
    sqlite3.SQLITE_FULL: "Free some space on the disk.",
    sqlite3.SQLITE_BUSY: "Another program keeps the file locked: close it, or end its transaction.",
    sqlite3.SQLITE_LOCKED: "Another program keeps the file locked: close it, or end its transaction.",
    sqlite3.SQLITE_READONLY: "Allow this user to write to the file and its folder.",
    sqlite3.SQLITE_PERM: "Allow this user to write to the file and its folder.",
    sqlite3.SQLITE_CANTOPEN: "See that the file and its folder are there and may be written to.",
    sqlite3.SQLITE_IOERR: "See to the disk: its health, its quota, the largest file it allows.",
    sqlite3.SQLITE_CORRUPT: "The file is damaged: `repair` recovers what is readable.",
    sqlite3.SQLITE_NOTADB: "The file is damaged: `repair` recovers what is readable.",
}


@dataclass(frozen=True, slots=True)
class Database:
    """Where a journal's file is, and how long to wait while another process writes to it."""

    path: Path
    busy_timeout: float = 10.0

    @property
    def leases(self) -> Path:
        """The folder with one lock file per session."""
        return self.beside("-leases")

    @property
    def replacement(self) -> Path:
        """A rebuilt file that is whole and about to take the place of a broken one."""
        return self.beside(".repaired")

    def beside(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)

    def prepare(self) -> None:
        """Make the file if there is none; refuse one that is newer, or not a journal, and leave it alone."""
        _make_folder(self.path.parent)
        wal = _size(self.beside("-wal"))
        if wal and not _size(self.path):  # SQLite would delete the WAL, and with it what can still be saved
            raise JournalError(
                f"{self.path} is missing or empty, but its {self.path.name}-wal is there. Put the file back, "
                "or move the -wal file away to begin anew. Nothing was changed."
            )
        try:
            try:
                self._make_or_recognise()
            except sqlite3.OperationalError as error:
                if wal or error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                    raise
                if self._is_marked():
                    self._roll_back()
                self._make_or_recognise()  # where nobody has rolled it back, this fails as before
        except sqlite3.Error as error:
            raise self.trouble("opened", error) from error

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """One snapshot of the file. Nothing is written, not even by closing: a cut WAL stays as it is."""
        with closing(self._connect("ro")) as db:
            db.execute("PRAGMA cell_size_check=ON")
            db.execute("BEGIN")
            yield db

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is on disk when the block has ended."""
        with closing(self.connect()) as db:
            self.begin(db)
            yield db
            db.execute("COMMIT")

    def begin(self, db: sqlite3.Connection) -> None:
        """Begin a transaction that writes, as soon as no other one does.

        SQLite itself looks ever more rarely, and beside writers that never rest it seldom finds the file free.
        """
        give_up = time.monotonic() + self.busy_timeout
        db.execute(f"PRAGMA busy_timeout={_LOOK_AGAIN}")
        try:
            while True:
                try:
                    db.execute("BEGIN IMMEDIATE")
                    return
                except sqlite3.OperationalError as error:
                    if _code(error) not in _BUSY or time.monotonic() > give_up:
                        raise
        finally:
            db.execute(f"PRAGMA busy_timeout={round(self.busy_timeout * 1000)}")

    def looking(self) -> sqlite3.Connection:
        """A connection that reads, outside of any transaction."""
        return self._connect("ro")

    def connect(self, mode: Literal["rw", "rwc"] = "rw") -> sqlite3.Connection:
        """A connection that writes; transactions are begun and ended by whoever uses it."""
        db = self._connect(mode)
        db.execute(f"PRAGMA synchronous={SYNCHRONOUS}")
        db.execute("PRAGMA fullfsync=ON")  # macOS: past the cache of the drive as well
        return db

    def is_unusable(self, error: sqlite3.Error) -> bool:
        """True if the file itself keeps SQLite from writing to it."""
        # A hit in the header can make SQLite take a file for one that may only be read.
        misread = _code(error) == sqlite3.SQLITE_READONLY and os.access(self.path, os.W_OK)
        return misread or is_damage(error)

    def trouble(self, doing: str, error: sqlite3.Error) -> JournalError:
        return JournalError(f"The journal {self.path} could not be {doing}: {cause_of(error)}")

    def _connect(self, mode: str) -> sqlite3.Connection:
        return sqlite3.connect(
            f"{self.path.as_uri()}?mode={mode}",
            uri=True,
            timeout=self.busy_timeout,
            isolation_level=None,
            check_same_thread=False,
        )

    def _make_or_recognise(self) -> None:
        if not _size(self.path):
            self._create()
        self._recognise()

    def _is_marked(self) -> bool:
        """True if the file says that it is ours, whatever else is wrong with it. It is read without being touched.

        (SQLite reads it, for a file that this process opens and closes by itself loses the locks that it has on it.)
        """
        uri = f"{self.path.as_uri()}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
                db.execute("PRAGMA writable_schema=ON")  # its length need not be what it says
                (application,) = db.execute("PRAGMA application_id").fetchone()
                return bool(application == APPLICATION_ID)
        except sqlite3.Error:
            return False

    def _roll_back(self) -> None:
        """Let SQLite take back what a process had not committed when it was killed: while it made the file, that is.

        Afterwards there never is a rollback journal, for what is written goes to the WAL.
        """
        with closing(self.connect()) as db:
            db.execute("SELECT count(*) FROM sqlite_schema").fetchone()

    def _create(self) -> None:
        """Two processes may do this at once: the tables are made in one transaction, by whoever comes first."""
        give_up = time.monotonic() + self.busy_timeout
        while True:
            try:
                with closing(self.connect("rwc")) as db:
                    db.execute(f"PRAGMA page_size={PAGE_SIZE}")
                    db.execute("BEGIN IMMEDIATE")
                    if db.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
                        db.execute(f"PRAGMA application_id={APPLICATION_ID}")
                        db.execute(f"PRAGMA user_version={VERSION}")
                        for statement in TABLES + INBOX:
                            db.execute(statement)
                    db.execute("COMMIT")
                return
            except sqlite3.OperationalError as error:
                if _code(error) not in _BUSY or time.monotonic() > give_up:
                    raise
                time.sleep(0.01)

    def _recognise(self) -> None:
        try:
            with self.reading() as db:
                (application,) = db.execute("PRAGMA application_id").fetchone()
                (version,) = db.execute("PRAGMA user_version").fetchone()
                (mode,) = db.execute("PRAGMA journal_mode").fetchone()
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            application, version, mode = None, 0, "wal"
        if application != APPLICATION_ID:
            if self.leases.is_dir():
                return  # it was a journal, and is damaged: whoever reads it is told so, and `repair` can be called
            raise JournalError(f"{self.path} is not a Gameplan journal. It was left alone; choose another file.")
        if version > VERSION:
            raise JournalError(
                f"{self.path} was written by a newer Gameplan (journal version {version}, this one knows "
                f"{VERSION}). It was left alone; update Gameplan to open it."
            )
        if mode != "wal":
            self._use_wal()

    def _use_wal(self) -> None:
        give_up = time.monotonic() + self.busy_timeout
        while True:
            try:
                with closing(self.connect()) as db:
                    (mode,) = db.execute("PRAGMA journal_mode=WAL").fetchone()
            except sqlite3.OperationalError as error:
                # SQLite does not wait here by itself.
                if _code(error) not in _BUSY or time.monotonic() > give_up:
                    raise
                time.sleep(0.01)
                continue
            if mode != "wal":
                raise JournalError(f"{self.path} lies where SQLite cannot keep a WAL: use a local disk.")
            return


def has_inbox(db: sqlite3.Connection) -> bool:
    """False in a file that was made before there were inboxes, and was asked nothing since."""
    return db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'intents'").fetchone() is not None


def is_damage(error: sqlite3.Error) -> bool:
    """True if the file itself is broken, rather than locked, out of reach or on a failing disk."""
    return _code(error) in _DAMAGE


def cause_of(error: BaseException) -> str:
    """What went wrong and what to do, in one or two sentences."""
    if not isinstance(error, sqlite3.Error):
        return f"{type(error).__name__}: {error}."
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return f"{error} ({name}). {_ADVICE.get(_code(error), '')}".rstrip()


def _make_folder(folder: Path) -> None:
    if folder.is_dir():
        return
    _make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _code(error: sqlite3.Error) -> int:
    """The primary result code; -1 for an error of Python's module."""
    code = getattr(error, "sqlite_errorcode", None)
    return -1 if code is None else int(code) & 0xFF
