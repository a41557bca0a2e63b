"""Steps that carry out a plan of their own: everything about them that is known before anything runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.plans.edits import EditRefused, edited
from gameplan.plans.limits import Limits
from gameplan.plans.model import Plan, PlanError, Step, plan_from_wire
from gameplan.plans.problems import Problem
from gameplan.plans.templating import Template, expanded, names_templates
from gameplan.plans.validation import spelled_out, validate
from gameplan.tools import Tool, Writes, tool

Find = Callable[..., list[Problem]]
Make = Callable[..., Plan]
Tools = dict[str, Tool[Any, Any]]

READ = {"id": "read", "tool": "read_file", "args": {"path": "$input.file"}}


def nested(
    name: str = "outer", *steps: dict[str, Any], args: Any = None, output: Any = None, **rest: Any
) -> dict[str, Any]:
    """A step with a plan that is told a file; without steps, it reads that file."""
    inner: dict[str, Any] = {"inputs": {"file": {}}, "steps": list(steps) or [READ]}
    if output is not None:
        inner["output"] = output
    return {"id": name, "tool": "plan", "plan": inner, "args": {"file": "a.txt"} if args is None else args, **rest}


def write(name: str = "write", path: str = "b.txt", content: str = "x", **rest: Any) -> dict[str, Any]:
    return {"id": name, "tool": "write_file", "args": {"path": path, "content": content}, **rest}


def codes(found: list[Problem]) -> list[str]:
    return [each.code for each in found]


@dataclass(frozen=True)
class Kept:
    path: str
    content: str


# -- the step itself


def test_a_step_may_carry_out_a_plan_and_another_may_use_what_it_gives(problems_of: Find) -> None:
    assert problems_of(nested(output="$read.content"), write(content="$outer")) == []


def test_the_tool_of_such_a_step_need_not_be_said() -> None:
    plan = plan_from_wire([{"id": "a", "plan": {"steps": [{"id": "b", "tool": "t"}]}}, {"id": "c", "plan": "template"}])
    assert [step.tool for step in plan.steps] == ["plan", "plan"]


def test_what_does_not_fit_inside_is_told_with_its_place() -> None:
    with pytest.raises(PlanError) as raised:
        plan_from_wire([{"id": "a", "plan": {"steps": [{"id": "b", "plan": {"steps": [{"id": 3, "tool": "t"}]}}]}}])
    assert str(raised.value).splitlines()[1:] == ["- steps.0.plan.steps.0.plan.steps.0.id: should be text"]


@pytest.mark.parametrize(
    ("step", "code", "place"),
    [
        ({"id": "a", "tool": "plan", "args": {}}, "plan_missing", ("plan",)),
        ({**nested("a"), "tool": "read_file", "args": {"path": "x"}}, "plan_not_used", ("tool",)),
        ({"id": "a", "plan": "bakcup", "tool": "plan", "args": {}}, "unknown_template", ("plan",)),
    ],
)
def test_a_step_with_a_plan_uses_the_tool_plan_and_the_other_way_round(
    problems_of: Find, step: dict[str, Any], code: str, place: tuple[str, ...]
) -> None:
    found = problems_of(step)
    assert [(each.code, each.step_id, each.place) for each in found] == [(code, "a", place)]


def test_the_nearest_template_is_offered(plan_of: Make, plan_tools: Tools) -> None:
    plan = plan_of({"id": "a", "plan": "bakcup", "tool": "plan", "args": {}})
    (problem,) = validate(plan, plan_tools, templates=["backup", "release"])
    assert 'Did you mean "backup"?' in str(problem)
    assert problem.repair is not None
    assert edited(plan, *problem.repair.edits).steps[0].plan == "backup"
    assert "There are: release." in str(validate(plan, plan_tools, templates=["release"])[0])


@pytest.mark.parametrize(
    ("args", "place", "says"),
    [
        ({}, ("args", "file"), "missing"),
        ({"file": None}, ("args", "file"), "missing"),
        ({"file": 5}, ("args", "file"), "string"),
        ({"file": "a", "flie": "b"}, ("args", "flie"), 'no argument "flie"'),
        ({"flie": "b", "file": "$read.size"}, ("args", "file"), "a text is expected"),
        ({"file": "$nobody"}, ("args", "file"), "no step"),
        ({"file": "$item"}, ("args", "file"), "forEach"),
    ],
)
def test_the_arguments_are_what_the_plan_must_be_told(problems_of: Find, args: Any, place: Any, says: str) -> None:
    outer_read = {"id": "read", "args": {"path": "a"}}
    found = [each for each in problems_of(outer_read, nested(args=args)) if each.place == place]
    assert len(found) == 1
    assert found[0].step_id == "outer"
    assert says in str(found[0])


def test_an_input_with_a_default_need_not_be_told(problems_of: Find) -> None:
    step = nested(args={})
    step["plan"]["inputs"]["file"] = {"default": "a.txt"}
    assert problems_of(step) == []


def test_the_primary_field_goes_into_an_input_and_into_an_output(plan_of: Make, plan_tools: Tools) -> None:
    inside = nested("outer", READ, args={"file": "$first"}, output={"text": "a ${read} b", "whole": "$read"})
    plan = plan_of({"id": "first"}, inside)
    assert validate(plan, plan_tools) == ()
    spelled = spelled_out(plan, plan_tools)
    assert spelled.steps[1].args == {"file": "$first.content"}
    inner = spelled.steps[1].plan
    assert inner == plan.steps[1].plan
    assert isinstance(inner, Plan)
    assert spelled_out(inner, plan_tools).output == {"text": "a ${read.content} b", "whole": "$read"}


# -- what is inside


def test_every_problem_inside_is_told_with_both_names(problems_of: Find) -> None:
    bad = nested(
        "outer",
        {"id": "a", "tool": "raed_file", "args": {}},
        {"id": "b", "tool": "read_file", "args": {"path": "$c.content"}},
        {"id": "c", "tool": "read_file", "args": {"path": "$b.contnt"}, "timeout": -1},
        write("d", "same"),
        write("e", "same", approval=False),
        {"id": "f", "tool": "read_file", "args": {"path": "$outer"}},
        output={"x": ["$b.size", "$q"]},
    )
    bad["plan"]["inputs"]["n"] = {"type": "integer", "default": "x"}
    found = {(each.code, each.step_id, each.place) for each in problems_of(bad)}
    assert found == {
        ("unknown_tool", "outer/a", ("tool",)),
        ("unknown_field", "outer/c", ("args", "path")),
        ("bad_setting", "outer/c", ("timeout",)),
        ("cycle", "outer/b", ()),
        ("write_conflict", "outer/e", ()),
        ("destructive_without_gate", "outer/e", ("approval",)),
        ("unknown_reference", "outer/f", ("args", "path")),
        ("unknown_reference", "outer", ("plan", "output", "x", 1)),
        ("wrong_type", "outer", ("plan", "inputs", "n", "default")),
    }


def test_nothing_of_the_plan_around_it_is_visible_inside(problems_of: Find) -> None:
    inner = nested("outer", {"id": "read", "tool": "read_file", "args": {"path": "$around.content"}})
    found = problems_of({"id": "around"}, inner)
    assert [(each.code, each.step_id) for each in found] == [("unknown_reference", "outer/read")]
    looped = nested("outer", {"id": "read", "tool": "read_file", "args": {"path": "$item"}}, forEach={"items": ["a"]})
    assert codes(problems_of(looped)) == ["item_outside_for_each"]


def test_a_problem_two_plans_deep_and_its_repair(plan_of: Make, plan_tools: Tools) -> None:
    inner = nested("inner", {"id": "deep", "tool": "raed_file", "args": {"path": "$input.file"}}, args={"file": "x"})
    plan = plan_of(nested("outer", inner))
    (problem,) = validate(plan, plan_tools)
    assert problem.step_id == "outer/inner/deep"
    assert str(problem).startswith('Step "outer/inner/deep", tool: ')
    assert problem.repair is not None
    assert validate(edited(plan, *problem.repair.edits), plan_tools) == ()


def test_an_empty_plan_inside(problems_of: Find) -> None:
    found = problems_of({"id": "a", "tool": "plan", "plan": {"steps": []}, "args": {}})
    assert [(each.code, each.step_id, each.place) for each in found] == [("empty_plan", "a", ("plan", "steps"))]


def test_steps_references_and_size_inside_count_for_the_whole(plan_of: Make, plan_tools: Tools) -> None:
    plan = plan_of(*(nested(f"n{number}", READ, write(content="$read")) for number in range(5)))
    assert validate(plan, plan_tools)  # they all write one file
    for limits, code in [
        (Limits(steps=14), "too_many_steps"),
        (Limits(references=9), "too_many_dependencies"),
        (Limits(total=100), "too_large"),
        (Limits(nesting=0), "nested_too_deep"),
    ]:
        assert codes(list(validate(plan, plan_tools, limits=limits))) == [code]
    assert "too_many_steps" not in codes(list(validate(plan, plan_tools, limits=Limits(steps=15))))


def test_plans_inside_plans_may_be_so_deep_and_no_deeper(plan_tools: Tools) -> None:
    def deep(levels: int) -> Plan:
        plan = Plan(steps=(Step("x", "list_directory"),))
        for _ in range(levels):
            plan = Plan(steps=(Step("x", "plan", plan=plan),))
        return plan

    assert validate(deep(8), plan_tools) == ()
    assert codes(list(validate(deep(9), plan_tools))) == ["nested_too_deep"]
    assert codes(list(validate(deep(5_000), plan_tools))) == ["nested_too_deep"]


def test_what_is_too_large_inside_is_told_where_it_stands(problems_of: Find) -> None:
    large = "x" * 2_000_000
    found = problems_of(nested("outer", write(content=large)))
    assert [(each.code, each.step_id, each.place) for each in found] == [("too_large", "outer/write", ("args",))]
    found = problems_of(nested("outer", READ, output=large))
    assert [(each.code, each.step_id, each.place) for each in found] == [("too_large", "outer", ("plan", "output"))]


# -- what it gives


@pytest.mark.parametrize(
    ("output", "use", "code"),
    [
        (None, "$outer.read.content", ""),
        (None, "$outer.read.contnt", "unknown_field"),
        (None, "$outer.content", "unknown_field"),
        (None, "$outer.read.size", "wrong_type"),
        ("$read.content", "$outer", ""),
        ("$read.size", "$outer", "wrong_type"),
        ("$read", "$outer.content", ""),
        ("$read", "$outer", "wrong_type"),
        ("$input.file", "$outer", ""),
        ("about ${read.size}", "$outer", ""),
        ("price: $$5", "$outer", ""),
        (7, "$outer", "wrong_type"),
        ({"text": "$read.content", "n": "$read.size"}, "$outer.text", ""),
        ({"text": "$read.content", "n": "$read.size"}, "$outer.n", "wrong_type"),
        ({"text": "$read.content"}, "$outer.txet", "unknown_field"),
        (["$read.content", "$read.size"], "$outer[0]", ""),
        (["$read.content", "$read.size"], "$outer[1]", "wrong_type"),
        (["$read.content"], "$outer[2]", "unknown_field"),
        ({"deep": [{"x": "$read.encoding"}]}, "$outer.deep[0].x", ""),
        ({"deep": [{"x": "$read.encoding"}]}, "$outer.deep[0].y", "unknown_field"),
    ],
)
def test_what_it_gives_is_checked_like_any_result(problems_of: Find, output: Any, use: str, code: str) -> None:
    assert codes(problems_of(nested(output=output), write(content=use))) == ([code] if code else [])


def test_types_that_refer_to_others_are_known_through_every_border(problems_of: Find) -> None:
    list_ = {"id": "list", "tool": "list_directory", "args": {}}
    inner = nested("inner", list_, args={"file": "x"}, output={"first": "$list.entries[0]", "all": "$list.entries"})
    outer = nested("outer", inner, output={"found": "$inner"})
    fine = {"id": "each", "tool": "read_file", "args": {"path": "$item.name"}, "forEach": {"items": "$outer.found.all"}}
    assert problems_of(outer, fine) == []
    assert problems_of(outer, write(content="$outer.found.first.name")) == []
    assert codes(problems_of(outer, write(content="$outer.found.first.size"))) == ["wrong_type"]
    assert codes(problems_of(outer, write(content="$outer.found.all[0].nmae"))) == ["unknown_field"]


def test_a_loop_over_a_plan_gives_a_list_of_what_it_gives(problems_of: Find) -> None:
    each = nested(args={"file": "$item"}, output={"text": "$read.content"}, forEach={"items": ["a", "b"]})
    assert problems_of(each, write(content="$outer[0].text")) == []
    assert codes(problems_of(each, write(content="$outer.text"))) == ["unknown_field"]
    looped = {"id": "again", "tool": "read_file", "args": {"path": "$item.text"}, "forEach": {"items": "$outer"}}
    assert problems_of(each, looped) == []


def test_a_condition_on_what_it_gives(problems_of: Find) -> None:
    outer = nested(output={"n": "$read.size"})
    assert problems_of(outer, write(when="$outer.n > 1")) == []
    assert codes(problems_of(outer, write(when="$outer.m > 1"))) == ["bad_condition"]
    assert codes(problems_of(outer, write(when="$outer.n == 'x'"))) == ["bad_condition"]


def test_the_output_of_the_plan_itself_is_checked_too(problems_of: Find) -> None:
    assert problems_of({"id": "a"}, output="$a.content") == []
    (found,) = problems_of({"id": "a"}, output={"x": "$a.contnt"})
    assert (found.code, found.step_id, found.place) == ("unknown_field", None, ("output", "x"))
    (found,) = problems_of({"id": "a"}, output="x ${a")
    assert found.code == "bad_reference"
    (found,) = problems_of({"id": "l", "tool": "list_directory", "args": {}}, output="x ${l}")
    assert found.code == "reference_in_text_not_text"


# -- across the border


def test_a_step_inside_and_one_outside_that_write_the_same_file(problems_of: Find) -> None:
    inside = nested("outer", write("inner", "same.txt"))
    found = problems_of(inside, write("other", "./same.txt"))
    assert codes(found) == ["write_conflict"]
    assert '"outer" and "other" change "same.txt"' in found[0].message
    assert problems_of(inside, write("other", "same.txt", dependsOn=["outer"])) == []


def test_a_file_that_is_told_to_two_plans(problems_of: Find) -> None:
    change = write("inner", "$input.file")
    assert codes(problems_of(nested("a", change), nested("b", change))) == ["write_conflict"]
    assert problems_of(nested("a", change), nested("b", change, args={"file": "b.txt"})) == []
    assert problems_of(nested("a", change), nested("b", change, args={"file": "$read"}), {"id": "read"}) == []
    deep = nested("inner", change, args={"file": "${input.file}.json"})
    assert codes(problems_of(nested("a", deep), write("b", "a.txt.json"))) == ["write_conflict"]


def test_a_default_is_not_what_is_told_later(problems_of: Find) -> None:
    each = nested(write("inner", "$input.file")["id"], write("inner", "$input.file"), args={"file": "$item"})
    each["plan"]["inputs"]["file"] = {"default": "a.txt"}
    assert problems_of({**each, "forEach": {"items": ["x", "y"]}}) == []
    assert codes(problems_of({**each, "args": {}, "forEach": {"items": ["x", "y"]}})) == ["write_conflict"]


def test_a_loop_over_a_plan_that_writes_one_file(problems_of: Find) -> None:
    each = nested("outer", write(), args={"file": "$item"}, forEach={"items": ["a", "b"]})
    assert codes(problems_of(each)) == ["write_conflict"]
    assert problems_of({**each, "forEach": {"items": ["a", "b"], "parallel": 1}}) == []


def test_making_the_same_folder_in_each_does_no_harm(problems_of: Find) -> None:
    make = {"id": "make", "tool": "make_directory", "args": {"path": "out"}}
    assert problems_of(nested("a", make), nested("b", make), nested("c", make, forEach={"items": [1, 2]})) == []
    assert codes(problems_of(nested("a", make), {**make, "id": "d", "tool": "delete_file"})) == ["write_conflict"]


def test_what_can_be_repeated_with_other_values_is_not_the_same() -> None:
    keep = {"id": "keep", "tool": "keep_file", "args": {"path": "log.txt", "content": "$input.file"}}

    @tool(effects=Writes("path"), repeatable=True)
    def keep_file(params: Kept) -> str:
        """Write a file unless it is there."""
        raise NotImplementedError

    def found(*steps: dict[str, Any]) -> list[str]:
        return codes(list(validate(plan_from_wire(list(steps)), [keep_file])))

    assert found(nested("a", keep), nested("b", keep)) == []
    assert found(nested("a", keep), nested("b", keep, args={"file": "b.txt"})) == ["write_conflict"]
    assert found(nested("a", keep, args={"file": "$item"}, forEach={"items": ["x", "y"]})) == ["write_conflict"]
    assert found({**keep, "args": {"path": "log.txt", "content": "$item"}, "forEach": {"items": ["x", "y"]}}) == [
        "write_conflict"
    ]


def test_a_backup_inside_after_the_overwrite_outside(problems_of: Find) -> None:
    backup = {"id": "copy", "tool": "copy_file", "args": {"source": "$input.file", "destination": "old"}}
    spoil = write("spoil", "a.txt")
    found = problems_of(spoil, nested("outer", backup, dependsOn=["spoil"]))
    assert [(each.code, each.step_id) for each in found] == [("backup_after_overwrite", "outer")]
    assert problems_of(nested("outer", backup), write("spoil", "a.txt", dependsOn=["outer"])) == []


def test_nobody_is_to_be_asked_about_a_plan_that_destroys(problems_of: Find) -> None:
    found = problems_of(nested("outer", write(), approval=False))
    assert [(each.code, each.step_id) for each in found] == [("destructive_without_gate", "outer")]


# -- whatever is in it

_texts = st.text(alphabet="$${}ab._[]0 '", max_size=8) | st.sampled_from(["$a", "${b.content}", "$input.x", "$item"])
_values = st.recursive(
    st.none() | st.integers() | _texts,
    lambda inside: st.lists(inside, max_size=2) | st.dictionaries(st.sampled_from("ab"), inside, max_size=2),
    max_leaves=4,
)


def _some(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    step = st.fixed_dictionaries(
        {
            "id": st.sampled_from(["a", "b", "item", "1"]),
            "tool": st.sampled_from(["plan", "read_file", "move_file", "x"]),
        },
        optional={
            "args": st.dictionaries(st.sampled_from(["x", "path", "source", "destination"]), _values, max_size=3),
            "when": _texts | st.sampled_from(["$a.a > 1", "$b.path"]),
            "forEach": st.fixed_dictionaries({"items": _values}),
            "dependsOn": st.lists(st.sampled_from("ab"), max_size=2),
            "plan": inner,
        },
    )
    inputs = st.dictionaries(st.sampled_from("xy"), st.fixed_dictionaries({"default": _values}), max_size=2)
    return st.fixed_dictionaries({"steps": st.lists(step, max_size=3)}, optional={"inputs": inputs, "output": _values})


@given(st.recursive(st.none() | st.just("template"), _some, max_leaves=5))
def test_whatever_is_inside_validation_tells_and_never_raises(plan_tools: Tools, told: Any) -> None:
    if not isinstance(told, dict):
        return
    plan = plan_from_wire(told)
    for problem in validate(plan, plan_tools):
        assert str(problem)
        if problem.repair is not None and problem.repair.edits:
            with suppress(EditRefused):
                edited(plan, *problem.repair.edits)
    spelled_out(plan, plan_tools)


# -- templates by name


def template(name: str, *steps: dict[str, Any]) -> Template:
    plan = plan_from_wire({"request": name, "inputs": {"file": {}}, "steps": list(steps)})
    return Template(name, name, plan.inputs, plan)


def using(name: str, step: str = "use") -> dict[str, Any]:
    return {"id": step, "plan": name, "args": {"file": "$input.file"}}


def known(*each: Template) -> Mapping[str, Template]:
    return {one.name: one for one in each}


def test_templates_are_put_in_through_every_level(plan_tools: Tools) -> None:
    templates = known(template("one", READ), template("two", using("one")))
    plan = plan_from_wire([{"id": "a", "plan": "two", "args": {"file": "x"}}, {"id": "b", "plan": "nobody"}])
    assert names_templates(plan)
    full = expanded(plan, templates)
    two = full.steps[0].plan
    assert isinstance(two, Plan)
    assert two.steps[0].plan == templates["one"].plan
    assert full.steps[1] is plan.steps[1]
    assert codes(list(validate(full, plan_tools))) == ["unknown_template"]
    without = replace(full, steps=full.steps[:1])
    assert not names_templates(without)
    assert expanded(without, templates) is without


def test_a_template_that_contains_itself_is_told_with_the_way(plan_of: Make) -> None:
    templates = known(template("a", using("b")), template("b", {**nested("x", using("a")), "args": {"file": "q"}}))
    with pytest.raises(PlanError, match='"a" contains itself: a -> b -> a'):
        expanded(plan_from_wire([using("a")]), templates)


def test_templates_that_multiply_are_stopped() -> None:
    templates = known(
        *(template(f"t{level}", *(using(f"t{level + 1}", f"s{each}") for each in range(20))) for level in range(7))
    )
    with pytest.raises(PlanError, match="more than 20,000 steps"):
        expanded(plan_from_wire([using("t0")]), templates)
    long = known(*(template(f"t{level}", using(f"t{level + 1}")) for level in range(12)))
    with pytest.raises(PlanError, match="more than 8 deep"):
        expanded(plan_from_wire([using("t0")]), long)


# -- results that depend on the arguments


@dataclass(frozen=True)
class Question:
    question: str
    type: str = "string"


def _answer(args: Mapping[str, Any]) -> dict[str, Any]:
    if args.get("question") == "break":
        raise RuntimeError("this tool breaks")
    return {"type": {"number": "number", "list": "array"}.get(args.get("type", ""), "string")}


@tool(effects=(), output_of=_answer)
def ask(params: Question) -> Any:
    """Ask something."""
    raise NotImplementedError


def asking(kind: str, question: str = "?", **rest: Any) -> dict[str, Any]:
    return {"id": "ask", "tool": "ask", "args": {"question": question, "type": kind}, **rest}


@pytest.mark.parametrize(
    ("step", "code"),
    [
        (asking("string"), ""),
        (asking("number"), "wrong_type"),
        (asking("list"), "wrong_type"),
        (asking("number", "break"), ""),
        (asking("$other.content"), ""),
        (asking("string", forEach={"items": [1]}), "wrong_type"),
    ],
)
def test_a_result_whose_type_depends_on_the_arguments(
    plan_of: Make, plan_tools: Tools, step: dict[str, Any], code: str
) -> None:
    plan = plan_of({"id": "other"}, step, write(content="$ask"))
    assert codes(list(validate(plan, {**plan_tools, "ask": ask}))) == ([code] if code else [])


def test_it_is_looked_at_step_by_step(plan_of: Make, plan_tools: Tools) -> None:
    plan = plan_of(asking("string"), {**asking("number"), "id": "much"}, write(content="$ask", when="$much > 3"))
    assert validate(plan, {**plan_tools, "ask": ask}) == ()
    plan = plan_of(asking("string"), {**asking("number"), "id": "much"}, write(content="$ask", when="$ask > 3"))
    assert codes(list(validate(plan, {**plan_tools, "ask": ask}))) == ["bad_condition"]
