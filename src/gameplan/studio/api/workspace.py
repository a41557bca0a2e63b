"""Pictures of the workspace: the one thing that is served out of it as it is, and only to be looked at."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from gameplan.studio.api.replies import House, problems
from gameplan.studio.aside import aside
from gameplan.studio.views.pictures import picture

router = APIRouter(tags=["workspace"])
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Content-Type-Options": "nosniff",
    "Content-Disposition": "inline",
}
_IMAGE = {
    "description": "The picture.",
    "content": {"image/*": {"schema": {"type": "string", "format": "binary"}, "example": "the bytes of a PNG"}},
}


@router.get(
    "/workspace/image",
    response_class=Response,
    summary="A picture of the workspace",
    responses={
        200: _IMAGE,
        **problems("no_such_image", "not_an_image"),
    },
)
async def image(
    studio: House,
    path: Annotated[
        str, Query(max_length=4_096, description="Where it lies in the workspace.", examples=["charts/tides.png"])
    ],
) -> Response:
    """A PNG, JPEG, GIF or WebP picture, as its bytes say and not its name; never SVG, which can hold scripts.

    At most 10 MB. Nothing outside the workspace is served, whatever links lead there.
    """
    found = await aside(picture, studio.workspace, path)
    return Response(found.content, media_type=found.type, headers=_HEADERS)
