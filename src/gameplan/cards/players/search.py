"""A player that tries lines of several actions, up to where it would learn something.

`value` sees what one action comes to if the fixed priorities go on after it. What takes two or three that they would
not think of, it misses: an Energy for one on the bench, a retreat, and an attack. Here the best lines are made longer
by one action, and again. Lines of the same actions in another order count once. A line ends with the turn, or at an
information boundary: a draw, a coin, a look into the deck. There the player has learnt something, and thinks again.
"""

from __future__ import annotations

from collections.abc import Sequence

from gameplan.cards.players.value import Candidate, Effort, Line, Value, World, by_mean, learns
from gameplan.cards.table.acting import Imagined
from gameplan.cards.table.plugin import Option
from gameplan.cards.table.state import Table


class Search(Value):
    """Searches its own turn."""

    name = "search"
    effort = Effort(finalists=5, more_worlds=20, actions=3, width=4)

    def longer(self, found: Sequence[Candidate], worlds: Sequence[World]) -> list[Candidate]:
        layer, added = list(found), list[Candidate]()
        seen = {frozenset(each.line) for each in found}
        for _ in range(self.effort.actions - 1):
            promising = sorted(layer, key=by_mean, reverse=True)[: self.effort.width]
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
                layer += self.lines(usual, table, options, worlds)
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
