"""Runs that are gone on with after a kill, an edit or a pause: what a person said holds, and what was asked is open."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from gameplan.plans import (
    ApprovalAsked,
    ApprovalDenied,
    Engine,
    ExecutionSummary,
    Plan,
    Policy,
    RunEnded,
    RunStarted,
    StepBegan,
    StepEnded,
    ask,
    plan_from_wire,
    run_state,
)
from gameplan.plans.approvals import bound_to
from gameplan.plans.cancelling import cancel_idle
from gameplan.runtime import MemoryJournal, Session
from gameplan.tools import CONTROL, Sends, Tool, Writes, tool


@dataclass(frozen=True)
class Named:
    name: Annotated[str, CONTROL]


class World:
    """What was done, and what waits to be let go."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.gate = asyncio.Event()

    def tools(self) -> dict[str, Tool[Any, Any]]:
        @tool(effects=Writes("name"))
        async def write(params: Named) -> str:
            """Write something; nobody knows afterwards whether it was written."""
            self.log.append(f"wrote {params.name}")
            return params.name

        @tool(effects=Sends("name"))
        async def send(params: Named) -> str:
            """Send something."""
            self.log.append(f"sent {params.name}")
            return params.name

        @tool(effects=(), repeatable=True)
        async def work(params: Named) -> str:
            """Work until it is let go."""
            self.log.append(f"worked {params.name}")
            await self.gate.wait()
            return params.name

        return {each.name: each for each in (write, send, work, ask)}


@pytest.fixture
def world() -> World:
    return World()


def a(tool: str, name: str, *after: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "tool": tool, "args": {"name": name}, "dependsOn": list(after), **more}


def plan(*steps: dict[str, Any]) -> Plan:
    return plan_from_wire({"steps": list(steps)})


def left_behind(steps: Plan, *events: object) -> MemoryJournal:
    """The journal of a process that was killed after these events."""
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        session.dispatch(RunStarted(steps))
        for event in events:
            session.dispatch(event)
    return journal


async def resumed(world: World, journal: MemoryJournal, **options: Any) -> ExecutionSummary:
    with Session.open(journal, "run") as session:
        return await Engine(world.tools(), session, **options).resume()


async def test_a_step_that_was_interrupted_is_asked_for_however_often_the_run_is_resumed(world: World) -> None:
    journal = left_behind(plan(a("write", "x")), StepBegan("x", "run/x", {"name": "x"}))
    for _ in range(3):
        summary = await resumed(world, journal, policy=Policy(frozenset({"writes"})))
        assert (summary.status, world.log) == ("waiting", [])


async def test_a_step_that_was_denied_does_not_act_in_the_next_process(world: World) -> None:
    bound = bound_to(world.tools()["write"], {"name": "x"}, "")
    journal = left_behind(
        plan(a("write", "x")),
        StepBegan("x", "run/x", {"name": "x"}),
        ApprovalAsked("x", bound, {"name": "x"}, why="it was running when the process ended", tool="write"),
        ApprovalDenied("x", bound, "it is there already"),
    )
    summary = await resumed(world, journal)
    assert world.log == []
    assert summary.skipped == {"x": "denied: it is there already"}


async def test_a_step_that_a_person_skipped_stays_skipped_for_those_after_it(world: World) -> None:
    """As in the process that was killed: what only comes after a skipped step runs."""
    world.gate.set()
    journal = left_behind(
        plan(a("work", "first"), a("work", "second", "first"), a("work", "third", "second")),
        StepEnded("second", "skipped", reason="not needed"),
        StepBegan("first", "run/first", {"name": "first"}),
        StepEnded("first", "failed", reason="the line is dead"),
    )
    summary = await resumed(world, journal)
    assert summary.completed == ("third",)
    assert (summary.skipped, summary.blocked) == ({"second": "not needed"}, {})


NESTED = {"steps": [a("send", "letter"), a("work", "fold")]}


