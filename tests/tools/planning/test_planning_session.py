"""The suite in a session: the usage sketch, whole lives of a plan, journals, rewinds."""

from dataclasses import dataclass

import pytest

from gameplan.prompt import MarkdownSection, Prompt
from gameplan.runtime import MemoryJournal, Session, Snapshot, select_all, select_latest
from gameplan.runtime.events import InProcessEventBus
from gameplan.tools import ToolContext, ToolInvoked, invoke, planning
from gameplan.tools.planning import (
    AddStep,
    ClearPlan,
    MarkStep,
    NewPlanStep,
    Plan,
    PlanExtras,
    PlanningToolsSection,
    PlanStep,
    SetupPlan,
    UpdateStep,
)

SKETCH = """
from dataclasses import dataclass
from weakincentives.runtime.events import InProcessEventBus
from weakincentives.prompt import MarkdownSection, Prompt
from weakincentives.runtime.session import Session
from weakincentives.runtime.session.selectors import select_latest
from weakincentives.tools import planning

@dataclass
class BehaviourParams:
    objective: str

bus = InProcessEventBus()
session = Session(bus=bus)

prompt = Prompt(
    ns="agents/background",
    key="session-plan",
    name="session-plan",
    sections=[
        MarkdownSection[BehaviourParams](
            title="Behaviour",
            template="Stay focused on ${objective}.",
        ),
        planning.PlanningToolsSection(
            strategy=planning.PlanningStrategy.PLAN_ACT_REFLECT
        ),
    ],
)

rendered = prompt.render(BehaviourParams(objective="triage open bug reports"))
latest_plan = select_latest(session, planning.Plan)
"""


def tools_of(extras=None):
    return {tool.name: tool for tool in planning.planning_tools(extras or PlanExtras())}


async def call(session, name, call_id="call", extras=None, **arguments):
    outcome = await invoke(tools_of(extras)[f"planning_{name}"], arguments, ToolContext(session, call_id))
    assert outcome.ok, outcome.text
    return outcome


def test_the_usage_sketch_of_the_spec_runs_as_written():
    names = {"__name__": "sketch"}
    exec(SKETCH.replace("weakincentives", "gameplan"), names)
    assert names["rendered"].text.startswith(
        "## 1. Behaviour\n\nStay focused on triage open bug reports.\n\n## 2. Planning\n"
    )
    assert "plan -> act -> reflect" in names["rendered"].text
    assert [tool.name for tool in names["rendered"].tools] == list(tools_of())
    assert names["latest_plan"] is None


@dataclass
class Behaviour:
    objective: str


async def test_a_plan_from_setup_to_clear():
    bus = InProcessEventBus()
    heard = []
    bus.subscribe(object, lambda event: heard.append(type(event)))
    session = Session(bus=bus)
    section = PlanningToolsSection(session)
    prompt = Prompt(
        ns="agents",
        key="k",
        name="n",
        sections=[MarkdownSection[Behaviour](title="Behaviour", template="Do ${objective}."), section],
    )
    tools = {tool.name: tool for tool in prompt.render(Behaviour("it")).tools}

    async def does(name, **arguments):
        outcome = await invoke(tools[f"planning_{name}"], arguments, ToolContext(session))
        assert outcome.ok, outcome.text
        assert len(select_all(session, Plan)) == 1
        return select_latest(session, Plan)

    assert (
        await does("setup_plan", objective="Fix the bug", initial_steps=[{"title": "Reproduce"}])
    ).status == "active"
    plan = await does("add_step", steps=[{"title": "Fix"}, {"title": "Tell", "details": "the reporter"}])
    assert [step.step_id for step in plan.steps] == ["S001", "S002", "S003"]
    await does("update_step", step_id="S003", title="Answer")
    for step_id in ("S001", "S002", "S003"):
        await does("mark_step", step_id=step_id, status="in_progress")
        plan = await does("mark_step", step_id=step_id, status="done", note=f"{step_id} seen")
    assert plan == Plan(
        "Fix the bug",
        "completed",
        (
            PlanStep("S001", "Reproduce", None, "done", ("S001 seen",)),
            PlanStep("S002", "Fix", None, "done", ("S002 seen",)),
            PlanStep("S003", "Answer", "the reporter", "done", ("S003 seen",)),
        ),
    )
    assert await does("read_plan") == plan
    assert await does("clear_plan") == Plan("Fix the bug", "abandoned")
    happened = [SetupPlan, AddStep, UpdateStep, *[MarkStep] * 6, None, ClearPlan]
    assert heard == [each for event in happened for each in (event, ToolInvoked) if each is not None]


