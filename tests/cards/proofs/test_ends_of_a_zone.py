"""The two ends of a zone: names read from the top, and the top is meant unless told otherwise."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.cards.table.game import Game
from gameplan.cards.table.plugin import Deal, IllegalAction, Position
from gameplan.cards.table.rules import Seat
from gameplan.cards.table.state import Table
from gameplan.cards.table.zones import Layout, ZoneKind

PILES = Layout((ZoneKind("pile", ordered=True), ZoneKind("heap", ordered=True)))


class Pile:
    """A game of nothing but two piles for each player, on which the actions of every table are tried."""

    def __init__(self, plugin: Any) -> None:
        self.name, self.layout, self.actions = "piles", PILES, {}
        self.rules, self.card = type(plugin.rules)(()), plugin.card

    def options(self, table: Table, seat: int) -> list[Any]:
        return []


def _pile(plugin: Any, keys: list[str]) -> Game:
    cards = [plugin.card(key) for key in keys]
    deal = Deal(cards, [PILES.index["p1_pile"]] * len(cards), position=Position())
    return Game.start(Pile(plugin), deal, seed=1, seats=[Seat("one"), Seat("two")])


def _names(game: Game, zone: int) -> list[str]:
    return [game.table.cards[card].name for card in game.table.zones[zone]]


PILED = st.lists(st.sampled_from(["fire", "water", "pup", "ember"]), min_size=1, max_size=12)


@given(PILED, st.data())
def test_to_rearrange_is_a_permutation_at_both_ends_with_duplicates(plugin: Any, keys: list[str], data: Any) -> None:
    game = _pile(plugin, keys)
    zone, names = PILES.index["p1_pile"], _names(_pile(plugin, keys), PILES.index["p1_pile"])
    count = data.draw(st.integers(1, len(keys)))
    end = data.draw(st.sampled_from([0, -1]))
    part = names[:count] if end == 0 else names[-count:]
    order = data.draw(st.permutations(part))
    before = game.table.zones[zone]
    game.act(0, "rearrange_zone", zone, end, *order)
    assert _names(game, zone) == (order + names[count:] if end == 0 else names[:-count] + order)
    assert sorted(game.table.zones[zone]) == sorted(before)


@given(PILED, st.lists(st.sampled_from(["Fire Energy", "Water Energy", "Dripup", "Nobody"]), min_size=1, max_size=5))
def test_other_names_than_those_that_lie_there_are_refused(plugin: Any, keys: list[str], names: list[str]) -> None:
    game = _pile(plugin, keys)
    zone = PILES.index["p1_pile"]
    there = _names(game, zone)[: len(names)]
    if Counter(there) == Counter(names):
        return
    with pytest.raises(IllegalAction):
        game.act(0, "rearrange_zone", zone, 0, *names)
    assert _names(game, zone) == [plugin.card(key).name for key in keys]


@given(PILED)
def test_the_top_is_the_default_for_draw_peek_rearrange_move_and_place(plugin: Any, keys: list[str]) -> None:
    pile, heap = PILES.index["p1_pile"], PILES.index["p1_heap"]
    game = _pile(plugin, keys)
    top = game.table.zones[pile][0]
    assert game.act(0, "peek", pile).event.changes == (("know", (top,), 1),)
    game.act(0, "draw", pile, heap)
    assert game.table.zones[heap] == [top]
    if len(keys) > 1:
        second = game.table.zones[pile][0]
        game.act(0, "move_card", second, heap)
        assert game.table.zones[heap] == [second, top]
        game.act(0, "place_on_zone", top, heap)
        assert game.table.zones[heap] == [top, second]
        game.act(0, "rearrange_zone", heap, 0, game.table.cards[top].name)
        assert game.table.zones[heap] == [top, second]
        game.act(0, "place_on_zone", top, heap, -1)
        assert game.table.zones[heap] == [second, top]
    game.act(0, "move_card_stack", heap, pile)
    assert _names(game, pile)[:1] == [game.table.cards[game.table.zones[pile][0]].name]
