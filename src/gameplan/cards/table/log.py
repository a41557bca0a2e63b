"""What has happened at a table, in words, for one viewer: a line for each thing, with no card that he may not know.

What was taken back stays in the log, and is known as such.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gameplan.cards.table.events import Acted, GameStarted
from gameplan.cards.table.game import Game, laid_out, table_of
from gameplan.cards.table.state import Table
from gameplan.cards.table.telling import PlainWords, Telling, Words
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
