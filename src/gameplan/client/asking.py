"""Asking a studio something: one connection, one way in, and refusals in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, TypeAdapter

from gameplan.runtime.events import Json
from gameplan.studio.shapes import ProblemDetail, ProblemView, SignedIn, SignInToken

S = TypeVar("S", bound=BaseModel)
_QUICK = 10.0
"""Seconds in which the studio of this machine answers, if there is one."""


class StudioError(Exception):
    """The studio does not do it, and says why. `code` is for programs, `problems` are those of a plan.

    One that does not answer at all has the status 0 and the code `no_answer`.
    """

    def __init__(self, problem: ProblemDetail) -> None:
        super().__init__(problem.detail or problem.title)
        self.status = problem.status
        self.code = problem.code
        self.problems: Sequence[ProblemView] = problem.problems or ()
        self.current = problem.current


class Asking:
    """A connection to a studio, by one who may ask."""

    def __init__(self, address: str, token: str = "", *, key: str = "", timeout: float = 30.0) -> None:
        self.address = address.rstrip("/")
        self._http = httpx.Client(
            base_url=f"{self.address}/api",
            timeout=timeout,
            headers={"Authorization": f"Bearer {key}"} if key else {},
            trust_env=not key,  # a key is for this machine, and for no proxy on the way
            verify=not self.address.startswith("http://"),  # certificates take long to read, and are not needed here
        )
        if not key:
            try:
                self._call("POST", "session", {"token": token})
            except BaseException:
                self._http.close()
                raise

    @classmethod
    def here(cls, home: Path | None = None) -> Self:
        """A client of the studio that runs on this machine. `LookupError` if none does, or none answers."""
        from gameplan.settings import home as usual_home
        from gameplan.studio.running import running_studio

        found = running_studio(home if home is not None else usual_home())
        if found is None:
            raise LookupError("No studio is running. Start one: gameplan studio")
        client = cls(found[0], key=found[1])
        try:
            if client._call("GET", "session", timeout=_QUICK).json()["signedIn"]:
                return client
        except (StudioError, ValueError, KeyError, TypeError):
            pass
        client.close()
        raise LookupError(f"The studio that should be at {found[0]} does not answer. Start another: gameplan studio")

    def close(self) -> None:
        """Let go of the connection; the cookie is forgotten."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def session_here(self) -> SignedIn:
        """Whether one is signed in, and what the studio works in."""
        return self._get(SignedIn, "session")

    def sign_out(self) -> None:
        """Make the cookie worthless."""
        self._call("DELETE", "session")

    def sign_in_address(self) -> str:
        """A new address that lets one more browser in. Only for one who has the key, as `Client.here` does."""
        return f"{self.address}/#token={self._post(SignInToken, 'session/tokens', {}).token}"

    # -- what the nouns use

    def _get(self, shape: type[S], path: str, /, **query: Any) -> S:
        return shape.model_validate(self._call("GET", path, query=query).json())

    def _list(self, shape: type[S], path: str, /, **query: Any) -> list[S]:
        return TypeAdapter(list[shape]).validate_python(self._call("GET", path, query=query).json())  # type: ignore[valid-type]

    def _post(self, shape: type[S], path: str, body: Json) -> S:
        return shape.model_validate(self._call("POST", path, body).json())

    def _call(
        self,
        method: str,
        path: str,
        body: Json = None,
        *,
        query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        timeout: float | None = None,
    ) -> httpx.Response:
        more: dict[str, Any] = {} if body is None else {"json": body}
        more |= {} if timeout is None else {"timeout": timeout}
        try:
            reply = self._http.request(method, path, params=query or {}, headers=headers or {}, **more)
        except httpx.TransportError as error:
            said = f"The studio at {self.address} does not answer: {error}"
            raise StudioError(ProblemDetail(title="No answer", status=0, code="no_answer", detail=said)) from error
        if reply.is_error:
            raise error_of(reply)
        return reply


def error_of(reply: httpx.Response) -> StudioError:
    """What a studio (or a proxy before it) refused with."""
    try:
        return StudioError(ProblemDetail.model_validate(reply.json()))
    except ValueError:
        return StudioError(ProblemDetail(title=reply.reason_phrase, status=reply.status_code, detail=reply.text[:500]))


def part(name: str) -> str:
    """A name or an id as one part of a path."""
    return quote(name, safe="")
