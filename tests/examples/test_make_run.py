"""What `make run` starts: the studio with a sample, which is found again as it was left, and ends with Ctrl-C."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

ROOT = Path(__file__).parents[2]
TIMETABLE = "src/ferry/timetable.py"
Start = Callable[..., Any]


class Started:
    """A studio with a sample, and one who has signed in to it with what was printed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.printed = [process.stdout.readline() for _ in range(3)]
        found = re.fullmatch(
            r"The studio is at (http://127\.0\.0\.1:\d+)(/(?:plans|runs)/(\S+))#token=(\S+)\n", self.printed[0]
        )
        assert found is not None, "".join(self.printed)
        self.page, self.id = found[2], found[3]
        self.http = httpx.Client(base_url=found[1], timeout=20)
        assert self.http.get(self.page).headers["content-type"].startswith("text/html")
        self.http.post("/api/session", json={"token": found[4]}).raise_for_status()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = self.http.request(method, f"/api{path}", json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()


@pytest.fixture
def start(tmp_path: Path) -> Start:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    own = {"GAMEPLAN_HOME": str(tmp_path / "home"), "XDG_CONFIG_HOME": str(tmp_path / "config")}

    @contextmanager
    def started() -> Iterator[Started]:
        process = subprocess.Popen(
            [sys.executable, "-m", "gameplan.cli", "studio", "--sample", "--port", "0"],
            env=kept | own,
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            studio = Started(process)
            with closing(studio.http):
                yield studio
            process.send_signal(signal.SIGINT)
            assert process.communicate(timeout=20) == ("", "")
            assert process.returncode == 0
        finally:
            if process.poll() is None:
                process.kill()
                process.communicate()

    return started


def test_make_run_starts_the_studio_with_the_sample() -> None:
    run = re.search(r"^run:.*\n\t(.*)\n", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert run is not None
    assert run[1] == "@exec $(BIN)/gameplan studio --sample $(ARGS)"


def test_it_prints_where_it_is_lets_its_reader_in_and_shows_a_plan_that_is_ready(start: Start, tmp_path: Path) -> None:
    with start() as studio:
        folder = tmp_path / "home" / "sample" / "ferry"
        assert str(folder) in studio.printed[1] and "your own files are not touched" in studio.printed[1]
        assert "Ctrl-C" in studio.printed[2]
        plan = studio.ask("GET", f"/plans/{studio.id}")
        assert plan["problems"] == []
        assert plan["plan"]["steps"][0]["id"] == "add"
        assert (folder / TIMETABLE).is_file()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["home"]


def test_the_sample_is_found_as_it_was_left_and_made_anew_once_it_was_run(start: Start, tmp_path: Path) -> None:
    with start() as studio:
        first = studio.id
        edit = {"edit": "setArgument", "step": "add", "place": ["new"], "value": '"19:20", "22:00")'}
        studio.ask("POST", f"/plans/{first}/edits", {"edits": [edit]}, **{"If-Match": "*"})
    with start() as studio:
        assert studio.id == first
        plan = studio.ask("GET", f"/plans/{first}")
        assert plan["plan"]["steps"][0]["args"]["new"] == '"19:20", "22:00")'
        run = studio.ask("POST", f"/plans/{first}/runs", {})["id"]
        waits(studio, run, "waiting")
    with start() as studio:  # what waits is gone on with
        assert studio.page == f"/runs/{run}"
        studio.ask("POST", f"/runs/{run}/resume", {})
        studio.ask("POST", f"/runs/{run}/intents", {"kind": "approve", "payload": {"step": "add"}})
        waits(studio, run, "completed")
        assert "22:00" in (tmp_path / "home/sample/ferry" / TIMETABLE).read_text()
    with start() as studio:
        assert studio.id not in (first, run)
        fresh = tmp_path / "home" / "sample" / "ferry-2"
        assert str(fresh) in studio.printed[1]
        assert "22:00" not in (fresh / TIMETABLE).read_text()


def waits(studio: Started, run: str, status: str) -> None:
    """Until the run stands so: each event of its stream is a reason to look again."""
    with studio.http.stream("GET", f"/api/runs/{run}/events?after=0") as stream:
        for line in stream.iter_lines():
            if line.startswith("data:") and studio.ask("GET", f"/runs/{run}")["status"] == status:
                return


def test_the_sample_has_a_folder_of_its_own(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gameplan.cli", "studio", "--sample", "--workspace", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "--sample works in a folder of its own" in done.stderr


def test_a_folder_that_cannot_hold_the_record_is_told_of(tmp_path: Path) -> None:
    taken = tmp_path / "home"
    taken.write_text("a file")
    done = subprocess.run(
        [sys.executable, "-m", "gameplan.cli", "studio", "--sample"],
        env=os.environ | {"GAMEPLAN_HOME": str(taken)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"Error: The record cannot be kept in {taken}")
    assert "GAMEPLAN_HOME" in done.stderr and "Traceback" not in done.stderr
