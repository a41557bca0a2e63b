"""A story in ink: compiled and played by inkjs, and told there as it is told here."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gameplan.novels.export import Story, Telling, compile_story
from gameplan.novels.export.ink import write_ink
from gameplan.novels.export.ink.escaping import text
from gameplan.novels.package import VNPackage

_PLAYER = Path(__file__).with_name("ink_player.js")


def _walk(story: Story, seed: int) -> dict[str, Any]:
    """A play by chance: what was picked, and what was told."""
    chance, telling = Random(seed), Telling(story, seed)
    picks, steps = [], []
    while True:
        choices = telling.choices
        texts = [each.text for each in telling.passages]
        steps.append(
            {
                "texts": texts,
                "choices": [each.text for each in choices],
                "hints": [_hint(each.hint) for each in choices],
            }
        )
        if not choices:
            break
        picks.append(chance.randrange(len(choices)) if chance.random() < 0.5 else 0)
        telling.step(choices[picks[-1]].id)
    return {"seed": seed, "picks": picks, "steps": steps, "ended": telling.values["ended"]}


def _hint(hint: str) -> list[str]:
    return [f"hint: {hint}"] if hint else []


@pytest.fixture
def played(inkjs: Path, tmp_path: Path) -> Callable[[Story, list[dict[str, Any]]], list[dict[str, Any]]]:
    """Plays walks again, with inkjs; it must have nothing to complain about."""

    def play(story: Story, walks: list[dict[str, Any]]) -> list[dict[str, Any]]:
        for path, content in write_ink(story).items():
            (tmp_path / path).write_text(str(content), encoding="utf-8")
        plays = [{"seed": each["seed"], "picks": each["picks"]} for each in walks]
        given = {"inkjs": str(inkjs), "script": str(tmp_path / "story.ink"), "plays": plays}
        done = subprocess.run(
            ["node", str(_PLAYER)], input=json.dumps(given), capture_output=True, text=True, timeout=120, check=True
        )
        found = json.loads(done.stdout)
        assert found["problems"] == []
        return list(found["plays"])

    return play


def _plain(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"texts": [line["text"] for line in each.pop("lines")], **each} for each in map(dict, steps)]


def test_inkjs_tells_a_story_as_it_is_told_here_with_tags_for_what_is_seen_and_heard(
    sample: VNPackage, played: Callable[..., list[dict[str, Any]]]
) -> None:
    story = compile_story(_illustrated(sample))
    walks = [_walk(story, seed) for seed in range(8)]
    assert len({each["ended"] for each in walks}) > 1
    others = played(story, walks)
    for walk, other in zip(walks, others, strict=True):
        assert _plain(other["steps"]) == walk["steps"]
        assert other["ended"] == walk["ended"]
    lines = others[0]["steps"][0]["lines"]
    assert {"place:chapel", "bg:assets/backgrounds/chapel.webp", "music:assets/music/chapel.ogg"} <= {*lines[0]["tags"]}
    passages = {each.text: each for scene in story.scenes for text in scene.texts for each in text}
    spoken = 0
    for line in (line for other in others for step in other["steps"] for line in step["lines"]):
        told = passages.get(line["text"])
        if told is not None and told.speaker:
            tags = {f"speaker:{told.speaker}", f"expression:{told.expression}", f"name:{told.name}"}
            assert tags <= {*line["tags"]}
            spoken += 1
    assert spoken


def test_inkjs_tells_a_german_story_by_the_house_author(
    stories: tuple[Story, ...], played: Callable[..., list[dict[str, Any]]]
) -> None:
    walks = [_walk(stories[2], seed) for seed in range(3)]
    assert "Hier weitermachen" in {each for step in walks[0]["steps"] for each in step["choices"]}
    assert [_plain(each["steps"]) for each in played(stories[2], walks)] == [each["steps"] for each in walks]


def test_markup_in_a_novel_comes_through_ink_as_text(
    hostile: VNPackage, played: Callable[..., list[dict[str, Any]]]
) -> None:
    story = compile_story(hostile)
    walks = [_walk(story, seed) for seed in range(3)]
    for walk, other in zip(walks, played(story, walks), strict=True):
        assert _plain(other["steps"]) == walk["steps"]
    assert any("-> END" in text for step in walks[0]["steps"] for text in step["texts"])


def _illustrated(package: VNPackage) -> VNPackage:
    """The novel with a backdrop and music for its first place."""
    place = package.acts[0].locations[0]
    backdrop = {"id": place.location, "kind": "background", "path": "assets/backgrounds/chapel.webp"}
    music = {"id": f"{place.location}_music", "kind": "music", "path": "assets/music/chapel.ogg"}
    assets = [{**each, "mime": "any/thing", "alt": "Wet stone"} for each in (backdrop, music)]
    return VNPackage.model_validate({**package.model_dump(mode="json"), "assets": assets})


@pytest.mark.parametrize(
    "words",
    ["-> END", "* a", "+ b", "- c", "~ d = 1", "{e}", "a | b", "# f", "=== g", "// h", "/* i */", "[j]", "<>", "\\",
     "TODO: k", "VAR l = 1", "INCLUDE m.ink", "(n) o", "->-> p", "<- q"],
)  # fmt: skip
def test_what_means_something_to_ink_is_marked(words: str) -> None:
    written = text(words)
    assert written.startswith("\\") or written[0].isalpha()
    assert not re.search(r"(?<!\\)[{}|#\[\]~*<>/]", written.replace("\\\\", ""))
    assert re.sub(r"\\(.)", r"\1", written) == words
