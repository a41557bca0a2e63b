"""`run`, `resume`, `approve`, `deny`, `runs`, `show` and `undo`: a plan is carried out, and taken back."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.plans import RunStarted, StepBegan, run_state
from gameplan.plans.files import load_plan
from gameplan.runtime import Session, SessionStarted, SqliteJournal

PLAN = """\
request: Change the ferry
inputs:
  crossings: {type: integer, default: 4}
steps:
  - {id: read, tool: read_file, args: {path: src/ferry.py}}
  - id: edit
    tool: edit_file
    description: Change the number
    args: {path: src/ferry.py, old: crossings = 3, new: "crossings = ${input.crossings}"}
    dependsOn: [read]
  - {id: after, tool: read_file, args: {path: $edit.path}}
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    (tmp_path / "plan.yaml").write_text(PLAN)
    return tmp_path / "plan.yaml"


@pytest.fixture
def at(plan: Path, folder: Path) -> list[str]:
    return [str(plan), "--workspace", str(folder)]


def ferry(folder: Path) -> str:
    return (folder / "src" / "ferry.py").read_text()


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file() and ".gameplan" not in path.parts)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


# -- all the way through


def test_a_plan_runs_and_is_undone(command: Callable[..., Any], at: list[str], folder: Path) -> None:
    before = tree(folder)
    done = command("run", *at, "--yes", "all", "--input", "crossings=5")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "✓ edit  Replaced 1 place in src/ferry.py" in done.stdout
    assert "Completed. 3 of 3 steps completed." in done.stdout
    assert "crossings = 5" in ferry(folder)
    assert "gameplan undo" in done.stdout
    undone = command("undo", "last")
    assert undone.returncode == 0
    assert "- restored src/ferry.py" in undone.stdout
    assert tree(folder) == before
    assert "has been undone" in command("show", "last").stdout
    assert "Nothing to undo" in command("undo", "last").stdout


def test_the_workspace_is_this_folder_unless_said_otherwise(
    command: Callable[..., Any], plan: Path, folder: Path
) -> None:
    assert command("run", str(plan), "--yes", "all", cwd=folder).returncode == 0
    assert "crossings = 4" in ferry(folder)


def test_a_run_for_machines(invoke: Callable[..., Any], at: list[str]) -> None:
    lines = [json.loads(line) for line in invoke("run", *at, "--yes", "all", "--json").output.splitlines()]
    assert [line["seq"] for line in lines[:-1]] == list(range(1, len(lines)))
    assert lines[0]["type"] == "session.started"
    assert lines[0]["fields"] == {"kind": "run", "title": "Change the ferry"}
    result = lines[-1]
    assert result["type"] == "result"
    assert result["status"] == "completed"
    assert sorted(result["completed"]) == ["after", "edit", "read"]
    assert not any(result[key] for key in ("failed", "blocked", "skipped", "waiting", "reason"))


# -- waiting for a person


def test_without_a_terminal_it_waits_and_says_how_to_go_on(
    invoke: Callable[..., Any], at: list[str], folder: Path
) -> None:
    output = invoke("run", *at, code=4).output
    assert "+    crossings = 4" in output
    assert "overwrites src/ferry.py" in output
    assert re.search(r"Answer: gameplan approve \w+ edit, gameplan deny \w+ edit\n", output)
    assert "gameplan resume" in output
    assert "crossings = 3" in ferry(folder)
    assert "waiting" in invoke("runs").output
    shown = invoke("show", "last").output
    assert "? edit  Change the number" in shown
    assert "-    crossings = 3" in shown
    answered = invoke("approve", "last", "edit").output
    assert "Approved: edit (noted)." in answered
    assert "gameplan resume" in answered
    assert "waits for nothing more (edit: approved)" in invoke("approve", "last", "edit", code=2).output
    invoke("resume", "last")
    assert "crossings = 4" in ferry(folder)
    begun = [line for line in invoke("show", "last", "--events").output.splitlines() if "run.step_began" in line]
    assert len(begun) == 3  # each once
    assert "has completed already" in invoke("resume", "last").output


