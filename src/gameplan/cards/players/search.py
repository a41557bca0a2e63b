"""A player that searches its own turn to the end, up to where it would learn something.

From the table as it is, lines of actions are tried in layers, the best of each layer go on, and lines that come to the
same table count once. A line ends with the turn, or at an information boundary: a draw, a coin, a look into the deck.
What lies behind a boundary nobody knows, so it is judged by samples: in each, the rest of the turn is searched anew,
with less effort. The best line is played up to its boundary; then the player has learnt something, and thinks again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gameplan.cards.players.guessing import DeckList, reshuffled
from gameplan.cards.players.heuristic import best_by_priority
from gameplan.cards.players.outlook import Outlook
from gameplan.cards.players.value import Mind, is_blank, learns
from gameplan.cards.pokemon.board import ALL_SPOTS, DISCARD, HAND, PLAYER, STADIUM
from gameplan.cards.table.acting import Imagined
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.state import Table

Line = tuple[Option, ...]
_DEPTH = 24


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a search tries: actions that it tries, lines that go on from each layer, samples behind a boundary,
    boundaries that are looked behind. Counted, not timed: so a game is the same twice."""

    nodes: int = 220
    width: int = 10
    samples: int = 3
    boundaries: int = 4
    beyond_nodes: int = 50
    beyond_width: int = 3
    coins: int = 3


@dataclass(slots=True)
class Found:
    """What a search has found: lines to the end of the turn, and lines to a boundary, with what they are worth."""

    ends: list[tuple[float, Line, Table]] = field(default_factory=list)
    boundaries: list[tuple[float, Line, Table]] = field(default_factory=list)

    def best(self) -> tuple[float, Line]:
        return max(((value, line) for value, line, _ in (*self.ends, *self.boundaries)), key=by_worth)


def by_worth(found: tuple[Any, ...]) -> tuple[float, int]:
    """The order of lines."""
    return found[0], -len(found[1])  # of equals, the shorter


class Searcher:
    """Searches turns for a mind."""

    def __init__(self, mind: Mind, effort: Effort) -> None:
        self.mind = mind
        self.effort = effort

    def explore(self, root: Table, options: Sequence[Option], nodes: int, width: int) -> Found:
        """Try lines of actions from here to the end of the turn, or to a boundary."""
        mind, seat, turn = self.mind, self.mind.seat, root.turn
        evaluate = mind.evaluation.of
        found, seen = Found(), {_key(root, seat)}
        layer: list[tuple[float, Table, Line]] = [(0.0, root, ())]
        limit = mind.nodes + nodes
        for depth in range(_DEPTH):
            following: list[tuple[float, Table, Line]] = []
            for _, table, line in layer:
                for option in options if depth == 0 else mind.plugin.options(table, seat):
                    if mind.nodes >= limit and (found.ends or found.boundaries) and depth:
                        return found
                    if is_blank(table, option):
                        continue
                    act = mind.tried(table, seat, option)
                    after, chancy = act.table, learns(table, act, seat)
                    after = self._others(after)
                    longer = (*line, option)
                    if after.result is not None or after.turn != turn:
                        found.ends.append((self._end(table, option, after, chancy=chancy), longer, after))
                    elif chancy:
                        ended = self.finished(after, turn)
                        found.boundaries.append((evaluate(ended, seat), longer, table))
                    else:
                        key = _key(after, seat)
                        if key not in seen:
                            seen.add(key)
                            following.append((evaluate(after, seat), after, longer))
            if not following:
                break
            following.sort(key=lambda each: each[0], reverse=True)
            layer = following[:width]
        if not found.ends and not found.boundaries:  # a turn that does not end: then as far as it was thought of
            value, table, line = layer[0]
            found.ends.append((value, line or (options[0],), table))
        return found

    def look_behind(self, found: Found, rng_seed: int) -> None:
        """Judge the most promising boundaries by what the turn may come to behind them."""
        effort = self.effort
        promising = sorted(found.boundaries, key=by_worth, reverse=True)
        chosen: list[tuple[float, Line, Table]] = []
        firsts: set[tuple[Option, bool]] = set()
        for value, line, table in promising:
            kind = line[-1]
            if (kind, len(line) > 1) not in firsts and len(chosen) < effort.boundaries:
                firsts.add((kind, len(line) > 1))
                chosen.append((value, line, table))
        found.boundaries = []
        for _, line, table in chosen:
            total = sum(self._behind(table, line[-1], rng_seed + each) for each in range(effort.samples))
            found.boundaries.append((total / effort.samples, line, table))

    def _behind(self, table: Table, option: Option, seed: int) -> float:
        """What the turn comes to after an option whose outcome is one of those that are possible."""
        mind, seat, turn = self.mind, self.mind.seat, table.turn
        mind.chance = Imagined(seed)  # the same chance for all that are compared
        world = reshuffled(table, seat, Random(seed))  # noqa: S311
        after = self._others(mind.tried(world, seat, option).table)
        if after.result is not None or after.turn != turn:
            return mind.evaluation.of(after, seat)
        options = mind.plugin.options(after, seat)
        return self.explore(after, options, self.effort.beyond_nodes, self.effort.beyond_width).best()[0]

    def _end(self, table: Table, option: Option, after: Table, *, chancy: bool) -> float:
        mind, seat = self.mind, self.mind.seat
        total = mind.evaluation.of(mind.settled(after), seat)
        if not chancy or self.effort.coins == 1:
            return total
        for _ in range(self.effort.coins - 1):
            total += mind.evaluation.of(mind.settled(mind.tried(table, seat, option).table), seat)
        return total / self.effort.coins

    def _others(self, table: Table) -> Table:
        """The table after the other player has decided what is his to decide, and prizes were taken blindly."""
        while (decision := table.decision) is not None and table.result is None:
            if decision.seat == self.mind.seat and decision.kind != "prizes":
                break
            table = self.mind.resolved(table)
        return table

    def finished(self, table: Table, turn: int) -> Table:
        """The table after the rest of the turn was played by the fixed priorities."""
        mind, seat = self.mind, self.mind.seat
        for _ in range(_DEPTH):
            table = self._others(table)
            if table.result is not None or table.turn != turn:
                break
            options = mind.plugin.options(table, seat)
            table = mind.tried(table, seat, options[best_by_priority(table, seat, options)]).table
        return mind.settled(table)


