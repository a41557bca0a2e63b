"""The conditions of a package, lowered to those of a story.

What a story cannot compute never holds: prose, which only a model could answer, and texts and lists but for where the
player is. Percentages stay exact: both sides are multiplied instead of divided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from gameplan.expressions import syntax
from gameplan.novels.conditions import Condition as Written
from gameplan.novels.export.conditions import (
    ALWAYS,
    NEVER,
    Amount,
    Compare,
    Comparison,
    Compute,
    Condition,
    Number,
    Operation,
    Variable,
    both,
    compare,
    either,
    negated,
)
from gameplan.novels.items import item_id
from gameplan.novels.package import ARC_PHASES

_MOST = 2**31 - 1
_SIZES = {"progress": 1_100, "doom": 1_000, "scale": 1_000, "doom_scale": 1_000, "turn": 300_000, "act_turn": 120_000}
_PHASES = {phase: number for number, phase in enumerate(ARC_PHASES, 1)}
_ASKED = {
    "flag": "flag",
    "visited": "been",
    "done": "times",
    "fired": "event_times",
    "met": "met",
    "has": "item",
    "bond": "bond",
    "arc": "arc",
}
_NUMBERS = ("bond", "arc")


class Names:
    """The names of a story's variables: of a kind and an id each has its own, and no two are alike."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._taken = set(taken)

    def of(self, kind: str, id: str) -> str:
        name = self._names.get((kind, id))
        if name is None:
            plain = re.sub(r"[^a-z0-9]+", "_", id.lower()).strip("_")[:60]
            wished = name = f"{kind}_{plain}" if plain else kind
            number = 1
            while name in self._taken:
                number += 1
                name = f"{wished}_{number}"
            self._taken.add(name)
            self._names[kind, id] = name
        return name

    def all(self) -> list[tuple[str, str]]:
        """Every name that was asked for, with its kind."""
        return [(name, kind) for (kind, _), name in self._names.items()]


class _CannotLower(Exception):
    """Nothing that whole numbers could say."""


@dataclass(frozen=True, slots=True)
class _Ratio:
    """A number as a fraction, whose lower part is above 0. `size` and `base` say how large the two can get."""

    top: Amount
    bottom: Amount
    size: int
    base: int


class Lowering:
    """Lowers the conditions of one package. `places` has the positions of each location in the story."""

    def __init__(self, names: Names, places: Mapping[str, tuple[int, ...]]) -> None:
        self._names = names
        self._places = places

    def __call__(self, written: Written) -> Condition:
        """The condition; one in prose never holds, and the empty one always does."""
        if not written.text:
            return ALWAYS
        if written.hard is None:
            return NEVER
        try:
            return self._condition(written.hard.root)
        except _CannotLower:
            return NEVER

    def _condition(self, node: syntax.Node) -> Condition:
        match node:
            case syntax.Literal(value=bool(value)):
                return ALWAYS if value else NEVER
            case syntax.Call(function=function) if function in _ASKED and function not in _NUMBERS:
                return compare(self._asked(node), ">=", 1)
            case syntax.Not(operand=operand):
                return negated(self._condition(operand))
            case syntax.Logic(operator=operator, operands=operands):
                return (both if operator == "and" else either)(*map(self._condition, operands))
            case syntax.Compare(left=left, operator=comparison, right=right):
                return self._compared(left, comparison, right)
            case _:
                raise _CannotLower

    def _asked(self, call: syntax.Call) -> str:
        named = call.arguments[0] if call.arguments else None
        if not isinstance(named, syntax.Literal) or not isinstance(named.value, str):
            raise _CannotLower
        id = item_id(named.value) if call.function == "has" else named.value
        return self._names.of(_ASKED[call.function], id)

    # -- comparisons

    def _compared(self, left: syntax.Node, operator: syntax.Comparison, right: syntax.Node) -> Condition:
        if operator == "in" or operator == "not in":
            found = self._among(left, right)
            return found if operator == "in" else negated(found)
        if _is_location(left) or _is_location(right):
            where = self._where(right if _is_location(left) else left)
            if operator not in ("==", "!="):
                raise _CannotLower
            return where if operator == "==" else negated(where)
        if operator in ("==", "!=") and (_is_condition(left) or _is_condition(right)):
            one, other = self._condition(left), self._condition(right)
            alike = either(both(one, other), both(negated(one), negated(other)))
            return alike if operator == "==" else negated(alike)
        return self._ordered(operator, self._ratio(left), self._ratio(right))

    def _ordered(self, operator: Comparison, left: _Ratio, right: _Ratio) -> Condition:
        if max(left.size * right.base, right.size * left.base) > _MOST:
            raise _CannotLower
        return Compare(operator, _compute("*", left.top, right.bottom), _compute("*", right.top, left.bottom))

    def _among(self, left: syntax.Node, right: syntax.Node) -> Condition:
        if not isinstance(right, syntax.Items):
            raise _CannotLower
        return either(*(self._compared(left, "==", each) for each in right.items))

    def _where(self, node: syntax.Node) -> Condition:
        if not isinstance(node, syntax.Literal) or not isinstance(node.value, str):
            raise _CannotLower
        return either(*(compare("place", "==", number) for number in self._places.get(node.value, ())))

    # -- numbers

    def _ratio(self, node: syntax.Node) -> _Ratio:
        match node:
            case syntax.Literal(value=bool()):
                raise _CannotLower
            case syntax.Literal(value=int() | float() as value):
                exact = Fraction(str(value))
                return _number(exact.numerator, exact.denominator)
            case syntax.Call(function=function) if function in _NUMBERS:
                return _Ratio(Variable(self._asked(node)), Number(1), 4, 1)
            case syntax.Reference(path=path) if not path.parts:
                return _named(path.root)
            case syntax.Negate(operand=operand):
                return _times(_number(-1), self._ratio(operand))
            case syntax.Arithmetic(first=first, terms=terms):
                found = self._ratio(first)
                for term in terms:
                    found = _joined(term.operator, found, self._ratio(term.operand))
                return found
            case _:
                raise _CannotLower


