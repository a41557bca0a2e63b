"""What there is beyond the six tools: each extra on, and each extra off."""

import pytest

from gameplan.runtime import Session, select_latest
from gameplan.tools import ToolContext, ToolInvoked, invoke
from gameplan.tools.errors import ToolValidationError
from gameplan.tools.planning import (
    MarkStep,
    NewPlanStep,
    Plan,
    PlanExtras,
    PlanStep,
    RemovedStep,
    RemoveStep,
    ReopenStep,
    SetupPlan,
    SkipStep,
    planning_tools,
    register_reducers,
)

TOOLS = {tool.name: tool for tool in planning_tools(PlanExtras(skip=True, remove=True, reopen=True))}
SIX = [tool.name for tool in planning_tools()]


@pytest.fixture
def session():
    session = Session()
    register_reducers(session)
    session.dispatch(SetupPlan("o", (NewPlanStep("a"), NewPlanStep("b"))))
    return session


def plan_of(session):
    return select_latest(session, Plan)


async def call(session, name, params):
    return (await TOOLS[f"planning_{name}"](params, ToolContext(session))).value


async def refusal(session, name, params):
    before, seq = plan_of(session), session.seq
    with pytest.raises(ToolValidationError) as caught:
        await call(session, name, params)
    assert (plan_of(session), session.seq) == (before, seq)
    return caught.value


# -- on and off


@pytest.mark.parametrize(
    ("extras", "more"),
    [
        (PlanExtras(), []),
        (PlanExtras(skip=True), ["planning_skip_step"]),
        (PlanExtras(remove=True), ["planning_remove_step"]),
        (PlanExtras(reopen=True), ["planning_reopen_step"]),
        (PlanExtras(evidence=True, require_evidence=True, drift_after=1), []),
        (
            PlanExtras(skip=True, remove=True, reopen=True),
            ["planning_skip_step", "planning_remove_step", "planning_reopen_step"],
        ),
    ],
)
def test_an_extra_adds_its_own_tool_after_the_six(extras, more):
    assert [tool.name for tool in planning_tools(extras)] == SIX + more


@pytest.mark.parametrize(
    ("extras", "there"),
    [(PlanExtras(), False), (PlanExtras(evidence=True), True), (PlanExtras(require_evidence=True), True)],
)
def test_a_model_is_told_of_evidence_only_where_it_is_kept(extras, there):
    mark = next(tool for tool in planning_tools(extras) if tool.name == "planning_mark_step")
    assert ("evidence" in mark.parameters["properties"]) is there
    assert ("evidence" in mark.definition.parameters["properties"]) is there
    assert repr(mark) == "Tool(planning_mark_step)"


@pytest.mark.parametrize("limit", [0, -1])
def test_drift_after_is_at_least_one_call(limit):
    with pytest.raises(ValueError, match="1 or more"):
        PlanExtras(drift_after=limit)


def test_requiring_evidence_includes_keeping_it():
    assert PlanExtras(require_evidence=True).evidence


# -- reasons

WITH_REASON = {"skip_step": SkipStep, "remove_step": RemoveStep, "reopen_step": ReopenStep}


@pytest.mark.parametrize("name", WITH_REASON)
@pytest.mark.parametrize(
    ("reason", "problem"),
    [("", "must not be empty"), (" \n", "must not be empty"), ("x" * 513, "at most 512"), ("\u00e9", "ASCII")],
)
async def test_a_reason_must_be_given_and_is_a_text_like_a_note(session, name, reason, problem):
    if name == "reopen_step":
        session.dispatch(MarkStep("S001", "done"))
    error = await refusal(session, name, WITH_REASON[name]("S001", reason))
    assert "- reason: " in error.message
    assert problem in error.message


@pytest.mark.parametrize("name", WITH_REASON)
async def test_a_reason_is_required_by_the_schema(session, name):
    outcome = await invoke(TOOLS[f"planning_{name}"], {"step_id": "S001"}, ToolContext(session))
    assert (outcome.status, outcome.code) == ("refused", "invalid_arguments")


@pytest.mark.parametrize("name", WITH_REASON)
async def test_an_unknown_step_is_refused(session, name):
    error = await refusal(session, name, WITH_REASON[name]("S009", "r"))
    assert error.message == 'There is no step "S009"; the plan has S001, S002.'


