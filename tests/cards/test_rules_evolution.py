"""Evolution, rule by rule: V1 to V5."""

from __future__ import annotations

from typing import Any

import pytest

from gameplan.cards.pokemon.machine import run
from gameplan.cards.table.acting import Act


def test_v1_an_evolution_goes_onto_the_pokemon_that_it_names(allows: Any, forbids: Any, kit: Any) -> None:
    position = {"own": {"active": [kit.ember], "bench": [kit.pup], "hand": [kit.blaze]}}
    board = allows(position, "evolve", "Blazehorn", "active")
    assert board.names("active") == ["Blazehorn", "Emberling"]
    forbids(position, "V1", "evolve", "Blazehorn", "bench_1")


def test_v1_counts_the_top_card_and_not_what_lies_under_it(forbids: Any, kit: Any) -> None:
    position = {"own": {"active": [kit.blaze, kit.ember], "hand": [kit.blaze]}}
    forbids(position, "V1", "evolve", "Blazehorn", "active")


def test_v2_damage_energy_and_tools_stay(allows: Any, kit: Any) -> None:
    board = allows(
        {
            "own": {"active": [kit.ember, kit.fire, kit.band], "hand": [kit.blaze]},
            "counters": {"p1_active": {"damage": 40}},
        },
        "evolve", "Blazehorn", "active",
    )  # fmt: skip
    assert board.names("active") == ["Blazehorn", "Emberling", "Fire Energy", "Iron Band"]
    assert board.counter("active", "damage") == 40


def test_v2_conditions_and_what_attacks_have_done_are_gone(lay: Any, kit: Any) -> None:
    passing = {"condition": 2, "poison": 1, "burned": 1, "held_turn": 5, "stuck_turn": 5, "guard_turn": 6, "guard": 20}
    board = lay(own={"active": [kit.ember], "hand": [kit.blaze]}, counters={"p1_active": passing})
    board.do("evolve", "Blazehorn", "active")
    assert [board.counter("active", name) for name in passing] == [0] * len(passing)


def test_v2_old_attacks_and_abilities_are_gone(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember, kit.fire], "hand": [kit.blaze]})
    assert board.offers("declare_attack", 0)
    board.do("evolve", "Blazehorn", "active")
    assert not board.offers("declare_attack", 0)  # Blazehorn's own one costs more


def test_v3_rare_candy_is_one_item_and_puts_the_stage_2_onto_the_basic(allows: Any, kit: Any) -> None:
    board = allows(
        {"own": {"active": [kit.ember, kit.fire], "hand": [kit.sweet, kit.infernox]}}, "play_trainer", "Rush Sweet"
    )
    assert [choice.label for choice in board.game.view(0).decision.choices] == ["Infernox"]
    assert board.game.view(1).decision.choices == ()  # how many he could choose from is his alone
    board.settle()
    assert board.names("active") == ["Infernox", "Emberling", "Fire Energy"]
    assert board.names("discard") == ["Rush Sweet"]
    assert [each.action for each in board.happened] == ["begin", "play_trainer", "resolve_decision"]


def test_v3_rare_candy_not_in_a_players_first_turn(forbids: Any, kit: Any) -> None:
    position = {"own": {"active": [kit.ember], "hand": [kit.sweet, kit.infernox]}, "turn": 2}
    forbids(position, "T13", "play_trainer", "Rush Sweet")


def test_v3_rare_candy_not_on_a_basic_that_came_into_play_this_turn(forbids: Any, kit: Any) -> None:
    forbids(
        {
            "own": {"active": [kit.ember], "hand": [kit.sweet, kit.infernox]},
            "counters": {"p1_active": {"entered_turn": 5}},
        },
        "T13", "play_trainer", "Rush Sweet",
    )  # fmt: skip


def test_v3_the_stage_2_does_not_go_onto_the_basic_without_rare_candy(forbids: Any, kit: Any) -> None:
    forbids({"own": {"active": [kit.ember], "hand": [kit.infernox]}}, "V1", "evolve", "Infernox", "active")


def test_v4_devolving_takes_the_newest_stage_off_and_ends_conditions(lay: Any, kit: Any) -> None:
    board = lay(
        own={"hand": [kit.shrink]},
        foe={"active": [kit.blaze, kit.ember, kit.fire]},
        counters={"p2_active": {"damage": 50, "condition": 1, "poison": 1}},
    )
    board.do("play_trainer", "Shrink Ray")
    assert board.names("opponent_active") == ["Emberling", "Fire Energy"]
    assert board.names("opponent_hand") == ["Blazehorn"]
    assert board.counter("opponent_active", "damage") == 50
    assert board.counter("opponent_active", "condition") == board.counter("opponent_active", "poison") == 0


def test_v4_who_has_too_much_damage_after_devolving_is_knocked_out(lay: Any, kit: Any) -> None:
    board = lay(
        own={"hand": [kit.shrink]},
        foe={"active": [kit.blaze, kit.ember], "bench": [kit.pup]},
        counters={"p2_active": {"damage": 80}},
    )
    board.do("play_trainer", "Shrink Ray")
    assert board.game.table.decision.kind == "prizes"
    assert "Emberling" in board.names("opponent_discard")


def test_v4_who_was_devolved_does_not_evolve_again_in_that_turn(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.blaze, kit.ember], "hand": [kit.blaze]})
    act, spot = Act(board.game.table, 0, board.chance), board.zone("active")
    run(act, (("devolve", "own"),), {"seat": 0, "spot": spot})
    assert act.table.cards[act.table.zones[spot][0]].name == "Emberling"
    assert not any(option[0] == "evolve" for option in board.game.plugin.options(act.table, 0))


def test_v5_an_effect_that_says_so_evolves_in_the_first_turn(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember], "deck": [kit.blaze, kit.fire]}, turn=2)
    done = board.do("move_card", "Blazehorn", "active", because="Early Bloom: put it onto your Pokémon to evolve it")
    assert board.names("active") == ["Blazehorn", "Emberling"]
    assert board.counter("active", "evolved_turn") == 2
    assert any("has evolved into Blazehorn" in note.message for note in done.notes)


@pytest.mark.parametrize(("turn", "since"), [(2, 0), (5, 5)], ids=["first turn", "just put into play"])
@pytest.mark.parametrize("at_once", [True, False])
def test_v5_a_program_evolves_at_once_only_if_it_says_so(
    lay: Any, kit: Any, turn: int, since: int, at_once: bool
) -> None:
    board = lay(
        own={"active": [kit.ember], "hand": [kit.blaze]}, turn=turn, counters={"p1_active": {"entered_turn": since}}
    )
    act, spot = Act(board.game.table, 0, board.chance), board.zone("active")
    grows = ("evolve", "found", "self", at_once)
    run(act, (grows,), {"seat": 0, "spot": spot, "found": (board.card("Blazehorn"),)})
    names = [act.table.cards[card].name for card in act.table.zones[spot]]
    assert names == (["Blazehorn", "Emberling"] if at_once else ["Emberling"])


def test_v5_a_program_that_does_not_say_so_evolves_when_its_time_has_come(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember], "hand": [kit.blaze]})
    act, spot = Act(board.game.table, 0, board.chance), board.zone("active")
    run(act, (("evolve", "found", "self"),), {"seat": 0, "spot": spot, "found": (board.card("Blazehorn"),)})
    assert act.table.cards[act.table.zones[spot][0]].name == "Blazehorn"
