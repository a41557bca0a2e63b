"""What is found before there is data: names, fields and kinds, against JSON schemas."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.expressions import Expression, Function, Takes, check, kinds, parse

READ = {
    "type": "object",
    "properties": {
        "content": {"type": "string"},
        "size": {"type": "integer"},
        "ratio": {"type": "number"},
        "ok": {"type": "boolean"},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "status": {"enum": ["open", "done"]},
        "maybe": {"anyOf": [{"const": "yes"}, {"type": "null"}]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "files": {"type": "array", "items": {"$ref": "#/$defs/File"}},
        "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
        "tree": {"$ref": "#/$defs/Tree"},
        "extra": {"type": "object"},
        "open": {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": True},
        "scores": {"type": "object", "additionalProperties": {"type": "integer"}},
        "shape": {"oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Square"}]},
        "far": {"$ref": "https://example.org/schema.json"},
        "file": {"$ref": "file:///etc/passwd"},
        "lost": {"$ref": "#/$defs/Nothing"},
        "circle": {"$ref": "#/$defs/Loop"},
        "mixed": {"type": ["string", "integer"]},
        "alone": {"allOf": [{"$ref": "#/$defs/File"}]},
        "both": {"allOf": [{"$ref": "#/$defs/File"}, {"type": "object"}]},
        "anything": True,
    },
    "$defs": {
        "File": {"type": "object", "properties": {"name": {"type": "string"}, "size": {"type": "integer"}}},
        "Tree": {
            "type": "object",
            "properties": {
                "value": {"type": "integer"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
            },
        },
        "Circle": {"type": "object", "properties": {"radius": {"type": "number"}}},
        "Square": {"type": "object", "properties": {"side": {"type": "number"}}},
        "Loop": {"$ref": "#/$defs/Loop"},
    },
}
SCHEMAS: dict[str, object] = {"read": READ, "input": True, "item": {"type": "string"}, "step-1": {}}


@pytest.mark.parametrize(
    "text",
    [
        "$read.size > 3 and $read.ok",
        "read.ratio == read.size",
        "$read.content + 'x' == 'ax'",
        "$read.note == null or $read.note == 'a'",
        "$read.content != null",
        "read.status == 'open' and read.status in ['open', 'done']",
        "read.maybe == 'yes'",
        "'draft' in read.tags and first(read.tags) < 'z'",
        "$read.files[0].name == $read.files[-1].name",
        "read.pair[0] < 'a' and read.pair[1] < 3 and read.pair[-1] < 3 and read.pair[-2] < 'a'",
        "read.tree.children[0].children[1].value == 3",
        "read.extra.whatever.deep[3] == 1 and read.open.b > 'x' and read.open.c > 3",
        "read.scores.ann > 3",
        "read.shape.radius > 1 or read.shape.side > 1",
        "read.far.x.y[0] > 3 and read.file.x and read.lost.x and read.anything.x > 3",
        "read.mixed < 3 or read.mixed < 'a'",
        "read.alone.name == 'a' and read.both.anything == 1",
        "$input.x.y > 3 and $step-1.a == 'b' and item == 'x'",
        "exists(read.note) and len(read.files) > sum([1, read.size]) and not empty(read.note)",
        "min(read.size, 3) > 1 and max(read.tags) > 'a' and abs(-read.size) == 1",
        "read.extra == read.open and keys(read.extra) == [] and contains(read.content, 'a')",
        "[] == read.tags and read.anything in []",
        "any([read.ok, true])",
    ],
)
def test_what_may_be_right_has_no_problem(text: str) -> None:
    assert check(parse(text), SCHEMAS) == ()


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("raed.size > 3", 0, 'There is no "raed" here. There is: read, input, item, step-1. Did you mean "read"?'),
        ("$read-3 > 1", 0, "To subtract, write spaces: $read - 3."),
        ("$read.text == 'a'", 5, '$read has no field "text". It has: content, size, ratio, ok,'),
        ("exists($read.contents)", 12, 'Did you mean "content"?'),
        ("read.files[0].nam == 'x'", 13, '$read.files[0] has no field "nam". It has: name, size. Did you mean "name"?'),
        ("read.alone.nam == 'x'", 10, 'Did you mean "name"?'),
        ("read.shape.length > 1", 10, '$read.shape has no field "length". It has: radius, side.'),
        ("read.tree.children[0].leaf", 21, 'has no field "leaf". It has: value, children.'),
        ("read.tags.length > 1", 9, '$read.tags is a list, so it has no field "length". Write len($read.tags).'),
        ("read.files.name == 'x'", 10, "Choose an item first: $read.files[0]."),
        ("read.size.x == 1", 9, '$read.size is a number, so it has no field "x".'),
        ("read.note[0] == 'x'", 9, "$read.note is a text or null, so it has no item [0]."),
        ("read.pair[2] == 1", 9, "$read.pair never has an item [2]."),
        ("read[0] == 1", 4, "$read is an object, so it has no item [0]."),
        ("read.content > 3", 13, '">" compares two numbers or two texts, but here are a text and a number.'),
        ("read.note > 3", 10, "but here are a text or null and a number."),
        ("read.ok < true", 8, "but here are a boolean and a boolean."),
        ("first(read.tags) < 3", 17, "but here are a text and a number."),
        ("read.content == 3", 13, "This compares a text with a number, which are never equal."),
        ("read.note != 3", 10, "This compares a text or null with a number, which are never equal."),
        ("read.scores.ann == 'x'", 16, "This compares a number with a text, which are never equal."),
        ("read.status == 'opened'", 15, 'This is never "opened", but one of: open, done. Did you mean "open"?'),
        ("'x' != read.status", 0, 'This is never "x", but one of: open, done.'),
        ("read.status in ['open', 'dne']", 24, 'This is never "dne", but one of: open, done. Did you mean "done"?'),
        ("read.maybe == 'no'", 14, 'This is never "no", but one of: yes.'),
        ("read.content + 1 == 'x'", 13, '"+" takes two numbers or two texts, but here are a text and a number.'),
        ("1 - read.content == 1", 2, '"-" takes two numbers, but here are a number and a text.'),
        ("-read.content == 1", 1, "Expected a number, but this is a text."),
        ("3 in read.content", 2, "Only a text can be in a text, not a number."),
        ("3 in read.tags", 2, "This looks for a number in a list in which each is a text."),
        ("'a' in read.size", 4, '"in" looks into a list, a text or an object, but this is a number.'),
        ("lower(read.size) == 'a'", 6, "lower takes a text here, but this is a number."),
        ("sum(read.tags) > 1", 4, "sum takes a list in which each item is a number, but here each is a text."),
        ("read.size", 0, 'Only true and false can hold, but this is a number. Compare it: "!= 0".'),
        ("read.mixed", 0, "Only true and false can hold, but this is a text or a number. Compare it"),
        ("not read.tags", 4, "Only true and false can hold, but this is a list. Ask not empty(…)."),
        ("true and len(read.tags)", 9, "Only true and false can hold, but this is a number."),
    ],
)
def test_what_is_certainly_wrong_is_found(text: str, position: int, message: str) -> None:
    (problem,) = check(parse(text), SCHEMAS)
    assert problem.position == position
    assert message in problem.message
    assert problem.text == text


def test_every_problem_is_found_in_the_order_of_the_text() -> None:
    expression = parse("$raed.x > 1 and $read.content > 3 or not $read.size or lower($read.ok) == 5")
    assert [problem.position for problem in check(expression, SCHEMAS)] == [0, 30, 41, 61, 71]


def test_a_problem_shows_its_place() -> None:
    (problem,) = check(parse("read.size"), SCHEMAS)
    assert str(problem).endswith('Compare it: "!= 0".\n    read.size\n    ^')


def test_what_the_expression_should_give_can_be_said() -> None:
    assert check(parse("read.size"), SCHEMAS, gives="number") == ()
    assert check(parse("read.size"), SCHEMAS, gives=None) == ()
    (problem,) = check(parse("read.size"), SCHEMAS, gives="text")
    assert problem.message == "Expected a text, but this is a number."


def test_the_functions_of_a_host_are_checked_too() -> None:
    flag = Function(
        "flag", "flag(name)", "Is it set?", (Takes(kinds("text")),), kinds("boolean"), lambda arguments, work: True
    )
    assert check(parse("flag('a')", [flag]), {}) == ()
    assert len(check(parse("flag(1) and flag('a') > 3", [flag]), {})) == 2


@pytest.mark.parametrize(
    "schema",
    [
        None,
        5,
        "x",
        [],
        False,
        {"type": 5},
        {"type": ["string", 5]},
        {"type": "unheard of"},
        {"properties": 5},
        {"type": "object", "properties": []},
        {"enum": 5},
        {"enum": []},
        {"enum": [{1, 2}]},
        {"$ref": 5},
        {"$ref": "#"},
        {"$ref": "#/$ref/x"},
        {"$ref": "http://127.0.0.1:1/x"},
        {"anyOf": []},
        {"anyOf": [5, None]},
        {"anyOf": "x"},
        {"allOf": [{}, {}]},
        {"items": 5},
        {"prefixItems": 5},
        {"patternProperties": {"(a+)+$": True}},
        {"if": {}, "then": {}},
    ],
)
def test_an_odd_schema_allows_anything(schema: object) -> None:
    assert check(parse("x.a[0].b > 3 and len(x) > 1 and x.c == 'd'"), {"x": schema}) == ()


def wide(count: int) -> dict[str, object]:
    """Each part of it stands for twice the next."""
    parts = {f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}]} for n in range(count)}
    return {"$ref": "#/$defs/d0", "$defs": parts}


def deep(count: int) -> dict[str, object]:
    """As many levels that each hold the next twice."""
    schema: dict[str, object] = {"type": "string"}
    for _ in range(count):
        schema = {"anyOf": [schema, schema]}
    return schema


def long(count: int) -> dict[str, object]:
    """As many values to choose from."""
    return {"enum": ["a"] * count}


@pytest.mark.parametrize("schema_of", [wide, deep, long])
def test_a_schema_that_grows_or_nests_without_end_is_bounded(
    effort_of: Callable[[Callable[[], Any]], int], schema_of: Callable[[int], dict[str, object]]
) -> None:
    expression = parse("x.a.b.c > 3")
    large = {"x": schema_of(sys.getrecursionlimit() * 3)}
    larger = {"x": schema_of(sys.getrecursionlimit() * 12)}
    check(expression, large)
    assert effort_of(lambda: check(expression, larger)) == effort_of(lambda: check(expression, large))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "properties", "items", "anyOf", "$ref", "enum", "a", "allOf", "prefixItems"]),
            inner | st.sampled_from(["string", "object", "array", "#", "#/a"]),
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(JSON, st.sampled_from(["x.a[0] > 1", "x.a == 'b'", "len(x.a.a) in x", "sum(x) + x.type == x[-1]"]).map(parse))
def test_any_schema_can_be_checked_against(schema: object, expression: Expression) -> None:
    check(expression, {"x": schema})
