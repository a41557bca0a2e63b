"""The operators on values: arithmetic, order and membership. Strict about kinds, and bounded."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, assert_never

from gameplan.expressions.errors import ExpressionError
from gameplan.expressions.limits import MAX_RESULT, Work
from gameplan.expressions.syntax import Operation
from gameplan.expressions.values import Json, Number, a, admitted, equal, kind_of

Order: TypeAlias = Literal["<", "<=", ">", ">="]


def ordered(left: Json, operator: Order, right: Json, work: Work) -> bool:
    """Whether two numbers, or two texts, stand in this order."""
    one, other = kind_of(left), kind_of(right)
    if one != other or one not in ("number", "text"):
        raise ExpressionError(cannot_order(operator, a(one), a(other)))
    if isinstance(left, str) and isinstance(right, str):
        work.read(min(len(left), len(right)))
    low: Any = left
    high: Any = right
    match operator:
        case "<":
            return bool(low < high)
        case "<=":
            return bool(low <= high)
        case ">":
            return bool(low > high)
        case ">=":
            return bool(low >= high)
        case _:
            assert_never(operator)


def cannot_order(operator: Order, left: str, right: str) -> str:
    """That these two have no order."""
    hint = " Write number(…) around the text." if {left, right} == {"a text", "a number"} else ""
    return f'"{operator}" compares two numbers or two texts, but here are {left} and {right}.{hint}'


def is_in(item: Json, whole: Json, work: Work) -> bool:
    """Whether a list has this item, a text this part, or an object this field."""
    match whole:
        case list():
            return any(equal(other, item, work) for other in whole)
        case str() if isinstance(item, str):
            work.read(len(whole) + len(item))
            return item in whole
        case dict() if isinstance(item, str):
            return item in whole
        case str():
            raise ExpressionError(f"Only a text can be in a text, but this is {a(kind_of(item))}.")
        case dict():
            raise ExpressionError(f"Only a text can be a field of an object, but this is {a(kind_of(item))}.")
        case _:
            raise ExpressionError(f'"in" looks into a list, a text or an object, but this is {a(kind_of(whole))}.')


def negated(value: Json) -> Number:
    """The number with its sign turned."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ExpressionError(f'"-" takes a number, but this is {a(kind_of(value))}.')
    return -value


def calculated(left: Json, operator: Operation, right: Json, work: Work) -> Json:
    """The result of one operator on two values."""
    if isinstance(left, str) and isinstance(right, str) and operator == "+":
        if len(left) + len(right) > MAX_RESULT:
            raise ExpressionError(f"This text would be longer than {MAX_RESULT:,} characters.")
        work.read(len(left) + len(right))
        return left + right
    one, other = kind_of(left), kind_of(right)
    if isinstance(left, bool) or isinstance(right, bool) or one != "number" or other != "number":
        raise ExpressionError(cannot_calculate(operator, a(one), a(other)))
    assert isinstance(left, int | float) and isinstance(right, int | float)
    match operator:
        case "+":
            return add(left, right)
        case "-":
            return add(left, -right)
        case "*":
            return admitted(left * right)
        case "/":
            return _divided(left, right)
        case "%":
            _refuse_zero(right)
            return admitted(left % right)
        case _:
            assert_never(operator)


def cannot_calculate(operator: Operation, left: str, right: str) -> str:
    """That these two cannot be calculated with."""
    if operator != "+":
        return f'"{operator}" takes two numbers, but here are {left} and {right}.'
    hint = " Write text(…) around the number, or number(…) around the text."
    return f'"+" takes two numbers or two texts, but here are {left} and {right}.' + (
        hint if {left, right} == {"a text", "a number"} else ""
    )


def add(left: Number, right: Number) -> Number:
    """The sum of two numbers, if it is not too large."""
    total = left + right
    admitted(total)
    return total


def _divided(left: Number, right: Number) -> Json:
    _refuse_zero(right)
    if isinstance(left, int) and isinstance(right, int) and left % right == 0:
        return left // right
    return admitted(left / right)


def _refuse_zero(number: Number) -> None:
    if number == 0:
        raise ExpressionError("This divides by zero.")
