"""The house players: they see only what their seat sees, and play the same twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from gameplan.cards.match import Side, play_game, play_match
from gameplan.cards.players import (
    LEVELS,
    Evaluation,
    Outlook,
    Setting,
    determinise,
    likelihoods,
    make_player,
    outlook_of,
    veiled,
)
from gameplan.cards.players.attacks import usual_damage
from gameplan.cards.players.reply import Reply
from gameplan.cards.players.search import Candidate, Effort, Search
from gameplan.cards.players.value import Value
from gameplan.cards.pokemon.board import DECK, HAND, PRIZE
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.facts import Attack
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.pokemon.programs import HIT, coin
from gameplan.cards.table.decisions import Result
from gameplan.cards.table.events import Acted, GameStarted
from gameplan.cards.table.game import Game
from gameplan.cards.table.rules import Seat
from gameplan.cards.table.state import Table
from gameplan.cards.table.views import view_of
from gameplan.runtime import Session

GAME = Pokemon(CARDS.values())
EMBERS, TIDES, GROVE = (DECKS[name].cards for name in ("embers", "tides", "grove"))
POOL = (EMBERS, TIDES, GROVE)


def moments(seed: int, level: str = "heuristic", every: int = 1) -> Iterator[tuple[Game, int]]:
    """A game between two players, stopped at decisions on its way."""
    game = Game.start(GAME, GAME.deal([EMBERS, TIDES]), seed=seed, seats=[Seat("a"), Seat("b")])
    players = [make_player(level, Setting(GAME, seat, (EMBERS, TIDES)[seat], POOL, str(seed))) for seat in (0, 1)]
    count = 0
    while (seat := game.to_act) is not None:
        if count % every == 0:
            yield game, seat
        outlook = outlook_of(game, seat)
        game.act(seat, *outlook.options[players[seat].choose(outlook)])
        count += 1


def mixed(table: Table, seat: int, rng: Random) -> Table:
    """The same table for a seat, with other cards where it sees none."""
    twin = table.clone()
    for owner in (0, 1):
        hidden = [n for n, whose in enumerate(table.owners) if whose == owner and not table.sight(n) >> seat & 1]
        other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
        for zone in twin.zones:
            zone[:] = [other.get(card, card) for card in zone]
        for old, new in other.items():
            twin.place[new], twin.faces[new], twin.known[new] = table.place[old], table.faces[old], table.known[old]
    return twin


def test_the_veiled_table_is_what_the_seat_sees_and_no_more() -> None:
    for game, seat in moments(1):
        table = game.table
        veil = veiled(table, seat)
        assert view_of(veil, seat).to_json() == view_of(table, seat).to_json()
        hidden = [number for number in range(len(table.cards)) if not table.sight(number) >> seat & 1]
        assert sum(card is None for card in veil.cards) == len(hidden)
        assert Counter(veil.place) == Counter(table.place)


@pytest.mark.parametrize("level", LEVELS)
def test_the_choice_is_the_same_whatever_is_hidden(level: str) -> None:
    rng = Random(5)
    for number, (game, seat) in enumerate(moments(2, every=9)):
        table = game.table
        other = mixed(table, seat, rng)
        outlooks = [Outlook(seat, veiled(each, seat), tuple(GAME.options(each, seat))) for each in (table, other)]
        assert outlooks[0].options == outlooks[1].options
        setting = Setting(GAME, seat, (EMBERS, TIDES)[seat], POOL, f"seed {number}")
        choices = [make_player(level, setting).choose(outlook) for outlook in outlooks]
        assert choices[0] == choices[1]


def test_an_imagined_world_holds_what_is_known_and_whole_decks() -> None:
    for game, seat in moments(3, every=7):
        veil = veiled(game.table, seat)
        world = determinise(veil, seat, (EMBERS, TIDES)[seat], POOL, Random(1))
        assert all(known is None or known is card for known, card in zip(veil.cards, world.cards, strict=True))
        own = Counter(card.key for card, owner in zip(world.cards, world.owners, strict=True) if owner == seat)
        assert own == Counter(card.key for card in (EMBERS, TIDES)[seat])
        assert view_of(world, seat).to_json() == game.view(seat).to_json()


def test_shown_cards_tell_the_deck() -> None:
    only_in_tides = next(card for card in TIDES if card not in EMBERS and card not in GROVE)
    assert likelihoods(Counter(), POOL) == pytest.approx([1 / 3] * 3)
    assert likelihoods(Counter([only_in_tides]), POOL)[1] > 0.9


def test_the_evaluation_likes_prizes_and_winning() -> None:
    evaluation = Evaluation([card for deck in POOL for card in deck])
    game, seat = next((game, seat) for game, seat in moments(4) if game.table.turn > 3)
    table = game.table
    ahead = table.clone()
    ahead.zones[HAND[seat]].append(ahead.zones[PRIZE[seat]].pop())
    assert evaluation.of(ahead, seat) > evaluation.of(table, seat) > evaluation.of(ahead, 1 - seat) - 1_000
    won, lost = table.clone(), table.clone()
    won.result, lost.result = Result(seat, "won"), Result(1 - seat, "lost")
    assert evaluation.of(won, seat) > evaluation.of(ahead, seat) > evaluation.of(lost, seat)


def test_the_evaluation_fears_an_empty_deck() -> None:
    evaluation = Evaluation(EMBERS)
    game, seat = next((game, seat) for game, seat in moments(4) if game.table.turn > 3)
    table = game.table
    short = table.clone()
    del short.zones[DECK[seat]][2:]
    assert evaluation.of(short, seat) < evaluation.of(table, seat)


def test_the_usual_damage_of_a_coin_is_the_middle() -> None:
    assert usual_damage(Attack("Plain", "C", 30)) == 30
    assert usual_damage(Attack("Coin", "C", 30, "+", effect=(coin((("more", 20),)), HIT))) == 40


def test_a_search_keeps_to_its_effort() -> None:
    effort = Effort(worlds=1, finalists=1, more_worlds=1, ways=4, actions=2, width=1)
    for game, seat in moments(6, every=6):
        setting = Setting(GAME, seat, (EMBERS, TIDES)[seat], POOL, "s")
        mind = setting.mind()
        outlook = outlook_of(game, seat)
        Search(mind, "s", effort).choose(outlook)
        assert mind.nodes < 60 * (2 * len(outlook.options) + 20)


def test_a_line_is_played_to_the_end_of_the_turn_and_a_reply_to_the_end_of_the_other() -> None:
    game, seat = next((game, seat) for game, seat in moments(4) if game.table.turn > 3 and not game.table.decision)
    setting = Setting(GAME, seat, (EMBERS, TIDES)[seat], POOL, "s")
    mind = setting.mind()
    world = determinise(veiled(game.table, seat), seat, setting.deck, POOL, Random(1))
    value, after, went_on = mind.played_on((world, 1), (("end_turn",),))
    assert (after.turn, after.player, went_on) == (world.turn + 1, 1 - seat, [])
    assert value == mind.evaluation.chance(after, seat)
    for turns in (1, 2):
        tried = mind.nodes
        mind.later(after, 1, turns)
        assert mind.nodes > tried
    assert mind.later(after, 1, 0) == mind.evaluation.chance(after, seat)


def test_a_chance_to_win_orders_tables_as_points_do() -> None:
    evaluation = Evaluation([card for deck in POOL for card in deck])
    tables = [game.table.clone() for game, _ in moments(4, every=11) if game.table.turn]
    assert sorted(tables, key=lambda table: evaluation.of(table, 0)) == sorted(
        tables, key=lambda table: evaluation.chance(table, 0)
    )
    won, drawn, lost = (tables[0].clone() for _ in range(3))
    won.result, drawn.result, lost.result = Result(0, "won"), Result(None, "drawn"), Result(1, "lost")
    assert evaluation.chance(won, 0) > max(evaluation.chance(table, 0) for table in tables)
    assert evaluation.chance(lost, 0) < min(evaluation.chance(table, 0) for table in tables)
    assert evaluation.chance(drawn, 0) == 0.5
    assert evaluation.chance(won, 0) < 1  # a win that comes sooner is better
    later = won.clone()
    later.turn += 1
    assert evaluation.chance(later, 0) < evaluation.chance(won, 0)


def test_value_ends_a_turn_only_when_nothing_makes_it_better() -> None:
    ended = 0
    for game, seat in moments(6):
        if game.table.decision or game.table.phase == "setup":
            continue
        player = Value(Setting(GAME, seat, (EMBERS, TIDES)[seat], POOL, "s").mind(), "s")
        outlook = outlook_of(game, seat)
        before = player.mind.nodes
        word = outlook.options[player.choose(outlook)][0]
        assert len(outlook.options) == 1 or player.mind.nodes > before
        ended += word in ("declare_attack", "end_turn")
        goes_on = any(option[0] == "evolve" for option in outlook.options)
        assert not (goes_on and word == "end_turn")
    assert ended


@pytest.mark.parametrize(
    ("gain", "spread", "taken"),
    [(0.0, 0.0, False), (0.05, 0.0, True), (0.05, 0.3, False), (-0.05, 0.0, False), (0.005, 0.0, False)],
)
def test_reply_leaves_the_line_of_the_search_only_for_more_than_chance(gain: float, spread: float, taken: bool) -> None:
    game, seat = next((game, seat) for game, seat in moments(4) if game.table.turn > 3 and not game.table.decision)
    mind = Setting(GAME, seat, (EMBERS, TIDES)[seat], POOL, "s").mind()
    first, rival = Candidate((("end_turn",),), [0.5], []), Candidate((("declare_attack", 0),), [0.45], [])

    class Told(Reply):
        asked = 0

        def _later(self, world: object, line: object) -> float:
            if line == first.line:
                return 0.5
            self.asked += 1
            return 0.5 + gain + (spread if self.asked % 2 else -spread)

    chosen = Told(mind, "s").chosen([first, rival], outlook_of(game, seat), Random(1))
    assert chosen is (rival if taken else first)


def test_reply_does_not_follow_a_line_that_is_far_behind() -> None:
    game, seat = next((game, seat) for game, seat in moments(4) if game.table.turn > 3 and not game.table.decision)
    mind = Setting(GAME, seat, (EMBERS, TIDES)[seat], POOL, "s").mind()
    first, behind = Candidate((("end_turn",),), [0.8], []), Candidate((("declare_attack", 0),), [0.3], [])
    assert Reply(mind, "s").chosen([first, behind], outlook_of(game, seat), Random(1)) is first
    assert mind.nodes == 0


@pytest.mark.parametrize("level", ["heuristic", "value", "search"])
def test_a_trainer_that_no_program_carries_out_is_left_in_hand(level: str) -> None:
    blank = {card.key: replace(card, effect=(), needs=(), programmed=not card.is_trainer) for card in TIDES}
    deck = [blank[card.key] if card.is_trainer else card for card in TIDES]
    session = Session()
    sides = [Side(level, deck), Side("random", deck)]
    result = play_game(Pokemon(dict.fromkeys(deck)), sides, 1, session=session)
    started = next(each.event for each in session.events if isinstance(each.event, GameStarted))
    acts = [each.event for each in session.events if isinstance(each.event, Acted) and each.event.seat == 0]
    played = [blank[started.cards[act.args[0]]].kind for act in acts if act.action == "play_trainer"]
    assert set(played) <= {"stadium"}
    assert not result.seats[0].fault


def test_an_unknown_level_is_told_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"no house player 'grandmaster'.*random, heuristic, value, search, reply"):
        make_player("grandmaster", Setting(GAME, 0, EMBERS))


@pytest.mark.parametrize(("better", "worse", "games"), [("heuristic", "random", 12), ("search", "heuristic", 8)])
def test_a_higher_level_beats_a_lower_one(better: str, worse: str, games: int) -> None:
    result = play_match(GAME, (Side(better, GROVE), Side(worse, GROVE)), games, seed=1, pool=POOL)
    assert result.rate(0).value > 0.6
    assert not result.faults(0)
    assert not result.faults(1)
