"""Live events, as server-sent events."""

from __future__ import annotations

import asyncio
import types
from collections.abc import AsyncIterator, Generator
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Header, Query
from sse_starlette import EventSourceResponse, ServerSentEvent
from sse_starlette.sse import SendTimeoutError
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from gameplan.plans import events as happening
from gameplan.runtime.events.declare import names_declared_in
from gameplan.studio.api.replies import House, PlanId, RunId, SessionId, problems
from gameplan.studio.aside import aside
from gameplan.studio.house import Studio
from gameplan.studio.problems import Trouble, not_found

router = APIRouter(tags=["live"])
HANG_UP = "gameplan.hang_up"
_HEARTBEAT = 15
_SLOWEST = 20.0
"""Seconds that a watcher may take to accept what it is sent. Slower ones are let go, and come back by their id."""

LastEventId = Annotated[
    str | None,
    Header(description="The id of the last event that was seen: what comes after it is sent.", examples=["17"]),
]
After = Annotated[
    int | None,
    Query(ge=0, le=2**53, description="The same, for the first time. Without either, only what happens from now on."),
]
_EXAMPLE = (
    "id: 12\nevent: run.step_ended\n"
    'data: {"seq":12,"at":1763290000000000,'
    '"type":"run.step_ended","payload":{"step":"backup","status":"completed"}}\n\n'
)
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": f"Server-sent events. Those of a run: {', '.join(names_declared_in(happening))}.",
        "content": {"text/event-stream": {"schema": {"type": "string"}, "example": _EXAMPLE}},
    }
}


class Stream(EventSourceResponse):
    """Events that are written out already, with a heartbeat; one who does not read is let go."""

    def __init__(self, chunks: AsyncIterator[bytes]) -> None:
        super().__init__(
            chunks,
            ping=_HEARTBEAT,
            ping_message_factory=lambda: ServerSentEvent(comment="still here"),
            send_timeout=_SLOWEST,
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )

    async def _send_with_timeout(self, send: Send, message: Message) -> None:
        """Only what has to wait is timed: of the thousands that are sent in a second hardly one does."""
        sending = send(message).__await__()
        try:
            waits_for = next(sending)
        except StopIteration:
            return
        with anyio.move_on_after(self.send_timeout) as time:
            await _rest(sending, waits_for)
        if time.cancel_called:
            raise SendTimeoutError

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        except SendTimeoutError:
            hang_up = scope.get(HANG_UP)
            if hang_up is not None:
                hang_up()
                await asyncio.sleep(0)


@types.coroutine
def _rest(begun: Generator[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Goes on with what was begun, as `await` would have."""
    try:
        yield waits_for
    except BaseException:
        begun.close()
        raise
    yield from begun


def _after(last_event_id: str | None, after: int | None) -> int | None:
    if last_event_id is None or last_event_id == "":
        return after
    if not last_event_id.isdecimal() or len(last_event_id) > 15:
        raise Trouble(400, "bad_event_id", "Last-Event-ID is the number of an event.")
    return int(last_event_id)


async def _watched(studio: Studio, session_id: str, after: int | None, kind: str = "") -> Response:
    def look() -> str:
        with studio.readings.reading(session_id) as known:
            return known.started.kind

    found = await aside(look)
    if kind and found != kind:
        raise not_found(kind, session_id)
    return Stream(studio.feeds.watch(session_id, after))


@router.get(
    "/stream", response_class=Response, summary="What changes in the house", responses={**_STREAM, **problems()}
)
async def stream(studio: House) -> Response:
    """`ready` at first; then `changed` {session, kind, seq, status, waiting} whenever a session has grown, whoever
    wrote it. `stale`: you were too slow, read your lists anew. These have no id."""
    return Stream(studio.news.listen())


@router.get(
    "/runs/{run}/events", response_class=Response, summary="Follow a run", responses={**_STREAM, **problems(404)}
)
async def run_events(studio: House, run: RunId, after: After = None, last_event_id: LastEventId = None) -> Response:
    """Every event of a run once and in order, as it happens, with its number as the id; and notices without an id
    (`tool.progress`, `tool.logged`, `agent.speaks`)."""
    return await _watched(studio, run, _after(last_event_id, after), "run")


@router.get(
    "/plans/{plan}/events",
    response_class=Response,
    summary="Follow a plan under review",
    responses={**_STREAM, **problems(404)},
)
async def plan_events(studio: House, plan: PlanId, after: After = None, last_event_id: LastEventId = None) -> Response:
    """Every event of a plan's review: edits, by whomever; and what a model says while it drafts, as notices."""
    return await _watched(studio, plan, _after(last_event_id, after), "plan")


@router.get(
    "/sessions/{session}/stream",
    response_class=Response,
    summary="Follow any session",
    responses={**_STREAM, **problems(404)},
)
async def session_stream(
    studio: House, session: SessionId, after: After = None, last_event_id: LastEventId = None
) -> Response:
    """Every event of a session once and in order, as it happens."""
    return await _watched(studio, session, _after(last_event_id, after))
