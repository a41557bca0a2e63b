"""Generated plans: valid ones have no problems, and a fault that is planted in one is found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gameplan.plans.model import ForEach, Plan, PlanError, Step, plan_from_wire
from gameplan.plans.validation import spelled_out, validate
from gameplan.tools import Tool

Tools = dict[str, Tool[Any, Any]]


@st.composite
def valid_plans(draw: st.DrawFn) -> Plan:
    """A graph of reads and writes with references, conditions and loops; every write has a file of its own."""
    steps: list[Step] = []
    for number in range(draw(st.integers(1, 12))):
        earlier = [step.id for step in steps]
        after = tuple(draw(st.lists(st.sampled_from(earlier), unique=True, max_size=3))) if earlier else ()
        reads = [step.id for step in steps if step.tool == "read_file" and step.for_each is None]
        when = f"${draw(st.sampled_from(reads))}.size >= {number}" if reads and draw(st.booleans()) else ""
        args: dict[str, Any]
        if reads and draw(st.booleans()):
            source = draw(st.sampled_from(reads))
            content = draw(st.sampled_from([f"${source}", f"${source}.content", f"a ${{{source}.size}} $$", "$5"]))
            args = {"path": f"out/{number}.txt", "content": content}
            steps.append(Step(f"s{number}", "write_file", args=args, depends_on=after, when=when))
        else:
            for_each = ForEach(["a", "b"]) if draw(st.booleans()) else None
            args = {"path": "$item" if for_each else f"{number}.txt"}
            steps.append(Step(f"s{number}", "read_file", args=args, depends_on=after, when=when, for_each=for_each))
    return Plan(steps=tuple(draw(st.permutations(steps))))


@given(valid_plans())
def test_a_valid_plan_has_no_problems_and_neither_has_it_spelled_out(plan_tools: Tools, plan: Plan) -> None:
    assert validate(plan, plan_tools) == ()
    assert validate(spelled_out(plan, plan_tools), plan_tools) == ()


FAULTS = {
    "unknown_tool": lambda step: replace(step, tool="no_such_tool"),
    "bad_args": lambda step: replace(step, args={**step.args, "surplus": 1}),
    "unknown_dependency": lambda step: replace(step, depends_on=(*step.depends_on, "nobody")),
    "self_dependency": lambda step: replace(step, depends_on=(*step.depends_on, step.id)),
    "unknown_reference": lambda step: replace(step, args={**step.args, "path": "$nobody.content"}),
    "bad_reference": lambda step: replace(step, args={**step.args, "path": "$nobody ."}),
    "bad_condition": lambda step: replace(step, when="$nobody.size > 1"),
    "bad_setting": lambda step: replace(step, timeout=-1.0),
    "bad_id": lambda step: replace(step, id="not an id"),
    "for_each_items": lambda step: replace(step, for_each=ForEach(5, parallel=1)),
}


@given(valid_plans(), st.sampled_from(sorted(FAULTS)), st.data())
def test_a_planted_fault_is_found(plan_tools: Tools, plan: Plan, code: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(plan.steps) - 1))
    broken = FAULTS[code](plan.steps[at])
    found = validate(Plan(steps=(*plan.steps[:at], broken, *plan.steps[at + 1 :])), plan_tools)
    assert any(each.code == code and each.step_id == broken.id for each in found)


@given(valid_plans(), st.data())
def test_a_planted_circle_is_found(plan_tools: Tools, plan: Plan, data: st.DataObject) -> None:
    extra = tuple(
        Step(f"c{number}", "read_file", args={"path": "x"}, depends_on=(f"c{(number + 1) % 3}",)) for number in range(3)
    )
    mixed = data.draw(st.permutations([*plan.steps, *extra]))
    found = validate(Plan(steps=tuple(mixed)), plan_tools)
    assert [each.code for each in found] == ["cycle"]


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(alphabet="$${}ab._[]0 '", max_size=10) | st.sampled_from(["$a", "${b.content}", "$item", "$input.x"]),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=4), inside, max_size=3),
    max_leaves=6,
)  # fmt: skip
_ids = st.sampled_from(["a", "b", "c", "item", "1", "", "x y"])
_told = st.fixed_dictionaries(
    {"id": _ids, "tool": st.sampled_from(["read_file", "write_file", "sort_rows", "copy_file", "nothing"])},
    optional={
        "args": st.dictionaries(
            st.sampled_from(["path", "content", "rows", "by", "entry", "options", "source", "destination", "z"]),
            _values,
        ),
        "dependsOn": st.lists(_ids, max_size=3),
        "when": st.text(max_size=8) | st.sampled_from(["$a.size > 1", "$b", "exists($c.x)"]),
        "forEach": st.fixed_dictionaries({"items": _values}),
        "approval": st.booleans(),
        "timeout": st.floats(allow_nan=False, allow_infinity=False),
    },
)


@given(st.lists(_told, max_size=5))
def test_whatever_is_in_a_plan_validation_tells_and_never_raises(plan_tools: Tools, told: list[Any]) -> None:
    try:
        plan = plan_from_wire(told)
    except PlanError:
        return
    for problem in validate(plan, plan_tools, inputs={"x": 1}):
        assert str(problem)
        assert problem.message
