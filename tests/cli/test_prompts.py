"""What the models of `gameplan agent` are told, word for word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from gameplan.agents import TurnStarted
from gameplan.runtime import Session, SqliteJournal

GOLDEN = Path(__file__).parent / "golden"


def test_what_planner_and_executor_are_told(invoke: Callable[..., Any], folder: Path, home: Path) -> None:
    assert invoke("agent", "find TODOs", "--workspace", str(folder)).exit_code == 0
    with SqliteJournal(home / "gameplan.db") as journal:
        (info,) = journal.sessions()
        turns = Session.view(journal, info.session_id).events_of(TurnStarted)
    planner, executor = turns[0], turns[1]
    rules, _, plan = executor.prompt.partition("## PLAN\n")
    assert plan.startswith("SITUATION:")
    for name, text in (("planner", planner.prompt), ("executor", rules)):
        assert text.rstrip() + "\n" == (GOLDEN / f"{name}.md").read_text("utf-8"), name