def _is_location(node: syntax.Node) -> bool:
    return isinstance(node, syntax.Reference) and node.path.root == "location" and not node.path.parts


def _is_condition(node: syntax.Node) -> bool:
    match node:
        case syntax.Literal(value=value):
            return isinstance(value, bool)
        case syntax.Call(function=function):
            return function in _ASKED and function not in _NUMBERS
        case _:
            return isinstance(node, syntax.Not | syntax.Logic | syntax.Compare)


def _number(top: int, bottom: int = 1) -> _Ratio:
    return _Ratio(Number(top), Number(bottom), abs(top), bottom)


def _named(name: str) -> _Ratio:
    if name in _PHASES:
        return _number(_PHASES[name])
    whole, share = name.removesuffix("_pct"), name.endswith("_pct")
    if whole not in ("progress", "doom") and (share or whole not in ("turn", "act_turn")):
        raise _CannotLower
    if not share:
        return _Ratio(Variable(name), Number(1), _SIZES[name], 1)
    scale = "scale" if whole == "progress" else "doom_scale"
    return _Ratio(_compute("*", Variable(whole), Number(100)), Variable(scale), 100 * _SIZES[whole], _SIZES[scale])


def _joined(operator: syntax.Operation, left: _Ratio, right: _Ratio) -> _Ratio:
    match operator:
        case "*":
            return _times(left, right)
        case "/" if isinstance(right.top, Number) and isinstance(right.bottom, Number) and right.top.value:
            turned = Fraction(right.bottom.value, right.top.value)
            return _times(left, _number(turned.numerator, turned.denominator))
        case "+" | "-":
            one, other = _compute("*", left.top, right.bottom), _compute("*", right.top, left.bottom)
            size = left.size * right.base + right.size * left.base
            top, bottom = _compute(operator, one, other), _compute("*", left.bottom, right.bottom)
            return _kept(_Ratio(top, bottom, size, left.base * right.base))
        case _:
            raise _CannotLower


def _times(left: _Ratio, right: _Ratio) -> _Ratio:
    top, bottom = _compute("*", left.top, right.top), _compute("*", left.bottom, right.bottom)
    return _kept(_Ratio(top, bottom, left.size * right.size, left.base * right.base))


def _kept(ratio: _Ratio) -> _Ratio:
    if max(ratio.size, ratio.base) > _MOST:
        raise _CannotLower
    return ratio


def _compute(operator: Operation, left: Amount, right: Amount) -> Amount:
    """Two numbers joined, in as few words as possible."""
    if isinstance(left, Number) and isinstance(right, Number):
        one, other = left.value, right.value
        return Number(one + other if operator == "+" else one - other if operator == "-" else one * other)
    if operator == "*" and Number(1) in (left, right):
        return right if left == Number(1) else left
    return Compute(operator, left, right)
