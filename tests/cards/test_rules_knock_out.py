"""Knock-outs, rule by rule: O1 to O9."""

from __future__ import annotations

from typing import Any

import pytest


def _attack(lay: Any, kit: Any, foe: list[Any], **position: Any) -> Any:
    """An attack that does sixty to what is active on the other side."""
    side = {"active": foe, "bench": [kit.ember, kit.rock], **position.pop("foe", {})}
    board = lay(own={"active": [kit.rock, kit.fire], **position.pop("own", {})}, foe=side, **position)
    board.do("declare_attack", 0)
    return board


def test_o1_knocked_out_is_who_has_as_much_damage_as_hit_points(lay: Any, kit: Any) -> None:
    assert _attack(lay, kit, [kit.pup]).names("opponent_discard") == ["Dripup"]
    assert _attack(lay, kit, [kit.ember]).names("opponent_discard") == []
    assert _attack(lay, kit, [kit.pup, kit.band]).names("opponent_discard") == []  # thirty more hit points


def test_o2_the_pokemon_and_all_on_it_go_to_their_owners_discard_pile(lay: Any, kit: Any) -> None:
    fallen = [kit.blaze, kit.ember, kit.fire, kit.charm]
    board = _attack(lay, kit, fallen, counters={"p2_active": {"damage": 50, "poison": 1}})
    assert sorted(board.names("opponent_discard")) == ["Blazehorn", "Charm", "Emberling", "Fire Energy"]
    board.decide("Prize 1")
    board.decide("Stonewall", seat=1)
    assert board.counter("opponent_active", "damage") == board.counter("opponent_active", "poison") == 0


def test_o2_each_card_goes_to_the_pile_of_its_owner_on_whichever_side_it_lies(lay: Any, kit: Any) -> None:
    board = lay(own={"discard": [kit.double]}, foe={"active": [kit.pup], "bench": [kit.rock]})
    board.do("move_card", "Twin Energy", "opponent_active", because="an effect")
    board.do("set_counter", "opponent_active", "damage", 60, because="an effect")
    board.do("settle_knock_outs")
    assert (board.names("discard"), board.names("opponent_discard")) == (["Twin Energy"], ["Dripup"])


@pytest.mark.parametrize(("name", "prizes"), [("pup", 1), ("prince", 2), ("giant", 3)])
def test_o3_as_many_prizes_as_the_pokemon_is_worth(lay: Any, kit: Any, name: str, prizes: int) -> None:
    board = _attack(lay, kit, [getattr(kit, name)])
    decision = board.game.view(0).decision
    assert (decision.seat, decision.least, decision.most) == (0, prizes, prizes)
    board.decide(*["Prize"] * prizes)
    assert len(board.names("prizes")) == 6 - prizes
    assert board.names("hand") == ["Water Energy"] * prizes


def test_o4_the_taker_chooses_which_and_the_other_does_not_see_it(lay: Any, kit: Any) -> None:
    prizes = [kit.water, kit.water, kit.ember, kit.water, kit.water, kit.water]
    board = _attack(lay, kit, [kit.pup], own={"prizes": prizes})
    assert board.choices() == [f"Prize {n}" for n in range(1, 7)]
    board.decide("Prize 3")
    assert board.names("hand") == ["Emberling"]
    assert board.names("prizes") == ["Water Energy"] * 5
    for viewer in (1, None):
        assert board.game.view(viewer).cards("hand", 0) == (None,)


def test_o5_first_the_cards_go_then_prizes_then_the_next_pokemon(lay: Any, kit: Any) -> None:
    board = _attack(lay, kit, [kit.pup])
    assert board.names("opponent_active") == []
    assert board.game.table.decision.kind == "prizes"
    board.decide("Prize 1")
    assert board.game.table.decision.kind == "promote"


def test_o6_the_owner_puts_the_next_one_forward_also_in_the_others_turn(lay: Any, kit: Any) -> None:
    board = _attack(lay, kit, [kit.pup])
    board.decide("Prize 1")
    assert (board.game.table.player, board.game.table.decision.seat, board.game.to_act) == (0, 1, 1)
    assert board.game.options(0) == []
    board.decide("Stonewall", seat=1)
    assert board.names("opponent_active") == ["Stonewall"]
    assert board.game.table.player == 1


def test_o7_of_two_who_have_to_whose_turn_is_next_goes_first(lay: Any, kit: Any) -> None:
    bench = [kit.ember, kit.rock]
    position = {
        "own": {"active": [kit.wisp], "bench": bench},
        "foe": {"active": [kit.pup], "bench": bench},
        "counters": {"p2_active": {"damage": 30}},
    }
    board = lay(**position)
    board.do("declare_attack", 5)  # thirty to the other, forty to itself
    board.decide("Prize 1")
    board.decide("Prize 1", seat=1)
    assert (board.game.table.decision.kind, board.game.table.decision.seat) == ("promote", 1)
    board.decide("Emberling", seat=1)
    assert (board.game.table.decision.kind, board.game.table.decision.seat) == ("promote", 0)
    extra = lay(**{**position, "counters": {**position["counters"], "p1_player": {"extra_turn": 5}}})
    extra.do("declare_attack", 5)
    extra.decide("Prize 1", seat=extra.game.to_act)
    extra.decide("Prize 1", seat=extra.game.to_act)
    assert extra.game.table.decision.seat == 0  # his is the next turn, too


def test_o8_leaving_play_otherwise_gives_no_prize(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.pup, kit.fire], "bench": [kit.ember], "hand": [kit.lift]})
    board.do("play_trainer", "Airlift")
    assert sorted(board.names("hand")) == ["Dripup", "Fire Energy"]
    assert board.names("active") == ["Emberling"]
    assert len(board.names("opponent_prizes")) == 6


def test_o9_who_knocks_himself_out_gives_prizes(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.wisp], "bench": [kit.pup]}, foe={"active": [kit.rock]})
    board.do("declare_attack", 5)
    assert (board.game.table.decision.kind, board.game.table.decision.seat) == ("prizes", 1)


def test_o9_a_knock_out_between_turns_gives_prizes(lay: Any, kit: Any) -> None:
    board = lay(own={"bench": [kit.pup]}, counters={"p1_active": {"poison": 1, "damage": 50}})
    board.do("end_turn")
    assert (board.game.table.decision.kind, board.game.table.decision.seat) == ("prizes", 1)


def test_a_knocked_out_pokemon_that_is_put_away_by_hand_gives_prizes_too(lay: Any, kit: Any) -> None:
    for action in ("move_card", "move_card_stack"):
        board = lay(foe={"active": [kit.rock], "bench": [kit.pup]}, counters={"p2_active": {"damage": 200}})
        what = "Stonewall" if action == "move_card" else "opponent_active"
        done = board.do(action, what, "opponent_discard")
        assert done.event.action == "settle_knock_outs"
        assert board.game.table.decision.kind == "prizes"
