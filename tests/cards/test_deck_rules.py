"""What a deck may hold, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gameplan.cards.pokemon.creatures import CARDS, DECKS, Deck
from gameplan.cards.pokemon.deck_rules import deck_problems
from gameplan.cards.pokemon.facts import Card

FIRE = CARDS["fire-energy"]
CINDLET = CARDS["cindlet"]


def filled(*cards: Card) -> list[Card]:
    """A deck of these cards and as much basic Energy as it takes."""
    return [*cards, *[FIRE] * (60 - len(cards))]


def messages(cards: list[Card]) -> list[str]:
    return [str(problem) for problem in deck_problems(cards)]


@pytest.mark.parametrize("deck", DECKS.values(), ids=list(DECKS))
def test_our_own_decks_may_be_played(deck: Deck) -> None:
    assert deck_problems(deck.cards) == ()


def test_d1_a_deck_has_exactly_sixty_cards() -> None:
    assert messages(filled(CINDLET)[:59]) == ["[D1] A deck has exactly 60 cards; this one has 59: add 1."]
    assert messages([*filled(CINDLET), FIRE]) == ["[D1] A deck has exactly 60 cards; this one has 61: take 1 out."]
    assert messages(filled(CINDLET)) == []


def test_d2_of_a_name_there_are_at_most_four_cards() -> None:
    assert messages(filled(*[CINDLET] * 4)) == []
    assert messages(filled(*[CINDLET] * 6)) == [
        "[D2] A deck has at most 4 cards named Cindlet; this one has 6: take 2 out."
    ]


def test_d2_basic_energy_is_unlimited_and_special_energy_is_not() -> None:
    assert messages(filled(CINDLET)) == []
    assert messages(filled(CINDLET, *[CARDS["tandem-energy"]] * 5)) == [
        "[D2] A deck has at most 4 cards named Tandem Energy; this one has 5: take 1 out."
    ]


def test_d3_a_deck_has_a_basic_pokemon() -> None:
    assert messages(filled(CARDS["scorchook"])) == ["[D3] A deck needs at least one Basic Pokémon; this one has none."]
    assert messages(filled(CINDLET)) == []


def test_d4_there_is_one_ace_spec_in_all() -> None:
    coal, bell = CARDS["everburning-coal"], CARDS["undertow-bell"]
    assert messages(filled(CINDLET, coal)) == []
    assert messages(filled(CINDLET, coal, bell)) == [
        "[D4] A deck has at most one ACE SPEC card; this one has 2 (1 Everburning Coal, 1 Undertow Bell)."
    ]


def test_d4_there_is_one_radiant_pokemon() -> None:
    sunquill = CARDS["radiant-sunquill"]
    assert messages(filled(sunquill, CARDS["everburning-coal"])) == []
    assert messages(filled(sunquill, sunquill)) == [
        "[D4] A deck has at most one Radiant Pokémon; this one has 2 (2 Radiant Sunquill)."
    ]


def test_d5_what_stands_before_or_after_a_name_belongs_to_it() -> None:
    regent = replace_name(CINDLET, "Cindlet Regent")
    assert messages(filled(*[CINDLET] * 4, *[regent] * 4)) == []


def test_d5_the_set_and_the_number_do_not_belong_to_the_name() -> None:
    reprint = replace(CINDLET, key="other-7", set="OTHER", number="7")
    assert messages(filled(*[CINDLET] * 3, *[reprint] * 2)) == [
        "[D2] A deck has at most 4 cards named Cindlet; this one has 5: take 1 out."
    ]


def test_all_problems_are_said_at_once() -> None:
    bad = [CARDS["scorchook"]] * 5 + [CARDS["everburning-coal"]] * 2
    assert [problem.rule for problem in deck_problems(bad)] == ["D1", "D2", "D3", "D4"]
    assert [problem.rule for problem in deck_problems([])] == ["D1", "D3"]


def replace_name(card: Card, name: str) -> Card:
    return replace(card, key=name.lower(), name=name)
