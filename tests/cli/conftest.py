"""A home of its own for each test, a folder to ask about, and the command: in this process, and as a real one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

_COMMAND = Path(sys.executable).with_name("gameplan")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No settings, no key and no record of the person who runs the tests."""
    for name in list(os.environ):
        if name.startswith("GAMEPLAN_") or name.endswith(("_API_KEY", "_BASE_URL")) or name == "NO_COLOR":
            monkeypatch.delenv(name)
    monkeypatch.setenv("GAMEPLAN_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "home"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "ferries"
    (folder / "src").mkdir(parents=True)
    (folder / "README.md").write_text("# The ferry\n\nA timetable of ferries.\n")
    (folder / "src" / "ferry.py").write_text("class Ferry:\n    crossings = 3\n\n# TODO: storms\n")
    return folder


@pytest.fixture
def invoke(home: Path) -> Callable[..., Any]:
    """Run the command in this process; nothing but `SystemExit` may come out of it."""
    from gameplan.cli.app import app

    def invoke(*arguments: str, code: int = 0) -> Any:
        result = CliRunner().invoke(app, arguments, prog_name="gameplan")
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code == code, result.output
        return result

    return invoke


@pytest.fixture
def command(home: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command as a process of its own."""

    def command(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run([_COMMAND, *arguments], capture_output=True, text=True, cwd=cwd, timeout=60, check=False)

    return command


@pytest.fixture
def start(home: Path) -> Callable[[Sequence[str]], subprocess.Popen[str]]:
    """Start the command and go on."""

    def start(arguments: Sequence[str]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [_COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )

    return start
