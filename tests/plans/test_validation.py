# ruff: noqa: E501 - a table is read by its columns
"""Every problem that validation finds: a table by code, each with where it is and what repairs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from gameplan.expressions import Path
from gameplan.plans.edits import edited
from gameplan.plans.limits import Limits
from gameplan.plans.model import ForEach, Plan, Retry, Step, plan_from_wire
from gameplan.plans.problems import Problem
from gameplan.plans.validation import primary_path, spelled_out, validate
from gameplan.tools import Tool, tool

Find = Callable[..., list[Problem]]
Make = Callable[..., Plan]
Tools = dict[str, Tool[Any, Any]]
Effort = Callable[[Callable[[], Any]], int]

READ = {"id": "read"}
LIST = {"id": "list", "tool": "list_directory", "args": {}}


def writing(content: Any, **rest: Any) -> dict[str, Any]:
    return {"id": "write", "tool": "write_file", "args": {"path": "b.txt", "content": content}, **rest}


def sorting(**args: Any) -> dict[str, Any]:
    return {"id": "sort", "tool": "sort_rows", "args": {"by": "name", "rows": "x", **args}}


TABLE: list[tuple[str, list[dict[str, Any]], tuple[str, ...], tuple[Any, ...], str]] = [
    # code, steps, the steps it is told of, where, what it says
    ("bad_id", [{"id": "1st"}], ("1st",), ("steps", 0, "id"), "letters, digits"),
    ("bad_id", [{"id": ""}], ("",), ("steps", 0, "id"), "cannot be an id"),
    ("bad_id", [{"id": "x" * 101}], ("x" * 101,), ("steps", 0, "id"), "cannot be an id"),
    ("reserved_id", [{"id": "item"}], ("item",), ("steps", 0, "id"), "something else"),
    ("duplicate_id", [READ, READ], ("read",), ("steps", 1, "id"), "which step 1 has already"),
    ("unknown_tool", [{"id": "a", "tool": "raed_file"}], ("a",), ("tool",), 'no tool "raed_file"'),
    ("unknown_tool", [{"id": "a", "tool": "zzz"}], ("a",), ("tool",), "There are: read_file, write_file"),
    ("bad_args", [{"id": "a", "args": {}}], ("a",), ("args", "path"), "missing"),
    ("bad_args", [{"id": "a", "args": {"path": 5}}], ("a",), ("args", "path"), "It should be text."),
    ("bad_args", [{"id": "a", "args": {"path": "x", "lnes": 1}}], ("a",), ("args", "lnes"), 'Did you mean "lines"?'),
    ("bad_args", [{"id": "a", "args": {"path": "x", "q": "$a"}}], ("a",), ("args", "q"), 'no argument "q"'),
    ("bad_args", [READ, writing("$read", args={"content": "$read"})], ("write",), ("args", "path"), "missing"),
    ("bad_args", [sorting(by="age")], ("sort",), ("args", "by"), "'name' or 'size'"),
    ("unknown_dependency", [{"id": "a", "dependsOn": ["zz"]}], ("a",), ("dependsOn", 0), "no such step"),
    ("unknown_dependency", [READ, {"id": "b", "dependsOn": ["raed"]}], ("b",), ("dependsOn", 0), 'mean "read"'),
    ("duplicate_dependency", [READ, {"id": "b", "dependsOn": ["read", "read"]}], ("b",), ("dependsOn", 1), "twice"),
    ("self_dependency", [{"id": "a", "dependsOn": ["a"]}], ("a",), ("dependsOn", 0), "after itself"),
    ("self_dependency", [{"id": "a", "args": {"path": "$a.content"}}], ("a",), ("args", "path"), "its own result"),
    ("self_dependency", [{"id": "a", "when": "$a.size > 1"}], ("a",), ("when",), "its own result"),
    ("bad_reference", [writing("$read file")], ("write",), ("args", "content"), "is not a reference"),
    ("bad_reference", [writing("x ${read")], ("write",), ("args", "content"), "is not a reference"),
    ("unknown_reference", [READ, writing("$raed.size")], ("write",), ("args", "content"), "mean $read.size"),
    ("unknown_reference", [writing("echo ${HOME}")], ("write",), ("args", "content"), "write $$"),
    ("unknown_reference", [writing("$__class__")], ("write",), ("args", "content"), "no step"),
    ("unknown_field", [READ, writing("$read.contnt")], ("write",), ("args", "content"), "mean $read.content"),
    ("unknown_field", [READ, writing("$read.x")], ("write",), ("args", "content"), "content, size, encoding"),
    ("unknown_field", [READ, writing("$read.content[0]")], ("write",), ("args", "content"), "is a text"),
    ("unknown_field", [READ, writing("$read.__class__")], ("write",), ("args", "content"), "It has: content"),
    ("unknown_field", [LIST, writing("$list.entries[0].nam")], ("write",), ("args", "content"), "entries[0].name"),
    ("wrong_type", [READ, writing("$read.size")], ("write",), ("args", "content"), 'it is "${read.size}"'),
    ("wrong_type", [LIST, writing("$list")], ("write",), ("args", "content"), "a text is expected"),
    ("wrong_type", [READ, sorting(rows="$read.size")], ("sort",), ("args", "rows"), "a number"),
    ("wrong_type", [LIST, sorting(by="$list.entries[0].kind")], ("sort",), ("args", "by"), "not such a one"),
    ("wrong_type", [READ, sorting(entry="$read.content")], ("sort",), ("args", "entry"), "an object or null"),
    ("wrong_type", [READ, sorting(entry="$read")], ("sort",), ("args", "entry"), "not such a one"),
    ("wrong_type", [READ, sorting(options={"n": "$read.content"})], ("sort",), ("args", "options", "n"), "a number"),
    ("wrong_type", [READ, sorting(options={"n": "${read.size}"})], ("sort",), ("args", "options", "n"), "A text with"),
    ("reference_in_text_not_text", [LIST, writing("x ${list}")], ("write",), ("args", "content"), "inside a text"),
    ("item_outside_for_each", [writing("$item")], ("write",), ("args", "content"), "forEach"),
    ("item_outside_for_each", [writing("x", forEach={"items": "$item.x", "parallel": 1})], ("write",), ("forEach", "items"), "forEach"),
    ("item_outside_for_each", [writing("x", when="$item > 1")], ("write",), ("when",), "whole step"),
    ("for_each_items", [READ, writing("$item", forEach={"items": "$read.size", "parallel": 1})], ("write",), ("forEach", "items"), "list"),
    ("for_each_items", [writing("x", forEach={"items": "abc", "parallel": 1})], ("write",), ("forEach", "items"), "a list"),
    ("for_each_items", [writing("x", forEach={"items": {"a": 1}, "parallel": 1})], ("write",), ("forEach", "items"), "a list"),
    ("wrong_type", [LIST, writing("$item.size", forEach={"items": "$list", "parallel": 1})], ("write",), ("args", "content"), "number"),
    ("unknown_field", [LIST, writing("$item.x", forEach={"items": "$list", "parallel": 1})], ("write",), ("args", "content"), "name, kind"),
    ("wrong_type", [READ, {**READ, "id": "all", "forEach": {"items": [1]}}, writing("$all")], ("write",), ("args", "content"), "a list"),
    ("bad_condition", [writing("x", when="1 +")], ("write",), ("when",), "^"),
    ("bad_condition", [READ, writing("x", when="$read.sise > 1")], ("write",), ("when",), 'Did you mean "size"?'),
    ("bad_condition", [READ, writing("x", when="$raed.size > 1")], ("write",), ("when",), 'no "raed"'),
    ("bad_condition", [READ, writing("x", when="$read.size > 'a'")], ("write",), ("when",), "compares"),
    ("bad_condition", [READ, writing("x", when="$read.size")], ("write",), ("when",), "Only true and false"),
    ("unknown_input", [writing("$input.name")], ("write",), ("args", "content"), "name"),
    ("bad_setting", [{"id": "a", "timeout": 0}], ("a",), ("timeout",), "must be from"),
    ("bad_setting", [{"id": "a", "retry": {"attempts": 0}}], ("a",), ("retry", "attempts"), "must be from 1"),
    ("bad_setting", [{"id": "a", "forEach": {"items": [1], "max": 0}}], ("a",), ("forEach", "max"), "must be from 1"),
    ("destructive_without_gate", [writing("x", approval=False)], ("write",), ("approval",), "destroys"),
    ("destructive_without_gate", [{"id": "a", "tool": "delete_file", "approval": False}], ("a",), ("approval",), "destroys"),
    ("destructive_without_gate", [{"id": "a", "tool": "run_command", "args": {"command": ["ls"]}, "approval": False}], ("a",), ("approval",), "executes"),
    ("destructive_without_gate", [READ, {"id": "a", "tool": "delete_file", "args": {"path": "$read"}, "approval": False}], ("a",), ("approval",), "destroys"),
    ("destructive_without_gate", [{**sorting(), "approval": False}], ("sort",), ("approval",), "may change something"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "steps", "told_of", "place", "says"), TABLE)
def test_each_problem_is_found_alone_where_it_is(
    problems_of: Find, code: str, steps: list[dict[str, Any]], told_of: tuple[str], place: tuple[Any, ...], says: str
) -> None:
    found = problems_of(*steps)
    matching = [each for each in found if each.code == code and each.place == place]
    assert len(matching) == 1, found
    assert matching[0].step_id == told_of[0]
    assert says in str(matching[0])
    assert {each.code for each in found} <= {code, "self_dependency", "item_outside_for_each"}


@pytest.mark.parametrize(("code", "steps", "told_of", "place", "says"), TABLE)
def test_a_repair_that_is_an_edit_takes_the_problem_away(
    plan_of: Make,
    plan_tools: Tools,
    code: str,
    steps: list[dict[str, Any]],
    told_of: tuple[str],
    place: tuple[Any, ...],
    says: str,
) -> None:
    plan = plan_of(*steps)
    before = validate(plan, plan_tools)
    problem = next(each for each in before if each.code == code and each.place == place)
    if problem.repair is None or not problem.repair.edits:
        return  # it is repaired in words
    after = validate(edited(plan, *problem.repair.edits), plan_tools)
    assert not any(each.code == code and each.place == place for each in after)


def test_an_empty_plan(problems_of: Find) -> None:
    assert [each.code for each in problems_of()] == ["empty_plan"]


def test_the_example_of_the_specification_is_fine_and_means_the_content(plan_tools: Tools) -> None:
    plan = plan_from_wire(
        {
            "steps": [
                {"id": "step_1", "tool": "read_file", "args": {"path": "data.json"}},
                {"id": "step_2", "tool": "write_file", "args": {"path": "processed.json", "content": "$step_1"}},
            ]
        }
    )
    assert validate(plan, plan_tools) == ()
    assert spelled_out(plan, plan_tools).steps[1].args["content"] == "$step_1.content"
    assert spelled_out(plan, plan_tools).steps[1].args["content"] == "$step_1.content"


def test_a_whole_result_stays_whole_where_it_fits(plan_of: Make, plan_tools: Tools) -> None:
    read = plan_tools["read_file"]
    assert primary_path(Path("r"), read, {"type": "string"}) == Path("r", ("content",))
    assert primary_path(Path("r"), read, {}) == Path("r")
    assert primary_path(Path("r"), read, {"type": "object"}) == Path("r")
    assert primary_path(Path("r"), read, {"type": "integer"}) == Path("r")
    assert primary_path(Path("r", ("size",)), read, {"type": "string"}) == Path("r", ("size",))
    plan = plan_of(READ, LIST, writing("a ${read} b", forEach={"items": "$list"}))
    spelled = spelled_out(plan, plan_tools).steps[2]
    assert spelled.args["content"] == "a ${read.content} b"
    assert spelled.for_each == ForEach("$list.entries")
    assert validate(plan, plan_tools)[0].code == "write_conflict"  # the same file for each entry


@pytest.mark.parametrize("price", ["$5", "$5.00", "US$ 3", "$", "100 $", "$$x", "$ read", "€ and $1 ${read.size}"])
def test_a_price_is_no_reference(problems_of: Find, price: str) -> None:
    assert problems_of(READ, writing(price)) == []


@pytest.mark.parametrize(
    "step",
    [
        sorting(rows=["$read.size", 2]),
        sorting(rows="$read.content"),
        sorting(entry={"name": "$read.content", "kind": "file", "size": "$read.size"}),
        sorting(entry="$list.entries[0]"),
        sorting(options={"a": "$read.size"}),
        sorting(by="$input.by"),
        writing("$read", when="$read.size > 0 and exists($list.total)"),
        writing("$read", dependsOn=["list"], critical=True, timeout=5, retry={"attempts": 2}),
        {"id": "each", "args": {"path": "$item.name"}, "forEach": {"items": "$list.entries"}},
        {"id": "each", "args": {"path": "$item"}, "forEach": {"items": ["a", "$read.content"], "parallel": 2}},
        {"id": "n", "args": {"path": "x", "lines": "$list.total"}},
        {"id": "e", "args": {"path": "$read.encoding"}},
    ],
)
def test_what_fits_is_no_problem(problems_of: Find, step: dict[str, Any]) -> None:
    assert problems_of(READ, LIST, step, inputs={"by": {"type": "string"}}) == []


def test_the_part_beside_a_reference_is_checked_as_ever(problems_of: Find) -> None:
    found = problems_of(READ, sorting(entry={"name": "$read.content", "kind": "link", "size": "$read.size"}))
    assert [(each.code, each.place) for each in found] == [("bad_args", ("args", "entry", "kind"))]


def test_items_that_are_the_item_itself_go_nowhere(problems_of: Find) -> None:
    found = problems_of({"id": "a", "args": {"path": "$item.x"}, "forEach": {"items": "$item"}})
    assert [each.code for each in found] == ["item_outside_for_each"]


def test_a_circle_is_printed_and_told_once(problems_of: Find) -> None:
    found = problems_of(
        {"id": "a", "dependsOn": ["b"]},
        {"id": "b", "args": {"path": "$c.content"}},
        {"id": "c", "when": "$a.size > 1"},
        {"id": "x", "dependsOn": ["y"]},
        {"id": "y", "dependsOn": ["x"]},
        {"id": "z", "dependsOn": ["a", "x"]},
    )
    assert [each.code for each in found] == ["cycle", "cycle"]
    assert "a -> b -> c -> a" in found[0].message
    assert "x -> y -> x" in found[1].message


def test_everything_is_told_at_once(problems_of: Find) -> None:
    found = problems_of(
        {"id": "a", "tool": "nothing", "dependsOn": ["zz"]},
        {"id": "a", "args": {"path": 1, "x": 2, "y": 3}},
        {"id": "c", "args": {"path": "$q"}, "when": "(", "timeout": -1},
    )
    assert {each.code for each in found} == {
        "unknown_tool", "unknown_dependency", "duplicate_id", "bad_args", "unknown_reference", "bad_condition",
        "bad_setting",
    }  # fmt: skip
    assert sum(each.code == "bad_args" for each in found) == 3


@pytest.mark.parametrize(
    ("inputs", "given", "code", "says"),
    [
        ({"name": {"description": "whom to greet"}}, {}, "input_missing", "whom to greet"),
        ({"name": {}}, {"name": 3}, "wrong_type", "not of the type string"),
        ({"name": {}}, {"name": "x", "nme": 1}, "unknown_input", "Its inputs are: name"),
        ({"name": {"type": "integer", "default": "x"}}, None, "wrong_type", "default"),
        ({"name": {"type": "integer"}}, {"name": True}, "wrong_type", "integer"),
    ],
)
def test_what_a_plan_must_be_told(problems_of: Find, inputs: Any, given: Any, code: str, says: str) -> None:
    found = problems_of(READ, inputs=inputs, given=given)
    assert [each.code for each in found] == [code]
    assert says in str(found[0])


def test_inputs_that_are_given_or_have_defaults_or_may_lack_are_fine(problems_of: Find) -> None:
    inputs = {"a": {}, "b": {"default": "x"}, "c": {"required": False}, "n": {"type": "number"}}
    step = writing("${input.a} ${input.b} ${input.n}")
    assert problems_of(step, inputs=inputs, given={"a": "x", "n": 2}) == []
    assert problems_of(step, inputs=inputs) == []


def test_the_schema_of_an_input_is_checked_like_a_result(problems_of: Find) -> None:
    inputs = {"count": {"type": "integer"}}
    assert [each.code for each in problems_of(writing("$input.count"), inputs=inputs)] == ["wrong_type"]
    assert [each.code for each in problems_of(writing("$input.cuont"), inputs=inputs)] == ["unknown_input"]


def test_too_many_steps_are_told_at_once_without_looking_at_them(plan_tools: Tools, effort_of: Effort) -> None:
    def effort(count: int) -> int:
        plan = Plan(steps=tuple(Step(f"s{number}", "nothing", when="((") for number in range(count)))
        assert [each.code for each in validate(plan, plan_tools)] == ["too_many_steps"]
        return effort_of(lambda: validate(plan, plan_tools))

    assert effort(100_000) == effort(25_000)


def test_arguments_that_are_too_large_too_deep_or_no_json(plan_tools: Tools) -> None:
    deep: Any = "x"
    for _ in range(100_000):
        deep = [deep]
    plan = Plan(
        steps=(
            Step("large", "read_file", args={"path": "x" * 2_000_000}),
            Step("deep", "read_file", args={"path": deep}),
            Step("nan", "read_file", args={"path": float("nan")}),
            Step("odd", "read_file", args={"path": object()}),
            Step("half", "read_file", args={"path": "\ud800"}),
            Step("loop", "read_file", args={"path": "$item"}, for_each=ForEach(deep)),
            Step("wait", "read_file", args={"path": "x"}, retry=Retry(wait=float("nan"))),
        )
    )
    assert [(each.code, each.step_id) for each in validate(plan, plan_tools)] == [
        ("too_large", "large"),
        ("too_large", "deep"),
        ("not_json", "nan"),
        ("not_json", "odd"),
        ("not_json", "half"),
        ("too_large", "loop"),
        ("bad_setting", "wait"),
    ]


def test_a_plan_that_is_too_large_as_a_whole(plan_tools: Tools) -> None:
    plan = Plan(steps=tuple(Step(f"s{n}", "read_file", args={"path": ["x" * 100]}) for n in range(20)))
    assert [each.code for each in validate(plan, plan_tools, limits=Limits(total=1_000))] == ["too_large"]
    many = Plan(steps=(Step("a", "read_file", args={"path": "${b}" * 30}), Step("b", "read_file")))
    assert [each.code for each in validate(many, plan_tools, limits=Limits(references=20))] == ["too_many_dependencies"]
    wide = Plan(steps=(Step("a", "read_file", depends_on=("b",) * 30),))
    assert [each.code for each in validate(wide, plan_tools, limits=Limits(dependencies=20))] == [
        "too_many_dependencies"
    ]


def test_ten_thousand_steps_are_checked_with_the_same_effort_for_each(plan_tools: Tools, effort_of: Effort) -> None:
    def plan(count: int) -> Plan:
        steps = []
        for number in range(0, count, 2):
            steps.append(Step(f"r{number}", "read_file", args={"path": f"{number}.txt"}))
            args = {"path": f"out/{number}.txt", "content": f"$r{number}"}
            steps.append(Step(f"w{number}", "write_file", args=args, depends_on=(f"w{number - 2}",) if number else ()))
        return Plan(steps=tuple(steps))

    few, many = plan(400), plan(800)
    assert validate(few, plan_tools) == validate(many, plan_tools) == ()
    assert effort_of(lambda: validate(many, plan_tools)) <= 2.1 * effort_of(lambda: validate(few, plan_tools))
    assert validate(plan(10_000), plan_tools) == ()


def test_the_more_names_are_unknown_the_less_is_looked_for_near_ones(plan_tools: Tools, effort_of: Effort) -> None:
    def plan(count: int) -> Plan:
        return Plan(
            steps=tuple(
                Step(f"s{n}", f"raed_file{n}", args={"path": f"$t{n}.x"}, depends_on=(f"q{n}",)) for n in range(count)
            )
        )

    few, many = plan(200), plan(400)
    assert (len(validate(few, plan_tools)), len(validate(many, plan_tools))) == (600, 1_200)
    assert effort_of(lambda: validate(many, plan_tools)) <= 1.5 * effort_of(lambda: validate(few, plan_tools))
    assert len(validate(plan(5_000), plan_tools)) == 15_000


@dataclass(frozen=True)
class Picky:
    value: Any
    number: int = 0

    def __post_init__(self) -> None:
        if self.value == "boom":
            raise RuntimeError("this type breaks")
        if len(self.value) > 3:
            raise ValueError("too long")


@tool
def picky(params: Picky) -> str:
    """Take only short things."""
    raise NotImplementedError


@pytest.mark.parametrize(
    ("value", "codes"),
    [("ok", []), ("long one", ["bad_args"]), ("boom", ["bad_args"]), (5, ["bad_args"]), ("$r", []), ("${r.size}", [])],
)
def test_a_tool_whose_own_check_breaks_breaks_nothing(plan_tools: Tools, value: Any, codes: list[str]) -> None:
    plan = plan_from_wire(
        [
            {"id": "r", "tool": "read_file", "args": {"path": "x"}},
            {"id": "p", "tool": "picky", "args": {"value": value}},
        ]
    )
    assert [each.code for each in validate(plan, {**plan_tools, "picky": picky})] == codes
