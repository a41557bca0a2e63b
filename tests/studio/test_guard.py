"""Who is let in: names, origins, cookies, sizes and kinds of bodies. Each attack with the answer that it gets."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from gameplan.client import Client, StudioError
from gameplan.settings import UserError
from gameplan.studio.guard import LARGEST_BODY, LARGEST_PLAN, Guard
from gameplan.studio.house import Studio
from gameplan.studio.serving import Server, Serving
from gameplan.studio.signin import Door

EVIL = ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", "0.0.0.0", "127.0.0.2", "localhost", "[::]"]


@pytest.fixture
def http(studio: Any) -> Iterator[httpx.Client]:
    with studio.http() as signed_in:
        yield signed_in


def raw(studio: Any, request: bytes) -> bytes:
    """What the server answers to these very bytes."""
    with socket.create_connection(("127.0.0.1", studio.server.port), timeout=60) as connection:
        connection.sendall(request)
        answer = b""
        while chunk := connection.recv(65_536):
            answer += chunk
            if b"\r\n\r\n" in answer and b"HTTP/1.1 1" not in answer[:10]:
                break
        return answer


# -- the address


@pytest.mark.parametrize("name", EVIL)
def test_another_name_that_leads_here_is_refused(studio: Any, http: httpx.Client, name: str) -> None:
    for host in (f"{name}:{studio.server.port}" if name != "localhost" else "localhost:1", name):
        for path in ("home", "session", "stream", "../"):
            reply = http.get(path, headers={"Host": host})
            assert (reply.status_code, reply.json()["code"]) == (421, "wrong_host"), (host, path)


def test_its_own_names_are_taken(studio: Any, http: httpx.Client) -> None:
    for name in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        assert http.get("home", headers={"Host": f"{name}:{studio.server.port}"}).status_code == 200


def test_two_hosts_or_none_are_refused(studio: Any) -> None:
    port = studio.server.port
    for hosts in (b"", f"Host: 127.0.0.1:{port}\r\nHost: evil\r\n".encode()):
        answer = raw(studio, b"GET /api/home HTTP/1.1\r\n" + hosts + b"Connection: close\r\n\r\n")
        assert answer.split()[1] in (b"400", b"421")


def test_it_listens_on_this_machine_alone(studio: Any) -> None:
    ports = {line.split()[1] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]}
    port = f"{studio.server.port:04X}"
    assert {each for each in ports if each.endswith(f":{port}") and each.startswith(("00000000", "0100007F"))} == {
        f"0100007F:{port}"
    }


# -- the origin


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://", "https://localhost"]
)
def test_a_foreign_page_is_refused(studio: Any, http: httpx.Client, origin: str) -> None:
    before = studio.digest()
    for method, path in (
        ("POST", "plans"),
        ("GET", "home"),
        ("GET", "stream"),
        ("POST", "session"),
        ("POST", "runs/run-1/intents"),
        ("PUT", "settings"),
    ):
        reply = http.request(method, path, headers={"Origin": origin}, json={} if method != "GET" else None)
        assert (reply.status_code, reply.json()["code"]) == (403, "foreign_origin")
        assert "access-control-allow-origin" not in reply.headers
    assert studio.digest() == before


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
def test_what_a_browser_asks_for_another_site_is_refused(http: httpx.Client, site: str) -> None:
    reply = http.get("home", headers={"Sec-Fetch-Site": site})
    assert (reply.status_code, reply.json()["code"]) == (403, "foreign_origin")


def test_its_own_page_is_let_through(studio: Any, http: httpx.Client, ferry: str) -> None:
    for host in ("127.0.0.1", "localhost"):
        headers = {"Origin": f"http://{host}:{studio.server.port}", "Sec-Fetch-Site": "same-origin"}
        assert http.post("plans", json={"text": ferry}, headers=headers).status_code == 201


def test_a_preflight_gets_no_leave(http: httpx.Client) -> None:
    asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    reply = http.request("OPTIONS", "plans", headers=asked)
    assert reply.status_code == 405
    assert not [name for name in reply.headers if name.startswith("access-control")]


def test_there_are_no_websockets(studio: Any) -> None:
    port = studio.server.port
    answer = raw(
        studio,
        f"GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Origin: http://evil.example\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode(),
    )
    assert b" 101 " not in answer.split(b"\r\n")[0]


async def test_the_guard_itself_turns_websockets_away(tmp_path: Path) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError("nothing gets here")

    async def connects() -> dict[str, str]:
        return {"type": "websocket.connect"}

    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    guard = Guard(app, Door(tmp_path), ["127.0.0.1:1"], cookie="x")
    await guard({"type": "websocket", "path": "/api/stream", "headers": []}, connects, send)
    assert sent == [{"type": "websocket.close", "code": 1008}]


# -- bodies


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "text/json"]
)
def test_only_json_is_taken(studio: Any, http: httpx.Client, kind: str, ferry: str) -> None:
    before = studio.digest()
    headers = {"Content-Type": kind} if kind else {}
    reply = http.post("plans", content=json.dumps({"text": ferry}), headers=headers)
    assert (reply.status_code, reply.json()["code"]) == (415, "json_wanted")
    assert studio.digest() == before


@pytest.mark.parametrize(
    "body",
    [b"{", b"", b"[" * 100_000, b'{"a": 1, "a": 2}', b'{"text": NaN}', b'{"text": "\\ud800"}', b'{"text": "\xff"}',
     b'{"plan": ' + b"[" * 2_000 + b"]" * 2_000 + b"}", b"null", b"3", b'{"text": 1e999}'],
)  # fmt: skip
def test_what_is_no_json_is_told_so(http: httpx.Client, body: bytes) -> None:
    reply = http.post("plans", content=body, headers={"Content-Type": "application/json"})
    assert reply.status_code in (400, 422)
    assert reply.headers["content-type"] == "application/problem+json"


def test_a_body_may_not_be_too_large(studio: Any, http: httpx.Client) -> None:
    def parts(size: int) -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(size // 50_000 + 1):
            yield b"x" * 50_000
        yield b'"}'

    for path, most in (
        ("plans", LARGEST_PLAN),
        ("runs/run-1/intents", LARGEST_PLAN),
        ("session", LARGEST_BODY),
        ("templates", LARGEST_BODY),
    ):
        said = http.post(path, json={"text": "x" * most})
        assert (said.status_code, said.json()["code"]) == (413, "too_large")
        chunked = http.post(path, content=parts(most), headers={"Content-Type": "application/json"})
        assert (chunked.status_code, chunked.json()["code"]) == (413, "too_large")
    assert http.post("plans", json={"text": "# " + "x" * (LARGEST_BODY + 1) + "\nsteps: []"}).status_code == 201
    asked = 0
    for path, item in http.get("openapi.json").json()["paths"].items():  # and everything else that takes a body
        for method in ("post", "put", "delete"):
            if method in item:
                asked += 1
                address = re.sub(r"\{\w+\}", "x", path).removeprefix("/api/")
                body = b'{"x": "' + b"x" * LARGEST_PLAN + b'"}'
                said = http.request(method, address, content=body, headers={"Content-Type": "application/json"})
                assert (said.status_code, said.json()["code"]) == (413, "too_large"), (method, path)
    assert asked > 15


# -- signing in


def test_without_a_cookie_there_is_only_the_door(studio: Any) -> None:
    with httpx.Client(base_url=studio.address, timeout=60) as stranger:
        for path in ("home", "inbox", "plans", "runs", "sessions", "settings", "stream", "tools", "templates",
                     "openapi.json", "runs/x/events"):  # fmt: skip
            reply = stranger.get(f"api/{path}")
            assert (reply.status_code, reply.json()["code"]) == (401, "not_signed_in"), path
        assert stranger.post("api/plans", json={"text": "steps: []"}).status_code == 401
        assert stranger.get("api/session").json() == {
            "signedIn": False, "workspace": "", "version": "", "withPassword": False,
        }  # fmt: skip
        for page in ("", "plans/x", "sign-in", "docs"):
            assert stranger.get(f"/{page}").status_code == 200
        assert str(studio.folder) not in stranger.get("/").text


def test_a_token_is_good_for_one_sign_in(spawn: Callable[..., Any]) -> None:
    studio = spawn()
    with httpx.Client(base_url=f"{studio.address}/api", timeout=60) as browser:
        reply = browser.post("session", json={"token": studio.token})
        assert reply.status_code == 204
        cookie = reply.headers["set-cookie"]
        assert re.search(r"; HttpOnly;", cookie) and re.search(r"(?i)samesite=strict", cookie) and "Path=/;" in cookie
        assert browser.get("home").status_code == 200
        with httpx.Client(base_url=f"{studio.address}/api", timeout=60) as other:
            again = other.post("session", json={"token": studio.token})
            assert (again.status_code, again.json()["code"]) == (401, "wrong_token")
        browser.delete("session")
        assert browser.get("home").status_code == 401
    assert studio.token not in studio.log.read_text()
    kept = [path for path in studio.home.rglob("*") if path.is_file() and studio.token.encode() in path.read_bytes()]
    assert kept == []
    assert (studio.home / "studio.json").stat().st_mode & 0o077 == 0
    assert (studio.home / "studio-signed-in.json").stat().st_mode & 0o077 == 0


def test_a_browser_stays_signed_in_when_the_studio_is_started_again(serve: Callable[..., Any]) -> None:
    studio = serve()
    with httpx.Client(timeout=60) as browser:
        browser.post(f"{studio.address}/api/session", json={"token": studio.server.door.new_token()})
        port = studio.server.port
        studio.stop()
        again = serve(port=port)
        assert browser.get(f"{again.address}/api/home").status_code == 200


@pytest.mark.parametrize(
    "other", ['prefs={"a": "b, c"}', "flag", "a@b=1", "expires=1", 'q="un', "gameplan", "=", "a=1;;"]
)
def test_cookies_of_others_on_this_machine_sign_nobody_out(studio: Any, other: str) -> None:
    """A browser sends what any server on this host has set, whatever its port and however it is made."""
    with httpx.Client(base_url=f"{studio.address}/api", timeout=60) as browser:
        reply = browser.post("session", json={"token": studio.server.door.new_token()})
        name, value = next(iter(reply.cookies.items()))
        browser.cookies.clear()
        for cookies in (f"{other}; {name}={value}", f"{name}={value}; {other}", f"{name}=old; {other}; {name}={value}"):
            assert browser.get("home", headers={"Cookie": cookies}).status_code == 200, cookies
        for cookies in (other, f"{name}={value}x; {other}", f"{other}; x{name}={value}", f"{name}=; {other}"):
            assert browser.get("home", headers={"Cookie": cookies}).status_code == 401, cookies


def test_whoever_guesses_is_made_to_wait(studio: Any) -> None:
    with httpx.Client(base_url=f"{studio.address}/api", timeout=60) as stranger:
        codes = [stranger.post("session", json={"token": f"guess-{number}"}).status_code for number in range(12)]
    assert codes[:10] == [401] * 10 and codes[-1] == 429


def test_a_password_opens_it_from_elsewhere(serve: Callable[..., Any], folder: Path, tmp_path: Path) -> None:
    studio = serve(password="correct horse")
    with Client(studio.address, "correct horse") as client:
        assert client.session_here().with_password
    with pytest.raises(StudioError):
        Client(studio.address, "battery staple")


def test_other_hosts_need_a_password(folder: Path, tmp_path: Path) -> None:
    studio = Studio(folder, tmp_path / "other")
    try:
        for serving in (Serving(port=0, host="0.0.0.0"), Serving(port=0, host="0.0.0.0", password="short")):
            with pytest.raises(UserError, match="password"):
                Server(studio, serving)
    finally:
        studio.journal.close()
        studio.workspace.close()


# -- answers


PAGE_POLICY = "default-src 'none'; script-src 'self'; style-src 'self';"


def test_every_answer_has_the_headers_that_protect_its_reader(http: httpx.Client) -> None:
    pages = [
        http.get("../"),
        http.get("../plans/x"),
        http.get("../no/such/page"),
        http.get("../assets/stream-worker.js"),
    ]
    data = [http.get("home"), http.get("nothing"), http.get("home", headers={"Host": "evil"}), http.get("../assets/x")]
    for reply in (*pages, *data):
        policy = reply.headers["content-security-policy"]
        assert policy.startswith(PAGE_POLICY if reply in pages else "default-src 'none'; frame-ancestors 'none'")
        assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["x-frame-options"] == "DENY"
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert reply.headers["cross-origin-opener-policy"] == "same-origin"
        assert reply.headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in reply.headers
    assert all("permissions-policy" in reply.headers for reply in pages)
    assert http.get("home").headers["cache-control"] == "no-store"


def test_a_script_and_a_style_sheet_are_what_they_say_and_for_this_house_alone(http: httpx.Client) -> None:
    for name, kind in (("app.js", "text/javascript"), ("review/review.js", "text/javascript"), ("app.css", "text/css")):
        reply = http.get(f"../assets/{name}")
        assert reply.headers["content-type"] == kind
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize(
    "path",
    ["../house.py", "..%2fhouse.py", "%2e%2e/house.py", "....//house.py", "/etc/passwd", "//etc/passwd", "..\\house.py",
     "index.html", "types.d.ts", "app.js%00.css", "a" * 5_000],
)  # fmt: skip
def test_no_way_leads_out_of_the_pages_folder(studio: Any, path: str) -> None:
    answer = raw(
        studio,
        f"GET /assets/{path} HTTP/1.1\r\nHost: 127.0.0.1:{studio.server.port}\r\nConnection: close\r\n\r\n".encode(),
    )
    assert answer.split()[1] == b"404"


def test_assets_are_kept_by_their_hash_and_checked_by_their_etag(studio: Any) -> None:
    with httpx.Client(base_url=studio.address, timeout=60) as browser:
        shell = browser.get("/")
        assert shell.headers["content-type"] == "text/html; charset=utf-8" and "{{" not in shell.text
        (script,) = re.findall(r'<script type="module" src="([^"]+)"', shell.text)
        reply = browser.get(script, headers={"Accept-Encoding": "gzip, br"})
        assert reply.headers["content-type"] == "text/javascript"
        assert "immutable" in reply.headers["cache-control"] and reply.headers["content-encoding"] == "br"
        plain = browser.get("/assets/app.js", headers={"Accept-Encoding": "identity"})
        assert plain.content == reply.content and plain.headers["cache-control"] == "no-cache"
        assert browser.get("/assets/app.js", headers={"If-None-Match": plain.headers["etag"]}).status_code == 304


def test_it_works_under_a_path(serve: Callable[..., Any], ferry: str) -> None:
    studio = serve(prefix="/deep/studio/")
    assert studio.address.endswith("/deep/studio")
    with httpx.Client(timeout=60) as browser:
        reply = browser.post(f"{studio.address}/api/session", json={"token": studio.server.door.new_token()})
        assert "Path=/deep/studio;" in reply.headers["set-cookie"]
        assert browser.get(f"{studio.address}/api/home").status_code == 200
        shell = browser.get(f"{studio.address}/plans/x").text
        assert 'src="/deep/studio/assets/' in shell
        (script,) = re.findall(r'<script type="module" src="([^"]+)"', shell)
        assert browser.get(studio.address.removesuffix("/deep/studio") + script).status_code == 200
    with studio.client() as client:
        assert client.plan_from_text(ferry).version == 1


def test_reading_never_changes_anything(studio: Any, http: httpx.Client, ferry: str, until: Callable[..., Any]) -> None:
    with studio.client() as client:
        plan = client.plan_from_text(ferry)
        run = client.start(plan.id)
        until(lambda: client.run(run.id).inbox)
    document = http.get("openapi.json").json()
    values = {"plan": plan.id, "run": run.id, "session": run.id, "step": "edit", "name": "collect-todos"}
    (studio.folder / "dot.gif").write_bytes(b"GIF89a\x01\x00\x01\x00\x00\x00\x00;")
    told = {"workspace/image": {"path": "dot.gif"}}
    reads = [path for path, operations in document["paths"].items() if "get" in operations]
    assert len(reads) > 20
    before = studio.digest()
    for path in reads:
        address = re.sub(r"\{(\w+)[^}]*\}", lambda found: values[found[1]], path).removeprefix("/api/")
        with http.stream("GET", address, params=told.get(address)) as reply:
            assert reply.status_code == 200, address
            if "event-stream" not in reply.headers["content-type"]:
                reply.read()
        assert studio.digest() == before, address
        assert http.head(address).status_code in (200, 405)
    assert studio.digest() == before
