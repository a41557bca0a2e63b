"""The conditions of an exported story: whole numbers, compared and joined, and nothing else.

What is true is a number too: a flag is 1 or 0. So any language can ask them, and none has to be trusted with text.
As JSON a number is itself, a variable its name, and all else a list that begins with an operator:
`["and", [">=", "progress", 3], ["not", ["==", "flag_found_key", 0]]]`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias, assert_never

Comparison: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]
Operation: TypeAlias = Literal["+", "-", "*"]


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Variable:
    """What a variable holds now. Its name has only letters a to z, digits and underscores."""

    name: str


@dataclass(frozen=True, slots=True)
class Compute:
    """Two numbers added, subtracted or multiplied. No result leaves the range of 32 bits."""

    operator: Operation
    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True)
class Compare:
    """Two numbers side by side."""

    operator: Comparison
    left: Amount
    right: Amount


@dataclass(frozen=True, slots=True)
class Not:
    """The contrary."""

    operand: Condition


@dataclass(frozen=True, slots=True)
class All:
    """All of them hold; none at all do."""

    operands: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Any:
    """One of them holds; of none at all, none does."""

    operands: tuple[Condition, ...] = ()


Amount: TypeAlias = Number | Variable | Compute
Condition: TypeAlias = Compare | Not | All | Any
ALWAYS = All()
NEVER = Any()


def both(*conditions: Condition) -> Condition:
    """All of these, in as few words as possible."""
    found: list[Condition] = []
    for each in conditions:
        found += each.operands if isinstance(each, All) else (each,)
    kept = tuple(dict.fromkeys(found))
    if NEVER in kept:
        return NEVER
    return kept[0] if len(kept) == 1 else All(kept)


def either(*conditions: Condition) -> Condition:
    """One of these, in as few words as possible."""
    found: list[Condition] = []
    for each in conditions:
        found += each.operands if isinstance(each, Any) else (each,)
    kept = tuple(dict.fromkeys(found))
    if ALWAYS in kept:
        return ALWAYS
    return kept[0] if len(kept) == 1 else Any(kept)


def negated(condition: Condition) -> Condition:
    """The contrary, in as few words as possible."""
    match condition:
        case Not(operand=operand):
            return operand
        case Compare(operator=operator, left=left, right=right):
            return Compare(_CONTRARY[operator], left, right)
        case All(operands=()):
            return NEVER
        case Any(operands=()):
            return ALWAYS
        case _:
            return Not(condition)


_CONTRARY: dict[Comparison, Comparison] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def compare(name: str, operator: Comparison, value: int) -> Condition:
    """A variable compared with a number."""
    return Compare(operator, Variable(name), Number(value))


# -- what holds


def amount(of: Amount, values: Mapping[str, int]) -> int:
    """The number that this is, as the variables stand."""
    if isinstance(of, Variable):
        return values[of.name]
    if isinstance(of, Number):
        return of.value
    return _COMPUTED[of.operator](amount(of.left, values), amount(of.right, values))


def holds(condition: Condition, values: Mapping[str, int]) -> bool:
    """Whether a condition holds, as the variables stand."""
    if isinstance(condition, Compare):
        return _COMPARED[condition.operator](amount(condition.left, values), amount(condition.right, values))
    if isinstance(condition, Not):
        return not holds(condition.operand, values)
    enough = isinstance(condition, Any)  # one that holds is enough, or one that does not
    for each in condition.operands:
        if holds(each, values) == enough:
            return enough
    return not enough


_COMPUTED: Mapping[Operation, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_COMPARED: Mapping[Comparison, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def variables_in(part: Condition | Amount) -> Iterator[str]:
    """The names of the variables that a condition reads."""
    match part:
        case Number():
            return
        case Variable(name=name):
            yield name
        case Compute(left=left, right=right) | Compare(left=left, right=right):
            yield from variables_in(left)
            yield from variables_in(right)
        case Not(operand=operand):
            yield from variables_in(operand)
        case All(operands=operands) | Any(operands=operands):
            for each in operands:
                yield from variables_in(each)
        case _:
            assert_never(part)


# -- JSON


def to_json(part: Condition | Amount) -> object:
    """A condition as JSON has it."""
    match part:
        case Number(value=value):
            return value
        case Variable(name=name):
            return name
        case Compute(operator=operator, left=left, right=right):
            return [operator, to_json(left), to_json(right)]
        case Compare(operator=comparison, left=left, right=right):
            return [comparison, to_json(left), to_json(right)]
        case Not(operand=operand):
            return ["not", to_json(operand)]
        case All(operands=operands):
            return ["and", *map(to_json, operands)]
        case Any(operands=operands):
            return ["or", *map(to_json, operands)]
        case _:
            assert_never(part)


def from_json(data: object) -> Condition:
    """The condition that `to_json` wrote."""
    match data:
        case ["not", operand]:
            return Not(from_json(operand))
        case ["and", *operands]:
            return All(tuple(map(from_json, operands)))
        case ["or", *operands]:
            return Any(tuple(map(from_json, operands)))
        case [("==" | "!=" | "<" | "<=" | ">" | ">=") as operator, left, right]:
            return Compare(operator, _amount(left), _amount(right))
        case _:
            raise ValueError(f"This is no condition of a story: {data!r}")


def _amount(data: object) -> Amount:
    match data:
        case bool():
            raise ValueError(f"This is no number of a story: {data!r}")
        case int():
            return Number(data)
        case str():
            return Variable(data)
        case [("+" | "-" | "*") as operator, left, right]:
            return Compute(operator, _amount(left), _amount(right))
        case _:
            raise ValueError(f"This is no number of a story: {data!r}")
