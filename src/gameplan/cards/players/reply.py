"""A player that searches its turn harder, and asks of the best ways to end it what the other would do then.

With the same effort as `search` the reply alone won it little (38 of 72 games); most of its strength is the effort.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gameplan.cards.players.guessing import DeckList
from gameplan.cards.players.outlook import Outlook
from gameplan.cards.players.search import Effort, Line, Search, by_worth
from gameplan.cards.players.value import Mind
from gameplan.cards.table.acting import Imagined
from gameplan.cards.table.state import Table

_LONGEST = 30  # actions in a turn of the other
HARDER = Effort(nodes=400, width=16, samples=4, boundaries=5, beyond_nodes=80, beyond_width=4)


@dataclass(frozen=True, slots=True)
class Foresight:
    """How far a reply is thought of: for so many ways to end the turn, in so many worlds."""

    ends: int = 4
    worlds: int = 3


class Reply(Search):
    """Searches its own turn, and one reply of the other, who takes what looks best after each action."""

    name = "reply"

    def __init__(
        self,
        mind: Mind,
        own: DeckList,
        pool: Sequence[DeckList],
        seed: str,
        effort: Effort | None = None,
        foresight: Foresight | None = None,
    ) -> None:
        super().__init__(mind, own, pool, seed, effort or HARDER)
        self._foresight = foresight or Foresight()

    def think(self, outlook: Outlook, world: Table) -> Line:
        found = self.searched(outlook, world)
        _, line = found.best()
        ends = sorted(found.ends, key=by_worth, reverse=True)[: self._foresight.ends]
        if len(ends) < 2 or ends[0][1] != line or ends[0][2].result is not None:
            return line
        worlds = [world, *self._mind.worlds(outlook, self._own, self._pool, self._foresight.worlds - 1)]
        seed = self._mind.rng.getrandbits(32)

        def worth(end: tuple[float, Line, Table]) -> float:
            replies = [self.after_reply(end[2], each, seed + number) for number, each in enumerate(worlds)]
            return end[0] + sum(replies) / len(replies)  # before the reply and after it: a guess is only a guess

        return max(ends, key=worth)[1]

    def after_reply(self, end: Table, world: Table, seed: int) -> float:
        """How the table stands after the other's turn, if he has what he has in this world."""
        mind, other = self._mind, 1 - self._mind.seat
        mind.chance = Imagined(seed)  # the same chance for all that are compared
        table = end.clone()
        table.cards = tuple(
            theirs if whose == other else ours
            for ours, theirs, whose in zip(end.cards, world.cards, end.owners, strict=True)
        )
        table = mind.settled(table)
        turn = table.turn
        for _ in range(_LONGEST):
            if table.result is not None or table.turn != turn or table.player != other:
                break  # the game is over, the turn is, or it is an extra turn of one's own
            options = mind.plugin.options(table, other)
            table = mind.settled(mind.tried(table, other, options[mind.by_value(table, other, options)]).table)
        return mind.evaluation.of(table, mind.seat, fresh=True)
