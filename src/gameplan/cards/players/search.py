"""A player that plays lines of its own turn on to the turn's end, and takes what stands best there.

`value` sees what one action comes to at once. What is good only for what comes of it, it misses: a card that is drawn
for an attack, an Energy for one on the bench, a retreat and an attack. Here a line is one action and then what the
fixed priorities make of the rest of the turn. The best lines are made longer by an action that those would not think
of. Lines of the same actions in another order count once. A line ends with the turn, or at an information boundary: a
draw, a coin, a look into the deck. There the player has learnt something, and thinks again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

from gameplan.cards.players.heuristic import of_decision
from gameplan.cards.players.outlook import Outlook
from gameplan.cards.players.value import Line, Mind, Value, World, is_blank, learns
from gameplan.cards.table.acting import Imagined
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.state import Table


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a player tries. Counted, not timed: so a game is the same twice."""

    worlds: int = 2  # in which each line is played to the end of the turn
    finalists: int = 3  # lines that are played again, beside the one of the fixed priorities
    more_worlds: int = 6  # in which they are
    ways: int = 12  # ways to decide something that are looked at
    actions: int = 2  # how many a line has before the fixed priorities go on
    width: int = 2  # of the lines with fewer actions, how many are made longer
    later_worlds: int = 20  # in which the best lines are followed beyond the turn, by who does that


@dataclass(slots=True)
class Candidate:
    """A line, what it came to in each world, and what the fixed priorities would go on with in the first of them."""

    line: Line
    values: list[float]
    goes_on: list[Option]

    @property
    def mean(self) -> float:
        return fmean(self.values)


class Search(Value):
    """Searches its own turn."""

    name = "search"

    def __init__(self, mind: Mind, seed: str, effort: Effort | None = None) -> None:
        super().__init__(mind, seed)
        self.effort = effort or Effort()
        self._plan: Line = ()

    def choose(self, outlook: Outlook) -> int:
        if self._plan and self._plan[0] in outlook.options:
            option, self._plan = self._plan[0], self._plan[1:]
            return outlook.options.index(option)
        self._plan = ()
        return super().choose(outlook)

    def best(self, outlook: Outlook, usual: Option, rng: Random) -> Option:
        """The first action of the best line: all are tried in a few worlds, and the best of them in others."""
        worlds = self.mind.worlds(outlook, self.effort.worlds, rng)
        first = self._candidate((usual,), worlds)
        found = self._lines(first, worlds[0][0], outlook.options, worlds)
        found += self._longer(found, worlds)
        if not found:
            return usual
        finalists = [first, *sorted(found, key=_by_mean, reverse=True)[: self.effort.finalists]]
        others = self.mind.worlds(outlook, self.effort.more_worlds, rng)
        for each in finalists:  # judged anew: they were the best of many, so what they were worth flatters them
            each.values = [self.mind.played_on(world, each.line)[0] for world in others]
        line = self.chosen(sorted(finalists, key=_by_mean, reverse=True), outlook, rng).line
        self._plan = line[1:]
        return line[0]

    def chosen(self, ranked: Sequence[Candidate], outlook: Outlook, rng: Random) -> Candidate:
        """Which line it is to be, of the last ones, best first."""
        return ranked[0]

    def _candidate(self, line: Line, worlds: Sequence[World]) -> Candidate:
        """A line, played in some worlds."""
        outcomes = [self.mind.played_on(world, line) for world in worlds]
        return Candidate(line, [value for value, _, _ in outcomes], outcomes[0][2])

    def _lines(
        self, usual: Candidate, table: Table, options: Sequence[Option], worlds: Sequence[World]
    ) -> list[Candidate]:
        """The lines that differ from a usual one in its last action: not those that it comes to anyway."""
        begun, anyway, decision = usual.line[:-1], {usual.line[-1]}, table.decision
        if decision is None:
            anyway.update(usual.goes_on)
        others = [option for option in options if option not in anyway and not is_blank(table, option)]
        if decision is not None and len(others) > self.effort.ways:
            others.sort(key=lambda option: of_decision(table, self.mind.seat, decision, option), reverse=True)
            del others[self.effort.ways :]
        return [self._candidate((*begun, option), worlds) for option in others]

    def _longer(self, found: Sequence[Candidate], worlds: Sequence[World]) -> list[Candidate]:
        """Lines with more actions."""
        layer, added = list(found), list[Candidate]()
        seen = {frozenset(each.line) for each in found}
        for _ in range(self.effort.actions - 1):
            promising = sorted(layer, key=_by_mean, reverse=True)[: self.effort.width]
            layer = []
            for each in promising:
                table = self._after(each.line, worlds[0])
                if table is None:
                    continue
                usual = Candidate((*each.line, each.goes_on[0]), each.values, each.goes_on[1:])
                options = [
                    option
                    for option in self.mind.plugin.options(table, self.mind.seat)
                    if self._is_new((*each.line, option), seen)
                ]
                layer += self._lines(usual, table, options, worlds)
            added += layer
        return added

    def _after(self, line: Line, world: World) -> Table | None:
        """The table after a line, if the seat goes on there and has learnt nothing by its last action."""
        table, seed = world
        chance, turn, new = Imagined(seed), table.turn, False
        for option in line:
            act = self.mind.tried(table, option, chance)
            new = learns(table, act, self.mind.seat)
            table = act.table
        goes_on = table.result is None and table.turn == turn and table.player == self.mind.seat
        decides = table.decision is None or table.decision.seat == self.mind.seat
        return table if goes_on and decides and not new else None

    @staticmethod
    def _is_new(line: Line, seen: set[frozenset[Option]]) -> bool:
        key = frozenset(line)
        if key in seen:
            return False
        seen.add(key)
        return True


def _by_mean(candidate: Candidate) -> float:
    return candidate.mean
