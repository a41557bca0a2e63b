"""A player that searches its turn, and follows the best lines through the other's reply and its own next turn.

Both play those by the fixed priorities, in many worlds. It is judged where the evaluation is at home, at the end of a
turn of its own; and because most of what differs there is chance, another line takes the place of the one that the
search likes best only where it gains more than chance explains.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from statistics import fmean, stdev

from gameplan.cards.players.outlook import Outlook
from gameplan.cards.players.search import Candidate, Effort, Search
from gameplan.cards.players.value import Line, Mind, World

_WITHIN = 0.12  # by how much of a chance to win the search may like a rival less
_GAIN = 0.01  # what a rival has to gain
_LOST = -0.02  # what it may be behind while it is followed
_FEWEST = 6  # worlds before a rival is given up
_ERRORS = 2.0  # standard errors that count as chance


class Reply(Search):
    """Searches its own turn, and looks through a reply of the other to its next."""

    name = "reply"

    def __init__(self, mind: Mind, seed: str, effort: Effort | None = None) -> None:
        super().__init__(mind, seed, effort or Effort(finalists=4, more_worlds=4))

    def chosen(self, ranked: Sequence[Candidate], outlook: Outlook, rng: Random) -> Candidate:
        first = ranked[0]
        rivals = [(each, list[float]()) for each in ranked[1:] if each.mean > first.mean - _WITHIN]
        if not rivals:
            return first
        for number, world in enumerate(self.mind.worlds(outlook, self.effort.later_worlds, rng), 1):
            value = self._later(world, first.line)
            for each, gains in rivals:
                gains.append(self._later(world, each.line) - value)
            if number >= _FEWEST:
                rivals = [(each, gains) for each, gains in rivals if _may_be_better(gains)]
                if not rivals:
                    return first
        better = [(fmean(gains), number) for number, (_, gains) in enumerate(rivals) if _is_better(gains)]
        return rivals[max(better)[1]][0] if better else first

    def _later(self, world: World, line: Line) -> float:
        """The chance to win at the end of the seat's next turn."""
        return self.mind.later(self.mind.played_on(world, line)[1], world[1])


def _error(gains: Sequence[float]) -> float:
    return _ERRORS * stdev(gains) / math.sqrt(len(gains))


def _may_be_better(gains: Sequence[float]) -> bool:
    return fmean(gains) > _LOST and fmean(gains) + _error(gains) > _GAIN


def _is_better(gains: Sequence[float]) -> bool:
    return fmean(gains) > _GAIN and fmean(gains) > _error(gains)
