"""How long a run takes: as long as its longest chain of steps where there is room, and no step waits for a slow other.

Time stands still here until everything that can begin has begun; then it moves on to the next end.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Annotated, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.plans import Engine, plan_from_wire
from gameplan.runtime import Session
from gameplan.tools import DATA, Tool, tool


@dataclass(frozen=True)
class Work:
    seconds: Annotated[int, DATA]


@dataclass
class Time:
    now: int = 0
    ends: list[tuple[int, asyncio.Event]] = field(default_factory=list)

    def tools(self) -> dict[str, Tool[Any, Any]]:
        @tool(repeatable=True)
        async def work(params: Work) -> str:
            """Work for so many seconds."""
            done = asyncio.Event()
            self.ends.append((self.now + params.seconds, done))
            await done.wait()
            return "done"

        return {"work": work}

    def move_on(self) -> None:
        self.now = min(at for at, _ in self.ends)
        for at, done in self.ends:
            if at == self.now:
                done.set()
        self.ends = [each for each in self.ends if each[0] != self.now]


async def makespan(steps: list[dict[str, Any]], concurrency: int) -> int:
    time = Time()
    running = asyncio.create_task(
        Engine(time.tools(), Session(), concurrency=concurrency).complete(plan_from_wire(steps))
    )
    while not running.done():
        begun = -1
        while begun != len(time.ends):  # until nothing more begins by itself
            begun = len(time.ends)
            for _ in range(30):
                await asyncio.sleep(0)
        if time.ends:
            time.move_on()
    assert (await running).status == "completed"
    return time.now


@st.composite
def some_steps(draw: st.DrawFn) -> list[dict[str, Any]]:
    many = draw(st.integers(1, 8))
    return [
        {
            "id": f"s{number}",
            "tool": "work",
            "args": {"seconds": draw(st.integers(1, 9))},
            "dependsOn": [f"s{need}" for need in range(number) if draw(st.integers(0, 2)) == 0],
        }
        for number in range(many)
    ]


def longest_chain(steps: list[dict[str, Any]]) -> int:
    ends: dict[str, int] = {}
    for step in steps:
        ends[step["id"]] = step["args"]["seconds"] + max((ends[need] for need in step["dependsOn"]), default=0)
    return max(ends.values())


@settings(deadline=None, max_examples=60)
@given(some_steps())
def test_where_there_is_room_it_takes_as_long_as_its_longest_chain(steps: list[dict[str, Any]]) -> None:
    assert asyncio.run(makespan(steps, 8)) == longest_chain(steps)


@settings(deadline=None, max_examples=60)
@given(some_steps(), st.integers(1, 3))
def test_where_there_is_little_room_no_place_is_left_free(steps: list[dict[str, Any]], places: int) -> None:
    """Whoever leaves no place free while something is ready keeps within this bound."""
    chain, work = longest_chain(steps), sum(step["args"]["seconds"] for step in steps)
    assert asyncio.run(makespan(steps, places)) <= chain + (work - chain) / places


def test_a_slow_step_holds_up_nothing_but_what_needs_it() -> None:
    def step(name: str, seconds: int, *needs: str) -> dict[str, Any]:
        return {"id": name, "tool": "work", "args": {"seconds": seconds}, "dependsOn": list(needs)}

    waves = [step("slow", 9), step("quick", 1), step("next", 8, "quick")]  # in waves it would take 17
    assert asyncio.run(makespan(waves, 8)) == 9
