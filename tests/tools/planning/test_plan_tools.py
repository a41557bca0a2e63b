"""The contract of each tool: what it does, what it returns, and everything it refuses."""

import pytest

from gameplan.runtime import Session, select_latest
from gameplan.tools import Memory, ToolContext, ToolInvoked, invoke
from gameplan.tools.errors import ToolValidationError
from gameplan.tools.planning import (
    PLAN_TOOLS,
    AddStep,
    ClearPlan,
    MarkStep,
    NewPlanStep,
    Plan,
    PlanExtras,
    PlanStep,
    ReadPlan,
    SetupPlan,
    UpdateStep,
    planning_tools,
    register_reducers,
)

TOOLS = {tool.name: tool for tool in planning_tools()}
SIX = [
    "planning_setup_plan",
    "planning_add_step",
    "planning_update_step",
    "planning_mark_step",
    "planning_clear_plan",
    "planning_read_plan",
]


@pytest.fixture
def session():
    return Session()


@pytest.fixture
def planned(session):
    """A session with a plan of two steps."""
    set_plan(session, "active")
    return session


def set_plan(session, status):
    register_reducers(session)
    session.dispatch(SetupPlan("Ship it", (NewPlanStep("Test", "all of it"), NewPlanStep("Tag"))))
    if status == "completed":
        session.dispatch(MarkStep("S001", "done"))
        session.dispatch(MarkStep("S002", "done"))
    if status == "abandoned":
        session.dispatch(ClearPlan())
    assert plan_of(session).status == status


def plan_of(session):
    return select_latest(session, Plan)


async def call(session, name, params):
    """The handler itself: its value, or what it raises."""
    return (await TOOLS[f"planning_{name}"](params, ToolContext(session))).value


async def refusal(session, name, params):
    """The error that a handler raises, after which nothing may have changed."""
    before, seq = plan_of(session), session.seq
    with pytest.raises(ToolValidationError) as caught:
        await call(session, name, params)
    assert plan_of(session) == before
    assert session.seq == seq, "a refused call dispatches nothing"
    return caught.value


# -- the table


def test_the_suite_is_the_six_tools_in_the_order_of_the_spec():
    assert [tool.name for tool in planning_tools()] == SIX


@pytest.mark.parametrize(
    ("name", "params", "result"),
    [
        ("planning_setup_plan", SetupPlan, SetupPlan),
        ("planning_add_step", AddStep, AddStep),
        ("planning_update_step", UpdateStep, UpdateStep),
        ("planning_mark_step", MarkStep, MarkStep),
        ("planning_clear_plan", ClearPlan, ClearPlan),
        ("planning_read_plan", ReadPlan, Plan),
    ],
)
def test_each_tool_takes_and_returns_what_the_table_says(name, params, result):
    assert (TOOLS[name].params, TOOLS[name].result) == (params, result)


def test_the_same_extras_give_the_very_same_tools():
    assert planning_tools() is planning_tools(PlanExtras())


def test_every_tool_of_the_suite_is_known_as_a_plan_tool():
    every = planning_tools(PlanExtras(skip=True, remove=True, reopen=True, evidence=True))
    assert {tool.name for tool in every} == PLAN_TOOLS


def test_results_share_one_place_in_memory():
    every = planning_tools(PlanExtras(skip=True, remove=True, reopen=True))
    assert {tool.memory for tool in every} == {Memory.LATEST("plan")}


def test_only_reading_may_be_repeated_without_harm():
    assert [tool.name for tool in planning_tools() if tool.repeatable] == ["planning_read_plan"]


def test_a_step_can_be_marked_with_the_statuses_of_the_spec_alone():
    schema = TOOLS["planning_mark_step"].parameters
    assert schema["properties"]["status"]["enum"] == ["pending", "in_progress", "blocked", "done"]


# -- setup


async def test_setup_makes_an_active_plan_with_trimmed_texts(session):
    value = await call(
        session, "setup_plan", SetupPlan("  Ship it ", (NewPlanStep(" Test ", " all "), NewPlanStep("Tag", " ")))
    )
    assert value == SetupPlan("Ship it", (NewPlanStep("Test", "all"), NewPlanStep("Tag", None)))
    assert plan_of(session) == Plan(
        "Ship it", "active", (PlanStep("S001", "Test", "all", "pending"), PlanStep("S002", "Tag", None, "pending"))
    )


