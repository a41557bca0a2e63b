"""The story of a person who has never seen Gameplan, from `make run` to the record, and its pictures for the README.

`make pictures` (GAMEPLAN_PICTURES=docs/images) writes them anew, in both themes; otherwise the story is only walked.
"""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

TIMETABLE = "src/ferry/timetable.py"
LARGEST_PICTURE = 120_000
SHOWN = ("studio-plan", "studio-run", "studio-done", "studio-session")  # in the README and the docs


@pytest.fixture(scope="module")
def studio(new_studio: Callable[..., Any]) -> Any:
    """What `make run` starts."""
    studio = new_studio("--sample")
    studio.workspace = studio.home / "sample" / "ferry"
    return studio


@pytest.fixture
def picture(screenshots: Path) -> Callable[[Page, str], None]:
    """Keeps a picture of a page in both themes; for the README, if that is asked for."""
    asked = os.environ.get("GAMEPLAN_PICTURES")

    def take(page: Page, name: str) -> None:
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
            page.mouse.move(0, 0)
            page.screenshot(path=screenshots / f"story-{name}-{theme}.png", animations="disabled")
            if asked and name in SHOWN:
                page.wait_for_timeout(300)  # the colours have changed
                shot = page.context.new_cdp_session(page).send(
                    "Page.captureScreenshot", {"format": "webp", "quality": 82}
                )
                data = base64.b64decode(shot["data"])
                assert len(data) < LARGEST_PICTURE, f"{name}-{theme} is too large: {len(data)}"
                (Path(asked) / f"{name}-{theme}.webp").write_bytes(data)
        page.emulate_media(color_scheme="light")

    return take


@pytest.fixture
def stranger(browser: Browser) -> Any:
    """A browser that has never been here."""
    with browser.new_context(
        viewport={"width": 1280, "height": 900}, device_scale_factor=1.5, reduced_motion="reduce"
    ) as context:
        context.set_default_timeout(60_000)
        yield context


def test_a_person_who_has_never_seen_it_reads_changes_runs_approves_finds_and_undoes(
    studio: Any, stranger: BrowserContext, picture: Callable[[Page, str], None]
) -> None:
    before = (studio.workspace / TIMETABLE).read_text()
    page = stranger.new_page()
    page.goto(f"{studio.address}{studio.first_page}#token={studio.token}")

    # A plan that can be read.
    expect(page.get_by_role("heading", level=1)).to_contain_text("Add an evening sailing")
    add = page.locator('step-list [data-step="add"]')
    expect(add).to_contain_text("asks first")
    add.click()
    step = page.locator("step-inspector")
    expect(step.locator("gp-diff")).to_contain_text('"21:00"')
    picture(page, "studio-plan")

    # Changed by hand.
    field = step.locator('[data-key="new"]')
    field.fill('"19:20", "21:30")')
    field.press("Tab")
    expect(step.locator("gp-diff")).to_contain_text('"21:30"')
    expect(page.locator(".page-head")).to_contain_text("version 2")
    picture(page, "studio-changed")

    # Home shows it.
    page.get_by_role("link", name="Home").click()
    drafts = page.get_by_role("region", name="Plans in review")
    expect(drafts.get_by_role("listitem")).to_have_count(1)
    picture(page, "studio-home")
    drafts.get_by_role("link").filter(has_text="evening").click()

    # Started; it asks, with the change.
    page.get_by_role("button", name="Start …").click()
    expect(page.locator("dialog").get_by_role("button", name="Start", exact=True)).to_be_visible()
    picture(page, "studio-start")
    page.locator("dialog").get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/runs/**")
    card = page.locator('[data-asks="add"]')
    expect(card).to_contain_text('"21:30"')
    expect(page).to_have_title(re.compile("Waits for you"))
    expect(page.locator('step-list [data-step="list"]')).to_have_attribute("data-state", "completed")
    picture(page, "studio-run")
    assert (studio.workspace / TIMETABLE).read_text() == before

    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What is to be done?")
    expect(page.get_by_role("article", name="May “add” go ahead?")).to_be_visible()
    picture(page, "studio-home-waiting")
    page.go_back()

    # Approved; what it did is found.
    card.get_by_role("button", name="Approve", exact=True).click()
    expect(page.locator("step-list [data-state=completed]")).to_have_count(6)
    page.get_by_role("button", name="Summary").click()
    end = page.locator(".run-end")
    expect(end).to_contain_text("6 of 6 completed")
    page.get_by_role("button", name="Dismiss").click()
    picture(page, "studio-done")
    assert '"21:30"' in (studio.workspace / TIMETABLE).read_text()
    assert '"21:30"' in (studio.workspace / "docs" / "late-ferry.md").read_text()

    # On the record.
    run = page.url.rpartition("/")[2].partition("?")[0]
    page.goto(f"{studio.address}/sessions/{run}")
    expect(page.get_by_role("option").last).to_contain_text("run.ended")
    page.get_by_role("option").filter(has_text="approval_asked").click()
    page.get_by_role("tab", name="How things stood").click()
    expect(page.locator(".stood")).to_be_visible()
    picture(page, "studio-session")

    # And taken back.
    page.get_by_role("link", name="Open the run").click()
    page.get_by_role("button", name="Undo what it did").click()
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_text("the files are as they were before")).to_be_visible()
    picture(page, "studio-undone")
    assert (studio.workspace / TIMETABLE).read_text() == before
    assert not (studio.workspace / "TODOS.md").exists()
