"""A second game at the same table: crazy eights, to prove that the table knows no game."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gameplan.cards import eights
from gameplan.cards.eights import Eights
from gameplan.cards.replay.reading import read_replay, view_at
from gameplan.cards.replay.writing import lines_for
from gameplan.cards.table.game import Game
from gameplan.cards.table.log import Log
from gameplan.cards.table.plugin import IllegalAction
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
    game = next(g for g in (new_game(seed=seed) for seed in range(200)) if eight_of(g) is not None)
    table = game.table
    game.act(0, "play", eight_of(game))
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


def test_who_gives_up_is_out_and_the_others_play_on_until_one_is_left() -> None:
    game = new_game(3, person=True)
    game.act(1, "concede")  # not in his turn
    assert (game.to_act, game.view(None).result, game.view(2).out) == (0, None, (1,))
    game.act(0, "take")
    game.act(0, "pass_on")
    assert game.to_act == 2, "the turn goes past who is out"
    assert game.options(1) == []
    for action, *args in (("take",), ("declare_action", "still here"), ("concede",)):
        with pytest.raises(IllegalAction, match="given up"):
            game.act(1, action, *args)
    with pytest.raises(IllegalAction, match="asked nothing"):
        game.act(2, "create_decision", 1, "Why?", "so")
    assert [line.text for viewer in (1, 0) for line in Log(game, viewer).lines() if "give" in line.text] == [
        "You give up; the others play on.", "P2 gives up; the others play on.",
    ]  # fmt: skip
    game.act(2, "concede")
    result = game.view(1).result
    assert result is not None and (result.winner, result.reason) == (0, "conceded")


def test_who_gives_up_in_his_turn_leaves_it_to_the_next_and_his_answer_open() -> None:
    game = next(g for g in (new_game(3, seed) for seed in range(200)) if eight_of(g) is not None)
    eight = eight_of(game)
    game.act(0, "play", eight)
    assert game.view(0).decision is not None
    game.act(0, "concede")
    assert (game.view(1).decision, game.to_act) == (None, 1)
    fits = [game.table.cards[option[1]] for option in game.options(1) if option[0] == "play"]
    assert all(game.table.cards[eight].suit == card.suit or card.rank == "8" for card in fits)
    assert Game(game.plugin, Session.from_json(game.session.to_json())).table.digest() == game.table.digest()
    replay = read_replay("".join(lines_for(game, 2)))
    assert replay.damage == ""
    assert view_at(replay, -1, game.plugin.layout, eights.CARDS.__getitem__) == game.view(2)
    play_out(game, 1)
    result = game.view(None).result
    assert result is not None and result.winner != 0


def test_who_gave_up_by_a_slip_takes_it_back() -> None:
    game = new_game(3)
    before = game.table.digest()
    game.act(0, "concede")
    assert game.table.digest() != before
    game.undo(0)
    assert game.table.digest() == before and game.to_act == 0


def test_when_all_who_are_left_have_passed_the_fewest_points_win() -> None:
    game = new_game(3)
    game.act(1, "concede")
    while game.view(0).result is None:
        game.act(game.to_act, *game.options(game.to_act)[-1])
    assert "nobody can go on" in game.view(0).result.reason
    assert game.view(0).result.winner != 1


def eight_of(game: Game) -> int | None:
    """An eight in the first player's hand."""
    table = game.table
    hand = table.zones[game.plugin.layout.at("hand", 0)]
    return next((card for card in hand if table.cards[card].rank == "8"), None)


def test_the_whole_game_takes_fewer_than_two_hundred_lines() -> None:
    assert len(Path(eights.__file__).read_text().splitlines()) < 200
