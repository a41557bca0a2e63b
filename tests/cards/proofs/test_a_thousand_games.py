"""A thousand random games, every deck against every deck: what the record tells is what was played."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.game import Game, after, laid_out
from gameplan.runtime import Session

POKEMON = Pokemon(CARDS.values())
PAIRS = [*product(DECKS, repeat=2), ("the tests' own deck",) * 2]
GAMES = 1_000


def test_there_are_as_many_games_as_are_told() -> None:
    assert len(DECKS) >= 2 and GAMES % len(PAIRS) == 0


@pytest.mark.parametrize("pair", PAIRS, ids=" v ".join)
def test_a_replay_equals_the_live_game_after_every_action(pair: Any, plugin: Any, deck: Any, played: Any) -> None:
    known = pair[0] in DECKS
    decks = [DECKS[name].cards for name in pair] if known else [deck, deck]
    each_plays = GAMES // len(PAIRS)
    first = PAIRS.index(pair) * each_plays
    for seed in range(first, first + each_plays):
        game, digests = played(POKEMON if known else plugin, decks, seed, most=10_000)
        assert game.to_act is None, f"game {seed} did not come to an end"
        assert replayed(game) == digests, f"game {seed}"


def replayed(game: Game) -> list[str]:
    """The hash of the table after each event of the record, as it is read from JSON, told one by one; at the end again
    as the session folds it."""
    read = Session.from_json(game.session.to_json())
    started, *happened = [each.event for each in read.events]
    table, digests = laid_out(game.plugin, started), []
    for event in happened:
        table = after(table, event)
        digests.append(table.digest())
    assert Game(game.plugin, read).table.digest() == digests[-1]
    return digests
