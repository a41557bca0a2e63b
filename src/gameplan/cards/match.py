"""Matches: many games between two players, seats alternated and seeds in pairs, and what came out.

The same seed gives the same games, action by action; only the CPU times differ.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gameplan.cards.players.levels import Setting, make_player
from gameplan.cards.players.outlook import Player, outlook_of
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.game import Game
from gameplan.cards.table.rules import Seat
from gameplan.runtime import Session

MOST_ACTIONS = 3_000
Maker = Callable[[Setting], Player]
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Side:
    """Who plays, and with which cards. A player is named by its level, or made by a function."""

    player: str | Maker
    deck: Sequence[Card]
    deck_name: str = ""

    def sit(self, setting: Setting) -> Player:
        return make_player(self.player, setting) if isinstance(self.player, str) else self.player(setting)

    @property
    def name(self) -> str:
        return self.player if isinstance(self.player, str) else getattr(self.player, "__name__", "player")


@dataclass(frozen=True, slots=True)
class SeatReport:
    """What a player did in a game. CPU seconds are for each decision, and for each turn in which it decided."""

    decisions: int
    fault: str = ""
    illegal: bool = False
    cpu: tuple[float, ...] = field(default=(), compare=False, repr=False)
    cpu_turns: tuple[float, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game went. `winner` is a seat, or None for a draw."""

    seed: str
    winner: int | None
    reason: str
    turns: int
    actions: int
    seats: tuple[SeatReport, SeatReport]


def play_game(
    plugin: Pokemon,
    sides: Sequence[Side],
    seed: str | int,
    *,
    pool: Sequence[Sequence[Card]] = (),
    session: Session | None = None,
) -> GameResult:
    """Play one game. A player that breaks, or chooses what there is not, loses it, and the result says why.

    `pool` are the decks that the players expect to meet. Pass a session to keep the game's record.
    """
    mixed = Random(f"{seed}/deal")  # noqa: S311 - so that a card's number tells nothing of what it is
    decks = [mixed.sample(side.deck, len(side.deck)) for side in sides]
    alike = sides[0].name == sides[1].name
    names = [Seat(f"{side.name} {number}" if alike else side.name) for number, side in enumerate(sides, 1)]
    dealt = plugin.deal(decks, [side.deck_name for side in sides])
    game = Game.start(plugin, dealt, seed=seed, seats=names, session=session)
    players = [
        side.sit(Setting(plugin, seat, side.deck, pool, f"{seed}/player {seat}")) for seat, side in enumerate(sides)
    ]
    clocks = [_Clock(), _Clock()]
    actions = 0
    while (seat := game.to_act) is not None:
        if actions >= MOST_ACTIONS:
            return _result(game, seed, None, f"stopped after {MOST_ACTIONS} actions", actions, clocks)
        outlook = outlook_of(game, seat)
        began = time.thread_time()
        try:
            chosen = players[seat].choose(outlook)
        except Exception as error:  # noqa: BLE001 - a player's fault ends its game, and no other
            clocks[seat].fault = f"{type(error).__name__}: {error}"
            return _result(game, seed, 1 - seat, f"{sides[seat].name} broke: {clocks[seat].fault}", actions, clocks)
        clocks[seat].add(outlook.table.turn, time.thread_time() - began)
        if type(chosen) is not int or not 0 <= chosen < len(outlook.options):
            clocks[seat].illegal, clocks[seat].fault = True, f"no option {chosen!r:.40}"
            return _result(game, seed, 1 - seat, f"{sides[seat].name} chose {chosen!r:.40}", actions, clocks)
        game.act(seat, *outlook.options[chosen])
        actions += 1
    ended = game.table.result
    assert ended is not None
    return _result(game, seed, ended.winner, ended.reason, actions, clocks)


class _Clock:
    def __init__(self) -> None:
        self.times: list[float] = []
        self.turns: dict[int, float] = {}
        self.fault = ""
        self.illegal = False

    def add(self, turn: int, seconds: float) -> None:
        self.times.append(seconds)
        self.turns[turn] = self.turns.get(turn, 0.0) + seconds

    def report(self) -> SeatReport:
        return SeatReport(len(self.times), self.fault, self.illegal, tuple(self.times), tuple(self.turns.values()))


def _result(
    game: Game, seed: str | int, winner: int | None, reason: str, actions: int, clocks: Sequence[_Clock]
) -> GameResult:
    return GameResult(str(seed), winner, reason, game.table.turn, actions, (clocks[0].report(), clocks[1].report()))


