"""The table: what lies where and who knows it, as numbers, so that a copy costs a few microseconds.

Cards are numbers into `cards`, which never change; zones are lists of them, the top card first. Nothing changes a table
but a *change*: a small tuple, of which the methods below are the whole list. A game is a fold of changes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from struct import pack
from typing import Any, TypeAlias

from gameplan.cards.table.decisions import Decision, Result
from gameplan.cards.table.zones import Layout

# For example ("move", card, source, to, index, seen, tracked, face): numbers, text and tuples of numbers.
Change: TypeAlias = tuple[Any, ...]


class Table:
    """What lies on the table. Private to the game: players get a view of it.

    What is printed on a card is the game's business; the table needs no more than a `name` and a `key`.
    """

    __slots__ = (
        "agenda",
        "cards",
        "decision",
        "drawn",
        "faces",
        "flags",
        "known",
        "layout",
        "marks",
        "out",
        "owners",
        "phase",
        "place",
        "player",
        "result",
        "turn",
        "turned",
        "zones",
    )

    def __init__(
        self, layout: Layout, cards: Sequence[Any], dealt: Mapping[int, Iterable[int]], owners: Sequence[int] = ()
    ) -> None:
        self.layout = layout
        self.cards: tuple[Any, ...] = tuple(cards)
        self.zones: list[list[int]] = [list(dealt.get(zone.index, ())) for zone in layout.zones]
        self.marks: list[list[int]] = [[0] * len(zone.kind.counters) for zone in layout.zones]
        self.place: list[int] = [-1] * len(self.cards)
        self.faces = bytearray(len(self.cards))  # who sees a card as it lies
        self.known = bytearray(len(self.cards))  # who knows what it is, though it lies where he does not see it
        self.turned: dict[int, int] = {}
        self.flags: dict[int, tuple[str, ...]] = {}
        self.turn = 0
        self.player = 0
        self.phase = ""
        self.out = 0  # who has given up, as bits
        self.drawn = 0  # how often chance has decided
        self.decision: Decision | None = None
        self.agenda: tuple[Any, ...] = ()  # what is still to be done after the decision: data, of the game's plugin
        self.result: Result | None = None
        for index, zone in enumerate(self.zones):
            for card in zone:
                self.place[card] = index
                self.faces[card] = layout.sees[index]
        if -1 in self.place:
            raise ValueError(f"Card {self.place.index(-1)} lies nowhere.")
        # whose card it is, for ever: unless told, his in whose zone it lies at first
        self.owners = tuple(owners) or tuple(layout.zones[place].owner for place in self.place)

    def clone(self) -> Table:
        """A table of its own that stands like this one."""
        twin = Table.__new__(Table)
        twin.layout = self.layout
        twin.cards = self.cards
        twin.owners = self.owners
        twin.zones = [*map(list.copy, self.zones)]
        twin.marks = [*map(list.copy, self.marks)]
        twin.place = self.place[:]
        twin.faces = self.faces[:]
        twin.known = self.known[:]
        twin.turned = self.turned.copy()
        twin.flags = self.flags.copy()
        twin.turn = self.turn
        twin.player = self.player
        twin.phase = self.phase
        twin.out = self.out
        twin.drawn = self.drawn
        twin.decision = self.decision
        twin.agenda = self.agenda
        twin.result = self.result
        return twin

    def sight(self, card: int) -> int:
        """Who can tell what this card is, by seeing it or by having seen it, as bits."""
        return self.faces[card] | self.known[card]

    def is_out(self, seat: int) -> bool:
        """Whether a seat has given up, and the others play on."""
        return bool(self.out >> seat & 1)

    @property
    def next_player(self) -> int:
        """Whose turn comes after this one: the next seat that has not given up."""
        seats = self.layout.seats
        return next(
            seat % seats for seat in range(self.player + 1, self.player + 1 + seats) if not self.is_out(seat % seats)
        )

    def apply(self, change: Change) -> None:
        """Make one change."""
        _CHANGES[change[0]](self, *change[1:])

    def digest(self) -> str:
        """A hash of everything here: equal tables have equal ones, on every machine."""
        zones, flat = self.zones, chain.from_iterable
        numbers = pack(f"<{len(zones) + len(self.cards)}H", *map(len, zones), *flat(zones))
        numbers += self.faces + self.known
        numbers += pack(f"<{sum(map(len, self.marks))}i", *flat(self.marks))
        said = f"{self.turn}/{self.player}/{self.phase}/{self.drawn}"
        if self.out:
            said += f"/{self.out}"
        if self.turned or self.flags:
            said += json.dumps([sorted(self.turned.items()), sorted(self.flags.items())])
        if self.decision is not None or self.agenda or self.result is not None:
            decision, result = self.decision, self.result
            said += json.dumps([decision and decision.to_wire(), self.agenda, result and result.to_wire()])
        return hashlib.blake2b(numbers + said.encode(), digest_size=12).hexdigest()

    # -- the changes

    def move(self, card: int, source: int, to: int, index: int, seen: int, tracked: bool, face: int) -> None:
        """A card goes from a zone to another; `index` counts from the top, -1 is the bottom. `face` see it there.

        `seen` are those who see what card it is. The others know it afterwards only if they knew it before and could
        follow its way (`tracked`: from the top, the bottom, or from where all cards are seen). If they could not, they
        know no card any more of the zone that it came out of.
        """
        self.zones[source].remove(card)
        zone = self.zones[to]
        zone.insert(len(zone) if index < 0 else index, card)
        self.place[card] = to
        known = self.known
        if tracked:
            known[card] = (known[card] | seen) & ~face
        else:
            known[card] = seen & ~face
            blind = self.layout.everybody & ~(seen | self.layout.sees[source])
            if blind:
                for other in self.zones[source]:
                    known[other] &= ~blind
        self.faces[card] = face
        if self.turned:
            self.turned.pop(card, None)
        if self.flags:
            self.flags.pop(card, None)

    def stack(self, source: int, to: int) -> None:
        """All that lies in a zone goes to the top of another, with its counters and as it lies."""
        cards = self.zones[source]
        self.zones[source] = []
        self.zones[to][:0] = cards
        sees, ordered = self.layout.sees, self.layout.zones[source].kind.ordered
        for card in cards:
            self.place[card] = to
            if not ordered:
                self.known[card] &= sees[source]  # others may have known that it is there, but not which it is
            if sees[source] != sees[to]:
                self.known[card] = (self.known[card] | self.faces[card]) & ~sees[to]
                self.faces[card] = sees[to]
        if len(self.marks[source]) == len(self.marks[to]):
            self.marks[to] = self.marks[source]
            self.marks[source] = [0] * len(self.marks[to])

    def swap(self, one: int, other: int) -> None:
        """Two zones change what lies in them, counters and all."""
        zones, marks = self.zones, self.marks
        zones[one], zones[other] = zones[other], zones[one]
        if len(marks[one]) == len(marks[other]):
            marks[one], marks[other] = marks[other], marks[one]
        for zone in (one, other):
            for card in zones[zone]:
                self.place[card] = zone

    def shuffle(self, zone: int, order: Sequence[int]) -> None:
        """The cards of a zone lie in a new order that nobody knows, and as the zone has them lie.

        `order` tells for each position from the top which card, of how they lay before, comes there.
        """
        cards, default = self.zones[zone], self.layout.sees[zone]
        known, faces = self.known, self.faces
        self.zones[zone] = shuffled = [cards[i] for i in order]
        for card in shuffled:
            known[card] = 0
            faces[card] = default
        self.drawn += 1

    def order(self, zone: int, start: int, cards: Sequence[int], seen: int) -> None:
        """Some cards that lie next to each other are put into another order. Who does not see it knows them no more."""
        self.zones[zone][start : start + len(cards)] = cards
        for card in cards:
            self.known[card] &= seen

    def face(self, card: int, sight: int) -> None:
        """Who sees a card as it lies. Who saw it before knows it still."""
        self.known[card] = (self.known[card] | self.faces[card]) & ~sight
        self.faces[card] = sight

    def know(self, cards: Sequence[int], who: int) -> None:
        """These have seen these cards, which lie on as they did."""
        known, faces = self.known, self.faces
        for card in cards:
            known[card] |= who & ~faces[card]

    def turn_card(self, card: int, degrees: int) -> None:
        """A card lies at this angle."""
        if degrees:
            self.turned[card] = degrees
        else:
            self.turned.pop(card, None)

    def flag(self, card: int, name: str, on: bool) -> None:
        """Something is noted on a card, or no more."""
        names = {*self.flags.get(card, ()), name} if on else {*self.flags.get(card, ())} - {name}
        if names:
            self.flags[card] = tuple(sorted(names))
        else:
            self.flags.pop(card, None)

    def mark(self, zone: int, counter: int, value: int) -> None:
        """A counter of a zone stands at this number."""
        self.marks[zone][counter] = value

    def clock(self, turn: int, player: int, phase: str) -> None:
        """Whose turn it is, the how manieth, and what part of it."""
        self.turn, self.player, self.phase = turn, player, phase

    def coin(self, heads: bool, purpose: str) -> None:
        """A coin has fallen."""
        self.drawn += 1

    def die(self, sides: int, value: int, purpose: str) -> None:
        """A die was rolled."""
        self.drawn += 1

    def say(self, text: str) -> None:
        """Something was declared; nothing lies otherwise for it."""

    def ask(self, decision: str | Decision, agenda: str | tuple[Any, ...]) -> None:
        """Somebody has to decide before anything else happens; in the record, as JSON."""
        self.decision = Decision.from_text(decision) if isinstance(decision, str) else decision
        self.agenda = _tuples(json.loads(agenda)) if isinstance(agenda, str) else agenda

    def settle(self) -> None:
        """The decision has been made."""
        self.decision, self.agenda = None, ()

    def leave(self, seat: int) -> None:
        """A seat has given up; the others play on."""
        self.out |= 1 << seat

    def end(self, winner: int | None, reason: str) -> None:
        """The game is over."""
        self.result = Result(winner, reason)
        self.decision, self.agenda = None, ()


def _tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_tuples(each) for each in value)
    if isinstance(value, dict):
        return {key: _tuples(each) for key, each in value.items()}
    return value


_CHANGES: dict[str, Callable[..., None]] = {
    "move": Table.move,
    "stack": Table.stack,
    "swap": Table.swap,
    "shuffle": Table.shuffle,
    "order": Table.order,
    "face": Table.face,
    "know": Table.know,
    "turn": Table.turn_card,
    "flag": Table.flag,
    "mark": Table.mark,
    "clock": Table.clock,
    "coin": Table.coin,
    "die": Table.die,
    "say": Table.say,
    "ask": Table.ask,
    "settle": Table.settle,
    "leave": Table.leave,
    "end": Table.end,
}
