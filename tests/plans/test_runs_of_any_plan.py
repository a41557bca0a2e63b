"""Any plan that can be run: its order holds, every step has an end with a reason, and chance changes nothing.

Tools end in an order that a seed decides. What should come of each step is worked out beside the engine, by rules that
are written down here in ten lines.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.plans import (
    Approve,
    Deny,
    Engine,
    ExecutionSummary,
    Plan,
    StepBegan,
    StepEnded,
    plan_from_wire,
    run_state,
)
from gameplan.runtime import ManualClock, Session
from gameplan.tools import CONTROL, DATA, Destroys, Tool, Writes, tool

PLACES = ("a", "a/b", "a/b/c", "a/b2", "d", "d/e", "./d/../d/e", ".")


@dataclass(frozen=True)
class Work:
    name: Annotated[str, DATA]
    uses: Annotated[Any, DATA] = None


@dataclass(frozen=True)
class Change:
    name: Annotated[str, DATA]
    path: Annotated[str, CONTROL]
    uses: Annotated[Any, DATA] = None


@dataclass(frozen=True)
class Result:
    name: str
    flag: bool
    seen: int


@dataclass
class World:
    """What is at work, in which order it began and ended, and what was found to be wrong."""

    fails: frozenset[str] = frozenset()
    flags: dict[str, bool] = field(default_factory=dict)
    log: list[tuple[str, str]] = field(default_factory=list)
    inside: dict[str, str] = field(default_factory=dict)
    pending: dict[str, asyncio.Event] = field(default_factory=dict)
    most: int = 0

    @contextmanager
    def at_work(self, name: str, path: str = "") -> Iterator[asyncio.Event]:
        if path:
            assert not any(clash(path, other) for other in self.inside.values()), (name, path, self.inside)
            self.inside[name] = path
        self.log.append(("begin", name))
        self.pending[name] = asyncio.Event()
        self.most = max(self.most, len(self.pending))
        try:
            yield self.pending[name]
            self.log.append(("end", name))
        finally:
            self.inside.pop(name, None)
            del self.pending[name]

    def result(self, name: str, uses: Any) -> Result:
        if name in self.fails:
            raise ConnectionError("the line is dead")
        return Result(name, self.flags.get(name, False), seen(uses))

    def tools(self) -> dict[str, Tool[Any, Any]]:
        @tool(effects=())
        def places(params: Work) -> dict[str, str]:
            """Say where everybody is to work: it is known only now."""
            return {f"p{number}": path for number, path in enumerate(PLACES)}

        @tool(effects=(), repeatable=True)
        async def look(params: Work) -> Result:
            """Look at something."""
            with self.at_work(params.name) as event:
                await event.wait()
                return self.result(params.name, params.uses)

        @tool(effects=Writes("path"))
        async def change(params: Change) -> Result:
            """Change something that nobody else may touch meanwhile."""
            with self.at_work(params.name, params.path) as event:
                await event.wait()
                return self.result(params.name, params.uses)

        @tool(effects=Destroys("path"))
        async def erase(params: Change) -> Result:
            """Erase something, if a person lets it."""
            with self.at_work(params.name, params.path) as event:
                await event.wait()
                return self.result(params.name, params.uses)

        return {each.name: each for each in (places, look, change, erase)}


def clash(one: str, other: str) -> bool:
    """Whether two paths are one thing, or one lies inside of the other."""
    here, there = (Path("/", path).resolve().parts for path in (one, other))
    return here[: len(there)] == there[: len(here)]


def seen(value: Any) -> int:
    """How many results a value holds, all the way down: wrong if anything came in the place of another."""
    match value:
        case dict():
            return sum(map(seen, value.values())) + ("seen" in value)
        case list():
            return sum(map(seen, value))
        case _:
            return 0


# -- plans, and what should come of them


@dataclass(frozen=True)
class Spec:
    """A step as it was drawn: what it waits for and how, and what will come of it if it runs."""

    name: str
    kind: str
    after: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    asks: tuple[str, bool] | None = None  # it runs if that step's flag is so
    place: int = 0
    fails: bool = False
    denied: bool = False
    flag: bool = False

    @property
    def refers(self) -> frozenset[str]:
        return self.uses | ({self.asks[0]} if self.asks else frozenset())

    @property
    def needs(self) -> frozenset[str]:
        return self.after | self.refers

    def wire(self) -> dict[str, Any]:
        args: dict[str, Any] = {"name": self.name, "uses": [f"${name}" for name in sorted(self.uses)]}
        told: dict[str, Any] = {"id": self.name, "tool": self.kind, "args": args, "dependsOn": sorted(self.after)}
        if self.asks:
            told["when"] = f"${self.asks[0]}.flag == {'true' if self.asks[1] else 'false'}"
        match self.kind:
            case "change" | "erase":
                args["path"] = f"$places.p{self.place}"
            case "each":
                told |= {"tool": "look", "forEach": {"items": ["x", "y", "z"], "parallel": 2}}
                args["name"] = f"{self.name}-${{item}}"
            case "nested":
                inner = [
                    {"id": "first", "tool": "look", "args": {"name": "${input.name}-1", "uses": "$input.uses"}},
                    {"id": "second", "tool": "look", "args": {"name": "${input.name}-2", "uses": "$first"}},
                ]
                inputs = {"name": {"type": "string"}, "uses": {"type": "array"}}
                told |= {"tool": "plan", "plan": {"inputs": inputs, "steps": inner, "output": "$second"}}
        return told

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls that it makes if all goes well."""
        ends = {"each": ("-x", "-y", "-z"), "nested": ("-1", "-2")}.get(self.kind, ("",))
        return tuple(self.name + end for end in ends)


