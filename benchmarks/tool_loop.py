"""What the loop itself costs at each step, with a model that answers at once and a tool that does nothing."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import peers
from gameplan.agents import AgentCalls, Budget, CallDelta, ModelRequest, OnDelta, Reply, ToolCall, Usage, run_agent
from gameplan.runtime import Session, SqliteJournal
from gameplan.tools import Memory, Tool, tool
from measure import Contender, Figure, race
from peers import Run
from script import ARGUMENTS, GOODBYE, PROMPT, REQUEST, TOOL, Script, bare_loop
from tables import Column, Row, Table

MOST_MICROSECONDS = 100
LEAST_TIMES_UNDER = 20
MOST_GROWTH = 1.5
LENGTHS = (20, 100, 400)
BARE = "bare loop (floor)"
US = "gameplan run_agent"
CUTTING = "gameplan, a result cut each step"
DURABLE = "gameplan, SQLite journal"
PEERS = peers.present()
LONG = "ok\n" + "a line that nobody will read again\n" * 20


@dataclass(frozen=True, slots=True)
class Item:
    item: str


@tool(memory=Memory.LATEST("noop"))
def noop(params: Item) -> str:
    """Does nothing."""
    return "ok"


@tool(name="noop", memory=Memory.LATEST("noop"))
def noop_at_length(params: Item) -> str:
    """Does nothing, at length."""
    return LONG


class ScriptedModel:
    """Replies as the script says, and streams the call as a provider would."""

    name = "scripted"

    def __init__(self, script: Script) -> None:
        self.script = script

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        call_id = self.script.next_call()
        if call_id is None:
            return Reply(GOODBYE, usage=Usage(10, 5))
        if on_delta is not None:
            on_delta(CallDelta(0, TOOL, ARGUMENTS))
        return Reply("", (ToolCall(call_id, TOOL, ARGUMENTS),), Usage(10, 5))


def gameplan(script: Script, new_session: Callable[[], Session] = Session, own: Tool[Any, Any] = noop) -> Run:
    """A whole turn as a user has it: recorded, condensing, streaming to one who listens."""
    model = ScriptedModel(script)

    async def run() -> None:
        heard: list[AgentCalls] = []
        session = new_session()
        session.bus.subscribe(AgentCalls, heard.append)
        result = await run_agent(
            model, PROMPT, [own], request=REQUEST, session=session, budget=Budget(steps=None), stream=True
        )
        session.close()
        assert result.steps == len(heard) + 1 == script.steps + 1, result

    return run


def tables(*, quick: bool) -> list[Table]:
    lengths = (5, 20) if quick else LENGTHS
    rounds = 1 if quick else 5
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(_measured(lengths, Path(folder), rounds, quick=quick))
    return [_table(figures, lengths, rounds)]


async def _measured(lengths: Sequence[int], folder: Path, rounds: int, *, quick: bool) -> dict[str, dict[int, Figure]]:
    """Everything at every length in one race, so that noise falls on all of them alike."""
    with SqliteJournal(folder / "journal.db") as journal:
        entered: dict[tuple[str, int], Run] = {}
        for steps in lengths:
            script = Script(steps)
            entered[BARE, steps] = partial(bare_loop, script)
            entered[US, steps] = gameplan(script)
            entered[CUTTING, steps] = gameplan(script, own=noop_at_length)
            entered[DURABLE, steps] = gameplan(script, lambda: Session(journal=journal))
            for name, make in ({} if quick else PEERS).items():
                entered[name, steps] = make(script)
        figures = await race(
            Contender("floor", partial(bare_loop, Script(lengths[-2])), lengths[-2]),
            [Contender(f"{name}/{steps}", run, steps) for (name, steps), run in entered.items()],
            rounds=rounds,
            at_least=0.0 if quick else 0.03,
        )
    return {name: {steps: figures[f"{name}/{steps}"] for steps in lengths} for name, _ in entered}


def _table(figures: dict[str, dict[int, Figure]], lengths: Sequence[int], rounds: int) -> Table:
    shortest, middle, longest = lengths[0], lengths[-2], lengths[-1]
    own = figures[US][middle]
    rows = []
    for name, by_length in figures.items():
        growth = by_length[longest].cpu_ratio / by_length[shortest].cpu_ratio
        under = by_length[middle].cpu_ratio / own.cpu_ratio
        values: dict[str, float] = {f"{steps} steps": figure.cpu * 1e6 for steps, figure in by_length.items()}
        values |= {
            f"× floor at {middle}": by_length[middle].cpu_ratio,
            f"{longest}/{shortest}": growth,
            "× gameplan": under,
            f"wall at {middle}": by_length[middle].wall * 1e6,
        }
        if name == US:
            slowest = max(figure.cpu for figure in by_length.values()) * 1e6
            promise = f"≤ {MOST_MICROSECONDS} µs; {longest}/{shortest} ≤ {MOST_GROWTH}×"
            rows.append(Row(name, values, promise, slowest <= MOST_MICROSECONDS and growth <= MOST_GROWTH))
        elif name in PEERS:
            rows.append(Row(name, values, f"≥ {LEAST_TIMES_UNDER}× gameplan", under >= LEAST_TIMES_UNDER))
        else:
            rows.append(Row(name, values))
    return Table(
        "The tool loop: CPU µs per step",
        f"Median of {rounds} rounds. A scripted model, one call of a tool that does nothing at each step. "
        "Gameplan: a session in memory,\ncondensing on, streaming on with one listener. Peers: their plain run, no "
        "streaming, no persistence, no tracing.",
        [
            *(Column(f"{steps} steps") for steps in lengths),
            Column(f"× floor at {middle}", "{:,.1f}×"),
            Column(f"{longest}/{shortest}", "{:.2f}×"),
            Column("× gameplan", "{:,.1f}×"),
            Column(f"wall at {middle}"),
        ],
        rows,
        () if PEERS else ("No peer is installed in this environment: `make bench` has them.",),
    )
