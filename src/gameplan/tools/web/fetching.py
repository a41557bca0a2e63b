"""The tool `http_fetch`: text from an allowed host."""

from __future__ import annotations

import http.client
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, assert_never

from gameplan.tools.effects import CONTROL, Reads, Sends
from gameplan.tools.errors import ToolRefused
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done
from gameplan.tools.tool import Tool, tool
from gameplan.tools.web.allowed import MAX_URL, Address, Web, read_address, redirected
from gameplan.tools.web.bodies import as_text, check_type, read_body
from gameplan.tools.web.connecting import Deadline, FetchFailed, Resolve, connected, system_resolve
from gameplan.tools.workspace.background import Stop, in_thread
from gameplan.tools.workspace.paths import shown
from gameplan.tools.workspace.walk import counted

MAX_BYTES = 5_000_000
_MOST_REDIRECTS = 5
_REDIRECTS = (301, 302, 303, 307, 308)
_LATER = (408, 425, 429, 500, 502, 503, 504)
_TOLD = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpFetch:
    url: Annotated[str, CONTROL] = field(
        metadata={"description": "The address, with https:// or http://.", "min_length": 1, "max_length": MAX_URL}
    )
    method: Literal["GET", "HEAD"] = field(
        default="GET", metadata={"description": "HEAD asks only whether it is there, without its text."}
    )
    max_bytes: int = field(
        default=1_000_000,
        metadata={"description": "How much of the text is wanted; what is longer is cut.", "ge": 1, "le": MAX_BYTES},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """What was there. `url` is where it came from in the end, without its query; `truncated`, if there was more."""

    url: str
    status: int
    content_type: str
    text: str
    size: int
    truncated: bool


def http_fetch_tool(
    web: Web, *, resolve: Resolve = system_resolve, context: ssl.SSLContext | None = None, seconds: float = 30.0
) -> Tool[Any, Any]:
    """The tool, for somebody who allows these hosts.

    An address is also a message to its host: `?q=…` can carry anything out. So the tool sends, as well as reads. To the
    hosts on the list the person has agreed, and a plain call does not ask; but the address is a control argument, and
    wherever text from outside decides it, a person is asked. What is not on the list is refused, not asked for.
    """

    @tool(
        effects=(Reads("url"), Sends(lambda params: _not_agreed(params, web))),
        memory=Memory.BRIEF,
        timeout=seconds + 5,
        trusted=False,
        repeatable=True,
        primary="text",
        preview=lambda params: _preview(params, web),
    )
    async def http_fetch(params: HttpFetch) -> Done[Fetched]:
        """Fetch a text (a page, JSON, a file) from the web by its address. Only allowed hosts can be fetched from."""
        deadline = Deadline(seconds)

        def work(_: Stop) -> Done[Fetched]:
            return _fetch(params, web, resolve, context or ssl.create_default_context(), deadline)

        try:
            return await in_thread(work)
        finally:
            deadline.end()
            deadline.close()

    return http_fetch


def _not_agreed(params: HttpFetch, web: Web) -> tuple[str, ...]:
    """The address, unless its host is one to which the person has agreed."""
    try:
        return () if web.allows(read_address(params.url)) else (shown(params.url, MAX_URL),)
    except ToolRefused:
        return (shown(params.url, MAX_URL),)


def _preview(params: HttpFetch, web: Web) -> str:
    address = read_address(params.url)
    web.check(address)
    lines = [f"{params.method} {shown(address.url, MAX_URL)}", f"{shown(address.host)} learns this address."]
    return "\n".join(lines)


def _fetch(params: HttpFetch, web: Web, resolve: Resolve, trust: ssl.SSLContext, deadline: Deadline) -> Done[Fetched]:
    address = read_address(params.url)
    for _ in range(_MOST_REDIRECTS + 1):
        web.check(address)
        found = _ask(params, address, connected(address, web, resolve, trust, deadline), deadline)
        match found:
            case Address():
                address = found
            case Done():
                return found
            case _:
                assert_never(found)
    raise ToolRefused(f"{address.shown} is behind more than {_MOST_REDIRECTS} redirects.", code="too_many_redirects")


def _ask(
    params: HttpFetch, address: Address, connection: http.client.HTTPConnection, deadline: Deadline
) -> Address | Done[Fetched]:
    """One question and its answer: the text, or where it is instead."""
    with _closing(connection, address, deadline):
        connection.putrequest(params.method, address.target, skip_host=True, skip_accept_encoding=True)
        headers = {"Host": address.origin.partition("://")[2], "User-Agent": "gameplan", "Accept": "text/*, */*;q=0.5"}
        for name, value in {**headers, "Accept-Encoding": "gzip", "Connection": "close"}.items():
            connection.putheader(name, value)
        connection.endheaders()
        with connection.getresponse() as answer:
            return _answered(params, address, answer, deadline)


def _answered(
    params: HttpFetch, address: Address, answer: http.client.HTTPResponse, deadline: Deadline
) -> Address | Done[Fetched]:
    location = answer.headers.get("Location")
    if answer.status in _REDIRECTS and location:
        return redirected(address, location)
    _check_status(answer.status, address)
    kind = check_type(answer.headers, address.shown)
    if params.method == "HEAD":
        return _fetched(address, answer, kind, "", 0, truncated=False)
    body = read_body(answer.read, answer.headers.get("Content-Encoding") or "", params.max_bytes, address.shown)
    if deadline.passed or (answer.length and not body.truncated):
        raise ConnectionError  # what came is not all of it
    text = as_text(body.content, answer.headers, address.shown)
    return _fetched(address, answer, kind, text, len(body.content), truncated=body.truncated)


@contextmanager
def _closing(connection: http.client.HTTPConnection, address: Address, deadline: Deadline) -> Iterator[None]:
    """What goes wrong on the way is told without what was sent and what came back."""
    try:
        yield
    except (OSError, http.client.HTTPException) as error:
        if deadline.passed:
            raise FetchFailed(f"{address.shown} took longer than {deadline.seconds:g} s") from None
        raise FetchFailed(f"{address.shown} did not answer properly ({type(error).__name__})") from None
    finally:
        connection.close()


def _check_status(status: int, address: Address) -> None:
    if 200 <= status < 300:
        return
    named = http.client.responses.get(status, "")
    said = f"{address.shown} answered {status}{f' ({named})' if named else ''}"
    if status in _LATER:
        raise FetchFailed(said)
    raise ToolRefused(f"{said}.", code="http_status")


def _fetched(
    address: Address, answer: http.client.HTTPResponse, kind: str, text: str, size: int, *, truncated: bool
) -> Done[Fetched]:
    fetched = Fetched(
        url=address.origin + address.path,
        status=answer.status,
        content_type=kind,
        text=text,
        size=size,
        truncated=truncated,
    )
    more = ", cut there" if truncated else ""
    rest = f"\n… {len(text) - _TOLD:,} more characters" if len(text) > _TOLD else ""
    message = f"{address.shown} answered {answer.status}: {counted(size, 'byte')}{more}.\n{text[:_TOLD]}{rest}".rstrip(
        "\n"
    )
    return Done(fetched, message)