KINDS = ("look", "look", "change", "change", "erase", "each", "nested")


@st.composite
def specs(draw: st.DrawFn) -> list[Spec]:
    made: list[Spec] = []
    for number in range(draw(st.integers(1, 12))):
        names = [each.name for each in made]
        some = st.sets(st.sampled_from(names), max_size=3) if names else st.just(set())
        flagged = [each.name for each in made if each.kind not in ("each", "nested")]
        asks = (draw(st.sampled_from(flagged)), draw(st.booleans())) if flagged and draw(st.booleans()) else None
        made.append(
            Spec(
                f"s{number}",
                draw(st.sampled_from(KINDS)),
                frozenset(draw(some)),
                frozenset(draw(some)),
                asks,
                draw(st.integers(0, len(PLACES) - 1)),
                draw(st.integers(0, 5)) == 0,
                draw(st.integers(0, 3)) == 0,
                draw(st.booleans()),
            )
        )
    return made


def fates(drawn: list[Spec]) -> dict[str, str]:
    """What should come of each step."""
    ends: dict[str, str] = {}
    flags = {each.name: each.flag for each in drawn}
    for each in drawn:
        unmet = each.asks is not None and flags[each.asks[0]] is not each.asks[1]
        refused = each.kind == "erase" and each.denied
        if any(ends[need] in ("failed", "blocked") for need in each.needs):
            ends[each.name] = "blocked"
        elif any(ends[need] == "skipped" for need in each.refers) or unmet or refused:
            ends[each.name] = "skipped"
        else:
            ends[each.name] = "failed" if each.fails else "completed"
    return ends


def plan_of(drawn: list[Spec], shuffled: random.Random) -> Plan:
    steps = [each.wire() for each in drawn]
    shuffled.shuffle(steps)
    return plan_from_wire({"steps": [{"id": "places", "tool": "places", "args": {"name": "places"}}, *steps]})


# -- running


async def released(run: asyncio.Task[Any], world: World, chance: random.Random) -> None:
    """Let the tools end one after the other, in an order that chance decides."""
    idle = 0
    while not run.done():
        for _ in range(chance.randrange(1, 8)):
            await asyncio.sleep(0)
        waiting = [event for event in world.pending.values() if not event.is_set()]
        idle = 0 if waiting else idle + 1
        assert idle < 500, "nothing is at work, and the run does not end"
        if waiting:
            chance.choice(waiting).set()


async def carried_out(
    drawn: list[Spec], concurrency: int, seed: int, shuffle: int = 0
) -> tuple[ExecutionSummary, World, Session]:
    chance = random.Random(seed)
    denied = {each.name for each in drawn if each.denied}

    async def approver(asked: Any, step: Any) -> Any:
        for _ in range(chance.randrange(5)):
            await asyncio.sleep(0)
        return Deny("no") if asked.step in denied else Approve()

    world = World(frozenset(each.calls[-1] for each in drawn if each.fails), {each.name: each.flag for each in drawn})
    session = Session(clock=ManualClock())
    engine = Engine(world.tools(), session, approver=approver, concurrency=concurrency)
    plan = plan_of(drawn, random.Random(shuffle))
    assert engine.check(plan) == ()
    run = asyncio.create_task(engine.complete(plan))
    await released(run, world, chance)
    assert engine.state == run_state(session.standing)
    return run.result(), world, session


def stands(summary: ExecutionSummary) -> dict[str, str]:
    """How each step ended; all others have a reason."""
    ends = dict.fromkeys(summary.completed, "completed")
    for status in ("failed", "blocked", "skipped", "waiting"):
        told = getattr(summary, status)
        assert all(told.values()), told
        ends |= dict.fromkeys(told, status)
    del ends["places"]
    return ends


