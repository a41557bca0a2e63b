"""A plan of a thousand steps in a browser: only what is in sight is drawn, and everything can be reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Page, expect

STEPS = 1_000


@pytest.fixture
def large(studio: Any, page: Page) -> Iterator[Page]:
    """The review of a plan of a thousand steps, in chains that join."""
    steps: list[dict[str, Any]] = [{"id": "s0", "tool": "list_directory"}]
    for number in range(1, STEPS):
        after = {f"s{max(0, number - 8)}", f"s{number // 3}"}
        steps.append({"id": f"s{number}", "tool": "list_directory", "dependsOn": sorted(after)})
    made = studio.api("POST", "/plans", {"plan": {"request": "A large plan", "steps": steps}})
    page.goto(f"{studio.address}/plans/{made['id']}")
    expect(page.locator("step-list [role=option]").first).to_be_visible()
    yield page


def test_only_the_rows_in_sight_are_elements_and_the_last_is_reached(large: Page) -> None:
    rows = large.locator("step-list [role=option]")
    assert rows.count() < 60

    large.locator("step-list").focus()
    large.keyboard.press("End")
    expect(large.locator('step-list [data-step="s999"]')).to_have_attribute("aria-selected", "true")
    expect(large.locator("step-list")).to_have_attribute("aria-activedescendant", "step-1-s999")
    assert rows.count() < 60

    large.keyboard.press("Home")
    expect(large.locator('step-list [data-step="s0"]')).to_have_attribute("aria-selected", "true")


def test_the_graph_is_a_few_paths_from_afar_and_cards_from_near(large: Page, screenshots: Any) -> None:
    graph = large.locator("plan-graph")
    graph.focus()
    large.keyboard.press("0")
    expect(graph).to_have_class("is-far")
    assert graph.locator("svg *").count() < 60
    large.screenshot(path=screenshots / "graph-far.png")

    for _ in range(22):
        large.keyboard.press("+")
    expect(graph).not_to_have_class("is-far")
    assert graph.locator(".node-card").count() < 200
    large.screenshot(path=screenshots / "graph-near.png")


def test_the_graph_is_walked_with_the_arrow_keys_and_dragged_with_the_mouse(large: Page) -> None:
    graph = large.locator("plan-graph")
    graph.focus()

    large.keyboard.press("ArrowRight")
    chosen = large.locator("step-list [aria-selected=true]")
    expect(chosen).not_to_have_attribute("data-step", "s0")
    large.keyboard.press("ArrowLeft")
    expect(chosen).to_have_attribute("data-step", "s0")

    world = graph.locator("svg > g")
    before = world.get_attribute("transform")
    box = graph.bounding_box()
    assert box is not None
    large.mouse.move(box["x"] + 60, box["y"] + 60)
    large.mouse.down()
    large.mouse.move(box["x"] + 160, box["y"] + 90, steps=3)
    large.mouse.up()
    expect(world).not_to_have_attribute("transform", str(before))

    near = large.evaluate("document.querySelector('plan-graph').scale")
    large.mouse.wheel(0, -300)
    large.wait_for_function("(near) => document.querySelector('plan-graph').scale > near", arg=near)


def test_a_step_is_chosen_by_a_click_from_any_distance(large: Page) -> None:
    graph = large.locator("plan-graph")
    graph.focus()
    large.keyboard.press("0")
    expect(graph).to_have_class("is-far")
    place = large.evaluate(
        """() => {
            const graph = document.querySelector('plan-graph')
            const node = graph.nodes.get('s500')
            const box = graph.getBoundingClientRect()
            return [box.left + graph.x + (node.x + node.width / 2) * graph.scale,
                    box.top + graph.y + (node.y + node.height / 2) * graph.scale]
        }"""
    )

    large.mouse.click(*place)

    expect(large.locator('step-list [data-step="s500"]')).to_have_attribute("aria-selected", "true")


TITLES = [
    "Find all that is old",
    "船の時刻表を新しいものに書き換えてみんなに知らせる",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
]


def test_words_in_the_graph_are_large_enough_to_be_read_and_stay_in_their_cards(studio: Any, page: Page) -> None:
    steps = [
        {"id": f"s{number}", "tool": "list_directory", "description": title, "dependsOn": [f"s{number - 1}"][:number]}
        for number, title in enumerate(TITLES)
    ]
    made = studio.api("POST", "/plans", {"plan": {"request": "Three in a row", "steps": steps}})
    page.goto(f"{studio.address}/plans/{made['id']}")
    cards = page.locator("plan-graph .node-card")
    expect(cards).to_have_count(3)
    lines = [card.locator("text").all_text_contents() for card in cards.all()]
    assert " ".join(lines[0][:-1]) == TITLES[0]  # whole, in two lines if need be
    assert all(len(each) == 3 and each[1].endswith("…") for each in lines[1:])
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('plan-graph .node-card')].map((card) => {
            const box = card.querySelector('rect').getBoundingClientRect()
            const texts = [...card.querySelectorAll('text')]
            const inside = texts.map((text) => text.getBoundingClientRect())
                .every(({right, top, bottom}) => right <= box.right && top >= box.top && bottom <= box.bottom)
            const {scale} = document.querySelector('plan-graph')
            return {inside, letters: parseFloat(getComputedStyle(texts[0]).fontSize) * scale}
        })"""
    )
    assert all(each["inside"] for each in sizes)
    assert min(each["letters"] for each in sizes) >= 10