async def test_a_run_that_nobody_carries_out_is_cancelled_as_its_engine_would_have(world: World) -> None:
    """Without its tools: what is done stays, what waits or was in flight is skipped, and nothing begins."""
    steps = plan(
        a("work", "done"), a("write", "flown"), a("send", "mail"), {"id": "inner", "plan": NESTED},
        {"id": "many", "tool": "send", "forEach": {"items": ["a", "b"]}, "args": {"name": "$item"}},
        a("work", "later", "mail"),
    )  # fmt: skip
    told: list[ExecutionSummary] = []
    stood: list[Any] = []
    for engine in (True, False):
        journal = left_behind(
            steps,
            StepEnded("done", "completed", "done"),
            StepBegan("flown", "run/flown", {"name": "flown"}),
            StepBegan("inner", "run/inner", {}),
            StepBegan("inner/letter", "run/inner/letter", {"name": "letter"}),
        )
        for kind, payload in (("approve", {"step": "mail"}), ("cancel", {"reason": "too late"}), ("cancel", {})):
            journal.ask("run", kind, payload)
        if engine:
            told.append(await resumed(world, journal, inbox=True))
        else:
            with Session.open(journal, "run") as session:
                await cancel_idle(session)
                state = run_state(session.standing)
                assert state is not None and state.ended == "cancelled"
                stood.append(state)
            verdicts = [(each.verdict, each.reason) for each in map(journal.intent, (1, 2, 3)) if each is not None]
            assert verdicts == [("refused", "The run was cancelled."), ("taken", ""), ("taken", "")]
    assert world.log == []
    (summary,), (state,) = told, stood
    assert (summary.status, summary.reason) == (state.ended, state.reason) == ("cancelled", "too late")
    ends = {step.id: state.of(step.id).status for step in steps.steps}
    assert {name for name, end in ends.items() if end == "skipped"} == set(summary.skipped)
    assert {name for name, end in ends.items() if end == "completed"} == set(summary.completed) == {"done"}


async def test_a_run_is_not_cancelled_unless_its_inbox_says_so_nor_when_it_is_over(world: World) -> None:
    over = left_behind(plan(a("work", "x")), RunEnded("failed", "it broke"))
    over.ask("run", "cancel", {})
    for journal in (left_behind(plan(a("work", "x"))), over):
        with Session.open(journal, "run") as session:
            before = session.seq
            await cancel_idle(session)
            assert session.seq == before


QUESTION = {"id": "who", "tool": "ask", "args": {"question": "Who?"}}


async def test_a_question_is_told_as_long_as_it_is_open(world: World) -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        assert (await Engine(world.tools(), session).complete(plan(QUESTION))).waiting == {"who": "Who?"}
    assert (await resumed(world, journal)).waiting == {"who": "Who?"}


async def test_a_step_that_is_not_in_the_plan_any_more_waits_for_nobody(world: World) -> None:
    with Session() as session:
        engine = Engine(world.tools(), session, stays=True)
        steps = plan(a("send", "mail"), a("work", "slow"))
        run = asyncio.create_task(engine.complete(steps))
        for _ in range(30):
            await asyncio.sleep(0)
        assert list(engine.state.waiting()) == ["mail"]
        engine.change(steps.changed(plan(a("work", "slow")).steps))
        for _ in range(30):
            await asyncio.sleep(0)
        try:
            assert list(engine.state.waiting()) == []
        finally:
            world.gate.set()
            assert (await asyncio.wait_for(run, 30)).status == "completed"


async def test_a_paused_run_begins_no_further_item(world: World) -> None:
    each = {"id": "each", "tool": "work", "args": {"name": "$item"}, "forEach": {"items": ["a", "b"], "parallel": 1}}
    with Session() as session:
        engine = Engine(world.tools(), session)
        run = asyncio.create_task(engine.complete(plan(each)))
        for _ in range(30):
            await asyncio.sleep(0)
        engine.pause()
        world.gate.set()
        for _ in range(30):
            await asyncio.sleep(0)
        try:
            assert world.log == ["worked a"]
        finally:
            engine.unpause()
            assert (await asyncio.wait_for(run, 30)).status == "completed"
