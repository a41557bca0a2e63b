"""How fast the card table is: actions, games, copies, replays and texts, beside other tables and engines from PyPI.

Rates are per CPU-second of one process. RLCard's UNO is the yardstick: where the promises were made it did about 33,000
actions a second, so a promise is scaled by what it does here, in the same run.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from statistics import median
from typing import Any

from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.game import Game, after, laid_out
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.rules import Seat
from gameplan.runtime import Session
from tables import Column, Row, Table

YARDSTICK = 33_000
MOST_CLONE, MOST_TEXT = 10.0, 100.0
LEAST_ACTIONS, LEAST_GAMES, LEAST_REPLAYED = 20_000, 100, 20_000
METHOD = (
    "Seats choose at random among all legal options; every action passes the rules and is recorded in a session in "
    "memory.\nActions: the same games again with the options given. Replay: the record folded event by event, with a "
    "hash of the whole table after each.\nCPU time; the middle of several rounds, in turns."
)
COLUMNS = [
    Column("per CPU-second", "{:,.0f}"),
    Column("µs each", "{:,.1f}"),
    Column("actions per game", "{:,.0f}"),
    Column("count", "{:,.0f}"),
]
_pokemon = Pokemon(CARDS.values())
_decks = list(DECKS.values())


def tables(*, quick: bool) -> list[Table]:
    rounds, games = (1, 4) if quick else (5, 40)
    played = [_play(seed) for seed in range(games)]
    lengths = [len(options) for _, options in played]
    peers = _peers(20 if quick else 100)
    figures: dict[str, list[float]] = {name: [] for name in (*_OURS, *peers)}
    for _ in range(rounds):
        for name, measure in _OURS.items():
            figures[name].append(measure(played))
        for name, (measure_peer, _) in peers.items():
            figures[name].append(measure_peer())
    middle = {name: median(rates) for name, rates in figures.items()}
    uno = middle.get("RLCard: UNO")
    scale = uno / YARDSTICK if uno else 1.0
    rows = [
        _row("actions, with history and rules", middle, LEAST_ACTIONS * scale),
        _row("random games, with history and rules", middle, LEAST_GAMES * scale, actions=median(lengths)),
        _row("replay, with a hash after each action", middle, LEAST_REPLAYED * scale),
        _row("copies of a table", middle, 1e6 / MOST_CLONE * scale),
        _row("state texts", middle, 1e6 / MOST_TEXT * scale),
        *(
            Row(name, _figures(middle[name]) | {"actions per game": per_game()})
            for name, (_, per_game) in peers.items()
        ),
    ]
    games_again = 20 if quick else 1_000
    parted = sum(not _is_same_again(seed) for seed in range(games_again))
    rows.append(Row(f"of {games_again:,} games, those whose replay parts", {"count": parted}, "0", parted == 0))
    said = f"{scale:.2f} times" if uno else "as fast as (no RLCard here)"
    note = f"This machine is {said} the one where the promises were made, by RLCard's UNO; they are scaled by that."
    return [Table("The card table", METHOD, COLUMNS, rows, [note])]


def _row(name: str, middle: dict[str, float], least: float, actions: float | None = None) -> Row:
    rate = middle[name]
    return Row(name, _figures(rate) | {"actions per game": actions}, f"≥ {least:,.0f}", rate >= least)


def _figures(rate: float) -> dict[str, float | None]:
    return {"per CPU-second": rate, "µs each": 1e6 / rate}


# -- ours


def _new(seed: int) -> Game:
    decks = [_decks[seed % len(_decks)], _decks[(seed // len(_decks)) % len(_decks)]]
    deal = _pokemon.deal([deck.cards for deck in decks])
    return Game.start(_pokemon, deal, seed=seed, seats=[Seat("one"), Seat("two")])


def _play(seed: int) -> tuple[Game, list[tuple[int, Option]]]:
    game, luck, chosen = _new(seed), random.Random(seed), []
    while (seat := game.to_act) is not None:
        option = luck.choice(game.options(seat))
        chosen.append((seat, option))
        game.act(seat, *option)
    return game, chosen


def _timed(work: Callable[[], int]) -> float:
    gc.collect()
    gc.freeze()
    try:
        began = time.process_time()
        units = work()
        return units / (time.process_time() - began)
    finally:
        gc.unfreeze()


def _actions(played: list[tuple[Game, list[tuple[int, Option]]]]) -> float:
    games = [_new(seed) for seed in range(len(played))]

    def work() -> int:
        for game, (_, chosen) in zip(games, played, strict=True):
            for seat, option in chosen:
                game.act(seat, *option)
        return sum(len(chosen) for _, chosen in played)

    return _timed(work)


def _games(played: list[Any]) -> float:
    def work() -> int:
        for seed in range(len(played)):
            _play(seed)
        return len(played)

    return _timed(work)


def _replays(played: list[tuple[Game, Any]]) -> float:
    records = [[each.event for each in Session.from_json(game.session.to_json()).events] for game, _ in played]

    def work() -> int:
        for (started, *happened), (game, _) in zip(records, played, strict=True):
            table = laid_out(_pokemon, started)
            for event in happened:
                table = after(table, event)
                digest = table.digest()
            assert digest == game.table.digest()
        return sum(len(record) - 1 for record in records)

    return _timed(work)


def _is_same_again(seed: int) -> bool:
    """Play a game that was not played before, and see whether its record gives the same table after each action."""
    game, luck, live = _new(seed + 10_000), random.Random(seed), []
    while (seat := game.to_act) is not None:
        game.act(seat, *luck.choice(game.options(seat)))
        live.append(game.table.digest())
    started, *happened = [each.event for each in Session.from_json(game.session.to_json()).events]
    table, digests = laid_out(_pokemon, started), []
    for event in happened:
        table = after(table, event)
        digests.append(table.digest())
    return digests[1:] == live


def _middle_game(played: list[tuple[Game, list[tuple[int, Option]]]]) -> Game:
    game = _new(0)
    for seat, option in played[0][1][: len(played[0][1]) // 2]:
        game.act(seat, *option)
    return game


def _copies(played: list[Any]) -> float:
    table = _middle_game(played).table

    def work() -> int:
        for _ in range(20_000):
            table.clone()
        return 20_000

    return _timed(work)


def _texts(played: list[Any]) -> float:
    from gameplan.cards.pokemon.narrative import Narrative
    from gameplan.cards.table.log import Log
    from gameplan.cards.table.texts import state_text

    game, narrative = _middle_game(played), Narrative()
    logs = [Log(game, seat, narrative) for seat in (0, 1)]

    def work() -> int:
        for _ in range(1_000):
            for seat in (0, 1):
                state_text(game, seat, logs[seat], narrative)
        return 2_000

    return _timed(work)


_OURS: dict[str, Callable[[list[Any]], float]] = {
    "actions, with history and rules": _actions,
    "random games, with history and rules": _games,
    "replay, with a hash after each action": _replays,
    "copies of a table": _copies,
    "state texts": _texts,
}


# -- peers: each plays whole games at random, and tells actions per CPU-second


def _peers(games: int) -> dict[str, tuple[Callable[[], float], Callable[[], float]]]:
    found: dict[str, tuple[Callable[[], float], Callable[[], float]]] = {}
    for name, load in (("RLCard: UNO", _uno), ("OpenSpiel: gin rummy", _gin), ("TextArena: Connect Four", _four)):
        try:
            play = load()
        except ImportError:
            continue
        counts: list[int] = []

        def measure(play: Callable[[random.Random], int] = play, counts: list[int] = counts) -> float:
            luck = random.Random(1)

            def work() -> int:
                counts[:] = [play(luck) for _ in range(games)]
                return sum(counts)

            return _timed(work)

        found[name] = (measure, lambda counts=counts: median(counts))  # type: ignore[misc]
    return found


def _uno() -> Callable[[random.Random], int]:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play(luck: random.Random) -> int:
        trajectories, _ = env.run(is_training=False)
        return sum((len(each) - 1) // 2 for each in trajectories)

    return play


def _gin() -> Callable[[random.Random], int]:
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def play(luck: random.Random) -> int:
        state, actions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, weights)[0])
            else:
                state.apply_action(luck.choice(state.legal_actions()))
                actions += 1
        return actions

    return play


def _four() -> Callable[[random.Random], int]:
    import textarena

    def play(luck: random.Random) -> int:
        env = textarena.make("ConnectFour-v0")
        env.reset(num_players=2)
        done, actions = False, 0
        while not done:
            env.get_observation()
            done, _ = env.step(f"[col {luck.randrange(7)}]")
            actions += 1
        return actions

    return play
