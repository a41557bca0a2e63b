"""An attack, step by step: A1 to A14."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gameplan.cards.pokemon import Pokemon


def _damage(board: Any) -> int:
    return int(board.counter("opponent_active", "damage"))


@pytest.mark.parametrize(
    ("energy", "pays"),
    [(["fire", "fire"], True), (["fire", "water"], True), (["water", "water"], False), (["fire"], False),
     (["double", "fire"], True), (["double"], False)],
)  # fmt: skip
def test_a1_coloured_energy_pays_first_and_colorless_is_paid_by_any(
    allows: Any, forbids: Any, kit: Any, energy: list[str], pays: bool
) -> None:
    position = {"own": {"active": [kit.ember, *(getattr(kit, name) for name in energy)]}, "foe": {"active": [kit.rock]}}
    if pays:
        allows(position, "declare_attack", 1)
    else:
        forbids(position, "A1", "declare_attack", 1)


def test_a1_energy_stays_unless_the_text_says_discard(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember, kit.fire, kit.fire]}, foe={"active": [kit.rock]})
    board.do("declare_attack", 1)
    assert board.names("active") == ["Emberling", "Fire Energy", "Fire Energy"]
    other = lay(own={"active": [kit.blaze, kit.fire, kit.fire, kit.fire]}, foe={"active": [kit.rock]})
    other.do("declare_attack", 0)
    assert other.names("discard") == ["Fire Energy"]


def test_a2_what_an_effect_forbids_cannot_be_used(forbids: Any, allows: Any, kit: Any) -> None:
    position = {"own": {"active": [kit.ember, kit.fire, kit.fire]}}
    forbids({**position, "counters": {"p1_active": {"held_turn": 5}}}, "A2", "declare_attack", 0)
    locked = {**position, "counters": {"p1_active": {"locked_turn": 5, "locked": 1}}}
    forbids(locked, "A2", "declare_attack", 1)
    allows(locked, "declare_attack", 0)


def test_a2_choices_are_made_before_the_attack_goes_on(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.blaze, kit.fire, kit.fire, kit.water]}, foe={"active": [kit.rock]})
    board.do("declare_attack", 0)
    assert board.choices() == ["Fire Energy on Blazehorn", "Water Energy on Blazehorn"]
    assert board.game.table.player == 0
    board.decide("Water Energy")
    assert board.game.table.player == 1


def test_a3_a_confused_pokemon_hurts_itself_on_tails_and_the_turn_ends(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember, kit.fire]}, counters={"p1_active": {"condition": 2}}, coins="T")
    board.do("declare_attack", 0)
    assert board.counter("active", "damage") == 30
    assert _damage(board) == 0
    assert board.game.table.player == 1


def test_a3_a_confused_pokemon_attacks_on_heads(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember, kit.fire]}, counters={"p1_active": {"condition": 2}}, coins="H")
    board.do("declare_attack", 0)
    assert (board.counter("active", "damage"), _damage(board)) == (0, 10)


@pytest.mark.parametrize(("coin", "damage"), [("H", 130), ("T", 90)])
def test_a4_the_text_adds_to_the_base_damage(lay: Any, kit: Any, coin: str, damage: int) -> None:
    board = lay(own={"active": [kit.infernox, *[kit.fire] * 3]}, foe={"active": [kit.rock]}, coins=coin)
    board.do("declare_attack", 0)
    assert _damage(board) == damage  # 120, or 160, less the resistance of 30


def test_a5_and_a6_what_the_attackers_side_adds_comes_before_weakness(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.pup, kit.water, kit.charm]}, foe={"active": [kit.blaze]})
    board.do("declare_attack", 0)
    assert _damage(board) == (20 + 20) * 2


def test_a6_weakness_doubles(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.pup, kit.water]}, foe={"active": [kit.blaze]})
    board.do("declare_attack", 0)
    assert _damage(board) == 40


def test_a6_and_a7_on_old_cards_weakness_adds_and_resistance_takes_away_less(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.pup, kit.water, kit.charm]}, foe={"active": [kit.relic]})
    board.do("declare_attack", 0)
    assert _damage(board) == (20 + 20) + 20
    board = lay(own={"active": [kit.rock, kit.water]}, foe={"active": [kit.relic]})
    board.do("declare_attack", 0)
    assert _damage(board) == 60 - 20


def test_a7_resistance_takes_away(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.blaze, *[kit.fire] * 3]}, foe={"active": [kit.rock]})
    board.do("declare_attack", 0)
    assert _damage(board) == 90 - 30


def test_a8_the_defenders_side_takes_away_and_not_below_nothing(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.rock, kit.fire]}, foe={"active": [kit.shell]})
    board.do("declare_attack", 0)
    assert _damage(board) == 60 - 20
    weak = lay(own={"active": [kit.ember, kit.fire]}, foe={"active": [kit.shell]})
    weak.do("declare_attack", 0)
    assert _damage(weak) == 0


def test_a8_comes_after_weakness(lay: Any, kit: Any) -> None:
    guarded = {"p2_active": {"guard_turn": 5, "guard": 30}}
    board = lay(own={"active": [kit.pup, kit.water]}, foe={"active": [kit.blaze]}, counters=guarded)
    board.do("declare_attack", 0)
    assert _damage(board) == 20 * 2 - 30


def test_a9_damage_lies_as_counters_of_ten(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember, kit.fire]}, counters={"p2_active": {"damage": 20}})
    board.do("declare_attack", 0)
    assert _damage(board) == 30


def test_a10_other_effects_come_after_the_damage(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.wisp]}, foe={"active": [kit.rock]})
    board.do("declare_attack", 5)
    marks = [change for change in board.happened[-1].changes if change[0] == "mark"][:2]
    assert [change[1] for change in marks] == [board.zone("opponent_active"), board.zone("active")]


def test_a11_weakness_and_resistance_are_not_for_the_bench(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.spread]}, foe={"active": [kit.rock], "bench": [kit.ember]})
    board.do("declare_attack", 0)
    assert board.counter("opponent_bench_1", "damage") == 20  # Emberling is weak to Water


def test_a12_counters_that_are_put_are_no_damage(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.spread]}, foe={"active": [kit.blaze], "bench": [kit.shell, kit.jewel]})
    board.do("declare_attack", 1)
    assert _damage(board) == 30  # no weakness
    assert board.counter("opponent_bench_1", "damage") == 30  # no ability that takes away
    assert board.counter("opponent_bench_2", "damage") == 30  # nor Tera


def test_a13_without_damage_nothing_is_added(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.spread, kit.charm]}, foe={"active": [kit.blaze]})
    board.do("declare_attack", 2)
    assert _damage(board) == 0


@pytest.mark.parametrize(("coin", "damage"), [("T", 0), ("H", 30 + 20)])
def test_a13_what_the_side_adds_is_added_only_to_damage(lay: Any, kit: Any, coin: str, damage: int) -> None:
    board = lay(own={"active": [kit.relic, kit.charm]}, foe={"active": [kit.rock]}, coins=coin)
    board.do("declare_attack", 0)
    assert _damage(board) == damage


def test_a13_what_the_side_takes_away_leaves_no_damage_for_weakness_to_add_to(lay: Any, kit: Any) -> None:
    less = replace(kit.charm, key="weight", name="Weight", passive=("more", -20))
    game = Pokemon([*vars(kit).values(), less])
    board = lay(own={"active": [kit.prince, kit.water, less]}, foe={"active": [kit.relic]}, plugin=game)
    board.do("declare_attack", 0)
    assert _damage(board) == 0


def test_a14_tera_pokemon_take_no_damage_from_attacks_on_the_bench(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.spread]}, foe={"active": [kit.rock], "bench": [kit.jewel, kit.pup]})
    board.do("declare_attack", 0)
    assert board.counter("opponent_bench_1", "damage") == 0
    assert board.counter("opponent_bench_2", "damage") == 20
    active = lay(own={"active": [kit.ember, kit.fire]}, foe={"active": [kit.jewel]})
    active.do("declare_attack", 0)
    assert _damage(active) == 10
