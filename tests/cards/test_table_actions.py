"""What can be done at every table: each action, and what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from gameplan.cards.eights import Eights
from gameplan.cards.table.game import Game
from gameplan.cards.table.plugin import Deal, IllegalAction, Position
from gameplan.cards.table.rules import RuleBook, Seat
from gameplan.cards.table.views import view_of
from gameplan.cards.table.zones import Layout, ZoneKind

WHY = "an effect"


def test_cards_are_drawn_off_the_top_as_many_as_there_are(lay: Any, kit: Any) -> None:
    board = lay(own={"deck": [kit.fire, kit.water, kit.pup]})
    board.do("draw", "deck", "hand", 2, because=WHY)
    assert board.names("hand") == ["Fire Energy", "Water Energy"]
    board.do("draw", "deck", "hand", 5, because=WHY)
    assert board.names("hand") == ["Fire Energy", "Water Energy", "Dripup"]
    with pytest.raises(IllegalAction, match="is empty"):
        board.do("draw", "deck", "hand", because=WHY)


@pytest.mark.parametrize(("index", "place"), [((), 0), ((0,), 0), ((2,), 2), ((-1,), 5)])
def test_a_card_goes_to_the_top_to_a_place_or_to_the_bottom(lay: Any, kit: Any, index: Any, place: int) -> None:
    for action in ("move_card", "place_on_zone"):
        board = lay(own={"hand": [kit.pup]})
        board.do(action, "Dripup", "deck", *index, because=WHY)
        assert board.names("deck").index("Dripup") == place
    with pytest.raises(IllegalAction, match="no position"):
        lay(own={"hand": [kit.pup]}).do("move_card", "Dripup", "deck", 9, because=WHY)


def test_a_card_is_placed_anew_in_its_own_zone(lay: Any, kit: Any) -> None:
    board = lay(own={"discard": [kit.rock, kit.fire, kit.water]})
    board.do("place_on_zone", "Stonewall", "discard", -1, because=WHY)
    assert board.names("discard") == ["Fire Energy", "Water Energy", "Stonewall"]
    with pytest.raises(IllegalAction, match="rearrange_zone"):
        board.do("move_card", "Stonewall", "discard", because=WHY)


def test_a_stack_moves_with_its_counters(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember, kit.fire]}, counters={"p1_active": {"damage": 30}})
    board.do("move_card_stack", "active", "bench_3", because=WHY)
    assert board.names("bench_3") == ["Emberling", "Fire Energy"]
    assert (board.counter("bench_3", "damage"), board.counter("active", "damage")) == (30, 0)


def test_two_stacks_change_places_with_their_counters(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.ember], "bench": [kit.rock]}, counters={"p1_active": {"damage": 30}})
    board.do("swap_card_stacks", "active", "bench_1", because=WHY)
    assert (board.names("active"), board.names("bench_1")) == (["Stonewall"], ["Emberling"])
    assert (board.counter("bench_1", "damage"), board.counter("active", "damage")) == (30, 0)
    for other in ("hand", "discard", "active"):
        with pytest.raises(IllegalAction):
            board.do("swap_card_stacks", "active", other, because=WHY)


def test_a_shuffle_lays_cards_as_the_zone_has_them_lie(lay: Any, kit: Any) -> None:
    board = lay(own={"deck": [kit.pup, kit.ember, kit.rock]})
    top = board.game.table.zones[board.zone("deck")][0]
    board.game.act(0, "flip_card", top, because=WHY)
    assert board.game.view(1).cards("deck", 0)[0].name == "Dripup"
    board.do("shuffle", "deck", because=WHY)
    assert board.names("deck") == ["Stonewall", "Emberling", "Dripup"]
    assert board.game.view(1).cards("deck", 0) == (None, None, None)


def test_a_peek_looks_at_either_end(lay: Any, kit: Any) -> None:
    board = lay(own={"deck": [kit.pup, kit.fire, kit.fire, kit.rock]})
    board.do("peek", "deck", 1, because=WHY)
    board.do("peek", "deck", 1, -1, because=WHY)
    assert [card and card.name for card in board.game.view(0).cards("deck", 0)] == ["Dripup", None, None, "Stonewall"]
    for count, end in ((0, 0), (2, 5)):
        with pytest.raises(IllegalAction):
            board.do("peek", "deck", count, end, because=WHY)


def test_cards_are_turned_and_carry_words(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.rock]})
    board.do("set_orientation", "Stonewall", 90)
    board.do("set_flag", "Stonewall", "tired")
    view = board.game.view(1)
    assert view.turned == ((board.zone("active"), 0, 90),)
    assert view.flags == ((board.zone("active"), 0, ("tired",)),)
    board.do("set_flag", "Stonewall", "tired", 0)
    board.do("set_orientation", "Stonewall", 0)
    assert (board.game.view(1).turned, board.game.view(1).flags) == ((), ())
    with pytest.raises(IllegalAction, match="degrees"):
        board.do("set_orientation", "Stonewall", 45)


def test_counters_go_up_and_down_and_have_limits(lay: Any) -> None:
    board = lay()
    board.do("add_counter", "active", "damage", 30, because=WHY)
    board.do("add_counter", "active", "damage", -50, because=WHY)
    assert board.counter("active", "damage") == 0
    for counter, value in (("condition", 4), ("burned", 2), ("damage", -10), ("damage", 10_000), ("luck", 1)):
        with pytest.raises(IllegalAction):
            board.do("set_counter", "active", counter, value, because=WHY)


def test_what_chance_decides_is_on_the_record(lay: Any) -> None:
    board = lay(coins="HT", dice=(5,))
    assert board.do("coin_flip", "who is it").event.changes == (("coin", True, "who is it"),)
    assert board.do("coin_flip").event.changes == (("coin", False, ""),)
    assert board.do("dice_roll", 6).event.changes == (("die", 6, 5, ""),)
    with pytest.raises(IllegalAction, match="sides"):
        board.do("dice_roll", 1)


def test_a_question_by_hand_is_answered_before_the_game_goes_on(lay: Any) -> None:
    board = lay()
    board.do("create_decision", 1, "Left or right?", "left", "right")
    assert board.game.options(1) == [("resolve_decision", 0), ("resolve_decision", 1)]
    board.decide("right", seat=1)
    assert board.happened[-1].changes[-1] == ("say", "Chosen: right")
    assert board.game.table.decision is None
    for choices in ((), ("x",) * 101):
        with pytest.raises(IllegalAction):
            board.do("create_decision", 1, "?", *choices)


def test_a_mulligan_shows_the_hand_and_draws_anew(lay: Any, kit: Any) -> None:
    own = {"active": [], "hand": [kit.fire, kit.water], "deck": [kit.pup] * 4}
    board = lay(own=own, turn=0, phase="setup")
    board.do("mulligan", "hand", "deck", 3)
    kinds = [change[0] for change in board.happened[-1].changes]
    assert kinds == ["know", "move", "move", "shuffle", "move", "move", "move"]
    assert board.names("hand") == ["Dripup"] * 3
    assert board.game.view(1).cards("hand", 0) == (None,) * 3


def test_a_turn_ends_and_the_next_player_is_on() -> None:
    game = Game.start(Eights(3), Eights(3).deal(), seed=1, seats=[Seat(name, person=True) for name in "abc"])
    for player in (1, 2, 0):
        game.act(game.table.player, "end_turn")
        assert game.table.player == player


def test_moves_by_hand_leave_the_spots_in_order(lay: Any, kit: Any) -> None:
    board = lay(own={"discard": [kit.fire], "bench": [kit.rock]}, counters={"p1_bench_1": {"damage": 40}})
    board.do("move_card", "Fire Energy", "active", because=WHY)  # onto the top, as cards go: but it is attached
    assert board.names("active") == ["Dripup", "Fire Energy"]
    board.do("move_card", "Stonewall", "hand", because=WHY)
    assert board.counter("bench_1", "damage") == 0
    board.do("play_basic", "Stonewall")
    assert (board.names("bench_1"), board.counter("bench_1", "damage")) == (["Stonewall"], 0)


def test_nonsense_is_refused_with_a_reason(lay: Any) -> None:
    board = lay(persons=(0, 1))
    for seat, action, *args in [
        (7, "coin_flip"), (None, "coin_flip"), (True, "coin_flip"), (0, "dance"), (0, None), (0, "draw"),
        (0, "draw", 1), (0, "draw", 1, 2, 3, 4), (0, "draw", "deck", "hand"), (0, "move_card", -1, 0),
        (0, "move_card", 10**9, 0),
        (0, "declare_action", "x" * 2_001), (0, "declare_action", "\ud800"), (0, "declare_action", 5),
        (0, "resolve_decision", 0), (0, "set_status", 3, "Asleep"), (0, "set_status", 0, "Sleepy"), (0, "begin"),
    ]:  # fmt: skip
        with pytest.raises(IllegalAction) as refused:
            board.game.act(seat, action, *args)
        assert str(refused.value).endswith((".", "?"))


def test_a_count_that_is_hidden_is_not_told(plugin: Any, kit: Any) -> None:
    layout = Layout((ZoneKind("bag", sees="owner", counts="owner"), ZoneKind("heap")))

    class Bags:
        name, actions, rules, card = "bags", {}, RuleBook(()), plugin.card

        def __init__(self) -> None:
            self.layout = layout

    deal = Deal([kit.fire, kit.pup], [layout.index["p1_bag"]] * 2, position=Position())
    game: Any = Game.start(Bags(), deal, seed=1, seats=[Seat("one"), Seat("two")])  # type: ignore[arg-type]
    assert len(game.view(0).cards("bag", 0)) == 2
    assert game.view(1).cards("bag", 0) == game.view(None).cards("bag", 0) == ()
    game.act(0, "reveal", 1)
    assert [card.name for card in view_of(game.table, 1).cards("bag", 0)] == ["Dripup"]


def test_a_table_has_one_to_seven_seats() -> None:
    for seats in (0, 8):
        with pytest.raises(ValueError, match="1 to 7 seats"):
            Layout((ZoneKind("hand"),), seats)
