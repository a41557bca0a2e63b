"""The OpenAPI document: complete enough to write a client by, and true: anything that fits it is answered in order."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from gameplan.client import Client
from gameplan.plans import requests
from gameplan.studio import edit_wire
from gameplan.studio.shapes import ProblemDetail
from gameplan.studio.shapes.examples import EXAMPLES

schemathesis = pytest.importorskip("schemathesis")

NO_WAY = ("not_found", "method_not_allowed")  # an address that leads to no operation
METHODS = ("get", "post", "put", "delete")


@pytest.fixture
def document(studio: Any) -> dict[str, Any]:
    with studio.http() as http:
        return http.get("openapi.json").json()


def operations(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{method.upper()} {path}", each[method])
        for path, each in document["paths"].items()
        for method in METHODS
        if method in each
    ]


def test_every_operation_is_described(document: dict[str, Any]) -> None:
    every = operations(document)
    assert len(every) > 40
    for name, operation in every:
        assert operation["summary"] and len(operation["description"]) > 15, name
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description"), (name, parameter["name"])
        for status, reply in operation["responses"].items():
            assert reply["description"], (name, status)
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description"), name


def test_every_body_has_an_example(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        if "requestBody" not in operation:
            continue
        content = operation["requestBody"]["content"]
        assert list(content) == ["application/json"], name
        body = content["application/json"]
        assert body.get("examples") or body["schema"].get("examples"), name


def test_a_plan_an_edit_an_intent_and_an_event_are_described_field_by_field(
    document: dict[str, Any], client: Client, ferry: str
) -> None:
    """Whoever writes a client by the document alone needs no other page for what is plain JSON to the API."""
    schemas = document["components"]["schemas"]

    def told_as(shape: str, *way: str) -> str:
        found: Any = schemas[shape]
        for step in way:
            found = found[step]
        return str(found["$ref"]).rpartition("/")[2]

    assert told_as("NewPlan", "properties", "plan") == told_as("RunView", "properties", "plan") == "Plan"
    assert told_as("Edits", "properties", "edits", "items") == "Edit"
    for name in ("Plan", "Step", "ForEach", "Retry", "Input"):
        for field, schema in schemas[name]["properties"].items():
            assert schema.get("description"), (name, field)
    assert set(schemas["Edit"]["discriminator"]["mapping"]) == set(edit_wire.KINDS)
    assert set(schemas["NewIntent"]["discriminator"]["mapping"]) == set(requests._KINDS)
    assert schemas["edit.setArgument"]["required"] == ["edit", "step", "place", "value"]
    assert set(schemas["intent.approve"]["properties"]["payload"]["properties"]) == {"step", "boundTo", "rest"}

    run = client.start(client.plan_from_text(ferry), yes=["all"])
    for told in client.follow(run.id):
        if told.seq is not None:
            assert told.payload.keys() == schemas[told.type]["properties"].keys(), told.type
    live = document["paths"]["/api/runs/{run}/events"]["get"]["responses"]["200"]["content"]["text/event-stream"]
    assert {"run.step_ended", "workspace.changed", "tool.logged"} <= set(live["x-events"]) <= schemas.keys()


def test_whatever_the_document_names_is_in_it(document: dict[str, Any]) -> None:
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document)))
    assert named <= document["components"]["schemas"].keys()


def test_nothing_that_is_sent_chooses_a_folder_to_work_in(document: dict[str, Any]) -> None:
    """The workspace is chosen when the studio starts."""
    named = {"workspace", "folder", "root", "home", "directory", "cwd"}
    taken: set[str] = set()
    seen: set[str] = set()

    def look(schema: Any) -> None:
        if isinstance(schema, list):
            for each in schema:
                look(each)
        elif isinstance(schema, dict):
            if isinstance(of := schema.get("$ref"), str) and of not in seen:
                seen.add(of)
                look(document["components"]["schemas"][of.rpartition("/")[2]])
            taken.update(schema.get("properties", ()))
            for key, each in schema.items():
                if key not in ("example", "examples", "default"):
                    look(each)

    for _, operation in operations(document):
        look(operation.get("requestBody"))
        taken.update(each["name"] for each in operation.get("parameters", ()))
    assert {"template", "inputs", "edits", "models"} & taken
    assert not named & taken


def test_every_answer_has_an_example(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for name, operation in operations(document):
        for status, reply in operation["responses"].items():
            if not status.startswith("2") or status == "204":
                continue
            (content,) = reply["content"].values()
            schema = content["schema"].get("items", content["schema"])
            known = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else {}
            assert "example" in content or known.get("examples"), (name, status)


def test_an_example_is_what_its_shape_says_and_tells_all_of_it(document: dict[str, Any]) -> None:
    for each in EXAMPLES:
        (shown,) = document["components"]["schemas"][type(each).__name__]["examples"]
        assert type(each).model_validate(shown) == each
        assert shown.keys() == document["components"]["schemas"][type(each).__name__]["properties"].keys()


def test_every_no_is_a_problem_with_an_example(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        for status, reply in operation["responses"].items():
            if status.startswith("2"):
                continue
            assert status.startswith("4"), (name, status)
            ((media, content),) = reply["content"].items()
            assert media == "application/problem+json", (name, status)
            assert content["schema"] == {"$ref": "#/components/schemas/ProblemDetail"}, (name, status)
            for code, example in content["examples"].items():
                shown = ProblemDetail.model_validate(example["value"])
                assert (str(shown.status), shown.code) == (status, code) and shown.detail, (name, status)


def test_every_answer_has_a_shape(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        good = {status: reply for status, reply in operation["responses"].items() if status.startswith("2")}
        assert good, name
        for status, reply in good.items():
            if status != "204":
                (content,) = reply["content"].values()
                assert content["schema"], (name, status)
        assert "401" in operation["responses"] or operation.get("security") == [], name


def test_the_client_has_a_method_for_every_operation(document: dict[str, Any]) -> None:
    """Each address of the document is asked by the client somewhere."""
    import inspect

    source = "".join(map(inspect.getsource, Client.__mro__[1:-1]))
    nouns = "session|home|inbox|tools|templates|settings|plans|runs|sessions|stream|workspace"
    asked = set(re.findall(rf"""f?["']((?:{nouns})[^"'\s]*)["']""", source))
    asked |= {f"plans/{{plan}}/{what}" for what in re.findall(r'_change\(plan, "(\w+)"', source)}
    known = {re.sub(r"\{[^}]*\}+", "*", re.sub(r"\{part\([^)]*\)\}|\{quote\([^)]*\)\}", "*", each)) for each in asked}
    for name, _ in operations(document):
        path = re.sub(r"\{[^}]*\}", "*", name.split("/api/")[1])
        if path in ("runs/*/events", "plans/*/events"):
            path = "sessions/*/stream"  # the same stream
        assert path in known, name


def test_whatever_is_sent_there_is_an_answer_and_no_server_error(
    serve: Callable[..., Any], ferry: str, until: Callable[..., Any]
) -> None:
    """Requests made from the document (and against it), to a studio that holds a plan, a run and sessions.

    What is refused, is refused in a way that is documented.
    """
    from hypothesis import HealthCheck, Phase, settings
    from schemathesis.checks import not_a_server_error

    studio = serve()
    with studio.client() as client:
        plan = client.plan_from_text(ferry)
        run = client.start(plan.id)
        until(lambda: client.run(run.id).inbox)
    real = {"plan": plan.id, "run": run.id, "session": run.id, "name": "collect-todos", "step": "edit"}
    headers = {"Authorization": f"Bearer {studio.key}"}
    schema = schemathesis.openapi.from_url(f"{studio.address}/api/openapi.json", headers=headers)
    tried, paths = 0, set()
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith(("/stream", "/events")) or operation.path == "/api/session":
            continue  # streams do not end; signing out would end the test
        paths.add(operation.path)

        @settings(
            max_examples=8,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def send(case: Any) -> None:
            nonlocal tried
            tried += 1
            if tried % 3:  # mostly to what is there, or everything would be "not found"
                case.path_parameters = {
                    name: real.get(name, value) for name, value in (case.path_parameters or {}).items()
                }
                if case.method.upper() != "GET":
                    case.headers = {**(case.headers or {}), "If-Match": "*"}
            reply = case.call_and_validate(headers=headers, checks=(not_a_server_error,), timeout=60)
            if reply.status_code >= 400 and (code := reply.json()["code"]) not in NO_WAY:
                studio.refused.add((case.method, case.operation.path, reply.status_code, code))

        _run(operation, send)
    assert tried > 150
    assert {"/api/session/tokens", "/api/workspace/image", "/api/plans/{plan}/runs"} <= paths


def _run(operation: Any, send: Callable[[Any], None]) -> None:
    from hypothesis import given

    test = given(case=operation.as_strategy())(send)
    test()
