"""Everything that can be done about a plan under review, and about a run, with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

EDIT = {"path": "ferry.py", "old": "crossings = 3", "new": "crossings = 4"}
STEPS = [
    {"id": "look", "tool": "list_directory", "description": "See what is there"},
    {"id": "read", "tool": "read_file", "description": "Read it", "args": {"path": "ferry.py"}},
    {"id": "raise", "tool": "edit_file", "description": "Raise them", "args": EDIT},
]


@pytest.fixture
def plan(studio: Any, page: Page) -> str:
    made = str(studio.api("POST", "/plans", {"plan": {"request": "Raise the crossings.", "steps": STEPS}})["id"])
    page.goto(f"{studio.address}/plans/{made}?step=read")
    expect(page.locator("step-inspector .form .field").first).to_be_visible()
    return made


def test_every_edit_can_be_made_with_the_keyboard_alone(
    studio: Any, plan: str, page: Page, tab_to: Callable[..., None]
) -> None:
    press, write = page.keyboard.press, page.keyboard.type
    rows, step, dialog = page.locator("step-list"), page.locator("step-inspector"), page.locator("dialog")

    def steps() -> dict[str, Any]:
        return {each["id"]: each for each in studio.api("GET", f"/plans/{plan}")["plan"]["steps"]}

    def version(number: int) -> None:
        expect(page.locator(".page-head")).to_contain_text(f"version {number} ")

    def over(field: Locator, text: str) -> None:
        tab_to(page, field)
        press("Control+a")
        write(text)
        press("Tab")

    def button(name: str, inside: Locator | None = None) -> None:
        tab_to(page, (inside or page.locator("main")).get_by_role("button", name=name, exact=True))
        press("Enter")

    over(step.get_by_label("Id of the step"), "open")
    version(2)
    over(step.get_by_label("What the step does"), "Open it")
    version(3)
    assert steps()["open"]["description"] == "Open it"

    button("Use a result of an earlier step in path", step)
    expect(page.get_by_label("Search what can be referred to")).to_be_focused()
    write("$look.path")
    press("Enter")
    version(4)
    assert "{look.path}" in steps()["open"]["args"]["path"]
    button("JSON", step)
    over(step.get_by_label("Arguments as JSON"), '{"path": "ferry.py", "last": 1}')
    version(5)
    assert steps()["open"]["args"] == {"path": "ferry.py", "last": 1}

    tab_to(page, step.get_by_label("Let it come after another step"))
    press("ArrowDown")
    version(6)
    assert steps()["open"]["dependsOn"] == ["look"]
    button("Do not wait for look", step)
    version(7)

    tab_to(page, step.get_by_text("Conditions, repetition, approval, limits"))
    press("Enter")
    expect(step.get_by_label("Only when")).to_be_visible()
    over(step.get_by_label("Only when"), "$look.total > 0")
    version(8)
    assert steps()["open"]["when"] == "$look.total > 0"
    tab_to(page, step.get_by_label("Ask a person"))
    press("ArrowDown")
    version(9)
    tab_to(page, step.get_by_label("Critical"))
    press("Space")
    version(10)
    assert (steps()["open"]["approval"], steps()["open"]["critical"]) == (True, True)

    tab_to(page, rows)
    press("Alt+ArrowDown")
    version(11)
    assert list(steps()) == ["look", "raise", "open"]
    press("Space")
    expect(rows.locator("[data-step=open]")).to_contain_text("left out")
    press("Delete")
    expect(rows.locator("[role=option]")).to_have_count(2)
    press("Control+z")
    expect(rows.locator("[role=option]")).to_have_count(3)
    press("Control+Shift+z")
    expect(rows.locator("[role=option]")).to_have_count(2)

    button("Add a step")
    expect(page.get_by_label("Search the tools")).to_be_focused()
    write("write_file")
    press("Enter")
    expect(dialog.get_by_label("What the step does")).to_be_focused()
    write("Leave a note")
    over(dialog.locator("[data-key=path]"), "note.txt")
    over(dialog.locator("[data-key=content]"), "Raised.")
    button("Add the step", dialog)
    expect(rows.locator("[data-step=write]")).to_contain_text("Leave a note")
    button("Form", step)
    over(step.locator("[data-key=content]"), "$rais.path")
    button("Use $raise.path", step)
    expect(page.locator(".page-head")).to_contain_text("ready to run")

    button("Versions")
    expect(dialog.locator("li").first).to_be_visible()
    press("Escape")
    expect(page.get_by_role("button", name="Versions")).to_be_focused()


def test_a_run_is_steered_with_the_keyboard_alone(studio: Any, page: Page, tab_to: Callable[..., None]) -> None:
    press, write = page.keyboard.press, page.keyboard.type
    asks = {"question": "Whose reports?", "type": "choice", "choices": ["north", "south"]}
    steps = [
        {"id": "who", "tool": "ask", "args": asks},
        {"id": "note", "tool": "write_file", "args": {"path": "who.txt", "content": "$who"}},
        {"id": "raise", "tool": "edit_file", "args": EDIT, "dependsOn": ["who"]},
    ]
    run = studio.run(studio.api("POST", "/plans", {"plan": {"request": "Ask.", "steps": steps}})["id"])["id"]
    page.goto(f"{studio.address}/runs/{run}")
    rows = page.locator("step-list")

    def state(name: str, stands: str) -> None:
        expect(rows.locator(f"[data-step={name}]")).to_have_attribute("data-state", stands)

    state("who", "waiting")
    press("p")
    expect(page.locator(".page-head")).to_contain_text("paused")
    tab_to(page, rows)
    press("ArrowDown")
    press("Space")
    state("note", "skipped")
    press("w")
    expect(page.get_by_label("Your answer")).to_be_focused()
    write("south")
    tab_to(page, page.get_by_role("button", name="Answer"))
    press("Enter")
    expect(page.locator('[data-asks="who"]')).to_have_count(0)
    press("p")
    state("raise", "waiting")
    press("w")
    expect(page.get_by_role("button", name="Approve", exact=True)).to_be_focused()
    tab_to(page, page.get_by_role("button", name="Deny…"))
    press("Enter")
    expect(page.get_by_label("Why not")).to_be_focused()
    write("not this week")
    press("Enter")
    state("raise", "skipped")
    assert "not this week" in studio.api("GET", f"/runs/{run}")["steps"]["raise"]["reason"]
    assert studio.api("GET", f"/runs/{run}/steps/who")["value"] == "south"
