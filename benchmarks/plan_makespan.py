"""How long a plan takes against the least that it could take, on the shapes of real workflows."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import graph_peers
from gameplan.plans import Engine, Plan, Step
from gameplan.runtime import Session
from gameplan.tools import Tool, tool
from graph_peers import GraphPeer
from published_shapes import PUBLISHED, Workflow, montage, sipht, two_chains
from shapes import Body, Needs, Run, asleep, bare_asyncio
from tables import Column, Row, Table, Value

MOST_TIMES_CRITICAL_PATH = 1.05
FEW = 4
PEERS = [peer for peer in graph_peers.present() if peer.can_wait]


@dataclass(frozen=True, slots=True)
class Wait:
    seconds: float


@tool(effects=())
async def wait(params: Wait) -> None:
    """Take some time."""
    await asyncio.sleep(params.seconds)


TOOLS: dict[str, Tool[Any, Any]] = {wait.name: wait}


def tables(*, quick: bool) -> list[Table]:
    rounds = 1 if quick else 3
    workflows = [montage(6), sipht(2, 4), two_chains(4)] if quick else [make() for make in PUBLISHED]
    made = [asyncio.run(_published(workflows, rounds))]
    if not quick:
        made.append(asyncio.run(_beside_peers([two_chains(), *(make() for make in PUBLISHED)], rounds)))
    return made


def plan_of(workflow: Workflow) -> Plan:
    """Its steps with what they wait for, and how long each is thought to take."""
    return Plan(
        tuple(
            Step(name, "wait", args={"seconds": seconds}, depends_on=workflow.needs[name], estimated_duration=seconds)
            for name, seconds in workflow.durations.items()
        )
    )


def gameplan(workflow: Workflow, concurrency: int) -> Run:
    plan = plan_of(workflow)

    async def run() -> int:
        summary = await Engine(TOOLS, Session(), concurrency=concurrency).complete(plan)
        assert summary.status == "completed", summary
        return 0

    return run


async def _seconds(run: Run, rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        await run()
        times.append(time.perf_counter() - start)
    return median(times)


async def _published(workflows: Sequence[Workflow], rounds: int) -> Table:
    rows = []
    await gameplan(two_chains(2), 2)()  # what is imported when it is first used is not what is measured
    for each in workflows:
        path, least = each.critical_path, max(each.critical_path, each.work / FEW)
        free = await _seconds(gameplan(each, len(each.needs)), rounds)
        bare = await _seconds(bare_asyncio(each.needs, asleep(each.durations)), rounds)
        few = await _seconds(gameplan(each, FEW), rounds)
        values: dict[str, Value] = {
            "steps": len(each.needs),
            "work s": each.work,
            "critical path s": path,
            "gameplan s": free,
            "× path": free / path,
            "bare asyncio × path": bare / path,
            f"{FEW} at a time s": few,
            f"bound for {FEW} s": least,
            "× bound": few / least,
        }
        kept = free / path <= MOST_TIMES_CRITICAL_PATH
        rows.append(Row(each.name, values, f"≤ {MOST_TIMES_CRITICAL_PATH}× path", kept))
    return Table(
        "Makespan: real shapes of workflows, wall time",
        f"Median of {rounds} rounds, checking the plan included. Steps sleep between 10 and 120 ms. Path: the critical "
        "path, which no\nschedule can beat. Bound: the longer of the critical path and of all work divided by "
        f"{FEW}; no schedule can beat it with {FEW} at\na time, and often none can reach it.",
        [
            Column("steps", "{:,.0f}"),
            Column("work s", "{:.2f}"),
            Column("critical path s", "{:.3f}"),
            Column("gameplan s", "{:.3f}"),
            Column("× path", "{:.3f}×"),
            Column("bare asyncio × path", "{:.3f}×"),
            Column(f"{FEW} at a time s", "{:.3f}"),
            Column(f"bound for {FEW} s", "{:.3f}"),
            Column("× bound", "{:.3f}×"),
        ],
        rows,
    )


async def _beside_peers(workflows: Sequence[Workflow], rounds: int) -> Table:
    rows = [Row("critical path, s", {each.name: each.critical_path for each in workflows})]
    own = {
        each.name: await _seconds(gameplan(each, len(each.needs)), rounds) / each.critical_path for each in workflows
    }
    rows.append(Row("gameplan", dict(own)))
    for peer in PEERS:
        values: dict[str, Value] = {}
        for each in workflows:
            if peer.any_graph:
                run = _with_one_end(peer, each)
                values[each.name] = await _seconds(run, rounds) / each.critical_path
        if values:
            rows.append(Row(peer.name, values))
    return Table(
        "Makespan beside other engines: times the critical path, no limit to concurrency",
        f"Median of {rounds} rounds. Gameplan checks the plan in this time; the peers' graphs were compiled before. "
        "pydantic-graph cannot\nsay graphs like these, and dask does not wait without a thread for each step.",
        [Column(each.name, "{:.2f}") for each in workflows],
        rows,
    )


def _with_one_end(peer: GraphPeer, workflow: Workflow) -> Run:
    """The workflow with a last step that takes no time: peers are asked for one number."""
    needed = {need for each in workflow.needs.values() for need in each}
    needs: Needs = {**workflow.needs, "end": tuple(name for name in workflow.needs if name not in needed)}
    body: Body = asleep({**workflow.durations, "end": 0.0})
    return peer.build(needs, body)
