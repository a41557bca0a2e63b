"""The OpenAPI document: what FastAPI makes of the code, with examples, and with errors as they really come."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from gameplan.studio.api.replies import CODES
from gameplan.studio.api.vocabulary import EVENTS, with_words
from gameplan.studio.problems import MEDIA_TYPE
from gameplan.studio.shapes.examples import EXAMPLES
from gameplan.studio.shapes.refusals import ALWAYS, MEANING, REFUSALS

_PROBLEM = {"$ref": "#/components/schemas/ProblemDetail"}
_FASTAPIS_OWN = ("HTTPValidationError", "ValidationError")
_OPEN = (("/api/session", "get"), ("/api/session", "post"))


def document(app: FastAPI) -> dict[str, Any]:
    """The document of an application; made once."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=_about(app), routes=app.routes)
        schemas = made["components"]["schemas"]
        for each in EXAMPLES:
            schemas[type(each).__name__]["examples"] = [each.model_dump(mode="json", by_alias=True)]
        events: dict[str, None] = {}
        for path, operations in made["paths"].items():
            for method, operation in operations.items():
                is_open = (path, method) in _OPEN
                if is_open:
                    operation["security"] = []
                _tell_problems(operation, signed_in=not is_open)
                events |= dict.fromkeys(_events_of(operation["responses"]))
        for name in _FASTAPIS_OWN:
            schemas.pop(name, None)
        made["components"]["schemas"] = with_words(schemas, events)
        made["components"]["securitySchemes"] = _ways_in(app.state.cookie)
        made["security"] = [{way: []} for way in made["components"]["securitySchemes"]]
        app.openapi_schema = made
    return app.openapi_schema


def operation_id(route: APIRoute) -> str:
    """What an operation is called in clients that are made from the document: `runs_undo`."""
    tag = str(route.tags[0]) if route.tags else "studio"
    return tag if route.name == tag else f"{tag}_{route.name}"


def _about(app: FastAPI) -> str:
    told = (f"- {REFUSALS[code].status} `{code}`: {REFUSALS[code].detail}" for code in ALWAYS)
    return "\n".join([app.description, "To anything may be answered:", "", *told])


def _ways_in(cookie: str) -> dict[str, Any]:
    return {
        "cookie": {
            "type": "apiKey",
            "in": "cookie",
            "name": cookie,
            "description": "`POST /api/session` exchanges a one-time token, or the password, for it.",
        },
        "key": {
            "type": "http",
            "scheme": "bearer",
            "description": "The `key` in `studio.json`, for programs of the same person on the same machine; or what "
            "the cookie holds.",
        },
    }


def _events_of(responses: dict[str, Any]) -> list[str]:
    """The events that an operation tells as they happen."""
    live = responses.get("200", {}).get("content", {}).get("text/event-stream", {})
    told: list[str] = live.get(EVENTS, [])
    return told


def _tell_problems(operation: dict[str, Any], *, signed_in: bool) -> None:
    """Whatever says no is a problem, with its own media type and an example for each code."""
    responses = operation["responses"]
    codes = ["not_signed_in"] if signed_in else []
    for status in [each for each in responses if each[0] == "4"]:
        codes += responses.pop(status).get(CODES, [])
    if "requestBody" in operation:
        codes += ["not_json", "too_large", "json_wanted"]
    if "requestBody" in operation or operation.get("parameters"):
        codes.append("bad_request")
    for code in sorted(dict.fromkeys(codes), key=lambda each: REFUSALS[each].status):
        problem = REFUSALS[code]
        empty = {"description": MEANING[problem.status], "content": {MEDIA_TYPE: {"schema": _PROBLEM, "examples": {}}}}
        told = responses.setdefault(str(problem.status), empty)
        value = problem.model_dump(mode="json", by_alias=True, exclude_none=True)
        told["content"][MEDIA_TYPE]["examples"][code] = {"value": value}
