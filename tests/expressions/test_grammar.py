"""How expressions are read: the grammar, what binds how tightly, and the canonical text."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.expressions import Expression, ExpressionError, Path, parse
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
    Term,
    written,
)


def ref(root: str, *parts: str | int) -> Reference:
    return Reference(Path(root, parts))


A, B, C = ref("a"), ref("b"), ref("c")


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("0", Literal(0)),
        ("42", Literal(42)),
        ("1.50", Literal(1.5)),
        ("true", Literal(True)),
        ("false", Literal(False)),
        ("null", Literal(None)),
        ('"it\'s"', Literal("it's")),
        ("'say \"hi\"'", Literal('say "hi"')),
        (r'"a\n\t\\\/\"\'\b\f\r\u0041\ud83d\ude00"', Literal("a\n\t\\/\"'\b\f\rA😀")),
        ("[]", Items(())),
        ("[1, 'a', [b],]", Items((Literal(1), Literal("a"), Items((B,))))),
        ("a", A),
        ("$a", A),
        ("$a-b", ref("a-b")),
        ("a-b", Arithmetic(A, (Term("-", B),))),
        ("$a - b", Arithmetic(A, (Term("-", B),))),
        ("$a.b - c", Arithmetic(ref("a", "b"), (Term("-", C),))),
        ("$a.b-c", Arithmetic(ref("a", "b"), (Term("-", C),))),
        ('a.b[0]["x"].c', ref("a", "b", 0, "x", "c")),
        ("$and", ref("and")),
        ("$true.in", ref("true", "in")),
        ("a.and.not", ref("a", "and", "not")),
        ("len", ref("len")),
        ("exists", ref("exists")),
        ("android", ref("android")),
        ("not a", Not(A)),
        ("not not a", Not(Not(A))),
        ("-a", Negate(A)),
        ("--1", Negate(Negate(Literal(1)))),
        ("a and b and c", Logic("and", (A, B, C))),
        ("a or b or c", Logic("or", (A, B, C))),
        ("a in b", Compare(A, "in", B)),
        ("a not in b", Compare(A, "not in", B)),
        ("a\tnot\n in b", Compare(A, "not in", B)),
        ("a in['x']", Compare(A, "in", Items((Literal("x"),)))),
        ("a==null", Compare(A, "==", Literal(None))),
        ("a<=-1", Compare(A, "<=", Negate(Literal(1)))),
        ("len(a)", Call("len", (A,))),
        ("min ( 1 , 2 )", Call("min", (Literal(1), Literal(2)))),
        ("exists($a.b)", Exists(ref("a", "b"))),
        ("exists(a)", Exists(A)),
        ("(((a)))", A),
    ],
)
def test_the_grammar(text: str, node: Node) -> None:
    expression = parse(text)
    assert expression.root == node
    assert parse(str(expression)) == expression


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("a or b and c", "a or (b and c)"),
        ("a and b or c", "(a and b) or c"),
        ("not a and b", "(not a) and b"),
        ("not a or b", "(not a) or b"),
        ("not a == b", "not (a == b)"),
        ("not a in b", "not (a in b)"),
        ("a == b and b != c", "(a == b) and (b != c)"),
        ("a < b + c", "a < (b + c)"),
        ("a + b in c", "(a + b) in c"),
        ("a + b * c", "a + (b * c)"),
        ("a * b + c", "(a * b) + c"),
        ("-a * b", "(-a) * b"),
        ("a * -b", "a * (-b)"),
        ("-a + b", "(-a) + b"),
        ("a - -b", "a - (-b)"),
    ],
)
def test_precedence(text: str, meaning: str) -> None:
    assert parse(text) == parse(meaning)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("(a or b) and c", "a or b and c"),
        ("not (a and b)", "not a and b"),
        ("(not a) == b", "not a == b"),
        ("a - (b - c)", "a - b - c"),
        ("a / (b * c)", "a / b * c"),
        ("-(a + b)", "-a + b"),
        ("1", "1.0"),
        ("1", "true"),
        ("0", "false"),
        ("'1'", "1"),
        ("$a-b", "a-b"),
        ("a.b", 'a["b "]'),
    ],
)
def test_what_differs_is_not_equal(text: str, other: str) -> None:
    assert parse(text) != parse(other)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("a  and(b)", "$a and $b"),
        ("'x'", '"x"'),
        ("((a+1))*2", "($a + 1) * 2"),
        ("a['b'] == a['c d']", '$a.b == $a["c d"]'),
        ("not(a)", "not $a"),
        ("[1,2 ,3,]", "[1, 2, 3]"),
        ("1.500", "1.5"),
        ("100000000000000000000000.0", "100000000000000000000000.0"),
        ("0.0000001", "0.0000001"),
        ("'\u202e\u200b'", r'"\u202e\u200b"'),
    ],
)
def test_the_canonical_text(text: str, canonical: str) -> None:
    assert str(parse(text)) == canonical


NAMES = st.sampled_from(["a", "b", "and", "len", "step-1", "_x", "__class__", "True"])
KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
REFERENCES = st.builds(
    Reference, st.builds(Path, NAMES, st.lists(NAMES | KEYS | st.integers(-5, 5), max_size=3).map(tuple))
)
CONSTANTS = st.builds(
    Literal,
    st.none()
    | st.booleans()
    | st.integers(0, 10**30 - 1)
    | st.decimals(0, 10**6, places=6).map(float)
    | st.floats(0, 1e29, allow_nan=False).map(lambda number: round(number, 9))
    | KEYS,
)


def _operators(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    rows = st.lists(nodes, max_size=3).map(tuple)
    pairs = st.lists(nodes, min_size=2, max_size=3).map(tuple)
    sums = st.lists(st.builds(Term, st.sampled_from("+-"), nodes), min_size=1, max_size=3).map(tuple)
    products = st.lists(st.builds(Term, st.sampled_from("*/%"), nodes), min_size=1, max_size=3).map(tuple)
    comparisons = st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "in", "not in"])
    return st.one_of(
        st.builds(Items, rows),
        st.builds(Exists, REFERENCES),
        st.builds(Call, st.sampled_from(["len", "trim"]), st.tuples(nodes)),
        st.builds(Call, st.sampled_from(["min", "max"]), pairs),
        st.builds(Not, nodes),
        st.builds(Negate, nodes),
        st.builds(Logic, st.sampled_from(["and", "or"]), pairs),
        st.builds(Compare, nodes, comparisons, nodes),
        st.builds(Arithmetic, nodes, sums),
        st.builds(Arithmetic, nodes, products),
    )


NODES: st.SearchStrategy[Node] = st.recursive(CONSTANTS | REFERENCES, _operators, max_leaves=12)


@given(NODES)
def test_any_expression_is_read_back_from_its_canonical_text(node: Node) -> None:
    text = written(node)
    if len(text) <= 2_000:
        expression = parse(text)
        assert expression.root == node
        assert str(expression) == text


def test_references_are_every_path_once_in_order() -> None:
    expression = parse('$b.x > 1 and exists(a) and len($b.x) in [c["d"], -a, 1]')
    assert expression.references() == (Path("b", ("x",)), Path("a"), Path("c", ("d",)))
    assert parse("1 < 2").references() == ()


def test_an_expression_is_a_value() -> None:
    expression = parse("a == 'b'")
    assert expression == parse('( $a=="b" )')
    assert len({expression, parse("a == 'b'"), parse("a == 'c'")}) == 2
    assert expression.text == "a == 'b'"
    assert pickle.loads(pickle.dumps(expression)) == copy.deepcopy(expression) == expression
    with pytest.raises(AttributeError):
        expression.text = "x"  # type: ignore[misc]


def test_long_rows_are_not_deep() -> None:
    assert isinstance(parse(" and ".join(["a"] * 250)), Expression)
    assert parse("+".join(["1"] * 400)).evaluate({}) == 400
    assert parse("[" + ",".join(["1"] * 600) + "]").evaluate({}) == [1] * 600


def test_what_is_too_long_is_refused_also_when_written_out() -> None:
    with pytest.raises(ExpressionError, match="at most 2,000 characters long; this one has 2,001"):
        parse("a" * 2_001)
    with pytest.raises(ExpressionError, match="written out, has"):
        parse("+".join(["1"] * 1_000))


@pytest.mark.parametrize(
    "text",
    ["(" * 49 + "1" + ")" * 49, "[" * 49 + "]" * 49, "not " * 49 + "a", "-" * 49 + "1", "abs(" * 49 + "1" + ")" * 49],
)
def test_nesting_up_to_the_limit_is_fine(text: str) -> None:
    parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 51 + "1" + ")" * 51,
        "[" * 51 + "]" * 51,
        "not " * 51 + "a",
        "-" * 51 + "1",
        "abs(" * 51 + "1" + ")" * 51,
        "(" * 1_999,
        "[" * 2_000,
        "1+(" * 600,
        "(" * 20 + "1" + "*1+1<1 and 1 or 1)" * 20,
    ],
)
def test_nesting_over_the_limit_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError, match="nested more than 50 levels deep"):
        parse(text)
