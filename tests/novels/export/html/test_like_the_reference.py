"""The page's Director tells what the reference interpreter tells, word for word."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from gameplan.novels.export.compiling import compile_story
from gameplan.novels.export.conditions import ALWAYS, compare
from gameplan.novels.export.interpreting import Telling
from gameplan.novels.export.story import Story
from gameplan.novels.house import write
from gameplan.novels.samples import sample_package

REPLAY = """([seed, choices]) => {
    const { director } = Novel;
    let moment = director.start(seed);
    const seen = [moment];
    for (const choice of choices) seen.push(moment = director.choose(moment, choice));
    return JSON.stringify(seen.map((each) => ({
        lines: each.lines.filter((line) => line.told).map((line) => [line.name, line.text]),
        choices: each.options.map((option) => [option.id, option.text, option.hint || '']),
        thrown: each.lines.map((line) => line.roll).filter(Boolean).map((roll) => [roll.stat, roll.dice, roll.total]),
        values: Object.fromEntries(each.values),
        ending: each.ending ? each.ending.id : '',
    })));
}"""


def _played(story: Story, seed: int) -> tuple[list[str], list[dict[str, Any]]]:
    """A play with choices at random: what was chosen, and what the reference told each time."""
    luck = random.Random(seed)
    telling = Telling(story, seed)
    chosen, seen = [], []
    while True:
        thrown = telling.thrown
        seen.append(
            {
                "lines": [[each.name, each.text] for each in telling.passages],
                "choices": [[each.id, each.text, each.hint] for each in telling.choices],
                "thrown": [[thrown.stat, list(thrown.dice), thrown.total]] if thrown is not None else [],
                "values": dict(telling.values),
                "ending": telling.ending.id if telling.ending is not None else "",
            }
        )
        if telling.over:
            return chosen, seen
        chosen.append(luck.choice(telling.choices).id)
        telling.step(chosen[-1])


@pytest.fixture(scope="module")
def sample() -> Story:
    return compile_story(sample_package())


@pytest.fixture(scope="module")
def written() -> Story:
    return compile_story(write("Eine Leuchtturmwärterin findet eine Tür in der Flut.", seed=7, language="de"))


@pytest.mark.parametrize("name", ["little", "sample", "written"])
def test_every_play_is_that_of_the_reference(
    new_reader: Callable[..., Any], name: str, request: pytest.FixtureRequest
) -> None:
    story = request.getfixturevalue(name)
    reader = new_reader(story).open()
    endings = set()
    for seed in (0, 1, 7, 2147483645, 2147483646, 4294967295, *range(20, 24)):
        choices, expected = _played(story, seed)
        assert json.loads(reader.page.evaluate(REPLAY, [seed, choices])) == expected, f"seed {seed}"
        endings.add(expected[-1]["ending"])
    assert len(endings) > 1


def _empty(story: Story, **first_act: Any) -> Story:
    """The story with nothing in its places: one walks and waits."""
    acts = (replace(story.acts[0], travel=0, idle=0, every=0, interrupts=(), longest=25, **first_act), story.acts[1])
    return replace(story, acts=acts, places=tuple(replace(each, scenes=()) for each in story.places))


def _even(story: Story, *, reversible: bool) -> Story:
    """The story with scenes that come again and again and weigh the same; one of them turns the clock back."""
    again = {
        "talk": {"doom": 2},
        "climb": {"doom": -1, "roll": None},
        "shore": {"urgent": compare("turn", "==", 5)},
    }
    scenes = tuple(
        replace(each, weight=10, bonuses=(), gives=0, choices=(), condition=ALWAYS, **again[each.id])
        if each.id in again
        else each
        for each in story.scenes
    )
    places = (replace(story.places[0], scenes=tuple(again)), *story.places[1:])
    acts = (replace(story.acts[0], interrupts=(), longest=14, reversible=reversible), story.acts[1])
    return replace(story, scenes=scenes, places=places, acts=acts)


def test_so_is_a_play_in_which_nothing_happens_or_much_the_same(new_reader: Callable[..., Any], little: Story) -> None:
    clockless = tuple(each for each in little.acts[0].effects if each.variable != "doom_needed")
    for story in (
        _empty(little),
        _empty(little, effects=clockless, patience=3),
        _even(little, reversible=False),
        _even(little, reversible=True),
    ):
        reader = new_reader(story).open()
        for seed in range(6):
            choices, expected = _played(story, seed)
            assert json.loads(reader.page.evaluate(REPLAY, [seed, choices])) == expected, f"seed {seed}"


def test_the_sample_is_read_by_the_keyboard_as_the_reference_tells_it(
    new_reader: Callable[..., Any], sample: Story
) -> None:
    choices, expected = _played(sample, 3)
    reader = new_reader(sample).begin(seed=3)
    told = reader.play(choices)
    where_to = ("", sample.words.where_to)
    assert [each for each in told if each != where_to] == [tuple(line) for each in expected for line in each["lines"]]
    ending = next(each for each in sample.endings if each.id == expected[-1]["ending"])
    expect(reader.page.get_by_role("heading", level=1)).to_have_text(ending.title)
