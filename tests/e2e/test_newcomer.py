"""The newcomer's story by keyboard alone, and the API's reference as an engineer reads it: offline, with examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

TIMETABLE = "src/ferry/timetable.py"


@pytest.fixture(scope="module")
def studio(new_studio: Callable[..., Any]) -> Any:
    studio = new_studio("--sample")
    studio.workspace = studio.home / "sample" / "ferry"
    return studio


def test_the_story_can_be_walked_with_the_keyboard_alone(studio: Any, page: Page, tab_to: Callable[..., None]) -> None:
    before = (studio.workspace / TIMETABLE).read_text()
    page.goto(f"{studio.address}{studio.first_page}")
    rows = page.locator("step-list")
    expect(rows.locator("[role=option]")).to_have_count(6)

    tab_to(page, rows)
    page.keyboard.press("ArrowDown")
    expect(rows.locator("[aria-selected=true]")).to_have_attribute("data-step", "find")
    page.keyboard.press("ArrowUp")
    expect(rows.locator("[aria-selected=true]")).to_have_attribute("data-step", "add")
    field = page.locator('step-inspector [data-key="new"]')
    tab_to(page, field)
    page.keyboard.press("Control+a")
    page.keyboard.type('"19:20", "23:00")')
    page.keyboard.press("Tab")
    expect(page.locator("step-inspector gp-diff")).to_contain_text('"23:00"')

    tab_to(page, page.get_by_role("button", name="Start …"), "Shift+Tab")
    page.keyboard.press("Enter")
    start = page.locator("dialog").get_by_role("button", name="Start", exact=True)
    expect(start).to_be_visible()
    tab_to(page, start)
    page.keyboard.press("Enter")

    page.wait_for_url("**/runs/**")
    approve = page.locator('[data-asks="add"]').get_by_role("button", name="Approve", exact=True)
    expect(approve).to_be_visible()
    tab_to(page, approve)
    page.keyboard.press("Enter")
    expect(rows.locator("[data-state=completed]")).to_have_count(6)
    assert '"23:00"' in (studio.workspace / TIMETABLE).read_text()

    tab_to(page, page.get_by_role("button", name="Undo what it did"), "Shift+Tab")
    page.keyboard.press("Enter")
    undo = page.locator("dialog").get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_visible()
    tab_to(page, undo)
    page.keyboard.press("Enter")
    expect(page.locator(".toast").last).to_contain_text("Undone")
    assert (studio.workspace / TIMETABLE).read_text() == before


def test_the_reference_of_the_api_is_there_without_a_network_and_has_an_example_of_everything(
    studio: Any, page: Page, check_page: Callable[..., None]
) -> None:
    asked: list[str] = []
    page.context.on("request", lambda request: asked.append(request.url))
    page.goto(f"{studio.address}/docs")
    document = studio.api("GET", "/openapi.json")
    operations = [(method, path) for path, item in document["paths"].items() for method in item]
    expect(page.locator("article.operation")).to_have_count(len(operations))
    check_page(page, "docs", full=False)

    def search(operation: str) -> Locator:
        page.get_by_role("searchbox").fill(operation)
        found = page.get_by_role("article", name=operation, exact=True)
        expect(found).to_be_visible()
        return found

    edits = search("POST /api/plans/{plan}/edits")
    edits.locator("summary", has_text="It takes").click()
    expect(edits.locator("gp-text").first).to_contain_text('"edit":')
    check_page(page, "docs-example")

    intents = search("POST /api/runs/{run}/intents")
    intents.locator("summary", has_text="It takes").click()
    examples = document["paths"]["/api/runs/{run}/intents"]["post"]["requestBody"]["content"]["application/json"]
    expect(intents.locator("h4")).to_have_text(list(examples["examples"]))
    refused = intents.locator("details", has_text="409")
    expect(refused.locator("summary")).to_contain_text("run_over")
    refused.locator("summary").click()
    expect(refused.locator("gp-text").first).to_contain_text('"code": ')
    live = search("GET /api/runs/{run}/events")
    live.locator("summary", has_text="200").click()
    expect(live.locator("gp-text")).to_contain_text("event: run.step_ended")
    expect(search("POST /api/plans/{plan}/edits").locator("gp-text").first).to_be_visible()  # what was open stays so
    search("GET /api/runs/{run}/events").get_by_role("link", name="run.step_ended").click()
    expect(page.get_by_role("searchbox")).to_have_value("")  # it leads to what was not looked for
    event = page.get_by_role("article", name="run.step_ended", exact=True)
    expect(event.get_by_role("row", name="duration_ms")).to_be_visible()
    edit = page.get_by_role("article", name="Edit", exact=True)
    edit.get_by_role("link", name="edit.setArgument").click()
    expect(page).to_have_url(f"{studio.address}/docs#shape-edit.setArgument")
    expect(page.get_by_role("article", name="edit.setArgument").get_by_role("row", name="place")).to_be_in_viewport()
    check_page(page, "docs-shapes", full=False, within="#shape-edit\\.setArgument")
    assert all(url.startswith((studio.address, "data:", "blob:")) for url in asked)
