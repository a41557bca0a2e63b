"""Plans over the workspace's own tools: what people will really write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gameplan.plans import ApprovalAsked, Engine, plan_from_wire
from gameplan.plans.files import load_plan
from gameplan.plans.foreseeing import foresee
from gameplan.plans.published import plan_schema
from gameplan.plans.validation import spelled_out, validate
from gameplan.runtime import Session
from gameplan.tools import Tool
from gameplan.tools.workspace import Workspace

Tools = dict[str, Tool[Any, Any]]


@pytest.fixture
def tools(tmp_path: Path) -> Iterator[Tools]:
    with Workspace(tmp_path) as workspace:
        yield {each.name: each for each in (*workspace.reading_tools(), *workspace.writing_tools("run"))}


def codes(text: str, tools: Tools) -> list[str]:
    return [each.code for each in validate(load_plan(text, "yaml"), tools)]


def test_a_backup_an_edit_and_a_look_at_the_result(tools: Tools) -> None:
    plan = """
    steps:
      - {id: backup, tool: copy_file, args: {source: config.json, destination: config.backup.json}}
      - id: bump
        tool: edit_file
        dependsOn: [backup]
        args: {path: config.json, old: '"1.9.0"', new: '"2.0.0"'}
      - {id: verify, tool: read_file, args: {path: $bump}}
      - {id: report, tool: write_file, args: {path: report.txt, content: "now:\\n${verify} for $5"}}
    """
    assert codes(plan, tools) == []
    spelled = spelled_out(load_plan(plan, "yaml"), tools)
    assert spelled.step("verify").args["path"] == "$bump.path"
    assert spelled.step("report").args["content"] == "now:\n${verify.content} for $5"


def test_what_would_be_refused_is_foreseen_unless_a_step_before_may_change_that(tools: Tools, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one")
    (tmp_path / "d.txt").write_text("one")
    plan = """
    steps:
      - {id: look, tool: list_directory}
      - {id: wrong, tool: edit_file, args: {path: a.txt, old: two, new: three}, dependsOn: [look, copy]}
      - {id: copy, tool: copy_file, args: {source: d.txt, destination: b.txt}}
      - {id: look_again, tool: list_directory, dependsOn: [copy]}
      - {id: edit, tool: edit_file, args: {path: b.txt, old: one, new: two}, dependsOn: [look_again]}
      - {id: each, tool: delete_file, forEach: {items: [d.txt, gone.txt]}, args: {path: $item}}
      - id: inside
        dependsOn: [look_again]
        plan: {steps: [{id: edit, tool: edit_file, args: {path: b.txt, old: one, new: two}}]}
      - {id: alone, plan: {steps: [{id: edit, tool: edit_file, args: {path: c.txt, old: one, new: two}}]}}
    """
    found = {each.step: each for each in foresee(load_plan(plan, "yaml"), {}, tools)}
    refused = {name: each.refused for name, each in found.items() if each.refused}
    assert refused.keys() == {"wrong", "each", "alone/edit"}
    assert "does not occur" in refused["wrong"] and "gone.txt" in refused["each"] and "c.txt" in refused["alone/edit"]
    assert "This would be refused: " in found["edit"].preview and "This would be refused: " in found["each"].preview


def test_the_backup_after_the_overwrite_and_the_file_that_two_write(tools: Tools) -> None:
    plan = """
    steps:
      - {id: read, tool: read_file, args: {path: config.json}}
      - {id: update, tool: write_file, args: {path: config.json, content: $read}}
      - {id: also, tool: append_file, args: {path: ./config.json, content: more}}
      - {id: backup, tool: copy_file, args: {source: config.json, destination: old.json}, dependsOn: [update]}
    """
    assert codes(plan, tools) == ["write_conflict", "backup_after_overwrite"]


def test_a_loop_over_what_is_in_a_folder(tools: Tools) -> None:
    plan = """
    steps:
      - {id: list, tool: list_directory, args: {path: src}}
      - {id: each, tool: read_file, args: {path: $item.path}, forEach: {items: $list}}
    """
    assert codes(plan, tools) == []
    assert spelled_out(load_plan(plan, "yaml"), tools).step("each").for_each.items == "$list.entries"  # type: ignore[union-attr]
    assert codes(plan.replace("$item.path", "$item.name"), tools) == ["unknown_field"]
    assert codes(plan.replace("$item.path", "$item.size"), tools) == ["wrong_type"]


def test_every_tool_has_a_branch_in_the_schema_for_drafting(tools: Tools) -> None:
    schema = plan_schema(tools)
    branches = schema["properties"]["steps"]["items"]["anyOf"]
    assert [each["properties"]["tool"]["const"] for each in branches] == list(tools)
    assert len(json.dumps(schema)) < 1_200 * len(tools)


async def test_a_file_that_is_new_is_written_without_a_question_and_one_that_is_there_is_not(tmp_path: Path) -> None:
    (tmp_path / "there.txt").write_text("precious")
    plan = plan_from_wire(
        [
            {"id": "new", "tool": "write_file", "args": {"path": "new.txt", "content": "x"}},
            {"id": "old", "tool": "write_file", "args": {"path": "there.txt", "content": "x"}},
        ]
    )
    with Workspace(tmp_path) as workspace, Session() as session:
        tools = {each.name: each for each in workspace.writing_tools("run")}
        summary = await Engine(tools, session).complete(plan)
        assert (summary.status, summary.completed) == ("waiting", ("new",))
        assert summary.effects == ("writes new.txt",)
        assert [asked.step for asked in session.events_of(ApprovalAsked)] == ["old"]
    assert (tmp_path / "there.txt").read_text() == "precious"


async def test_a_file_that_appears_in_between_is_not_overwritten_without_a_question(tmp_path: Path) -> None:
    plan = plan_from_wire([{"id": "new", "tool": "write_file", "args": {"path": "new.txt", "content": "x"}}])
    with Workspace(tmp_path) as workspace, Session() as session:
        (write,) = [each for each in workspace.writing_tools("run") if each.name == "write_file"]
        assert write.spares is not None

        def spares_then_appears(params: object) -> str:
            assert write.spares is not None
            found = write.spares(params)
            (tmp_path / "new.txt").write_text("mine")
            return found

        hasty = replace(write, spares=spares_then_appears)
        summary = await Engine({"write_file": hasty}, session).complete(plan)
        assert summary.status == "waiting"
    assert (tmp_path / "new.txt").read_text() == "mine"
