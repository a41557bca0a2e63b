"""JSON, read strictly: a key stands once, every number is one, and the depth is bounded."""

from __future__ import annotations

import json
import math
import re
from typing import NoReturn

from gameplan.plans.limits import TooLarge, size_of
from gameplan.plans.model import PlanError
from gameplan.runtime.events import Json
from gameplan.tools.clean import MAX_NESTING

_NUMBER = r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
# A text that is not closed is one token up to the end: looking for its end again and again would take for ever.
_TOKEN = re.compile(rf'"(?:[^"\\]++|\\.)*+"?|[{{}}\[\]:,]|NaN|-?Infinity|{_NUMBER}', re.DOTALL)
_MOST_DIGITS = 4_300  # Python itself reads no more


class _Unwanted(ValueError):
    """Something that Python's reader would have let through."""


def read_json(text: str, *, depth: int) -> Json:
    """The value that a JSON text holds; what is wrong is a `PlanError` with its line and column."""
    try:
        value = _decoder.decode(text)
        size_of(value, largest=10 * len(text) + 100, depth=depth)
    except json.JSONDecodeError as error:
        raise PlanError(f"Line {error.lineno}, column {error.colno}: this is not JSON: {error.msg}.") from None
    except (RecursionError, TooLarge):
        _complain(text, depth, f"It is nested more than {depth} levels deep.")
    except ValueError as error:
        _complain(text, depth, f"This is not JSON: {error}.")
    return value


def object_text(reply: str) -> str:
    """The JSON object in a model's reply, which may stand in a code fence or among words; else the reply as it is."""
    start, end = reply.find("{"), reply.rfind("}")
    return reply[start : end + 1] if 0 <= start < end else reply


def object_in(reply: str) -> dict[str, Json] | None:
    """The same, read; None if there is no object in it that can be read."""
    try:
        value = read_json(object_text(reply), depth=MAX_NESTING)
    except PlanError:
        return None
    return value if isinstance(value, dict) else None


def _complain(text: str, depth: int, otherwise: str) -> NoReturn:
    """Read the text once more, slowly, to say where it is wrong.

    The reader stopped somewhere: what comes after that may be anything.
    """
    inside: list[set[str] | None] = []
    key = False
    for token in _TOKEN.finditer(text):
        match token[0]:
            case "{" | "[" as bracket:
                inside.append(set() if bracket == "{" else None)
                key = bracket == "{"
                if len(inside) > depth:
                    raise _at(text, token.start(), f"it is nested more than {depth} levels deep")
            case "}" | "]":
                if not inside:
                    break
                inside.pop()
                key = False
            case ",":
                key = bool(inside) and inside[-1] is not None
            case ":":
                key = False
            case found if found[0] == '"':
                names = inside[-1] if inside else None
                if key and names is not None:
                    try:
                        name = json.loads(found)
                    except ValueError:
                        break
                    if name in names:
                        raise _at(text, token.start(), f"the key {found[:80]} stands there twice")
                    names.add(name)
            case number:
                whole = number.removeprefix("-").isdigit()
                if len(number) > _MOST_DIGITS if whole else not math.isfinite(float(number)):
                    raise _at(text, token.start(), f"{number[:40]} is not a number that JSON has, or too large")
    raise PlanError(otherwise)


def _at(text: str, position: int, message: str) -> PlanError:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    return PlanError(f"Line {line}, column {column}: {message}.")


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise _Unwanted("a key stands there twice")
    return read


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _Unwanted("a number is too large")
    return number


def _refused(name: str) -> NoReturn:
    raise _Unwanted(f"{name} is not a number that JSON has")


_decoder = json.JSONDecoder(object_pairs_hook=_once, parse_float=_finite, parse_constant=_refused)
