"""An expression that has been read: what it refers to, what it gives, whether it holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gameplan.expressions.evaluation import Evaluation
from gameplan.expressions.functions import Function, with_more
from gameplan.expressions.paths import Path
from gameplan.expressions.syntax import Node, Reference, walk, written
from gameplan.expressions.values import Json


@dataclass(frozen=True)
class Expression:
    """A condition, or anything else that can be worked out from JSON data. `parse` makes it.

    Two expressions are equal if they say the same, however they are spaced, quoted or parenthesised; `str` gives
    the canonical text, `text` is how it was written, and `functions` are the host's own.
    """

    root: Node
    text: str = field(compare=False)
    functions: tuple[Function, ...] = field(default=(), compare=False, repr=False)

    def __str__(self) -> str:
        return written(self.root)

    def references(self) -> tuple[Path, ...]:
        """Every path in it, in the order of their first appearance."""
        return tuple(dict.fromkeys(node.path for node, _ in walk(self.root) if isinstance(node, Reference)))

    def evaluate(self, data: Mapping[str, object]) -> Json:
        """What it gives. A list or object that comes out of the data is the data's own, not a copy."""
        return self._evaluation(data).value(self.root)

    def holds(self, data: Mapping[str, object]) -> bool:
        """Whether it holds: it must give true or false, nothing else counts as either."""
        return self._evaluation(data).holds(self.root)

    def _evaluation(self, data: Mapping[str, object]) -> Evaluation:
        return Evaluation(self.text, with_more(self.functions), data)
