"""A player that searches its turn, and asks of the best lines what the other would do then."""

from __future__ import annotations

from gameplan.cards.players.search import Search
from gameplan.cards.players.value import Effort, Line, World


class Reply(Search):
    """Searches its own turn, and one reply of the other."""

    name = "reply"
    effort = Effort(finalists=5, more_worlds=24, actions=3, width=5)

    def judged(self, world: World, line: Line) -> float:
        value, table, _ = self.mind.played_on(world, line)
        return (value + self.mind.after_reply(table, world[1])) / 2  # a reply is only a guess
