"""The project that is written: what is in it, and what Ren'Py's lint says to it."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from gameplan.novels.export import Story, compile_story
from gameplan.novels.export.renpy import write_renpy
from gameplan.novels.house import write
from gameplan.novels.package import VNPackage


def test_the_sample_lints_clean_with_pictures_and_sounds_and_without(
    judge: Any, illustrated_project: Path, story: Story, new_project: Any
) -> None:
    for project in (illustrated_project, new_project(write_renpy(story, {}))):
        linted = judge.lint(project)
        assert linted.clean, linted.report


def test_a_house_novel_lints_clean_without_any(judge: Any, new_project: Any) -> None:
    novel = write("A lighthouse keeper finds a door in the tide.", seed=3)
    linted = judge.lint(new_project(write_renpy(compile_story(novel), {})))
    assert linted.clean, linted.report


def test_a_novel_of_hostile_text_lints_clean(judge: Any, hostile: VNPackage, new_project: Any) -> None:
    linted = judge.lint(new_project(write_renpy(compile_story(hostile), {})))
    assert linted.clean, linted.report


def test_the_judge_finds_what_is_broken(judge: Any, story: Story, new_project: Any) -> None:
    project = write_renpy(story, {})
    project["game/script.rpy"] += "\nlabel broken:\n    show nobody at seat(0.5)\n    jump nowhere\n"  # type: ignore[operator]
    linted = judge.lint(new_project(project))
    assert not linted.clean
    assert "nowhere" in linted.report


# -- what is in it


def test_every_scene_is_a_label_with_what_is_said_in_it(story: Story) -> None:
    project = write_renpy(story, {})
    script = "\n".join(text for path, text in project.items() if path.endswith(".rpy") and isinstance(text, str))
    for scene in story.scenes:
        assert f"label scene_{scene.id}:" in script
        for passage in (each for text in scene.texts for each in text):
            assert passage.text.replace('"', '\\"') in script
    assert 'p_benna neutral "Ask me something I can answer."' in script


def test_what_is_written_is_the_same_each_time(story: Story) -> None:
    assert write_renpy(story, {}) == write_renpy(story, {})


def test_pictures_and_sounds_are_named_after_ids_and_by_what_they_are(
    illustrated: Story, assets: dict[str, bytes]
) -> None:
    project = write_renpy(illustrated, assets)
    assert project["game/images/people/benna_neutral.png"][:4] == b"\x89PNG"  # type: ignore[comparison-overlap]
    assert project["game/images/places/chapel.webp"] == assets["assets/backgrounds/chapel.webp"]
    assert project["game/audio/chapel.ogg"] == assets["assets/music/chapel.ogg"]
    images = str(project["game/images.rpy"])
    assert 'image p_benna neutral = plot.portrait("images/people/benna_neutral.png")' in images
    assert 'image bg place_inn = plot.bare_place("The Weir Inn"' in images  # nobody painted it
    assert 'alt "A woman with a ladle' in str(project["game/act_1_the_count.rpy"])


@pytest.mark.parametrize("data", [b"", b"<svg", b"<svg><broken", b"GIF89a", b"RIFF\0\0\0\0AVI ", b"\xff<svg"])
def test_a_picture_that_cannot_be_read_is_drawn_by_the_project_itself(
    illustrated: Story, assets: dict[str, bytes], data: bytes
) -> None:
    project = write_renpy(illustrated, dict.fromkeys(assets, data))
    assert not [path for path in project if path.startswith(("game/images/people", "game/images/places", "game/audio"))]
    assert "image p_benna neutral = plot.figure(" in str(project["game/images.rpy"])


def test_an_id_that_could_be_code_is_never_written(story: Story) -> None:
    bad = dataclasses.replace(story.people[0], id="a = __import__('os')\nb")
    with pytest.raises(ValueError, match="An id of a story"):
        write_renpy(dataclasses.replace(story, people=(bad, *story.people[1:])), {})


def test_no_path_leaves_the_project(odd: Story) -> None:
    for path in write_renpy(odd, {}):
        assert path.startswith(("game/", "README.md"))
        assert ".." not in path
