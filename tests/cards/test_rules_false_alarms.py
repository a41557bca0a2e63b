"""What looks like a breach of a rule and is none: each rule keeps quiet where it should."""

from __future__ import annotations

from typing import Any

import pytest

from gameplan.cards.table.rules import RuleRefused


def test_to_evolve_is_not_to_attach_an_energy(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember], "hand": [kit.fire, kit.blaze, kit.fire]})
    board.do("attach_energy", "Fire Energy", "active")
    done = board.do("move_card", "Blazehorn", "active")
    assert done.event.action == "evolve"
    assert [note.rule for note in done.notes] == ["meaning"]


def test_an_effect_attaches_after_the_attachment_of_the_turn(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.fire, kit.charge], "discard": [kit.fire]})
    board.do("attach_energy", "Fire Energy", "active")
    assert board.offers("play_trainer", "Recharge")
    done = board.do("play_trainer", "Recharge")
    assert done.notes == ()
    assert board.names("active") == ["Dripup", "Fire Energy", "Fire Energy"]


def test_an_attachment_by_an_effect_does_not_use_up_that_of_the_turn(lay: Any, kit: Any) -> None:
    for action in ("move_card", "attach_energy"):
        board = lay(own={"hand": [kit.fire, kit.fire]})
        board.do(action, "Fire Energy", "active", because="Recharge")
        assert board.names("active") == ["Dripup", "Fire Energy"]
        assert board.offers("attach_energy", "Fire Energy", "active")


def test_a_second_supporter_by_an_effect_that_copies_it(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.study] * 3, "deck": [kit.fire] * 20})
    board.do("play_trainer", "Field Study", because="Echo copies the effect of a Supporter")
    assert board.offers("play_trainer", "Field Study")  # that of the turn is still to come
    board.do("play_trainer", "Field Study")
    with pytest.raises(RuleRefused):
        board.do("play_trainer", "Field Study")
    done = board.do("play_trainer", "Field Study", because="Echo copies the effect of a Supporter")
    assert [note.rule for note in done.notes] == ["T6"]


def test_a_basic_is_benched_from_the_deck(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.lure], "deck": [kit.ember, kit.rock]})
    board.do("play_trainer", "Lure")
    assert board.decide("Emberling").notes == ()
    assert board.names("bench_1") == ["Emberling"]
    assert board.counter("bench_1", "entered_turn") == 5
    by_hand = lay(own={"deck": [kit.ember]})
    by_hand.do("move_card", "Emberling", "bench_1", because="an effect")
    assert by_hand.counter("bench_1", "entered_turn") == 5


def test_a_switch_is_no_retreat(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember, kit.fire], "bench": [kit.pup], "hand": [kit.rope]})
    board.do("play_trainer", "Swap Rope")
    assert board.names("discard") == ["Swap Rope"]  # and no Energy
    assert board.counter("player", "retreat_turn") == 0
    sleeping = {"p1_active": {"condition": 1}, "p1_player": {"retreat_turn": 5}}
    asleep = lay(own={"bench": [kit.pup], "hand": [kit.rope]}, counters=sleeping)
    assert asleep.do("play_trainer", "Swap Rope").notes == ()


def test_a_switch_by_hand_is_a_retreat_unless_an_effect_does_it(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember, kit.fire], "bench": [kit.pup]})
    assert board.do("swap_card_stacks", "active", "bench_1").event.action == "declare_retreat"
    by_effect = lay(own={"active": [kit.ember, kit.fire], "bench": [kit.pup]})
    by_effect.do("swap_card_stacks", "active", "bench_1", because="Swap Rope")
    assert by_effect.names("discard") == []
    assert by_effect.counter("player", "retreat_turn") == 0


def test_to_put_a_pokemon_forward_after_a_knock_out_is_no_retreat(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.rock, kit.fire]}, foe={"bench": [kit.pup, kit.ember]}, player=0)
    board.do("declare_attack", 0)
    board.decide("Prize 1")
    assert board.decide("Emberling", seat=1).notes == ()
    assert board.counter("opponent_player", "retreat_turn") == 0
    for action, args in (("swap_card_stacks", ("active", "bench_1")), ("move_card_stack", ("bench_1", "active"))):
        by_hand = lay(own={"active": [], "bench": [kit.pup]})
        assert by_hand.do(action, *args).notes == ()
        assert by_hand.names("active") == ["Dripup"]


def test_energy_discarded_for_a_retreat_is_not_discarded_from_play_otherwise(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember, kit.fire], "bench": [kit.pup]})
    assert board.do("declare_retreat", "bench_1").notes == ()
    with pytest.raises(RuleRefused, match="only by a card's effect"):
        lay(own={"active": [kit.ember, kit.fire]}).do("move_card", "Fire Energy", "discard")


def test_a_stadium_takes_the_place_of_the_other(lay: Any, kit: Any) -> None:
    for action, args in (("play_trainer", ()), ("move_card", ("stadium",))):
        board = lay(own={"hand": [kit.dome]}, stadium=(kit.cave, 1))
        done = board.do(action, "Dome", *args)
        assert done.event.action == "play_trainer"
        assert all(note.level == "info" for note in done.notes)
        assert (board.names("stadium"), board.names("opponent_discard")) == (["Dome"], ["Narrow Cave"])


def test_a_prize_is_taken_after_a_knock_out_and_not_otherwise(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.rock, kit.fire]}, foe={"bench": [kit.pup]})
    board.do("declare_attack", 0)
    assert board.decide("Prize 1").notes == ()
    idle = lay()
    prize = idle.game.table.zones[idle.zone("prizes")][0]
    with pytest.raises(RuleRefused, match="after a Knock Out"):
        idle.game.act(0, "move_card", prize, idle.zone("hand"))


def test_cards_leave_staging(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.plan]})
    board.do("play_trainer", "Old Plan")
    assert board.names("staging") == ["Old Plan"]  # nobody has programmed it: it is carried out by hand
    assert board.do("move_card", "Old Plan", "discard").notes == ()


def test_who_was_asked_by_hand_moves_his_cards_in_the_others_turn(lay: Any, kit: Any) -> None:
    board = lay(foe={"hand": [kit.fire, kit.pup]})
    board.do("create_decision", 1, "Discard a card of your hand", "done")
    assert board.game.to_act == 1
    assert board.do("move_card", "Fire Energy", "discard", seat=1).notes == ()
    board.decide("done", seat=1)
    assert board.game.to_act == 0
    with pytest.raises(RuleRefused):
        board.do("move_card", "Dripup", "discard", seat=1)


def test_before_the_game_begins_cards_are_laid_out_by_hand(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [], "prizes": [], "hand": [kit.pup], "deck": [kit.fire] * 20}, turn=0, phase="setup")
    assert board.do("move_card", "Dripup", "active").notes == ()
    assert board.do("draw", "deck", "prizes", 6).notes == ()
    assert board.do("draw", "deck", "hand", 7).notes == ()


def test_to_say_something_or_flip_a_coin_is_always_free(lay: Any) -> None:
    board = lay(coins="H", dice=(4,))
    assert board.do("declare_action", "I think.", seat=1).notes == ()
    assert board.do("coin_flip", "why not", seat=1).notes == ()
    assert board.do("dice_roll", 6, seat=1).notes == ()
