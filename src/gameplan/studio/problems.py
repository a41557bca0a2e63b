"""Errors as the API gives them: `application/problem+json`, with a code for programs and words for people."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING

from gameplan.runtime.events import Json
from gameplan.studio.shapes import ProblemDetail, ProblemView

if TYPE_CHECKING:
    from starlette.responses import Response

MEDIA_TYPE = "application/problem+json"


class Trouble(Exception):
    """Something that the studio does not do, and why. `current` is how things stand instead, where that helps."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        problems: Sequence[ProblemView] | None = None,
        current: Json = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.problems = problems
        self.current = current
        self.headers = headers

    def response(self) -> Response:
        """The answer that says so."""
        from starlette.responses import Response

        detail = ProblemDetail(
            title=HTTPStatus(self.status).phrase,
            status=self.status,
            detail=self.detail,
            code=self.code,
            problems=None if self.problems is None else list(self.problems),
            current=self.current,
        )
        body = detail.model_dump_json(by_alias=True, exclude_none=True)
        return Response(body, self.status, media_type=MEDIA_TYPE, headers=self.headers)


def not_found(what: str, name: str) -> Trouble:
    return Trouble(404, f"no_such_{what}", f'There is no {what} "{name[:100]}".')


def refused(code: str, detail: str) -> Trouble:
    """What was asked does not fit how things stand."""
    return Trouble(409, code, detail)


def unfit(code: str, detail: str, problems: Sequence[ProblemView] | None = None) -> Trouble:
    """What was sent can be read, and is no good."""
    return Trouble(422, code, detail, problems=problems)
