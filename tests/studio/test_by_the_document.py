"""The document is enough to write a client by, and it is true.

Here such a client walks through everything that a studio can do. Nothing that it does, and nothing that it expects,
comes from anywhere but the document: what it is answered must be what that says, the status, the kind, the code of what
is refused, and each field. It asks with plain HTTP, and reads streams line by line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

jsonschema_rs = pytest.importorskip("jsonschema_rs")

PROBLEM = "application/problem+json"
Until = Callable[..., Any]
PLAN = {
    "request": "Raise the number of crossings.",
    "inputs": {"path": {"default": "ferry.py"}},
    "steps": [
        {"id": "look", "tool": "list_directory"},
        {"id": "backup", "tool": "copy_file", "args": {"source": "ferry.py", "destination": "ferry.py.bak"}},
        {
            "id": "edit",
            "tool": "edit_file",
            "args": {"path": "$input.path", "old": "crossings = 3", "new": "crossings = 4"},
            "dependsOn": ["backup"],
        },
        {"id": "each", "tool": "plan", "plan": {"steps": [{"id": "read", "tool": "list_directory"}]}},
    ],
}


@pytest.fixture
def house(studio: Any) -> Iterator[ByTheDocument]:
    client = ByTheDocument(studio.address, studio.server.door.new_token())
    yield client
    client.close()


@pytest.fixture
def ran(house: ByTheDocument) -> Callable[[dict[str, Any]], str]:
    """Run a plan to its end, approving what asks; the run's id."""

    def run(plan: dict[str, Any]) -> str:
        made = house.ask("plans_new_plan", {"plan": plan}).json()
        begun = house.ask("plans_run", {}, plan=made["id"], etag=made["etag"]).json()["id"]
        for name, _, told in house.follow("live_run_events", after=0, run=begun):
            if name == "run.approval_asked":
                said = {"step": told["step"], "boundTo": told["bound_to"]}
                house.ask("runs_intent", {"kind": "approve", "payload": said}, run=begun)
            elif name == "run.ended" and told["status"] != "waiting":
                break
        return str(begun)

    return run


# -- the client


