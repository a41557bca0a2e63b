"""What condensing costs: step by step as it runs, and as the pure function that specifies it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from gameplan.agents import Condense, Condenser, Message, ModelMessage, ToolCall, ToolMessage, UserMessage, condense
from gameplan.tools import Memory
from measure import Contender, Figure, race
from tables import Column, Row, Table, Value

MOST_GROWTH = 1.5
SLOTS = 3
MEMORY = {f"look_{slot}": Memory.LATEST(f"slot {slot}") for slot in range(SLOTS)} | {"write": Memory.BRIEF}
TOOLS = tuple(MEMORY)
BARE = "list.append (floor)"
EACH = "Condenser, at every step"
BATCHED = "Condenser, in batches of 500 tokens"
PURE = "condense(), the whole history once"


def history(steps: int) -> list[Message]:
    """A turn in which every result is some 100 tokens, in three slots and one brief tool."""
    messages: list[Message] = [UserMessage("request", "Go.")]
    for step in range(steps):
        name, call_id = TOOLS[step % len(TOOLS)], f"call-{step}"
        text = f"Done. Result {step}\n" + "what was seen there, at some length\n" * 11
        messages.append(ModelMessage(f"step-{step}", "", (ToolCall(call_id, name, {}),)))
        messages.append(ToolMessage(call_id, call_id, name, "ok", text))
    return messages


def tables(*, quick: bool) -> list[Table]:
    lengths = (20, 40) if quick else (50, 200, 800)
    rounds = 1 if quick else 7
    figures = asyncio.run(_measured(lengths, rounds, 0.0 if quick else 0.02))
    return [_table(figures, lengths, rounds)]


async def _measured(lengths: Sequence[int], rounds: int, at_least: float) -> dict[str, dict[int, Figure]]:
    entered: dict[tuple[str, int], Callable[[], object]] = {}
    for steps in lengths:
        messages = history(steps)
        entered[BARE, steps] = partial(_appended, messages)
        entered[EACH, steps] = partial(_incremental, messages, Condense())
        entered[BATCHED, steps] = partial(_incremental, messages, Condense(reclaim_at_least=500))
        if steps <= 200:  # the specification is quadratic, and says so
            entered[PURE, steps] = partial(condense, messages, MEMORY)
    figures = await race(
        Contender("floor", partial(_appended, history(lengths[1])), lengths[1]),
        [Contender(f"{name}/{steps}", work, steps) for (name, steps), work in entered.items()],
        rounds=rounds,
        at_least=at_least,
    )
    by_name: dict[str, dict[int, Figure]] = {}
    for name, steps in entered:
        by_name.setdefault(name, {})[steps] = figures[f"{name}/{steps}"]
    return by_name


def _appended(messages: Sequence[Message]) -> None:
    """The floor: a history that is only kept."""
    sent: list[Message] = []
    for message in messages:
        sent.append(message)


def _incremental(messages: Sequence[Message], how: Condense) -> None:
    """As the loop does it: condensed before each of the model's messages."""
    condenser = Condenser(MEMORY, how)
    for message in messages:
        if isinstance(message, ModelMessage):
            condenser.condense()
        condenser.add(message)
    condenser.condense()


def _table(figures: dict[str, dict[int, Figure]], lengths: Sequence[int], rounds: int) -> Table:
    shortest, middle, longest = lengths[0], lengths[1], lengths[-1]
    rows = []
    for name, by_length in figures.items():
        values: dict[str, Value] = {f"{steps} steps": figure.cpu * 1e6 for steps, figure in by_length.items()}
        values[f"whole {middle}, ms"] = by_length[middle].cpu * middle * 1e3
        values[f"× floor at {middle}"] = by_length[middle].cpu_ratio
        promise, kept = "", None
        if longest in by_length:
            growth = by_length[longest].cpu_ratio / by_length[shortest].cpu_ratio
            values[f"{longest}/{shortest}"] = growth
            if name in (EACH, BATCHED):
                promise, kept = f"{longest}/{shortest} ≤ {MOST_GROWTH}×", growth <= MOST_GROWTH
        rows.append(Row(name, values, promise, kept))
    return Table(
        f"Condensing a history of {middle} steps: CPU µs per step",
        f"Median of {rounds} rounds. Results of some 100 tokens, three slots and one brief tool. "
        "Only the Condenser runs in the loop;\ncondense() specifies it. Growth is counted from 50 steps: in the first "
        "steps there is less to cut.",
        [
            *(Column(f"{steps} steps", "{:,.2f}") for steps in lengths),
            Column(f"whole {middle}, ms", "{:,.2f}"),
            Column(f"× floor at {middle}", "{:,.0f}×"),
            Column(f"{longest}/{shortest}", "{:.2f}×"),
        ],
        rows,
    )
