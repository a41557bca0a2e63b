"""After a failure: a step is retried by hand, or a model proposes how to go on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gameplan.agents import Reply, register_house_model
from gameplan.plans import ApprovalAsked
from gameplan.runtime import Session, SqliteJournal

PLAN = """\
request: Copy the notes
steps:
  - {id: read, tool: read_file, args: {path: notes.md}}
  - {id: copy, tool: write_file, args: {path: copy.md, content: $read.content, overwrite: false}}
  - {id: other, tool: read_file, args: {path: README.md}}
"""
ELSEWHERE = {"action": "change", "why": "the notes are in the README", "args": {"path": "README.md"}}


class Scripted:
    """Says one thing."""

    name = "house:test-recovers"

    def __init__(self) -> None:
        self.says = ""
        self.told = 0

    async def reply(self, request: Any, on_delta: Any = None) -> Reply:
        self.told += 1
        return Reply(self.says)


@pytest.fixture
def model() -> Iterator[Scripted]:
    made = Scripted()
    register_house_model("test-recovers", lambda view: made)
    yield made


@pytest.fixture
def at(tmp_path: Path, folder: Path) -> list[str]:
    (tmp_path / "plan.yaml").write_text(PLAN)
    return [str(tmp_path / "plan.yaml"), "-w", str(folder)]


def sessions(home: Path) -> int:
    if not (home / "gameplan.db").exists():
        return 0
    with SqliteJournal(home / "gameplan.db") as journal:
        return len(journal.sessions())


def test_a_run_that_failed_goes_on_after_a_retry(invoke: Callable[..., Any], at: list[str], folder: Path) -> None:
    assert re.search(r"Try again what failed: gameplan retry \w+ read ", invoke("run", *at, code=1).output)
    assert "gameplan retry" in invoke("resume", "last", code=1).output
    (folder / "notes.md").write_text("notes")
    told = invoke("retry", "last", "read").output
    assert "To be tried again: read (noted)." in told
    assert "gameplan resume" in told
    invoke("resume", "last")
    assert (folder / "copy.md").read_text() == "notes"
    assert "has completed already" in invoke("resume", "last").output


def test_a_step_is_retried_with_other_arguments(invoke: Callable[..., Any], at: list[str], folder: Path) -> None:
    invoke("run", *at, code=1)
    assert "It has: path" in invoke("retry", "last", "read", "--edit", "pat=x", code=2).output
    invoke("retry", "last", "read", "--edit", "path=README.md")
    invoke("resume", "last")
    assert (folder / "copy.md").read_text() == (folder / "README.md").read_text()


@pytest.mark.parametrize(
    ("step", "why"),
    [("nothing", "There is no step nothing."), ("other", "is done"), ("copy", "retry read, and it waits again")],
)
def test_what_has_not_failed_is_not_retried(invoke: Callable[..., Any], at: list[str], step: str, why: str) -> None:
    invoke("run", *at, code=1)
    assert why in invoke("retry", "last", step, code=1).output


def test_what_a_tool_does_not_take_is_refused_when_the_run_would_go_on(
    invoke: Callable[..., Any], at: list[str], folder: Path
) -> None:
    invoke("run", *at, code=1)
    invoke("retry", "last", "read", "--edit", "path=[1]")
    (folder / "notes.md").write_text("notes")
    with_nothing_left = invoke("retry", "last", "read").output
    assert "(noted)" in with_nothing_left
    invoke("resume", "last", code=1)
    assert not (folder / "copy.md").exists()


# -- a model proposes


def test_a_model_proposes_and_what_is_approved_is_gone_on_with(
    invoke: Callable[..., Any], at: list[str], folder: Path, home: Path, model: Scripted
) -> None:
    model.says = json.dumps(ELSEWHERE)
    told = invoke("run", *at, "--recover", "--model", model.name, code=4).output
    assert "the notes are in the README" in told
    with SqliteJournal(home / "gameplan.db") as journal:
        (info,) = journal.sessions()
        (asked,) = Session.view(journal, info.session_id).events_of(ApprovalAsked)
        assert asked.args == {
            "action": "change",
            "why": "the notes are in the README",
            "failure": asked.args["failure"],
        }
        assert "notes.md" in asked.args["failure"]
    assert "README.md" in invoke("approve", "last", "read").output
    invoke("resume", "last")
    assert (folder / "copy.md").read_text() == (folder / "README.md").read_text()
    assert model.told == 1


def test_recovery_without_a_model_is_refused_before_anything_runs(
    invoke: Callable[..., Any], at: list[str], folder: Path, home: Path
) -> None:
    (folder / "notes.md").write_text("notes")
    told = invoke("run", *at, "--recover", code=2).output
    assert "--recover needs a language model, and none is set" in told
    assert sessions(home) == 0
    assert not (folder / "copy.md").exists()


# -- and a process that is killed


def test_a_retry_holds_when_the_process_that_went_on_with_it_is_killed(
    invoke: Callable[..., Any], terminal: Callable[..., Any], tmp_path: Path, folder: Path
) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        "steps:\n"
        "  - {id: read, tool: read_file, args: {path: notes.md}}\n"
        "  - {id: edit, tool: edit_file, args: {path: src/ferry.py, old: crossings = 3, new: crossings = 4},"
        " dependsOn: [read]}\n"
    )
    invoke("run", str(plan), "-w", str(folder), code=1)
    (folder / "notes.md").write_text("notes")
    invoke("retry", "last", "read")
    screen = terminal("resume", "last")
    screen.wait_for("Do it?")
    screen.process.kill()
    screen.process.wait()
    (folder / "notes.md").unlink()  # what was done is not done again
    invoke("resume", "last", "--yes", "all")
    assert "crossings = 4" in (folder / "src" / "ferry.py").read_text()
