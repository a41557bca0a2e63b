"""What expressions give: strict kinds, short circuits, and arithmetic within bounds."""

from __future__ import annotations

import math

import pytest

from gameplan.expressions import ExpressionError, Function, PathNotFound, Takes, Work, kinds, parse

DATA = {
    "read": {"size": 20, "name": "notes.txt", "tags": ["draft", "old"], "done": True, "none": None, "ratio": 0.5},
    "step-1": {"ok": True},
    "n": 3,
    "one": {"a": 1, "b": [2]},
    "same": {"b": [2.0], "a": 1},
    "other": {"a": 1, "b": [3]},
    "longer": {"a": 1, "b": [2], "c": 3},
    "renamed": {"a": 1, "c": [2]},
}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("7 - 2 - 1", 4),
        ("2 * 3 % 4", 2),
        ("6 / 3", 2),
        ("7 / 2", 3.5),
        ("1 / 4 * 4", 1.0),
        ("-7 % 3", 2),
        ("7.5 % 2", 1.5),
        ("-$n", -3),
        ("0.5 + 1", 1.5),
        ('"a" + "b" + "c"', "abc"),
        ("$read.size", 20),
        ("[n, -n, read.name]", [3, -3, "notes.txt"]),
        ("$read.none", None),
        ("1 < 2", True),
        ("2 <= 2.0", True),
        ("2 > 2", False),
        ("2.5 >= 2", True),
        ('"a" < "b"', True),
        ('"Z" < "a"', True),
        ("1 == 1.0", True),
        ("1 != 2", True),
        ('1 == "1"', False),
        ("1 == true", False),
        ("0 == false", False),
        ("null == false", False),
        ("[] == null", False),
        ("[1, [true]] == [1.0, [true]]", True),
        ("[1] == [true]", False),
        ("[1, 2] == [2, 1]", False),
        ("[1] == [1, 1]", False),
        ("$read == $read", True),
        ("$read != $n", True),
        ("$one == $same", True),
        ("$one == $other", False),
        ("$one == $longer", False),
        ("$one == $renamed", False),
        ('"draft" in $read.tags', True),
        ('"new" not in $read.tags', True),
        ("1 in [true]", False),
        ("[1] in [[1], [2]]", True),
        ('"note" in $read.name', True),
        ('"" in ""', True),
        ('"size" in $read', True),
        ('"sizes" in $read', False),
        ("true and false", False),
        ("true and true", True),
        ("false or true", True),
        ("false or false", False),
        ("not false", True),
        ("$step-1.ok", True),
        ("exists($read.size)", True),
        ("exists($read.none)", True),
        ("exists($read.nothing)", False),
        ("exists($nothing.at.all)", False),
        ("exists($read.tags[1])", True),
        ("exists($read.tags[2])", False),
        ("exists($n.x)", False),
    ],
)
def test_what_an_expression_gives(text: str, value: object) -> None:
    result = parse(text).evaluate(DATA)
    assert result == value
    assert type(result) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "false and $missing",
        "true or $missing",
        "not (exists($missing.x) and $missing.x > 3)",
        "false and 1",
        "true or 1 / 0 == 1",
    ],
)
def test_what_comes_after_the_decision_is_not_looked_at(text: str) -> None:
    parse(text).holds(DATA)


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ('n < "3"', 2, '"<" compares two numbers or two texts, but here are a number and a text. Write number(…)'),
        ("n >= null", 2, '">=" compares two numbers or two texts, but here are a number and null.'),
        ("true > false", 5, "but here are a boolean and a boolean."),
        ("[1] < [2]", 4, "but here are a list and a list."),
        ('"a" + 1', 4, '"+" takes two numbers or two texts, but here are a text and a number. Write text(…)'),
        ("1 + true", 2, "but here are a number and a boolean."),
        ("[1] + [2]", 4, '"+" takes two numbers or two texts, but here are a list and a list.'),
        ('"a" * 3', 4, '"*" takes two numbers, but here are a text and a number.'),
        ('"%s" % "a"', 5, '"%" takes two numbers, but here are a text and a text.'),
        ("1 + 2 - null", 6, '"-" takes two numbers, but here are a number and null.'),
        ('-"a"', 0, '"-" takes a number, but this is a text.'),
        ("-true", 0, '"-" takes a number, but this is a boolean.'),
        ("1 / 0", 2, "This divides by zero."),
        ("1 / (n - 3)", 2, "This divides by zero."),
        ("1 % 0.0", 2, "This divides by zero."),
        ("1 in 2", 2, '"in" looks into a list, a text or an object, but this is a number.'),
        ('1 in "12"', 2, "Only a text can be in a text, but this is a number."),
        ("1 not in read", 2, "Only a text can be a field of an object, but this is a number."),
        ("true and n", 9, 'Only true and false can hold, but this is a number. Compare it: "!= 0".'),
        ('"" or true', 0, 'but this is a text. Compare it: != "", or ask not empty(…).'),
        ("not read.tags", 4, "but this is a list. Ask not empty(…)."),
        ("not read", 4, "but this is an object. Ask not empty(…)."),
        ("not null", 4, 'but this is null. Compare it: "!= null", or ask exists(…).'),
    ],
)
def test_kinds_are_strict(text: str, position: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text).evaluate(DATA)
    assert caught.value.position == position
    assert message in caught.value.message


def test_only_true_and_false_hold() -> None:
    assert parse("n == 3").holds(DATA) is True
    assert parse("n == 4").holds(DATA) is False
    with pytest.raises(ExpressionError, match=r'this is a number\. Compare it: "!= 0"'):
        parse("n").holds(DATA)


