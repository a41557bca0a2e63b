"""Changes of a table as sentences for one viewer: who did what to what, with what result.

A move names its card only to those who saw it go (`seen`); to the others it is "a card".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from gameplan.cards.table.decisions import Decision, Result
from gameplan.cards.table.events import Acted
from gameplan.cards.table.state import Change, Table
from gameplan.cards.table.zones import NOBODY, Zone

_ENDS = (".", "!", "?", "—", '"')
_SEAT = re.compile(r"\bp(\d+)'s\b")


class Deed(NamedTuple):
    """What somebody does: a verb, and the rest of the sentence. `by` whom, if it is not whoever acts."""

    verb: str
    rest: str
    by: int | None = None


class Going(NamedTuple):
    """Cards that go the same way together, as a viewer is told of it.

    `by` is whose doing it is; `faces` are the cards, None for one that he cannot tell. `of` and `onto` are the zones
    with what lay on top there: `Cindlet (your_active)`. `drawn`: off the top, for all to follow. `topmost`: what lay on
    top went, too. `end` is where in the zone they come to lie, if that matters.
    """

    by: int
    faces: tuple[Any, ...]
    source: Zone
    to: Zone
    said_source: str
    said_to: str
    of: str
    onto: str
    drawn: bool
    topmost: bool
    end: str

    @property
    def cards(self) -> str:
        return listed(None if face is None else str(face.name) for face in self.faces)


# What happened: what somebody does, or what befalls. None where nobody needs to read of it.
Told: TypeAlias = Deed | str | None


class Words(Protocol):
    """How a game says what only it can know."""

    def counter(self, table: Table, zone: int, counter: str, before: int, after: int, where: str) -> Told:
        """A counter that has changed."""
        ...

    def moved(self, going: Going) -> Told:
        """Cards that go somewhere."""
        ...


class PlainWords:
    """Counters by their names, cards by where they come from and where they go."""

    def counter(self, table: Table, zone: int, counter: str, before: int, after: int, where: str) -> Told:
        return f"{where}: {counter} {before} → {after}"

    def moved(self, going: Going) -> Told:
        cards, source, to = going.cards, going.said_source, going.said_to
        if going.source == going.to:
            return Deed("put", f"{cards} of {to} {going.end or 'elsewhere in it'}")
        if going.drawn and not going.to.kind.ordered:
            return Deed("draw", f"{cards} from {source}")
        where = f"{going.end} of {to}" if going.end else f"{'onto' if going.to.kind.ordered else 'into'} {to}"
        return Deed("put", f"{cards} from {source} {where}")


class Telling:
    """Tells what an action changes, change by change, while it makes the changes on its own table."""

    def __init__(self, table: Table, viewer: int | None, seats: Sequence[str], words: Words) -> None:
        self.table = table
        self.viewer = viewer
        self.bit = table.layout.spectator if viewer is None else 1 << viewer
        self.seats = seats
        self.words = words
        self._going: Going | None = None

    def of(self, happened: Acted) -> Iterable[tuple[int, str, str]]:
        """The lines of an action, each with its turn and kind. The table stands after it then."""
        who = happened.seat
        for change in happened.changes:
            kind = str(change[0])
            if kind == "move":
                yield from self._move(who, change)
            else:
                yield from self._flush()
                if kind == "say":
                    told: Told = self._said(who, str(change[1]), declared=happened.action == "declare_action")
                else:
                    told = _TELL[kind](self, *change[1:]) if kind in _TELL else None
                if told is not None:
                    turn = int(change[1]) if kind == "clock" else self.table.turn  # type: ignore[arg-type]
                    yield turn, kind, self._sentence(who, told)
            self.table.apply(change)
            if change[0] == "clock":
                who = self.table.player  # what follows happens in his turn
        yield from self._flush()
        for note in happened.notes:
            yield self.table.turn, "note", f"{self.who(happened.seat)}: {note}"

    def _sentence(self, who: int, told: Deed | str) -> str:
        if isinstance(told, str):
            said = told
        else:
            by = who if told.by is None else told.by
            verb = told.verb if by == self.viewer else told.verb + ("es" if told.verb.endswith(("ch", "sh")) else "s")
            said = f"{self.who(by)} {verb} {told.rest}"
        return said if said.endswith(_ENDS) else f"{said}."

    def _said(self, who: int, text: str, *, declared: bool) -> str:
        """What the game says of itself; what a player declares is known as his."""
        if declared:
            return f"{self.who(who)}: {text}"
        return _SEAT.sub(self._whose, self.table.layout.told(text, self.viewer))

    def _whose(self, found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        if seat == self.viewer:
            return "yours"
        return f"{self.seats[seat]}'s" if 0 <= seat < len(self.seats) else found[0]

    # -- naming

    def who(self, seat: int) -> str:
        return "You" if seat == self.viewer else self.seats[seat]

    def zone(self, zone: int) -> str:
        return self.table.layout.said(zone, self.viewer)

    def doer(self, zone: int, *, blind: bool = False) -> int | None:
        """Who does something with a zone: whoever acts; before the first turn, or if he is blind to it, its owner."""
        owner = self.table.layout.zones[zone].owner
        return owner if (blind or self.table.turn == 0) and owner != NOBODY else None

    def name(self, card: int, seen: int = 0) -> str | None:
        """A card's name, if the viewer can tell what it is."""
        return str(self.table.cards[card].name) if (seen | self.table.sight(card)) & self.bit else None

    def top(self, zone: int) -> str:
        """A zone with the name of its top card, if the viewer can tell that."""
        cards = self.table.zones[zone]
        name = self.name(cards[0]) if cards else None
        return f"{name} ({self.zone(zone)})" if name else self.zone(zone)

    # -- moves: those of one way make one line

    def _move(self, who: int, change: Change) -> Iterable[tuple[int, str, str]]:
        _, card, source, to, index, seen, tracked, _ = change
        table, zones = self.table, self.table.layout.zones
        face = table.cards[card] if seen & self.bit else None
        topmost = table.zones[source][0] == card
        drawn = bool(tracked) and topmost and not zones[source].sees & self.bit
        going, end = self._going, self._end(to, index)
        if going is not None and (going.source.index, going.to.index, going.end) == (source, to, end):
            self._going = going._replace(faces=(*going.faces, face), drawn=going.drawn and drawn)
            return
        yield from self._flush()
        by = self.doer(source, blind=not seen >> who & 1)
        self._going = Going(
            who if by is None else by, (face,), zones[source], zones[to], self.zone(source), self.zone(to),
            self.top(source), self.top(to), drawn, topmost, end,
        )  # fmt: skip

    def _end(self, to: int, index: int) -> str:
        """At which end a card comes to lie, where that matters and is not seen anyway."""
        layout = self.table.layout
        if not layout.zones[to].kind.ordered or layout.sees[to] == layout.everybody:
            return ""
        return "at the bottom" if index < 0 else "on top" if index == 0 else f"at place {index + 1} from the top"

    def _flush(self) -> Iterable[tuple[int, str, str]]:
        going, self._going = self._going, None
        told = None if going is None else self.words.moved(going)
        if going is not None and told is not None:
            yield self.table.turn, "move", self._sentence(going.by, told)