@settings(max_examples=300)
@given(specs(), st.integers(1, 8), st.integers(0, 2**32), st.integers(0, 100))
async def test_any_plan_runs_in_an_order_that_respects_it_and_every_step_ends_as_it_should(
    drawn: list[Spec], concurrency: int, seed: int, shuffle: int
) -> None:
    summary, world, session = await carried_out(drawn, concurrency, seed, shuffle)
    expected = fates(drawn)
    assert stands(summary) == expected
    assert summary.status == ("failed" if {"failed", "blocked"} & set(expected.values()) else "completed")
    assert world.most <= concurrency

    began = {name: place for place, (what, name) in enumerate(world.log) if what == "begin"}
    over = {name: place for place, (what, name) in enumerate(world.log) if what == "end"}
    calls = {each.name: each.calls for each in drawn}
    for each in drawn:
        ran = [name for name in each.calls if name in began]
        if expected[each.name] in ("blocked", "skipped"):
            assert ran == []  # nothing of it was even begun
        for need in each.needs:
            for name in ran:
                assert all(over[other] < began[name] for other in calls[need] if other in began)
    for each in drawn:
        if expected[each.name] == "blocked":
            reason = summary.blocked[each.name]
            assert any(
                f"needs {need}, which" in reason for need in each.needs if expected[need] in ("failed", "blocked")
            )
        if expected[each.name] == "completed" and each.kind not in ("each", "nested"):
            assert summary.values[each.name]["seen"] == seen([summary.values[name] for name in each.uses])

    begun = [event.step for event in session.events_of(StepBegan)]
    ended = [event.step for event in session.events_of(StepEnded)]
    assert len(begun) == len(set(begun)) and len(ended) == len(set(ended))  # nothing twice


@settings(max_examples=100)
@given(specs(), st.lists(st.tuples(st.integers(1, 8), st.integers(0, 2**32)), min_size=2, max_size=4))
async def test_10_whatever_ends_first_the_run_comes_to_the_same_end(
    drawn: list[Spec], runs: list[tuple[int, int]]
) -> None:
    ends = []
    for concurrency, seed in runs:
        summary, world, _ = await carried_out(drawn, concurrency, seed)
        ends.append((stands(summary), summary.values, sorted(world.log)))
    assert all(end == ends[0] for end in ends)


async def test_10_a_step_that_is_both_blocked_and_skipped_is_so_whatever_ends_first() -> None:
    drawn = [
        Spec("failing", "look", fails=True),
        Spec("asked", "look"),
        Spec("skipped", "look", asks=("asked", True)),
        Spec("both", "look", after=frozenset({"failing"}), uses=frozenset({"skipped"})),
        Spec("last", "look", after=frozenset({"both"})),  # runs after a skipped step, and never after a blocked one
    ]
    ends = [stands((await carried_out(drawn, 8, seed))[0]) for seed in range(20)]
    assert all(end == fates(drawn) for end in ends)


async def test_steps_that_were_asked_for_act_under_the_same_cap_as_all_others() -> None:
    drawn = [Spec(f"s{number}", "erase", place=place) for number, place in enumerate((2, 3, 5))]
    drawn += [Spec("other", "look")]
    for seed in range(10):
        _, world, _ = await carried_out(drawn, 1, seed)
        assert world.most == 1


@pytest.mark.parametrize(
    "shape", ["montage", "cybershake", "epigenomics", "inspiral", "sipht", "genome_1000", "two_chains"]
)
async def test_10_workflows_as_published_come_to_the_same_end_in_any_order(
    published: Callable[[str], dict[str, tuple[str, ...]]], shape: str
) -> None:
    """Some of their steps fail, so that the rest is not the whole."""
    needs = published(shape)
    chosen = random.Random(shape)
    failing = frozenset(chosen.sample(sorted(needs), 2))
    steps = [
        {"id": name, "tool": "look", "args": {"name": name, "uses": [f"${each}" for each in before]}}
        for name, before in needs.items()
    ]
    plan = plan_from_wire({"steps": steps})
    ends = []
    for seed, concurrency in ((1, 8), (2, 3), (3, 200)):
        world = World(failing)
        session = Session(clock=ManualClock())
        engine = Engine(world.tools(), session, concurrency=concurrency)
        run = asyncio.create_task(engine.complete(plan))
        await released(run, world, random.Random(seed))
        summary = run.result()
        place = {entry: number for number, entry in enumerate(world.log)}
        for name, before in needs.items():
            if ("begin", name) in place:
                assert all(place["end", each] < place["begin", name] for each in before)
        ends.append(
            (summary.status, summary.completed, sorted(summary.failed), sorted(summary.blocked), summary.values)
        )
    assert ends[0] == ends[1] == ends[2]
    assert ends[0][0] == "failed" and set(ends[0][2]) <= failing


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], dict[str, tuple[str, ...]]]:
    """What needs what, in a workflow of that name."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "benchmarks"))
    import published_shapes

    return lambda name: dict(getattr(published_shapes, name)().needs)
