"""Plans as JSON and YAML: read strictly, written for people, and the same after a round trip."""

from __future__ import annotations

import builtins
import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.plans.files import Format, dump_plan, load_plan
from gameplan.plans.limits import Limits
from gameplan.plans.model import ForEach, Input, Plan, PlanError, Retry, Step, plan_from_wire

FORMATS: tuple[Format, ...] = ("json", "yaml")
Effort = Callable[[Callable[[], Any]], int]


def test_a_plan_as_people_write_it() -> None:
    plan = load_plan(
        """
        # bump the version
        request: bump the version to 2.0.0
        inputs:
          by: {type: string}
        steps:
          - id: read
            tool: read_file
            args: {path: config.json}
          - id: write        # asks first
            tool: write_file
            dependsOn: [read]
            args:
              path: config.json
              answer: no
              since: 2024-01-01
              version: 2.0.0
              mode: 0755
              content: |
                line one
                  line two
        """
    )
    assert plan.request == "bump the version to 2.0.0"
    assert plan.steps[1].depends_on == ("read",)
    assert plan.steps[1].args == {
        "path": "config.json",
        "answer": "no",
        "since": "2024-01-01",
        "version": "2.0.0",
        "mode": 755,
        "content": "line one\n  line two\n",
    }


def test_yaml_is_written_for_people() -> None:
    plan = Plan(
        steps=(
            Step("write", "write_file", "Write it", {"path": "ä.txt", "content": "one\ntwo\n", "answer": "no"}),
            Step("check", "read_file", args={"path": "ä.txt", "number": "1e5"}, depends_on=("write",)),
        ),
        request="write a file",
    )
    assert dump_plan(plan, "yaml") == (
        "version: 1\n"
        "request: write a file\n"
        "steps:\n"
        "- id: write\n"
        "  tool: write_file\n"
        "  description: Write it\n"
        "  args:\n"
        "    path: ä.txt\n"
        "    content: |\n"
        "      one\n"
        "      two\n"
        "    answer: 'no'\n"
        "- id: check\n"
        "  tool: read_file\n"
        "  args:\n"
        "    path: ä.txt\n"
        "    number: '1e5'\n"
        "  dependsOn:\n"
        "  - write\n"
    )


def test_json_carries_the_order_and_is_read_by_it() -> None:
    wire = json.loads(dump_plan(Plan(steps=(Step("a", "t"), Step("b", "t"))), "json"))
    assert [(each["id"], each["order"]) for each in wire["steps"]] == [("a", 1), ("b", 2)]
    wire["steps"].reverse()
    assert [each.id for each in plan_from_wire(wire).steps] == ["a", "b"]


def test_what_a_run_adds_to_a_step_is_left_out() -> None:
    told = {"id": "a", "tool": "t", "status": "pending", "result": {"ok": True}}
    assert plan_from_wire([told]).steps == (Step("a", "t"),)


_odd = (
    *("no", "1e5", "0o17", ".inf", "~", "null", "-", "# x", "a: b", "<<", "=", "2024-01-01", "1:30", "!x", "&a", "*a"),
    *("a\n b\n", "\n", " x", "\u2028", "\x85", "\ufeff", "\t\n", "a\n\n", "x \ny", "+1", "0x1F", "1_000", "on"),
)
_numbers = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
_json = st.recursive(
    st.none() | st.booleans() | _numbers | st.text(max_size=12) | st.sampled_from(_odd),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(max_size=6), inside, max_size=3),
    max_leaves=8,
)
_ids = st.from_regex(r"[A-Za-z_][A-Za-z0-9_-]{0,6}", fullmatch=True)
_steps = st.builds(
    Step,
    id=_ids,
    tool=_ids,
    description=st.text(max_size=20),
    args=st.dictionaries(st.text(max_size=6), _json, max_size=4),
    depends_on=st.lists(_ids, max_size=3).map(tuple),
    when=st.text(max_size=10),
    for_each=st.none() | st.builds(ForEach, items=_json, max=st.integers(1, 9)),
    approval=st.none() | st.booleans(),
    critical=st.booleans(),
    retry=st.none() | st.builds(Retry, attempts=st.integers(1, 5), wait=st.floats(0, 10)),
    timeout=st.none() | st.floats(0.1, 10),
)