async def test_setup_dispatches_what_was_normalised(session):
    await call(session, "setup_plan", SetupPlan(" o ", [NewPlanStep(" a ")]))
    assert session.events_of(SetupPlan) == (SetupPlan("o", (NewPlanStep("a"),)),)


@pytest.mark.parametrize("status", ["active", "completed", "abandoned"])
async def test_setup_replaces_any_plan(session, status):
    set_plan(session, status)
    await call(session, "setup_plan", SetupPlan("Other", (NewPlanStep("One"),)))
    assert plan_of(session) == Plan("Other", "active", (PlanStep("S001", "One", None, "pending"),))


async def test_setup_needs_no_steps(session):
    await call(session, "setup_plan", SetupPlan("o"))
    assert plan_of(session) == Plan("o", "active")


# -- texts, wherever they are

TEXTS = {
    "objective": (240, lambda text: ("setup_plan", SetupPlan(text))),
    "initial_steps.0.title": (160, lambda text: ("setup_plan", SetupPlan("o", (NewPlanStep(text),)))),
    "initial_steps.0.details": (512, lambda text: ("setup_plan", SetupPlan("o", (NewPlanStep("t", text),)))),
    "steps.1.title": (160, lambda text: ("add_step", AddStep((NewPlanStep("t"), NewPlanStep(text))))),
    "steps.1.details": (512, lambda text: ("add_step", AddStep((NewPlanStep("t"), NewPlanStep("t", text))))),
    "title": (160, lambda text: ("update_step", UpdateStep("S001", title=text))),
    "details": (512, lambda text: ("update_step", UpdateStep("S001", details=text))),
    "note": (512, lambda text: ("mark_step", MarkStep("S001", "done", text))),
}


@pytest.mark.parametrize("where", TEXTS)
async def test_a_text_may_be_as_long_as_its_limit_once_trimmed(planned, where):
    limit, made = TEXTS[where]
    name, params = made(f"  {'x' * limit}\n")
    await call(planned, name, params)
    assert "x" * limit in repr(plan_of(planned))


@pytest.mark.parametrize("where", TEXTS)
async def test_a_text_that_is_too_long_is_refused(planned, where):
    limit, made = TEXTS[where]
    error = await refusal(planned, *made("x" * (limit + 1)))
    assert f"- {where}: is {limit + 1} characters long; at most {limit} are allowed" in error.message


@pytest.mark.parametrize("where", TEXTS)
@pytest.mark.parametrize("bad", ["caf\u00e9", "a \u2013 b", "a\x00b", "a\x1b[0m", "a\u2028b", "\u6f22\u5b57"])
async def test_a_text_that_is_not_printable_ascii_is_refused(planned, where, bad):
    error = await refusal(planned, *TEXTS[where][1](bad))
    assert f"- {where}: only printable ASCII is allowed" in error.message


@pytest.mark.parametrize("where", ["objective", "initial_steps.0.title", "steps.1.title", "title"])
@pytest.mark.parametrize("empty", ["", "  \n "])
async def test_an_objective_and_a_title_must_not_be_empty(planned, where, empty):
    error = await refusal(planned, *TEXTS[where][1](empty))
    assert f"- {where}: must not be empty" in error.message


@pytest.mark.parametrize("where", ["objective", "note"])
async def test_what_is_not_text_is_refused(planned, where):
    error = await refusal(planned, *TEXTS[where][1](7))
    assert f"- {where}: must be text" in error.message


async def test_a_refusal_names_everything_that_is_wrong(session):
    error = await refusal(session, "setup_plan", SetupPlan("", (NewPlanStep("x" * 161), NewPlanStep("\u00e9"))))
    assert error.message == (
        "The arguments of planning_setup_plan do not fit:\n"
        "- objective: must not be empty\n"
        "- initial_steps.0.title: is 161 characters long; at most 160 are allowed\n"
        "- initial_steps.1.title: only printable ASCII is allowed; character 1 is '\\xe9'"
    )


