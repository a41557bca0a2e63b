"""A model drafts a plan, or its rest anew, while the page watches. It does so in a session of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from gameplan.agents import Model, ModelError, resolve_model
from gameplan.plans import Draft, Plan, RunState, draft_plan
from gameplan.plans.drafting import redraft
from gameplan.plans.drafts import DraftingBegan, NotDrafted, PlanDrafted, PlanEdited, draft_state
from gameplan.runtime import Session, SessionStarted
from gameplan.studio.aside import aside
from gameplan.studio.problems import Trouble, unfit
from gameplan.tools import ToolContext
from gameplan.tools.workspace import ListDirectory

if TYPE_CHECKING:
    from gameplan.studio.house import Studio

_SET_ONE = "Set ANTHROPIC_API_KEY in the environment and start the studio again, or choose a model in the settings."
_log = logging.getLogger("gameplan.studio")


class Drafting:
    """What models draft in this house now."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def is_drafting(self, plan_id: str) -> bool:
        return plan_id in self._tasks

    def planner(self, what: str, instead: str) -> Model:
        """The model that plans. Where there is none, it is told what would need one, and what to do instead."""
        studio = self._studio
        models = studio.models()
        if not models.ready:
            raise unfit("no_model", f"{what} needs a language model, and none is set. {_SET_ONE} {instead}")
        try:
            return resolve_model(studio.planner if studio.planner is not None else models.planner)
        except ModelError as error:
            raise unfit("no_model", error.message) from None

    async def new(self, request: str) -> str:
        """Begin a review of a plan for the request, which the model drafts from here on."""
        names = ", ".join(self._studio.templates())
        instead = f"A template needs no model. There are: {names}."
        planner = await aside(self.planner, "A plan from words", instead)
        plan_id = await self._studio.plans.new(None, "", title=request)
        async with self._studio.plans.writing(plan_id) as session:
            await self._begin(session, planner, request, "", "", None)
        return plan_id

    async def again(self, plan_id: str, etag: str, start: str, remark: str) -> None:
        """Have the plan drafted anew, from a step on or all of it, if nobody has changed it since `etag`."""
        instead = "Nobody would read the remark: change the steps by hand."
        planner = await aside(self.planner, "Drafting a plan anew", instead)
        async with self._studio.plans.writing(plan_id) as session:
            plan = (await aside(self._studio.plans.fitting, session, etag)).plan
            if start and (plan is None or start not in {step.id for step in plan.steps}):
                raise unfit("unknown_step", f'There is no step "{start[:100]}" in this plan.')
            request = plan.request if plan is not None else _request(session)
            await self._begin(session, planner, request, start, remark, plan)

    async def stop(self, plan_id: str) -> None:
        """Stop drafting; the plan stays as it was."""
        task = self._tasks.get(plan_id)
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.gather(task, return_exceptions=True)

    async def stop_all(self) -> None:
        for plan_id in tuple(self._tasks):
            await self.stop(plan_id)

    async def _begin(
        self, plan_session: Session, planner: Model, request: str, start: str, remark: str, plan: Plan | None
    ) -> None:
        plan_id, session_id = plan_session.session_id, self._studio.ids.new("draft")
        plan_session.dispatch(DraftingBegan(session_id, request, start, remark))
        await plan_session.committed()
        work = self._work(plan_id, session_id, planner, request, start, remark, plan)
        self._tasks[plan_id] = asyncio.create_task(work)

    async def _work(
        self, plan_id: str, session_id: str, planner: Model, request: str, start: str, remark: str, plan: Plan | None
    ) -> None:
        event: object = NotDrafted("The drafting was stopped.")
        try:
            async with self._recorded(plan_id, session_id, remark or request) as session:
                draft = await self._draft(session, planner, request, start, remark, plan)
            event = _came_of(draft, plan, plan_id, planner, remark)
        except asyncio.CancelledError:
            pass
        except (ModelError, Trouble, OSError) as error:
            event = NotDrafted(str(error))
        except Exception:  # noqa: BLE001 - whatever it was, the plan must not stay "being drafted"
            _log.exception("Drafting the plan %s failed", plan_id)
            event = NotDrafted("The drafting failed; what happened is in the studio's log.")
        finally:
            with suppress(Exception):
                await asyncio.shield(self._end(plan_id, event))
            self._tasks.pop(plan_id, None)
            self._studio.feeds.grown(plan_id)
            self._studio.tell_changed(plan_id)

    async def _end(self, plan_id: str, event: object) -> None:
        async with self._studio.plans.writing(plan_id) as session:
            if not draft_state(session.events).closed:
                await aside(session.dispatch, event)
                await session.committed()

    async def _draft(
        self, session: Session, planner: Model, request: str, start: str, remark: str, plan: Plan | None
    ) -> Draft:
        studio = self._studio
        tools = await aside(studio.tools_for, session.session_id)
        listing = await tools["list_directory"](ListDirectory(depth=2), ToolContext(session))
        about = getattr(listing, "message", "")
        if plan is not None and plan.steps:
            state = RunState(plan, {name: each.default for name, each in plan.inputs.items()})
            first = start or plan.steps[0].id
            return await redraft(
                state, tools, start=first, remark=remark, model=planner, workspace=about, session=session
            )
        asked = f"{request}\n\n{remark}" if remark else request
        return await draft_plan(asked, tools, model=planner, workspace=about, session=session)

    @asynccontextmanager
    async def _recorded(self, plan_id: str, session_id: str, title: str) -> AsyncIterator[Session]:
        """The session that the model works in; what passes in it is told to those who watch the plan, too."""
        studio = self._studio
        session = await aside(Session, journal=studio.journal, session_id=session_id)
        studio.feeds.went_live(session)
        try:
            async with studio.plans.kept_open(plan_id) as plan_session:
                stop = session.bus.subscribe(object, plan_session.notify)
                session.dispatch(SessionStarted("draft", title[:200]))
                try:
                    yield session
                finally:
                    stop()
        finally:
            studio.feeds.no_longer_live(session_id)
            await aside(session.close)


def _request(session: Session) -> str:
    """What a plan that is not there yet was asked for as."""
    asked = [each.event for each in session.events if isinstance(each.event, DraftingBegan)]
    return asked[0].request if asked else ""


def _came_of(draft: Draft, before: Plan | None, plan_id: str, planner: Model, remark: str) -> object:
    if draft.plan is None:
        trouble = (
            f"The model wrote no plan that can be read: {draft.trouble}"
            if draft.trouble
            else "The model wrote no plan."
        )
        return NotDrafted(trouble, draft.text[:20_000])
    if before is None:
        return PlanDrafted(replace(draft.plan, id=plan_id), f"model {planner.name}")
    made = replace(draft.plan, id=plan_id, version=before.version + 1, request=before.request, inputs=before.inputs)
    return PlanEdited(made, f"drafted anew: {remark}"[:500] if remark else "drafted anew", "model")
