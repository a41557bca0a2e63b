"""What can be done at every table, whatever the game. Positions count from the top; the default end is the top."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from gameplan.cards.table.acting import BOTTOM, TOP, Act
from gameplan.cards.table.decisions import BY_HAND, Choice, Decision
from gameplan.cards.table.plugin import CardNumber, IllegalAction, Perform, Plugin, SeatNumber, ZoneNumber
from gameplan.cards.table.state import Table

_MOST_CHOICES = 100
_HIGHEST = 9_999


def draw(act: Act, source: ZoneNumber, to: ZoneNumber, count: int = 1) -> None:
    """Take cards off the top of a zone."""
    if count < 1:
        raise IllegalAction("Draw at least one card.")
    if not act.table.zones[source]:
        raise IllegalAction(f"{act.table.layout.zones[source].name} is empty.")
    if source == to:
        raise IllegalAction("Draw into another zone.")
    _must_hold_cards(act.table, to)
    act.draw(source, to, count)


def move_card(act: Act, card: CardNumber, to: ZoneNumber, index: int = TOP) -> None:
    """Put a card into another zone, on top unless told otherwise."""
    place = act.table.place[card]
    if place == to:
        raise IllegalAction("The card lies there already; rearrange_zone changes the order.")
    act.move(card, to, _index(act.table, to, index))


def place_on_zone(act: Act, card: CardNumber, to: ZoneNumber, index: int = TOP) -> None:
    """Put a card on the top (0), at the bottom (-1) or so many cards below the top of a zone, also of its own."""
    table = act.table
    if table.place[card] != to:
        act.move(card, to, _index(table, to, index))
        return
    zone = [other for other in table.zones[to] if other != card]
    zone.insert(len(zone) if index == BOTTOM else _index(table, to, index), card)
    act.order(to, 0, zone, table.layout.sees[to] | 1 << act.seat & table.sight(card))


def move_card_stack(act: Act, source: ZoneNumber, to: ZoneNumber) -> None:
    """Move all that lies in a zone, counters and all."""
    if source == to or not act.table.zones[source]:
        raise IllegalAction("There is nothing to move there.")
    _must_hold_cards(act.table, to)
    act.stack(source, to)


def swap_card_stacks(act: Act, one: ZoneNumber, other: ZoneNumber) -> None:
    """Let two stacks change places, counters and all."""
    zones = act.table.layout.zones
    if one == other or zones[one].sees != zones[other].sees or zones[one].kind.counters != zones[other].kind.counters:
        raise IllegalAction("Only two zones of one kind can be swapped, that the same people see.")
    act.swap(one, other)


def shuffle(act: Act, zone: ZoneNumber) -> None:
    """Shuffle a zone."""
    act.shuffle(zone)


def mulligan(act: Act, hand: ZoneNumber, deck: ZoneNumber, count: int = 7) -> None:
    """Show a hand to everybody, shuffle it into the deck, and draw anew."""
    if hand == deck or not 0 <= count <= len(act.table.cards):
        raise IllegalAction("Say which hand, which deck, and how many cards to draw.")
    _must_hold_cards(act.table, hand)
    _must_hold_cards(act.table, deck)
    cards = tuple(act.table.zones[hand])
    act.show(cards, act.table.layout.everybody)
    for card in cards:
        act.move(card, deck, tracked=False)
    act.shuffle(deck)
    act.draw(deck, hand, count)


def peek(act: Act, zone: ZoneNumber, count: int = 1, end: int = TOP) -> None:
    """Look at cards at one end of a zone, alone."""
    act.show(end_of(act.table, zone, count, end), 1 << act.seat)


def search_zone(act: Act, zone: ZoneNumber) -> None:
    """Look through a whole zone, alone."""
    act.show(tuple(act.table.zones[zone]), 1 << act.seat)


def rearrange_zone(act: Act, zone: ZoneNumber, end: int, *names: str) -> None:
    """Put the cards at one end of a zone into the order of these names, always read from top to bottom.

    The names are those of just these cards, each as often as it is there. One has to have seen them.
    """
    table = act.table
    cards = list(end_of(table, zone, len(names), end))
    if len(cards) < len(names):
        raise IllegalAction(f"{table.layout.zones[zone].name} has only {len(cards)} cards.")
    if not all(table.sight(card) >> act.seat & 1 for card in cards):
        raise IllegalAction("You cannot tell these cards: peek at them before you put them into another order.")
    there = Counter(table.cards[card].name for card in cards)
    if there != Counter(names):
        raise IllegalAction("The names are not those of the cards that lie there: " + _difference(there, names))
    ordered = []
    for name in names:
        card = next(card for card in cards if table.cards[card].name == name)
        cards.remove(card)
        ordered.append(card)
    start = 0 if end == TOP else len(table.zones[zone]) - len(names)
    act.order(zone, start, ordered, table.layout.sees[zone] | 1 << act.seat)


def reveal(act: Act, *cards: CardNumber) -> None:
    """Show cards to everybody; they lie on as they do."""
    act.show(cards, act.table.layout.everybody)


def reveal_hand(act: Act, zone: ZoneNumber) -> None:
    """Show all cards of a zone to everybody."""
    act.show(tuple(act.table.zones[zone]), act.table.layout.everybody)


def flip_card(act: Act, card: CardNumber) -> None:
    """Turn a card over: face up, everybody sees it; face down, nobody does."""
    everybody = act.table.layout.everybody
    act.face(card, 0 if act.table.faces[card] == everybody else everybody)


def set_orientation(act: Act, card: CardNumber, degrees: int) -> None:
    """Turn a card on the table: 0, 90, 180 or 270 degrees."""
    if degrees not in (0, 90, 180, 270):
        raise IllegalAction("A card lies at 0, 90, 180 or 270 degrees.")
    act.turn_card(card, degrees)


def set_flag(act: Act, card: CardNumber, name: str, on: int = 1) -> None:
    """Note a word on a card, or take it away."""
    act.flag(card, name, on=bool(on))


def set_counter(act: Act, zone: ZoneNumber, counter: str, value: int) -> None:
    """Set a counter of a zone."""
    where = _counter(act.table, zone, counter)
    most = _limit(act.table, zone, counter)
    if not 0 <= value <= most:
        raise IllegalAction(f"The counter {counter!r} goes from 0 to {most}.")
    act.mark(zone, where, value)


def add_counter(act: Act, zone: ZoneNumber, counter: str, more: int) -> None:
    """Raise or lower a counter of a zone; it does not go below nothing."""
    value = act.table.marks[zone][_counter(act.table, zone, counter)] + more
    set_counter(act, zone, counter, max(0, value))


def coin_flip(act: Act, purpose: str = "") -> None:
    """Flip a coin."""
    act.flip(purpose)


def dice_roll(act: Act, sides: int = 6, purpose: str = "") -> None:
    """Roll a die."""
    if not 2 <= sides <= 1_000:
        raise IllegalAction("A die has from 2 to 1,000 sides.")
    act.roll(sides, purpose)


def create_decision(act: Act, seat: SeatNumber, text: str, *choices: str) -> None:
    """Ask a player to choose one of several words, before anything else happens."""
    if not 1 <= len(choices) <= _MOST_CHOICES:
        raise IllegalAction(f"A decision needs something to choose from, at most {_MOST_CHOICES} things.")
    if act.table.is_out(seat):
        raise IllegalAction("Who has given up is asked nothing more.")
    act.ask(Decision(seat, BY_HAND, text, tuple(Choice(word, word) for word in choices)))


def decide(act: Act, plugin: Plugin, decision: Decision, agenda: tuple[Any, ...], numbers: Sequence[int]) -> None:
    """Settle a decision by the numbers of what is chosen; the game goes on, if it is waiting for that."""
    values = [decision.choices[number].value for number in numbers]
    act.settle()
    if decision.kind != BY_HAND or agenda:
        plugin.decided(act, decision, values, agenda)
    else:
        act.say(f"Chosen: {', '.join(map(str, values))}")


def declare_action(act: Act, text: str) -> None:
    """Say what you do, for everybody to read."""
    act.say(text)


def concede(act: Act) -> None:
    """Give the game up. The others play on, and the last one left has won."""
    table = act.table
    left = [seat for seat in range(table.layout.seats) if seat != act.seat and not table.is_out(seat)]
    if len(left) < 2:
        act.end(left[0] if left else None, "conceded")
        return
    act.leave()
    if table.decision is not None and table.decision.seat == act.seat:
        act.settle()
    if table.player == act.seat:
        end_turn(act)


def declare_victory(act: Act, reason: str = "") -> None:
    """Say that you have won."""
    act.end(act.seat, reason or "declared")


def end_turn(act: Act) -> None:
    """End your turn; the next player's begins."""
    table = act.table
    act.clock(table.turn + 1, table.next_player, table.phase)


