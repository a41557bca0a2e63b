"""How things are timed here: beside a floor, in turns with it, in one process, and the middle of several rounds.

The machine is noisy, so a figure alone says little. Each contender is timed between two timings of the floor, and its
ratio is taken to the mean of those two; noise that lasts longer than one timing falls on both. The floor itself takes
part as a contender: how far its ratio is from 1 is how far the other ratios can be trusted.
"""

from __future__ import annotations

import gc
import inspect
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, NamedTuple

METHOD = (
    "CPU time is that of the whole process with all its threads (time.process_time). The floor is timed before and "
    "after each\ncontender, and a ratio is to the mean of the two. Garbage is collected and set aside before each "
    "timing; the collector is on\nduring it. What takes more than half a second is timed three times at most. Figures "
    "move with the load of the\nmachine; ratios move less."
)
SLOW = 0.5  # seconds of CPU
FEW_ROUNDS = 3


class Times(NamedTuple):
    """Seconds."""

    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Contender:
    """Work to be timed, sync or async. `units` is what one call does: its time is told per unit.

    What `prepare` makes, untimed, is handed to the work: a new one for each call.
    """

    name: str
    work: Callable[..., Any]
    units: int = 1
    prepare: Callable[[], Any] | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """Seconds per unit, and how many times the floor's that is."""

    cpu: float
    wall: float
    cpu_ratio: float
    wall_ratio: float


async def race(
    floor: Contender, contenders: Sequence[Contender], *, rounds: int, at_least: float = 0.02
) -> dict[str, Figure]:
    """Time all of them in turns, the floor itself among them.

    Each timing repeats its work until it takes about `at_least` seconds of CPU. Who takes longer than `SLOW` sits out
    after `FEW_ROUNDS`.
    """
    control = replace(floor, name="control")
    entered = [control, *contenders]
    repeats = {each.name: await _repeats(each, at_least) for each in (floor, *entered)}
    timings: dict[str, list[Times]] = {each.name: [] for each in (floor, *entered)}
    ratios: dict[str, list[Times]] = {each.name: [] for each in entered}
    for number in range(rounds):
        before = await timed(floor, repeats[floor.name])
        timings[floor.name].append(before)
        for each in entered:
            if number >= FEW_ROUNDS and timings[each.name][-1].cpu * each.units >= SLOW:
                continue
            own = await timed(each, repeats[each.name])
            after = await timed(floor, repeats[floor.name])
            timings[each.name].append(own)
            timings[floor.name].append(after)
            ratios[each.name].append(
                Times(2 * own.cpu / (before.cpu + after.cpu), 2 * own.wall / (before.wall + after.wall))
            )
            before = after
    figures = {each.name: _figure(timings[each.name], ratios[each.name]) for each in entered}
    return {floor.name: _figure(timings[floor.name], [Times(1.0, 1.0)]), **figures}


async def timed(contender: Contender, repeat: int) -> Times:
    """Seconds per unit of one timing."""
    work, is_async = contender.work, inspect.iscoroutinefunction(contender.work)
    given = [() if contender.prepare is None else (contender.prepare(),) for _ in range(repeat)]
    gc.collect()
    gc.freeze()
    try:
        wall, cpu = time.perf_counter(), time.process_time()
        for each in given:
            if is_async:
                await work(*each)
            else:
                work(*each)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    finally:
        gc.unfreeze()
    units = repeat * contender.units
    return Times(cpu / units, wall / units)


async def _repeats(contender: Contender, at_least: float) -> int:
    """How often to repeat the work; finding out is its warm-up too."""
    first = (await timed(contender, 1)).cpu * contender.units
    if first >= at_least * 5:
        return 1
    once = (await timed(contender, 1)).cpu * contender.units
    return 1 if once >= at_least else max(1, round(at_least / max(once, 1e-9)))


def _figure(timings: Sequence[Times], ratios: Sequence[Times]) -> Figure:
    return Figure(
        median(each.cpu for each in timings),
        median(each.wall for each in timings),
        median(each.cpu for each in ratios),
        median(each.wall for each in ratios),
    )
