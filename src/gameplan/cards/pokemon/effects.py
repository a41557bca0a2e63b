"""The operations of programs: each does one thing that cards say. They are written with the words of `programs.py`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gameplan.cards.pokemon.amounts import amount, holds, seat_of, spots_of
from gameplan.cards.pokemon.board import (
    ALL_SPOTS,
    ASLEEP,
    BOOST,
    BOOST_TURN,
    BURNED,
    CONDITION,
    CONFUSED,
    DAMAGE,
    DECK,
    DISCARD,
    EVERYBODY,
    EXTRA_TURN,
    GUARD,
    GUARD_TURN,
    HAND,
    HELD,
    IS_ACTIVE,
    LOCKED,
    LOCKED_TURN,
    LOST,
    NO_ITEMS,
    NO_SUPPORTER,
    OWNER,
    PARALYZED,
    PLAYER,
    PLUS,
    PLUS_TURN,
    POISON,
    PRIZE,
    STADIUM,
    STUCK,
    energies,
    free_spots,
    in_play,
    passives,
    pokemon,
    too_new,
    tools,
)
from gameplan.cards.pokemon.combat import damage_to, put_damage, thorns
from gameplan.cards.pokemon.facts import Card, Program
from gameplan.cards.pokemon.filters import described, matches
from gameplan.cards.pokemon.machine import Ask, Context, operation
from gameplan.cards.pokemon.stacks import attach as attach_card
from gameplan.cards.pokemon.stacks import devolve as take_stage_off
from gameplan.cards.pokemon.stacks import enter, leave, switch
from gameplan.cards.pokemon.stacks import evolve as put_stage_on
from gameplan.cards.table.acting import BOTTOM, TOP, Act
from gameplan.cards.table.decisions import Choice, Decision
from gameplan.cards.table.state import Table

_CONDITION_NUMBERS = {"Asleep": ASLEEP, "Confused": CONFUSED, "Paralyzed": PARALYZED}


# -- choosing


@operation
def choose(
    act: Act,
    context: Context,
    name: str,
    source: str,
    filter_: tuple[Any, ...] = (),
    least: Any = 1,
    most: Any = 1,
    by: str = "own",
    text: str = "",
) -> Ask | None:
    """Let somebody choose cards or Pokémon; what he chose is kept under a name. What is forced is not asked."""
    table, chooser = act.table, seat_of(context, by)
    found = candidates(table, context, source, filter_)
    most = min(amount(table, context, most), len(found))
    least = min(amount(table, context, least), most)
    are_spots = bool(found) and source not in _CARDS and ":" not in source
    if most == 0:
        context[name] = ()
        return None
    kinds = {found[0]} if are_spots and len(found) == 1 else {_sameness(table, each, are_spots) for each in found}
    if least == most and (least == len(found) or len(kinds) == 1):
        context[name] = tuple(found[:most])
        return None
    offered = found if are_spots else _copies(table, found, most)
    choices = tuple(Choice(_label(table, each, are_spots), each) for each in offered)
    what = text or f"Choose {_how_many(least, most)} {described(filter_) if filter_ or not are_spots else 'Pokémon'}"
    private = source in ("hand", "deck", "looked", "foe_deck", "prizes")
    return Ask(Decision(chooser, name, what, choices, least, most, private), name)


_CARDS = ("hand", "deck", "discard", "foe_hand", "foe_discard", "foe_deck", "looked", "prizes", "stadium")


def candidates(table: Table, context: Context, source: str, filter_: tuple[Any, ...]) -> list[int]:
    """The cards or spots that can be chosen."""
    test, cards, seat = matches(filter_), table.cards, context["seat"]
    zone: Sequence[int]
    if source in _CARDS:
        if source == "looked":
            zone = context.get("looked", ())
        else:
            kind = source.removeprefix("foe_")
            where = {"hand": HAND, "deck": DECK, "discard": DISCARD, "prizes": PRIZE, "stadium": (STADIUM,) * 2}[kind]
            zone = table.zones[where[1 - seat if source.startswith("foe_") else seat]]
        besides = context.get("card", -1)
        return [card for card in zone if card != besides and test(cards[card])]
    what, colon, target = source.partition(":")
    if colon:
        attached = energies if what == "energy" else tools
        return [
            card for spot in spots_of(table, context, target) for card in attached(table, spot) if test(cards[card])
        ]
    return [spot for spot in spots_of(table, context, source) if test(pokemon(table, spot))]


def _sameness(table: Table, each: int, are_spots: bool) -> Any:
    if are_spots:
        return each
    return table.cards[each].key, table.place[each]


def _copies(table: Table, cards: Sequence[int], most: int) -> list[int]:
    """The cards, but of each that is there several times only as many as can be chosen."""
    counts: dict[Any, int] = {}
    offered = []
    for card in cards:
        key = _sameness(table, card, False)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] <= most:
            offered.append(card)
    return offered


def _label(table: Table, each: int, is_spot: bool) -> str:
    if not is_spot:
        card: Card = table.cards[each]
        place = table.place[each]
        return f"{card.name} on {pokemon(table, place).name}" if place in ALL_SPOTS else card.name
    return f"{pokemon(table, each).name} ({table.layout.zones[each].name.partition('_')[2]})"


def _how_many(least: int, most: int) -> str:
    if least == most:
        return str(most)
    return f"up to {most}" if least == 0 else f"{least} to {most}"


# -- deciding what comes next


@operation
def if_(act: Act, context: Context, condition: tuple[Any, ...], then: Program, other: Program = ()) -> Program:
    """Go on with one program or another."""
    return then if holds(act.table, context, condition) else other


@operation
def offer(act: Act, context: Context, text: str) -> Ask:
    """Ask the player whether to; the condition `("yes",)` tells."""
    return Ask(Decision(context["seat"], "may", text, (Choice("yes", "yes"), Choice("no", "no"))), "may")


@operation
def coin(act: Act, context: Context, heads: Program, tails: Program = ()) -> Program:
    """Flip a coin, and go on as it falls."""
    fallen = act.flip(context.get("name", ""))
    context["heads"] = int(fallen)
    return heads if fallen else tails


@operation
def flips(act: Act, context: Context, count: Any) -> None:
    """Flip coins; how many were heads is kept. A count of -1: until one is tails."""
    purpose = context.get("name", "")
    if count == -1:
        heads = 0
        while heads < 50 and act.flip(purpose):
            heads += 1
        context["heads"] = heads
    else:
        context["heads"] = sum(act.flip(purpose) for _ in range(amount(act.table, context, count)))


@operation
def say(act: Act, context: Context, text: str) -> None:
    """Declare something."""
    act.say(text)


# -- cards that move


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
                rest = [other for other in table.zones[place] if other != card]
                ordered = [card, *rest] if where == "deck_top" else [*rest, card]
                act.order(place, 0, ordered, 1 << context["seat"])
            else:
                act.move(card, DECK[seat], TOP if where == "deck_top" else BOTTOM, seen=seen)
        else:
            to = {"hand": HAND, "discard": DISCARD, "lost": LOST}[where][seat]
            act.move(card, to, seen=seen, tracked=tracked)


@operation
def reveal(act: Act, context: Context, name: str) -> None:
    """Show everybody what was chosen."""
    act.show(context.get(name, ()), EVERYBODY)


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
    return Ask(Decision(context["seat"], "order", text, choices, len(cards), len(cards), True), "order", again=True)


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
def attach(act: Act, context: Context, cards: str, spots: str) -> None:
    """Attach the chosen cards to the chosen Pokémon; the rule of one Energy a turn does not count here."""
    where = spots_of(act.table, context, spots)
    if not where:
        return
    for card in context.get(cards, ()):
        attach_card(act, card, where[0])


@operation
def discard_stadium(act: Act, context: Context) -> None:
    """Discard the Stadium in play."""
    for card in act.table.zones[STADIUM][:]:
        act.move(card, DISCARD[act.table.owners[card]])


@operation
def pick_up(act: Act, context: Context, target: str, where: str = "hand") -> None:
    """Take a Pokémon and all cards on it out of play, into the hand or the deck. That is no knock-out."""
    for spot in spots_of(act.table, context, target):
        leave(act, spot, (HAND if where == "hand" else DECK)[OWNER[spot]])
        if where == "deck":
            act.shuffle(DECK[OWNER[spot]])


# -- damage


@operation
def hit(act: Act, context: Context, base: Any = None, target: str = "foe", plain: bool = False) -> None:
    """Do the attack's damage; to the foe's active Pokémon, unless told."""
    table = act.table
    points = int(context["base"]) if base is None else amount(table, context, base)
    if target == "foe" and base is None:
        points += int(context.get("more", 0))
    for spot in spots_of(table, context, target):
        dealt = damage_to(table, context["spot"], spot, points, plain=plain)
        if dealt > 0:
            put_damage(act, spot, dealt)
            back = thorns(table, spot) if OWNER[spot] != context["seat"] else 0
            if back and spot in IS_ACTIVE:
                put_damage(act, context["spot"], back)


@operation
def more(act: Act, context: Context, how_much: Any) -> None:
    """The attack does so much more, or less."""
    context["more"] = context.get("more", 0) + amount(act.table, context, how_much)


@operation
def counters(act: Act, context: Context, count: Any, target: str = "foe") -> None:
    """Put damage counters on Pokémon. That is no damage by an attack: nothing makes it more or less."""
    points = 10 * amount(act.table, context, count)
    for spot in spots_of(act.table, context, target):
        put_damage(act, spot, points)


@operation
def move_counters(act: Act, context: Context, most: Any, source: str, target: str) -> None:
    """Move damage counters from one Pokémon to another."""
    table = act.table
    sources, targets = spots_of(table, context, source), spots_of(table, context, target)
    if sources and targets and sources[0] != targets[0]:
        points = min(10 * amount(table, context, most), table.marks[sources[0]][DAMAGE])
        if points > 0:
            act.mark(sources[0], DAMAGE, table.marks[sources[0]][DAMAGE] - points)
            put_damage(act, targets[0], points)


@operation
def recoil(act: Act, context: Context, how_much: Any) -> None:
    """The attack does damage to the attacker itself."""
    put_damage(act, context["spot"], amount(act.table, context, how_much))


@operation
def heal(act: Act, context: Context, how_much: Any, target: str = "self") -> None:
    """Heal damage; all of it with 0."""
    table = act.table
    for spot in spots_of(table, context, target):
        has = table.marks[spot][DAMAGE]
        points = has if how_much == 0 else amount(table, context, how_much)
        act.mark(spot, DAMAGE, max(0, has - points))


# -- conditions, and what lasts


@operation
def condition(act: Act, context: Context, name: str, target: str = "foe", counters: int = 1) -> None:
    """Put a special condition on an active Pokémon."""
    table = act.table
    for spot in spots_of(table, context, target):
        if spot not in IS_ACTIVE or any(passive[0] == "no_conditions" for passive in passives(table, spot)):
            continue
        if name == "Poisoned":
            act.mark(spot, POISON, max(counters, table.marks[spot][POISON]))
        elif name == "Burned":
            act.mark(spot, BURNED, 1)
        else:
            act.mark(spot, CONDITION, _CONDITION_NUMBERS[name])


@operation
def cure(act: Act, context: Context, target: str = "own") -> None:
    """End all special conditions of a Pokémon."""
    for spot in spots_of(act.table, context, target):
        for counter in (CONDITION, POISON, BURNED):
            act.mark(spot, counter, 0)


@operation
def hold(act: Act, context: Context, target: str = "foe") -> None:
    """A Pokémon cannot attack in its next turn."""
    for spot in spots_of(act.table, context, target):
        act.mark(spot, HELD, _next_turn(act.table, OWNER[spot]))


@operation
def stick(act: Act, context: Context, target: str = "foe") -> None:
    """A Pokémon cannot retreat in its next turn."""
    for spot in spots_of(act.table, context, target):
        act.mark(spot, STUCK, _next_turn(act.table, OWNER[spot]))


@operation
def lock(act: Act, context: Context) -> None:
    """The Pokémon cannot use this attack in its next turn."""
    spot = context["spot"]
    act.mark(spot, LOCKED_TURN, _next_turn(act.table, OWNER[spot]))
    act.mark(spot, LOCKED, context["attack"])


@operation
def guard(act: Act, context: Context, how_much: int, target: str = "self") -> None:
    """In the foe's next turn attacks do so much less damage to a Pokémon."""
    for spot in spots_of(act.table, context, target):
        act.mark(spot, GUARD_TURN, _next_turn(act.table, 1 - OWNER[spot]))
        act.mark(spot, GUARD, how_much)


