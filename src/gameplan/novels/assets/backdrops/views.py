"""What a prompt asks for: the kind of place, the time of day, the weather, the mood and the treatment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from gameplan.novels.assets.backdrops.words import MOODS, PLACES, STYLES, THINGS, TIMES, WEATHERS

LANDSCAPE = "landscape"  # where nothing fits
KINDS: tuple[str, ...] = (*PLACES, LANDSCAPE)
INDOORS = frozenset(
    (
        "arcade",
        "room",
        "hall",
        "stair",
        "corridor",
        "library",
        "tavern",
        "kitchen",
        "cellar",
        "hold",
        "workshop",
        "stable",
        "chapel",
        "theatre",
        "ward",
        "space",
        "greenhouse",
        "station",
        "bedroom",
        "dining",
        "bathroom",
        "classroom",
        "office",
        "laboratory",
        "cell",
        "compartment",
        "cave",
        "metro",
    )
)
FALLING = {name: words for name, words in WEATHERS.items() if name not in ("overcast", "clear")}
WORDS_AT_MOST = 200
READ_AT_MOST = 4_000  # characters of a prompt; the rest says nothing new
PLURALS = ("s", "es", "e", "n", "en", "er")
USUAL_TIME = {
    "eerie": "night",
    "neon": "night",
    "warm": "dusk",
    "melancholy": "dusk",
    "tense": "dusk",
    "dreamy": "dawn",
}


@dataclass(frozen=True)
class View:
    """What is painted."""

    kind: str
    time: str = "day"
    weather: str = "clear"
    mood: str = "calm"
    style: str = "painted"

    @property
    def indoors(self) -> bool:
        return self.kind in INDOORS


def view_of(prompt: str, *, mood: str = "", art_style: str = "") -> View:
    """All that the words choose, with what is usual where they say nothing."""
    kind = kind_of(prompt) if kind_of(prompt) != LANDSCAPE else kind_of(mood)
    felt = _best(MOODS, mood) or _best(MOODS, prompt)
    time = _best(TIMES, prompt) or _best(TIMES, mood) or USUAL_TIME.get(felt, "day")
    usual = "overcast" if felt in ("melancholy", "bleak") else "clear"
    weather = (
        _best(FALLING, prompt) or _best(FALLING, mood) or _best(WEATHERS, prompt) or _best(WEATHERS, mood) or usual
    )
    if kind == "neon":
        time, felt = "night", "neon"
    return View(kind, time, weather, felt or "calm", style_of(art_style))


def kind_of(prompt: str) -> str:
    """The kind of place that the words speak of; what stands first, before a comma, counts most."""
    words = _words(prompt)
    scores = dict.fromkeys(PLACES, 0.0)
    for kind in PLACES:
        scores[kind] = 3.0 * _score(PLACES[kind], words) + _score(THINGS.get(kind, ""), words)
    best = max(scores, key=lambda kind: scores[kind])
    if best == "street" and _score("neon cyberpunk", words) > 0:
        return "neon"
    return best if scores[best] >= 0.4 else LANDSCAPE


def style_of(art_style: str) -> str:
    """How it is painted: one treatment, of two that are named the mixture that there is."""
    words = _words(art_style)
    named = [style for style in STYLES if _score(STYLES[style], words) > 0]
    if "ink" in named and "watercolour" in named:
        return "inkwash"
    return max(named, key=lambda style: _score(STYLES[style], words)) if named else "painted"


def _best(table: dict[str, str], text: str) -> str:
    words = _words(text)
    scores = {name: _score(terms, words) for name, terms in table.items()}
    best = max(scores, key=lambda name: scores[name])
    return best if scores[best] > 0 else ""


def _words(text: str) -> list[tuple[str, float]]:
    """The words, each with its weight: a title weighs most, and what comes late weighs little."""
    text = text[:READ_AT_MOST].casefold().replace("ß", "ss")
    title = re.search(r"[,.:;]", text)
    end = title.start() if title else len(text)
    found = []
    for place, each in enumerate(re.finditer(r"[^\W\d_]+(?:-[^\W\d_]+)*", text)):
        if place >= WORDS_AT_MOST:
            break
        found.append((each.group(), (3.0 if each.start() < end else 1.0) / (1.0 + place / 10)))
    return found


def _score(terms: str, words: list[tuple[str, float]]) -> float:
    """What the terms weigh, each where it comes first."""
    score = 0.0
    first = dict(reversed(words))
    for term in _terms(terms):
        if len(term) == 1:
            exact = 0.7 if term[0].startswith("*") else 1.0  # Krankenhaus is a house, but first of all a hospital
            score += exact * max((weight for word, weight in first.items() if _is(term[0], word)), default=0.0)
        else:
            weights = (weight for at, (_, weight) in enumerate(words) if _fits(term, words, at))
            score += 1.6 * max(weights, default=0.0)
    return score


@cache
def _terms(terms: str) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys(tuple(term.casefold().replace("ß", "ss").split("+")) for term in terms.split()))


def _fits(term: tuple[str, ...], words: list[tuple[str, float]], at: int) -> bool:
    if at + len(term) > len(words):
        return False
    return all(_is(part, words[at + offset][0]) for offset, part in enumerate(term))


@lru_cache(maxsize=100_000)
def _is(part: str, word: str) -> bool:
    if part.startswith("*"):
        stem = part[1:]
        return any(word.endswith(stem + plural) for plural in ("", "s", "n", "en", "e"))
    if part.endswith("*"):
        return word.startswith(part[:-1])
    return word == part or (word.startswith(part) and len(part) > 2 and word[len(part) :] in PLURALS)
