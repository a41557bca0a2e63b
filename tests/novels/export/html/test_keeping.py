"""What is kept between two evenings, and what happens where it is broken or not allowed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from gameplan.novels.export.story import Story

AUTO = "novel/little/save/auto"
WAY = ["stay", "say:ask", "stay"]


def _kept(reader: Any, key: str = AUTO) -> dict[str, Any]:
    return json.loads(reader.page.evaluate("key => localStorage.getItem(key)", key))  # type: ignore[no-any-return]


def _keep(reader: Any, text: str, key: str = AUTO) -> None:
    reader.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])


def test_after_a_reload_one_goes_on_where_one_was(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    reader.play(WAY[:2])
    reader.choose("stay")
    reader.page.keyboard.press("ArrowRight")
    there = reader.said
    reader.page.reload()
    reader.page.keyboard.press("Enter")  # the focus is on "Go on where you were"
    expect(reader.page.locator("#said")).to_have_text(there)
    rest = reader.read_on()
    assert rest == reader.begin().play(WAY)[-len(rest) :]


def test_a_quick_save_is_loaded_with_the_same_future(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    reader.play(WAY[:2])
    reader.page.keyboard.press("q")
    expect(reader.page.locator("#note")).to_have_text("Saved.")
    reader.choose("stay")
    first = reader.read_on()
    reader.page.reload()
    reader.press("[data-do=begin]")
    reader.page.keyboard.press("o")
    expect(reader.page.locator("#note")).to_have_text("Loaded.")
    reader.choose("stay")
    assert reader.read_on() == first


def test_a_slot_is_saved_loaded_and_deleted(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    reader.play(WAY[:1])
    reader.page.keyboard.press("Escape")
    reader.press("#panel-menu [data-do=saves]")
    reader.press("[data-slot=slot2] [data-do=save]")
    slot = reader.page.locator("[data-slot=slot2]")
    expect(slot).to_contain_text("I could still turn round.")
    expect(slot).to_contain_text("The Lamp Room")
    reader.press("#panel-saves .close")
    reader.play(WAY[1:])
    reader.page.keyboard.press("Escape")
    reader.press("#panel-menu [data-do=saves]")
    reader.press("[data-slot=slot2] [data-do=load]")
    expect(reader.page.locator(".text")).to_have_text("I could still turn round.")
    reader.page.keyboard.press("Escape")
    reader.press("#panel-menu [data-do=saves]")
    reader.press("[data-slot=slot2] [data-do=remove]")
    expect(reader.page.locator("[data-slot=slot2]")).to_contain_text("Empty")


def test_a_new_play_does_not_lose_the_one_before(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    reader.play(WAY[:2])
    reader.begin(seed=9)
    reader.page.keyboard.press("Escape")
    reader.press("#panel-menu [data-do=saves]")
    reader.press("[data-slot=before] [data-do=load]")
    expect(reader.page.locator(".text")).to_have_text("It was always there.")


def test_a_save_goes_out_as_a_file_and_comes_in_elsewhere(
    new_reader: Callable[..., Any], little: Story, tmp_path: Path
) -> None:
    reader = new_reader(little).begin()
    reader.play(WAY[:2])
    reader.page.keyboard.press("Escape")
    reader.press("#panel-menu [data-do=saves]")
    with reader.page.expect_download() as download:
        reader.press("[data-do=exportSave]")
    file = tmp_path / "a.save.json"
    download.value.save_as(file)
    other = new_reader(little).open()
    other.press("[data-do=load]")
    other.page.locator("#panel-saves input[type=file]").set_input_files(file)
    expect(other.page.locator(".text")).to_have_text("It was always there.")
    assert _kept(other)["choices"] == WAY[:2]


def test_a_broken_save_is_told_and_ignored(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    good = _kept(reader)
    for text in (
        "{",
        "[]",
        '{"format": 1}',
        json.dumps(good | {"format": 99}),
        json.dumps(good | {"choices": [{}]}),
        json.dumps(good | {"seed": -7.5}),
        json.dumps(good | {"beat": 1}),
        json.dumps(good | {"label": "x" * 1_000_000}),
    ):
        _keep(reader, text)
        reader.open(seed=7)
        expect(reader.page.locator("#note")).to_contain_text("This save cannot be read.")
        expect(reader.page.locator("[data-do=resume]")).to_have_count(0)
    reader.press("[data-do=begin]")
    assert reader.text == "A lighthouse keeper finds a door in the tide."


def test_a_save_with_a_choice_that_cannot_be_is_told_and_ignored(new_reader: Callable[..., Any], little: Story) -> None:
    reader = new_reader(little).begin()
    reader.play(WAY[:2])
    save = _kept(reader)
    _keep(reader, json.dumps(save | {"choices": ["go:cellar", "say:nothing"]}))
    reader.open()
    reader.press("[data-do=resume]")
    expect(reader.page.locator("#note")).to_contain_text("This save cannot be read.")
    expect(reader.page.locator("[data-do=begin]")).to_be_visible()


def test_a_save_of_another_story_is_told(new_reader: Callable[..., Any], little: Story, tmp_path: Path) -> None:
    reader = new_reader(little).begin()
    file = tmp_path / "other.json"
    file.write_text(json.dumps(_kept(reader) | {"story": "elsewhere"}))
    reader.page.keyboard.press("Escape")
    reader.press("#panel-menu [data-do=saves]")
    reader.page.locator("#panel-saves input[type=file]").set_input_files(file)
    expect(reader.page.locator("#note")).to_have_text("This save belongs to another story.")


def test_a_save_from_before_the_story_changed_goes_as_far_as_it_can(
    new_reader: Callable[..., Any], little: Story
) -> None:
    scenes = tuple(replace(each, choices=()) for each in little.scenes)
    reader = new_reader(replace(little, scenes=scenes)).open()
    save = {"format": 1, "story": "little", "hash": "of another day", "seed": 7, "choices": WAY, "beat": 3, "frame": 0}
    _keep(reader, json.dumps(save | {"label": "", "place": "gone", "when": 0}))
    reader.open()
    reader.press("[data-do=resume]")
    expect(reader.page.locator("#note")).to_contain_text("The story has changed since this save.")
    expect(reader.page.locator(".box")).to_be_visible()


def test_where_nothing_may_be_kept_it_is_said_and_one_can_play_and_save_to_a_file(
    new_reader: Callable[..., Any], little: Story
) -> None:
    reader = new_reader(little)
    reader.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    reader.begin()
    reader.play(WAY[:2])
    reader.page.keyboard.press("q")
    expect(reader.page.locator("#note")).to_contain_text("This browser keeps nothing")
    reader.choose("stay")
    reader.read_on()
    reader.page.keyboard.press("o")
    expect(reader.page.locator(".text")).to_have_text("It was always there.")
