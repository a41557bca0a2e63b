"""The engine: order, statuses, approvals, retries, cancelling, resuming."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from gameplan.plans import (
    ApprovalAsked,
    ApprovalGiven,
    Approve,
    Deny,
    Engine,
    Later,
    PlanInvalid,
    Policy,
    RunOver,
    RunStarted,
    StepBegan,
    StepEnded,
    plan_from_wire,
    run_state,
    statuses,
)
from gameplan.plans.approvals import bound_to
from gameplan.runtime import CountedIds, ManualClock, MemoryJournal, Session
from gameplan.tools import DATA, Destroys, Reads, Sends, Tool, ToolRefused, Writes, tool


@dataclass
class World:
    """Files, and what was done to them."""

    files: dict[str, str] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    gates: dict[str, asyncio.Event] = field(default_factory=dict)
    failures: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class ReadFile:
    path: str


@dataclass(frozen=True)
class FileRead:
    path: str
    content: str


@dataclass(frozen=True)
class WriteFile:
    path: str
    content: Annotated[str, DATA]


@dataclass(frozen=True)
class Named:
    name: str


def tools_of(world: World) -> dict[str, Tool[Any, Any]]:
    @tool(effects=Reads("path"), primary="content", trusted=False)
    def read_file(params: ReadFile) -> FileRead:
        """Read a file."""
        world.log.append(f"read {params.path}")
        if params.path not in world.files:
            raise ToolRefused(f"There is no {params.path}.")
        return FileRead(params.path, world.files[params.path])

    @tool(effects=Writes("path"))
    def write_file(params: WriteFile) -> str:
        """Write a file."""
        world.log.append(f"write {params.path}")
        world.files[params.path] = params.content
        return params.path

    @tool(effects=Destroys("path"), preview=lambda params: f"- {world.files.get(params.path)}")
    def delete_file(params: ReadFile) -> str:
        """Delete a file."""
        world.log.append(f"delete {params.path}")
        del world.files[params.path]
        return params.path

    @tool(repeatable=True)
    async def work(params: Named) -> str:
        """Work until it is let go."""
        world.log.append(f"begin {params.name}")
        if params.name in world.gates:
            await world.gates[params.name].wait()
        if world.failures.get(params.name, 0) > 0:
            world.failures[params.name] -= 1
            raise ConnectionError("the line is dead")
        world.log.append(f"end {params.name}")
        return params.name

    @tool
    def list_names() -> list[str]:
        """List names."""
        return ["a", "b", "c"]

    return {each.name: each for each in (read_file, write_file, delete_file, work, list_names)}


@pytest.fixture
def world() -> World:
    return World(files={"data.json": "{}"})


@pytest.fixture
def session() -> Session:
    return Session(clock=ManualClock(), ids=CountedIds())


def plan(*steps: dict[str, Any], **more: Any) -> Any:
    return plan_from_wire({"steps": list(steps), **more})


def work(name: str, *needs: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "tool": "work", "args": {"name": name}, "dependsOn": list(needs), **more}


async def test_the_specs_own_example_runs_as_written(world: World, session: Session) -> None:
    spec = plan(
        {"id": "step_1", "tool": "read_file", "args": {"path": "data.json"}},
        {"id": "step_2", "tool": "write_file", "args": {"path": "processed.json", "content": "$step_1"}},
    )
    summary = await Engine(tools_of(world), session).complete(spec)
    assert summary.status == "completed"
    assert world.files["processed.json"] == "{}"
    assert world.log == ["read data.json", "write processed.json"]


async def test_a_step_begins_the_moment_its_own_dependencies_are_done(world: World, session: Session) -> None:
    world.gates = {"slow": asyncio.Event()}
    running = asyncio.create_task(
        Engine(tools_of(world), session).complete(plan(work("slow"), work("quick"), work("next", "quick")))
    )
    for _ in range(50):
        await asyncio.sleep(0)
    assert "end next" in world.log and "end slow" not in world.log
    world.gates["slow"].set()
    assert (await running).completed == ("slow", "quick", "next")


async def test_the_longest_remaining_path_goes_first(world: World, session: Session) -> None:
    steps = plan(work("lone"), work("a"), work("b", "a"), work("c", "b"))
    await Engine(tools_of(world), session, concurrency=1).complete(steps)
    assert [line for line in world.log if line.startswith("begin")] == ["begin a", "begin b", "begin lone", "begin c"]


async def test_a_failure_in_the_middle_of_a_diamond_blocks_by_name(world: World, session: Session) -> None:
    world.failures = {"left": 1}
    steps = plan(
        work("top"), work("left", "top"), work("right", "top"), work("bottom", "left", "right"), work("end", "bottom")
    )
    summary = await Engine(tools_of(world), session).complete(steps)
    assert summary.status == "failed"
    assert set(summary.completed) == {"top", "right"}
    assert "the line is dead" in summary.failed["left"]
    assert summary.blocked == {
        "bottom": "it needs left, which failed",
        "end": "it needs bottom, which is blocked itself",
    }


async def test_a_critical_failure_ends_the_run(world: World, session: Session) -> None:
    world.failures = {"vital": 1}
    steps = plan(work("vital", critical=True), work("other"), work("later", "other"))
    summary = await Engine(tools_of(world), session, concurrency=1).complete(steps)
    assert summary.status == "failed"
    assert summary.skipped["later"] == "step vital failed, and it is critical"


async def test_transient_failures_of_repeatable_tools_are_tried_again(world: World, session: Session) -> None:
    world.failures = {"shaky": 2}
    summary = await Engine(tools_of(world), session).complete(plan(work("shaky", retry={"attempts": 3, "wait": 1.0})))
    assert summary.status == "completed"
    assert [began.attempt for began in session.events_of(StepBegan)] == [1, 2, 3]
    assert len({began.key for began in session.events_of(StepBegan)}) == 1
    waited = session.clock.monotonic()
    assert 2.25 <= waited <= 3.75  # 1 s and 2 s, each a little different for each step
    assert waited != 3.0


async def test_a_step_that_takes_too_long_fails_and_the_rest_goes_on(world: World, session: Session) -> None:
    world.gates = {"slow": asyncio.Event()}
    summary = await Engine(tools_of(world), session).complete(plan(work("slow", timeout=0.02), work("other")))
    assert "longer than 0.02 s" in summary.failed["slow"]
    assert summary.completed == ("other",)


async def test_a_step_can_be_skipped_before_it_begins(world: World, session: Session) -> None:
    world.gates = {"slow": asyncio.Event()}
    engine = Engine(tools_of(world), session)
    running = asyncio.create_task(
        engine.complete(plan(work("slow"), work("unwanted", "slow"), work("after", "unwanted")))
    )
    for _ in range(20):
        await asyncio.sleep(0)
    engine.skip("unwanted", "not today")
    with pytest.raises(ValueError, match="slow"):
        engine.skip("slow")
    world.gates["slow"].set()
    summary = await running
    assert (summary.completed, summary.skipped) == (("slow", "after"), {"unwanted": "not today"})


async def test_a_condition_chooses(world: World, session: Session) -> None:
    steps = plan(
        work("a"),
        work("yes", when='$a == "a"'),
        work("no", when='$a == "b"'),
        {"id": "uses", "tool": "work", "args": {"name": "$no"}},
        work("after", "no"),
    )
    summary = await Engine(tools_of(world), session).complete(steps)
    assert set(summary.completed) == {"a", "yes", "after"}
    assert "condition does not hold" in summary.skipped["no"]
    assert summary.skipped["uses"] == "it uses no, which was skipped"


async def test_for_each_goes_through_items_in_order(world: World, session: Session) -> None:
    steps = plan(
        {"id": "names", "tool": "list_names"},
        {"id": "each", "tool": "work", "args": {"name": "x-${item}"}, "forEach": {"items": "$names", "parallel": 2}},
    )
    summary = await Engine(tools_of(world), session).complete(steps)
    assert summary.values["each"] == ["x-a", "x-b", "x-c"]


async def test_for_each_has_a_cap(world: World, session: Session) -> None:
    steps = plan({"id": "each", "tool": "work", "args": {"name": "$item"}, "forEach": {"items": ["a", "b"], "max": 1}})
    assert "more than the 1" in (await Engine(tools_of(world), session).complete(steps)).failed["each"]


async def test_inputs_are_given_by_name(world: World, session: Session) -> None:
    steps = plan({"id": "a", "tool": "work", "args": {"name": "$input.who"}}, inputs={"who": {"type": "string"}})
    assert (await Engine(tools_of(world), session).complete(steps, {"who": "ada"})).values["a"] == "ada"


async def test_a_plan_that_was_checked_is_checked_again_for_other_inputs(world: World, session: Session) -> None:
    asks = plan({"id": "a", "tool": "work", "args": {"name": "$input.name"}}, inputs={"name": {"type": "string"}})
    engine = Engine(tools_of(world), session)
    assert engine.check(asks, {"name": "ada"}) == ()
    with pytest.raises(PlanInvalid):
        await engine.complete(asks, {"name": 7})
    assert (await engine.complete(asks, {"name": "ada"})).values == {"a": "ada"}


async def test_what_a_file_contains_is_never_a_reference(world: World, session: Session) -> None:
    world.files["evil"] = "$step_2 ${input.x}"
    steps = plan(
        {"id": "read", "tool": "read_file", "args": {"path": "evil"}},
        {"id": "write", "tool": "write_file", "args": {"path": "copy", "content": "got: ${read.content}"}},
    )
    await Engine(tools_of(world), session).complete(steps)
    assert world.files["copy"] == "got: $step_2 ${input.x}"


async def test_an_invalid_plan_runs_nothing_and_tells_every_problem(world: World, session: Session) -> None:
    bad = plan({"id": "a", "tool": "wrok", "args": {}}, work("b", "nowhere"))
    with pytest.raises(PlanInvalid) as raised:
        await Engine(tools_of(world), session).complete(bad)
    assert {problem.code for problem in raised.value.problems} >= {"unknown_tool", "unknown_dependency"}
    assert (world.log, session.seq) == ([], 0)


# -- approvals

DELETE = {"id": "gone", "tool": "delete_file", "args": {"path": "data.json"}}


def answering(*answers: Any) -> tuple[Callable[..., Any], list[Any]]:
    asked: list[Any] = []
    left = list(answers)

    async def approver(question: Any, step: Any) -> Any:
        asked.append(question)
        answer = left.pop(0)
        return answer() if callable(answer) else answer

    return approver, asked


async def test_what_destroys_is_asked_for_with_its_effect_and_preview(world: World, session: Session) -> None:
    approver, asked = answering(Approve())
    summary = await Engine(tools_of(world), session, approver=approver).complete(plan(DELETE))
    assert summary.status == "completed" and world.files == {}
    assert (asked[0].effects, asked[0].preview, asked[0].why) == (
        ("destroys data.json",),
        "- {}",
        "it overwrites or removes something",
    )


async def test_a_denied_step_is_skipped_with_its_reason(world: World, session: Session) -> None:
    approver, _ = answering(Deny("keep it"))
    summary = await Engine(tools_of(world), session, approver=approver).complete(plan(DELETE, work("after", "gone")))
    assert summary.skipped == {"gone": "denied: keep it"}
    assert summary.completed == ("after",)
    assert "data.json" in world.files


async def test_a_policy_covers_what_it_names(world: World, session: Session) -> None:
    summary = await Engine(tools_of(world), session, policy=Policy(frozenset({"destroys"}))).complete(plan(DELETE))
    assert summary.status == "completed"


async def test_untrusted_data_in_a_control_argument_asks_even_under_a_policy(world: World, session: Session) -> None:
    world.files["note"] = "data.json"
    steps = plan(
        {"id": "read", "tool": "read_file", "args": {"path": "note"}},
        {"id": "gone", "tool": "delete_file", "args": {"path": "$read.content"}},
        {"id": "save", "tool": "write_file", "args": {"path": "copy", "content": "$read.content"}},
    )
    approver, asked = answering(Deny("no"))
    engine = Engine(tools_of(world), session, approver=approver, policy=Policy(frozenset({"destroys", "writes"})))
    summary = await engine.complete(steps)
    assert [question.step for question in asked] == ["gone"]
    assert "untrusted data" in asked[0].why
    assert world.files["copy"] == "data.json" and "data.json" in world.files
    assert "gone" in summary.skipped


async def test_untrusted_items_decide_nothing_without_being_asked_for(world: World, session: Session) -> None:
    @tool(trusted=False, effects=())
    def find_paths() -> list[str]:
        """Find paths, in text from outside."""
        return ["data.json"]

    steps = plan(
        {"id": "find", "tool": "find_paths"},
        {"id": "gone", "tool": "delete_file", "args": {"path": "$item"}, "forEach": {"items": "$find"}},
    )
    approver, asked = answering(Deny("no"))
    tools = {**tools_of(world), "find_paths": find_paths}
    await Engine(tools, session, approver=approver, policy=Policy(frozenset({"destroys"}))).complete(steps)
    assert "$item decides its path" in asked[0].why
    assert "data.json" in world.files


async def test_an_untrusted_condition_before_something_destructive_asks(world: World, session: Session) -> None:
    steps = plan(
        {"id": "read", "tool": "read_file", "args": {"path": "data.json"}},
        {**DELETE, "when": '$read.content == "{}"'},
    )
    approver, asked = answering(Approve())
    policy = Policy(frozenset({"destroys"}))
    await Engine(tools_of(world), session, approver=approver, policy=policy).complete(steps)
    assert "its condition depends on it" in asked[0].why


async def test_only_effects_that_a_call_really_has_are_asked_for(session: Session) -> None:
    @tool(effects=(Writes("path"), Destroys(lambda params: [params.path] if params.path == "old" else [])))
    def save(params: ReadFile) -> str:
        """Save."""
        return params.path

    approver, asked = answering(Approve())
    steps = plan(*({"id": path, "tool": "save", "args": {"path": path}} for path in ("new", "old")))
    await Engine({"save": save}, session, approver=approver).complete(steps)
    assert [question.step for question in asked] == ["old"]


async def test_a_run_waits_for_a_person_and_goes_on_later(world: World) -> None:
    journal = MemoryJournal()
    with Session(journal=journal) as session:
        summary = await Engine(tools_of(world), session).complete(plan(DELETE, work("free"), work("after", "gone")))
        assert (summary.status, summary.completed) == ("waiting", ("free",))
        assert summary.waiting == {"gone": "it overwrites or removes something"}
    with Session.open(journal, session.session_id) as again:
        approver, _ = answering(Approve())
        summary = await Engine(tools_of(world), again, approver=approver).resume()
        assert summary.status == "completed"
        assert world.log.count("begin free") == 1


# -- stopping and going on


async def test_cancelling_stops_what_runs_and_skips_the_rest(world: World, session: Session) -> None:
    world.gates = {"slow": asyncio.Event()}
    engine = Engine(tools_of(world), session)
    running = asyncio.create_task(engine.complete(plan(work("slow"), work("after", "slow"))))
    for _ in range(20):
        await asyncio.sleep(0)
    engine.cancel("enough")
    summary = await running
    assert summary.status == "cancelled"
    assert "enough" in summary.failed["slow"]
    assert summary.skipped == {"after": "enough"} or "after" in summary.blocked


async def asked_for_two(world: World, session: Session) -> tuple[Engine, asyncio.Task[Any]]:
    """A run in which a step, and one for many, wait for a person who thinks."""
    gate = asyncio.Event()

    async def thinking(*_: Any) -> Approve:
        await gate.wait()
        return Approve()

    each = {"id": "each", "tool": "delete_file", "forEach": {"items": ["a", "b", "c"]}, "args": {"path": "$item"}}
    engine = Engine(tools_of(world), session, approver=thinking)
    wipe = {"id": "wipe", "tool": "delete_file", "args": {"path": "x"}}
    running = asyncio.create_task(engine.complete(plan(wipe, work("after", "wipe"), each)))
    while len(session.events_of(ApprovalAsked)) < 4:
        assert not running.done()
        await asyncio.sleep(0.001)
    return engine, running


async def test_a_step_that_waits_to_be_approved_when_the_run_is_cancelled_did_not_run(
    world: World, session: Session
) -> None:
    engine, running = await asked_for_two(world, session)
    engine.cancel("enough")
    summary = await running
    assert summary.skipped == {"wipe": "enough", "after": "enough", "each": "enough"}
    assert not summary.failed
    assert not summary.blocked
    assert world.log == []


async def test_a_run_that_is_over_asks_nobody_about_what_is_inside_its_steps(world: World, session: Session) -> None:
    _, running = await asked_for_two(world, session)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    state = run_state(session.standing)
    assert state is not None
    assert state.waiting() == {}
    assert {name: each.status for name, each in state.steps.items() if name.startswith("each")} == dict.fromkeys(
        ["each", "each[0]", "each[1]", "each[2]"], "skipped"
    )
    assert state.of("each[1]").reason == "its program was stopped"


async def test_a_paused_run_begins_nothing_until_it_is_let_go(world: World, session: Session) -> None:
    world.gates = {"slow": asyncio.Event()}
    engine = Engine(tools_of(world), session)
    running = asyncio.create_task(engine.complete(plan(work("slow"), work("after", "slow"))))
    for _ in range(20):
        await asyncio.sleep(0)
    engine.pause()
    world.gates["slow"].set()
    for _ in range(20):
        await asyncio.sleep(0)
    assert "begin after" not in world.log
    engine.unpause()
    assert (await running).status == "completed"


async def test_a_completed_step_never_runs_again(world: World) -> None:
    journal = MemoryJournal()
    with Session(journal=journal) as session:  # what a process leaves behind that was killed between two steps
        session.dispatch(RunStarted(plan(work("a"), work("b", "a"))))
        session.dispatch(StepBegan("a", "key", {"name": "a"}))
        session.dispatch(StepEnded("a", "completed", "a", attempts=1))
    with Session.open(journal, session.session_id) as again:
        summary = await Engine(tools_of(world), again).resume()
    assert (summary.status, summary.completed) == ("completed", ("a", "b"))
    assert world.log == ["begin b", "end b"]


async def test_a_run_that_is_over_is_not_resumed(world: World, session: Session) -> None:
    await Engine(tools_of(world), session).complete(plan(work("a")))
    with pytest.raises(RunOver, match="was completed"):
        await Engine(tools_of(world), session).resume()
    with pytest.raises(LookupError):
        await Engine(tools_of(world), Session()).resume()


async def test_a_step_that_was_in_flight_and_is_not_repeatable_asks_a_person(world: World) -> None:
    journal = MemoryJournal()
    steps = plan({"id": "save", "tool": "write_file", "args": {"path": "a", "content": "x"}}, work("b", "save"))
    with Session(journal=journal) as session:  # what a killed process leaves behind
        session.dispatch(RunStarted(steps))
        session.dispatch(StepBegan("save", f"{session.session_id}/save", {"path": "a", "content": "x"}))
    with Session.open(journal, session.session_id) as again:
        approver, asked = answering(Later())
        everything = Policy(frozenset({"writes", "destroys"}))
        summary = await Engine(tools_of(world), again, approver=approver, policy=everything).resume()
        assert summary.status == "waiting" and "nobody knows how far it came" in asked[0].why
        approver, _ = answering(Approve())
        summary = await Engine(tools_of(world), again, approver=approver).resume()
        assert (summary.status, world.files["a"]) == ("completed", "x")


async def test_a_repeatable_step_that_was_in_flight_simply_runs_again(world: World) -> None:
    journal = MemoryJournal()
    with Session(journal=journal) as session:
        session.dispatch(RunStarted(plan(work("a"))))
        session.dispatch(StepBegan("a", f"{session.session_id}/a", {"name": "a"}))
    with Session.open(journal, session.session_id) as again:
        assert (await Engine(tools_of(world), again).resume()).status == "completed"


async def test_a_step_that_nothing_holds_back_is_ready(world: World, session: Session) -> None:
    world.gates = {"a": asyncio.Event()}
    engine = Engine(tools_of(world), session, concurrency=1)
    running = asyncio.create_task(engine.complete(plan(work("a"), work("b"), work("c", "a"))))
    while "begin a" not in world.log:
        await asyncio.sleep(0)
    assert statuses(engine.state) == {"a": "running", "b": "ready", "c": "pending"}
    world.gates["a"].set()
    await running
    assert set(statuses(engine.state).values()) == {"completed"}


async def test_the_run_is_told_event_by_event(world: World, session: Session) -> None:
    told = [type(recorded.event).__name__ async for recorded in Engine(tools_of(world), session).run(plan(work("a")))]
    assert told == ["RunStarted", "StepBegan", "StepEnded", "RunEnded"]


async def test_the_rest_of_a_plan_can_be_changed_while_it_runs(world: World, session: Session) -> None:
    world.gates = {"slow": asyncio.Event()}
    engine = Engine(tools_of(world), session)
    first = plan(work("slow"), work("old", "slow"))
    running = asyncio.create_task(engine.complete(first))
    for _ in range(20):
        await asyncio.sleep(0)
    with pytest.raises(ValueError, match="slow"):
        engine.change(first.changed(plan(work("old")).steps))
    engine.change(first.changed(plan(work("slow"), work("new", "slow")).steps), why="better")
    world.gates["slow"].set()
    assert (await running).completed == ("slow", "new")


async def test_two_writers_of_one_file_take_turns(session: Session) -> None:
    inside: list[str] = []
    most = 0

    @tool(effects=Writes("path"))
    async def touch(params: ReadFile) -> str:
        """Touch."""
        nonlocal most
        inside.append(params.path)
        most = max(most, inside.count(params.path))
        await asyncio.sleep(0)
        inside.remove(params.path)
        return params.path

    steps = plan(
        {"id": "names", "tool": "touch", "args": {"path": "other"}},
        {"id": "each", "tool": "touch", "args": {"path": "same${item}"}, "forEach": {"items": ["", "", ""]}},
    )
    await Engine({"touch": touch}, session).complete(steps)
    assert most == 1


async def test_the_state_of_a_run_is_a_fold_of_its_events(world: World, session: Session) -> None:
    await Engine(tools_of(world), session).complete(plan(work("a"), work("b", "a")))
    state = run_state(session.standing)
    assert state is not None
    assert {name: step.status for name, step in state.steps.items()} == {"a": "completed", "b": "completed"}
    assert [end.step for end in session.events_of(StepEnded)] == ["a", "b"]


async def test_the_events_of_an_invalid_plan_end_with_its_problems(world: World, session: Session) -> None:
    with pytest.raises(PlanInvalid):
        async for _ in Engine(tools_of(world), session).run(plan(work("a", "nowhere"))):
            raise AssertionError("nothing should happen")


async def test_one_engine_can_go_on_with_a_run_that_waited(world: World, session: Session) -> None:
    approver, _ = answering(Later(), Approve())
    engine = Engine(tools_of(world), session, approver=approver)
    assert (await engine.complete(plan(DELETE, work("after", "gone")))).status == "waiting"
    summary = await engine.resume()
    assert (summary.status, summary.completed) == ("completed", ("gone", "after"))


async def test_a_pause_in_the_last_step_does_not_keep_the_run_from_ending(world: World, session: Session) -> None:
    world.gates = {"slow": asyncio.Event()}
    engine = Engine(tools_of(world), session)
    running = asyncio.create_task(engine.complete(plan(work("slow"))))
    for _ in range(20):
        await asyncio.sleep(0)
    engine.pause()
    world.gates["slow"].set()
    assert (await asyncio.wait_for(running, 30)).status == "completed"


async def test_a_step_that_waits_for_a_person_can_be_skipped(world: World, session: Session) -> None:
    world.gates = {"slow": asyncio.Event()}
    engine = Engine(tools_of(world), session)
    running = asyncio.create_task(engine.complete(plan(DELETE, work("slow"))))
    async for recorded in session.follow():
        if isinstance(recorded.event, ApprovalAsked):
            break
    await asyncio.sleep(0)
    engine.skip("gone", "never mind")
    world.gates["slow"].set()
    summary = await running
    assert (summary.status, summary.skipped) == ("completed", {"gone": "never mind"})


async def test_an_approval_holds_once_so_an_interrupted_step_asks_again(world: World) -> None:
    @tool(effects=Sends("name"))
    def send(params: Named) -> str:
        """Send something."""
        world.log.append(f"sent {params.name}")
        return params.name

    steps = plan({"id": "mail", "tool": "send", "args": {"name": "ada"}})
    bound = bound_to(send, {"name": "ada"}, "")
    journal = MemoryJournal()
    with Session(journal=journal) as session:  # approved, begun, and then the process was killed
        session.dispatch(RunStarted(steps))
        session.dispatch(ApprovalGiven("mail", bound))
        session.dispatch(StepBegan("mail", "key", {"name": "ada"}))
    with Session.open(journal, session.session_id) as again:
        approver, asked = answering(Deny("it was sent"))
        await Engine({"send": send}, again, approver=approver).resume()
    assert "nobody knows how far it came" in asked[0].why
    assert world.log == []
