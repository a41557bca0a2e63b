"""Decks in the community's data: a JSON list of decks (`decks/en/*.json`), each with the ids and names of its cards."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from gameplan.cards.pokemon.importing.deck_lists import MOST_OF_A_CARD, DeckEntry, DeckList
from gameplan.cards.pokemon.importing.problems import ImportProblem, NotJson, read_json
from gameplan.cards.pokemon.importing.words import basic_energy, mended

_MOST_LINES = 200
_BEGINS = re.compile(r'[\ufeff\s]*[\[{]\s*["\[{\]}]')


@dataclass(frozen=True, slots=True)
class ListedDeck:
    """A deck of a collection: what it is called, and its list."""

    title: str
    listed: DeckList


class NoDecks(ValueError):
    """What was given is JSON, or looks like it, but holds no decks."""


def is_collection(text: str) -> bool:
    """Whether a text is JSON rather than a deck list."""
    return _BEGINS.match(text) is not None


def read_deck_collection(text: str) -> list[ListedDeck]:
    """Read a file of decks: a list of them, one alone, or just the cards of one."""
    try:
        said = read_json(text.lstrip("\ufeff"))
    except NotJson as error:
        raise NoDecks(f"it {error}") from None
    if isinstance(said, dict):
        said = said["data"] if isinstance(said.get("data"), list) else [said]
    if not isinstance(said, list) or not said:
        raise NoDecks("it holds no decks")
    if all(isinstance(each, dict) and "count" in each for each in said):
        said = [{"cards": said}]
    decks = []
    for number, each in enumerate(said, 1):
        if not isinstance(each, dict) or not isinstance(each.get("cards"), list):
            raise NoDecks(f'number {number} in it is no deck: a deck has "cards", each with "id", "name" and "count"')
        decks.append(ListedDeck(mended(str(each.get("name") or ""))[:200], _listed(each["cards"])))
    return decks


def _listed(cards: list[Any]) -> DeckList:
    entries: list[DeckEntry] = []
    problems: list[ImportProblem] = []
    for number, each in enumerate(cards[:_MOST_LINES], 1):
        found = _entry(number, each)
        if found is None:
            why = f'a card has an "id" or a "name", and a "count" from 1 to {MOST_OF_A_CARD}'
            problems.append(ImportProblem(f"card {number}", json.dumps(each)[:200], why))
        else:
            entries.append(found)
    if len(cards) > _MOST_LINES:
        problems.append(ImportProblem(f"card {_MOST_LINES + 1}", "", f"only {_MOST_LINES} lines of a deck are read"))
    return DeckList(tuple(entries), tuple(problems), "card")


def _entry(number: int, said: Any) -> DeckEntry | None:
    if not isinstance(said, dict):
        return None
    count, name, id_ = said.get("count"), said.get("name") or "", said.get("id") or ""
    if type(count) is not int or not 1 <= count <= MOST_OF_A_CARD or not (name or id_):
        return None
    name = mended(str(name))
    return DeckEntry(number, count, name, id=str(id_), energy=basic_energy(name) or "")
