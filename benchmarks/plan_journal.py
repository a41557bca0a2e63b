"""What it costs that a plan survives its process: each step on disk, beside bare sqlite3 that writes the same."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path

from dispatch import INSERT, bare_journal
from gameplan.plans import Engine, Plan
from gameplan.runtime import Session, SqliteJournal
from gameplan.runtime.journal.writing import SqliteWriter
from gameplan.tools import Writes, tool
from measure import Contender, Figure, race
from shapes import TOOLS, Needs, Number, chain, plan_of, wide
from tables import Column, Row, Table, Value

PLANS = 20
AT_ONCE = 100

Told = list[tuple[str, int]]  # a session, and up to which of its events all is on disk now
Stored = tuple[str, int, int, str, int, bytes, bytes]


class Watched(SqliteJournal):
    """A journal that notes what was brought to disk together."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.told: Told = []

    def create(self, session_id: str, at: int) -> SqliteWriter:
        writer = super().create(session_id, at)
        writer.on_progress(lambda: self.told.append((session_id, writer.durable)))
        return writer

    def commits(self) -> list[list[Stored]]:
        """The rows of each commit. One that is told of the same session again has been followed by the next.

        Commits of different sessions that follow each other count as one: the floor gets the better of it.
        """
        made: list[list[Stored]] = []
        among: set[str] = set()
        reached: dict[str, int] = {}
        records = {name: self.read(name).records for name in dict(self.told)}
        for name, durable in self.told:
            if not made or name in among:
                made.append([])
                among.clear()
            among.add(name)
            made[-1] += [(name, *record) for record in records[name][reached.get(name, 0) : durable]]
            reached[name] = durable
        return made


@dataclass(frozen=True, slots=True)
class Mark:
    place: str
    value: int = 0


@tool(effects=Writes("place"))
async def mark(params: Mark) -> Number:
    """One more than it is handed, by a tool that says it writes: it may not act before that is on disk."""
    return Number(params.value + 1)


ACTING = TOOLS | {mark.name: mark}


def acting(needs: Needs) -> Plan:
    """A plan of steps that have an effect, each on a place of its own."""
    plan = plan_of(needs)
    steps = (
        replace(each, tool="mark", args={"place": f"{each.id}.txt", **each.args}) if each.tool == "relay" else each
        for each in plan.steps
    )
    return replace(plan, steps=tuple(steps))


def tables(*, quick: bool) -> list[Table]:
    rounds = 1 if quick else 5
    steps = 20 if quick else 200
    many = 4 if quick else PLANS
    cases: dict[str, list[Plan]] = {
        f"chain of {steps}": [acting(chain(steps))],
        f"{steps} steps, {AT_ONCE} at once": [acting(wide(steps))],
        f"{many} chains of {steps // 4}": [acting(chain(steps // 4))] * many,
        f"chain of {steps}, no effects": [plan_of(chain(steps))],
    }
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, plans) in enumerate(cases.items()):
            rows += asyncio.run(_rows(name, plans, Path(folder) / str(number), rounds))
    return [_table(rows, rounds)]


async def _rows(name: str, plans: Sequence[Plan], folder: Path, rounds: int) -> list[Row]:
    folder.mkdir()
    steps = sum(len(plan.steps) for plan in plans)
    watched = Watched(folder / "watched.db")
    with watched:
        await _run_all(plans, watched)
        commits = watched.commits()
    with bare_journal(folder / "bare.db") as db, SqliteJournal(folder / "own.db") as journal:
        floor, us, memory = (f"{name}: {what}" for what in ("bare sqlite3 (floor)", "gameplan", "gameplan in memory"))
        figures = await race(
            Contender(floor, _same_again(db, commits), steps),
            [
                Contender(us, partial(_run_all, plans, journal), steps),
                Contender(memory, partial(_run_all, plans, None), steps),
            ],
            rounds=rounds,
            at_least=0.0,
        )
    rows = [each for commit in commits for each in commit]
    size = sum(len(row[5]) for row in rows)
    written: dict[str, Value] = {
        "rows/step": len(rows) / steps,
        "bytes/step": size / steps,
        "commits/step": len(commits) / steps,
    }
    return [
        Row(floor, written | _values(figures[floor])),
        Row(us, written | _values(figures[us])),
        Row(memory, _values(figures[memory])),
    ]


def _same_again(db: sqlite3.Connection, commits: Sequence[Sequence[Stored]]) -> Callable[[], None]:
    """The very rows that the engine wrote, in the same commits, under another session's name."""
    times = count(1)

    def write() -> None:
        again = next(times)
        for rows in commits:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(INSERT, [(f"{row[0]}-{again}", *row[1:]) for row in rows])
            db.execute("COMMIT")

    return write


async def _run_all(plans: Sequence[Plan], journal: SqliteJournal | None) -> None:
    """All plans at the same time, each in a session of its own."""

    async def one(plan: Plan) -> None:
        session = Session(journal=journal)
        summary = await Engine(ACTING, session, concurrency=AT_ONCE).complete(plan)
        assert summary.status == "completed", summary
        session.close()

    await asyncio.gather(*map(one, plans))


def _values(figure: Figure) -> dict[str, Value]:
    return {
        "steps/s": 1 / figure.wall,
        "wall µs": figure.wall * 1e6,
        "CPU µs": figure.cpu * 1e6,
        "× floor, wall": figure.wall_ratio,
        "× floor, CPU": figure.cpu_ratio,
    }


def _table(rows: Sequence[Row], rounds: int) -> Table:
    return Table(
        "Plans on disk: per step",
        f"Median of {rounds} rounds. Steps that do nothing, by a tool that says it writes: each is on disk (WAL, "
        "synchronous=FULL) before it\nacts. A step that has no effects may run again after a crash, and does not wait. "
        "The plan is checked too. The floor writes the\nvery rows of such a run in the same commits, and does nothing "
        "else: no checks, no encoding, no hashes, no lease, no tasks.",
        [
            Column("rows/step", "{:.2f}"),
            Column("bytes/step", "{:,.0f}"),
            Column("commits/step", "{:.2f}"),
            Column("steps/s", "{:,.0f}"),
            Column("wall µs"),
            Column("CPU µs"),
            Column("× floor, wall", "{:,.1f}×"),
            Column("× floor, CPU", "{:,.1f}×"),
        ],
        rows,
    )
