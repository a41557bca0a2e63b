"""Matches: seats alternate, seeds come in pairs, and a player's fault is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gameplan.cards.match import GameResult, MatchResult, Rate, SeatReport, Side, play_game, play_match
from gameplan.cards.players import Outlook, Player, Setting
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.game import Game
from gameplan.runtime import Session

GAME = Pokemon(CARDS.values())
EMBERS, TIDES = DECKS["embers"].cards, DECKS["tides"].cards


def without_cpu(result: MatchResult) -> dict[str, Any]:
    return {key: value for key, value in result.to_json().items() if key != "cpu"}


def test_the_same_seed_gives_the_same_match() -> None:
    sides = (Side("value", EMBERS, "embers"), Side("heuristic", TIDES, "tides"))
    first, second = (play_match(GAME, sides, 4, seed=9) for _ in range(2))
    assert without_cpu(first) == without_cpu(second)
    assert first.games == second.games
    assert without_cpu(play_match(GAME, sides, 4, seed=10)) != without_cpu(first)
    json.dumps(first.to_json())


@pytest.mark.parametrize("level", ["search", "reply"])
def test_players_that_search_play_the_same_game_twice(level: str) -> None:
    sides = (Side(level, EMBERS), Side("heuristic", TIDES))
    records = []
    for _ in range(2):
        session = Session()
        assert not play_game(GAME, sides, 3, session=session).seats[0].fault
        records.append([each.event for each in session.events])
    assert records[0] == records[1]


def test_games_come_in_pairs_with_the_seats_changed() -> None:
    result = play_match(GAME, (Side("heuristic", EMBERS), Side("random", TIDES)), 4, seed=1)
    assert [game.seed for game in result.games] == ["1/0", "1/0", "1/1", "1/1"]
    assert [result.seat_of(0, number) for number in range(4)] == [0, 1, 0, 1]
    assert result.wins(0) + result.wins(1) + result.draws == 4
    told = result.to_json()["results"]
    assert sum(game["winner"] == 0 for game in told) == result.wins(0)


def test_progress_is_told_after_each_game() -> None:
    seen: list[tuple[int, int]] = []
    play_match(GAME, [Side("random", EMBERS)] * 2, 3, progress=lambda done, of: seen.append((done, of)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


class _Breaks:
    name = "breaks"

    def choose(self, outlook: Outlook) -> int:
        raise RuntimeError("no idea")


class _Invents:
    name = "invents"

    def choose(self, outlook: Outlook) -> int:
        return len(outlook.options)


def breaks(setting: Setting) -> Player:
    return _Breaks()


def invents(setting: Setting) -> Player:
    return _Invents()


def test_a_player_that_breaks_loses_and_the_reason_is_told() -> None:
    result = play_match(GAME, (Side(breaks, EMBERS), Side("random", TIDES)), 2)
    assert result.wins(1) == 2
    assert result.faults(0) == ["RuntimeError: no idea"] * 2
    assert "breaks broke: RuntimeError: no idea" in result.to_json()["reasons"]


def test_an_option_that_there_is_not_loses_and_is_counted() -> None:
    result = play_match(GAME, (Side("random", EMBERS), Side(invents, TIDES)), 2)
    assert (result.wins(0), result.illegal(1), result.illegal(0)) == (2, 2, 0)
    assert result.faults(1)[0].startswith("no option ")


def test_a_game_can_be_kept() -> None:
    session = Session()
    result = play_game(GAME, [Side("random", EMBERS), Side("random", TIDES)], 5, session=session)
    ended = Game(GAME, session).table.result
    assert ended is not None
    assert (ended.winner, ended.reason) == (result.winner, result.reason)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (100, 200, 0.4314, 0.5686), (0, 0, 0.0, 1.0), (5, 5, 0.5655, 1.0)],
)
def test_the_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert Rate(wins, games).interval == pytest.approx((low, high), abs=1e-4)


def test_a_draw_is_half_a_win() -> None:
    seats = (SeatReport(1), SeatReport(1))
    games = tuple(GameResult("s", winner, "", 5, 9, seats) for winner in (0, None, 0, None))
    result = MatchResult(("a", "b"), ("", ""), "s", games)
    assert (result.wins(0), result.wins(1), result.draws) == (2, 0, 2)
    assert result.rate(0).value == 0.75
    assert str(result.rate(1)) == "25.0% [4.6%, 69.9%]"
