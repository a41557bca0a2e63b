"""What the loop itself costs at each step, with a model that answers at once and a tool that does nothing."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import peers
from measure import METHOD, Contender, Figure, race
from script import ARGUMENTS, GOODBYE, PROMPT, REQUEST, TOOL, Script, bare_loop
from tables import Column, Row, Table

from gameplan.agents import AgentCalls, Budget, CallDelta, ModelRequest, OnDelta, Reply, ToolCall, Usage, run_agent
from gameplan.runtime import Session, SqliteJournal
from gameplan.tools import Memory, tool

MOST_MICROSECONDS = 100
LEAST_TIMES_UNDER_PEERS = 20
MOST_GROWTH = 1.5
LENGTHS = (20, 100, 400)
US = "gameplan run_agent"
CUTTING = "gameplan, a result cut each step"
DURABLE = "gameplan, SQLite journal"
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


def gameplan(script: Script, new_session: Callable[[], Session] = Session, own=noop) -> Callable[[], Awaitable[None]]:  # type: ignore[no-untyped-def]
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
    with tempfile.TemporaryDirectory() as folder:
        figures = {steps: asyncio.run(_measured(steps, Path(folder), quick=quick)) for steps in lengths}
    return [_table(figures, rounds=1 if quick else 5)]


async def _measured(steps: int, folder: Path, *, quick: bool) -> dict[str, Figure]:
    script = Script(steps)
    with SqliteJournal(folder / f"{steps}.db") as journal:
        contenders = [
            Contender(US, gameplan(script), steps),
            Contender(CUTTING, gameplan(script, own=noop_at_length), steps),
            Contender(DURABLE, gameplan(script, lambda: Session(journal=journal)), steps),
        ]
        if not quick:
            contenders += [Contender(name, make(script), steps) for name, make in peers.present().items()]

        async def floor() -> None:
            await bare_loop(script)

        return await race(
            Contender("bare loop (floor)", floor, steps),
            contenders,
            rounds=1 if quick else 5,
            at_least=0.0 if quick else 0.03,
        )


def _table(figures: dict[int, dict[str, Figure]], *, rounds: int) -> Table:
    shortest, *_, longest = figures
    middle = 100 if 100 in figures else longest
    columns = [Column(f"{steps} steps") for steps in figures]
    columns += [
        Column(f"× floor at {middle}", "{:,.1f}×"),
        Column(f"{longest}/{shortest}", "{:.2f}×"),
        Column(f"wall at {middle}"),
        Column("× gameplan", "{:,.1f}×"),
    ]
    own = figures[middle][US]
    rows = []
    for name, at_middle in figures[middle].items():
        growth = figures[longest][name].cpu / figures[shortest][name].cpu
        values = {f"{steps} steps": timed[name].cpu * 1e6 for steps, timed in figures.items()}
        values |= {
            f"× floor at {middle}": at_middle.cpu_ratio,
            f"{longest}/{shortest}": growth,
            f"wall at {middle}": at_middle.wall * 1e6,
            "× gameplan": at_middle.cpu / own.cpu,
        }
        if name == US:
            slowest = max(timed[name].cpu for timed in figures.values()) * 1e6
            promise = f"≤ {MOST_MICROSECONDS} µs; {longest}/{shortest} ≤ {MOST_GROWTH}×"
            rows.append(Row(name, values, promise, slowest <= MOST_MICROSECONDS and growth <= MOST_GROWTH))
        elif name in _PEERS:
            promise = f"≥ {LEAST_TIMES_UNDER_PEERS}× gameplan at {middle}"
            rows.append(Row(name, values, promise, at_middle.cpu >= LEAST_TIMES_UNDER_PEERS * own.cpu))
        else:
            rows.append(Row(name, values))
    missing = () if _PEERS else ("No peer is installed in this environment: `make bench` has them.",)
    return Table(
        "The tool loop: CPU µs per step",
        METHOD.format(rounds=rounds) + "\nA scripted model, one call of a tool that does nothing at each step. "
        "Gameplan: a session in memory,\ncondensing on, streaming on with one listener. Peers: their plain run, no "
        "streaming, no persistence, no tracing.",
        columns,
        rows,
        missing,
    )


_PEERS = peers.present()
