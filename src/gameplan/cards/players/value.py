"""A player that tries each option once and takes what stands best after it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from gameplan.cards.players.evaluation import Evaluation
from gameplan.cards.players.guessing import DeckList, determinise, reshuffled
from gameplan.cards.players.heuristic import best_by_priority
from gameplan.cards.players.outlook import Outlook
from gameplan.cards.table.acting import Act, Imagined
from gameplan.cards.table.imagining import imagined
from gameplan.cards.table.plugin import Option, Plugin
from gameplan.cards.table.state import Table

_ENDING = ("declare_attack", "end_turn")
_LONGEST = 40  # decisions that one action may bring


class Mind:
    """What players that look ahead have in common: a game, what they judge by, and chance of their own."""

    def __init__(self, plugin: Plugin, seat: int, evaluation: Evaluation, rng: Random) -> None:
        self.plugin = plugin
        self.seat = seat
        self.evaluation = evaluation
        self.rng = rng
        self.chance = Imagined(0)
        self.nodes = 0  # how many actions were tried

    def begin(self, rng: Random) -> None:
        """Begin to think about a decision: with chance that has nothing to do with what was thought before."""
        self.rng = rng
        self.chance = Imagined(rng.getrandbits(32))
        self.nodes = 0

    def tried(self, table: Table, seat: int, option: Option) -> Act:
        """What comes of an option."""
        self.nodes += 1
        return imagined(self.plugin, table, seat, option, self.chance)

    def settled(self, table: Table) -> Table:
        """The table after all that is to be decided just now was decided by the fixed priorities."""
        for _ in range(_LONGEST):
            if table.decision is None or table.result is not None:
                break
            table = self.resolved(table)
        return table

    def resolved(self, table: Table) -> Table:
        """The table after one decision by the fixed priorities, whoever's it is."""
        assert table.decision is not None
        seat = table.decision.seat
        options = self.plugin.options(table, seat)
        return self.tried(table, seat, options[best_by_priority(table, seat, options)]).table

    def worlds(self, outlook: Outlook, own: DeckList, pool: Sequence[DeckList], count: int) -> list[Table]:
        """So many tables that the seat holds possible."""
        return [determinise(outlook.table, outlook.seat, own, pool, self.rng) for _ in range(count)]

    def by_value(self, table: Table, seat: int, options: Sequence[Option], samples: int = 1) -> int:
        """The option after which the table stands best. A turn is ended when nothing else makes it better."""
        if len(options) == 1:
            return 0
        found = [self.value_after(table, seat, option, samples) for option in options]
        values = [value for value, _ in found]
        if table.decision is None:
            now = self.evaluation.of(table, seat)
            going_on = [i for i, option in enumerate(options) if option[0] not in _ENDING and values[i] > now]
            if going_on and max(values) < _DECIDED:
                # what is certain first: what is drawn for may cost the hand
                return max(going_on, key=lambda i: (not found[i][1], values[i], -i))
            ending = [i for i, option in enumerate(options) if option[0] in _ENDING]
            return max(ending, key=lambda i: (values[i], -i))
        return max(range(len(options)), key=lambda i: (values[i], -i))

    def value_after(self, table: Table, seat: int, option: Option, samples: int = 1) -> tuple[float, bool]:
        """How the table stands after an option, on the average where chance has a part in it; and whether it has."""
        if is_blank(table, option):
            return -math.inf, False
        act = self.tried(table, seat, option)
        chancy = learns(table, act, seat)
        total = self.evaluation.of(self.settled(act.table), seat)
        if samples == 1 or not chancy:
            return total, chancy
        for _ in range(samples - 1):
            other = self.tried(reshuffled(table, seat, self.rng), seat, option)
            total += self.evaluation.of(self.settled(other.table), seat)
        return total / samples, chancy


_DECIDED = 500_000.0  # a value that only a game that is over has


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


class Value:
    """One action ahead, with a few samples where chance has a part in it."""

    name = "value"

    def __init__(self, mind: Mind, own: DeckList, pool: Sequence[DeckList], seed: str, samples: int = 3) -> None:
        self._mind, self._own, self._pool = mind, own, pool
        self._seed, self._samples = seed, samples
        self._asked = 0

    def choose(self, outlook: Outlook) -> int:
        self._asked += 1
        if len(outlook.options) == 1:
            return 0
        if outlook.table.phase == "setup":
            return best_by_priority(outlook.table, outlook.seat, outlook.options)
        self._mind.begin(Random(f"{self._seed}/{self._asked}"))  # noqa: S311 - imagined games, no secrets
        world = self._mind.worlds(outlook, self._own, self._pool, 1)[0]
        return self._mind.by_value(world, outlook.seat, outlook.options, self._samples)
