"""Who sits at the table: programs and persons, what is taken back, and who is asked."""

from __future__ import annotations

from typing import Any

import pytest

from gameplan.cards.table.events import Acted
from gameplan.cards.table.game import Game
from gameplan.cards.table.plugin import IllegalAction
from gameplan.cards.table.rules import RuleRefused, Seat
from gameplan.runtime import Session


def test_a_person_is_warned_of_everything_and_kept_from_nothing(lay: Any, kit: Any) -> None:
    board = lay(
        own={"active": [kit.rock, kit.fire], "hand": [kit.ember]}, foe={"active": [kit.blaze, kit.fire]}, persons=(0,)
    )
    slips = [
        ("move_card", "Blazehorn", "hand"), ("add_counter", "active", "damage", 30), ("draw", "opponent_deck", "hand"),
        ("peek", "prizes", 2), ("set_status", "active", "Burned"), ("move_card_stack", "opponent_active", "lost"),
    ]  # fmt: skip
    for action, *args in slips:
        done = board.do(action, *args)
        assert done.notes and {note.level for note in done.notes} == {"warn"}
        assert done.event.notes


def test_a_program_is_refused_the_same(lay: Any, kit: Any) -> None:
    board = lay(own={"active": [kit.rock, kit.fire]}, foe={"active": [kit.blaze, kit.fire]})
    before = board.game.table.digest()
    for action, *args in [
        ("move_card", "Blazehorn", "hand"), ("add_counter", "active", "damage", 30), ("draw", "opponent_deck", "hand"),
        ("peek", "prizes", 2), ("set_status", "active", "Burned"), ("move_card_stack", "opponent_active", "lost"),
    ]:  # fmt: skip
        with pytest.raises(RuleRefused):
            board.do(action, *args)
    assert board.game.table.digest() == before


def test_a_seat_sets_how_it_hears_a_rule(lay: Any, plugin: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.fire, kit.fire]}, counters={"p1_player": {"energy_turn": 5}})
    for level, heard in (("ignore", []), ("info", ["info"]), ("warn", ["warn"])):
        twin = Session.from_json(board.game.session.to_json())
        game = Game(plugin, twin, [Seat("one", levels={"T5": level}), Seat("two")])
        done = game.act(0, "attach_energy", board.card("Fire Energy"), board.zone("active"))
        assert [note.level for note in done.notes] == heard
    strict = Game(plugin, board.game.session, [Seat("one", person=True, levels={"*": "block"}), Seat("two")])
    with pytest.raises(RuleRefused):
        strict.act(0, "attach_energy", board.card("Fire Energy"), board.zone("active"))


def test_zones_hold_as_many_cards_as_they_are_declared_to(forbids: Any, lay: Any, kit: Any) -> None:
    position = {"own": {"prizes": [kit.water] * 6, "discard": [kit.fire]}}
    forbids(position, "capacity", "move_card", "Fire Energy", "prizes", listed=False)
    forbids({**position, "stadium": (kit.cave, 0)}, "capacity", "move_card", "Fire Energy", "stadium", listed=False)
    forbids(position, "capacity", "draw", "deck", "prizes", listed=False)
    forbids(position, "capacity", "place_on_zone", "Fire Energy", "prizes", -1, listed=False)
    forbids(position, "capacity", "move_card_stack", "discard", "prizes", listed=False)
    with pytest.raises(IllegalAction, match="No cards lie"):
        lay(**position, persons=(0,)).do("move_card", "Fire Energy", "player")


def test_ones_own_action_is_taken_back_freely(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.fire, kit.pup]})
    start = board.game.table.digest()
    board.do("attach_energy", "Fire Energy", "active")  # the other sees the card: that is one's own loss
    middle = board.game.table.digest()
    board.do("play_basic", "Dripup")
    assert board.game.may_undo(0) and board.game.may_undo(0, 2) and not board.game.may_undo(0, 3)
    board.game.undo(0)
    assert board.game.table.digest() == middle
    board.game.undo(0)
    assert board.game.table.digest() == start
    with pytest.raises(IllegalAction, match="nothing to take back"):
        board.game.undo(0)


def test_several_actions_are_taken_back_at_once(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.fire, kit.pup]})
    start = board.game.table.digest()
    board.do("attach_energy", "Fire Energy", "active")
    board.do("play_basic", "Dripup")
    board.game.undo(0, 2)
    assert board.game.table.digest() == start
    assert len(board.game.session.events_of(Acted)) == 3  # what was taken back stays in the record