@operation
def boost(act: Act, context: Context, how_much: int) -> None:
    """In its next turn the Pokémon's attacks do so much more."""
    spot = context["spot"]
    act.mark(spot, BOOST_TURN, _next_turn(act.table, OWNER[spot]))
    act.mark(spot, BOOST, how_much)


@operation
def plus(act: Act, context: Context, how_much: int) -> None:
    """In this turn the attacks of the player's Pokémon do so much more to the active one."""
    side = PLAYER[context["seat"]]
    before = act.table.marks[side][PLUS] if act.table.marks[side][PLUS_TURN] == act.table.turn else 0
    act.mark(side, PLUS_TURN, act.table.turn)
    act.mark(side, PLUS, before + how_much)


@operation
def forbid(act: Act, context: Context, what: str, whose: str = "foe") -> None:
    """A player cannot play Items, or Supporters, in his next turn."""
    seat = seat_of(context, whose)
    act.mark(PLAYER[seat], NO_ITEMS if what == "items" else NO_SUPPORTER, _next_turn(act.table, seat))


@operation
def again(act: Act, context: Context) -> None:
    """The player has another turn after this one."""
    act.mark(PLAYER[context["seat"]], EXTRA_TURN, act.table.turn)


def _next_turn(table: Table, seat: int) -> int:
    """The number of a player's next turn."""
    return table.turn + (2 if table.player == seat else 1)


