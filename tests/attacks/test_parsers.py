"""Attacks on what reads: plans in JSON and YAML, arguments of tools, patterns, schemas, plans of a million steps."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from gameplan.expressions import check, parse
from gameplan.expressions.schemas import Place
from gameplan.plans.files import Format, dump_plan, load_plan
from gameplan.plans.model import Plan, PlanError, Step, plan_from_wire
from gameplan.plans.validation import validate
from gameplan.runtime import Session
from gameplan.tools import Outcome, Reads, ToolContext, Writes, invoke, tool
from gameplan.tools.workspace import Workspace

Effort = Callable[[Callable[[], Any]], int]


@dataclass(frozen=True)
class Anything:
    x: Any = None


@dataclass(frozen=True)
class Rows:
    rows: list[int] = field(default_factory=list)
    text: str = ""
    path: str = ""


@tool
def take(params: Anything) -> str:
    """Take anything."""
    return "taken"


@tool(effects=(Reads("path"), Writes("path")))
def add_up(params: Rows) -> int:
    """Add numbers up."""
    return sum(params.rows)


# -- E1: text that is not JSON, made by breaking each rule of the grammar


def _words(text: str) -> list[str]:
    return text.split()


VALUES: dict[str, list[str]] = {
    "number": [
        *_words("+1 .5 5. -.5 -5. 01 -01 00 1e 1e+ 1e- 1E 1.e1 1.2.3 1e1.5 1ee1 - -- --1 -+1 0x1F 0b1 0o7 1_000 1f 1L"),
        *_words("0e 1e+-1 -a 1a 1+2 NaN -NaN Infinity -Infinity +Infinity nan inf 1e999 -1e999 ١ １ 1,5 ∞ 1/2"),
        *("1 000", "- 1", "1. 5", "1 e5", "9" * 5_000, "-" + "9" * 5_000),
    ],
    "literal": _words("True False None TRUE Null nul nulll tru truee fals undefined NIL yes no on ~ t n f"),
    "control": [f'"a{chr(number)}b"' for number in range(32)],
    "escape": [
        *(rf'"\{each}"' for each in _words("a v x 0 1 ' U { } e z 8")),
        *(r'"\u"', r'"\u1"', r'"\u12"', r'"\u123"', r'"\u123g"', r'"\uZZZZ"', r'"\u 123"', r'"\u-123"', r'"\u+123"'),
        '"\\',
    ],
    "surrogate": [r'"\ud800"', r'"\udfff"', r'"\udc00\ud800"', r'"a\ud83d"', r'{"\ud800": 1}', r'"\ud800\u0041"'],
    "quotes": ["'a'", '"a', 'a"', '"a" "b"', "`a`", "“a”", 'a', '"a"b"', "'a\"", '"""a"""', 'b"a"', '"a"+"b"'],
    "array": ["[1,]", "[,]", "[,1]", "[1,,2]", "[1 2]", "[1", "[", "1]", "]", "[1}", "(1)", "[1;2]", "[1:2]", "[[1]"],
    "object": [
        *('{"a":1,}', "{,}", '{,"a":1}', '{"a":1,,"b":2}', '{"a" 1}', '{"a":}', '{"a"}', '{"a":1 "b":2}', "{a:1}"),
        *("{'a':1}", "{1:1}", "{null:1}", '{"a"::1}', '{"a"=1}', '{"a"=>1}', '{"a":1', "{", "}", '{"a":1]', '{:1}'),
        *('{"a":1;"b":2}', '{"a":1:2}', '{"a","b"}', "{[]:1}", "{{}}", '{"a":{}', "{true:1}", '{"a" "b"}'),
    ],
    "twice": ['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '{"b":{"a":1,"a":2}}', '[{"":1,"":2}]'],
    "space": [f"[1,{each}2]" for each in "\f\v\u00a0\u2028\u2003\ufeff\u200b\x85\0"],
    "comment": ["/* a */ 1", "1 // a\n", "1 # a\n", "<!-- a --> 1", "[1 /**/]", "-- 1\n", "; 1\n"],
    "several": ["1 2", "[] []", "{} {}", "1 x", '"a" 1', "null null", "[]{}", "1\n2", "[][", "{}}"],
}  # fmt: skip
BROKEN = [pytest.param(each, id=f"{kind} {n}") for kind, some in VALUES.items() for n, each in enumerate(some)]


def test_e1_there_are_enough_of_them() -> None:
    documents = [each for some in VALUES.values() for each in some]
    assert len(set(documents)) == len(documents) > 188


@pytest.mark.parametrize("broken", BROKEN)
async def test_e1_no_plan_and_no_arguments_are_read_from_broken_json(broken: str) -> None:
    for text in (f'{{"steps": [{{"id": "a", "tool": "t", "args": {{"x": {broken}}}}}]}}', broken, f"[{broken}]"):
        with pytest.raises(PlanError) as caught:
            load_plan(text, "json")
        said = str(caught.value)
        assert 10 < len(said) < 500
        assert "Traceback" not in said
    outcome = await invoke(take, f'{{"x": {broken}}}', ToolContext(Session()))
    assert (outcome.status, outcome.code in ("malformed_json", "invalid_arguments")) == ("refused", True), outcome
    assert len(outcome.text) < 500
    assert outcome.detail == ""


NOT_UTF8 = [b"\xff", b"\xc0\xaf", b"\xe2\x82", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x80", "[]".encode("utf-16")]


@pytest.mark.parametrize("content", NOT_UTF8, ids=repr)
@pytest.mark.parametrize("name", ["a.json", "a.yaml", "a.txt"])
def test_e1_bytes_that_are_no_text_are_no_plan(tmp_path: Path, content: bytes, name: str) -> None:
    (tmp_path / name).write_bytes(b'{"steps": ["' + content + b'"]}')
    with pytest.raises(PlanError, match="not UTF-8"):
        load_plan(tmp_path / name)


@pytest.mark.parametrize("after", ["]", "]]]]", "}", ', "', ', {"\\q": 1}]', ', {"a": 1, "a": 2}]', ", [[[[", ", NaN]"])
@pytest.mark.parametrize("before", ["1e999", "1e999-5", "-1e999.", "NaN", '{"a": 1, "a": 2}', "9" * 5_000 + "0-"])
def test_e1_what_is_wrong_twice_is_told_once_and_in_words(before: str, after: str) -> None:
    with pytest.raises(PlanError, match="Line 1, column"):
        load_plan(f"[{before}{after}", "json")


def test_e1_a_text_that_is_never_closed_is_not_looked_for_again_and_again(effort_of: Effort) -> None:
    def refused(number: int) -> None:
        with pytest.raises(PlanError):
            load_plan('{"a": 1, "a": 2, "b": [1e999-5, "' + '\\"' * number, "json")

    refused(500_000)  # a scan of the rest for each of these would not come to its end
    assert effort_of(lambda: refused(2_000)) <= 1.2 * effort_of(lambda: refused(1_000))


# -- E2: nesting


@pytest.mark.parametrize("levels", [1_000, 100_000])
@pytest.mark.parametrize("opening", ["[", '{"a":', "- ", "{a: ", '[{"a":', "? "])
@pytest.mark.parametrize("closed", [True, False])
async def test_e2_endless_nesting_is_refused_in_words(levels: int, opening: str, closed: bool) -> None:
    closing = "".join({"[": "]", "{": "}"}.get(each, "") for each in reversed(opening))
    text = opening * levels + ("1" + closing * levels if closed else "")
    formats: tuple[Format, ...] = ("yaml",) if opening in ("- ", "{a: ", "? ") else ("json", "yaml")
    for format in formats:
        with pytest.raises(PlanError):
            load_plan(text, format)
    outcome = await invoke(take, f'{{"x": {text}}}', ToolContext(Session()))
    assert outcome.status == "refused"


# -- E3: keys that stand there twice


@pytest.mark.parametrize("format", ["json", "yaml"])
@pytest.mark.parametrize("place", ["top", "step", "args", "deep"])
def test_e3_a_key_stands_once_at_every_depth(format: Format, place: str) -> None:
    twice = dict.fromkeys(("top", "step", "args", "deep"), '"k": 1') | {place: '"k": 1, "k": 2'}
    text = (
        f'{{{twice["top"]}, "steps": [{{{twice["step"]}, "args": {{{twice["args"]}, "x": [{{{twice["deep"]}}}]}}}}]}}'
    )
    with pytest.raises(PlanError, match="stands there twice"):
        load_plan(text, format)


# -- E4, E5: what YAML can do and a plan does not need


@pytest.mark.parametrize(
    "tag",
    [
        *("!!python/object/apply:os.system", "!!python/name:os.system", "!!python/object/new:type", "!!python/module:"),
        *("!!binary", "!!set", "!!omap", "!!timestamp", "!!float", "!!map", "!!null", "!local", "!<tag:x,2000:y>", "!"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("shape", ["{} x", "{} [x]", "{} {{x: y}}", "\n  {}\n  - x", "k: {} x"])
def test_e5_no_tag_is_obeyed(tag: str, shape: str) -> None:
    value = shape.format(tag)
    value = f"{{{value}}}" if value.startswith("k:") else value
    with pytest.raises(PlanError, match=r"tags|not YAML"):
        load_plan(f"steps:\n- id: a\n  tool: t\n  args:\n    x: {value}\n", "yaml")


def test_e5_a_tag_that_a_directive_renames_is_a_tag() -> None:
    with pytest.raises(PlanError, match="tags"):
        load_plan("%TAG ! tag:yaml.org,2002:python/\n---\na: !name:os.system x\n", "yaml")


def test_e4_a_merge_key_is_a_key_like_any_other() -> None:
    plan = load_plan("steps:\n- id: a\n  tool: t\n  args:\n    <<: {path: /etc/passwd}\n", "yaml")
    assert plan.steps[0].args == {"<<": {"path": "/etc/passwd"}}
    for text in ("a: &a {b: 1}\nc:\n  <<: *a\n", "a: &a [*a]\n", "&a a: *a\n", "- &a\n- *a\n", "a: &a\nb: c\n"):
        with pytest.raises(PlanError, match=r"anchors|aliases"):
            load_plan(text, "yaml")


def test_e4_a_number_in_another_base_is_as_long_as_it_can_be_written_down() -> None:
    plan = load_plan(f"steps:\n- id: a\n  tool: t\n  args: {{x: 0x{'f' * 1_900}}}\n", "yaml")
    assert load_plan(dump_plan(plan, "json")).hash == plan.hash
    with pytest.raises(PlanError, match="too long"):
        load_plan(f"steps:\n- id: a\n  tool: t\n  args: {{x: 0x{'f' * 3_990}}}\n", "yaml")


@pytest.mark.parametrize(
    "piece", ["[", "- ", "? ", "a: ", '"', "'", "|\n ", "# \n", "&a ", "!a ", "a\n", "{}", "%", ","]
)
def test_e4_no_repetition_of_anything_is_slow(effort_of: Effort, piece: str) -> None:
    def read(number: int) -> None:
        with pytest.raises(PlanError):
            load_plan(piece * number, "yaml")

    read(1)
    assert effort_of(lambda: read(4_000)) <= 2.5 * effort_of(lambda: read(2_000)) + 500


# -- E6: patterns


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|a)*b", "(.*)*x", "([a-z]+)*!", "^(([a-z])+.)+[A-Z]([a-z])+$"])
async def test_e6_a_search_takes_its_text_literally(tmp_path: Path, pattern: str) -> None:
    (tmp_path / "a.txt").write_text("a" * 100_000 + "!\n" + pattern + "\n")
    with Workspace(tmp_path) as workspace:
        search = workspace.reading_tools()[2]
        found = await invoke(search, {"text": pattern}, ToolContext(Session()))
    assert [each["line"] for each in found.value["matches"]] == [2]


async def test_e6_a_name_pattern_made_of_stars_is_not_slow(tmp_path: Path, effort_of: Effort) -> None:
    from gameplan.tools.workspace.wildcard import PathPattern, name_pattern

    for make, long in ((name_pattern, "a"), (lambda text: PathPattern(text).matches, ["a"])):
        fits: Any = make("*a" * 100 + "b") if make is name_pattern else make("/".join(["**", "a"] * 60) + "/b")
        assert not fits(long * 200)
        assert effort_of(lambda fits=fits, long=long: fits(long * 400)) <= 3 * effort_of(
            lambda fits=fits, long=long: fits(long * 200)
        )


async def test_e6_a_pattern_in_a_tool_s_schema_does_not_backtrack() -> None:
    @dataclass(frozen=True)
    class Named:
        name: str = field(metadata={"pattern": "^(a+)+$"})

    @tool
    def greet(params: Named) -> str:
        """Greet."""
        return params.name

    outcome = await invoke(greet, {"name": "a" * 50_000 + "!"}, ToolContext(Session()))
    assert (outcome.status, outcome.code) == ("refused", "invalid_arguments")


# -- E7: schemas that point elsewhere


@pytest.fixture
def server() -> Iterator[tuple[str, list[str]]]:
    """A server on loopback that notes who comes."""
    visits: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            visits.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"type": "object", "properties": {"stolen": {"type": "string"}}}')

        def log_message(self, *args: object) -> None: ...

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_port}", visits
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def test_e7_a_reference_to_elsewhere_in_a_schema_is_never_followed(
    server: tuple[str, list[str]], tmp_path: Path
) -> None:
    url, visits = server
    local = tmp_path / "schema.json"
    local.write_text('{"type": "object", "properties": {"stolen": {"type": "string"}}}')
    for target in (f"{url}/a.json", f"{url}/a#/$defs/x", local.as_uri(), str(local), "//127.0.0.1/x", "schema.json"):
        for schema in (
            {"$ref": target},
            {"type": "object", "properties": {"a": {"$ref": target}}},
            {"$id": url, "$dynamicRef": target, "$schema": f"{url}/meta"},
            {"anyOf": [{"$ref": target}, {"type": "null"}]},
            {"$defs": {"x": {"$ref": target}}, "$ref": "#/$defs/x"},
        ):
            place = Place.of(schema)
            assert "stolen" not in place.fields()
            place.kinds(), place.field("a"), place.item(0)
            check(parse("$a.stolen == 'x' and $a.a.stolen == 'y'"), {"a": schema})
    assert visits == []


def test_e7_a_schema_that_points_at_itself_comes_to_an_end() -> None:
    for schema in (
        {"$ref": "#"},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]},
        {"$ref": "#/" + "a/" * 10_000},
        {"type": "object", "properties": {"a": {"$ref": "#"}}},
    ):
        place = Place.of(schema)
        place.kinds(), place.fields(), place.field("a"), place.item(0)
        check(parse("$a" + ".a" * 40 + " == 1"), {"a": schema})


def test_e7_a_reference_in_the_arguments_of_a_plan_is_data() -> None:
    args = {"x": {"$ref": "file:///etc/passwd"}, "$ref": "http://127.0.0.1/"}
    plan = plan_from_wire([{"id": "a", "tool": "take", "args": {"x": args}}])
    assert validate(plan, [take]) == ()
    assert load_plan(dump_plan(plan, "yaml"), "yaml").steps[0].args == {"x": args}


# -- E8: size and shape


MEASURE = """
import resource, sys
from gameplan.plans.files import load_plan
from gameplan.plans.model import PlanError
count = int(sys.argv[1])
load_plan('{"steps": [{"id": "a", "tool": "t"}]}')
text = '{"steps": [' + ",".join('{"id":"s%d","tool":"t"}' % n for n in range(count)) + "]}"
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
try:
    load_plan(text)
