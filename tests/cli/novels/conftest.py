"""A novel on the shelf, and a server on loopback that speaks OpenAI's protocol and answers as a script says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from renpy_judge import display, judge

__all__ = ["display", "judge"]  # fixtures

PREMISE = "A lighthouse keeper named Mara Quist finds a door in the tide."


@pytest.fixture
def premise() -> str:
    return PREMISE


@pytest.fixture
def novel(home: Path) -> str:
    """The name of a small novel on the person's shelf."""
    from gameplan.novels.house import write
    from gameplan.novels.shelf import Shelf, Volume

    package = write(PREMISE, 3)
    return Shelf(home / "novels").save(Volume(package), as_id="the_door").package.package_id


@pytest.fixture
def shelved(home: Path) -> Callable[[str], Any]:
    """A package as it stands on the person's shelf now."""
    from gameplan.novels.shelf import Shelf

    return lambda name: Shelf(home / "novels").load(name).package


@dataclass
class Server:
    """Answers each request with the next of `script`: a text, or the name and the arguments of a tool call."""

    url: str = ""
    script: list[str | tuple[str, dict[str, Any]]] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)

    def heard(self) -> list[str]:
        """What people said to it, as of the last request."""
        return [str(each["content"]) for each in self.asked[-1]["messages"] if each["role"] == "user"]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    pytest.importorskip("pydantic_ai")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    state = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            state.asked.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            answer = state.script.pop(0) if state.script else "I have nothing more to say."
            delta: dict[str, Any] = {"role": "assistant", "content": answer if isinstance(answer, str) else ""}
            if not isinstance(answer, str):
                call = {"name": answer[0], "arguments": json.dumps(answer[1])}
                delta["tool_calls"] = [{"index": 0, "id": f"c{len(state.asked)}", "type": "function", "function": call}]
            ended = "stop" if isinstance(answer, str) else "tool_calls"
            chunk: dict[str, Any] = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m"}
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for choice in ({"delta": delta, "finish_reason": None}, {"delta": {}, "finish_reason": ended}):
                chunk["choices"] = [{"index": 0, **choice}]
                self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
            self.wfile.write(b"data: [DONE]\n\n")

        def log_message(self, *args: object) -> None: ...

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.url = f"http://127.0.0.1:{http.server_port}/v1#m"
    try:
        yield state
    finally:
        http.shutdown()
        http.server_close()
        thread.join()
