"""A key of the environment stands in no record, no log and on no screen.

What counts as one: the value, of eight characters or more, of a variable whose name ends in KEY, TOKEN, SECRET,
PASSWORD or CREDENTIALS. It is taken out of everything that is *said about* a call: refusals, errors, tracebacks, log
lines. The *result* of a call is data, and later steps work with it: it stays as it is, even if a person's file holds
that very key.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from gameplan.plans import Engine, plan_from_wire
from gameplan.runtime import Session, SqliteJournal
from gameplan.tools import Outcome, Tool, ToolContext, ToolRefused, ToolValidationError, invoke, tool
from gameplan.tools.clean import masked

CANARY = "canary/7f3a+9c=d1 e8"
NAMES = ["OPENAI_API_KEY", "GITHUB_TOKEN", "client_secret", "PGPASSWORD", "GOOGLE_APPLICATION_CREDENTIALS", "KEY"]
_COMMAND = Path(sys.executable).with_name("gameplan")


@dataclass(frozen=True)
class How:
    how: str = ""


class Unprintable(Exception):
    """Says the key in every way in which an error can be asked to speak."""

    def __str__(self) -> str:
        return f"the key is {os.environ['OPENAI_API_KEY']}"

    __repr__ = __str__


@tool
def use_key(params: How, context: ToolContext) -> str:
    """Do something with the key of the environment, and break in some way."""
    key = os.environ["OPENAI_API_KEY"]
    match params.how:
        case "refuses":
            raise ToolRefused(f"The server did not like {key}.")
        case "finds invalid":
            raise ToolValidationError(f"key: {key} is not valid")
        case "breaks":
            raise RuntimeError(f"401 for Authorization: Bearer {key}")
        case "breaks in an address":
            raise ConnectionError(f"GET https://example.org/x?key={quote(key, safe='')}&a=1 failed")
        case "breaks at the end of what is kept":
            raise RuntimeError("x" * 290 + key)
        case "breaks in a long traceback":
            raise RuntimeError("x" * 9_900 + "\n" + key * 3 + "x" * 30_000)
        case "breaks because of another":
            try:
                raise OSError(f"errno 5: {key}")
            except OSError as error:
                raise ValueError("something else") from error
        case "breaks with a note":
            broken = KeyError("a")
            broken.add_note(f"the key was {key}")
            raise broken
        case "breaks in its own words":
            raise Unprintable
        case "leaves":
            raise SystemExit(f"bye {key}")
        case "logs":
            context.log(f"using {key}")
            context.log("x" * 495 + key)
            context.log(Unprintable())  # type: ignore[arg-type]
            return "done"
        case _:
            raise AssertionError


WAYS = [
    *("refuses", "finds invalid", "breaks", "breaks in an address", "breaks at the end of what is kept"),
    *("breaks in a long traceback", "breaks because of another", "breaks with a note", "breaks in its own words"),
    *("leaves", "logs"),
]  # fmt: skip


def hits(*folders: Path) -> list[str]:
    """The files with the key in them, whole or the larger part of it, as it is or as it stands in an address."""
    wanted = [each.encode() for each in (CANARY, CANARY[:12], CANARY[8:], quote(CANARY, safe=""))]
    return [
        str(file)
        for folder in folders
        for file in folder.rglob("*")
        if file.is_file() and any(each in file.read_bytes() for each in wanted)
    ]


@pytest.mark.parametrize("how", WAYS)
async def test_h_what_is_said_about_a_call_holds_no_key(
    tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    shown: list[Any] = []
    with (
        SqliteJournal(tmp_path / "journal.db") as journal,
        Session(journal=journal, session_id="a") as session,
    ):
        following = session.follow(notices=True)
        outcome: Outcome = await invoke(use_key, {"how": how}, ToolContext(session))
        engine = Engine({"use_key": use_key}, session)
        await engine.complete(plan_from_wire([{"id": "a", "tool": "use_key", "args": {"how": how}}]))
        await session.committed()
        for _ in range(session.seq):
            shown.append(await anext(following))
        await following.aclose()
    assert outcome.ok == (how == "logs")
    assert hits(tmp_path) == []
    for part in (CANARY, CANARY[:12], CANARY[8:]):
        assert part not in repr(outcome)
        assert part not in repr(shown)
    if how not in ("breaks at the end of what is kept", "breaks in a long traceback", "breaks because of another"):
        assert "[key]" in repr(shown), "it says that something was taken out"


@pytest.mark.parametrize("name", NAMES)
def test_h_which_variables_hold_a_key(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, CANARY)
    assert masked(f"a {CANARY} b") == "a [key] b"
    monkeypatch.setenv(name, "short")
    assert masked("a short b") == "a short b"
    monkeypatch.delenv(name)
    monkeypatch.setenv("KEYBOARD_LAYOUT", CANARY)
    assert masked(CANARY) == CANARY


def test_h_a_key_within_a_key_and_one_that_is_no_text_are_masked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_KEY", "12345678")
    monkeypatch.setenv("B_KEY", "1234567890")
    monkeypatch.setenv("C_KEY", os.fsdecode(b"\xff\xfe345678"))
    assert masked("1234567890 12345678") == "[key] [key]"
    assert masked(f"x{os.fsdecode(bytes([255, 254]))}345678") == "x[key]"


async def test_h_a_result_is_data_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person who has a file with the key copied gets a copy of it, not a file with a mask in it."""
    from gameplan.tools.workspace import Workspace

    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    folder = tmp_path / "ws"
    folder.mkdir()
    (folder / "settings.txt").write_text(f"OPENAI_API_KEY={CANARY}\n")
    with Workspace(folder) as workspace, Session() as session:
        tools: dict[str, Tool[Any, Any]] = {
            each.name: each for each in (*workspace.reading_tools(), *workspace.writing_tools("run"))
        }
        read = await invoke(tools["read_file"], {"path": "settings.txt"}, ToolContext(session))
        assert read.value["content"] == f"OPENAI_API_KEY={CANARY}\n"
        args = {"path": "copy.txt", "content": read.value["content"]}
        assert (await invoke(tools["write_file"], args, ToolContext(session))).ok
    assert (folder / "copy.txt").read_bytes() == (folder / "settings.txt").read_bytes()


