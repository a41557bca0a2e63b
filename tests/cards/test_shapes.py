"""Our decks use every shape of effect that the game has: recognised by what the cards' programs do, not by a list."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gameplan.cards.pokemon.creatures import DECKS
from gameplan.cards.pokemon.facts import Ability, Card
from gameplan.cards.pokemon.machine import OPERATIONS

CARDS = tuple(dict.fromkeys(card for deck in DECKS.values() for card in deck.cards))


class Does:
    """What a card does: the operations of its programs, wherever they stand in them, and what always holds."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.ability = card.ability or Ability("", "")
        self.attacks = [list(_operations(attack.effect)) for attack in card.attacks]
        self.others = [*_operations(card.effect), *_operations(self.ability.effect)]
        self.passive = {each[0] for each in (card.passive, self.ability.passive) if each}

    @property
    def all(self) -> list[tuple[Any, ...]]:
        return [*self.others, *(each for attack in self.attacks for each in attack)]

    def op(self, name: str, *args: Any) -> bool:
        """Whether it has an operation with these first arguments; None stands for any."""
        return any(
            each[0] == name
            and all(want is None or want == got for want, got in zip(args, each[1:], strict=False))
            and len(each) > len(args)
            for each in self.all
        )

    def chooses(self, source: str) -> bool:
        return any(each[0] == "choose" and re.fullmatch(source, each[2]) for each in self.all)

    def puts(self, source: str, where: str) -> bool:
        """Whether what it chooses from there is put there."""
        chosen = {each[1] for each in self.all if each[0] == "choose" and re.fullmatch(source, each[2])}
        return any(each[0] == "put" and each[1] in chosen and re.fullmatch(where, each[2]) for each in self.all)


def _operations(program: Any) -> Iterator[tuple[Any, ...]]:
    if isinstance(program, tuple):
        if program and isinstance(program[0], str) and program[0] in OPERATIONS:
            yield program
        for part in program:
            yield from _operations(part)


def _more_if(does: Does) -> bool:
    return any(each[0] == "if" and "more" in [op[0] for op in _operations(each[2])] for each in does.all)


# The shapes of the game, and how to tell that a card has one.
SHAPES: Mapping[str, Callable[[Does], bool]] = {
    "coin flip": lambda does: does.op("coin") or does.op("flips"),
    "more damage if": _more_if,
    "more damage per": lambda does: any(
        each[0] in ("more", "hit") and isinstance(each[1], tuple) and each[1][0] == "per"
        for each in does.all
        if each[1:]
    ),
    "special condition": lambda does: does.op("condition"),
    "search deck": lambda does: does.op("look", 0) and does.chooses("deck") and does.op("shuffle"),
    "damage counters placed": lambda does: does.op("counters"),
    "damage counters moved": lambda does: does.op("move_counters"),
    "cannot attack": lambda does: does.op("hold"),
    "cannot retreat": lambda does: does.op("stick"),
    "cannot use": lambda does: does.op("lock"),
    "draw": lambda does: does.op("draw"),
    "draw until": lambda does: does.op("draw_to"),
    "reveal": lambda does: does.op("reveal_hand") or any(each[0] == "put" and each[3:] == (True,) for each in does.all),
    "once during your turn": lambda does: does.ability.when == "once" and bool(does.ability.effect),
    "heal": lambda does: does.op("heal"),
    "discard own energy": lambda does: does.puts("energy:self", "discard"),
    "damage to self": lambda does: does.op("recoil"),
    "discard from hand": lambda does: does.puts("hand", "discard") or does.op("hand_away", "discard"),
    "bench damage": lambda does: does.op("hit", None, "foe_bench") or (does.op("hit", None, "target")),
    "spread damage": lambda does: does.op("hit", None, "foe_bench"),
    "attach energy": lambda does: does.op("attach") and does.chooses("discard|deck|hand"),
    "recover from discard": lambda does: does.puts("discard", "hand|deck_.*"),
    "take back into the hand": lambda does: does.op("pick_up"),
    "prevent damage": lambda does: "immune" in does.passive or any(
        each[0] == "guard" and each[1] > 999 for each in does.all
    ),
    "prevent conditions": lambda does: "no_conditions" in does.passive,
    "less damage": lambda does: bool({"less", "less_on_bench", "less_from"} & does.passive) or does.op("guard"),
    "evolve": lambda does: does.op("evolve") or does.op("candy"),
    "devolve": lambda does: does.op("devolve"),
    "played to bench": lambda does: does.ability.when == "played",
    "played to evolve": lambda does: does.ability.when == "evolved",
    "basic onto bench": lambda does: does.puts("deck|discard", "bench"),
    "prize cards": lambda does: does.op("look_at_prizes") or does.op("extra_prizes"),
    "gust": lambda does: does.op("switch_in") and does.chooses("foe_bench"),
    "switch own": lambda does: does.op("switch_in") and does.chooses("own_bench"),
    "move energy": lambda does: does.op("attach") and does.chooses("energy:own.*"),
    "discard foes energy": lambda does: does.puts("energy:foe.*", "discard"),
    "look at top": lambda does: any(each[0] == "look" and each[1] > 0 for each in does.all),
    "any order": lambda does: does.op("arrange"),
    "bottom of deck": lambda does: does.op("under") or does.puts(".*", "deck_bottom") or does.op("hand_away", "bottom"),
    "hand reset": lambda does: does.op("hand_away") and does.op("draw"),
    "mill": lambda does: does.op("mill"),
    "more damage next turn": lambda does: does.op("boost"),
    "another turn": lambda does: does.op("again"),
    "discard stadium or tool": lambda does: does.op("discard_stadium") and does.puts("tool:foe.*", "discard"),
    # What some cards are.
    "two prizes": lambda does: does.card.prizes == 2,
    "three prizes": lambda does: does.card.prizes == 3,
    "tera": lambda does: does.card.tera,
    "radiant": lambda does: does.card.radiant,
    "ace spec": lambda does: does.card.ace_spec,
    "special energy": lambda does: does.card.special,
    "tool": lambda does: does.card.kind == "tool",
    "stadium": lambda does: does.card.kind == "stadium",
}  # fmt: skip

