"""What a person allows to be fetched: hosts by name, and an address that a plan or a model gives, taken apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urljoin, urlsplit

from gameplan.tools.errors import ToolRefused, ToolValidationError
from gameplan.tools.workspace.paths import shown

MAX_URL: Final = 4_000
_PORTS: Final = {"http": 80, "https": 443}
_NAME: Final = re.compile(
    r"(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*"
)
_NUMBERS: Final = re.compile(r"[0-9a-f:.]+")
_ENTRY: Final = re.compile(r"(?:(https?)://)?(\*|(?:\*\.)?[^\s:/*@\[\]?#]+|\[[0-9a-f:.]+\])(?::([0-9]{1,5}))?/?")
_KEPT: Final = "/:@!$&'()*+,;=-._~%"


class WebError(ValueError):
    """An entry of the allow-list cannot be read."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address on the web: where to connect to, and what to ask for there."""

    scheme: str
    host: str
    port: int
    path: str
    query: str = ""

    @property
    def origin(self) -> str:
        """`https://example.org`, with the port where it is not the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}" + ("" if self.port == _PORTS[self.scheme] else f":{self.port}")

    @property
    def url(self) -> str:
        return self.origin + self.target

    @property
    def target(self) -> str:
        return self.path + (f"?{self.query}" if self.query else "")

    @property
    def shown(self) -> str:
        """As it may stand in an error: without the query, where keys and other people's data are."""
        return shown(f"{self.origin}{self.path}") + ("?…" if self.query else "")


@dataclass(frozen=True, slots=True)
class _Entry:
    scheme: str
    host: str
    port: int | None

    def matches(self, address: Address) -> bool:
        if self.scheme and self.scheme != address.scheme:
            return False
        if address.port != (self.port or _PORTS[address.scheme]):
            return False
        if self.host.startswith("*."):
            return address.host.endswith(self.host[1:])
        return self.host in ("*", address.host)


class Web:
    """The hosts that may be fetched from.

        Web(["example.org", "*.example.com", "https://files.example.net:8443"], private=["http://localhost:8000"])

    A name holds for http and https on their usual ports, unless it says otherwise; `*.example.com` is every host below
    example.com; `*` is every host. None of these reaches a private address, whatever its name resolves to. What stands
    in `private`, spelled out and with its port, may be one.
    """

    def __init__(self, allow: list[str] | tuple[str, ...], *, private: list[str] | tuple[str, ...] = ()) -> None:
        self._allow = tuple(map(_entry, allow))
        self._private = tuple(map(_entry, private))
        for text, entry in zip(private, self._private, strict=True):
            if "*" in entry.host or entry.port is None:
                raise WebError(f'"{shown(text)}": write a private host with its port, such as "localhost:8000".')

    def __bool__(self) -> bool:
        return bool(self._allow or self._private)

    def allows(self, address: Address) -> bool:
        return self.may_be_private(address) or any(each.matches(address) for each in self._allow)

    def may_be_private(self, address: Address) -> bool:
        return any(each.matches(address) for each in self._private)

    def check(self, address: Address) -> None:
        """Refuse an address whose host nobody allowed."""
        if not self.allows(address):
            raise ToolRefused(
                f"{shown(address.origin)} is not among the hosts that may be fetched from. "
                "A person can add it to allow in [web] of their settings.",
                code="host_not_allowed",
            )


def check_entry(text: str, *, private: bool = False) -> str:
    """The entry itself, if it can stand in a list; else `WebError`."""
    Web([] if private else [text], private=[text] if private else [])
    return text


def read_address(url: str) -> Address:
    """An address that somebody else chose, taken apart; what two programs could read differently is refused."""
    if len(url) > MAX_URL:
        raise _invalid(f"The address is longer than {MAX_URL:,} characters.")
    if any(each <= " " or each == "\x7f" or each == "\\" or "\ud800" <= each <= "\udfff" for each in url):
        raise _invalid("The address holds a space, a backslash or an invisible character.")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _invalid("The address cannot be read.") from None
    scheme = parts.scheme.lower()
    if scheme not in _PORTS:
        raise _invalid(f'The address must begin with "https://" or "http://", not with "{shown(scheme, 20)}:".')
    if "@" in parts.netloc:
        raise _invalid("The address holds a name or a password before its host; they are not sent.")
    if port == 0:
        raise _invalid("Port 0 is none.")
    host = _host(parts.hostname or "")
    if ("[" in parts.netloc) != (":" in host):
        raise _invalid(f'"{shown(parts.netloc)}" is not the name of a host.')
    path = quote(parts.path or "/", safe=_KEPT)
    return Address(scheme, host, port or _PORTS[scheme], path, quote(parts.query, safe=_KEPT + "?"))


def redirected(address: Address, location: str) -> Address:
    """Where an answer sends us on to. Never from https to http, where anybody on the way could change the text."""
    try:
        following = read_address(urljoin(address.url, location))
    except ValueError:
        raise _invalid(f"{address.shown} leads on to an address that cannot be read.") from None
    if address.scheme == "https" and following.scheme == "http":
        raise ToolRefused(
            f"{address.shown} leads on to an address without encryption, {following.shown}.", code="unsafe_redirect"
        )
    return following


def _host(host: str) -> str:
    name = host.lower().rstrip(".")
    if ":" in name:
        if not _NUMBERS.fullmatch(name):
            raise _invalid(f'"{shown(host)}" is not the name of a host.')
        return name
    if not name.isascii():
        try:
            name = name.encode("idna").decode()
        except UnicodeError:
            name = ""
    if not _NAME.fullmatch(name):
        raise _invalid(f'"{shown(host)}" is not the name of a host.')
    return name


def _entry(text: str) -> _Entry:
    found = _ENTRY.fullmatch(text.strip().lower())
    if not found:
        raise WebError(f'"{shown(text)}" is not a host. Write "example.org", "*.example.org" or "https://host:8443".')
    scheme, host, port = found.groups()
    if host != "*":
        wild = "*." if host.startswith("*.") else ""
        try:
            host = wild + _host(host.removeprefix("*.").strip("[]"))
        except ToolRefused as refusal:
            raise WebError(refusal.message) from None
    if port is not None and not 0 < int(port) < 65536:
        raise WebError(f'"{shown(text)}": there is no such port.')
    return _Entry(scheme or "", host, int(port) if port else None)


def _invalid(message: str) -> ToolValidationError:
    return ToolValidationError(message, code="invalid_url")
