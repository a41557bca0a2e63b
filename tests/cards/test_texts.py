"""The state text: how the table stands, as the player of one seat is told it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.cards.eights import Eights
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.facts import Card, Change
from gameplan.cards.pokemon.narrative import Narrative, combat_note
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.game import Game
from gameplan.cards.table.log import Log
from gameplan.cards.table.rules import Seat
from gameplan.cards.table.texts import PlainNarrator, place, state_text
from gameplan.runtime import Session

Lay = Callable[..., Any]
NARRATIVE = Narrative()


def told(game: Game, seat: int = 0, **options: Any) -> str:
    return state_text(game, seat, Log(game, seat, NARRATIVE), NARRATIVE, **options)


GOLDEN = """\
=== CARD REFERENCES ===
Dripup — Basic Pokemon — HP: 60 — Type: Water — Attacks: [Splash: 20 damage, cost: W] — Weakness: Lightning ×2 — Retreat: 1
Emberling — Basic Pokemon — HP: 70 — Type: Fire — Attacks: [Scratch: 10 damage, cost: C; Flame: 30 damage, cost: RC] — Weakness: Water ×2 — Retreat: 1
Iron Band — Tool
Swap Rope — Item

=== BOARD ===
Turn 5, your turn, phase main.
YOU
your_active: Emberling 80/100 HP, Fire Energy, Tool: Iron Band, Poisoned
your_bench_1: Dripup 60/60 HP, no Energy
your_hand (3): 2× Fire Energy, Swap Rope
your_deck: 5 cards, your_prizes: 6 left
your_discard (1): Tonic
done this turn: nothing yet
OPPONENT (two)
opponent_active: Dripup 60/60 HP, no Energy
opponent_hand (2): 2 cards
opponent_deck: 5 cards, opponent_prizes: 6 left
stadium: none
When your Emberling (Fire) attacks the opponent's Dripup (Water): no weakness or resistance counts.
When the opponent's Dripup (Water) attacks your Emberling (Fire): Emberling is weak to Water, so damage is ×2.

=== RECENT LOG ===
Emberling (your_active) takes 20 damage: 80 HP left.
Emberling (your_active) is Poisoned.
— Turn 5: your turn —

