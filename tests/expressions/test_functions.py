"""Every function: what it gives, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from gameplan.expressions import FUNCTIONS, ExpressionError, Function, parse

DATA = {"list": [3, 1, 2], "none": [], "object": {"b": 1, "a": 2}, "text": " Grüße ", "flags": [True, False]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("len('Grüße')", 5),
        ("len([1, 2])", 2),
        ("len(object)", 2),
        ("len('')", 0),
        ("count(list, 1)", 1),
        ("count([1, 1.0, true, '1'], 1)", 2),
        ("count(none, 1)", 0),
        ("min(list)", 1),
        ("min(2, 1.5)", 1.5),
        ("min('b', 'a', 'c')", "a"),
        ("max(list)", 3),
        ("max(['b', 'c'])", "c"),
        ("max(1, 1.0)", 1),
        ("sum(list)", 6),
        ("sum([1, 0.5])", 1.5),
        ("sum(none)", 0),
        ("any(flags)", True),
        ("any(none)", False),
        ("any([1 > 2, 2 > 1])", True),
        ("all(flags)", False),
        ("all(none)", True),
        ("lower('GRÜSSE')", "grüsse"),
        ("upper('grüße')", "GRÜSSE"),
        ("trim(text)", "Grüße"),
        ("trim('\\n a\\t')", "a"),
        ("starts_with('notes.txt', 'notes')", True),
        ("starts_with('notes.txt', 'Notes')", False),
        ("ends_with('notes.txt', '.txt')", True),
        ("ends_with('', 'x')", False),
        ("contains('notes.txt', 'es.')", True),
        ("contains(list, 3)", True),
        ("contains(list, '3')", False),
        ("contains(object, 'a')", True),
        ("empty('')", True),
        ("empty(' ')", False),
        ("empty(none)", True),
        ("empty(object)", False),
        ("empty(null)", True),
        ("first(list)", 3),
        ("last(list)", 2),
        ("keys(object)", ["b", "a"]),
        ("values(object)", [1, 2]),
        ("round(2.5)", 3),
        ("round(-2.5)", -3),
        ("round(2.4999)", 2),
        ("round(2.675, 2)", 2.68),
        ("round(1.0, 2)", 1.0),
        ("round(7)", 7),
        ("round(7, 2)", 7),
        ("round(0.000000000000001, 15)", 1e-15),
        ("abs(-3)", 3),
        ("abs(2.5)", 2.5),
        ("text(12)", "12"),
        ("text(-0.5)", "-0.5"),
        ("text(true)", "true"),
        ("text('a')", "a"),
        ("text(6 / 2)", "3"),
        ("number('12')", 12),
        ("number(' -1.50 ')", -1.5),
        ("number(3)", 3),
    ],
)
def test_what_a_function_gives(text: str, value: object) -> None:
    result = parse(text).evaluate(DATA)
    assert result == value
    assert type(result) is type(value)


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("len(1)", 4, "len takes a text, a list or an object here, but this is a number."),
        ("len(null)", 4, "len takes a text, a list or an object here, but this is null."),
        ("count('aa', 'a')", 6, "count takes a list here, but this is a text."),
        ("min(none)", 0, "min of an empty list is nothing. Ask not empty(…) first."),
        ("max(3)", 0, "max needs a list, or two or more values."),
        ("max('abc')", 0, "max needs a list, or two or more values."),
        ("min(1, 'a')", 0, "min compares numbers or texts, but here are both."),
        ("min([1], 2)", 0, "min takes either one list or values, not both."),
        ("min(1, [2])", 0, "min takes either one list or values, not both."),
        ("max([true])", 4, "max takes a list in which each item is a text or a number, but item [0] is a boolean."),
        ("sum([1, 'a'])", 4, "sum takes a list in which each item is a number, but item [1] is a text."),
        ("any(list)", 4, "any takes a list in which each item is a boolean, but item [0] is a number."),
        ("all(true)", 4, "all takes a list here, but this is a boolean."),
        ("lower(1)", 6, "lower takes a text here, but this is a number."),
        ("starts_with('a', 1)", 17, "starts_with takes a text here, but this is a number."),
        ("contains('a', 1)", 0, "Only a text can be in a text, but this is a number."),
        ("empty(0)", 6, "empty takes a text, a list, an object or null here, but this is a number."),
        ("first(none)", 0, "first of an empty list is nothing."),
        ("last('abc')", 5, "last takes a list here, but this is a text."),
        ("keys(list)", 5, "keys takes an object here, but this is a list."),
        ("round(1.5, 16)", 0, "round takes a whole number of places from 0 to 15."),
        ("round(1.5, 0.5)", 0, "round takes a whole number of places from 0 to 15."),
        ("round(1.5, -1)", 0, "round takes a whole number of places from 0 to 15."),
        ("abs('1')", 4, "abs takes a number here, but this is a text."),
        ("text(null)", 5, "text takes a text, a number or a boolean here, but this is null."),
        ("text(list)", 5, "but this is a list."),
        ("number('')", 0, 'This text is not a number such as "12" or "-0.5".'),
        ("number('1e5')", 0, "This text is not a number"),
        ("number('nan')", 0, "This text is not a number"),
        ("number('--1')", 0, "This text is not a number"),
        ("number('1 2')", 0, "This text is not a number"),
        ("number('٣')", 0, "This text is not a number"),
        (f"number('{'9' * 31}')", 0, "This text is not a number"),
        ("number(true)", 7, "number takes a text or a number here, but this is a boolean."),
    ],
)
def test_what_a_function_refuses(text: str, position: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text).evaluate(DATA)
    assert caught.value.position == position
    assert message in caught.value.message


def test_a_large_number_is_written_out_and_not_rounded_too_far() -> None:
    assert parse("text(x)").evaluate({"x": 1e300}) == "1" + "0" * 300 + ".0"
    with pytest.raises(ExpressionError, match="more than 30 digits"):
        parse("round(x)").evaluate({"x": 1e300})


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=lambda function: function.name)
def test_every_function_is_documented_and_counts_its_arguments(function: Function) -> None:
    page = (Path(__file__).parents[2] / "docs" / "expressions.md").read_text("utf-8")
    usages = " or ".join(f"`{usage}`" for usage in function.usage.split(" or "))
    assert f"| {usages} | {function.about} |" in page
    with pytest.raises(ExpressionError, match=f"{function.name} is written .* here it has 0 arguments"):
        parse(f"{function.name}()")
    if not function.repeats:
        with pytest.raises(ExpressionError, match="but here it has 9 arguments"):
            parse(f"{function.name}({', '.join('123456789')})")
