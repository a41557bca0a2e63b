"""The record of a game: played back, it is the game."""

from __future__ import annotations

import os
from typing import Any

from gameplan.cards.table.events import GameStarted
from gameplan.cards.table.game import Game, laid_out
from gameplan.cards.table.rules import Seat
from gameplan.runtime import Session

GAMES = int(os.environ.get("GAMEPLAN_REPLAY_GAMES", "60"))


def test_a_replay_equals_the_live_game_after_every_action(plugin: Any, deck: Any, played: Any) -> None:
    for seed in range(GAMES):
        game, digests = played(plugin, [deck, deck], seed)
        read = Session.from_json(game.session.to_json())
        table, replayed = None, []
        for recorded in read.events:
            if isinstance(recorded.event, GameStarted):
                table = laid_out(plugin, recorded.event)
            elif table is not None:
                for change in recorded.event.changes:
                    table.apply(change)
                replayed.append(table.digest())
        assert replayed == digests
        assert Game(plugin, read).table.digest() == digests[-1]


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
