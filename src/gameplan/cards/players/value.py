"""A player that tries each option once, and takes what stands best right after it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

from gameplan.cards.players.evaluation import Evaluation
from gameplan.cards.players.guessing import DeckList, determinise
from gameplan.cards.players.heuristic import best_by_priority
from gameplan.cards.players.outlook import Outlook
from gameplan.cards.table.acting import Act, Imagined
from gameplan.cards.table.imagining import carried_out, imagined
from gameplan.cards.table.plugin import Option, Plugin
from gameplan.cards.table.state import Table

Line = tuple[Option, ...]
World = tuple[Table, int]  # a table that the seat holds possible, and a seed for what is left to chance there
_LONGEST = 60  # actions and decisions in a turn
_ENDING = ("declare_attack", "end_turn")
_DECIDED = 0.99  # a chance to win that need not be made better


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

    def after(self, world: World, option: Option) -> float:
        """The chance to win right after an option, with what it brings to decide decided by the fixed priorities."""
        start, seed = world
        table, chance = start.clone(), Imagined(seed)
        self._carry_out(table, option, chance)
        for _ in range(_LONGEST):
            if table.decision is None or table.result is not None:
                break
            self._carry_out(table, self._usual(table), chance)
        return self.evaluation.chance(table, self.seat)

    def played_on(self, world: World, line: Line) -> tuple[float, Table, list[Option]]:
        """The chance to win at the end of the seat's own turn, if it begins with this line and goes on by the fixed
        priorities; the table then, and what it goes on with."""
        start, seed = world
        went_on: list[Option] = []
        table = self._through(start, self.seat, Imagined(seed), line, went_on)
        return self.evaluation.chance(table, self.seat), table, went_on

    def later(self, table: Table, seed: int, turns: int = 2) -> float:
        """The chance to win so many turns later, if both play them by the fixed priorities."""
        for number in range(1, turns + 1):
            if table.result is None:
                table = self._through(table, table.player, Imagined(seed + number))
        return self.evaluation.chance(table, self.seat, fresh=table.player == self.seat)

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
                option = self._usual(table)
                if went_on is not None and table.turn == turn and _to_act(table) == whose:
                    went_on.append(option)
            self._carry_out(table, option, chance)
        return table

    def _usual(self, table: Table) -> Option:
        seat = _to_act(table)
        options = self.plugin.options(table, seat)
        return options[best_by_priority(table, seat, options)]

    def _carry_out(self, table: Table, option: Option, chance: Imagined) -> None:
        self.nodes += 1
        carried_out(self.plugin, table, _to_act(table), option, chance)


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


class Value:
    """One action ahead: how it stands right after each, on the average of a few worlds."""

    name = "value"
    worlds = 3

    def __init__(self, mind: Mind, seed: str) -> None:
        self.mind = mind
        self._seed, self._asked = seed, 0

    def choose(self, outlook: Outlook) -> int:
        self._asked += 1
        options, table = outlook.options, outlook.table
        usual = best_by_priority(table, outlook.seat, options)
        if len(options) == 1 or table.phase == "setup" or (table.decision and table.decision.kind == "prizes"):
            return usual
        rng = Random(f"{self._seed}/{self._asked}")  # noqa: S311 - imagined games, no secrets
        return options.index(self.best(outlook, options[usual], rng))

    def best(self, outlook: Outlook, usual: Option, rng: Random) -> Option:
        """The option after which it stands best; of equals, the one of the fixed priorities. The turn is ended when
        nothing else makes it better."""
        table = outlook.table
        worlds = self.mind.worlds(outlook, self.worlds, rng)
        options = [usual, *(option for option in outlook.options if not is_blank(table, option))]
        found = {option: fmean(self.mind.after(world, option) for world in worlds) for option in options}
        if table.decision is None:
            now = fmean(self.mind.evaluation.chance(start, outlook.seat) for start, _ in worlds)
            going_on = [option for option in found if option[0] not in _ENDING and found[option] > now]
            if going_on and max(found.values()) < _DECIDED:
                return max(going_on, key=found.__getitem__)
            options = [option for option in found if option[0] in _ENDING] or options
        return max(options, key=found.__getitem__)
