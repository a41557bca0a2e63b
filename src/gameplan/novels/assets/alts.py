"""What a picture shows, in words, for whoever does not see it; in the language of the novel."""

from __future__ import annotations

import re

from gameplan.novels.package import Location

_LINE = 300
_FACES = {
    "en": {},
    "de": {
        "happy": "fröhlich",
        "sad": "traurig",
        "angry": "wütend",
        "surprised": "überrascht",
        "worried": "besorgt",
    },
}
_WORDS = {
    "en": {"portrait": "Portrait of {name}", "music": "Music: {what}"},
    "de": {"portrait": "Porträt von {name}", "music": "Musik: {what}"},
}
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def language_for(said: str, *texts: str) -> str:
    """The language to write in: as was said, or else that of the texts; English if there are no words for it."""
    from gameplan.novels.checks.languages import language_of, main_language

    found = main_language(said) if said else language_of(" ".join(texts))
    return found if found in _WORDS else "en"


def portrait_alt(name: str, expression: str, language: str) -> str:
    """`Portrait of Mara, worried`."""
    who = _WORDS[language]["portrait"].format(name=name)
    if expression == "neutral":
        return cut(who)
    return cut(f"{who}, {_FACES[language].get(expression, expression.replace('_', ' '))}")


def backdrop_alt(location: Location, prompt: str, language: str, *, painted_here: bool) -> str:
    """The place, and what can be seen of it: what the house paints for these words, or what there is to notice."""
    seen = _painted(prompt, location.mood, language) if painted_here else ""
    seen = seen or _SENTENCE.split(" ".join(location.ambient_detail.split()), maxsplit=1)[0]
    return cut(f"{location.title}: {seen}" if seen and seen != location.title else location.title)


def _painted(prompt: str, mood: str, language: str) -> str:
    from gameplan.novels.assets.backdrops import alt_of

    return alt_of(prompt, mood=mood, language="de" if language == "de" else "en")


def music_alt(location: Location, language: str) -> str:
    return cut(_WORDS[language]["music"].format(what=location.mood or location.title))


def cut(text: str) -> str:
    """A text as a line: short enough for one, and on one."""
    line = " ".join(text.split())
    return line if len(line) <= _LINE else line[: _LINE - 1] + "…"
