"""A run in a browser: follow it, answer it, steer it, lose the server in the middle, and take it back."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, expect

RAISE = {
    "request": "Raise the number of crossings, and keep a copy.",
    "steps": [
        {"id": "read", "tool": "read_file", "description": "Read the timetable", "args": {"path": "ferry.py"}},
        {
            "id": "backup",
            "tool": "copy_file",
            "description": "Keep a copy",
            "args": {"source": "ferry.py", "destination": "copies/ferry.py"},
        },
        {
            "id": "raise",
            "tool": "edit_file",
            "description": "Raise the crossings",
            "args": {"path": "ferry.py", "old": "crossings = 3", "new": "crossings = 4"},
            "dependsOn": ["backup", "read"],
        },
        {"id": "after", "tool": "read_file", "description": "Read it again", "args": {"path": "$raise.path"}},
    ],
}
ASK = {
    "request": "Ask whose reports, then write it down.",
    "steps": [
        {"id": "look", "tool": "list_directory", "description": "See what is there"},
        {
            "id": "who",
            "tool": "ask",
            "description": "Ask whose",
            "args": {"question": "Whose reports?", "type": "choice", "choices": ["north", "south"]},
        },
        {"id": "note", "tool": "write_file", "args": {"path": "who.txt", "content": "$who", "overwrite": False}},
    ],
}


@pytest.fixture
def house(studio: Any) -> Any:
    """The studio of this file, with the files as they were."""
    (studio.workspace / "ferry.py").write_text("crossings = 3\nharbour = 'north'\n")
    for name in ("copies/ferry.py", "who.txt", "whose.txt"):
        (studio.workspace / name).unlink(missing_ok=True)
    return studio


@pytest.fixture
def run(house: Any, new_context: Callable[..., Any]) -> Callable[..., tuple[Page, str]]:
    """Starts a plan and opens its run."""

    def start(plan: dict[str, Any]) -> tuple[Page, str]:
        made = house.run(house.api("POST", "/plans", {"plan": plan})["id"])
        page = new_context(house).new_page()
        page.goto(f"{house.address}/runs/{made['id']}")
        expect(page.locator("step-list [role=option]").first).to_be_visible()
        return page, made["id"]

    return start


def row(page: Page, name: str) -> Any:
    return page.locator(f'step-list [data-step="{name}"]')


def expect_state(page: Page, name: str, state: str) -> None:
    expect(row(page, name)).to_have_attribute("data-state", state)


def test_a_run_asks_is_approved_with_other_arguments_and_undone(
    house: Any, run: Callable[..., tuple[Page, str]], check_page: Callable[..., None]
) -> None:
    page, _ = run(RAISE)
    expect_state(page, "raise", "waiting")
    expect_state(page, "backup", "completed")
    expect(page).to_have_title(re.compile("Waits for you"))
    card = page.locator('[data-asks="raise"]')
    expect(card).to_contain_text("+crossings = 4")
    node = page.locator('plan-graph [data-step="raise"]')
    expect(node).to_have_class(re.compile("is-waiting"))
    check_page(page, "run-waiting")

    card.get_by_text("Other arguments").click()
    approve = card.get_by_role("button", name="Approve", exact=True)
    card.locator('[data-key="new"]').fill("crossings = 5")
    approve.click(force=True)  # what is typed is not what is shown: it cannot be approved by mistake
    expect(approve).to_be_disabled()
    card.get_by_text("Other arguments").click()
    expect(approve).to_be_enabled()
    card.get_by_text("Other arguments").click()
    card.locator('[data-key="new"]').fill("crossings = 6")
    page.get_by_role("button", name="Use these arguments").click()
    expect(card.locator("gp-diff")).to_contain_text("+crossings = 6")
    card.get_by_role("button", name="Approve", exact=True).click()

    expect_state(page, "after", "completed")
    expect(node).to_have_class(re.compile("is-completed"))  # the graph goes with the run
    assert (house.workspace / "ferry.py").read_text().startswith("crossings = 6")
    end = page.locator(".run-end")
    expect(end).to_contain_text("4 of 4 completed")
    files = end.locator(".files > li")  # file by file, with what changed
    expect(files.locator("summary")).to_contain_text(["copies/ferry.py", "ferry.py"])
    expect(files.locator("summary").last).to_contain_text("changed")
    expect(files.locator("summary .plus")).to_have_text(["+2", "+1"])
    expect(files.last.locator(".cut-line, .add")).to_have_text(["-crossings = 3", "+crossings = 6"])
    check_page(page, "run-done")
    files.last.get_by_role("button", name="raise").click()  # and by which step
    expect(page.locator("run-step h2")).to_have_text("raise")

    row(page, "raise").click()
    expect(page.locator("run-step gp-diff")).to_contain_text("+crossings = 6")  # what it did stays to be found
    row(page, "read").click()
    expect(page.locator("run-step gp-text")).to_contain_text("crossings = 3")
    check_page(page, "run-step")

    page.get_by_role("button", name="Undo what it did").click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".toast").last).to_contain_text("ndone")
    assert (house.workspace / "ferry.py").read_text().startswith("crossings = 3")
    assert not (house.workspace / "copies/ferry.py").exists()
    expect(page.locator(".page-head")).to_contain_text("undone")
    page.get_by_role("button", name="Summary").click()
    expect(files.filter(has_text="put back")).to_have_count(3)  # and the folder
    expect(files.last).to_contain_text("+crossings = 6")  # what it did stays to be found


def test_when_the_step_that_was_chosen_is_approved_and_the_run_ends_the_summary_comes(
    run: Callable[..., tuple[Page, str]],
) -> None:
    page, _ = run(RAISE)
    row(page, "raise").click()
    page.locator('[data-asks="raise"]').get_by_role("button", name="Approve", exact=True).click()
    expect(page.locator(".run-end")).to_contain_text("4 of 4 completed")
    assert "step=" not in page.url

    row(page, "raise").click()  # whoever chooses a step then keeps it
    expect(page.locator("run-step")).to_contain_text("Raise the crossings")
    expect(page.locator(".run-end")).to_be_hidden()


def test_whoever_looks_at_another_step_keeps_it_when_the_run_ends(
    house: Any, run: Callable[..., tuple[Page, str]]
) -> None:
    page, run_id = run(RAISE)
    expect_state(page, "raise", "waiting")
    row(page, "read").click()
    house.api("POST", f"/runs/{run_id}/intents", {"kind": "approve", "payload": {"step": "raise"}})
    expect(page.locator(".page-head")).to_contain_text("done")
    expect(page.locator("run-step h2")).to_have_text("read")


def test_a_denied_step_is_skipped_with_its_reason(run: Callable[..., tuple[Page, str]]) -> None:
    page, _ = run(RAISE)
    card = page.locator('[data-asks="raise"]')

    card.get_by_role("button", name=re.compile("^Deny")).first.click()
    card.get_by_label("Why not").fill("not this week")
    page.keyboard.press("Enter")

    expect_state(page, "raise", "skipped")
    expect(page.locator(".run-end")).to_contain_text("It is done, but for")
    row(page, "raise").click()
    expect(page.locator("run-step")).to_contain_text("not this week")


def test_one_yes_lets_the_other_steps_of_its_kind_act(house: Any, run: Callable[..., tuple[Page, str]]) -> None:
    edits = {"crossings": ("crossings = 3", "crossings = 4"), "harbour": ("north", "south")}
    steps = [
        {"id": name, "tool": "edit_file", "args": {"path": "ferry.py", "old": old, "new": new}}
        for name, (old, new) in edits.items()
    ]
    page, _ = run({"request": "Two edits.", "steps": [steps[0], {**steps[1], "dependsOn": ["crossings"]}]})
    page.locator('[data-asks="crossings"]').get_by_role("button", name="Approve all like this").click()
    expect_state(page, "harbour", "completed")
    assert (house.workspace / "ferry.py").read_text() == "crossings = 4\nharbour = 'south'\n"


def test_a_question_is_answered_while_the_run_is_paused_and_it_goes_on_when_told(
    house: Any, run: Callable[..., tuple[Page, str]], screenshots: Any
) -> None:
    page, _ = run(ASK)
    expect(page.locator('[data-asks="who"]')).to_contain_text("Whose reports?")
    page.screenshot(path=screenshots / "run-question.png")

    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".page-head")).to_contain_text("paused")
    page.get_by_label("Your answer").select_option(label="south")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator('[data-asks="who"]')).to_have_count(0)
    assert not (house.workspace / "who.txt").exists()

    page.get_by_role("button", name="Go on").click()
    expect_state(page, "note", "completed")
    assert (house.workspace / "who.txt").read_text() == "south"


def test_a_question_of_every_kind_is_answered(house: Any, run: Callable[..., tuple[Page, str]]) -> None:
    kinds = ("text", "number", "integer", "yes_no", "list")
    steps = [{"id": kind, "tool": "ask", "args": {"question": f"Which {kind}?", "type": kind}} for kind in kinds]
    page, run_id = run({"request": "Ask everything.", "steps": steps})
    box = page.get_by_label("Your answer")

    def answer(kind: str, text: str) -> None:
        row(page, kind).click()
        expect(page.locator("[data-asks]")).to_contain_text(f"Which {kind}?")
        if text:
            box.fill(text)
        page.get_by_role("button", name="Answer").click()

    answer("text", "")
    expect(page.locator("[data-asks] .error")).to_have_text("This is needed.")
    answer("text", "Both of them")
    expect_state(page, "text", "completed")
    answer("number", "2.5")
    expect_state(page, "number", "completed")
    answer("integer", "two")
    expect(page.locator("[data-asks] .error")).to_have_text("This must be a number.")
    answer("integer", "2")
    expect_state(page, "integer", "completed")
    row(page, "yes_no").click()
    page.get_by_role("button", name="No", exact=True).click()
    expect_state(page, "yes_no", "completed")
    answer("list", "north\nsouth")
    expect(page.locator(".run-end")).to_contain_text("5 of 5 completed")
    given = {kind: house.api("GET", f"/runs/{run_id}/steps/{kind}")["value"] for kind in kinds}
    assert given == {"text": "Both of them", "number": 2.5, "integer": 2, "yes_no": False, "list": ["north", "south"]}


def test_a_reload_in_the_middle_loses_nothing_and_every_tab_sees_the_same(
    house: Any, run: Callable[..., tuple[Page, str]]
) -> None:
    page, run_id = run(RAISE)
    tabs = [page.context.new_page() for _ in range(9)]
    for tab in tabs:
        tab.goto(f"{house.address}/runs/{run_id}", wait_until="commit")
    expect_state(page, "raise", "waiting")
    page.reload()
    expect_state(page, "backup", "completed")
    expect_state(page, "raise", "waiting")

    page.locator('[data-asks="raise"]').get_by_role("button", name="Approve", exact=True).click()

    for tab in (page, *tabs):
        expect_state(tab, "after", "completed")


def test_the_server_is_killed_and_started_again_and_the_page_offers_to_resume(
    house: Any, run: Callable[..., tuple[Page, str]], check_page: Callable[..., None]
) -> None:
    page, _ = run(RAISE)
    expect_state(page, "raise", "waiting")

    house.stop(signal.SIGKILL)
    expect(page.get_by_text("does not answer").first).to_be_visible()
    house.start()
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    check_page(page, "run-interrupted")

    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("button", name="Resume")).to_have_count(0)
    page.locator('[data-asks="raise"]').get_by_role("button", name="Approve", exact=True).click()
    expect_state(page, "after", "completed")
    assert (house.workspace / "ferry.py").read_text().startswith("crossings = 4")


def test_what_has_not_run_is_edited_and_applied_to_the_run(house: Any, run: Callable[..., tuple[Page, str]]) -> None:
    page, _ = run(ASK)
    expect_state(page, "who", "waiting")
    expect_state(page, "look", "completed")

    page.get_by_role("button", name="Edit the rest").click()
    expect(page.get_by_role("button", name="Apply to the run")).to_be_visible()
    row(page, "look").click()  # what has run stays as it is
    expect(page.locator("step-inspector")).to_contain_text("it cannot be changed any more")
    expect(page.locator('step-inspector [data-key="description"]')).to_be_disabled()
    row(page, "note").click()
    field = page.locator('step-inspector [data-key="path"]')
    field.fill("whose.txt")
    field.press("Tab")
    expect(page.locator(".page-head")).to_contain_text("version 2")
    page.get_by_role("button", name="Apply to the run").click()

    page.wait_for_url("**/runs/**")
    page.get_by_label("Your answer").select_option(label="north")
    page.get_by_role("button", name="Answer").click()
    expect_state(page, "note", "completed")
    assert (house.workspace / "whose.txt").read_text() == "north"


def test_an_undo_says_which_files_somebody_has_changed_since_and_puts_back_those_that_are_chosen(
    house: Any, run: Callable[..., tuple[Page, str]], screenshots: Any
) -> None:
    page, _ = run(RAISE)
    page.locator('[data-asks="raise"]').get_by_role("button", name="Approve", exact=True).click()
    expect_state(page, "after", "completed")
    (house.workspace / "ferry.py").write_text("crossings = 99\n")

    page.get_by_role("button", name="Undo what it did").click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("dialog")).to_contain_text("ferry.py")
    page.screenshot(path=screenshots / "run-undo-conflict.png")
    page.locator("dialog").get_by_label(re.compile("^ferry.py")).check()
    page.get_by_role("button", name="Put these back").click()

    expect(page.locator(".toast").last).to_contain_text("ndone")
    assert (house.workspace / "ferry.py").read_text().startswith("crossings = 3")


def test_a_run_is_cancelled_and_says_so_and_counts_what_was_completed(
    run: Callable[..., tuple[Page, str]], house: Any
) -> None:
    page, name = run(ASK)
    expect_state(page, "look", "completed")
    expect_state(page, "who", "waiting")

    page.get_by_role("button", name="Cancel", exact=True).click()
    page.get_by_role("button", name="Cancel the run").click()

    expect(page.locator(".page-head")).to_contain_text("cancelled")
    expect_state(page, "note", "skipped")
    expect(page.locator(".run-bar")).to_contain_text("1 of 3 steps completed")
    page.goto(f"{house.address}/runs")
    expect(page.locator(f'a[href$="{name}"]')).to_contain_text("1 of 3")
