"""What the functions of the language do. `functions` says what each takes, so the arguments here are as declared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

from gameplan.expressions.errors import ExpressionError
from gameplan.expressions.limits import MAX_DIGITS, MAX_LIST, MAX_RESULT, Work
from gameplan.expressions.literals import scan_number, write_number
from gameplan.expressions.operations import add, is_in, ordered
from gameplan.expressions.values import Json, Number, admitted, equal, kind_of, made_text


def length(arguments: Sequence[Any], work: Work) -> Json:
    return len(arguments[0])


def count(arguments: Sequence[Any], work: Work) -> Json:
    items, wanted = arguments
    return sum(equal(item, wanted, work) for item in items)


def least(arguments: Sequence[Any], work: Work) -> Json:
    return _best("min", arguments, work, lambda item, best: ordered(item, "<", best, work))


def greatest(arguments: Sequence[Any], work: Work) -> Json:
    return _best("max", arguments, work, lambda item, best: ordered(item, ">", best, work))


def _best(name: str, arguments: Sequence[Any], work: Work, better: Callable[[Json, Json], bool]) -> Json:
    items = arguments[0] if len(arguments) == 1 else arguments
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise ExpressionError(f"{name} needs a list, or two or more values.")
    if any(isinstance(item, list) for item in items):
        raise ExpressionError(f"{name} takes either one list or values, not both.")
    if not items:
        raise ExpressionError(f"{name} of an empty list is nothing. Ask not empty(…) first.")
    best = items[0]
    for item in items:
        work.spend()
        if kind_of(item) != kind_of(best):
            raise ExpressionError(f"{name} compares numbers or texts, but here are both.")
        if better(item, best):
            best = item
    return admitted(best)


def total(arguments: Sequence[Any], work: Work) -> Json:
    result: Number = 0
    for item in arguments[0]:
        work.spend()
        result = add(result, item)
    return result


def one_true(arguments: Sequence[Any], work: Work) -> Json:
    return any(arguments[0])


def all_true(arguments: Sequence[Any], work: Work) -> Json:
    return all(arguments[0])


def lower(arguments: Sequence[Any], work: Work) -> Json:
    return _made(arguments[0], str.lower, work)


def upper(arguments: Sequence[Any], work: Work) -> Json:
    return _made(arguments[0], str.upper, work)


def trim(arguments: Sequence[Any], work: Work) -> Json:
    return _made(arguments[0], str.strip, work)


def _made(text: str, change: Callable[[str], str], work: Work) -> str:
    if len(text) > MAX_RESULT:
        raise ExpressionError(f"This text is longer than {MAX_RESULT:,} characters.")
    work.read(len(text))
    return made_text(change(text))


def starts_with(arguments: Sequence[Any], work: Work) -> Json:
    text, beginning = arguments
    work.read(len(beginning))
    return str.startswith(text, beginning)


def ends_with(arguments: Sequence[Any], work: Work) -> Json:
    text, end = arguments
    work.read(len(end))
    return str.endswith(text, end)


def contains(arguments: Sequence[Any], work: Work) -> Json:
    whole, part = arguments
    return is_in(part, whole, work)


def empty(arguments: Sequence[Any], work: Work) -> Json:
    return arguments[0] is None or len(arguments[0]) == 0


def first(arguments: Sequence[Any], work: Work) -> Json:
    return _item("first", arguments[0], 0)


def last(arguments: Sequence[Any], work: Work) -> Json:
    return _item("last", arguments[0], -1)


def _item(name: str, items: Sequence[Any], index: int) -> Json:
    if not items:
        raise ExpressionError(f"{name} of an empty list is nothing. Ask not empty(…) first.")
    return admitted(items[index])


def keys(arguments: Sequence[Any], work: Work) -> Json:
    return _listed(arguments[0].keys(), len(arguments[0]), work)


def values(arguments: Sequence[Any], work: Work) -> Json:
    return _listed(arguments[0].values(), len(arguments[0]), work)


def _listed(items: Iterable[Any], count: int, work: Work) -> Json:
    if count > MAX_LIST:
        raise ExpressionError(f"This object has more than {MAX_LIST:,} fields to list.")
    work.spend(count)
    return list(items)


def rounded(arguments: Sequence[Any], work: Work) -> Json:
    number: Number = arguments[0]
    places = arguments[1] if len(arguments) > 1 else 0
    if not isinstance(places, int) or not 0 <= places <= 15:
        raise ExpressionError("round takes a whole number of places from 0 to 15.")
    if isinstance(number, int):
        return int(number)
    if abs(number) >= 10**MAX_DIGITS:
        raise ExpressionError(f"This number has more than {MAX_DIGITS} digits.")
    step = Decimal(1).scaleb(-places)
    nearest = Decimal(repr(number)).quantize(step, rounding=ROUND_HALF_UP, context=Context(prec=2 * MAX_DIGITS))
    return int(nearest) if places == 0 else float(nearest)


def magnitude(arguments: Sequence[Any], work: Work) -> Json:
    number: Number = arguments[0]
    return abs(number)


def as_text(arguments: Sequence[Any], work: Work) -> Json:
    match arguments[0]:
        case str() as text:
            return text
        case bool() as boolean:
            return "true" if boolean else "false"
        case number:
            return write_number(number)


def as_number(arguments: Sequence[Any], work: Work) -> Json:
    if not isinstance(arguments[0], str):
        return admitted(arguments[0])
    text = arguments[0].strip(" \t\r\n") if len(arguments[0]) <= 200 else ""
    digits = text.removeprefix("-")
    with suppress(ExpressionError):
        value, end = scan_number(digits, 0)
        if end == len(digits):
            return -value if len(digits) < len(text) else value
    raise ExpressionError('This text is not a number such as "12" or "-0.5".')