ACTIONS: Mapping[str, Perform] = {
    perform.__name__: perform
    for perform in (
        draw, move_card, place_on_zone, move_card_stack, swap_card_stacks, shuffle, mulligan, peek, search_zone,
        rearrange_zone, reveal, reveal_hand, flip_card, set_orientation, set_flag, set_counter, add_counter, coin_flip,
        dice_roll, create_decision, declare_action, concede, declare_victory, end_turn,
    )
}  # fmt: skip


def _must_hold_cards(table: Table, zone: int) -> None:
    if table.layout.zones[zone].kind.capacity == 0:
        raise IllegalAction(f"No cards lie in {table.layout.zones[zone].name}.")


def end_of(table: Table, zone: int, count: int, end: int = TOP) -> tuple[int, ...]:
    """The cards at one end of a zone, from top to bottom."""
    if count < 1 or end not in (TOP, BOTTOM):
        raise IllegalAction("Say how many cards, one or more, and from which end.")
    cards = table.zones[zone]
    return tuple(cards[:count] if end == TOP else cards[-count:])


def _index(table: Table, zone: int, index: int) -> int:
    _must_hold_cards(table, zone)
    if not BOTTOM <= index <= len(table.zones[zone]):
        raise IllegalAction(f"{table.layout.zones[zone].name} has {len(table.zones[zone])} cards: no position {index}.")
    return index


def _counter(table: Table, zone: int, name: str) -> int:
    kind = table.layout.zones[zone].kind
    if name not in kind.counters:
        has = ", ".join(kind.counters) or "none"
        raise IllegalAction(f"{table.layout.zones[zone].name} has no counter {name!r}; it has: {has}.")
    return kind.counters.index(name)


def _limit(table: Table, zone: int, name: str) -> int:
    return dict(table.layout.zones[zone].kind.limits).get(name, _HIGHEST)


def _difference(there: Counter[str], names: Sequence[str]) -> str:
    missing, extra = there - Counter(names), Counter(names) - there
    parts = [
        f"{word} {', '.join(sorted(count.elements()))}"
        for word, count in (("without", missing), ("not", extra))
        if count
    ]
    return "; ".join(parts) + "."
