"""`gameplan review`: a plan is read and changed at the terminal, or by words from a pipe."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.plans import load_plan, run_state
from gameplan.runtime import Session, SqliteJournal

PLAN = """\
request: Change the ferry
steps:
  - {id: read, tool: read_file, args: {path: src/ferry.py}}
  - id: edit
    tool: edit_file
    args: {path: src/ferry.py, old: crossings = 3, new: "crossings = 4"}
    dependsOn: [read]
  - {id: after, tool: read_file, args: {path: $edit.path}}
"""
COMMAND = Path(sys.executable).with_name("gameplan")


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    (tmp_path / "plan.yaml").write_text(PLAN)
    return tmp_path / "plan.yaml"


@pytest.fixture
def review(home: Path, folder: Path) -> Callable[..., Any]:
    """Review with these words from a pipe."""

    def review(subject: str | Path, *words: str, code: int = 0) -> str:
        where = [] if isinstance(subject, str) else ["-w", str(folder)]
        done = subprocess.run(
            [COMMAND, "review", str(subject), *where],
            input="\n".join(words) + "\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return review


def test_a_plan_is_shown_with_its_gates(review: Callable[..., Any], plan: Path) -> None:
    output = review(plan, "show edit")
    assert "Change the ferry" in output
    assert "2 edit  edit_file  after read" in output
    assert "  asks first: it overwrites or removes something" in output
    assert "old: crossings = 3" in output


def test_every_change_can_be_made_shown_and_saved(review: Callable[..., Any], plan: Path) -> None:
    output = review(
        plan,
        "describe 1 Read the ferry",
        "set edit new=crossings = 9",
        "add bak copy_file source=src/ferry.py destination=ferry.bak after=read",
        "after edit bak read",
        "approve read yes",
        "rename after look",
        "when look $edit.size > 0",
        "add more read_file path=README.md lines=3",
        "move more 1",
        "diff",
        "save",
    )
    assert '+ step "bak", after "read": copy_file' in output
    assert "Wrote" in output
    saved = load_plan(plan)
    assert saved.version == 2
    assert [step.id for step in saved.steps] == ["more", "read", "bak", "edit", "look"]
    assert saved.step("read").description == "Read the ferry"
    assert saved.step("read").approval is True
    assert saved.step("edit").args["new"] == "crossings = 9"
    assert saved.step("edit").depends_on == ("bak", "read")
    assert saved.step("look").when == "$edit.size > 0"
    assert saved.step("more").args == {"path": "README.md", "lines": 3}


def test_steps_are_skipped_removed_and_taken_back(review: Callable[..., Any], plan: Path) -> None:
    output = review(
        plan, "skip after", "remove after", "undo", "unset read path", "undo", "tool read x", "undo", "save"
    )
    assert "Taken back." in output
    saved = load_plan(plan)
    assert saved.step("after").when == "false"
    assert [step.id for step in saved.steps] == ["read", "edit", "after"]
    assert saved.step("read").tool == "read_file"


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("remove edit", '"after" uses its result'),
        ("move after 1", '"after" cannot come before "edit"'),
        ("frobnicate", 'no word "frobnicate"'),
        ("set 9 path=x", 'no step "9"'),
        ("set 1 path", "set VISUAL or EDITOR"),
        ("approve 1 maybe", "yes|no|auto"),
        ("add input read_file", "means something else"),
        ('unset "', "No closing quotation"),
        ("edit", "Set VISUAL or EDITOR"),
        ("set read/inner path=x", 'no plan in "read"'),
    ],
)
def test_what_cannot_be_done_ends_a_script_and_saves_nothing(
    review: Callable[..., Any], plan: Path, word: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VISUAL", "")
    monkeypatch.setenv("EDITOR", "")
    assert told in review(plan, "describe 1 X", word, "save", code=1)
    assert plan.read_text() == PLAN


def test_changes_that_are_not_saved_are_told(review: Callable[..., Any], plan: Path) -> None:
    assert "not saved" in review(plan, "describe 1 X", code=1)
    assert "nothing to save" in review(plan, "save")
    assert plan.read_text() == PLAN


def test_problems_are_told_and_repairs_are_made(review: Callable[..., Any], plan: Path) -> None:
    output = review(plan, "tool 1 read_fil", "fix", "problems", "save")
    assert 'There is no tool "read_fil"' in output
    assert "`fix`" in output
    assert "There is no problem in it." in output
    assert load_plan(plan).step("read").tool == "read_file"


def test_help_has_an_example(review: Callable[..., Any], plan: Path) -> None:
    assert "For example: set 2 path=notes.md" in review(plan, "?")


def test_comments_are_kept_beside_and_a_foreign_change_is_not_written_over(
    review: Callable[..., Any], plan: Path, tmp_path: Path
) -> None:
    plan.write_text("# by hand\n" + PLAN)
    plan.chmod(0o640)
    assert "Its comments are not in it" in review(plan, "describe 1 X", "save")
    assert (tmp_path / "plan.yaml~").read_text() == "# by hand\n" + PLAN
    assert plan.stat().st_mode & 0o777 == 0o640
    other = tmp_path / "other.json"
    assert f"Wrote {other}." in review(plan, "describe 1 Y", f"save {other}")
    assert load_plan(other).step("read").description == "Y"
    assert load_plan(plan).step("read").description == "X"
    assert "is there already" in review(plan, f"save {other}", code=1)


def test_the_whole_plan_is_changed_in_the_persons_editor(
    review: Callable[..., Any], plan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nsed -i 's/crossings = 4/crossings = 8/' \"$1\"\n")
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))
    review(plan, "edit", "save")
    assert load_plan(plan).step("edit").args["new"] == "crossings = 8"
    editor.write_text("#!/bin/sh\nsed -i 's/crossings = 8/crossings = 9/' \"$1\"\n")
    review(plan, "edit 2", "save")
    assert load_plan(plan).step("edit").args["new"] == "crossings = 9"
    editor.write_text("#!/bin/sh\necho '[' > \"$1\"\n")
    assert "Nothing was changed" in review(plan, "edit", code=1)


def test_a_plan_is_carried_out_from_its_review(review: Callable[..., Any], plan: Path, folder: Path) -> None:
    assert "must be approved" in review(plan, "set edit new=crossings = 6", "run", code=4)
    assert load_plan(plan).step("edit").args["new"] == "crossings = 6"


def test_a_step_of_a_plan_inside_is_changed(review: Callable[..., Any], tmp_path: Path) -> None:
    nested = tmp_path / "nested.yaml"
    nested.write_text("steps: [{id: outer, plan: {steps: [{id: inner, tool: read_file, args: {path: a}}]}}]\n")
    assert "    1 inner  read_file" in review(nested, "set outer/inner path=README.md", "save")
    inner: Any = load_plan(nested).step("outer").plan
    assert inner.step("inner").args == {"path": "README.md"}


# -- a run


def plan_of_the_run(home: Path) -> Any:
    with SqliteJournal(home / "gameplan.db") as journal:
        state = run_state(Session.view(journal, journal.sessions()[-1].session_id).standing)
    assert state is not None
    return state.plan


def test_the_plan_of_a_run_that_waits_is_changed_when_it_goes_on(
    review: Callable[..., Any], invoke: Callable[..., Any], plan: Path, folder: Path, home: Path
) -> None:
    invoke("run", str(plan), "-w", str(folder), code=4)
    assert "has run: it stays as it is" in review("last", "quit")
    assert "cannot be changed any more" in review("last", "describe read X", code=1)
    assert "taken up when the run goes on" in review("last", "set edit new=crossings = 5", "skip after", "save")
    assert "is noted already" in review("last", "quit", code=2)
    assert "+    crossings = 5" in invoke("resume", "last", code=4).output
    invoke("approve", "last", "edit")
    invoke("resume", "last")
    assert "crossings = 5" in (folder / "src" / "ferry.py").read_text()
    assert plan_of_the_run(home).version == 2
    assert "save the plan as a file" in review("last", "describe after X", "save", code=1)
    review("last", "describe after X", f"save {folder / 'again.yaml'}")
    assert load_plan(folder / "again.yaml").step("after").description == "X"


def test_a_run_goes_on_from_its_review(
    review: Callable[..., Any], invoke: Callable[..., Any], plan: Path, folder: Path
) -> None:
    invoke("run", str(plan), "-w", str(folder), code=4)
    assert "crossings = 5" in review("last", "set edit new=crossings = 5", "run", code=4)


def test_a_run_that_goes_on_elsewhere_takes_the_change_at_once(
    review: Callable[..., Any], terminal: Callable[..., Any], plan: Path, folder: Path, home: Path
) -> None:
    screen = terminal("run", str(plan), "-w", str(folder))
    screen.wait_for("Do it?")
    assert "it cannot be changed any more" in review("last", "describe edit X", code=1)
    assert "The run goes on with it, as version 2." in review("last", "set after lines=1", "save")
    screen.type("y\n")
    assert screen.end() == 0
    assert plan_of_the_run(home).step("after").args["lines"] == 1


def test_at_a_terminal_a_mistake_is_told_and_forgiven(terminal: Callable[..., Any], plan: Path, folder: Path) -> None:
    screen = terminal("review", str(plan), "-w", str(folder), columns=40)
    screen.wait_for("review> ")
    screen.type("frobnicate\n")
    screen.wait_for("no word")
    screen.wait_for("review> ")
    screen.type("describe 1 X\n")
    screen.wait_for("review> ")
    screen.type("quit\n")
    assert screen.end() == 0
    assert "were not saved" in screen.seen
    assert plan.read_text() == PLAN


def test_ctrl_c_says_that_changes_were_not_saved(terminal: Callable[..., Any], plan: Path, folder: Path) -> None:
    before = plan.read_text()
    screen = terminal("review", str(plan), "-w", str(folder))
    screen.wait_for("review>")
    screen.type("describe 1 Otherwise\n")
    screen.wait_for('"Otherwise"')
    screen.wait_for("review>")
    assert screen.interrupt() == 130
    assert "were not saved" in screen.seen
    assert plan.read_text() == before