async def test_a_title_is_one_line_and_details_may_be_several(session):
    await call(session, "setup_plan", SetupPlan("a\n  b", (NewPlanStep("c\r\n\td", "e\r\nf\rg"),)))
    plan = plan_of(session)
    assert (plan.objective, plan.steps[0].title, plan.steps[0].details) == ("a b", "c d", "e\nf\ng")


# -- add


async def test_add_appends_with_the_next_ids(planned):
    value = await call(planned, "add_step", AddStep([NewPlanStep(" Tell "), NewPlanStep("Rest", "a while")]))
    assert value == AddStep((NewPlanStep("Tell"), NewPlanStep("Rest", "a while")))
    assert plan_of(planned).steps[2:] == (
        PlanStep("S003", "Tell", None, "pending"),
        PlanStep("S004", "Rest", "a while", "pending"),
    )


async def test_add_needs_at_least_one_step(planned):
    assert "at least one step" in (await refusal(planned, "add_step", AddStep(()))).message


@pytest.mark.parametrize(("status", "code"), [("completed", "plan_completed"), ("abandoned", "plan_abandoned")])
async def test_add_fails_when_the_plan_is_not_active(session, status, code):
    set_plan(session, status)
    assert (await refusal(session, "add_step", AddStep((NewPlanStep("t"),)))).code == code


# -- update


async def test_update_changes_what_it_names(planned):
    value = await call(planned, "update_step", UpdateStep(" S001 ", title=" Try "))
    assert value == UpdateStep("S001", "Try", None)
    assert plan_of(planned).steps[0] == PlanStep("S001", "Try", "all of it", "pending")
    await call(planned, "update_step", UpdateStep("S001", details="some"))
    assert plan_of(planned).steps[0] == PlanStep("S001", "Try", "some", "pending")


@pytest.mark.parametrize("empty", ["", "  \n"])
async def test_update_clears_details_with_an_empty_text(planned, empty):
    await call(planned, "update_step", UpdateStep("S001", details=empty))
    assert plan_of(planned).steps[0] == PlanStep("S001", "Test", None, "pending")


async def test_update_rejects_an_empty_update(planned):
    assert "nothing to update" in (await refusal(planned, "update_step", UpdateStep("S001"))).message


async def test_a_completed_plan_can_be_updated_and_stays_completed(session):
    set_plan(session, "completed")
    await call(session, "update_step", UpdateStep("S001", title="Tried"))
    assert (plan_of(session).status, plan_of(session).steps[0].title) == ("completed", "Tried")


# -- mark


@pytest.mark.parametrize("status", ["pending", "in_progress", "blocked", "done"])
async def test_mark_sets_the_status_and_adds_the_note(planned, status):
    value = await call(planned, "mark_step", MarkStep("S002 ", status, " seen "))
    assert value == MarkStep("S002", status, "seen")
    assert plan_of(planned).steps[1] == PlanStep("S002", "Tag", None, status, ("seen",))
    assert plan_of(planned).status == "active"


async def test_an_empty_note_is_no_note(planned):
    assert (await call(planned, "mark_step", MarkStep("S001", "done", "  "))).note is None
    assert plan_of(planned).steps[0].notes == ()


async def test_marking_the_last_open_step_done_completes_the_plan(planned):
    await call(planned, "mark_step", MarkStep("S002", "done"))
    assert plan_of(planned).status == "active"
    await call(planned, "mark_step", MarkStep("S001", "done"))
    assert plan_of(planned).status == "completed"


async def test_marking_back_out_of_done_makes_the_plan_active_again(session):
    set_plan(session, "completed")
    await call(session, "mark_step", MarkStep("S001", "in_progress"))
    assert plan_of(session).status == "active"


async def test_marking_done_again_keeps_the_plan_completed(session):
    set_plan(session, "completed")
    await call(session, "mark_step", MarkStep("S001", "done", "really"))
    assert plan_of(session).status == "completed"


@pytest.mark.parametrize("status", ["skipped", "finished", ""])
async def test_mark_knows_only_its_own_statuses(planned, status):
    error = await refusal(planned, "mark_step", MarkStep("S001", status))
    assert "- status: must be one of pending, in_progress, blocked, done" in error.message


# -- clear and read


