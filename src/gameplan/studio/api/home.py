"""What the home page shows, what waits for a person, and the tools that there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from gameplan.studio.api.replies import House, problems, shown
from gameplan.studio.house import Studio
from gameplan.studio.lists import OVER
from gameplan.studio.shapes import Home, Inbox, ToolView
from gameplan.studio.views.plans import tool_view

router = APIRouter(tags=["house"])
_FEW = 10
_Names = Annotated[
    Sequence[str],
    Query(max_length=1_000, description="Only the tools of these names; without one, all.", examples=[["read_file"]]),
]


@router.get(
    "/home", response_model=Home, summary="What is running, what waits, what was done", responses=problems("settings")
)
async def home(studio: House) -> Response:
    """All that the home page shows, in one answer."""
    return await shown(_home, studio)


@router.get("/inbox", response_model=Inbox, summary="What waits for a person", responses=problems())
async def inbox(studio: House) -> Response:
    """The approvals, questions and recoveries of all runs that wait for an answer, the oldest first.

    Answer one with `POST /api/runs/{run}/intents`.
    """
    return await shown(_inbox, studio)


@router.get("/tools", response_model=list[ToolView], summary="The tools that a step may call", responses=problems())
async def tools(studio: House, name: _Names = ()) -> Response:
    """Each tool with the JSON schema of its arguments and of its result, and what it does to the world."""
    return await shown(_tools, studio, frozenset(name))


def _home(studio: Studio) -> Home:
    runs = studio.lists.runs(limit=_FEW * 5)
    return Home(
        running=[each for each in runs if each.status not in OVER],
        waiting=studio.lists.waiting(),
        recent=[each for each in runs if each.status in OVER][:_FEW],
        drafts=studio.lists.plans(limit=_FEW),
        models=studio.models(),
        workspace=str(studio.folder),
    )


def _tools(studio: Studio, names: frozenset[str]) -> list[ToolView]:
    return [tool_view(tool) for name, tool in studio.catalogue().items() if not names or name in names]


def _inbox(studio: Studio) -> Inbox:
    items = studio.lists.waiting()
    return Inbox(count=len(items), items=items)
