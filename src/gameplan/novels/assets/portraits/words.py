"""Reading a description: what its words say about somebody's looks, and nothing where they say nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gameplan.novels.assets.portraits import vocabulary as say
from gameplan.novels.assets.portraits import wear_vocabulary as wear
from gameplan.novels.assets.portraits.origins import ORIGIN_WORDS

_LONGEST = 4_000
# English words that look like German nouns, which have a capital: a kind face is no child, a hut no hat.
_FALSE_FRIENDS = re.compile(
    r"(?<!ein )(?<!das )(?<!kleines )\b(?:kind|hut|mutter)\b|\bKind(?= (?:face|eyes|old|smile|but|and|man|woman))"
)
_YOUNG = re.compile(r"\bjunge[nmrs]?\b|\bJunge(?= [A-ZÄÖÜ])")  # and no boy: a boy has a capital and no noun after him
_CLAUSE = re.compile(r"[,;.:()\n]| with | and | und | mit | in (?:a|an|einem?|einer) ")


@dataclass(frozen=True, slots=True)
class Said:
    """What a description says. An empty string: not a word about it."""

    age: str = ""
    look: str = ""
    build: str = ""
    stature: str = ""
    face: str = ""
    kin: str = ""
    origin: str = ""
    skin: str = ""
    hair: str = ""
    beard: str = ""
    hat: str = ""
    garment: str = ""
    glasses: str = ""
    scar: str = ""
    nose: str = ""
    brows: str = ""
    extras: tuple[str, ...] = ()
    colours: tuple[tuple[str, str], ...] = ()  # of a noun

    def colour(self, noun: str) -> str:
        return dict(self.colours).get(noun, "")


def read(prompt: str) -> Said:
    """What these words say."""
    text = re.sub(r"\s+", " ", _YOUNG.sub("jung", _FALSE_FRIENDS.sub(" ", prompt[:_LONGEST])).lower())
    return Said(
        age=_years(text) or _first(text, say.AGES),
        look=_look(text),
        build=_first(text, say.BUILDS),
        stature=_first(text, say.STATURES),
        face=_first(text, say.FACES),
        kin=_first(text, say.KINS),
        origin=_first(text, ORIGIN_WORDS),
        skin=_first(text, say.SKINS),
        hair=_first(text, say.HAIR) or _first(text, say.HAIR_OF_A_CALLING),
        beard=_first(text, say.BEARDS),
        hat=_first(text, wear.HATS),
        garment=_first(text, wear.GARMENTS),
        glasses=_first(text, wear.GLASSES),
        scar=_first(text, say.SCARS),
        nose=_first(text, say.NOSES),
        brows=_first(text, say.BROWS),
        extras=tuple(name for name, pattern in wear.EXTRAS if _compiled(pattern).search(text)),
        colours=tuple(sorted(_colours(text).items())),
    )


@lru_cache(maxsize=1_000)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")


def _first(text: str, rows: say.Rows) -> str:
    return next((name for name, pattern in rows if _compiled(pattern).search(text)), "")


def _look(text: str) -> str:
    """Whom the words speak of: the first word that says so, or else what somebody is or wears."""
    for rows in (say.LOOKS, say.CALLINGS):
        found = [(match.start(), name) for name, pattern in rows if (match := _compiled(pattern).search(text))]
        if found:
            return min(found)[1]
    return ""


def _colours(text: str) -> dict[str, str]:
    """Which noun has which colour: a colour belongs to the next noun of its clause, or else to the one before."""
    found: dict[str, str] = {}
    for clause in _CLAUSE.split(text):
        nouns = sorted(
            (match.start(), name) for name, pattern in say.NOUNS for match in _compiled(pattern).finditer(clause)
        )
        for start, colour in _tints(clause):
            after = [name for place, name in nouns if place >= start and name not in found]
            before = [name for place, name in nouns if place < start and name not in found]
            if after:
                found[after[0]] = colour
            elif before:
                found[before[-1]] = colour
    return found


def _tints(clause: str) -> list[tuple[int, str]]:
    taken: dict[int, str] = {}
    for name, pattern in say.COLOURS:
        for match in _compiled(pattern).finditer(clause):
            taken.setdefault(match.start(), name)
    return sorted(taken.items())


# -- years


def _years(text: str) -> str:
    """The age of somebody whose years are told: "of thirty-four", "73 years old", "achtzehn Jahre alt"."""
    match = _compiled(
        r"(?:of|aged?|about|around|von|etwa) (\d{1,3})|(\d{1,3})(?:[- ]years?[- ]old| years| jahren?"
        r"|-jährig\w*|jährig\w*)|(?:(?<=, )|(?<=\()|^)(\d{1,2})(?=[,;.)]|$)"
    ).search(text)
    years = int(next(filter(None, match.groups()))) if match else _spelled(text)
    if years is None:
        return ""
    steps = ((12, "child"), (17, "teen"), (36, "young"), (54, "middle"), (69, "old"))
    return next((name for upper, name in steps if years <= upper), "elder")


@lru_cache(maxsize=1)
def _numbers() -> tuple[re.Pattern[str], dict[str, int]]:
    known = {word: value for value, word in enumerate(say.NUMBERS_EN)}
    known |= {
        f"{ten}-{one}": tens + value for ten, tens in say.TENS_EN.items() for one, value in list(known.items())[1:10]
    }
    known |= say.TENS_EN
    german = {word: value for value, word in enumerate(say.NUMBERS_DE)}
    known |= german | say.TENS_DE
    ones = [(word.removesuffix("s") if word == "eins" else word, value) for word, value in list(german.items())[1:10]]
    known |= {f"{one}und{ten}": tens + value for ten, tens in say.TENS_DE.items() for one, value in ones}
    words = "|".join(sorted(known, key=len, reverse=True))
    return re.compile(
        rf"(?:\b(?:of|aged|von|etwa|about) ({words})\b)|(?:\b({words}) (?:years?|jahren?)\b)|^({words})\b"
    ), known


def _spelled(text: str) -> int | None:
    pattern, known = _numbers()
    for match in pattern.finditer(text):
        word = next(each for each in match.groups() if each)
        if known[word] >= 4:
            return known[word]
    return None
