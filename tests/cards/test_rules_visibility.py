"""Who sees what: the rules of visibility, and what a player knows of what he cannot see."""

from __future__ import annotations

from typing import Any

import pytest

from gameplan.cards.table.plugin import IllegalAction
from gameplan.cards.table.rules import RuleRefused


def _names(board: Any, viewer: int | None, kind: str, seat: int) -> list[str | None]:
    return [card and card.name for card in board.game.view(viewer).cards(kind, seat)]


def test_a_hand_is_seen_by_its_owner_alone(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.fire, kit.pup]})
    assert _names(board, 0, "hand", 0) == ["Fire Energy", "Dripup"]
    assert _names(board, 1, "hand", 0) == _names(board, None, "hand", 0) == [None, None]


@pytest.mark.parametrize("kind", ["deck", "prizes"])
def test_deck_and_prizes_are_hidden_from_all_but_counted_by_all(lay: Any, kind: str) -> None:
    board = lay()
    for viewer in (0, 1, None):
        seen = _names(board, viewer, kind, 0)
        assert set(seen) == {None}
        assert len(seen) == len(board.names(kind))


def test_play_discard_lost_zone_and_stadium_are_public(lay: Any, kit: Any) -> None:
    board = lay(own={"discard": [kit.fire], "lost": [kit.pup], "bench": [kit.ember]}, stadium=(kit.dome, 0))
    for viewer in (0, 1, None):
        view = board.game.view(viewer)
        assert [view.cards(kind, 0)[0].name for kind in ("discard", "lost", "active", "bench")] == [
            "Fire Energy", "Dripup", "Dripup", "Emberling",
        ]  # fmt: skip
        assert view.cards("stadium")[0].name == "Dome"


def test_a_search_shows_the_searcher_only(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.lure], "deck": [kit.ember, kit.fire, kit.rock]})
    board.do("play_trainer", "Lure")
    assert _names(board, 0, "deck", 0) == ["Emberling", "Fire Energy", "Stonewall"]
    assert board.choices() == ["Emberling", "Stonewall"]
    for viewer in (1, None):
        assert set(_names(board, viewer, "deck", 0)) == {None}
        decision = board.game.view(viewer).decision
        assert (decision.choices, decision.least, decision.most) == ((), 0, 0)


def test_how_much_there_is_to_find_is_not_told_to_others(lay: Any, kit: Any) -> None:
    seen = []
    for deck in ([kit.ember, kit.fire, kit.fire], [kit.ember, kit.rock, kit.pup]):
        board = lay(own={"hand": [kit.net], "deck": deck})
        board.do("play_trainer", "Net")
        seen.append([board.game.view(viewer).to_json() for viewer in (1, None)])
    assert seen[0] == seen[1]


def test_after_a_shuffle_nobody_knows_the_order(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.lure], "deck": [kit.ember, kit.fire, kit.rock]})
    board.do("play_trainer", "Lure")
    board.decide("Stonewall")
    assert _names(board, 0, "deck", 0) == [None, None]


def test_a_peek_is_known_until_the_cards_are_shuffled(lay: Any, kit: Any) -> None:
    board = lay(own={"deck": [kit.ember, kit.fire, kit.rock, kit.pup]})
    board.do("peek", "deck", 2, because="an effect")
    assert _names(board, 0, "deck", 0) == ["Emberling", "Fire Energy", None, None]
    assert _names(board, 1, "deck", 0) == [None] * 4
    board.do("shuffle", "deck", because="an effect")
    assert _names(board, 0, "deck", 0) == [None] * 4


def test_to_reveal_shows_both_and_spectators(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.fire, kit.pup]})
    board.do("reveal", "Dripup")
    for viewer in (1, None):
        assert _names(board, viewer, "hand", 0) == ["Dripup", None]
    board.do("reveal_hand", "hand")
    for viewer in (1, None):
        assert _names(board, viewer, "hand", 0) == ["Fire Energy", "Dripup"]


def test_a_card_put_on_the_deck_for_all_to_see_stays_known_when_it_is_drawn(lay: Any, kit: Any) -> None:
    board = lay(own={"discard": [kit.rock]})
    board.do("move_card", "Stonewall", "deck", because="an effect")
    assert _names(board, 1, "deck", 0)[0] == "Stonewall"
    board.do("draw", "deck", "hand", because="an effect")
    assert _names(board, 1, "hand", 0) == ["Stonewall"]


def test_a_known_card_is_lost_from_sight_when_a_hidden_one_leaves_the_hand(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.fire, kit.pup]})
    board.do("reveal", "Dripup")
    board.do("move_card", "Fire Energy", "deck", because="an effect")  # for all the other knows it may be the Dripup
    assert _names(board, 1, "hand", 0) == [None]
    assert _names(board, 1, "deck", 0)[0] is None


def test_a_known_card_of_a_hand_is_not_found_again_in_the_deck(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.fire, kit.pup]})
    board.do("reveal", "Dripup")
    board.do("move_card_stack", "hand", "deck", because="an effect")
    assert set(_names(board, 1, "deck", 0)) == {None}
    assert _names(board, 0, "deck", 0)[:2] == ["Fire Energy", "Dripup"]


