"""What a step uses: the references in its arguments and in its list of items, and its condition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gameplan.expressions import Expression, ExpressionError, parse
from gameplan.plans.model import Step
from gameplan.plans.references import BadReference, Reference, scan
from gameplan.runtime.events import Json


@dataclass(frozen=True, slots=True)
class Uses:
    """What a step refers to; `asked` are the names in its condition.

    What cannot be read is kept beside it, so that everything can be told at once.
    """

    args: tuple[Reference, ...] = ()
    items: tuple[Reference, ...] = ()
    condition: Expression | None = None
    asked: tuple[str, ...] = ()
    bad: tuple[BadReference, ...] = ()
    bad_condition: ExpressionError | None = None

    def names(self) -> list[str]:
        """The name that each reference begins with, in the order in which they stand."""
        return [*(reference.path.root for reference in (*self.args, *self.items)), *self.asked]


def uses_of(step: Step) -> Uses:
    """What a step uses. Places begin with the field of the step, as it is written in a file."""
    bad: list[BadReference] = []
    condition: Expression | None = None
    bad_condition: ExpressionError | None = None
    args = () if are_plain(step.args) else _good(scan(step.args, ("args",)), bad)
    items = _good(scan(step.for_each.items, ("forEach", "items")), bad) if step.for_each else ()
    if step.when:
        try:
            condition = _parsed(step.when)
        except ExpressionError as error:
            bad_condition = error
    if not (args or items or bad or step.when):
        return _NOTHING
    asked = () if condition is None else tuple(path.root for path in condition.references())
    return Uses(args, items, condition, asked, tuple(bad), bad_condition)


def are_plain(args: dict[str, Json]) -> bool:
    """True if it is seen at a glance that some arguments hold no reference and no `$$`."""
    for value in args.values():
        if isinstance(value, str):
            if "$" in value:
                return False
        elif isinstance(value, dict | list | tuple):
            return False
    return True


def _good(found: Iterator[Reference | BadReference], bad: list[BadReference]) -> tuple[Reference, ...]:
    good = []
    for each in found:
        if isinstance(each, BadReference):
            bad.append(each)
        else:
            good.append(each)
    return tuple(good)


_NOTHING = Uses()
_parsed = lru_cache(maxsize=4_096)(parse)  # a plan is read again at each edit
