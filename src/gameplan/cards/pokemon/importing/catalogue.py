"""All cards that are known, found by set and number, by id or by name; and deck lists made into decks with them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from gameplan.cards.pokemon.facts import TYPES, Card
from gameplan.cards.pokemon.importing.card_files import read_cards
from gameplan.cards.pokemon.importing.deck_lists import DeckEntry, DeckList
from gameplan.cards.pokemon.importing.problems import ImportProblem, NotJson, read_json
from gameplan.cards.pokemon.importing.words import bones, is_garbled, plain

_GALLERY = re.compile(r"(?<!^PR)-(TG|GG|SV)$")  # LOR-TG 14 is LOR TG14; PR-SV is a set
_PREFIX = re.compile(r"^([A-Z]+)")


@dataclass(frozen=True, slots=True)
class Resolved:
    """A deck that was made of a list, and the lines for which there is no card."""

    cards: tuple[Card, ...]
    problems: tuple[ImportProblem, ...]


class Catalogue:
    """Cards by all the names that lists use. `codes` are what lists call a set, and the ids of the sets it may mean."""

    def __init__(self, cards: Iterable[Card], codes: dict[str, list[str]] | None = None) -> None:
        self._by_id: dict[str, Card] = {}
        self._by_print: dict[tuple[str, str], Card] = {}
        self._by_digits: dict[tuple[str, str, str], Card] = {}
        self._by_name: dict[str, Card] = {}
        self._by_bones: dict[str, Card] = {}
        self._codes = codes or {}
        for card in _with_lines(cards):
            self._by_id[card.key.lower()] = card
            self._by_print[card.set.lower(), _bare(card.number)] = card
            self._by_digits[card.set.lower(), _digits(card.number), plain(card.name)] = card
            self._by_name[plain(card.name)] = card  # the newest, where a name is there several times
            self._by_bones[bones(card.name)] = card

    @classmethod
    def read(cls, folder: Path) -> tuple[Catalogue, tuple[ImportProblem, ...]]:
        """Read a folder of the community's data: `cards/en/*.json` and `sets/en.json`, or card files alone."""
        files = sorted((folder / "cards" / "en").glob("*.json")) or sorted(folder.glob("*.json"))
        cards: list[Card] = []
        problems: list[ImportProblem] = []
        for path in files:
            read = read_cards(path)
            cards += read.cards
            problems += read.problems
        return cls(cards, _set_codes(folder / "sets" / "en.json", problems)), tuple(problems)

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(self._by_id.values())

    def find(self, entry: DeckEntry) -> Card | None:
        """The card that a line means: by its print first, then by its name."""
        if entry.energy:
            return basic_energy_card(entry.energy)
        if entry.id:
            return self._by_id.get(entry.id.lower()) or self._named(entry.name)
        code, number = entry.set, entry.number
        gallery = _GALLERY.search(code)
        if gallery is not None:
            code = code[: gallery.start()]
            number = f"{gallery[1]}{int(number):02}" if number.isdecimal() else number
        found = self._printed(entry.name, code, number) or self._named(entry.name)
        words = entry.name.rsplit(" ", 2)
        if found is None and not entry.set and len(words) == 3:  # a number without digits: 1 Plumet IVT ONE
            return self._printed(*words)
        return found

    def _named(self, name: str) -> Card | None:
        """The newest card of this name."""
        return self._by_name.get(plain(name)) or (self._by_bones.get(bones(name)) if is_garbled(name) else None)

    def _printed(self, name: str, code: str, number: str) -> Card | None:
        """The card with this number in one of the sets that a code may mean: of just this name, or of one like it.

        Of a promo the digits will do, and so they will where a gallery numbers several cards alike.
        """
        sets = [set_id.lower() for set_id in self._codes.get(code.upper(), [code])]
        numbered = [self._by_id.get(f"{set_id}-{number.lower()}") for set_id in sets]
        numbered += [self._by_print.get((set_id, _bare(number))) for set_id in sets]
        digits, exact = _digits(number), plain(name)
        alike = [self._by_digits.get((set_id, digits, exact)) for set_id in sets if digits]
        same = (card for card in (*numbered, *alike) if card is not None and plain(card.name) == exact)
        like = (card for card in numbered if card is not None and _same(card.name, name))
        return next(same, None) or next(like, None)

    def deck(self, listed: DeckList) -> Resolved:
        """The cards of a list; `problems` has also the lines that could not be read."""
        cards: list[Card] = []
        problems = list(listed.problems)
        for entry in listed.entries:
            card = self.find(entry)
            if card is None:
                shown = " ".join(part for part in (entry.name or entry.id, entry.set, entry.number) if part)
                where = f"{listed.unit} {entry.line}"
                problems.append(ImportProblem(where, shown, "there is no such card in the data"))
            else:
                cards += [card] * entry.count
        problems.sort(key=lambda problem: int(problem.where.rpartition(" ")[2]))
        return Resolved(tuple(cards), tuple(problems))


def basic_energy_card(letter: str) -> Card:
    """A basic Energy: those are known without any data."""
    return _ENERGIES[letter]


_ENERGIES = {
    letter: Card(f"energy-{word.lower()}", f"{word} Energy", "energy", gives=letter)
    for letter, word in TYPES.items()
    if letter not in "CN"
}


def _with_lines(cards: Iterable[Card]) -> list[Card]:
    """The cards, each Stage 2 with the Basic that its line begins with."""
    known = list(cards)
    below = {card.name: card.evolves_from for card in known if card.is_pokemon and card.stage == 1}

    def lined(card: Card) -> Card:
        if card.is_pokemon and card.stage == 2 and not card.line:
            return replace(card, line=below.get(card.evolves_from, ""))
        return card

    return [lined(card) for card in known]


def _set_codes(path: Path, problems: list[ImportProblem]) -> dict[str, list[str]]:
    if not path.is_file():
        return {}
    try:
        said = read_json(path.read_bytes())
    except NotJson as error:
        problems.append(ImportProblem(path.name, "", f"it {error}"))
        return {}
    codes: dict[str, list[str]] = {}
    for each in said if isinstance(said, list) else []:
        if isinstance(each, dict) and isinstance(each.get("id"), str):
            for code in (each.get("ptcgoCode"), each["id"]):
                if isinstance(code, str):
                    codes.setdefault(code.upper(), []).append(each["id"])
    return codes


def _bare(number: str) -> str:
    """A card's number as it is compared: without leading zeros, TG05 like TG5."""
    prefix = _PREFIX.match(number.upper())
    letters = prefix[1] if prefix else ""
    digits = number[len(letters) :].lstrip("0")
    return f"{letters}{digits}".lower()


def _digits(number: str) -> str:
    found = re.search(r"\d+", number)
    return found[0].lstrip("0") if found else ""


def _same(printed: str, listed: str) -> bool:
    """Whether a list may mean a card by this name: exporters cut names and leave parts of them out."""
    words = bones if is_garbled(listed) else plain
    one, other = words(printed), words(listed)
    return not other or one.startswith(other) or other.startswith(one)
