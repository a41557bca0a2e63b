"""After a failure, in a browser: a model proposes how to go on, a step is retried; and a person elsewhere is told."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, expect

PLAN = {
    "request": "Collect the notes about winter.",
    "steps": [
        {"id": "read", "tool": "read_file", "description": "Read the notes", "args": {"path": "winter.md"}},
        {
            "id": "keep",
            "tool": "write_file",
            "description": "Keep them beside the timetable",
            "args": {"path": "kept.md", "content": "$read.content", "overwrite": False},
        },
        {"id": "look", "tool": "list_directory", "description": "See what is there"},
    ],
}
ELSEWHERE = {"action": "change", "why": "the notes are in a folder of their own.", "args": {"path": "notes/winter.md"}}
FIRST = {
    "action": "insert",
    "why": "the notes must be copied there first.",
    "steps": [
        {
            "id": "bring",
            "tool": "copy_file",
            "description": "Bring the notes",
            "args": {"source": "notes/winter.md", "destination": "winter.md"},
            "dependsOn": [],
        }
    ],
}
NO_IDEA = ["I would not know."] * 3
# The browser's own notifications, with what becomes of each written down.
WATCHED = """
window.told = []
window.Notification = class extends Notification {
    constructor(title, options) {
        super(title, options)
        const became = []
        for (const kind of ['show', 'error', 'close']) this.addEventListener(kind, () => became.push(kind))
        told.push({title: this.title, body: this.body, became, note: this})
    }
}
"""
# The one thing that is not real: a browser without a screen calls every page visible, be it behind another tab, in a
# window that is minimized, or without the focus.
HIDDEN = "Object.defineProperty(document, 'visibilityState', {get: () => 'hidden'})"
# As Chrome is on Android, which is not at hand here.
ON_A_PHONE = """
const Notification_ = Notification
window.Notification = class {
    static get permission() { return Notification_.permission }
    constructor() { throw new TypeError('Illegal constructor') }
}
"""


@pytest.fixture(scope="module")
def studio(new_studio: Callable[..., Any], model_server: Any) -> Any:
    return new_studio(environment={"GAMEPLAN_MODEL": model_server.model, "NO_PROXY": "127.0.0.1"})


@pytest.fixture
def start(studio: Any, model_server: Any, page: Page) -> Callable[..., str]:
    """Starts the plan with a model that says this, and opens its run."""
    for name in ("kept.md", "winter.md"):
        (studio.workspace / name).unlink(missing_ok=True)

    def start(*replies: Any) -> str:
        model_server.replies[:] = replies
        made = studio.run(studio.api("POST", "/plans", {"plan": PLAN})["id"])
        page.goto(f"{studio.address}/runs/{made['id']}")
        return str(made["id"])

    return start


def row(page: Page, name: str) -> Any:
    return page.locator(f'step-list [data-step="{name}"]')


def expect_state(page: Page, name: str, state: str) -> None:
    expect(row(page, name)).to_have_attribute("data-state", state)


def test_a_proposal_says_what_failed_and_what_would_change_and_is_approved(
    studio: Any, page: Page, start: Callable[..., str], check_page: Callable[..., None]
) -> None:
    start(ELSEWHERE)
    card = page.locator('[data-asks="read"]')
    expect(card).to_contain_text("winter.md")
    expect(card).to_contain_text("Try it again with other arguments: the notes are in a folder of their own.")
    expect(card.locator(".cut-line")).to_contain_text('"winter.md"')
    expect(card.locator(".add")).to_contain_text('"notes/winter.md"')
    expect(page).to_have_title(re.compile("^\\(1\\) Waits for you"))
    check_page(page, "run-recovery")

    card.get_by_role("button", name="Approve", exact=True).click()

    expect_state(page, "keep", "completed")
    expect(page.locator(".page-head")).to_contain_text("done")
    assert (studio.workspace / "kept.md").read_text().startswith("# Winter")


def test_steps_that_are_proposed_are_approved_in_the_inbox(
    studio: Any, page: Page, start: Callable[..., str], screenshots: Any
) -> None:
    start(FIRST)
    card = page.locator('[data-asks="read"]')
    expect(card.locator(".add").first).to_contain_text('step "bring"')
    page.screenshot(path=screenshots / "run-recovery-insert.png", full_page=True)

    page.keyboard.press("i")
    inbox = page.locator("dialog")
    expect(inbox).to_contain_text("another way is proposed")
    page.screenshot(path=screenshots / "inbox-recovery.png", full_page=True)
    inbox.get_by_role("button", name="Approve", exact=True).click()
    expect(inbox).to_contain_text("Nothing waits for you")
    page.keyboard.press("Escape")

    expect_state(page, "bring", "completed")
    expect_state(page, "keep", "completed")
    assert (studio.workspace / "winter.md").exists()


def test_a_proposal_is_denied_and_the_step_is_retried_with_other_arguments(
    studio: Any, page: Page, start: Callable[..., str], check_page: Callable[..., None]
) -> None:
    start(ELSEWHERE)
    card = page.locator('[data-asks="read"]')
    card.get_by_role("button", name=re.compile("^Deny")).first.click()
    card.get_by_label("Why not").fill("not from there")
    page.keyboard.press("Enter")
    expect_state(page, "read", "failed")
    expect_state(page, "keep", "blocked")
    expect(page.locator(".page-head")).to_contain_text("failed")

    row(page, "read").click()
    step = page.locator("run-step")
    expect(step).to_contain_text("the recovery was denied: not from there")
    step.get_by_text("Retry with other arguments").click()
    step.locator('[data-key="path"]').fill("notes/summer.md")
    check_page(page, "run-retry")
    step.get_by_role("button", name="Retry with these").click()

    expect_state(page, "keep", "completed")
    expect(page.locator(".page-head")).to_contain_text("done")
    assert (studio.workspace / "kept.md").read_text().startswith("# Summer")


def test_a_step_is_retried_with_a_key_when_what_it_lacked_is_there(
    studio: Any, page: Page, start: Callable[..., str], check_page: Callable[..., None]
) -> None:
    start(*NO_IDEA)
    expect_state(page, "keep", "blocked")
    expect_state(page, "look", "completed")
    (studio.workspace / "winter.md").write_text("# Snow\n")
    expect(page.locator(".run-end").get_by_role("button", name="Retry read")).to_be_visible()
    check_page(page, "run-failed")

    page.keyboard.press("r")  # to the step
    expect(page.locator("run-step").get_by_role("button", name="Retry", exact=True)).to_be_visible()
    page.keyboard.press("r")

    expect_state(page, "keep", "completed")
    assert (studio.workspace / "kept.md").read_text() == "# Snow\n"


def test_a_denied_step_is_asked_for_again(studio: Any, model_server: Any, page: Page) -> None:
    step = {"id": "edit", "tool": "edit_file", "args": {"path": "ferry.py", "old": "north", "new": "south"}}
    made = studio.run(studio.api("POST", "/plans", {"plan": {"request": "Move.", "steps": [step]}})["id"])
    page.goto(f"{studio.address}/runs/{made['id']}")
    card = page.locator('[data-asks="edit"]')
    held: list[Any] = []
    page.route("**/intents", lambda route: held.append((route, route.fetch())), times=1)  # slower than the events
    card.get_by_role("button", name=re.compile("^Deny")).first.click()
    page.keyboard.press("Enter")
    expect_state(page, "edit", "skipped")
    row(page, "edit").click()
    with page.expect_response(f"**/api/runs/{made['id']}"):  # the page looks anew when it has the answer
        route, answer = held.pop()
        route.fulfill(response=answer)

    page.get_by_role("button", name="Ask again").click()

    card.get_by_role("button", name="Approve", exact=True).click()
    expect_state(page, "edit", "completed")
    assert "south" in (studio.workspace / "ferry.py").read_text()


def test_a_person_who_looks_elsewhere_is_told_that_a_run_waits(
    studio: Any, model_server: Any, new_context: Callable[..., Any], until: Callable[..., None]
) -> None:
    context = new_context(studio)
    context.add_init_script(WATCHED + HIDDEN)
    page, other = context.new_page(), context.new_page()
    for tab in (page, other):
        tab.goto(f"{studio.address}/templates")
        expect(tab).to_have_title(re.compile("^[^(]"))
    page.keyboard.press("i")
    ask = page.get_by_role("button", name="Notify me when something waits")  # only who asked for it is told
    expect(ask).to_be_visible()
    context.grant_permissions(["notifications"], origin=studio.address)  # a person would say so to the browser
    ask.click()
    expect(ask).to_have_count(0)
    page.keyboard.press("Escape")
    question = {"id": "who", "tool": "ask", "args": {"question": "Whose reports?"}}

    run = studio.run(studio.api("POST", "/plans", {"plan": {"request": "Ask.", "steps": [question]}})["id"])["id"]

    for tab in (page, other):
        expect(tab).to_have_title(re.compile("^\\(1\\) "))
        tab.wait_for_function("() => told[0]?.became.includes('show')")  # a function: the page lets no text be run
        said = tab.evaluate("told.map(({title, body}) => [title, body])")
        assert said == [["A run has a question", "Ask.: Whose reports?"]]
    # The last one takes the place of the first: there is one for the person, however many tabs are open.
    until(lambda: sorted(tab.evaluate("told[0].became").count("close") for tab in (page, other)) == [0, 1])
    tab = next(tab for tab in (page, other) if "close" not in tab.evaluate("told[0].became"))
    tab.evaluate("told[0].note.dispatchEvent(new Event('click'))")
    expect(tab).to_have_url(f"{studio.address}/runs/{run}")
    studio.api("POST", f"/runs/{run}/intents", {"kind": "cancel"})


@pytest.mark.parametrize(
    ("allowed", "script"),
    [([], WATCHED + HIDDEN), (["notifications"], WATCHED), (["notifications"], ON_A_PHONE + HIDDEN)],
    ids=["not allowed", "who looks needs none", "on a phone that lets no page make one"],
)
def test_elsewhere_the_title_alone_tells_that_a_run_waits(
    studio: Any, model_server: Any, new_context: Callable[..., Any], allowed: list[str], script: str
) -> None:
    context = new_context(studio)
    context.grant_permissions(allowed, origin=studio.address)
    context.add_init_script(script)
    page = context.new_page()
    page.goto(f"{studio.address}/templates")
    assert page.evaluate("Notification.permission") == ("granted" if allowed else "denied")
    waiting = studio.api("GET", "/inbox")["count"]
    expect(page).to_have_title(re.compile(f"^\\({waiting}\\) " if waiting else "^[^(]"))
    steps = [{"id": name, "tool": "ask", "args": {"question": "Whose?"}} for name in ("who", "whom")]

    run = studio.run(studio.api("POST", "/plans", {"plan": {"request": "Ask.", "steps": steps}})["id"])["id"]

    expect(page).to_have_title(re.compile(f"^\\({waiting + 2}\\) "))
    assert page.evaluate("window.told ?? []") == []
    studio.api("POST", f"/runs/{run}/intents", {"kind": "cancel"})


def test_a_studio_that_is_stopped_leaves_what_runs_to_the_next_one(
    studio: Any, model_server: Any, page: Page, start: Callable[..., str]
) -> None:
    model_server.go_on.clear()  # the model thinks for a long time
    run = start(ELSEWHERE, ELSEWHERE)
    expect_state(page, "look", "completed")
    studio.stop()
    model_server.go_on.set()
    studio.start()
    left = studio.api("GET", f"/runs/{run}")
    assert (left["status"], left["steps"]["read"]["status"]) == ("interrupted", "running")
    page.get_by_role("button", name="Resume").click()
    page.locator('[data-asks="read"]').get_by_role("button", name="Approve", exact=True).click()
    expect_state(page, "keep", "completed")
