"""Help of the commands for plans: grouped, with an example each, and with their exit codes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gameplan.plans.templating import templates

STEERING = ["review", "answer", "pause", "unpause", "skip", "retry", "cancel"]
COMMANDS = ["templates", "plan", "check", "run", "resume", "approve", "deny", "runs", "undo", *STEERING]
DOCS = Path(__file__).parents[2] / "docs" / "plans.md"


def test_the_commands_are_grouped_by_what_they_are_for(invoke: Callable[..., Any]) -> None:
    text = invoke("--help").output
    parts = [
        "Plan:",
        "  templates",
        "  check",
        "  review",
        "Run:",
        "  run ",
        "  agent",
        "Answer and steer:",
        "  approve",
        "  cancel",
        "Look back:",
        "  undo",
        "  show",
        "Set up:",
    ]
    assert sorted(parts, key=text.index) == parts


@pytest.mark.parametrize("name", COMMANDS)
def test_each_has_an_example_and_a_line_in_the_overview(invoke: Callable[..., Any], name: str) -> None:
    overview = invoke("--help").output.splitlines()
    at = next(number for number, line in enumerate(overview) if line.startswith(f"  {name} "))
    assert overview[at].endswith(".")
    assert overview[at + 1].strip().startswith(f"gameplan {name}")
    text = invoke(name, "--help").output
    assert text.startswith(f"Usage: gameplan {name}")
    assert f"  gameplan {name}" in text.partition("Example")[2]


@pytest.mark.parametrize("name", ["plan", "check", "run", "resume", "undo", "approve", "deny", *STEERING])
def test_exit_codes_are_in_the_help(invoke: Callable[..., Any], name: str) -> None:
    assert "Exit codes:" in invoke(name, "--help").output


def test_the_page_names_every_command_and_template() -> None:
    page = DOCS.read_text("utf-8")
    assert all(f"gameplan {name}" in page for name in COMMANDS)
    assert all(f"`{name}`" in page for name in templates())
