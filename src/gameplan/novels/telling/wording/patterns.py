"""Patterns: a few parts that make many sentences, so that none has to be said twice."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from zlib import crc32

from gameplan.novels.package import Tone
from gameplan.novels.telling.direction import Tier

_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Pattern:
    """Forms with slots. A slot that has `parts` is filled with each of them; others are filled by who asks."""

    forms: tuple[str, ...]
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @cached_property
    def all(self) -> tuple[str, ...]:
        """Every sentence that it can make, with the slots that are left."""
        made = []
        for form in self.forms:
            names = [name for name in dict.fromkeys(_SLOT.findall(form)) if name in self.parts]
            for chosen in product(*(self.parts[name] for name in names)):
                filled = form
                for name, part in zip(names, chosen, strict=True):
                    filled = filled.replace(f"{{{name}}}", part)
                made.append(filled)
        return tuple(made)

    @cached_property
    def _step(self) -> int:
        """So far on is the next sentence: not its neighbour, and yet each comes once."""
        count = len(self.all)
        return next(each for each in range(max(1, int(count * 0.618)), 2 * count + 2) if math.gcd(each, count) == 1)

    def sentences(self, seed: str, **slots: str) -> Iterator[str]:
        """All its sentences, each once, in an order that the seed decides."""
        count = len(self.all)
        begin = crc32(seed.encode()) % count
        for number in range(count):
            sentence = self.all[(begin + number * self._step) % count]
            for name, value in slots.items():
                sentence = sentence.replace(f"{{{name}}}", value)
            yield sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True)
class Wording:
    """All that the renderer can say in one language."""

    arrives: Pattern  # place
    quiet: Pattern  # place
    enters: Pattern  # name
    bonds: Mapping[str, Pattern]  # warm, even, cold; name
    lines: Mapping[str, Pattern]  # the same, spoken
    rolls: Mapping[Tier, Pattern]
    confesses: Pattern  # name
    notes: Pattern  # thing: what is found, if it is no sentence
    recalls: Pattern  # thing: a callback, if it is no sentence
    wants: Pattern  # name, wish
    asks: Pattern
    presses: Pattern  # the same, when there is no time to lose
    closes: Mapping[Tone, Pattern]
    stays: tuple[str, ...]  # place
    hears: tuple[str, ...]  # name
    onward: tuple[str, ...]  # place: if there is nothing but to go on
    after: tuple[str, ...]  # title: the same, when an act has come to its climax
    looks: tuple[str, ...]  # thing, with its article
    sees: tuple[str, ...]  # thing, without
    waits: tuple[str, ...]  # place
    goes: tuple[str, ...]  # place
    takes: tuple[str, ...]  # thing
    warms: tuple[str, ...]  # name
    cools: tuple[str, ...]  # name
    remembered: str  # name: the hint of a choice about somebody
    titles: frozenset[str]  # that stand before a name and are no first name
    wish: str  # how a wish begins that can be put into a sentence
    article: str  # that is written small within a sentence
    articles: re.Pattern[str]  # with which a thing begins that can be put into a sentence
    definite: re.Pattern[str]  # articles that become definite when the thing is spoken of again
    you: re.Pattern[str]  # how a text speaks to the reader
    player: re.Pattern[str]  # how an author speaks of the player
    instruction: re.Pattern[str]  # a sentence that tells the teller what to do, and is not for the reader
