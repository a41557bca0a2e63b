"""Whatever is tried at a table, every card lies somewhere, and nothing breaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.cards.eights import Eights
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.acting import Act, Imagined
from gameplan.cards.table.game import Game
from gameplan.runtime import Session

SEEDS = st.integers(0, 2**32)
Tried = Callable[..., Game]


@settings(max_examples=25)
@given(SEEDS)
def test_cards_are_conserved_and_nothing_crashes_whatever_is_tried(
    plugin: Any, deck: Any, tried: Tried, seed: int
) -> None:
    game = tried(plugin, [deck, deck], seed, 120, legal=0.4)
    again = Game(plugin, Session.from_json(game.session.to_json()))
    assert again.table.digest() == game.table.digest()


@settings(max_examples=15)
@given(SEEDS, st.sampled_from(sorted(DECKS)), st.sampled_from(sorted(DECKS)))
def test_the_same_holds_for_the_decks_of_our_own_creatures(tried: Tried, seed: int, one: str, other: str) -> None:
    tried(Pokemon(CARDS.values()), [DECKS[one].cards, DECKS[other].cards], seed, 120, legal=0.7)


@settings(max_examples=10)
@given(SEEDS, st.integers(2, 4))
def test_the_same_holds_for_another_game(tried: Tried, seed: int, seats: int) -> None:
    tried(Eights(seats), None, seed, 80, legal=0.6)


def test_nobody_outside_changes_the_table(plugin: Any, deck: Any, played: Any) -> None:
    game, _ = played(plugin, [deck, deck], 3)
    before, record = game.table.digest(), game.session.to_json()
    table = game.table
    for zone in table.zones:
        zone.clear()
    table.marks[0][0] = 99
    table.apply(("clock", 99, 0, "main"))
    Act(game.table, 0, Imagined(1)).shuffle(3)
    game.options(0).clear()
    view = game.view(0)
    with pytest.raises(AttributeError):
        view.turn = 99  # type: ignore[misc]
    assert isinstance(view.zones, tuple) and all(isinstance(zone, tuple) for zone in view.zones)
    event = game.session.standing[-1].event
    assert isinstance(event.args, tuple) and isinstance(event.changes, tuple)
    assert game.table.digest() == before
    assert game.session.to_json() == record