class Document:
    """The document, and what it says of a value."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.all = document
        self.operations = {
            operation["operationId"]: (method, path, operation)
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
        }
        self._components = {"schemas": {name: _closed(each) for name, each in self.shapes.items()}}

    @property
    def shapes(self) -> dict[str, Any]:
        return self.all["components"]["schemas"]

    def check(self, value: Any, schema: Any, about: str) -> None:
        """Fail unless the value is what the schema says, and has no field that it does not name."""
        whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "components": self._components}
        validator = jsonschema_rs.validator_for({**whole, **_closed(schema)})
        found = [f"{each.instance_path}: {each.message}"[:300] for each in validator.iter_errors(value)]
        assert not found, f"{about}: {found[:5]}"

    def check_shape(self, value: Any, name: str) -> None:
        self.check(value, {"$ref": f"#/components/schemas/{name}"}, name)


def _closed(schema: Any) -> Any:
    """The schema, in which nothing is but what is named. (Whoever writes by the document may pass over the rest.)"""
    if isinstance(schema, list):
        return [_closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: each if key in ("example", "examples") else _closed(each) for key, each in schema.items()}
    if isinstance(made.get("properties"), dict) and "additionalProperties" not in made:
        made["additionalProperties"] = False
    return made


class ByTheDocument:
    """Asks a studio by the names that the document gives to what can be done."""

    def __init__(self, address: str, token: str) -> None:
        self._http = httpx.Client(base_url=address, timeout=60)
        self._http.post("/api/session", json={"token": token}).raise_for_status()  # as the printed address says
        self.document = Document(self._http.get("/api/openapi.json").json())

    @property
    def cookies(self) -> set[str]:
        return set(self._http.cookies)

    def ask(self, operation_id: str, body: Any = None, *, etag: str = "", **told: Any) -> httpx.Response:
        """Ask for an operation with these parameters; what is answered is as documented."""
        method, path, operation = self.document.operations[operation_id]
        headers = {"If-Match": etag} if etag else {}
        query: dict[str, Any] = {}
        for each in operation.get("parameters", ()):
            name = each["name"]
            if name in told:
                self.document.check(told[name], each["schema"], f"{operation_id} {name}")
            if each["in"] == "path":
                path = path.replace(f"{{{name}}}", str(told.pop(name)))
            elif each["in"] == "query" and name in told:
                query[name] = told.pop(name)
            elif name == "if-match" and etag:
                etag = ""
        assert not told and not etag, f"{operation_id} does not take {told or etag}"
        if body is not None:
            self.document.check(body, _json_of(operation["requestBody"]), f"{operation_id} body")
        reply = self._http.request(
            method, path, params=query, headers=headers, **({} if body is None else {"json": body})
        )
        self._check(operation_id, operation, reply)
        return reply

    def _check(self, operation_id: str, operation: Any, reply: httpx.Response) -> None:
        said = operation["responses"].get(str(reply.status_code))
        assert said is not None, f"{operation_id} does not tell of {reply.status_code}: {reply.text[:300]}"
        if reply.status_code == 204:
            assert reply.content == b""
            return
        kind = reply.headers["content-type"].partition(";")[0]
        told = said["content"].get(kind) or said["content"].get(f"{kind.partition('/')[0]}/*")
        assert told is not None, f"{operation_id} does not tell of {kind}"
        if kind.endswith("json"):
            self.document.check(reply.json(), told["schema"], f"{operation_id} {reply.status_code}")
        if kind == PROBLEM:
            assert reply.json()["code"] in told["examples"], f"{operation_id} does not tell of {reply.json()['code']}"

    def follow(self, operation_id: str, after: int | None = None, **told: str) -> Iterator[tuple[str, int | None, Any]]:
        """What a stream tells: its name, its number, and its payload; each as its shape says."""
        _, path, operation = self.document.operations[operation_id]
        for name, value in told.items():
            path = path.replace(f"{{{name}}}", value)
        names = operation["responses"]["200"]["content"]["text/event-stream"]["x-events"]
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        with self._http.stream("GET", path, headers=headers, timeout=60) as reply:
            assert reply.status_code == 200
            frame: dict[str, str] = {}
            for line in reply.iter_lines():
                if line:
                    name, _, value = line.partition(": ")
                    frame[name] = value
                    continue
                if "event" in frame:
                    name, data = frame["event"], json.loads(frame["data"])
                    assert name in names, f"{operation_id} does not tell of {name}"
                    if "id" in frame:
                        self.document.check_shape(data, "EventView")
                        assert (data["type"], data["seq"]) == (name, int(frame["id"]))
                        data = data["payload"]
                    self.document.check_shape(data, name)
                    yield name, int(frame["id"]) if "id" in frame else None, data
                frame = {}

    def close(self) -> None:
        self._http.close()


def _json_of(content: Any) -> Any:
    return content["content"]["application/json"]["schema"]


# -- what stands in it


def test_every_example_is_what_its_schema_says(house: ByTheDocument) -> None:
    document = house.document
    for name, shape in document.shapes.items():
        for example in shape.get("examples", ()):
            document.check_shape(example, name)
    for name, (_, _, operation) in document.operations.items():
        for parameter in operation.get("parameters", ()):
            for example in parameter["schema"].get("examples", ()):
                document.check(example, parameter["schema"], f"{name} {parameter['name']}")
        for about, content, schema in _contents(operation):
            for example in _examples(content):
                document.check(example, schema, f"{name} {about}")


def test_every_operation_has_an_example_of_all_that_is_sent_and_given(house: ByTheDocument) -> None:
    shapes = house.document.shapes
    for name, (_, _, operation) in house.document.operations.items():
        for about, content, schema in _contents(operation):
            of = schema.get("items", schema).get("$ref", "").rpartition("/")[2]
            assert list(_examples(content)) or shapes.get(of, {}).get("examples"), (name, about)


def test_every_field_says_what_it_is(house: ByTheDocument) -> None:
    for name, shape in house.document.shapes.items():
        assert shape.get("description"), name
        for field, schema in shape.get("properties", {}).items():
            assert schema.get("description") or "const" in schema, (name, field)


def test_every_event_has_its_fields_and_an_example(house: ByTheDocument) -> None:
    told = set()
    for name, (_, _, operation) in house.document.operations.items():
        live = operation["responses"].get("200", {}).get("content", {}).get("text/event-stream")
        if live is not None:
            assert live["x-events"], name
            told |= set(live["x-events"])
    assert {"run.approval_asked", "session.started", "turn.ended", "tool.invoked", "changed", "trouble"} <= told
    for event in told:
        assert house.document.shapes[event]["examples"], event


def test_it_says_how_to_get_in(studio: Any, house: ByTheDocument) -> None:
    ways = house.document.all["components"]["securitySchemes"]
    assert ways["key"]["scheme"] == "bearer" and ways["cookie"]["in"] == "cookie"
    assert house.document.all["security"] == [{"cookie": []}, {"key": []}]
    assert ways["cookie"]["name"] in house.cookies
    open_to_all = {name for name, each in house.document.operations.items() if each[2].get("security") == []}
    assert open_to_all == {"session", "session_sign_in"}


def test_operations_have_names_that_a_program_can_use(house: ByTheDocument) -> None:
    assert len(house.document.operations) == sum(map(len, house.document.all["paths"].values())), "each its own"
    assert all(name.isidentifier() and "api" not in name for name in house.document.operations)


# -- what is sent as it stands in it


def test_every_example_of_a_body_is_answered_as_documented(house: ByTheDocument, until: Until, folder: Path) -> None:
    """Each is sent to where it fits, and does what it says; what is said to a run may come too late, and says so."""
    sent = 0
    for name, (_, _, operation) in house.document.operations.items():
        if "requestBody" not in operation or name == "session_sign_in":
            continue
        for example in _examples(operation["requestBody"]["content"]["application/json"]):
            (folder / "ferry.py").write_text("crossings = 3\n")
            (folder / "ferry.py.bak").unlink(missing_ok=True)
            plan = house.ask("plans_new_plan", {"plan": PLAN}).json()
            told: dict[str, Any] = {}
            if name == "plans_repair":
                text = json.dumps({"steps": [{"id": "backup", "tool": "list_director"}]})
                plan = house.ask("plans_put", {"text": text}, plan=plan["id"], etag=plan["etag"]).json()
            if name.startswith("plans_") and name != "plans_new_plan":
                told = {"plan": plan["id"], "etag": plan["etag"]}
            elif name.startswith("runs_"):
                begun = house.ask("plans_run", {}, plan=plan["id"], etag=plan["etag"]).json()
                told = {"run": begun["id"]}
                if name == "runs_undo":
                    house.ask("runs_intent", {"kind": "cancel"}, run=begun["id"])
                    until(lambda: house.ask("runs_run", run=begun["id"]).json(), lambda view: not view["writing"])  # noqa: B023
            elif name == "templates_save_template":
                example = {**example, "plan": plan["id"]}
            reply = house.ask(name, example, **told)
            sent += 1
            if name == "runs_intent":
                assert reply.status_code in (200, 409), (example, reply.text)
            elif name in ("plans_regenerate", "session_new_token", "runs_resume", "plans_new_plan", "settings_change"):
                assert reply.is_success or reply.json()["code"] in _NEEDS, (name, example, reply.text)
            else:
                assert reply.is_success, (name, example, reply.text)
    assert sent > 25


_NEEDS = ("no_model", "not_the_key", "going_on", "bad_model")
"""What a studio lacks that has no model (nor what it takes to ask one), no key, and no run that nobody carries out."""


# -- a whole walk


def test_a_plan_is_made_reviewed_and_kept_by_the_document_alone(house: ByTheDocument) -> None:
    ask = house.ask
    assert ask("session").json()["signedIn"]
    assert {"copy_file", "edit_file"} <= {each["name"] for each in ask("house_tools").json()}
    plan = ask("plans_new_plan", {"plan": PLAN}).json()
    told = {"plan": plan["id"]}
    edits = [{"edit": "setArgument", "step": "edit", "place": ["new"], "value": "crossings = 5"}]
    edited = ask("plans_edit", {"edits": edits}, **told, etag=plan["etag"]).json()
    late = ask("plans_edit", {"edits": edits}, **told, etag=plan["etag"])
    assert (late.status_code, late.json()["code"]) == (412, "changed_meanwhile")
    assert ask("plans_undo", **told).status_code == 428
    assert (
        ask("plans_edit", {"edits": [{"edit": "describe", "step": "no", "description": ""}]}, **told, etag="*").json()[
            "code"
        ]
        == "edit_refused"
    )
    back = ask("plans_undo", **told, etag=edited["etag"]).json()
    again = ask("plans_redo", **told, etag=back["etag"]).json()
    assert ask("plans_redo", **told, etag=again["etag"]).json()["code"] == "nothing_to_redo"
    assert [each["version"] for each in ask("plans_versions", **told).json()] == [1, 2]
    assert any("crossings = 5" in line for line in ask("plans_diff", **told).json()["lines"])
    foreseen = {each["step"]: each for each in ask("plans_foreseen", **told).json()}
    assert foreseen["edit"]["effects"] == ["overwrites ferry.py"] and foreseen["edit"]["asks"]
    assert "steps:" in ask("plans_text", **told, format="yaml").json()["text"]
    broken = ask("plans_put", {"text": "steps: [{id: a, tool: read_fil}]"}, **told, etag=again["etag"]).json()
    assert broken["problems"][0]["code"] == "unknown_tool"
    assert ask("plans_run", {}, **told).json()["code"] == "plan_has_problems"
    mended = ask("plans_repair", {"problem": 0}, **told, etag=broken["etag"]).json()
    assert ask("plans_repair", {"problem": 9}, **told, etag=mended["etag"]).json()["code"] == "no_such_problem"
    named = ask("plans_put", {"plan": PLAN}, **told, etag=mended["etag"]).json()
    ask("templates_save_template", {"name": "by-the-document", "plan": plan["id"]})
    taken = ask("templates_save_template", {"name": "by-the-document", "plan": plan["id"]})
    assert taken.json()["code"] == "template_exists"
    assert ask("templates_template", name="by-the-document").json()["source"] == "own"
    assert ask("templates", q="by-the").json()[0]["steps"] == 4
    assert ask("plans_regenerate", {"remark": "x"}, **told, etag=named["etag"]).json()["code"] == "no_model"
    ask("plans_stop_drafting", **told)
    for name, _, _ in house.follow("live_plan_events", after=0, **told):
        if name == "session.rewound":
            break
    assert ask("plans", q="crossings").json()[0]["id"] == plan["id"]
    ask("plans_close", **told, etag=named["etag"])
    assert ask("plans_undo", **told, etag="*").json()["code"] == "closed"
    assert ask("plans_plan", plan="plan-of-nobody").json()["code"] == "no_such_plan"


def test_a_run_is_followed_answered_looked_into_and_undone_by_the_document_alone(
    house: ByTheDocument, ran: Callable[[dict[str, Any]], str], folder: Path
) -> None:
    ask = house.ask
    run = ran(PLAN)
    assert (folder / "ferry.py").read_text() == "crossings = 4\n"
    stands = ask("runs_run", run=run).json()
    assert stands["status"] == "completed" and set(stands["summary"]["completed"]) == {"look", "backup", "edit", "each"}
    changed = {each["path"]: each for each in ask("runs_changes", run=run).json()}
    assert changed["ferry.py"]["what"] == "changed" and "+crossings = 4" in changed["ferry.py"]["diff"]
    assert [each["path"] for each in ask("runs_changes", run=run, step="backup").json()] == ["ferry.py.bak"]
    assert ask("runs_step", run=run, step="edit").json()["value"]["replaced"] == 1
    assert ask("runs_step", run=run, step="each/read").json()["status"] == "completed"
    for asked in ("runs_step", "runs_changes"):
        assert ask(asked, run=run, step="nothing").json()["code"] == "no_such_step"
    assert ask("runs", status="completed").json()[0]["id"] == run
    assert ask("runs_resume", {}, run=run).json()["code"] == "run_over"
    assert ask("runs_intent", {"kind": "pause"}, run=run).json()["code"] == "run_over"
    assert ask("sessions_session", session=run).json()["kind"] == "run"
    assert run in {each["id"] for each in ask("sessions", kind="run").json()}
    record = ask("sessions_events", session=run, limit=1_000).json()
    for each in record:
        house.document.check_shape(each["payload"], each["type"])
    told = [seq for _, seq, _ in _until(house.follow("live_session_stream", after=0, session=run), len(record))]
    assert told == [each["seq"] for each in record]
    assert ask("sessions_state", session=run, at=3).json()["seq"] == 3
    assert ask("sessions_turns", session=run).json() == []
    (folder / "ferry.py").write_text("mine\n")
    conflicts = ask("runs_undo", {"force": []}, run=run)
    assert conflicts.json()["current"]["conflicts"][0]["path"] == "ferry.py"
    assert ask("runs_undo", {"force": ["ferry.py"]}, run=run).json()["restored"] == ["ferry.py"]
    assert ask("runs_run", run="run-of-nobody").json()["code"] == "no_such_run"


def test_what_waits_is_found_and_answered_by_the_document_alone(
    house: ByTheDocument, until: Until, folder: Path
) -> None:
    ask = house.ask
    listening = house.follow("live_stream")
    assert next(listening)[0] == "ready"
    asks = {
        "steps": [{"id": "who", "tool": "ask", "args": {"question": "Whose?", "type": "choice", "choices": ["a", "b"]}}]
    }
    plan = ask("plans_new_plan", {"plan": asks}).json()
    run = ask("plans_run", {}, plan=plan["id"], etag=plan["etag"]).json()["id"]
    assert any(told["session"] == run and told["kind"] == "run" for _, _, told in listening)
    (item,) = until(lambda: ask("house_inbox").json()["items"])
    assert (item["kind"], item["choices"]) == ("question", ["a", "b"])
    assert ask("house_home").json()["waiting"][0]["run"] == run
    wrong = ask("runs_intent", {"kind": "answer", "payload": {"step": "who", "value": "c"}}, run=run)
    assert (wrong.status_code, wrong.json()["code"]) == (409, "refused")
    right = ask("runs_intent", {"kind": "answer", "payload": {"step": item["step"], "value": "b"}}, run=run)
    assert right.json()["verdict"] == "taken"
    (folder / "dot.gif").write_bytes(b"GIF89a\x01\x00\x01\x00\x00\x00\x00;")
    assert ask("workspace_image", path="dot.gif").headers["content-type"] == "image/gif"
    assert ask("workspace_image", path="notes.md").json()["code"] == "not_an_image"
    assert ask("settings").json()["workspace"] == str(folder)
    assert ask("settings_change", {"approvals": {"yes": ["write"]}}).json()["approvals"]["yes"] == ["write"]
    assert ask("session_new_token").json()["code"] == "not_the_key"
    ask("session_sign_out")
    assert ask("house_inbox").json()["code"] == "not_signed_in"
    assert ask("session_sign_in", {"token": "wrong"}).json()["code"] == "wrong_token"


def test_these_walks_ask_for_everything_that_can_be_asked_for(studio: Any, request: pytest.FixtureRequest) -> None:
    """Whoever adds an operation adds it to a walk."""
    source = Path(__file__).read_text()
    client = ByTheDocument(studio.address, studio.server.door.new_token())
    try:
        assert [name for name in client.document.operations if f'"{name}"' not in source] == []
    finally:
        client.close()


def _until(telling: Iterator[tuple[str, int | None, Any]], events: int) -> Iterator[tuple[str, int | None, Any]]:
    """So many events of a stream."""
    for each in telling:
        if each[1] is not None:
            yield each
            events -= 1
        if not events:
            return


def _contents(operation: Any) -> Iterator[tuple[str, Any, Any]]:
    """What is sent and given: for which answer, its content, and its schema. Text and pictures have no shape."""
    for about, each in {"body": operation.get("requestBody", {}), **operation["responses"]}.items():
        for kind, content in each.get("content", {}).items():
            if kind in ("application/json", PROBLEM):
                yield about, content, content["schema"]


def _examples(content: Any) -> Iterator[Any]:
    yield from (each["value"] for each in content.get("examples", {}).values())
    yield from content["schema"].get("examples", ())
    if "example" in content:
        yield content["example"]
