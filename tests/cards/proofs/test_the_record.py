"""The record of a game: played back, it is the game."""

from __future__ import annotations

from typing import Any

from gameplan.cards.table.game import Game
from gameplan.cards.table.rules import Seat


def test_the_same_seed_and_the_same_actions_give_the_same_game(plugin: Any, deck: Any, played: Any) -> None:
    for seed in range(5):
        game, digests = played(plugin, [deck, deck], seed)
        twin = Game.start(plugin, plugin.deal([deck, deck]), seed=seed, seats=[Seat("seat 0"), Seat("seat 1")])
        again = [twin.table.digest()]
        for recorded in game.session.events[2:]:
            twin.act(recorded.event.seat, recorded.event.action, *recorded.event.args)
            again.append(twin.table.digest())
        assert again == digests
        assert [each.event for each in twin.session.events] == [each.event for each in game.session.events]
