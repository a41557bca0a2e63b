"""What a model reads after each call: whether anything changed, and the whole plan with its ids."""

import pytest

from gameplan.runtime import Session
from gameplan.tools import ToolContext, invoke
from gameplan.tools.planning import (
    NewPlanStep,
    Plan,
    PlanExtras,
    PlanStep,
    RemovedStep,
    SetupPlan,
    planning_tools,
    register_reducers,
    render_plan,
)

TOOLS = {tool.name: tool for tool in planning_tools(PlanExtras(skip=True, remove=True, reopen=True))}


@pytest.fixture
def session():
    session = Session()
    register_reducers(session)
    return session


@pytest.fixture
def call(session):
    async def call(name, **arguments):
        return (await invoke(TOOLS[f"planning_{name}"], arguments, ToolContext(session))).text

    return call


async def test_setup_shows_the_ids_it_has_made(call):
    text = await call(
        "setup_plan", objective="Ship it", initial_steps=[{"title": "Test"}, {"title": "Tag", "details": "v2"}]
    )
    assert text == (
        "Done. The plan is set up.\nPlan [active]: Ship it\nS001 [pending] Test\nS002 [pending] Tag\n    details: v2"
    )


async def test_setup_says_that_it_replaced_a_plan(call):
    await call("setup_plan", objective="Ship it")
    text = await call("setup_plan", objective="Rest")
    assert text == "Done. The plan is set up. It replaces a plan that was active.\nPlan [active]: Rest\n(no steps)"


async def test_every_other_message_in_a_life_of_a_plan(call):
    await call("setup_plan", objective="Ship it", initial_steps=[{"title": "Test", "details": "all"}])
    assert await call("add_step", steps=[{"title": "Tag"}, {"title": "Tell"}]) == (
        "Done. Added S002, S003.\n"
        "Plan [active]: Ship it\n"
        "S001 [pending] Test\n"
        "    details: all\n"
        "S002 [pending] Tag\n"
        "S003 [pending] Tell"
    )
    assert await call("update_step", step_id="S001", details="") == (
        "Done. Updated S001. It has no details now.\n"
        "Plan [active]: Ship it\n"
        "S001 [pending] Test\n"
        "S002 [pending] Tag\n"
        "S003 [pending] Tell"
    )
    assert (await call("update_step", step_id="S001", title="Try")).startswith("Done. Updated S001.\nPlan [active]")
    assert await call("mark_step", step_id="S001", status="done", note="42 passed") == (
        "Done. S001 is done.\n"
        "Plan [active]: Ship it\n"
        "S001 [done] Try\n"
        "    note: 42 passed\n"
        "S002 [pending] Tag\n"
        "S003 [pending] Tell"
    )
    assert await call("remove_step", step_id="S003", reason="nobody asked") == (
        "Done. S003 is removed.\n"
        "Plan [active]: Ship it\n"
        "S001 [done] Try\n"
        "    note: 42 passed\n"
        "S002 [pending] Tag\n"
        "S003 was removed (Tell): nobody asked"
    )
    assert await call("skip_step", step_id="S002", reason="tagged already") == (
        "Done. S002 is skipped. The plan is completed.\n"
        "Plan [completed]: Ship it\n"
        "S001 [done] Try\n"
        "    note: 42 passed\n"
        "S002 [skipped] Tag\n"
        "    note: skipped: tagged already\n"
        "S003 was removed (Tell): nobody asked"
    )
    assert (await call("reopen_step", step_id="S002", reason="wrong tag")).startswith(
        "Done. S002 is pending again. The completed plan is active again.\nPlan [active]: Ship it\n"
    )
    assert (await call("mark_step", step_id="S002", status="done")).startswith(
        "Done. S002 is done. The plan is completed.\nPlan [completed]: Ship it\n"
    )
    assert (await call("mark_step", step_id="S002", status="blocked")).startswith(
        "Done. S002 is blocked. The completed plan is active again.\nPlan [active]: Ship it\n"
    )
    assert (await call("read_plan")).startswith("Done. This is the plan as it stands.\nPlan [active]: Ship it\n")
    assert await call("clear_plan") == (
        "Done. The plan is abandoned and its steps are discarded.\nPlan [abandoned]: Ship it\n(no steps)"
    )


async def test_a_completed_plan_says_how_it_can_be_added_to(call):
    await call("setup_plan", objective="o", initial_steps=[{"title": "t"}])
    await call("mark_step", step_id="S001", status="done")
    assert await call("add_step", steps=[{"title": "u"}]) == (
        "Refused, nothing changed. The plan is completed.\n"
        "- needed: an active plan; take a step of this one back out of done with planning_mark_step, "
        "or begin anew with planning_setup_plan"
    )


async def test_a_removed_step_is_named_as_such(call):
    await call("setup_plan", objective="o", initial_steps=[{"title": "t"}, {"title": "u"}])
    await call("remove_step", step_id="S001", reason="r")
    assert await call("mark_step", step_id="S001", status="done") == (
        "Refused, nothing changed. S001 was removed from the plan; the plan has S002."
    )


async def test_the_value_is_the_normalised_call_and_for_read_the_plan(session):
    made = await invoke(TOOLS["planning_setup_plan"], {"objective": " o "}, ToolContext(session))
    read = await invoke(TOOLS["planning_read_plan"], {}, ToolContext(session))
    assert made.value == {"objective": "o", "initial_steps": []}
    assert read.value == {"objective": "o", "status": "active", "steps": [], "removed": []}


def test_a_plan_is_rendered_with_all_that_is_known_of_it():
    plan = Plan(
        "Ship\nit",
        "active",
        (
            PlanStep("S001", "Test", "one\nS009 [done] two", "done", ("first\nline", "second"), ("call-1", "call-2")),
            PlanStep("S002", "T\u00e4g\nS008 [done] x", None, "in_progress"),
        ),
        (RemovedStep("S003", "Tell", "no"),),
    )
    assert render_plan(plan) == (
        "Plan [active]: Ship it\n"
        "S001 [done] Test\n"
        "    details: one\n"
        "      S009 [done] two\n"
        "    note: first\n"
        "      line\n"
        "    note: second\n"
        "    evidence: call-1, call-2\n"
        "S002 [in_progress] T\u00e4g S008 [done] x\n"
        "S003 was removed (Tell): no"
    )


def test_a_plan_made_elsewhere_may_be_unicode_and_long(session):
    session.dispatch(SetupPlan("\u2013" * 500, (NewPlanStep("\u00e9" * 500),)))
    assert "\u00e9" * 500 in render_plan(session.slice(Plan).latest)