def _plans_of(steps: st.SearchStrategy[Step]) -> st.SearchStrategy[Plan]:
    return st.builds(
        Plan,
        steps=st.lists(steps, max_size=4).map(tuple),
        id=st.text(max_size=5),
        version=st.integers(1, 5),
        request=st.text(max_size=20),
        output=_json,
        inputs=st.dictionaries(
            _ids, st.builds(Input, type=st.sampled_from(["string", "integer"]), default=_json), max_size=2
        ),
    )


_plans = st.recursive(
    _plans_of(_steps),
    lambda inside: _plans_of(st.builds(replace, _steps, tool=st.just("plan"), plan=inside | st.text(max_size=9))),
    max_leaves=3,
)


def test_a_plan_with_plans_inside_is_written_for_people() -> None:
    inner = Plan(steps=(Step("read", "read_file", args={"path": "$input.f"}),), inputs={"f": Input()}, output="$read")
    plan = Plan(steps=(Step("a", "plan", args={"f": "x"}, plan=inner), Step("b", "plan", plan="backup-and-edit")))
    assert (
        dump_plan(plan, "yaml")
        == """version: 1
steps:
- id: a
  tool: plan
  args:
    f: x
  plan:
    inputs:
      f: {}
    steps:
    - id: read
      tool: read_file
      args:
        path: $input.f
    output: $read
- id: b
  tool: plan
  plan: backup-and-edit
"""
    )


def test_the_version_of_a_plan_inside_does_not_change_what_is_done() -> None:
    inner = Plan(steps=(Step("read", "read_file"),))
    plan = Plan(steps=(Step("a", "plan", plan=inner),))
    other = Plan(steps=(Step("a", "plan", plan=replace(inner, version=3, request="again")),))
    assert plan.hash == other.hash
    assert plan.hash != Plan(steps=(Step("a", "plan", plan=replace(inner, output="$read")),)).hash


@pytest.mark.parametrize("format", FORMATS)
@given(plan=_plans)
def test_a_plan_is_the_same_after_a_round_trip(format: Format, plan: Plan) -> None:
    text = dump_plan(plan, format)
    again = load_plan(text, format)
    assert again == plan
    assert again.hash == plan.hash
    assert dump_plan(again, format) == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"steps": [}', "Line 1, column 12"),
        ('{\n "steps": [],\n "steps": []}', 'Line 3, column 2: the key "steps" stands there twice'),
        ('{"steps": [{"id": "a",\n "args": {"x": NaN}}]}', "Line 2, column 16: NaN"),
        ('{"steps": [{"x": -Infinity}]}', "Line 1, column 18: -Infinity"),
        ('{"steps": [1e999]}', "Line 1, column 12: 1e999"),
        ('{"steps": [' + "9" * 5_000 + "]}", "Line 1, column 12: 999"),
        ('{"steps": ["\\ud800"]}', "half a surrogate pair"),
        ("[" * 100_000, "nested more than"),
        ("[" * 500 + "]" * 500, "Line 1, column 99: it is nested more than 98 levels"),
        ('{"a":' * 200 + "1" + "}" * 200, "nested more than 98 levels"),
        ('{"steps": []} x', "Extra data"),
        ("{'steps': []}", "Line 1, column 2"),
        ('{"steps": ["\t"]}', "Line 1, column 13"),
        ("[1, 2", "Line 1, column 6"),
    ],
)
def test_json_that_is_not_right_is_told_with_its_place(text: str, says: str) -> None:
    with pytest.raises(PlanError) as caught:
        load_plan(text, "json")
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("steps: [", "Line 2, column 1"),
        ("a: 1\n b: 2", "Line 2"),
        ("steps: []\nsteps: []", 'Line 2, column 1: the key "steps" stands there twice'),
        ("a: &x 1\nb: *x", 'Line 1, column 4: anchors ("&x") are not allowed'),
        ("a: *x", 'Line 1, column 4: aliases ("*x") are not allowed'),
        ("a: !!python/object/apply:os.system ['x']", "tags"),
        ("a: !!str 5", "tags"),
        ("a: !x 5", "tags"),
        ("a: .nan", "Line 1, column 4: .nan is not a number"),
        ("a: -.inf", "not a number that JSON has"),
        ("a: 1e999", "too large a number"),
        ("a: " + "9" * 5_000, "too long"),
        ("1: x", 'write it in quotes: "1"'),
        ("? [a, b]\n: 1", "a key must be a text"),
        ("? {a: b}\n: 1", "a key must be a text"),
        ("---\na: 1\n---\nb: 1", "Line 3, column 1: a second document"),
        ("", "nothing in it"),
        ("# only a comment", "nothing in it"),
        ("- " * 500 + "x", "nested more than 98 levels"),
        ("[" * 100_000, "nested more than 98 levels"),
        ("\x00", "not YAML"),
        ("a: \ud800", "not YAML"),
        ("plan.yaml", "give it as a Path"),
        ("just words", "This is not a plan"),
    ],
)
def test_yaml_that_is_not_right_is_told_with_its_place(text: str, says: str) -> None:
    with pytest.raises(PlanError) as caught:
        load_plan(text, "yaml")
    assert says in str(caught.value)


