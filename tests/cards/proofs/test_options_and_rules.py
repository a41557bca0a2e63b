"""The list of what can be done is what the rules allow: no more and no less."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.cards.pokemon.board import (
    ACTIVE,
    BURNED,
    CONDITION,
    POISON,
    PRIZE,
    SPOTS,
    STAGING,
    bench_limit,
    benched,
)
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.flow import knocked_out
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.acting import Imagined
from gameplan.cards.table.game import Game
from gameplan.cards.table.imagining import imagine
from gameplan.cards.table.plugin import IllegalAction
from gameplan.cards.table.rules import Attempt, Seat
from gameplan.cards.table.state import Table


def _candidates(game: Game, seat: int) -> Iterator[tuple[Any, ...]]:
    """All that a player could try with the game's own actions."""
    table, layout = game.table, game.plugin.layout
    spots = [layout.at("active", seat), *layout.places("bench", seat)]
    for card in table.zones[layout.at("hand", seat)]:
        yield from (("play_basic", card), ("play_trainer", card))
        for spot in spots:
            yield from ((action, card, spot) for action in ("evolve", "attach_energy", "attach_tool"))
    for spot in spots:
        yield from (("declare_ability", spot), ("declare_retreat", spot))
    yield from (("declare_attack", number) for number in range(8))
    yield ("end_turn",)


def _alike(game: Game, option: tuple[Any, ...]) -> tuple[Any, ...]:
    action, *args = option
    if action in ("play_basic", "play_trainer", "evolve", "attach_energy", "attach_tool"):
        args[0] = game.table.cards[args[0]].key
    return (action, *args)


@settings(max_examples=12)
@given(st.integers(0, 2**32))
def test_the_options_are_what_the_rules_allow(plugin: Any, deck: Any, seed: int) -> None:
    _compare(plugin, [deck, deck], seed)


@settings(max_examples=12)
@given(st.integers(0, 2**32), st.sampled_from(sorted(DECKS)), st.sampled_from(sorted(DECKS)))
def test_so_they_are_with_the_decks_of_our_own_creatures(seed: int, one: str, other: str) -> None:
    _compare(Pokemon(CARDS.values()), [DECKS[one].cards, DECKS[other].cards], seed)


@settings(max_examples=12)
@given(st.integers(0, 2**32), st.sampled_from(sorted(DECKS)), st.sampled_from(sorted(DECKS)))
def test_after_every_action_the_board_is_as_the_rules_have_it(seed: int, one: str, other: str) -> None:
    dice, plugin = random.Random(seed), Pokemon(CARDS.values())
    decks = [DECKS[one].cards, DECKS[other].cards]
    game = Game.start(plugin, plugin.deal(decks), seed=seed, seats=[Seat("one"), Seat("two")])
    for _ in range(150):
        seat = game.to_act
        if seat is None:
            return
        options = game.options(seat)
        game.act(seat, *dice.choice(options[: len(options) - 1] or options))  # who ends his turn at once does little
        _is_in_order(game.table)


def _is_in_order(table: Table) -> None:
    settled = table.decision is None and table.result is None
    for seat in (0, 1):
        for spot in SPOTS[seat]:
            lying, marks = [table.cards[card] for card in table.zones[spot]], table.marks[spot]
            stages = [card.stage for card in lying if card.is_pokemon]
            assert stages == sorted(stages, reverse=True) and (lying[0].is_pokemon if lying else not any(marks))
            assert sum(card.kind == "tool" for card in lying) <= 1  # T9
            assert spot == ACTIVE[seat] or not any(marks[each] for each in (CONDITION, POISON, BURNED))  # C1
            assert not (settled and lying and knocked_out(table, spot))  # O1
        if settled:
            assert table.zones[ACTIVE[seat]] and table.zones[PRIZE[seat]]  # O6, W1
            assert len(benched(table, seat)) <= bench_limit(table)  # T10
            assert not table.zones[STAGING[seat]]  # T14


def _compare(plugin: Any, decks: Any, seed: int) -> None:
    """Play a while, and at each step see that what is offered is what no rule objects to."""
    dice = random.Random(seed)
    game = Game.start(plugin, plugin.deal(decks), seed=seed, seats=[Seat("one"), Seat("two")])
    for _ in range(60):
        seat = game.to_act
        if seat is None:
            return
        options = game.options(seat)
        assert options, "somebody has to act and has nothing to do"
        if game.table.decision is None:
            offered = {_alike(game, option) for option in options}
            allowed = set()
            for action, *args in _candidates(game, seat):
                if game.rules.objections(Attempt(game.table, seat, action, tuple(args))):
                    continue
                try:
                    imagine(plugin, game.table, seat, (action, *args), Imagined(seed))
                except IllegalAction:
                    continue
                allowed.add(_alike(game, (action, *args)))
            assert offered == allowed
        for option in options:
            imagine(plugin, game.table, seat, option, Imagined(seed))
        game.act(seat, *dice.choice(options))
