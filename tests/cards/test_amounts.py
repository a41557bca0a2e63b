"""The words of programs: which cards a filter means, how many there are of something, and whether a condition holds."""

from __future__ import annotations

from typing import Any

import pytest

from gameplan.cards.pokemon.amounts import amount, holds, spots_of
from gameplan.cards.pokemon.board import BURNED, DAMAGE, EVOLVED, LAYOUT
from gameplan.cards.pokemon.creatures import CARDS
from gameplan.cards.pokemon.filters import described, matches
from gameplan.cards.table.state import Table

OWN = {
    "active": ["pyrroganth", "scorchook", "cindlet", "fire-energy", "tandem-energy", "feather-strap"],
    "bench_2": ["puddlin", "water-energy"],
    "hand": ["swap-rope", "cindlet"],
    "discard": ["fire-energy", "fire-energy", "lure-whistle"],
    "deck": ["fire-energy"],
    "prizes": ["fire-energy"] * 4,
}
FOE = {
    "active": ["flintoad", "windfall-energy"],
    "bench_1": ["ashmane-regent"],
    "bench_5": ["lumisk-regent", "shimfry"],
    "hand": ["swap-rope"] * 3,
    "deck": [],
    "prizes": ["fire-energy"] * 3,
}
CONTEXT = {"seat": 0, "spot": LAYOUT.index["p1_active"], "picked": (1, 2), "heads": 2, "may": ("yes",)}


@pytest.fixture
def table() -> Table:
    cards, dealt = [], {}
    for prefix, zones in (("p1", OWN), ("p2", FOE)):
        for name, keys in zones.items():
            dealt[LAYOUT.index[f"{prefix}_{name}"]] = list(range(len(cards), len(cards) + len(keys)))
            cards += [CARDS[key] for key in keys]
    made = Table(LAYOUT, cards, dealt)
    made.clock(6, 0, "main")
    made.mark(LAYOUT.index["p1_active"], DAMAGE, 30)
    made.mark(LAYOUT.index["p1_active"], EVOLVED, 6)
    made.mark(LAYOUT.index["p2_active"], BURNED, 1)
    made.mark(LAYOUT.index["p1_player"], LAYOUT.counter("player", "knocked_turn"), 5)
    return made


@pytest.mark.parametrize(
    ("word", "zones"),
    [
        ("self", ["p1_active"]),
        ("own", ["p1_active"]),
        ("foe", ["p2_active"]),
        ("own_bench", ["p1_bench_2"]),
        ("foe_bench", ["p2_bench_1", "p2_bench_5"]),
        ("own_all", ["p1_active", "p1_bench_2"]),
        ("own_damaged", ["p1_active"]),
        ("foe_all", ["p2_active", "p2_bench_1", "p2_bench_5"]),
        ("both_bench", ["p1_bench_2", "p2_bench_1", "p2_bench_5"]),
        ("both_all", ["p1_active", "p1_bench_2", "p2_active", "p2_bench_1", "p2_bench_5"]),
        ("nothing was chosen under this", []),
    ],
)
def test_words_for_pokemon_in_play(table: Table, word: str, zones: list[str]) -> None:
    assert [LAYOUT.zones[spot].name for spot in spots_of(table, CONTEXT, word)] == zones


@pytest.mark.parametrize(
    ("how_much", "number"),
    [
        (70, 70),
        (("per", 20, "heads"), 40),
        (("per", 1, "energy", "self"), 3),
        (("per", 1, "energy", "self", "R"), 1),
        (("per", 1, "energy", "foe", "R"), 1),  # energy of any type
        (("per", 1, "energy", "own_all"), 4),
        (("per", 10, "bench", "foe"), 20),
        (("per", 1, "room"), 4),
        (("per", 1, "counters", "self"), 3),
        (("per", 1, "hand", "foe"), 3),
        (("per", 1, "prizes_taken", "foe"), 3),
        (("per", 1, "prizes_left", "own"), 4),
        (("per", 30, "discard", "own", ("energy",)), 60),
        (("per", 1, "in_play", "foe", ("ruler",)), 2),
        (("per", 1, "retreat", "foe"), 2),
        (("per", 1, "retreat", "self"), 1),  # two less by its Tool
        (("per", 1, "chosen", "picked"), 2),
        (("least_of", 2, ("per", 1, "room")), 2),
        (("least_of", 9, ("per", 1, "room")), 4),
    ],
)
def test_amounts(table: Table, how_much: Any, number: int) -> None:
    assert amount(table, CONTEXT, how_much) == number


