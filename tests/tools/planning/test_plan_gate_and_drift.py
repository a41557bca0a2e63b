"""What an agent is told unasked: what is still open when it would stop, and when it drifts."""

import pytest

from gameplan.runtime import MemoryJournal, Session, select_latest
from gameplan.tools import ToolContext, ToolInvoked, invoke
from gameplan.tools.planning import (
    PLAN_TOOLS,
    AddStep,
    ClearPlan,
    MarkStep,
    NewPlanStep,
    Plan,
    PlanExtras,
    PlanStep,
    SetupPlan,
    SkipStep,
    completion_gate,
    drift_notes,
    open_work,
    planning_tools,
    register_reducers,
)


@pytest.fixture
def session():
    session = Session()
    register_reducers(session)
    session.dispatch(SetupPlan("Ship it", (NewPlanStep("Test"), NewPlanStep("Tag"), NewPlanStep("Tell"))))
    return session


def step(step_id, status):
    return PlanStep(step_id, f"title of {step_id}", "details", status, ("note",))


# -- the completion gate


def test_open_work_names_every_step_that_is_not_settled():
    steps = [step("S001", "done"), step("S002", "in_progress"), step("S003", "skipped"), step("S004", "blocked")]
    assert open_work(Plan("Ship\nit", "active", (*steps, step("S005", "pending")))) == (
        'The plan "Ship it" is not finished: 3 of 5 steps are open.\n'
        "S002 [in_progress] title of S002\n"
        "S004 [blocked] title of S004\n"
        "S005 [pending] title of S005\n"
        "Finish these steps and mark them, or clear the plan if it no longer applies."
    )


def test_an_active_plan_without_steps_is_open():
    assert open_work(Plan("o", "active")) == (
        'The plan "o" has no steps yet. Add the steps it needs, or clear it if it no longer applies.'
    )


@pytest.mark.parametrize("status", ["completed", "abandoned"])
def test_a_plan_that_is_over_holds_nothing_open(status):
    assert open_work(Plan("o", status, (step("S001", "pending"),))) is None


def test_a_plan_whose_steps_are_all_settled_holds_nothing_open():
    assert open_work(Plan("o", "active", (step("S001", "done"), step("S002", "skipped")))) is None


def test_the_gate_lets_an_agent_stop_when_its_plan_is_done_and_not_before(session):
    for event in (MarkStep("S001", "done"), SkipStep("S002", "r"), MarkStep("S003", "blocked")):
        assert completion_gate(session) == open_work(select_latest(session, Plan)) is not None
        session.dispatch(event)
    assert completion_gate(session) is not None
    session.dispatch(MarkStep("S003", "done"))
    assert completion_gate(session) is None
    session.dispatch(MarkStep("S003", "pending"))
    assert completion_gate(session) is not None
    session.dispatch(ClearPlan())
    assert completion_gate(session) is None


def test_the_gate_is_open_without_a_plan():
    assert completion_gate(Session()) is None


def test_the_gate_holds_in_a_session_that_was_reopened_and_not_bound():
    journal = MemoryJournal()
    with Session(journal=journal, session_id="s") as session:
        session.dispatch(SetupPlan("o", (NewPlanStep("t"),)))
    with Session.open(journal, "s") as session:
        assert "S001 [pending] t" in completion_gate(session)


# -- drift


def works(session, calls, tool="search"):
    for _ in range(calls):
        session.dispatch(ToolInvoked(f"c{session.seq}", tool, {}, "ok", ""))


def notes(session, after=3):
    return drift_notes(select_latest(session, Plan), session.standing, after=after)


LONG = (
    "S001 has been in progress for {} tool calls since it was last marked; "
    "mark how it stands, or note what holds it up."
)


