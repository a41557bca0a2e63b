"""A phone: what is chosen comes into sight, what waits is on top, long words can be read and take no whole screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

LONG = (
    "Go through every timetable of the northern harbours, compare it with what the harbour masters have sent in, "
    "correct what differs, and write down for each of them what was changed, why, and who is to be told about it."
)
EDIT = {"path": "ferry.py", "old": "crossings = 3", "new": "crossings = 4"}
STEPS = [
    *({"id": f"read_{count}", "tool": "read_file", "args": {"path": "ferry.py"}} for count in range(12)),
    {"id": "raise", "tool": "edit_file", "description": f"Raise them. {LONG}", "args": EDIT},
]


@pytest.fixture
def phone(studio: Any, new_context: Callable[..., Any]) -> Page:
    page = new_context(studio, has_touch=True).new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    return page  # type: ignore[no-any-return]


@pytest.fixture
def plan(studio: Any) -> str:
    return str(studio.api("POST", "/plans", {"plan": {"request": LONG, "steps": STEPS}})["id"])


@pytest.fixture
def run(studio: Any, plan: str) -> Iterator[str]:
    made = str(studio.run(plan)["id"])
    yield made
    studio.api("POST", f"/runs/{made}/intents", {"kind": "cancel"})


def height(page: Page, selector: str) -> float:
    """As it is at one moment: the page may just be drawing it anew."""
    return float(page.evaluate("(it) => document.querySelector(it).getBoundingClientRect().height", selector))


def swipe(page: Page, x: float, y: float, *, up: int) -> None:
    """Move a finger over the screen."""
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, 11):
        there = {"x": x, "y": y - up * part / 10}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [there]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_long_title_takes_little_room_and_is_read_whole_with_a_tap(
    studio: Any, phone: Page, plan: str, run: str
) -> None:
    for path in (f"/plans/{plan}", f"/runs/{run}", f"/sessions/{run}"):
        phone.goto(f"{studio.address}{path}")
        title = phone.get_by_role("heading", level=1)
        expect(title).to_contain_text("Go through every timetable")
        assert height(phone, "h1") < 844 / 10
        title.tap()
        whole = "(it) => it.scrollHeight <= it.clientHeight + 1"
        assert title.evaluate(whole), f"{path}: the title is still cut"
        title.tap()
        assert height(phone, "h1") < 844 / 10


def test_the_titles_of_a_list_have_two_lines(studio: Any, phone: Page, plan: str, run: str) -> None:
    for path in ("/plans", "/runs", "/sessions"):
        phone.goto(f"{studio.address}{path}")
        expect(phone.locator(".entry-title").first).to_be_visible()
        line = phone.locator(".entry-title").first.evaluate("(it) => parseFloat(getComputedStyle(it).lineHeight)")
        assert line * 1.5 < height(phone, ".entry-title") < line * 2.5


SCROLLED = """() => new Promise((done) => {
    let at = -1, still = 0
    const look = () => {
        const now = scrollY + document.querySelector('step-list').scrollTop
        still = now === at ? still + 1 : 0
        at = now
        still > 20 ? done() : requestAnimationFrame(look)
    }
    look()
})"""


def test_a_tap_brings_the_step_into_sight_and_a_finger_that_scrolls_chooses_nothing(
    studio: Any, phone: Page, plan: str
) -> None:
    phone.goto(f"{studio.address}/plans/{plan}")
    rows = phone.locator("step-list")
    row = rows.locator("[data-step=read_2]")
    expect(row).to_be_visible()
    box = row.bounding_box()
    assert box is not None
    swipe(phone, box["x"] + 90, box["y"] + 30, up=120)
    phone.wait_for_function("scrollY > 0 || document.querySelector('step-list').scrollTop > 0")
    expect(rows.locator("[aria-selected=true]")).to_have_attribute("data-step", "read_0")

    phone.evaluate(SCROLLED)  # a tap while it still moves only stops it
    row.tap()
    step = phone.locator("step-inspector")
    expect(step.get_by_label("Id of the step")).to_have_value("read_2")
    expect(step.get_by_role("heading", level=2)).to_be_in_viewport()


def test_what_waits_is_on_top_of_a_run_and_can_be_approved_without_a_search(studio: Any, phone: Page, run: str) -> None:
    phone.goto(f"{studio.address}/runs/{run}")
    yes = phone.locator('[data-asks="raise"]').get_by_role("button", name="Approve", exact=True)
    expect(yes).to_be_in_viewport()
    phone.goto(f"{studio.address}/")
    expect(phone.get_by_role("article", name="May “raise” go ahead?")).to_be_in_viewport()
    expect(phone.get_by_role("button", name="Approve", exact=True)).to_be_in_viewport()


def test_what_is_decided_never_lies_over_what_is_asked(studio: Any, phone: Page, run: str) -> None:
    phone.goto(f"{studio.address}/")
    card = phone.get_by_role("article", name="May “raise” go ahead?").first
    expect(card).to_be_visible()
    for scrolled in range(0, 600, 60):
        phone.set_viewport_size({"width": 390, "height": 200 + scrolled})
        asked, decided = card.locator("h3").bounding_box(), card.locator(".decision").bounding_box()
        assert asked is not None and decided is not None
        assert asked["y"] + asked["height"] <= decided["y"] + 1


def test_words_that_are_long_are_whole_in_their_field(studio: Any, phone: Page, plan: str) -> None:
    phone.goto(f"{studio.address}/plans/{plan}?step=raise")
    words = phone.get_by_label("What the step does")
    expect(words).to_have_value(f"Raise them. {LONG}")
    assert words.evaluate("(it) => it.scrollHeight <= it.clientHeight + 2")
    words.fill("Raise them")
    words.press("Enter")  # it is one line of words: that sends it
    expect(phone.locator(".page-head")).to_contain_text("version 2")
    assert studio.api("GET", f"/plans/{plan}")["plan"]["steps"][-1]["description"] == "Raise them"


def test_a_finger_on_the_graph_or_at_the_end_of_the_list_scrolls_the_page(studio: Any, phone: Page) -> None:
    plan = studio.api("POST", "/plans", {"plan": {"request": "Read.", "steps": STEPS[:3]}})["id"]
    phone.goto(f"{studio.address}/plans/{plan}")
    expect(phone.locator("step-list [role=option]")).to_have_count(3)
    expect(phone.locator("step-inspector .form .field").first).to_be_visible()
    for place, up in (("step-list", 200), ("plan-graph", -200)):
        there = phone.locator(place)
        there.scroll_into_view_if_needed()
        before = phone.evaluate("scrollY")
        box = there.bounding_box()
        assert box is not None
        swipe(phone, box["x"] + 150, box["y"] + box["height"] / 2, up=up)
        phone.wait_for_function("([before, up]) => (scrollY - before) * up > 0", arg=[before, up])
