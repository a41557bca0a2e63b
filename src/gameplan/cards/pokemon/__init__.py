"""The Pokémon TCG at the table: zones, rules, effects as programs, and decks of our own creatures.

    pokemon = Pokemon(CARDS.values())
    deal = pokemon.deal([DECKS["embers"].cards, DECKS["tides"].cards])

- **Facts.** A `Card` with its `Attack`s and `Ability`s; `deck_problems` says what is wrong with a deck.
- **Effects** are data, written with the words of `gameplan.cards.pokemon.programs`.
- **Others' cards and deck lists** are read by `gameplan.cards.pokemon.importing`.

Not affiliated with the owners of the game; no card, text or picture of theirs is in here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gameplan._lazy import lazily

if TYPE_CHECKING:
    from gameplan.cards.pokemon.creatures import CARDS, DECKS, Deck
    from gameplan.cards.pokemon.deck_rules import DeckProblem, deck_problems
    from gameplan.cards.pokemon.facts import Ability, Attack, Card
    from gameplan.cards.pokemon.plugin import Pokemon
else:
    __getattr__ = lazily(
        __name__,
        {
            "gameplan.cards.pokemon.creatures": ("CARDS", "DECKS", "Deck"),
            "gameplan.cards.pokemon.deck_rules": ("DeckProblem", "deck_problems"),
            "gameplan.cards.pokemon.facts": ("Ability", "Attack", "Card"),
            "gameplan.cards.pokemon.plugin": ("Pokemon",),
        },
    )

__all__ = ["CARDS", "DECKS", "Ability", "Attack", "Card", "Deck", "DeckProblem", "Pokemon", "deck_problems"]
