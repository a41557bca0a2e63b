"""Conditions and effects of a story, as an author of Ren'Py would write them: `story.bond_ada >= 2`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import assert_never

from gameplan.novels.export.conditions import (
    ALWAYS,
    All,
    Amount,
    Any,
    Compare,
    Compute,
    Condition,
    Not,
    Number,
    Variable,
    variables_in,
)
from gameplan.novels.export.renpy.escaping import attribute
from gameplan.novels.export.story import Effect, Story

INDENT = "    "


def python_of(part: Condition | Amount) -> str:
    """A condition or a number, in Python."""
    match part:
        case Number(value=value):
            return str(int(value))
        case Variable(name=name):
            return f"story.{attribute(name)}"
        case Compute(operator=operator, left=left, right=right):
            return f"{_factor(left)} {operator} {_factor(right)}"
        case Compare(operator=comparison, left=left, right=right):
            return f"{python_of(left)} {comparison} {python_of(right)}"
        case Not(operand=operand):
            return f"not {_term(operand)}"
        case All(operands=()):
            return "True"
        case Any(operands=()):
            return "False"
        case All(operands=operands):
            return " and ".join(map(_term, operands))
        case Any(operands=operands):
            return " or ".join(map(_term, operands))
        case _:
            assert_never(part)


def _factor(part: Amount) -> str:
    return f"({python_of(part)})" if isinstance(part, Compute) else python_of(part)


def _term(part: Condition) -> str:
    several = isinstance(part, All | Any) and len(part.operands) > 0
    return f"({python_of(part)})" if several or isinstance(part, Not) else python_of(part)


class Effects:
    """Writes effects as statements; a sum stays within the limits of its variable."""

    def __init__(self, story: Story) -> None:
        self._limits: Mapping[str, tuple[int, int]] = {
            each.name: (each.lowest, each.highest) for each in story.variables
        }

    def lines(self, effects: Iterable[Effect]) -> Iterator[str]:
        """The statements, each under its condition."""
        for condition, group in _grouped(effects):
            statements = [self._statement(each) for each in group]
            if condition == ALWAYS:
                yield from statements
            else:
                yield f"if {python_of(condition)}:"
                yield from (INDENT + each for each in statements)

    def _statement(self, effect: Effect) -> str:
        name = f"story.{attribute(effect.variable)}"
        if effect.operation == "set":
            return f"$ {name} = {int(effect.value)}"
        lowest, highest = self._limits[effect.variable]
        return f"$ {name} = plot.within({name} + {int(effect.value)}, {int(lowest)}, {int(highest)})".replace(
            "+ -", "- "
        )


def _grouped(effects: Iterable[Effect]) -> Iterator[tuple[Condition, list[Effect]]]:
    """Effects side by side under one condition, as long as none of them changes what it asks."""
    for condition, same in groupby(effects, key=lambda each: each.condition):
        group: list[Effect] = []
        asked = set(variables_in(condition))
        for each in same:
            group.append(each)
            if each.variable in asked:
                yield condition, group
                group = []
        if group:
            yield condition, group
