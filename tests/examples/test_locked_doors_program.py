"""The example as a user runs it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = EXAMPLES / "locked_doors.py"
WITHOUT_RICH = f"""
import runpy, sys
sys.modules["rich.console"] = None
sys.path.insert(0, {str(EXAMPLES)!r})
runpy.run_path({str(PROGRAM)!r}, run_name="__main__")
"""


def run(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PROGRAM), *arguments], capture_output=True, text=True, timeout=60, env=env
    )


@pytest.fixture(scope="module")
def default_run() -> subprocess.CompletedProcess[str]:
    return run()


def test_the_default_game_shows_every_part_of_the_pipeline_and_is_won(default_run):
    shown = default_run.stdout
    assert default_run.returncode == 0 and default_run.stderr == ""
    for label in ("[Planner] ", "[Executor] ", "[Replanner-1] ", "[Replanner-2] ", "[Planner-4] "):
        assert f"\n{label}house:doors-" in shown
    assert "[!] S002" in shown and "is locked" in shown  # a locked door
    assert "The coin falls TAILS." in shown and "request_replan: The green door is stuck" in shown
    assert "BOUNDARY: what is in the attic" in shown and "hand_back: You are in the attic. Here: lantern." in shown
    assert "[x] S006 unlock" in shown
    assert "Won: the lantern is out of the house." in shown
    assert "Ended by finished (leave); steps: 17, plans: 4, replans: 2, cost: $0.00." in shown
    assert shown.splitlines()[-1].startswith("Next: ")


def test_the_same_seed_gives_the_same_output_with_rich_or_without(default_run):
    assert run().stdout == default_run.stdout
    plain = subprocess.run([sys.executable, "-c", WITHOUT_RICH], capture_output=True, text=True, timeout=60)
    assert plain.stdout == default_run.stdout


def test_the_same_house_can_be_walked_without_a_plan():
    done = run("--mode", "autonomous")
    assert done.returncode == 0
    assert "[Agent] house:doors-wanderer" in done.stdout and "[Planner]" not in done.stdout
    assert "plans: 0" in done.stdout


def test_quiet_tells_only_how_it_ended():
    done = run("--quiet", "--size", "small")
    assert "Ended by" in done.stdout and "[Planner]" not in done.stdout


def test_the_journal_keeps_two_sessions_and_a_second_game_is_added(tmp_path):
    journal = tmp_path / "doors.db"
    first, second = (run("--quiet", "--journal", str(journal)) for _ in range(2))
    assert first.returncode == second.returncode == 0
    from gameplan.runtime import SqliteJournal

    with SqliteJournal(journal) as kept:
        assert len(kept.sessions()) == 4


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--size", "huge"], "choose from"),
        (["--seed", "x"], "invalid int value"),
        (["--planner", "hose:doors-planner"], 'There is no model "hose:doors-planner"'),
        (["--planner", "anthropic:claude-sonnet-5-5"], "needs a key"),
        (["--journal", __file__], "is not a Gameplan journal"),
    ],
)
def test_what_cannot_be_done_is_told_politely(arguments, told):
    env = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    done = run(*arguments, env=env)
    assert done.returncode == 2
    assert told in done.stderr and "Traceback" not in done.stderr and done.stdout == ""


def test_ctrl_c_ends_politely_while_a_model_is_thinking():
    with socket.create_server(("127.0.0.1", 0)) as never_answers:
        never_answers.settimeout(30)
        address = f"http://127.0.0.1:{never_answers.getsockname()[1]}/v1#slow"
        process = subprocess.Popen(
            [sys.executable, str(PROGRAM), "--model", address],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            connection, _ = never_answers.accept()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
            connection.close()
        finally:
            process.kill()
    assert process.returncode == 130
    assert out.endswith("\nStopped.\n") and err == ""
    assert "ended by cancelled" in out
