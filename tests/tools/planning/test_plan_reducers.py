"""The fold of plan events: ids, statuses, and what does not fit."""

from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.runtime import Session, select_all, select_latest
from gameplan.tools.planning import (
    AddStep,
    ClearPlan,
    MarkStep,
    NewPlanStep,
    Plan,
    PlanStep,
    ReadPlan,
    RemovedStep,
    RemoveStep,
    ReopenStep,
    SetupPlan,
    SkipStep,
    UpdateStep,
    register_reducers,
)


def steps(count):
    return tuple(NewPlanStep(f"step {number}") for number in range(count))


def folded(*events):
    session = Session()
    register_reducers(session)
    for event in events:
        session.dispatch(event)
    return select_latest(session, Plan)


def ids(plan):
    return [step.step_id for step in plan.steps]


@pytest.mark.parametrize(
    ("type_", "names"),
    [
        (PlanStep, ["step_id", "title", "details", "status", "notes", "evidence"]),
        (Plan, ["objective", "status", "steps", "removed"]),
        (NewPlanStep, ["title", "details"]),
        (SetupPlan, ["objective", "initial_steps"]),
        (AddStep, ["steps"]),
        (UpdateStep, ["step_id", "title", "details"]),
        (MarkStep, ["step_id", "status", "note", "evidence"]),
        (ClearPlan, []),
        (ReadPlan, []),
    ],
)
def test_the_data_model_is_that_of_the_spec_with_more_only_at_the_end(type_, names):
    assert [field.name for field in fields(type_)] == names
    assert type_.__dataclass_params__.frozen
    assert hasattr(type_, "__slots__")


def test_the_fields_beyond_the_spec_have_defaults():
    assert PlanStep("S001", "title", None, "pending") == PlanStep("S001", "title", None, "pending", (), ())
    assert Plan("objective", "active") == Plan("objective", "active", (), ())
    assert MarkStep("S001", "done") == MarkStep("S001", "done", None, ())


def test_a_plan_cannot_be_changed_in_place():
    plan = folded(SetupPlan("o", steps(1)))
    with pytest.raises(FrozenInstanceError):
        plan.status = "completed"


def test_a_new_plan_counts_its_steps_from_one():
    plan = folded(SetupPlan("o", (NewPlanStep("a"), NewPlanStep("b", "more"))))
    assert plan == Plan(
        "o",
        "active",
        (PlanStep("S001", "a", None, "pending"), PlanStep("S002", "b", "more", "pending")),
    )


def test_a_plan_that_replaces_another_counts_from_one_again():
    assert ids(folded(SetupPlan("o", steps(3)), SetupPlan("p", steps(2)))) == ["S001", "S002"]


@given(st.lists(st.integers(min_value=1, max_value=400), min_size=1, max_size=6))
def test_ids_go_on_without_gap_or_repeat_past_999(counts):
    plan = folded(SetupPlan("o"), *(AddStep(steps(count)) for count in counts))
    assert ids(plan) == [f"S{number:03d}" for number in range(1, sum(counts) + 1)]


def test_the_thousandth_step_has_four_digits():
    plan = folded(SetupPlan("o", steps(999)), AddStep(steps(1)), AddStep(steps(1)))
    assert ids(plan)[-3:] == ["S999", "S1000", "S1001"]


@given(st.lists(st.one_of(st.integers(1, 5), st.just("remove first"), st.just("remove last")), max_size=20))
def test_a_removed_id_is_never_given_again(actions):
    given_ids = []
    session = Session()
    register_reducers(session)
    session.dispatch(SetupPlan("o"))
    for action in actions:
        before = ids(select_latest(session, Plan))
        if isinstance(action, int):
            session.dispatch(AddStep(steps(action)))
            given_ids += [step_id for step_id in ids(select_latest(session, Plan)) if step_id not in before]
        elif before:
            session.dispatch(RemoveStep(before[0 if action == "remove first" else -1], "no"))
    assert given_ids == [f"S{number:03d}" for number in range(1, len(given_ids) + 1)]


def test_the_next_id_follows_the_highest_not_the_last_nor_the_count():
    plan = Plan(
        "o",
        "active",
        (
            PlanStep("S041", "a", None, "pending"),
            PlanStep("S007", "b", None, "pending"),
            PlanStep("X99", "c", None, "done"),
        ),
    )
    assert ids(folded(plan, AddStep(steps(1))))[-1] == "S042"


def test_a_plan_whose_steps_are_all_settled_is_completed():
    half = folded(SetupPlan("o", steps(2)), MarkStep("S001", "done"))
    whole = folded(SetupPlan("o", steps(2)), MarkStep("S001", "done"), MarkStep("S002", "done"))
    assert (half.status, whole.status) == ("active", "completed")


