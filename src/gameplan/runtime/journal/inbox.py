"""The inboxes of a SQLite journal: one table of intents for all sessions, written by anyone, settled by the writer."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from gameplan.runtime.journal.database import INBOX, Database, has_inbox
from gameplan.runtime.journal.intents import KEPT, Intent, Letter, Verdict, refuse_if_full, settled, unreadable
from gameplan.runtime.journal.lease import REPAIR, held_off
from gameplan.runtime.journal.protocol import LeaseLost, NoSuchIntent, NoSuchSession
from gameplan.runtime.journal.reading import as_text
from gameplan.runtime.journal.watch import Watch

# The payload comes last in a row: what is before it can then be read without it.
PUT = (
    "INSERT INTO intents (id, session, at, kind, asker, verdict, reason, hash, payload) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT)) RETURNING id"
)
# Text is read as bytes: a damaged file may hold anything.
ALL = (
    "SELECT id, CAST(session AS BLOB), at, CAST(kind AS BLOB), CAST(asker AS BLOB), CAST(verdict AS BLOB), "
    "CAST(reason AS BLOB), hash, CAST(payload AS BLOB) FROM intents "
)
_ONE = ALL + "WHERE id = ?"
_OF_SESSION = ALL + "WHERE session = ? ORDER BY id"
_OPEN = ALL + "WHERE session = ? AND verdict = '' AND id > ? ORDER BY id"
_ASKED = "SELECT DISTINCT CAST(session AS BLOB) FROM intents WHERE verdict = ''"
# The newest row always stays, so that no number is given twice; and so does the one that was settled just now.
_PRUNE = "DELETE FROM intents WHERE id <= (SELECT max(id) FROM intents) - ? AND verdict <> '' AND id <> ?"
_HOW_MANY_OPEN = "SELECT count(*) FROM intents WHERE session = ? AND verdict = ''"


class SqliteInbox:
    """What is asked of the sessions of one file. A file from before there were inboxes gets its table when needed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._watch = Watch(database)

    def ask(self, letter: Letter) -> Intent:
        """Put an intent into its session's inbox; it is on disk when this returns."""
        database, session_id = self._database, letter.session_id
        try:
            with held_off(database.leases, REPAIR, database.busy_timeout), database.writing() as db:
                if db.execute("SELECT 1 FROM sessions WHERE id = ?", (session_id,)).fetchone() is None:
                    raise NoSuchSession(f"There is no session {session_id} in the journal.")
                if not has_inbox(db):
                    for statement in INBOX:
                        db.execute(statement)
                refuse_if_full(session_id, db.execute(_HOW_MANY_OPEN, (session_id,)).fetchone()[0])
                row = (None, session_id, letter.at, letter.kind, letter.by, "", "", letter.hash, letter.payload)
                (intent_id,) = db.execute(PUT, row).fetchone()
        except sqlite3.Error as error:
            raise database.trouble("written", error) from error
        self._watch.tell(session_id)
        return letter.opened(intent_id)

    def intents(self, session_id: str, *, open_only: bool) -> Sequence[Intent]:
        """The intents of a session in the order in which they were asked."""
        return self._read(_OPEN, session_id, 0) if open_only else self._read(_OF_SESSION, session_id)

    def asked(self) -> set[str]:
        """The sessions that have open intents."""
        try:
            with closing(self._database.looking()) as db:
                return {as_text(name) for (name,) in db.execute(_ASKED)} if has_inbox(db) else set()
        except sqlite3.Error as error:
            raise self._database.trouble("read", error) from error

    def next(self, session_id: str, after: int) -> Intent | None:
        """The first open intent of a session after number `after`."""
        return next(iter(self._read(_OPEN + " LIMIT 1", session_id, after)), None)

    def intent(self, intent_id: int) -> Intent | None:
        return next(iter(self._read(_ONE, intent_id)), None) if 0 < intent_id < 2**63 else None

    def settle(self, session_id: str, token: int, intent_id: int, verdict: Verdict, reason: str) -> Intent:
        """Write the verdict down, if `token` is that of the session's writer; old verdicts go at the same time."""
        try:
            with self._database.writing() as db:
                if db.execute("SELECT token FROM sessions WHERE id = ?", (session_id,)).fetchone() != (token,):
                    raise LeaseLost(
                        f"Session {session_id} has another writer now: intent {intent_id} is for that one to settle."
                    )
                row = db.execute(_ONE, (intent_id,)).fetchone() if has_inbox(db) else None
                before = None if row is None else intent_of(row)
                if before is None or before.session_id != session_id:
                    raise NoSuchIntent(f"There is no intent {intent_id} in the inbox of session {session_id}.")
                after = settled(before, verdict, reason)
                if after is not before:
                    db.execute(
                        "UPDATE intents SET verdict = ?, reason = ? WHERE id = ?",
                        (after.verdict, after.reason, intent_id),
                    )
                    db.execute(_PRUNE, (KEPT, intent_id))
        except sqlite3.Error as error:
            raise self._database.trouble("written", error) from error
        return after

    def listen(self, session_id: str, callback: Callable[[], None]) -> Callable[[], None]:
        return self._watch.listen(session_id, callback)

    def close(self) -> None:
        """Let go of the file. Who listens still hears nothing more."""
        self._watch.close()

    def _read(self, query: str, *values: object) -> list[Intent]:
        try:
            with closing(self._database.looking()) as db:
                return [intent_of(row) for row in db.execute(query, values)] if has_inbox(db) else []
        except sqlite3.Error as error:
            raise self._database.trouble("read", error) from error


def intent_of(row: Sequence[Any]) -> Intent:
    """The intent that a row holds; one that is not as it was written says so, and can be refused."""
    intent_id, session, at, kind, asker, verdict, reason, hash_, payload = row
    letter = Letter(as_text(session), at, as_text(kind), as_text(asker), payload or b"")
    intent = letter.opened(intent_id) if letter.hash == hash_ else unreadable(intent_id, letter.session_id)
    if verdict == b"":
        return intent
    return replace(intent, verdict="taken" if verdict == b"taken" else "refused", reason=as_text(reason))
