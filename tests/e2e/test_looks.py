"""How pages look: the same whatever was opened before; and nothing moves while they are drawn."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

# What style sheets say of each element, as far as it does not come from the size of the window or from what it holds.
LOOK = """() => {
    document.activeElement?.blur()
    const told = [
        'display', 'color', 'backgroundColor', 'fontFamily', 'fontSize', 'fontWeight', 'lineHeight', 'whiteSpace',
        'paddingTop', 'paddingLeft', 'marginTop', 'marginLeft', 'borderTopColor', 'borderTopWidth', 'borderRadius',
        'boxShadow', 'rowGap', 'columnGap', 'maxHeight', 'minHeight', 'overflowX', 'overflowY', 'textAlign', 'cursor',
    ]
    const all = document.querySelectorAll('main, main *:not(svg *), dialog[open], dialog[open] *:not(svg *)')
    return [...all].map((element) => {
        const style = getComputedStyle(element)
        const place = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`
        return [place, ...told.map((name) => `${name}: ${style[name]}`)].join('; ')
    })
}"""
STEPS = [
    {"id": "look", "tool": "list_directory", "description": "See what is there"},
    {"id": "read", "tool": "read_file", "description": "Read it", "args": {"path": "$look.entries[0].path"}},
    {"id": "who", "tool": "ask", "description": "Ask whose", "args": {"question": "Whose reports?"}},
]


@pytest.fixture
def pages(studio: Any) -> dict[str, Callable[[Page], None]]:
    """Every page, with what is done there so that all of its style sheets are loaded."""
    plan = studio.api("POST", "/plans", {"plan": {"request": "Ask whose.", "steps": STEPS}})["id"]
    run = studio.run(plan)["id"]

    def text(words: str) -> Callable[[Page], None]:
        return lambda page: expect(page.get_by_text(words).first).to_be_visible()

    def review(page: Page) -> None:
        page.get_by_text("Conditions, repetition, approval, limits").click()
        expect(page.get_by_text("For each of")).to_be_visible()
        expect(page.locator("step-inspector .would")).to_contain_text("Known when")
        page.get_by_label("Use a result of an earlier step in path").click()
        expect(page.get_by_label("Search what can be referred to")).to_be_focused()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Add a step").click()
        expect(page.get_by_role("dialog")).to_contain_text("Choose the tool that the step calls.")
        page.keyboard.press("Escape")

    def template(page: Page) -> None:
        page.get_by_role("button", name="Backup and edit").click()
        expect(page.get_by_role("dialog").get_by_text("Keep a copy", exact=True)).to_be_visible()

    return {
        "/": text("Whose reports?"),
        f"/plans/{plan}?step=read": review,
        "/plans": text("Ask whose"),
        f"/runs/{run}?step=who": text("Whose reports?"),
        "/runs": text("Ask whose"),
        "/templates": template,
        f"/sessions/{run}": text("run.started"),
        "/sessions": text("Ask whose"),
        "/settings": text("Save models"),
        "/docs": text("In Python"),
    }


def page_of(path: str) -> str:
    """The name of the page at an address."""
    room, _, one = path.strip("/").partition("/")
    return {"plans": "review", "runs": "run", "sessions": "session"}[room] if one else room or "home"


def test_a_page_looks_the_same_whatever_was_opened_before(
    studio: Any, page: Page, new_context: Callable[..., Any], pages: dict[str, Callable[[Page], None]]
) -> None:
    def look(there: Page, path: str) -> set[str]:
        expect(there.get_by_role("heading", level=1).first).to_be_visible()
        pages[path](there)
        there.mouse.move(0, 0)
        return set(there.evaluate(LOOK))

    def walk() -> dict[str, set[str]]:
        """All pages in one tab, without loading anything anew."""
        found = {}
        for path in pages:
            page.evaluate(
                """(path) => {
                    const link = Object.assign(document.createElement('a'), {href: path})
                    document.body.append(link)
                    link.click()
                    link.remove()
                }""",
                path,
            )
            page.locator(f".page.{page_of(path)}").wait_for()
            found[path] = look(page, path)
        return found

    walk()
    late = walk()
    for path in pages:
        fresh = new_context(studio).new_page()
        fresh.goto(f"{studio.address}{path}")
        at_once = look(fresh, path)
        assert late[path] - at_once == set(), f"{path} looks otherwise when other pages were opened before"
        fresh.context.close()


MOVED = """
window.moved = []
new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.moved.push(each.value)
}).observe({type: 'layout-shift', buffered: true})
"""


def late(route: Route) -> None:
    """What the steps would do is known when the page has long been drawn."""
    time.sleep(0.5)
    route.continue_()


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_moves_while_a_page_is_drawn(
    width: int, studio: Any, new_context: Callable[..., Any], pages: dict[str, Callable[[Page], None]]
) -> None:
    for path in pages:
        page = new_context(studio).new_page()
        page.set_viewport_size({"width": width, "height": 844})
        page.add_init_script(MOVED)
        page.route("**/foreseen", late)
        page.goto(f"{studio.address}{path}")
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        if page_of(path) in ("review", "run"):
            expect(page.locator("step-list [role=option]").first).to_be_visible()
        if page_of(path) == "review":
            expect(page.locator(".page-head")).to_contain_text(re.compile("asks? first|nothing asks"))
        assert page.evaluate("moved.reduce((all, each) => all + each, 0)") < 0.01, path
        page.context.close()
