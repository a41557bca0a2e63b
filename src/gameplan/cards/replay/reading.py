"""Read a replay file: every step with the whole view after it, and what is broken, if anything is."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gameplan.cards.replay.writing import FORMAT, VERSION
from gameplan.cards.table.decisions import Choice, Decision, Result
from gameplan.cards.table.views import View
from gameplan.cards.table.zones import Layout

MOST_BYTES = 50_000_000
_MOST_CARDS = 10_000
_MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)


class BrokenReplay(ValueError):
    """What was given is no replay file, or none that can be read here."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action, as the viewer was told of it, and what he saw after it.

    `back_to` is the step to which the game went back by this one; `undone` says that this one was taken back.
    """

    number: int
    seat: int | None
    action: str
    told: tuple[str, ...]
    view: Mapping[str, Any]
    hash: str
    given: tuple[Any, ...] = ()
    marks: tuple[str, ...] = ()
    back_to: int | None = None
    undone: bool = False

    @property
    def turn(self) -> int:
        return int(self.view["turn"])


@dataclass(frozen=True, slots=True)
class Replay:
    """A game as one viewer saw it. `damage` says what is broken after the last step here; empty: nothing."""

    game: str
    viewer: int | None
    seats: tuple[str, ...]
    steps: tuple[Step, ...]
    cards: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    damage: str = ""

    def at_turn(self, turn: int) -> int | None:
        """Where a turn begins: the index of the first step in it that still counts."""
        return next((i for i, step in enumerate(self.steps) if step.turn >= turn and not step.undone), None)

    def next_mark(self, mark: str, after: int) -> int | None:
        """The next step after this one that has a mark."""
        return next((i for i in range(after + 1, len(self.steps)) if mark in self.steps[i].marks), None)


def read_replay(text: str) -> Replay:
    """Read a replay file, as far as it is whole. Each view is held to its hash."""
    if len(text) > MOST_BYTES:
        raise BrokenReplay(f"A replay has at most {MOST_BYTES // 1_000_000} MB.")
    lines = text.splitlines()
    try:
        head = json.loads(lines[0]) if lines else None
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise BrokenReplay("This is no replay: its first line does not say so.")
        if head["version"] != VERSION:
            raise BrokenReplay(
                f"The replay is of version {head['version']!r:.20}; here, version {VERSION} can be read."
            )
        zones = {str(zone): [str(name) for name in counters] for zone, counters in head["zones"].items()}
        viewer, seats, game = head["viewer"], tuple(map(str, head["seats"])), str(head["game"])
        if viewer is not None and viewer not in range(len(seats)):
            raise BrokenReplay(f"The replay is for seat {viewer!r:.20}, which there is not.")
    except BrokenReplay:
        raise
    except _MALFORMED as error:
        why = "it is cut off or no JSON" if isinstance(error, json.JSONDecodeError) else f"{error!r:.100}"
        raise BrokenReplay(f"The first line of the replay cannot be read: {why}.") from None
    reading = _Reading(viewer, zones)
    damage = reading.read(lines[1:])
    return Replay(game, viewer, seats, tuple(reading.steps), reading.cards, damage)


class _Reading:
    """A file being read: the view as it stands, and the steps up to there."""

    def __init__(self, viewer: int | None, zones: Mapping[str, list[str]]) -> None:
        self._viewer = viewer
        self._zones = zones
        self._order = {name: i for i, name in enumerate(zones)}
        self._view: dict[str, Any] = {}
        self.steps: list[Step] = []
        self.cards: dict[str, Mapping[str, Any]] = {}

    def read(self, lines: Iterable[str]) -> str:
        """Read all lines; what is wrong with the first that is broken."""
        damage = self._read(lines)
        self._undone()
        return damage

    def _read(self, lines: Iterable[str]) -> str:
        for number, line in enumerate(lines, 2):
            try:
                said = json.loads(line)
            except (ValueError, RecursionError):
                return f"Line {number} is cut off or no JSON; the steps before it are whole."
            try:
                problem = self._take(said)
            except _MALFORMED as error:
                return f"Line {number} is no step of a replay: {error!r:.100}."
            if problem:
                return f"Line {number}: {problem}"
        return "" if self.steps else "The replay has no steps."

    def _take(self, said: Mapping[str, Any]) -> str:
        expected = len(self.steps) + 1
        if said["step"] != expected:
            return f"this is step {said['step']!r:.20}, but step {expected} is missing."
        view = self._with(said["view"] if "view" in said else said["changed"], whole="view" in said)
        if view["turn"] != int(view["turn"]) or not {"zones", "counters"} <= view.keys():
            return f"step {expected} has no view."
        found = self._digest(view)
        if found != said["hash"]:
            noted = said["hash"]
            return f"what is seen after step {expected} is not what was seen: its hash is {found}, not {noted!r:.40}."
        self._view = view
        self.cards.update(said.get("cards", {}))
        self.steps.append(
            Step(
                expected,
                said.get("seat"),
                str(said.get("action", "")),
                tuple(map(str, said.get("told", ()))),
                view,
                found,
                tuple(said.get("with", ())),
                tuple(map(str, said.get("marks", ()))),
                None if said.get("back_to") is None else int(said["back_to"]),
            )
        )
        return ""

    def _undone(self) -> None:
        """Mark what no longer counts: all that one does not meet on the way back from the last step."""
        counts, number = set(), len(self.steps)
        while number > 0:
            counts.add(number)
            back = self.steps[number - 1].back_to
            number = number - 1 if back is None else min(back, number - 1)
        self.steps = [
            step if step.number in counts or step.back_to is not None else replace(step, undone=True)
            for step in self.steps
        ]

    def _with(self, shown: Mapping[str, Any], *, whole: bool) -> dict[str, Any]:
        """The view after a step that shows all of it, or what is not as it was before."""
        view = {**shown} if whole else {**self._view, **shown}
        for name in ("zones", "counters"):
            view[name] = {**({} if whole else self._view[name]), **shown.get(name, {})}
        view["zones"] = {zone: _cards(cards) for zone, cards in view["zones"].items()}
        counters = {zone: each for zone, each in view["counters"].items() if each}
        view["counters"] = {zone: counters[zone] for zone in sorted(counters, key=self._order.__getitem__)}
        return view

    def _digest(self, view: Mapping[str, Any]) -> str:
        """The hash of a view, as `View.digest` makes it."""
        whole = {"viewer": self._viewer, **view}
        whole["counters"] = {
            zone: {name: counters.get(name, 0) for name in self._zones[zone]}
            for zone, counters in view["counters"].items()
        }
        return hashlib.blake2b(json.dumps(whole).encode(), digest_size=12).hexdigest()


def _cards(said: Any) -> list[str | None]:
    """What lies in a zone; if nothing can be told of it, the number of cards was written."""
    if isinstance(said, int):
        if not 0 <= said <= _MOST_CARDS:
            raise ValueError(f"a zone of {said} cards")
        return [None] * said
    return list(said)


def view_at(replay: Replay, index: int, layout: Layout, card: Callable[[str], Any]) -> View:
    """What was seen after a step, as a view, with the cards that their keys mean here."""
    said = replay.steps[index].view
    decision, result = said["decision"], said["result"]
    asked = None
    if decision is not None:
        seat, kind, text, labels, least, most = decision
        asked = Decision(seat, kind, text, tuple(Choice(label, i) for i, label in enumerate(labels)), least, most)
    counters = said["counters"]
    return View(
        layout,
        replay.viewer,
        tuple(tuple(None if key is None else card(key) for key in said["zones"][zone.name]) for zone in layout.zones),
        tuple(tuple(counters.get(zone.name, {}).get(name, 0) for name in zone.kind.counters) for zone in layout.zones),
        tuple((zone, position, degrees) for zone, position, degrees in said["turned"]),
        tuple((zone, position, tuple(names)) for zone, position, names in said["flags"]),
        said["turn"],
        said["player"],
        said["phase"],
        asked,
        None if result is None else Result(*result),
        tuple(said.get("out", ())),
    )
