"""Recovery of a step that carries out a plan: what failed inside is tried again, and what was done is not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from gameplan.plans import (
    ApprovalAsked,
    Engine,
    ExecutionSummary,
    Failure,
    Plan,
    Recovery,
    RecoveryProposed,
    RunStarted,
    StepBegan,
    StepEnded,
    plan_from_wire,
)
from gameplan.plans.state import STOPPED
from gameplan.runtime import MemoryJournal, Session
from gameplan.tools import CONTROL, Reads, Tool, ToolRefused, Writes, tool


@dataclass(frozen=True)
class Named:
    name: Annotated[str, CONTROL]


@dataclass
class World:
    """`write` fails for what is broken, so many times."""

    broken: dict[str, int] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)

    def tools(self) -> dict[str, Tool[Any, Any]]:
        @tool(effects=Writes("name"), repeatable=True)
        async def write(params: Named) -> str:
            """Write something."""
            self.log.append(params.name)
            if self.broken.get(params.name, 0) > 0:
                self.broken[params.name] -= 1
                raise ToolRefused(f"{params.name} is not there yet.", code="not_yet")
            return params.name

        @tool(effects=Reads("name"))
        async def look(params: Named) -> str:
            """Look at something."""
            return params.name

        @tool(effects=Writes("name"))
        async def send(params: Named) -> str:
            """Write something; nobody knows afterwards whether it was written."""
            self.log.append(params.name)
            return params.name

        return {each.name: each for each in (write, look, send)}


class OfTheOuter:
    """Proposes something when the outer step fails; the steps inside of it are left as they are."""

    def __init__(self, recovery: Recovery = Recovery("retry", "it will be there by then")) -> None:  # noqa: B008
        self.recovery = recovery

    async def __call__(self, failure: Failure, plan: Plan, session: Session, /) -> Recovery | None:
        return self.recovery if failure.step.id == "outer" else None


def write(name: str, *after: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "tool": "write", "args": {"name": name}, "dependsOn": list(after), **more}


def outer(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": "outer", "plan": {"inputs": {"name": {"default": "old"}}, "steps": list(steps)}, **more}


PLAN = plan_from_wire(
    {"steps": [outer(write("one"), write("two", "one"), write("three", "two")), write("end", "outer")]}
)


async def carried_out(world: World, plan: Plan, session: Session, **more: Any) -> ExecutionSummary:
    return await Engine(world.tools(), session, recoverer=more.pop("recoverer", OfTheOuter()), **more).complete(plan)


async def test_what_failed_inside_is_tried_again_and_what_was_done_is_not() -> None:
    world, session = World({"two": 1}), Session()
    summary = await carried_out(world, PLAN, session)
    assert (summary.status, summary.completed) == ("completed", ("outer", "end"))
    assert world.log == ["one", "two", "two", "three", "end"]
    assert len(session.events_of(RecoveryProposed)) == 1


async def test_it_is_tried_a_few_times_and_then_it_has_failed() -> None:
    world, session = World({"two": 99}), Session()
    summary = await carried_out(world, PLAN, session)
    assert (summary.status, list(summary.failed), list(summary.blocked)) == ("failed", ["outer"], ["end"])
    assert world.log == ["one", "two", "two", "two"]


async def test_of_a_plan_in_a_plan_only_what_failed_is_tried_again() -> None:
    inner = {"id": "inner", "plan": {"steps": [write("one"), write("two", "one")]}}
    world = World({"two": 1})
    summary = await carried_out(world, plan_from_wire({"steps": [outer(write("zero"), inner)]}), Session())
    assert summary.status == "completed", summary
    assert sorted(world.log) == ["one", "two", "two", "zero"]


async def test_of_a_plan_for_many_things_only_what_failed_is_tried_again() -> None:
    inside = [{"id": "first", "tool": "look", "args": {"name": "x"}}, write("second", "first")]
    inside[1]["args"] = {"name": "$input.name"}
    step = outer(*inside, forEach={"items": ["a", "b", "c"], "max": 3}, args={"name": "$item"})
    world, session = World({"b": 1}), Session()
    summary = await carried_out(world, plan_from_wire({"steps": [step]}), session)
    assert summary.status == "completed", summary
    assert sorted(world.log) == ["a", "b", "b", "c"]
    assert sum(each.step.endswith("/first") for each in session.events_of(StepEnded)) == 3


@pytest.mark.parametrize(
    "recovery",
    [
        Recovery("change", "it is called otherwise", args={"name": "new"}),
        Recovery("insert", "it must be looked at first", steps=plan_from_wire({"steps": [write("new")]}).steps),
    ],
    ids=lambda recovery: recovery.action,
)
async def test_a_change_of_the_step_tries_it_again_too(recovery: Recovery) -> None:
    step = outer(write("one"), write("two", "one", args={"name": "$input.name"}))
    plan = plan_from_wire({"steps": [step, write("new", "outer", id="last")]})
    world, journal = World({"old": 1}), MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        assert (await carried_out(world, plan, session, recoverer=OfTheOuter(recovery))).status == "waiting"
        (asked,) = session.events_of(ApprovalAsked)
        assert asked.step == "outer"
    with Session.open(journal, "run") as session:
        engine = Engine(world.tools(), session)
        engine.approve("outer")
        summary = await engine.resume()
    assert summary.status == "completed", summary
    assert world.log.count("one") == 1
    assert "new" in world.log


async def test_what_was_stopped_inside_asks_before_it_acts_again() -> None:
    send = {"id": "send", "tool": "send", "args": {"name": "a"}}
    begun = StepBegan("outer/send", "run/outer/send", {"name": "a"})
    stopped = StepEnded("outer/send", "failed", reason="the time was over", code=STOPPED)
    proposed = RecoveryProposed("outer", "retry", "there is more time now")
    journal = left_behind([RunStarted(plan_from_wire({"steps": [outer(send)]})), begun, stopped, proposed])
    world = World()
    with Session.open(journal, "run") as session:
        summary = await Engine(world.tools(), session).resume()
        assert (summary.status, world.log) == ("waiting", [])
        (asked,) = session.events_of(ApprovalAsked)
        assert asked.step == "outer/send"
        assert "nobody knows how far it came" in asked.why


async def test_it_is_gone_on_with_wherever_the_process_was_killed() -> None:
    whole = Session()
    await carried_out(World({"two": 1}), PLAN, whole)
    events = [recorded.event for recorded in whole.events]
    proposed = next(number for number, event in enumerate(events) if isinstance(event, RecoveryProposed))
    for killed in range(proposed + 1, len(events)):
        world = World()
        with Session.open(left_behind(events[:killed]), "run") as session:
            summary = await Engine(world.tools(), session, recoverer=OfTheOuter()).resume()
            assert summary.status == "completed", (events[killed - 1], summary)
            ends = [each.step for each in session.events_of(StepEnded) if each.status == "completed"]
        assert sorted(ends) == ["end", "outer", "outer/one", "outer/three", "outer/two"], events[killed - 1]
        assert "one" not in world.log


def left_behind(events: Iterable[object]) -> MemoryJournal:
    """The journal of a process that was killed after these events."""
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        for event in events:
            session.dispatch(event)
    return journal
