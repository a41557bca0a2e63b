"""New ways in while the studio runs: who may make them, and what a program with the key needs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from gameplan.client import Client, StudioError


def test_only_the_key_opens_the_door_to_others(serve: Callable[..., Any]) -> None:
    studio = serve(password="correct horse")
    with httpx.Client(base_url=f"{studio.address}/api", timeout=60) as http:
        assert http.post("session/tokens", json={}).status_code == 401
        for secret in ({"token": studio.server.door.new_token()}, {"password": "correct horse"}, {"token": studio.key}):
            assert http.post("session", json=secret).status_code == 204
            refused = http.post("session/tokens", json={})  # signed in, and yet
            assert (refused.status_code, refused.json()["code"]) == (403, "not_the_key")
            assert "token" not in refused.json()
            http.cookies.clear()
    with studio.http() as program:
        made = program.post("session/tokens", json={})
        assert made.status_code == 201
        assert program.get("session/tokens").status_code in (404, 405)
        assert program.post("session/tokens", json={}, headers={"Origin": "http://evil.example"}).status_code == 403
    with Client(studio.address, made.json()["token"]) as second:
        assert second.session_here().signed_in
        with pytest.raises(StudioError) as refused_too:
            second.sign_in_address()
        assert refused_too.value.code == "not_the_key"


def test_of_very_many_tokens_that_nobody_uses_the_newest_are_good(studio: Any) -> None:
    tokens = [studio.server.door.new_token() for _ in range(100)]
    with httpx.Client(base_url=f"{studio.address}/api", timeout=60) as http:
        assert http.post("session", json={"token": tokens[0]}).status_code == 401
        assert http.post("session", json={"token": tokens[-1]}).status_code == 204


def test_a_program_with_the_key_signs_nobody_in(studio: Any) -> None:
    kept = studio.home / "studio-signed-in.json"
    with Client.here(studio.home) as client:
        assert client.session_here().signed_in
        client.sign_out()
        assert client.session_here().signed_in  # the key is good as long as the studio runs
        assert not kept.exists()


def test_a_studio_that_does_not_answer_is_told_in_words(serve: Callable[..., Any], tmp_path: Path) -> None:
    studio = serve()
    client = Client.here(studio.home)
    note = (studio.home / "studio.json").read_text()
    studio.stop()
    with client, pytest.raises(StudioError, match="does not answer") as silent:
        client.home()
    assert (silent.value.status, silent.value.code) == (0, "no_answer")
    with pytest.raises(LookupError, match="No studio is running"):
        Client.here(studio.home)
    (studio.home / "studio.json").write_text(note)  # as one that was killed leaves it, its number given to another
    with pytest.raises(LookupError, match="does not answer"):
        Client.here(studio.home)


def test_a_picture_of_the_workspace_is_read_by_a_program(client: Client, folder: Path) -> None:
    (folder / "dot.gif").write_bytes(b"GIF89a" + b"\0" * 20)
    assert client.image("dot.gif") == ("image/gif", b"GIF89a" + b"\0" * 20)
    with pytest.raises(StudioError) as refused:
        client.image("notes.md")
    assert (refused.value.status, refused.value.code) == (415, "not_an_image")
