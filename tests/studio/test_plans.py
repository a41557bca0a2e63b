"""Plans under review, over the API: made, edited, undone, repaired, compared, closed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from gameplan.client import Client, StudioError
from gameplan.plans.edit_kinds import Edit
from gameplan.studio.edit_wire import KINDS, edit_from_wire, edit_to_wire

DESCRIBE = {"edit": "describe", "step": "edit", "description": "One more crossing."}


def test_a_plan_is_made_of_a_text(client: Client, ferry: str) -> None:
    plan = client.plan_from_text(ferry)
    assert plan.title == "Raise the number of crossings, and keep a copy."
    assert [step["id"] for step in plan.plan["steps"]] == ["backup", "edit", "after"]
    assert (plan.problems, plan.version, plan.can_undo) == ([], 1, False)
    assert [(edge.source, edge.target, edge.kind) for edge in plan.graph.edges] == [
        ("backup", "edit", "declared"),
        ("edit", "after", "reference"),
    ]
    assert [card.id for card in client.plans()] == [plan.id]
    assert client.plans("crossings") and not client.plans("submarine")


def test_a_plan_is_made_of_a_template_with_what_it_is_told(client: Client) -> None:
    names = {each.name for each in client.templates()}
    assert "backup-and-edit" in names
    template = client.template("collect-todos")
    plan = client.plan_from_template("collect-todos")
    assert plan.source == "template collect-todos"
    assert [step["id"] for step in plan.plan["steps"]] == [step["id"] for step in template.plan["steps"]]
    with pytest.raises(StudioError) as refused:
        client.plan_from_template("release-version", {"versoin": "2.0.0"})
    assert (refused.value.status, refused.value.code) == (422, "bad_inputs")
    assert refused.value.problems[0].place == ["inputs", "versoin"]


def test_words_without_a_model_are_told_what_to_do(client: Client) -> None:
    with pytest.raises(StudioError, match=r"ANTHROPIC_API_KEY.*backup-and-edit") as refused:
        client.plan_from_request("bump the version")
    assert (refused.value.status, refused.value.code) == (422, "no_model")
    assert client.plans() == []


def test_no_remark_is_taken_where_no_model_reads_it(client: Client, ferry: str) -> None:
    plan = client.plan_from_text(ferry)
    assert plan.planner == ""
    with pytest.raises(StudioError, match="Nobody would read the remark") as refused:
        client.regenerate(plan, remark="Keep two copies.")
    assert (refused.value.status, refused.value.code) == (422, "no_model")
    assert client.plan(plan.id).etag == plan.etag, "nothing was written"


def test_a_plan_with_problems_is_kept_with_its_problems_and_repaired(client: Client) -> None:
    plan = client.plan_from_text("steps:\n  - {id: look, tool: read_fil, args: {path: notes.md}}\n")
    (problem,) = plan.problems
    assert (problem.code, problem.step, problem.place) == ("unknown_tool", "look", ["tool"])
    assert problem.repair is not None
    assert problem.repair.edits == [{"edit": "useTool", "step": "look", "tool": "read_file"}]
    repaired = client.repair(plan, 0)
    assert repaired.problems == []
    assert repaired.plan["steps"][0]["tool"] == "read_file"
    assert client.edit(plan.model_copy(update={"etag": repaired.etag}), DESCRIBE | {"step": "look"}).version == 3
    with pytest.raises(StudioError) as refused:
        client.repair(client.plan(plan.id), 0)
    assert (refused.value.status, refused.value.code) == (409, "no_such_problem")


CIRCLES = {
    "alone": [("a", "b"), ("b", "a")],
    "with a way in": [("b", "a"), ("b", "c"), ("c", "b")],
    "with a way out": [("a", "b"), ("b", "a"), ("c", "b")],
    "two, one before the other": [("b", "a"), ("b", "c"), ("c", "b"), ("d", "c"), ("d", "e"), ("e", "d"), ("f", "e")],
    "all of them": [(one, other) for one in "abcdef" for other in "abcdef" if one != other],
}


@pytest.mark.parametrize("waits", CIRCLES.values(), ids=CIRCLES)
def test_steps_that_wait_for_each_other_are_shown_and_mended(client: Client, waits: list[tuple[str, str]]) -> None:
    names = sorted({name for each in waits for name in each})
    steps = [
        {"id": name, "tool": "list_directory", "dependsOn": [other for one, other in waits if one == name]}
        for name in names
    ]
    plan = client.plan_from_json({"request": "A circle.", "steps": steps})
    assert "cycle" in {each.code for each in plan.problems}
    assert {each.id for each in plan.graph.nodes} == set(names) and len(plan.graph.edges) == len(waits)
    assert [each.id for each in client.plans()] == [each.id for each in client.home().drafts] == [plan.id]
    for ask in (lambda: client.foreseen(plan.id), lambda: client.start(plan)):
        with pytest.raises(StudioError) as refused:
            ask()
        assert refused.value.code == "plan_has_problems"
    back = [{"edit": "dropDependency", "step": one, "on": other} for one, other in waits if one < other]
    assert client.edit(plan, *back).problems == []


def test_edits_are_made_all_or_none(client: Client, ferry: str) -> None:
    plan = client.plan_from_text(ferry)
    with pytest.raises(StudioError) as refused:
        client.edit(plan, DESCRIBE, {"edit": "moveStep", "step": "edit", "before": "backup"})
    assert (refused.value.status, refused.value.code) == (409, "edit_refused")
    assert 'cannot come before "backup"' in str(refused.value)
    assert client.plan(plan.id).etag == plan.etag
    edited = client.edit(plan, DESCRIBE, {"edit": "setArgument", "step": "edit", "place": ["new"], "value": "x = 5"})
    assert (edited.version, edited.versions, edited.can_undo) == (2, 2, True)
    assert edited.plan["steps"][1]["args"]["new"] == "x = 5"


@pytest.mark.parametrize(
    "edit",
    [
        {"edit": "no_such"},
        {"step": "edit"},
        {"edit": "describe", "step": "edit"},
        {"edit": "describe", "step": "edit", "description": 3},
        {"edit": "describe", "step": "edit", "description": "x", "more": 1},
        {"edit": "addStep", "new": {"tool": "read_file"}},
        {"edit": "editInside", "step": "edit", "inner": {"edit": "describe"}},
    ],
)
def test_what_is_no_edit_is_refused_in_words(client: Client, ferry: str, edit: dict[str, Any]) -> None:
    plan = client.plan_from_text(ferry)
    with pytest.raises(StudioError) as refused:
        client.edit(plan, edit)
    assert (refused.value.status, refused.value.code) == (422, "bad_edit")


def test_the_second_of_two_editors_is_told_what_changed(client: Client, ferry: str) -> None:
    plan = client.plan_from_text(ferry)
    client.edit(plan, DESCRIBE)
    with pytest.raises(StudioError) as refused:
        client.edit(plan, {"edit": "removeStep", "step": "after"})
    assert (refused.value.status, refused.value.code) == (412, "changed_meanwhile")
    now = client.plan(plan.id)
    assert refused.value.current["etag"] == now.etag
    assert refused.value.current["changes"] == ['~ step "edit"', '    description: "" -> "One more crossing."']
    assert len(now.plan["steps"]) == 3


def test_an_edit_says_which_version_it_is_of(studio: Any, ferry: str) -> None:
    with studio.http() as http, studio.client() as client:
        plan = client.plan_from_text(ferry)
        reply = http.post(f"plans/{plan.id}/edits", json={"edits": [DESCRIBE]})
        assert (reply.status_code, reply.json()["code"]) == (428, "if_match_needed")
        assert reply.headers["content-type"] == "application/problem+json"
        assert http.get(f"plans/{plan.id}").headers["etag"] == plan.etag


def test_undo_and_redo_go_through_the_versions(client: Client, ferry: str) -> None:
    first = client.plan_from_text(ferry)
    second = client.edit(first, DESCRIBE)
    third = client.edit(second, {"edit": "removeStep", "step": "after"})
    assert client.versions(first.id)[-1].why == "remove step after"
    back = client.undo_edit(client.undo_edit(third))
    assert (back.plan, back.can_undo, back.can_redo) == (first.plan, False, True)
    on = client.redo_edit(back)
    assert (on.plan, on.can_undo, on.can_redo) == (second.plan, True, True)
    assert client.redo_edit(on).plan == third.plan
    other = client.edit(client.undo_edit(client.plan(first.id)), DESCRIBE | {"description": "Another way."})
    assert (other.version, other.can_redo) == (3, False)
    assert [each.version for each in client.versions(first.id)] == [1, 2, 3]
    assert client.diff(first.id, 2, 3) == ['~ step "edit"', '    description: "One more crossing." -> "Another way."']
    with pytest.raises(StudioError) as refused:
        client.redo_edit(other)
    assert (refused.value.status, refused.value.code) == (409, "nothing_to_redo")


def test_a_plan_survives_the_studio(serve: Callable[..., Any], ferry: str) -> None:
    studio = serve()
    with studio.client() as client:
        plan = client.edit(client.plan_from_text(ferry), DESCRIBE)
    studio.stop()
    with serve().client() as client:
        again = client.plan(plan.id)
        assert (again.plan, again.etag, again.can_undo) == (plan.plan, plan.etag, True)
        assert client.undo_edit(again).version == 1


def test_a_plan_is_written_anew_and_read_as_a_file(client: Client, ferry: str) -> None:
    plan = client.plan_from_text(ferry)
    text = client.text(plan.id).replace("crossings = 4", "crossings = 7")
    assert client.put(plan, text=text).plan["steps"][1]["args"]["new"] == "crossings = 7"
    assert json.loads(client.text(plan.id, "json"))["steps"][1]["args"]["new"] == "crossings = 7"
    with pytest.raises(StudioError) as refused:
        client.put(client.plan(plan.id), text="steps: [")
    assert (refused.value.status, refused.value.code) == (422, "not_a_plan")


def test_a_new_file_is_foreseen_as_new_though_its_text_is_only_known_later(client: Client, folder: Any) -> None:
    steps = """
      - {id: read, tool: read_file, args: {path: ferry.py}}
      - {id: new, tool: write_file, args: {path: copy.py, content: $read.content}}
      - {id: old, tool: write_file, args: {path: ferry.py, content: $read.content}, dependsOn: [new]}
      - {id: somewhere, tool: write_file, args: {path: $read.content, content: x}, dependsOn: [old]}
    """
    plan = client.plan_from_text(f"request: Copy it.\nsteps:{steps}")
    _, new, old, somewhere = client.foreseen(plan.id)
    assert (new.asks, new.effects) == ("", ["writes copy.py"])
    assert old.asks and old.effects == ["overwrites ferry.py"]
    assert somewhere.asks and somewhere.effects == ["overwrites what is known when the steps before it are done"]
    assert not (folder / "copy.py").exists()


def test_what_a_plan_would_do_is_foreseen_and_not_done(client: Client, ferry: str, folder: Any) -> None:
    plan = client.plan_from_text(ferry)
    backup, edit, after = client.foreseen(plan.id)
    assert (backup.effects, backup.asks) == (["writes ferry.py.bak"], "")
    assert "+crossings = 4" in edit.preview and edit.asks == "it overwrites or removes something"
    assert after.after == ["edit"]
    assert (folder / "ferry.py").read_text() == "crossings = 3\n"


def test_a_closed_plan_is_not_listed_and_not_edited(client: Client, ferry: str) -> None:
    plan = client.plan_from_text(ferry)
    client.close_plan(plan)
    assert client.plans() == []
    closed = client.plan(plan.id)
    assert closed.closed
    with pytest.raises(StudioError) as refused:
        client.edit(closed, DESCRIBE)
    assert (refused.value.status, refused.value.code) == (409, "closed")


def test_a_plan_becomes_a_template(client: Client, ferry: str) -> None:
    plan = client.plan_from_text(ferry)
    saved = client.save_template("raise-crossings", plan.id)
    assert (saved.source, saved.steps) == ("own", 3)
    assert client.plan_from_template("raise-crossings").plan["steps"] == plan.plan["steps"]
    with pytest.raises(StudioError) as refused:
        client.save_template("raise-crossings", plan.id)
    assert refused.value.code == "template_exists"
    with pytest.raises(StudioError) as bad:
        client.save_template("../../evil", plan.id)
    assert bad.value.status == 422


def test_every_kind_of_edit_can_be_written_and_read() -> None:
    step = {"id": "new", "tool": "read_file", "args": {"path": "a"}}
    samples: dict[str, dict[str, Any]] = {
        "replaceStep": {"by": step},
        "describe": {"step": "a", "description": "b"},
        "useTool": {"step": "a", "tool": "b"},
        "setArgs": {"step": "a", "args": {"x": [1, None]}},
        "setArgument": {"step": "a", "place": ["x", 0], "value": {"y": 1}},
        "dropArgument": {"step": "a", "name": "x"},
        "addDependency": {"step": "a", "on": "b"},
        "dropDependency": {"step": "a", "on": "b"},
        "setDependencies": {"step": "a", "on": ["b", "c"]},
        "setCondition": {"step": "a", "when": "b.ok"},
        "setForEach": {"step": "a", "forEach": {"items": "$b", "max": 3, "parallel": 2}},
        "setApproval": {"step": "a", "approval": None},
        "setPlan": {"step": "a", "plan": "backup"},
        "editInside": {"step": "a", "inner": {"edit": "skipStep", "step": "b"}},
        "skipStep": {"step": "a"},
        "addStep": {"new": step, "after": "a"},
        "removeStep": {"step": "a", "rewire": True, "instead": ""},
        "moveStep": {"step": "a", "before": "b"},
        "renameStep": {"step": "a", "to": "b"},
        "renameNumber": {"number": 2, "to": "b"},
    }
    assert set(samples) == set(KINDS)
    for kind, fields in samples.items():
        edit: Edit = edit_from_wire({"edit": kind, **fields})
        assert edit_to_wire(edit) == {"edit": kind, **fields}