def test_a_step_in_progress_for_too_many_calls_is_noted(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    works(session, 3)
    assert notes(session) == ()
    works(session, 1)
    assert notes(session) == (LONG.format(4),)


def test_calls_before_the_mark_do_not_count(session):
    works(session, 9)
    session.dispatch(MarkStep("S001", "in_progress"))
    works(session, 3)
    assert notes(session) == ()


@pytest.mark.parametrize("name", sorted(PLAN_TOOLS))
def test_calls_of_plan_tools_do_not_count(session, name):
    session.dispatch(MarkStep("S001", "in_progress"))
    works(session, 9, name)
    assert notes(session) == ()


def test_refused_and_failed_calls_count(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    for status in ("refused", "failed", "refused", "failed"):
        session.dispatch(ToolInvoked("c", "search", {}, status, ""))
    assert notes(session) == (LONG.format(4),)


def test_marking_the_step_again_starts_the_count_again(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    works(session, 4)
    session.dispatch(MarkStep("S001", "in_progress", "waiting for the index"))
    assert notes(session) == ()
    works(session, 4)
    assert notes(session) == (LONG.format(4),)


def test_marking_another_step_does_not(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    works(session, 4)
    session.dispatch(MarkStep("S002", "done"))
    session.dispatch(AddStep((NewPlanStep("t"),)))
    assert notes(session) == (LONG.format(4),)


@pytest.mark.parametrize("status", ["pending", "blocked", "done"])
def test_only_steps_in_progress_drift(session, status):
    session.dispatch(MarkStep("S001", "in_progress"))
    works(session, 9)
    session.dispatch(MarkStep("S001", status))
    works(session, 9)
    assert notes(session) == ()


def test_several_steps_in_progress_at_once_are_noted(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    assert notes(session) == ()
    session.dispatch(MarkStep("S003", "in_progress"))
    assert notes(session) == ("2 steps are in progress at once (S001, S003); keep to one.",)


def test_each_step_has_its_own_count(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    works(session, 3)
    session.dispatch(MarkStep("S002", "in_progress"))
    works(session, 2)
    assert notes(session)[1:] == (LONG.format(5),)


def test_a_step_set_in_progress_with_a_whole_plan_counts_from_there(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    works(session, 9)
    session.dispatch(Plan("o", "active", (step("S001", "in_progress"),)))
    works(session, 4)
    assert notes(session) == (LONG.format(4),)


def test_what_was_rewound_does_not_count(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    works(session, 2)
    seq = session.seq
    works(session, 9)
    session.rewind(seq)
    works(session, 1)
    assert notes(session) == ()
    works(session, 1)
    assert notes(session) == (LONG.format(4),)


def test_after_a_rewind_was_rewound_the_calls_count_again(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    seq = session.seq
    works(session, 9)
    session.rewind(seq)
    assert notes(session) == ()
    session.rewind(seq + 8)
    assert notes(session) == (LONG.format(8),)


def test_a_plan_that_is_not_active_does_not_drift(session):
    works(session, 9)
    assert drift_notes(Plan("o", "abandoned", (step("S001", "in_progress"),)), session.standing, after=1) == ()


async def read(session, extras):
    tool = next(tool for tool in planning_tools(extras) if tool.name == "planning_read_plan")
    return (await invoke(tool, {}, ToolContext(session))).text


async def test_the_tools_tell_of_drift_only_when_asked_to(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    session.dispatch(MarkStep("S002", "in_progress"))
    works(session, 4)
    quiet, told = await read(session, PlanExtras()), await read(session, PlanExtras(drift_after=4))
    strict = await read(session, PlanExtras(drift_after=3))
    assert quiet.startswith("Done. This is the plan as it stands.\n")
    assert "Note:" not in quiet
    assert told == quiet.replace("Done. ", "Done, with a note. ") + (
        "\nNote: 2 steps are in progress at once (S001, S002); keep to one. "
        "(The action was carried out; do not undo or repeat it.)"
    )
    assert LONG.format(4) in strict


async def test_a_mark_that_ends_the_drift_is_not_told_of_it(session):
    session.dispatch(MarkStep("S001", "in_progress"))
    works(session, 9)
    mark = next(tool for tool in planning_tools(PlanExtras(drift_after=3)) if tool.name == "planning_mark_step")
    outcome = await invoke(mark, {"step_id": "S001", "status": "done"}, ToolContext(session))
    assert outcome.text.startswith("Done. S001 is done.")
    assert "Note:" not in outcome.text
