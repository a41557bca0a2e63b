"""Decks of our own invented creatures. Between them they use every shape of effect that the game has.

`DECKS` are the decks by name, `CARDS` all of their cards by key.
"""

from __future__ import annotations

from collections.abc import Mapping

from gameplan.cards.pokemon.creatures import embers, grove, tides
from gameplan.cards.pokemon.creatures.deck import Deck
from gameplan.cards.pokemon.facts import Card

DECKS: Mapping[str, Deck] = {deck.name: deck for deck in (embers.DECK, tides.DECK, grove.DECK)}
CARDS: Mapping[str, Card] = {card.key: card for deck in DECKS.values() for card in deck.cards}

__all__ = ["CARDS", "DECKS", "Deck"]
