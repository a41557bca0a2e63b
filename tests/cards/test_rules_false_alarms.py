"""What looks like a breach of a rule and is none: each rule keeps quiet where it should."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gameplan.cards.pokemon.rules import RULES
from gameplan.cards.table.acting import Act
from gameplan.cards.table.customs import with_customs
from gameplan.cards.table.rules import Attempt, RuleRefused


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
    board = lay(own={"staging": [kit.plan]})
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


SETUP = {"turn": 0, "phase": "setup"}
# For each rule and a kind of action that it looks at: a board, and what is done there to which it has nothing to say.
QUIET: dict[tuple[str, str], Callable[[Any, Any], tuple[Any, ...]]] = {
    ("meaning", "move_card"): lambda lay, kit: (lay({"staging": [kit.plan]}), "Old Plan", "discard"),
    ("meaning", "swap_card_stacks"): lambda lay, kit: (
        lay({"active": [], "bench": [kit.pup]}), "active", "bench_1",
    ),
    ("turn", "play_basic"): lambda lay, kit: (lay({"hand": [kit.ember]}), "Emberling"),
    ("effect", "move_card"): lambda lay, kit: (lay({"staging": [kit.plan]}), "Old Plan", "discard"),
    ("effect", "move_card_stack"): lambda lay, kit: (
        lay({"active": [], "bench": [kit.pup]}), "bench_1", "active",
    ),
    ("effect", "flip_card"): lambda lay, kit: (lay({"active": [kit.ember]}, **SETUP), "Emberling"),
    ("effect", "shuffle"): lambda lay, kit: (lay({"hand": [kit.fire, kit.ember]}), "hand"),
    ("effect", "set_counter"): lambda lay, kit: (_asked(lay()), "opponent_active", "damage", 30),
    ("visibility", "peek"): lambda lay, kit: (lay({"discard": [kit.ember]}), "discard", 1),
    ("visibility", "reveal"): lambda lay, kit: (lay({"hand": [kit.ember]}), "Emberling"),
    ("S3", "mulligan"): lambda lay, kit: (
        lay({"active": [], "hand": [kit.fire, kit.blaze]}, **SETUP), "hand", "deck", 2,
    ),
    ("T1", "draw"): lambda lay, kit: (lay({"active": []}, **SETUP), "deck", "hand", 5),
    ("T2", "declare_attack"): lambda lay, kit: (lay({"active": [kit.pup, kit.water]}, turn=2), 0),
    ("T2", "play_trainer"): lambda lay, kit: (lay({"bench": [kit.pup], "hand": [kit.rope]}, turn=1), "Swap Rope"),
    ("T3", "evolve"): lambda lay, kit: (
        lay({"active": [kit.ember], "hand": [kit.blaze]}, turn=3, counters={"p1_player": {"first_turn": 1}}),
        "Blazehorn", "active",
    ),
    ("T4", "evolve"): lambda lay, kit: (
        lay({"active": [kit.ember], "hand": [kit.blaze]}, counters={"p1_active": {"entered_turn": 3}}),
        "Blazehorn", "active",
    ),
    ("T5", "attach_energy"): lambda lay, kit: (
        lay({"hand": [kit.fire]}, counters={"p1_player": {"energy_turn": 3}, "p2_player": {"energy_turn": 5}}),
        "Fire Energy", "active",
    ),
    ("T6", "play_trainer"): lambda lay, kit: (
        lay({"bench": [kit.pup], "hand": [kit.rope]}, counters={"p1_player": {"supporter_turn": 5}}), "Swap Rope",
    ),
    ("T7", "play_trainer"): lambda lay, kit: (lay({"hand": [kit.dome]}, stadium=(kit.cave, 0)), "Dome"),
    ("T8", "declare_retreat"): lambda lay, kit: (
        lay({"active": [kit.ember, kit.water], "bench": [kit.pup]}, counters={"p1_active": {"condition": 2}}),
        "bench_1",
    ),
    ("T9", "play_trainer"): lambda lay, kit: (
        lay({"hand": [kit.study]}, counters={"p1_player": {"no_items_turn": 5}}), "Field Study",
    ),
    ("T9", "attach_tool"): lambda lay, kit: (
        lay({"active": [kit.pup, kit.band], "bench": [kit.ember], "hand": [kit.charm]}), "Charm", "bench_1",
    ),
    ("T10", "play_basic"): lambda lay, kit: (lay({"bench": [kit.pup] * 4, "hand": [kit.ember]}), "Emberling"),
    ("T11", "declare_ability"): lambda lay, kit: (
        lay({"bench": [kit.sage, kit.sage]}, counters={"p1_bench_1": {"ability_turn": 5}}), "bench_2",
    ),
    ("T13", "play_trainer"): lambda lay, kit: (
        lay({"hand": [kit.tonic]}, counters={"p1_active": {"damage": 10}}), "Tonic",
    ),
    ("V1", "evolve"): lambda lay, kit: (
        lay({"active": [kit.blaze, kit.ember], "hand": [kit.infernox]}), "Infernox", "active",
    ),
    ("A1", "declare_attack"): lambda lay, kit: (lay({"active": [kit.rock, kit.water]}), 0),
    ("A2", "declare_attack"): lambda lay, kit: (
        lay({"active": [kit.ember, kit.fire, kit.water]}, counters={"p1_active": {"locked_turn": 5, "locked": 0}}), 1,
    ),
    ("C1", "set_status"): lambda lay, kit: (_asked(lay()), "opponent_active", "Asleep"),
    ("C4", "declare_attack"): lambda lay, kit: (
        lay({"active": [kit.pup, kit.water]}, counters={"p1_active": {"condition": 2}}, coins="H"), 0,
    ),
    ("capacity", "draw"): lambda lay, kit: (lay({"active": [], "prizes": [], "deck": [kit.fire] * 9}, **SETUP),
                                            "deck", "prizes", 6),
    ("C4", "declare_retreat"): lambda lay, kit: (
        lay({"active": [kit.ember, kit.fire], "bench": [kit.pup]}, counters={"p1_active": {"condition": 2}}), "bench_1",
    ),
    ("meaning", "move_card_stack"): lambda lay, kit: (lay({"active": [], "bench": [kit.pup]}), "bench_1", "active"),
    ("meaning", "place_on_zone"): lambda lay, kit: (lay({"staging": [kit.plan]}), "Old Plan", "discard"),
    ("effect", "place_on_zone"): lambda lay, kit: (lay({"staging": [kit.plan]}), "Old Plan", "discard"),
    ("effect", "swap_card_stacks"): lambda lay, kit: (
        lay({"active": [], "bench": [kit.pup]}), "active", "bench_1",
    ),
    ("effect", "rearrange_zone"): lambda lay, kit: (
        lay({"hand": [kit.fire, kit.ember]}), "hand", 0, "Fire Energy", "Emberling",
    ),
    ("effect", "add_counter"): lambda lay, kit: (_asked(lay()), "opponent_active", "damage", 30),
    ("effect", "set_status"): lambda lay, kit: (_asked(lay()), "opponent_active", "Asleep"),
    ("visibility", "search_zone"): lambda lay, kit: (lay({"discard": [kit.ember]}), "discard"),
    ("visibility", "reveal_hand"): lambda lay, kit: (lay({"hand": [kit.ember]}), "hand"),
    ("turn", "evolve"): lambda lay, kit: (lay({"active": [kit.ember], "hand": [kit.blaze]}), "Blazehorn", "active"),
    ("turn", "attach_energy"): lambda lay, kit: (lay({"hand": [kit.fire]}), "Fire Energy", "active"),
    ("turn", "attach_tool"): lambda lay, kit: (lay({"hand": [kit.charm]}), "Charm", "active"),
    ("turn", "play_trainer"): lambda lay, kit: (lay({"hand": [kit.study]}), "Field Study"),
    ("turn", "declare_ability"): lambda lay, kit: (lay({"active": [kit.sage]}), "active"),
    ("turn", "declare_retreat"): lambda lay, kit: (
        lay({"active": [kit.ember, kit.fire], "bench": [kit.pup]}), "bench_1",
    ),
    ("turn", "declare_attack"): lambda lay, kit: (lay({"active": [kit.rock, kit.water]}), 0),
    ("turn", "end_turn"): lambda lay, kit: (lay(),),
    ("turn", "draw"): lambda lay, kit: (_asked(lay(player=1), 0, by=1), "deck", "hand"),
    ("turn", "shuffle"): lambda lay, kit: (_asked(lay(player=1), 0, by=1), "deck"),
    ("turn", "rearrange_zone"): lambda lay, kit: (
        _asked(lay({"discard": [kit.fire, kit.ember]}, player=1), 0, by=1), "discard", 0, "Fire Energy", "Emberling",
    ),
    ("turn", "move_card_stack"): lambda lay, kit: (
        _asked(lay({"discard": [kit.fire]}, player=1), 0, by=1), "discard", "lost",
    ),
    ("turn", "swap_card_stacks"): lambda lay, kit: (
        _asked(lay({"bench": [kit.ember]}, player=1), 0, by=1), "active", "bench_1",
    ),
    ("capacity", "move_card"): lambda lay, kit: (
        _asked(lay({"prizes": [kit.water] * 5, "hand": [kit.fire]})), "Fire Energy", "prizes",
    ),
    ("capacity", "place_on_zone"): lambda lay, kit: (  # one of six comes to lie elsewhere among them
        _asked(lay({"prizes": [kit.ember, *[kit.water] * 5]})), "Emberling", "prizes", -1,
    ),
    ("capacity", "move_card_stack"): lambda lay, kit: (
        _asked(lay({"prizes": [], "discard": [kit.water] * 6})), "discard", "prizes",
    ),
    ("hidden", "search_zone"): lambda lay, kit: (lay(foe={"discard": [kit.ember]}), "opponent_discard"),
    ("hidden", "peek"): lambda lay, kit: (lay(foe={"discard": [kit.ember]}), "opponent_discard"),
    ("hidden", "draw"): lambda lay, kit: (_asked(lay()), "deck", "hand"),
    ("hidden", "shuffle"): lambda lay, kit: (_asked(lay()), "deck"),
    ("hidden", "move_card"): lambda lay, kit: (_asked(lay(foe={"discard": [kit.ember]})), "Emberling", "opponent_hand"),
    ("hidden", "place_on_zone"): lambda lay, kit: (
        _asked(lay(foe={"discard": [kit.ember]})), "Emberling", "opponent_deck",
    ),
    ("hidden", "move_card_stack"): lambda lay, kit: (
        _asked(lay(foe={"discard": [kit.ember]})), "opponent_discard", "opponent_lost",
    ),
    ("hidden", "swap_card_stacks"): lambda lay, kit: (
        _asked(lay(foe={"bench": [kit.ember]})), "opponent_active", "opponent_bench_1",
    ),
    ("hidden", "rearrange_zone"): lambda lay, kit: (
        _asked(lay(foe={"discard": [kit.fire, kit.ember]})), "opponent_discard", 0, "Fire Energy", "Emberling",
    ),
    ("hidden", "reveal"): lambda lay, kit: (lay({"hand": [kit.ember]}), "Emberling"),
    ("hidden", "reveal_hand"): lambda lay, kit: (lay({"hand": [kit.ember]}), "hand"),
    ("hidden", "flip_card"): lambda lay, kit: (_asked(lay({"hand": [kit.ember]})), "Emberling"),
    ("hidden", "mulligan"): lambda lay, kit: (
        lay({"active": [], "hand": [kit.fire, kit.blaze]}, **SETUP), "hand", "deck", 2,
    ),
    ("stacks", "move_card"): lambda lay, kit: (_asked(lay({"hand": [kit.fire]})), "Fire Energy", "active", -1),
    ("stacks", "place_on_zone"): lambda lay, kit: (_asked(lay({"hand": [kit.fire]})), "Fire Energy", "active", -1),
    ("stacks", "move_card_stack"): lambda lay, kit: (_asked(lay({"bench": [kit.ember]})), "bench_1", "hand"),
    ("stacks", "swap_card_stacks"): lambda lay, kit: (
        _asked(lay({"active": [kit.ember, kit.fire], "bench": [kit.pup]})), "active", "bench_1",
    ),
    ("stacks", "draw"): lambda lay, kit: (_asked(lay()), "deck", "hand"),
    ("stacks", "mulligan"): lambda lay, kit: (
        lay({"active": [], "hand": [kit.fire, kit.blaze]}, **SETUP), "hand", "deck", 2,
    ),
}  # fmt: skip


def _asked(board: Any, seat: int = 0, by: int = 0) -> Any:
    """Somebody was asked to do by hand what a card says."""
    board.do("create_decision", seat, "Do what the card says", "done", seat=by)
    return board


@pytest.mark.parametrize(("rule", "action"), QUIET)
def test_a_rule_has_nothing_to_say_where_all_is_well(rule: str, action: str, lay: Any, kit: Any) -> None:
    board, *args = QUIET[rule, action](lay, kit)
    attempt = Attempt(board.game.table, 0, action, board.meant(args, action=action))
    rules = board.game.rules
    hooks = [each for each in (*rules.before(action), *rules.after(action)) if each.id == rule]
    assert hooks
    assert [each.before(attempt) for each in hooks if each.before] == [None] * len([h for h in hooks if h.before])
    done = board.do(action, *args)
    assert [note for note in done.notes if note.level != "info" or note.rule == rule] == []
    act = Act(board.game.table, 0, board.chance)
    assert [each.after(act, attempt) for each in hooks if each.after] == [None] * len([h for h in hooks if h.after])
    assert act.changes == [], "what follows is done, and there is nothing more to do"


def test_there_is_such_a_case_for_every_rule_and_every_action_that_it_looks_at() -> None:
    assert all(rule.on for rule in RULES.rules), "say of each rule which actions it looks at"
    looked_at = {(rule.id, action) for rule in with_customs(RULES).rules for action in rule.on}
    # W4 speaks whenever a victory is declared: only a card's text makes one
    assert looked_at - QUIET.keys() == {("W4", "declare_victory")}
    assert QUIET.keys() - looked_at == set()


def test_w4_is_overridden_by_a_cards_text(lay: Any) -> None:
    done = lay().do("declare_victory", "My card says that I win", because="My card")
    assert [(note.rule, note.level) for note in done.notes] == [("W4", "info")]


def test_what_follows_from_a_move_is_told_only_where_something_follows(lay: Any, kit: Any) -> None:
    board = lay({"active": [kit.ember, kit.fire], "bench": [kit.pup]})
    done = board.do("move_card", "Fire Energy", "bench_1", because="an effect")
    assert [note.rule for note in done.notes] == ["effect"]
    evolved = lay({"active": [kit.ember], "hand": [kit.infernox]})
    done = evolved.do("move_card", "Infernox", "active", because="an effect")
    assert [note.rule for note in done.notes] == ["meaning", "effect", "stacks"]
