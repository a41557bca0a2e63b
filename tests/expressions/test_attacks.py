"""What someone would try who wants more than a condition, and what comes of it."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import gameplan.expressions
from gameplan.expressions import ExpressionError, PathNotFound, parse
from gameplan.expressions.literals import write_text

SOURCES = sorted(Path(gameplan.expressions.__file__).parent.glob("*.py"))
Effort = Callable[[Callable[[], Any]], int]


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('id')",
        "__import__('os')",
        "eval('1')",
        "exec('1')",
        "open('/etc/passwd')",
        "getattr(a, 'b')",
        "().__class__.__bases__[0].__subclasses__()",
        "''.__class__",
        "'%s' .format(a)",
        "a.__class__()",
        "[x for x in a]",
        "lambda: 1",
        "(a := 1)",
        "a; import os",
        "f'{a}'",
        "{{7*7}}",
        "${7*7}",
        "#{7*7}",
        "a\n\nimport os",
        "1 if a else 2",
        "9 ** 9 ** 9",
        "1 << 99",
        "*a",
        "print(a)",
    ],
)
def test_what_is_not_a_condition_does_not_parse(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text)


@pytest.mark.parametrize(
    "path",
    ["a.__class__", "a.__class__.__mro__[1]", "a.__init__.__globals__", "__builtins__.open", "__proto__.x", "a.b"],
)
@pytest.mark.parametrize("value", [1, "text", [1], {}, None, True, 1.5])
def test_dunder_names_are_only_keys(path: str, value: object) -> None:
    with pytest.raises(PathNotFound):
        parse(path).evaluate({"a": value})
    assert not parse(f"exists({path})").holds({"a": value})


def test_a_dunder_key_in_the_data_is_data() -> None:
    assert parse("a.__class__ == 'x'").holds({"a": {"__class__": "x"}})


@pytest.mark.parametrize("text", ["$s0.x", "${s1}", "{{ a }}", "$ref", "%s %(a)s {0.__class__}", "true", "' or true"])
def test_what_the_data_says_is_never_read_as_an_expression(text: str) -> None:
    data = {"a": text, "s0": {"x": "secret"}, "s1": "secret"}
    assert parse("a").evaluate(data) == text
    assert parse("a + ''").evaluate(data) == text
    assert parse(f"a == {write_text(text)}").holds(data)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (" or ".join(["'b' in x"] * 130), {"x": "a" * 5_000_000}),
        (" or ".join(["x == y"] * 150), {"x": "a" * 5_000_000 + "b", "y": "a" * 5_000_000 + "c"}),
        (" or ".join(["1 in x"] * 150), {"x": list(range(2, 50_000))}),
        (" or ".join(["x < x"] * 150), {"x": "a" * 5_000_000}),
        ("min(x) < 'a'", {"x": ["a" * 5_000_000] * 1_000}),
    ],
)
def test_what_would_look_at_too_much_is_stopped(text: str, data: dict[str, object]) -> None:
    # The evaluation counts its own steps, those inside C by their lengths; uncounted, each of these is false.
    with pytest.raises(ExpressionError, match="more than 100,000 steps"):
        parse(text).evaluate(data)


@pytest.mark.parametrize(
    ("text", "data", "says"),
    [
        ("9" * 2_000, {}, "at most 30 digits"),
        ("*".join(["9" * 30] * 60), {}, "more than 30 digits"),
        ("*".join(["$x"] * 300), {"x": 10**29}, "more than 30 digits"),
        ("*".join(["$x"] * 300), {"x": 1e300}, "too large"),
        (" + ".join(["$x"] * 300), {"x": "a" * 99_999}, "longer than 100,000 characters"),
        ("x * x", {"x": (1 << 200_000_000) - 1}, "more than 30 digits"),  # in C, and would not come to its end
        ("text(x)", {"x": 10**100_000}, "more than 30 digits"),
        ("x % 7", {"x": -(10**100_000)}, "more than 30 digits"),
        (" or ".join(["x.k == 1"] * 150), {"x": {str(n): n for n in range(200_000)}}, "names that are not plain words"),
    ],
)
def test_what_would_be_large_is_refused_before_it_is_made(
    effort_of: Effort, text: str, data: dict[str, object], says: str
) -> None:
    def ask() -> None:
        with pytest.raises(ExpressionError, match=says):
            parse(text).evaluate(data)

    ask()
    assert effort_of(ask) <= 150 * len(text) + 1_000, "what it takes comes from the text, not from the data"


def test_a_part_that_is_nearly_there_everywhere_is_looked_for_once() -> None:
    # In C: to begin again at each place would not come to its end.
    assert not parse("contains(x, y)").holds({"x": "a" * 8_000_000, "y": "a" * 2_000_000 + "b" + "a" * 2_000_000})


@pytest.mark.parametrize("link", [" and ", " or ", "+", " == ", ",", "(", "[", "not ", "-", ".a", "[0]"])
def test_long_chains_are_refused_unread_and_those_within_the_limit_are_read_once(effort_of: Effort, link: str) -> None:
    def effort(text: str) -> int:
        def ask() -> None:
            try:
                parse(text).evaluate({"a": True})
            except ExpressionError as error:
                assert str(error)

        ask()
        return effort_of(ask)

    most = 2_000 // (len(link) + 1)
    for chain in (lambda count: link.join(["a"] * count), lambda count: "a" + link * count):
        assert effort(chain(10_000)) < 100
        assert effort(chain(most)) <= 2.2 * effort(chain(most // 2)) + 500


def test_the_deepest_expression_is_asked_for_far_down_the_stack() -> None:
    tower = "1*1+1<1 and true or true"
    texts = ["(" * 49 + "true" + ")" * 49, "not " * 49 + "true", "any([" * 24 + "true" + "])" * 24]
    texts += ["(" * n + tower + ")" * n for n in range(1, 45)]
    for n in range(1, 30):
        nested = tower
        for _ in range(n):
            nested = f"{tower} and not any([{nested}])"
        texts.append(nested)

    def below(depth: int) -> int:
        if depth:
            return below(depth - 1)
        count = 0
        for text in texts:
            try:
                expression = parse(text)
            except ExpressionError:
                continue
            str(expression), hash(expression), repr(expression), expression == parse(str(expression))
            gameplan.expressions.check(expression, {})
            expression.holds({})
            count += 1
        return count

    assert below(sys.getrecursionlimit() // 2) > 40


def test_the_room_evaluates_nothing_as_python_and_reaches_no_attribute_by_name() -> None:
    forbidden = {
        "eval",
        "exec",
        "compile",
        "getattr",
        "setattr",
        "globals",
        "vars",
        "__import__",
        "open",
        "import_module",
    }
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            assert not (isinstance(called, ast.Name) and called.id in forbidden), source
            if isinstance(called, ast.Attribute) and called.attr in ("format", "format_map", "__getattribute__"):
                raise AssertionError(source)


def test_the_room_imports_the_standard_library_and_itself_alone() -> None:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            match node:
                case ast.Import(names=names):
                    modules = [name.name for name in names]
                case ast.ImportFrom(module=str(module)):
                    modules = [module]
                case _:
                    continue
            for module in modules:
                inside = module == "gameplan.expressions" or module.startswith("gameplan.expressions.")
                assert inside or module.split(".")[0] in sys.stdlib_module_names, (source.name, module)


def test_importing_the_room_is_light() -> None:
    code = "import gameplan.expressions, sys; print('pydantic' in sys.modules, 'asyncio' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]
