"""Steps beyond a tool call: questions, plans inside plans, extraction and agents; and answers through the inbox."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import pytest

from gameplan.agents import ModelRequest, OnDelta, Reply, ToolCall
from gameplan.plans import (
    Answered,
    ApprovalAsked,
    Approve,
    Change,
    Engine,
    ExecutionSummary,
    Later,
    NotAsked,
    Plan,
    Policy,
    PolicySet,
    QuestionAsked,
    StepBegan,
    StepEnded,
    ask,
    plan_from_wire,
    run_state,
    thinking_tools,
)
from gameplan.runtime import Intent, MemoryJournal, Session, SqliteJournal
from gameplan.tools import CONTROL, DATA, Destroys, Reads, Tool, Writes, tool
from gameplan.tools.workspace import Workspace


@dataclass(frozen=True)
class Named:
    path: Annotated[str, CONTROL]


@dataclass(frozen=True)
class Written:
    path: Annotated[str, CONTROL]
    content: Annotated[str, DATA]


@dataclass(frozen=True)
class Text:
    content: str


@dataclass
class World:
    """Files, and what was done to them."""

    files: dict[str, str] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)

    def tools(self, *more: Tool[Any, Any]) -> dict[str, Tool[Any, Any]]:
        @tool(effects=Reads("path"), primary="content", trusted=False)
        async def read(params: Named) -> Text:
            """Read a file."""
            return Text(self.files[params.path])

        @tool(effects=Writes("path"))
        async def write(params: Written) -> str:
            """Write a file."""
            self.log.append(f"write {params.path}")
            self.files[params.path] = params.content
            return params.path

        @tool(effects=Destroys("path"), fingerprint=lambda params: self.files.get(params.path, "-"))
        async def delete(params: Named) -> str:
            """Delete a file."""
            self.log.append(f"delete {params.path}")
            del self.files[params.path]
            return params.path

        return {each.name: each for each in (read, write, delete, ask, *more)}


class Scripted:
    """Replies line by line, and remembers what it was sent."""

    name = "scripted"

    def __init__(self, *lines: Reply | Callable[[ModelRequest], Reply]) -> None:
        self.lines = list(lines)
        self.requests: list[ModelRequest] = []

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self.requests.append(request)
        line = self.lines.pop(0)
        return line if isinstance(line, Reply) else line(request)


def calling(name: str, **arguments: Any) -> Reply:
    return Reply(calls=(ToolCall("", name, arguments),))


def plan(*steps: dict[str, Any], **more: Any) -> Plan:
    return plan_from_wire({"steps": list(steps), **more})


def a_question(**args: Any) -> dict[str, Any]:
    return {"id": "who", "tool": "ask", "args": {"question": "Who?", **args}}


GREETING = {"id": "greet", "tool": "write", "args": {"path": "hello", "content": "Hello ${who}"}}
DELETE = {"id": "gone", "tool": "delete", "args": {"path": "a"}}


@pytest.fixture
def world() -> World:
    return World(files={"a": "alpha", "b": "beta"})


# -- questions


async def test_a_question_is_answered_and_its_answer_is_used(world: World) -> None:
    async def answer(question: QuestionAsked, step: Any) -> Answered:
        assert question.question == "Who?"
        return Answered("Ada")

    summary = await Engine(world.tools(), Session(), answerer=answer).complete(plan(a_question(), GREETING))
    assert summary.status == "completed"
    assert world.files["hello"] == "Hello Ada"


async def test_a_question_waits_as_long_as_it_takes_and_survives_a_restart(world: World) -> None:
    journal = MemoryJournal()
    session = Session(journal=journal, session_id="run")
    summary = await Engine(world.tools(), session).complete(plan(a_question(type="integer"), GREETING))
    assert summary.status == "waiting"
    assert summary.waiting == {"who": "Who?"}
    session.close()
    session = Session.open(journal, "run")
    engine = Engine(world.tools(), session)
    with pytest.raises(NotAsked, match="whole number"):
        engine.answer("who", "seven")
    engine.answer("who", "7")
    assert (await engine.resume()).status == "completed"
    assert world.files["hello"] == "Hello 7"


async def test_a_question_that_nobody_has_answered_when_the_run_is_cancelled_is_no_failure(world: World) -> None:
    asked = asyncio.Event()

    async def thinking(question: Any, step: Any) -> Any:
        asked.set()
        await asyncio.Event().wait()

    engine = Engine(world.tools(), Session(), answerer=thinking)
    running = asyncio.create_task(engine.complete(plan(a_question(), GREETING)))
    await asked.wait()
    engine.cancel("enough")
    summary = await running
    assert (summary.failed, summary.blocked) == ({}, {})
    assert summary.skipped["who"] == "enough"


async def test_what_does_not_need_the_answer_goes_on_meanwhile(world: World) -> None:
    other = {"id": "other", "tool": "write", "args": {"path": "c", "content": "gamma"}}
    summary = await Engine(world.tools(), Session()).complete(plan(a_question(), GREETING, other))
    assert summary.status == "waiting"
    assert world.files["c"] == "gamma"


@pytest.mark.parametrize(
    ("args", "given", "read"),
    [
        ({"type": "yes_no"}, "yes", True),
        ({"type": "number"}, "2.5", 2.5),
        ({"type": "list"}, "a, b", ["a", "b"]),
        ({"type": "choice", "choices": ["red", "blue"]}, "blue", "blue"),
        ({}, "anything", "anything"),
    ],
)
async def test_an_answer_is_what_it_is_to_be(world: World, args: dict[str, Any], given: str, read: Any) -> None:
    engine = Engine(world.tools(), Session())
    await engine.complete(plan(a_question(**args)))
    engine.answer("who", given)
    assert (await engine.resume()).values == {"who": read}


async def test_a_type_that_an_answer_cannot_have_is_found_before_anything_runs(world: World) -> None:
    listed = {"id": "each", "tool": "read", "args": {"path": "$item"}, "forEach": {"items": "$who"}}
    problems = Engine(world.tools(), Session()).check(plan(a_question(type="yes_no"), listed))
    assert [problem.step_id for problem in problems] == ["each"]


# -- plans inside plans

COPY = {
    "inputs": {"name": {"type": "string"}},
    "steps": [
        {"id": "old", "tool": "read", "args": {"path": "$input.name"}},
        {"id": "new", "tool": "write", "args": {"path": "copy-of-${input.name}", "content": "$old"}},
    ],
    "output": "$old.content",
}


async def test_a_plan_inside_a_plan_is_carried_out_and_gives_its_output(world: World) -> None:
    outer = plan(
        {"id": "copy", "plan": COPY, "args": {"name": "a"}},
        {"id": "after", "tool": "write", "args": {"path": "z", "content": "it was ${copy}"}},
    )
    summary = await Engine(world.tools(), Session()).complete(outer)
    assert summary.status == "completed", summary
    assert (world.files["copy-of-a"], world.files["z"]) == ("alpha", "it was alpha")


@pytest.mark.parametrize("concurrency", [1, 2, 8])
async def test_a_plan_inside_can_be_done_for_each_of_many(world: World, concurrency: int) -> None:
    outer = plan({"id": "copies", "plan": COPY, "args": {"name": "$item"}, "forEach": {"items": ["a", "b"]}})
    summary = await Engine(world.tools(), Session(), concurrency=concurrency).complete(outer)
    assert summary.values == {"copies": ["alpha", "beta"]}
    assert (world.files["copy-of-a"], world.files["copy-of-b"]) == ("alpha", "beta")


async def test_a_step_inside_asks_under_its_own_name_and_the_run_goes_on_when_it_is_answered(world: World) -> None:
    engine = Engine(world.tools(), Session())
    summary = await engine.complete(plan({"id": "outer", "plan": {"steps": [DELETE]}, "args": {}}))
    assert summary.status == "waiting"
    assert list(engine.state.waiting()) == ["outer/gone"]
    engine.approve("outer/gone")
    assert (await engine.resume()).status == "completed"
    assert world.log == ["delete a"]


async def test_what_goes_into_a_plan_from_outside_is_still_from_outside_there(world: World) -> None:
    world.files["a"] = "b"
    inner = {
        "inputs": {"name": {"type": "string"}},
        "steps": [{"id": "put", "tool": "write", "args": {"path": "$input.name", "content": "x"}}],
    }
    outer = plan(
        {"id": "read_it", "tool": "read", "args": {"path": "a"}},
        {"id": "inner", "plan": inner, "args": {"name": "$read_it"}},
    )
    session = Session()
    summary = await Engine(world.tools(), session, policy=Policy(frozenset({"writes"}))).complete(outer)
    assert summary.status == "waiting"
    (asked,) = session.events_of(ApprovalAsked)
    assert asked.step == "inner/put"
    assert [(doubt.argument, doubt.value, doubt.origin) for doubt in asked.doubts] == [("path", "b", "$input.name")]


async def test_a_template_can_be_a_step(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one two")
    with Workspace(tmp_path) as workspace:
        tools = {each.name: each for each in (*workspace.reading_tools(), *workspace.writing_tools("run"))}
        args = {"file": "a.txt", "old": "two", "new": "three"}

        async def yes(question: ApprovalAsked, step: Any) -> Any:
            return Approve()

        engine = Engine(tools, Session(), approver=yes)
        summary = await engine.complete(plan({"id": "edit", "plan": "backup-and-edit", "args": args}))
    assert summary.status == "completed", summary
    assert (tmp_path / "a.txt").read_text() == "one three"
    assert isinstance(engine.state.plan.steps[0].plan, Plan)  # on the record it stands in full


async def test_a_failure_inside_fails_the_step_with_its_reason(world: World) -> None:
    inner = {"steps": [{"id": "lost", "tool": "read", "args": {"path": "nowhere"}}]}
    summary = await Engine(world.tools(), Session()).complete(plan({"id": "outer", "plan": inner, "args": {}}))
    assert summary.status == "failed"
    assert summary.failed["outer"].startswith("lost ")


async def test_a_run_that_is_cancelled_stops_what_is_inside(world: World) -> None:
    began = asyncio.Event()

    @tool(effects=())
    async def hang() -> str:
        """Hang."""
        began.set()
        await asyncio.Event().wait()
        return ""

    inner = {"steps": [{"id": "hangs", "tool": "hang"}]}
    engine = Engine(world.tools(hang), Session())
    running = asyncio.create_task(engine.complete(plan({"id": "outer", "plan": inner, "args": {}})))
    await began.wait()
    engine.cancel("enough")
    summary = await running
    assert summary.status == "cancelled"
    assert engine.state.of("outer/hangs").status == "failed"


async def test_a_plan_inside_has_only_so_much_time(world: World) -> None:
    @tool(effects=())
    async def hang() -> str:
        """Hang."""
        await asyncio.Event().wait()
        return ""

    inner = {"steps": [{"id": "hangs", "tool": "hang"}, {"id": "then", "tool": "hang", "dependsOn": ["hangs"]}]}
    engine = Engine(world.tools(hang), Session())
    after = {"id": "after", "tool": "read", "args": {"path": "a"}}
    summary = await engine.complete(plan({"id": "outer", "plan": inner, "args": {}, "timeout": 0.05}, after))
    assert (summary.status, summary.completed) == ("failed", ("after",))
    assert summary.failed == {"outer": "it took longer than 0.05 s"}
    assert [engine.state.of(f"outer/{each}").status for each in ("hangs", "then")] == ["failed", "blocked"]


# -- approvals


async def test_other_arguments_can_be_given_at_an_approval_and_are_shown_again(world: World) -> None:
    asked: list[Any] = []

    async def person(question: ApprovalAsked, step: Any) -> Any:
        asked.append(question.args)
        return Change({"path": "b"}) if question.args == {"path": "a"} else Approve()

    summary = await Engine(world.tools(), Session(), approver=person).complete(plan(DELETE))
    assert summary.status == "completed"
    assert asked == [{"path": "a"}, {"path": "b"}]
    assert (world.log, world.files) == (["delete b"], {"a": "alpha"})


async def test_arguments_that_do_not_fit_are_not_taken(world: World) -> None:
    engine = Engine(world.tools(), Session())
    await engine.complete(plan(DELETE))
    with pytest.raises(NotAsked, match="path"):
        engine.change_arguments("gone", {"file": "b"})
    assert world.log == []


async def test_the_rest_of_a_kind_is_approved_by_one_answer(world: World) -> None:
    questions = 0

    async def person(question: ApprovalAsked, step: Any) -> Any:
        nonlocal questions
        questions += 1
        return Approve(rest=True)

    session = Session()
    both = plan(DELETE, {"id": "gone_too", "tool": "delete", "args": {"path": "b"}, "dependsOn": ["gone"]})
    summary = await Engine(world.tools(), session, approver=person).complete(both)
    assert (summary.status, questions, world.files) == ("completed", 1, {})
    assert [each.verbs for each in session.events_of(PolicySet)] == [("destroys",)]


@pytest.mark.parametrize(("verbs", "asks"), [(("destroys",), 0), (("writes",), 1), (("destroys", "writes"), 0)])
async def test_to_overwrite_is_to_write_too(verbs: tuple[str, ...], asks: int) -> None:
    @tool(effects=(Writes("path"), Destroys("path")))
    def overwrite(params: Named) -> str:
        """Put something in the place of what is there."""
        return params.path

    asked: list[ApprovalAsked] = []

    async def person(question: ApprovalAsked, step: Any) -> Any:
        asked.append(question)
        return Approve()

    engine = Engine({"overwrite": overwrite}, Session(), approver=person, policy=Policy(verbs=frozenset(verbs)))
    await engine.complete(plan({"id": "over", "tool": "overwrite", "args": {"path": "a"}}))
    assert len(asked) == asks


async def test_what_was_approved_in_advance_does_not_cover_a_step_that_was_changed_since(world: World) -> None:
    engine = Engine(world.tools(), Session())
    first = plan(a_question(), {**DELETE, "dependsOn": ["who"]})
    await engine.complete(first)
    engine.tell(PolicySet(("destroys",), version=1))
    changed = first.changed([first.steps[0], plan_from_wire([{**DELETE, "args": {"path": "b"}}]).steps[0]])
    engine.stays = True
    running = asyncio.create_task(engine.resume())
    await asyncio.sleep(0.01)
    engine.change(changed, "another file")
    async for recorded in engine.session.follow():
        if isinstance(recorded.event, ApprovalAsked):
            break
    assert world.log == []
    engine.cancel()
    await running


async def test_a_value_that_was_approved_once_is_not_asked_for_again(world: World) -> None:
    world.files["a"] = "notes"
    put = {"tool": "write", "args": {"path": "$read_it", "content": "x"}}
    steps = [
        {"id": "read_it", "tool": "read", "args": {"path": "a"}},
        {"id": "one", **put},
        {"id": "two", **put, "dependsOn": ["one"]},
    ]
    session = Session()

    async def yes(question: ApprovalAsked, step: Any) -> Any:
        return Approve()

    summary = await Engine(world.tools(), session, approver=yes).complete(plan(*steps))
    assert summary.status == "completed"
    assert [asked.step for asked in session.events_of(ApprovalAsked)] == ["one"]


async def test_a_value_that_the_person_gave_does_not_ask(world: World) -> None:
    world.files["a"] = "mine"
    steps = [
        {"id": "read_it", "tool": "read", "args": {"path": "a"}},
        {"id": "one", "tool": "write", "args": {"path": "$read_it", "content": "x"}},
    ]
    told = {"id": "told", "tool": "write", "args": {"path": "$input.name", "content": "x"}, "dependsOn": ["one"]}
    read = {"id": "told", "tool": "read", "args": {"path": "$input.name"}, "dependsOn": ["one"]}
    named = {"name": {"type": "string"}}
    writes, reads = plan(*steps, told, inputs=named), plan(*steps, read, inputs=named)
    assert (await Engine(world.tools(), Session()).complete(writes, {"name": "mine"})).status == "completed"
    assert (await Engine(world.tools(), Session()).complete(writes, {"name": "other"})).status == "waiting"
    assert (await Engine(world.tools(), Session()).complete(reads, {"name": "mine"})).status == "waiting"  # to be read


# -- models


async def test_extraction_by_a_model_is_typed_and_has_no_tools(world: World) -> None:
    model = Scripted(Reply('{"name": "Ada", "age": 36}'))
    tools = world.tools(*thinking_tools(model, world.tools()))
    steps = [
        {"id": "read_it", "tool": "read", "args": {"path": "a"}},
        {
            "id": "found",
            "tool": "extract",
            "args": {"text": "$read_it", "fields": {"name": "text", "age": "integer"}},
        },
        {"id": "put", "tool": "write", "args": {"path": "c", "content": "${found.name} is ${found.age}"}},
    ]
    summary = await Engine(tools, Session()).complete(plan(*steps))
    assert summary.status == "completed", summary
    assert world.files["c"] == "Ada is 36"
    assert model.requests[0].tools == ()


async def test_what_was_extracted_carries_the_provenance_of_its_source(world: World) -> None:
    model = Scripted(Reply('{"name": "b"}'))
    tools = world.tools(*thinking_tools(model, world.tools()))
    steps = [
        {"id": "read_it", "tool": "read", "args": {"path": "a"}},
        {"id": "found", "tool": "extract", "args": {"text": "$read_it", "fields": {"name": "text"}}},
        {"id": "put", "tool": "write", "args": {"path": "$found.name", "content": "x"}},
    ]
    session = Session()
    assert (await Engine(tools, session).complete(plan(*steps))).status == "waiting"
    assert session.events_of(ApprovalAsked)[0].doubts[0].value == "b"


async def test_a_field_that_extraction_does_not_give_is_found_before_anything_runs(world: World) -> None:
    tools = world.tools(*thinking_tools(Scripted(), world.tools()))
    steps = [
        {"id": "found", "tool": "extract", "args": {"text": "x", "fields": {"name": "text"}}},
        {"id": "put", "tool": "write", "args": {"path": "c", "content": "$found.age"}},
    ]
    (problem,) = Engine(tools, Session()).check(plan(*steps))
    assert (problem.step_id, "age" in problem.message) == ("put", True)


@pytest.mark.parametrize("said", ["no idea", '{"name": null}', '{"name": 7}', "[1]", '{"other": "x"}'])
async def test_an_extraction_that_does_not_give_what_was_asked_for_fails(world: World, said: str) -> None:
    tools = world.tools(*thinking_tools(Scripted(Reply(said)), world.tools()))
    step = {"id": "found", "tool": "extract", "args": {"text": "x", "fields": {"name": "text"}}}
    assert (await Engine(tools, Session()).complete(plan(step))).status == "failed"


async def test_a_text_that_is_too_long_for_a_model_is_refused_and_not_cut(world: World) -> None:
    model = Scripted()
    tools = world.tools(*thinking_tools(model, world.tools()))
    step = {"id": "found", "tool": "extract", "args": {"text": "x" * 200_001, "fields": {"name": "text"}}}
    session = Session()
    summary = await Engine(tools, session).complete(plan(step))
    assert summary.status == "failed"
    (ended,) = session.events_of(StepEnded)
    assert ended.code == "too_large"
    assert "a model is sent 200,000 at most" in ended.reason
    assert model.requests == []


def an_agent(**args: Any) -> dict[str, Any]:
    return {"id": "agent", "tool": "agent", "args": {"task": "Do it.", "tools": ["read", "write", "delete"], **args}}


async def test_an_agent_whose_host_has_left_goes_on_with_its_turn(world: World) -> None:
    journal = MemoryJournal()

    class Stuck(Scripted):
        async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
            if self.lines:
                return await super().reply(request, on_delta)
            await asyncio.Event().wait()
            raise AssertionError

    first = Stuck(calling("write", path="c", content="x"))
    with Session(journal=journal, session_id="run") as session:
        engine = Engine(world.tools(*thinking_tools(first, world.tools())), session, stays=True)
        run = asyncio.create_task(engine.complete(plan(an_agent())))
        while "c" not in world.files or first.lines:
            await asyncio.sleep(0)
        for _ in range(100):
            await asyncio.sleep(0)
        await engine.leave()
        assert (await run).status == "waiting"
        assert [each.status for each in session.events_of(StepEnded)] == ["completed"]  # the call, not the step
    second = Scripted(Reply("Done."))
    with Session.open(journal, "run") as session:
        engine = Engine(world.tools(*thinking_tools(second, world.tools())), session)
        assert (await engine.resume()).completed == ("agent",)
    assert len(second.requests) == 1


async def test_an_agent_takes_a_step_with_its_own_tools_and_gives_what_was_asked_for(world: World) -> None:
    model = Scripted(calling("write", path="c", content="x"), Reply('{"files": ["c"]}'))
    tools = world.tools(*thinking_tools(model, world.tools()))
    steps = [
        an_agent(fields={"files": "list"}),
        {"id": "each", "tool": "read", "args": {"path": "$item"}, "forEach": {"items": "$agent.files"}},
    ]
    summary = await Engine(tools, Session()).complete(plan(*steps))
    assert summary.status == "completed", summary
    assert summary.values["each"] == [{"content": "x"}]
    assert {each.name for each in model.requests[0].tools} == {"read", "write", "delete"}
    assert "writes c" in summary.effects


async def test_an_agent_can_only_be_given_tools_that_are_there(world: World) -> None:
    tools = world.tools(*thinking_tools(Scripted(), world.tools()))
    assert Engine(tools, Session()).check(plan(an_agent(tools=["format_disk"])))


async def test_every_call_of_an_agent_passes_the_same_gate(world: World) -> None:
    model = Scripted(calling("delete", path="a"), Reply("done"))
    tools = world.tools(*thinking_tools(model, world.tools()))
    session = Session()
    summary = await Engine(tools, session).complete(plan(an_agent()))
    assert (summary.status, world.log) == ("waiting", [])
    (asked,) = session.events_of(ApprovalAsked)
    assert asked.effects == ("destroys a",)


async def test_a_turn_that_waits_for_an_approval_goes_on_where_it_was(world: World) -> None:
    journal = MemoryJournal()
    session = Session(journal=journal, session_id="run")
    first = Scripted(calling("delete", path="a"))
    summary = await Engine(world.tools(*thinking_tools(first, world.tools())), session).complete(plan(an_agent()))
    assert summary.status == "waiting"
    session.close()
    session = Session.open(journal, "run")
    second = Scripted(Reply("it is gone"))
    engine = Engine(world.tools(*thinking_tools(second, world.tools())), session)
    (name,) = engine.state.waiting()
    engine.approve(name)
    summary = await engine.resume()
    assert summary.values == {"agent": {"text": "it is gone"}}
    assert world.log == ["delete a"]
    assert len(second.requests) == 1  # the call was carried out; it was not asked for again


async def test_a_denied_call_is_told_to_the_agent(world: World) -> None:
    model = Scripted(calling("delete", path="a"), Reply("then not"))

    async def no(question: ApprovalAsked, step: Any) -> Any:
        from gameplan.plans import Deny

        return Deny("keep it")

    tools = world.tools(*thinking_tools(model, world.tools()))
    summary = await Engine(tools, Session(), approver=no).complete(plan(an_agent()))
    assert (summary.status, world.log) == ("completed", [])
    assert "keep it" in str(model.requests[1].messages)


async def test_an_agent_that_has_read_text_from_outside_asks_before_it_changes_anything(world: World) -> None:
    model = Scripted(calling("read", path="a"), calling("write", path="evil", content="x"), Reply("done"))
    tools = world.tools(*thinking_tools(model, world.tools()))
    everything = Policy(frozenset({"writes", "destroys", "asks"}))
    session = Session()
    summary = await Engine(tools, session, policy=everything).complete(plan(an_agent()))
    assert (summary.status, world.log) == ("waiting", [])
    assert session.events_of(ApprovalAsked)[0].doubtful


async def test_an_agent_that_runs_out_of_steps_fails_its_step(world: World) -> None:
    model = Scripted(*(calling("read", path="a") for _ in range(5)))
    tools = world.tools(*thinking_tools(model, world.tools()))
    summary = await Engine(tools, Session()).complete(plan(an_agent(steps=2)))
    assert "did not finish" in summary.failed["agent"]


# -- the inbox


async def settled(session: Session, intent: Intent) -> Intent:
    while True:
        now = await session.intent(intent.id)
        assert now is not None
        if not now.open:
            return now
        await asyncio.sleep(0.01)


async def test_a_run_is_answered_through_the_inbox_while_another_writes(world: World, tmp_path: Path) -> None:
    with SqliteJournal(tmp_path / "j.db") as journal, SqliteJournal(tmp_path / "j.db") as other:
        session = Session(journal=journal, session_id="run")
        engine = Engine(world.tools(), session, inbox=True, stays=True)
        running: asyncio.Task[ExecutionSummary] = asyncio.create_task(
            engine.complete(plan(a_question(), GREETING, DELETE))
        )
        seen = Session.view(other, "run")
        asked: set[str] = set()
        async for recorded in seen.follow():
            if isinstance(recorded.event, ApprovalAsked | QuestionAsked):
                asked.add(recorded.event.step)
            if asked == {"who", "gone"}:
                break
        wrong = await settled(seen, await seen.ask("approve", {"step": "greet"}))
        assert (wrong.verdict, "does not wait" in wrong.reason or "no step" in wrong.reason) == ("refused", True)
        stale = await settled(seen, await seen.ask("approve", {"step": "gone", "boundTo": "something else"}))
        assert stale.verdict == "refused"
        unknown = await settled(seen, await seen.ask("explode", {}))
        assert unknown.verdict == "refused"
        assert (await settled(seen, await seen.ask("approve", {"step": "gone"}))).verdict == "taken"
        assert (await settled(seen, await seen.ask("answer", {"step": "who", "value": "Ada"}))).verdict == "taken"
        assert (await running).status == "completed"
        assert world.files == {"b": "beta", "hello": "Hello Ada"}
        session.close()


async def test_what_was_asked_while_nobody_wrote_is_taken_by_the_next_resume(world: World, tmp_path: Path) -> None:
    with SqliteJournal(tmp_path / "j.db") as journal:
        session = Session(journal=journal, session_id="run")
        await Engine(world.tools(), session).complete(plan(DELETE))
        session.close()
        journal.ask("run", "pause", {})
        approved = journal.ask("run", "approve", {"step": "gone"})
        session = Session.open(journal, "run")
        summary = await Engine(world.tools(), session, inbox=True).resume()
        assert (summary.status, world.log) == ("completed", ["delete a"])
        now = journal.intent(approved.id)
        assert now is not None
        assert now.verdict == "taken"
        session.close()


async def test_a_run_is_paused_edited_and_cancelled_through_the_inbox(world: World) -> None:
    session = Session()
    engine = Engine(world.tools(), session, inbox=True, stays=True)
    running = asyncio.create_task(engine.complete(plan(a_question(), GREETING)))
    async for recorded in session.follow():
        if isinstance(recorded.event, QuestionAsked):
            break
    assert (await settled(session, await session.ask("pause", {}))).verdict == "taken"
    new = engine.state.plan.changed([engine.state.plan.steps[0]])
    wire = new.to_wire()
    late = await settled(session, await session.ask("edit", {"from": 7, "plan": wire}))
    assert (late.verdict, "version 1" in late.reason) == ("refused", True)
    broken = await settled(session, await session.ask("edit", {"from": 1, "plan": {"steps": []}}))
    assert broken.verdict == "refused"
    assert (await settled(session, await session.ask("edit", {"from": 1, "plan": wire}))).verdict == "taken"
    assert [step.id for step in engine.state.plan.steps] == ["who"]
    assert (await settled(session, await session.ask("cancel", {"reason": "enough"}))).verdict == "taken"
    assert (await running).status == "cancelled"


async def test_the_state_that_the_engine_keeps_is_the_fold_of_the_record(world: World) -> None:
    session = Session()

    async def later(question: Any, step: Any) -> Later:
        return Later()

    engine = Engine(world.tools(), session, approver=later, policy=Policy(frozenset({"writes"})))
    await engine.complete(plan(a_question(), GREETING, DELETE))
    engine.answer("who", "Ada")
    await engine.resume()
    assert run_state(session.standing) == engine.state
    assert len(session.events_of(StepBegan)) == 3