# Shapes that the cards of the game have on several kinds of cards, and so have ours.
ON_SEVERAL_KINDS = {
    "coin flip": ("trainer", "attack"),
    "special condition": ("trainer", "attack"),
    "search deck": ("trainer", "ability", "attack"),
    "draw": ("trainer", "attack"),
    "heal": ("trainer", "ability", "attack"),
    "reveal": ("trainer", "ability"),
    "discard from hand": ("trainer", "attack"),
    "attach energy": ("trainer", "ability"),
    "gust": ("trainer", "attack"),
    "discard foes energy": ("trainer", "ability"),
    "look at top": ("trainer", "ability"),
    "bottom of deck": ("trainer", "ability"),
    "prize cards": ("trainer", "attack"),
}


@cache
def having(shape: str) -> tuple[Does, ...]:
    return tuple(does for does in map(Does, CARDS) if SHAPES[shape](does))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_card_of_our_decks_has_the_shape(shape: str) -> None:
    assert having(shape)


@pytest.mark.parametrize("shape", ON_SEVERAL_KINDS)
def test_a_shape_is_there_on_all_kinds_of_cards(shape: str) -> None:
    found = set()
    for does in having(shape):
        found |= {"trainer"} if does.card.is_trainer else {"energy"} if does.card.is_energy else set()
        if does.card.is_pokemon:
            found |= {"attack"} if any(does.attacks) and _alone(does, shape, attacks=True) else set()
            found |= {"ability"} if _alone(does, shape, attacks=False) else set()
    assert found >= set(ON_SEVERAL_KINDS[shape])


def _alone(does: Does, shape: str, *, attacks: bool) -> bool:
    """Whether the attacks of a Pokémon have a shape by themselves, or its ability."""
    part = Does(does.card)
    if attacks:
        part.others = []
    else:
        part.attacks = []
    return SHAPES[shape](part)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_has_a_test_of_what_it_does(shape: str) -> None:
    tests = Path(__file__).with_name("test_effects.py").read_text("utf-8")
    assert re.search(rf"^def test_{shape.replace(' ', '_')}_", tests, re.MULTILINE)
