"""A second game at the same table: crazy eights, to prove that the table knows no game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gameplan.cards import eights
from gameplan.cards.eights import Eights
from gameplan.cards.table.game import Game
from gameplan.cards.table.rules import RuleRefused, Seat
from gameplan.runtime import Session


def new_game(seats: int = 2, seed: int = 1, *, person: bool = False) -> Game:
    plugin = Eights(seats)
    return Game.start(plugin, plugin.deal(), seed=seed, seats=[Seat(f"P{i + 1}", person=person) for i in range(seats)])


def play_out(game: Game, seed: int) -> None:
    luck = random.Random(seed)
    while (seat := game.to_act) is not None:
        game.act(seat, *luck.choice(game.options(seat)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_come_to_an_end_and_keep_all_cards(seats: int) -> None:
    for seed in range(20):
        game = new_game(seats, seed)
        play_out(game, seed)
        table = game.table
        assert table.result is not None
        assert sorted(card for zone in table.zones for card in zone) == list(range(52))


def test_a_game_is_replayed_from_its_record_to_the_same_table() -> None:
    game = new_game(3, 7)
    play_out(game, 7)
    again = Game(game.plugin, Session.from_json(game.session.to_json()))
    assert again.table.digest() == game.table.digest()


def test_e2_a_card_that_does_not_fit_is_refused_and_a_person_is_only_warned() -> None:
    for seed in range(20):
        strict, lenient = new_game(seed=seed), new_game(seed=seed, person=True)
        table, plugin = strict.table, strict.plugin
        assert isinstance(plugin, Eights)
        hand = table.zones[plugin.layout.at("hand", 0)]
        unfit = [card for card in hand if not plugin.fits(table, table.cards[card])]
        if unfit:
            break
    with pytest.raises(RuleRefused, match="E2"):
        strict.act(0, "play", unfit[0])
    assert strict.table.digest() == table.digest()
    done = lenient.act(0, "play", unfit[0])
    assert [(note.rule, note.level) for note in done.notes] == [("E2", "warn")]


def test_nobody_touches_what_is_hidden_in_anothers_hand() -> None:
    game = new_game()
    layout, table = game.plugin.layout, game.table
    own, theirs, stock = layout.at("hand", 0), layout.at("hand", 1), layout.at("stock")
    card = table.zones[theirs][0]
    for action, *args in [
        ("draw", theirs, own), ("move_card", card, own), ("place_on_zone", card, own), ("move_card_stack", theirs, own),
        ("swap_card_stacks", own, theirs), ("shuffle", theirs), ("peek", theirs), ("search_zone", theirs),
        ("rearrange_zone", theirs, 0, table.cards[card].name), ("reveal", card), ("reveal_hand", theirs),
        ("flip_card", card), ("mulligan", theirs, stock, 1),
    ]:  # fmt: skip
        with pytest.raises(RuleRefused) as refused:
            game.act(0, action, *args)
        assert "hidden" in [note.rule for note in refused.value.notes], action
    assert game.table.digest() == table.digest()


def test_e5_the_rules_are_not_got_around_with_the_table_s_own_actions() -> None:
    game, free = new_game(), new_game(person=True)
    layout, table = game.plugin.layout, game.table
    hand, stock, pile = layout.at("hand", 0), layout.at("stock"), layout.at("pile")
    for action, *args in [
        ("peek", stock), ("search_zone", stock), ("draw", stock, hand), ("move_card", table.zones[hand][0], pile),
        ("shuffle", stock), ("set_counter", pile, "suit", 1), ("end_turn",), ("declare_victory",),
    ]:  # fmt: skip
        with pytest.raises(RuleRefused, match="E5"):
            game.act(0, action, *args)
    assert game.table.digest() == table.digest()
    assert [(note.rule, note.level) for note in free.act(0, "peek", stock).notes] == [("E5", "warn")]
    game.act(0, "declare_action", "Good luck!")


def test_e3_and_e4_one_draws_once_and_only_then_passes() -> None:
    game = new_game()
    with pytest.raises(RuleRefused, match="E4"):
        game.act(0, "pass_on")
    game.act(0, "take")
    with pytest.raises(RuleRefused, match="E3"):
        game.act(0, "take")
    game.act(0, "pass_on")
    assert game.to_act == 1


def test_an_eight_names_the_suit_that_follows() -> None:
    for seed in range(200):
        game = new_game(seed=seed)
        table = game.table
        eight = next((c for c in table.zones[game.plugin.layout.at("hand", 0)] if table.cards[c].rank == "8"), None)
        if eight is not None:
            break
    assert eight is not None
    game.act(0, "play", eight)
    decision = game.view(0).decision
    assert decision is not None
    assert game.view(1).decision is not None and game.view(1).decision.choices == ()
    game.act(0, "resolve_decision", 2)
    hearts = [table.cards[option[1]] for option in game.options(1) if option[0] == "play"]
    assert all(card.suit == "hearts" or card.rank == "8" for card in hearts)


def test_others_see_how_many_cards_one_holds_and_not_which() -> None:
    game = new_game()
    assert game.view(1).cards("hand", 0) == (None,) * 7
    assert None not in game.view(0).cards("hand", 0)
    assert game.view(None).cards("hand", 0) == (None,) * 7


def test_the_whole_game_takes_fewer_than_two_hundred_lines() -> None:
    assert len(Path(eights.__file__).read_text().splitlines()) < 200
