"""Whether a condition can ever hold, and can ever fail, given what a play can come to.

It errs on the side of the author: what it cannot tell is possible. So a condition that is called impossible is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import TypeAlias

from gameplan.expressions.syntax import Arithmetic, Call, Compare, Literal, Logic, Negate, Node, Not, Reference
from gameplan.novels.conditions import Condition
from gameplan.novels.package import ARC_PHASES

Range: TypeAlias = tuple[float, float]
EITHER = (True, True)
_SETS = {"flag": "flags", "visited": "locations", "done": "encounters", "fired": "events"}


@dataclass(slots=True)
class Facts:
    """All that any play can come to: an upper bound of everything a condition can ask about."""

    flags: set[str] = field(default_factory=set)
    locations: set[str] = field(default_factory=set)
    encounters: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    arcs: dict[str, int] = field(default_factory=dict)
    progress: float = 0
    progress_pct: float = 0
    doom: float = 0
    doom_pct: float = 0

    def copy(self) -> Facts:
        return Facts(set(self.flags), set(self.locations), set(self.encounters), set(self.events), dict(self.arcs))

    def size(self) -> tuple[int, ...]:
        """It only ever grows; when this stays the same, so does everything."""
        return (
            len(self.flags),
            len(self.locations),
            len(self.encounters),
            len(self.events),
            sum(self.arcs.values()),
        )


def can_hold(condition: Condition, facts: Facts) -> bool:
    """Whether it holds in some play. Prose can."""
    return condition.hard is None or _outcomes(condition.hard.root, facts)[0]


def can_fail(condition: Condition, facts: Facts) -> bool:
    """Whether it fails in some play. Prose can; the empty condition cannot."""
    return bool(condition.text) and (condition.hard is None or _outcomes(condition.hard.root, facts)[1])


def _outcomes(node: Node, facts: Facts) -> tuple[bool, bool]:
    match node:
        case Literal(value=bool(value)):
            return value, not value
        case Call(function=function, arguments=(Literal(value=str(name)), *_)):
            known = _SETS.get(function)
            return EITHER if known is None else (name in getattr(facts, known), True)
        case Not(operand=operand):
            holds, fails = _outcomes(operand, facts)
            return fails, holds
        case Logic(operator=operator, operands=operands):
            each = [_outcomes(operand, facts) for operand in operands]
            if operator == "and":
                return all(holds for holds, _ in each), any(fails for _, fails in each)
            return any(holds for holds, _ in each), all(fails for _, fails in each)
        case Compare(left=left, operator=operator, right=right):
            return _compared(left, operator, right, facts)
        case _:
            return EITHER


def _compared(left: Node, operator: str, right: Node, facts: Facts) -> tuple[bool, bool]:
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Reference) and str(one.path) == "location" and isinstance(other, Literal):
            here = other.value in facts.locations
            return (here, True) if operator == "==" else (True, here) if operator == "!=" else EITHER
    a, b = _range(left, facts), _range(right, facts)
    if a is None or b is None:
        return EITHER
    meet = a[0] <= b[1] and b[0] <= a[1]
    same = a[0] == a[1] == b[0] == b[1]
    match operator:
        case ">=":
            return a[1] >= b[0], a[0] < b[1]
        case ">":
            return a[1] > b[0], a[0] <= b[1]
        case "<=":
            return a[0] <= b[1], a[1] > b[0]
        case "<":
            return a[0] < b[1], a[1] >= b[0]
        case "==":
            return meet, not same
        case "!=":
            return not same, meet
        case _:
            return EITHER


def _range(node: Node, facts: Facts) -> Range | None:
    match node:
        case Literal(value=value) if isinstance(value, int | float):
            return value, value
        case Reference(path=path):
            return _named(str(path), facts)
        case Call(function="bond"):
            return -3, 3
        case Call(function="arc", arguments=(Literal(value=str(name)), *_)):
            return 0, facts.arcs.get(name, 0)
        case Negate(operand=operand):
            inner = _range(operand, facts)
            return None if inner is None else (-inner[1], -inner[0])
        case Arithmetic(first=first, terms=terms):
            total = _range(first, facts)
            for term in terms:
                other = _range(term.operand, facts)
                if total is None or other is None or term.operator not in "+-":
                    return None
                low, high = other if term.operator == "+" else (-other[1], -other[0])
                total = total[0] + low, total[1] + high
            return total
        case _:
            return None


def _named(name: str, facts: Facts) -> Range | None:
    match name:
        case "progress":
            return 0, facts.progress
        case "progress_pct":
            return 0, facts.progress_pct
        case "doom":
            return 0, facts.doom
        case "doom_pct":
            return 0, facts.doom_pct
        case "turn" | "act_turn":
            return 0, inf
        case _ if name in ARC_PHASES:
            phase = ARC_PHASES.index(name) + 1
            return phase, phase
        case _:
            return None