def _key(table: Table, seat: int) -> tuple[Any, ...]:
    """What tells tables of one turn apart, whatever the order of actions that led there."""
    zones, marks = table.zones, table.marks
    parts: list[Any] = [tuple(sorted(zones[HAND[seat]])), tuple(marks[PLAYER[seat]]), len(zones[DISCARD[1 - seat]])]
    parts.append(tuple(zones[STADIUM]))
    for spot in _SPOTS:
        zone = zones[spot]
        if zone:
            parts.append((spot, zone[0], *sorted(zone), *marks[spot]))
    if table.decision is not None:
        parts.append(repr((table.decision, table.agenda)))
    return tuple(parts)


_SPOTS = sorted(ALL_SPOTS)


class Search:
    """Searches its own turn."""

    name = "search"

    def __init__(
        self, mind: Mind, own: DeckList, pool: Sequence[DeckList], seed: str, effort: Effort | None = None
    ) -> None:
        self._mind, self._own, self._pool, self._seed = mind, own, pool, seed
        self.searcher = Searcher(mind, effort or Effort())
        self._plan: Line = ()
        self._asked = 0

    def choose(self, outlook: Outlook) -> int:
        self._asked += 1
        options = outlook.options
        if self._plan and self._plan[0] in options:
            option, self._plan = self._plan[0], self._plan[1:]
            return options.index(option)
        self._plan = ()
        if len(options) == 1:
            return 0
        table = outlook.table
        decision = table.decision
        if table.phase == "setup" or (decision is not None and decision.kind == "prizes"):
            return best_by_priority(table, outlook.seat, options)
        self._mind.begin(Random(f"{self._seed}/{self._asked}"))  # noqa: S311 - imagined games, no secrets
        world = self._mind.worlds(outlook, self._own, self._pool, 1)[0]
        if table.player != outlook.seat:
            return self._mind.by_value(world, outlook.seat, options)
        line = self.think(outlook, world)
        self._plan = line[1:]
        return options.index(line[0])

    def think(self, outlook: Outlook, world: Table) -> Line:
        """The line of actions that is best, up to the end of the turn or to a boundary."""
        return self.searched(outlook, world).best()[1]

    def searched(self, outlook: Outlook, world: Table) -> Found:
        """What the search finds from here."""
        effort = self.searcher.effort
        found = self.searcher.explore(world, outlook.options, effort.nodes, effort.width)
        self.searcher.look_behind(found, self._mind.rng.getrandbits(32))
        return found