def test_a_run_goes_on_with_run_too(invoke: Callable[..., Any], at: list[str], folder: Path) -> None:
    invoke("run", *at, code=4)
    assert "its own workspace" in invoke("run", "last", "--workspace", str(folder), code=2).output
    invoke("run", "last", "--yes", "write,destroy")
    assert "crossings = 4" in ferry(folder)


def test_what_is_denied_is_skipped_with_its_reason(invoke: Callable[..., Any], at: list[str], folder: Path) -> None:
    invoke("run", *at, code=4)
    assert "Denied: edit (noted)." in invoke("deny", "last", "edit", "--reason", "not in winter").output
    invoke("resume", "last")
    assert "crossings = 3" in ferry(folder)
    shown = invoke("show", "last").output
    assert "– edit  Change the number  denied: not in winter" in shown
    assert "– after" in shown
    assert "it uses edit, which was skipped" in shown


def test_an_approval_holds_for_what_was_shown(invoke: Callable[..., Any], at: list[str], folder: Path) -> None:
    invoke("run", *at, code=4)
    invoke("approve", "last", "edit")
    (folder / "src" / "ferry.py").write_text("class Ferry:\n    crossings = 3  # by hand\n")
    assert "by hand" in invoke("resume", "last", code=4).output
    assert "crossings = 3" in ferry(folder)


def test_yes_to_writing_is_no_yes_to_destroying(invoke: Callable[..., Any], at: list[str]) -> None:
    invoke("run", *at, "--yes", "write", code=4)
    assert "some of write, destroy, send, execute" in invoke("run", *at, "--yes", "everything", code=2).output


def test_no_yes_covers_what_untrusted_data_decides(invoke: Callable[..., Any], tmp_path: Path, folder: Path) -> None:
    (folder / "name.txt").write_text("README.md")
    (tmp_path / "plan.yaml").write_text(
        "steps:\n"
        "  - {id: read, tool: read_file, args: {path: name.txt}}\n"
        "  - {id: delete, tool: delete_file, args: {path: $read.content}}\n"
    )
    output = invoke("run", str(tmp_path / "plan.yaml"), "-w", str(folder), "--yes", "all", code=4).output
    assert "untrusted data" in output
    assert (folder / "README.md").exists()


def test_no_yes_covers_the_items_that_untrusted_data_gives(
    invoke: Callable[..., Any], tmp_path: Path, folder: Path
) -> None:
    (folder / "copy.md").write_bytes((folder / "README.md").read_bytes())
    invoke("plan", "--template", "clean-duplicates", "-i", "files=*.md", "--out", str(tmp_path / "plan.yaml"))
    invoke("run", str(tmp_path / "plan.yaml"), "-w", str(folder), "--yes", "all", code=4)
    assert (folder / "copy.md").exists()
    invoke("approve", "last", "delete")
    invoke("resume", "last")
    assert not (folder / "copy.md").exists()
    assert (folder / "README.md").exists()


def test_no_yes_covers_what_other_programs_obey(invoke: Callable[..., Any], tmp_path: Path, folder: Path) -> None:
    (tmp_path / "plan.yaml").write_text("steps: [{id: hook, tool: write_file, args: {path: .envrc, content: evil}}]\n")
    assert "HIGH RISK" in invoke("run", str(tmp_path / "plan.yaml"), "-w", str(folder), "--yes", "all", code=4).output
    assert not (folder / ".envrc").exists()


def test_all_items_of_a_step_are_approved_at_once(invoke: Callable[..., Any], tmp_path: Path, folder: Path) -> None:
    (tmp_path / "plan.yaml").write_text(
        "steps:\n"
        "  - {id: delete, tool: delete_file, args: {path: $item}, forEach: {items: [README.md, src/ferry.py]}}\n"
    )
    asked = invoke("run", str(tmp_path / "plan.yaml"), "-w", str(folder), code=4).output
    assert asked.index("\n? delete[0]  ") < asked.index("\n? delete[1]  ")
    assert "gameplan deny last delete" in invoke("skip", "last", "delete", code=1).output
    assert "Approved: delete[0], delete[1] (noted)." in invoke("approve", "last", "delete").output
    invoke("resume", "last")
    assert tree(folder) == {}
    assert "✓ delete 2 of 2" in invoke("show", "last").output
    invoke("undo", "last")
    assert {*tree(folder)} == {"README.md", "src/ferry.py"}


