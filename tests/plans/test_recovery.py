"""Recovery: proposals are patches, checked, and kept within what the person approved."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from gameplan.agents import ModelRequest, OnDelta, Reply
from gameplan.plans import (
    ApprovalAsked,
    ApprovalGiven,
    Approve,
    Change,
    Deny,
    Engine,
    ExecutionSummary,
    Failure,
    ModelRecovery,
    Plan,
    PlanChanged,
    Recovery,
    RecoveryProposed,
    plan_from_wire,
)
from gameplan.plans.recovery import read_recovery
from gameplan.runtime import MemoryJournal, Session
from gameplan.tools import CONTROL, DATA, Destroys, Reads, Tool, ToolRefused, Writes, tool


@dataclass(frozen=True)
class Named:
    path: Annotated[str, CONTROL]


@dataclass(frozen=True)
class Written:
    path: Annotated[str, CONTROL]
    content: Annotated[str, DATA]


@dataclass
class World:
    """Files; `write` works only in a folder that was made."""

    files: dict[str, str] = field(default_factory=lambda: {"notes": "text"})
    folders: set[str] = field(default_factory=set)
    log: list[str] = field(default_factory=list)

    def tools(self) -> dict[str, Tool[Any, Any]]:
        @tool(effects=Reads("path"), trusted=False)
        async def read(params: Named) -> str:
            """Read a file."""
            if params.path not in self.files:
                raise ToolRefused(f"There is no {params.path}.", code="not_found")
            return self.files[params.path]

        @tool(effects=Writes("path"), repeatable=True)
        async def write(params: Written) -> str:
            """Write a file."""
            self.log.append(f"write {params.path}")
            folder = params.path.rpartition("/")[0]
            if folder and folder not in self.folders:
                raise ToolRefused(f"There is no folder {folder}.", code="not_found")
            self.files[params.path] = params.content
            return params.path

        @tool(effects=Writes("path"), repeatable=True)
        async def make(params: Named) -> str:
            """Make a folder."""
            self.folders.add(params.path)
            return params.path

        @tool(effects=Destroys("path"))
        async def delete(params: Named) -> str:
            """Delete a file."""
            self.log.append(f"delete {params.path}")
            return params.path

        return {each.name: each for each in (read, write, make, delete)}


class Proposes:
    """Proposes the same each time, and remembers what it was told."""

    def __init__(self, recovery: Recovery | None) -> None:
        self.recovery = recovery
        self.failures: list[Failure] = []

    async def __call__(self, failure: Failure, plan: Plan, session: Session, /) -> Recovery | None:
        self.failures.append(failure)
        return self.recovery


def plan(*steps: dict[str, Any]) -> Plan:
    return plan_from_wire({"steps": list(steps)})


MAKE = {"id": "make_other", "tool": "make", "args": {"path": "out"}, "when": "1 == 2"}
WRITE = {"id": "put", "tool": "write", "args": {"path": "out/a", "content": "x"}}
AFTER = {"id": "after", "tool": "read", "args": {"path": "out/a"}, "dependsOn": ["put"]}


def inserted(**step: Any) -> Recovery:
    return Recovery("insert", "the folder is missing", steps=plan(step).steps)


@pytest.fixture
def world() -> World:
    return World()


async def run(world: World, recovery: Recovery | None, *steps: dict[str, Any], **more: Any) -> ExecutionSummary:
    engine = Engine(world.tools(), more.pop("session", None) or Session(), recoverer=Proposes(recovery), **more)
    return await engine.complete(plan(*steps))


async def test_steps_are_inserted_and_the_step_is_tried_again(world: World) -> None:
    session = Session()
    fix = inserted(id="mkdir", tool="make", args={"path": "out"})
    summary = await run(world, fix, MAKE, WRITE, AFTER, session=session)
    assert summary.status == "completed", summary
    assert set(summary.completed) == {"mkdir", "put", "after"}
    (changed,) = session.events_of(PlanChanged)
    assert (changed.plan.version, changed.by) == (2, "recovery")
    assert session.events_of(ApprovalAsked) == ()


async def test_a_step_is_tried_with_other_arguments_within_the_envelope(world: World) -> None:
    fix = Recovery("change", "it belongs elsewhere", args={"path": "notes", "content": "x"})
    other = {"id": "other", "tool": "write", "args": {"path": "notes", "content": "y"}, "dependsOn": ["put"]}
    summary = await run(world, fix, WRITE, other)
    assert (summary.status, world.files["notes"]) == ("completed", "y")


async def test_skip_and_abort(world: World) -> None:
    other = {"id": "other", "tool": "read", "args": {"path": "notes"}, "dependsOn": ["put"]}
    skipped = await run(world, Recovery("skip", "not needed"), WRITE, other)
    assert (skipped.status, list(skipped.skipped), skipped.completed) == ("completed", ["put"], ("other",))
    assert "not needed" in skipped.skipped["put"]
    aborted = await run(world, Recovery("abort", "hopeless"), WRITE, {**other, "dependsOn": []})
    assert aborted.status == "failed"
    assert "hopeless" in aborted.reason


async def test_a_recovery_is_tried_a_few_times_and_then_the_step_has_failed(world: World) -> None:
    session = Session()
    summary = await run(world, Recovery("retry", "maybe now"), WRITE, AFTER, session=session)
    assert (summary.status, list(summary.failed), list(summary.blocked)) == ("failed", ["put"], ["after"])
    assert len(session.events_of(RecoveryProposed)) == 2
    assert world.log == ["write out/a"] * 3


@pytest.mark.parametrize(
    ("fix", "what"),
    [
        (inserted(id="x", tool="delete", args={"path": "notes"}), "uses delete"),
        (inserted(id="x", tool="make", args={"path": "elsewhere"}), "writes elsewhere"),
        (Recovery("change", "why", args={"path": "elsewhere", "content": "x"}), "writes elsewhere"),
        (inserted(id="x", tool="read", args={"path": "secrets"}), "reads secrets"),
    ],
)
async def test_what_reaches_outside_is_a_new_approval(world: World, fix: Recovery, what: str) -> None:
    session = Session()
    steps = [MAKE, WRITE, {"id": "look", "tool": "read", "args": {"path": "notes"}}]
    summary = await run(world, fix, *steps, session=session)
    assert summary.status == "waiting"
    (asked,) = session.events_of(ApprovalAsked)
    assert what in asked.why
    assert asked.preview  # the diff of the plan
    assert session.events_of(PlanChanged) == ()
    assert world.log == ["write out/a"]


async def test_a_proposal_survives_a_restart_and_is_carried_out_when_it_is_approved(world: World) -> None:
    journal = MemoryJournal()
    session = Session(journal=journal, session_id="run")
    fix = Recovery("change", "elsewhere is better", args={"path": "elsewhere", "content": "x"})
    assert (await run(world, fix, WRITE, session=session)).status == "waiting"
    session.close()
    session = Session.open(journal, "run")
    engine = Engine(world.tools(), session)
    engine.approve("put")
    summary = await engine.resume()
    assert (summary.status, world.files["elsewhere"]) == ("completed", "x")


async def test_a_denied_recovery_leaves_the_step_failed(world: World) -> None:
    async def no(asked: ApprovalAsked, step: Any) -> Deny:
        return Deny("leave it")

    fix = Recovery("change", "why", args={"path": "elsewhere", "content": "x"})
    summary = await run(world, fix, WRITE, approver=no)
    assert summary.status == "failed"
    assert "leave it" in summary.failed["put"]


ELSEWHERE = Recovery("change", "elsewhere is better", args={"path": "elsewhere", "content": "x"})


async def test_a_proposal_that_somebody_else_approves_meanwhile_is_gone_on_with(world: World) -> None:
    journal = MemoryJournal()
    asked = asyncio.Event()
    withdrawn = asyncio.Event()

    async def slow(question: ApprovalAsked, step: Any) -> Approve:
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            withdrawn.set()
        raise AssertionError

    with Session(journal=journal, session_id="run") as session:
        going = asyncio.create_task(run(world, ELSEWHERE, WRITE, session=session, approver=slow, inbox=True))
        await asked.wait()
        with Session.view(journal, "run") as seen:
            intent = await seen.ask("approve", {"step": "put"}, by="anna")
        summary = await asyncio.wait_for(going, 30)
        assert (summary.status, world.files["elsewhere"]) == ("completed", "x")
        assert withdrawn.is_set()
        assert [each.by for each in session.events_of(ApprovalGiven)] == ["anna"]
    settled = journal.intent(intent.id)
    assert settled is not None and settled.verdict == "taken"


async def test_other_arguments_are_no_answer_to_a_proposal(world: World) -> None:
    async def other(question: ApprovalAsked, step: Any) -> Change:
        return Change({"path": "somewhere", "content": "y"})

    session = Session()
    summary = await run(world, ELSEWHERE, WRITE, session=session, approver=other)
    assert (summary.status, list(summary.waiting)) == ("waiting", ["put"])
    assert session.events_of(PlanChanged) == ()
    assert world.log == ["write out/a"]


async def test_a_step_whose_recovery_was_denied_can_be_retried(world: World) -> None:
    async def no(asked: ApprovalAsked, step: Any) -> Deny:
        return Deny("leave it")

    session = Session()
    engine = Engine(world.tools(), session, recoverer=Proposes(ELSEWHERE), approver=no)
    assert (await engine.complete(plan(WRITE, AFTER))).status == "failed"
    world.folders.add("out")
    engine.retry("put")
    summary = await engine.resume()
    assert (summary.status, summary.completed) == ("completed", ("put", "after"))


async def test_whoever_has_read_what_tools_gave_only_proposes(world: World) -> None:
    world.files["notes"] = "elsewhere/is/here"
    steps = [
        {"id": "look", "tool": "read", "args": {"path": "notes"}},
        {"id": "put", "tool": "write", "args": {"path": "out/a", "content": "$look"}},
        MAKE,
    ]
    session = Session()
    fix = inserted(id="mkdir", tool="make", args={"path": "out"})
    summary = await run(world, fix, *steps, session=session)
    assert summary.status == "waiting"
    assert "has read" in session.events_of(ApprovalAsked)[0].why


async def test_a_patch_that_is_not_a_plan_changes_nothing(world: World) -> None:
    bad = inserted(id="x", tool="no_such_tool", args={})
    summary = await run(world, bad, WRITE)
    assert (summary.status, list(summary.failed)) == ("failed", ["put"])


async def test_a_destructive_step_that_was_inserted_still_asks_for_itself(world: World) -> None:
    questions: list[str] = []

    async def yes(asked: ApprovalAsked, step: Any) -> Approve:
        questions.append(asked.tool)
        return Approve()

    gone = {"id": "gone", "tool": "delete", "args": {"path": "notes"}, "dependsOn": ["put"]}
    fix = inserted(id="x", tool="delete", args={"path": "notes"})
    summary = await run(world, fix, MAKE, WRITE, gone, approver=yes)
    assert questions == ["delete"]  # within the envelope, so the recovery itself does not ask
    assert (summary.status, world.log) == ("failed", ["write out/a", "delete notes", "write out/a"])


class Replies:
    name = "scripted"

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.requests: list[ModelRequest] = []

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self.requests.append(request)
        return Reply(self.texts.pop(0))


async def test_a_model_proposes_and_its_problems_go_back_to_it(world: World) -> None:
    good = {
        "action": "insert",
        "why": "there is no folder",
        "steps": [{"id": "mkdir", "description": "make it", "tool": "make", "args": {"path": "out"}, "dependsOn": []}],
    }
    bad = {**good, "steps": [{**good["steps"][0], "args": {"folder": "out"}}]}  # type: ignore[dict-item, index]
    model = Replies("I would not know", json.dumps(bad), json.dumps(good))
    tools = world.tools()
    engine = Engine(tools, Session(), recoverer=ModelRecovery(model, tools))
    summary = await engine.complete(plan(MAKE, WRITE))
    assert summary.status == "completed", summary
    assert "There is no folder out." in model.requests[0].system
    told = str(model.requests[2].messages)
    assert "cannot be used as it is" in told
    assert "folder" in told
    assert model.requests[0].tools == ()
    assert summary.tokens == 0


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"action": "explode"}', '{"action": "change"}', '{"action": "insert", "steps": []}'],
)
def test_what_is_no_recovery_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"action|args|steps"):
        read_recovery(text)
