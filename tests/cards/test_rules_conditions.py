"""Special conditions and what happens between turns: C1 to C4, K1 to K8."""

from __future__ import annotations

from typing import Any

import pytest

from gameplan.cards.pokemon.board import BURNED, CONDITION, POISON
from gameplan.cards.pokemon.machine import run
from gameplan.cards.table.acting import Act

ASLEEP, CONFUSED, PARALYZED = 1, 2, 3


def test_c1_conditions_are_only_on_active_pokemon(forbids: Any, lay: Any, kit: Any) -> None:
    forbids({"own": {"bench": [kit.pup]}}, "C1", "set_status", "bench_1", "Asleep", listed=False)
    board = lay(own={"active": [kit.wisp]}, foe={"bench": [kit.pup]}, coins="T")
    board.do("declare_attack", 0)
    assert board.counter("opponent_active", "condition") == ASLEEP
    assert board.counter("opponent_bench_1", "condition") == 0


def test_c1_no_effect_puts_a_condition_on_the_bench(lay: Any, kit: Any) -> None:
    board = lay(foe={"bench": [kit.pup]})
    act = Act(board.game.table, 0, board.chance)
    run(act, tuple(("condition", name, "foe_all") for name in ("Asleep", "Poisoned", "Burned")), {"seat": 0})
    marks = {place: act.table.marks[board.zone(place)] for place in ("opponent_active", "opponent_bench_1")}
    ill = {place: [marks[place][each] for each in (CONDITION, POISON, BURNED)] for place in marks}
    assert ill == {"opponent_active": [ASLEEP, 1, 1], "opponent_bench_1": [0, 0, 0]}


def test_c2_a_new_poison_takes_the_place_of_the_one_before(lay: Any) -> None:
    board = lay()
    act, spot = Act(board.game.table, 0, board.chance), board.zone("opponent_active")
    for counters in (2, 1):
        run(act, (("condition", "Poisoned", "foe", counters),), {"seat": 0})
        assert act.table.marks[spot][POISON] == counters


@pytest.mark.parametrize(("attack", "now"), [(0, ASLEEP), (1, CONFUSED), (2, PARALYZED)])
@pytest.mark.parametrize("before", [ASLEEP, CONFUSED, PARALYZED])
def test_c2_asleep_confused_and_paralyzed_replace_one_another(
    lay: Any, kit: Any, before: int, attack: int, now: int
) -> None:
    coins = "T" if now == ASLEEP else ""
    board = lay(own={"active": [kit.wisp]}, counters={"p2_active": {"condition": before}}, coins=coins)
    board.do("declare_attack", attack)
    assert board.counter("opponent_active", "condition") == now


def test_c2_poisoned_and_burned_go_with_all(lay: Any, kit: Any) -> None:
    board = lay(
        own={"active": [kit.wisp]},
        foe={"active": [kit.rock]},
        counters={"p2_active": {"condition": ASLEEP, "poison": 1}},
        coins="TT",
    )
    board.do("declare_attack", 4)
    names = ("condition", "poison", "burned")
    assert [board.counter("opponent_active", name) for name in names] == [ASLEEP, 1, 1]


def test_c3_conditions_end_on_leaving_the_active_spot(lay: Any, kit: Any) -> None:
    ill = {"p1_active": {"condition": ASLEEP, "poison": 1, "burned": 1}}
    board = lay(own={"bench": [kit.ember], "hand": [kit.rope]}, counters=ill)
    board.do("play_trainer", "Swap Rope")
    assert [board.counter("bench_1", name) for name in ill["p1_active"]] == [0, 0, 0]
    by_hand = lay(own={"bench": [kit.ember]}, counters=ill)
    by_hand.do("swap_card_stacks", "active", "bench_1", because="an effect")
    assert [by_hand.counter("bench_1", name) for name in ill["p1_active"]] == [0, 0, 0]