def test_a_run_that_somebody_writes_cannot_be_resumed(invoke: Callable[..., Any], at: list[str], home: Path) -> None:
    invoke("run", *at, code=4)
    with SqliteJournal(home / "gameplan.db") as journal:
        (info,) = journal.sessions()
        with Session.open(journal, info.session_id):
            for arguments in (["resume", "last"], ["undo", "last"]):
                assert "another process" in invoke(*arguments, code=2).output


# -- what goes wrong


def test_a_failure_is_told_with_what_it_blocks(invoke: Callable[..., Any], at: list[str], folder: Path) -> None:
    (folder / "src" / "ferry.py").write_text("nothing\n")
    output = invoke("run", *at, "--yes", "all", code=1).output
    assert "✗ edit" in output
    assert "does not occur" in output
    assert "it needs edit, which failed" in output
    assert "Failed. 1 of 3 steps completed, 1 blocked, 1 failed." in output
    assert "is over: it failed" in invoke("resume", "last", code=1).output


def test_a_plan_with_problems_does_not_run(invoke: Callable[..., Any], tmp_path: Path, home: Path) -> None:
    (tmp_path / "plan.yaml").write_text("steps: [{id: a, tool: nothing}]")
    assert "unknown_tool" in invoke("run", str(tmp_path / "plan.yaml"), code=2).output
    told = json.loads(invoke("run", str(tmp_path / "plan.yaml"), "--json", code=2).output)
    assert told["status"] == "invalid"
    assert told["problems"][0]["code"] == "unknown_tool"
    assert not (home / "gameplan.db").exists()


def test_what_is_not_there_is_told(invoke: Callable[..., Any], at: list[str], plan: Path) -> None:
    assert "There is no file" in invoke("run", "nowhere.yaml", code=2).output
    assert "Nothing has been recorded yet" in invoke("run", "7f3k", code=2).output
    told = invoke("resume", "7f3k", code=2).output
    assert "Nothing has been recorded yet" in told and "Begin with: gameplan templates" in told
    assert "No plan has been run yet" in invoke("runs").output
    assert "is not there" in invoke("run", str(plan), "-w", "/nowhere", code=2).output
    assert "must be a whole number" in invoke("run", *at, "-i", "crossings=many", code=2).output
    invoke("run", *at, code=4)
    assert "There is no session" in invoke("show", "zzz", code=2).output
    assert "These wait: edit." in invoke("approve", "last", "read", code=2).output


def test_a_session_of_an_agent_is_no_run(invoke: Callable[..., Any], folder: Path) -> None:
    invoke("agent", "find TODOs", "-w", str(folder))
    assert "No plan has been run yet" in invoke("resume", "last", code=2).output
    assert "No plan has been run yet" in invoke("runs").output
    assert "has no graph" in invoke("show", "last", "--graph", code=2).output


def test_a_workspace_that_has_gone_is_told(invoke: Callable[..., Any], at: list[str], folder: Path) -> None:
    invoke("run", *at, code=4)
    folder.rename(folder.with_name("elsewhere"))
    for name in ("resume", "undo"):
        assert "is not there any more" in invoke(name, "last", code=2).output


def test_undo_refuses_where_a_person_has_changed_a_file(
    invoke: Callable[..., Any], at: list[str], folder: Path
) -> None:
    invoke("run", *at, "--yes", "all")
    (folder / "src" / "ferry.py").write_text("by hand\n")
    assert "src/ferry.py" in invoke("undo", "last", code=1).output
    assert ferry(folder) == "by hand\n"
    invoke("undo", "last", "--force", "src/ferry.py")
    assert "crossings = 3" in ferry(folder)


def test_an_undo_that_is_refused_says_how_to_undo_all_the_same(
    invoke: Callable[..., Any], at: list[str], folder: Path
) -> None:
    before = ferry(folder)
    invoke("run", *at, "--yes", "all")
    (folder / "src" / "ferry.py").write_text("mine\n")
    told = invoke("undo", "last", code=1).output
    assert "To undo it all the same: gameplan undo last --force src/ferry.py" in told
    assert ferry(folder) == "mine\n"
    invoke("undo", "last", "--force", "src/ferry.py")
    assert ferry(folder) == before


