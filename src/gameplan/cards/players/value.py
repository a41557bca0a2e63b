"""A player that tries each option, plays the turn on by the fixed priorities, and takes what stands best at its end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev

from gameplan.cards.players.evaluation import Evaluation
from gameplan.cards.players.guessing import DeckList, determinise
from gameplan.cards.players.heuristic import best_by_priority, of_decision
from gameplan.cards.players.outlook import Outlook
from gameplan.cards.table.acting import Act, Imagined
from gameplan.cards.table.imagining import carried_out, imagined
from gameplan.cards.table.plugin import Option, Plugin
from gameplan.cards.table.state import Table

Line = tuple[Option, ...]
World = tuple[Table, int]  # a table that the seat holds possible, and a seed for what is left to chance there
_LONGEST = 60  # actions and decisions in a turn
_FEWEST = 3  # worlds before a line can fall behind


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a player tries. Counted, not timed: so a game is the same twice."""

    worlds: int = 2  # in which each line is played to the end of the turn
    finalists: int = 3  # lines that are played again, beside the one of the fixed priorities
    more_worlds: int = 8  # in which they are, at most
    ways: int = 12  # ways to decide something that are looked at
    actions: int = 1  # how many a line has before the fixed priorities go on
    width: int = 0  # of the lines with fewer actions, how many are made longer


class Mind:
    """What players that look ahead have in common: a game, a seat in it, what they judge by, and what they expect."""

    def __init__(
        self, plugin: Plugin, seat: int, evaluation: Evaluation, own: DeckList, pool: Sequence[DeckList]
    ) -> None:
        self.plugin = plugin
        self.seat = seat
        self.evaluation = evaluation
        self._own, self._pool = own, pool
        self.nodes = 0  # how many actions were tried

    def worlds(self, outlook: Outlook, count: int, rng: Random) -> list[World]:
        """So many tables that the seat holds possible."""
        found = []
        for _ in range(count):
            found.append((determinise(outlook.table, outlook.seat, self._own, self._pool, rng), rng.getrandbits(32)))
        return found

    def tried(self, table: Table, option: Option, chance: Imagined) -> Act:
        """What comes of an option of whoever is to act."""
        self.nodes += 1
        return imagined(self.plugin, table, _to_act(table), option, chance)

    def played_on(self, world: World, line: Line) -> tuple[float, Table, list[Option]]:
        """How it stands at the end of the seat's own turn, if it begins with this line and goes on by the fixed
        priorities; the table then, and what it goes on with."""
        start, seed = world
        went_on: list[Option] = []
        table = self._through(start, self.seat, Imagined(seed), line, went_on)
        return self.evaluation.of(table, self.seat), table, went_on

    def after_reply(self, table: Table, seed: int) -> float:
        """How it stands after a turn of the other, who plays by the fixed priorities with what he has in this world."""
        if table.result is None:
            table = self._through(table, 1 - self.seat, Imagined(seed))
        return self.evaluation.of(table, self.seat, fresh=True)

    def _through(
        self, table: Table, whose: int, chance: Imagined, line: Line = (), went_on: list[Option] | None = None
    ) -> Table:
        """The table when somebody's turn is over and the other's begins. The one that is given stays as it is."""
        table = table.clone()
        turn, on_turn = table.turn, table.player == whose
        for number in range(2 * _LONGEST):
            if table.result is not None:
                break
            if table.decision is None:
                if on_turn and table.player != whose:
                    break
                on_turn = table.player == whose
            if number < len(line):
                option = line[number]
            else:
                seat = _to_act(table)
                options = self.plugin.options(table, seat)
                option = options[best_by_priority(table, seat, options)]
                if went_on is not None and table.turn == turn and seat == whose:
                    went_on.append(option)
            self.nodes += 1
            carried_out(self.plugin, table, _to_act(table), option, chance)
        return table


def _to_act(table: Table) -> int:
    return table.player if table.decision is None else table.decision.seat


def is_blank(table: Table, option: Option) -> bool:
    """Whether an option plays a card that no program carries out: it would lie there for nothing."""
    return option[0] == "play_trainer" and not table.cards[option[1]].programmed


