"""Our own decks: what they are, and that whole games with them come to an end."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

import pytest

from gameplan.cards.pokemon.board import ACTIVE, pokemon
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.deck_rules import deck_problems
from gameplan.cards.pokemon.facts import Card
from gameplan.cards.pokemon.plugin import Pokemon, reference
from gameplan.cards.table.game import Game, after
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.rules import Seat
from gameplan.cards.table.state import Table

GAMES = 200
PLUGIN = Pokemon(CARDS.values())
SEATS = (Seat("one"), Seat("two"))


def used(table: Table, seat: int, option: Option) -> str | None:
    """What a player makes use of, as the card it is on."""
    match option:
        case ("play_basic" | "evolve" | "attach_energy" | "attach_tool" | "play_trainer", card, *_):
            return str(table.cards[card].name)
        case ("declare_attack", number):
            active = pokemon(table, ACTIVE[seat])
            return f"{active.name}: {active.attacks[number].name}"
        case ("declare_ability", spot):
            ability = pokemon(table, spot).ability
            return f"{pokemon(table, spot).name}: {ability.name if ability else ''}"
    return None


def play(seed: int, decks: tuple[str, str], uses: Counter[str]) -> Game:
    """A game of two players who do anything that the rules permit. Every other game, they end no turn in vain."""
    chance = random.Random(seed)
    game = Game.start(PLUGIN, PLUGIN.deal([DECKS[name].cards for name in decks], decks), seed=seed, seats=SEATS)
    while (seat := game.to_act) is not None:
        table = game.table
        assert table.turn <= 400, f"game {seed} does not end"
        options = PLUGIN.options(table, seat)
        if seed % 2 and len(options) > 1:
            options = [option for option in options if option != ("end_turn",)]
        option = chance.choice(options)
        if name := used(table, seat, option):
            uses[name] += 1
        game.act(seat, *option)
    return game


@cache
def games() -> tuple[tuple[Game, ...], Counter[str]]:
    """Random games, all decks against all."""
    uses: Counter[str] = Counter()
    pairs = list(product(DECKS, DECKS))
    return tuple(play(seed, pairs[seed % len(pairs)], uses) for seed in range(GAMES)), uses


def test_there_are_three_decks_of_sixty_cards_and_each_may_be_played() -> None:
    assert list(DECKS) == ["embers", "tides", "grove"]
    for name, deck in DECKS.items():
        assert deck.name == name
        assert len(deck.cards) == sum(deck.counts.values()) == 60
        assert not deck_problems(deck.cards)


def test_cards_are_found_by_their_keys_and_no_two_have_the_same_name() -> None:
    assert len({card.name for card in CARDS.values()}) == len(CARDS)
    for key, card in CARDS.items():
        assert PLUGIN.card(key) is card


@pytest.mark.parametrize("card", CARDS.values(), ids=list(CARDS))
def test_whatever_a_card_does_stands_in_its_text(card: Card) -> None:
    assert bool(card.text) == bool(card.effect or card.passive or card.tera or card.radiant)
    for attack in card.attacks:
        assert attack.text or attack.effect == (("hit",),), attack.name
        assert not attack.sign or attack.text
    if card.ability is not None:
        assert card.ability.text
        assert card.ability.effect or card.ability.passive
    assert card.name in reference(card)


def test_every_evolution_has_what_it_evolves_from_in_its_deck() -> None:
    for deck in DECKS.values():
        by_name = {card.name: card for card in deck.cards}
        for card in deck.cards:
            if card.stage:
                below = by_name[card.evolves_from]
                assert below.stage == card.stage - 1
                assert card.stage == 1 or card.line == below.evolves_from


def test_random_games_end_and_lose_no_card() -> None:
    for game in games()[0]:
        table = game.table
        assert table.result is not None
        assert sorted(card for zone in table.zones for card in zone) == list(range(120))
        assert Counter(table.owners) == {0: 60, 1: 60}
        for zone in table.layout.zones:
            if zone.owner >= 0:
                assert {table.owners[card] for card in table.zones[zone.index]} <= {zone.owner}


def test_random_games_use_every_card() -> None:
    uses = games()[1]
    unused = [card.name for card in CARDS.values() if not uses[card.name]]
    assert not unused


def test_random_games_use_nearly_every_attack_and_ability() -> None:
    uses = games()[1]
    names = [f"{card.name}: {attack.name}" for card in CARDS.values() for attack in card.attacks]
    names += [
        f"{card.name}: {card.ability.name}" for card in CARDS.values() if card.ability and card.ability.when == "once"
    ]
    unused = [name for name in names if not uses[name]]
    assert len(unused) <= 2, unused  # a few take more Energy than random players get together


def test_a_record_of_a_random_game_gives_the_same_table_again() -> None:
    for game in games()[0][:9]:
        table = replayed(game)
        assert table.digest() == game.table.digest()


def replayed(game: Game) -> Table:
    """The table that the record of a game makes, with each program that waited read from JSON."""
    started = game.started
    dealt: dict[int, list[int]] = {}
    for card, zone in enumerate(started.dealt):
        dealt.setdefault(zone, []).append(card)
    table = Table(PLUGIN.layout, [CARDS[key] for key in started.cards], dealt)
    for each in game.session.events:
        if hasattr(each.event, "changes"):
            table = after(table, each.event)
    return table
