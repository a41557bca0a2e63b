"""The OpenAPI document: what FastAPI makes of the code, with examples, and with errors as they really come."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from gameplan.studio.api.vocabulary import EVENTS, with_words
from gameplan.studio.problems import MEDIA_TYPE
from gameplan.studio.shapes.examples import EXAMPLES, PROBLEMS

_PROBLEM = {"$ref": "#/components/schemas/ProblemDetail"}
_FASTAPIS_OWN = ("HTTPValidationError", "ValidationError")
_UNFIT = "What was sent does not fit; `problems` says where."


def document(app: FastAPI) -> dict[str, Any]:
    """The document of an application; made once."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        schemas = made["components"]["schemas"]
        for each in EXAMPLES:
            schemas[type(each).__name__]["examples"] = [each.model_dump(mode="json", by_alias=True)]
        events: dict[str, None] = {}
        for operations in made["paths"].values():
            for operation in operations.values():
                _tell_problems(operation["responses"])
                events |= dict.fromkeys(_events_of(operation["responses"]))
        for name in _FASTAPIS_OWN:
            schemas.pop(name, None)
        made["components"]["schemas"] = with_words(schemas, events)
        app.openapi_schema = made
    return app.openapi_schema


def _events_of(responses: dict[str, Any]) -> list[str]:
    """The events that an operation tells as they happen."""
    live = responses.get("200", {}).get("content", {}).get("text/event-stream", {})
    told: list[str] = live.get(EVENTS, [])
    return told


def _tell_problems(responses: dict[str, Any]) -> None:
    """Whatever says no is a problem, with its own media type and an example."""
    for status, response in responses.items():
        if status[0] != "4":
            continue
        if response["content"]["application/json"]["schema"] != _PROBLEM:
            response["description"] = _UNFIT
        example = PROBLEMS[int(status)].model_dump(mode="json", by_alias=True, exclude_none=True)
        response["content"] = {MEDIA_TYPE: {"schema": _PROBLEM, "example": example}}
