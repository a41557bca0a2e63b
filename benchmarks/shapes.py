"""What every engine is given: graphs of steps that do nothing but hand a number on, as shapes and as plans."""

from __future__ import annotations

import asyncio
import graphlib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from gameplan.plans import Plan, Step
from gameplan.tools import Tool, tool

Needs: TypeAlias = dict[str, tuple[str, ...]]  # in an order in which they can go
Body: TypeAlias = Callable[[str, Sequence[int]], Awaitable[int]]
Run: TypeAlias = Callable[[], Awaitable[int]]

WIDTH = 10  # layers, however many steps there are


def chain(steps: int) -> Needs:
    """Each step takes the number of the one before."""
    return {f"s{number}": (f"s{number - 1}",) if number else () for number in range(steps)}


def wide(steps: int) -> Needs:
    """One step, then all others at once, then one that takes the numbers of all of them."""
    middle = [f"s{number}" for number in range(1, steps - 1)]
    return {"s0": (), **dict.fromkeys(middle, ("s0",)), f"s{steps - 1}": tuple(middle)}


def layered(steps: int) -> Needs:
    """Ten layers; each step takes the numbers of two neighbours in the layer before."""
    width = steps // WIDTH
    needs: Needs = {}
    for number in range(steps):
        layer, place = divmod(number, width)
        above = (layer - 1) * width
        needs[f"s{number}"] = (f"s{above + place}", f"s{above + (place + 1) % width}") if layer else ()
    return needs


SHAPES: dict[str, Callable[[int], Needs]] = {"chain": chain, "wide": wide, "layered": layered}


async def one_more(name: str, values: Sequence[int]) -> int:
    """What a step does: one more than the first number that it is handed."""
    return values[0] + 1 if values else 1


def depth(needs: Needs) -> int:
    """The number that the last step must come to."""
    deep: dict[str, int] = {}
    for name, each in needs.items():
        deep[name] = deep[each[0]] + 1 if each else 1
    return deep[name]


def bare_asyncio(needs: Needs, body: Body = one_more) -> Run:
    """The floor: graphlib says what is ready, a TaskGroup has a task for each step, results are kept in a dict."""
    last = next(reversed(needs))

    async def run() -> int:
        results: dict[str, int] = {}
        sorter = graphlib.TopologicalSorter(needs)
        sorter.prepare()

        async def step(name: str) -> None:
            results[name] = await body(name, [results[each] for each in needs[name]])
            sorter.done(name)
            begin()

        def begin() -> None:
            for name in sorter.get_ready():
                group.create_task(step(name))

        async with asyncio.TaskGroup() as group:
            begin()
        return results[last]

    return run


# -- the same as plans


@dataclass(frozen=True, slots=True)
class One:
    value: int = 0


@dataclass(frozen=True, slots=True)
class Two:
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Many:
    values: list[int]


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@tool(effects=())
async def relay(params: One) -> Number:
    """One more than it is handed."""
    return Number(params.value + 1)


@tool(effects=())
async def meet(params: Two) -> Number:
    """One more than the left of two."""
    return Number(params.left + 1)


@tool(effects=())
async def gather(params: Many) -> Number:
    """One more than the first of many."""
    return Number(params.values[0] + 1)


TOOLS: dict[str, Tool[Any, Any]] = {each.name: each for each in (relay, meet, gather)}


def plan_of(needs: Needs) -> Plan:
    """A plan in which each step takes its numbers by reference: `$s1.value`."""
    return Plan(tuple(_step(name, each) for name, each in needs.items()))


def _step(name: str, needs: Sequence[str]) -> Step:
    values = [f"${each}.value" for each in needs]
    match values:
        case []:
            return Step(name, "relay")
        case [value]:
            return Step(name, "relay", args={"value": value})
        case [left, right]:
            return Step(name, "meet", args={"left": left, "right": right})
        case _:
            return Step(name, "gather", args={"values": list(values)})


def asleep(durations: Mapping[str, float]) -> Body:
    """A body that takes its time, each step its own."""

    async def body(name: str, values: Sequence[int]) -> int:
        await asyncio.sleep(durations[name])
        return values[0] + 1 if values else 1

    return body
