"""A client for a studio: plans, runs and sessions over its API, typed.

    with Client.here() as studio:                      # the studio that runs on this machine
        plan = studio.plan_from_template("collect-todos")
        run = studio.start(plan.id)
        for event in studio.follow(run.id):
            print(event.type)

It says nothing that the API does not: `docs/studio.md` shows both side by side.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar
from urllib.parse import quote

import httpx
from pydantic import BaseModel, TypeAdapter

from gameplan.runtime.events import Json
from gameplan.studio.shapes import (
    DiffView,
    EventView,
    ForeseenView,
    Home,
    InboxItem,
    IntentView,
    PlanCard,
    PlanView,
    ProblemDetail,
    ProblemView,
    RunCard,
    RunView,
    SessionCard,
    SettingsView,
    SignedIn,
    StateView,
    StepDetail,
    TemplateCard,
    TemplateView,
    ToolView,
    TurnView,
    Undone,
    VersionView,
)

S = TypeVar("S", bound=BaseModel)
_OVER = ("completed", "failed", "cancelled")


class StudioError(Exception):
    """The studio does not do it, and says why. `code` is for programs, `problems` are those of a plan."""

    def __init__(self, problem: ProblemDetail) -> None:
        super().__init__(problem.detail or problem.title)
        self.status = problem.status
        self.code = problem.code
        self.problems: Sequence[ProblemView] = problem.problems or ()
        self.current = problem.current


@dataclass(frozen=True, slots=True)
class Told:
    """Something that a stream told: an event with its number, or a notice, which has none."""

    type: str
    seq: int | None
    data: Json

    @property
    def payload(self) -> Json:
        """The fields of an event; of a notice, all that it says."""
        return self.data.get("payload", self.data) if isinstance(self.data, dict) else self.data


class Client:
    """One who is signed in to a studio. `token` is the one out of the printed address, the password, or its key."""

    def __init__(self, address: str, token: str, *, timeout: float = 30.0) -> None:
        self._http = httpx.Client(base_url=f"{address.rstrip('/')}/api", timeout=timeout)
        try:
            self._call("POST", "session", {"token": token})
        except BaseException:
            self._http.close()
            raise

    @classmethod
    def here(cls, home: Path | None = None) -> Client:
        """A client of the studio that runs on this machine. `LookupError` if none does."""
        from gameplan.settings import home as usual_home
        from gameplan.studio.running import running_studio

        found = running_studio(home if home is not None else usual_home())
        if found is None:
            raise LookupError("No studio is running. Start one: gameplan studio")
        return cls(*found)

    def close(self) -> None:
        """Let go of the connection; the cookie is forgotten."""
        self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def sign_out(self) -> None:
        """Make the cookie worthless."""
        self._call("DELETE", "session")

    def session_here(self) -> SignedIn:
        """Whether one is signed in, and what the studio works in."""
        return self._get(SignedIn, "session")

    # -- the house

    def home(self) -> Home:
        """What is running, what waits, what was done."""
        return self._get(Home, "home")

    def inbox(self) -> list[InboxItem]:
        """What waits for a person."""
        read: dict[str, Json] = self._call("GET", "inbox").json()
        return [InboxItem.model_validate(each) for each in read["items"]]

    def tools(self) -> list[ToolView]:
        """The tools that a step may call."""
        return self._list(ToolView, "tools")

    def templates(self, q: str = "") -> list[TemplateCard]:
        """The templates."""
        return self._list(TemplateCard, "templates", q=q)

    def template(self, name: str) -> TemplateView:
        """One template, with its plan."""
        return self._get(TemplateView, f"templates/{_part(name)}")

    def save_template(self, name: str, plan: str, *, replace: bool = False) -> TemplateView:
        """Save a plan as a template."""
        return self._post(TemplateView, "templates", {"name": name, "plan": plan, "replace": replace})

    def settings(self) -> SettingsView:
        """What is set."""
        return self._get(SettingsView, "settings")

    def change_settings(self, changes: dict[str, Json]) -> SettingsView:
        """Set something: `{"models": {"planner": …}}`, `{"approvals": {"yes": […]}}`."""
        return SettingsView.model_validate(self._call("PUT", "settings", changes).json())

    # -- plans

    def plans(self, q: str = "") -> list[PlanCard]:
        """The plans under review."""
        return self._list(PlanCard, "plans", q=q)

    def plan(self, plan: str) -> PlanView:
        """One plan."""
        return self._get(PlanView, f"plans/{_part(plan)}")

    def plan_from_request(self, request: str) -> PlanView:
        """Have the model draft a plan; follow it, or look again, until `drafting` is false."""
        return self._post(PlanView, "plans", {"request": request})

    def plan_from_template(self, name: str, inputs: dict[str, Json] | None = None) -> PlanView:
        """A plan of a template."""
        return self._post(PlanView, "plans", {"template": name, "inputs": inputs or {}})

    def plan_from_text(self, text: str) -> PlanView:
        """A plan as a file has it, in YAML or JSON."""
        return self._post(PlanView, "plans", {"text": text})

    def plan_from_json(self, plan: Json) -> PlanView:
        """A plan as JSON."""
        return self._post(PlanView, "plans", {"plan": plan})

    def edit(self, plan: PlanView, *edits: dict[str, Json], why: str = "") -> PlanView:
        """Make edits to the plan as you have it. `StudioError` with status 412 if somebody was quicker."""
        return self._change(plan, "edits", {"edits": list(edits), "why": why})

    def put(self, plan: PlanView, *, text: str | None = None, json: Json = None) -> PlanView:
        """Put another plan in its place."""
        body = {"text": text} if text is not None else {"plan": json}
        return self._change(plan, "plan", body, method="PUT")

    def undo_edit(self, plan: PlanView) -> PlanView:
        """Go back to the version before."""
        return self._change(plan, "undo")

    def redo_edit(self, plan: PlanView) -> PlanView:
        """Go on to the version that was left."""
        return self._change(plan, "redo")

    def repair(self, plan: PlanView, problem: int) -> PlanView:
        """Make the repair that a problem of the plan proposes."""
        return self._change(plan, "repairs", {"problem": problem})

    def regenerate(self, plan: str, *, start: str | None = None, remark: str = "") -> PlanView:
        """Have the model draft all of it anew, or from a step on."""
        return self._post(PlanView, f"plans/{_part(plan)}/regenerate", {"from": start, "remark": remark})

    def stop_drafting(self, plan: str) -> PlanView:
        """Stop the model that drafts."""
        return PlanView.model_validate(self._call("DELETE", f"plans/{_part(plan)}/drafting").json())

    def versions(self, plan: str) -> list[VersionView]:
        """Its versions, oldest first."""
        return self._list(VersionView, f"plans/{_part(plan)}/versions")

    def diff(self, plan: str, old: int | None = None, new: int | None = None) -> list[str]:
        """What changed from one version to another, in lines."""
        wanted = {name: each for name, each in (("from", old), ("to", new)) if each is not None}
        return self._get(DiffView, f"plans/{_part(plan)}/diff", **wanted).lines

    def foreseen(self, plan: str) -> list[ForeseenView]:
        """What it would do, as the workspace stands. Nothing is run."""
        return self._list(ForeseenView, f"plans/{_part(plan)}/foreseen")

    def text(self, plan: str, format: Literal["yaml", "json"] = "yaml") -> str:
        """The plan as a file has it."""
        return str(self._call("GET", f"plans/{_part(plan)}/text", query={"format": format}).json()["text"])

    def close_plan(self, plan: PlanView) -> None:
        """Put it away."""
        self._call("DELETE", f"plans/{_part(plan.id)}", headers={"If-Match": plan.etag})

    # -- runs

    def start(
        self, plan: PlanView | str, inputs: dict[str, Json] | None = None, *, yes: Sequence[str] | None = None
    ) -> RunView:
        """Carry a plan out: the very one that you have, or (by its id) as it stands now.

        `yes` approves in advance: write, destroy, send, execute, all.
        """
        plan_id, headers = (plan, {}) if isinstance(plan, str) else (plan.id, {"If-Match": plan.etag})
        body = {"inputs": inputs or {}, "yes": None if yes is None else list(yes)}
        return RunView.model_validate(self._call("POST", f"plans/{_part(plan_id)}/runs", body, headers=headers).json())

    def runs(self, q: str = "", status: str = "", limit: int = 50) -> list[RunCard]:
        """The runs, the newest first."""
        return self._list(RunCard, "runs", q=q, status=status, limit=limit)

    def run(self, run: str) -> RunView:
        """How a run stands."""
        return self._get(RunView, f"runs/{_part(run)}")

    def step(self, run: str, step: str) -> StepDetail:
        """One step, with its result."""
        return self._get(StepDetail, f"runs/{_part(run)}/steps/{quote(step)}")

    def say(self, run: str, kind: str, **payload: Json) -> IntentView:
        """Say something to a run: taken, or noted until it goes on. `StudioError` with status 409 if it refuses."""
        return self._post(IntentView, f"runs/{_part(run)}/intents", {"kind": kind, "payload": payload})

    def approve(self, item: InboxItem, *, rest: bool = False) -> IntentView:
        """Let a step act that waits for it; it holds for what the item shows."""
        return self.say(item.run, "approve", step=item.step, boundTo=item.bound_to, **({"rest": True} if rest else {}))

    def deny(self, item: InboxItem, reason: str = "not wanted") -> IntentView:
        """Do without a step."""
        return self.say(item.run, "deny", step=item.step, boundTo=item.bound_to, reason=reason)

    def change_arguments(self, item: InboxItem, args: dict[str, Json]) -> IntentView:
        """Give a step other arguments; it asks again."""
        return self.say(item.run, "arguments", step=item.step, args=args)

    def answer(self, item: InboxItem, value: Json) -> IntentView:
        """Answer a question."""
        return self.say(item.run, "answer", step=item.step, value=value)

    def resume(self, run: str, *, yes: Sequence[str] | None = None) -> RunView:
        """Go on with a run that waits, or whose process was killed."""
        return self._post(RunView, f"runs/{_part(run)}/resume", {"yes": None if yes is None else list(yes)})

    def undo(self, run: str, *, force: Sequence[str] = ()) -> Undone:
        """Put every file back that the run changed."""
        return self._post(Undone, f"runs/{_part(run)}/undo", {"force": list(force)})

    # -- sessions

    def sessions(self, q: str = "", kind: str = "", limit: int = 200) -> list[SessionCard]:
        """What is on the record."""
        return self._list(SessionCard, "sessions", q=q, kind=kind, limit=limit)

    def session(self, session: str) -> SessionCard:
        """One session."""
        return self._get(SessionCard, f"sessions/{_part(session)}")

    def events(self, session: str, after: int = 0, limit: int = 500) -> list[EventView]:
        """Its events."""
        return self._list(EventView, f"sessions/{_part(session)}/events", after=after, limit=limit)

    def state(self, session: str, at: int | None = None) -> StateView:
        """How it stood after an event."""
        return self._get(StateView, f"sessions/{_part(session)}/state", **({} if at is None else {"at": at}))

    def turns(self, session: str) -> list[TurnView]:
        """What its agents were told, said and called."""
        return self._list(TurnView, f"sessions/{_part(session)}/turns")

    # -- following

    def follow(self, run: str, after: int = 0) -> Iterator[Told]:
        """Every event of a run once and in order, and notices as they come, until the run comes to its end.

        A run that waits for a person goes on being followed. If the connection breaks it is taken up where it was.
        """
        for told in self.follow_session(run, after):
            yield told
            if told.type == "run.ended" and told.payload["status"] in _OVER:
                return

    def follow_session(self, session: str, after: int = 0) -> Iterator[Told]:
        """The same for any session, until the studio ends or you stop."""
        while True:
            headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
            path = f"sessions/{_part(session)}/stream"
            try:
                with self._http.stream("GET", path, headers=headers, timeout=httpx.Timeout(30.0, read=45.0)) as reply:
                    if reply.status_code != 200:
                        reply.read()
                        raise _error(reply)
                    for told in _frames(reply.iter_lines()):
                        after = told.seq if told.seq is not None else after
                        yield told
                        if told.type == "trouble":
                            return
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.ReadTimeout):
                continue  # what was missed comes now

    def follow_house(self) -> Iterator[Told]:
        """Which sessions change, as they do."""
        with self._http.stream("GET", "stream", timeout=httpx.Timeout(30.0, read=45.0)) as reply:
            if reply.status_code != 200:
                reply.read()
                raise _error(reply)
            yield from _frames(reply.iter_lines())

    # -- asking

    def _change(self, plan: PlanView, what: str, body: Json = None, *, method: str = "POST") -> PlanView:
        reply = self._call(method, f"plans/{_part(plan.id)}/{what}", body, headers={"If-Match": plan.etag})
        return PlanView.model_validate(reply.json())

    def _get(self, shape: type[S], path: str, **query: Any) -> S:
        return shape.model_validate(self._call("GET", path, query=query).json())

    def _list(self, shape: type[S], path: str, **query: Any) -> list[S]:
        return TypeAdapter(list[shape]).validate_python(self._call("GET", path, query=query).json())  # type: ignore[valid-type]

    def _post(self, shape: type[S], path: str, body: Json) -> S:
        return shape.model_validate(self._call("POST", path, body).json())

    def _call(
        self,
        method: str,
        path: str,
        body: Json = None,
        *,
        query: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        sent = {} if body is None else {"json": body}
        reply = self._http.request(method, path, params=query or {}, headers=headers or {}, **sent)
        if reply.is_error:
            raise _error(reply)
        return reply


def _error(reply: httpx.Response) -> StudioError:
    try:
        return StudioError(ProblemDetail.model_validate(reply.json()))
    except ValueError:
        return StudioError(ProblemDetail(title=reply.reason_phrase, status=reply.status_code, detail=reply.text[:500]))


def _frames(lines: Iterator[str]) -> Iterator[Told]:
    """What a stream tells, out of its lines."""
    type_, seq, data = "", None, ""
    for line in lines:
        name, _, value = line.partition(": ")
        if not line:
            if type_:
                yield Told(type_, seq, json.loads(data) if data else None)
            type_, seq, data = "", None, ""
        elif name == "id":
            seq = int(value)
        elif name == "event":
            type_ = value
        elif name == "data":
            data += value


def _part(name: str) -> str:
    return quote(name, safe="")
