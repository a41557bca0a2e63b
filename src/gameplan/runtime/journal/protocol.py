"""What a session asks of a journal: one writer, many readers, durable before visible."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gameplan.runtime.events.declare import Json
from gameplan.runtime.journal.record import Record

if TYPE_CHECKING:
    from gameplan.runtime.journal.intents import Intent, Verdict


class JournalError(Exception):
    """The journal cannot do what was asked."""


class NoSuchSession(JournalError):
    """There is no session of that name in the journal."""


class SessionExists(JournalError):
    """A session of that name is in the journal already."""


class SessionBusy(JournalError):
    """Another writer holds the session; it can be followed, not written."""


class LeaseLost(JournalError):
    """Someone else has become the session's writer."""


class IntentError(JournalError):
    """What is asked cannot be put into an inbox."""


class InboxFull(JournalError):
    """Too much has been asked of the session that nobody has answered yet."""


class NoSuchIntent(JournalError):
    """There is no intent of that number in the session's inbox."""


class CommitFailed(JournalError):
    """What was dispatched could not be brought to disk; the session is closed."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a session's records, and up to where they are good."""

    session_id: str
    kept: int
    problem: str

    def __str__(self) -> str:
        whole = f"Events 1 to {self.kept} are whole." if self.kept else "No event is whole."
        return f"Session {self.session_id}: {self.problem} {whole}"


class JournalDamaged(JournalError):
    """Records were changed, cut off or lost. Nothing has been written; `repair` goes on from what is whole."""

    def __init__(self, damage: Damage) -> None:
        super().__init__(
            f"{damage} Nothing was changed; journal.repair({damage.session_id!r}) copies the file aside and goes on "
            "from what is whole."
        )
        self.damage = damage


@dataclass(frozen=True, slots=True)
class Reading:
    """The records of a session that are whole, and what is wrong with the rest."""

    records: Sequence[Record]
    damage: Damage | None = None


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """A line of the list of sessions."""

    session_id: str
    created: int
    events: int
    first: Record | None
    last: Record | None
    writing: bool

    @property
    def kind(self) -> str:
        """What the session is for, as its first event says: "run", "plan", "agent"; nothing, if it does not."""
        return self._started("kind")

    @property
    def title(self) -> str:
        """What the session's first event calls it."""
        return self._started("title")

    def _started(self, field: str) -> str:
        if self.first is None or self.first.type != "session.started":
            return ""
        try:
            said = json.loads(self.first.payload)
        except (ValueError, RecursionError):
            return ""
        value = said.get(field) if isinstance(said, dict) else None
        return value if isinstance(value, str) else ""


class JournalWriter(Protocol):
    """The one hand that may write to a session: it holds the lease until it is closed."""

    @property
    def durable(self) -> int:
        """The number of the last record that is on disk."""
        ...

    @property
    def failure(self) -> JournalError | None:
        """Why nothing more can be written, once that is so."""
        ...

    def append(self, at: int, type_: str, version: int, payload: bytes) -> int:
        """Hand a record over, to be written soon; returns its number."""
        ...

    def on_progress(self, callback: Callable[[], None]) -> None:
        """Call this, from any thread, whenever `durable` or `failure` has changed."""
        ...

    def wait(self, seq: int) -> None:
        """Block until record `seq` is on disk; raises the failure if it cannot be."""
        ...

    def next_intent(self, after: int = 0) -> Intent | None:
        """The first intent after number `after` that is still open."""
        ...

    def on_intent(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call this, from any thread, whenever something may have been asked; returns how to stop that."""
        ...

    def settle(self, intent_id: int, verdict: Verdict, reason: str = "") -> Intent:
        """Say what became of an intent, on disk when this returns. The first verdict stands.

        Raises `LeaseLost` for a writer that was replaced, and `NoSuchIntent`.
        """
        ...

    def close(self) -> None:
        """Write what was handed over, then give the lease back."""
        ...


class Journal(Protocol):
    """Where sessions are written down."""

    def create(self, session_id: str, at: int) -> JournalWriter: ...

    def reopen(self, session_id: str) -> tuple[JournalWriter, Reading]:
        """Become the session's writer. Raises `SessionBusy`, `NoSuchSession` or `JournalDamaged`."""
        ...

    def read(self, session_id: str, after: int = 0) -> Reading:
        """The records after number `after` that are on disk now."""
        ...

    def sessions(self, wanted: Callable[[str], bool] | None = None) -> Sequence[SessionInfo]:
        """All sessions by the time of their creation; with `wanted`, only those whose id it wants are looked into."""
        ...

    def ask(self, session_id: str, kind: str, payload: Json, *, by: str = "person", at: int | None = None) -> Intent:
        """Put an intent into a session's inbox, on disk when this returns. Anyone may, with a writer or without.

        Raises `NoSuchSession`, `IntentError` or `InboxFull`.
        """
        ...

    def intents(self, session_id: str, *, open_only: bool = True) -> Sequence[Intent]:
        """What a session was asked, in that order: what is open, or all of it."""
        ...

    def intent(self, intent_id: int) -> Intent | None:
        """One intent as it stands now, for whoever asked it and waits for the verdict."""
        ...

    def repair(self, session_id: str) -> Path | None:
        """Drop what is not whole, after copying the journal aside; returns where the copy is."""
        ...

    def close(self) -> None: ...
