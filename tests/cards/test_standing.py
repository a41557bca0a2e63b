"""How a game stood at any event, told from its record alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from gameplan.cards.eights import Eights
from gameplan.cards.pokemon.creatures import CARDS, DECKS
from gameplan.cards.pokemon.plugin import Pokemon
from gameplan.cards.table.game import Game, table_of
from gameplan.cards.table.plugin import Deal, Plugin
from gameplan.cards.table.rules import Seat
from gameplan.cards.table.standing import told_state
from gameplan.cards.table.state import Table
from gameplan.runtime.session.history import standing


def pokemon() -> tuple[Plugin, Deal]:
    plugin = Pokemon(CARDS.values())
    return plugin, plugin.deal([DECKS["embers"].cards, DECKS["tides"].cards])


def eights() -> tuple[Plugin, Deal]:
    plugin = Eights(3)
    return plugin, plugin.deal()


def stood(table: Table) -> dict[str, Any]:
    """What lies on a table of the game's own making."""
    found: dict[str, Any] = {}
    for zone in table.layout.zones:
        keys = [table.cards[card].key for card in table.zones[zone.index]]
        counted = {
            name: value for name, value in zip(zone.kind.counters, table.marks[zone.index], strict=True) if value
        }
        if keys or counted:
            found[zone.name] = (keys, counted)
    return found


def told(record: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    (table,) = told_state(record)["cards.table"]
    zones = {}
    for name, zone in table["zones"].items():
        counted = zone if isinstance(zone, dict) else {"cards": zone}
        keys = [card if isinstance(card, str) else card["card"] for card in counted["cards"]]
        zones[name] = (keys, {each: value for each, value in counted.items() if each != "cards"})
    return table, zones


@pytest.mark.parametrize("laid", [pokemon, eights])
@pytest.mark.parametrize("seed", [3, 8])
def test_the_table_is_told_as_it_stood_at_each_event(laid: Callable[[], tuple[Plugin, Deal]], seed: int) -> None:
    plugin, deal = laid()
    names = ["Ada", "Ben", "Cleo"][: plugin.layout.seats]
    game = Game.start(plugin, deal, seed=seed, seats=[Seat(name) for name in names])
    luck = random.Random(seed)
    while (seat := game.to_act) is not None and game.session.seq < 150:
        game.act(seat, *luck.choice(game.options(seat)))
        if game.may_undo(seat) and luck.random() < 0.1:
            game.undo(seat)
    counted = set()
    for seq in range(1, game.session.seq + 1):
        record = standing(game.session.events, seq)
        table = table_of(plugin, record)
        assert table is not None
        said, zones = told(record)
        assert zones == stood(table)
        assert (said["turn"], said["player"], said["phase"]) == (table.turn, names[table.player], table.phase)
        asked = table.decision
        assert said.get("decision", {}).get("text") == (asked.text if asked is not None else None)
        counted |= {each for _, counts in zones.values() for each in counts}
    assert ("damage" in counted) == (laid is pokemon)


def test_flags_and_how_a_card_lies_are_told_with_it_and_the_end_of_a_game(lay: Any, kit: Any) -> None:
    board = lay({"active": [kit.ember], "hand": [kit.fire]})
    card = board.game.table.zones[board.game.plugin.layout.at("active", 0)][0]
    board.game.act(0, "set_orientation", card, 90)
    board.game.act(0, "concede")
    said, _ = told(board.game.session.standing)
    assert {"card": board.game.table.cards[card].key, "turned": 90} in said["zones"]["p1_active"]
    assert said["result"]["winner"] == board.game.seats[1].name


def test_who_has_given_up_is_told() -> None:
    plugin, deal = eights()
    game = Game.start(plugin, deal, seed=1, seats=[Seat("Ada"), Seat("Ben"), Seat("Cleo")])
    game.act(1, "concede")
    assert told(game.session.standing)[0]["gave_up"] == ["Ben"]


def test_a_record_without_a_game_tells_of_none() -> None:
    assert told_state([]) == {}
