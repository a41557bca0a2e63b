"""How a game ends, rule by rule: W1 to W6."""

from __future__ import annotations

from typing import Any

import pytest

from gameplan.cards.table.plugin import IllegalAction


def test_w1_who_takes_his_last_prize_wins(lay: Any, kit: Any) -> None:
    board = lay(
        own={"active": [kit.rock, kit.fire], "prizes": [kit.water]}, foe={"active": [kit.pup], "bench": [kit.pup]}
    )
    board.do("declare_attack", 0)
    assert board.game.table.result.winner == 0
    assert board.names("hand") == ["Water Energy"]


def test_w1_prizes_that_are_worth_more_than_are_left_are_all_taken(lay: Any, kit: Any) -> None:
    board = lay(
        own={"active": [kit.rock, kit.fire], "prizes": [kit.water] * 2},
        foe={"active": [kit.giant], "bench": [kit.pup]},
    )
    board.do("declare_attack", 0)
    assert board.game.table.result.winner == 0


def test_w2_who_has_no_pokemon_left_loses(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.rock, kit.fire]}, foe={"active": [kit.pup]})
    board.do("declare_attack", 0)
    board.decide("Prize 1")
    assert board.game.table.result.winner == 0
    assert "lost every Pokémon" in board.game.table.result.reason


def test_w3_who_cannot_draw_at_the_beginning_of_his_turn_loses(lay: Any) -> None:
    board = lay(own={"deck": []})
    board.do("end_turn")
    assert board.game.table.result is None
    board.do("end_turn", seat=1)
    assert board.game.table.result.winner == 1
    assert "draw" in board.game.table.result.reason


def test_w4_victory_is_declared_only_by_a_cards_text(forbids: Any, lay: Any) -> None:
    forbids({}, "W4", "declare_victory", listed=False)
    board = lay()
    board.do("declare_victory", "Final Omen", because="Final Omen says so")
    assert board.game.table.result.winner == 0


def test_w5_both_at_once_more_reasons_win(lay: Any, kit: Any) -> None:
    board = lay(
        own={"active": [kit.wisp], "bench": [kit.pup], "prizes": [kit.water]},
        foe={"active": [kit.pup], "prizes": [kit.water]},
        counters={"p2_active": {"damage": 30}},
    )
    board.do("declare_attack", 5)  # both take their last prize, and the other has nobody left
    assert board.game.table.result.winner == 0
    assert "and" in board.game.table.result.reason


def test_w5_more_reasons_win_also_for_who_was_attacked(lay: Any, kit: Any) -> None:
    board = lay(
        own={"active": [kit.wisp], "prizes": [kit.water]},
        foe={"active": [kit.pup], "bench": [kit.pup], "prizes": [kit.water]},
        counters={"p2_active": {"damage": 30}},
    )
    board.do("declare_attack", 5)
    assert board.game.table.result.winner == 1


def test_w5_both_at_once_with_as_many_reasons_is_a_draw(lay: Any, kit: Any) -> None:
    board = lay(
        own={"active": [kit.wisp], "bench": [kit.pup], "prizes": [kit.water]},
        foe={"active": [kit.pup], "bench": [kit.pup], "prizes": [kit.water]},
        counters={"p2_active": {"damage": 30}},
    )
    board.do("declare_attack", 5)
    assert board.game.table.result.winner is None
    assert board.game.table.result is not None


def test_w5_one_prize_against_no_pokemon_is_a_draw(lay: Any, kit: Any) -> None:
    board = lay(
        own={"active": [kit.wisp], "prizes": [kit.water]},
        foe={"active": [kit.pup], "bench": [kit.pup]},
        counters={"p2_active": {"damage": 30}},
    )
    board.do("declare_attack", 5)  # one takes his last prize, but has nobody left
    board.decide("Prize 1", seat=1)
    assert board.game.table.result.winner is None


@pytest.mark.parametrize("seat", [0, 1])
def test_w6_whoever_concedes_loses_whenever_he_likes(lay: Any, kit: Any, seat: int) -> None:
    board = lay()
    board.do("concede", seat=seat)
    assert board.game.table.result.winner == 1 - seat
    asked = lay(own={"active": [kit.rock, kit.fire]}, foe={"bench": [kit.pup, kit.ember]})
    asked.do("declare_attack", 0)
    asked.do("concede", seat=seat)
    assert asked.game.table.result.winner == 1 - seat


def test_after_the_end_nothing_is_done(lay: Any) -> None:
    board = lay()
    board.do("concede")
    assert board.game.to_act is None
    assert board.game.options(0) == board.game.options(1) == []
    with pytest.raises(IllegalAction, match="over"):
        board.do("end_turn", seat=1)
