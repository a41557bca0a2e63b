"""With a model: a plan from words, drafted anew with a remark, and the record of what the model was told and did."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

LOOK = {"id": "look", "tool": "list_directory", "description": "See what is there"}
READ = {"id": "read", "tool": "read_file", "description": "Read the timetable", "args": {"path": "ferry.py"}}
COPY = {
    "id": "copy",
    "tool": "copy_file",
    "description": "Keep a copy",
    "args": {"source": "ferry.py", "destination": "ferry.py.bak"},
    "dependsOn": ["look"],
}


@pytest.fixture(scope="module")
def studio(new_studio: Callable[..., Any], model_server: Any) -> Any:
    return new_studio(environment={"GAMEPLAN_MODEL": model_server.model, "NO_PROXY": "127.0.0.1"})


def steps(page: Page) -> Any:
    return page.locator("step-list [role=option]")


def test_words_become_a_plan_which_is_drafted_anew_from_a_step_and_as_a_whole(
    studio: Any, model_server: Any, page: Page, check_page: Callable[..., None]
) -> None:
    model_server.replies[:] = [{"steps": [LOOK, READ]}, {"steps": [COPY]}, {"steps": [READ]}]
    model_server.go_on.clear()
    page.get_by_label("What is to be done?").fill("Look at the timetable.")
    page.get_by_role("button", name="Draft a plan").click()
    expect(page.get_by_text("The plan is being drafted.")).to_be_visible()
    check_page(page, "review-drafting")
    model_server.go_on.set()
    expect(steps(page)).to_have_count(2)
    expect(steps(page).first).to_contain_text("See what is there")
    assert "Look at the timetable." in model_server.asked[-1] and "ferry.py" in model_server.asked[-1]

    # From a step on: what comes before it stays.
    steps(page).nth(1).click()
    page.get_by_role("button", name="Regenerate from here").click()
    expect(page.get_by_label("What", exact=True)).to_have_value("read")
    page.get_by_label("A remark to the planner").fill("Keep a copy instead.")
    check_page(page, "review-regenerate")
    page.locator("dialog").get_by_role("button", name="Regenerate").click()
    expect(steps(page).nth(1)).to_contain_text("Keep a copy")
    expect(steps(page)).to_have_count(2)
    assert "Keep a copy instead." in model_server.asked[-1]

    # All of it, and back.
    page.get_by_role("button", name="Regenerate", exact=True).click()
    page.locator("dialog").get_by_role("button", name="Regenerate").click()
    expect(steps(page)).to_have_count(1)
    page.locator("step-list").focus()
    page.keyboard.press("Control+z")
    expect(steps(page)).to_have_count(2)
    page.get_by_role("button", name="Versions").click()
    expect(page.locator("dialog")).to_contain_text("drafted anew: Keep a copy instead.")


def test_a_model_that_thinks_too_long_is_stopped(
    studio: Any, model_server: Any, page: Page, until: Callable[..., None]
) -> None:
    model_server.replies[:] = [{"steps": [LOOK]}]
    before = len(model_server.asked)
    model_server.go_on.clear()
    page.get_by_label("What is to be done?").fill("Look at the timetable.")
    page.get_by_role("button", name="Draft a plan").click()
    until(lambda: len(model_server.asked) > before)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".note.bad")).to_contain_text("The drafting was stopped.")
    expect(page.get_by_text("The plan is being drafted.")).to_have_count(0)
    expect(page.locator(".page-head")).to_contain_text("no plan yet")
    expect(page.locator(".panes")).to_be_hidden()  # there is nothing in them
    model_server.go_on.set()
    until(lambda: not model_server.replies)  # it has spoken to nobody


def test_a_model_that_writes_no_plan_is_told_of_and_asked_again(studio: Any, model_server: Any, page: Page) -> None:
    model_server.replies[:] = ["I would rather not."] * 3 + [{"steps": [LOOK]}]
    page.get_by_label("What is to be done?").fill("Sink the ferry.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".note.bad")).to_be_visible()
    page.get_by_role("button", name="Regenerate", exact=True).click()
    page.locator("dialog").get_by_role("button", name="Regenerate").click()
    expect(steps(page)).to_have_count(1)
    expect(page.locator(".note.bad")).to_have_count(0)


def test_what_an_agent_was_told_and_called_and_what_it_cost_stands_in_the_record(
    studio: Any, model_server: Any, page: Page, check_page: Callable[..., None]
) -> None:
    model_server.replies[:] = [("read_file", {"path": "ferry.py"}), "There are three crossings."]
    args = {"task": "How many crossings are there?", "tools": ["read_file"], "steps": 5}
    step = {"id": "count", "tool": "agent", "description": "Count the crossings", "args": args}
    run = studio.run(studio.api("POST", "/plans", {"plan": {"request": "Count.", "steps": [step]}})["id"])["id"]
    page.goto(f"{studio.address}/runs/{run}")
    expect(page.locator(".run-end")).to_contain_text("1 of 1 completed")
    expect(page.locator(".run-end")).to_contain_text("2,468 tokens")
    page.get_by_role("link", name="the record").click()
    page.get_by_role("tab", name="Agents").click()

    turn = page.locator("section.card")
    expect(turn).to_have_count(1)
    expect(turn).to_contain_text("2 steps · 2,468 tokens")
    steps_of_it = turn.locator(".turn-steps > li")
    expect(steps_of_it.first).to_contain_text("input 1,200")  # what each step took
    expect(steps_of_it.last).to_contain_text("output 34")
    steps_of_it.first.get_by_text("Told (1 message)").click()
    expect(steps_of_it.first.locator("gp-text").first).to_contain_text("How many crossings are there?")
    expect(page.locator(".call")).to_contain_text("read_file")
    expect(page.locator(".call .badge")).to_have_text("ok")
    expect(page.locator(".said").last).to_have_text("There are three crossings.")
    page.get_by_text("What came of it").click()
    expect(page.locator(".call gp-text")).to_contain_text("crossings = 3")
    page.get_by_text("What it was told at first").click()
    expect(turn).to_contain_text("You carry out one step of a plan")
    page.get_by_text("The request").click()
    expect(turn).to_contain_text("How many crossings are there?")
    check_page(page, "session-with-an-agent")

    # And whoever plans the same again is told what to expect.
    again = studio.api("POST", "/plans", {"plan": {"request": "Count again.", "steps": [step]}})["id"]
    page.goto(f"{studio.address}/plans/{again}")
    expect(page.locator("step-inspector .would")).to_contain_text(re.compile(r"costs about \$0|2,468 tokens"))
