"""Attacks on the one thing that the studio serves out of the workspace as it is: pictures."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

pytest.importorskip("fastapi")

from gameplan.studio.house import Studio
from gameplan.studio.serving import Server, Serving
from gameplan.studio.views.pictures import LARGEST

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\0" * 40
WEBP = b"RIFF\x24\0\0\0WEBPVP8 " + b"\0" * 30
REAL = {"a.png": PNG, "b.jpg": b"\xff\xd8\xff\xe0" + b"\0" * 30, "c.gif": b"GIF89a" + b"\0" * 30, "d.webp": WEBP}
TYPES = {"a.png": "image/png", "b.jpg": "image/jpeg", "c.gif": "image/gif", "d.webp": "image/webp"}
SCRIPT = b"<script>alert(document.cookie)</script>"
LIES = {
    "page.png": b"<!doctype html>" + SCRIPT,
    "drawing.png": b'<svg xmlns="http://www.w3.org/2000/svg">' + SCRIPT + b"</svg>",
    "drawing.svg": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    "empty.png": b"",
    "almost.png": b"\x89PNG\r\n",
    "late.gif": b"\n" + REAL["c.gif"],
    "sound.webp": b"RIFF\x24\0\0\0WAVEfmt ",
    "icon.png": b"\0\0\1\0\1\0",
    "paper.png": b"%PDF-1.7",
    "notes.png": b"GIF8 is how they begin",
}


@pytest.fixture
def http(folder: Path, home: Path) -> Iterator[httpx.Client]:
    """One who has signed in to a real studio of this folder."""
    server = Server(Studio(folder, home), Serving(port=0))
    ready = threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(ready.set)), daemon=True)
    thread.start()
    assert ready.wait(30)
    headers = {"Authorization": f"Bearer {server.key}"}
    with httpx.Client(base_url=f"{server.address}/api", headers=headers, timeout=30) as signed_in:
        yield signed_in
    server.stop()
    thread.join(30)


def asked(http: httpx.Client, path: str) -> httpx.Response:
    return http.get("workspace/image", params={"path": path})


def test_i_a_picture_is_served_by_what_it_is_and_can_do_nothing(folder: Path, http: httpx.Client) -> None:
    (folder / "charts").mkdir()
    for name, content in REAL.items():
        (folder / "charts" / name).write_bytes(content)
    (folder / "charts" / "gif by another name.html").write_bytes(REAL["c.gif"] + SCRIPT)
    for name, type_ in {**TYPES, "gif by another name.html": "image/gif"}.items():
        reply = asked(http, f"charts/{name}")
        assert (reply.status_code, reply.headers["content-type"]) == (200, type_)
        assert reply.content == (folder / "charts" / name).read_bytes()
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["content-security-policy"] == "default-src 'none'; sandbox"
        assert reply.headers["content-disposition"] == "inline"
        assert reply.headers["cache-control"] == "no-store"
        assert reply.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("name", LIES)
def test_i_what_is_no_picture_is_not_served_as_one_whatever_its_name(
    folder: Path, http: httpx.Client, name: str
) -> None:
    (folder / name).write_bytes(LIES[name])
    reply = asked(http, name)
    assert (reply.status_code, reply.json()["code"]) == (415, "not_an_image")
    assert reply.headers["content-type"] == "application/problem+json"
    assert b"alert" not in reply.content


def test_i_no_path_and_no_link_leads_out(folder: Path, outside: Path, http: httpx.Client) -> None:
    (outside / "secret.png").write_bytes(PNG + b"SECRET-OUTSIDE")
    (folder / "link.png").symlink_to(outside / "secret.png")
    (folder / "up.png").symlink_to("../outside/secret.png")
    (folder / "way").symlink_to(outside)
    (folder / ".gameplan").mkdir(exist_ok=True)
    (folder / ".gameplan" / "kept.png").write_bytes(PNG)
    paths = [
        "../outside/secret.png",
        "src/../../outside/secret.png",
        str(outside / "secret.png"),
        f"//{outside}/secret.png",
        "..%2foutside%2fsecret.png",
        "..\\outside\\secret.png",
        "link.png",
        "up.png",
        "way/secret.png",
        ".gameplan/kept.png",
        ".GAMEPLAN/kept.png",
        "file:///etc/passwd",
        "a\0.png",
        "x" * 4_000,
        "nothing.png",
    ]
    for path in paths:
        reply = asked(http, path)
        assert (reply.status_code, reply.json()["code"]) == (404, "no_such_image"), path
        assert b"SECRET" not in reply.content


def test_i_a_link_inside_is_followed(folder: Path, http: httpx.Client) -> None:
    (folder / "src" / "a.png").write_bytes(PNG)
    (folder / "newest.png").symlink_to("src/a.png")
    assert asked(http, "newest.png").content == PNG


def test_i_pipes_sockets_devices_and_folders_are_refused_at_once(folder: Path, http: httpx.Client) -> None:
    os.mkfifo(folder / "pipe.png")
    (folder / "folder.png").mkdir()
    (folder / "zero.png").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / "s.png"))
        for name in ("pipe.png", "folder.png", "s.png", ".", "zero.png"):
            reply = asked(http, name)
            assert reply.status_code in (404, 415) and reply.json()["code"] in ("no_such_image", "not_an_image"), name


def test_i_a_picture_that_is_too_large_is_not_read(folder: Path, http: httpx.Client) -> None:
    with (folder / "ten-gigabytes.png").open("wb") as file:
        file.write(PNG)
        file.truncate(10_000_000_000)
    with (folder / "too-large.png").open("wb") as file:
        file.write(PNG)
        file.truncate(LARGEST + 1)
    for name in ("ten-gigabytes.png", "too-large.png"):
        reply = asked(http, name)
        assert (reply.status_code, reply.json()["code"]) == (415, "not_an_image")
        assert "10,000,000 bytes" in reply.json()["detail"]
    (folder / "just.png").write_bytes(PNG + b"\0" * (LARGEST - len(PNG)))
    assert len(asked(http, "just.png").content) == LARGEST


def test_i_a_picture_is_for_whoever_has_signed_in_and_for_no_other_page(folder: Path, http: httpx.Client) -> None:
    (folder / "a.png").write_bytes(PNG)
    reply = http.get("workspace/image", params={"path": "a.png"}, headers={"Authorization": ""})
    assert reply.status_code == 401 and PNG not in reply.content
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.example"}):
        reply = http.get("workspace/image", params={"path": "a.png"}, headers=headers)
        assert reply.status_code == 403 and PNG not in reply.content
