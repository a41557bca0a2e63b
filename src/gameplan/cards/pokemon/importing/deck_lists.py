"""Deck lists as people write and export them: PTCG Live, PTCGO, Limitless, Pocket, or by hand.

A line is a count, a name, and perhaps a set and a number; headers and totals are passed over, since exporters disagree
on what they count.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gameplan.cards.pokemon.importing.problems import ImportProblem, TooMuch
from gameplan.cards.pokemon.importing.words import basic_energy, mended

LARGEST = 200_000
MOST_OF_A_CARD = 60
_HEADER = re.compile(
    r"^(?:#+\s*)?(?:pok.{1,2}mon|trainers?(?: cards?)?|energ(?:y|ies)|supporters?|items?|stadiums?|tools?|ace spec)"
    r"\s*(?:[:(-].*)?$|^total\b.*$|^[*=_#-]{3,}.*$|^#.*$|^//.*$",
    re.IGNORECASE,
)
_LINE = re.compile(r"^(?:[*•-]\s*)?(?P<count>\d{1,3})\s*(?:x|×)?\s+(?P<rest>.+?)\s*$", re.IGNORECASE)
_ID = re.compile(r"^(?:[a-z0-9]+-\w+|[A-Z]+\d+[A-Z0-9]*-[A-Z]*\d+)$")
_SET = r"Energy|[A-Z0-9]{1,6}(?:-[A-Z]{1,3}\d?)?|[A-Z0-9]{0,5}\d[a-z]"  # Pocket: A1a
_PRINT = re.compile(rf"^(?P<name>.+?)\s+(?P<set>{_SET})\s+(?P<number>[A-Z]{{0,5}}\d{{1,4}}[a-z]?(?:_?[A-Z]\d?)?)$")
_NUMBERED = re.compile(r"^(?P<name>.+ energy)\s+(?P<number>\d{1,3})$", re.IGNORECASE)
_PARALLEL = re.compile(r"\s+PH$")


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A line of a deck list. `energy` is the letter of a basic Energy; `id` is the data's own name of a card."""

    line: int
    count: int
    name: str
    set: str = ""
    number: str = ""
    id: str = ""
    energy: str = ""


@dataclass(frozen=True, slots=True)
class DeckList:
    """The lines of a deck list, and those that could not be read. `unit` is what a line is called."""

    entries: tuple[DeckEntry, ...]
    problems: tuple[ImportProblem, ...]
    unit: str = "line"

    @property
    def size(self) -> int:
        return sum(entry.count for entry in self.entries)


def read_deck_list(text: str) -> DeckList:
    """Read a deck list."""
    if len(text) > LARGEST:
        raise TooMuch(f"A deck list has at most {LARGEST // 1_000} kB; this one has {len(text) // 1_000:,}.")
    entries: list[DeckEntry] = []
    problems: list[ImportProblem] = []
    for number, raw in enumerate(mended(text.lstrip("\ufeff")).splitlines(), 1):
        line = raw.replace("\u00a0", " ").strip()
        if not line or _HEADER.match(line):
            continue
        found = _LINE.match(line)
        if found is None:
            problems.append(ImportProblem(f"line {number}", line, "a line is a count and a name, as in: 4 Fire Energy"))
            continue
        count = int(found["count"])
        if not 1 <= count <= MOST_OF_A_CARD:
            problems.append(ImportProblem(f"line {number}", line, f"a deck has from 1 to {MOST_OF_A_CARD} of a card"))
            continue
        entries.append(_entry(number, count, _PARALLEL.sub("", found["rest"])))
    return DeckList(tuple(entries), tuple(problems))


def _entry(line: int, count: int, rest: str) -> DeckEntry:
    if _ID.match(rest) and " " not in rest:
        return DeckEntry(line, count, "", id=rest)
    printed = _PRINT.match(rest)
    if printed is not None and (printed["set"] != "Energy" or basic_energy(printed["name"])):
        name, number = printed["name"], printed["number"]
        return DeckEntry(line, count, name, printed["set"].upper(), number, energy=basic_energy(name) or "")
    numbered = _NUMBERED.match(rest)
    if numbered is not None and basic_energy(numbered["name"]):
        rest = numbered["name"]
    return DeckEntry(line, count, rest, energy=basic_energy(rest) or "")
