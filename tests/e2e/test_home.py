"""The home page and the lists: what runs, what waits for me, what was done, what I am working on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

ASKS = """
request: Ask before going on.
steps:
  - {id: who, tool: ask, args: {question: Whose reports?, type: choice, choices: [north, south]}}
"""


def test_empty_pages_teach_with_one_action(studio: Any, page: Page, check_page: Callable[..., None]) -> None:
    expect(page.get_by_role("link", name="Ask in your own words: set a model")).to_be_visible()
    for name, says in {
        "home": "Nothing has happened yet",
        "runs": "Nothing has run yet",
        "plans": "No plan yet",
        "sessions": "The record is empty",
    }.items():
        page.goto(f"{studio.address}/{'' if name == 'home' else name}")
        expect(page.get_by_text(says)).to_be_visible()
        check_page(page, f"empty-{name}")
    page.keyboard.press("i")
    expect(page.get_by_role("dialog", name="Inbox")).to_contain_text("Nothing waits for you")
    check_page(page, "empty-inbox", full=False)
    page.goto(f"{studio.address}/runs")
    page.get_by_role("link", name="Choose a template").click()
    expect(page.get_by_role("heading", level=1, name="Templates")).to_be_visible()


def test_where_nothing_is_found_the_page_says_how_to_go_on(
    studio: Any, page: Page, check_page: Callable[..., None]
) -> None:
    for name, says in {"templates": "No template is like that", "docs": "Nothing is like that"}.items():
        page.goto(f"{studio.address}/{name}")
        page.get_by_role("searchbox").fill("zebra")
        expect(page.get_by_text(says)).to_be_visible()
        check_page(page, f"nothing-in-{name}")
    for path in ("/nowhere", "/plans/none", "/runs/none", "/sessions/none"):
        page.goto(f"{studio.address}{path}")
        expect(page.get_by_role("link", name="Home").last).to_be_visible()
        check_page(page, f"not-found{path.replace('/', '-')}")


def test_a_template_becomes_a_plan(studio: Any, page: Page, check_page: Callable[..., None]) -> None:
    page.get_by_role("link", name="Templates", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="Templates")).to_be_visible()
    check_page(page, "templates")
    page.get_by_role("searchbox").fill("backup copy")
    page.get_by_role("button", name="Backup and edit").click()
    dialog = page.get_by_role("dialog", name="Backup and edit")
    expect(dialog.get_by_text("Keep a copy", exact=True)).to_be_visible()
    check_page(page, "template")
    dialog.get_by_role("button", name="Make the plan").click()
    expect(dialog.get_by_label("file (needed)")).to_be_focused()  # what is missing is said, and gone to
    dialog.get_by_label("file (needed)").fill("ferry.py")
    dialog.get_by_label("old (needed)").fill("crossings = 3")
    dialog.get_by_label("new (needed)").fill("crossings = 4")
    dialog.get_by_text("2 more, which may stay as they are").click()
    dialog.get_by_label("all").check()
    dialog.get_by_role("button", name="Make the plan").click()
    expect(page).to_have_url(re.compile(r"/plans/[^/]+$"))
    made = studio.api("GET", f"/plans/{page.url.rpartition('/')[2]}")
    assert made["plan"]["inputs"]["file"]["default"] == "ferry.py" or "ferry.py" in str(made)


def test_a_plan_can_be_pasted_as_text(studio: Any, page: Page) -> None:
    page.get_by_role("link", name="Plans", exact=True).click()
    page.get_by_role("button", name="Write or paste").click()
    page.get_by_label("Plan in YAML or JSON").fill("steps: [")
    page.get_by_role("button", name="Make the plan").click()
    expect(page.get_by_role("dialog").get_by_role("alert")).not_to_be_empty()
    page.get_by_label("Plan in YAML or JSON").fill(ASKS)
    page.get_by_role("button", name="Make the plan").click()
    expect(page).to_have_url(re.compile(r"/plans/[^/]+$"))


def test_what_waits_is_counted_in_the_title_and_answered_in_place(
    studio: Any, page: Page, check_page: Callable[..., None], until: Callable[..., None]
) -> None:
    before = studio.api("GET", "/inbox")["count"]
    run = studio.run(studio.api("POST", "/plans", {"text": ASKS})["id"])["id"]
    expect(page).to_have_title(f"({before + 1}) Gameplan")
    waits = page.get_by_role("region", name="Waits for you")
    card = waits.get_by_role("article", name="Whose reports?")
    expect(card).to_be_visible()
    running = page.get_by_role("region", name="Running").locator(f'a[href$="/runs/{run}"]')
    expect(running).to_be_visible()
    check_page(page, "home-question")
    card.get_by_label("Your answer").select_option("south")
    card.get_by_role("button", name="Answer").click()
    expect(card).to_be_hidden()
    expect(page.get_by_text("Answered.")).to_be_visible()
    until(lambda: studio.api("GET", f"/runs/{run}/steps/who")["value"] == "south")


def test_an_approval_shows_the_change_and_can_be_given_or_denied_at_home(
    studio: Any, page: Page, check_page: Callable[..., None], until: Callable[..., None]
) -> None:
    given = studio.run(studio.plan()["id"])["id"]
    card = page.get_by_role("article", name="May “edit” go ahead?")
    expect(card.locator(".diff .add")).to_have_text(["+crossings = 4"])
    check_page(page, "home")
    card.get_by_role("button", name="Approve", exact=True).click()
    expect(card).to_be_hidden()
    done = page.get_by_role("region", name="Done lately").locator(f'a[href$="/runs/{given}"]')
    expect(done.locator(".badge")).to_have_text("done")
    assert studio.api("GET", f"/runs/{given}")["status"] == "completed"
    assert "crossings = 4" in (studio.workspace / "ferry.py").read_text()

    told = {"file": "ferry.py", "old": "crossings = 4", "new": "crossings = 5", "backup": "backup/second"}
    denied = studio.run(studio.plan(**told)["id"])["id"]
    card.get_by_role("button", name="Deny").click()
    page.get_by_label("Why not").fill("not this week")
    page.keyboard.press("Enter")
    expect(card).to_be_hidden()
    until(lambda: "not this week" in studio.api("GET", f"/runs/{denied}")["steps"]["edit"]["reason"])


def test_home_shows_first_what_waits_then_what_runs_then_the_rest_and_pushes_nothing_down(
    studio: Any, page: Page, new_context: Callable[..., Any]
) -> None:
    run = studio.run(studio.api("POST", "/plans", {"text": ASKS})["id"])["id"]
    studio.plan()
    page = new_context(studio).new_page()
    page.add_init_script(
        """window.moved = []
        new PerformanceObserver((list) => window.moved.push(...list.getEntries().map((each) => each.value)))
            .observe({type: 'layout-shift', buffered: true})"""
    )
    page.goto(f"{studio.address}/")
    expect(page.get_by_role("article", name="Whose reports?")).to_be_visible()
    order = page.locator("main h2, main .button.primary:has-text('All templates')").all_inner_texts()
    assert order == ["Waits for you", "Running", "All templates", "Plans in review", "Done lately"]
    assert page.evaluate("moved.reduce((all, each) => all + each, 0)") < 0.01
    studio.api("POST", f"/runs/{run}/intents", {"kind": "cancel", "payload": {}})


def test_of_very_much_that_waits_home_shows_a_little_until_somebody_wants_all(studio: Any, page: Page) -> None:
    before = studio.api("GET", "/inbox")["count"]
    steps = [{"id": f"who_{count}", "tool": "ask", "args": {"question": f"Who {count}?"}} for count in range(6)]
    run = studio.run(studio.api("POST", "/plans", {"plan": {"request": "Ask.", "steps": steps}})["id"])["id"]
    waits = page.get_by_role("region", name="Waits for you")
    waits.get_by_role("button", name=f"Show all {before + 6}").click()
    expect(waits.get_by_role("article")).to_have_count(before + 6)
    studio.api("POST", f"/runs/{run}/intents", {"kind": "cancel", "payload": {}})
    expect(waits.get_by_role("article")).to_have_count(before)


def test_the_inbox_is_at_hand_on_every_page(studio: Any, page: Page, check_page: Callable[..., None]) -> None:
    run = studio.run(studio.api("POST", "/plans", {"text": ASKS})["id"])["id"]
    page.goto(f"{studio.address}/settings")
    expect(page).to_have_title(re.compile(r"^\(\d+\) Settings"))
    waiting = studio.api("GET", "/inbox")["count"]
    expect(page.get_by_role("button", name=f"Inbox {waiting}").first).to_be_visible()
    page.keyboard.press("i")
    drawer = page.get_by_role("dialog", name="Inbox")
    card = drawer.get_by_role("article", name="Whose reports?")
    expect(card).to_have_count(1)
    check_page(page, "inbox", full=False)
    studio.api("POST", f"/runs/{run}/intents", {"kind": "cancel", "payload": {}})
    expect(card).to_have_count(0)  # answered elsewhere: it goes by itself


def test_runs_are_found_by_their_words_and_their_status(
    studio: Any, page: Page, check_page: Callable[..., None]
) -> None:
    run = studio.run(studio.plan(template="collect-todos", folder=".", output="todos.txt")["id"])["id"]
    page.goto(f"{studio.address}/runs")
    rows = page.locator(".list .entry")
    expect(rows.first).to_contain_text("TODO")
    check_page(page, "runs")
    page.get_by_role("searchbox").fill("todo")
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="Failed").click()
    expect(page.get_by_text("No run is like that")).to_be_visible()
    page.get_by_role("button", name="Show all runs").click()
    expect(rows.nth(1)).to_be_visible()
    expect(page.locator(f'a[href$="/runs/{run}"]')).to_be_visible()
    page.goto(f"{studio.address}/plans")
    expect(page.locator(".list .entry").first).to_be_visible()
    check_page(page, "plans")
