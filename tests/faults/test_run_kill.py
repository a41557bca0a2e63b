"""kill -9 in the middle of a plan's run, resumed until it is through: the world is that of an undisturbed run."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from gameplan.plans import StepEnded, run_state
from gameplan.runtime import Session, SqliteJournal

pytestmark = pytest.mark.faults

RUN = """
import asyncio, sys
from gameplan.plans import Approve, Engine, plan_from_wire
from gameplan.runtime import NoSuchSession, Session, SqliteJournal
from gameplan.tools.workspace import Workspace

def write(name, text, *needs):
    return {"id": name, "tool": "write_file", "args": {"path": f"out/{name}.txt", "content": text}, "dependsOn": needs}

steps = [write("first", "one")]
for number in range(6):
    steps.append(write(f"wide{number}", f"{number}: ${{read.content}}"))
steps.insert(1, {"id": "read", "tool": "read_file", "args": {"path": "out/first.txt"}, "dependsOn": ["first"]})
steps.append(write("last", "${read.content} and ${check.content}", *[f"wide{number}" for number in range(6)]))
steps.append({"id": "check", "tool": "read_file", "args": {"path": "out/wide3.txt"}, "dependsOn": ["wide3"]})

async def approve(asked, step):
    return Approve("the test")

async def main():
    with SqliteJournal(sys.argv[1]) as journal, Workspace(sys.argv[2]) as workspace:
        try:
            session, known = Session.open(journal, "run"), True
        except NoSuchSession:
            session, known = Session(journal=journal, session_id="run"), False
        with session:
            tools = {tool.name: tool for tool in (*workspace.reading_tools(), *workspace.writing_tools("run"))}
            engine = Engine(tools, session, approver=approve, concurrency=3)
            print("begun", flush=True)
            started = any(type(each.event).__name__ == "RunStarted" for each in session.events)
            summary = await (engine.resume() if started else engine.complete(plan_from_wire({"steps": steps})))
            print(summary.status, summary.failed, flush=True)

asyncio.run(main())
"""


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".gameplan" not in path.parts
    }


def run(journal: Path, folder: Path, kill_after: float | None) -> str:
    folder.mkdir(exist_ok=True)
    command = [sys.executable, "-c", RUN, str(journal), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stderr is not None
        assert child.stdout.readline() == "begun\n", child.stderr.read()
        if kill_after is not None:
            time.sleep(kill_after)
            child.send_signal(signal.SIGKILL)
        said = child.stdout.read().strip()
        complaint = child.stderr.read()
        child.wait()
    assert kill_after is not None or child.returncode == 0, complaint
    return said


@pytest.mark.parametrize("round_", range(6))
def test_a_run_that_is_killed_again_and_again_comes_to_the_same_end(tmp_path: Path, round_: int) -> None:
    assert run(tmp_path / "calm.db", tmp_path / "calm", None) == "completed {}"
    chance = random.Random(round_)
    for _ in range(4):
        run(tmp_path / "stormy.db", tmp_path / "stormy", chance.random() * 0.06)
    assert run(tmp_path / "stormy.db", tmp_path / "stormy", None) == "completed {}"
    assert tree(tmp_path / "stormy") == tree(tmp_path / "calm")
    with SqliteJournal(tmp_path / "stormy.db") as journal:
        session = Session.view(journal, "run")
    ends = Counter(end.step for end in session.events_of(StepEnded))
    assert set(ends.values()) == {1}  # no step that ended was run again
    state = run_state(session.standing)
    assert state is not None and state.ended == "completed"
