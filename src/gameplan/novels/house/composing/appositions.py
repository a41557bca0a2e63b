"""Who somebody is, told beside the name: Anna, a retired judge, finds …; Anna, eine pensionierte Richterin, findet …

That is one person, not two. What stands between the commas says nothing of what happens, so the rest is read without
it. What so is called a place is nobody: Sker, a drowned town, is the drowned town of Sker.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from gameplan.novels.house.composing.matter import is_thing
from gameplan.novels.house.composing.texts import texts
from gameplan.novels.house.composing.trades import a_trade
from gameplan.novels.house.composing.unlisted import is_place_noun

_ENGLISH = re.compile(
    r"(?P<name>\b[A-Z][^\W\d_]+(?:[ -][A-Z][^\W\d_]+){0,2}),\s+(?:once\s+|formerly\s+)?(?:(?P<article>an?|the)\s+)?"
    r"(?P<said>(?:(?!(?:an?|the|is|was|has|of|and|or|who|in|on|at|from|with)\b)[a-z][a-z-]*\s+){0,3}?(?P<noun>[a-z][a-z-]+))"
    r"(?:\s+(?:of|from|with|without|in|at|on|who|whose|by)\b[^,.;:!?]*)?,"
)
_GERMAN = re.compile(
    r"(?P<name>\b[A-ZÄÖÜ][^\W\d_]+(?:[ -][A-ZÄÖÜ][^\W\d_]+){0,2}),\s+(?:einst\s+|früher\s+|ehemals\s+)?"
    r"(?:(?P<article>eine?|der|die)\s+)?(?P<said>(?:[a-zäöüß]+\s+){0,3}?(?P<noun>[A-ZÄÖÜ][a-zäöüß-]{2,}))"
    r"(?:\s+(?:aus|von|vom|mit|ohne|im|in|am|an|auf|bei|des|der)\b[^,.;:!?]*)?,"
)
_STATUS = {
    "en": re.compile(r"(?:retired|former|ex|disgraced|failed|amateur|aspiring|unemployed|part-time|self-taught)\b"),
    "de": re.compile(r"(?:pensioniert|ehemalig|früher|gescheitert|arbeitslos|angehend|verwitwet)e[rs]?\b"),
}


_GERMAN_ENDS = {"e": ("die", "e"), "es": ("das", "e"), "er": ("der", "e")}  # eine versunkene: die; ein altes: das alte


@dataclass(frozen=True)
class Apposition:
    """Somebody's name, what they are, and where in the text it stands."""

    name: str
    trade: str
    noun: str
    start: int
    end: int


def appositions(text: str, language: str) -> tuple[Apposition, ...]:
    """All people of whom a text says beside their name what they are."""
    return tuple(_found(text, language, texts(language, "names")["reading"]))


def with_places(text: str, language: str) -> str:
    """A text in which a place that is told beside its name comes before it: the drowned town of Sker."""
    words = texts(language, "names")["reading"]
    places = {each.lower() for each in (*words["place_words"], *words["vessels"])}

    def put(found: re.Match[str]) -> str:
        noun = found["noun"].lower()
        is_place = noun in places or (language == "en" and is_place_noun(noun))
        if not is_place or found["article"] is None or _is_where(text, found, words):
            return found[0]
        said = found["name"].split()
        before = list(takewhile(words["stop"].__contains__, said))  # When Sker
        name, rest = " ".join(said[len(before) :]), found[0][found.end("noun") - found.start() : -1]
        if not name:
            return found[0]
        placed = f"the {found['said']} of {name}{rest}" if language == "en" else f"{_the(found)} {name}{rest}"
        return " ".join([*before, placed]) if before else placed[0].upper() + placed[1:]

    return (_GERMAN if language == "de" else _ENGLISH).sub(put, text)


def _the(found: re.Match[str]) -> str:
    """Ein altes Dorf, with the article that is known: das alte Dorf."""
    adjectives = found["said"].split()[:-1]
    if found["article"] in ("der", "die") or not adjectives:
        return f"{found['article']} {found['said']}"
    ending = next((each for each in ("es", "er", "e") if adjectives[0].endswith(each)), "e")
    article, plain = _GERMAN_ENDS[ending]
    inflected = [each.removesuffix(ending) + plain if each.endswith(ending) else each for each in adjectives]
    return " ".join([article, *inflected, found["noun"]])


def without(text: str, said: tuple[Apposition, ...]) -> str:
    """A text without what it says beside names."""
    for each in reversed(said):
        text = text[: each.start] + text[each.end :]
    return text


def _found(text: str, language: str, words: dict[str, Any]) -> Iterator[Apposition]:
    for found in (_GERMAN if language == "de" else _ENGLISH).finditer(text):
        name = " ".join(each for each in found["name"].split() if each not in words["stop"])  # When Anna
        noun = found["noun"].lower()
        if not name or noun in words["relations"] or noun in words["kin"] or _is_where(text, found, words):
            continue
        listed = noun in words["trades"]
        if not listed and (is_thing(noun, language) or (language == "en" and is_place_noun(noun))):
            continue
        if found["article"] is None and not listed and not _STATUS[language].match(found["said"]):
            continue  # Anna, tired, goes home
        yield Apposition(name, _as_a_trade(found, language), noun, found.end("name"), found.end())


def _as_a_trade(found: re.Match[str], language: str) -> str:
    """A retired judge, pensionierte Richterin; but Uhrmacher, of der alte Uhrmacher."""
    if language == "en":
        return a_trade(found["said"], language)
    return found["noun"] if found["article"] in ("der", "die") else found["said"]


def _is_where(text: str, found: re.Match[str], words: dict[str, Any]) -> bool:
    """Whether it is a place that is named: in Prague, an engraver, …"""
    said = [*text[: found.start()].split()[-1:], *found["name"].split()]
    return any(each.lower() in words["place_before"] for each in said)
