"""Anything at all is read as what it is meant to be, or refused with the error that is documented; nothing else."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.expressions import ExpressionError, parse, parse_path
from gameplan.plans.files import Format, dump_plan, load_plan
from gameplan.plans.model import Plan, PlanError, plan_from_wire
from gameplan.plans.references import BadReference, escaped, references_in, resolved, scan, unescaped
from gameplan.plans.validation import validate
from gameplan.tools import tool

FORMATS: tuple[Format, ...] = ("json", "yaml")
few = settings(max_examples=100, deadline=None)


@dataclass(frozen=True)
class Some:
    a: Any = None
    b: str = ""


@tool
def nothing(params: Some) -> Some:
    """Do nothing."""
    return params


TEXTS = ("$a", "${a}", "$$", "${", "$a.", "$a[0]", "$item", "$input.x", "${a.b[-1]}", "1e999", "\ud800", "\x00", "a: b")
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(10**350), 10**350)
    | st.floats()
    | st.sampled_from(TEXTS)
    | st.text(max_size=8)
)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
IDS = st.sampled_from(["a", "b", "c", "input", "item", "", "é", "a b", "__class__"]) | st.text(max_size=3)
STEPS = st.fixed_dictionaries(
    {"id": IDS, "tool": st.sampled_from(["nothing", "no", ""])},
    optional={
        "args": st.dictionaries(IDS, JSON, max_size=3),
        "dependsOn": st.lists(IDS, max_size=3),
        "when": st.sampled_from(["$a == 1", "$b.x", "not", "$item", "(", ""]) | st.text(max_size=6),
        "forEach": st.fixed_dictionaries(
            {"items": JSON}, optional={"max": st.integers(-5, 10**6), "parallel": st.integers(-5, 10**6)}
        ),
        "approval": LEAVES,
        "retry": st.fixed_dictionaries({}, optional={"attempts": st.integers(-5, 10**6), "wait": LEAVES}),
        "timeout": LEAVES,
        "order": LEAVES,
        "description": LEAVES,
    },
)
PLANS = st.fixed_dictionaries(
    {"steps": st.lists(STEPS, max_size=4)},
    optional={"inputs": st.dictionaries(IDS, JSON, max_size=2), "version": LEAVES, "id": LEAVES, "request": LEAVES},
)


def checked(plan: Plan) -> None:
    """It can be checked, said what is wrong with it, written and read again."""
    for problem in validate(plan, [nothing], inputs={}):
        assert str(problem)
        str(problem).encode()
    for format in FORMATS:
        text = dump_plan(plan, format)
        text.encode()
        assert load_plan(text, format) == plan


@few
@given(PLANS | JSON)
def test_any_value_is_a_plan_that_can_be_checked_or_a_plan_error(told: Any) -> None:
    try:
        plan = plan_from_wire(told)
    except PlanError as error:
        assert str(error)
        return
    checked(plan)


@few
@given(PLANS, st.data())
def test_a_plan_with_a_few_characters_changed_is_a_plan_or_a_plan_error(told: Any, data: st.DataObject) -> None:
    text = json.dumps(told)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 3))
        text = (
            text[:at]
            + data.draw(st.sampled_from([*'{}[]",:\\-+.e0 \n#&*!|>', "NaN", "1e999", "\\ud800", ""]))
            + text[at + cut :]
        )
    for format in FORMATS:
        try:
            plan = load_plan(text, format)
        except PlanError as error:
            assert str(error)
        else:
            checked(plan)


@few
@given(
    content=st.binary(max_size=80) | st.text(max_size=60).map(str.encode), name=st.sampled_from(["json", "yaml", "txt"])
)
def test_any_file_is_a_plan_or_a_plan_error(tmp_path_factory: Any, content: bytes, name: str) -> None:
    path: File = tmp_path_factory.getbasetemp() / f"fuzzed.{name}"
    path.write_bytes(content)
    with suppress(PlanError):
        load_plan(path)


@few
@given(JSON, st.dictionaries(IDS, JSON, max_size=3))
def test_any_arguments_are_resolved_or_a_bad_reference(args: Any, results: dict[str, Any]) -> None:
    found = list(scan(args))
    assert all(isinstance(each, BadReference) or str(each) for each in found)
    try:
        resolved(args, results)
    except BadReference as error:
        assert error.message
    else:
        assert not any(isinstance(each, BadReference) for each in found)


@few
@given(st.text(alphabet='$${}[]ab.0-"\\ \n_é', max_size=24))
def test_a_reference_that_is_read_is_written_and_read_the_same(text: str) -> None:
    try:
        found = references_in([text])
    except BadReference as error:
        assert "$$" in error.message
        assert unescaped(text) is None
        return
    for each in found:
        assert [str(again) for again in references_in([str(each)])] == [str(each)]
        assert parse_path(str(each.path)) == each.path
    assert resolved([escaped(text)], {}) == [text]


@few
@given(
    st.text(alphabet="ab$.[]0()'\"\\ andortinulexs=<>!+-*/%,\n\u00a0\ud800", max_size=40),
    st.dictionaries(IDS, JSON, max_size=2),
)
def test_any_condition_holds_or_not_or_is_an_expression_error(text: str, data: dict[str, Any]) -> None:
    try:
        assert isinstance(parse(text).holds(data), bool)
    except ExpressionError as error:
        assert str(error)
