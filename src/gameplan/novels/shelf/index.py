"""The index of a shelf: what stands there, in a database that can be thrown away.

The folders are the truth. The index knows what it has read already, reads what is new, and forgets what is gone; if
its file is damaged or missing, it is made again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_TABLES: Final = """
BEGIN IMMEDIATE;
DROP TABLE IF EXISTS package_versions;
CREATE TABLE package_versions (
    package_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    title TEXT NOT NULL,
    language TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    saved_ms INTEGER NOT NULL,
    acts INTEGER NOT NULL,
    encounters INTEGER NOT NULL,
    characters INTEGER NOT NULL,
    problem TEXT NOT NULL,
    seen TEXT NOT NULL,
    PRIMARY KEY (package_id, version)
) WITHOUT ROWID;
"""
_FORM: Final = 1  # another form of the tables is another number, and the index is made again
_COLUMNS: Final = (
    "package_id, version, title, language, content_hash, saved_ms, acts, encounters, characters, problem, seen"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A version of a package on the shelf. One that cannot be read is listed too, with its `problem`."""

    package_id: str
    version: int
    title: str
    language: str
    content_hash: str
    saved_ms: int
    acts: int
    encounters: int
    characters: int
    problem: str = ""
    seen: str = ""  # how its folder looked when it was read


@dataclass(frozen=True, slots=True)
class Found:
    """A folder on the shelf: whose it is, and how it looks from outside."""

    package_id: str
    version: int
    seen: str


class Index:
    """The index in this file, kept in step with what is found in the folders."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def entries(self, found: Iterable[Found], read: Callable[[Found], Entry]) -> list[Entry]:
        """An entry for each that was found, read only if it is new or looks different; by id, the newest first."""
        there = list(found)
        try:
            return self._entries(there, read)
        except sqlite3.OperationalError:  # busy, or in a folder that nobody may write to: the folders can be read
            return _sorted(map(read, there))
        except sqlite3.DatabaseError:
            self._discard()
        try:
            return self._entries(there, read)
        except sqlite3.Error:
            return _sorted(map(read, there))

    def _entries(self, found: list[Found], read: Callable[[Found], Entry]) -> list[Entry]:
        with self._open() as db:
            known = {(row[0], row[1]): Entry(*row) for row in db.execute(f"SELECT {_COLUMNS} FROM package_versions")}  # noqa: S608
            entries = []
            for each in found:
                entry = known.pop((each.package_id, each.version), None)
                if entry is None or entry.seen != each.seen:
                    entry = read(each)
                    _put(db, entry)
                entries.append(entry)
            db.executemany("DELETE FROM package_versions WHERE package_id = ? AND version = ?", list(known))
        return _sorted(entries)

    def _discard(self) -> None:
        for end in ("", "-wal", "-shm", "-journal"):
            self._path.with_name(self._path.name + end).unlink(missing_ok=True)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=10)) as db:
            db.execute("PRAGMA synchronous = OFF")  # what a power cut takes from it, the folders still have
            (form,) = db.execute("PRAGMA user_version").fetchone()
            if form != _FORM:
                db.executescript(f"{_TABLES} PRAGMA user_version = {_FORM}; COMMIT;")
            with db:
                yield db


def _put(db: sqlite3.Connection, entry: Entry) -> None:
    values = tuple(getattr(entry, name) for name in _COLUMNS.split(", "))
    places = ", ".join("?" * len(values))
    db.execute(f"INSERT OR REPLACE INTO package_versions ({_COLUMNS}) VALUES ({places})", values)  # noqa: S608


def _sorted(entries: Iterable[Entry]) -> list[Entry]:
    return sorted(entries, key=lambda each: (each.package_id, -each.version))
