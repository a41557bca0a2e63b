"""Setting up, rule by rule: S1 to S9."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gameplan.cards.pokemon.narrative import Narrative
from gameplan.cards.table.game import Game
from gameplan.cards.table.log import Log
from gameplan.cards.table.plugin import IllegalAction
from gameplan.cards.table.rules import Seat
from gameplan.runtime import Session

Begin = Callable[..., Any]


@pytest.fixture
def begin(lay: Any, plugin: Any, kit: Any, scripted: Any) -> Begin:
    """Begin a game whose players draw these hands: the first one, and the one that they draw anew.

    Shuffles turn a deck upside down here, so that the two ends of the deck come in turns.
    """

    def begin(first: list[list[Any]], second: list[list[Any]] | None = None, coins: str = "H") -> Any:
        decks = []
        for seat in (0, 1):
            hand = first[seat] + [kit.fire] * (7 - len(first[seat]))
            anew = (second or [[], []])[seat]
            anew = anew + [kit.water] * (7 - len(anew))
            decks.append([*anew, *[kit.fire] * 20, *reversed(hand)])
        chance = scripted(coins)
        seats = [Seat("one"), Seat("two")]
        game = Game.start(plugin, plugin.deal(decks), seed=1, seats=seats, chance=chance)
        board = lay()
        board.game, board.chance = game, chance
        board.settle()
        return board

    return begin


def _moves(board: Any, kind: str, seat: int) -> list[int]:
    """Where among the changes of the beginning cards went to a zone."""
    zone = board.zone(kind, seat)
    return [i for i, change in enumerate(_changes(board)) if change[0] == "move" and change[3] == zone]


def _changes(board: Any) -> list[Any]:
    return [change for happened in board.happened for change in happened.changes]


def test_s1_a_coin_settles_who_goes_first_before_hands_are_drawn(begin: Begin, kit: Any) -> None:
    for coin, first in (("H", 0), ("T", 1)):
        board = begin([[kit.pup], [kit.pup]], coins=coin)
        changes = _changes(board)
        assert changes[0][0] == "coin"
        assert min(_moves(board, "hand", 0) + _moves(board, "hand", 1)) > 0
        assert board.game.table.player == first
        assert board.game.table.turn == 1


def test_s2_each_player_shuffles_and_draws_seven(begin: Begin, kit: Any) -> None:
    board = begin([[kit.pup, kit.ember], [kit.pup, kit.ember]])
    changes = [change[0] for change in _changes(board)]
    assert changes[:4] == ["coin", "say", "clock", "shuffle"]
    assert len(_moves(board, "hand", 0)) == len(_moves(board, "hand", 1)) == 7
    assert len(board.names("hand")) == 7


def test_s3_when_nobody_has_a_basic_both_show_their_hands_and_draw_anew_without_bonus(begin: Begin, kit: Any) -> None:
    board = begin([[], []], [[kit.pup], [kit.ember]])
    shown = [change for change in _changes(board) if change[0] == "know"]
    assert [len(change[1]) for change in shown] == [7, 7]
    assert all(change[2] == board.game.plugin.layout.everybody for change in shown)
    assert board.counter("player", "mulligans", 0) == board.counter("player", "mulligans", 1) == 0
    assert board.game.table.decision is None  # nobody is asked to draw a bonus


def test_s3_a_mulligan_by_hand_is_only_for_a_hand_without_a_basic_before_the_game(
    allows: Any, forbids: Any, kit: Any
) -> None:
    manual = {"turn": 0, "phase": "setup"}
    empty = {**manual, "own": {"active": [], "hand": [kit.fire] * 7, "deck": [kit.pup] * 9}}
    board = allows(empty, "mulligan", "hand", "deck", listed=False)
    assert board.names("hand") == ["Dripup"] * 7
    ready = {**manual, "own": {"active": [], "hand": [kit.pup, *[kit.fire] * 6], "deck": [kit.pup] * 9}}
    forbids(ready, "S3", "mulligan", "hand", "deck")
    forbids({"own": {"hand": [kit.fire]}}, "S3", "mulligan", "hand", "deck")


def test_s4_who_has_a_basic_sets_active_and_prizes_before_the_other_draws_anew(begin: Begin, kit: Any) -> None:
    board = begin([[kit.pup], []], [[], [kit.ember]])
    shown = [i for i, change in enumerate(_changes(board)) if change[0] == "know"]
    assert len(shown) == 1
    assert _moves(board, "active", 0)[0] < _moves(board, "prizes", 0)[-1] < shown[0] < _moves(board, "active", 1)[0]


def test_s4_the_opponent_sees_each_hand_that_is_shown(begin: Begin, kit: Any) -> None:
    board = begin([[kit.pup], []], [[], [kit.ember]])
    table = board.game.table
    _, cards, who = next(change for change in _changes(board) if change[0] == "know")
    assert who == board.game.plugin.layout.everybody
    assert [table.cards[card].name for card in cards] == ["Fire Energy"] * 7
    assert all(table.known[card] == 0 for card in cards if table.place[card] == board.zone("deck", 1))


def test_s4_and_s7_one_draws_anew_until_there_is_a_basic_and_the_other_draws_up_to_as_many(
    plugin: Any, kit: Any, scripted: Any, settle: Any
) -> None:
    class Cut(scripted):  # type: ignore[misc]
        """Brings the next seven cards up instead of shuffling."""

        def order(self, size: int, drawn: int) -> list[int]:
            return [*range(7, size), *range(7)]

    ready = [*[kit.fire] * 7, kit.pup, *[kit.fire] * 30]
    late = [*[kit.fire] * 21, kit.ember, *[kit.water] * 16]  # two hands without a Basic come first
    game = Game.start(plugin, plugin.deal([ready, late]), seed=1, seats=[Seat("one"), Seat("two")], chance=Cut("H"))
    settle(game)
    shown = [change for each in game.session.events[1:] for change in each.event.changes if change[0] == "know"]
    assert [len(change[1]) for change in shown] == [7, 7]
    assert [card.name for card in game.view(1).cards("active", 1)] == ["Emberling"]
    decision = game.view(0).decision
    assert decision is not None
    assert [choice.label for choice in decision.choices] == ["draw 2", "draw 1", "draw 0"]
    before = len(game.view(0).cards("hand", 0))
    game.act(0, "resolve_decision", 0)
    settle(game)
    assert len(game.view(0).cards("hand", 0)) == before + 2 + 1  # and the card of the first turn


def test_s5_the_active_pokemon_lies_face_down_and_is_compulsory(begin: Begin, kit: Any) -> None:
    board = begin([[kit.pup, kit.ember], [kit.pup]])
    assert board.choices() == ["Dripup", "Emberling"]
    with pytest.raises(IllegalAction):
        board.decide()
    board.decide("Emberling")
    board.settle()
    assert board.game.table.decision.kind == "bench"
    assert board.game.view(0).cards("active", 0)[0].name == "Emberling"
    assert board.game.view(1).cards("active", 0) == (None,)
    assert board.game.view(None).cards("active", 0) == (None,)
    assert board.game.view(0).cards("active", 1) == (None,)


def test_s6_six_prizes_come_off_the_top_and_nobody_looks(begin: Begin, kit: Any) -> None:
    board = begin([[kit.pup], [kit.pup]])
    for viewer in (0, 1, None):
        assert board.game.view(viewer).cards("prizes", 0) == (None,) * 6
    changes = _changes(board)
    deck = board.zone("deck")
    assert all(changes[i][2] == deck and changes[i][5] == 0 for i in _moves(board, "prizes", 0))


def test_s7_after_prizes_the_other_may_draw_up_to_as_many_cards_as_there_were_mulligans(begin: Begin, kit: Any) -> None:
    board = begin([[kit.pup], []], [[], [kit.ember]])
    assert board.choices() == ["draw 1", "draw 0"]
    assert len(board.names("prizes", 0)) == len(board.names("prizes", 1)) == 6
    before = len(board.names("hand"))
    board.decide("draw 1")
    board.settle()
    assert len(board.names("hand")) == before + 1 + 1  # and the card of the first turn
    declined = begin([[kit.pup], []], [[], [kit.ember]])
    declined.decide("draw 0")
    declined.settle()
    assert len(declined.names("hand")) == before + 1


def test_s8_a_basic_that_came_as_a_bonus_may_be_benched(begin: Begin, kit: Any) -> None:
    hand = [kit.pup, *[kit.fire] * 6, *[kit.fire] * 6, kit.ember]  # a hand, six prizes, and the bonus
    board = begin([hand, []], [[], [kit.ember]])
    board.decide("draw 1")
    assert board.choices() == ["Emberling"]
    board.decide("Emberling")
    assert board.names("bench_1") == ["Emberling"]


def test_s8_up_to_five_basics_are_benched_face_down(begin: Begin, kit: Any) -> None:
    board = begin([[kit.pup] * 7, [kit.pup, kit.ember]])
    board.decide("Dripup", seat=1)
    decision = board.game.view(0).decision
    assert (decision.least, decision.most) == (0, 5)
    board.decide(*["Dripup"] * 5)
    assert board.game.view(1).cards("bench", 0) == (None,)
    board.decide(seat=1)
    assert board.game.view(1).cards("bench", 0)[0].name == "Dripup"


def test_s9_all_are_turned_up_and_the_first_player_draws_and_starts(begin: Begin, kit: Any) -> None:
    board = begin([[kit.pup], [kit.ember]], coins="T")
    assert board.game.view(None).cards("active", 0)[0].name == "Dripup"
    assert board.game.view(0).cards("active", 1)[0].name == "Emberling"
    assert (board.game.table.turn, board.game.table.player, board.game.table.phase) == (1, 1, "main")
    assert len(board.names("hand", 1)) == 7  # seven, less the active one, and one drawn
    assert len(board.names("hand", 0)) == 6


def test_how_many_basics_one_holds_is_not_told_to_others(plugin: Any, kit: Any, scripted: Any) -> None:
    told = []
    for hand in ([kit.pup], [kit.pup] * 3, [kit.pup, kit.ember, kit.ember]):
        deck = [*[kit.fire] * 27, *hand, *[kit.fire] * (7 - len(hand))]
        seats = [Seat("one"), Seat("two")]
        game = Game.start(plugin, plugin.deal([deck, deck]), seed=1, seats=seats, chance=scripted("H"))
        seen = []
        for answer in ((0,), (0,), ()):  # both choose their Active Pokémon, and the one nobody for the Bench
            seen += [game.view(1).to_json()["decision"] if game.to_act == 0 else None]
            game.act(game.to_act, "resolve_decision", *answer)
        told.append((seen, [str(line) for line in Log(game, 1, Narrative()).lines() if "one" in line.text]))
    assert told[0] == told[1] == told[2]


def test_a_deck_without_a_basic_cannot_begin_and_leaves_no_record(plugin: Any, kit: Any) -> None:
    session = Session()
    deal = plugin.deal([[kit.pup] * 20, [kit.fire] * 20])
    with pytest.raises(IllegalAction, match="no Basic"):
        Game.start(plugin, deal, seed=1, seats=[Seat("one"), Seat("two")], session=session)
    assert session.seq == 0
