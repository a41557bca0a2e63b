"""How endpoints answer: what blocks is done in a thread, and so is writing the answer out."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from typing import Annotated, Any, ParamSpec

from fastapi import Depends, Header, Path, Query, Request
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gameplan.cards.private import why_private
from gameplan.plans.json_text import read_json
from gameplan.plans.limits import size_of
from gameplan.plans.model import PlanError
from gameplan.studio.aside import aside
from gameplan.studio.house import Studio
from gameplan.studio.packing import takes
from gameplan.studio.problems import Trouble
from gameplan.studio.shapes import ProblemDetail
from gameplan.studio.shapes.refusals import MEANING, REFUSALS

P = ParamSpec("P")
_DEPTH = 100
_LARGEST = 10_000_000
_SMALL = 1_000
_LEVEL = 5
_list = TypeAdapter(list[Any])


async def house(request: Request) -> Studio:
    studio: Studio = request.app.state.studio
    return studio


House = Annotated[Studio, Depends(house)]
PlanId = Annotated[str, Path(description="The plan's id.", max_length=100, examples=["plan-0dm3k8q2x-7f3kq9wz"])]
RunId = Annotated[str, Path(description="The run's id.", max_length=100, examples=["run-0dm3k8q2x-7f3kq9wz"])]
Private = Annotated[bool, Query(description="Also what is hidden from you in a game that you play.")]
SessionId = Annotated[str, Path(description="The session's id.", max_length=100, examples=["run-0dm3k8q2x-7f3kq9wz"])]


def keep_private(studio: Studio, session_id: str, *, private: bool) -> None:
    """Refuse what would tell a person what is hidden from him in a game that he plays, unless he wants to know."""
    why = "" if private else why_private(session_id, studio.readings.events)
    if why:
        raise Trouble(403, "private", f"{why} To read it now, ask with private=true.")


async def shown(make: Callable[P, Any], *args: P.args, **kwargs: P.kwargs) -> Response:
    """What a blocking function gives, as JSON."""
    return await aside(lambda: _written(make(*args, **kwargs)))


async def made(status: int, make: Callable[P, Any], *args: P.args, **kwargs: P.kwargs) -> Response:
    """The same, of something that has just been made (201) or begun (202)."""
    response = await shown(make, *args, **kwargs)
    response.status_code = status
    return response


def _written(value: BaseModel | Sequence[BaseModel]) -> Response:
    if isinstance(value, BaseModel):
        etag = getattr(value, "etag", None)
        return Written(value.model_dump_json(by_alias=True).encode(), {"ETag": etag} if etag else {})
    return Written(_list.dump_json(list(value), by_alias=True, serialize_as_any=True), {})


class Written(Response):
    """JSON, zipped where it is long and whoever asked takes that. It holds no secret that its length could tell."""

    def __init__(self, body: bytes, headers: dict[str, str]) -> None:
        super().__init__(body, media_type="application/json", headers=headers)
        self._zipped = gzip.compress(body, _LEVEL, mtime=0) if len(body) > _SMALL else None
        if self._zipped is not None:
            self.headers["Vary"] = "Accept-Encoding"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._zipped is not None and takes(scope, "gzip"):
            self.body = self._zipped
            self.headers["Content-Length"] = str(len(self.body))
            self.headers["Content-Encoding"] = "gzip"
        await super().__call__(scope, receive, send)


def if_match(
    if_match: Annotated[
        str | None,
        Header(description="The ETag of the plan as you read it.", examples=['"17"']),
    ] = None,
) -> str:
    if if_match is None:
        raise Trouble(428, "if_match_needed", 'Say which version you read: If-Match: "17", as in its ETag.')
    return if_match.strip()


IfMatch = Annotated[str, Depends(if_match)]


class StrictRequest(Request):
    """Reads JSON as strictly as plans are read: each key once, no NaN, not too deep, and only what is text."""

    async def json(self) -> Any:
        if not hasattr(self, "_read"):
            body = await self.body()
            self._read = await aside(_read, body) if len(body) > 20_000 else _read(body)
        return self._read


def _read(body: bytes) -> Any:
    try:
        read = read_json(body.decode("utf-8"), depth=_DEPTH)
        size_of(read, largest=_LARGEST, depth=_DEPTH + 1)
    except UnicodeDecodeError:
        raise Trouble(400, "not_json", "The body is not UTF-8 text.") from None
    except (PlanError, ValueError) as error:
        raise Trouble(400, "not_json", f"The body cannot be read as JSON: {error}") from None
    return read


class StrictRoute(APIRoute):
    """A route whose bodies are read strictly."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        handler = super().get_route_handler()

        async def strictly(request: Request) -> Any:
            strict = StrictRequest(request.scope, request.receive)
            if await strict.body():
                await strict.json()  # here what is wrong with it is told as it is
            return await handler(strict)

        return strictly


CODES = "x-codes"
"""Beside an answer that says no, while the document is made: the codes that it may carry."""


def problems(*codes: str) -> dict[int | str, dict[str, Any]]:
    """What an operation may answer besides, by its code, for the documentation."""
    told: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        status = REFUSALS[code].status
        told.setdefault(status, {"model": ProblemDetail, "description": MEANING[status], CODES: []})[CODES].append(code)
    return told