@pytest.mark.parametrize("name", WITH_REASON)
async def test_there_must_be_a_plan(name):
    session = Session()
    with pytest.raises(ToolValidationError, match="There is no plan"):
        await call(session, name, WITH_REASON[name]("S001", "r"))


@pytest.mark.parametrize("name", WITH_REASON)
async def test_an_abandoned_plan_cannot_be_changed(session, name):
    session.dispatch(Plan("o", "abandoned", (PlanStep("S001", "a", None, "done"),)))
    assert (await refusal(session, name, WITH_REASON[name]("S001", "r"))).code == "plan_abandoned"


@pytest.mark.parametrize("name", ["skip_step", "remove_step"])
async def test_a_completed_plan_is_neither_skipped_nor_removed_from(session, name):
    session.dispatch(MarkStep("S001", "done"))
    session.dispatch(MarkStep("S002", "done"))
    assert (await refusal(session, name, WITH_REASON[name]("S001", "r"))).code == "plan_completed"


# -- skip


@pytest.mark.parametrize("status", ["pending", "in_progress", "blocked"])
async def test_an_open_step_is_skipped_for_a_reason_that_stays(session, status):
    session.dispatch(MarkStep("S001", status, "n"))
    assert await call(session, "skip_step", SkipStep(" S001", " not needed ")) == SkipStep("S001", "not needed")
    assert plan_of(session).steps[0] == PlanStep("S001", "a", None, "skipped", ("n", "skipped: not needed"))
    assert plan_of(session).status == "active"


async def test_a_skipped_step_counts_as_settled(session):
    await call(session, "skip_step", SkipStep("S001", "r"))
    await call(session, "mark_step", MarkStep("S002", "done"))
    assert plan_of(session).status == "completed"


@pytest.mark.parametrize("status", ["done", "skipped"])
async def test_a_settled_step_is_not_skipped(session, status):
    session.dispatch(MarkStep("S001", "done") if status == "done" else SkipStep("S001", "r"))
    error = await refusal(session, "skip_step", SkipStep("S001", "r"))
    assert (error.code, error.message) == ("settled", f"S001 is {status}; only an open step is skipped.")


async def test_a_skipped_step_can_be_marked_after_all(session):
    await call(session, "skip_step", SkipStep("S001", "r"))
    await call(session, "mark_step", MarkStep("S001", "in_progress"))
    assert plan_of(session).steps[0] == PlanStep("S001", "a", None, "in_progress", ("skipped: r",))


# -- remove


async def test_a_removed_step_leaves_its_id_and_the_reason(session):
    assert await call(session, "remove_step", RemoveStep("S002", " twice ")) == RemoveStep("S002", "twice")
    assert plan_of(session).steps == (PlanStep("S001", "a", None, "pending"),)
    assert plan_of(session).removed == (RemovedStep("S002", "b", "twice"),)
    session.dispatch(SetupPlan("new", (NewPlanStep("x"),)))
    assert plan_of(session).removed == ()


# -- reopen


@pytest.mark.parametrize("event", [MarkStep("S001", "done"), SkipStep("S001", "r")], ids=["done", "skipped"])
async def test_a_settled_step_is_reopened_for_a_reason_that_stays(session, event):
    session.dispatch(event)
    session.dispatch(MarkStep("S002", "done"))
    assert plan_of(session).status == "completed"
    await call(session, "reopen_step", ReopenStep("S001", "wrong"))
    assert plan_of(session).status == "active"
    assert plan_of(session).steps[0].status == "pending"
    assert plan_of(session).steps[0].notes[-1] == "reopened: wrong"


@pytest.mark.parametrize("status", ["pending", "in_progress", "blocked"])
async def test_an_open_step_is_not_reopened(session, status):
    session.dispatch(MarkStep("S001", status))
    error = await refusal(session, "reopen_step", ReopenStep("S001", "r"))
    assert (error.code, error.message) == ("not_settled", f"S001 is {status}; it is open already.")


# -- evidence


@pytest.fixture
def worked(session):
    """Tool calls on the record: two that went well, one refused, one failed, one of the plan itself."""
    for call_id, name, status in [
        ("c1", "read_file", "ok"),
        ("c2", "run_tests", "refused"),
        ("c3", "run_tests", "failed"),
        ("c4", "run_tests", "ok"),
        ("c5", "planning_read_plan", "ok"),
    ]:
        session.dispatch(ToolInvoked(call_id, name, {}, status, ""))
    return session


