"""Decks that were brought along, as files of our own: each card once, with what is printed on it and how many."""

from __future__ import annotations

import json
from collections.abc import Mapping

from gameplan.cards.pokemon.creatures.deck import Deck
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.importing.problems import NotJson, read_json
from gameplan.cards.pokemon.printed import PrintedCards

FORMAT = "gameplan.cards.deck"
VERSION = 1
MOST_BYTES = 1_000_000
_MOST_CARDS = 1_000


class BrokenDeck(ValueError):
    """What was given is no deck of ours."""


def deck_to_json(deck: Deck) -> str:
    """A deck as the text of a file."""
    printed = PrintedCards({})
    cards = [{"count": count, "card": printed.write(card)} for card, count in deck.counts.items()]
    said = {"format": FORMAT, "version": VERSION, "name": deck.name, "title": deck.title, "idea": deck.idea}
    return json.dumps({**said, "cards": cards}, indent=1, ensure_ascii=False) + "\n"


def deck_from_json(text: str, known: Mapping[str, Card]) -> Deck:
    """The deck that a file holds. Cards whose keys are `known` are those of the house, with their programs."""
    if len(text) > MOST_BYTES:
        raise BrokenDeck(f"A deck has at most {MOST_BYTES // 1_000:,} kB; this file has {len(text) // 1_000:,}.")
    try:
        said = read_json(text)
    except NotJson as error:
        raise BrokenDeck(f"It {error}") from None
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise BrokenDeck("It is no deck of ours: gameplan cards import makes one of a deck list.")
    if said.get("version") != VERSION:
        raise BrokenDeck(f"It is of version {said.get('version')!r:.20}; version {VERSION} can be read here.")
    printed, cards = PrintedCards(known), list[Card]()
    try:
        for number, each in enumerate(said["cards"], 1):
            count = each["count"]
            if type(count) is not int or not 1 <= count <= _MOST_CARDS - len(cards):
                raise BrokenDeck(f"Card {number} is there {count!r:.20} times.")
            try:
                card = printed.read(each["card"])
            except ValueError as error:
                raise BrokenDeck(f"Card {number}: {error}.") from None
            cards += [card] * count
        name, title, idea = (str(said.get(word, ""))[:200] for word in ("name", "title", "idea"))
    except (KeyError, TypeError, AttributeError) as error:
        raise BrokenDeck(f"It cannot be read: {error!r:.100}.") from None
    return Deck(name, title, idea, tuple(cards))
