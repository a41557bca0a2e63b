"""Text and conditions as ink reads them. Whatever an author wrote comes out of ink as it was written."""

from __future__ import annotations

import re
from typing import assert_never

from gameplan.novels.export.conditions import (
    All,
    Amount,
    Any,
    Compare,
    Compute,
    Condition,
    Not,
    Number,
    Variable,
)

_MARKS = re.compile(r"([\\{}|#\[\]~*+\-=<>/()!&$^@:`\"])")
_KEYWORD = re.compile(r"(?=(?:TODO|VAR|CONST|LIST|INCLUDE|EXTERNAL|ECHO|SEED)\b)")


def text(words: str) -> str:
    """A text for a line, a choice or a tag: every character that means something to ink is taken as itself."""
    marked = _MARKS.sub(r"\\\1", words)
    return "\\" + marked if _KEYWORD.match(marked) else marked


def condition(of: Condition) -> str:
    """A condition as ink writes it."""
    match of:
        case Compare(operator=operator, left=left, right=right):
            return f"{amount(left)} {operator} {amount(right)}"
        case Not(operand=operand):
            return f"not ({condition(operand)})"
        case All(operands=operands):
            return " && ".join(f"({condition(each)})" for each in operands) or "true"
        case Any(operands=operands):
            return " || ".join(f"({condition(each)})" for each in operands) or "false"
        case _:
            assert_never(of)


def amount(of: Amount) -> str:
    """A number as ink writes it."""
    match of:
        case Number(value=value):
            return str(value) if value >= 0 else f"({value})"
        case Variable(name=name):
            return name
        case Compute(operator=operator, left=left, right=right):
            return f"({amount(left)} {operator} {amount(right)})"
        case _:
            assert_never(of)
