"""Plans under review: made from words, a template or a text; edited, undone, repaired, drafted anew, and closed.

Each is a session. Whoever edits says which event was the newest that they saw; if there has been another since, they
are told what changed and nothing is done.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from gameplan.plans import EditRefused, Plan, PlanError, diff_plans, edited
from gameplan.plans.drafts import KIND, DraftState, PlanClosed, PlanDrafted, PlanEdited, draft_state
from gameplan.plans.files import load_plan
from gameplan.plans.model import Input, plan_from_wire
from gameplan.plans.templating import converted, with_defaults
from gameplan.runtime import NoSuchSession, Recorded, Session, SessionBusy, SessionStarted
from gameplan.runtime.events import Json
from gameplan.studio.aside import aside
from gameplan.studio.edit_wire import BadEdit, edit_from_wire
from gameplan.studio.problems import Trouble, not_found, refused, unfit
from gameplan.studio.shapes import PlanView, ProblemView
from gameplan.studio.views.earlier import Earlier, EarlierRuns
from gameplan.studio.views.plans import plan_view

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from gameplan.studio.house import Studio

_IDLE_SECONDS = 10.0
_MOST_OPEN = 16
_LONGEST_TITLE = 200

Change = Callable[[DraftState], object]


@dataclass(slots=True)
class _Open:
    """A plan's session that is held for writing."""

    session: Session
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    used: float = field(default_factory=time.monotonic)
    held: int = 0


