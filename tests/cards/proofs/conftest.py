"""All kinds of things that can be tried at a table, and what a viewer could ever tell of it."""

from __future__ import annotations

import inspect
import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from gameplan.cards.table.actions import ACTIONS
from gameplan.cards.table.events import Acted
from gameplan.cards.table.game import Game, laid_out
from gameplan.cards.table.plugin import IllegalAction
from gameplan.cards.table.rules import RuleRefused, Seat
from gameplan.cards.table.state import Table
from gameplan.runtime import Rewound, Session

NONSENSE = [None, True, -1, 0, 1, 2, 7, 999, 10**9, 0.5, "", "damage", "Dripup", "\ud800", "x" * 3_000, [], {}, ()]


def _started(plugin: Any, decks: Any, seed: int, *, persons: bool = True) -> Game:
    deal = plugin.deal(decks) if decks else plugin.deal()
    seats = [Seat(f"seat {n}", person=persons) for n in range(plugin.layout.seats)]
    return Game.start(plugin, deal, seed=seed, seats=seats)


def _arguments(game: Game, action: str, dice: random.Random) -> list[Any]:
    """What somebody might call an action with: mostly what could be meant, sometimes nonsense."""
    perform = game.plugin.actions.get(action) or ACTIONS.get(action)
    table = game.table
    words, names = ["", "damage", "condition", "Asleep", "burned", "heads"], [card.name for card in table.cards[:9]]
    likely = {
        "CardNumber": lambda: dice.randrange(len(table.cards)),
        "ZoneNumber": lambda: dice.randrange(len(table.zones)),
        "SeatNumber": lambda: dice.randrange(game.plugin.layout.seats),
        "int": lambda: dice.choice((-1, 0, 1, 2, 3, 7, 30, 90)),
        "str": lambda: dice.choice(names if action == "rearrange_zone" else words),  # no secrets in public words
    }
    args: list[Any] = []
    for parameter in list(inspect.signature(perform).parameters.values())[1:] if perform else ():
        if parameter.default is not parameter.empty and dice.random() < 0.4:
            break
        count = dice.randrange(4) if parameter.kind is parameter.VAR_POSITIONAL else 1
        args += [likely[parameter.annotation]() for _ in range(count)]
    if dice.random() < 0.15:
        args[dice.randrange(len(args) + 1) :] = [dice.choice(NONSENSE)]
    return args


def _happenings(game: Game, dice: random.Random, count: int, *, legal: float) -> Iterator[None]:
    """Let all kinds of things be tried, of which some happen."""
    actions = [*ACTIONS, *game.plugin.actions, "resolve_decision", "nothing"]
    for _ in range(count):
        if game.to_act is None:
            return
        seat: Any = game.to_act
        options = game.options(seat)
        if options and (dice.random() < legal or (game.table.decision is not None and dice.random() < 0.8)):
            game.act(seat, *dice.choice(options))
            yield
            continue
        action = dice.choice(actions)
        if dice.random() < 0.05:
            with suppress(IllegalAction):
                game.undo(seat, dice.randrange(3), consent=dice.random() < 0.7)
            yield
            continue
        if action in ("concede", "declare_victory") and dice.random() < 0.95:
            continue
        seat = dice.choice((0, 1, seat, seat, None, 9)) if dice.random() < 0.3 else seat
        before = game.table.digest()
        try:
            game.act(seat, action, *_arguments(game, action, dice), because=dice.choice(("", "", "an effect")))
        except (IllegalAction, RuleRefused):
            assert game.table.digest() == before
        yield


def _is_whole(game: Game) -> None:
    """Every card lies in one place, and all that is noted is possible."""
    table = game.table
    assert sorted(card for zone in table.zones for card in zone) == list(range(len(table.cards)))
    assert all(table.place[card] == index for index, zone in enumerate(table.zones) for card in zone)
    everybody = table.layout.everybody
    for card in range(len(table.cards)):
        assert 0 <= table.faces[card] <= everybody and 0 <= table.known[card] <= everybody
        assert not table.faces[card] & table.known[card]
    assert all(mark >= 0 for marks in table.marks for mark in marks)
    for viewer in (*range(table.layout.seats), None):
        json.dumps(game.view(viewer).to_json())
    for seat in range(table.layout.seats):
        game.options(seat)


def _told(game: Game, viewer: int | None) -> set[int]:
    """The cards that a viewer could ever tell, as long as the game has lasted, with what was taken back."""
    bit = game.plugin.layout.spectator if viewer is None else 1 << viewer
    told: set[int] = set()
    for table, change in _changes(game):
        if change[0] == "move" and change[5] & bit:
            told.add(change[1])
        told.update(card for card in range(len(table.cards)) if table.sight(card) & bit)
    return told


def _changes(game: Game) -> Iterator[tuple[Table, Any]]:
    """Every change, and the table after it."""
    stood: dict[int, Table] = {}
    table = laid_out(game.plugin, game.started)
    for recorded in game.session.events:
        if isinstance(recorded.event, Rewound):
            table = stood[recorded.event.to].clone()
        elif isinstance(recorded.event, Acted):
            for change in recorded.event.changes:
                table.apply(change)
                yield table, change
        stood[recorded.seq] = table.clone()


def _twin(game: Game, viewer: int | None, dice: random.Random) -> Game:
    """The same game, but of the cards that a viewer could never tell all are others."""
    hidden = sorted({*range(len(game.started.cards))} - _told(game, viewer))
    keys = list(game.started.cards)
    others = [keys[card] for card in hidden]
    dice.shuffle(others)
    for card, key in zip(hidden, others, strict=True):
        keys[card] = key
    record = json.loads(game.session.to_json())
    text = json.dumps(record).replace(json.dumps(list(game.started.cards)), json.dumps(keys))
    return Game(game.plugin, Session.from_json(text), game.seats)


def _steps(game: Game) -> list[Table]:
    """How the table stood after each change."""
    return [table.clone() for table, _ in _changes(game)]


@pytest.fixture(name="tried", scope="session")
def _tried() -> Callable[..., Game]:
    """A game at which so many things were tried, of which so many by the rules."""

    def tried(plugin: Any, decks: Any, seed: int, count: int, *, legal: float) -> Game:
        dice = random.Random(seed)
        game = _started(plugin, decks, seed)
        for _ in _happenings(game, dice, count, legal=legal):
            _is_whole(game)
        return game

    return tried


@pytest.fixture(name="played", scope="session")
def _played() -> Callable[..., tuple[Game, list[str]]]:
    """A game that was played by the rules, and its digest after every action."""

    def played(plugin: Any, decks: Any, seed: int, most: int = 600) -> tuple[Game, list[str]]:
        dice, game = random.Random(seed), _started(plugin, decks, seed, persons=False)
        digests = [game.table.digest()]
        while game.to_act is not None and len(digests) < most:
            game.act(game.to_act, *dice.choice(game.options(game.to_act)))
            digests.append(game.table.digest())
        return game, digests

    return played


@pytest.fixture(name="secrets", scope="session")
def _secrets() -> SimpleNamespace:
    """What a viewer could ever tell of a game, and the same game with all else exchanged."""
    return SimpleNamespace(told=_told, twin=_twin, steps=_steps)
