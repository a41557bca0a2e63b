"""What has happened at a table, in words, for one viewer: a line for each thing, with no card that he may not know.

A move names its card only to those who saw it go (`seen`); to the others it is "a card". What was taken back stays in
the log, and is known as such.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from gameplan.cards.table.decisions import Decision
from gameplan.cards.table.events import Acted, GameStarted
from gameplan.cards.table.game import Game, laid_out, table_of
from gameplan.cards.table.state import Change, Table
from gameplan.runtime import Rewound
from gameplan.runtime.session.history import standing


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened: by which action (`seq` of its event), in which turn, by whom, and in words.

    `kind` is the change of which it tells, or `note` for what a rule said.
    """

    seq: int
    turn: int
    seat: int
    text: str
    kind: str
    undone: bool = False

    def __str__(self) -> str:
        return f"(undone) {self.text}" if self.undone else self.text


class Words(Protocol):
    """How a game says what only it can know."""

    def counter(self, table: Table, zone: int, counter: str, before: int, after: int, where: str) -> str | None:
        """A counter that has changed; None where nobody needs to read of it."""
        ...


class PlainWords:
    """Counters by their names."""

    def counter(self, table: Table, zone: int, counter: str, before: int, after: int, where: str) -> str | None:
        return f"{where}: {counter} {before} → {after}"


class Log:
    """The log of a game for a seat, or for spectators (None). It reads on whenever it is asked."""

    def __init__(self, game: Game, viewer: int | None, words: Words | None = None) -> None:
        self.viewer = viewer
        self._game = game
        self._words = words or PlainWords()
        self._lines: list[Line] = []
        self._read = 0
        self._table: Table | None = None

    def lines(self) -> Sequence[Line]:
        """All that has happened, with what was taken back."""
        self._read_on()
        return self._lines

    def recent(self, count: int) -> Sequence[Line]:
        """The newest lines, without questions: what was answered shows in what followed."""
        lines = self.lines()
        found: list[Line] = []
        for line in reversed(lines):
            if len(found) == count:
                break
            if line.kind != "ask":
                found.append(line)
        return found[::-1]

    def since(self, seq: int) -> list[Line]:
        """What has happened after an event."""
        return [line for line in self.lines() if line.seq > seq]

    def _read_on(self) -> None:
        events = self._game.session.events
        while self._read < len(events):
            recorded = events[self._read]
            self._read += 1
            match recorded.event:
                case GameStarted() as started:
                    self._table = laid_out(self._game.plugin, started)
                case Acted() as happened:
                    assert self._table is not None, "a game begins with its cards laid out"
                    told = Telling(self._table, self.viewer, self._names(), self._words)
                    for turn, kind, text in told.of(happened):
                        self._lines.append(Line(recorded.seq, turn, happened.seat, text, kind))
                case Rewound():
                    self._take_back(recorded.seq)

    def _take_back(self, seq: int) -> None:
        """Mark what no longer counts after a rewind, and stand where the game stood then."""
        kept = standing(self._game.session.events, seq)
        counts = {each.seq for each in kept}
        self._lines = [replace(line, undone=line.seq not in counts) for line in self._lines]
        self._table = table_of(self._game.plugin, kept)

    def _names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self._game.seats)


class Telling:
    """Tells what an action changes, change by change, while it makes the changes on its own table."""

    def __init__(self, table: Table, viewer: int | None, seats: Sequence[str], words: Words) -> None:
        self.table = table
        self.viewer = viewer
        self.bit = table.layout.spectator if viewer is None else 1 << viewer
        self.seats = seats
        self.words = words
        self._moving: tuple[int, int, str] | None = None  # from, to, and where there
        self._moved: list[str | None] = []

    def of(self, happened: Acted) -> Iterable[tuple[int, str, str]]:
        """The lines of an action, each with its turn and kind. The table stands after it then."""
        who = happened.seat
        for change in happened.changes:
            kind = str(change[0])
            if kind == "move":
                yield from self._said(who, kind, self._move(change))
            else:
                yield from self._said(who, "move", self._flush())
                told = _TELL.get(kind)
                text = told(self, *change[1:]) if told is not None else None
                if text is not None and kind in _BY_ITSELF:
                    turn = int(change[1]) if kind == "clock" else self.table.turn  # type: ignore[arg-type]
                    yield turn, kind, text
                elif text is not None:
                    yield from self._said(who, kind, (text,))
            self.table.apply(change)
            if change[0] == "clock":
                who = self.table.player  # what follows happens in his turn
        yield from self._said(who, "move", self._flush())
        yield from self._said(happened.seat, "note", happened.notes)

    def _said(self, who: int, kind: str, texts: Iterable[str]) -> Iterable[tuple[int, str, str]]:
        by = self.who(who) if self.table.turn else "Setup"
        for text in texts:
            yield self.table.turn, kind, f"{by}: {text}"

    # -- naming

    def who(self, seat: int) -> str:
        return "You" if seat == self.viewer else self.seats[seat]

    def zone(self, zone: int) -> str:
        return self.table.layout.said(zone, self.viewer)

    def name(self, card: int, seen: int = 0) -> str | None:
        """A card's name, if the viewer can tell what it is."""
        return str(self.table.cards[card].name) if (seen | self.table.sight(card)) & self.bit else None

    def top(self, zone: int) -> str:
        """A zone with the name of its top card, if the viewer can tell that."""
        cards = self.table.zones[zone]
        name = self.name(cards[0]) if cards else None
        return f"{name} ({self.zone(zone)})" if name else self.zone(zone)

    # -- moves: those of one way make one line

    def _move(self, change: Change) -> Iterable[str]:
        _, card, source, to, index, seen, _, _ = change
        way = (source, to, self._end(to, index))
        if way != self._moving:
            yield from self._flush()
            self._moving = way
        self._moved.append(str(self.table.cards[card].name) if seen & self.bit else None)

    def _end(self, zone: int, index: int) -> str:
        """At which end a card comes to lie, where that matters and is not seen anyway."""
        layout = self.table.layout
        if not layout.zones[zone].kind.ordered or layout.sees[zone] == layout.everybody:
            return ""
        return " (bottom)" if index < 0 else " (top)" if index == 0 else f" (position {index + 1} from the top)"

    def _flush(self) -> Iterable[str]:
        if self._moving is None:
            return
        source, to, end = self._moving
        one, cards = len(self._moved) == 1, listed(self._moved)
        self._moving, self._moved = None, []
        if source == to:
            yield f"{cards} of {self.zone(to)} {'goes' if one else 'go'} to its {end.strip(' ()') or 'other end'}"
        else:
            yield f"{cards}: {self.zone(source)} → {self.zone(to)}{end}"


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