class Plans:
    """The plans under review of one house."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._opening = asyncio.Lock()
        self._earlier = EarlierRuns(studio.readings)

    # -- looking

    def view(self, plan_id: str) -> PlanView:
        """A plan as it stands on disk. Blocks."""
        studio = self._studio
        newest = studio.lists.newest_runs()
        runs = studio.lists.runs_of(plan_id, newest)
        drafting = studio.drafting.is_drafting(plan_id)
        earlier = self._earlier.look(newest)
        with studio.readings.reading(plan_id, KIND) as known:
            made = known.kept.get("plan")
            if made is None or made[0] != (known.seq, drafting):
                plan = known.draft.plan
                view = plan_view(
                    plan_id,
                    known.seq,
                    _title(known.draft, known.started.title),
                    known.draft,
                    studio.check(plan) if plan is not None else (),
                    drafting=drafting,
                    runs=(),
                    updated_at=known.updated_at,
                )
                made = known.kept["plan"] = ((known.seq, drafting), view)
            shown: PlanView = made[1]
            plan = known.draft.plan
        told = {} if plan is None else _told_by(earlier, plan)
        models = studio.models()
        return shown.model_copy(update={"runs": runs, "planner": models.planner if models.ready else "", **told})

    def draft(self, plan_id: str) -> DraftState:
        """How a plan stands. Blocks."""
        with self._studio.readings.reading(plan_id, KIND) as known:
            return known.draft

    def current(self, plan_id: str, etag: str | None = None) -> Plan:
        """The plan itself; with an `etag`, only if it is still that one. Blocks."""
        with self._studio.readings.reading(plan_id, KIND) as known:
            plan = known.draft.plan
            if etag is not None and not _is(etag, known.seq):
                raise _changed_meanwhile(known.events, known.draft, etag)
        if plan is None:
            raise refused("no_plan_yet", "There is no plan yet: the model is drafting it, or could not.")
        return plan

    # -- making

    async def new(self, plan: Plan | None, source: str, title: str = "") -> str:
        """Begin a review; without a plan, of one that is to be drafted."""
        studio = self._studio
        plan_id = studio.ids.new("plan")
        session = await aside(Session, journal=studio.journal, session_id=plan_id)
        said = (plan.request if plan is not None else "") or title or source
        session.dispatch(SessionStarted(KIND, said.strip().split("\n")[0][:_LONGEST_TITLE]))
        if plan is not None:
            await aside(session.dispatch, PlanDrafted(replace(plan, id=plan_id), source))
        await session.committed()
        async with self._opening:
            self._keep(plan_id, session)
        return plan_id

    async def from_template(self, name: str, inputs: Mapping[str, Json]) -> str:
        """Begin a review of a template, told what is known already."""
        known = await aside(self._studio.templates)
        if name not in known:
            raise not_found("template", name)
        plan = with_defaults(known[name].plan, read_given(known[name].plan, inputs))
        return await self.new(plan, f"template {name}")

    # -- changing

    async def edit(self, plan_id: str, etag: str, edits: list[dict[str, Json]], why: str = "") -> None:
        """Make edits, in their order: all, or none."""
        try:
            read = [edit_from_wire(each) for each in edits]
        except BadEdit as error:
            raise unfit("bad_edit", str(error)) from None
        said = why or ", ".join(dict.fromkeys(_words(each) for each in edits))[:200]

        def change(draft: DraftState) -> object:
            plan = _plan_of(draft)
            try:
                made = edited(plan, *read)
            except EditRefused as error:
                raise refused("edit_refused", str(error)) from None
            return PlanEdited(made, said) if made != plan else None

        await self.change(plan_id, etag, change)

    async def put(self, plan_id: str, etag: str, plan: Plan, why: str = "") -> None:
        """Put another plan in its place: its next version."""

        def change(draft: DraftState) -> object:
            before = draft.plan
            version = before.version + 1 if before is not None else 1
            made = replace(plan, id=plan_id, version=version)
            if before is None:
                return PlanDrafted(made, "text")
            return PlanEdited(made, why or "written anew") if replace(made, version=before.version) != before else None

        await self.change(plan_id, etag, change)

    async def repair(self, plan_id: str, etag: str, number: int) -> None:
        """Repair one of the problems that the plan has, as it proposes itself."""

        def change(draft: DraftState) -> object:
            plan = _plan_of(draft)
            problems = self._studio.check(plan)
            if number >= len(problems):
                raise refused("no_such_problem", f"The plan has {len(problems)} problems: there is no number {number}.")
            repair = problems[number].repair
            if repair is None or not repair.edits:
                raise refused("no_repair", "This problem has no repair that can be made by itself.")
            try:
                made = edited(plan, *repair.edits)
            except EditRefused as error:
                raise refused("edit_refused", str(error)) from None
            return PlanEdited(made, f"repaired: {repair.words}"[:500])

        await self.change(plan_id, etag, change)

    async def undo(self, plan_id: str, etag: str) -> None:
        """Go back to the version before."""
        await self._rewind(plan_id, etag, "undo")

    async def redo(self, plan_id: str, etag: str) -> None:
        """Go on again to the version that was left."""
        await self._rewind(plan_id, etag, "redo")

    async def close(self, plan_id: str, etag: str) -> None:
        """Put the plan away. Its record stays."""
        await self._studio.drafting.stop(plan_id)
        await self.change(plan_id, etag, lambda _: PlanClosed())

    async def change(self, plan_id: str, etag: str, change: Change) -> None:
        """Make one change, if nobody has made another since `etag`."""

        def decide(session: Session) -> object:
            draft = self.fitting(session, etag)
            event = change(draft)
            if event is not None:
                session.dispatch(event)
            return event

        async with self.writing(plan_id) as session:
            await aside(decide, session)
            await session.committed()

    async def _rewind(self, plan_id: str, etag: str, what: Literal["undo", "redo"]) -> None:
        def decide(session: Session) -> None:
            draft = self.fitting(session, etag)
            to = draft.undo_to if what == "undo" else draft.redo_to
            if to is None:
                raise refused(f"nothing_to_{what}", f"There is nothing to {what}.")
            session.rewind(to)

        async with self.writing(plan_id) as session:
            await aside(decide, session)
            await session.committed()

    def fitting(self, session: Session, etag: str) -> DraftState:
        """How a plan stands, if it may be changed and nobody has changed it since `etag`. Blocks."""
        draft = draft_state(session.events)
        if draft.closed:
            raise refused("closed", "This plan is closed. Make a new one of it.")
        if self._studio.drafting.is_drafting(session.session_id):
            raise refused("drafting", "The model is drafting this plan: wait until it is done, or stop it.")
        if not _is(etag, session.seq):
            raise _changed_meanwhile(session.events, draft, etag)
        return draft

    # -- the sessions

    @asynccontextmanager
    async def writing(self, plan_id: str) -> AsyncIterator[Session]:
        """The plan's session, to be written by one at a time. It is kept open for a while: edits come in rows."""
        async with self.kept_open(plan_id) as session, self._open[plan_id].lock:
            yield session

    @asynccontextmanager
    async def kept_open(self, plan_id: str) -> AsyncIterator[Session]:
        """The plan's session, open for as long as this lasts."""
        held = await self._hold(plan_id)
        try:
            yield held.session
        finally:
            held.held -= 1
            held.used = time.monotonic()

    async def _hold(self, plan_id: str) -> _Open:
        async with self._opening:
            held = self._open.get(plan_id)
            if held is None:
                try:
                    session = await aside(Session.open, self._studio.journal, plan_id)
                except NoSuchSession:
                    raise not_found("plan", plan_id) from None
                except SessionBusy:
                    raise refused("busy", "This plan is being edited in another studio.") from None
                first = session.events[0].event if session.seq else None
                if not isinstance(first, SessionStarted) or first.kind != KIND:
                    await aside(session.close)
                    raise not_found("plan", plan_id)
                held = self._keep(plan_id, session)
            held.held += 1
            return held

    def _keep(self, plan_id: str, session: Session) -> _Open:
        held = self._open[plan_id] = _Open(session)
        self._studio.feeds.went_live(session)
        return held

    async def tidy(self, *, all_of_them: bool = False) -> None:
        """Let go of the sessions that nobody has used for a while."""
        late = time.monotonic() - _IDLE_SECONDS
        async with self._opening:
            too_many = len(self._open) - _MOST_OPEN
            for plan_id, held in tuple(self._open.items()):
                if held.held == 0 and (all_of_them or held.used < late or too_many > 0):
                    too_many -= 1
                    del self._open[plan_id]
                    self._studio.feeds.no_longer_live(plan_id)
                    await aside(held.session.close)


