"""A turn, rule by rule: T1 to T14."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gameplan.cards.pokemon import Pokemon
from gameplan.cards.table.plugin import IllegalAction


def test_t1_a_turn_begins_with_one_card(lay: Any) -> None:
    board = lay()
    board.do("end_turn")
    assert board.game.table.player == 1
    assert len(board.names("opponent_hand")) == 1
    assert len(board.names("opponent_deck")) == 4


def test_t1_who_cannot_draw_at_the_beginning_of_the_turn_loses(lay: Any) -> None:
    board = lay(foe={"deck": []})
    board.do("end_turn")
    assert board.game.table.result.winner == 0


def test_t1_an_effect_draws_what_is_there(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.study], "deck": [kit.fire]})
    board.do("play_trainer", "Field Study")
    assert board.names("hand") == ["Fire Energy"]
    assert board.game.table.result is None


def test_t1_more_cards_are_drawn_only_by_an_effect(forbids: Any) -> None:
    forbids({}, "T1", "draw", "deck", "hand")


def test_t2_who_goes_first_does_not_attack_in_the_first_turn(forbids: Any, allows: Any, kit: Any) -> None:
    side = {"active": [kit.ember, kit.fire]}
    forbids({"own": side, "turn": 1}, "T2", "declare_attack", 0)
    allows({"foe": side, "turn": 2, "player": 1}, "declare_attack", 0, seat=1)
    allows({"own": side, "turn": 3}, "declare_attack", 0)


def test_t2_who_goes_first_plays_no_supporter_in_the_first_turn(forbids: Any, allows: Any, kit: Any) -> None:
    forbids({"own": {"hand": [kit.study]}, "turn": 1}, "T2", "play_trainer", "Field Study")
    allows({"foe": {"hand": [kit.study]}, "turn": 2, "player": 1}, "play_trainer", "Field Study", seat=1)


def test_t2_everything_else_is_allowed_in_the_first_turn(allows: Any, kit: Any) -> None:
    hand = [kit.fire, kit.rope, kit.band, kit.dome, kit.pup]
    first = {"own": {"active": [kit.sage, kit.fire], "bench": [kit.pup], "hand": hand}, "turn": 1}
    allows(first, "attach_energy", "Fire Energy", "active")
    allows(first, "play_trainer", "Swap Rope")
    allows(first, "attach_tool", "Iron Band", "bench_1")
    allows(first, "play_trainer", "Dome")
    allows(first, "play_basic", "Dripup")
    allows(first, "declare_ability", "active")
    allows({**first, "own": {"active": [kit.ember, kit.fire], "bench": [kit.pup]}}, "declare_retreat", "bench_1")


@pytest.mark.parametrize(("turn", "player"), [(1, 0), (2, 1)])
def test_t3_nobody_evolves_in_his_own_first_turn(forbids: Any, allows: Any, kit: Any, turn: int, player: int) -> None:
    side = {"active": [kit.ember], "hand": [kit.blaze]}
    who = "own" if player == 0 else "foe"
    forbids({who: side, "turn": turn, "player": player}, "T3", "evolve", "Blazehorn", "active", seat=player)
    allows({who: side, "turn": turn + 2, "player": player}, "evolve", "Blazehorn", "active", seat=player)


def test_t3_counts_the_turns_of_each_player_also_after_an_extra_turn(lay: Any, kit: Any) -> None:
    board = lay(
        own={"active": [kit.ember], "hand": [kit.clock, kit.blaze]},
        foe={"active": [kit.ember], "hand": [kit.blaze]},
        turn=1,
        counters={"p1_player": {"first_turn": 1}},
    )
    board.do("play_trainer", "Stopped Clock")
    board.do("end_turn")
    assert (board.game.table.turn, board.game.table.player) == (2, 0)
    assert board.offers("evolve", "Blazehorn", "active")  # his second turn
    board.do("end_turn")
    assert (board.game.table.turn, board.game.table.player) == (3, 1)
    assert not board.offers("evolve", "Blazehorn", "active", seat=1)  # the other's first


@pytest.mark.parametrize("since", ["entered_turn", "evolved_turn"])
def test_t4_not_what_was_put_into_play_or_has_evolved_this_turn(
    forbids: Any, allows: Any, kit: Any, since: str
) -> None:
    position = {"own": {"active": [kit.ember], "hand": [kit.blaze]}}
    forbids({**position, "counters": {"p1_active": {since: 5}}}, "T4", "evolve", "Blazehorn", "active")
    allows({**position, "counters": {"p1_active": {since: 3}}}, "evolve", "Blazehorn", "active")


def test_t4_an_evolved_pokemon_does_not_evolve_again_in_the_same_turn(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember], "hand": [kit.blaze, kit.infernox]})
    board.do("evolve", "Blazehorn", "active")
    assert not board.offers("evolve", "Infernox", "active")


def test_t5_one_energy_from_the_hand_in_a_turn(forbids: Any, allows: Any, kit: Any) -> None:
    position = {"own": {"hand": [kit.fire, kit.fire]}}
    board = allows(position, "attach_energy", "Fire Energy", "active")
    assert not board.offers("attach_energy", "Fire Energy", "active")
    forbids({**position, "counters": {"p1_player": {"energy_turn": 5}}}, "T5", "attach_energy", "Fire Energy", "active")
    allows({**position, "counters": {"p1_player": {"energy_turn": 3}}}, "attach_energy", "Fire Energy", "active")


def test_t5_a_plain_move_of_an_energy_is_an_attachment_too(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.fire]})
    done = board.do("move_card", "Fire Energy", "active")
    assert done.event.action == "attach_energy"
    assert board.counter("player", "energy_turn") == 5
    assert board.names("active") == ["Dripup", "Fire Energy"]


def test_t6_one_supporter_in_a_turn(forbids: Any, allows: Any, kit: Any) -> None:
    position = {"own": {"hand": [kit.study, kit.study]}}
    board = allows(position, "play_trainer", "Field Study")
    assert not board.offers("play_trainer", "Field Study")
    forbids({**position, "counters": {"p1_player": {"supporter_turn": 5}}}, "T6", "play_trainer", "Field Study")


def test_t6_supporters_may_be_forbidden_by_an_effect(forbids: Any, allows: Any, kit: Any) -> None:
    position = {"own": {"hand": [kit.study, kit.rope], "bench": [kit.pup]}}
    banned = {**position, "counters": {"p1_player": {"no_supporter_turn": 5}}}
    forbids(banned, "T6", "play_trainer", "Field Study")
    allows(banned, "play_trainer", "Swap Rope")
    allows({**position, "counters": {"p1_player": {"no_supporter_turn": 7}}}, "play_trainer", "Field Study")


def test_t7_one_stadium_in_a_turn(forbids: Any, kit: Any) -> None:
    position = {"own": {"hand": [kit.dome]}, "counters": {"p1_player": {"stadium_turn": 5}}}
    forbids(position, "T7", "play_trainer", "Dome")


def test_t7_never_the_stadium_that_is_in_play(forbids: Any, kit: Any) -> None:
    forbids({"own": {"hand": [kit.dome]}, "stadium": (kit.dome, 1)}, "T7", "play_trainer", "Dome")


def test_t7_the_old_stadium_goes_to_its_owners_discard_pile(allows: Any, kit: Any) -> None:
    board = allows({"own": {"hand": [kit.dome]}, "stadium": (kit.cave, 1)}, "play_trainer", "Dome")
    assert board.names("stadium") == ["Dome"]
    assert board.names("opponent_discard") == ["Narrow Cave"]
    assert board.names("discard") == []


def test_t8_one_retreat_in_a_turn_paid_with_attached_energy(allows: Any, forbids: Any, kit: Any) -> None:
    position = {"own": {"active": [kit.ember, kit.fire], "bench": [kit.pup]}}
    board = allows(position, "declare_retreat", "bench_1")
    assert board.names("active") == ["Dripup"]
    assert board.names("bench_1") == ["Emberling"]
    assert board.names("discard") == ["Fire Energy"]
    forbids({**position, "counters": {"p1_player": {"retreat_turn": 5}}}, "T8", "declare_retreat", "bench_1")


def test_t8_not_without_the_energy(forbids: Any, kit: Any) -> None:
    forbids({"own": {"active": [kit.rock, kit.fire], "bench": [kit.pup]}}, "T8", "declare_retreat", "bench_1")


def test_t8_not_without_a_benched_pokemon(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember, kit.fire]})
    assert not any(option[0] == "declare_retreat" for option in board.game.options(0))
    with pytest.raises(IllegalAction):
        board.do("declare_retreat", "bench_1", because="anything")


def test_t8_which_energy_pays_is_chosen_if_it_matters(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.rock, kit.double, kit.fire, kit.water, kit.fire], "bench": [kit.pup]})
    board.do("declare_retreat", "bench_1")
    assert set(board.choices()) == {
        "Twin Energy + Fire Energy", "Twin Energy + Water Energy", "Fire Energy + Water Energy + Fire Energy",
    }  # fmt: skip
    board.decide("Twin Energy + Water Energy")
    assert sorted(board.names("discard")) == ["Twin Energy", "Water Energy"]
    assert board.names("bench_1") == ["Stonewall", "Fire Energy", "Fire Energy"]


def test_t8_confused_pokemon_retreat(allows: Any, kit: Any) -> None:
    board = allows(
        {
            "own": {"active": [kit.ember, kit.fire], "bench": [kit.pup]},
            "counters": {"p1_active": {"condition": 2, "poison": 1}},
        },
        "declare_retreat", "bench_1",
    )  # fmt: skip
    assert board.counter("bench_1", "condition") == board.counter("bench_1", "poison") == 0


def test_t9_items_as_many_as_one_likes(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.rope] * 4, "bench": [kit.pup]})
    for _ in range(4):
        assert board.offers("play_trainer", "Swap Rope")
        board.do("play_trainer", "Swap Rope")
    assert board.names("discard") == ["Swap Rope"] * 4


def test_t9_items_may_be_forbidden_by_an_effect(forbids: Any, kit: Any) -> None:
    position = {"own": {"hand": [kit.rope], "bench": [kit.pup]}, "counters": {"p1_player": {"no_items_turn": 5}}}
    forbids(position, "T9", "play_trainer", "Swap Rope")


def test_t9_a_tool_is_no_item(allows: Any, kit: Any) -> None:
    banned = {"own": {"hand": [kit.band]}, "counters": {"p1_player": {"no_items_turn": 5}}}
    allows(banned, "attach_tool", "Iron Band", "active")


def test_t9_one_tool_on_a_pokemon(forbids: Any, allows: Any, kit: Any) -> None:
    position = {"own": {"active": [kit.pup, kit.charm], "bench": [kit.pup], "hand": [kit.band]}}
    forbids(position, "T9", "attach_tool", "Iron Band", "active")
    board = allows(position, "attach_tool", "Iron Band", "bench_1")
    assert board.names("bench_1") == ["Dripup", "Iron Band"]


def test_t10_the_bench_holds_five(forbids: Any, allows: Any, lay: Any, kit: Any) -> None:
    allows({"own": {"bench": [kit.pup] * 4, "hand": [kit.ember]}}, "play_basic", "Emberling")
    full = lay(own={"bench": [kit.pup] * 5, "hand": [kit.ember]})
    assert not full.offers("play_basic", "Emberling")
    narrow = {"own": {"bench": [kit.pup] * 3, "hand": [kit.ember]}, "stadium": (kit.cave, 0)}
    forbids(narrow, "T10", "play_basic", "Emberling")


def test_t10_when_the_cap_falls_the_owners_discard_the_excess(lay: Any, kit: Any) -> None:
    board = lay(
        own={"bench": [kit.pup] * 4, "hand": [kit.cave]},
        foe={"bench": [kit.ember, kit.pup, kit.ember, [kit.rock, kit.fire], kit.pup]},
    )
    board.do("play_trainer", "Narrow Cave")
    assert board.game.table.decision.seat == 0  # who played it goes first
    board.decide("Dripup")
    board.decide("Stonewall", "Emberling", seat=1)
    assert sorted(board.names("opponent_discard")) == ["Emberling", "Fire Energy", "Stonewall"]
    assert board.names("discard") == ["Dripup"]
    assert board.names("prizes") == ["Water Energy"] * 6  # that was no Knock Out


def test_t11_once_during_your_turn_counts_for_each_pokemon(allows: Any, forbids: Any, kit: Any) -> None:
    position = {"own": {"active": [kit.sage], "bench": [kit.sage]}}
    board = allows(position, "declare_ability", "active")
    assert not board.offers("declare_ability", "active")
    assert board.offers("declare_ability", "bench_1")
    board.do("declare_ability", "bench_1")
    forbids({**position, "counters": {"p1_active": {"ability_turn": 5}}}, "T11", "declare_ability", "active")
    allows({**position, "counters": {"p1_active": {"ability_turn": 3}}}, "declare_ability", "active")


def test_t11_what_has_evolved_has_another_ability_and_may_use_it(lay: Any, kit: Any) -> None:
    elder = replace(kit.sage, key="elder", name="Elder", stage=1, evolves_from="Sage")
    game = Pokemon([*vars(kit).values(), elder])
    for action, because in (("evolve", ""), ("move_card", "an effect")):
        board = lay(own={"active": [kit.sage], "hand": [elder]}, plugin=game)
        board.do("declare_ability", "active")
        assert not board.offers("declare_ability", "active")
        board.do(action, "Elder", "active", because=because)
        assert board.offers("declare_ability", "active"), action


def test_t11_an_ability_without_limit_is_used_as_often_as_it_is_of_use(lay: Any, forbids: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.medic]}, counters={"p1_active": {"damage": 20}})
    board.do("declare_ability", "active")
    board.do("declare_ability", "active")
    assert board.counter("active", "damage") == 0
    forbids({"own": {"active": [kit.medic]}}, "T11", "declare_ability", "active")


def test_t12_an_attack_ends_the_turn(allows: Any, kit: Any) -> None:
    board = allows({"own": {"active": [kit.ember, kit.fire]}}, "declare_attack", 0)
    assert (board.game.table.player, board.game.table.turn) == (1, 6)


def test_t13_a_trainer_that_can_do_nothing_is_not_played(forbids: Any, allows: Any, kit: Any) -> None:
    position = {"own": {"hand": [kit.tonic]}}
    forbids(position, "T13", "play_trainer", "Tonic")
    allows({**position, "counters": {"p1_active": {"damage": 20}}}, "play_trainer", "Tonic")


def test_t13_an_attack_may_be_declared_though_its_effect_does_nothing(allows: Any, kit: Any) -> None:
    allows({"own": {"active": [kit.spread]}}, "declare_attack", 0)  # nobody is on the bench
    allows({"own": {"active": [kit.spread]}}, "declare_attack", 2)  # nothing to heal


def test_t14_a_trainer_lies_in_staging_while_it_is_carried_out(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.call]}, foe={"bench": [kit.ember, kit.rock]})
    board.do("play_trainer", "Call Out")
    assert board.names("staging") == ["Call Out"]
    assert board.names("hand") == []
    board.decide("Stonewall")
    assert board.names("staging") == []
    assert board.names("discard") == ["Call Out"]
    assert board.names("opponent_active") == ["Stonewall"]


def test_t14_a_trainer_that_was_carried_out_goes_nowhere_but_to_the_discard_pile(forbids: Any, kit: Any) -> None:
    forbids({"own": {"staging": [kit.plan]}}, "effect", "move_card", "Old Plan", "hand", listed=False)


def test_t14_a_stadium_and_a_tool_stay(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.dome, kit.band]})
    board.do("play_trainer", "Dome")
    board.do("attach_tool", "Iron Band", "active")
    assert (board.names("stadium"), board.names("discard")) == (["Dome"], [])


def test_what_is_not_ones_turn_is_refused(forbids: Any, kit: Any) -> None:
    forbids({"foe": {"hand": [kit.pup]}}, "turn", "play_basic", "Dripup", seat=1)
    forbids({}, "turn", "end_turn", seat=1)