# -- the changes, each in words


def _stack(telling: Telling, source: int, to: int) -> str:
    cards = [telling.name(card) for card in telling.table.zones[source]]
    return f"all of {telling.zone(source)} ({listed(cards)}) → {telling.zone(to)}"


def _swap(telling: Telling, one: int, other: int) -> str:
    if not telling.table.zones[one]:
        return f"{telling.top(other)} → {telling.zone(one)}"
    return f"{telling.top(one)} and {telling.top(other)} change places"


def _shuffle(telling: Telling, zone: int, order: Sequence[int]) -> str:
    return f"{telling.zone(zone)} is shuffled"


def _order(telling: Telling, zone: int, start: int, cards: Sequence[int], seen: int) -> str:
    return f"{len(cards)} cards of {telling.zone(zone)} are put into another order"


def _face(telling: Telling, card: int, sight: int) -> str | None:
    if sight == telling.table.faces[card]:
        return None
    side = "face up" if sight == telling.table.layout.everybody else "face down"
    place = telling.zone(telling.table.place[card])
    return f"{telling.name(card, sight) or 'a card'} in {place} is turned {side}"


def _know(telling: Telling, cards: Sequence[int], who: int) -> str | None:
    table = telling.table
    if not cards:
        return None
    zone = telling.zone(table.place[cards[0]])
    verb = "shows" if who == table.layout.everybody else "looks at"
    if not who & telling.bit:
        return f"{verb} {listed([None] * len(cards))} of {zone}"
    return f"{verb} {listed(str(table.cards[card].name) for card in cards)} of {zone}"


def _turn(telling: Telling, card: int, degrees: int) -> str:
    return f"{telling.name(card) or 'a card'} ({telling.zone(telling.table.place[card])}) is turned to {degrees}°"


def _flag(telling: Telling, card: int, name: str, on: bool) -> str:
    place = telling.zone(telling.table.place[card])
    return f"{telling.name(card) or 'a card'} ({place}) is {'' if on else 'no longer '}marked {name}"


def _mark(telling: Telling, zone: int, counter: int, value: int) -> str | None:
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


def _coin(telling: Telling, heads: bool, purpose: str) -> str:
    return f"coin{f' ({purpose})' if purpose else ''}: {'HEADS' if heads else 'TAILS'}"


def _die(telling: Telling, sides: int, value: int, purpose: str) -> str:
    return f"die of {sides}{f' ({purpose})' if purpose else ''}: {value}"


def _say(telling: Telling, text: str) -> str:
    return text


def _ask(telling: Telling, decision: str | Decision, agenda: Any) -> str:
    asked = Decision.from_text(decision) if isinstance(decision, str) else decision
    who = "You have" if asked.seat == telling.viewer else f"{telling.seats[asked.seat]} has"
    return f"{who} to decide: {asked.text}"


def _end(telling: Telling, winner: int | None, reason: str) -> str:
    if winner is None:
        return f"The game is a draw: {reason}."
    return f"The game is over: {'you win' if winner == telling.viewer else f'{telling.seats[winner]} wins'} ({reason})."


_BY_ITSELF = frozenset({"clock", "ask", "end"})  # what nobody does
_TELL: dict[str, Callable[..., str | None]] = {
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
    "say": _say,
    "ask": _ask,
    "end": _end,
}
