"""The journal: where a session's events are written down before anything acts on them."""

from typing import TYPE_CHECKING

from gameplan._lazy import lazily
from gameplan.runtime.journal.intents import Intent, Verdict
from gameplan.runtime.journal.memory import MemoryJournal
from gameplan.runtime.journal.protocol import (
    CommitFailed,
    Damage,
    InboxFull,
    IntentError,
    Journal,
    JournalDamaged,
    JournalError,
    JournalWriter,
    LeaseLost,
    NoSuchIntent,
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
    "InboxFull",
    "Intent",
    "IntentError",
    "Journal",
    "JournalDamaged",
    "JournalError",
    "JournalWriter",
    "LeaseLost",
    "MemoryJournal",
    "NoSuchIntent",
    "NoSuchSession",
    "Reading",
    "Record",
    "SessionBusy",
    "SessionExists",
    "SessionInfo",
    "SqliteJournal",
    "Verdict",
]
