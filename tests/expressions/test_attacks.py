"""What someone would try who wants more than a condition, and what comes of it."""

from __future__ import annotations

import ast
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gameplan.expressions
from gameplan.expressions import ExpressionError, PathNotFound, parse
from gameplan.expressions.literals import write_text

SOURCES = sorted(Path(gameplan.expressions.__file__).parent.glob("*.py"))


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
        ("9" * 2_000, {}),
        ("*".join(["9" * 30] * 60), {}),
        ("*".join(["$x"] * 300), {"x": 10**29}),
        ("*".join(["$x"] * 300), {"x": 1e300}),
        (" + ".join(["$x"] * 300), {"x": "a" * 99_999}),
        ("x * x", {"x": 10**100_000}),
        ("text(x)", {"x": 10**100_000}),
        ("x % 7", {"x": -(10**100_000)}),
        (" or ".join(["'b' in x"] * 130), {"x": "a" * 5_000_000}),
        (" or ".join(["x == y"] * 150), {"x": "a" * 5_000_000 + "b", "y": "a" * 5_000_000 + "c"}),
        (" or ".join(["1 in x"] * 150), {"x": list(range(2, 50_000))}),
        (" or ".join(["x < x"] * 150), {"x": "a" * 5_000_000}),
        ("min(x) < 'a'", {"x": ["a" * 5_000_000] * 1_000}),
        ("contains(x, y)", {"x": "a" * 8_000_000, "y": "a" * 4_000_000 + "b"}),
        (" or ".join(["x.k == 1"] * 150), {"x": {str(n): n for n in range(200_000)}}),
    ],
)
def test_what_would_be_large_or_slow_is_refused_quickly(text: str, data: dict[str, object]) -> None:
    started = time.perf_counter()
    with pytest.raises(ExpressionError):
        if parse(text).evaluate(data) is False:
            raise ExpressionError("It was done within bounds.")
    assert time.perf_counter() - started < 3


@pytest.mark.parametrize("link", [" and ", " or ", "+", " == ", ",", "(", "[", "not ", "-", ".a", "[0]"])
def test_chains_of_ten_thousand_are_refused_and_those_within_the_limit_are_not_slow(link: str) -> None:
    started = time.perf_counter()
    for count in (10_000, 2_000 // (len(link) + 1), 200):
        for text in (link.join(["a"] * count), "a" + link * count):
            try:
                parse(text).evaluate({"a": True})
            except ExpressionError as error:
                assert str(error)
    assert time.perf_counter() - started < 3


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
