"""Journals that earlier versions wrote are read, shown and gone on with by this one. `golden/make.py` made them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gameplan.plans import Answered, Approve, Engine, RunOver, StepBegan, StepEnded, ask, run_state
from gameplan.runtime import Session, SqliteJournal, UnknownEvent
from gameplan.tools.workspace import Workspace, undo

GOLDEN = Path(__file__).with_name("golden")
JOURNALS = sorted(GOLDEN.glob("*/*.json"))
NAMES = [f"{path.parent.name}/{path.stem}" for path in JOURNALS]
OVER = {"completed", "policy", "denied", "more"}
FILES = ("notes.txt", "old.txt", "a.txt", "b.txt")


def stands(path: Path) -> tuple[Session, Any]:
    session = Session.from_json(path.read_text("utf-8"))
    state = run_state(session.standing)
    assert state is not None
    return session, state


@pytest.mark.parametrize("path", JOURNALS, ids=NAMES)
def test_11_every_event_of_an_old_journal_is_known_and_says_the_same(path: Path) -> None:
    session, state = stands(path)
    assert not any(isinstance(each.event, UnknownEvent) for each in session.events)
    told = json.loads(path.read_text("utf-8"))["events"]
    again = json.loads(session.to_json())["events"]
    for old, new in zip(told, again, strict=True):
        assert (new["seq"], new["at"], new["type"]) == (old["seq"], old["at"], old["type"])
        assert says(new["fields"], old["fields"])
    assert state.ended == {"waiting": "waiting", "question": "waiting"}.get(
        path.stem, "completed" if path.stem in OVER else None
    )


def says(new: Any, old: Any) -> bool:
    """Whether everything that the old value says is in the new one; that may say more."""
    if isinstance(old, dict):
        return isinstance(new, dict) and all(name in new and says(new[name], each) for name, each in old.items())
    if isinstance(old, list):
        return isinstance(new, list) and len(new) == len(old) and all(map(says, new, old))
    return bool(new == old)


@pytest.mark.parametrize("path", JOURNALS, ids=NAMES)
def test_11_an_old_journal_is_shown(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gameplan.cli.app import app

    monkeypatch.setenv("GAMEPLAN_HOME", str(tmp_path))
    record = json.loads(path.read_text("utf-8"))
    with SqliteJournal(tmp_path / "gameplan.db") as journal:
        writer = journal.create(record["session"], record["events"][0]["at"])
        for each in record["events"]:
            payload = json.dumps(each["fields"]).encode()
            writer.append(each["at"], each["type"], each["version"], payload)
        writer.wait(len(record["events"]))
        writer.close()
    runner = CliRunner()
    for command in (["show", "last"], ["show", "last", "--events"], ["show", "last", "--graph"], ["runs"]):
        said = runner.invoke(app, command)
        assert said.exit_code == 0, (command, said.output, said.exception)
        assert "golden" in said.output or "read" in said.output or "who" in said.output


@pytest.mark.parametrize("path", JOURNALS, ids=NAMES)
async def test_11_an_old_run_is_gone_on_with_to_its_end(path: Path, tmp_path: Path) -> None:
    session, before = stands(path)
    for name in FILES:
        (tmp_path / name).write_text(name)
    for step, each in before.steps.items():  # the folder as the run had left it
        if each.status == "completed" and step in ("write", "nested/hello"):
            (tmp_path / ("out.txt" if step == "write" else "h.txt")).write_text("as it was")
        if each.status == "completed" and step == "gone":
            (tmp_path / "old.txt").unlink()
    asked: list[str] = []

    async def approver(question: Any, step: Any) -> Any:
        asked.append(question.step)
        return Approve("Ada")

    async def answerer(question: Any, step: Any) -> Any:
        return Answered("Bob")

    done = {step for step, each in before.steps.items() if each.status == "completed"}
    seen = session.seq
    with Workspace(tmp_path) as workspace, session:
        own = (*workspace.reading_tools(), *workspace.writing_tools(session.session_id), ask)
        tools = {each.name: each for each in own}
        engine = Engine(tools, session, approver=approver, answerer=answerer)
        if path.stem in OVER:
            with pytest.raises(RunOver):
                await engine.resume()
            return
        summary = await engine.resume()
        assert summary.status == "completed", (summary.failed, summary.blocked)
        began = {each.event.step for each in session.events[seen:] if type(each.event) is StepBegan}
        assert not began & done  # nothing that had been done is done again
        ends = [event.step for event in session.events_of(StepEnded)]
        assert len(ends) == len(set(ends))
        assert engine.state == run_state(session.standing)
        assert (await undo(workspace, session)).text


def test_11_there_are_journals_of_each_version() -> None:
    assert {path.parent.name for path in JOURNALS} >= {"plans-1", "plans-2"}
    assert len(JOURNALS) >= 14
