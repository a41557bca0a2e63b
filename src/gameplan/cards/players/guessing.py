"""Worlds that a seat holds possible: what is hidden from it, filled in by what it knows of the decks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from random import Random

from gameplan.cards.pokemon.facts import Card
from gameplan.cards.table.state import Table

DeckList = Sequence[Card]
_STRANGE = 0.02  # a card that is not in a list may be in a deck that is much like it


def determinise(table: Table, seat: int, own: DeckList, pool: Sequence[DeckList], rng: Random) -> Table:
    """A table that a seat holds possible: to its veiled one (see `outlook.py`) come hidden cards.

    Its own are what is left of its deck. The other's are what is left of a deck of the pool that goes with what the
    other has shown; of a pool without decks, one like its own.
    """
    twin = table.clone()
    cards = list(table.cards)
    for owner in (0, 1):
        seen = Counter(card for card, whose in zip(table.cards, table.owners, strict=True) if card and whose == owner)
        whole = own if owner == seat else guess(seen, pool or (own,), rng)
        hidden = [number for number, card in enumerate(table.cards) if card is None and table.owners[number] == owner]
        left = list((Counter(whole) - seen).elements())
        while len(left) < len(hidden):
            left.append(whole[rng.randrange(len(whole))])
        rng.shuffle(left)
        for number, card in zip(hidden, left, strict=False):
            cards[number] = card
    twin.cards = tuple(cards)
    return twin


def guess(seen: Counter[Card], pool: Sequence[DeckList], rng: Random) -> DeckList:
    """A deck of the pool, each as likely as what was seen makes it (naive Bayes)."""
    if len(pool) == 1:
        return pool[0]
    odds = likelihoods(seen, pool)
    return rng.choices(pool, odds)[0]


def likelihoods(seen: Counter[Card], pool: Sequence[DeckList]) -> list[float]:
    """How likely each deck is after so many cards of it were seen; together 1."""
    logs = []
    for deck in pool:
        counts = Counter(card.key for card in deck)
        logs.append(sum(n * math.log(max(counts[card.key], _STRANGE) / len(deck)) for card, n in seen.items()))
    best = max(logs)
    weights = [math.exp(each - best) for each in logs]
    total = sum(weights)
    return [weight / total for weight in weights]
