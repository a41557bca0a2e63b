"""A real studio on 127.0.0.1: in a thread of the test, or in a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("fastapi")

from gameplan.agents import Model
from gameplan.client import Client
from gameplan.studio.house import Studio
from gameplan.studio.serving import Server, Serving

FERRY = """
request: Raise the number of crossings, and keep a copy.
steps:
  - {id: backup, tool: copy_file, args: {source: ferry.py, destination: ferry.py.bak}}
  - id: edit
    tool: edit_file
    args: {path: ferry.py, old: crossings = 3, new: crossings = 4}
    dependsOn: [backup]
  - {id: after, tool: read_file, args: {path: $edit.path}}
"""


class Running:
    """A studio that is being served."""

    def __init__(self, address: str, key: str, home: Path, folder: Path) -> None:
        self.address = address
        self.key = key
        self.home = home
        self.folder = folder
        self.refused: set[tuple[str, str, int, str]] = set()

    def http(self, **options: Any) -> httpx.Client:
        """One who has signed in, at the level of HTTP."""
        headers = {"Authorization": f"Bearer {self.key}", **options.pop("headers", {})}
        return httpx.Client(base_url=f"{self.address}/api", headers=headers, timeout=60, **options)

    def client(self) -> Client:
        made = Client(self.address, self.key)
        made._http.event_hooks = {"response": [self._hear]}
        return made

    def _hear(self, reply: httpx.Response) -> None:
        """Note what was refused: it must be documented."""
        if reply.is_error:
            path = reply.request.url.path
            self.refused.add((reply.request.method, path, reply.status_code, json.loads(reply.read())["code"]))

    def check_refused(self) -> None:
        """Fail if something was refused in a way of which the document does not tell."""
        document = None
        for method, path, status, code in self.refused:
            if document is None:
                with self.http() as http:
                    document = http.get("openapi.json").json()
            known = [
                each[method.lower()]
                for way, each in document["paths"].items()
                if method.lower() in each
                and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", way.replace("{step}", ".+")), path)
            ]
            assert known, f"{method} {path} is not told of"
            operation = known[0]
            said = operation["responses"].get(str(status), {"content": {}})["content"]
            codes = said.get("application/problem+json", {"examples": {}})["examples"]
            assert code in codes, f"{method} {path} may be answered with {status} {code}, of which nothing is told"

    def digest(self) -> str:
        """A hash of all that the journal holds."""
        found = hashlib.sha256()
        with closing(sqlite3.connect(self.home / "gameplan.db")) as db:
            for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall():
                for row in db.execute(f"SELECT * FROM {table} ORDER BY 1, 2"):
                    found.update(repr(row).encode())
        return found.hexdigest()


class InThread(Running):
    """A studio in a thread of this process."""

    def __init__(
        self, home: Path, folder: Path, planner: Model | None, executor: Model | None, serving: Serving
    ) -> None:
        self.studio = Studio(folder, home, planner=planner, executor=executor)
        self.server = Server(self.studio, serving)
        super().__init__(self.server.address, self.server.key, home, folder)
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self.server.serve(ready.set)), daemon=True)
        self._thread.start()
        assert ready.wait(60)

    def stop(self) -> None:
        self.server.stop()
        self._thread.join(60)
        assert not self._thread.is_alive()


class InProcess(Running):
    """A studio in a process of its own."""

    def __init__(self, home: Path, folder: Path, *options: str, port: int = 0) -> None:
        command = [sys.executable, "-m", "gameplan.studio", "--workspace", str(folder), "--home", str(home)]
        self.log = home.parent / "studio.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(port), "--no-browser", *options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        assert self.process.stdout is not None
        self.printed = self.process.stdout.readline()
        found = re.search(r"(http://\S+?)/#token=(\S+)", self.printed)
        assert found is not None, self.log.read_text()
        self.token = found[2]
        self.port = int(re.findall(r":(\d+)", found[1])[-1])
        super().__init__(found[1], re.findall(r'"key": "([^"]+)"', (home / "studio.json").read_text())[0], home, folder)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self._wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self._wait()

    def _wait(self) -> None:
        self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(autouse=True)
def settings_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tuple(os.environ):
        if name.startswith("GAMEPLAN_") or name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("GAMEPLAN_HOME", str(tmp_path / "home"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A workspace."""
    made = tmp_path / "workspace"
    made.mkdir()
    (made / "ferry.py").write_text("crossings = 3\n")
    (made / "notes.md").write_text("# Notes\n\nTODO: paint the ferry.\n")
    return made


@pytest.fixture
def serve(tmp_path: Path, folder: Path) -> Iterator[Callable[..., InThread]]:
    """Start a studio in a thread."""
    started: list[InThread] = []

    def start(planner: Model | None = None, executor: Model | None = None, **options: Any) -> InThread:
        started.append(InThread(tmp_path / "home", folder, planner, executor, Serving(**({"port": 0} | options))))
        return started[-1]

    yield start
    try:
        for each in started:
            each.check_refused()
    finally:
        for each in started:
            each.stop()


@pytest.fixture
def studio(serve: Callable[..., InThread]) -> InThread:
    return serve()


@pytest.fixture
def spawn(tmp_path: Path, folder: Path) -> Iterator[Callable[..., InProcess]]:
    """Start a studio in a process of its own."""
    started: list[InProcess] = []

    def start(*options: str, port: int = 0) -> InProcess:
        started.append(InProcess(tmp_path / "home", folder, *options, port=port))
        return started[-1]

    yield start
    for each in started:
        each.stop()


@pytest.fixture
def client(studio: InThread) -> Iterator[Client]:
    with studio.client() as signed_in:
        yield signed_in


@pytest.fixture
def ferry() -> str:
    return FERRY


@pytest.fixture
def until() -> Callable[..., Any]:
    """Look until something is so; what it then is."""

    def wait(look: Callable[[], Any], what: Callable[[Any], Any] = bool, seconds: float = 60.0) -> Any:
        end = time.monotonic() + seconds
        while True:
            seen = look()
            if what(seen):
                return seen
            assert time.monotonic() < end, f"still {seen!r:.500}"
            time.sleep(0.02)

    return wait
