"""The journal: where a session's events are written down before anything acts on them."""

from typing import TYPE_CHECKING

from gameplan._lazy import lazily
from gameplan.runtime.journal.memory import MemoryJournal
from gameplan.runtime.journal.protocol import (
    CommitFailed,
    Damage,
    Journal,
    JournalDamaged,
    JournalError,
    JournalWriter,
    LeaseLost,
    NoSuchSession,
    Reading,
    SessionBusy,
    SessionExists,
    SessionInfo,
)
from gameplan.runtime.journal.record import Record

if TYPE_CHECKING:
    from gameplan.runtime.journal.sqlite import SqliteJournal
else:
    __getattr__ = lazily(__name__, {"gameplan.runtime.journal.sqlite": ["SqliteJournal"]})

__all__ = [
    "CommitFailed",
    "Damage",
    "Journal",
    "JournalDamaged",
    "JournalError",
    "JournalWriter",
    "LeaseLost",
    "MemoryJournal",
    "NoSuchSession",
    "Reading",
    "Record",
    "SessionBusy",
    "SessionExists",
    "SessionInfo",
    "SqliteJournal",
]