def _told_by(earlier: Earlier, plan: Plan) -> dict[str, Any]:
    """What earlier runs tell about a plan, as its view has it."""
    return {
        "estimates": earlier.of_tools(plan),
        "tokens": earlier.tokens_of(plan),
        "costs": earlier.costs_of(plan),
    }


def _is(etag: str, seq: int) -> bool:
    return etag in ("*", f'"{seq}"')


def _changed_meanwhile(events: Sequence[Recorded[Any]], draft: DraftState, etag: str) -> Trouble:
    """That the plan is another than the one that was seen, and what changed since."""
    number = etag.strip('"')
    seen = int(number) if number.isdecimal() and len(number) < 12 else 0
    before = draft_state(events[:seen]).plan if 0 < seen < len(events) else None
    now = draft.plan
    lines = list(diff_plans(before, now)) if before is not None and now is not None else []
    said = "Somebody has changed the plan since you read it. Nothing was done; look at what changed and try again."
    tag = f'"{len(events)}"'
    current = {"etag": tag, "version": now.version if now is not None else 0, "changes": lines}
    return Trouble(412, "changed_meanwhile", said, current=current, headers={"ETag": tag})


def read_plan(plan: Json, text: str | None) -> Plan:
    """A plan that was sent, as JSON or as text."""
    try:
        if text is not None:
            return load_plan(text)
        return plan_from_wire(plan)
    except PlanError as error:
        raise unfit("not_a_plan", str(error)) from None


def read_given(plan: Plan, given: Mapping[str, Json]) -> dict[str, Json]:
    """What a plan was told, each as the type that it wants; text is read as a person would type it."""
    values: dict[str, Json] = {}
    problems: list[ProblemView] = []
    for name, value in given.items():
        wanted = plan.inputs.get(name)
        try:
            if wanted is None:
                raise ValueError(f"it is no input: there are {', '.join(plan.inputs) or 'none'}.")
            values[name] = _as_wanted(value, wanted)
        except ValueError as error:
            problems.append(ProblemView(code="bad_input", place=["inputs", name], message=f"{name[:60]}: {error}"))
    if problems:
        raise unfit("bad_inputs", "The inputs do not fit: " + " ".join(each.message for each in problems), problems)
    return values


def _as_wanted(value: Json, wanted: Input) -> Json:
    if isinstance(value, str) and wanted.type != "string":
        return converted(value, wanted)
    if not wanted.takes(value):
        raise ValueError(f"it must be of the type {wanted.type}.")
    return value


def _title(draft: DraftState, otherwise: str) -> str:
    said = (draft.plan.request if draft.plan is not None else "") or otherwise
    return said.strip().split("\n")[0][:_LONGEST_TITLE]


def _plan_of(draft: DraftState) -> Plan:
    if draft.plan is None:
        raise refused("no_plan_yet", "There is no plan yet that could be changed.")
    return draft.plan


def _words(edit: dict[str, Json]) -> str:
    """An edit as a person may read it: `removeStep` of a step as "remove step after"."""
    words = re.sub("[A-Z]", lambda letter: f" {letter[0].lower()}", str(edit.get("edit")))
    step = edit.get("step")
    return f"{words} {step}" if isinstance(step, str) else words
