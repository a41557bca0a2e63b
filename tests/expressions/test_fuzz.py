"""Any text parses or is refused, any expression on any data gives JSON or is refused; nothing else, and with an effort
that its length bounds."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from gameplan.expressions import FUNCTIONS, ExpressionError, check, parse, parse_path

Effort = Callable[[Callable[[], Any]], int]

VALUES = ["a", "b", "$a", "$a-b", "a.b", "a[0]", 'a["k"]', "$a[-1]", "0", "1", "2.5", "9" * 29, '"x"', "'y'", "''"]
WORDS = ["true", "false", "null", "in", "not", "and", "or", "is", "None", "__class__", "exists(", "exists(a)"]
SIGNS = [*'[](),+-*/%<>.=!&|$"\\{} ä\u00a0', "==", "!=", "<=", ">=", "[1,2]", "1e5", "%s"]
PIECES = st.sampled_from(VALUES + WORDS + SIGNS + [f"{name}(" for name in FUNCTIONS])
SOUP = st.lists(PIECES, max_size=25).map(" ".join) | st.lists(PIECES, max_size=25).map("".join)
TEXTS = st.text(max_size=60) | SOUP

ATOMS = st.sampled_from(["a", "$b", "a.k", "$b[0]", "a['k'][-1]", "0", "7", "2.5", "'x'", "''", "true", "null", "[]"])


def _grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from(["and", "or", "==", "!=", "<", "<=", ">", ">=", "in", "not in", *"+-*/%"])
    calls = st.sampled_from(sorted(FUNCTIONS)).flatmap(
        lambda name: st.lists(inner, min_size=len(FUNCTIONS[name].takes), max_size=len(FUNCTIONS[name].takes)).map(
            lambda arguments: f"{name}({', '.join(arguments)})"
        )
    )
    return st.one_of(
        st.tuples(inner, operators, inner).map(lambda three: f"({' '.join(three)})"),
        inner.map(lambda one: f"(not {one})"),
        inner.map(lambda one: f"-{one}"),
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]"),
        calls,
    )


EXPRESSIONS = st.recursive(ATOMS, _grown, max_leaves=10)
KEYS = st.sampled_from(["k", "a", "__class__"]) | st.text(max_size=3)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=10,
)
DATA = st.fixed_dictionaries({}, optional={"a": JSON, "b": JSON})


def _is_json(value: object) -> bool:
    json.dumps(value)
    return True


@given(text=TEXTS)
@example(text='"\\')
@example(text="$")
@example(text="not in")
@example(text="-" * 2_000)
@example(text="((((" * 500)
@example(text="[" * 1_999 + "]")
@example(text="\ud800")
@example(text='"\ud800"')
@example(text="a[" + "9" * 1_900 + "]")
@example(text="(" * 15 + "a" + ")" * 15)
@example(text="a" + "+a" * 999)
def test_any_text_parses_or_is_refused(effort_of: Effort, text: str) -> None:
    def read() -> None:
        try:
            expression = parse(text)
        except ExpressionError as error:
            assert error.message
            assert str(error)
            assert error.position is None or 0 <= error.position <= len(text)
        else:
            assert parse(str(expression)) == expression
            check(expression, {})

    read()
    assert effort_of(read) <= 300 * (len(text) + 10)


@given(TEXTS)
def test_any_text_is_a_path_or_is_refused(text: str) -> None:
    try:
        path = parse_path(text)
    except ExpressionError as error:
        assert str(error)
    else:
        assert parse_path(str(path)) == path


@given(text=EXPRESSIONS, data=DATA)
@example(text="(not " * 15 + "a" + ")" * 15, data={"a": True})
@example(text="max([" * 12 + "a" + "])" * 12, data={"a": 1})
def test_any_expression_on_any_data_gives_json_or_is_refused(
    effort_of: Effort, text: str, data: dict[str, object]
) -> None:
    try:
        expression = parse(text)
    except ExpressionError:
        # It can only be that something is nested too deeply or too long; the grammar itself is kept above.
        return
    assert parse(str(expression)) == expression
    check(expression, dict.fromkeys(data, True))

    def ask() -> None:
        try:
            assert _is_json(expression.evaluate(data))
        except ExpressionError as error:
            assert error.position is not None
            assert str(error)

    ask()
    assert effort_of(ask) <= 500 * (len(text) + 10)


@given(SOUP, DATA)
def test_whatever_parses_can_be_asked(text: str, data: dict[str, object]) -> None:
    try:
        assert isinstance(parse(text).holds(data), bool)
    except ExpressionError as error:
        assert str(error)


@given(EXPRESSIONS, DATA)
def test_the_canonical_text_gives_the_same(text: str, data: dict[str, object]) -> None:
    def outcome(source: str) -> str:
        try:
            return repr(parse(source).evaluate(data))
        except ExpressionError as error:
            return error.message

    try:
        canonical = str(parse(text))
    except ExpressionError:
        return
    assert outcome(canonical) == outcome(text)
