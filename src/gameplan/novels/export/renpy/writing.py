"""A whole Ren'Py project of a story: scripts that an author can go on working with, pictures, sounds and screens."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from gameplan.novels.export.renpy.acts import ActWriter
from gameplan.novels.export.renpy.interface import options, readme, script, variables, words
from gameplan.novels.export.renpy.pictures import Pictures
from gameplan.novels.export.story import Story


def write_renpy(story: Story, assets: Mapping[str, bytes]) -> dict[str, str | bytes]:
    """The files of a project, by path. `assets` holds the story's pictures and sounds by theirs; any may be missing."""
    pictures = Pictures(story, assets)
    project: dict[str, str | bytes] = {
        "README.md": readme(story),
        "game/options.rpy": options(story),
        "game/script.rpy": script(story),
        "game/variables.rpy": variables(story),
        "game/words.rpy": words(story),
        "game/images.rpy": pictures.script(),
    }
    for each in sorted(files(__package__).joinpath("game").iterdir(), key=lambda each: each.name):
        if each.name.endswith(".rpy"):
            project[f"game/{each.name}"] = each.read_text("utf-8")
    project.update(ActWriter(story, pictures.music).files())
    project.update(pictures.files)
    return project