# -- the command, as a process of its own


@pytest.fixture
def server() -> Iterator[str]:
    """A server that speaks of the key it was sent, in every way it can: the worst one to talk to."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            self.send_response(401, "no")
            self.send_header("content-type", "application/json")
            self.end_headers()
            said = f"Incorrect key: {self.headers['authorization']} in {self.headers}"
            self.wfile.write(json.dumps({"error": {"message": said, "code": said, "param": said}}).encode())

        def log_message(self, *args: object) -> None: ...

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_port}/v1"
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


@pytest.fixture
def gameplan(tmp_path: Path, folder: Path, home: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run the command with keys in its environment; neither what it prints nor what it keeps holds one."""

    def gameplan(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        keys = {f"A_{name}": CANARY for name in NAMES} | {"PYTHONDEVMODE": "0", "PYTHONFAULTHANDLER": "1"}
        done = subprocess.run(
            [_COMMAND, *arguments],
            capture_output=True,
            text=True,
            env={**os.environ, **keys, **environment},
            timeout=60,
            check=False,
        )
        for part in (CANARY, CANARY[:12], CANARY[8:], quote(CANARY, safe="")):
            assert part not in done.stdout + done.stderr
        assert "Traceback" not in done.stdout + done.stderr
        assert hits(tmp_path) == []
        return done

    return gameplan


def test_h_no_command_shows_or_keeps_a_key(
    gameplan: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path, folder: Path
) -> None:
    plan = tmp_path / "plan.json"
    steps = [
        {"id": "read", "tool": "read_file", "args": {"path": "README.md"}},
        {"id": "write", "tool": "write_file", "args": {"path": "new.txt", "content": "${read.content}"}},
        {"id": "wrong", "tool": "read_file", "args": {"path": "nowhere.txt"}},
    ]
    plan.write_text(json.dumps({"request": "try it", "steps": steps}))
    where = ("--workspace", str(folder))
    assert gameplan("run", str(plan), *where, "--yes", "all").returncode == 1
    for arguments in (("show", "last"), ("agent", "what is here?", *where, "--model",
                      "house:scout", "--planner", "house:scout-planner")):  # fmt: skip
        assert gameplan(*arguments).returncode == 0, arguments


def test_h_a_server_that_speaks_of_the_key_is_not_quoted(
    gameplan: Callable[..., subprocess.CompletedProcess[str]], server: str, folder: Path
) -> None:
    pytest.importorskip("pydantic_ai")
    key = CANARY.replace(" ", "-")  # as it can stand in a header
    done = gameplan(
        *("agent", "what is here?", "--workspace", str(folder), "--model", "openai:m", "--planner", "openai:m"),
        OPENAI_API_KEY=key,
        OPENAI_BASE_URL=server,
    )
    assert done.returncode == 3
    assert "[key]" in done.stdout
    assert key not in done.stdout + done.stderr


def test_h_a_key_in_an_address_is_refused_and_not_repeated(
    gameplan: Callable[..., subprocess.CompletedProcess[str]], folder: Path
) -> None:
    pytest.importorskip("pydantic_ai")
    for address in (f"http://user:{quote(CANARY, safe='')}@127.0.0.1:9/v1", f"http://127.0.0.1:9/v1?key={CANARY}"):
        done = gameplan("agent", "x", "--workspace", str(folder), "--model", f"{address}#m")
        assert done.returncode == 2
        assert "does not belong into" in done.stderr