# -- looking


def test_a_run_is_shown_to_programs_as_its_plan_with_what_came_of_each_step(
    invoke: Callable[..., Any], at: list[str]
) -> None:
    invoke("run", *at, "--yes", "all")
    shown = json.loads(invoke("show", "last", "--json").output)
    assert shown["status"] == "completed"
    steps = {each["id"]: each for each in shown["plan"]["steps"]}
    assert {each["status"] for each in steps.values()} == {"completed"}
    assert "crossings = 4" in steps["after"]["result"]["value"]["content"]
    assert {*steps["edit"]["result"]} == {"ok", "value", "duration", "timestamp"}


def test_a_dry_run_shows_what_would_be_done_to_each_of_the_things_that_are_known(
    invoke: Callable[..., Any], tmp_path: Path, folder: Path
) -> None:
    before = tree(folder)
    (tmp_path / "plan.yaml").write_text(
        "steps:\n"
        "  - {id: write, tool: write_file, args: {path: $item, content: X}, forEach: {items: [README.md, new.md]}}\n"
    )
    output = invoke("run", str(tmp_path / "plan.yaml"), "-w", str(folder), "--dry-run").output
    assert "overwrites README.md" in output
    assert "writes new.md" in output
    assert "-# The ferry" in output
    assert "It would ask first: it overwrites or removes something" in output
    assert "known when" not in output
    assert tree(folder) == before


def test_a_dry_run_shows_each_step_and_runs_nothing(
    invoke: Callable[..., Any], at: list[str], folder: Path, home: Path
) -> None:
    before = tree(folder)
    output = invoke("run", *at, "--dry-run").output
    assert "· edit  edit_file  Change the number  after read" in output
    assert "+    crossings = 4" in output
    assert "writes src/ferry.py" in output
    assert "It would ask first" in output
    assert tree(folder) == before
    assert not home.exists()
    assert not (folder / ".gameplan").exists()
    lines = [json.loads(line) for line in invoke("run", *at, "--dry-run", "--json").output.splitlines()]
    assert [line["step"] for line in lines] == ["read", "edit", "after"]
    assert lines[1]["effects"] == ["overwrites src/ferry.py"]


def test_the_graph_sets_each_step_below_what_it_waits_for(invoke: Callable[..., Any], at: list[str]) -> None:
    invoke("run", *at, "--yes", "all")
    lines = invoke("show", "last", "--graph").output.splitlines()
    steps = [line for line in lines if "✓" in line]
    assert [len(line) - len(line.lstrip()) for line in steps] == [0, 2, 4]
    assert steps[2].endswith("← edit")


def test_runs_are_listed_newest_first_and_replayed(invoke: Callable[..., Any], at: list[str]) -> None:
    invoke("run", *at, code=4)
    invoke("run", *at, "--yes", "all", code=0)
    heading, newest, oldest, *_ = invoke("runs").output.splitlines()
    assert heading.split() == ["RUN", "WHEN", "STATUS", "DONE", "WHAT"]
    assert newest.split()[3:5] == ["completed", "3/3"]
    assert oldest.split()[3:5] == ["waiting", "1/3"]
    assert newest.endswith("Change the ferry")
    replayed = invoke("replay", "last").output
    assert "✓ edit" in replayed
    assert "events replayed" in replayed


def test_a_run_knows_how_long_the_tools_of_earlier_ones_took(invoke: Callable[..., Any], at: list[str]) -> None:
    def begun() -> dict[str, Any]:
        output = invoke("run", *at, "--yes", "all", "--json").output
        invoke("undo", "last")
        return next(line["fields"] for line in map(json.loads, output.splitlines()) if line["type"] == "run.started")

    assert begun()["estimates"] == {}
    assert set(begun()["estimates"]) == {"read_file", "edit_file"}


