"""What is on disk, read once: each session as far as it was written, and on from there when it has grown.

Everything here blocks, and is called in worker threads. What is read is what is durable: nothing is shown before.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from gameplan.plans.drafts import DraftState, draft_state
from gameplan.runtime import (
    Damage,
    EventError,
    NoSuchSession,
    Recorded,
    Rewound,
    SessionStarted,
    SqliteJournal,
    UnknownEvent,
)
from gameplan.runtime.events import decode
from gameplan.runtime.journal.record import Record
from gameplan.runtime.session.history import standing
from gameplan.studio.problems import not_found
from gameplan.studio.story import RunStory

_MOST_SESSIONS = 200
_MOST_EVENTS = 200_000


class Known:
    """One session, as far as it has been read."""

    def __init__(self, session_id: str) -> None:
        self.session_id = session_id
        self.events: list[Recorded[Any]] = []
        self.damage: Damage | None = None
        self.lock = threading.RLock()
        self._story: RunStory | None = None
        self._draft: tuple[int, DraftState] | None = None
        self.kept: dict[str, tuple[object, Any]] = {}

    @property
    def seq(self) -> int:
        return len(self.events)

    @property
    def started(self) -> SessionStarted:
        """What the session is for."""
        first = self.events[0].event if self.events else None
        return first if isinstance(first, SessionStarted) else SessionStarted("")

    @property
    def updated_at(self) -> int:
        return self.events[-1].at if self.events else 0

    @property
    def story(self) -> RunStory:
        """The run that the session holds, as it stands."""
        if self._story is None:
            self._story = RunStory.of(standing(self.events))
        return self._story

    @property
    def draft(self) -> DraftState:
        """The plan under review that the session holds, as it stands."""
        if self._draft is None or self._draft[0] != self.seq:
            self._draft = (self.seq, draft_state(self.events))
        return self._draft[1]

    def take(self, records: Sequence[Record]) -> None:
        """Go on with what was written since."""
        for record in records:
            recorded = Recorded(record.seq, record.at, _decoded(record))
            self.events.append(recorded)
            if isinstance(recorded.event, Rewound):
                self._story = None
            elif self._story is not None:
                self._story.take(recorded)


def _decoded(record: Record) -> object:
    try:
        return decode(record.type, record.version, record.payload)
    except EventError:  # an event that does not fit its declaration is shown as it stands, and not folded
        return UnknownEvent(record.type, record.version, record.payload.decode("utf-8", "replace"))


class Readings:
    """Sessions that were looked at, the newest kept at hand."""

    def __init__(self, journal: SqliteJournal) -> None:
        self._journal = journal
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def reading(self, session_id: str, kind: str = "") -> Iterator[Known]:
        """A session as it stands on disk now, for as long as somebody looks. Raises `NoSuchSession`, `JournalDamaged`.

        With a kind, there must be one of that kind (`Trouble`). Where its end is damaged, `damage` says so, and the
        rest can be read.
        """
        known = self._get(session_id)
        with known.lock:
            try:
                reading = self._journal.read(session_id, known.seq)
            except NoSuchSession:
                if not kind:
                    raise
                raise not_found(kind, session_id) from None
            known.take(reading.records)
            known.damage = reading.damage
            if kind and known.started.kind != kind:
                raise not_found(kind, session_id)
            yield known

    def events(self, session_id: str) -> list[Recorded[Any]]:
        """All events of a session, as they stand on disk now."""
        with self.reading(session_id) as known:
            return known.events[:]

    def _get(self, session_id: str) -> Known:
        with self._lock:
            known = self._known.get(session_id)
            if known is None:
                known = self._known[session_id] = Known(session_id)
            self._known.move_to_end(session_id)
            events = sum(each.seq for each in self._known.values())
            while len(self._known) > 1 and (len(self._known) > _MOST_SESSIONS or events > _MOST_EVENTS):
                _, dropped = self._known.popitem(last=False)
                events -= dropped.seq
            return known
