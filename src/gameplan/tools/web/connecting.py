"""Connecting to a host: its name is resolved once, every address is checked, and one of just these is connected to.

So it does not matter what the name resolves to a moment later, or to somebody else. Nothing here reads a proxy, a
netrc file or a cookie from the environment.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

from gameplan.tools.errors import ToolRefused, Transient
from gameplan.tools.web.addresses import is_public
from gameplan.tools.web.allowed import Address, Web
from gameplan.tools.workspace.paths import shown

Resolve: TypeAlias = Callable[[str, int], Sequence[str]]
"""From a host and a port to its addresses."""


class FetchFailed(Transient):
    """The other side did not answer, or not properly; it may later."""


class Deadline:
    """When all of it must be over. What is open then is closed, so that a server that dawdles holds up nobody."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._ends = time.monotonic() + seconds
        self._open: socket.socket | None = None
        self._over = False
        self._timer = threading.Timer(seconds, self.end)
        self._timer.daemon = True
        self._timer.start()

    def end(self) -> None:
        """Close what is open, from whatever thread."""
        self._over = True
        if self._open is not None:
            with suppress(OSError):
                self._open.shutdown(socket.SHUT_RDWR)

    def holds(self, connection: socket.socket) -> None:
        self._open = connection
        connection.settimeout(self.left())
        if self._over:
            self.end()

    def left(self) -> float:
        left = self._ends - time.monotonic()
        if left <= 0 or self._over:
            raise FetchFailed(f"it took longer than {self.seconds:g} s")
        return left

    @property
    def passed(self) -> bool:
        return self._over or time.monotonic() >= self._ends

    def close(self) -> None:
        self._timer.cancel()


def system_resolve(host: str, port: int) -> Sequence[str]:
    """The addresses that the system knows for a host."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


def connected(
    address: Address, web: Web, resolve: Resolve, context: ssl.SSLContext, deadline: Deadline
) -> http.client.HTTPConnection:
    """A connection to a host that may be connected to."""
    connection = http.client.HTTPConnection(address.host, address.port)
    connection.auto_open = 0
    plain = _connect(address, _checked(address, web, resolve), deadline)
    try:
        connection.sock = plain
        if address.scheme == "https":
            safe = context.wrap_socket(plain, server_hostname=address.host, do_handshake_on_connect=False)
            connection.sock = safe
            deadline.holds(safe)
            safe.do_handshake()
    except (OSError, ValueError) as error:
        connection.close()
        raise FetchFailed(f"no safe connection to {address.origin}: {_reason(error)}") from None
    return connection


def _checked(address: Address, web: Web, resolve: Resolve) -> Sequence[str]:
    """All addresses of the host. One that is not public spoils the rest: nobody has such a host for good reasons."""
    try:
        found = resolve(address.host, address.port)
    except (OSError, UnicodeError) as error:
        raise FetchFailed(f"{shown(address.host)} cannot be found: {_reason(error)}") from None
    if not found:
        raise FetchFailed(f"{shown(address.host)} has no address")
    if not web.may_be_private(address):
        for each in found:
            if not is_public(each):
                raise ToolRefused(
                    f"{shown(address.host)} is at {shown(each)}, which is not an address of the public internet. "
                    "A person can allow it with private in [web] of their settings.",
                    code="private_address",
                )
    return found


def _connect(address: Address, numbers: Sequence[str], deadline: Deadline) -> socket.socket:
    problem: OSError | None = None
    for number in numbers:
        family = socket.AF_INET6 if ":" in number else socket.AF_INET
        plain = socket.socket(family, socket.SOCK_STREAM)
        try:
            deadline.holds(plain)
            plain.connect((number, address.port))
            return plain
        except OSError as error:
            plain.close()
            problem = error
        except BaseException:
            plain.close()
            raise
    raise FetchFailed(f"{address.origin} does not answer: {_reason(problem)}")


def _reason(error: Exception | None) -> str:
    """What the system says, without what was sent."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not valid ({shown(error.verify_message)})"
    if isinstance(error, OSError) and error.strerror:
        return shown(error.strerror)
    return type(error).__name__