def test_a_run_that_was_killed_goes_on(invoke: Callable[..., Any], plan: Path, folder: Path, home: Path) -> None:
    """As a process leaves it that was killed just before `edit` acted."""
    home.mkdir()
    with SqliteJournal(home / "gameplan.db") as journal, Session(journal=journal, session_id="run-1-killed") as session:
        session.dispatch(SessionStarted("run", "killed"))
        session.dispatch(RunStarted(load_plan(plan), {"crossings": 4}, str(folder)))
        session.dispatch(StepBegan("edit", "run-1-killed/edit", {}))
    assert "stopped" in invoke("runs").output
    assert "was stopped in the middle" in invoke("show", "killed").output
    assert "it overwrites or removes something" in invoke("resume", "killed", code=4).output
    assert "crossings = 3" in ferry(folder)
    invoke("approve", "killed", "edit")
    invoke("resume", "killed")
    assert "crossings = 4" in ferry(folder)


# -- at a terminal


def test_at_a_terminal_it_asks_with_the_change(terminal: Callable[..., Any], at: list[str], folder: Path) -> None:
    screen = terminal("run", *at)
    screen.wait_for("Do it? [y/n/a/e/l/?]")
    assert "crossings = 4" in screen.seen
    screen.type("what\n")
    screen.wait_for("l  later")
    screen.wait_for("Do it?")
    screen.type("?\n")
    screen.wait_for("edit_file")
    screen.wait_for("Do it?")
    screen.type("y\n")
    assert screen.end() == 0
    assert "Completed." in screen.seen
    assert "crossings = 4" in ferry(folder)


def test_at_a_terminal_no_wants_a_reason(
    terminal: Callable[..., Any], at: list[str], folder: Path, invoke: Callable[..., Any]
) -> None:
    screen = terminal("run", *at)
    screen.wait_for("Do it?")
    screen.type("n\n")
    screen.wait_for("Why not?")
    screen.type("not in winter\n")
    assert screen.end() == 0
    assert "denied: not in winter" in invoke("show", "last").output
    assert "crossings = 3" in ferry(folder)


@pytest.mark.parametrize("answer", ["l\n", "\x04"])
def test_at_a_terminal_later_leaves_it_waiting(terminal: Callable[..., Any], at: list[str], answer: str) -> None:
    screen = terminal("run", *at)
    screen.wait_for("Do it?")
    screen.type(answer)
    assert screen.end() == 4


def test_all_answers_for_the_rest_of_the_kind(terminal: Callable[..., Any], tmp_path: Path, folder: Path) -> None:
    (tmp_path / "plan.yaml").write_text(
        "steps:\n"
        "  - {id: one, tool: delete_file, args: {path: README.md}}\n"
        "  - {id: two, tool: delete_file, args: {path: src/ferry.py}}\n"
    )
    screen = terminal("run", str(tmp_path / "plan.yaml"), "-w", str(folder))
    screen.wait_for("Do it?")
    screen.type("a\n")
    assert screen.end() == 0
    assert tree(folder) == {}


def test_ctrl_c_cancels_with_a_whole_record(
    terminal: Callable[..., Any], at: list[str], home: Path, folder: Path
) -> None:
    screen = terminal("run", *at)
    screen.wait_for("Do it?")
    screen.process.send_signal(signal.SIGINT)
    assert screen.end() == 130
    assert "Traceback" not in screen.seen
    assert "Cancelled (its program was stopped)" in screen.seen
    with SqliteJournal(home / "gameplan.db") as journal:
        (info,) = journal.sessions()
        state = run_state(Session.view(journal, info.session_id).standing)
    assert state is not None
    assert state.ended == "cancelled"
    assert state.of("edit").status == "skipped"  # it had not begun
    assert {state.of(step.id).status for step in state.plan.steps} <= {"completed", "failed", "skipped", "blocked"}
    assert "crossings = 3" in ferry(folder)


def test_a_run_whose_process_is_killed_at_the_question_goes_on(
    terminal: Callable[..., Any], at: list[str], folder: Path, invoke: Callable[..., Any]
) -> None:
    screen = terminal("run", *at)
    screen.wait_for("Do it?")
    screen.process.kill()
    screen.process.wait(30)
    assert "was stopped in the middle" in invoke("show", "last").output
    assert "read_file" not in invoke("resume", "last", "--yes", "all").output.partition("▸ after")[0]
    assert "crossings = 4" in ferry(folder)