async def mark(session, extras, **arguments):
    tool = next(tool for tool in planning_tools(extras) if tool.name == "planning_mark_step")
    return await invoke(tool, {"step_id": "S001", "status": "done", **arguments}, ToolContext(session, "m"))


KEPT = PlanExtras(evidence=True)
REQUIRED = PlanExtras(require_evidence=True)


@pytest.mark.parametrize("extras", [KEPT, REQUIRED])
async def test_calls_that_went_well_are_kept_as_evidence(worked, extras):
    outcome = await mark(worked, extras, evidence=[" c1 ", "c4", "c1"])
    assert outcome.ok
    assert outcome.value == {"step_id": "S001", "status": "done", "note": None, "evidence": ["c1", "c4"]}
    assert plan_of(worked).steps[0].evidence == ("c1", "c4")
    assert "\n    evidence: c1, c4\n" in outcome.text


@pytest.mark.parametrize("extras", [KEPT, REQUIRED])
@pytest.mark.parametrize(
    ("call_id", "problem"),
    [
        ("c9", 'there is no tool call "c9" in this session'),
        ("", 'there is no tool call "" in this session'),
        ("c2", 'the call "c2" of run_tests was refused'),
        ("c3", 'the call "c3" of run_tests was failed'),
        ("c5", '"c5" is a call of planning_read_plan, which only keeps the plan'),
    ],
)
async def test_evidence_that_shows_nothing_is_refused_with_what_could(worked, extras, call_id, problem):
    before = plan_of(worked)
    outcome = await mark(worked, extras, evidence=["c1", call_id])
    assert outcome.status == "refused"
    assert f"\n- evidence: {problem}\n- evidence that can be named: c4 (run_tests), c1 (read_file)" in outcome.text
    assert plan_of(worked) == before


async def test_the_newest_call_of_an_id_counts(worked):
    worked.dispatch(ToolInvoked("c1", "read_file", {}, "failed", ""))
    worked.dispatch(ToolInvoked("c3", "run_tests", {}, "ok", ""))
    assert (await mark(worked, KEPT, evidence=["c1"])).status == "refused"
    assert (await mark(worked, KEPT, evidence=["c3"])).status == "ok"


async def test_a_call_that_was_rewound_is_no_evidence(session):
    seq = session.seq
    session.dispatch(ToolInvoked("c1", "read_file", {}, "ok", ""))
    session.rewind(seq)
    outcome = await mark(session, KEPT, evidence=["c1"])
    assert outcome.status == "refused"
    assert outcome.text.endswith("evidence that can be named: no tool call has gone well yet")


async def test_a_call_of_another_session_is_no_evidence(worked):
    other = Session()
    other.dispatch(ToolInvoked("c8", "read_file", {}, "ok", ""))
    assert (await mark(worked, KEPT, evidence=["c8"])).status == "refused"


async def test_without_the_extra_evidence_is_refused_even_by_the_handler(worked):
    with pytest.raises(ToolValidationError, match="evidence: there is no such argument"):
        await call(worked, "mark_step", MarkStep("S001", "done", evidence=("c1",)))


async def test_evidence_is_free_unless_required(worked):
    assert (await mark(worked, KEPT)).ok


async def test_where_required_done_needs_evidence_and_says_which(worked):
    outcome = await mark(worked, REQUIRED)
    assert (outcome.status, outcome.code) == ("refused", "evidence_needed")
    assert outcome.text == (
        "Refused, nothing changed. S001 is not done without evidence.\n"
        "- needed: evidence, the ids of tool calls that show it: c4 (run_tests), c1 (read_file)"
    )


@pytest.mark.parametrize("status", ["pending", "in_progress", "blocked"])
async def test_where_required_only_done_needs_it(worked, status):
    assert (await mark(worked, REQUIRED, status=status)).ok


async def test_where_required_evidence_given_on_the_way_counts(worked):
    assert (await mark(worked, REQUIRED, status="in_progress", evidence=["c1"])).ok
    assert (await mark(worked, REQUIRED)).ok


async def test_where_required_work_taken_up_again_must_be_shown_anew(worked):
    await mark(worked, REQUIRED, evidence=["c1"])
    await mark(worked, REQUIRED, status="in_progress")
    assert (await mark(worked, REQUIRED)).code == "evidence_needed"
