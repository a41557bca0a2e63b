"""Operations that move Pokémon in play, evolve them, and attach cards to them."""

from __future__ import annotations

from gameplan.cards.pokemon.amounts import candy_pairs, spots_of
from gameplan.cards.pokemon.board import (
    DECK,
    HAND,
    IS_ACTIVE,
    OWNER,
    is_first_turn,
    pokemon,
    too_new,
)
from gameplan.cards.pokemon.effects.choosing import copies, label_of
from gameplan.cards.pokemon.facts import Program
from gameplan.cards.pokemon.machine import Ask, Context, operation
from gameplan.cards.pokemon.stacks import attach as attach_card
from gameplan.cards.pokemon.stacks import devolve as take_stage_off
from gameplan.cards.pokemon.stacks import evolve as put_stage_on
from gameplan.cards.pokemon.stacks import leave, switch
from gameplan.cards.table.acting import Act
from gameplan.cards.table.decisions import Choice, Decision
from gameplan.cards.table.state import Table


@operation
def switch_in(act: Act, context: Context, name: str) -> None:
    """Make the chosen benched Pokémon its owner's active one. That is no retreat."""
    for spot in context.get(name, ()):
        if act.table.zones[spot] and spot not in IS_ACTIVE:
            switch(act, OWNER[spot], spot)


@operation
def evolve(act: Act, context: Context, cards: str, spots: str, at_once: bool = False) -> None:
    """Put the chosen Evolution onto the chosen Pokémon. It waits like any other, unless the card says `at_once`."""
    table = act.table
    where = [
        spot
        for spot in spots_of(table, context, spots)
        if at_once or not (is_first_turn(table) or too_new(table, spot))
    ]
    for card in context.get(cards, ())[:1]:
        if where:
            put_stage_on(act, card, where[0])


@operation
def devolve(act: Act, context: Context, target: str) -> None:
    """Take the newest stage off Pokémon, into their owner's hand."""
    table = act.table
    for spot in spots_of(table, context, target):
        if pokemon(table, spot).stage > 0 and sum(table.cards[card].is_pokemon for card in table.zones[spot]) > 1:
            take_stage_off(act, spot, HAND[OWNER[spot]])


@operation
def candy(act: Act, context: Context) -> Program:
    """Put a Stage 2 from the hand onto a Basic of its line, over the stage between."""
    return _CANDY


_CANDY: Program = (
    ("choose_candy_card",),
    ("choose_candy_spot",),
    ("evolve", "candy_card", "candy_spot"),
    ("on_evolve", "candy_spot"),
)


@operation
def choose_candy_card(act: Act, context: Context) -> Ask | None:
    """Which Stage 2."""
    cards = list(dict.fromkeys(card for card, _ in candy_pairs(act.table, context["seat"])))
    return _ask_cards(act.table, context, "candy_card", cards)


@operation
def choose_candy_spot(act: Act, context: Context) -> Ask | None:
    """On which Basic."""
    cards = context["candy_card"]
    spots = [spot for card, spot in candy_pairs(act.table, context["seat"]) if card in cards]
    if len(spots) < 2:
        context["candy_spot"] = tuple(spots)
        return None
    choices = tuple(Choice(label_of(act.table, spot, True), spot) for spot in spots)
    return Ask(Decision(context["seat"], "candy_spot", "Choose the Basic Pokémon that evolves", choices), "candy_spot")


def _ask_cards(table: Table, context: Context, name: str, cards: list[int]) -> Ask | None:
    offered = copies(table, cards, 1)
    if not offered:
        context[name] = ()
        return None
    choices = tuple(Choice(table.cards[card].name, card) for card in offered)
    return Ask(Decision(context["seat"], name, "Choose a Stage 2 Pokémon", choices, private=True), name)


@operation
def pick_up(act: Act, context: Context, target: str, where: str = "hand") -> None:
    """Take a Pokémon and all cards on it out of play, into the hand or the deck. That is no knock-out."""
    for spot in spots_of(act.table, context, target):
        leave(act, spot, (HAND if where == "hand" else DECK)[OWNER[spot]])
        if where == "deck":
            act.shuffle(DECK[OWNER[spot]])


@operation
def attach(act: Act, context: Context, cards: str, spots: str) -> None:
    """Attach the chosen cards to the chosen Pokémon; the rule of one Energy a turn does not count here."""
    where = spots_of(act.table, context, spots)
    if not where:
        return
    for card in context.get(cards, ()):
        attach_card(act, card, where[0])
