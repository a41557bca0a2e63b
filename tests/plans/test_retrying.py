"""A step that failed or was denied is tried again: what hung on it waits again, and its failure stays on the record."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from gameplan.plans import (
    ApprovalAsked,
    Engine,
    ExecutionSummary,
    NotToBeRetried,
    Plan,
    RunEnded,
    RunOver,
    RunStarted,
    StepBegan,
    StepEnded,
    StepRetried,
    plan_from_wire,
    run_state,
)
from gameplan.runtime import MemoryJournal, Session
from gameplan.tools import CONTROL, Reads, Sends, Tool, ToolRefused, Writes, tool


@dataclass(frozen=True)
class Named:
    name: Annotated[str, CONTROL]


@dataclass
class World:
    """Things that are there or not; what was done; a gate at which `slow` waits."""

    there: set[str] = field(default_factory=set)
    log: list[str] = field(default_factory=list)
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    def tools(self) -> dict[str, Tool[Any, Any]]:
        @tool(effects=Reads("name"))
        async def look(params: Named) -> str:
            """Look for something."""
            self.log.append(f"look {params.name}")
            if params.name not in self.there:
                raise ToolRefused(f"There is no {params.name}.", code="not_found")
            return params.name

        @tool(effects=Sends("name"))
        async def send(params: Named) -> str:
            """Send something."""
            self.log.append(f"send {params.name}")
            return params.name

        @tool(effects=Writes("name"))
        async def write(params: Named) -> str:
            """Write something slowly; nobody knows afterwards how far it came."""
            self.log.append(f"write {params.name}")
            await self.gate.wait()
            return params.name

        @tool(effects=(), repeatable=True)
        async def slow(params: Named) -> str:
            """Wait at the gate."""
            self.log.append(f"slow {params.name}")
            await self.gate.wait()
            return params.name

        return {each.name: each for each in (look, send, write, slow)}


@pytest.fixture
def world() -> World:
    return World()


def a(tool: str, name: str, *after: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "tool": tool, "args": {"name": name}, "dependsOn": list(after), **more}


def plan(*steps: dict[str, Any]) -> Plan:
    return plan_from_wire({"steps": list(steps)})


async def settled() -> None:
    for _ in range(60):
        await asyncio.sleep(0)


async def ended(world: World, *steps: dict[str, Any], **options: Any) -> tuple[MemoryJournal, ExecutionSummary]:
    """The journal of a run that has come to its end."""
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        return journal, await Engine(world.tools(), session, **options).complete(plan(*steps))


async def gone_on(
    world: World, journal: MemoryJournal, step: str, args: dict[str, Any] | None = None, **options: Any
) -> ExecutionSummary:
    """The run, gone on with in a new process after a step was retried."""
    with Session.open(journal, "run") as session:
        engine = Engine(world.tools(), session, **options)
        engine.retry(step, args)
        summary = await engine.resume()
        assert engine.state == run_state(session.standing)
        return summary


async def test_a_run_that_failed_goes_on_with_what_hung_on_the_step(world: World) -> None:
    steps = [a("look", "x"), a("look", "y", "x"), a("look", "z", "y"), a("look", "other")]
    world.there |= {"y", "z", "other"}
    journal, first = await ended(world, *steps)
    assert (first.status, set(first.blocked)) == ("failed", {"y", "z"})
    world.there.add("x")
    summary = await gone_on(world, journal, "x")
    assert (summary.status, set(summary.completed)) == ("completed", {"x", "y", "z", "other"})
    assert world.log.count("look other") == 1
    with Session.view(journal, "run") as seen:
        assert [each.status for each in seen.events_of(StepEnded) if each.step == "x"] == ["failed", "completed"]
        assert seen.events_of(StepRetried) == (StepRetried("x", opened=("y", "z")),)


async def test_a_step_that_fails_again_can_be_retried_again(world: World) -> None:
    journal, _ = await ended(world, a("look", "x"), a("look", "y", "x"))
    for _ in range(2):
        summary = await gone_on(world, journal, "x")
        assert (summary.status, list(summary.failed), list(summary.blocked)) == ("failed", ["x"], ["y"])
    world.there |= {"x", "y"}
    assert (await gone_on(world, journal, "x")).status == "completed"


async def test_it_is_tried_with_the_arguments_that_a_person_gave_it(world: World) -> None:
    world.there |= {"spare"}
    journal, _ = await ended(world, a("look", "x"))
    with Session.open(journal, "run") as session, pytest.raises(NotToBeRetried, match="name"):
        Engine(world.tools(), session).retry("x", {"nam": "spare"})
    summary = await gone_on(world, journal, "x", {"name": "spare"})
    assert (summary.status, summary.values) == ("completed", {"x": "spare"})


async def test_what_is_blocked_by_two_steps_waits_until_both_are_retried(world: World) -> None:
    journal, _ = await ended(world, a("look", "x"), a("look", "y"), a("look", "both", "x", "y"))
    world.there |= {"x", "y", "both"}
    first = await gone_on(world, journal, "x")
    assert (first.status, set(first.completed), list(first.blocked)) == ("failed", {"x"}, ["both"])
    assert (await gone_on(world, journal, "y")).status == "completed"


async def test_a_step_that_was_denied_is_asked_for_afresh(world: World) -> None:
    steps = [a("send", "mail"), {"id": "after", "tool": "look", "args": {"name": "$mail"}}]
    world.there.add("mail")
    with Session() as session:
        engine = Engine(world.tools(), session, stays=True)
        run = asyncio.create_task(engine.complete(plan(*steps, a("slow", "meanwhile"))))
        await settled()
        engine.deny("mail")
        await settled()
        assert (engine.state.of("mail").status, engine.state.of("after").status) == ("skipped", "skipped")
        engine.retry("mail", by="anna")
        await settled()
        assert list(engine.state.waiting()) == ["mail"]
        assert world.log == ["slow meanwhile"]
        engine.approve("mail")
        world.gate.set()
        summary = await run
        assert (summary.status, set(summary.completed)) == ("completed", {"mail", "after", "meanwhile"})
        assert len(session.events_of(ApprovalAsked)) == 2
        assert session.events_of(StepRetried)[0].by == "anna"


async def test_a_run_that_completed_without_a_denied_step_is_open_again(world: World) -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        engine = Engine(world.tools(), session)
        await engine.complete(plan(a("send", "mail")))
        engine.deny("mail")
        assert (await engine.resume()).status == "completed"
    assert (await gone_on(world, journal, "mail")).status == "waiting"
    assert world.log == []


async def test_after_a_critical_failure_everything_that_was_stopped_waits_again(world: World) -> None:
    steps = [a("look", "x", critical=True), a("look", "y", "x"), a("look", "z"), a("look", "last", "z")]
    journal, first = await ended(world, *steps, concurrency=1)
    assert first.status == "failed"
    assert world.log == ["look x"]
    world.there |= {"x", "y", "z", "last"}
    assert (await gone_on(world, journal, "x")).status == "completed"


async def test_what_was_stopped_in_the_middle_is_retried_on_its_own_and_asked_for(world: World) -> None:
    """Nobody knows how far it came, so it is as after a crash."""
    journal, first = await ended(world, a("write", "w"), a("look", "x", critical=True))
    assert set(first.failed) == {"w", "x"}
    world.there.add("x")
    world.gate.set()
    second = await gone_on(world, journal, "x")
    assert (second.status, list(second.failed)) == ("failed", ["w"])
    third = await gone_on(world, journal, "w")
    assert (third.status, world.log.count("write w")) == ("waiting", 1)
    assert "nobody knows how far it came" in third.waiting["w"]


async def test_the_failed_items_of_a_step_are_tried_again_and_no_others(world: World) -> None:
    each = {"id": "each", "tool": "look", "args": {"name": "$item"}, "forEach": {"items": ["a", "b", "c"]}}
    world.there.add("a")
    journal, first = await ended(world, each, a("slow", "after", "each"))
    assert first.status == "failed"
    world.there |= {"b", "c"}
    world.gate.set()
    summary = await gone_on(world, journal, "each")
    assert (summary.status, summary.values["each"]) == ("completed", ["a", "b", "c"])
    assert world.log.count("look a") == 1


async def test_one_item_is_given_other_arguments(world: World) -> None:
    each = {"id": "each", "tool": "look", "args": {"name": "$item"}, "forEach": {"items": ["a", "b"]}}
    world.there.add("a")
    journal, _ = await ended(world, each)
    with Session.open(journal, "run") as session, pytest.raises(NotToBeRetried, match="no arguments of its own"):
        Engine(world.tools(), session).retry("each", {"name": "a"})
    summary = await gone_on(world, journal, "each[1]", {"name": "a"})
    assert (summary.status, summary.values["each"]) == ("completed", ["a", "a"])


NESTED = {"id": "outer", "plan": {"steps": [a("look", "in"), a("look", "next", "in"), a("look", "aside")]}, "args": {}}


@pytest.mark.parametrize("name", ["outer", "outer/in"])
async def test_a_step_inside_a_plan_is_retried_with_what_is_around_it(world: World, name: str) -> None:
    world.there |= {"next", "aside", "after"}
    journal, first = await ended(world, NESTED, a("look", "after", "outer"))
    assert (first.status, list(first.blocked)) == ("failed", ["after"])
    world.there.add("in")
    summary = await gone_on(world, journal, name)
    assert (summary.status, set(summary.completed)) == ("completed", {"outer", "after"})
    assert world.log.count("look aside") == 1


async def test_a_step_inside_a_plan_that_still_runs_is_retried_there(world: World) -> None:
    inner = {"id": "outer", "plan": {"steps": [a("look", "in"), a("slow", "long")]}, "args": {}}
    with Session() as session:
        engine = Engine(world.tools(), session)
        run = asyncio.create_task(engine.complete(plan(inner)))
        await settled()
        assert engine.state.of("outer/in").status == "failed"
        world.there.add("in")
        engine.retry("outer/in")
        await settled()
        assert engine.state.of("outer/in").status == "completed"
        world.gate.set()
        assert (await run).status == "completed"


async def test_while_the_run_goes_on_a_step_begins_again_at_once(world: World) -> None:
    with Session() as session:
        engine = Engine(world.tools(), session)
        run = asyncio.create_task(engine.complete(plan(a("look", "x"), a("look", "y", "x"), a("slow", "long"))))
        await settled()
        world.there |= {"x", "y"}
        engine.retry("x")
        await settled()
        assert engine.state.of("y").status == "completed"
        world.gate.set()
        assert (await run).status == "completed"


async def test_a_failed_step_is_carried_out_as_the_plan_has_it_when_it_is_retried(world: World) -> None:
    steps = [a("look", "x"), a("slow", "long")]
    world.there.add("spare")
    with Session() as session:
        engine = Engine(world.tools(), session)
        run = asyncio.create_task(engine.complete(plan(*steps)))
        await settled()
        now = engine.state.plan
        engine.change(now.changed(plan({**a("look", "x"), "args": {"name": "spare"}}, a("slow", "long")).steps))
        await settled()
        assert engine.state.of("x").status == "failed"
        with pytest.raises(ValueError, match="cannot be changed"):
            engine.change(now.changed(plan(a("slow", "long")).steps))
        engine.retry("x")
        world.gate.set()
        summary = await run
        assert (summary.status, summary.values["x"]) == ("completed", "spare")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("nowhere", "There is no step nowhere."),
        ("done", "Step done is done: there is nothing to retry."),
        ("long", "Step long is running: it can be retried if it fails."),
        ("mail", "Step mail waits for a person: answer it, it has not failed."),
        ("later", "Step later has not begun: it can be retried if it fails."),
        ("last", "Step last has not failed itself: retry x, and it waits again."),
        ("never", "Step never did not run: its condition does not hold: 1 == 2."),
    ],
)
async def test_what_has_not_failed_is_not_retried(world: World, name: str, why: str) -> None:
    world.there.add("done")
    steps = [a("look", "done"), a("slow", "long"), a("send", "mail"), a("slow", "later", "long")]
    steps += [a("look", "x"), a("look", "y", "x"), a("look", "last", "y"), a("look", "never", when="1 == 2")]
    with Session() as session:
        engine = Engine(world.tools(), session)
        run = asyncio.create_task(engine.complete(plan(*steps)))
        await settled()
        before = session.seq
        with pytest.raises(NotToBeRetried) as caught:
            engine.retry(name)
        assert (str(caught.value), session.seq) == (why, before)
        world.gate.set()
        await run


async def test_a_run_that_was_cancelled_stays_so(world: World) -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        engine = Engine(world.tools(), session)
        run = asyncio.create_task(engine.complete(plan(a("slow", "long"))))
        await settled()
        engine.cancel()
        await run
        with pytest.raises(NotToBeRetried, match="was cancelled"):
            engine.retry("long")
        with pytest.raises(RunOver):
            await engine.resume()


async def test_a_retry_that_was_asked_for_while_nobody_carried_the_run_out_is_taken(world: World) -> None:
    journal, _ = await ended(world, a("look", "x"))
    with Session.view(journal, "run") as seen:
        wrong = await seen.ask("retry", {"step": "y"}, by="anna")
    with Session.open(journal, "run") as session, pytest.raises(RunOver):
        await Engine(world.tools(), session, inbox=True).resume()
    with Session.view(journal, "run") as seen:
        right = await seen.ask("retry", {"step": "x", "args": {"name": "spare"}}, by="anna")
    world.there.add("spare")
    with Session.open(journal, "run") as session:
        assert (await Engine(world.tools(), session, inbox=True).resume()).status == "completed"
    verdicts = {each.id: (each.verdict, each.reason) for each in map(journal.intent, (wrong.id, right.id)) if each}
    assert verdicts == {wrong.id: ("refused", "There is no step y."), right.id: ("taken", "")}


async def test_a_retry_survives_a_kill_before_anything_else_is_on_the_record(world: World) -> None:
    journal, _ = await ended(world, a("look", "x"), a("look", "y", "x"))
    with Session.open(journal, "run") as session:
        Engine(world.tools(), session).retry("x")
    world.there |= {"x", "y"}
    with Session.open(journal, "run") as session:
        assert (await Engine(world.tools(), session).resume()).status == "completed"


async def test_in_an_old_record_what_was_blocked_is_found_by_what_it_needs(world: World) -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        session.dispatch(RunStarted(plan(a("look", "x"), a("look", "y", "x"), a("look", "z", "y"))))
        session.dispatch(StepEnded("x", "failed", reason="There is no x."))
        session.dispatch(StepEnded("y", "blocked", reason="it needs x, which failed"))
        session.dispatch(StepEnded("z", "blocked", reason="it needs y, which is blocked itself"))
        session.dispatch(RunEnded("failed"))
    world.there |= {"x", "y", "z"}
    assert (await gone_on(world, journal, "x")).status == "completed"


# -- stepping down


async def test_whoever_leaves_lets_what_runs_come_to_its_end_and_begins_nothing(world: World) -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        engine = Engine(world.tools(), session, stays=True)
        run = asyncio.create_task(engine.complete(plan(a("slow", "long"), a("slow", "next", "long"))))
        await settled()
        leaving = asyncio.create_task(engine.leave(60))
        await settled()
        world.gate.set()
        await leaving
        summary = await run
        assert (summary.status, summary.completed, world.log) == ("waiting", ("long",), ["slow long"])
        assert engine.state.ended is None
    with Session.open(journal, "run") as session:
        assert (await Engine(world.tools(), session).resume()).status == "completed"
    assert world.log == ["slow long", "slow next"]


@pytest.mark.parametrize("inside", [False, True])
async def test_what_has_no_end_by_then_is_left_in_flight(world: World, inside: bool) -> None:
    write = a("write", "w")
    steps = [{"id": "outer", "plan": {"steps": [write]}, "args": {}}] if inside else [write]
    name = "outer/w" if inside else "w"
    journal = MemoryJournal()
    with Session(journal=journal, session_id="run") as session:
        engine = Engine(world.tools(), session, stays=True)
        run = asyncio.create_task(engine.complete(plan(*steps, a("look", "x", steps[0]["id"]))))
        await settled()
        await engine.leave()
        assert (await run).status == "waiting"
        assert [each.step for each in session.events_of(StepBegan)][-1] == name
        assert session.events_of(StepEnded) == ()
        assert engine.state.of(name).in_flight
    with Session.open(journal, "run") as session:
        summary = await Engine(world.tools(), session).resume()
        assert (summary.status, world.log) == ("waiting", ["write w"])


async def test_a_run_that_only_waits_for_a_person_ends_as_waiting(world: World) -> None:
    with Session() as session:
        engine = Engine(world.tools(), session, stays=True)
        run = asyncio.create_task(engine.complete(plan(a("send", "mail"))))
        await settled()
        await engine.leave(60)
        assert (await run).waiting.keys() == {"mail"}
        assert engine.state.ended == "waiting"


async def test_nobody_leaves_what_does_not_go_on(world: World) -> None:
    with Session() as session:
        engine = Engine(world.tools(), session)
        await engine.leave(60)
        world.there.add("x")
        assert (await engine.complete(plan(a("look", "x")))).status == "completed"
        await engine.leave(60)