def test_a_missing_path_points_at_the_missing_part() -> None:
    with pytest.raises(PathNotFound) as caught:
        parse("n == 3 and read['nam'] == 'x'").holds(DATA)
    assert str(caught.value) == (
        '$read has no field "nam". It has: size, name, tags, done, none, ratio. Did you mean "name"?\n'
        "    n == 3 and read['nam'] == 'x'\n"
        "                   ^"
    )


def test_a_hyphen_that_was_meant_as_minus_is_explained() -> None:
    with pytest.raises(PathNotFound, match=r"To subtract, write spaces: \$n - 1"):
        parse("$n-1 > 0").holds(DATA)


@pytest.mark.parametrize(
    ("text", "data", "message"),
    [
        ("x * 10", {"x": 10**30 - 1}, "This integer has more than 30 digits."),
        ("x + 1", {"x": 10**30}, "This integer has more than 30 digits."),
        ("x == 1", {"x": 10**5_000}, "This integer has more than 30 digits."),
        ("x * x", {"x": 1e200}, "This number is too large, or not a number at all."),
        ("x / 0.1", {"x": 1.7e308}, "This number is too large"),
        ("x", {"x": math.nan}, "This number is too large, or not a number at all."),
        ("x", {"x": math.inf}, "This number is too large"),
        ("sum(x)", {"x": [1, math.nan]}, "This number is too large"),
        ("max(x)", {"x": [1, -math.inf]}, "This number is too large"),
        ("first(x)", {"x": [math.nan]}, "This number is too large"),
        ("x + x", {"x": "a" * 60_000}, "This text would be longer than 100,000 characters."),
        ("upper(x)", {"x": "ß" * 60_000}, "This text would be longer than 100,000 characters."),
        ("lower(x)", {"x": "a" * 100_001}, "This text is longer than 100,000 characters."),
        ("keys(x)", {"x": {str(n): n for n in range(10_001)}}, "This object has more than 10,000 fields to list."),
        ("1 in x", {"x": [0] * 100_001}, "This takes more than 100,000 steps. Look at less data."),
        ("sum(x) > 1", {"x": [0] * 100_001}, "This takes more than 100,000 steps."),
        (" or ".join(["contains(x, 'b')"] * 60), {"x": "a" * 2_000_000}, "This takes more than 100,000 steps."),
        ("x", {"x": object()}, "This is not JSON data, but a Python object."),
        ("x == 1", {"x": (1, 2)}, "This is not JSON data, but a Python tuple."),
        ("[1] == x", {"x": [{1}]}, "This is not JSON data, but a Python set."),
    ],
)
def test_values_are_bounded(text: str, data: dict[str, object], message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text).evaluate(data)
    assert message in caught.value.message
    assert caught.value.position is not None


def test_exists_does_not_fail_on_odd_values() -> None:
    assert parse("exists(x) and exists(y) and not exists(y.z)").holds({"x": math.nan, "y": object()})


def test_deep_data_is_compared_without_recursion() -> None:
    def deep(end: int) -> object:
        value: object = end
        for _ in range(20_000):
            value = [value]
        return value

    data = {"x": deep(1), "y": deep(1), "z": deep(2)}
    assert parse("x == y").holds(data)
    assert parse("x != z").holds(data)
    loop: list[object] = []
    loop.append(loop)
    other: list[object] = []
    other.append(other)
    with pytest.raises(ExpressionError, match="more than 100,000 steps"):
        parse("x == y").holds({"x": loop, "y": other})


def test_a_function_that_repeats_has_an_argument() -> None:
    with pytest.raises(ValueError, match="has no argument that could repeat"):
        Function("f", "f()", "", (), kinds("boolean"), lambda arguments, work: True, repeats=True)


def _flag(arguments: object, work: Work) -> bool:
    assert isinstance(arguments, list)
    flags = work.data["flags"]
    assert isinstance(flags, list)
    return arguments[0] in flags


FLAG = Function("flag", "flag(name)", "Whether a flag is set.", (Takes(kinds("text")),), kinds("boolean"), _flag)


def test_a_host_can_bring_functions_of_its_own() -> None:
    expression = parse('flag("met_ada") and progress >= 3', functions=[FLAG])
    assert expression.holds({"flags": ["met_ada"], "progress": 4})
    assert not expression.holds({"flags": [], "progress": 4})
    assert str(expression) == 'flag("met_ada") and $progress >= 3'
    assert parse(str(expression), [FLAG]) == expression
    with pytest.raises(ExpressionError, match="flag takes a text here, but this is a number"):
        parse("flag(1)", [FLAG]).holds({})


def test_a_hosts_function_that_gives_no_json_is_refused() -> None:
    odd = Function("odd", "odd()", "Not JSON.", (), kinds("text"), lambda arguments, work: object())  # type: ignore[return-value, arg-type]
    with pytest.raises(ExpressionError, match="This is not JSON data"):
        parse("odd()", [odd]).evaluate({})


@pytest.mark.parametrize("name", ["len", "exists"])
def test_a_host_cannot_change_the_language(name: str) -> None:
    other = Function(name, f"{name}()", "Mine.", (), kinds("boolean"), lambda arguments, work: True)
    with pytest.raises(ValueError, match=f'There is a function "{name}" already'):
        parse("true", [other])


@pytest.mark.parametrize("name", ["and", "a-b", "a b", "", "1"])
def test_a_function_has_a_plain_name(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be the name of a function"):
        Function(name, "", "", (), kinds("boolean"), lambda arguments, work: True)