def test_a_card_that_is_turned_face_down_is_still_known(lay: Any) -> None:
    board = lay()
    board.do("flip_card", "Dripup", because="an effect")
    table = board.game.table
    assert table.faces[board.card("Dripup")] == 0
    assert _names(board, 1, "active", 0) == ["Dripup"]
    board.do("flip_card", "Dripup", because="an effect")
    assert board.game.table.known[board.card("Dripup")] == 0


def test_what_is_noted_on_a_card_and_how_it_lies_is_seen_by_who_sees_into_its_zone(lay: Any, kit: Any) -> None:
    board = lay({"hand": [kit.ember], "discard": [kit.rock]}, persons=(0, 1))
    for name in ("Emberling", "Stonewall"):
        board.do("set_flag", name, "marked", 1)
        board.do("set_orientation", name, 90)
    seen = {viewer: board.game.view(viewer) for viewer in (0, 1, None)}
    assert {viewer: len(view.flags) for viewer, view in seen.items()} == {0: 2, 1: 1, None: 1}
    assert {viewer: len(view.turned) for viewer, view in seen.items()} == {0: 2, 1: 1, None: 1}


def test_to_look_takes_an_effect(forbids: Any, kit: Any) -> None:
    position = {"own": {"hand": [kit.fire]}, "foe": {"hand": [kit.rock]}}
    for zone in ("deck", "prizes", "opponent_hand"):
        forbids(position, "visibility", "peek", zone, listed=False)
        forbids(position, "visibility", "search_zone", zone, listed=False)
    forbids(position, "hidden", "reveal_hand", "opponent_hand", listed=False)
    forbids(position, "hidden", "draw", "opponent_deck", "hand", listed=False)
    forbids(position, "hidden", "mulligan", "opponent_hand", "opponent_deck", listed=False)
    forbids(position, "hidden", "flip_card", "Stonewall", listed=False)
    forbids(position, "visibility", "reveal", "Stonewall", listed=False)
    forbids(position, "effect", "flip_card", "Dripup", listed=False)


def test_one_looks_at_what_one_sees_without_an_effect(allows: Any, kit: Any) -> None:
    position = {"own": {"hand": [kit.fire], "discard": [kit.pup]}}
    for zone in ("hand", "discard", "opponent_discard"):
        allows(position, "search_zone", zone, listed=False)
    allows(position, "reveal_hand", "hand", listed=False)


def test_nobody_puts_cards_into_another_order_that_he_has_not_seen(lay: Any, kit: Any) -> None:
    board = lay(own={"deck": [kit.ember, kit.fire]})
    deck = board.zone("deck")
    with pytest.raises(IllegalAction) as refused:
        board.game.act(0, "rearrange_zone", deck, 0, "Dripup", "Dripup", because="an effect")
    assert "Emberling" not in str(refused.value)
    board.do("peek", "deck", 2, because="an effect")
    board.game.act(0, "rearrange_zone", deck, 0, "Fire Energy", "Emberling", because="an effect")
    assert board.names("deck") == ["Fire Energy", "Emberling"]


def test_the_other_does_not_follow_cards_that_are_put_into_another_order(lay: Any, kit: Any) -> None:
    board = lay(own={"deck": [kit.pup, kit.ember, kit.rock]})
    board.game.act(0, "reveal", *board.game.table.zones[board.zone("deck")], because="an effect")
    assert None not in board.game.view(1).cards("deck", 0)
    deck = board.zone("deck")
    board.game.act(0, "rearrange_zone", deck, 0, "Emberling", "Dripup", because="an effect")
    assert [card.name for card in board.game.view(0).cards("deck", 0)] == ["Emberling", "Dripup", "Stonewall"]
    assert [card and card.name for card in board.game.view(1).cards("deck", 0)] == [None, None, "Stonewall"]


def test_who_knows_the_top_of_his_deck_does_not_change_it_without_an_effect(lay: Any, kit: Any) -> None:
    for action, *args in (("rearrange_zone", 0, "Fire Energy", "Emberling"), ("shuffle",)):
        board = lay(own={"deck": [kit.ember, kit.fire]}, foe={"deck": [kit.ember, kit.fire]})
        board.do("peek", "deck", 2, because="an effect")
        board.do("peek", "opponent_deck", 2, because="an effect")
        with pytest.raises(RuleRefused, match=r"\[effect\] The cards of p1_deck come into another order only by"):
            board.game.act(0, action, board.zone("deck"), *args)
        with pytest.raises(RuleRefused, match=r"\[hidden\] p2_deck is not yours"):
            board.game.act(0, action, board.zone("opponent_deck"), *args)
        warned = lay(own={"deck": [kit.ember, kit.fire]}, persons=(0,))
        warned.do("peek", "deck", 2)
        done = warned.game.act(0, action, warned.zone("deck"), *args)
        assert ("effect", "warn") in [(note.rule, note.level) for note in done.notes]


def test_ones_own_hand_is_put_into_any_order(lay: Any, kit: Any) -> None:
    board = lay(own={"hand": [kit.ember, kit.fire]})
    assert board.game.act(0, "rearrange_zone", board.zone("hand"), 0, "Fire Energy", "Emberling").notes == ()
    assert board.do("shuffle", "hand").notes == ()
