"""Replay files: what a viewer saw, step by step, and nothing that he did not."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameplan.cards.eights import Eights
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.marks import marks
from gameplan.cards.pokemon.narrative import Narrative
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.pokemon.printed import PrintedCards
from gameplan.cards.replay import BrokenReplay, ReplayWriter, chance_broken, lines_for, read_replay, view_at
from gameplan.cards.table.events import Acted, GameStarted
from gameplan.cards.table.game import Game, laid_out
from gameplan.cards.table.rules import Seat
from gameplan.cards.table.state import Change
from gameplan.runtime import Session

VIEWERS = (0, 1, None)
PRINTING = PrintedCards(CARDS)


def a_game(
    seed: int, actions: int = 2_000, plugin: Pokemon | None = None, decks: Sequence[Sequence[Card]] = ()
) -> Game:
    plugin = plugin or Pokemon(CARDS.values())
    dealt = plugin.deal(decks or (DECKS["embers"].cards, DECKS["tides"].cards))
    game = Game.start(plugin, dealt, seed=seed, seats=[Seat("Ada"), Seat("Ben")])
    play_on(game, Random(seed), actions)
    return game


def play_on(game: Game, random: Random, actions: int) -> None:
    for _ in range(actions):
        seat = game.to_act
        if seat is None:
            return
        game.act(seat, *random.choice(game.options(seat)))


def written(game: Game, viewer: int | None) -> str:
    return "".join(lines_for(game, viewer, words=Narrative(), printing=PRINTING, marks=marks))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_each_step_shows_what_the_viewer_saw_after_it(viewer: int | None) -> None:
    game = a_game(1, actions=0)
    views = [game.view(viewer)]
    while game.to_act is not None:
        play_on(game, Random(len(views)), 1)
        views.append(game.view(viewer))
    read = read_replay(written(game, viewer))
    assert read.damage == ""
    assert len(read.steps) == len(views) > 20
    for index, view in enumerate(views):
        assert view_at(read, index, game.plugin.layout, game.plugin.card) == _as_shown(view)
        assert read.steps[index].hash == view.digest


def _as_shown(view: Any) -> Any:
    """A view whose choices are known by what they are called, not by the numbers of cards."""
    decision = view.decision
    if decision is None:
        return view
    choices = tuple(replace(choice, value=i) for i, choice in enumerate(decision.choices))
    return replace(view, decision=replace(decision, choices=choices, private=False))


def test_a_file_written_while_the_game_is_played_is_the_one_written_after_it() -> None:
    game = a_game(2, actions=0)
    writer = ReplayWriter(game, 1, words=Narrative(), printing=PRINTING, marks=marks)
    lines = list(writer.lines())
    while game.to_act is not None:
        play_on(game, Random(len(lines)), 1)
        lines += writer.lines()
    assert "".join(lines) == written(game, 1)


def test_own_arguments_are_told_by_name_and_those_of_the_other_are_not() -> None:
    game = a_game(3)
    for viewer in VIEWERS:
        for step in read_replay(written(game, viewer)).steps:
            assert step.seat == viewer or not step.given
    own = [step for step in read_replay(written(game, 0)).steps if step.action == "attach_energy" and step.seat == 0]
    assert own
    assert all(step.given[0] in CARDS and str(step.given[1]).startswith("p1_") for step in own)


def test_what_was_taken_back_stays_and_is_marked() -> None:
    game = a_game(4, actions=25)
    before = game.view(0)
    play_on(game, Random(5), 3)
    game.undo(0, 3, consent=True)
    assert game.view(0) == before
    play_on(game, Random(6), 2)
    read = read_replay(written(game, 0))
    assert [step.number for step in read.steps if step.undone] == [27, 28, 29]
    assert read.steps[29].back_to == 26
    assert read.steps[29].hash == before.digest
    assert read.damage == ""


def test_marks_lead_to_turns_knock_outs_prizes_and_coins() -> None:
    wanted = {"turn", "coin", "knock-out", "prize", "end"}
    games = (read_replay(written(a_game(seed), None)) for seed in range(20))
    read = next(each for each in games if wanted <= {mark for step in each.steps for mark in step.marks})
    at = read.at_turn(5)
    assert at is not None
    assert read.steps[at].turn == 5
    assert read.steps[at - 1].turn < 5
    knocked = read.next_mark("knock-out", -1)
    assert knocked is not None
    assert any("knocked out" in line for line in read.steps[knocked].told)
    assert read.at_turn(999) is None


def test_the_record_of_a_game_that_is_over_is_replayed_from_any_side() -> None:
    game = a_game(8)
    again = Game(Pokemon(CARDS.values()), Session.from_json(game.session.to_json()))
    for viewer in VIEWERS:
        assert written(again, viewer) == written(game, viewer)


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_any_game_at_the_table_is_written_down(viewer: int | None) -> None:
    plugin = Eights(3)
    game = Game.start(plugin, plugin.deal(), seed=5, seats=[Seat("Ada"), Seat("Ben"), Seat("Cleo")])
    play_on(game, Random(5), 500)
    read = read_replay("".join(lines_for(game, viewer)))
    assert read.damage == ""
    assert read.game == plugin.name
    assert read.steps[-1].hash == game.view(viewer).digest
    assert chance_broken(game) == ""


def test_the_seed_and_the_table_s_own_hash_are_not_in_the_file() -> None:
    plugin = Pokemon(CARDS.values())
    seed = "a-very-secret-seed"
    dealt = plugin.deal((DECKS["embers"].cards, DECKS["tides"].cards))
    game = Game.start(plugin, dealt, seed=seed, seats=[Seat("Ada"), Seat("Ben")])
    play_on(game, Random(1), 30)
    text = written(game, 0)
    assert seed not in text
    assert game.table.digest() not in text


def test_a_record_whose_coin_or_shuffle_is_not_the_seed_s_is_found_out() -> None:
    game = a_game(8)
    assert chance_broken(game) == ""
    record = game.session.to_json()
    coin = '["coin", true' if '["coin", true' in record else '["coin", false'
    other = '["coin", false' if coin.endswith("true") else '["coin", true'
    broken = Game(game.plugin, Session.from_json(record.replace(coin, other, 1)))
    assert "the coin in it" in chance_broken(broken)
    fields = json.loads(record)
    fields["events"][0]["fields"]["seed"] = "another"
    assert chance_broken(Game(game.plugin, Session.from_json(json.dumps(fields)))).startswith("Event 2:")


def test_what_was_taken_back_does_not_break_the_chain_of_chance() -> None:
    game = a_game(4, actions=25)
    game.undo(0, 6, consent=True)
    play_on(game, Random(9), 400)
    assert chance_broken(game) == ""


# -- nothing hidden


def _never_seen(game: Game, viewer: int | None) -> list[int]:
    """The cards that the viewer could not tell at any moment of the game."""
    seen: set[int] = set()
    bit = game.plugin.layout.spectator if viewer is None else 1 << viewer
    table = None
    for each in game.session.events:
        if isinstance(each.event, GameStarted):
            table = laid_out(game.plugin, each.event)
        elif isinstance(each.event, Acted) and table is not None:
            changes: Sequence[Change] = each.event.changes
            for change in changes:
                table.apply(change)
                seen.update(card for card in range(len(table.cards)) if table.sight(card) & bit)
                if change[0] == "move" and change[5] & bit:
                    seen.add(change[1])
    assert table is not None
    return [card for card in range(len(table.cards)) if card not in seen]


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.integers(1, 120), st.sampled_from(VIEWERS), st.randoms(use_true_random=False))
def test_games_that_differ_only_in_hidden_cards_give_the_same_file(
    seed: int, actions: int, viewer: int | None, random: Random
) -> None:
    game = a_game(seed, actions)
    hidden = _never_seen(game, viewer)
    record = json.loads(game.session.to_json())
    keys = record["events"][0]["fields"]["cards"]
    for seat in (0, 1):
        cards = [card for card in hidden if game.table.owners[card] == seat]
        others = random.sample([keys[card] for card in cards], len(cards))
        for card, key in zip(cards, others, strict=True):
            keys[card] = key
    twin = Game(game.plugin, Session.from_json(json.dumps(record)))
    assert written(twin, viewer) == written(game, viewer)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6), st.sampled_from(VIEWERS))
def test_no_name_of_a_card_that_was_never_seen_is_in_the_file(seed: int, viewer: int | None) -> None:
    numbers = count(1)

    def unmistakable(card: Card) -> Card:
        number = next(numbers)
        name = card.name if card.is_pokemon else f"{card.name} No{number}X"
        return replace(card, key=f"{card.key}-k{number}x", name=name)

    decks = [[unmistakable(card) for card in DECKS[name].cards] for name in ("embers", "tides")]
    plugin = Pokemon([card for deck in decks for card in deck])
    game = a_game(seed, 60, plugin, decks)
    text = written(game, viewer)
    for card in _never_seen(game, viewer):
        face = game.table.cards[card]
        assert f'{face.key}"' not in text
        assert face.is_pokemon or face.name not in text


# -- what is broken


def _lines() -> list[str]:
    return written(a_game(9, 40), 0).splitlines(keepends=True)


def test_a_card_that_was_changed_is_found_out() -> None:
    lines = _lines()
    step = json.loads(lines[12])
    shown = step.get("changed") or step["view"]
    shown["turn"] = 99
    lines[12] = json.dumps(step) + "\n"
    read = read_replay("".join(lines))
    assert len(read.steps) == 11
    assert "Line 13" in read.damage
    assert "not what was seen" in read.damage


def test_a_file_that_was_cut_off_is_read_as_far_as_it_is_whole() -> None:
    text = "".join(_lines())
    read = read_replay(text[: len(text) - 40])
    assert read.steps
    assert "cut off" in read.damage


def test_a_step_that_is_missing_is_told() -> None:
    lines = _lines()
    del lines[5]
    assert "step 5 is missing" in read_replay("".join(lines)).damage


@pytest.mark.parametrize(
    "line",
    ["null", "[]", "7", "{}", '{"step": 2}', '{"step": 2, "changed": 3}', '{"step": 2, "view": {}, "hash": ""}',
     '{"step": 2, "view": {"zones": 1, "counters": 2, "turn": 0}, "hash": ""}',
     '{"step": 2, "changed": {"counters": {"nowhere": {"damage": 1}}}, "hash": ""}', "[" * 5000],
)  # fmt: skip
def test_a_line_that_is_no_step_is_told(line: str) -> None:
    lines = [*_lines()[:2], line]
    read = read_replay("".join(lines))
    assert len(read.steps) == 1
    assert read.damage.startswith("Line 3")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no replay"),
        ("not json", "cannot be read"),
        ("[]", "no replay"),
        ('{"format": "gameplan.cards.replay", "version": 99}', "version 99"),
        ('{"format": "gameplan.cards.replay", "version": 1}', "cannot be read"),
        (
            '{"format": "gameplan.cards.replay", "version": 1, "zones": {}, "viewer": 7, "seats": [], "game": ""}',
            "seat 7",
        ),
    ],
)
def test_what_is_no_replay_is_refused_with_words(text: str, said: str) -> None:
    with pytest.raises(BrokenReplay, match=said):
        read_replay(text)


# -- cards as they are printed


@pytest.mark.parametrize("card", CARDS.values(), ids=lambda card: card.key)
def test_what_is_printed_on_a_card_comes_back_from_json(card: Card) -> None:
    strange = PrintedCards({})
    back = strange.read(json.loads(json.dumps(strange.write(card))))
    assert strange.write(back) == strange.write(card)
    assert PRINTING.read(strange.write(card)) is card
    assert back.effect == ()


@pytest.mark.parametrize(
    "said",
    [{}, {"key": "a"}, {"key": "a", "name": "A", "kind": "castle"}, {"key": "a", "name": 3, "kind": "item"},
     {"key": "a", "name": "A", "kind": "pokemon", "hp": -1}, {"key": "a", "name": "A", "kind": "pokemon", "type": "?"},
     {"key": "a", "name": "A", "kind": "pokemon", "attacks": [3]}],
)  # fmt: skip
def test_what_is_no_card_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="is"):
        PrintedCards({}).read(said)
