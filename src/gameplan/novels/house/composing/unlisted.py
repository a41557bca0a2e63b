"""Places of a premise that no list knows: an apiary, a scriptorium, a hammam in Istanbul.

A noun is taken for a place by how it ends, or by what stands around it: one works in it, comes to it, or it is in a
town. What names a time, a part, a feeling, a person or a thing never is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from gameplan.novels.house.composing.texts import texts
from gameplan.novels.house.composing.wording import Gender

MOST = 2  # places of this kind in a novel


@dataclass(frozen=True)
class Unlisted:
    """A place by its noun: the preposition that it takes, its gender in German, and whether it is under the sky."""

    noun: str
    at: str
    gender: Gender = "n"
    open: bool = False


_INSIDE = re.compile(
    r"[a-z]{2,}(?:ari(?:um|a)|ori(?:um|a)|asium|etum|eum|[iunsmv]ary|ery|dry|tory|oury|ory|house|room|shop|works|hall|"
    r"loft|cellar|store|parlou?r|barn|kiln|drome|dome|theque|teria|plex)"
)
_OUTSIDE = re.compile(r"[a-z]{2,}(?:yard|field|fields|garden|park|grounds?|wharf|dock|docks|port|stead|quarry)")
_ABSTRACT = re.compile(
    r".*(?:tion|sion|ment|ness|ity|ance|ence|ism|ship|hood|dom|ing|ed|ly|less|ful|ous|ive|al|er|or|ist)"
)
_A = r"(?:an?|the|his|her|their|its|this|that|my|our)"
_LIKE = (
    r"(?:(?:old|abandoned|small|tiny|remote|ruined|flooded|forgotten|haunted|empty|last|famous|derelict|busy|quiet|"
    r"hidden|secret|underground|sunken|royal|public|private|run-down|new|closed|burnt|floating)\s+)?"
)
_THEN = r"\s+(?:in|on|near|outside|above|below|beneath|behind|beside|beyond|where|that|full)\b"
_FRAMES = tuple(
    re.compile(each)
    for each in (
        r"\b(?:works?|worked|working|lives?|lived|living|serves?|imprisoned|employed|raised|stationed|cooks?|teaches|prays?|"
        rf"apprenticed)\s+(?:\w+ly\s+)?(in|at|inside)\s+{_A}\s+{_LIKE}([a-z]{{4,}})(?=\s*[.,;:!?]|{_THEN}|$)",
        r"\b(?:arrives?|returns?|moves?|travels?|flees|escapes?|breaks|comes|goes|sent|summoned|sleeps?|hides?|trapped|"
        rf"stranded|locked)\s+(?:back\s+)?(in|at|to|from|into)\s+{_A}\s+{_LIKE}([a-z]{{4,}})(?={_THEN})",
        r"\b(in|at|on|into|to|from|inside|outside|near|behind|[Rr]uns?|[Mm]anages?|[Oo]pens?|[Oo]wns?|[Ii]nherits?)\s+"
        rf"{_A}\s+{_LIKE}([a-z]{{4,}})\s+(?:in|on|near|outside|of)\s+(?:the\s+)?[A-Z]",
        rf"\b([Ii]n|[Aa]t|[Oo]n|[Ii]nside)\s+{_A}\s+{_LIKE}([a-z]{{4,}})\s+(?:where|in which|that no ?(?:one|body))\b",
    )
)
_AT = re.compile(rf"\b([Ii]n|[Aa]t|[Oo]n|[Ii]nside|[Ii]nto)\s+{_A}\s+(?:[a-z-]+\s+){{0,2}}$")
_GERMAN: tuple[tuple[str, Gender, str, bool], ...] = (
    *((each, "n", "in", False) for each in ("arium", "orium", "haus", "zimmer", "werk", "heim", "lager")),
    *((each, "n", "in", False) for each in ("bad", "amt", "depot", "atelier", "gewölbe", "kontor")),
    *((each, "f", "in", False) for each in ("erei", "halle", "stube", "thek", "anstalt", "schmiede")),
    *((each, "f", "in", False) for each in ("kammer", "küche", "gießerei", "werft", "anlage", "hütte")),
    *((each, "m", "in", False) for each in ("saal", "keller", "raum", "laden", "stall", "speicher")),
    *((each, "m", "auf", True) for each in ("hof", "platz", "acker", "steg")),
    *((each, "m", "in", True) for each in ("garten", "bruch", "park")),
    *((each, "f", "auf", True) for each in ("wiese", "weide", "plantage", "terrasse")),
    *((each, "n", "auf", True) for each in ("feld", "gelände", "gestüt")),
)


def unlisted_places(text: str, language: str, is_known: Callable[[str], bool]) -> tuple[Unlisted, ...]:
    """The places of a premise whose nouns `is_known` does not know, in their order."""
    found: dict[str, Unlisted] = {}
    for place in _german(text) if language == "de" else _english(text):
        if not is_known(place.noun.lower()):
            found.setdefault(place.noun.lower(), place)
    return tuple(found.values())[:MOST]


def is_place_noun(noun: str) -> bool:
    """Whether an English noun names a place by how it ends."""
    return noun not in _words("en", "endings_of_others") and bool(_INSIDE.fullmatch(noun) or _OUTSIDE.fullmatch(noun))


def _english(text: str) -> Iterator[Unlisted]:
    for word in re.finditer(r"\b[a-z]{4,}\b", text):
        noun = _one(word[0])
        before = text[: word.start()]
        if is_place_noun(noun) and re.search(rf"\b{_A}\s+(?:[a-z-]+\s+){{0,2}}$|\b(?:in|at|of)\s+$", before, re.I):
            said = _AT.search(before)
            yield Unlisted(noun, _preposition(said[1]) if said else "at", open=bool(_OUTSIDE.fullmatch(noun)))
    for frame in _FRAMES:
        for said in frame.finditer(text):
            noun = said[2]
            others = _words("en", "never") | _words("en", "endings_of_others")
            if noun not in others and not _ABSTRACT.fullmatch(noun):
                yield Unlisted(noun, _preposition(said[1]), open=bool(_OUTSIDE.fullmatch(noun)))


@lru_cache(maxsize=4)
def _words(language: str, name: str) -> frozenset[str]:
    return frozenset(texts(language, "elsewhere")[name].split())


def _one(noun: str) -> str:
    """One of many: of the tanneries a tannery."""
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    return noun[:-1] if noun.endswith(("houses", "rooms", "shops", "halls", "yards", "lofts")) else noun


def _preposition(said: str) -> str:
    return {"in": "in", "inside": "in", "into": "in", "on": "on"}.get(said.lower(), "at")


def _ends(noun: str, suffix: str) -> bool:
    return noun.endswith(suffix) and (len(noun) > len(suffix) + 2 or len(suffix) > 5)


def _german(text: str) -> Iterator[Unlisted]:
    for word in re.finditer(r"\b[A-ZÄÖÜ][a-zäöüß]{4,}\b", text):
        for noun in (word[0], word[0].removesuffix("s"), word[0].removesuffix("es"), word[0].removesuffix("en")):
            ends = next((each for each in _GERMAN if _ends(noun.lower(), each[0])), None)
            if ends is not None and not noun.lower().endswith(tuple(_words("de", "endings_of_others"))):
                yield Unlisted(noun, ends[2], ends[1], ends[3])
                break
