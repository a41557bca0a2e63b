"""Which cards, which Pokémon: small descriptions as data, and what they mean.

A filter is a tuple: `("basic",)`, `("type", "R")`, `("and", a, b)`, `("or", a, b)`, `("not", a)`, `()` for any.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import Any, TypeAlias

from gameplan.cards.pokemon.facts import TYPES, Card

Filter: TypeAlias = tuple[Any, ...]
Test: TypeAlias = Callable[[Card], bool]

_WORDS: dict[str, tuple[Test, str]] = {
    "pokemon": (lambda card: card.is_pokemon, "Pokémon"),
    "basic": (lambda card: card.is_basic, "Basic Pokémon"),
    "evolution": (lambda card: card.is_pokemon and card.stage > 0, "Evolution Pokémon"),
    "energy": (lambda card: card.is_energy, "Energy"),
    "basic_energy": (lambda card: card.is_basic_energy, "basic Energy"),
    "special_energy": (lambda card: card.is_energy and card.special, "special Energy"),
    "trainer": (lambda card: card.is_trainer, "Trainer"),
    "item": (lambda card: card.kind == "item", "Item"),
    "supporter": (lambda card: card.kind == "supporter", "Supporter"),
    "stadium": (lambda card: card.kind == "stadium", "Stadium"),
    "tool": (lambda card: card.kind == "tool", "Tool"),
    "ruler": (lambda card: card.prizes > 1, "Pokémon worth more than one Prize"),
}


@cache
def matches(filter_: Filter) -> Test:
    """The test that a filter describes."""
    if not filter_:
        return lambda card: True
    word, *rest = filter_
    if word in _WORDS:
        return _WORDS[word][0]
    match word:
        case "and":
            return reduce(_both, map(matches, rest))
        case "or":
            return reduce(_either, map(matches, rest))
        case "not":
            test = matches(rest[0])
            return lambda card: not test(card)
        case "type":
            return lambda card: card.type == rest[0] or (card.is_energy and rest[0] in card.gives)
        case "name":
            return lambda card: card.name == rest[0]
        case "evolves_from":
            return lambda card: card.evolves_from == rest[0]
        case "stage":
            return lambda card: card.is_pokemon and card.stage == rest[0]
        case "hp_up_to":
            return lambda card: card.is_pokemon and card.hp <= rest[0]
    raise ValueError(f"There is no filter {word!r}.")


def _both(one: Test, other: Test) -> Test:
    return lambda card: one(card) and other(card)


def _either(one: Test, other: Test) -> Test:
    return lambda card: one(card) or other(card)


def described(filter_: Filter) -> str:
    """A filter in words, as on a card."""
    if not filter_:
        return "card"
    word, *rest = filter_
    if word in _WORDS:
        return _WORDS[word][1]
    match word:
        case "and":
            return _together(rest)
        case "or":
            return " or ".join(described(each) for each in rest)
        case "not":
            return f"other than {described(rest[0])}"
        case "type":
            return TYPES[rest[0]]
        case "name":
            return str(rest[0])
        case "evolves_from":
            return f"card that evolves from {rest[0]}"
        case "stage":
            return f"Stage {rest[0]}"
        case "hp_up_to":
            return f"Pokémon with at most {rest[0]} HP"
    return str(word)


def _together(filters: Sequence[Filter]) -> str:
    """Several filters in one: a type stands before what it is the type of."""
    nouns = [described(each) for each in filters if each[0] != "type"]
    said = " ".join([*nouns[:1], *(noun.removeprefix("Pokémon ") for noun in nouns[1:])])
    for each in filters:
        if each[0] == "type":
            before, _, noun = said.rpartition(" ")
            said = " ".join(part for part in (before, TYPES[each[1]], noun) if part)
    return said