# -- matches


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something came about, with the interval (Wilson, 95 %) in which it is to be believed."""

    wins: float
    games: int
    z: float = 1.96

    @property
    def value(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        if not self.games:
            return 0.0, 1.0
        n, p, z = self.games, self.value, self.z
        middle = p + z * z / (2 * n)
        reach = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        under = 1 + z * z / n
        return max(0.0, (middle - reach) / under), min(1.0, (middle + reach) / under)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.value:.1%} [{low:.1%}, {high:.1%}]"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """All games of a match, and who had which seat: in game number i, side `i % 2` sits in seat 0."""

    names: tuple[str, str]
    decks: tuple[str, str]
    seed: str
    games: tuple[GameResult, ...]

    def seat_of(self, side: int, number: int) -> int:
        """Where a side sat in a game."""
        return (side + number) % 2

    def wins(self, side: int) -> int:
        return sum(game.winner == self.seat_of(side, number) for number, game in enumerate(self.games))

    @property
    def draws(self) -> int:
        return sum(game.winner is None for game in self.games)

    def rate(self, side: int = 0) -> Rate:
        """How often a side won; a draw is half a win."""
        return Rate(self.wins(side) + self.draws / 2, len(self.games))

    def reports(self, side: int) -> list[SeatReport]:
        return [game.seats[self.seat_of(side, number)] for number, game in enumerate(self.games)]

    def faults(self, side: int) -> list[str]:
        """Why games of a side ended by its own fault."""
        return [report.fault for report in self.reports(side) if report.fault]

    def illegal(self, side: int) -> int:
        return sum(report.illegal for report in self.reports(side))

    def cpu(self, side: int) -> dict[str, float]:
        """CPU seconds of a side: for a decision in the middle, for a turn in the middle and at worst, in all."""
        reports = self.reports(side)
        decisions = sorted(each for report in reports for each in report.cpu)
        turns = sorted(each for report in reports for each in report.cpu_turns)
        return {
            "decision_median": _quantile(decisions, 0.5),
            "turn_median": _quantile(turns, 0.5),
            "turn_p95": _quantile(turns, 0.95),
            "total": sum(decisions),
        }

    def to_json(self) -> dict[str, Any]:
        """The match for a program. All but `cpu` is the same each time."""
        games = max(1, len(self.games))
        return {
            "seed": self.seed,
            "games": len(self.games),
            "draws": self.draws,
            "turns": sum(game.turns for game in self.games) / games,
            "actions": sum(game.actions for game in self.games) / games,
            "reasons": dict(Counter(game.reason for game in self.games).most_common()),
            "sides": [
                {
                    "player": self.names[side],
                    "deck": self.decks[side],
                    "wins": self.wins(side),
                    "rate": self.rate(side).value,
                    "interval": list(self.rate(side).interval),
                    "decisions": sum(report.decisions for report in self.reports(side)) / games,
                    "faults": self.faults(side),
                    "illegal": self.illegal(side),
                }
                for side in (0, 1)
            ],
            "results": [
                {"seed": game.seed, "first": number % 2, "winner": self._winner(number), "reason": game.reason,
                 "turns": game.turns, "actions": game.actions}
                for number, game in enumerate(self.games)
            ],
            "cpu": [self.cpu(0), self.cpu(1)],
        }  # fmt: skip

    def _winner(self, number: int) -> int | None:
        """Which side won a game."""
        winner = self.games[number].winner
        return None if winner is None else (winner + number) % 2


def play_match(
    plugin: Pokemon,
    sides: Sequence[Side],
    games: int,
    seed: str | int = 0,
    *,
    pool: Sequence[Sequence[Card]] = (),
    progress: Progress | None = None,
) -> MatchResult:
    """Play games in pairs: both of a pair have the same seed, and the sides change seats between them.

    `progress` is called after each game with how many are done, and of how many.
    """
    expected = tuple(pool) or tuple(side.deck for side in sides)
    played = []
    for number in range(games):
        first = number % 2
        seated = (sides[first], sides[1 - first])
        played.append(play_game(plugin, seated, f"{seed}/{number // 2}", pool=expected))
        if progress is not None:
            progress(number + 1, games)
    names, decks = (sides[0].name, sides[1].name), (sides[0].deck_name, sides[1].deck_name)
    return MatchResult(names, decks, str(seed), tuple(played))


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
