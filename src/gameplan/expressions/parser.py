"""From text to expression: precedence climbing over the tokens, with an answer to every common slip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, cast, get_args

from gameplan.expressions.errors import ExpressionError
from gameplan.expressions.expression import Expression
from gameplan.expressions.functions import OTHER_NAMES, Function, with_more
from gameplan.expressions.limits import MAX_DEPTH, MAX_TEXT
from gameplan.expressions.paths import FoundPath
from gameplan.expressions.syntax import (
    Arithmetic,
    Call,
    Compare,
    Comparison,
    Connective,
    Exists,
    Items,
    Level,
    Literal,
    Logic,
    Negate,
    Node,
    Not,
    Operation,
    Reference,
    Term,
    walk,
)
from gameplan.expressions.tokens import KEYWORDS, Constant, Mark, Token, tokenize
from gameplan.expressions.tokens import Reference as ReferenceToken
from gameplan.expressions.wording import did_you_mean, quoted, shown

_COMPARISONS: Final = frozenset(get_args(Comparison))
_BINARY: Final[Mapping[str, Level]] = {
    "or": Level.OR,
    "and": Level.AND,
    **dict.fromkeys(_COMPARISONS, Level.COMPARE),
    **dict.fromkeys("+-", Level.SUM),
    **dict.fromkeys("*/%", Level.PRODUCT),
}
_CONSTANTS: Final[Mapping[str, bool | None]] = {"true": True, "false": False, "null": None}

# Bare words that are never names here. Written with $ they are.
_WRONG_WORDS: Final = {"None": "null", "nil": "null", "undefined": "null"}
# Words that people put between two values, and what they mean.
_WRONG_OPERATORS: Final = {
    "is": 'Write "==", or "!=" for "is not".',
    "equals": 'Write "==".',
    "eq": 'Write "==".',
    "isnt": 'Write "!=".',
    "mod": 'Write "%".',
    "xor": 'Write "!=" between two conditions.',
    "like": "There are no patterns here. Use contains, starts_with or ends_with.",
    "matches": "There are no patterns here. Use contains, starts_with or ends_with.",
    "contains": "Write contains(whole, part), or part in whole.",
    "has": "Write contains(whole, part), or part in whole.",
    "exists": "Write exists($path).",
    "if": 'There is no "a if b else c" here. Use and, or, not.',
    "for": "There are no loops here.",
}


def parse(text: str, functions: Iterable[Function] = ()) -> Expression:
    """Read an expression. `functions` are a host's own, beside those of the language.

    What is wrong is an `ExpressionError` that says what was expected and where.
    """
    more = tuple(functions)
    expression = Expression(_Parser(text, with_more(more)).parse(), text, more)
    if any(depth > MAX_DEPTH for _, depth in walk(expression.root)):
        raise ExpressionError(_TOO_DEEP, 0, text)
    if (length := len(str(expression))) > MAX_TEXT:
        raise ExpressionError(
            f"An expression is at most {MAX_TEXT:,} characters long; this one, written out, has {length:,}."
        )
    return expression


_TOO_DEEP: Final = f"This is nested more than {MAX_DEPTH} levels deep."


class _Parser:
    def __init__(self, text: str, functions: Mapping[str, Function]) -> None:
        self._text = text
        self._functions = functions
        self._tokens = tokenize(text)
        self._at = 0
        self._depth = 0

    def parse(self) -> Node:
        if self._ends():
            raise self._error("Expected a condition, but there is nothing.", self._here)
        node = self._expression(Level.OR)
        if not self._ends():
            raise self._error(self._not_an_operator(), self._here)
        return node

    @property
    def _here(self) -> Token:
        return self._tokens[self._at]

    def _next(self) -> Token:
        token = self._here
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def _sees(self, *texts: str) -> bool:
        return isinstance(self._here.what, Mark) and self._here.text in texts

    def _ends(self) -> bool:
        return self._here.what is Mark.END

    def _expression(self, least: Level) -> Node:
        """A value, and whatever operators follow that bind at least this tightly."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(_TOO_DEEP, self._here)
        node = self._value(least)
        while (level := self._operator_level()) is not None and level >= least:
            if level in (Level.OR, Level.AND):
                node = self._logic(node, level)
            elif level is Level.COMPARE:
                node = self._comparison(node)
            else:
                node = self._arithmetic(node, level)
        self._depth -= 1
        return node

    def _operator_level(self) -> Level | None:
        if not isinstance(self._here.what, Mark):
            return None
        if self._here.text == "not":
            following = self._tokens[self._at + 1]
            return Level.COMPARE if following.what is Mark.KEYWORD and following.text == "in" else None
        return _BINARY.get(self._here.text)

    def _logic(self, first: Node, level: Level) -> Node:
        operator = self._here
        operands = [first]
        while self._sees(operator.text):
            self._next()
            operands.append(self._expression(level.tighter()))
        return Logic(cast(Connective, operator.text), tuple(operands), operator.position)

    def _comparison(self, left: Node) -> Node:
        operator = self._next()
        sign = operator.text
        if sign == "not":
            self._next()
            sign = "not in"
        right = self._expression(Level.COMPARE.tighter())
        if self._operator_level() is Level.COMPARE:
            raise self._error('Comparisons cannot be chained. Write "a < b and b < c".', self._here)
        return Compare(left, cast(Comparison, sign), right, operator.position)

    def _arithmetic(self, first: Node, level: Level) -> Node:
        position = self._here.position
        terms: list[Term] = []
        while self._operator_level() is level:
            operator = self._next()
            operand = self._expression(level.tighter())
            terms.append(Term(cast(Operation, operator.text), operand, operator.position))
        return Arithmetic(first, tuple(terms), position)

    def _value(self, least: Level) -> Node:
        token = self._next()
        match token.what:
            case Constant(value=value):
                return Literal(value, token.position)
            case ReferenceToken(found=found, bare=True) if not found.path.parts and self._sees("("):
                return self._call(token)
            case ReferenceToken(found=found, bare=bare):
                return self._reference(token, found, bare)
            case Mark():
                return self._marked(token, least)

    def _marked(self, token: Token, least: Level) -> Node:
        match token.text:
            case "true" | "false" | "null":
                return Literal(_CONSTANTS[token.text], token.position)
            case "not" if least <= Level.NOT:
                return Not(self._expression(Level.NOT), token.position)
            case "not":
                raise self._error('Put parentheses around "not …" here.', token)
            case "-":
                return Negate(self._expression(Level.NEGATE), token.position)
            case "(":
                node = self._expression(Level.OR)
                self._close(token, ")")
                return node
            case "[":
                return Items(self._row(token, "]"), token.position)
            case _:
                raise self._error(f"Expected a value, but {_found(token)}.{_missing_value_hint(token)}", token)

    def _reference(self, token: Token, found: FoundPath, bare: bool) -> Reference:
        word = found.path.root
        if bare:
            meant = _WRONG_WORDS.get(word) or (word.lower() if word.lower() in KEYWORDS else None)
            if meant:
                raise self._error(f'{quoted(word)} is not a name here. Write "{meant}".', token)
        if self._sees("(") and self._here.position == token.end:
            raise self._error(self._not_a_method(found), token)
        return Reference(found.path, token.position, found.places)

    def _not_a_method(self, found: FoundPath) -> str:
        last = found.path.parts[-1] if found.path.parts else found.path.root
        name = OTHER_NAMES.get(str(last), str(last))
        if not found.path.parts:
            return f'A function is written without "$": {shown(name)}(…).'
        known = name if name in self._functions else "name"
        return f"Values have no methods. Write {known}($value) instead of $value.{shown(str(last))}()."

    def _call(self, name: Token) -> Node:
        opening = self._next()
        if name.text == "exists":
            return self._exists(name, opening)
        function = self._functions.get(name.text)
        if function is None:
            raise self._error(self._no_function(name.text), name)
        arguments = self._row(opening, ")")
        if not function.accepts(len(arguments)):
            raise self._error(
                f"{name.text} is written {function.usage}, but here it has {len(arguments)} arguments.", name
            )
        return Call(name.text, arguments, name.position)

    def _exists(self, name: Token, opening: Token) -> Node:
        token = self._next()
        if not isinstance(token.what, ReferenceToken):
            raise self._error(f"exists takes a path such as $step.field, but {_found(token)}.", token)
        reference = self._reference(token, token.what.found, token.what.bare)
        if not self._sees(")") and not self._ends():
            raise self._error('exists takes one path and nothing else. Expected ")".', self._here)
        self._close(opening, ")")
        return Exists(reference, name.position)

    def _no_function(self, name: str) -> str:
        known = (*self._functions, "exists")
        meant = OTHER_NAMES.get(name)
        if name.lower() in KEYWORDS:
            return f'{quoted(name)} is not a function. Write "{name.lower()}".'
        hint = f' Did you mean "{meant}"?' if meant else did_you_mean(name, known)
        return f"There is no function {quoted(name)}.{hint or ' There is: ' + ', '.join(sorted(known)) + '.'}"

    def _row(self, opening: Token, closing: str) -> tuple[Node, ...]:
        nodes: list[Node] = []
        while not self._sees(closing):
            nodes.append(self._expression(Level.OR))
            if not self._sees(","):
                break
            self._next()
        self._close(opening, closing)
        return tuple(nodes)

    def _close(self, opening: Token, closing: str) -> None:
        if self._sees(closing):
            self._next()
        elif self._ends():
            raise self._error(f"{quoted(opening.text)} is not closed: expected {quoted(closing)}.", opening)
        else:
            raise self._error(f"{self._not_an_operator()} Or is {quoted(closing)} missing?", self._here)

    def _not_an_operator(self) -> str:
        """What to say about a token that stands where an operator or the end should."""
        here, before = self._here, self._tokens[self._at - 1]
        match here.what:
            case ReferenceToken(found=found, bare=True):
                word = found.path.root
                meant = word.lower() if word.lower() in ("and", "or", "not", "in") else None
                if meant or word.lower() in _WRONG_OPERATORS:
                    hint = f'Write "{meant}".' if meant else _WRONG_OPERATORS[word.lower()]
                    return f"{quoted(word)} is not an operator here. {hint}"
            case Mark() if here.text in (".", "["):
                return f"Only a name can be followed by {quoted(here.text)}, and without a space: $list[0].field."
            case Mark() if here.text == "not":
                return '"not" stands before a condition. Between two values, write "not in" or "!=".'
            case Mark() if here.text in (")", "]"):
                return f"There is no opening bracket for {quoted(here.text)}."
            case Mark() if here.text == "," and isinstance(before.what, Constant):
                return 'A "," stands only in lists and calls. Write a number without it.'
            case _:
                pass
        return f"Expected an operator such as and, or, ==, in, but {_found(here)}."

    def _error(self, message: str, token: Token) -> ExpressionError:
        return ExpressionError(message, token.position, self._text)


def _found(token: Token) -> str:
    return "the text ends here" if token.what is Mark.END else f"found {quoted(token.text)}"


def _missing_value_hint(token: Token) -> str:
    if token.text == ".":
        return " A number has a digit before its point: 0.5."
    if token.text == "+":
        return ' A number is written without "+".'
    return ""
