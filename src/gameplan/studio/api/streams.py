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

from gameplan.agents import events as acting
from gameplan.plans import drafts
from gameplan.plans import events as happening
from gameplan.runtime.events import record
from gameplan.runtime.events.declare import names_declared_in
from gameplan.studio.api.replies import House, PlanId, Private, RunId, SessionId, keep_private, problems
from gameplan.studio.api.vocabulary import EVENTS
from gameplan.studio.aside import aside
from gameplan.studio.house import Studio
from gameplan.studio.problems import Trouble
from gameplan.studio.views.sessions import NOTICES
from gameplan.tools import outcome
from gameplan.tools.workspace import changes

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
_EVENT = (
    "id: 12\nevent: run.step_ended\n"
    'data: {"seq":12,"at":1763290000000000,'
    '"type":"run.step_ended","payload":{"step":"backup","status":"completed"}}\n\n'
)
_EDIT = (
    "id: 3\nevent: plan.edited\n"
    'data: {"seq":3,"at":1763290000000000,"type":"plan.edited","payload":{"plan":{"steps":[]}}}\n\n'
)
_CHANGED = (
    "event: ready\ndata: {}\n\n"
    'event: changed\ndata: {"session":"run-0dm3k9b4c-2h8tn5xa","kind":"run","seq":12,"status":"waiting","waiting":1,'
    '"done":1,"total":2}\n\n'
)
_OF_ALL = (*names_declared_in(record), *NOTICES.values(), "trouble")
_OF_AGENTS = (*names_declared_in(acting), *names_declared_in(outcome))
_OF_RUNS = (*names_declared_in(happening), *names_declared_in(changes), *_OF_AGENTS, *_OF_ALL)
_OF_PLANS = (*names_declared_in(drafts), *_OF_ALL)
_OF_HOUSE = ("ready", "changed", "stale")


def _stream(example: str, *events: str) -> dict[int | str, dict[str, Any]]:
    """What is answered: server-sent events; those that are named stand in the document with their fields."""
    words = "Server-sent events; their names stand in `x-events`, and under Shapes what the data of each is."
    content = {"schema": {"type": "string", "description": words}, "example": example, EVENTS: list(events)}
    return {200: {"description": "Server-sent events.", "content": {"text/event-stream": content}}}


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
    def look() -> None:
        with studio.readings.reading(session_id, kind):
            pass

    await aside(look)
    return Stream(studio.feeds.watch(session_id, after))


@router.get(
    "/stream",
    response_class=Response,
    summary="What changes in the house",
    responses={**_stream(_CHANGED, *_OF_HOUSE), **problems()},
)
async def stream(studio: House) -> Response:
    """`ready` at first; then `changed` whenever a session has grown, whoever wrote it. `stale`: you were too slow, read
    your lists anew. These have no id."""
    return Stream(studio.news.listen())


@router.get(
    "/runs/{run}/events",
    response_class=Response,
    summary="Follow a run",
    responses={**_stream(_EVENT, *_OF_RUNS), **problems("no_such_run", "bad_event_id")},
)
async def run_events(studio: House, run: RunId, after: After = None, last_event_id: LastEventId = None) -> Response:
    """Every event of a run once and in order, as it happens, with its number as the id.

    The `data` of an event is an `EventView`, `{seq, at, type, payload}`: what its payload says stands under Shapes, by
    the name of the event. Notices (`tool.progress`, `tool.logged`, `agent.speaks`, `agent.calls`, and `trouble`, after
    which nothing comes) have no id, and their `data` is what they say. A line that begins with `:` says that the
    connection is alive. The stream does not end when the run does: leave it after a `run.ended` that is not `waiting`.
    """
    return await _watched(studio, run, _after(last_event_id, after), "run")


@router.get(
    "/plans/{plan}/events",
    response_class=Response,
    summary="Follow a plan under review",
    responses={**_stream(_EDIT, *_OF_PLANS), **problems("no_such_plan", "bad_event_id")},
)
async def plan_events(studio: House, plan: PlanId, after: After = None, last_event_id: LastEventId = None) -> Response:
    """Every event of a plan's review: edits, by whomever; and what a model says while it drafts, as notices.

    `plan.edited` and `session.rewound` (an undo) mean that there is another plan: read it again.
    """
    return await _watched(studio, plan, _after(last_event_id, after), "plan")


@router.get(
    "/sessions/{session}/stream",
    response_class=Response,
    summary="Follow any session",
    responses={**_stream(_EVENT, *_OF_RUNS, *_OF_PLANS), **problems("no_such_session", "bad_event_id", "private")},
)
async def session_stream(
    studio: House,
    session: SessionId,
    after: After = None,
    last_event_id: LastEventId = None,
    private: Private = False,
) -> Response:
    """Every event of a session once and in order, as it happens: of a run, of a plan, or of something else.

    A game or a novel has events of its own, which are told in the same way.
    """
    await aside(lambda: keep_private(studio, session, private=private))
    return await _watched(studio, session, _after(last_event_id, after))
