"""Every page with the Tab key: what has the focus is seen to have it, and lies below nothing; nothing is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

# Goes to the top, and notes what Tab should come to, as it looks without the focus. Of some choices, Tab comes to one.
REMEMBER = """(root) => {
    const top = document.createElement('span')
    top.tabIndex = -1
    root.prepend(top)
    top.focus()
    scrollTo(0, 0)
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'
    window.reached = new Set()
    window.told = (it) => { const {outline, boxShadow} = getComputedStyle(it); return `${outline} ${boxShadow}` }
    window.wanted = new Map([...root.querySelectorAll(focusable)]
        .filter((it) => it.tabIndex >= 0 && !it.disabled && it.checkVisibility({visibilityProperty: true}))
        .filter((it) => it.type !== 'radio' || it.checked)
        .map((it) => [it, told(it)]))
}"""
# What is wrong with how the focus is shown where it is; "" if nothing is, null if it is outside the page.
SEEN = """() => {
    const it = document.activeElement
    if (!it || it === document.body || reached.has(it)) return null
    reached.add(it)
    const name = it.outerHTML.slice(0, 140)
    const {outlineStyle, outlineWidth, outlineOffset, boxShadow} = getComputedStyle(it)
    if (wanted.get(it) === told(it) || (outlineStyle === 'none' && boxShadow === 'none')) return `not seen: ${name}`
    const {left, top, right, bottom} = it.getBoundingClientRect()
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const there = document.elementFromPoint(x, y)
    if (!there || !(it.contains(there) || there.contains(it) || it.labels?.[0]?.contains(there)))
        return `below ${there?.outerHTML.slice(0, 80)}: ${name}`
    if (top < -1 || (bottom > innerHeight + 1 && bottom - top < innerHeight)) return `out of sight: ${name}`
    const reach = parseFloat(outlineOffset) + parseFloat(outlineWidth)
    const sides = [left - reach, top - reach, right + reach, bottom + reach]
    for (let up = it.parentElement; up; up = up.parentElement) {
        if (getComputedStyle(up).overflowX === 'visible') continue
        const box = up.getBoundingClientRect()
        const room = [sides[0] - box.left, sides[1] - box.top, box.right - sides[2], box.bottom - sides[3]]
        if (room.filter((each) => each < -1).length > 1) return `its outline is cut off: ${name}`
    }
    return ''
}"""
LEFT_OUT = """() => [...wanted.keys()]
    .filter((it) => it.isConnected && !reached.has(it))
    .map((it) => it.outerHTML.slice(0, 140))"""


@pytest.fixture(scope="module")
def plan(studio: Any, raising: list[dict[str, Any]]) -> str:
    return str(studio.api("POST", "/plans", {"plan": {"request": "Raise them.", "steps": raising}})["id"])


@pytest.fixture(scope="module")
def run(studio: Any, plan: str) -> Iterator[str]:
    made = str(studio.run(plan)["id"])
    yield made
    studio.api("POST", f"/runs/{made}/intents", {"kind": "cancel"})


def walk(page: Page, of: Locator | None = None) -> list[str]:
    """Tab from the top of the page, or of a dialog, to its end: what is wrong on the way."""
    (of or page.locator("body")).evaluate(REMEMBER)
    wrong = []
    for _ in range(400):
        page.keyboard.press("Tab")
        said = page.evaluate(SEEN)
        if said is None:
            break
        wrong += [said] if said else []
    return wrong + [f"not reached: {name}" for name in page.evaluate(LEFT_OUT)]


@pytest.mark.parametrize("width", [1280, 390])
def test_the_focus_is_seen_wherever_tab_leads(
    width: int, studio: Any, new_context: Callable[..., BrowserContext], plan: str, run: str
) -> None:
    page = new_context(studio).new_page()
    page.set_viewport_size({"width": width, "height": 700})
    pages = {
        "/": "Whose reports?",
        "/plans": "Raise them.",
        f"/plans/{plan}?step=raise": "Form",
        "/runs": "Raise them.",
        f"/runs/{run}?step=raise": "May “raise” go ahead?",
        f"/runs/{run}?step=who": "Whose reports?",
        "/templates": "Backup and edit",
        "/sessions": "Raise them.",
        f"/sessions/{run}": "run.started",
        "/settings": "Save models",
        "/nowhere": "There is nothing here",
        "/docs": "In Python",
    }
    wrong: list[str] = []
    for path, last in pages.items():
        page.goto(f"{studio.address}{path}")
        expect(page.get_by_text(last).first).to_be_visible()
        if path.startswith("/plans/"):
            expect(page.locator(".page-head")).to_contain_text("asks first")  # what is foreseen has been drawn
        if path == "/docs":
            page.get_by_role("searchbox").fill("post intents")
            expect(page.locator(".operation:visible")).to_have_count(2)
        wrong += [f"{path}: {each}" for each in walk(page)]
    assert wrong == [], "\n".join(wrong)


def test_escape_closes_what_is_open_and_gives_the_focus_back(
    studio: Any, new_context: Callable[..., BrowserContext], plan: str, run: str
) -> None:
    page = new_context(studio).new_page()
    opens = {
        "/": ["Inbox", "Keys"],
        "/plans": ["Write or paste"],
        f"/plans/{plan}?step=raise": ["Versions", "Start …", "Add a step", "Add after"],
        f"/runs/{run}?step=raise": ["Cancel"],
        "/templates": ["Backup and edit"],
    }
    for path, names in opens.items():
        page.goto(f"{studio.address}{path}")
        if path.startswith("/plans/"):
            expect(page.locator(".page-head")).to_contain_text("asks first")
        for name in names:
            opener = page.get_by_role("button", name=name).first
            opener.focus()
            page.keyboard.press("Enter")
            dialog = page.get_by_role("dialog")
            expect(dialog).to_be_visible()
            assert dialog.evaluate("(it) => it.contains(document.activeElement)"), f"{path}, {name}"
            assert walk(page, of=dialog) == [], f"{path}, {name}"
            page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
            expect(opener).to_be_focused()
