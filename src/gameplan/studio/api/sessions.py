"""Any session: its events as a timeline, how it stood at each of them, and what agents were told and did."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from gameplan.cards.private import why_private
from gameplan.plans.drafts import KIND as PLAN
from gameplan.plans.drafts import draft_state
from gameplan.runtime.session.history import standing
from gameplan.studio.api.replies import House, Private, SessionId, keep_private, problems, shown
from gameplan.studio.house import Studio
from gameplan.studio.problems import not_found
from gameplan.studio.shapes import EventView, SessionCard, StateView, TurnView
from gameplan.studio.slices import slices_of
from gameplan.studio.story import RunStory
from gameplan.studio.views.runs import Around, run_view
from gameplan.studio.views.sessions import event_view, session_card, turn_views

router = APIRouter(tags=["sessions"])
_SHOWN = problems("no_such_session", "damaged")
_OPENED = problems("no_such_session", "damaged", "private")


@router.get("/sessions", response_model=list[SessionCard], summary="What is on the record", responses=problems())
async def sessions(
    studio: House,
    q: Annotated[str, Query(max_length=200, description="Only those whose title or id has this.")] = "",
    kind: Annotated[str, Query(max_length=50, description="run, plan, draft, agent …")] = "",
    limit: Annotated[int, Query(ge=1, le=1_000, description="How many at most.")] = 200,
) -> Response:
    """The sessions of the journal, the newest first."""
    return await shown(studio.lists.sessions, kind, q, limit)


@router.get("/sessions/{session}", response_model=SessionCard, summary="One session", responses=_SHOWN)
async def session(studio: House, session: SessionId) -> Response:
    """What a session is for, how long its record is, and whether it is whole."""
    return await shown(_session, studio, session)


@router.get("/sessions/{session}/events", response_model=list[EventView], summary="Its events", responses=_OPENED)
async def events(
    studio: House,
    session: SessionId,
    after: Annotated[int, Query(ge=0, le=2**53, description="Only those after this number.")] = 0,
    limit: Annotated[int, Query(ge=1, le=2_000, description="How many at most.")] = 500,
    private: Private = False,
) -> Response:
    """The events as they stand in the record: the same objects as in the `data` of the stream."""
    return await shown(_events, studio, session, after, limit, private=private)


@router.get("/sessions/{session}/state", response_model=StateView, summary="How it stood", responses=_OPENED)
async def state(
    studio: House,
    session: SessionId,
    at: Annotated[int | None, Query(ge=0, le=2**53, description="After this event; default: the newest.")] = None,
    private: Private = False,
) -> Response:
    """The state after an event: as a run or a plan, where it is one, and slice by slice."""
    return await shown(_state, studio, session, at, private=private)


@router.get("/sessions/{session}/turns", response_model=list[TurnView], summary="Its agents", responses=_OPENED)
async def turns(studio: House, session: SessionId, private: Private = False) -> Response:
    """The turns of agents: what each was told, said and called, and what that cost, step by step."""
    return await shown(_turns, studio, session, private=private)


def _session(studio: Studio, session_id: str) -> SessionCard:
    info = next((each for each in studio.journal.sessions() if each.session_id == session_id), None)
    if info is None:
        raise not_found("session", session_id)
    with studio.readings.reading(session_id) as known:
        damaged = str(known.damage) if known.damage is not None else ""
    return session_card(info, damaged, why_private(session_id, studio.readings.events))


def _events(studio: Studio, session_id: str, after: int, limit: int, *, private: bool) -> list[EventView]:
    keep_private(studio, session_id, private=private)
    with studio.readings.reading(session_id) as known:
        return [event_view(each) for each in known.events[after : after + limit]]


def _state(studio: Studio, session_id: str, at: int | None, *, private: bool) -> StateView:
    keep_private(studio, session_id, private=private)
    with studio.readings.reading(session_id) as known:
        seq = known.seq if at is None else min(at, known.seq)
        kind = known.started.kind
        events = known.events[:seq]
        counted = standing(events)
        story = RunStory.of(counted) if kind == "run" else None
        slices = slices_of(session_id, counted)
    run = None
    if story is not None and story.state is not None:
        run = run_view(session_id, story, Around(writing=story.state.ended is None, in_this_workspace=False))
    plan = draft_state(events).plan if kind == PLAN else None
    return StateView(kind=kind, seq=seq, run=run, plan=plan.to_wire() if plan is not None else None, slices=slices)


def _turns(studio: Studio, session_id: str, *, private: bool) -> list[TurnView]:
    keep_private(studio, session_id, private=private)
    with studio.readings.reading(session_id) as known:
        return turn_views(known.events)