# -- Pokémon that move


@operation
def switch_in(act: Act, context: Context, name: str) -> None:
    """Make the chosen benched Pokémon its owner's active one. That is no retreat."""
    for spot in context.get(name, ()):
        if act.table.zones[spot] and spot not in IS_ACTIVE:
            switch(act, OWNER[spot], spot)


@operation
def evolve(act: Act, context: Context, cards: str, spots: str) -> None:
    """Put the chosen Evolution onto the chosen Pokémon."""
    where = spots_of(act.table, context, spots)
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
    cards = list(dict.fromkeys(card for card, _ in candy_pairs(act.table, context)))
    return _ask_cards(act.table, context, "candy_card", cards)


@operation
def choose_candy_spot(act: Act, context: Context) -> Ask | None:
    """On which Basic."""
    cards = context["candy_card"]
    spots = [spot for card, spot in candy_pairs(act.table, context) if card in cards]
    if len(spots) < 2:
        context["candy_spot"] = tuple(spots)
        return None
    choices = tuple(Choice(_label(act.table, spot, True), spot) for spot in spots)
    return Ask(Decision(context["seat"], "candy_spot", "Choose the Basic Pokémon that evolves", choices), "candy_spot")


def candy_pairs(table: Table, context: Context) -> list[tuple[int, int]]:
    """Which Stage 2 in hand goes onto which Basic in play."""
    seat, cards = context["seat"], table.cards
    found = []
    for card in table.zones[HAND[seat]]:
        if cards[card].is_pokemon and cards[card].stage == 2:
            found += [
                (card, spot)
                for spot in in_play(table, seat)
                if pokemon(table, spot).is_basic
                and pokemon(table, spot).name == cards[card].line
                and not too_new(table, spot)
            ]
    return found


def _ask_cards(table: Table, context: Context, name: str, cards: list[int]) -> Ask | None:
    offered = _copies(table, cards, 1)
    if len(offered) < 2:
        context[name] = tuple(offered)
        return None
    choices = tuple(Choice(table.cards[card].name, card) for card in offered)
    return Ask(Decision(context["seat"], name, "Choose a Stage 2 Pokémon", choices, private=True), name)


@operation
def knock_out(act: Act, context: Context, target: str) -> None:
    """Put so much damage on a Pokémon that it is knocked out."""
    table = act.table
    for spot in spots_of(table, context, target):
        act.mark(spot, DAMAGE, max(table.marks[spot][DAMAGE], 9_990))
