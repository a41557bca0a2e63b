"""How checking, running, resuming and keeping grow with a plan: 1,000 steps and 10,000."""

from __future__ import annotations

import asyncio
import gc
import graphlib
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from gameplan.plans import Approve, Engine, Plan, Step, validate
from gameplan.plans.data_tools import data_tools
from gameplan.runtime import Session, SqliteJournal
from gameplan.tools import Destroys, Tool, tool
from gameplan.tools.workspace import Workspace
from measure import Contender, Figure, race
from shapes import SHAPES, TOOLS, Needs, bare_asyncio, chain, layered, plan_of
from tables import Column, Row, Table, Value

MOST_SECONDS = 1.0
MOST_GROWTH = 1.5
CONCURRENCY = 100
WORKSPACE = "files: read, extract, copy, write"

Tools = dict[str, Tool[Any, Any]]


def tables(*, quick: bool) -> list[Table]:
    sizes = (50, 100) if quick else (1_000, 10_000)
    rounds = 1 if quick else 5
    return [_checking(sizes, rounds, quick=quick), _running(sizes, rounds), _resuming(sizes, rounds), _memory(sizes)]


# -- checking


def over_files(steps: int) -> Plan:
    """What people write, many times over: read a file, take a field out of it, keep a backup, write it anew."""
    made: list[Step] = []
    for number in range(-(-steps // 4)):
        path, read, field, backup = (f"{kind}{number}" for kind in ("config/", "read_", "field_", "backup_"))
        before = (f"write_{number - 1}",) if number % 10 else ()
        made += [
            Step(read, "read_file", args={"path": f"{path}.json"}, depends_on=before),
            Step(field, "extract_json", args={"text": f"${read}.content", "path": "version"}),
            Step(backup, "copy_file", args={"source": f"{path}.json", "destination": f"{path}.old.json"}),
            Step(
                f"write_{number}",
                "write_file",
                args={"path": f"{path}.json", "content": f"${{{read}.path}} was ${{{field}.value}}, for $$5\n"},
                depends_on=(backup,),
            ),
        ]
    return Plan(tuple(made[:steps]))


@contextmanager
def _file_tools() -> Iterator[Tools]:
    with tempfile.TemporaryDirectory() as folder, Workspace(Path(folder)) as workspace:
        every = (*workspace.reading_tools(), *workspace.writing_tools("run"), *data_tools())
        yield {each.name: each for each in every}


def _checking(sizes: Sequence[int], rounds: int, *, quick: bool) -> Table:
    small, large = sizes
    with _file_tools() as tools:
        kinds: dict[str, tuple[Callable[[int], Plan], Tools]] = {WORKSPACE: (over_files, tools)}
        for shape, make in SHAPES.items():
            kinds[f"{shape}, steps that do nothing"] = partial(_plan, make), TOOLS
        figures = asyncio.run(_checked(kinds, sizes, rounds, quick=quick))
    rows = []
    for kind in kinds:
        few, many = figures[f"{kind}/{small}"], figures[f"{kind}/{large}"]
        growth = many.cpu_ratio / few.cpu_ratio
        values: dict[str, Value] = {
            f"{small:,}, ms": few.cpu * small * 1e3,
            f"{large:,}, ms": many.cpu * large * 1e3,
            "per step": growth,
        }
        kept = many.cpu * large <= MOST_SECONDS and growth <= MOST_GROWTH
        rows.append(Row(kind, values, f"≤ {MOST_SECONDS:g} s; per step ≤ {MOST_GROWTH}×", kept))
    return Table(
        f"Checking a plan of {small:,} and of {large:,} steps: CPU ms",
        f"Median of {rounds} rounds. Everything that is checked: ids, tools, arguments, references and their types, "
        "conditions, conflicts,\ncircles, gates. Per step: how many times as long a step takes in the larger plan.",
        [Column(f"{small:,}, ms"), Column(f"{large:,}, ms"), Column("per step", "{:.2f}×")],
        rows,
    )


def _plan(make: Callable[[int], Needs], steps: int) -> Plan:
    return plan_of(make(steps))


async def _checked(
    kinds: dict[str, tuple[Callable[[int], Plan], Tools]], sizes: Sequence[int], rounds: int, *, quick: bool
) -> dict[str, Figure]:
    """Both sizes of every kind in one race, so that noise falls on all of them alike."""

    def check(plan: Plan, tools: Tools) -> None:
        problems = validate(plan, tools, inputs={})
        assert not problems, problems[:3]

    needs = chain(sizes[0])
    return await race(
        Contender("floor", lambda: graphlib.TopologicalSorter(needs).prepare(), sizes[0]),
        [
            Contender(f"{kind}/{steps}", partial(check, make(steps), tools), steps)
            for kind, (make, tools) in kinds.items()
            for steps in sizes
        ],
        rounds=rounds,
        at_least=0.0 if quick else 0.05,
    )


# -- running


def _running(sizes: Sequence[int], rounds: int) -> Table:
    small, large = sizes
    rows = []
    for shape in SHAPES:
        figures = {steps: asyncio.run(_run(shape, steps, rounds)) for steps in sizes}
        values: dict[str, Value] = {f"{steps:,}, µs per step": figures[steps].cpu * 1e6 for steps in sizes}
        values |= {f"{steps:,}, × floor": figures[steps].cpu_ratio for steps in sizes}
        values[f"{large:,}, s"] = figures[large].wall * large
        rows.append(Row(shape, values, f"{large:,} steps complete", kept=True))
    return Table(
        f"Running a plan of {small:,} and of {large:,} steps, checked and run: CPU µs per step",
        f"Median of {rounds} rounds, steps that do nothing, in memory, {CONCURRENCY} at a time. A plan that does not "
        "complete ends the benchmark.",
        [
            *(Column(f"{steps:,}, µs per step") for steps in sizes),
            *(Column(f"{steps:,}, × floor", "{:,.1f}×") for steps in sizes),
            Column(f"{large:,}, s", "{:.2f}"),
        ],
        rows,
    )


async def _run(shape: str, steps: int, rounds: int) -> Figure:
    needs = SHAPES[shape](steps)
    plan = plan_of(needs)

    async def run() -> None:
        summary = await Engine(TOOLS, Session(), concurrency=CONCURRENCY).complete(plan)
        assert len(summary.completed) == steps, summary.status

    floor = Contender("floor", bare_asyncio(needs), steps)
    return (await race(floor, [Contender("own", run, steps)], rounds=rounds, at_least=0.0))["own"]


# -- resuming


@dataclass(frozen=True, slots=True)
class Sign:
    place: str


@tool(effects=Destroys("place"))
async def sign(params: Sign) -> None:
    """What a person must approve."""


def _resuming(sizes: Sequence[int], rounds: int) -> Table:
    rows = []
    for steps in sizes:
        with tempfile.TemporaryDirectory() as folder, SqliteJournal(Path(folder) / "journal.db") as journal:
            times = [asyncio.run(_resumed(journal, steps)) for _ in range(rounds)]
        bare, opened, resumed = (median(each) * 1e3 for each in zip(*times, strict=True))
        rows.append(Row(f"{steps:,} steps, bare sqlite3 and json.loads (floor)", {"open ms": bare}))
        values: dict[str, Value] = {"open ms": opened, "resume ms": resumed, "× floor": (opened + resumed) / bare}
        name = f"{steps:,} steps, one of them to go"
        if steps == sizes[0]:
            rows.append(Row(name, values, f"≤ {MOST_SECONDS:g} s", opened + resumed <= MOST_SECONDS * 1e3))
        else:
            rows.append(Row(name, values))
    return Table(
        "Resuming a run from its journal: wall time",
        f"Median of {rounds} rounds. Ten layers of steps that do nothing; the last waits for a person. Open: the "
        "session is read from the\nSQLite file and proved whole. Resume: the engine takes the run up and does the last "
        "step, on disk. Floor: its rows read, no more.",
        [Column("open ms"), Column("resume ms"), Column("× floor", "{:.1f}×")],
        rows,
    )


async def _resumed(journal: SqliteJournal, steps: int) -> tuple[float, float, float]:
    """Seconds to read the rows, to open the session and to bring the run to its end."""

    async def yes(*_: object) -> Approve:
        return Approve()

    before = plan_of(layered(steps)).steps[:-1]
    plan = Plan((*before, Step("last", "sign", args={"place": "here"}, depends_on=(before[-1].id,))))
    tools = TOOLS | {sign.name: sign}
    session = Session(journal=journal)
    summary = await Engine(tools, session, concurrency=CONCURRENCY).complete(plan)
    assert summary.status == "waiting", summary.status
    session.close()
    begun = time.perf_counter()
    with closing(sqlite3.connect(journal.path)) as db:
        found = db.execute("SELECT * FROM events WHERE session = ? ORDER BY seq", (session.session_id,))
        kept = [(*row[:5], json.loads(row[5]), row[6]) for row in found]
        bare = time.perf_counter() - begun  # closing the file may tidy it up: that is not reading
    begun = time.perf_counter()
    session = Session.open(journal, session.session_id)
    opened = time.perf_counter() - begun
    begun = time.perf_counter()
    summary = await Engine(tools, session, approver=yes).resume()
    resumed = time.perf_counter() - begun
    assert len(summary.completed) == steps < len(kept), summary.status
    session.close()
    return bare, opened, resumed


# -- memory


def _memory(sizes: Sequence[int]) -> Table:
    rows = []
    for steps in sizes:
        traced, resident = _fresh(steps, "traced"), _fresh(steps, "resident")
        for name, held, rss in zip(("a plan", "its finished run"), traced, resident, strict=True):
            values: dict[str, Value] = {"held KB": held / steps, "RSS KB": rss / steps, "held MB in all": held / 1e6}
            rows.append(Row(f"{name}, {steps:,} steps", values))
    return Table(
        "Memory per 1,000 steps: KB",
        "Each in a fresh process. A chain of steps that do nothing. Its run: the session with every event, and the "
        "summary, in memory,\nwithout the plan. Held: tracemalloc after a collection. RSS: how much the process grew, "
        "with what it may use again.",
        [Column("held KB", "{:,.0f}"), Column("RSS KB", "{:,.0f}"), Column("held MB in all", "{:,.2f}")],
        rows,
    )


def _fresh(steps: int, how: str) -> tuple[float, float]:
    """Bytes that a plan and its run take, measured in a process of its own."""
    child = [sys.executable, __file__, str(steps), how]
    plan, run = json.loads(subprocess.run(child, capture_output=True, text=True, check=True).stdout)
    return plan, run


def _grown(steps: int, how: str) -> tuple[float, float]:
    kept: list[object] = []

    def run(plan: Plan) -> None:
        session = Session()
        kept.extend((session, asyncio.run(Engine(TOOLS, session, concurrency=CONCURRENCY).complete(plan))))

    for _ in range(2):
        run(plan_of(chain(20)))  # what is imported and cached when it is first used is not counted
    kept.clear()
    if how == "traced":
        tracemalloc.start()
    start = _now(how)
    plan = plan_of(chain(steps))
    planned = _now(how)
    run(plan)
    return planned - start, _now(how) - planned


def _now(how: str) -> float:
    gc.collect()
    if how == "traced":
        return tracemalloc.get_traced_memory()[0]
    try:
        status = Path("/proc/self/status").read_text()
        return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))
    except OSError:
        import resource

        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


if __name__ == "__main__":
    print(json.dumps(_grown(int(sys.argv[1]), sys.argv[2])))
