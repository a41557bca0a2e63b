"""One step of a plan under review: its arguments as JSON, what it comes after, what it would take, and the buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

PLAN = {
    "request": "Keep a copy of the timetable.",
    "steps": [
        {"id": "look", "tool": "list_directory", "description": "See what is there"},
        {"id": "read", "tool": "read_file", "description": "Read it", "args": {"path": "ferry.py"}},
        {
            "id": "keep",
            "tool": "write_file",
            "description": "Keep it",
            "args": {"path": "kept.py", "content": "$read.content"},
        },
    ],
}


@pytest.fixture
def plan(studio: Any, page: Page) -> str:
    """A plan, with the form of its last step open."""
    made = str(studio.api("POST", "/plans", {"plan": PLAN})["id"])
    page.goto(f"{studio.address}/plans/{made}?step=keep")
    expect(page.locator('step-inspector [data-key="path"]')).to_have_value("kept.py")
    return made


def steps(studio: Any, plan: str) -> list[dict[str, Any]]:
    return studio.api("GET", f"/plans/{plan}")["plan"]["steps"]  # type: ignore[no-any-return]


def test_arguments_are_edited_as_json_and_what_is_no_json_is_told(
    studio: Any, plan: str, page: Page, check_page: Callable[..., None]
) -> None:
    form = page.locator("step-inspector")
    form.get_by_role("button", name="JSON").click()
    text = form.get_by_label("Arguments as JSON")
    text.fill('{"path": ')
    text.press("Tab")
    expect(form.get_by_role("alert")).to_contain_text("This is not JSON")
    check_page(page, "review-json")
    text.fill('{"path": "other.py", "content": "$read.content"}')
    text.press("Tab")
    expect(page.locator(".page-head")).to_contain_text("version 2")
    form.get_by_role("button", name="Form").click()
    expect(form.locator('[data-key="path"]')).to_have_value("other.py")
    assert steps(studio, plan)[2]["args"]["path"] == "other.py"


def test_what_a_step_comes_after_is_added_and_taken_away_and_a_circle_is_refused(
    studio: Any, plan: str, page: Page
) -> None:
    drawn = "() => document.querySelector('plan-graph').graph.edges.map(({from, to}) => `${from}-${to}`).sort().join()"
    form = page.locator("step-inspector")
    expect(form.locator(".chip.soft")).to_have_text("read result")  # by what it uses
    assert page.evaluate(drawn) == "read-keep"
    form.get_by_label("Let it come after another step").select_option("look")
    expect(form.get_by_label("Do not wait for look")).to_be_visible()
    page.wait_for_function(f"() => ({drawn})() === 'look-keep,read-keep'")  # the graph is of the plan as it is now
    assert steps(studio, plan)[2]["dependsOn"] == ["look"]

    page.locator('step-list [data-step="look"]').click()
    form.get_by_label("Let it come after another step").select_option("keep")
    expect(page.locator(".toast.bad, .note.bad").first).to_be_visible()  # and why
    page.locator('step-list [data-step="keep"]').click()
    form.get_by_label("Do not wait for look").click()
    expect(form.get_by_label("Do not wait for look")).to_have_count(0)
    page.wait_for_function(f"() => ({drawn})() === 'read-keep'")


def test_what_earlier_runs_took_is_told_beside_the_step_and_for_all(studio: Any, plan: str, page: Page) -> None:
    run = studio.run(plan)["id"]
    page.goto(f"{studio.address}/runs/{run}")
    expect(page.locator(".run-end")).to_contain_text("3 of 3 completed")
    page.goto(f"{studio.address}/plans/{plan}?step=read")
    expect(page.locator("step-inspector .would")).to_contain_text("takes about")
    expect(page.locator("step-inspector .would")).to_contain_text("costs nothing")
    expect(page.locator(".page-head")).to_contain_text("costs nothing")
    (studio.workspace / "kept.py").unlink()


def test_everything_that_has_a_key_has_a_button(studio: Any, plan: str, page: Page) -> None:
    form = page.locator("step-inspector")
    look = page.locator('step-list [data-step="look"]')
    look.click()
    form.get_by_role("button", name="Move down").click()
    expect(look).to_have_attribute("aria-posinset", "2")
    page.get_by_role("button", name="Undo (Ctrl+Z)").click()
    expect(look).to_have_attribute("aria-posinset", "1")
    page.get_by_role("button", name="Redo").click()
    expect(look).to_have_attribute("aria-posinset", "2")
    form.get_by_role("button", name="Leave out").click()
    expect(look).to_contain_text("left out")
    form.get_by_role("button", name="Delete the step").click()
    expect(look).to_have_count(0)


def test_a_menu_stays_open_when_somebody_else_changes_the_plan(studio: Any, plan: str, page: Page) -> None:
    page.get_by_role("button", name="More").click()
    item = page.get_by_role("button", name="As text").element_handle()
    edit = {"edit": "describe", "step": "look", "description": "Look around"}
    studio.api("POST", f"/plans/{plan}/edits", {"edits": [edit]}, If_Match="*")
    expect(page.locator(".page-head")).to_contain_text("version 2")
    expect(page.get_by_role("button", name="As text")).to_be_visible()
    assert item.evaluate("item => item.isConnected"), "a click that has begun on it meets it"


def test_a_plan_is_discarded_and_leaves_the_list(studio: Any, plan: str, page: Page) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Discard").click()
    page.locator("dialog").get_by_role("button", name="Discard").click()
    expect(page).to_have_url(f"{studio.address}/plans")
    assert plan not in [each["id"] for each in studio.api("GET", "/plans")]
