"""Those whom a premise speaks of beside the one it is about: kin who go along, others by their work, the dead."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from gameplan.novels.house.composing.matter import Matter

_DEAD = {
    "en": re.compile(
        r"\b(?:dead|late|deceased|murdered|drowned)\s+([a-z]+)"
        r"|\b([a-z]+)(?:,?\s+who)?\s+(?:died|(?:is|was|has been)\s+(?:long\s+)?(?:dead|buried|killed|murdered))\b"
        r"|\binherit(?:s|ed)?\b[^.;]*?\bfrom\s+(?:his|her|their|my)\s+(?:[a-z]+\s+)?([a-z]+)"
    ),
    "de": re.compile(
        r"\b(?:[Tt]ote|[Vv]erstorbene|[Ee]rmordete|[Ee]rtrunkene)[nrs]?\s+([A-ZÄÖÜ]\w+)"
        r"|\b([A-ZÄÖÜ]\w+),?\s+(?:der|die)\s+[^,.]*\b(?:starb|gestorben|tot)\b"
        r"|\b(?:erbt|erben|geerbt)\b[^.;]*?\bvon\s+(?:ihre[rmn]|seine[rmn]|meine[rmn])\s+(?:[a-zäöüß]+\s+)?([A-ZÄÖÜ]\w+)"
    ),
}
_NUMBERS = {"three": 3, "four": 4, "five": 5, "six": 6, "seven": 7} | {
    "drei": 3,
    "vier": 4,
    "fünf": 5,
    "sechs": 6,
    "sieben": 7,
}


def kin(said: list[str], words: dict[str, Any]) -> str:
    """What one is by those who are like one: the elder of two sisters, the eldest of three."""
    for at, word in enumerate(said):
        if word in words["kin"]:
            count = said[at - 1] if at else ""
            several = words["kin_of_many"].get(word, "") if count in _NUMBERS else ""
            return str(several.format(count=count) or words["kin"][word])
    return ""


def relations(said: list[str], words: dict[str, Any]) -> tuple[str, ...]:
    """Those who go along, at most two: of three sisters, both of the others."""
    found: list[str] = []
    for at, word in enumerate(said):
        if word in words["relations"]:
            both = at > 0 and said[at - 1] in _NUMBERS and word in words["kin"]
            found += [word] * (2 if both else 1)
    return tuple(found)[:2]


def the_dead(text: str, language: str, plain: Callable[[str, str], str]) -> set[str]:
    """Those of whom it says that they are dead: they do not go along."""
    return {plain(one.lower(), language) for found in _DEAD[language].finditer(text) for one in found.groups() if one}


def roles(said: list[str], trade: str, matter: Matter, words: dict[str, Any]) -> tuple[str, ...]:
    """Others whom it speaks of by what they do, and who are alive."""
    own = (*trade.lower().split(), matter.gone.lower(), *matter.thing.lower().split())
    found = [
        each
        for each in said
        if each in words["trades"] and each not in words["relations"] and not any(my.endswith(each) for my in own)
    ]
    return tuple(dict.fromkeys(found))[:2]
