"""What planner and executor are told, word for word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gameplan.agents import parse_plan
from gameplan.agents.roles import executor_mode, executor_role, executor_tools, planner_role, roles
from gameplan.prompt import lint

GOLDEN = Path(__file__).parent / "golden"
MODES = [mode.name for mode in roles().modes.values() if mode.name != "planner"]


def test_no_role_names_a_tool_that_its_mode_does_not_have() -> None:
    assert lint(roles()) == ()


def test_what_a_planner_is_told(box: Any) -> None:
    assert planner_role([box.say, box.finish]) + "\n" == (GOLDEN / "planner.md").read_text("utf-8")


@pytest.mark.parametrize("mode", MODES)
def test_what_an_executor_is_told(mode: str) -> None:
    assert executor_role(mode) + "\n" == (GOLDEN / f"{mode.replace(' ', '-')}.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("text", "may_replan", "mode", "tools"),
    [
        ("PLAN:\n1. a", True, "executor", ["request_replan"]),
        ("PLAN:\n1. a\nBOUNDARY: b", True, "executor to a boundary", ["request_replan", "hand_back"]),
        ("PLAN:\n1. a", False, "last executor", []),
        ("PLAN:\n1. a\nBOUNDARY: b", False, "last executor to a boundary", ["hand_back"]),
    ],
)
def test_each_mode_has_the_tools_that_it_speaks_of(text: str, may_replan: bool, mode: str, tools: list[str]) -> None:
    assert executor_mode(parse_plan(text), may_replan=may_replan) == mode
    assert [tool.name for tool in executor_tools(mode)] == tools
