"""Runs: the studio carries them out as tasks, and steers them (and those of other processes) through their inboxes.

Whoever carries a run out takes what is said to it, or refuses. Only going on with a run that nobody carries out, ending
it, and taking back what a run did, are acts of the studio itself.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gameplan.plans import Engine, ExecutionSummary, Plan, Policy, RunOver, RunState, StepEnded
from gameplan.plans.cancelling import cancel_idle
from gameplan.plans.estimates import earlier_durations
from gameplan.plans.templating import expanded, names_templates
from gameplan.runtime import (
    InboxFull,
    Intent,
    IntentError,
    JournalError,
    NoSuchSession,
    Session,
    SessionBusy,
    SessionError,
    SessionStarted,
    SqliteJournal,
)
from gameplan.runtime.events import Json
from gameplan.settings import problems_with
from gameplan.settings.approvals import verbs_of
from gameplan.studio.aside import aside
from gameplan.studio.layout import laid_out
from gameplan.studio.plans import read_given
from gameplan.studio.problems import Trouble, not_found, refused, unfit
from gameplan.studio.shapes import FileDiff, RunView, StepDetail
from gameplan.studio.views.plans import problem_views
from gameplan.studio.views.runs import Around, file_diff, intent_view, is_step, run_view, step_detail
from gameplan.tools import ToolLogged, ToolProgress, ToolRefused
from gameplan.tools.workspace import Comparison, UndoReport, compare, undo

if TYPE_CHECKING:
    from gameplan.studio.house import Studio
    from gameplan.studio.readings import Known

KIND = "run"
_log = logging.getLogger("gameplan.studio")
PATIENCE = 10.0
"""Seconds that the studio waits for whoever carries a run out to say what became of what was asked."""
_LOOKS = 0.02
_GRACE = 5.0
_LINES = 1_000  # of a step that runs, the newest
_OVER = {"completed": "it has completed", "failed": "it has failed", "cancelled": "it was cancelled"}


@dataclass(slots=True)
class _Hosted:
    """A run that this studio carries out."""

    session: Session
    engine: Engine
    task: asyncio.Task[None] | None = None
    percents: dict[str, float] = field(default_factory=dict)
    lines: dict[str, deque[str]] = field(default_factory=dict)

    def hear(self, run: str) -> None:
        """Keep what running steps tell: whoever comes later wants to know it, and it is not on disk until they end."""

        def progressed(notice: ToolProgress) -> None:
            self.percents[notice.call_id.removeprefix(f"{run}/")] = notice.percent

        def logged(notice: ToolLogged) -> None:
            name = notice.call_id.removeprefix(f"{run}/")
            self.lines.setdefault(name, deque(maxlen=_LINES)).append(notice.line)

        def ended(event: StepEnded) -> None:
            self.percents.pop(event.step, None)
            self.lines.pop(event.step, None)

        bus = self.session.bus
        bus.subscribe(ToolProgress, progressed)
        bus.subscribe(ToolLogged, logged)
        bus.subscribe(StepEnded, ended)


class Runs:
    """The runs of one house."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._hosted: dict[str, _Hosted] = {}
        self._acting: dict[str, asyncio.Lock] = {}

    # -- looking (these block)

    def view(self, run: str) -> RunView:
        """How a run stands on disk."""
        around = self._around(run)
        with self._studio.readings.reading(run, KIND) as known:
            state = _state_of(known)
            around = self._with_workspace(around, state)
            made = known.kept.get("graph")
            if made is None or made[0] is not state.plan:
                made = known.kept["graph"] = (state.plan, laid_out(state.plan))
            return run_view(run, known.story, around, made[1])

    def step(self, run: str, name: str) -> StepDetail:
        """One step of a run, with its result."""
        hosted = self._hosted.get(run)
        with self._studio.readings.reading(run, KIND) as known:
            _state_of(known)
            found = step_detail(name, known.story, hosted.percents.get(name) if hosted is not None else None)
        if found is None:
            raise not_found("step", name)
        if hosted is not None and found.status == "running":
            found.logs = [*hosted.lines.get(name, ())]
        return found

    def file_diffs(self, run: str, step: str, path: str) -> list[FileDiff]:
        """What a run did to files, with what it kept of them beside how they stand now."""
        with self._studio.readings.reading(run, KIND) as known:
            state, story = _state_of(known), known.story
            if step and not is_step(step, story):
                raise not_found("step", step)
            changes, ran = story.file_changes(step, path), list(story.changing.values())
        if not self._is_here(state):
            note = "The run works in another folder: what it changed there is not compared here."
            return [file_diff(Comparison(each, note=note)) for each in changes]
        return [file_diff(each) for each in compare(self._studio.workspace, changes, ran)]

    def _around(self, run: str) -> Around:
        journal, hosted = self._studio.journal, self._hosted.get(run)
        try:
            writing, noted = journal.is_written(run), journal.intents(run)
        except NoSuchSession:
            raise not_found(KIND, run) from None
        return Around(
            writing=writing,
            here=hosted is not None,
            noted=noted,
            percents=dict(hosted.percents) if hosted is not None else None,
        )

    def _with_workspace(self, around: Around, state: RunState) -> Around:
        return Around(around.writing, around.here, self._is_here(state), around.noted, around.percents)

    def _is_here(self, state: RunState) -> bool:
        return bool(state.workspace) and Path(state.workspace) == self._studio.folder

    # -- starting

    async def start(self, plan: Plan, inputs: Mapping[str, Json], yes: Sequence[str] | None, *, title: str = "") -> str:
        """Carry a plan out. A plan with problems is not begun: they are told."""
        studio = self._studio
        policy = Policy(_verbs(studio.approved_in_advance() if yes is None else yes))
        run = studio.ids.new(KIND)

        def prepared() -> tuple[Plan, Engine, dict[str, Json]]:
            whole = expanded(plan, studio.templates()) if names_templates(plan) else plan
            given = read_given(whole, inputs)
            tools = studio.tools_for(run)
            problems = problems_with(whole, tools, whole.told(given))
            if problems:
                raise unfit("plan_has_problems", "The plan has problems: nothing was run.", problem_views(problems))
            session = Session(journal=studio.journal, session_id=run)
            try:
                session.dispatch(SessionStarted(KIND, (plan.request or title or "A plan").split("\n")[0][:200]))
                estimates = earlier_durations(studio.journal)
                engine = studio.engine_for(session, tools, policy, estimates)
                engine.check(whole, given)
            except BaseException:
                session.close()
                raise
            return whole, engine, given

        whole, engine, given = await aside(prepared)
        self._host(run, engine, lambda: engine.complete(whole, given, workspace=str(studio.folder)))
        await asyncio.sleep(0)  # it has begun now
        with suppress(SessionError, JournalError):
            await engine.session.committed()
        return run

    async def resume(self, run: str, yes: Sequence[str] | None) -> None:
        """Go on with a run that nobody carries out. One that is over goes on if something of it is to be retried."""
        studio = self._studio
        policy = Policy(_verbs(yes or ()))
        async with self._acting.setdefault(run, asyncio.Lock()):
            state = await aside(self._state, run)
            if state.ended in _OVER and not await aside(self._is_to_be_retried, run):
                raise refused("run_over", f"There is nothing to go on with: {_OVER[state.ended]}.")
            self._must_be_here(state)
            session = await self._opened(run)
            try:
                tools = await aside(studio.tools_for, run)
                engine = studio.engine_for(session, tools, policy)
                self._host(run, engine, engine.resume)
            except BaseException:
                await aside(session.close)
                raise
        await asyncio.sleep(0)
        with suppress(SessionError, JournalError):
            await session.committed()

    def _host(self, run: str, engine: Engine, work: Callable[[], Awaitable[ExecutionSummary]]) -> None:
        hosted = self._hosted[run] = _Hosted(engine.session, engine)
        hosted.hear(run)
        self._studio.feeds.went_live(engine.session)
        hosted.task = asyncio.create_task(self._carry_out(run, hosted, work))

    async def _carry_out(self, run: str, hosted: _Hosted, work: Callable[[], Awaitable[ExecutionSummary]]) -> None:
        try:
            await work()
        except (asyncio.CancelledError, RunOver):
            pass  # whoever asked for a retry that was refused is told
        except Exception:  # noqa: BLE001 - the run is as its record says; the house goes on
            _log.exception("The run %s could not go on", run)
        finally:
            self._hosted.pop(run, None)
            self._studio.feeds.no_longer_live(run)
            with suppress(Exception):
                await asyncio.shield(aside(hosted.session.close))
            self._studio.feeds.grown(run)
            self._studio.tell_changed(run)

    # -- steering

    async def say(self, run: str, kind: str, payload: dict[str, Json], by: str = "person") -> Intent:
        """Put it into the run's inbox; if somebody carries the run out, wait a while for what they say to it.

        A run that has failed, or completed without a step that was denied, goes on with a retry: here, at once. So is
        one cancelled that nobody carries out.
        """
        journal = self._studio.journal
        over = False

        def ask() -> Intent:
            nonlocal over
            with self._studio.readings.reading(run, KIND) as known:
                state = _state_of(known)
                if state.ended in ("failed", "completed") and kind == "retry":
                    self._must_be_here(state)
                    over = True
                elif state.ended in _OVER:
                    raise refused("run_over", f"Nothing can be said to the run any more: {_OVER[state.ended]}.")
            try:
                return journal.ask(run, kind, payload, by=by)
            except IntentError as error:
                raise unfit("bad_intent", str(error)) from None
            except InboxFull as error:
                raise Trouble(429, "inbox_full", str(error)) from None

        intent = await aside(ask)
        with suppress(Trouble):  # somebody else goes on with it already
            if over:
                await self.resume(run, None)
            elif kind == "cancel" and not await aside(journal.is_written, run):
                async with self._writing(run) as session:
                    await cancel_idle(session)
        end = time.monotonic() + PATIENCE
        look_again = 0.0
        while intent.open and time.monotonic() < end:
            if time.monotonic() >= look_again:
                if not await aside(journal.is_written, run):
                    break
                look_again = time.monotonic() + 0.5
            await asyncio.sleep(_LOOKS)
            intent = await aside(_again, journal, intent)
        if intent.open:
            intent = await aside(_again, journal, intent)
        if intent.verdict == "refused":
            view = intent_view(intent).model_dump(by_alias=True, mode="json")
            raise Trouble(409, "refused", intent.reason, current=view)
        return intent

    async def undo(self, run: str, force: Sequence[str]) -> UndoReport:
        """Take back what a run did to files, if nobody has changed them since."""
        self._must_be_here(await aside(self._state, run))
        async with self._writing(run) as session:
            try:
                return await undo(self._studio.workspace, session, force=force)
            except ToolRefused as error:
                raise refused("undo_refused", error.message) from None

    @asynccontextmanager
    async def _writing(self, run: str) -> AsyncIterator[Session]:
        """A run that nobody carries out, to put something on its record."""
        async with self._acting.setdefault(run, asyncio.Lock()):
            session = await self._opened(run)
            self._studio.feeds.went_live(session)
            try:
                yield session
            finally:
                self._studio.feeds.no_longer_live(run)
                await aside(session.close)

    async def stop_all(self) -> None:
        """The house closes: what waits for a person is left waiting, what runs has a moment to come to its end.

        What is not done by then can be gone on with.
        """
        leaving, tasks = [], []
        for hosted in tuple(self._hosted.values()):
            leaving.append(hosted.engine.leave(_GRACE))
            if hosted.task is not None:
                tasks.append(hosted.task)
        await asyncio.gather(*leaving, return_exceptions=True)
        if tasks:
            await asyncio.wait(tasks, timeout=1)
        for hosted in tuple(self._hosted.values()):
            await aside(hosted.session.close)
            if hosted.task is not None:
                hosted.task.cancel()
                await asyncio.wait([hosted.task], timeout=1)

    # -- helpers

    def _state(self, run: str) -> RunState:
        with self._studio.readings.reading(run, KIND) as known:
            return _state_of(known)

    def _is_to_be_retried(self, run: str) -> bool:
        return any(each.kind == "retry" for each in self._studio.journal.intents(run))

    def _must_be_here(self, state: RunState) -> None:
        if not self._is_here(state):
            raise refused("another_workspace", "This run works in another folder: start a studio there.")

    async def _opened(self, run: str) -> Session:
        try:
            return await aside(Session.open, self._studio.journal, run)
        except SessionBusy:
            raise refused("going_on", "The run is going on: somebody carries it out.") from None


def _state_of(known: Known) -> RunState:
    state = known.story.state
    if state is None:
        raise refused("not_begun", "The run has not begun: its process ended before it could.")
    return state


def _again(journal: SqliteJournal, intent: Intent) -> Intent:
    found = journal.intent(intent.id)
    return intent if found is None else found


def _verbs(words: Sequence[str]) -> frozenset[str]:
    try:
        return verbs_of(words)
    except ValueError as error:
        raise unfit("bad_approval", str(error)) from None
