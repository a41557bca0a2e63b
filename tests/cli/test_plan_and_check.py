"""`templates`, `plan` and `check`: a plan is made and looked at before anything runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.agents import Reply, register_house_model
from gameplan.plans.files import load_plan
from gameplan.runtime import Session, SessionStarted, SqliteJournal

BAD = """\
request: Bad
steps:
  - {id: read, tool: read_fil, args: {path: a}}
  - {id: copy, tool: copy_file, args: {source: $reed.path, destination: b}, dependsOn: [copy]}
"""


def test_the_templates_are_listed_with_what_they_are_for(invoke: Callable[..., Any]) -> None:
    output = invoke("templates").output
    for name in ("backup-and-edit", "release-version", "rename-across-files", "csv-folder-to-json", "collect-todos"):
        assert f"{name} " in output


def test_one_template_is_shown_with_its_inputs_steps_and_how_to_use_it(invoke: Callable[..., Any]) -> None:
    output = invoke("templates", "backup-and-edit").output
    assert "The file to change. Needed." in output
    assert "copy_file" in output
    assert "gameplan plan --template backup-and-edit --input file=… --input old=… --input new=…" in output


def test_a_template_of_ones_own_is_there_too(invoke: Callable[..., Any], home: Path) -> None:
    (home / "templates").mkdir(parents=True)
    (home / "templates" / "mine.yaml").write_text("request: Mine\x07.\nsteps: [{id: a, tool: x}]\n".replace("\x07", ""))
    assert "mine " in invoke("templates").output
    (home / "templates" / "mine.yaml").write_text("steps: {")
    assert "mine.yaml" in invoke("templates", code=2).output


def test_a_template_that_is_not_there_suggests_one(invoke: Callable[..., Any]) -> None:
    assert "Did you mean collect-todos?" in invoke("templates", "collect-todo", code=2).output


def test_a_plan_is_made_from_a_template_and_can_be_checked(
    invoke: Callable[..., Any], folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "plan.yaml"
    made = invoke("plan", "--template", "collect-todos", "-i", "word=storms", "--out", str(out), "-w", str(folder))
    assert f"gameplan run {out} --workspace {folder} --dry-run" in made.output
    assert load_plan(out).inputs["word"].default == "storms"
    assert invoke("check", str(out), "-w", str(folder)).output == "✓ 3 steps, no problems.\n"
    assert "is there already" in invoke("plan", "--template", "collect-todos", "--out", str(out), code=2).output


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_the_name_of_the_file_says_its_form(invoke: Callable[..., Any], tmp_path: Path, suffix: str) -> None:
    out = tmp_path / f"plan.{suffix}"
    invoke("plan", "--template", "collect-todos", "--out", str(out))
    assert out.read_text().startswith("{" if suffix == "json" else "version: 1")


@pytest.mark.parametrize("out", [(), ("--out", "-")])
def test_without_a_file_the_plan_is_shown(invoke: Callable[..., Any], out: tuple[str, ...]) -> None:
    plan = load_plan(invoke("plan", "--template", "collect-todos", *out).output, "yaml")
    assert [step.id for step in plan.steps] == ["find", "list", "write"]


def test_every_input_that_does_not_fit_is_told(invoke: Callable[..., Any]) -> None:
    output = invoke("plan", "--template", "backup-and-edit", "-i", "fil=a", "-i", "all=perhaps", code=2).output
    for said in ("fil is no input", "file is missing", "old is missing", "new is missing", "all: it must be true"):
        assert said in output
    assert "name=value" in invoke("plan", "--template", "collect-todos", "-i", "word", code=2).output
    assert "said twice" in invoke("plan", "--template", "collect-todos", "-i", "word=a", "-i", "word=b", code=2).output


def test_words_without_a_model_name_the_templates(invoke: Callable[..., Any]) -> None:
    for arguments in ([], ["bump the version"]):
        output = invoke("plan", *arguments, code=2).output
        assert "--template NAME" in output
        assert "release-version" in output


def test_check_tells_every_problem_with_its_code_its_step_and_a_repair(
    invoke: Callable[..., Any], tmp_path: Path
) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    output = invoke("check", str(tmp_path / "bad.yaml"), code=2).output
    for said in ("unknown_tool", 'step "read"', 'Did you mean "read_file"?', "self_dependency", "unknown_reference"):
        assert said in output
    assert output.splitlines()[-1] == "3 problems."


def test_check_for_machines(invoke: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    told = json.loads(invoke("check", str(tmp_path / "bad.yaml"), "--json", code=2).output)
    assert told["steps"] == 2
    assert {each["code"] for each in told["problems"]} == {"unknown_tool", "self_dependency", "unknown_reference"}
    assert {*told["problems"][0]} == {"code", "step", "place", "message", "repair"}


@pytest.mark.parametrize("content", ["", "steps: [", "[1, 2]", "just text", "{}", "\x00", "steps: [{id: a}]"])
def test_what_is_no_plan_is_told_in_words(invoke: Callable[..., Any], tmp_path: Path, content: str) -> None:
    (tmp_path / "bad.yaml").write_text(content)
    for command in ("check", "run"):
        assert "Traceback" not in invoke(command, str(tmp_path / "bad.yaml"), code=2).output


def test_a_plan_cannot_steer_the_terminal(invoke: Callable[..., Any], tmp_path: Path) -> None:
    evil = {"request": "\x1b[2Jx", "steps": [{"id": "a", "tool": "\x1b]0;owned\x07", "description": "\x1b[31m"}]}
    (tmp_path / "evil.json").write_text(json.dumps(evil))
    assert "\x1b" not in invoke("check", str(tmp_path / "evil.json"), code=2).output
    assert "\x1b" not in invoke("run", str(tmp_path / "evil.json"), code=2).output
    evil["steps"] = [{"id": "a", "tool": "read_file", "description": "\x1b[31m", "args": {"path": "\x1b[2J"}}]
    (tmp_path / "evil.json").write_text(json.dumps(evil))
    assert "\x1b" not in invoke("run", str(tmp_path / "evil.json"), "--dry-run").output
    assert "\x1b" not in invoke("run", str(tmp_path / "evil.json"), code=1).output
    for arguments in (["runs"], ["show", "last"], ["show", "last", "--graph"], ["show", "last", "--events"]):
        assert "\x1b" not in invoke(*arguments).output


def test_a_plan_is_drafted_from_words_by_a_model(invoke: Callable[..., Any], folder: Path, home: Path) -> None:
    plan = {"steps": [{"id": "look", "description": "Look around", "tool": "list_directory", "args": {"path": "."}}]}

    class Drafter:
        name = "house:test-drafter"

        async def reply(self, request: Any, on_delta: Any = None) -> Reply:
            assert "list_directory" in request.system
            return Reply(text=json.dumps(plan))

    register_house_model("test-drafter", lambda view: Drafter())
    out = folder / "drafted.yaml"
    invoke("plan", "look around", "--model", "house:test-drafter", "-w", str(folder), "--out", str(out))
    assert invoke("check", str(out), "-w", str(folder)).exit_code == 0
    with SqliteJournal(home / "gameplan.db") as journal:
        session = Session.view(journal, journal.sessions()[0].session_id)
    assert session.events_of(SessionStarted) == (SessionStarted("draft", "look around"),)


def test_a_draft_with_problems_is_shown_not_lost(invoke: Callable[..., Any], folder: Path) -> None:
    class Bungler:
        name = "house:test-bungler"

        async def reply(self, request: Any, on_delta: Any = None) -> Reply:
            return Reply(text='{"steps": [{"id": "a", "tool": "raed_file", "args": {}}]}')

    register_house_model("test-bungler", lambda view: Bungler())
    result = invoke("plan", "read", "--model", "house:test-bungler", "-w", str(folder), code=2)
    assert "raed_file" in result.stdout and "read_file" in result.stderr


def test_words_without_a_model_name_the_templates_and_how_to_set_one(invoke: Callable[..., Any], folder: Path) -> None:
    result = invoke("plan", "tidy up", "-w", str(folder), code=2)
    assert "GAMEPLAN_PLANNER_MODEL" in result.output and "collect-todos" in result.output


@pytest.mark.parametrize(
    ("tool", "args", "how"),
    [
        ("run_command", "{program: ls}", "enabled = true under [commands]"),
        ("http_fetch", "{url: 'https://example.org'}", 'allow = ["example.org"] under [web]'),
    ],
)
def test_of_a_tool_that_is_off_it_is_said_how_to_allow_it(
    invoke: Callable[..., Any], tmp_path: Path, tool: str, args: str, how: str
) -> None:
    (tmp_path / "plan.yaml").write_text(f"steps: [{{id: a, tool: {tool}, args: {args}}}]\n")
    output = invoke("check", str(tmp_path / "plan.yaml"), code=2).output
    assert f'The tool "{tool}" is off' in output
    assert how in output
    assert str(tmp_path / "config" / "gameplan" / "gameplan.toml") in output
