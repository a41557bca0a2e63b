"""What happens at a table, as people say it."""

from __future__ import annotations

import pytest

from gameplan.cards.pokemon.board import PRIZE
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.game import Game
from gameplan.cards.table.rules import Seat
from gameplan.cards.table.views import view_of
from gameplan.cli.cards.board import board_lines
from gameplan.cli.cards.words import in_words

NAMES = ("Ada", "Ben")


@pytest.mark.parametrize(
    ("line", "viewer", "said"),
    [
        ("You put Cindlet into your_active.", 0, "You put Cindlet into your Active Spot."),
        ("Cindlet (opponent_active) is turned face up.", 0, "Cindlet (Ben's Active) is turned face up."),
        ("Ben puts Puddlin onto p2_bench_2.", None, "Ben puts Puddlin onto their Bench 2."),
        (
            "Cindlet goes from p1_active to p1_discard.",
            None,
            "Cindlet goes from Ada's Active Spot to their discard pile.",
        ),
        ("You: warn [effect] Looking into p1_deck.", 0, "  rule effect: Looking into your deck."),
        ("Ada: warn [effect] Looking into p1_deck.", 1, "  rule effect: Looking into Ada's deck."),
        ("(undone) You shuffle your_deck.", 0, "(taken back) You shuffle your deck."),
        ("Ben has to decide: Choose your new Active Pokémon", 0, None),
    ],
)
def test_zones_are_called_as_people_call_them(line: str, viewer: int | None, said: str | None) -> None:
    assert in_words(line, NAMES, viewer) == said


@pytest.mark.parametrize(("left", "said"), [(1, "1 prize to take"), (2, "2 prizes to take")])
def test_what_is_there_once_is_said_as_one(left: int, said: str) -> None:
    pokemon = Pokemon(CARDS.values())
    deal = pokemon.deal([DECKS["embers"].cards, DECKS["tides"].cards])
    table = Game.start(pokemon, deal, seed=1, seats=[Seat(name) for name in NAMES]).table
    deck = next(zone for zone in table.zones if len(zone) > left + 7)
    table.zones[PRIZE[0]] = [deck.pop() for _ in range(left)]
    assert any(said in str(line) for line in board_lines(view_of(table, 0), NAMES, 100))
