"""A server on this machine that answers as image and music providers do, and keeps what it was sent."""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from typing import Any

import pytest

Answer = tuple[int, dict[str, str], bytes]


@dataclass
class Sent:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def form(self) -> dict[str, Any]:
        """The parts of a form with files: text, or the bytes of a file."""
        head = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
        message = BytesParser(policy=HTTP).parsebytes(head + self.body)
        parts: dict[str, Any] = {}
        for part in message.iter_parts():
            name = part.get_param("name", header="content-disposition")
            content = part.get_payload(decode=True)
            parts[str(name)] = content if part.get_filename() else content.decode()
        return parts


@dataclass
class Provider:
    """The server: where it is, what it got, and how it answers."""

    url: str = ""
    sent: list[Sent] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)  # these first, one for each request
    always: Callable[[Sent], Answer] | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def hang(self, sent: Sent) -> Answer:
        self.done.wait(30)
        return 200, {}, b"{}"


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            sent = Sent(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            provider.sent.append(sent)
            if provider.answers:
                status, headers, content = provider.answers.pop(0)
            else:
                assert provider.always is not None
                status, headers, content = provider.always(sent)
            try:
                self.send_response(status)
                for name, value in ({"content-type": "application/json"} | headers).items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    provider.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield provider
    provider.done.set()
    server.shutdown()
    server.server_close()
    thread.join()


def _json(value: object, status: int = 200, **headers: str) -> Answer:
    return status, {name.replace("_", "-"): each for name, each in headers.items()}, json.dumps(value).encode()


@pytest.fixture
def as_json() -> Callable[..., Answer]:
    return _json


@pytest.fixture
def picture() -> Callable[..., bytes]:
    """A picture as a file: with a transparent corner, if its mode has alpha."""

    def make(
        size: tuple[int, int] = (60, 80), color: tuple[int, ...] = (200, 40, 40, 255), format: str = "PNG"
    ) -> bytes:
        from PIL import Image

        image = Image.new("RGBA", size, color)
        image.putpixel((0, 0), (0, 0, 0, 0))
        out = BytesIO()
        (image if format != "JPEG" else image.convert("RGB")).save(out, format)
        return out.getvalue()

    return make


@pytest.fixture
def sound() -> Callable[..., bytes]:
    """A tone as a file."""

    def make(seconds: float = 3.0, format: str = "MP3", rate: int = 44_100) -> bytes:
        import numpy
        import soundfile

        time = numpy.arange(int(seconds * rate)) / rate
        tone = 0.3 * numpy.sin(2 * numpy.pi * 220 * time) * numpy.linspace(0.2, 1.0, len(time))
        out = BytesIO()
        soundfile.write(out, numpy.stack([tone, tone], axis=1), rate, format=format)
        return out.getvalue()

    return make


@pytest.fixture
def b64() -> Callable[[bytes], str]:
    return lambda content: base64.b64encode(content).decode()
