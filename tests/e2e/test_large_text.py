"""Text twice as large, as a person sets it in the browser: nothing is cut off, and nothing lies over anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

TWICE = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"
# What does not fit into its box. Rows of the list and what can be pressed hide nothing, and hold all they say.
CUT_OFF = """() => [...document.querySelectorAll('body *:not(svg *)')]
    .filter((it) => it.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true}) && !it.closest('.sr'))
    .filter((it) => {
        const {display, overflowX, overflowY, textOverflow} = getComputedStyle(it)
        if (display === 'inline' || textOverflow === 'ellipsis' || it.matches('h1.cuts')) return false  // on purpose
        const [across, along] = [it.scrollWidth > it.clientWidth + 1, it.scrollHeight > it.clientHeight + 1]
        if (it.matches('.step-row, button, a, label, select')) return across || along
        return (across && ['hidden', 'clip'].includes(overflowX)) || (along && ['hidden', 'clip'].includes(overflowY))
    })
    .map((it) => it.outerHTML.slice(0, 160))"""
READ = {"id": "read", "tool": "read_file", "description": "Read it again", "args": {"path": "$raise.path"}}


@pytest.fixture(scope="module")
def browser(launch: Callable[..., Browser]) -> Iterator[Browser]:
    browser = launch(TWICE)
    yield browser
    browser.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_on_the_review_and_the_run_nothing_is_cut_off(
    width: int,
    studio: Any,
    raising: list[dict[str, Any]],
    new_context: Callable[..., BrowserContext],
    sticks_out: Callable[[Page], list[str]],
) -> None:
    steps = [*raising[:2], READ]
    plan = studio.api("POST", "/plans", {"plan": {"request": "Raise them.", "steps": steps}})["id"]
    run = studio.run(plan)["id"]
    page = new_context(studio).new_page()
    page.set_viewport_size({"width": width, "height": 844})
    for path, last in (
        (f"/plans/{plan}?step=raise", "step-inspector gp-diff"),
        (f"/runs/{run}", '[data-asks="raise"]'),
    ):
        page.goto(f"{studio.address}{path}")
        expect(page.locator(last)).to_be_visible()
        expect(page.locator("step-list [role=option]")).to_have_count(3)
        assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 32
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert sticks_out(page) == [], path
        assert page.evaluate(CUT_OFF) == [], path
    studio.api("POST", f"/runs/{run}/intents", {"kind": "cancel"})