def learns(before: Table, act: Act, seat: int) -> bool:
    """Whether a seat learns something by an action that it could not know: a card, a coin."""
    bit = 1 << seat
    for change in act.changes:
        kind = change[0]
        if kind == "move":
            if change[5] & bit and not (before.faces[change[1]] | before.known[change[1]]) & bit:
                return True
        elif kind in ("coin", "die"):
            return True
        elif kind == "know" and change[2] & bit:
            if any(not (before.faces[card] | before.known[card]) & bit for card in change[1]):
                return True
        elif kind == "face" and change[2] & bit and not (before.faces[change[1]] | before.known[change[1]]) & bit:
            return True
    return False


@dataclass(slots=True)
class Candidate:
    """A line, what it came to in each world, and what the fixed priorities would go on with in the first of them."""

    line: Line
    values: list[float]
    goes_on: list[Option]

    @property
    def mean(self) -> float:
        return fmean(self.values)


class Value:
    """One action ahead: what the turn comes to after each, in a few worlds."""

    name = "value"
    effort = Effort()

    def __init__(self, mind: Mind, seed: str, effort: Effort | None = None) -> None:
        self.mind = mind
        self._seed, self._asked = seed, 0
        self._plan: Line = ()
        if effort is not None:
            self.effort = effort

    def choose(self, outlook: Outlook) -> int:
        self._asked += 1
        options, table = outlook.options, outlook.table
        if self._plan and self._plan[0] in options:
            option, self._plan = self._plan[0], self._plan[1:]
            return options.index(option)
        self._plan = ()
        usual = best_by_priority(table, outlook.seat, options)
        if len(options) == 1 or table.phase == "setup" or (table.decision and table.decision.kind == "prizes"):
            return usual
        rng = Random(f"{self._seed}/{self._asked}")  # noqa: S311 - imagined games, no secrets
        line = self.best(outlook, options[usual], rng)
        self._plan = line[1:]
        return options.index(line[0])

    def best(self, outlook: Outlook, usual: Option, rng: Random) -> Line:
        """The best line: all that are thought of in a few worlds, and then the best of them in others."""
        worlds = self.mind.worlds(outlook, self.effort.worlds, rng)
        first = self.candidate((usual,), worlds)
        found = [first, *self.lines(first, worlds[0][0], outlook.options, worlds)]
        found += self.longer(found[1:], worlds)
        if len(found) == 1:
            return first.line
        finalists = sorted(found[1:], key=by_mean, reverse=True)[: self.effort.finalists]
        return self._last([first, *finalists], outlook, rng).line

    def _last(self, running: list[Candidate], outlook: Outlook, rng: Random) -> Candidate:
        """The best of some lines, judged anew: in one world after the other, without those that fall behind."""
        for each in running:
            each.values = []  # they were the best of many, so what they were worth flatters them
        for world in self.mind.worlds(outlook, self.effort.more_worlds, rng):
            for each in running:
                each.values.append(self.judged(world, each.line))
            leader = max(running, key=by_mean)
            running = [each for each in running if each is leader or not _is_behind(each, leader)]
            if len(running) == 1:
                break
        return max(running, key=by_mean)

    def judged(self, world: World, line: Line) -> float:
        """What one of the best lines is worth in a world."""
        return self.mind.played_on(world, line)[0]

    def lines(
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
        return [self.candidate((*begun, option), worlds) for option in others]

    def longer(self, found: Sequence[Candidate], worlds: Sequence[World]) -> list[Candidate]:
        """Lines with more actions."""
        return []

    def candidate(self, line: Line, worlds: Sequence[World]) -> Candidate:
        """A line, played in some worlds."""
        outcomes = [self.mind.played_on(world, line) for world in worlds]
        return Candidate(line, [value for value, _, _ in outcomes], outcomes[0][2])


def by_mean(candidate: Candidate) -> float:
    """The order of lines."""
    return candidate.mean


def _is_behind(one: Candidate, leader: Candidate) -> bool:
    """Whether a line is worse than the leader by more than chance explains: the worlds were the same for both."""
    if len(one.values) < _FEWEST:
        return False
    less = [best - value for best, value in zip(leader.values, one.values, strict=True)]
    return fmean(less) >= 2 * stdev(less) / math.sqrt(len(less))