async def test_the_tools_act_on_the_session_they_are_called_in_even_one_that_nobody_bound():
    bound, unbound = Session(), Session()
    PlanningToolsSection(bound)
    await call(bound, "setup_plan", objective="one")
    await call(unbound, "setup_plan", objective="two", initial_steps=[{"title": "t"}])
    await call(unbound, "mark_step", step_id="S001", status="done")
    assert select_latest(bound, Plan) == Plan("one", "active")
    assert select_latest(unbound, Plan).status == "completed"


@pytest.fixture
async def written():
    """A journal with the session "s", in which a plan has had a full life."""
    journal = MemoryJournal()
    extras = PlanExtras(skip=True, remove=True, reopen=True, evidence=True)
    with Session(journal=journal, session_id="s") as session:
        await call(session, "setup_plan", objective="o", initial_steps=[{"title": t} for t in "abcd"])
        await call(session, "update_step", step_id="S001", details="d")
        await call(session, "update_step", step_id="S001", details="")
        session.dispatch(ToolInvoked("work", "search", {}, "ok", "found"))
        await call(session, "mark_step", extras=extras, step_id="S001", status="done", note="n", evidence=["work"])
        await call(session, "skip_step", extras=extras, step_id="S002", reason="r")
        await call(session, "reopen_step", extras=extras, step_id="S002", reason="r2")
        await call(session, "remove_step", extras=extras, step_id="S004", reason="r3")
        await call(session, "add_step", steps=[{"title": "e", "details": "x\ny"}])
        plan = select_latest(session, Plan)
    return journal, plan


@pytest.mark.parametrize("late", [False, True], ids=["bound before reading", "bound after reading"])
async def test_a_reopened_session_has_the_same_plan(written, late):
    journal, plan = written
    with Session.open(journal, "s") as session:
        section = PlanningToolsSection(None if late else session)
        if late:
            assert select_latest(session, Plan) is None
            section.bind(session)
        assert select_latest(session, Plan) == plan
        assert [step.step_id for step in plan.steps] == ["S001", "S002", "S003", "S005"]
        await call(session, "add_step", steps=[{"title": "f"}])
        assert select_latest(session, Plan).steps[-1].step_id == "S006"


async def test_a_reopened_session_needs_no_binding_before_a_tool_is_called(written):
    journal, plan = written
    with Session.open(journal, "s") as session:
        assert (await call(session, "read_plan")).value["objective"] == "o"
        assert select_latest(session, Plan) == plan


async def test_a_plan_survives_json(written):
    journal, plan = written
    session = Session.view(journal, "s")
    planning.register_reducers(session)
    copy = Session.from_json(session.to_json())
    planning.register_reducers(copy)
    assert select_latest(copy, Plan) == plan
    assert select_latest(Snapshot.from_json(session.snapshot().to_json()), Plan) == plan


async def test_rewinding_takes_the_plan_back_and_its_ids_with_it():
    session = Session()
    await call(session, "setup_plan", objective="o", initial_steps=[{"title": "a"}])
    before, seq = select_latest(session, Plan), session.seq
    await call(session, "add_step", steps=[{"title": "b"}])
    session.rewind(seq)
    assert select_latest(session, Plan) == before
    await call(session, "add_step", steps=[{"title": "c"}])
    assert select_latest(session, Plan).steps[-1] == PlanStep("S002", "c", None, "pending")


def test_dispatching_a_whole_plan_sets_it():
    session = Session()
    PlanningToolsSection(session)
    session.dispatch(SetupPlan("o", (NewPlanStep("t"),)))
    plan = Plan("\u00fcber", "active", (PlanStep("S007", "x", None, "blocked"),))
    session.dispatch(plan)
    assert list(select_all(session, Plan)) == [plan]