except PlanError as error:
    print(error)
print(len(text), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before)
"""


@pytest.mark.parametrize("count", [100_000, 1_000_000])
def test_e8_a_file_of_a_million_steps_is_refused_and_takes_no_more_than_its_text_allows(count: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(count)], capture_output=True, text=True, check=True, timeout=100
    )
    said, measured = done.stdout.splitlines()
    assert f"{count:,} steps; 20,000 are allowed" in said
    size, taken = map(int, measured.split())
    assert taken < 40 * size, "memory is a small multiple of the text"


def test_e8_a_plan_of_a_million_steps_is_refused_before_it_is_looked_at(effort_of: Effort) -> None:
    step = Step("a", "take")
    work = []
    for count in (100_000, 1_000_000):
        plan = Plan(steps=(step,) * count)
        assert [each.code for each in validate(plan, [take])] == ["too_many_steps"]
        work.append(effort_of(lambda plan=plan: validate(plan, [take])))
    assert work[0] == work[1]


def _shapes(n: int) -> dict[str, list[dict[str, Any]]]:
    def steps(**each: Callable[[int], Any]) -> list[dict[str, Any]]:
        return [{"id": f"s{i}", "tool": "take", **{key: make(i) for key, make in each.items()}} for i in range(n)]

    return {
        "circle": steps(dependsOn=lambda i: [f"s{(i + 1) % n}"]),
        "circles of two": steps(dependsOn=lambda i: [f"s{i ^ 1}"]),
        "self edges": steps(dependsOn=lambda i: [f"s{i}"]),
        "self references": steps(args=lambda i: {"x": f"$s{i}"}),
        "chain": steps(dependsOn=lambda i: [f"s{i - 1}"] if i else []),
        "backward chain": steps(dependsOn=lambda i: [f"s{i + 1}"] if i < n - 1 else []),
        "star": steps(dependsOn=lambda i: ["s0"] if i else []),
        "one waits for all": [*steps(), {"id": "z", "tool": "take", "dependsOn": [f"s{i}" for i in range(n)]}],
        "unknown dependencies": steps(dependsOn=lambda i: [f"t{i}"]),
        "unknown dependencies of one": [{"id": "a", "tool": "take", "dependsOn": [f"t{i}" for i in range(n)]}],
        "one id": [{"id": "a", "tool": "take"} for _ in range(n)],
        "bad ids": [{"id": " " * (i % 50), "tool": "take"} for i in range(n)],
        "unknown tools": [{"id": f"s{i}", "tool": f"tool{i}"} for i in range(n)],
        "unknown references": steps(args=lambda i: {"x": f"$t{i}.y"}),
        "unknown conditions": steps(when=lambda i: f"$t{i}.y == 1"),
        "broken references": [{"id": "a", "tool": "take", "args": {"x": "${" * n}}],
        "one unknown name": [{"id": "a", "tool": "take", "args": {"x": "${zz}" * n}}],
        "many unknown names": [{"id": "a", "tool": "take", "args": {"x": "".join(f"${{z{i}}}" for i in range(n))}}],
        "nearly known names": [
            {"id": "bcdef", "tool": "take"},
            {"id": "a", "tool": "take", "args": {"x": "".join(f"${{bcdef{i}}}" for i in range(n))}},
        ],
        "wrong beside later": [
            {"id": "b", "tool": "take"},
            {"id": "a", "tool": "add_up", "args": {"rows": ["no"] * n + ["$b"] * n}},
        ],
        "one file": [{"id": f"s{i}", "tool": "add_up", "args": {"path": "a.txt"}} for i in range(n)],
        "unknown arguments": [{"id": "a", "tool": "take", "args": {f"y{i}": 1 for i in range(n)}}],
        "deep list": [{"id": "a", "tool": "take", "args": {"x": [[i] for i in range(n)]}}],
    }


_SHAPES = list(_shapes(1))


@pytest.mark.parametrize("shape", _SHAPES)
def test_e8_checking_a_plan_takes_work_in_proportion_to_its_size(effort_of: Effort, shape: str) -> None:
    tools = [take, add_up]
    work = []
    # The search for near names has come to its bounds by then: after 200 names in a condition, 10,000 comparisons else.
    for n in (250, 500) if shape == "unknown conditions" else (300, 600):
        plan = plan_from_wire(_shapes(n)[shape])
        validate(plan, tools)
        work.append(effort_of(lambda plan=plan: validate(plan, tools)))
    assert work[1] <= 2.6 * work[0] + 1_000, work


@pytest.mark.parametrize("shape", ["broken references", "one unknown name", "many unknown names", "wrong beside later"])
def test_e8_the_largest_step_that_is_allowed_comes_to_an_end(shape: str) -> None:
    problems = validate(plan_from_wire(_shapes(12_000)[shape]), [take, add_up])
    assert 0 < len(problems) < 500
    assert all(len(str(each)) < 1_000 for each in problems)


async def test_e8_fifty_megabytes_of_arguments_are_refused_and_not_kept() -> None:
    session = Session()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    large = "x" * 50_000_000
    for arguments in (f'{{"x": "{large}"}}', {"x": large}, {"x": [large, large]}, {large: 1}):
        outcome: Outcome = await invoke(take, arguments, ToolContext(session))
        assert outcome.status == "refused"
        assert len(outcome.text) < 1_000
    assert sum(len(repr(each.event)) for each in session.events) < 10_000
    with pytest.raises(PlanError, match="are allowed"):
        load_plan(f'{{"steps": [{{"id": "a", "tool": "take", "args": {{"x": "{large}"}}}}]}}')
    problems = validate(plan_from_wire([{"id": "a", "tool": "take", "args": {"x": large}}]), [take])
    assert [each.code for each in problems] == ["too_large"]
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1_000_000  # kilobytes


_SETTINGS = [
    '"forEach": {"items": [1], "max": %s}',
    '"forEach": {"items": [1], "parallel": %s}',
    '"retry": {"attempts": %s}',
    *('"retry": {"wait": %s}', '"timeout": %s', '"estimatedDuration": %s', '"order": %s', '"args": {"x": %s}'),
]


@pytest.mark.parametrize("setting", _SETTINGS)
def test_e8_a_number_beyond_every_bound_is_told_in_words(setting: str) -> None:
    text = f'{{"steps": [{{"id": "a", "tool": "take", {setting % ("1" + "0" * 400)}}}]}}'
    try:
        plan = load_plan(text)
    except PlanError as error:
        assert "should be a" in str(error)
        return
    assert {each.code for each in validate(plan, [take])} <= {"bad_setting"}
    assert json.loads(dump_plan(plan, "json"))
