"""Write a game down as one viewer sees it: a line of JSON for each action, made from his view and his log alone.

A step tells who did what, what the viewer was told of it, and what has changed in his view; a whole view comes every
so often. Nothing that was written changes any more: when actions are taken back, a step says so, and to which one.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Protocol, TypeAlias

from gameplan.cards.table.actions import ACTIONS
from gameplan.cards.table.events import Acted, GameStarted
from gameplan.cards.table.game import Game, laid_out, table_of
from gameplan.cards.table.log import Log
from gameplan.cards.table.plugin import Perform
from gameplan.cards.table.state import Change, Table
from gameplan.cards.table.telling import Words
from gameplan.cards.table.views import View, view_of
from gameplan.runtime import Rewound
from gameplan.runtime.session.history import standing

FORMAT = "gameplan.cards.replay"
VERSION = 1
WHOLE_EVERY = 16
# What is worth jumping to, of a change that an action makes to a table: "knock-out", "coin"; None for nothing.
Marks: TypeAlias = Callable[[Table, str, Change], str | None]


class Printing(Protocol):
    """What is printed on a card, as JSON and back."""

    def write(self, card: Any) -> Mapping[str, Any]: ...

    def read(self, said: Mapping[str, Any]) -> Any: ...


def table_marks(table: Table, action: str, change: Change) -> str | None:
    """What is worth jumping to in every game: a new turn, what chance decided, and the end."""
    match change[0]:
        case "clock" if change[1] != table.turn:
            return "turn"
        case "coin" | "die" | "end":
            return str(change[0])
    return None


class ReplayWriter:
    """Writes a game down for a seat, or for spectators (None). It writes on whenever it is asked.

    `printing` tells what is printed on a card when the viewer first sees it; without it, only names are written.
    """

    def __init__(
        self,
        game: Game,
        viewer: int | None,
        *,
        words: Words | None = None,
        printing: Printing | None = None,
        marks: Marks = table_marks,
    ) -> None:
        self._game = game
        self._viewer = viewer
        self._log = Log(game, viewer, words)
        self._printing = printing
        self._marks = marks
        self._read = 0
        self._step = 0
        self._numbers: dict[int, int] = {}  # the step of an event, by the event's number
        self._table: Table | None = None
        self._before: dict[str, Any] = {}
        self._seen: set[str] = set()

    def lines(self) -> Iterator[str]:
        """What has happened since it was last asked: the head of the file first, then a line for each step."""
        events = self._game.session.events
        while self._read < len(events):
            recorded = events[self._read]
            self._read += 1
            match recorded.event:
                case GameStarted() as started:
                    self._table = laid_out(self._game.plugin, started)
                    yield _line(self._head(started))
                case Acted() as happened if self._table is not None:
                    yield _line(self._acted(recorded.seq, happened, self._table))
                case Rewound() if self._table is not None:
                    yield _line(self._taken_back(recorded.seq))

    def _head(self, started: GameStarted) -> dict[str, Any]:
        zones = self._game.plugin.layout.zones
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": started.game,
            "viewer": self._viewer,
            "seats": list(started.seats),
            "zones": {zone.name: list(zone.kind.counters) for zone in zones},
        }

    def _acted(self, seq: int, happened: Acted, table: Table) -> dict[str, Any]:
        self._step += 1
        self._numbers[seq] = self._step
        step: dict[str, Any] = {"step": self._step}
        if happened.action != "begin":
            step["seat"] = happened.seat
        step["action"] = happened.action
        if happened.seat == self._viewer and happened.args:
            step["with"] = self._said(table, happened)
        marks, walking = [], table.clone()
        for change in happened.changes:
            marks.append(self._marks(walking, happened.action, change))
            walking.apply(change)
        self._table = walking
        step["told"] = [line.text for line in self._log.since(seq - 1) if line.seq == seq]
        if any(marks):
            step["marks"] = [mark for mark in marks if mark is not None]
        return step | self._shown()

    def _taken_back(self, seq: int) -> dict[str, Any]:
        """The table stands again as it did after an earlier step."""
        kept = standing(self._game.session.events, seq)
        last = max((self._numbers.get(each.seq, 0) for each in kept), default=0)
        self._table = table_of(self._game.plugin, kept)
        self._step += 1
        return {"step": self._step, "back_to": last} | self._shown()

    def _shown(self) -> dict[str, Any]:
        """What the viewer sees now: the whole of it, or what is not as it was before."""
        assert self._table is not None, "a game begins with its cards laid out"
        view = view_of(self._table, self._viewer)
        now = compact(view)
        whole = self._step % WHOLE_EVERY == 1
        shown = {"view" if whole else "changed": now if whole else _changed(self._before, now), "hash": view.digest}
        self._before = now
        new = {
            card.key: card for zone in view.zones for card in zone if card is not None and card.key not in self._seen
        }
        self._seen.update(new)
        printed = {key: self._print(card) for key, card in sorted(new.items())}
        return {"cards": printed, **shown} if printed else shown

    def _print(self, card: Any) -> Mapping[str, Any]:
        return {"name": card.name} if self._printing is None else self._printing.write(card)

    def _said(self, table: Table, happened: Acted) -> list[int | str]:
        """What the viewer himself acted with: cards and zones by name, choices by what they are called."""
        if happened.action == "resolve_decision":
            choices = table.decision.choices if table.decision is not None else ()
            return [choices[int(number)].label for number in happened.args]
        plugin = self._game.plugin
        perform = plugin.actions.get(happened.action) or ACTIONS.get(happened.action)
        kinds = _kinds(perform) if perform is not None else ()
        bit = 1 << happened.seat
        said: list[int | str] = []
        for i, arg in enumerate(happened.args):
            kind = kinds[min(i, len(kinds) - 1)] if kinds else ""
            if kind == "CardNumber":
                said.append(table.cards[int(arg)].key if table.sight(int(arg)) & bit else "?")
            else:
                said.append(table.layout.zones[int(arg)].name if kind == "ZoneNumber" else arg)
        return said


def lines_for(
    game: Game,
    viewer: int | None,
    *,
    words: Words | None = None,
    printing: Printing | None = None,
    marks: Marks = table_marks,
) -> list[str]:
    """The replay file of a game for one viewer, as far as the game has come."""
    return list(ReplayWriter(game, viewer, words=words, printing=printing, marks=marks).lines())


def compact(view: View) -> dict[str, Any]:
    """A view as JSON, without whose it is and without counters that stand at nothing.

    A zone in which nothing can be told is the number of its cards.
    """
    said = view.to_json()
    del said["viewer"]
    said["zones"] = {zone: cards if any(cards) else len(cards) for zone, cards in said["zones"].items()}
    said["counters"] = {
        zone: {name: value for name, value in counters.items() if value} for zone, counters in said["counters"].items()
    }
    return said


def _changed(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """What is not as it was before; of zones and counters, which. Counters that are gone are empty."""
    changed = {}
    for name, value in now.items():
        old = before[name]
        if value == old:
            continue
        if name in ("zones", "counters"):
            value = {zone: value.get(zone, {}) for zone in {**old, **value} if value.get(zone, {}) != old.get(zone, {})}
        changed[name] = value
    return changed


def _line(said: Mapping[str, Any]) -> str:
    return json.dumps(said, separators=(",", ":")) + "\n"


@cache
def _kinds(perform: Perform) -> tuple[str, ...]:
    """What the parameters of an action are, after the act."""
    return tuple(str(parameter.annotation) for parameter in list(inspect.signature(perform).parameters.values())[1:])
