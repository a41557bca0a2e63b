"""A session of an agent, which another program wrote: how things stood at each event, and what was told and called."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gameplan.client import Client


@pytest.fixture
def agent(client: Client, folder: Path) -> str:
    """The record of `gameplan agent`, which plans before it looks."""
    command = [sys.executable, "-m", "gameplan.cli", "agent", "what is this folder about?", "--workspace", str(folder)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    (card,) = client.sessions(kind="agent")
    return card.id


def test_the_plan_of_an_agent_is_shown_as_it_stood_at_each_event(client: Client, agent: str) -> None:
    events = client.events(agent)
    (planned,) = (each.seq for each in events if each.type == "planning.plan")
    called = [each.seq for each in events if each.type == "tool.invoked"]

    def done(at: int) -> list[bool]:
        (plan,) = client.state(agent, at).slices["planning.plan"]
        return [step["status"] == "done" for step in plan["steps"]]

    assert client.state(agent, planned - 1).slices == {}
    assert len(called) > 1
    for count, seq in enumerate([planned, *called]):
        assert done(seq) == [True] * count + [False] * (len(called) - count)
    assert client.state(agent).seq == len(events)


def test_what_an_agent_was_told_and_called_is_told_turn_by_turn(client: Client, agent: str) -> None:
    planner, executor = client.turns(agent)
    assert (planner.agent, executor.agent) == ("Planner", "Executor")
    assert "what is this folder about?" in planner.steps[0].told[0]
    assert all(f"`{name}`" in planner.prompt for name in ("list_directory", "read_file", "answer"))
    calls = [call for step in executor.steps for call in step.calls]
    assert [(call.tool, call.status) for call in calls][-1] == ("answer", "ok")
    assert "ferry.py" in calls[0].text
    assert (planner.ended_by, executor.ended_by) == ("finished", "finished")
