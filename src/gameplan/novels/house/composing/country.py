"""Countries: where a novel is set, what is not to be found there, and what is there instead."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from gameplan.novels.house.composing.texts import texts

CLOSED = ("space", "deep", "rail", "cloister", "desert")  # that have few places in common with others
_COMMON = ("city", "village")  # where a premise that says nothing of it is set


class Country:
    """One country in one language: it puts texts into its own words, and says which of them it cannot use."""

    def __init__(self, language: str, family: str) -> None:
        self.family = family
        told = texts(language, "settings").get(family, {})
        self._instead: dict[str, str] = {}
        for here, there in told.get("instead", {}).items():
            self._instead.setdefault(here[0].upper() + here[1:], there[0].upper() + there[1:])
            self._instead[here] = there
        self._others = _any_of(sorted(self._instead, key=len, reverse=True))
        self._unfit = _any_of(told.get("unfit", ()), re.IGNORECASE)

    def said(self, text: str) -> str:
        """A text in the words of the country: in space a street is a corridor."""
        if self._others is None:
            return text
        return self._others.sub(lambda found: self._instead[found[0]], text)

    def fits(self, *lines: str) -> bool:
        """Whether texts can be told there: nothing in them is missing there."""
        return self._unfit is None or not any(self._unfit.search(self.said(each)) for each in lines)


@lru_cache(maxsize=64)
def country(language: str, family: str) -> Country:
    return Country(language, family)


def common(language: str) -> tuple[str, ...]:
    """The countries for a premise that names none."""
    return tuple(each for each in _COMMON if each in texts(language, "places"))


def _any_of(words: Iterable[str], flags: int = 0) -> re.Pattern[str] | None:
    joined = "|".join(re.escape(each) for each in words)
    return re.compile(rf"(?<!\w)(?:{joined})(?!\w)", flags) if joined else None