=== OPTIONS ===
1-2. attach_energy cardName="Fire Energy" zone="your_active" (Emberling) or "your_bench_1" (Dripup)
3. play_trainer cardName="Swap Rope"
4. declare_retreat zone="your_bench_1" (Dripup comes forward)
5. declare_attack attackName="Scratch" (10 damage, ends the turn)
6. end_turn"""  # noqa: E501


def test_the_whole_text_of_a_turn(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay(
        {"active": [kit.ember, kit.fire, kit.band], "bench": [kit.pup], "hand": [kit.fire, kit.rope, kit.fire],
         "discard": [kit.tonic]},
        {"hand": [kit.lure, kit.sage]},
        counters={"p1_active": {"damage": 20, "poison": 1}},
    )  # fmt: skip
    assert told(board.game) == GOLDEN
    assert told(board.game) == told(board.game), "the same table gives the same text"


def test_what_was_told_in_the_prompt_is_not_told_again(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"active": [kit.ember]}, {"active": [kit.rock]})
    text = told(board.game, told={kit.ember, kit.pup})
    assert "Stonewall — Basic" in text and "Emberling — Basic" not in text
    assert "CARD REFERENCES" not in told(board.game, told={kit.ember, kit.rock})


def test_an_executor_is_told_no_references(lay: Lay) -> None:
    assert told(lay().game, cards="none").startswith("=== BOARD ===")


def test_a_decision_is_told_with_its_choices_to_whoever_decides_and_to_nobody_else(
    lay: Lay, kit: SimpleNamespace
) -> None:
    board = lay({"hand": [kit.lure], "deck": [kit.ember, kit.fire, kit.sage]})
    board.do("play_trainer", "Lure")
    mine, theirs = told(board.game, 0), told(board.game, 1)
    assert "1. Emberling\n2. Sage\nWith: resolve_decision choices=[1]" in mine
    assert "Sage — Basic Pokemon" in mine, "what can be chosen is told"
    assert theirs.splitlines()[-1].startswith("Wait: one has to decide: ")
    assert "Emberling" not in theirs and "Sage" not in theirs


def test_what_a_player_has_seen_in_his_deck_is_told_until_it_is_shuffled(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"deck": [kit.lure, kit.fire, kit.sage]})
    board.do("peek", "deck", 2, because="an effect")
    assert "your_deck: top Lure, 2nd from top Fire Energy" in told(board.game, 0)
    assert "HIDDEN" not in told(board.game, 1)
    board.do("shuffle", "deck", because="an effect")
    assert "HIDDEN" not in told(board.game, 0)


def test_cards_of_the_opponents_hand_that_were_shown_are_remembered(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.sage, kit.fire]})
    board.do("reveal", "Sage")
    assert "opponent_hand: Sage" in told(board.game, 1)


@pytest.mark.parametrize(
    ("weakness", "resistance", "says"),
    [
        (Change("R", "×", 2), None, "Target is weak to Fire, so damage is ×2."),
        (Change("R", "+", 20), None, "Target is weak to Fire, so damage is +20."),
        (None, Change("R", "-", 30), "Target resists Fire, so damage is -30."),
        (Change("W", "×", 2), Change("G", "-", 30), "no weakness or resistance counts."),
    ],
)
def test_a_combat_note_goes_by_the_weakness_of_the_one_that_is_hit(
    weakness: Change | None, resistance: Change | None, says: str, kit: SimpleNamespace
) -> None:
    target = Card("t", "Target", "pokemon", hp=60, type="W", weakness=weakness, resistance=resistance)
    note = combat_note("your ", kit.ember, "the opponent's ", target)
    assert note == f"When your Emberling (Fire) attacks the opponent's Target (Water): {says}"


def test_where_no_weakness_counts_one_line_says_so_for_both(lay: Lay, kit: SimpleNamespace) -> None:
    text = told(lay({"active": [kit.ember]}, {"active": [kit.rock]}).game)
    assert "When your Emberling (Fire) attacks the opponent's Stonewall (Fighting): Stonewall resists Fire" in text
    text = told(lay({"active": [kit.sage]}, {"active": [kit.wisp]}).game)
    assert "Between Sage and Wisp no weakness or resistance counts." in text and "When " not in text


def test_what_can_be_done_with_several_cards_in_the_same_zones_is_one_line(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"active": [kit.ember], "bench": [kit.pup], "hand": [kit.fire, kit.water, kit.charm]})
    options = told(board.game).partition("=== OPTIONS ===\n")[2].splitlines()
    zones = 'zone="your_active" (Emberling) or "your_bench_1" (Dripup)'
    assert options[:2] == [
        f'1-4. attach_energy cardName="Fire Energy" or "Water Energy" {zones}',
        f'5-6. attach_tool cardName="Charm" {zones}',
    ]
    assert options[2].startswith("7. ")


def test_who_decides_one_thing_is_told_of_the_cards_that_matter_for_it(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay(
        {"active": [kit.ember], "bench": [kit.medic, kit.spread], "hand": [kit.rope, kit.study]},
        {"bench": [kit.rock]},
    )
    board.do("play_trainer", "Swap Rope")
    text = told(board.game, cards="choice")
    assert all(f"{name} — Basic" in text for name in ("Emberling", "Dripup", "Medic", "Sprinkler"))
    assert "Stonewall — " not in text and "Field Study — " not in text


def test_questions_that_were_answered_leave_room_in_the_log_for_what_happened(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"active": [kit.ember], "bench": [kit.medic, kit.spread], "hand": [kit.rope]})
    board.do("play_trainer", "Swap Rope")
    board.decide("Medic")
    log = told(board.game).partition("=== RECENT LOG ===\n")[2].partition("\n\n")[0]
    assert "change places" in log and "to decide" not in log


def test_what_was_done_this_turn_is_told(lay: Lay, kit: SimpleNamespace) -> None:
    board = lay({"hand": [kit.fire, kit.study], "deck": [kit.fire] * 5})
    board.do("attach_energy", "Fire Energy", "active")
    board.do("play_trainer", "Field Study")
    assert "done this turn: Energy attached, Supporter played" in told(board.game)


def test_face_down_pokemon_are_not_told(plugin: Pokemon, deck: Sequence[Card]) -> None:
    game = Game.start(plugin, plugin.deal([deck, deck]), seed=3, seats=[Seat("one"), Seat("two")])
    seen = []
    while game.view(None).phase == "setup":
        if game.view(1).cards("active", 0):
            seen.append(told(game, 1))
        assert game.to_act is not None
        game.act(game.to_act, *game.options(game.to_act)[0])
    assert seen and all("opponent_active: a face-down card" in each for each in seen)


@pytest.mark.parametrize(
    ("index", "said"), [(0, "top"), (1, "2nd from top"), (10, "11th from top"), (20, "21st from top"), (29, "bottom")]
)
def test_positions_count_from_the_top(index: int, said: str) -> None:
    assert place(index, 30) == said


def test_any_game_of_the_table_can_be_told() -> None:
    """A plugin without a narrator of its own has the plain one."""
    eights = Eights()
    game = Game.start(eights, eights.deal(), seed=1, seats=[Seat("one"), Seat("two")])
    narrator = PlainNarrator(eights)
    text = state_text(game, 0, Log(game, 0, narrator), narrator)
    assert "=== BOARD ===" in text and "your_hand" in text and "=== OPTIONS ===" in text


def never_seen(game: Game, viewer: int | None) -> list[int]:
    """The cards that a viewer has never been able to tell, in the whole game."""
    bit = game.plugin.layout.spectator if viewer is None else 1 << viewer
    seen = {n for n in range(len(game.table.cards)) if game.table.sight(n) & bit}
    for recorded in game.session.events:
        for change in getattr(recorded.event, "changes", ()):
            if (change[0] == "move" and change[5] & bit) or (change[0] == "face" and change[2] & bit):
                seen.add(change[1])
            elif change[0] == "know" and change[2] & bit:
                seen.update(change[1])
    return [n for n in range(len(game.table.cards)) if n not in seen]


def otherwise_hidden(game: Game, viewer: int | None, chance: Random) -> Game:
    """The same game as far as a viewer can tell, with what he has never seen dealt otherwise."""
    table, unseen = game.table, never_seen(game, viewer)
    cards = list(table.cards)
    for owner in (0, 1):
        own = [n for n in unseen if table.owners[n] == owner]
        mixed = [cards[n] for n in own]
        chance.shuffle(mixed)
        for number, card in zip(own, mixed, strict=True):
            cards[number] = card
    session = Session()
    session.dispatch(replace(game.started, cards=tuple(card.key for card in cards)))
    for recorded in list(game.session.events)[1:]:
        session.dispatch(recorded.event)
    return Game(game.plugin, session, game.seats)


def played(seed: int, actions: int) -> Game:
    plugin = Pokemon(CARDS.values())
    decks = [DECKS[name].cards for name in ("embers", "tides")]
    game = Game.start(plugin, plugin.deal(decks), seed=seed, seats=[Seat("one"), Seat("two")])
    chance = Random(seed)
    for _ in range(actions):
        if game.to_act is not None:
            game.act(game.to_act, *chance.choice(game.options(game.to_act)))
    return game


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), actions=st.integers(0, 120))
def test_two_tables_that_differ_only_in_hidden_cards_give_the_same_text_and_log(seed: int, actions: int) -> None:
    game = played(seed, actions)
    for viewer in (0, 1, None):
        other = otherwise_hidden(game, viewer, Random(seed))
        lines = [str(line) for line in Log(game, viewer, NARRATIVE).lines()]
        assert [str(line) for line in Log(other, viewer, NARRATIVE).lines()] == lines
        if viewer is not None:
            assert told(other, viewer) == told(game, viewer)
