"""Serving a studio: which address it listens on, what is printed, and how it comes to an end."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from gameplan.settings import UserError
from gameplan.studio.api.app import make_app
from gameplan.studio.api.streams import HANG_UP
from gameplan.studio.assets import Pages
from gameplan.studio.guard import Guard
from gameplan.studio.house import Studio
from gameplan.studio.running import no_longer_running, note_running
from gameplan.studio.signin import Door

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8642
_QUEUE = 2_048


@dataclass(frozen=True, slots=True)
class Serving:
    """How a studio is served.

    Without a `port` it takes 8642, or any that is free. Another `host` than 127.0.0.1 needs a `password`. `names` are
    further addresses (`name:port`) that it may be called by, as behind a proxy.
    """

    port: int | None = None
    host: str = LOOPBACK
    password: str | None = None
    prefix: str = ""
    names: Sequence[str] = ()
    fresh_pages: bool = False


class Server:
    """A studio, being served. `address` is where; `sign_in_address` lets one browser in."""

    def __init__(self, studio: Studio, serving: Serving = Serving()) -> None:
        _check(serving)
        self.studio = studio
        self._serving = serving
        self._socket = _listen(serving)
        self.port: int = self._socket.getsockname()[1]
        self.door = Door(studio.home, serving.password)
        prefix = _prefix(serving.prefix)
        cookie = f"gameplan_{self.port}"
        app = make_app(studio, self.door, cookie=cookie, pages=Pages(fresh=serving.fresh_pages))
        guarded = Guard(app, self.door, self._names(), prefix=prefix, cookie=cookie)
        self.address = f"http://{self._shown_host()}:{self.port}{prefix}"
        config = uvicorn.Config(
            guarded,
            log_level="warning",
            access_log=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=3,
            ws="none",
            http=_Line,
            lifespan="on",
            backlog=_QUEUE,
        )
        self._uvicorn = _Uvicorn(config, studio)

    @property
    def sign_in_address(self) -> str:
        """A new address with a token in its fragment, which no log and no referrer has; good for one browser."""
        return f"{self.address}/#token={self.door.new_token()}"

    @property
    def key(self) -> str:
        """What a program of the same person signs in with."""
        return self.door.key

    async def serve(self, ready: Callable[[], None] | None = None) -> None:
        """Until it is stopped. `ready` is called when it answers."""
        home = self.studio.home

        def started() -> None:
            note_running(home, self.address, self.key)
            if ready is not None:
                ready()

        self._uvicorn.on_started = started
        try:
            await self._uvicorn.serve(sockets=[self._socket])
        finally:
            self._socket.close()
            no_longer_running(home)

    def stop(self) -> None:
        """End; what runs can be gone on with. May be called from another thread."""
        self._uvicorn.should_exit = True

    def _names(self) -> list[str]:
        own = [LOOPBACK, "localhost", "[::1]"]
        if self._serving.host not in (LOOPBACK, "0.0.0.0", "::"):  # noqa: S104 - not listened on, only compared
            own.append(_bracketed(self._serving.host))
        names = [f"{name}:{self.port}" for name in own]
        return [*names, *(own if self.port == 80 else ()), *self._serving.names]

    def _shown_host(self) -> str:
        host = self._serving.host
        return LOOPBACK if host in ("0.0.0.0", "::") else _bracketed(host)  # noqa: S104 - only compared


class _Line(H11Protocol):
    """A connection that the application can hang up on: one who does not read would hold it for ever."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        app = self.app

        async def with_line(scope: Any, receive: Any, send: Any) -> None:
            scope[HANG_UP] = self.transport.abort
            await app(scope, receive, send)

        self.app = with_line


class _Uvicorn(uvicorn.Server):
    """Sends the watchers away first: a server that waits for them would wait for ever."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self._studio = studio
        self.on_started: Callable[[], None] = lambda: None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._studio.let_go()
        await super().shutdown(sockets)


def _check(serving: Serving) -> None:
    if serving.host not in (LOOPBACK, "localhost", "::1") and not serving.password:
        raise UserError("A studio that others can reach needs a password: set GAMEPLAN_STUDIO_PASSWORD.")
    if serving.password is not None and len(serving.password) < 8:
        raise UserError("The password must have at least 8 characters.")


def _prefix(prefix: str) -> str:
    parts = [part for part in prefix.split("/") if part]
    if any(
        part in (".", "..") or not part.isascii() or not part.isprintable() or set(part) & set("?#%\\\"'<>{} ")
        for part in parts
    ):
        raise UserError(f"{prefix!r} cannot be a path to lie under: write it like /studio.")
    return "".join(f"/{part}" for part in parts)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listen(serving: Serving) -> socket.socket:
    """The socket. A port that was asked for must be free; otherwise any will do."""
    host = LOOPBACK if serving.host == "localhost" else serving.host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ports = [serving.port] if serving.port is not None else [DEFAULT_PORT, 0]
    for port in ports:
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # with it, asyncio sets TCP_NODELAY
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, port))
        except OSError as error:
            listening.close()
            if port == ports[-1]:
                raise UserError(f"The studio cannot listen on {host}:{port}: {error.strerror}.") from None
            continue
        listening.listen(_QUEUE)
        return listening
    raise AssertionError("there is a port to try")
