"""The journal: where a session's events are written down before anything acts on them."""

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
from gameplan.runtime.journal.sqlite import SqliteJournal

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
