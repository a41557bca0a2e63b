"""What is wrong with an expression before it is evaluated: names, fields and kinds, against the schemas of its data.

Only what is certainly wrong is a problem. Where a schema leaves something open, the expression is trusted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from gameplan.expressions.errors import Problem
from gameplan.expressions.evaluation import not_a_condition
from gameplan.expressions.expression import Expression
from gameplan.expressions.functions import Function, with_more
from gameplan.expressions.operations import Order, cannot_calculate, cannot_order
from gameplan.expressions.paths import Path, no_field, no_root, up_to
from gameplan.expressions.schemas import Known, Place
from gameplan.expressions.syntax import (
    Arithmetic,
    Call,
    Compare,
    Exists,
    Items,
    Literal,
    Logic,
    Negate,
    Node,
    Not,
    Operation,
    Reference,
)
from gameplan.expressions.values import ANY, Kind, Kinds, any_of, kind_of, kinds
from gameplan.expressions.wording import did_you_mean, listed, quoted

_NUMBER: Final = kinds("number")
_ORDERED: Final = kinds("number", "text")
_BOOLEAN: Final = Known(kinds("boolean"))
_ANYTHING: Final = Known()


def check(
    expression: Expression, schemas: Mapping[str, object], *, gives: Kind | None = "boolean"
) -> tuple[Problem, ...]:
    """Every problem of the expression, given the JSON schema of each name that it can refer to.

    `gives` is what the expression should give: a boolean for a condition, None for anything.
    """
    checking = _Checking(expression, schemas)
    if gives == "boolean":
        checking.condition(expression.root)
    elif gives is not None:
        checking.expect(expression.root, kinds(gives))
    else:
        checking.known(expression.root)
    return tuple(sorted(checking.problems, key=lambda problem: problem.position))


class _Checking:
    def __init__(self, expression: Expression, schemas: Mapping[str, object]) -> None:
        self.problems: list[Problem] = []
        self._text = expression.text
        self._functions = with_more(expression.functions)
        self._schemas = schemas

    def condition(self, node: Node) -> None:
        """The node must be able to give a boolean."""
        known = self.known(node)
        if "boolean" not in known.kinds:
            self._report(node.position, _not_a_condition(known.kinds))

    def expect(self, node: Node, wanted: Kinds) -> None:
        """The node must be able to give one of these kinds."""
        known = self.known(node)
        if not known.kinds & wanted:
            self._report(node.position, f"Expected {any_of(wanted)}, but this is {any_of(known.kinds)}.")

    def known(self, node: Node) -> Known:
        """What is known about what the node gives. Its problems are reported on the way."""
        match node:
            case Literal(value=value):
                return Known(kinds(kind_of(value)))
            case Items(items=items):
                inside = [self.known(item).kinds for item in items]
                return Known(kinds("list"), frozenset().union(*inside) if inside else ANY)
            case Reference():
                return self._path(node)
            case Exists(reference=reference):
                self._path(reference)
                return _BOOLEAN
            case Call():
                return self._call(node)
            case Not(operand=operand):
                self.condition(operand)
                return _BOOLEAN
            case Negate(operand=operand):
                self.expect(operand, _NUMBER)
                return Known(_NUMBER)
            case Logic(operands=operands):
                for operand in operands:
                    self.condition(operand)
                return _BOOLEAN
            case Compare():
                self._compare(node)
                return _BOOLEAN
            case Arithmetic():
                return self._arithmetic(node)
            case _:
                assert_never(node)

    def _report(self, position: int, message: str) -> None:
        self.problems.append(Problem(message, position, self._text))

    def _path(self, node: Reference) -> Known:
        path = node.path
        if path.root not in self._schemas:
            self._report(node.position, no_root(path.root, self._schemas))
            return _ANYTHING
        place = Place.of(self._schemas[path.root])
        for index, part in enumerate(path.parts):
            inside = place.field(part) if isinstance(part, str) else place.item(part)
            if inside is None:
                where = node.places[index + 1] if node.places else node.position
                self._report(where, _nothing_there(path, index, part, place))
                return _ANYTHING
            place = inside
        return place.known()

    def _call(self, node: Call) -> Known:
        function = self._functions[node.function]
        arguments = [self.known(argument) for argument in node.arguments]
        for index, known in enumerate(arguments):
            takes, position = function.argument(index), node.arguments[index].position
            if not known.kinds & takes.kinds:
                self._report(
                    position, f"{function.name} takes {any_of(takes.kinds)} here, but this is {any_of(known.kinds)}."
                )
            elif known.kinds == kinds("list") and not known.items & takes.items:
                self._report(
                    position,
                    f"{function.name} takes a list in which each item is {any_of(takes.items)}, "
                    f"but here each is {any_of(known.items)}.",
                )
        return _given(function, arguments)

    def _arithmetic(self, node: Arithmetic) -> Known:
        left = self.known(node.first).kinds
        for term in node.terms:
            right = self.known(term.operand).kinds
            possible = left & right & (_ORDERED if term.operator == "+" else _NUMBER)
            if not possible:
                self._report(term.position, _cannot_calculate(term.operator, left, right))
            left = possible or (_ORDERED if term.operator == "+" else _NUMBER)
        return Known(left)

    def _compare(self, node: Compare) -> None:
        left, right = self.known(node.left), self.known(node.right)
        match node.operator:
            case "==" | "!=":
                self._equality(node, left, right)
            case "<" | "<=" | ">" | ">=":
                if not left.kinds & right.kinds & _ORDERED:
                    self._report(node.position, _cannot_order(node.operator, left.kinds, right.kinds))
            case "in" | "not in":
                self._membership(node, left, right)
            case _:
                assert_never(node.operator)

    def _equality(self, node: Compare, left: Known, right: Known) -> None:
        if kinds("null") in (left.kinds, right.kinds):
            # Asking whether something is null is prudent, not wrong.
            return
        if not left.kinds & right.kinds:
            self._report(
                node.position,
                f"This compares {any_of(left.kinds)} with {any_of(right.kinds)}, which are never equal.",
            )
            return
        for known, other in ((left, node.right), (right, node.left)):
            self._value(known, other)

    def _membership(self, node: Compare, left: Known, right: Known) -> None:
        if not right.kinds & kinds("list", "text", "object"):
            self._report(
                node.position, f'"in" looks into a list, a text or an object, but this is {any_of(right.kinds)}.'
            )
        elif right.kinds <= kinds("text", "object") and "text" not in left.kinds:
            self._report(node.position, f"Only a text can be in {any_of(right.kinds)}, not {any_of(left.kinds)}.")
        elif right.kinds == kinds("list") and not left.kinds & right.items:
            self._report(
                node.position, f"This looks for {any_of(left.kinds)} in a list in which each is {any_of(right.items)}."
            )
        elif isinstance(node.right, Items):
            for item in node.right.items:
                self._value(left, item)

    def _value(self, known: Known, node: Node) -> None:
        """A text that is written out must be one that the other side can be."""
        if known.values is None or not known.kinds <= kinds("text", "null") or not isinstance(node, Literal):
            return
        if isinstance(node.value, str) and node.value not in known.values:
            self._report(
                node.position,
                f"This is never {quoted(node.value)}, but one of: {listed(known.values)}."
                f"{did_you_mean(node.value, known.values)}",
            )


def _given(function: Function, arguments: list[Known]) -> Known:
    if function.gives != "item":
        return Known(function.gives)
    if not arguments:
        return _ANYTHING
    first = arguments[0].kinds
    return Known(arguments[0].items if first == kinds("list") else ANY if "list" in first else first)


def _nothing_there(path: Path, index: int, part: str | int, place: Place) -> str:
    where, here = up_to(path, index), place.kinds()
    match part:
        case str() if "object" in here:
            return no_field(where, part, place.fields())
        case str():
            hint = ""
            if part in ("length", "size", "count") and here & kinds("list", "text"):
                hint = f" Write len({where})."
            elif "list" in here:
                hint = f" Choose an item first: {where}[0]."
            return f"{where} is {any_of(here)}, so it has no field {quoted(part)}.{hint}"
        case int() if "list" in here:
            return f"{where} never has an item [{part}]."
        case int():
            return f"{where} is {any_of(here)}, so it has no item [{part}]."


def _not_a_condition(found: Kinds) -> str:
    if len(found) == 1:
        return not_a_condition(next(iter(found)))
    return f"Only true and false can hold, but this is {any_of(found)}. Compare it with something."


def _cannot_order(operator: Order, left: Kinds, right: Kinds) -> str:
    return cannot_order(operator, any_of(left), any_of(right))


def _cannot_calculate(operator: Operation, left: Kinds, right: Kinds) -> str:
    return cannot_calculate(operator, any_of(left), any_of(right))
