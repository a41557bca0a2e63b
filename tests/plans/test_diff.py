"""The difference between two versions of a plan, as a person reads it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gameplan.plans.diff import diff_plans
from gameplan.plans.edit_kinds import (
    AddDependency,
    AddStep,
    Describe,
    DropArgument,
    MoveStep,
    RemoveStep,
    RenameStep,
    SetApproval,
    SetArgument,
    SetForEach,
)
from gameplan.plans.edits import edited
from gameplan.plans.model import ForEach, Input, Plan, Step

PLAN = Plan(
    steps=(
        Step("read", "read_file", args={"path": "a.txt"}),
        Step("look", "list_directory"),
        Step(
            "write",
            "write_file",
            args={"path": "b.txt", "content": "one\ntwo\nthree\n", "mode": 1},
            depends_on=("read",),
        ),
        Step("say", "say", args={"text": "${read}"}),
    )
)


def test_what_changed_in_a_plan_inside_a_step() -> None:
    old = Plan(steps=(Step("outer", "plan", plan=PLAN),))
    new = Plan(steps=(Step("outer", "plan", plan=edited(PLAN, SetArgument("read", ("path",), "z.txt"))),))
    assert diff_plans(old, new) == (
        '~ step "outer"',
        "    plan:",
        '        ~ step "read"',
        '            args.path: "a.txt" -> "z.txt"',
    )
    named = Plan(steps=(Step("outer", "plan", args={"f": 1}, plan="backup"),), output="$outer")
    assert diff_plans(old, named) == (
        '~ step "outer"',
        "    args.f: (nothing) -> 1",
        '    plan: a plan of 4 steps -> template "backup"',
        '~ output: (nothing) -> "$outer"',
    )
    assert diff_plans(Plan(steps=()), named)[0] == '+ step "outer", at the beginning: template "backup"(f: 1)'


def test_nothing_changed() -> None:
    assert diff_plans(PLAN, PLAN) == ()


def test_each_kind_of_change_has_its_line() -> None:
    new = edited(
        PLAN,
        Describe("look", "Look around"),
        SetArgument("write", ("content",), "one\n2\nthree\n"),
        SetArgument("write", ("mode",), 1.0),
        SetArgument("write", ("extra",), {"a": [1]}),
        AddDependency("write", "look"),
        SetApproval("write", True),
        SetForEach("say", ForEach(["x"])),
        AddStep(Step("check", "read_file", args={"path": "b.txt"}, depends_on=("write",)), after="write"),
    )
    assert diff_plans(PLAN, new) == (
        '~ step "look"',
        '    description: "" -> "Look around"',
        '~ step "write"',
        "    args.content:",
        "        @@ -1,3 +1,3 @@",
        "         one",
        "        -two",
        "        +2",
        "         three",
        "    args.mode: 1 -> 1.0",
        '    args.extra: (nothing) -> {"a": [1]}',
        "    dependsOn: +look",
        "    approval: (nothing) -> true",
        '+ step "check", after "write": read_file(path: "b.txt"), after write',
        '~ step "say"',
        '    forEach: (nothing) -> {"items": ["x"], "max": 100, "parallel": 8}',
    )


def test_what_is_gone() -> None:
    new = edited(PLAN, RemoveStep("say"), DropArgument("write", "mode"))
    assert diff_plans(PLAN, new) == (
        '- step "say": say(text: "${read}")',
        '~ step "write"',
        "    args.mode: 1 -> (nothing)",
    )


def test_a_step_that_is_renamed_is_told_once() -> None:
    assert diff_plans(PLAN, edited(PLAN, RenameStep("read", "fetch"))) == ('= step "read" is now called "fetch"',)


def test_a_step_that_is_moved_is_told_and_the_others_are_not() -> None:
    assert diff_plans(PLAN, edited(PLAN, MoveStep("look", before=""))) == ('> step "look" moved behind "say"',)
    assert diff_plans(PLAN, edited(PLAN, MoveStep("look", before="read"))) == ('> step "look" moved to the beginning',)


def test_inputs_are_told_too() -> None:
    old = Plan(steps=(), inputs={"a": Input(), "b": Input("integer")})
    new = Plan(steps=(), inputs={"b": Input("number"), "c": Input("boolean")})
    lines = diff_plans(old, new)
    assert lines[0] == '- input "a"'
    assert lines[1].startswith('~ input "b": {"type": "integer"')
    assert lines[2] == '+ input "c": boolean'


def test_large_texts_and_odd_characters_stay_readable() -> None:
    old = Plan(steps=(Step("a", "t", args={"x": "y" * 10_000, "z": "q\n" * 5_000}),))
    new = Plan(steps=(Step("a", "t", args={"x": "\x1b[31m" + "y" * 10_000, "z": "r\n" * 5_000}),))
    lines = diff_plans(old, new)
    assert all(len(line) < 300 and line.isprintable() for line in lines)
    assert "5,000 lines -> 5,000 lines" in lines[-1]


_steps = st.lists(
    st.builds(
        Step,
        id=st.sampled_from("abcdef"),
        tool=st.sampled_from(["t", "u"]),
        args=st.dictionaries(st.sampled_from("xy"), st.none() | st.text(max_size=5) | st.integers(), max_size=2),
        depends_on=st.lists(st.sampled_from("abc"), max_size=2).map(tuple),
    ),
    max_size=6,
    unique_by=lambda step: step.id,
).map(tuple)


@given(_steps, _steps)
def test_there_is_a_difference_if_and_only_if_something_changed(old: tuple[Step, ...], new: tuple[Step, ...]) -> None:
    lines = diff_plans(Plan(steps=old), Plan(steps=new))
    assert bool(lines) == (old != new)
    assert all(line.isprintable() for line in lines)
