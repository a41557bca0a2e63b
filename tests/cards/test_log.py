"""The log: what happened, in words, for one viewer, with no card that he may not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from gameplan.cards.pokemon.board import LAYOUT
from gameplan.cards.pokemon.creatures import CARDS
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.machine import run
from gameplan.cards.pokemon.narrative import Narrative
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.acting import Act, recorded
from gameplan.cards.table.events import Acted
from gameplan.cards.table.game import Game
from gameplan.cards.table.log import Log, Telling
from gameplan.cards.table.plugin import Deal, Position
from gameplan.cards.table.rules import Seat
from gameplan.cards.table.texts import turn_line

Lay = Callable[..., Any]


def texts(game: Game, viewer: int | None) -> list[str]:
    return [str(line) for line in Log(game, viewer, Narrative()).lines()]


def test_a_draw_names_the_card_to_its_owner_and_to_nobody_else(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"deck": [kit.lure, kit.fire]})
    board.do("draw", "deck", "hand", 1, because="an effect")
    assert "You draw Lure." in texts(board.game, 0)
    assert "one draws a card." in texts(board.game, 1)
    assert "one draws a card." in texts(board.game, None)


def test_what_moves_the_same_way_is_one_line_that_lists_every_card_that_may_be_named(
    lay: Lay, kit: SimpleNamespace
) -> None:
    board = lay({"deck": [kit.lure, kit.fire, kit.fire, kit.pup]})
    board.do("draw", "deck", "hand", 4, because="an effect")
    assert "You draw Lure, 2× Fire Energy, Dripup." in texts(board.game, 0)
    assert "one draws 4 cards." in texts(board.game, 1)


def test_who_has_lost_reads_of_himself_why(lay: Lay, kit: SimpleNamespace) -> None:
    decked = lay({}, {"deck": []})
    decked.do("end_turn")
    gone = lay({"active": [kit.rock, kit.fire]}, {"active": [kit.pup]})
    gone.do("declare_attack", 0)
    gone.decide("Prize 1")
    for board, why in ((decked, "cannot draw"), (gone, "lost every Pokémon")):
        ends = {viewer: texts(board.game, viewer)[-1] for viewer in (0, 1, None)}
        assert ends == {
            0: f"The game is over: you win (two {why}).",
            1: f"The game is over: one wins (you {why}).",
            None: f"The game is over: one wins (two {why}).",
        }
        for viewer, line in ends.items():
            assert turn_line(board.game.view(viewer), ["one", "two"]) == line


def test_what_a_card_has_both_players_do_is_told_of_each() -> None:
    plugin, layout = Pokemon(CARDS.values()), LAYOUT.index
    lying = {
        "p1_active": ["cindlet"], "p1_hand": ["harbor-auction", "swap-rope"], "p1_deck": ["tunnook"] * 9,
        "p2_active": ["cindlet"], "p2_hand": ["tunnook", "flintoad"], "p2_deck": ["flintoad"] * 9,
        "p1_prizes": ["cindlet"], "p2_prizes": ["cindlet"] * 2,
    }  # fmt: skip
    cards = [CARDS[key] for keys in lying.values() for key in keys]
    zones = [layout[zone] for zone, keys in lying.items() for _ in keys]
    game = Game.start(
        plugin, Deal(cards, zones, position=Position(turn=5, phase="main")), seed=1, seats=[Seat("one"), Seat("two")]
    )
    game.act(0, "play_trainer", game.table.zones[layout["p1_hand"]][0])
    assert texts(game, 1)[-5:] == [
        "one plays Harbor Auction.",
        "one puts a card from opponent_hand at the bottom of opponent_deck.",
        "You put Tunnook, Flintoad from your_hand at the bottom of your_deck.",
        "one draws a card.",
        "You draw 2× Flintoad.",
    ]


def test_what_somebody_chose_is_told_as_he_chose_it(lay: Lay) -> None:
    board = lay()
    board.do("create_decision", 0, "Whose?", "p1's", "p9's", "p2_nothing")
    board.decide("p9's")
    assert texts(board.game, 1)[-1] == "Chosen: p9's."


def test_a_look_names_cards_to_whoever_looks(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"deck": [kit.lure, kit.fire]})
    board.do("peek", "deck", 2, because="an effect")
    assert "You look at Lure, Fire Energy of your_deck." in texts(board.game, 0)
    assert "one looks at 2 cards of opponent_deck." in texts(board.game, 1)


def test_cards_that_go_under_a_deck_are_counted_for_all_and_named_to_who_looked() -> None:
    plugin, layout = Pokemon(CARDS.values()), LAYOUT.index
    lying = {
        "p1_active": ["cindlet"],
        "p2_active": ["cindlet"],
        "p1_hand": ["trail-map"],
        "p1_deck": ["swap-rope", "cindlet", "signal-kite", "fire-energy", "swap-rope", "tunnook", "flintoad"],
    }
    cards = [CARDS[key] for keys in lying.values() for key in keys]
    zones = [layout[zone] for zone, keys in lying.items() for _ in keys]
    deal = Deal(cards, zones, position=Position(turn=5, phase="main"))
    game = Game.start(plugin, deal, seed=1, seats=[Seat("one"), Seat("two")])
    game.act(0, "play_trainer", game.table.zones[layout["p1_hand"]][0])
    game.act(0, "resolve_decision", 0)
    mine, theirs = ([line.text for line in Log(game, viewer).lines()] for viewer in (0, 1))
    assert "You put 2× Swap Rope, Signal Kite, Fire Energy of your_deck at the bottom." in mine
    assert "one puts 4 cards of opponent_deck at the bottom." in theirs


def test_an_order_is_told_to_who_sees_it_and_to_nobody_else(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"deck": [kit.lure, kit.fire, kit.lure]})
    board.do("peek", "deck", 3, because="an effect")
    names = ("Lure", "Lure", "Fire Energy")
    board.game.act(0, "rearrange_zone", board.zone("deck"), 0, *names, because="an effect")
    order = "You put cards of your_deck into this order, top to bottom: Lure, Lure, Fire Energy."
    assert order in texts(board.game, 0)
    assert "one puts 3 cards of opponent_deck into another order." in texts(board.game, 1)


def test_a_card_that_is_laid_among_the_prizes_or_turned_over_is_told_with_its_place(
    lay: Lay, kit: SimpleNamespace
) -> None:
    board = lay({"hand": [kit.lure]})
    board.do("move_card", "Lure", "prizes", 3, because="an effect")
    assert "You lay Lure among your_prizes, face down." in texts(board.game, 0)
    assert "one lays a card among opponent_prizes, face down." in texts(board.game, 1)
    board.do("flip_card", "Dripup", because="an effect")
    assert texts(board.game, 1)[-2] == "Dripup (opponent_active) is turned face down."


def test_a_retreat_is_told_before_what_it_costs(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"active": [kit.ember, kit.fire], "bench": [kit.pup]})
    board.do("declare_retreat", "bench_1")
    assert texts(board.game, 1)[-3:] == [
        "Emberling (opponent_active) retreats.",
        "one discards Fire Energy of Emberling (opponent_active).",
        "Emberling (opponent_active) and Dripup (opponent_bench_1) change places.",
    ]


def test_what_is_revealed_is_named_to_everybody(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.lure, kit.sage]})
    board.do("reveal_hand", "hand")
    for viewer, said in ((0, "You show"), (1, "one shows"), (None, "one shows")):
        zone = board.game.plugin.layout.said(board.zone("hand"), viewer)
        assert f"{said} Lure, Sage of {zone}." in texts(board.game, viewer)


def test_coins_and_dice_are_told_with_their_purpose(lay: Lay) -> None:
    board = lay(coins="HT", dice=[4])
    board.do("coin_flip", "luck")
    board.do("coin_flip")
    board.do("dice_roll", 6, "more luck")
    assert texts(board.game, 1)[-3:] == [
        "one flips a coin for luck: HEADS.", "one flips a coin: TAILS.", "one rolls a die of 6 for more luck: 4."
    ]  # fmt: skip


def test_counters_are_told_by_name_with_before_and_after(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay()
    board.do("set_counter", "opponent_active", "damage", 20, because="an effect")
    plain = [str(line) for line in Log(board.game, 0).lines()]
    assert "Dripup (opponent_active): damage 0 → 20." in plain
    assert "Dripup (opponent_active) takes 20 damage: 40 HP left." in texts(board.game, 0)
    board.do("set_counter", "opponent_active", "damage", 10, because="an effect")
    assert "Dripup (opponent_active) is healed of 10 damage: 50 HP left." in texts(board.game, 0)


def test_an_attack_is_told_in_the_order_in_which_it_happened(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"active": [kit.ember, kit.fire, kit.fire]}, {"active": [kit.rock], "deck": [kit.lure]})
    board.do("declare_attack", 1)
    assert texts(board.game, 0)[-4:] == [
        "Emberling (your_active) attacks with Flame.",
        "Stonewall (opponent_active) takes no damage.",
        "— Turn 6: two's turn —",
        "two draws a card.",
    ]
    board = lay({"active": [kit.ember, kit.fire, kit.fire]}, {"active": [kit.pup]})
    board.do("declare_attack", 1)
    assert "Dripup (opponent_active) takes 30 damage: 30 HP left." in texts(board.game, 0)
    assert "Dripup (your_active) takes 30 damage: 30 HP left." in texts(board.game, 1)


@pytest.mark.parametrize(
    ("operation", "said"),
    [
        (("hold", "foe"), "Dripup (opponent_active) cannot attack in turn 6."),
        (("stick", "foe"), "Dripup (opponent_active) cannot retreat in turn 6."),
        (("guard", 30), "Emberling (your_active) takes 30 less from attacks in turn 6."),
        (("guard", 9_999), "Emberling (your_active) takes no damage from attacks in turn 6."),
        (("boost", 60), "The attacks of Emberling (your_active) do 60 more in turn 7."),
        (("lock",), "Emberling (your_active) cannot use Flame in turn 7."),
        (("forbid", "items"), "No Items can be played in turn 6."),
        (("plus", 20), "Attacks do 20 more in turn 5."),
        (("hit", 10, "foe_bench"), "Jewelback (opponent_bench_1) takes no damage."),
    ],
)
def test_what_an_effect_changes_for_later_is_told(
    operation: tuple[Any, ...], said: str, lay: Lay, kit: SimpleNamespace
) -> None:
    board = lay({"active": [kit.ember]}, {"bench": [kit.jewel]})
    act = Act(board.game.table, 0, board.chance)
    run(act, (operation,), {"seat": 0, "spot": board.zone("active"), "attack": 1})
    table, happened = board.game.table, Acted(0, "attack", (), recorded(act.changes))
    told = [text for _, _, text in Telling(table, 0, ("one", "two"), Narrative()).of(happened)]
    assert told == [said]


def test_a_counter_that_was_set_by_hand_to_what_there_is_not_is_no_line(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay(persons=(0,))
    board.do("set_counter", "active", "locked", 8)
    board.do("set_counter", "active", "locked_turn", 9)
    board.do("set_counter", "bench_1", "locked_turn", 9)
    assert not any("cannot use" in text for text in texts(board.game, 0))


def test_notes_of_rules_are_told_with_the_rules_id(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.fire, kit.fire]})
    board.do("attach_energy", "Fire Energy", "active")
    board.do("attach_energy", "Fire Energy", "active", because="Recharge")
    assert any("[T5]" in line and "Recharge" in line for line in texts(board.game, 1))


def test_what_was_taken_back_stays_and_is_known_as_such(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.fire, kit.ember]})
    log = Log(board.game, 1, Narrative())
    board.do("attach_energy", "Fire Energy", "active")
    before = [str(line) for line in log.lines()]
    board.game.undo(0)
    board.do("play_basic", "Emberling")
    lines = [str(line) for line in log.lines()]
    assert lines == [f"(undone) {before[-1]}" if line == before[-1] else line for line in before] + lines[len(before) :]
    assert lines[-1] == "one puts Emberling onto opponent_bench_1."
    assert lines == texts(board.game, 1), "a log that read on says the same as one that begins now"


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_no_hidden_card_is_named_in_a_whole_game(viewer: int | None, plugin: Pokemon, deck: Sequence[Card]) -> None:
    """Two games that differ only in what the viewer cannot see give him the same log."""
    for seed in range(6):
        game = Game.start(plugin, plugin.deal([deck, deck]), seed=seed, seats=[Seat("one"), Seat("two")])
        chance = Random(seed)
        log = Log(game, viewer, Narrative())
        for _ in range(60):
            if game.to_act is None:
                break
            game.act(game.to_act, *chance.choice(game.options(game.to_act)))
            bit = plugin.layout.spectator if viewer is None else 1 << viewer
            recorded = game.session.events[-1].event
            unseen = {game.table.cards[c[1]].name for c in recorded.changes if c[0] == "move" and not c[5] & bit}
            public = {game.table.cards[c[1]].name for c in recorded.changes if c[0] == "move" and c[5] & bit}
            moved = [line.text for line in log.since(game.session.seq - 1) if line.kind == "move"]
            for name in unseen - public:
                assert not any(name in text for text in moved), moved
