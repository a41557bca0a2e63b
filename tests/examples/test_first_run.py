"""What `make story` shows, as a user runs it: at a terminal, and where nobody can be asked."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest

import gameplan.studio

PROGRAM = Path(__file__).parents[2] / "examples" / "first_run.py"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return {**kept, "GAMEPLAN_HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(tmp_path / "config")}


def files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and ".gameplan" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def test_where_nobody_can_be_asked_the_question_is_shown_and_answered(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    folder = tmp_path / "ferry"
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "--folder", str(folder)],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    for part in (
        "13 steps, no problems",
        "bump[2] must be approved",
        "no terminal to ask you at",
        "Completed. 13 of 13 steps completed.",
        '    + version = "1.5.0"',
        "gameplan undo last",
        "locked_doors.py",
    ):
        assert part in done.stdout
    assert b"1.5.0" in files(folder)["src/ferry/__init__.py"]
    undone = subprocess.run(
        [sys.executable, "-m", "gameplan.cli", "undo", "last"], env=environment, capture_output=True, check=False
    )
    assert undone.returncode == 0
    project = Path(gameplan.studio.__path__[0]) / "ferry" / "project"
    assert files(folder) == {name: text for name, text in files(project).items() if "__pycache__" not in name}
    again = subprocess.run(
        [sys.executable, str(PROGRAM), "--folder", str(folder)], capture_output=True, text=True, check=False
    )
    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_at_a_terminal_it_really_asks(tmp_path: Path, environment: dict[str, str]) -> None:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, str(PROGRAM), "--folder", str(tmp_path / "ferry")],
        env={**environment, "TERM": "xterm", "COLUMNS": "80", "LINES": "30"},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    seen, answered = "", False
    try:
        while select.select([master], [], [], 30)[0]:
            try:
                more = os.read(master, 65536).decode(errors="replace")
            except OSError:
                break
            seen += more
            if not answered and "Do it?" in seen:
                answered = True
                os.write(master, b"a\n")
            if not more:
                break
        assert process.wait(30) == 0, seen
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        os.close(master)
    assert answered
    assert seen.count("Do it?") == 1  # "a" answers for the rest of the kind
    assert "13 of 13 steps completed" in seen
    assert "What it changed" in seen
