"""What an expression is made of, and its canonical text.

The nodes are values: two expressions that differ only in spaces, quotes or needless parentheses are equal. Where
a node stands in the text is kept for messages and does not count. A row such as `a and b and c` or `a - b + c` is
one node, so that a long row is not a deep one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Literal as Among
from typing import TypeAlias, assert_never

from gameplan.expressions.literals import write_number, write_text
from gameplan.expressions.paths import Path

Comparison = Among["==", "!=", "<", "<=", ">", ">=", "in", "not in"]
Connective = Among["and", "or"]
Operation = Among["+", "-", "*", "/", "%"]


@dataclass(frozen=True, eq=False)
class Literal:
    """A constant. `1`, `1.0` and `true` are three different ones."""

    value: bool | int | float | str | None
    position: int = field(default=0, repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def _identity(self) -> tuple[type, object]:
        return type(self.value), self.value


@dataclass(frozen=True)
class Items:
    """A list that is written out."""

    items: tuple[Node, ...]
    position: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Reference:
    """What a path leads to. `places` are the positions of its name and of each part."""

    path: Path
    position: int = field(default=0, compare=False, repr=False)
    places: tuple[int, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True)
class Exists:
    """Whether a path leads anywhere."""

    reference: Reference
    position: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Call:
    """A function and its arguments."""

    function: str
    arguments: tuple[Node, ...]
    position: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Not:
    """The contrary."""

    operand: Node
    position: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Negate:
    """A number with its sign turned."""

    operand: Node
    position: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Logic:
    """A row of conditions, of which all (`and`) or one (`or`) must hold."""

    operator: Connective
    operands: tuple[Node, ...]
    position: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Compare:
    """Two values side by side."""

    left: Node
    operator: Comparison
    right: Node
    position: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Term:
    """An operator and what stands to its right."""

    operator: Operation
    operand: Node
    position: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Arithmetic:
    """A row of `+ -` or of `* / %`, worked out from the left."""

    first: Node
    terms: tuple[Term, ...]
    position: int = field(default=0, compare=False, repr=False)


Node: TypeAlias = Literal | Items | Reference | Exists | Call | Not | Negate | Logic | Compare | Arithmetic


class Level(IntEnum):
    """How tightly a node binds, from the loosest to the tightest."""

    OR = 1
    AND = 2
    NOT = 3
    COMPARE = 4
    SUM = 5
    PRODUCT = 6
    NEGATE = 7
    ATOM = 8

    def tighter(self) -> Level:
        return Level(self + 1)


def level_of(node: Node) -> Level:
    """How tightly this node binds."""
    match node:
        case Logic(operator=operator):
            return Level.OR if operator == "or" else Level.AND
        case Not():
            return Level.NOT
        case Compare():
            return Level.COMPARE
        case Arithmetic(terms=terms):
            return Level.SUM if terms[0].operator in ("+", "-") else Level.PRODUCT
        case Negate():
            return Level.NEGATE
        case Literal() | Items() | Reference() | Exists() | Call():
            return Level.ATOM
        case _:
            assert_never(node)


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly inside this one, from left to right."""
    match node:
        case Literal() | Reference():
            return ()
        case Exists(reference=reference):
            return (reference,)
        case Items(items=items):
            return items
        case Call(arguments=arguments):
            return arguments
        case Not(operand=operand) | Negate(operand=operand):
            return (operand,)
        case Logic(operands=operands):
            return operands
        case Compare(left=left, right=right):
            return left, right
        case Arithmetic(first=first, terms=terms):
            return first, *(term.operand for term in terms)
        case _:
            assert_never(node)


def walk(root: Node) -> Iterator[tuple[Node, int]]:
    """Every node from left to right, each with its depth, the root at 1. Not recursive, so any depth will do."""
    ahead = [(root, 1)]
    while ahead:
        node, depth = ahead.pop()
        yield node, depth
        ahead += [(child, depth + 1) for child in reversed(children(node))]


def written(node: Node, least: Level = Level.OR) -> str:
    """The canonical text of a node, in parentheses if it binds less tightly than its place asks for."""
    level = level_of(node)
    return f"({_plain(node, level)})" if level < least else _plain(node, level)


def _plain(node: Node, level: Level) -> str:
    match node:
        case Literal(value=value):
            return _constant(value)
        case Reference(path=path):
            return f"${path}"
        case Exists(reference=reference):
            return f"exists({written(reference)})"
        case Items(items=items):
            return f"[{_row(items)}]"
        case Call(function=function, arguments=arguments):
            return f"{function}({_row(arguments)})"
        case Not(operand=operand):
            return f"not {written(operand, level)}"
        case Negate(operand=operand):
            return f"-{written(operand, level)}"
        case Logic(operator=operator, operands=operands):
            return f" {operator} ".join(written(operand, level.tighter()) for operand in operands)
        case Compare(left=left, operator=comparison, right=right):
            return f"{written(left, level.tighter())} {comparison} {written(right, level.tighter())}"
        case Arithmetic(first=first, terms=terms):
            rest = (f" {term.operator} {written(term.operand, level.tighter())}" for term in terms)
            return written(first, level.tighter()) + "".join(rest)
        case _:
            assert_never(node)


def _row(nodes: tuple[Node, ...]) -> str:
    return ", ".join(map(written, nodes))


def _constant(value: bool | int | float | str | None) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return write_text(value)
        case int() | float():
            return write_number(value)