@pytest.mark.parametrize("status", ["active", "completed", "abandoned"])
async def test_clear_abandons_the_plan_and_resets_its_steps(session, status):
    set_plan(session, status)
    assert await call(session, "clear_plan", ClearPlan()) == ClearPlan()
    assert plan_of(session) == Plan("Ship it", "abandoned")


@pytest.mark.parametrize("status", ["active", "completed", "abandoned"])
async def test_read_returns_the_plan_and_changes_nothing(session, status):
    set_plan(session, status)
    before = session.seq
    assert await call(session, "read_plan", ReadPlan()) == plan_of(session)
    assert session.seq == before


# -- what holds for several tools

ON_A_PLAN = {
    "add_step": AddStep((NewPlanStep("t"),)),
    "update_step": UpdateStep("S001", "t"),
    "mark_step": MarkStep("S001", "done"),
    "clear_plan": ClearPlan(),
    "read_plan": ReadPlan(),
}


@pytest.mark.parametrize("name", ON_A_PLAN)
async def test_without_a_plan_every_tool_but_setup_is_refused(session, name):
    error = await refusal(session, name, ON_A_PLAN[name])
    assert (error.code, error.needs) == ("no_plan", ("a plan; call planning_setup_plan",))


@pytest.mark.parametrize("name", ["add_step", "update_step", "mark_step"])
async def test_an_abandoned_plan_cannot_be_changed(session, name):
    set_plan(session, "abandoned")
    error = await refusal(session, name, ON_A_PLAN[name])
    assert (error.code, error.needs) == ("plan_abandoned", ("a new plan; call planning_setup_plan",))


@pytest.mark.parametrize("step_id", ["S003", "S1", "s001", "", "1"])
@pytest.mark.parametrize(
    "made",
    [
        lambda step_id: ("update_step", UpdateStep(step_id, "t")),
        lambda step_id: ("mark_step", MarkStep(step_id, "done")),
    ],
)
async def test_an_unknown_step_is_refused_with_the_ids_that_exist(planned, made, step_id):
    error = await refusal(planned, *made(step_id))
    assert error.code == "unknown_step"
    assert error.message == f'There is no step "{step_id}"; the plan has S001, S002.'


async def test_an_unknown_step_of_an_empty_plan_is_refused(session):
    await call(session, "setup_plan", SetupPlan("o"))
    error = await refusal(session, "mark_step", MarkStep("S001", "done"))
    assert error.message == 'There is no step "S001"; the plan has no steps.'


async def test_a_refusal_lists_at_most_fifty_ids(session):
    await call(session, "setup_plan", SetupPlan("o", tuple(NewPlanStep("t") for _ in range(60))))
    error = await refusal(session, "mark_step", MarkStep("S061", "done"))
    assert error.message.endswith("S049, S050 and 10 more.")


# -- through invoke


@pytest.mark.parametrize("name", ON_A_PLAN)
async def test_what_a_handler_raises_is_a_refused_outcome_of_invoke(session, name):
    arguments = {
        "add_step": {"steps": [{"title": "t"}]},
        "update_step": {"step_id": "S001", "title": "t"},
        "mark_step": {"step_id": "S001", "status": "done"},
    }
    outcome = await invoke(TOOLS[f"planning_{name}"], arguments.get(name, {}), ToolContext(session))
    assert (outcome.status, outcome.code) == ("refused", "no_plan")
    assert outcome.text == (
        "Refused, nothing changed. There is no plan in this session yet.\n- needed: a plan; call planning_setup_plan"
    )
    assert [type(each.event) for each in session.events] == [ToolInvoked]


@pytest.mark.parametrize(
    "arguments",
    [
        {"step_id": "S001", "status": "skipped"},
        {"step_id": "S001"},
        {"step_id": "S001", "status": "done", "evidence": ["call"]},
        {"step_id": "S001", "status": "done", "because": "x"},
    ],
)
async def test_arguments_that_do_not_fit_are_refused_by_invoke(planned, arguments):
    before = plan_of(planned)
    outcome = await invoke(TOOLS["planning_mark_step"], arguments, ToolContext(planned))
    assert (outcome.status, outcome.code) == ("refused", "invalid_arguments")
    assert plan_of(planned) == before
