"""What an engine costs for each step of a plan, with steps that do nothing: beside bare asyncio and other engines."""

from __future__ import annotations

import asyncio
import graphlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import graph_peers
from gameplan.plans import Engine, Plan, graph_of, validate
from gameplan.runtime import Session
from graph_peers import GraphPeer
from measure import Contender, Figure, race
from shapes import SHAPES, TOOLS, Needs, Run, bare_asyncio, depth, one_more, plan_of
from tables import Column, Row, Table, Value

MOST_TIMES_FLOOR = 5
WISHED_TIMES_FLOOR = 3
BARE = "bare asyncio (floor)"
US = "gameplan"
WHOLE = "gameplan, check and run"
PEERS = graph_peers.present()
CHECKS_APART = hasattr(Engine, "check")

Figures = dict[str, dict[str, Figure]]  # by name, then by shape


def tables(*, quick: bool) -> list[Table]:
    sizes = (20, 50) if quick else (100, 1000)
    rounds = 1 if quick else 7
    peers = [] if quick else PEERS
    made = []
    for steps in sizes:
        figures = {
            shape: asyncio.run(_measured(make(steps), peers, rounds, quick=quick)) for shape, make in SHAPES.items()
        }
        made.append(_table(_by_name(figures), steps, rounds, promised=steps == sizes[-1]))
    built = {shape: asyncio.run(_built(make(sizes[-1]), peers, rounds, quick=quick)) for shape, make in SHAPES.items()}
    made.append(_build_table(_by_name(built), sizes[-1], rounds))
    return made


# -- running


async def _measured(needs: Needs, peers: Sequence[GraphPeer], rounds: int, *, quick: bool) -> dict[str, Figure]:
    """One shape in one race."""
    plan, steps = plan_of(needs), len(needs)
    contenders = [Contender(US, _complete(plan, needs), steps, partial(_engine, plan))]
    if CHECKS_APART:
        contenders.append(Contender(WHOLE, _complete(plan, needs), steps, partial(_new_engine, plan)))
    contenders += [Contender(peer.name, _right(peer.build(needs, one_more), needs), steps) for peer in peers]
    floor = Contender(BARE, _right(bare_asyncio(needs), needs), steps)
    return await race(floor, contenders, rounds=rounds, at_least=0.0 if quick else 0.02)


def _new_engine(plan: Plan) -> Engine:
    return Engine(TOOLS, Session(), concurrency=len(plan.steps))


def _engine(plan: Plan) -> Engine:
    """An engine that has checked the plan, where it can do so apart."""
    engine = _new_engine(plan)
    if CHECKS_APART:
        _check(engine, plan)
    return engine


def _check(engine: Any, plan: Plan) -> None:
    problems = engine.check(plan, {})
    assert not problems, problems


def _complete(plan: Plan, needs: Needs) -> Callable[[Engine], Any]:
    last, right = next(reversed(needs)), depth(needs)

    async def run(engine: Engine) -> None:
        summary = await engine.complete(plan)
        assert summary.values[last] == {"value": right}, summary.status

    return run


def _right(run: Run, needs: Needs) -> Run:
    """The run, and a look whether it came to the right number."""
    right = depth(needs)

    async def looked() -> int:
        number = await run()
        assert number == right, (number, right)
        return number

    return looked


def _table(figures: Figures, steps: int, rounds: int, *, promised: bool) -> Table:
    own = figures[US]
    rows = []
    for name, by_shape in figures.items():
        values: dict[str, Value] = {shape: figure.cpu * 1e6 for shape, figure in by_shape.items()}
        values |= {f"{shape} ×": figure.cpu_ratio for shape, figure in by_shape.items()}
        least = min(figure.cpu_ratio / own[shape].cpu_ratio for shape, figure in by_shape.items())
        values["least × gameplan"] = least
        promise, kept = "", None
        if promised and name == US:
            promise = f"≤ {MOST_TIMES_FLOOR}× floor"
            kept = max(figure.cpu_ratio for figure in by_shape.values()) <= MOST_TIMES_FLOOR
        elif promised and name not in (BARE, "control", WHOLE):
            promise, kept = "slower than gameplan", least > 1
        rows.append(Row(name, values, promise, kept))
    apart = (
        f'"{US}" runs a plan that was checked before; the next line checks it too.'
        if CHECKS_APART
        else f'"{US}" checks the plan and runs it: this engine does not check apart.'
    )
    notes = [] if PEERS else ["No peer is installed in this environment: `make bench` has them."]
    if promised:
        notes.append(f"Wished for: ≤ {WISHED_TIMES_FLOOR}× floor.")
    return Table(
        f"Steps that do nothing, plans of {steps:,}: CPU µs per step",
        f"Median of {rounds} rounds, no limit to concurrency, nothing on disk. Each step hands a number on by "
        "reference. Floor: graphlib\nand a TaskGroup with one task per step. wide: one, then all at once, then one "
        "that takes all their numbers; layered: ten\nlayers, each step takes two numbers of the one before. Peers run "
        f"graphs that they compiled before.\n{apart}",
        [
            *(Column(shape) for shape in SHAPES),
            *(Column(f"{shape} ×", "{:,.1f}×") for shape in SHAPES),
            Column("least × gameplan", "{:,.2f}×"),
        ],
        rows,
        notes,
    )


# -- building


async def _built(needs: Needs, peers: Sequence[GraphPeer], rounds: int, *, quick: bool) -> dict[str, Figure]:
    plan, steps = plan_of(needs), len(needs)

    def prepared() -> None:
        graphlib.TopologicalSorter(needs).prepare()

    def checked() -> None:
        if CHECKS_APART:
            _check(_new_engine(plan), plan)
        else:
            assert not validate(plan, TOOLS, inputs={})
            graph_of(plan)

    contenders = [Contender(US, checked, steps)]
    contenders += [Contender(peer.name, partial(peer.build, needs, one_more), steps) for peer in peers]
    floor = Contender("graphlib (floor)", prepared, steps)
    return await race(floor, contenders, rounds=min(rounds, 3), at_least=0.0 if quick else 0.01)


def _build_table(figures: Figures, steps: int, rounds: int) -> Table:
    rows = [Row(name, {shape: figure.cpu * 1e6 for shape, figure in by.items()}) for name, by in figures.items()]
    return Table(
        f"Making a graph of {steps:,} steps ready to run: CPU µs per step",
        f"Median of {min(rounds, 3)} rounds. Gameplan: every check of the plan, and its graph. Peers: building and "
        "compiling. llama-index and\nlanggraph functional have no graph to build: theirs is made while it runs.",
        [Column(shape) for shape in SHAPES],
        rows,
    )


def _by_name(by_shape: dict[str, dict[str, Figure]]) -> Figures:
    names = next(iter(by_shape.values()))
    return {name: {shape: figures[name] for shape, figures in by_shape.items()} for name in names}
