"""Edits of a plan: each makes a new version, or is refused and says why; what has run stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gameplan.plans.edit_kinds import (
    AddDependency,
    AddStep,
    Describe,
    DropArgument,
    DropDependency,
    Edit,
    EditInside,
    MoveStep,
    RemoveStep,
    RenameNumber,
    RenameStep,
    ReplaceStep,
    SetApproval,
    SetArgs,
    SetArgument,
    SetCondition,
    SetDependencies,
    SetForEach,
    SetPlan,
    SkipStep,
    UseTool,
)
from gameplan.plans.edits import EditRefused, edited
from gameplan.plans.graph import dependencies
from gameplan.plans.model import ForEach, Plan, Step
from gameplan.runtime.events.codec import adapter_of

PLAN = Plan(
    steps=(
        Step("read", "read_file", args={"path": "a"}),
        Step("list", "list_directory", args={"deep": {"x": [1, 2]}}),
        Step("write", "write_file", args={"content": "$read.content ", "path": "b"}, depends_on=("list",)),
        Step("say", "say", args={"text": "${read} $$read ${write.path}"}, when="$read.size > 1 and exists($write)"),
        Step("each", "t", args={"x": "$item"}, for_each=ForEach("$list.entries"), depends_on=("write",)),
    )
)


def ids(plan: Plan) -> list[str]:
    return [step.id for step in plan.steps]


@pytest.mark.parametrize(
    ("edit", "step_id", "field", "value"),
    [
        (Describe("read", "Read it"), "read", "description", "Read it"),
        (UseTool("read", "other"), "read", "tool", "other"),
        (SetArgs("read", {"q": 1}), "read", "args", {"q": 1}),
        (SetArgument("read", ("path",), "z"), "read", "args", {"path": "z"}),
        (SetArgument("read", ("new",), 5), "read", "args", {"path": "a", "new": 5}),
        (SetArgument("list", ("deep", "x", 1), 5), "list", "args", {"deep": {"x": [1, 5]}}),
        (DropArgument("write", "content"), "write", "args", {"path": "b"}),
        (AddDependency("write", "read"), "write", "depends_on", ("list", "read")),
        (AddDependency("write", "list"), "write", "depends_on", ("list",)),
        (DropDependency("write", "list"), "write", "depends_on", ()),
        (SetDependencies("write", ("read", "read")), "write", "depends_on", ("read",)),
        (SetCondition("write", "true"), "write", "when", "true"),
        (SetForEach("each", None), "each", "for_each", None),
        (SetApproval("write", True), "write", "approval", True),
        (SkipStep("write"), "write", "when", "false"),
        (ReplaceStep(Step("write", "new")), "write", "tool", "new"),
    ],
)
def test_what_each_edit_changes(edit: Edit, step_id: str, field: str, value: object) -> None:
    after = edited(PLAN, edit)
    assert getattr(after.step(step_id), field) == value
    assert ids(after) == ids(PLAN)
    assert after.version == (1 if after.steps == PLAN.steps else 2)
    assert [step for step in after.steps if step.id != step_id] == [step for step in PLAN.steps if step.id != step_id]


def test_the_plan_itself_never_changes() -> None:
    before = PLAN.to_wire()
    edited(PLAN, SetArgument("list", ("deep", "x", 0), "changed"), RenameStep("read", "r"))
    assert PLAN.to_wire() == before


def test_a_step_is_renamed_wherever_it_is_named() -> None:
    after = edited(PLAN, RenameStep("read", "look"), RenameStep("list", "ls"))
    assert ids(after) == ["look", "ls", "write", "say", "each"]
    assert after.step("write").args["content"] == "$look.content"
    assert after.step("write").depends_on == ("ls",)
    assert after.step("say").args["text"] == "${look} $$read ${write.path}"
    assert after.step("say").when == "$look.size > 1 and exists($write)"
    assert after.step("each").for_each == ForEach("$ls.entries")


def test_steps_are_added_and_moved() -> None:
    assert ids(edited(PLAN, AddStep(Step("new", "t"))))[:2] == ["new", "read"]
    assert ids(edited(PLAN, AddStep(Step("new", "t"), after="list")))[:3] == ["read", "list", "new"]
    assert ids(edited(PLAN, MoveStep("list", before="read")))[:2] == ["list", "read"]
    assert ids(edited(PLAN, MoveStep("say")))[-1] == "say"
    assert edited(PLAN, MoveStep("say", before="say")) is PLAN


def test_a_step_is_removed_and_its_place_closed() -> None:
    assert "each" not in ids(edited(PLAN, RemoveStep("each")))
    plan = Plan(steps=(Step("a", "t"), Step("b", "t", depends_on=("a",)), Step("c", "t", depends_on=("b",))))
    assert edited(plan, RemoveStep("b", rewire=True)).step("c").depends_on == ("a",)
    with pytest.raises(EditRefused, match='"c" comes after it'):
        edited(plan, RemoveStep("b"))


def test_another_step_may_stand_in_for_one_that_is_removed() -> None:
    plan = edited(PLAN, AddStep(Step("other", "read_file"), after="read"), RemoveStep("read", instead="other"))
    assert plan.step("write").args["content"] == "$other.content"
    assert plan.step("say").when.startswith("$other.size")


def test_of_two_steps_with_one_id_the_second_is_renamed() -> None:
    plan = Plan(steps=(Step("a", "t"), Step("a", "u"), Step("b", "t", depends_on=("a",))))
    after = edited(plan, RenameNumber(2, "a2"))
    assert ids(after) == ["a", "a2", "b"]
    assert after.steps[2].depends_on == ("a",)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (Describe("nobody", "x"), 'no step "nobody"'),
        (RemoveStep("read"), '"write" and "say" use its result'),
        (RemoveStep("read", rewire=True), "use its result"),
        (RemoveStep("read", instead="say"), '"say" waits for "read"'),
        (RemoveStep("read", instead="nobody"), "no step"),
        (MoveStep("write", before="read"), 'cannot come before "read" and "list": it waits for them'),
        (MoveStep("list"), 'cannot come after "write" and "each": they wait for "list"'),
        (MoveStep("list", before="each"), 'cannot come after "write": it waits for "list"'),
        (AddDependency("read", "say"), "read -> say -> read"),
        (AddDependency("read", "read"), "after itself"),
        (AddDependency("read", "nobody"), "no step"),
        (SetDependencies("list", ("each",)), "list -> each"),
        (DropDependency("write", "read"), "does not declare"),
        (DropArgument("read", "x"), 'no argument "x"'),
        (SetArgument("read", (), 1), "not said"),
        (SetArgument("read", ("path", 0), 1), "nothing at 'path'"),
        (SetArgument("list", ("deep", "x", 9), 1), "no place 9"),
        (SetArgument("list", ("deep", 9), 1), "is a text"),
        (AddStep(Step("read", "t")), 'a step "read" already'),
        (AddStep(Step("item", "t")), "something else"),
        (AddStep(Step("1", "t")), "letters, digits"),
        (AddStep(Step("x", "t"), after="nobody"), "no step"),
        (RenameStep("read", "list"), "already"),
        (RenameStep("nobody", "x"), "no step"),
        (RenameNumber(9, "x"), "number 9"),
    ],
)
def test_what_cannot_be_done_is_refused_and_explained(edit: Edit, says: str) -> None:
    with pytest.raises(EditRefused) as caught:
        edited(PLAN, edit)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    "edit",
    [
        Describe("read", "x"), SetArgs("list", {}), RenameStep("read", "r"), MoveStep("list", before="read"),
        ReplaceStep(Step("read", "t")), SkipStep("list"), AddDependency("list", "read"), UseTool("list", "t"),
    ],
)  # fmt: skip
def test_what_has_run_cannot_be_changed(edit: Edit) -> None:
    with pytest.raises(EditRefused, match="has run or is running"):
        edited(PLAN, edit, frozen={"read", "list"})


def test_the_rest_of_a_plan_that_runs_can_be_changed() -> None:
    after = edited(PLAN, SkipStep("say"), AddStep(Step("x", "t"), after="write"), frozen={"read", "list"})
    assert after.version == 2


def test_several_edits_are_one_new_version_or_none() -> None:
    assert edited(PLAN, Describe("read", "x"), SkipStep("say"), MoveStep("say")).version == 2
    with pytest.raises(EditRefused):
        edited(PLAN, Describe("read", "x"), Describe("nobody", "x"))


NESTED = Plan(steps=(Step("outer", "plan", plan=PLAN), Step("read", "read_file")), output={"x": "$outer.say"})


def test_a_plan_inside_a_step_is_edited_like_any_other() -> None:
    after = edited(NESTED, EditInside("outer", RenameStep("read", "look")))
    assert after.version == 2
    assert [step.id for step in after.steps] == ["outer", "read"]
    assert after.steps[0].plan == edited(PLAN, RenameStep("read", "look"))
    with pytest.raises(EditRefused, match="look"):
        edited(NESTED, EditInside("outer", Describe("look", "x")))
    with pytest.raises(EditRefused, match="no plan in it"):
        edited(NESTED, EditInside("read", Describe("look", "x")))
    named = edited(NESTED, SetPlan("outer", "backup"))
    assert named.steps[0].plan == "backup"
    with pytest.raises(EditRefused, match='the template "backup"'):
        edited(named, EditInside("outer", Describe("read", "x")))
    with pytest.raises(EditRefused, match="has run or is running"):
        edited(NESTED, EditInside("outer", Describe("read", "x")), frozen={"outer"})


def test_what_a_plan_gives_follows_the_names_of_its_steps() -> None:
    assert edited(NESTED, RenameStep("outer", "all")).output == {"x": "$all.say"}
    assert edited(NESTED, RemoveStep("outer", instead="read")).output == {"x": "$read.say"}
    with pytest.raises(EditRefused, match="what the plan gives"):
        edited(NESTED, RemoveStep("outer"))
    assert edited(NESTED, RemoveStep("read")).output == NESTED.output


def test_edits_can_be_recorded_and_read_back() -> None:
    adapter: Any = adapter_of(Edit)
    for edit in (
        AddDependency("a", "b"),
        DropDependency("a", "b"),
        AddStep(Step("x", "t")),
        SetArgument("a", ("b", 0), 1),
        SetPlan("a", PLAN),
        EditInside("a", EditInside("b", DropDependency("c", "d"))),
    ):
        assert adapter.validate_json(adapter.dump_json(edit)) == edit


@given(st.data())
def test_no_edit_that_is_accepted_breaks_the_order(data: st.DataObject) -> None:
    plan = PLAN
    names = st.sampled_from([*ids(PLAN), "nobody"])
    edits: st.SearchStrategy[Edit] = st.one_of(
        st.builds(MoveStep, names, names | st.just("")),
        st.builds(AddDependency, names, names),
        st.builds(DropDependency, names, names),
        st.builds(RemoveStep, names, st.booleans(), st.just("") | names),
        st.builds(RenameStep, names, st.sampled_from(["n1", "n2", "read"])),
        st.builds(AddStep, st.builds(Step, st.sampled_from(["n1", "n3"]), st.just("t")), names),
    )
    for edit in data.draw(st.lists(edits, max_size=6)):
        try:
            plan = edited(plan, edit)
        except EditRefused:
            continue
        place = {step.id: number for number, step in enumerate(plan.steps)}
        assert len(place) == len(plan.steps)
        if isinstance(edit, MoveStep):
            needs = dependencies(plan)
            assert all(place[need] < place[edit.step] for need in needs[edit.step])
        for step in plan.steps:
            assert set(step.depends_on) <= set(place)


def test_the_edits_of_a_large_plan_are_quick(plan_of: Callable[..., Plan]) -> None:
    plan = Plan(steps=tuple(Step(f"s{n}", "t", depends_on=(f"s{n - 1}",) if n else ()) for n in range(5_000)))
    after = edited(plan, RenameStep("s0", "first"), AddDependency("s4999", "first"))
    assert after.step("s1").depends_on == ("first",)
