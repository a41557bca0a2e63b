"""What a step of a run tells and gives: how far it is, its lines as they come, and results as they are best read."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

PLAN = {
    "request": "Paint the hull.",
    "steps": [
        {"id": "paint", "tool": "paint", "description": "Paint it twice", "args": {"until": "dry.txt"}},
        {"id": "look", "tool": "list_directory", "description": "Look at it", "dependsOn": ["paint"]},
        {"id": "read", "tool": "read_file", "description": "Read on", "args": {"path": "ferry.py"}},
    ],
}
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@pytest.fixture(scope="module")
def studio(new_studio: Callable[..., Any]) -> Any:
    return new_studio(program=[str(Path(__file__).with_name("house_with_a_painter.py"))])


@pytest.fixture
def painting(studio: Any, page: Page) -> Page:
    """A run whose first step goes on until there is the file dry.txt."""
    (studio.workspace / "dry.txt").unlink(missing_ok=True)
    run = studio.run(studio.api("POST", "/plans", {"plan": PLAN})["id"])["id"]
    page.goto(f"{studio.address}/runs/{run}?step=paint")
    expect(row(page, "paint")).to_have_attribute("data-state", "running")
    expect(row(page, "read")).to_have_attribute("data-state", "completed")
    return page


def row(page: Page, name: str) -> Any:
    return page.locator(f'step-list [data-step="{name}"]')


def test_lines_and_results_are_shown_as_they_come_and_as_they_are_best_read(
    studio: Any, painting: Page, check_page: Callable[..., None]
) -> None:
    page = painting
    step = page.locator("run-step")
    expect(page.locator(".run-bar")).to_contain_text("1 of 3 steps")
    (studio.workspace / "dry.txt").touch()
    expect(row(page, "look")).to_have_attribute("data-state", "completed")

    expect(step).to_contain_text("the first coat is on")
    expect(step).to_contain_text("the second coat is on")
    expect(step.get_by_label("notes").locator(".numbered")).to_contain_text("and blue")
    step.get_by_role("tab", name="coats").click()
    expect(step.locator("gp-table th")).to_have_text(["colour", "litres"])
    expect(step.locator("gp-table td").first).to_have_text("white")
    step.get_by_role("tab", name="picture").click()
    page.wait_for_function("() => document.querySelector('run-step img')?.naturalWidth > 0")
    step.get_by_role("tab", name="change").click()
    expect(step.locator("gp-diff .add")).to_have_text("+blue")
    step.get_by_role("tab", name="All, as JSON").click()
    expect(step.get_by_role("tabpanel").locator("gp-json")).to_contain_text("coats: [2]")
    check_page(page, "run-results")


def test_whoever_comes_in_the_middle_is_shown_how_far_a_step_is_and_what_it_said(studio: Any, painting: Page) -> None:
    page = painting
    step = page.locator("run-step")
    page.reload()
    expect(row(page, "paint").locator(".percent")).to_have_attribute("style", re.compile("40%"))
    expect(step).to_contain_text("40 %")
    expect(step.locator("[role=log] span")).to_have_text(["the first coat is on"])
    (studio.workspace / "dry.txt").touch()
    expect(step.locator("[role=log] span")).to_have_text(["the first coat is on", "the second coat is on"])
    expect(row(page, "look")).to_have_attribute("data-state", "completed")


def test_a_step_that_begins_while_somebody_looks_tells_him(studio: Any, painting: Page) -> None:
    page = painting
    step = page.locator("run-step")
    studio.stop(9)
    studio.start()
    page.get_by_role("button", name="Resume").click()
    expect(step).to_contain_text("40 %")
    expect(step.locator("[role=log] span")).to_have_text(["the first coat is on"])
    (studio.workspace / "dry.txt").touch()
    expect(step.locator("[role=log] span")).to_have_text(["the first coat is on", "the second coat is on"])


def test_the_longest_chain_is_marked_and_a_step_that_has_not_begun_is_skipped(studio: Any, painting: Page) -> None:
    page = painting
    expect(page.locator(".run-bar")).to_contain_text("longest chain: 2 steps")
    expect(page.locator("step-list .number.chain")).to_have_text(["1", "2"])

    row(page, "look").click()
    with page.expect_response("**/intents"):
        page.get_by_role("button", name="Skip it").click()
    (studio.workspace / "dry.txt").touch()
    expect(row(page, "look")).to_have_attribute("data-state", "skipped")
    expect(row(page, "paint")).to_have_attribute("data-state", "completed")


def test_a_picture_that_a_step_made_in_the_workspace_is_shown(studio: Any, page: Page) -> None:
    (studio.workspace / "hull.png").write_bytes(PICTURE)
    step = {"id": "copy", "tool": "copy_file", "args": {"source": "hull.png", "destination": "kept.png"}}
    run = studio.run(studio.api("POST", "/plans", {"plan": {"request": "Keep it.", "steps": [step]}})["id"])["id"]
    page.goto(f"{studio.address}/runs/{run}?step=copy")
    page.wait_for_function("() => document.querySelector('run-step img')?.naturalWidth > 0")


def test_what_is_inside_a_step_is_listed_in_its_order(studio: Any, page: Page) -> None:
    inner = [
        {"id": "write", "tool": "write_file", "args": {"path": "${input.name}.txt", "content": "a"}},
        {"id": "again", "tool": "read_file", "args": {"path": "${input.name}.txt"}, "dependsOn": ["write"]},
    ]
    plan = {"inputs": {"name": {"type": "string"}}, "steps": inner}
    each = {"id": "each", "tool": "plan", "plan": plan, "forEach": {"items": ["x", "y"]}, "args": {"name": "$item"}}
    run = studio.run(studio.api("POST", "/plans", {"plan": {"request": "Two.", "steps": [each]}})["id"])["id"]
    page.goto(f"{studio.address}/runs/{run}")
    expect(page.locator(".run-end")).to_contain_text("1 of 1 completed")
    row(page, "each").click()
    rows = page.locator("step-list [role=option]")
    expect(rows).to_have_count(7)
    place = {each.get_attribute("data-step"): int(str(each.get_attribute("aria-posinset"))) for each in rows.all()}
    assert sorted(place, key=lambda name: place[name]) == [
        "each", "each[0]", "each[0]/write", "each[0]/again", "each[1]", "each[1]/write", "each[1]/again",
    ]  # fmt: skip
    expect(row(page, "each[1]")).to_contain_text("item 2")
    expect(row(page, "each[1]/again").locator(".number")).to_have_text("1.2")
