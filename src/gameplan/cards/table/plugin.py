"""What a game brings to the table: its zones, cards, rules and actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from gameplan.cards.table.acting import Act
from gameplan.cards.table.decisions import Decision
from gameplan.cards.table.rules import RuleBook
from gameplan.cards.table.state import Table
from gameplan.cards.table.zones import Layout

# Numbers with a meaning: an action whose parameters are declared so is never called with any other number.
CardNumber: TypeAlias = int
ZoneNumber: TypeAlias = int
SeatNumber: TypeAlias = int
# What can be done: the name of an action and what it is done with (cards, zones and other numbers, or words).
Option: TypeAlias = tuple[Any, ...]
Perform: TypeAlias = Callable[..., None]


class IllegalAction(Exception):
    """What was asked for cannot be done at this table, whatever the rules say. Nothing changed."""


@dataclass(frozen=True, slots=True)
class Position:
    """How a game stands that does not begin at the beginning: whose turn it is, and what counters lie where.

    `counters` holds (zone, name, value).
    """

    turn: int = 1
    player: int = 0
    phase: str = ""
    counters: Sequence[tuple[int, str, int]] = ()

    def lay_out(self, act: Act) -> None:
        """Let the table stand so."""
        for zone, name, value in self.counters:
            act.mark(zone, act.table.layout.zones[zone].kind.counters.index(name), value)
        act.clock(self.turn, self.player, self.phase)


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of a new game, and the zone in which each lies at first, the top card of a zone first.

    With a `position` nothing is set up: the cards lie where they are to lie. So a game can begin anywhere, in a sandbox
    or in a test. `owners` say then whose each card is, if that is not told by its zone.
    """

    cards: Sequence[Any]
    zones: Sequence[int]
    decks: Sequence[str] = ()
    owners: Sequence[int] = ()
    position: Position | None = None


class Plugin(Protocol):
    """A game. All of it is pure: what it changes, it changes through the `Act` that it is given."""

    @property
    def name(self) -> str: ...

    @property
    def layout(self) -> Layout: ...

    @property
    def rules(self) -> RuleBook: ...

    @property
    def actions(self) -> Mapping[str, Perform]:
        """The game's own actions, besides those of every table; one of the same name is done instead."""
        ...

    @property
    def by_hand(self) -> frozenset[str]:
        """Those of its own actions that carry a card's text out by hand."""
        ...

    def card(self, key: str) -> Any:
        """The card with this key."""
        ...

    def begin(self, act: Act) -> None:
        """Set the game up, as far as nobody has to decide."""
        ...

    def decided(self, act: Act, decision: Decision, chosen: Sequence[Any], agenda: tuple[Any, ...]) -> None:
        """Go on after a decision."""
        ...

    def options(self, table: Table, seat: int) -> list[Option]:
        """All that a seat may do now by the rules."""
        ...

    def label(self, table: Table, option: Option) -> str:
        """An option, in words."""
        ...

    def reference(self, card: Any) -> str:
        """All that is printed on a card, in one line."""
        ...
