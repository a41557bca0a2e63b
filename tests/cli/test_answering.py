"""Answering and steering a run: in its inbox when nobody carries it out, at once when another process does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.cli.runs import inbox
from gameplan.runtime import Session, SqliteJournal

PLAN = """\
request: Paint the ferry
steps:
  - {id: read, tool: read_file, args: {path: src/ferry.py}}
  - id: colour
    tool: ask
    args: {question: Which colour?, type: choice, choices: [red, blue], default: red}
  - id: edit
    tool: edit_file
    args: {path: src/ferry.py, old: crossings = 3, new: "crossings = 4"}
    dependsOn: [read]
  - {id: delete, tool: delete_file, args: {path: README.md}}
  - {id: paint, tool: write_file, args: {path: colour.txt, content: $colour, overwrite: false}}
"""


@pytest.fixture
def at(tmp_path: Path, folder: Path) -> list[str]:
    (tmp_path / "plan.yaml").write_text(PLAN)
    return [str(tmp_path / "plan.yaml"), "--workspace", str(folder)]


def ferry(folder: Path) -> str:
    return (folder / "src" / "ferry.py").read_text()


# -- when nobody carries it out


def test_answers_are_noted_shown_and_taken_up(invoke: Callable[..., Any], at: list[str], folder: Path) -> None:
    told = invoke("run", *at, code=4).output
    assert "gameplan answer" in told
    assert "- blue" in told
    assert "must be one of: red, blue" in invoke("answer", "last", "colour", "green", code=2).output
    assert "Answered: colour (noted)." in invoke("answer", "last", "colour", "blue").output
    assert "Still waiting: delete" in invoke("approve", "last", "edit").output
    assert "waiting, 2 noted" in invoke("runs").output
    (listed,) = json.loads(invoke("runs", "--json").output)
    assert (listed["status"], listed["noted"]) == ("waiting", 2)
    shown = invoke("show", "last").output
    assert "Noted, and not yet taken up: colour: answered; edit: approved." in shown
    assert "Which colour?" not in shown.partition("· paint")[2]
    invoke("deny", "last", "delete")
    invoke("resume", "last")
    assert (folder / "colour.txt").read_text() == "blue"
    assert "crossings = 4" in ferry(folder)
    assert (folder / "README.md").exists()
    assert "is over: it has completed" in invoke("approve", "last", "edit", code=1).output


def test_what_is_not_asked_cannot_be_answered(invoke: Callable[..., Any], at: list[str]) -> None:
    invoke("run", *at, code=4)
    assert "These wait: colour." in invoke("answer", "last", "edit", "yes", code=2).output
    assert "These wait: " in invoke("approve", "last", "colour", code=2).output
    assert "has: " in invoke("skip", "last", "nothing", code=2).output
    assert "it is completed" in invoke("skip", "last", "read", code=1).output


def test_the_rest_of_the_kind_is_approved_together(invoke: Callable[..., Any], at: list[str], folder: Path) -> None:
    invoke("run", *at, code=4)
    assert "with the rest of the kind" in invoke("approve", "last", "edit", "--rest").output
    invoke("answer", "last", "colour", "red")
    invoke("resume", "last")
    assert "crossings = 4" in ferry(folder)
    assert not (folder / "README.md").exists()


def test_other_arguments_are_asked_for_again(invoke: Callable[..., Any], at: list[str], folder: Path) -> None:
    invoke("run", *at, code=4)
    assert "give one of them" in invoke("approve", "last", "edit", "--rest", "--edit", "new=x", code=2).output
    assert "It has: path, old, new" in invoke("approve", "last", "edit", "--edit", "colour=x", code=2).output
    assert "NAME=VALUE" in invoke("approve", "last", "edit", "--edit", "new", code=2).output
    assert (
        "Given other arguments: edit (noted)."
        in invoke("approve", "last", "edit", "--edit", "new=crossings = 7").output
    )
    assert "+    crossings = 7" in invoke("resume", "last", code=4).output
    invoke("approve", "last", "edit")
    invoke("resume", "last", code=4)
    assert "crossings = 7" in ferry(folder)


def test_a_run_that_waits_is_cancelled_at_once_and_steps_are_skipped_when_it_goes_on(
    invoke: Callable[..., Any], at: list[str], folder: Path
) -> None:
    invoke("run", *at, code=4)
    assert "Skipped: delete (noted)." in invoke("skip", "last", "delete", "--reason", "keep it").output
    invoke("resume", "last", code=4)
    assert "keep it" in invoke("show", "last").output
    invoke("approve", "last", "edit")
    said = invoke("cancel", "last", "--reason", "wrong folder").output
    assert "Cancelled." in said and "noted" not in said
    assert "wrong folder" in invoke("show", "last").output and "noted" not in invoke("show", "last").output
    assert "was cancelled" in invoke("resume", "last", code=1).output
    assert "was cancelled" in invoke("cancel", "last", code=1).output
    assert "crossings = 3" in ferry(folder)


def test_only_a_run_that_goes_on_can_pause(invoke: Callable[..., Any], at: list[str]) -> None:
    invoke("run", *at, code=4)
    for word in ("pause", "unpause"):
        assert "is not going on" in invoke(word, "last", code=1).output


def test_a_writer_that_says_nothing_is_not_waited_for_long(
    invoke: Callable[..., Any], at: list[str], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox, "PATIENCE", 0.2)
    invoke("run", *at, code=4)
    with SqliteJournal(home / "gameplan.db") as journal:
        (info,) = journal.sessions()
        with Session.open(journal, info.session_id):
            assert "(noted)" in invoke("approve", "last", "edit").output


# -- when another process carries it out


def test_somebody_else_answers_and_the_prompt_goes_away(
    terminal: Callable[..., Any], command: Callable[..., Any], at: list[str], folder: Path
) -> None:
    screen = terminal("run", *at)
    screen.wait_for("Your answer (Enter: red):")
    screen.type("bl")  # half a word, which is not to be taken for an answer to what comes next
    answered = command("answer", "last", "colour", "blue")
    assert answered.stdout.endswith("Answered: colour.\n"), answered.stdout + answered.stderr
    screen.wait_for("colour: answered elsewhere.")
    screen.wait_for("Do it?")
    assert "asks" in command("runs").stdout
    for step in ("delete", "edit"):
        done = command("approve", "last", step)
        assert f"Approved: {step}." in done.stdout, done.stdout + done.stderr
    assert screen.end() == 0
    assert "Completed." in screen.seen
    assert (folder / "colour.txt").read_text() == "blue"
    assert not (folder / "README.md").exists()


def test_a_run_at_a_terminal_pauses_goes_on_and_is_cancelled(
    terminal: Callable[..., Any], command: Callable[..., Any], at: list[str]
) -> None:
    screen = terminal("run", *at)
    screen.wait_for("Your answer")
    assert command("pause", "last").returncode == 0
    assert "paused" in command("runs").stdout
    assert "pauses" in command("show", "last").stdout
    assert command("unpause", "last").returncode == 0
    assert command("cancel", "last").returncode == 0
    assert screen.end() == 1
    assert "Cancelled" in screen.seen


def test_a_refusal_is_told_with_its_reason(
    terminal: Callable[..., Any], command: Callable[..., Any], at: list[str]
) -> None:
    screen = terminal("run", *at)
    screen.wait_for("Your answer")
    screen.type("blue\n")
    screen.wait_for("Do it?")
    refused = command("skip", "last", "edit")
    assert refused.returncode == 1
    assert "has begun already" in refused.stderr


# -- at the terminal itself


def test_a_choice_is_taken_by_its_number(terminal: Callable[..., Any], at: list[str], folder: Path) -> None:
    screen = terminal("run", *at)
    screen.wait_for("2. blue")
    screen.wait_for("Your answer")
    screen.type("green\n")
    screen.wait_for("one of: red, blue")
    screen.type("2\n")
    screen.wait_for("Do it?")
    screen.type("n\n")
    screen.wait_for("Why not?")
    screen.type("\n")
    screen.wait_for("Do it?")
    screen.type("n\n")
    screen.wait_for("Why not?")
    screen.type("\n")
    assert screen.end() == 0
    assert (folder / "colour.txt").read_text() == "blue"


def test_arguments_are_changed_by_name_and_line_by_line(
    terminal: Callable[..., Any], tmp_path: Path, folder: Path
) -> None:
    (tmp_path / "note.yaml").write_text(
        "steps: [{id: note, tool: write_file, approval: true, args: {path: note.md, content: one, overwrite: false}}]\n"
    )
    screen = terminal("run", str(tmp_path / "note.yaml"), "-w", str(folder), VISUAL="", EDITOR="")
    screen.wait_for("Do it?")
    screen.type("e\n")
    screen.wait_for("Change: ")
    screen.type("colour=red\n")
    screen.wait_for("There is no colour: path, content, overwrite.")
    screen.type("path=other.md\n")
    screen.wait_for("Change: ")
    screen.type("content\n")
    screen.wait_for("| ")
    screen.type("first\n")
    screen.wait_for("| ")
    screen.type("second\n")
    screen.wait_for("| ")
    screen.type(".\n")
    screen.wait_for("Change: ")
    screen.type("\n")
    screen.wait_for("other.md")
    screen.wait_for("Do it?")
    screen.type("y\n")
    assert screen.end() == 0
    assert (folder / "other.md").read_text() == "first\nsecond"
    assert not (folder / "note.md").exists()


def test_long_arguments_are_changed_in_the_persons_editor(
    terminal: Callable[..., Any], tmp_path: Path, folder: Path
) -> None:
    editor = tmp_path / "an editor"
    editor.write_text("#!/bin/sh\nprintf 'from the editor\\n' > \"$1\"\n")
    editor.chmod(0o755)
    (tmp_path / "note.yaml").write_text(
        "steps: [{id: note, tool: write_file, approval: true, args: {path: note.md, content: one, overwrite: false}}]\n"
    )
    screen = terminal("run", str(tmp_path / "note.yaml"), "-w", str(folder), VISUAL=f"'{editor}'")
    screen.wait_for("Do it?")
    screen.type("e\n")
    screen.wait_for("opens your editor")
    screen.type("content\n")
    screen.wait_for("Change: ")
    screen.type("\n")
    screen.wait_for("from the editor")
    screen.wait_for("Do it?")
    screen.type("y\n")
    assert screen.end() == 0
    assert (folder / "note.md").read_text() == "from the editor"


def test_what_text_from_outside_decides_is_shown_and_not_approved_with_others(
    terminal: Callable[..., Any], tmp_path: Path, folder: Path
) -> None:
    (folder / "name.txt").write_text("README.md")
    (tmp_path / "plan.yaml").write_text(
        "steps:\n"
        "  - {id: read, tool: read_file, args: {path: name.txt}}\n"
        "  - {id: delete, tool: delete_file, args: {path: $read.content}}\n"
    )
    screen = terminal("run", str(tmp_path / "plan.yaml"), "-w", str(folder), columns=40)
    screen.wait_for("Do it? [y/n/e/l/?]")
    assert "its path is README.md, from" in " ".join(screen.seen.split())
    screen.type("a\n")
    screen.wait_for("text from outside decides")
    screen.wait_for("Do it?")
    screen.type("l\n")
    assert screen.end() == 4
    assert (folder / "README.md").exists()


def test_a_run_for_machines_tells_what_it_did(invoke: Callable[..., Any], at: list[str]) -> None:
    result = json.loads(invoke("run", *at, "--json", code=4).output.splitlines()[-1])
    assert set(result["waiting"]) == {"colour", "edit", "delete"}
    invoke("answer", "last", "colour", "red")
    result = json.loads(invoke("resume", "last", "--yes", "all", "--json").output.splitlines()[-1])
    assert "writes colour.txt" in result["effects"]
    assert result["durationMs"] > 0
    assert result["tokens"] == 0
    assert result["cost"] == "0"
