"""Plans over the workspace's own tools: what people will really write."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gameplan.plans.files import load_plan
from gameplan.plans.published import plan_schema
from gameplan.plans.validation import spelled_out, validate
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
