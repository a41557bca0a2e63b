"""What happened, and what is true now? Events, the session that folds them, and the journal that keeps them."""

from typing import TYPE_CHECKING

from gameplan._lazy import lazily
from gameplan.runtime.clock import Clock, ManualClock, SystemClock, as_datetime
from gameplan.runtime.events import (
    EventBus,
    EventError,
    HandlerFailure,
    InProcessEventBus,
    Recorded,
    Rewound,
    SessionStarted,
    UnknownEvent,
    event,
)
from gameplan.runtime.ids import CountedIds, Ids, SortableIds
from gameplan.runtime.journal import (
    CommitFailed,
    Damage,
    InboxFull,
    Intent,
    IntentError,
    Journal,
    JournalDamaged,
    JournalError,
    LeaseLost,
    MemoryJournal,
    NoSuchIntent,
    NoSuchSession,
    SessionBusy,
    SessionExists,
    Verdict,
)
from gameplan.runtime.randomness import RandomDrawn, Randomness, RandomSeeded
from gameplan.runtime.session import (
    Reducer,
    ReducerContext,
    ReducerFailed,
    RewindRefused,
    Session,
    SessionClosed,
    SessionError,
    Slice,
    Snapshot,
    append,
    replace_latest,
    select_all,
    select_latest,
    select_where,
    upsert_by,
)

if TYPE_CHECKING:
    from gameplan.runtime.journal import SqliteJournal
else:
    __getattr__ = lazily(__name__, {"gameplan.runtime.journal": ["SqliteJournal"]})

__all__ = [
    "Clock",
    "CommitFailed",
    "CountedIds",
    "Damage",
    "EventBus",
    "EventError",
    "HandlerFailure",
    "Ids",
    "InProcessEventBus",
    "InboxFull",
    "Intent",
    "IntentError",
    "Journal",
    "JournalDamaged",
    "JournalError",
    "LeaseLost",
    "ManualClock",
    "MemoryJournal",
    "NoSuchIntent",
    "NoSuchSession",
    "RandomDrawn",
    "RandomSeeded",
    "Randomness",
    "Recorded",
    "Reducer",
    "ReducerContext",
    "ReducerFailed",
    "RewindRefused",
    "Rewound",
    "Session",
    "SessionBusy",
    "SessionClosed",
    "SessionError",
    "SessionExists",
    "SessionStarted",
    "Slice",
    "Snapshot",
    "SortableIds",
    "SqliteJournal",
    "SystemClock",
    "UnknownEvent",
    "Verdict",
    "append",
    "as_datetime",
    "event",
    "replace_latest",
    "select_all",
    "select_latest",
    "select_where",
    "upsert_by",
]
