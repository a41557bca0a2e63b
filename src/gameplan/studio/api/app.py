"""The application: the API's routers, the pages, and errors as problems."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

import gameplan
from gameplan.plans import PlanError
from gameplan.runtime import JournalDamaged, JournalError, NoSuchSession, SessionBusy
from gameplan.settings import UserError
from gameplan.studio.api import home, plans, runs, sessions, settings, streams, templates, workspace
from gameplan.studio.api import session as signing_in
from gameplan.studio.api.document import document, operation_id
from gameplan.studio.aside import aside
from gameplan.studio.assets import Pages
from gameplan.studio.house import Studio
from gameplan.studio.problems import Trouble
from gameplan.studio.shapes import ProblemView
from gameplan.studio.signin import Door
from gameplan.tools.misfits import in_a_sentence

_log = logging.getLogger("gameplan.studio")
_DESCRIPTION = """\
Plans, runs and sessions of Gameplan, for programs. The studio's own pages use this and nothing else.

Sign in with `POST /api/session` and keep the cookie, or send `Authorization: Bearer …`. Times are microseconds since
1970. Errors are `application/problem+json` with a `code`; each operation names those that it may give. Edits carry the
ETag of what they change in `If-Match`.

What is sent and given stands under Shapes: a plan is a `Plan`, a change to it an `Edit`, what is said to a run a
`NewIntent`, and what happens in one an event such as `run.step_ended`. New fields and new kinds of events may come:
whoever reads should pass over what is not known.
"""
_PAGES = ("", "plans", "runs", "templates", "sessions", "settings", "docs", "sign-in", "inbox")


def make_app(studio: Studio, door: Door, *, cookie: str, pages: Pages | None = None) -> FastAPI:
    """The application of a studio, without its guard."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await studio.open()
        try:
            yield
        finally:
            await studio.close()

    app = FastAPI(
        title="Gameplan studio",
        version=gameplan.__version__,
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        generate_unique_id_function=operation_id,
    )
    app.state.studio, app.state.door, app.state.cookie = studio, door, cookie
    api = APIRouter(prefix="/api")
    for part in (signing_in, home, plans, runs, templates, sessions, settings, workspace, streams):
        api.include_router(part.router)
    app.include_router(api)
    _show_pages(app, pages or Pages())
    _answer_errors(app)
    app.openapi = lambda: document(app)  # type: ignore[method-assign]
    return app


def _show_pages(app: FastAPI, pages: Pages) -> None:
    @app.get("/assets/{name:path}", include_in_schema=False)
    async def asset(request: Request, name: str) -> Response:
        return await aside(pages.asset, request, name)

    @app.get("/{path:path}", include_in_schema=False)
    async def page(request: Request, path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404)
        first, _, rest = path.partition("/")
        known = first in _PAGES and "/" not in rest.removesuffix("/")
        return await aside(pages.shell, request, path, 200 if known else 404)


def _answer_errors(app: FastAPI) -> None:
    @app.exception_handler(Trouble)
    async def trouble(request: Request, error: Trouble) -> Response:
        return error.response()

    @app.exception_handler(NoSuchSession)
    async def no_such_session(request: Request, error: NoSuchSession) -> Response:
        return Trouble(404, "no_such_session", str(error)).response()

    @app.exception_handler(JournalDamaged)
    async def damaged(request: Request, error: JournalDamaged) -> Response:
        return Trouble(409, "damaged", str(error)).response()

    @app.exception_handler(SessionBusy)
    async def busy(request: Request, error: SessionBusy) -> Response:
        return Trouble(409, "busy", str(error)).response()

    @app.exception_handler(JournalError)
    async def journal(request: Request, error: JournalError) -> Response:
        return Trouble(503, "journal", str(error)).response()

    @app.exception_handler(UserError)
    async def user(request: Request, error: UserError) -> Response:
        return Trouble(422, "settings", error.message).response()

    @app.exception_handler(PlanError)
    async def plan(request: Request, error: PlanError) -> Response:
        return Trouble(422, "not_a_plan", str(error)).response()

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        found = [
            ProblemView(
                code=str(each["type"]),
                place=[str(part) if not isinstance(part, int) else part for part in each["loc"]],
                message=in_a_sentence(each)[:500],
            )
            for each in error.errors()[:20]
        ]
        return Trouble(422, "bad_request", "What was sent does not fit.", problems=found).response()

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        codes = {404: "not_found", 405: "method_not_allowed", 400: "not_json"}
        code = codes.get(error.status_code, "error")
        headers = dict(error.headers) if error.headers else None
        return Trouble(error.status_code, code, str(error.detail)[:500], headers=headers).response()

    @app.exception_handler(Exception)
    async def broken(request: Request, error: Exception) -> Response:
        _log.error("%s %s broke", request.method, request.url.path, exc_info=error)
        return JSONResponse(
            {
                "type": "about:blank",
                "title": "Internal Server Error",
                "status": 500,
                "code": "broken",
                "detail": "The studio made a mistake. What happened is in its log.",
            },
            500,
            media_type="application/problem+json",
        )
