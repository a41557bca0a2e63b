"""Frames out of what a model writes, as soon as each is complete.

A model is asked for one JSON object per line. Objects over several lines, a list of them, a list under "frames", and
text around them are read too.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from gameplan.novels.telling.frames import Choice, Sprite, VNFrame
from gameplan.tools.clean import clean_json

_WRAPPER = re.compile(r'\s*\{\s*"frames"\s*:\s*\[')
_LONGEST_REPLY = 200_000
_LOOKS = frozenset({"expression", "background", "music", "sfx", "sprites", "transition", "effect", "roll", "freeInput"})
_OURS = frozenset({"id", "seq", "encounterId", "directionId", "requires"})  # set by the house, whatever a model says


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that was meant to be a frame and is none."""

    problem: str


class FrameReader:
    """Takes text in pieces and gives the frames that have become complete."""

    def __init__(self) -> None:
        self._text = ""
        self._at = 0  # what comes before was read
        self._begin = -1  # where the object begins that is open
        self._end = 0  # where the last frame ended
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._unwrapped = False

    def feed(self, piece: str) -> list[VNFrame | Unread]:
        """The frames that end in this piece."""
        self._text = (self._text + piece)[:_LONGEST_REPLY]
        if not self._unwrapped:
            wrapper = _WRAPPER.search(self._text)
            if wrapper is not None and self._text.find("{") >= wrapper.start():
                self._at = wrapper.end()
                self._begin, self._depth, self._in_string = -1, 0, False
                self._unwrapped = True
        found: list[VNFrame | Unread] = []
        for at in range(self._at, len(self._text)):
            if self._closes(at):
                found.append(read_frame(self._text[self._begin : at + 1]))
                self._begin, self._end = -1, at + 1
        self._at = len(self._text)
        return found

    def _closes(self, at: int) -> bool:
        """Whether an object ends with this character."""
        char = self._text[at]
        if self._in_string:
            if self._escaped:
                self._escaped = False
            elif char == "\\":
                self._escaped = True
            elif char == '"':
                self._in_string = False
            return False
        if char == "{":
            if self._depth == 0:
                self._begin = at
            self._depth += 1
        elif char == '"' and self._depth > 0:
            self._in_string = True
        elif char == "}" and self._depth > 0:
            self._depth -= 1
            return self._depth == 0
        return False

    @property
    def pending(self) -> int:
        """How many characters have come since the last frame."""
        return len(self._text) - self._end

    @property
    def is_open(self) -> bool:
        """Whether a frame has begun that has not ended."""
        return self._depth > 0


def read_frames(text: str) -> list[VNFrame | Unread]:
    """All frames of a text; something that begins like one and does not end is named too."""
    reader = FrameReader()
    found = reader.feed(text)
    return [*found, Unread("the last frame does not end")] if reader.is_open else found


def read_frame(text: str) -> VNFrame | Unread:
    """One frame. What no frame has is passed over, and so are looks and sounds of a wrong form; the rest must fit."""
    try:
        raw = clean_json(json.loads(text), largest=_LONGEST_REPLY)
    except (ValueError, RecursionError) as error:
        return Unread(f"it is not JSON: {error}")
    if not isinstance(raw, dict):
        return Unread("it is not a JSON object")
    if "text" not in raw and "choices" not in raw:
        return Unread('it has no "text"')
    fields = _known(raw, VNFrame, without=_OURS)
    for name, part, ours in (("sprites", Sprite, frozenset({"alt"})), ("choices", Choice, _OURS | {"roll"})):
        if isinstance(each_of := fields.get(name), list):
            fields[name] = [_known(each, part, ours) if isinstance(each, dict) else each for each in each_of]
    for number, choice in enumerate(fields.get("choices") or (), 1):
        if isinstance(choice, dict):
            choice["id"] = str(number)
    return _fitted(fields)


def _fitted(fields: dict[str, Any]) -> VNFrame | Unread:
    try:
        return VNFrame.model_validate(fields)
    except ValidationError as error:
        wrong = error.errors(include_url=False)
        if odd := _LOOKS & {str(each["loc"][0]) for each in wrong if each["loc"]}:
            return _fitted({name: value for name, value in fields.items() if name not in odd})
        first = wrong[0]
        where = ".".join(map(str, first["loc"])) or "it"
        return Unread(f"{where}: {first['msg'][:200]}")


def _known(raw: dict[str, Any], part: type[VNFrame | Sprite | Choice], without: frozenset[str] = frozenset()) -> Any:
    """The fields that there are, under the names of the wire; null is as if it were not there."""
    names = {field.alias or name for name, field in part.model_fields.items()} - without
    return {name: value for name, value in raw.items() if name in names and value is not None}
