"""A home of its own for each test, a folder to ask about, and the command: in this process, and as a real one."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
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

    def invoke(*arguments: str, code: int = 0, input: str | None = None) -> Any:
        result = CliRunner().invoke(app, arguments, prog_name="gameplan", input=input)
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


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 100, **environment: str) -> None:
        self.master, slave = pty.openpty()
        told = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns), "LINES": "30", **environment}
        self.process = subprocess.Popen(
            [_COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave, env=told, start_new_session=True
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + 60
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            assert ready, self.seen
            more = self._read()
            assert more, f"it ended: {self.seen}"
            self.seen += more

    def type(self, text: str) -> None:
        self.seen = ""
        os.write(self.master, text.encode())

    def interrupt(self) -> int:
        """Press Ctrl-C until it ends. One that falls between a prompt and its reading is only seen with the next."""
        end = time.monotonic() + 60
        while self.process.poll() is None:
            assert time.monotonic() < end, self.seen
            os.kill(self.process.pid, signal.SIGINT)
            while select.select([self.master], [], [], 0.5)[0] and (more := self._read()):
                self.seen += more
        return self.end()

    def end(self) -> int:
        while (ready := select.select([self.master], [], [], 30)[0]) and (more := self._read()):
            self.seen += more
        assert ready, self.seen
        return self.process.wait(60)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)

    def _read(self) -> str:
        try:
            return os.read(self.master, 65536).decode(errors="replace")
        except OSError:
            return ""


@pytest.fixture
def terminal(home: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def terminal(*arguments: str, **options: Any) -> Terminal:
        opened.append(Terminal(*arguments, **options))
        return opened[-1]

    yield terminal
    for each in opened:
        each.close()
