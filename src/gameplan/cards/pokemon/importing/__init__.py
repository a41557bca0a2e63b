"""Cards and deck lists that a person brings along; what of them cannot be read is told line by line."""

from gameplan.cards.pokemon.importing.card_files import CardFile, read_cards
from gameplan.cards.pokemon.importing.catalogue import Catalogue, Resolved
from gameplan.cards.pokemon.importing.deck_collections import (
    ListedDeck,
    NoDecks,
    is_collection,
    read_deck_collection,
)
from gameplan.cards.pokemon.importing.deck_lists import DeckEntry, DeckList, read_deck_list
from gameplan.cards.pokemon.importing.problems import ImportProblem, TooMuch

__all__ = [
    "CardFile",
    "Catalogue",
    "DeckEntry",
    "DeckList",
    "ImportProblem",
    "ListedDeck",
    "NoDecks",
    "Resolved",
    "TooMuch",
    "is_collection",
    "read_cards",
    "read_deck_collection",
    "read_deck_list",
]
