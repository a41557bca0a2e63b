"""The guard: pure ASGI, outermost. Nothing reaches the studio that did not come by a way that it knows.

- The Host must be an address that the studio listens on: another name that leads here is an attack (DNS rebinding).
- A request that a browser makes for another page (Origin, Sec-Fetch-Site) is refused, whatever cookie it carries.
- Without a cookie there is the shell, its assets, and signing in.
- Bodies are JSON and not too large. Every answer has the headers that keep it from being turned against its reader: a
  page all of them, data a policy that allows nothing at all, a script or a style sheet those that mean something there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeAlias

from gameplan.studio.problems import Trouble
from gameplan.studio.signin import Door

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_BODY = 1_000_000
LARGEST_PLAN = 2_000_000
_READS = frozenset({"GET", "HEAD"})
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE"})
_OWN_SITES = frozenset({"same-origin", "none"})

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_OF_PARTS = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_OF_DATA = (
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    *_OF_PARTS,
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
_OF_PAGES = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    *_OF_DATA[1:],
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)


class Guard:
    """Stands before the studio's application.

    `hosts` are the addresses that it may be called by, each with its port; `prefix` is the path that it lies under.
    """

    def __init__(self, app: App, door: Door, hosts: Iterable[str], *, prefix: str = "", cookie: str) -> None:
        self._app = app
        self._door = door
        self._hosts = frozenset(host.lower() for host in hosts)
        self._prefix = prefix
        self._cookie = cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        with_headers = _Answering(send)
        try:
            path = self._way_in(scope)
            scope["root_path"] = self._prefix
            scope["path"] = self._prefix + path
            scope["raw_path"] = scope["path"].encode("utf-8", "surrogateescape")
            is_api = path == "/api" or path.startswith("/api/")
            with_headers.is_worker = path.endswith("-worker.js")  # which has a policy of its own, as a page has
            headers = _Headers(scope)
            self._check_origin(scope, headers, is_api)
            if is_api:
                with_headers.never_kept = True
                self._check_body(scope, headers, path)
                self._check_signed_in(scope, headers, path)
        except Trouble as trouble:
            if trouble.status == 413:
                await _drain(receive)
            await trouble.response()(scope, receive, with_headers)
            return
        await self._app(scope, _Counting(receive, _most(path)), with_headers)

    def _way_in(self, scope: Scope) -> str:
        """The path below the prefix, of a request to an address that is ours."""
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or hosts[0].decode("latin-1").lower() not in self._hosts:
            raise Trouble(421, "wrong_host", "This studio is not called by that name.")
        if scope["method"] not in _METHODS:
            raise Trouble(405, "method_not_allowed", "There is no such way to ask.", headers={"Allow": "GET, POST"})
        path: str = scope["path"]
        if self._prefix and (path == self._prefix or path.startswith(f"{self._prefix}/")):
            path = path[len(self._prefix) :]
        return path or "/"

    def _check_origin(self, scope: Scope, headers: _Headers, is_api: bool) -> None:
        if not is_api and scope["method"] in _READS:
            return  # the shell, which says nothing of anybody
        origin = headers.get("origin")
        if origin is not None:
            scheme, _, host = origin.partition("://")
            if scheme not in ("http", "https") or host.lower() not in self._hosts:
                raise Trouble(403, "foreign_origin", "Another page may not ask this.")
        if headers.get("sec-fetch-site", "same-origin") not in _OWN_SITES:
            raise Trouble(403, "foreign_origin", "Another page may not ask this.")

    def _check_body(self, scope: Scope, headers: _Headers, path: str) -> None:
        length = headers.get("content-length")
        has_body = headers.get("transfer-encoding") is not None or (length is not None and length != "0")
        if not has_body:
            return
        most = _most(path)
        if length is not None and (not length.isdecimal() or int(length[:16]) > most):
            raise Trouble(413, "too_large", f"A body may have {most:,} bytes.", headers={"Connection": "close"})
        if scope["method"] not in _READS:
            kind = (headers.get("content-type") or "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise Trouble(415, "json_wanted", "Send JSON, and say so: Content-Type: application/json.")

    def _check_signed_in(self, scope: Scope, headers: _Headers, path: str) -> None:
        secret = self._secret(headers)
        scope["gameplan.secret"] = secret
        if path == "/api/session" and scope["method"] != "DELETE":
            return
        if not secret:
            raise Trouble(401, "not_signed_in", "Sign in first, with the address that the studio printed.")

    def _secret(self, headers: _Headers) -> str:
        """What one who has signed in carries, if it is good."""
        given = headers.get("authorization") or ""
        scheme, _, secret = given.partition(" ")
        if scheme.lower() == "bearer" and self._door.knows(secret.strip()):
            return secret.strip()
        # Servers on other ports set cookies for this host, too, and not every one is well made: each is read by itself.
        for cookie in (headers.get("cookie") or "").split(";"):
            name, _, value = cookie.strip().partition("=")
            if name == self._cookie and self._door.knows(value):
                return value
        return ""


async def _drain(receive: Receive) -> None:
    """Take what is being sent, within reason: whoever is cut off while they send does not read the answer."""
    left = 2 * LARGEST_PLAN
    while left > 0:
        message = await receive()
        left -= len(message.get("body", b""))
        if message["type"] != "http.request" or not message.get("more_body"):
            return


class _Headers:
    def __init__(self, scope: Scope) -> None:
        self._all: dict[str, str] = {}
        for name, value in scope["headers"]:
            self._all.setdefault(name.decode("latin-1").lower(), value.decode("latin-1"))

    def get(self, name: str, otherwise: str | None = None) -> str | None:
        return self._all.get(name, otherwise)


def _most(path: str) -> int:
    """How large a body may be: a plan, or the intent to go on with another one, may be larger than the rest."""
    return LARGEST_PLAN if path.startswith("/api/plans") or path.endswith("/intents") else LARGEST_BODY


class _Counting:
    """Hands a body on, and breaks off when it is larger than it may be."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise Trouble(413, "too_large", "The body is larger than it may be.")
        return message


class _Answering:
    """Sends an answer with the headers that every answer has."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.never_kept = False
        self.is_worker = False

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            given = {name.lower(): value for name, value in message.get("headers", ())}
            added = [each for each in self._wanted(given.get(b"content-type", b"")) if each[0] not in given]
            if self.never_kept and b"cache-control" not in given:
                added.append((b"cache-control", b"no-store"))
            message = {**message, "headers": [*message.get("headers", ()), *added]}
        await self._send(message)

    def _wanted(self, kind: bytes) -> tuple[tuple[bytes, bytes], ...]:
        if self.is_worker or kind.startswith(b"text/html"):
            return _OF_PAGES
        return _OF_PARTS if kind.startswith((b"text/javascript", b"text/css")) else _OF_DATA
