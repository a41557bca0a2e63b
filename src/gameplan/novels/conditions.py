"""Conditions of a novel: in the language of `gameplan.expressions`, with what a story can ask about.

`flag("found_key") and progress >= 3`. What cannot be read as one is *soft*: prose, which the Director's model answers
with yes or no, and which therefore needs something that decides without a model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from gameplan.expressions import Expression, ExpressionError, Function, Json, Kind, Takes, Work, check, kinds, parse
from gameplan.expressions.syntax import Call, Literal, walk
from gameplan.novels.package import ARC_PHASES

NUMBERS = ("progress", "progress_pct", "doom", "doom_pct", "turn", "act_turn")
_WORLD = "the world"  # where the data of an expression holds whom it asks; no path can be written so


class World(Protocol):
    """What conditions ask about. `facts` are the numbers (`NUMBERS`), `location`, and the phases of arcs by name."""

    def flag(self, name: str) -> bool: ...
    def visited(self, location: str) -> bool: ...
    def done(self, encounter: str) -> bool: ...
    def fired(self, event: str) -> bool: ...
    def met(self, character: str) -> bool: ...
    def has(self, item: str) -> bool: ...
    def bond(self, character: str) -> int: ...
    def arc(self, character: str) -> int: ...
    def facts(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that was read: `hard` if it can be computed, otherwise prose; `problem` says why it cannot be.

    `asks` is what it asks about: `("flag", "found_key")`, `("visited", "harbour")`.
    """

    text: str
    hard: Expression | None = None
    problem: str = ""
    asks: tuple[tuple[str, str], ...] = ()

    @property
    def is_soft(self) -> bool:
        return self.hard is None and bool(self.text)

    def holds(self, world: World, *, soft: bool = False) -> bool:
        """Whether it holds. The empty one does; prose is as `soft` says, whoever was asked."""
        if not self.text:
            return True
        if self.hard is None:
            return soft
        return self.hard.holds({**_PHASES, **world.facts(), _WORLD: world})


def _function(name: str, about: str, gives: Kind) -> Function:
    def apply(arguments: Sequence[Any], work: Work) -> Json:
        ask: Callable[[str], Json] = getattr(work.data[_WORLD], name)
        return ask(arguments[0])

    return Function(name, f'{name}("…")', about, (Takes(kinds("text")),), kinds(gives), apply)


FUNCTIONS = (
    _function("flag", "Whether a flag is set.", "boolean"),
    _function("visited", "Whether a location was visited.", "boolean"),
    _function("done", "Whether an encounter was played.", "boolean"),
    _function("fired", "Whether an event has happened.", "boolean"),
    _function("met", "Whether a character was met.", "boolean"),
    _function("has", "Whether an item is in hand.", "boolean"),
    _function("bond", "How a character stands to the player, from -3 to 3.", "number"),
    _function("arc", "How far a character's arc has come; compare it with the names of the phases.", "number"),
)
_PHASES: Mapping[str, int] = {phase: number for number, phase in enumerate(ARC_PHASES, 1)}  # 0: it has not begun
_NAMES = {function.name for function in FUNCTIONS}


@lru_cache(maxsize=10_000)
def read_condition(text: str) -> Condition:
    """Read a condition; what cannot be computed is soft."""
    text = text.strip()
    if not text:
        return Condition("")
    try:
        expression = parse(text, FUNCTIONS)
    except ExpressionError as error:
        return Condition(text, problem=str(error))
    wrong = check(expression, _SCHEMAS)
    if wrong:
        return Condition(text, problem=" ".join(problem.message for problem in wrong))
    asks = []
    for node, _ in walk(expression.root):
        if isinstance(node, Call) and node.function in _NAMES:
            named = node.arguments[0] if node.arguments else None
            if not isinstance(named, Literal) or not isinstance(named.value, str):
                return Condition(text, problem=f'{node.function} wants a name in quotes: {node.function}("…").')
            asks.append((node.function, named.value))
    return Condition(text, expression, asks=tuple(dict.fromkeys(asks)))


_SCHEMAS = {
    **{name: {"type": "number"} for name in (*NUMBERS, *ARC_PHASES)},
    "location": {"type": "string"},
}
