"""What a player is given: the table as far as its seat can tell, and what it may do.

A search has to carry options out, so it needs a table and not a picture of one. `veiled` makes a table out of which all
that the seat cannot tell has been taken: a hidden card is None, and its number says nothing but where it lies. So two
games that differ only in what is hidden give equal outlooks, whatever a player does with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from gameplan.cards.table.game import Game
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.state import Table
from gameplan.cards.table.views import View, view_of


@dataclass(frozen=True, slots=True)
class Outlook:
    """A decision to be made: by which seat, at what table (as far as the seat can tell), between what."""

    seat: int
    table: Table
    options: tuple[Option, ...]

    @property
    def view(self) -> View:
        """The same as a view: it is the one that the seat has of the real table."""
        return view_of(self.table, self.seat)


class Player(Protocol):
    """Who plays without a language model. It lives for one game, in one seat."""

    @property
    def name(self) -> str: ...

    def choose(self, outlook: Outlook) -> int:
        """Which option, by its number."""
        ...


def outlook_of(game: Game, seat: int) -> Outlook:
    """What a seat is given to decide upon."""
    return Outlook(seat, veiled(game.table, seat), tuple(game.options(seat)))


def veiled(table: Table, seat: int) -> Table:
    """A table of its own that holds only what a seat can tell. Hidden cards have the numbers that nobody else has, in
    order of where they lie."""
    twin = table.clone()
    bit = 1 << seat
    sight = [faces | known for faces, known in zip(table.faces, table.known, strict=True)]
    twin.cards = tuple(card if seen & bit else None for card, seen in zip(table.cards, sight, strict=True))
    free: dict[int, list[int]] = {}
    for number, card in enumerate(twin.cards):
        if card is None:
            free.setdefault(table.owners[number], []).append(number)
    for numbers in free.values():
        numbers.reverse()
    renamed: dict[int, int] = {}
    for index, zone in enumerate(table.zones):
        cards = _in_order(table, twin, index, bit)
        for position, old in enumerate(cards):
            if twin.cards[old] is None:
                new = free[table.owners[old]].pop()
                renamed[old] = cards[position] = new
                twin.place[new], twin.faces[new], twin.known[new] = index, table.faces[old], 0
        if zone:
            twin.zones[index] = cards
    for noted in (twin.turned, twin.flags):
        for number in renamed:
            noted.pop(number, None)
    twin.drawn = 0
    decision = table.decision
    if decision is not None and decision.seat != seat:
        twin.decision, twin.agenda = replace(decision, choices=()), ()
    elif table.phase == "setup":
        twin.agenda = ()  # it holds what the other has put down, face down
    else:
        twin.agenda = tuple(_renamed(frame, renamed) for frame in table.agenda)
    return twin


def _in_order(table: Table, twin: Table, zone: int, bit: int) -> list[int]:
    """The cards of a zone; where their order is nobody's business, those that the seat can tell first, by name."""
    cards = table.zones[zone][:]
    layout = table.layout
    if not layout.sees[zone] & bit and not layout.zones[zone].kind.ordered:
        told = sorted((card for card in cards if twin.cards[card] is not None), key=lambda card: twin.cards[card].key)
        cards = told + [card for card in cards if twin.cards[card] is None]
    return cards


def _renamed(frame: Sequence[Any], renamed: dict[int, int]) -> tuple[Any, ...]:
    """A part of what is under way, with the new numbers of the hidden cards that somebody has looked at."""
    context, *rest = frame
    if isinstance(context, dict) and "looked" in context:
        context = {**context, "looked": tuple(renamed.get(card, card) for card in context["looked"])}
    return (context, *rest)
