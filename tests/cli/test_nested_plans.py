"""Plans inside steps on the command line: checked with the templates that they name, and foreseen step by step."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.cli.plans.files import read_plan
from gameplan.cli.runs.dry_run import foresee

PLAN = """
inputs: {name: {default: a.txt}}
steps:
  - id: edit
    plan: backup-and-edit
    args: {file: $input.name, old: one, new: "1", backup: old/a.txt}
  - id: each
    description: Read each
    forEach: {items: [a.txt, b.txt]}
    args: {file: $item}
    dependsOn: [edit]
    plan:
      inputs: {file: {}}
      steps:
        - {id: read, tool: read_file, args: {path: $input.file}}
        - {id: keep, tool: write_file, args: {path: "${input.file}.copy", content: $read, overwrite: false}}
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text("one\n")
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN)
    return path


def test_check_counts_the_steps_inside(invoke: Callable[..., Any], plan: Path) -> None:
    assert "2 steps (and 4 inside them), no problems" in invoke("check", str(plan), "-w", str(plan.parent)).output


def test_check_names_what_is_wrong_inside(invoke: Callable[..., Any], plan: Path) -> None:
    plan.write_text(PLAN.replace("content: $read", "content: $raed").replace("backup-and-edit", "backup-and-edt"))
    output = invoke("check", str(plan), "-w", str(plan.parent), "--json", code=2).output
    found = {(each["code"], each["step"]) for each in json.loads(output)["problems"]}
    assert found == {("unknown_template", "edit"), ("unknown_reference", "each/keep")}


def test_a_template_of_yours_that_contains_itself(
    invoke: Callable[..., Any], plan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = plan.parent / "home" / "templates"
    own.mkdir(parents=True)
    (own / "circle.yaml").write_text("request: go round\nsteps: [{id: a, plan: circle}]\n")
    monkeypatch.setenv("GAMEPLAN_HOME", str(own.parent))
    assert '"circle" contains itself: circle -> circle' in invoke("check", str(plan), code=2).output


def test_a_dry_run_foresees_the_steps_inside(plan: Path) -> None:
    found = {each.step: each for each in foresee(read_plan(plan), {"name": "a.txt"}, plan.parent)}
    assert list(found) == ["edit", "edit/backup", "edit/edit", "each", "each/read", "each/keep"]
    assert "writes old/a.txt" in found["edit/backup"].effects
    assert "+1" in found["edit/edit"].preview
    assert found["edit/edit"].asks == "it overwrites or removes something"
    assert found["edit/edit"].after == ("edit/backup",)
    assert found["each"].after == ("edit",)
    assert found["each"].description == "Read each (for each of some items, 2 steps)"
    assert found["each/keep"].preview == ""
    assert any(effect.startswith("writes what is known") for effect in found["each/keep"].effects)
