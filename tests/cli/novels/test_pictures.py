"""`novels illustrate --pictures openai`, through the command: a server on this machine answers as OpenAI does."""

from __future__ import annotations

import base64
import io
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

KEY = "sk-test-0123456789abcdef"


@pytest.fixture
def images(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, str]]]:
    """What was asked of the server: the path, and the key that came with it. Nobody may be drawn happy."""
    pytest.importorskip("openai")
    from PIL import Image

    drawn = io.BytesIO()
    Image.new("RGBA", (60, 80), (200, 40, 40, 90)).save(drawn, "PNG")
    answer = json.dumps({"created": 1, "data": [{"b64_json": base64.b64encode(drawn.getvalue()).decode()}]}).encode()
    refusal = json.dumps({"error": {"message": "Not this one.", "code": "moderation_blocked"}}).encode()
    sent: list[tuple[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            sent.append((self.path, self.headers["authorization"]))
            refused = b"happy" in body
            content = refusal if refused else answer
            self.send_response(400 if refused else 200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None: ...

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{http.server_port}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    try:
        yield sent
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


@pytest.fixture
def small(home: Path) -> str:
    """The name of a novel with one person in two expressions and one place, which has its music."""
    from gameplan.novels.package import Act, Asset, Character, Location, VNPackage
    from gameplan.novels.shelf import Shelf, Volume

    mara = Character(id="mara", name="Mara", role="protagonist", description="", expressions=("neutral", "happy"))
    mill = Location(id="mill", title="The Mill", location="mill", ambient_detail="", mood="")
    act = Act(id="one", title="One", objective="", scenario_context="", narrative_guidelines="", locations=(mill,))
    path, sound = "assets/music/mill.ogg", b"OggS, or so it says"
    music = Asset(id="mill_music", kind="music", owner="mill", path=path, mime="audio/ogg")
    package = VNPackage(title="Small", characters=(mara,), acts=(act,), assets=(music,))
    return Shelf(home / "novels").save(Volume(package, {path: sound}), as_id="small").package.package_id


def test_openai_draws_and_what_it_refuses_is_said_and_left_as_a_placeholder(
    invoke: Callable[..., Any], images: list[tuple[str, str]], small: str, home: Path
) -> None:
    said = invoke("novels", "illustrate", small, "--pictures", "openai", code=1).output
    assert {path for path, _ in images} == {"/v1/images/generations", "/v1/images/edits"}
    assert {key for _, key in images} == {f"Bearer {KEY}"}
    from gameplan.novels.shelf import Shelf

    volume = Shelf(home / "novels").load(small)
    by = {each.id: (each.provider.partition(":")[0], each.status) for each in volume.package.assets}
    assert by["mara"] == by["mill"] == ("openai", "final")
    neutral, happy = (next(each for each in volume.package.assets if each.id == id) for id in ("mara", "mara_happy"))
    assert happy.status == "placeholder" and "Not this one." in said and "Not this one." in happy.reason
    assert volume.assets[happy.path] == volume.assets[neutral.path], "she stays who she is"
    assert all(each.alt and volume.assets[each.path] for each in volume.package.assets if each.kind != "music")
    assert KEY not in said and KEY not in volume.package.model_dump_json()
    asked = len(images)
    invoke("novels", "illustrate", small, "--pictures", "openai", code=1)
    assert all(path.endswith("/edits") for path, _ in images[asked:]), "what was drawn is not drawn again"