def listed(names: Iterable[str | None]) -> str:
    """Cards by name with how many of each, and how many that cannot be told."""
    counts: dict[str | None, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    hidden = counts.pop(None, 0)
    parts = [name if count == 1 else f"{count}× {name}" for name, count in counts.items() if name is not None]
    if hidden:
        parts.append("a card" if hidden == 1 else f"{hidden} cards")
    return ", ".join(parts)


def why_over(result: Result, seats: Sequence[str], viewer: int | None) -> str:
    """Why a game is over, as one viewer reads it: of two players, the loser is called by his name."""
    if result.winner is None or len(seats) != 2:
        return result.reason
    loser = 1 - result.winner
    return result.reason.replace("the other player", "you" if loser == viewer else seats[loser])


# -- the changes, each in words


def _stack(telling: Telling, source: int, to: int) -> Told:
    cards = [telling.name(card) for card in telling.table.zones[source]]
    return Deed("put", f"all of {telling.zone(source)} ({listed(cards)}) onto {telling.zone(to)}", telling.doer(source))


def _swap(telling: Telling, one: int, other: int) -> str:
    if not telling.table.zones[one]:
        return f"{telling.top(other)} goes to {telling.zone(one)}"
    return f"{telling.top(one)} and {telling.top(other)} change places"


def _shuffle(telling: Telling, zone: int, order: Sequence[int]) -> Told:
    return Deed("shuffle", telling.zone(zone), telling.doer(zone, blind=True))


def _order(telling: Telling, zone: int, start: int, cards: Sequence[int], seen: int) -> Told:
    names = [telling.name(card) for card in cards]
    if seen & telling.bit and None not in names:
        order = ", ".join(map(str, names))
        return Deed("put", f"cards of {telling.zone(zone)} into this order, top to bottom: {order}", telling.doer(zone))
    return Deed("put", f"{len(cards)} cards of {telling.zone(zone)} into another order", telling.doer(zone))


def _face(telling: Telling, card: int, sight: int) -> str | None:
    if sight == telling.table.faces[card]:
        return None
    side = "face up" if sight == telling.table.layout.everybody else "face down"
    place = telling.zone(telling.table.place[card])
    return f"{telling.name(card, sight) or 'A card'} ({place}) is turned {side}"


def _know(telling: Telling, cards: Sequence[int], who: int) -> Told:
    table = telling.table
    if not cards:
        return None
    place = table.place[cards[0]]
    owner = table.layout.zones[place].owner
    names = [str(table.cards[card].name) if who & telling.bit else None for card in cards]
    said = f"{listed(names)} of {telling.zone(place)}"
    if who == table.layout.everybody:
        return Deed("show", said, None if owner == NOBODY else owner)
    return Deed("look", f"at {said}", telling.doer(place))


def _turn(telling: Telling, card: int, degrees: int) -> str:
    return f"{telling.name(card) or 'a card'} ({telling.zone(telling.table.place[card])}) is turned to {degrees}°"


def _flag(telling: Telling, card: int, name: str, on: bool) -> str:
    place = telling.zone(telling.table.place[card])
    return f"{telling.name(card) or 'a card'} ({place}) is {'' if on else 'no longer '}marked {name}"


def _mark(telling: Telling, zone: int, counter: int, value: int) -> Told:
    table = telling.table
    name, before = table.layout.zones[zone].kind.counters[counter], table.marks[zone][counter]
    return telling.words.counter(table, zone, name, before, value, telling.top(zone))


def _clock(telling: Telling, turn: int, player: int, phase: str) -> str | None:
    if turn == telling.table.turn and player == telling.table.player:
        return None if phase == telling.table.phase else f"Phase: {phase}"
    if turn == 0:
        return None
    whose = "your turn" if player == telling.viewer else f"{telling.seats[player]}'s turn"
    return f"— Turn {turn}: {whose} —"


def _coin(telling: Telling, heads: bool, purpose: str) -> Told:
    side = "HEADS" if heads else "TAILS"
    if telling.table.turn == 0:
        return f"A coin falls{f' ({purpose})' if purpose else ''}: {side}"
    return Deed("flip", f"a coin{f' for {purpose}' if purpose else ''}: {side}")


def _die(telling: Telling, sides: int, value: int, purpose: str) -> Told:
    return Deed("roll", f"a die of {sides}{f' for {purpose}' if purpose else ''}: {value}")


def _ask(telling: Telling, decision: str | Decision, agenda: Any) -> str:
    asked = Decision.from_text(decision) if isinstance(decision, str) else decision
    who = "You have" if asked.seat == telling.viewer else f"{telling.seats[asked.seat]} has"
    return f"{who} to decide: {asked.text}"


def _leave(telling: Telling, seat: int) -> Told:
    return Deed("give", "up; the others play on", seat)


def _end(telling: Telling, winner: int | None, reason: str) -> str:
    if winner is None:
        return f"The game is a draw: {reason}."
    who = "you win" if winner == telling.viewer else f"{telling.seats[winner]} wins"
    return f"The game is over: {who} ({why_over(Result(winner, reason), telling.seats, telling.viewer)})."


_TELL: dict[str, Callable[..., Told]] = {
    "stack": _stack,
    "swap": _swap,
    "shuffle": _shuffle,
    "order": _order,
    "face": _face,
    "know": _know,
    "turn": _turn,
    "flag": _flag,
    "mark": _mark,
    "clock": _clock,
    "coin": _coin,
    "die": _die,
    "ask": _ask,
    "leave": _leave,
    "end": _end,
}
