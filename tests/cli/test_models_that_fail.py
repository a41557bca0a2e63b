"""What a real process does when a real server hangs, refuses, or says something vile."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from gameplan.agents import EndedBy, TurnEnded
from gameplan.runtime import Session, SqliteJournal

pytest.importorskip("pydantic_ai")


@dataclass
class Server:
    """An OpenAI-compatible server on loopback, which answers with what it is told to."""

    url: str = ""
    status: int = 200
    text: str = ""
    asked: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)


@pytest.fixture
def server() -> Iterator[Server]:
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            state.asked.set()
            state.go_on.wait(30)
            self.send_response(state.status)
            self.send_header("content-type", "text/event-stream" if state.status == 200 else "application/json")
            self.end_headers()
            if state.status != 200:
                self.wfile.write(b'{"error": {"message": "the key is wrong"}}')
                return
            delta = {"role": "assistant", "content": state.text}
            chunk: dict[str, Any] = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
            for choice in ({"delta": delta, "finish_reason": None}, {"delta": {}, "finish_reason": "stop"}):
                chunk["choices"] = [{"index": 0, **choice}]
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
            self.wfile.write(b"data: [DONE]\n\n")

        def log_message(self, *args: object) -> None: ...

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever)
    thread.start()
    state.url = f"http://127.0.0.1:{http.server_port}/v1#m"
    try:
        yield state
    finally:
        state.go_on.set()
        http.shutdown()
        http.server_close()
        thread.join()


def recorded(home: Path) -> Session:
    import gameplan.cli.record  # noqa: F401

    with SqliteJournal(home / "gameplan.db") as journal:
        return Session.view(journal, journal.sessions()[-1].session_id)


@pytest.mark.parametrize(("number", "deaf"), [(signal.SIGINT, False), (signal.SIGTERM, False), (signal.SIGTERM, True)])
def test_ctrl_c_and_a_polite_kill_leave_a_whole_record(
    start: Callable[..., subprocess.Popen[str]],
    server: Server,
    folder: Path,
    home: Path,
    invoke: Callable[..., Any],
    number: signal.Signals,
    deaf: bool,
) -> None:
    """Also of a command that is deaf to Ctrl-C, as those are that a shell script starts with `&`."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if deaf else None
    process = start(["agent", "where is Ferry?", "-w", str(folder), "--model", server.url])
    if deaf:
        signal.signal(signal.SIGINT, before)
    assert server.asked.wait(60)
    process.send_signal(number)
    output, errors = process.communicate(timeout=30)
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert "Cancelled" in output
    session = recorded(home)
    assert session.damage is None
    assert [turn.ended_by for turn in session.events_of(TurnEnded)] == [EndedBy.CANCELLED]
    assert type(session.events[-1].event).__name__ == "RunEnded"
    assert "Cancelled" in invoke("show", "last").output
    assert "✓" in invoke("replay", "last").output


def test_a_model_that_refuses_is_exit_code_3(
    command: Callable[..., Any], server: Server, folder: Path, home: Path
) -> None:
    server.status = 401
    server.go_on.set()
    done = command("agent", "where is Ferry?", "-w", str(folder), "--model", server.url)
    assert done.returncode == 3
    assert "Model error" in done.stdout
    assert recorded(home).events_of(TurnEnded)[-1].ended_by is EndedBy.MODEL_ERROR


@pytest.mark.parametrize("no_color", [True, False])
def test_on_a_terminal_a_model_cannot_steer_it(
    server: Server, folder: Path, no_color: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The escape codes on a terminal are ours alone, and without colour if that is asked for."""
    server.text = "It is \x1b]0;pwned\x07 \x1b[5mhere\x1b[0m [red]x[/red]"
    server.go_on.set()
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    ours, theirs = pty.openpty()
    program = Path(sys.executable).with_name("gameplan")
    arguments = ["agent", "where is Ferry?", "-w", str(folder), "--model", server.url, "--mode", "autonomous"]
    process = subprocess.Popen([program, *arguments], stdout=theirs, stderr=theirs, stdin=theirs)
    os.close(theirs)
    output = b""
    try:
        while chunk := os.read(ours, 65536):
            output += chunk
    except OSError:  # the other side was closed
        pass
    finally:
        os.close(ours)
    assert process.wait(60) == 1  # it never called the tool that ends its turn
    assert b"\x1b]0;" not in output
    assert b"\x1b[5m" not in output
    assert rb"\x1b]0;pwned\x07" in output
    assert b"[red]x[/red]" in output
    assert (b"\x1b[1;36m[Agent]" in output or b"36m[Agent]" in output) is not no_color
