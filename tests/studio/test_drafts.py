"""Undo and redo of a plan's edits are rewinds of its session: they do what a stack of versions would do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gameplan.plans.drafts import DraftingBegan, NotDrafted, PlanClosed, PlanDrafted, PlanEdited, draft_state
from gameplan.plans.model import Plan, Step
from gameplan.runtime import MemoryJournal, Session, SessionStarted


def version(number: int) -> Plan:
    return Plan((Step(f"s{number}", "read_file"),), version=number)


@given(st.lists(st.sampled_from(["edit", "edit", "undo", "redo", "draft"]), max_size=40))
def test_any_row_of_edits_undos_and_redos_is_what_a_stack_of_versions_says(acts: list[str]) -> None:
    journal = MemoryJournal()
    session = Session(journal=journal, session_id="plan-1")
    session.dispatch(SessionStarted("plan", "A plan"))
    session.dispatch(PlanDrafted(version(1), "text"))
    past, future, made = [1], list[int](), 1
    for act in acts:
        state = draft_state(session.events)
        if act == "edit":
            made += 1
            session.dispatch(PlanEdited(version(made)))
            past, future = [*past, made], []
        elif act == "draft":
            session.dispatch(DraftingBegan("draft-1"))
            session.dispatch(NotDrafted("It did not work."))
        elif act == "undo" and len(past) > 1:
            assert state.undo_to is not None
            session.rewind(state.undo_to)
            future.append(past.pop())
        elif act == "redo" and future:
            assert state.redo_to is not None
            session.rewind(state.redo_to)
            past.append(future.pop())
        now = draft_state(session.events)
        assert [each.plan.version for each in now.versions] == past
        assert (now.undo_to is not None, now.redo_to is not None) == (len(past) > 1, bool(future))
    session.commit()
    assert draft_state(Session.view(journal, "plan-1").events) == draft_state(session.events)
    session.close()


def test_a_drafting_that_came_to_nothing_leaves_its_trouble_until_there_is_another_plan() -> None:
    session = Session()
    session.dispatch(DraftingBegan("draft-1", "See."))
    assert draft_state(session.events).drafting == DraftingBegan("draft-1", "See.")
    session.dispatch(NotDrafted("It broke.", "what it said"))
    troubled = draft_state(session.events)
    assert (troubled.drafting, troubled.trouble, troubled.text, troubled.plan) == (
        None,
        "It broke.",
        "what it said",
        None,
    )
    session.dispatch(PlanDrafted(version(1), "text"))
    assert (draft_state(session.events).trouble, draft_state(session.events).plan) == ("", version(1))
    session.dispatch(PlanClosed())
    assert draft_state(session.events).closed