@pytest.mark.parametrize("condition", [ASLEEP, PARALYZED])
def test_c4_asleep_or_paralyzed_no_attack_and_no_retreat(forbids: Any, kit: Any, condition: int) -> None:
    position = {
        "own": {"active": [kit.ember, kit.fire], "bench": [kit.pup]},
        "counters": {"p1_active": {"condition": condition}},
        "coins": "TT",
    }
    forbids(position, "C4", "declare_attack", 0)
    forbids(position, "C4", "declare_retreat", "bench_1")


def _between(lay: Any, counters: dict[str, Any], coins: str = "", **position: Any) -> Any:
    board = lay(counters=counters, coins=coins, **position)
    board.do("end_turn")
    assert not board.chance.left, "fewer coins than expected"
    return board


def test_k1_poison_is_one_counter_on_both_sides(lay: Any) -> None:
    board = _between(lay, {"p1_active": {"poison": 1}, "p2_active": {"poison": 1}})
    assert board.counter("active", "damage") == board.counter("opponent_active", "damage") == 10


@pytest.mark.parametrize(("coin", "burned"), [("H", 0), ("T", 1)])
def test_k2_burned_is_two_counters_and_then_a_coin(lay: Any, coin: str, burned: int) -> None:
    board = _between(lay, {"p2_active": {"burned": 1}}, coin)
    assert board.counter("opponent_active", "damage") == 20
    assert board.counter("opponent_active", "burned") == burned


@pytest.mark.parametrize(("coin", "condition"), [("H", 0), ("T", ASLEEP)])
def test_k3_a_coin_wakes_who_is_asleep(lay: Any, coin: str, condition: int) -> None:
    board = _between(lay, {"p1_active": {"condition": ASLEEP}}, coin)
    assert board.counter("active", "condition") == condition


def test_k4_paralysis_ends_after_its_owners_own_turn(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.wisp]})
    board.do("declare_attack", 2)
    assert board.counter("opponent_active", "condition") == PARALYZED
    board.do("end_turn", seat=1)
    assert board.counter("opponent_active", "condition") == 0


def test_k5_poison_then_burns_then_sleep_then_paralysis(lay: Any, kit: Any) -> None:
    ill = {"poison": 1, "burned": 1, "condition": ASLEEP}
    board = _between(
        lay, {"p1_active": ill, "p2_active": ill}, "TTTT", own={"active": [kit.rock]}, foe={"active": [kit.rock]}
    )
    told = [
        (change[0], change[2]) if change[0] == "coin" else change[3]
        for change in board.happened[-1].changes
        if change[0] in ("coin", "mark")
    ]
    burned, asleep = ("coin", "Burned"), ("coin", "Asleep")
    assert told[:8] == [10, 10, 30, burned, 30, burned, asleep, asleep]


def test_k6_other_effects_come_before_the_whole_block(lay: Any, kit: Any) -> None:
    board = _between(lay, {"p2_active": {"poison": 1}}, own={"bench": [kit.sower]}, foe={"active": [kit.rock]})
    marks = [change[3] for change in board.happened[-1].changes if change[0] == "mark"]
    assert marks[:2] == [10, 20]
    assert board.counter("opponent_active", "damage") == 20


def test_k7_then_come_knock_outs(lay: Any, kit: Any) -> None:
    board = _between(lay, {"p2_active": {"poison": 1, "damage": 50}}, foe={"bench": [kit.ember, kit.rock]})
    assert board.names("opponent_discard") == ["Dripup"]
    assert board.game.table.decision.kind == "prizes"
    board.decide("Prize 1")
    board.decide("Emberling", seat=1)
    assert (board.game.table.turn, board.game.table.player) == (6, 1)


def test_k8_nothing_happens_between_a_turn_and_an_extra_turn(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.clock]}, counters={"p1_active": {"poison": 1, "condition": PARALYZED}})
    board.do("play_trainer", "Stopped Clock")
    board.do("end_turn")
    assert (board.game.table.turn, board.game.table.player) == (6, 0)
    assert board.counter("active", "damage") == 0
    assert board.counter("active", "condition") == PARALYZED
    board.do("end_turn")
    assert board.game.table.player == 1
    assert board.counter("active", "damage") == 10
