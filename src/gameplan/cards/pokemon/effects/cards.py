"""Operations that move cards: between deck, hand and discard pile, and those that only look."""

from __future__ import annotations

from typing import Any

from gameplan.cards.pokemon.amounts import amount, seat_of
from gameplan.cards.pokemon.board import (
    DECK,
    DISCARD,
    EVERYBODY,
    HAND,
    LOST,
    STADIUM,
    free_spots,
)
from gameplan.cards.pokemon.machine import Ask, Context, operation
from gameplan.cards.pokemon.stacks import enter
from gameplan.cards.table.acting import BOTTOM, TOP, Act
from gameplan.cards.table.decisions import ORDER, Choice, Decision


@operation
def draw(act: Act, context: Context, count: Any, whose: str = "own") -> None:
    """Draw cards, as many as there are."""
    seat = seat_of(context, whose)
    act.draw(DECK[seat], HAND[seat], amount(act.table, context, count))


@operation
def draw_to(act: Act, context: Context, count: int, whose: str = "own") -> None:
    """Draw until there are so many cards in hand."""
    seat = seat_of(context, whose)
    hand = sum(card != context.get("card", -1) for card in act.table.zones[HAND[seat]])
    if hand < count:
        act.draw(DECK[seat], HAND[seat], count - hand)


@operation
def look(act: Act, context: Context, count: int, end: str = "top", whose: str = "own") -> None:
    """Look at cards of a deck; all of it with 0."""
    deck = act.table.zones[DECK[seat_of(context, whose)]]
    cards = tuple(deck if count == 0 else deck[:count] if end == "top" else deck[-count:])
    act.show(cards, 1 << context["seat"])
    context["looked"] = cards


@operation
def put(act: Act, context: Context, name: str, where: str, shown: bool = False) -> None:
    """Put what was chosen somewhere: hand, bench, discard, lost, deck_top, deck_bottom."""
    table, seen = act.table, EVERYBODY if shown else 0
    for card in context.get(name, ()):
        place = table.place[card]
        seat = table.owners[card]
        tracked = None if place not in DECK else False
        if where == "bench":
            free = free_spots(table, seat)
            if free:
                enter(act, card, free[0])
        elif where in ("deck_top", "deck_bottom"):
            if place == DECK[seat]:
                seen |= 1 << context["seat"] & table.sight(card)
            act.move(card, DECK[seat], TOP if where == "deck_top" else BOTTOM, seen=seen)
        else:
            to = {"hand": HAND, "discard": DISCARD, "lost": LOST}[where][seat]
            act.move(card, to, seen=seen, tracked=tracked)


@operation
def reveal_hand(act: Act, context: Context, whose: str = "foe") -> None:
    """Show everybody a hand."""
    act.show(tuple(act.table.zones[HAND[seat_of(context, whose)]]), EVERYBODY)


@operation
def shuffle(act: Act, context: Context, whose: str = "own") -> None:
    """Shuffle a deck."""
    act.shuffle(DECK[seat_of(context, whose)])


@operation
def arrange(act: Act, context: Context, name: str = "looked") -> Ask | None:
    """Let the player put cards back on top of the deck in any order."""
    table = act.table
    cards = [card for card in context.get(name, ()) if table.place[card] in DECK]
    if "order" in context:
        chosen = context.pop("order")
        act.order(table.place[chosen[0]], 0, chosen, 1 << context["seat"])
        return None
    if len(cards) < 2:
        return None
    choices = tuple(Choice(table.cards[card].name, card) for card in cards)
    text = "Put them back in any order, the top card first"
    return Ask(Decision(context["seat"], ORDER, text, choices, len(cards), len(cards), True), "order", again=True)


@operation
def under(act: Act, context: Context, name: str) -> None:
    """Put the cards that are still in the deck under it, in the order in which they lie."""
    table, seat = act.table, context["seat"]
    for card in context.get(name, ()):
        if table.place[card] == DECK[seat]:
            act.move(card, DECK[seat], BOTTOM, seen=1 << seat & table.sight(card))


@operation
def hand_away(act: Act, context: Context, where: str, whose: str = "own") -> None:
    """Put a whole hand away: into the deck (shuffled), under it, or onto the discard pile."""
    table = act.table
    seat = seat_of(context, whose)
    cards = [card for card in table.zones[HAND[seat]] if card != context.get("card", -1)]
    for card in cards:
        if where == "discard":
            act.move(card, DISCARD[seat])
        else:
            act.move(card, DECK[seat], BOTTOM)
    if where == "deck":
        act.shuffle(DECK[seat])


@operation
def mill(act: Act, context: Context, count: Any, whose: str = "foe") -> None:
    """Discard cards off the top of a deck."""
    seat = seat_of(context, whose)
    for card in act.table.zones[DECK[seat]][: amount(act.table, context, count)]:
        act.move(card, DISCARD[seat])


@operation
def discard_stadium(act: Act, context: Context) -> None:
    """Discard the Stadium in play."""
    for card in act.table.zones[STADIUM][:]:
        act.move(card, DISCARD[act.table.owners[card]])
