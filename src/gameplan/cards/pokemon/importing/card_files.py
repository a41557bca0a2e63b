"""The community's card data (JSON, one list of cards per set), read card by card.

What is printed becomes facts. Texts are kept as they are: a card whose text does more than its damage has no program
here, and whoever plays it carries the text out by hand with the table's actions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from gameplan.cards.pokemon.facts import Ability, Attack, Card, Change, Kind
from gameplan.cards.pokemon.importing.problems import ImportProblem, NotJson, TooMuch, read_json
from gameplan.cards.pokemon.importing.words import basic_energy, letter_of, mended

LARGEST = 50_000_000
_MINUS = str.maketrans("−–", "--")
_DAMAGE = re.compile(r"^(\d+)?\s*([+×x-])?$")
_CHANGE = re.compile(r"^([×x+-])\s*(\d+)?$")
_PRIZES = re.compile(r"takes? (\d|two|three) prize cards", re.IGNORECASE)
_TWO = {"ex", "EX", "GX", "V", "VSTAR"}
_THREE = {"VMAX", "TAG TEAM"}
_NUMBERS = {"two": 2, "three": 3}


@dataclass(frozen=True, slots=True)
class CardFile:
    """The cards of a file, and what in it could not be read."""

    cards: tuple[Card, ...]
    problems: tuple[ImportProblem, ...]


def read_cards(path: Path) -> CardFile:
    """Read a file of cards. Each card that is too broken to be one is left out, and told."""
    if path.stat().st_size > LARGEST:
        raise TooMuch(f"{path.name} has more than {LARGEST // 1_000_000} MB: no file of cards is that large.")
    try:
        said = read_json(path.read_bytes().decode("utf-8", errors="replace"))
    except NotJson as error:
        return CardFile((), (ImportProblem(path.name, "", f"it {error}"),))
    if isinstance(said, dict):
        said = said.get("data", said.get("cards"))
    if not isinstance(said, list):
        return CardFile((), (ImportProblem(path.name, "", "it holds no list of cards"),))
    cards: list[Card] = []
    problems: list[ImportProblem] = []
    for number, each in enumerate(said):
        reading = _Reading(f"{path.name}[{number}]", problems)
        card = reading.card(each)
        if card is not None:
            cards.append(card)
    return CardFile(tuple(cards), tuple(problems))


class _Reading:
    """One card being read."""

    def __init__(self, where: str, problems: list[ImportProblem]) -> None:
        self._where = where
        self._problems = problems

    def card(self, said: Any) -> Card | None:
        if not isinstance(said, dict) or not isinstance(said.get("name"), str) or not isinstance(said.get("id"), str):
            self._tell("", said, "it has no id or no name")
            return None
        self._where = f"{self._where} {said['id']}"
        match _text(said.get("supertype")):
            case "Pokémon" | "Pokemon":
                return self._pokemon(said)
            case "Trainer":
                return self._trainer(said)
            case "Energy":
                return self._energy(said)
        self._tell("supertype", said.get("supertype"), "it is neither Pokémon, Trainer nor Energy")
        return None

    def _pokemon(self, said: Mapping[str, Any]) -> Card:
        subtypes = set(_texts(said.get("subtypes")))
        evolves_from = _text(said.get("evolvesFrom"))
        stage = (
            2
            if "Stage 2" in subtypes
            else 1
            if "Stage 1" in subtypes or (evolves_from and "Basic" not in subtypes)
            else 0
        )
        types = [self._letter("types", word) for word in _texts(said.get("types"))]
        abilities = [each for each in _list(said.get("abilities")) if isinstance(each, dict)]
        attacks = tuple(
            self._attack(i, each) for i, each in enumerate(_list(said.get("attacks"))) if isinstance(each, dict)
        )
        ability = None
        if abilities:
            words = " ".join(_text(each.get("text")) for each in abilities)
            ability = Ability.as_printed(" / ".join(_text(each.get("name")) for each in abilities), words)
        retreat = said.get("retreatCost")
        rules = " ".join(_texts(said.get("rules")))
        return Card(
            **self._print(said),
            kind="pokemon",
            hp=self._number("hp", said.get("hp")),
            type=next((letter for letter in types if letter), "C"),
            stage=stage,
            evolves_from=evolves_from,
            attacks=attacks,
            ability=ability,
            weakness=self._change("weaknesses", said.get("weaknesses"), 2),
            resistance=self._change("resistances", said.get("resistances"), 30),
            retreat=len(retreat) if isinstance(retreat, list) else 0,
            prizes=_prizes(rules, subtypes, _text(said.get("name"))),
            text=rules,
            radiant="Radiant" in subtypes,
            tera="Tera" in subtypes,
            programmed=ability is None and not any(attack.text for attack in attacks),
        )

    def _trainer(self, said: Mapping[str, Any]) -> Card:
        subtypes = set(_texts(said.get("subtypes")))
        kind: Kind = "item"
        if "Supporter" in subtypes:
            kind = "supporter"
        elif "Stadium" in subtypes:
            kind = "stadium"
        elif any("Tool" in word for word in subtypes):
            kind = "tool"
        text = " ".join(_texts(said.get("rules")))
        ace = "ACE SPEC" in subtypes
        return Card(**self._print(said), kind=kind, text=text, ace_spec=ace, programmed=False)

    def _energy(self, said: Mapping[str, Any]) -> Card:
        letter = basic_energy(_text(said.get("name")))
        special = letter is None or "Special" in _texts(said.get("subtypes"))
        text = " ".join(_texts(said.get("rules")))
        return Card(
            **self._print(said),
            kind="energy",
            gives="C" if letter is None else letter,
            special=special,
            text=text,
            ace_spec="ACE SPEC" in _texts(said.get("subtypes")),
            programmed=not special,
        )

    def _print(self, said: Mapping[str, Any]) -> dict[str, Any]:
        key, number = said["id"], said.get("number")
        return {
            "key": key,
            "name": _text(said["name"]),
            "set": key.rpartition("-")[0],
            "number": _text(number) if isinstance(number, str) else key.rpartition("-")[2],
        }

    def _attack(self, index: int, said: Mapping[str, Any]) -> Attack:
        place = f"attacks[{index}]"
        cost = "".join(self._letter(f"{place}.cost", word) for word in _texts(said.get("cost")))
        printed = _text(said.get("damage")).strip()
        found = _DAMAGE.match(printed.translate(_MINUS))
        if found is None and printed != "?":
            self._tell(f"{place}.damage", printed, "it is no damage; taken for none")
        damage = int(found[1]) if found and found[1] else 0
        signs: dict[str, Literal["+", "×", "-"]] = {"+": "+", "×": "×", "x": "×", "-": "-"}
        sign = signs.get(found[2] or "") if found else None
        return Attack(_text(said.get("name")), cost, damage, sign or "", _text(said.get("text")))

    def _change(self, place: str, said: Any, usual: int) -> Change | None:
        for each in _list(said):
            if not isinstance(each, dict):
                continue
            letter = self._letter(place, _text(each.get("type")))
            found = _CHANGE.match(_text(each.get("value")).strip().translate(_MINUS))
            if not letter or found is None:
                self._tell(place, each, "it is neither a weakness nor a resistance; left out")
                continue
            by: Literal["×", "+", "-"] = "×" if found[1] in "×x" else "+" if found[1] == "+" else "-"
            return Change(letter, by, int(found[2]) if found[2] else usual)
        return None

    def _letter(self, place: str, word: str) -> str:
        letter = letter_of(word)
        if letter is None:
            self._tell(place, word, "it is no type; left out")
        return letter or ""

    def _number(self, place: str, said: Any) -> int:
        text = str(said).strip()
        if text.isdecimal() and int(text) < 1_000:
            return int(text)
        self._tell(place, said, "it is no number; taken for 10")
        return 10

    def _tell(self, place: str, text: Any, message: str) -> None:
        where = f"{self._where} {place}".rstrip()
        self._problems.append(ImportProblem(where, text if isinstance(text, str) else repr(text)[:80], message))


def _prizes(rules: str, subtypes: set[str], name: str) -> int:
    found = _PRIZES.search(rules)
    if found is not None:
        said = found[1].lower()
        return _NUMBERS.get(said) or max(1, min(3, int(said)))
    if subtypes & _THREE or ("ex" in subtypes and name.startswith("Mega ")):
        return 3
    return 2 if subtypes & _TWO else 1


def _text(said: Any) -> str:
    return mended(said) if isinstance(said, str) else ""


def _texts(said: Any) -> list[str]:
    return [mended(each) for each in _list(said) if isinstance(each, str)]


def _list(said: Any) -> list[Any]:
    return said if isinstance(said, list) else []