def test_a_yaml_bomb_does_not_go_off(effort_of: Effort) -> None:
    def refused(names: str) -> None:
        bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
            f"{name}: &{name} [{','.join([f'*{before}'] * 9)}]\n" for before, name in pairwise(names)
        )
        with pytest.raises(PlanError, match="anchors"):
            load_plan(bomb, "yaml")

    refused("abcdefghi")
    # Refused at the first anchor: each further line would make what it unfolds into nine times larger.
    assert effort_of(lambda: refused("abcdefghi")) <= effort_of(lambda: refused("abcde")) + 100
    with pytest.raises(PlanError, match="aliases"):
        load_plan("<<: *x\n", "yaml")


@pytest.mark.parametrize(
    "told",
    [None, 1, "x", [], {}, {"steps": 1}, {"steps": [1]}, {"steps": [{"id": "a"}]}, {"steps": [], "more": 1},
     {"steps": [{"id": "a", "tool": "t", "typo": 1}]}, {"steps": [{"id": "a", "tool": "t", "args": []}]}],
)  # fmt: skip
def test_what_is_no_plan_says_which_field(told: Any) -> None:
    if told == []:
        assert plan_from_wire(told) == Plan(steps=())
        return
    with pytest.raises(PlanError, match="not a plan"):
        plan_from_wire(told)


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ("x", "A plan is a list of steps, or has them in `steps`."),
        ({"steps": 1}, "steps: should be a list"),
        ({"stpes": []}, "stpes: there is no such field; did you mean steps?"),
        ({"steps": [], "more": 1}, "more: there is no such field"),
        ({"steps": [{"id": "a", "tool": "t", "dependOn": []}]},
         "steps.0.dependOn: there is no such field; did you mean dependsOn?"),
        ({"steps": [{"id": "a"}]}, "steps.0.tool: is missing"),
        ({"steps": [{"id": "a", "tool": "t", "forEach": [1]}]}, "steps.0.forEach: should have names and values"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_in_words(told: Any, says: str) -> None:
    with pytest.raises(PlanError) as caught:
        plan_from_wire(told)
    assert f"- {says}" in str(caught.value).splitlines()


def test_of_many_things_that_do_not_fit_the_first_are_told_and_no_more_work_is_done(effort_of: Any) -> None:
    def refused(wrong: int) -> str:
        fields = ["dependOn" if number < wrong else "dependsOn" for number in range(1_000)]
        steps = [{"id": f"s{number}", "tool": "t", field: []} for number, field in enumerate(fields)]
        with pytest.raises(PlanError) as caught:
            plan_from_wire({"steps": steps})
        return str(caught.value)

    assert refused(1_000) == refused(20) and refused(20).count("did you mean dependsOn?") == 20
    assert effort_of(lambda: refused(1_000)) < 2 * effort_of(lambda: refused(20))


_almost_steps = st.fixed_dictionaries(
    {"id": _json, "tool": _json}, optional={"args": _json, "order": _json, "dependsOn": _json, "forEach": _json}
)


@given(_json | st.lists(_almost_steps, max_size=3) | st.fixed_dictionaries({"steps": _json}))
def test_any_json_is_a_plan_or_a_plan_error(told: Any) -> None:
    try:
        plan = plan_from_wire(told)
    except PlanError:
        return
    for format in FORMATS:
        assert load_plan(dump_plan(plan, format), format) == plan


@given(st.text(), st.sampled_from(FORMATS))
def test_any_text_is_a_plan_or_a_plan_error(text: str, format: Format) -> None:
    with suppress(PlanError):
        load_plan(text, format)


@given(st.text(alphabet="{}[]:,\"' \n-#&*!|>?%@`ab01.~", max_size=40))
def test_any_punctuation_is_a_plan_or_a_plan_error(text: str) -> None:
    for format in FORMATS:
        with suppress(PlanError):
            load_plan(text, format)


def test_files_are_read_by_their_name(tmp_path: Path) -> None:
    plan = Plan(steps=(Step("a", "t", args={"x": 1}),))
    for name, format in (
        ("p.json", "json"),
        ("p.yaml", "yaml"),
        ("p.YML", "yaml"),
        ("p.txt", "json"),
        ("q.txt", "yaml"),
    ):
        (tmp_path / name).write_text(dump_plan(plan, format), encoding="utf-8")  # type: ignore[arg-type]
        assert load_plan(tmp_path / name) == plan
    (tmp_path / "bom.json").write_text("\ufeff" + dump_plan(plan, "json"), encoding="utf-8")
    assert load_plan(tmp_path / "bom.json") == plan


def test_files_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(b'{\n"\xff')
    (tmp_path / "wrong.yaml").write_text("steps: [\n")
    (tmp_path / "large.json").write_text("[" + "1," * 3_000 + "1]")
    os.mkfifo(tmp_path / "pipe.json")
    for name, says in (
        ("none.json", "No such file"),
        ("bad.json", "line 2 is not UTF-8"),
        ("wrong.yaml", "wrong.yaml: Line 2"),
        (".", "is not a file"),
        ("pipe.json", "is not a file"),
    ):
        with pytest.raises(PlanError, match=says):
            load_plan(tmp_path / name)
    with pytest.raises(PlanError, match="larger than 2,000 bytes"):
        load_plan(tmp_path / "large.json", limits=Limits(total=1_000))


def test_a_plan_that_is_no_json_is_not_written() -> None:
    for value in (float("nan"), "\ud800", object()):
        for format in FORMATS:
            with pytest.raises(PlanError):
                dump_plan(Plan(steps=(Step("a", "t", args={"x": value}),)), format)


def test_without_pyyaml_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name == "yaml":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(PlanError, match=r"pip install 'gameplan\[plans\]'"):
        load_plan("steps: []", "yaml")
    assert load_plan('{"steps": []}') == Plan(steps=())


def test_yaml_is_the_same_where_pyyaml_has_no_c(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    plan = Plan(steps=(Step("a", "t", args={"odd": list(_odd), "text": "one\n\ttwo\n"}),))
    text = dump_plan(plan, "yaml")
    for name in ("CSafeLoader", "CSafeDumper"):
        monkeypatch.delattr(yaml, name, raising=False)
    assert load_plan(text, "yaml") == load_plan(dump_plan(plan, "yaml"), "yaml") == plan
    with pytest.raises(PlanError, match="nested more than"):
        load_plan("[" * 10_000, "yaml")


@pytest.mark.parametrize("format", FORMATS)
def test_ten_thousand_steps_are_written_and_read(effort_of: Effort, format: Format) -> None:
    def plan(count: int) -> Plan:
        return Plan(steps=tuple(Step(f"s{n}", "t", args={"path": f"{n}.txt"}) for n in range(count)))

    def again(plan: Plan) -> Plan:
        return load_plan(dump_plan(plan, format), format)

    few, many, most = plan(250), plan(500), plan(10_000)
    assert (again(few), again(many)) == (few, many)
    assert effort_of(lambda: again(many)) <= 2.1 * effort_of(lambda: again(few))
    assert again(most) == most