@pytest.mark.parametrize(
    ("condition", "is_so"),
    [
        ((), True),
        (("not", ("stadium",)), True),
        (("and", ("yes",), ("stadium",)), False),
        (("or", ("yes",), ("stadium",)), True),
        (("heads",), True),
        (("heads", 3), False),
        (("afflicted", "foe"), True),
        (("afflicted", "foe", "Burned"), True),
        (("afflicted", "foe", "Asleep"), False),
        (("afflicted", "own"), False),
        (("damaged", "own_all"), True),
        (("damaged", "foe_all"), False),
        (("knocked",), True),
        (("bench", "foe", 2), True),
        (("bench", "own", 2), False),
        (("room",), True),
        (("behind",), True),
        (("chosen", "picked", 2), True),
        (("chosen", "nothing"), False),
        (("hand", "own", 2), True),
        (("hand", "own", 3), False),
        (("hand_up_to", "foe", 3), True),
        (("hand_up_to", "foe", 2), False),
        (("deck",), True),
        (("deck", "foe"), False),
        (("energy", "foe"), True),
        (("energy", "foe_bench"), False),
        (("energy", "own", 2, "R"), False),
        (("tool", "own_all"), True),
        (("tool", "foe_all"), False),
        (("evolved_now",), True),
        (("active",), True),
        (("any_in", "hand", ("basic",)), True),
        (("any_in", "hand", ("supporter",)), False),
        (("any_in", "foe_hand", ("item",), 3), True),
        (("any_in", "discard", ("energy",), 3), False),
        (("spots", "foe_all", ("stage", 1)), True),
        (("spots", "foe", ("evolution",)), False),
        (("candy",), False),
    ],
)
def test_conditions(table: Table, condition: Any, is_so: bool) -> None:
    assert holds(table, CONTEXT, condition) is is_so


@pytest.mark.parametrize(
    ("filter_", "words", "keys"),
    [
        ((), "card", {"cindlet", "scorchook", "pyrroganth", "ashmane-regent", "swap-rope", "fire-energy"}),
        (("pokemon",), "Pokémon", {"cindlet", "scorchook", "pyrroganth", "ashmane-regent"}),
        (("basic",), "Basic Pokémon", {"cindlet", "ashmane-regent"}),
        (("evolution",), "Evolution Pokémon", {"scorchook", "pyrroganth"}),
        (("stage", 2), "Stage 2", {"pyrroganth"}),
        (("evolves_from", "Cindlet"), "card that evolves from Cindlet", {"scorchook"}),
        (("ruler",), "Pokémon worth more than one Prize", {"ashmane-regent"}),
        (("hp_up_to", 100), "Pokémon with at most 100 HP", {"cindlet", "scorchook"}),
        (("name", "Cindlet"), "Cindlet", {"cindlet"}),
        (("trainer",), "Trainer", {"swap-rope"}),
        (("and", ("basic",), ("ruler",)), "Basic Pokémon worth more than one Prize", {"ashmane-regent"}),
        (("or", ("item",), ("energy",)), "Item or Energy", {"swap-rope", "fire-energy"}),
        (("and", ("pokemon",), ("not", ("type", "R"))), "Pokémon other than Fire", set()),
        (("and", ("basic_energy",), ("type", "R")), "basic Fire Energy", {"fire-energy"}),
    ],
)
def test_filters_and_how_they_are_said(filter_: Any, words: str, keys: set[str]) -> None:
    some = ("cindlet", "scorchook", "pyrroganth", "ashmane-regent", "swap-rope", "fire-energy")
    assert {key for key in some if matches(filter_)(CARDS[key])} == keys
    assert described(filter_) == words


def test_unknown_words_are_refused(table: Table) -> None:
    with pytest.raises(ValueError, match="no filter"):
        matches(("shiny",))
    with pytest.raises(ValueError, match="Nothing is counted"):
        amount(table, CONTEXT, ("per", 1, "luck"))
