"""The real Ren'Py as a judge: its lint, and a play to an ending on a display that nobody sees.

A conftest that imports `judge` and `display` has them as fixtures. Where Ren'Py is not installed, their tests are
skipped.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
RENPY = shutil.which("renpy", path=f"{os.environ.get('PATH', '')}:/usr/games")
PATIENCE = 300  # seconds; a play takes about ten


@dataclass(frozen=True)
class Linted:
    clean: bool
    report: str


class Judge:
    """Runs Ren'Py in a home of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def environment(self, **more: str) -> dict[str, str]:
        own = {"HOME": str(self.home), "PYTHONPATH": str(HERE / "shim"), "SDL_AUDIODRIVER": "dummy"}
        return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **own, **more}

    def lint(self, project: Path) -> Linted:
        assert RENPY is not None
        done = subprocess.run(
            [RENPY, str(project), "lint", "--error-code"],
            env=self.environment(SDL_VIDEODRIVER="dummy"),
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return Linted(done.returncode == 0, done.stdout + done.stderr)

    def play(self, project: Path, display: str, **orders: Any) -> dict[str, Any]:
        """Play a copy of a project by itself; what it reports. `inside/judging.py` says what can be ordered."""
        assert RENPY is not None
        for each in (HERE / "inside").iterdir():
            if each.is_file():
                shutil.copy(each, project / "game" / each.name)
        folder = self.home / f"{project.name}-played"
        folder.mkdir()
        environment = self.environment(
            DISPLAY=display, LIBGL_ALWAYS_SOFTWARE="1", JUDGE_ORDERS=json.dumps({"folder": str(folder), **orders})
        )
        with (folder / "output.txt").open("w") as output:
            game = subprocess.Popen([RENPY, str(project), "run"], env=environment, stdout=output, stderr=output)
            try:
                game.wait(PATIENCE)
            finally:
                game.kill()
                game.wait()
        report = folder / "report.json"
        assert report.is_file(), (folder / "output.txt").read_text()[-3_000:]
        found: dict[str, Any] = json.loads(report.read_text())
        assert "error" not in found, found["error"][-3_000:]
        return found


@pytest.fixture(scope="session")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    if RENPY is None:
        pytest.skip("Ren'Py is not installed: apt-get install renpy")
    return Judge(tmp_path_factory.mktemp("renpy"))


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A display that nobody sees, with a number that nobody else has."""
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("Xvfb is not installed: apt-get install xvfb libgl1-mesa-dri")
    reading, writing = os.pipe()
    screen = ("-screen", "0", "960x600x24", "+extension", "GLX", "-nolisten", "tcp", "-noreset")
    process = subprocess.Popen(
        [server, "-displayfd", str(writing), *screen], pass_fds=[writing], stderr=subprocess.DEVNULL
    )
    os.close(writing)
    with os.fdopen(reading) as numbers:
        number = numbers.readline().strip()
    try:
        if not number:
            pytest.skip("Xvfb did not start.")
        yield f":{number}"
    finally:
        process.kill()
        process.wait()
