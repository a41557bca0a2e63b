"""The session: a fold of one journal. Events go in; what is true now comes out."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from gameplan.runtime.clock import Clock, SystemClock
from gameplan.runtime.events.bus import EventBus, InProcessEventBus
from gameplan.runtime.events.codec import decode, encode
from gameplan.runtime.events.declare import kind_of
from gameplan.runtime.events.record import Recorded, Rewound
from gameplan.runtime.ids import Ids, SortableIds
from gameplan.runtime.session.reducers import Reducer, ReducerContext
from gameplan.runtime.session.slices import Slice
from gameplan.runtime.session.snapshot import Snapshot

if TYPE_CHECKING:
    import asyncio

    from gameplan.runtime.journal import Damage, Journal, JournalWriter, Record

E = TypeVar("E")
S = TypeVar("S")


class SessionError(Exception):
    """The session cannot do what was asked; nothing has changed."""


class SessionClosed(SessionError):
    """The session has been closed, or its journal failed."""


class ReducerFailed(SessionError):
    """A reducer raised; the event was not recorded."""


class RewindRefused(SessionError):
    """The session cannot go back that far."""


class Session:
    """What happened, and what is true now.

    `dispatch` folds an event into the state at once and hands it to the journal. Only after `await committed()` is it
    on disk, and only then is it published on the bus and shown to followers. Without a journal both come at once.

    A session has one writer. `Session.open` becomes it; `Session.view` only reads and follows.
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
        self._standing: list[int] | None = None  # which events still count; None: all of them
        self._slices: dict[type, Slice[Any]] = {}
        self._reducers: dict[type, dict[type, Reducer]] = {}  # event type -> slice type -> reducer
        self._unfolded: set[type] = set()  # slices whose reducers changed after events were there
        self._published = 0
        self._publishing = False
        self._followers: set[_Follower] = set()
        self._closed: Exception | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiters: deque[tuple[int, asyncio.Future[None]]] = deque()
        self._source: Journal | None = None  # where a view reads on
        self._writer: JournalWriter | None = None
        if journal is not None:
            self._write_with(journal.create(self.session_id, self.clock.now()))

    # -- opening

    @classmethod
    def open(cls, journal: Journal, session_id: str, **options: Any) -> Session:
        """Become the writer of a session that is in the journal, and go on from how it stands."""
        writer, reading = journal.reopen(session_id)
        try:
            session = cls(session_id=session_id, **options)
            session._load(reading.records)
        except BaseException:
            writer.close()
            raise
        session._write_with(writer)
        return session

    @classmethod
    def view(cls, journal: Journal, session_id: str, **options: Any) -> Session:
        """Read a session, and follow it while another process writes; `damage` says if part of it is broken."""
        reading = journal.read(session_id)
        session = cls(session_id=session_id, **options)
        session._load(reading.records)
        session.damage = reading.damage
        session._source = journal
        return session

    # -- state

    def register_reducer(self, event_type: type, reducer: Reducer, slice_type: type | None = None) -> None:
        """Fold events of one type into the slice of another (of its own type, unless told).

        There is one reducer for each pair of types: registering again replaces it. Events that are there already are
        folded too, so it does not matter whether a session is opened before or after its reducers are registered.
        """
        slice_type = slice_type or event_type
        with self._lock:
            routes = self._reducers.setdefault(event_type, {})
            if routes.get(slice_type) is reducer:
                return
            routes[slice_type] = reducer
            if self._events:
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
        return Slice._of(self._events, len(self._events))

    @property
    def standing(self) -> Sequence[Recorded[Any]]:
        """The events that count: those of the record that no rewind has taken back."""
        if self._standing is None:
            return self.events
        return tuple(self._events[seq - 1] for seq in self._standing)

    def events_of(self, event_type: type[E]) -> tuple[E, ...]:
        """The events of one type, in order."""
        return tuple(recorded.event for recorded in self._events if type(recorded.event) is event_type)

    # -- what happens

    def dispatch(self, event: E) -> Recorded[E]:
        """Make something happen: fold the event into the state and hand it to the journal.

        If the event is not declared, cannot be written, or a reducer raises, nothing has changed.
        """
        kind = kind_of(type(event))
        with self._lock:
            self._must_be_writable()
            if self._unfolded:
                self._fold_late_reducers()
            recorded = Recorded(len(self._events) + 1, self.clock.now(), event)
            payload = encode(event) if self._writer is not None else b""
            if isinstance(event, Rewound):
                standing, slices = self._rewound(recorded, event)
            else:
                standing, slices = None, self._folded(self._slices, recorded)
            if self._writer is not None:
                self._writer.append(recorded.at, kind.name, kind.version, payload)
            self._slices = slices
            if standing is not None:
                self._standing = standing
            elif self._standing is not None:
                self._standing.append(recorded.seq)
            self._events.append(recorded)
        if self._visible() >= recorded.seq:
            self._publish()
        return recorded

    def notify(self, notice: object) -> None:
        """Tell the bus and those who follow of something passing (a token, a percentage). It is not recorded."""
        self.bus.publish(notice)
        for follower in tuple(self._followers):
            follower.take(notice)

    async def committed(self) -> None:
        """Wait until everything dispatched so far is on disk; only then may anything act on it or show it."""
        seq = len(self._events)
        writer = self._writer
        if writer is None or self._published >= seq:
            return
        import asyncio

        loop = self._loop = asyncio.get_running_loop()
        if writer.durable < seq and writer.failure is None:
            future: asyncio.Future[None] = loop.create_future()
            self._waiters.append((seq, future))
            if writer.durable >= seq or writer.failure is not None:  # it came in between
                self._on_loop_progress()
            await future
        if writer.failure is not None and writer.durable < seq:
            raise self._fail(writer.failure)
        self._publish()

    def commit(self) -> None:
        """Block until everything dispatched so far is on disk: `committed` for code without an event loop."""
        if self._writer is not None and self._published < len(self._events):
            try:
                self._writer.wait(len(self._events))
            except Exception as error:
                raise self._fail(error) from error
            self._publish()

    # -- going back

    def snapshot(self) -> Snapshot:
        """The whole state as it stands now, as a value."""
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

        Behind an event that is `final` (something random that has been seen) a rewind goes only with `past_final`.
        """
        with self._lock:
            standing = self._standing or range(1, len(self._events) + 1)
            if not 0 <= to <= len(self._events):
                raise RewindRefused(f"There is no event {to}: the session has {len(self._events)}.")
            if not past_final:
                for seq in reversed(standing):
                    if seq <= to:
                        break
                    if kind_of(type(self._events[seq - 1].event)).final:
                        raise RewindRefused(
                            f"Event {seq} ({type(self._events[seq - 1].event).__name__}) cannot be taken back: "
                            f"the session can be rewound to event {seq} at the earliest."
                        )
            self.dispatch(Rewound(to))

    # -- following

    @overload
    def follow(self, after: int = 0, *, notices: Literal[False] = False) -> AsyncIterator[Recorded[Any]]: ...
    @overload
    def follow(self, after: int = 0, *, notices: bool) -> AsyncIterator[Any]: ...
    async def follow(self, after: int = 0, *, notices: bool = False) -> AsyncIterator[Any]:
        """Every event after number `after`, first those that are there, then each new one once it is on disk.

        None is lost or doubled in between. Ends when the session is closed. With `notices`, what `notify` told comes
        too, among the events.
        """
        import asyncio

        self._loop = self._loop or asyncio.get_running_loop()
        follower = _Follower(asyncio.get_running_loop(), notices=notices)
        self._followers.add(follower)
        try:
            while True:
                while self._published > after:
                    yield self._events[after]
                    after += 1
                while follower.notices:
                    yield follower.notices.popleft()
                if self._closed is not None:
                    if isinstance(self._closed, SessionClosed):
                        return
                    raise self._closed
                if self._published > after or follower.notices:
                    continue
                if self._source is not None:
                    await self.clock.sleep(_POLL_SECONDS)
                    await self.refresh()
                else:
                    await follower.woken()
        finally:
            self._followers.discard(follower)

    async def refresh(self) -> None:
        """Read what the writer, in another process, has written since."""
        import asyncio

        if self._source is None:
            return
        source, after = self._source, len(self._events)
        reading = await asyncio.to_thread(source.read, self.session_id, after)
        if len(self._events) == after:
            self._load(reading.records)
        self.damage = self.damage or reading.damage

    # -- ending

    def close(self) -> None:
        """Bring everything to disk, publish it, and give the session free for another writer."""
        if self._closed is not None:
            return
        try:
            self.commit()
        finally:
            if self._closed is None:
                self._closed = SessionClosed(f"Session {self.session_id} is closed.")
            if self._writer is not None:
                self._writer.close()
            self._wake()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    # -- JSON

    def to_json(self) -> str:
        """The whole record as JSON."""
        return json.dumps(
            {
                "session": self.session_id,
                "events": [
                    {
                        "seq": seq,
                        "at": at,
                        "type": kind_of(type(event)).name,
                        "version": kind_of(type(event)).version,
                        "fields": json.loads(encode(event)),
                    }
                    for seq, at, event in self._events
                ],
            }
        )

    @classmethod
    def from_json(cls, text: str, **options: Any) -> Session:
        """A session in memory with the record that `to_json` wrote."""
        data = json.loads(text)
        session = cls(session_id=data["session"], **options)
        session._load_events(
            Recorded(
                each["seq"],
                each["at"],
                decode(each["type"], each["version"], json.dumps(each["fields"]).encode()),
            )
            for each in data["events"]
        )
        return session

    # -- within

    def _folded(self, slices: dict[type, Slice[Any]], recorded: Recorded[Any]) -> dict[type, Slice[Any]]:
        """The slices after an event. The given ones are not changed: a snapshot may hold them."""
        routes = self._reducers.get(type(recorded.event))
        if not routes:
            return slices
        context = ReducerContext(self.session_id, recorded.seq, recorded.at)
        folded = slices.copy()
        for slice_type, reducer in routes.items():
            folded[slice_type] = self._reduced(reducer, slices.get(slice_type), recorded, context)
        return folded

    def _reduced(
        self, reducer: Reducer, slice_: Slice[Any] | None, recorded: Recorded[Any], context: ReducerContext
    ) -> Slice[Any]:
        try:
            return reducer(slice_ if slice_ is not None else Slice(), recorded.event, context)
        except Exception as error:
            raise ReducerFailed(
                f"The reducer {reducer!r} failed on event {recorded.seq} ({type(recorded.event).__name__}): {error}"
            ) from error

    def _rewound(self, recorded: Recorded[Any], event: Rewound) -> tuple[list[int], dict[type, Slice[Any]]]:
        """Which events stand, and what is true, after going back to `event.to`."""
        standing = [seq for seq in (self._standing or range(1, len(self._events) + 1)) if seq <= event.to]
        slices: dict[type, Slice[Any]] = {}
        for seq in standing:
            slices = self._folded(slices, self._events[seq - 1])
        return [*standing, recorded.seq], self._folded(slices, recorded)

    def _fold_late_reducers(self) -> None:
        """Fold the whole record into the slices whose reducers were registered after it had begun."""
        with self._lock:
            late, self._unfolded = self._unfolded, set()
            fresh: dict[type, Slice[Any]] = {}
            for seq in self._standing or range(1, len(self._events) + 1):
                recorded = self._events[seq - 1]
                context = ReducerContext(self.session_id, recorded.seq, recorded.at)
                for slice_type, reducer in self._reducers.get(type(recorded.event), {}).items():
                    if slice_type in late:
                        fresh[slice_type] = self._reduced(reducer, fresh.get(slice_type), recorded, context)
            self._slices = {**{t: s for t, s in self._slices.items() if t not in late}, **fresh}

    def _load(self, records: Iterable[Record]) -> None:
        self._load_events(
            Recorded(record.seq, record.at, decode(record.type, record.version, record.payload)) for record in records
        )

    def _load_events(self, events: Iterable[Recorded[Any]]) -> None:
        """Take over events that are on disk already."""
        with self._lock:
            for recorded in events:
                if isinstance(recorded.event, Rewound):
                    standing = self._standing or range(1, len(self._events) + 1)
                    self._standing = [seq for seq in standing if seq <= recorded.event.to]
                if self._standing is not None:
                    self._standing.append(recorded.seq)
                self._events.append(recorded)
            self._unfolded = {slice_type for routes in self._reducers.values() for slice_type in routes}
        self._publish()

    def _publish(self) -> None:
        """Tell of every event that may be seen, in order; those that a handler adds come last."""
        with self._lock:
            if self._publishing:
                return
            self._publishing = True
            try:
                while self._published < self._visible():
                    recorded = self._events[self._published]
                    self._published += 1
                    self.bus.publish(recorded.event)
            finally:
                self._publishing = False
        if self._followers:
            self._wake()

    def _visible(self) -> int:
        """How many events may be seen: those on disk, where there is a disk."""
        return len(self._events) if self._writer is None else self._writer.durable

    def _wake(self) -> None:
        for follower in tuple(self._followers):
            follower.wake()

    def _write_with(self, writer: JournalWriter) -> None:
        self._writer = writer
        self._published = len(self._events)
        writer.on_progress(self._on_progress)

    def _on_progress(self) -> None:
        """The journal got further (called in its thread): go on with it where the session lives."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            try:
                loop.call_soon_threadsafe(self._on_loop_progress)
            except RuntimeError:  # the loop was closed meanwhile: `commit` or `close` will publish
                self._loop = None

    def _on_loop_progress(self) -> None:
        writer = self._writer
        if writer is None:
            return
        if writer.failure is not None:
            error = self._fail(writer.failure)
            while self._waiters:
                _, future = self._waiters.popleft()
                if not future.done():
                    future.set_exception(error)
            return
        self._publish()
        while self._waiters and self._waiters[0][0] <= writer.durable:
            _, future = self._waiters.popleft()
            if not future.done():
                future.set_result(None)

    def _fail(self, error: Exception) -> Exception:
        if self._closed is None:
            self._closed = error
            self._wake()
        return error

    def _must_be_writable(self) -> None:
        if self._source is not None:
            raise SessionError(f"Session {self.session_id} is only viewed here: open it with Session.open to write.")
        if self._writer is not None and self._writer.failure is not None:
            raise self._fail(self._writer.failure)
        if self._closed is not None:
            raise self._closed


_POLL_SECONDS = 0.05
_NOTICES_KEPT = 10_000


class _Follower:
    """One who follows a session, and how to wake it from whatever thread."""

    __slots__ = ("_awake", "_loop", "_thread", "_wants_notices", "notices")

    def __init__(self, loop: asyncio.AbstractEventLoop, *, notices: bool) -> None:
        import asyncio

        self._loop = loop
        self._thread = threading.get_ident()
        self._awake = asyncio.Event()
        self._wants_notices = notices
        self.notices: deque[object] = deque(maxlen=_NOTICES_KEPT)

    def take(self, notice: object) -> None:
        if self._wants_notices:
            self.notices.append(notice)
            self.wake()

    def wake(self) -> None:
        if threading.get_ident() == self._thread:
            self._awake.set()
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._awake.set)

    async def woken(self) -> None:
        await self._awake.wait()
        self._awake.clear()
