"""Words that know their forms: people with pronouns, places with prepositions, things with articles."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeAlias

Gender: TypeAlias = Literal["f", "m", "n", "pl"]
_EITHER = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
_IF = re.compile(r"<(!?)(\w+):([^<>]*)>")
_SMALL = {"of", "the", "in", "on", "to", "from", "at", "a", "an", "and", "for", "with", "under"}
_STARTS = re.compile(r"((?:^|(?<=[.!?…]\s)|(?<=\.[”“]\s))[“„‘]?)([a-zäöüß])")
_WITHIN = frozenset({"village", "town", "city", "kingdom", "country", "colony", "valley", "forest", "street", "prison"})
_UPON = frozenset({"island", "planet", "estate", "farm", "bridge", "wall", "border"})
_WITH_ARTICLE = frozenset({"Mars", "Merkur", "Jupiter", "Saturn", "Uranus", "Neptun", "Pluto", "Titan", "Mond"})
_WORLDS = _WITH_ARTICLE | {
    *("Mercury", "Venus", "Neptune", "Luna", "Io", "Europa", "Ganymede", "Ganymed", "Callisto", "Kallisto", "Tethys"),
    *("Enceladus", "Ceres", "Vesta", "Phobos", "Deimos", "Triton", "Hyperion", "Earth"),
}
_GERMAN_THE = {
    "m": ("der", "den", "dem"),
    "f": ("die", "die", "der"),
    "n": ("das", "das", "dem"),
    "pl": ("die", "die", "den"),
}
_GERMAN_IT = {
    "m": ("er", "ihn", "ihm"),
    "f": ("sie", "sie", "ihr"),
    "n": ("es", "es", "ihm"),
    "pl": ("sie", "sie", "ihnen"),
}
_GERMAN_AT = {
    "in": {"m": ("im", "in den"), "f": ("in der", "in die"), "n": ("im", "ins"), "pl": ("in den", "in die")},
    "an": {"m": ("am", "an den"), "f": ("an der", "an die"), "n": ("am", "ans"), "pl": ("an den", "an die")},
    "auf": {
        "m": ("auf dem", "auf den"),
        "f": ("auf der", "auf die"),
        "n": ("auf dem", "aufs"),
        "pl": ("auf den", "auf die"),
    },
}


@dataclass(frozen=True)
class Person:
    """Somebody in a text: `{a}` is the name, `{a.she}` what one says instead."""

    id: str
    name: str
    gender: Literal["f", "m"]
    called: str = ""  # what people say for short

    def __str__(self) -> str:
        return self.called or self.name

    def __getattr__(self, form: str) -> str:
        forms = _PRONOUNS[self.gender]
        if form.lower() not in forms:
            raise AttributeError(form)
        said = forms[form.lower()]
        return said if form.islower() else said[0].upper() + said[1:]


_PRONOUNS = {
    "f": {"she": "she", "her": "her", "hers": "her", "sie": "sie", "ihn": "sie", "ihm": "ihr", "sein": "ihr"},
    "m": {"she": "he", "her": "him", "hers": "his", "sie": "er", "ihn": "ihn", "ihm": "ihm", "sein": "sein"},
}


@dataclass(frozen=True)
class Place:
    """A place in a text: `{here.at}` where one is, `{here.to}` where one goes, `{here}` by its name."""

    id: str
    name: str
    at: str
    to: str

    def __str__(self) -> str:
        return self.name


def english_place(id: str, name: str, preposition: str) -> Place:
    return Place(id, name, f"{preposition} {name}", f"to {name}")


def german_place(id: str, name: str, gender: Gender, preposition: str) -> Place:
    """A place in German. `~` in its name is where an adjective takes its ending: `Alte~ Hafen`."""
    at, to = _GERMAN_AT[preposition][gender]
    where, whither = name.replace("~", "n"), name.replace("~", "n" if gender in ("m", "pl") else "")
    if gender == "pl" and not where.endswith(("n", "s")):
        where = f"{where}n"
    named = name.replace("~", "n" if gender == "pl" else "")
    return Place(id, f"{_GERMAN_THE[gender][0]} {named}", f"{at} {where}", f"{to} {whither}")


def german_title(name: str, gender: Gender) -> str:
    """The name by itself: `Alter Hafen`."""
    return name.replace("~", {"m": "r", "n": "s", "f": "", "pl": ""}[gender])


@dataclass(frozen=True)
class Thing:
    """A thing in a text, with its article: in English always the same, in German by case."""

    bare: str
    language: str
    gender: Gender = "n"
    article: str = "the"  # in English: your husband; regret has none

    def __str__(self) -> str:
        return f"{self.article} {self.bare}".strip() if self.language == "en" else self.der

    @property
    def at(self) -> str:
        """Where one is, if the thing is a place: in the village, on the island, at the hotel."""
        noun = self.bare.split()[-1] if self.bare else ""
        return f"{'in' if noun in _WITHIN else 'on' if noun in _UPON else 'at'} {self}"

    @property
    def bare_title(self) -> str:
        words = self.bare.split()
        return " ".join(word if at and word in _SMALL else word[0].upper() + word[1:] for at, word in enumerate(words))

    @property
    def zum(self) -> str:
        return {"f": f"zur {self.bare}", "pl": f"zu den {self.bare}"}.get(self.gender, f"zum {self.bare}")

    @property
    def vom(self) -> str:
        return {"f": f"von der {self.bare}", "pl": f"von den {self.bare}"}.get(self.gender, f"vom {self.bare}")

    @property
    def im(self) -> str:
        return {"f": f"in der {self.bare}", "pl": f"in den {self.bare}"}.get(self.gender, f"im {self.bare}")

    @property
    def beim(self) -> str:
        return {"f": f"bei der {self.bare}", "pl": f"bei den {self.bare}"}.get(self.gender, f"beim {self.bare}")

    @property
    def er(self) -> str:
        return _GERMAN_IT[self.gender][0]

    @property
    def ihn(self) -> str:
        return _GERMAN_IT[self.gender][1]

    @property
    def ihm(self) -> str:
        return _GERMAN_IT[self.gender][2]

    @property
    def der(self) -> str:
        return f"{_GERMAN_THE[self.gender][0]} {self.bare}"

    @property
    def den(self) -> str:
        return f"{_GERMAN_THE[self.gender][1]} {self.bare}"

    @property
    def dem(self) -> str:
        return f"{_GERMAN_THE[self.gender][2]} {self.bare}"


def fill(text: str, rng: Random, slots: dict[str, Any]) -> str:
    """A text in the words of its country, its alternatives chosen and its slots filled.

    `<why:…>` is told if there is a `why`, `<!why:…>` if there is none. Sentences begin with a capital.
    """
    text = _IF.sub(lambda found: found[3] if bool(slots.get(found[2])) != bool(found[1]) else "", text)
    where = slots.get("country")
    told = where.said(text) if where is not None else text
    chosen = _EITHER.sub(lambda found: rng.choice(found[1].split("|")), told)
    said = " ".join(chosen.format(**slots).split())
    if str(slots.get("town", "")) in _WORLDS:
        said = re.sub(rf"\b(i|I)n (?={slots['town']}\b)", lambda found: _on_a_world(found[1], slots), said)
    thing = slots.get("thing")
    if isinstance(thing, Thing) and thing.language == "de":
        said = re.sub(rf"\b([Vv]o|[Bb]ei|[Zz]u)n? dem (?={re.escape(thing.bare)}\b)", _in_one_word, said)
    return _STARTS.sub(lambda found: found[1] + found[2].upper(), said)


def _in_one_word(found: re.Match[str]) -> str:
    """Vom Mond, beim Mond, zum Mond."""
    return f"{found[1]}m "


def _on_a_world(letter: str, slots: dict[str, Any]) -> str:
    """One lives in a town, and on Mars; in German, auf dem Mars."""
    german = slots["thing"].language == "de"
    said = ("auf dem " if slots["town"] in _WITH_ARTICLE else "auf ") if german else "on "
    return said if letter == "i" else said[0].upper() + said[1:]


def slug(text: str) -> str:
    """A name as an id."""
    plain = text.lower()
    for letter, written in (
        ("ä", "ae"),
        ("ö", "oe"),
        ("ü", "ue"),
        ("ß", "ss"),
        ("é", "e"),
        ("è", "e"),
        ("’", ""),
        ("'", ""),
    ):
        plain = plain.replace(letter, written)
    plain = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return (plain if plain[:1].isalpha() else f"x_{plain}".rstrip("_"))[:50]
