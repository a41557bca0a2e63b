"""What opens over a page, or unfolds in it, is as fit to be shown as the page: to axe, in both themes, on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture(scope="module")
def plan(studio: Any, raising: list[dict[str, Any]]) -> str:
    """A plan of two versions."""
    made = str(studio.api("POST", "/plans", {"plan": {"request": "Raise them.", "steps": raising}})["id"])
    edit = {"edit": "describe", "step": "look", "description": "Look around"}
    studio.api("POST", f"/plans/{made}/edits", {"edits": [edit]}, If_Match="*")
    return made


@pytest.fixture
def review(studio: Any, plan: str, page: Page) -> Page:
    page.goto(f"{studio.address}/plans/{plan}?step=raise")
    expect(page.locator("step-inspector gp-diff")).to_be_visible()
    return page


@pytest.fixture
def run(studio: Any, plan: str, page: Page) -> Iterator[Page]:
    made = studio.run(plan)["id"]
    page.goto(f"{studio.address}/runs/{made}?step=raise")
    expect(page.locator('[data-asks="raise"]')).to_be_visible()
    yield page
    studio.api("POST", f"/runs/{made}/intents", {"kind": "cancel"})


@pytest.mark.parametrize("name", ["As text", "Save as a template", "Discard"])
def test_what_the_menu_opens(name: str, review: Page, check_page: Callable[..., None]) -> None:
    review.get_by_role("button", name="More").click()
    review.get_by_role("button", name=name).click()
    expect(review.locator("dialog")).to_be_visible()
    check_page(review, f"dialog-{name.lower().replace(' ', '-')}", full=False)


def test_the_menu_itself_and_the_versions(review: Page, check_page: Callable[..., None]) -> None:
    review.get_by_role("button", name="More").click()
    expect(review.get_by_role("button", name="As text")).to_be_visible()
    check_page(review, "menu", full=False)
    review.keyboard.press("Escape")
    review.get_by_role("button", name="Versions").click()
    expect(review.locator("dialog .diff .add")).to_contain_text("Look around")
    expect(review.locator("dialog .versions li").last).to_contain_text("as it was given")
    check_page(review, "dialog-versions", full=False)


def test_the_rarer_settings_of_a_step_and_the_results_to_choose_from(
    review: Page, check_page: Callable[..., None]
) -> None:
    review.get_by_text("Conditions, repetition, approval, limits").click()
    expect(review.get_by_text("For each of")).to_be_visible()
    check_page(review, "review-settings")
    review.get_by_label("Use a result of an earlier step in path").click()
    expect(review.get_by_label("Search what can be referred to")).to_be_focused()
    check_page(review, "review-pick", full=False)  # resized, it stays beside its field


def test_saying_no_to_a_step_and_giving_it_other_arguments(run: Page, check_page: Callable[..., None]) -> None:
    card = run.locator('[data-asks="raise"]')
    card.get_by_role("button", name="Deny…").click()
    card.get_by_text("Other arguments").click()
    expect(card.locator('[data-key="new"]')).to_have_value("crossings = 4")
    check_page(run, "run-other-arguments")
    run.locator('step-list [data-step="who"]').click()
    expect(run.locator('[data-asks="who"]')).to_be_visible()
    check_page(run, "run-question")
    run.get_by_role("button", name="Cancel", exact=True).click()
    expect(run.get_by_role("dialog", name="Cancel this run?")).to_be_visible()
    check_page(run, "dialog-cancel", full=False)
    run.get_by_role("button", name="Not now").click()
    expect(run.get_by_role("button", name="Pause")).to_be_visible()


def test_what_is_around_every_page(studio: Any, page: Page, check_page: Callable[..., None]) -> None:
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    check_page(page, "dialog-keys", full=False)
    page.keyboard.press("Escape")
    page.goto(f"{studio.address}/plans")
    page.get_by_role("button", name="Write or paste").click()
    expect(page.get_by_label("Plan in YAML or JSON")).to_be_visible()
    check_page(page, "dialog-write", full=False)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("link", name="Settings")).to_be_visible()
    check_page(page, "drawer", full=False)