@pytest.mark.parametrize(
    "action",
    ["coin_flip", "dice_roll", "draw", "peek", "search_zone", "shuffle", "reveal", "flip_card", "move_card_stack"],
)
def test_what_came_to_light_is_taken_back_by_consent_only(lay: Any, action: str) -> None:
    board = lay(coins="H")
    start = board.game.table.digest()
    top = board.game.table.zones[board.zone("deck")][0]
    args = {
        "coin_flip": (), "dice_roll": (), "draw": ("deck", "hand"), "peek": ("deck", 2), "search_zone": ("deck",),
        "shuffle": ("deck",), "reveal": (top,), "flip_card": (top,), "move_card_stack": ("deck", "lost"),
    }[action]  # fmt: skip
    board.do(action, *args, because="an effect")
    assert not board.game.may_undo(0)
    with pytest.raises(IllegalAction, match="came to light"):
        board.game.undo(0)
    board.game.undo(0, consent=True)
    assert board.game.table.digest() == start
    assert any(each.uncovered for each in board.game.session.events_of(Acted))


def test_anothers_action_is_taken_back_by_consent_only(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.pup]})
    board.do("play_basic", "Dripup")
    with pytest.raises(IllegalAction, match="somebody else"):
        board.game.undo(1)
    board.game.undo(1, consent=True)
    assert board.names("bench_1") == []


def test_the_same_coins_fall_again_after_an_undo(plugin: Any, deck: Any) -> None:
    game = Game.start(plugin, plugin.deal([deck, deck]), seed=7, seats=[Seat("one"), Seat("two")])
    while game.to_act is not None and game.table.turn < 2:
        game.act(game.to_act, *game.options(game.to_act)[-1])
    seat = game.to_act
    first = [game.act(seat, "coin_flip").event.changes[0][1] for _ in range(12)]
    assert {*first} == {True, False}, "each is another one"
    game.undo(seat, 12, consent=True)
    assert [game.act(seat, "coin_flip", "again").event.changes[0][1] for _ in range(12)] == first


def test_when_the_game_is_over_nobody_goes_back_alone(lay: Any) -> None:
    board = lay()
    board.do("concede")
    with pytest.raises(IllegalAction, match="over"):
        board.game.undo(0)
    board.game.undo(0, consent=True)
    assert board.game.to_act == 0


def test_an_answer_is_taken_back_and_the_question_comes_again(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.call]}, foe={"bench": [kit.ember, kit.rock]})
    board.do("play_trainer", "Call Out")
    board.decide("Stonewall")
    board.game.undo(0)
    assert board.choices() == ["Emberling (bench_1)", "Stonewall (bench_2)"]
    board.decide("Emberling")
    assert board.names("opponent_active") == ["Emberling"]


def test_while_somebody_has_to_decide_nobody_does_anything_else(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.call, kit.fire]}, foe={"bench": [kit.ember, kit.rock]}, persons=(0, 1))
    board.do("play_trainer", "Call Out")
    for seat in (0, 1):
        with pytest.raises(IllegalAction, match="to decide first"):
            board.do("coin_flip", seat=seat)
    with pytest.raises(IllegalAction, match="to decide first"):
        board.game.act(1, "resolve_decision", 0)
    for nonsense in ((), (0, 0), (0, 1), (7,), (-1,), ("0",), (True,), (None,), ([],)):
        with pytest.raises(IllegalAction):
            board.game.act(0, "resolve_decision", *nonsense)


def test_nothing_is_chosen_twice(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.net], "deck": [kit.ember, kit.rock, kit.fire]})
    board.do("play_trainer", "Net")
    with pytest.raises(IllegalAction, match="each once"):
        board.game.act(0, "resolve_decision", 0, 0)
    board.game.act(0, "resolve_decision", 1, 0)
    assert sorted(board.names("hand")) == ["Emberling", "Stonewall"]


def test_who_was_asked_by_hand_asks_nothing_more(lay: Any, kit: Any) -> None:
    board = lay(foe={"hand": [kit.lure]})
    board.do("create_decision", 1, "Which one?", "left", "right")
    for action, *args in (("create_decision", 0, "Why?", "so"), ("end_turn",), ("play_trainer", "Lure")):
        with pytest.raises(IllegalAction, match="to decide first"):
            board.do(action, *args, seat=1)
    assert board.game.view(0).decision.text == "Which one?"


def test_a_game_is_taken_up_again_from_its_record(lay: Any, plugin: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.call]}, foe={"bench": [kit.ember, kit.rock]}, stadium=(kit.cave, 1))
    board.do("play_trainer", "Call Out")
    again = Game(plugin, Session.from_json(board.game.session.to_json()))
    assert again.table.digest() == board.game.table.digest()
    assert again.table.owners == board.game.table.owners
    again.act(0, "resolve_decision", 1)
    board.decide("Stonewall")
    assert again.table.digest() == board.game.table.digest()
