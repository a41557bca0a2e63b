"""The values of the language are those of JSON: text, number, boolean, null, list, object. Nothing else gets in."""

from __future__ import annotations

from math import isfinite
from typing import Final, Literal, TypeAlias, cast

from gameplan.expressions.errors import ExpressionError
from gameplan.expressions.limits import MAX_DIGITS, MAX_RESULT, Work

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Number: TypeAlias = int | float
Kind = Literal["text", "number", "boolean", "null", "list", "object"]
Kinds: TypeAlias = frozenset[Kind]

ANY: Final[Kinds] = frozenset({"text", "number", "boolean", "null", "list", "object"})
_ORDER: Final[tuple[Kind, ...]] = ("text", "number", "boolean", "list", "object", "null")
_LIMIT: Final = 10**MAX_DIGITS


def kinds(*names: Kind) -> Kinds:
    """A set of kinds."""
    return frozenset(names)


def kind_of(value: object) -> Kind:
    """Which of the six kinds a value is; anything that is not JSON is refused."""
    match value:
        case str():
            return "text"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case None:
            return "null"
        case list():
            return "list"
        case dict():
            return "object"
        case _:
            raise ExpressionError(f"This is not JSON data, but a Python {type(value).__name__}.")


def admitted(value: object) -> Json:
    """The value, if the language can work with it: JSON, and as a number neither endless nor over the limit."""
    if kind_of(value) == "number":
        number = cast(Number, value)
        if isinstance(number, float):
            if not isfinite(number):
                raise ExpressionError("This number is too large, or not a number at all.")
        elif not -_LIMIT < number < _LIMIT:
            raise ExpressionError(f"This integer has more than {MAX_DIGITS} digits.")
    return cast(Json, value)


def made_text(text: str) -> str:
    """A text that an operation has made, if it is not too long."""
    if len(text) > MAX_RESULT:
        raise ExpressionError(f"This text would be longer than {MAX_RESULT:,} characters.")
    return text


def a(kind: Kind) -> str:
    """A kind as it is said in a sentence: a text, an object, null."""
    match kind:
        case "null":
            return "null"
        case "object":
            return "an object"
        case _:
            return f"a {kind}"


def said(value: object) -> str:
    """What kind of value this is, as it is said in a sentence, whatever it is."""
    try:
        return a(kind_of(value))
    except ExpressionError:
        return "not JSON data"


def any_of(wanted: Kinds) -> str:
    """Kinds as they are said in a sentence: a text, a number or null."""
    said = [a(kind) for kind in _ORDER if kind in wanted]
    return " or ".join(filter(None, [", ".join(said[:-1]), said[-1]]))


def equal(left: object, right: object, work: Work) -> bool:
    """Whether two values are the same JSON: across kinds they never are, numbers are compared by value."""
    pairs = [(left, right)]
    while pairs:
        one, other = pairs.pop()
        work.spend()
        if kind_of(one) != kind_of(other):
            return False
        if isinstance(one, list) and isinstance(other, list):
            if len(one) != len(other):
                return False
            work.spend(len(one))
            pairs += zip(one, other, strict=True)
        elif isinstance(one, dict) and isinstance(other, dict):
            if len(one) != len(other):
                return False
            work.spend(len(one))
            for key, item in one.items():
                if key not in other:
                    return False
                pairs.append((item, other[key]))
        else:
            if isinstance(one, str) and isinstance(other, str):
                work.read(min(len(one), len(other)))
            if one != other:
                return False
    return True
