"""What an expression gives on data: a walk over its nodes that counts every step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from gameplan.expressions.errors import ExpressionError
from gameplan.expressions.functions import Function
from gameplan.expressions.limits import Work
from gameplan.expressions.operations import calculated, is_in, negated, ordered
from gameplan.expressions.paths import PathNotFound
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
    Reference,
)
from gameplan.expressions.values import ANY, Json, Kind, a, admitted, any_of, equal, kind_of

_AS_CONDITION: Mapping[Kind, str] = {
    "number": 'Compare it: "!= 0".',
    "text": 'Compare it: != "", or ask not empty(…).',
    "list": "Ask not empty(…).",
    "object": "Ask not empty(…).",
    "null": 'Compare it: "!= null", or ask exists(…).',
}


def not_a_condition(kind: Kind) -> str:
    """That a value of this kind neither holds nor fails to hold."""
    return f"Only true and false can hold, but this is {a(kind)}. {_AS_CONDITION[kind]}"


class Evaluation:
    """One evaluation of an expression on data."""

    def __init__(self, text: str, functions: Mapping[str, Function], data: Mapping[str, object]) -> None:
        self._text = text
        self._functions = functions
        self._work = Work(data)

    def value(self, node: Node) -> Json:
        """What the node gives."""
        try:
            self._work.spend()
            return self._value(node)
        except ExpressionError as error:
            raise self._placed(error, node.position) from None

    def holds(self, node: Node) -> bool:
        """Whether the node, which must give a boolean, gives true."""
        value = self.value(node)
        if not isinstance(value, bool):
            raise ExpressionError(not_a_condition(kind_of(value)), node.position, self._text)
        return value

    def _value(self, node: Node) -> Json:
        match node:
            case Literal(value=value):
                return value
            case Items(items=items):
                return [self.value(item) for item in items]
            case Reference():
                return self._looked_up(node)
            case Exists(reference=reference):
                return self._exists(reference)
            case Call():
                return self._called(node)
            case Not(operand=operand):
                return not self.holds(operand)
            case Negate(operand=operand):
                return negated(self.value(operand))
            case Logic(operator=operator, operands=operands):
                # Lazily: what comes after the operand that decides is not looked at.
                return (all if operator == "and" else any)(map(self.holds, operands))
            case Compare():
                return self._compared(node)
            case Arithmetic():
                return self._calculated(node)
            case _:
                assert_never(node)

    def _looked_up(self, node: Reference) -> Json:
        self._work.spend(len(node.path.parts))
        try:
            return admitted(node.path.look_up(self._work.data))
        except PathNotFound as error:
            place = node.places[error.part] if 0 < error.part < len(node.places) else node.position
            raise error.placed(place, self._text) from None

    def _exists(self, reference: Reference) -> bool:
        self._work.spend(len(reference.path.parts))
        try:
            reference.path.look_up(self._work.data)
        except PathNotFound:
            return False
        return True

    def _called(self, node: Call) -> Json:
        function = self._functions[node.function]
        arguments = [self.value(argument) for argument in node.arguments]
        for index, argument in enumerate(arguments):
            place = node.arguments[index].position
            try:
                self._check_argument(function, index, argument)
            except ExpressionError as error:
                raise self._placed(error, place) from None
        return admitted(function.apply(arguments, self._work))

    def _check_argument(self, function: Function, index: int, argument: Json) -> None:
        takes = function.argument(index)
        if kind_of(argument) not in takes.kinds:
            raise ExpressionError(
                f"{function.name} takes {any_of(takes.kinds)} here, but this is {a(kind_of(argument))}."
            )
        if isinstance(argument, list) and takes.items != ANY:
            self._work.spend(len(argument))
            for at, item in enumerate(argument):
                if kind_of(admitted(item)) not in takes.items:
                    raise ExpressionError(
                        f"{function.name} takes a list in which each item is {any_of(takes.items)}, "
                        f"but item [{at}] is {a(kind_of(item))}."
                    )

    def _compared(self, node: Compare) -> bool:
        left, right = self.value(node.left), self.value(node.right)
        match node.operator:
            case "==":
                return equal(left, right, self._work)
            case "!=":
                return not equal(left, right, self._work)
            case "<" | "<=" | ">" | ">=":
                return ordered(left, node.operator, right, self._work)
            case "in":
                return is_in(left, right, self._work)
            case "not in":
                return not is_in(left, right, self._work)
            case _:
                assert_never(node.operator)

    def _calculated(self, node: Arithmetic) -> Json:
        value = self.value(node.first)
        for term in node.terms:
            right = self.value(term.operand)
            try:
                value = calculated(value, term.operator, right, self._work)
            except ExpressionError as error:
                raise self._placed(error, term.position) from None
        return value

    def _placed(self, error: ExpressionError, position: int) -> ExpressionError:
        return error if error.position is not None else error.placed(position, self._text)
