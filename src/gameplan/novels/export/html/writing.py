"""The folder of a novel: the page's own files as they are, the story as data, and the assets that it names."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib import resources
from string import Template
from typing import Any

from gameplan.novels.export.story import Story

SCRIPTS = ("words.js", "director.js", "stage.js", "typing.js", "saves.js", "panels.js", "player.js")
_PLAIN_PATH = re.compile(r"assets/(portraits|backgrounds|music)/[A-Za-z0-9][A-Za-z0-9_.-]{0,120}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_PALE = "#d8d8e0"


def write_html(story: Story, assets: Mapping[str, bytes]) -> dict[str, str | bytes]:
    """A folder that plays the story offline, as path and content: open its `index.html` in a browser.

    `assets` are the pictures and the music by their paths. What the story names and is not among them is left out;
    the player then shows a quiet picture of its own. What it does not name is not written.
    """
    data = _with_assets(story, assets)
    page = Template(_resource("index.html")).substitute(
        title=escape(story.title or "…"), language=data["language"], scripts=_script_tags()
    )
    files: dict[str, str | bytes] = {"index.html": page, "player.css": _resource("player.css")}
    files |= {name: _resource(name) for name in SCRIPTS}
    files["story.js"] = _as_script(data)
    files |= {path: bytes(assets[path]) for path in _paths(data)}
    return files


def _with_assets(story: Story, assets: Mapping[str, bytes]) -> dict[str, Any]:
    """The story as JSON has it, naming only assets that are there."""
    data = story.to_json()

    def there(path: str) -> str:
        if not path:
            return ""
        if not _PLAIN_PATH.fullmatch(path):
            raise ValueError(f"An asset of the story has a path that cannot be written: {path!r:.120}")
        return path if path in assets else ""

    for place in data["places"]:
        place["backdrop"], place["music"] = there(place["backdrop"]), there(place["music"])
    for person in data["people"]:
        person["portraits"] = [each for each in person["portraits"] if there(each["path"])]
        person["colour"] = person["colour"] if _COLOUR.fullmatch(person["colour"]) else _PALE
    data["language"] = story.language if _LANGUAGE.fullmatch(story.language) else "en"
    return data


def _paths(data: dict[str, Any]) -> list[str]:
    """The assets that a story names."""
    named = {place[kind] for place in data["places"] for kind in ("backdrop", "music")}
    named |= {portrait["path"] for person in data["people"] for portrait in person["portraits"]}
    return sorted(named - {""})


def _as_script(data: dict[str, Any]) -> str:
    """The story as a script that can only be data: JSON within a string, which the page parses."""
    text = json.dumps(data, separators=(",", ":"))
    whole = json.dumps({"hash": hashlib.sha256(text.encode()).hexdigest()[:16], "story": data}, separators=(",", ":"))
    return f"window.NOVEL = JSON.parse({_quoted(whole)});\n"


def _quoted(text: str) -> str:
    """A string as a script writes it: ASCII alone, and nothing that could end a script or begin a comment."""
    return json.dumps(text).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _script_tags() -> str:
    return "\n".join(f'<script src="{name}" defer></script>' for name in ("story.js", *SCRIPTS))


@cache
def _resource(name: str) -> str:
    return (resources.files("gameplan.novels.export.html") / "page" / name).read_text(encoding="utf-8")
