"""What it costs that something happens: folded, recorded, and on disk."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from gameplan.runtime import MemoryJournal, Session, Slice, SqliteJournal, append, event, replace_latest, upsert_by
from gameplan.runtime.events import encode
from gameplan.runtime.session import ReducerContext
from measure import Contender, Figure, race
from tables import Column, Row, Table

MOST_MICROSECONDS = 10
MOST_TIMES_FLOOR = 4
AT_ONCE = 100
COLUMNS = [
    Column("CPU µs"),
    Column("wall µs"),
    Column("per CPU-second", "{:,.0f}"),
    Column("× floor, CPU", "{:,.1f}×"),
    Column("× floor, wall", "{:,.1f}×"),
]


@event("bench.moved")
@dataclass(frozen=True, slots=True)
class Moved:
    """Something as large as most events are: some 300 bytes in the journal."""

    piece: str
    origin: int
    target: int
    note: str


NOTE = "a sentence or two that a tool returned, of the length that such sentences tend to have in practice; " * 2


def moved(number: int) -> Moved:
    return Moved("knight", number, number + 1, NOTE)


def as_bare_json(event: Moved) -> bytes:
    """The same JSON as Gameplan writes, made by hand."""
    fields = {"piece": event.piece, "origin": event.origin, "target": event.target, "note": event.note}
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode()


def tables(*, quick: bool) -> list[Table]:
    assert as_bare_json(moved(1)) == encode(moved(1))
    rounds = 1 if quick else 7
    with tempfile.TemporaryDirectory() as folder:
        return [
            asyncio.run(_reducers(rounds, quick=quick)),
            asyncio.run(_in_memory(rounds, quick=quick)),
            asyncio.run(_one_by_one(Path(folder), rounds, quick=quick)),
            asyncio.run(_at_once(Path(folder), rounds, quick=quick)),
        ]


# -- reducers


async def _reducers(rounds: int, *, quick: bool) -> Table:
    times = 100 if quick else 1000
    events = [moved(number) for number in range(times)]
    context = ReducerContext("session", 1, 1)

    def floor() -> None:
        values: list[Moved] = []
        for each in events:
            values.append(each)

    def folded(reducer: Callable[[Slice[Moved], Moved, ReducerContext], Slice[Moved]]) -> Callable[[], None]:
        def fold() -> None:
            values: Slice[Moved] = Slice()
            for each in events:
                values = reducer(values, each, context)

        return fold

    contenders = [
        Contender("append", folded(append), times),
        Contender("replace_latest", folded(replace_latest), times),
        Contender("upsert_by, 10 keys", folded(upsert_by(lambda each: each.origin % 10)), times),
    ]
    figures = await race(
        Contender("list.append (floor)", floor, times), contenders, rounds=rounds, at_least=0.0 if quick else 0.02
    )
    return _table("Reducers", "", figures, rounds, lambda name, figure: ("", None))


# -- in memory


async def _in_memory(rounds: int, *, quick: bool) -> Table:
    times = 100 if quick else 2000

    def floor() -> None:
        events: list[tuple[int, int, Moved]] = []
        for number in range(times):
            events.append((number, time.time_ns(), moved(number)))

    def dispatched(new_session: Callable[[], Session]) -> Callable[[], None]:
        def dispatch() -> None:
            session = new_session()
            for number in range(times):
                session.dispatch(moved(number))
            session.close()

        return dispatch

    def with_listener() -> Session:
        session = Session()
        session.register_reducer(Moved, append)
        session.bus.subscribe(Moved, lambda _: None)
        return session

    def with_reducer() -> Session:
        session = Session()
        session.register_reducer(Moved, append)
        return session

    contenders = [
        Contender("Session", dispatched(Session), times),
        Contender("Session, a reducer", dispatched(with_reducer), times),
        Contender("Session, a reducer and a listener", dispatched(with_listener), times),
        Contender("Session, MemoryJournal", dispatched(lambda: Session(journal=MemoryJournal())), times),
    ]
    figures = await race(
        Contender("list.append with a time (floor)", floor, times),
        contenders,
        rounds=rounds,
        at_least=0.0 if quick else 0.03,
    )

    def promise(name: str, figure: Figure) -> tuple[str, bool | None]:
        if not name.startswith("Session") or "Journal" in name:
            return "", None
        return f"≤ {MOST_MICROSECONDS} µs", figure.cpu * 1e6 <= MOST_MICROSECONDS

    about = "An event of four fields is made and dispatched. A MemoryJournal also encodes, hashes and keeps it."
    return _table("Dispatch in memory", about, figures, rounds, promise)


# -- on disk


async def _one_by_one(folder: Path, rounds: int, *, quick: bool) -> Table:
    times = 5 if quick else 50
    numbers = count(1)
    with bare_journal(folder / "bare.db") as db, SqliteJournal(folder / "own.db") as journal:
        session = Session(journal=journal)

        def floor() -> None:
            for _ in range(times):
                number = next(numbers)
                db.execute("BEGIN IMMEDIATE")
                db.execute(INSERT, _row(number))
                db.execute("COMMIT")

        async def committed() -> None:
            for number in range(times):
                session.dispatch(moved(number))
                await session.committed()

        def commit() -> None:
            for number in range(times):
                session.dispatch(moved(number))
                session.commit()

        contenders = [
            Contender("dispatch, await committed()", committed, times),
            Contender("dispatch, commit()", commit, times),
        ]
        figures = await race(Contender("bare sqlite3 (floor)", floor, times), contenders, rounds=rounds, at_least=0.0)
        session.close()
    about = "Each event is on disk (WAL, synchronous=FULL) before the next. The floor has no chain, lease or thread."
    return _table("SQLite, one by one", about, figures, rounds, lambda name, figure: ("", None))


async def _at_once(folder: Path, rounds: int, *, quick: bool) -> Table:
    batches = 1 if quick else 10
    times = batches * AT_ONCE
    numbers = count(1)
    with bare_journal(folder / "bare-100.db") as db, SqliteJournal(folder / "own-100.db") as journal:
        session = Session(journal=journal)
        sessions = [Session(journal=journal) for _ in range(AT_ONCE)]

        def floor() -> None:
            for _ in range(batches):
                db.execute("BEGIN IMMEDIATE")
                db.executemany(INSERT, [_row(next(numbers)) for _ in range(AT_ONCE)])
                db.execute("COMMIT")

        async def happens(session: Session, number: int) -> None:
            session.dispatch(moved(number))
            await session.committed()

        async def in_one() -> None:
            for _ in range(batches):
                await asyncio.gather(*(happens(session, number) for number in range(AT_ONCE)))

        async def in_many() -> None:
            for _ in range(batches):
                await asyncio.gather(*(happens(each, number) for number, each in enumerate(sessions)))

        async def tasks_alone() -> None:
            for _ in range(batches):
                await asyncio.gather(*(asyncio.sleep(0) for _ in range(AT_ONCE)))

        one = f"{AT_ONCE} tasks, one session"
        contenders = [
            Contender(f"{AT_ONCE} tasks that do nothing", tasks_alone, times),
            Contender(one, in_one, times),
            Contender(f"{AT_ONCE} tasks, {AT_ONCE} sessions", in_many, times),
        ]
        figures = await race(
            Contender("bare sqlite3, executemany (floor)", floor, times), contenders, rounds=rounds, at_least=0.0
        )
        for each in (session, *sessions):
            each.close()

    def promise(name: str, figure: Figure) -> tuple[str, bool | None]:
        if name != one:
            return "", None
        return f"≤ {MOST_TIMES_FLOOR}× floor", max(figure.cpu_ratio, figure.wall_ratio) <= MOST_TIMES_FLOOR

    about = (
        f"{AT_ONCE} tasks each dispatch one event and await committed(). The floor writes the same rows, encoded to "
        f"the same JSON,\nwith executemany and one commit per {AT_ONCE}; it has no tasks. The promise holds for both, "
        "CPU and wall time."
    )
    return _table(f"SQLite, {AT_ONCE} at once (group commit)", about, figures, rounds, promise)


INSERT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, CAST(? AS TEXT), ?)"


def _row(number: int) -> tuple[str, int, int, str, int, bytes, bytes]:
    return ("session-0dm3k8q2x-7f3kq9wz", number, time.time_ns(), "bench.moved", 1, as_bare_json(moved(number)), _HASH)


_HASH = bytes(range(32))


@contextmanager
def bare_journal(path: Path) -> Iterator[sqlite3.Connection]:
    """A file with the table, the sync and the mode of a journal."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute(
            "CREATE TABLE events (session TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, "
            "type TEXT NOT NULL, version INTEGER NOT NULL, payload TEXT NOT NULL, hash BLOB NOT NULL, "
            "PRIMARY KEY (session, seq)) STRICT, WITHOUT ROWID"
        )
        yield db


def _table(
    title: str,
    about: str,
    figures: dict[str, Figure],
    rounds: int,
    promise: Callable[[str, Figure], tuple[str, bool | None]],
) -> Table:
    rows = [
        Row(
            name,
            {
                "CPU µs": figure.cpu * 1e6,
                "wall µs": figure.wall * 1e6,
                "per CPU-second": 1 / figure.cpu,
                "× floor, CPU": figure.cpu_ratio,
                "× floor, wall": figure.wall_ratio,
            },
            *promise(name, figure),
        )
        for name, figure in figures.items()
    ]
    return Table(f"{title}: per event", f"Median of {rounds} rounds. {about}".rstrip(), COLUMNS, rows)
