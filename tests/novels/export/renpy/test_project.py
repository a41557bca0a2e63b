"""The project that is written: what is in it, and what Ren'Py's lint says to it."""

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest

from gameplan.novels.export import Story, compile_story
from gameplan.novels.export.renpy import write_renpy
from gameplan.novels.export.story import Portrait
from gameplan.novels.house import write
from gameplan.novels.package import EXPRESSIONS, VNPackage


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


def test_what_is_said_has_room_to_grow_above_the_quick_menu(story: Story) -> None:
    screens = str(write_renpy(story, {})["game/screens.rpy"])
    box = screens.partition("style say_window:")[2].partition("style ")[0]
    assert "yminimum 340" in box
    assert "ysize" not in box  # of a fixed height, the fourth line stood across the buttons
    assert re.search(r"padding \(\d+, \d+, \d+, (\d+)\)", box).group(1) == "68"  # type: ignore[union-attr]


def test_what_dice_are_thrown_for_is_said_in_the_language_of_the_novel(story: Story) -> None:
    def rolls(language: str) -> set[str]:
        project = write_renpy(dataclasses.replace(story, language=language), {})
        return {each for text in project.values() for each in re.findall(r'roll=\("(\w+)"', str(text))}

    words = {"nerve": "Mut", "wits": "Verstand", "heart": "Herz", "hands": "Geschick"}
    assert rolls("en")
    assert rolls("de-AT") == {words[each] for each in rolls("en")}


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


def test_only_the_faces_that_are_shown_are_drawn(illustrated: Story, assets: dict[str, bytes]) -> None:
    faces = tuple(Portrait(each, f"assets/portraits/{each}.svg") for each in EXPRESSIONS)
    people = tuple(
        dataclasses.replace(each, portraits=faces) if each.id == "benna" else each for each in illustrated.people
    )
    drawings = {each.path: assets["assets/portraits/benna.svg"] for each in faces}
    project = write_renpy(dataclasses.replace(illustrated, people=people), assets | drawings)
    scripts = "\n".join(str(text) for path, text in project.items() if path.startswith("game/act_"))
    shown = {"neutral", *re.findall(r"\b[pt]_benna (\w+)", scripts)}
    drawn = {path.rpartition("_")[2] for path in project if path.startswith("game/images/people/benna_")}
    assert drawn == {f"{each}.png" for each in shown}
    assert len(shown) < len(EXPRESSIONS)


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