def test_a_plan_without_steps_is_not_completed():
    emptied = folded(SetupPlan("o", steps(1)), RemoveStep("S001", "no"))
    assert emptied == Plan("o", "active", (), (RemovedStep("S001", "step 0", "no"),))
    assert folded(SetupPlan("o")).status == "active"


def test_removing_the_last_open_step_completes_the_plan():
    plan = folded(SetupPlan("o", steps(2)), MarkStep("S001", "done"), RemoveStep("S002", "no"))
    assert plan.status == "completed"


@pytest.mark.parametrize("status", ["pending", "in_progress", "blocked"])
def test_a_step_taken_back_out_of_done_makes_the_plan_active_again(status):
    plan = folded(SetupPlan("o", steps(1)), MarkStep("S001", "done"), MarkStep("S001", status))
    assert (plan.status, plan.steps[0].status) == ("active", status)


def test_notes_add_up_and_evidence_is_kept_once_in_order():
    plan = folded(
        SetupPlan("o", steps(1)),
        MarkStep("S001", "in_progress", "one", ("a", "b")),
        MarkStep("S001", "in_progress"),
        MarkStep("S001", "done", "two", ("b", "c")),
    )
    assert plan.steps[0].notes == ("one", "two")
    assert plan.steps[0].evidence == ("a", "b", "c")


def test_work_that_is_taken_up_again_loses_its_evidence_and_keeps_its_notes():
    settled = (SetupPlan("o", steps(1)), MarkStep("S001", "done", "n", ("a",)))
    marked = folded(*settled, MarkStep("S001", "in_progress", None, ("b",))).steps[0]
    reopened = folded(*settled, ReopenStep("S001", "why")).steps[0]
    assert (marked.notes, marked.evidence) == (("n",), ("b",))
    assert (reopened.notes, reopened.evidence, reopened.status) == (("n", "reopened: why"), (), "pending")


def test_an_update_leaves_what_it_does_not_name_and_clears_empty_details():
    base = SetupPlan("o", (NewPlanStep("a", "more"), NewPlanStep("b", "rest")))
    renamed = folded(base, UpdateStep("S001", title="z"))
    cleared = folded(base, UpdateStep("S001", details=""))
    assert renamed.steps[0] == PlanStep("S001", "z", "more", "pending")
    assert cleared.steps[0] == PlanStep("S001", "a", None, "pending")
    assert renamed.steps[1] == cleared.steps[1] == PlanStep("S002", "b", "rest", "pending")


def test_clearing_abandons_the_plan_and_leaves_no_step():
    plan = folded(SetupPlan("o", steps(2)), RemoveStep("S001", "no"), ClearPlan())
    assert plan == Plan("o", "abandoned")


EVENTS = [
    AddStep(steps(1)),
    UpdateStep("S001", "t"),
    MarkStep("S001", "blocked"),
    SkipStep("S001", "r"),
    RemoveStep("S001", "r"),
    ReopenStep("S001", "r"),
]


@pytest.mark.parametrize("event", [*EVENTS, ClearPlan()], ids=lambda event: type(event).__name__)
def test_an_event_without_a_plan_makes_none(event):
    assert folded(event) is None


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_abandoned_plan_stays_as_it_is(event):
    plan = Plan("o", "abandoned", (PlanStep("S001", "a", None, "pending"),))
    assert folded(plan, event) == plan


@pytest.mark.parametrize(
    "event", [AddStep(steps(1)), SkipStep("S001", "r"), RemoveStep("S001", "r")], ids=lambda event: type(event).__name__
)
def test_a_completed_plan_is_not_added_to_skipped_or_removed_from(event):
    plan = Plan("o", "completed", (PlanStep("S001", "a", None, "done"),))
    assert folded(plan, event) == plan


@pytest.mark.parametrize("event", EVENTS[1:], ids=lambda event: type(event).__name__)
def test_an_event_for_a_step_that_is_not_there_changes_nothing(event):
    plan = Plan("o", "active", (PlanStep("S002", "a", None, "pending"),))
    assert folded(plan, event) == plan


def test_the_slice_holds_one_plan_after_each_event_and_every_event_makes_a_new_one():
    session = Session()
    register_reducers(session)
    seen = []
    for event in (
        SetupPlan("o", steps(2)),
        AddStep(steps(1)),
        UpdateStep("S001", "t"),
        MarkStep("S001", "done"),
        SkipStep("S002", "r"),
        ReopenStep("S002", "r"),
        RemoveStep("S003", "r"),
        Plan("p", "active"),
        ClearPlan(),
    ):
        session.dispatch(event)
        (plan,) = select_all(session, Plan)
        assert all(plan is not earlier for earlier in seen)
        seen.append(plan)
    assert len(set(seen)) == len(seen)


def test_registering_again_changes_nothing():
    session = Session()
    register_reducers(session)
    session.dispatch(SetupPlan("o"))
    before = select_latest(session, Plan)
    register_reducers(session)
    assert select_latest(session, Plan) is before
