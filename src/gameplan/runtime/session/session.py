"""The session: a fold of one journal. Events go in; what is true now comes out."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, Unpack, overload

from gameplan.runtime.clock import Clock, SystemClock
from gameplan.runtime.events.bus import EventBus, InProcessEventBus
from gameplan.runtime.events.codec import decode, encode
from gameplan.runtime.events.declare import EventError, Json, kind_of
from gameplan.runtime.events.record import Recorded, Rewound
from gameplan.runtime.ids import Ids, SortableIds
from gameplan.runtime.session.errors import ReducerFailed, RewindRefused, SessionClosed, SessionError
from gameplan.runtime.session.fold import Fold, Slices
from gameplan.runtime.session.history import final_loss, standing
from gameplan.runtime.session.record_text import record_from_json, record_to_json
from gameplan.runtime.session.reducers import Reducer
from gameplan.runtime.session.slices import Slice
from gameplan.runtime.session.snapshot import Snapshot
from gameplan.runtime.session.waiting import Follower, Waiters

if TYPE_CHECKING:
    from gameplan.runtime.journal import Damage, Intent, Journal, JournalWriter, Record, Verdict
    from gameplan.runtime.session.inbox import Inbox

E = TypeVar("E")
S = TypeVar("S")
_POLL_SECONDS = 0.05


class SessionOptions(TypedDict, total=False):
    """What may be handed in when a session is opened, viewed or read from JSON."""

    bus: EventBus | None
    clock: Clock | None
    ids: Ids | None
    settings: Sequence[object]


class Session:
    """What happened, and what is true now.

    `dispatch` folds an event into the state at once and hands it to the journal. Only after `await committed()` is it
    on disk, and only then is it published on the bus and shown to followers. Without a journal both come at once.

    A session has one writer. `Session.open` becomes it; `Session.view` only reads and follows. What was in the journal
    before is part of the state, but not published again.
    """

    def __init__(
        self,
        *,
        bus: EventBus | None = None,
        journal: Journal | None = None,
        session_id: str | None = None,
        clock: Clock | None = None,
        ids: Ids | None = None,
        settings: Sequence[object] = (),
    ) -> None:
        self.bus: EventBus = bus if bus is not None else InProcessEventBus()
        self.clock: Clock = clock or SystemClock()
        self.ids: Ids = ids or SortableIds()
        self.settings = tuple(settings)
        self.session_id = session_id or self.ids.new("session")
        self.damage: Damage | None = None
        self._lock = threading.RLock()
        self._events: list[Recorded[Any]] = []
        self._standing: list[Recorded[Any]] | None = None  # those that still count; None: all of them
        self._slices: Slices = {}  # replaced at each event, never changed: a snapshot may hold it
        self._fold = Fold(self.session_id)
        self._unfolded: set[type] = set()  # slices whose reducers changed after events were there
        self._published = 0
        self._publishing = False
        self._followers: set[Follower] = set()
        self._waiters = Waiters()
        self._loop: asyncio.AbstractEventLoop | None = None  # where the journal's progress is published
        self._closed: Exception | None = None
        self._released = False
        self._source: Journal | None = None  # where a view reads on
        self._writer: JournalWriter | None = None
        self._inbox: Inbox | None = None  # made when someone asks, or listens
        self._journal = journal
        if journal is not None:
            self._write_with(journal.create(self.session_id, self.clock.now()))

    # -- opening

    @classmethod
    def open(cls, journal: Journal, session_id: str, **options: Unpack[SessionOptions]) -> Session:
        """Become the writer of a session that is in the journal, and go on from how it stands."""
        writer, reading = journal.reopen(session_id)
        try:
            session = cls._of(session_id, _decoded(reading.records), options)
        except BaseException:
            writer.close()
            raise
        session._journal = journal
        session._write_with(writer)
        return session

    @classmethod
    def view(cls, journal: Journal, session_id: str, **options: Unpack[SessionOptions]) -> Session:
        """Read a session, and follow it while another process writes; `damage` says if part of it is broken."""
        reading = journal.read(session_id)
        session = cls._of(session_id, _decoded(reading.records), options)
        session.damage = reading.damage
        session._journal = session._source = journal
        return session

    @classmethod
    def from_json(cls, text: str, **options: Unpack[SessionOptions]) -> Session:
        """A session in memory with the record that `to_json` wrote."""
        return cls._of(*record_from_json(text), options)

    def to_json(self) -> str:
        """The whole record as JSON."""
        return record_to_json(self.session_id, self.events)

    # -- state

    def register_reducer(self, event_type: type, reducer: Reducer, slice_type: type | None = None) -> None:
        """Fold events of one type into the slice of another (of its own type, unless told).

        There is one reducer for each pair of types: registering again replaces it. Events that are there already are
        folded too, so it does not matter whether a session is opened before or after its reducers are registered.
        """
        slice_type = slice_type or event_type
        with self._lock:
            if self._fold.register(event_type, reducer, slice_type) and self._events:
                self._unfolded.add(slice_type)

    def slice(self, slice_type: type[S]) -> Slice[S]:
        """The state of one type; `select_latest` and its sisters read it more comfortably."""
        if self._unfolded:
            self._fold_late_reducers()
        return self._slices.get(slice_type) or Slice()

    @property
    def seq(self) -> int:
        """The number of the newest event."""
        return len(self._events)

    @property
    def events(self) -> Slice[Recorded[Any]]:
        """Everything that happened, in order, with what was rewound."""
        return Slice.over(self._events)

    @property
    def standing(self) -> Slice[Recorded[Any]]:
        """The events that count: those of the record that no rewind has taken back."""
        return Slice.over(self._events if self._standing is None else self._standing)

    def events_of(self, event_type: type[E]) -> tuple[E, ...]:
        """The events of one type, in order, with what was rewound."""
        return tuple(recorded.event for recorded in self.events if type(recorded.event) is event_type)

    # -- what happens

    def dispatch(self, event: E) -> Recorded[E]:
        """Make something happen: fold the event into the state and hand it to the journal.

        If the event is not declared, cannot be written, or a reducer raises, nothing has changed.
        """
        if type(event) is Rewound:
            raise SessionError("A rewind is not dispatched: call `rewind`, which sees whether it may be.")
        kind_of(type(event))  # only what is declared can be recorded
        with self._lock:
            self._must_be_writable()
            if self._unfolded:
                self._fold_late_reducers()
            recorded = Recorded(len(self._events) + 1, self.clock.now(), event)
            self._record(recorded, self._fold.after(self._slices, recorded))
            if self._standing is not None:
                self._standing.append(recorded)
            if self._writer is None and not self._followers and not self._publishing and not self.bus.is_heard:
                self._published = recorded.seq  # nobody to tell
                return recorded
        if self._visible() >= recorded.seq:
            self._publish()
        return recorded

    def notify(self, notice: object) -> None:
        """Tell the bus and those who follow of something passing (a token, a percentage). It is not recorded."""
        self.bus.publish(notice)
        for follower in tuple(self._followers):
            follower.tell(len(self._events), notice)

    async def committed(self) -> None:
        """Wait until everything dispatched so far is on disk; only then may anything act on it or show it."""
        writer, seq = self._writer, len(self._events)
        if writer is None or self._published >= seq:
            return
        self._live_here()
        if writer.durable < seq and writer.failure is None:
            future = self._waiters.until(seq)
            if writer.durable >= seq or writer.failure is not None:  # it came in between
                self._progress()
            await future
        if self._published < seq:
            self._publish()
            if writer.durable < seq and writer.failure is not None:
                raise self._fail(writer.failure)

    def commit(self) -> None:
        """Block until everything dispatched so far is on disk: `committed` for code without an event loop."""
        if self._writer is not None and self._published < len(self._events):
            try:
                self._writer.wait(len(self._events))
            except Exception as error:
                self._fail(error)
                raise
            finally:
                self._publish()

    # -- going back

    def snapshot(self) -> Snapshot:
        """The whole state as it stands now, as a value."""
        with self._lock:
            if self._unfolded:
                self._fold_late_reducers()
            return Snapshot(self.session_id, len(self._events), self._slices)

    def rollback(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of this session."""
        if snapshot.session_id != self.session_id:
            raise RewindRefused(f"The snapshot is of session {snapshot.session_id}, this is session {self.session_id}.")
        self.rewind(snapshot.seq)

    def rewind(self, to: int, *, past_final: bool = False) -> None:
        """Go back to how things stood after event `to`; the events between stay in the record.

        An event that is `final` (something random that has been seen) is taken back only with `past_final`. A rewind
        can be rewound in its turn.
        """
        with self._lock:
            self._must_be_writable()
            if not 0 <= to <= len(self._events):
                raise RewindRefused(f"There is no event {to}: the session has {len(self._events)}.")
            kept = standing(self._events, to)
            lost = None if past_final else final_loss(self.standing, kept)
            if lost is not None:
                raise RewindRefused(
                    f"Event {lost.seq} ({type(lost.event).__name__}) cannot be taken back: "
                    f"the session can be rewound to event {lost.seq} at the earliest."
                )
            recorded = Recorded(len(self._events) + 1, self.clock.now(), Rewound(to))
            kept.append(recorded)
            self._record(recorded, self._fold.of(kept, self._fold.slice_types()))
            self._standing = kept
            self._unfolded = set()
        if self._visible() >= recorded.seq:
            self._publish()

    # -- following

    @overload
    def follow(self, after: int = 0, *, notices: Literal[False] = False) -> AsyncIterator[Recorded[Any]]: ...
    @overload
    def follow(self, after: int = 0, *, notices: bool) -> AsyncIterator[Any]: ...
    async def follow(self, after: int = 0, *, notices: bool = False) -> AsyncIterator[Any]:
        """Every event after number `after`, first those that are there, then each new one once it is on disk.

        None is lost or doubled in between. Ends when the session is closed, and raises what closed it if its journal
        failed or is damaged. With `notices`, what `notify` told comes too, where it came among the events.
        """
        if after < 0:
            raise ValueError(f"Events count from 1: there is none to follow after {after}.")
        self._live_here()
        follower = Follower(notices=notices)
        self._followers.add(follower)
        try:
            self._progress()  # what came to disk while nobody was there to publish it
            while True:
                if follower.has_notice(after):
                    yield follower.next_notice()
                elif self._published > after:
                    yield self._events[after]
                    after += 1
                elif self._closed is not None:
                    if isinstance(self._closed, SessionClosed):
                        return
                    raise self._closed
                elif self._source is not None:
                    await self._read_on()
                else:
                    await follower.woken()
        finally:
            self._followers.discard(follower)

    async def refresh(self) -> None:
        """Read what the writer, in another process, has written since."""
        if self._source is None:
            return
        source, after = self._source, len(self._events)
        reading = await asyncio.to_thread(source.read, self.session_id, after)
        with self._lock:
            if len(self._events) == after:
                self._take_over(_decoded(reading.records))
        self.damage = self.damage or reading.damage
        self._publish()

    async def _read_on(self) -> None:
        if self.damage is not None:
            from gameplan.runtime.journal import JournalDamaged

            raise JournalDamaged(self.damage)
        await self.clock.sleep(_POLL_SECONDS)
        await self.refresh()

    # -- the inbox

    async def ask(self, kind: str, payload: Json, *, by: str = "person") -> Intent:
        """Put an intent into the session's inbox, for its writer to take or refuse; on disk when this returns.

        A view may ask as well. Without a session at hand, `journal.ask` does the same.
        """
        if self._closed is not None:
            raise self._closed
        return await self._its_inbox().ask(kind, payload, by, self.clock.now())

    async def intent(self, intent_id: int) -> Intent | None:
        """An intent as it stands now, with its verdict if it has one."""
        return await self._its_inbox().intent(intent_id)

    async def open_intents(self) -> Sequence[Intent]:
        """The intents that have no verdict yet, in order."""
        return await self._its_inbox().open()

    async def intents(self) -> AsyncGenerator[Intent, None]:
        """What is asked of the session: first all that is open, then each new intent, in order and once.

        For whoever writes the session. Ends when it is closed, and raises what closed it if its journal failed. What
        was not settled until then is still open for the next writer.
        """
        self._must_be_writable()
        self._live_here()
        async with aclosing(self._its_inbox().read(lambda: self._closed)) as reading:
            async for intent in reading:
                yield intent

    async def settle(self, intent: Intent, verdict: Verdict, reason: str = "") -> Intent:
        """Tell whoever asked that an intent was taken, or refused and why; all that was dispatched is on disk before.

        The first verdict stands and is returned. After a crash in between, the intent comes again: see whether what
        it presupposes still holds.
        """
        self._must_be_writable()
        await self.committed()
        return await self._its_inbox().settle(intent.id, verdict, reason)

    def _its_inbox(self) -> Inbox:
        with self._lock:
            if self._inbox is None:
                from gameplan.runtime.session.inbox import Inbox

                if self._journal is None:
                    self._inbox = Inbox.in_memory(self.session_id)
                else:
                    self._inbox = Inbox(self.session_id, self._journal, self._writer)
            return self._inbox

    # -- ending

    def close(self) -> None:
        """Bring everything to disk, publish it, and give the session free for another writer."""
        with self._lock:
            if self._released:
                return
            self._released = True
        try:
            self.commit()
        finally:
            if self._closed is None:
                self._closed = SessionClosed(f"Session {self.session_id} is closed.")
            if self._writer is not None:
                self._writer.close()
            self._wake()
            self._wake_inbox()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    # -- recording

    def _fold_late_reducers(self) -> None:
        """Fold the whole record into the slices whose reducers were registered after it had begun."""
        with self._lock:
            late = self._unfolded
            fresh = self._fold.of(self.standing, late)
            self._slices = {**{t: s for t, s in self._slices.items() if t not in late}, **fresh}
            self._unfolded = set()

    def _record(self, recorded: Recorded[Any], slices: Slices) -> None:
        """Hand an event to the journal; only when it has been taken does it count."""
        if self._writer is not None:
            kind = kind_of(type(recorded.event))
            self._writer.append(recorded.at, kind.name, kind.version, encode(recorded.event))
        self._events.append(recorded)
        self._slices = slices

    @classmethod
    def _of(cls, session_id: str, record: Iterable[Recorded[Any]], options: SessionOptions) -> Session:
        if "journal" in options:
            raise TypeError("A session that is opened, viewed or read from JSON takes no other journal.")
        session = cls(session_id=session_id, **options)
        session._take_over(record)
        session._published = len(session._events)
        return session

    def _take_over(self, record: Iterable[Recorded[Any]]) -> None:
        """Add events that are in the record already; they are folded when someone asks for the state."""
        rewound = False
        for recorded in record:
            seq = len(self._events) + 1
            if recorded.seq != seq:
                raise EventError(f"Event {recorded.seq} stands in the record where event {seq} should be.")
            if isinstance(recorded.event, Rewound):
                rewound = True
                if not 0 <= recorded.event.to < seq:
                    raise EventError(f"Event {seq} goes back to event {recorded.event.to}, which is not before it.")
            if not self._unfolded and not rewound:
                self._fold_on(recorded)
            self._events.append(recorded)
            if self._standing is not None:
                self._standing.append(recorded)
        if rewound:
            self._standing = standing(self._events)
            self._unfolded = self._fold.slice_types()

    def _fold_on(self, recorded: Recorded[Any]) -> None:
        try:
            self._slices = self._fold.after(self._slices, recorded)
        except ReducerFailed:  # whoever asks for the state is told
            self._unfolded = self._fold.slice_types()

    def _must_be_writable(self) -> None:
        if self._fold.running:
            raise SessionError("A reducer is pure: it cannot make anything happen.")
        if self._source is not None:
            raise SessionError(f"Session {self.session_id} is only viewed here: open it with Session.open to write.")
        if self._writer is not None and self._writer.failure is not None:
            raise self._fail(self._writer.failure)
        if self._closed is not None:
            raise self._closed

    # -- publishing

    def _publish(self) -> None:
        """Tell of every event that may be seen, in order; those that come meanwhile are told by whoever is telling.

        No lock is held while handlers run: they may wait for other threads that dispatch.
        """
        with self._lock:
            if self._publishing:
                return
            self._publishing = True
        try:
            while True:
                with self._lock:
                    if self._published >= self._visible():
                        self._publishing = False
                        break
                    recorded = self._events[self._published]
                    self._published += 1
                self.bus.publish(recorded.event)
        except BaseException:
            self._publishing = False
            raise
        if self._followers:
            self._wake()

    def _visible(self) -> int:
        """How many events may be seen: those on disk, where there is a disk."""
        return len(self._events) if self._writer is None else self._writer.durable

    def _wake(self) -> None:
        for follower in tuple(self._followers):
            follower.wake()

    # -- the journal's progress

    def _write_with(self, writer: JournalWriter) -> None:
        self._writer = writer
        writer.on_progress(self._on_progress)

    def _live_here(self) -> None:
        """Publish the journal's progress in the running loop, unless another one does so already."""
        if self._loop is None or self._loop.is_closed():
            self._loop = asyncio.get_running_loop()

    def _on_progress(self) -> None:
        """The journal got further (called in its thread): go on with it where the session lives."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the loop has ended: `commit`, `close` or the next loop will publish
                loop.call_soon_threadsafe(self._progress)

    def _progress(self) -> None:
        """Publish what has come to disk and answer those who wait for it; after a failure, tell the others."""
        writer = self._writer
        if writer is None:
            return
        failure = writer.failure
        self._publish()
        self._waiters.answer(writer.durable, failure)
        if failure is not None:
            self._fail(failure)

    def _fail(self, error: Exception) -> Exception:
        if self._closed is None:
            self._closed = error
            self._wake()
            self._wake_inbox()
        return error

    def _wake_inbox(self) -> None:
        if self._inbox is not None:
            self._inbox.wake()


def _decoded(records: Iterable[Record]) -> Iterable[Recorded[Any]]:
    return (Recorded(each.seq, each.at, decode(each.type, each.version, each.payload)) for each in records)
