"""Runs that are stopped in the middle: late results do not count, and nothing lives on behind."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest

from gameplan.plans import ApprovalGiven, Approve, Engine, Plan, StepBegan, StepEnded, plan_from_wire, run_state
from gameplan.runtime import Session, SqliteJournal
from gameplan.tools import DATA, Tool, Writes, tool
from gameplan.tools.commands import Commands, problem_with_sandbox, run_command_tool
from gameplan.tools.workspace import Workspace

pytestmark = pytest.mark.faults


@dataclass(frozen=True)
class Named:
    name: Annotated[str, DATA]


def plan(*steps: dict[str, Any]) -> Plan:
    return plan_from_wire({"steps": list(steps)})


def a(tool: str, name: str, *after: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "tool": tool, "args": {"name": name}, "dependsOn": list(after), **more}


class Slow:
    """Tools that hang, or come back when nobody waits any more."""

    def __init__(self) -> None:
        self.come_back = threading.Event()
        self.came_back = threading.Event()
        self.calls: list[str] = []

    def tools(self) -> dict[str, Tool[Any, Any]]:
        @tool(effects=(), repeatable=True)
        async def hang(params: Named) -> str:
            """Hang for ever."""
            self.calls.append(params.name)
            await asyncio.Event().wait()
            return params.name

        @tool(effects=Writes(lambda params: [params.name]), timeout=60)
        def late(params: Named) -> str:
            """Come back late, from a thread that nobody can stop."""
            self.calls.append(params.name)
            self.come_back.wait(30)
            self.came_back.set()
            return "too late"

        @tool(effects=(), repeatable=True)
        async def work(params: Named) -> str:
            """Work."""
            self.calls.append(params.name)
            return params.name

        return {each.name: each for each in (hang, late, work)}


async def test_7_a_step_that_hangs_ends_at_its_time_and_others_go_on() -> None:
    slow = Slow()
    steps = plan(
        a("hang", "hangs", timeout=0.05, retry={"attempts": 2, "wait": 0}),
        a("work", "after", "hangs"),
        a("work", "beside"),
        a("work", "later", "beside"),
    )
    with Session() as session:
        summary = await Engine(slow.tools(), session).complete(steps)
    assert list(summary.failed) == ["hangs"]
    assert "It took longer than 0.05 s." in summary.failed["hangs"]
    assert summary.blocked == {"after": "it needs hangs, which failed"}
    assert summary.completed == ("beside", "later")
    assert slow.calls.count("hangs") == 2  # it may be repeated


async def test_7_what_comes_back_after_its_time_is_not_heard_and_what_cannot_be_repeated_is_not() -> None:
    slow = Slow()
    steps = plan(a("late", "slow", timeout=0.05, retry={"attempts": 5, "wait": 0}), a("work", "uses", "slow"))
    with Session() as session:
        summary = await Engine(slow.tools(), session).complete(steps)
        told = session.seq
        slow.come_back.set()
        assert await asyncio.to_thread(slow.came_back.wait, 30)
        await asyncio.sleep(0)
        assert session.seq == told  # nothing is said behind the run's back
        state = run_state(session.standing)
    assert list(summary.failed) == ["slow"] and list(summary.blocked) == ["uses"]
    assert slow.calls == ["slow"]
    assert state is not None and state.of("slow").value is None


def alive(marker: str) -> list[int]:
    """The processes that have this in their command line."""
    found = []
    for each in Path("/proc").iterdir():
        if each.name.isdecimal() and int(each.name) != os.getpid():
            try:
                words = (each / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if marker.encode() in words:
                found.append(int(each.name))
    return found


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="bubblewrap and /proc are Linux")
@pytest.mark.parametrize("seed", range(6))
async def test_9_whenever_a_run_is_cancelled_no_process_lives_on_and_no_approval_is_lost(
    tmp_path: Path, seed: int
) -> None:
    assert problem_with_sandbox() == "", "install bubblewrap (as root, `make system` does it)"
    chance = random.Random(seed)
    (tmp_path / "ws").mkdir()
    marker = f"600.{os.getpid()}{seed}"  # seconds that nobody else sleeps
    steps = plan(
        *(
            {"id": f"c{number}", "tool": "run_command", "args": {"argv": ["sleep", marker], "keep": False}}
            for number in range(3)
        )
    )

    async def approve(asked: Any, step: Any) -> Any:
        return Approve("Ada")

    with SqliteJournal(tmp_path / "journal.db") as journal, Workspace(tmp_path / "ws") as workspace:
        with Session(journal=journal, session_id="run") as session:
            tools = {"run_command": run_command_tool(workspace, "run", Commands(allow=("sleep",)))}
            engine = Engine(tools, session, approver=approve)
            run = asyncio.create_task(engine.complete(steps))
            if seed % 2:
                while len(alive(marker)) < 3:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(chance.random() * 0.1)
            engine.cancel("enough")
            summary = await asyncio.wait_for(run, 30)
            given = session.events_of(ApprovalGiven)
        assert summary.status == "cancelled"
        assert {*summary.failed, *summary.skipped} == {"c0", "c1", "c2"}
        assert alive(marker) == []
        seen = Session.view(journal, "run")
        assert seen.events_of(ApprovalGiven) == given
        begun = {event.step for event in seen.events_of(StepBegan)}
        assert begun <= {event.step for event in seen.events_of(StepEnded)}
