"""Following with many tabs: a browser has six connections to a host, and no tab may go without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

ASKS = "request: Wait.\nsteps:\n  - {id: who, tool: ask, args: {question: Which one?}}\n"


def connections(port: int) -> int:
    """How many connections the studio has open now, as the machine counts them."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    fields = [line.split() for line in lines]
    return sum(each[1].endswith(f":{port:04X}") and each[3] == "01" for each in fields)


def test_ten_tabs_on_seven_runs_are_all_told(
    studio: Any, new_context: Callable[..., Any], until: Callable[..., None]
) -> None:
    context = new_context(studio)
    runs = [studio.run(studio.api("POST", "/plans", {"text": ASKS})["id"])["id"] for _ in range(7)]
    runs += [runs[0]] * 3
    pages = []
    for run in runs:
        pages.append(context.new_page())
        pages[-1].goto(f"{studio.address}/sessions/{run}")
        expect(pages[-1].get_by_role("option").last).to_contain_text("question")
    until(lambda: connections(studio.port) <= 6)
    for run in dict.fromkeys(runs):
        answer = {"kind": "answer", "payload": {"step": "who", "value": "this one"}}
        studio.api("POST", f"/runs/{run}/intents", answer)
    for page in pages:
        expect(page.get_by_role("option").last).to_contain_text("run.ended")
        seen = page.locator("[role=option] > .num:first-child").all_text_contents()
        assert seen == [str(number + 1) for number in range(len(seen))]  # nothing missed, nothing twice
    pages[-1].get_by_role("link", name="Runs", exact=True).click()  # and there is room for requests
    expect(pages[-1].locator(".list .entry").nth(6)).to_be_visible()

    for page in pages[1:]:
        page.close()
    until(lambda: connections(studio.port) <= 4)  # who goes away gives his stream back


def test_a_browser_without_shared_workers_follows_too(studio: Any, new_context: Callable[..., Any]) -> None:
    context = new_context(studio)
    context.add_init_script("delete window.SharedWorker")
    page = context.new_page()
    run = studio.run(studio.api("POST", "/plans", {"text": ASKS})["id"])["id"]
    page.goto(f"{studio.address}/sessions/{run}")
    expect(page.get_by_role("option").last).to_contain_text("question")
    studio.api("POST", f"/runs/{run}/intents", {"kind": "cancel", "payload": {}})
    expect(page.get_by_role("option").last).to_contain_text("run.ended")


def test_after_a_restart_a_tab_is_told_what_it_missed_and_nothing_twice(studio: Any, page: Page) -> None:
    run = studio.run(studio.api("POST", "/plans", {"text": ASKS})["id"])["id"]
    page.goto(f"{studio.address}/sessions/{run}")
    expect(page.get_by_role("option").last).to_contain_text("question")
    seen = page.get_by_role("option").count()
    studio.stop(9)
    studio.start()
    studio.api("POST", f"/runs/{run}/resume", {})
    studio.api("POST", f"/runs/{run}/intents", {"kind": "answer", "payload": {"step": "who", "value": "this"}})
    expect(page.get_by_role("option").last).to_contain_text("run.ended")
    numbers = page.locator("[role=option] > .num:first-child").all_text_contents()
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert len(numbers) > seen
