"""The engine: carries a plan out, and takes what people say of it meanwhile.

Everything that it decides is an event in the run's session before it is acted on. What it keeps in memory is derived
from the plan and those events, so a run whose process was killed goes on where it stood.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any

from gameplan.plans.approvals import Answerer, Approver, Policy, nobody
from gameplan.plans.events import (
    PlanChanged,
    PolicySet,
    RunEnd,
    RunEnded,
    RunPaused,
    RunResumed,
    RunStarted,
    StepRetried,
)
from gameplan.plans.locks import Locks
from gameplan.plans.model import Plan
from gameplan.plans.person import Person
from gameplan.plans.places import Places
from gameplan.plans.prepared import Prepared, prepare
from gameplan.plans.provenance import Tools
from gameplan.plans.recovery import Recoverer
from gameplan.plans.requests import take_all, take_open
from gameplan.plans.retrying import retried, why_over
from gameplan.plans.scheduler import Scheduler
from gameplan.plans.state import ExecutionSummary, RunState, outer_step, run_state, summary_of
from gameplan.plans.templating import expanded, names_templates, templates
from gameplan.plans.validation import Problem, validate
from gameplan.runtime import Recorded, Session
from gameplan.runtime.events import Json


class PlanInvalid(ValueError):
    """The plan has problems; nothing has run."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(f"- {problem}" for problem in problems))
        self.problems = problems


class RunOver(ValueError):
    """The run has come to its end: there is nothing to go on with."""


class Engine:
    """Runs one plan in one session.

    `approver` and `answerer` answer for a person; `policy` is what was approved in advance. With `stays`, a run that
    waits for a person does not end but goes on the moment that `approve`, `deny` or `answer` is called. With `inbox` it
    takes what others ask through the session's inbox (see `requests`). `recoverer` proposes how to go on after a
    failure, at most `recoveries` times.
    """

    def __init__(
        self,
        tools: Tools,
        session: Session,
        *,
        approver: Approver = nobody,
        answerer: Answerer = nobody,
        policy: Policy = Policy(),
        concurrency: int = 8,
        stays: bool = False,
        inbox: bool = False,
        estimates: Mapping[str, float] | None = None,
        recoverer: Recoverer | None = None,
        recoveries: int = 5,
    ) -> None:
        self.tools = tools
        self.session = session
        self.stays = stays
        self.locks = Locks()
        self.places = Places(concurrency, self.begin)
        self.stopping = ""
        self.stopped_by = ""
        self.left = False
        self.interrupted: set[str] = set()
        self.recoverer = recoverer
        self.recoveries = recoveries
        self.taking = asyncio.Lock()
        self.person = Person(self, approver, answerer)
        self._policy = policy
        self._inbox = inbox
        self._estimates = dict(estimates or {})
        self._checked: tuple[Plan, dict[str, Json], Prepared] | None = None
        self._schedulers: dict[str, Scheduler] = {}
        self._cancelled = False
        self._leaving = False
        self._going = False
        self._crash: Exception | None = None
        self._state: RunState | None = None

    @property
    def state(self) -> RunState:
        """How the run stands."""
        if self._state is None:
            self._state = run_state(self.session.standing)
        if self._state is None:
            raise LookupError(f"Session {self.session.session_id} holds no run of a plan.")
        return self._state

    @property
    def paused(self) -> bool:
        """True while no further step begins."""
        return self.places.closed

    @property
    def patient(self) -> bool:
        """True while a run that waits for a person is kept open for them."""
        return self.stays and not self._leaving

    # -- running

    def check(self, plan: Plan, inputs: Mapping[str, Json] | None = None) -> tuple[Problem, ...]:
        """The problems of a plan; one that has none is not checked again when it is run."""
        whole = expanded(plan, templates()) if names_templates(plan) else plan
        given = whole.told(inputs)
        problems = validate(whole, self.tools, inputs=given)
        if not problems:
            self._checked = (plan, given, prepare(whole, self.tools, estimates=self._estimates))
        return problems

    async def complete(
        self, plan: Plan, inputs: Mapping[str, Json] | None = None, *, workspace: str = ""
    ) -> ExecutionSummary:
        """Check the plan, carry it out, and tell what came of it."""
        checked = self._checked
        if checked is None or checked[0] is not plan or checked[1] != checked[2].plan.told(inputs):
            problems = self.check(plan, inputs)
            if problems:
                raise PlanInvalid(problems)
        assert self._checked is not None
        _, given, prepared = self._checked
        plan = prepared.plan
        recorded = self.session.dispatch(RunStarted(plan, given, workspace, self._estimates))
        self._state = RunState(plan, given, workspace, self._estimates, began_at=recorded.at)
        return await self._go()

    async def resume(self) -> ExecutionSummary:
        """Go on with the run that this session holds: no step that ended runs again, but for what is to be retried."""
        state = self.state
        if why_over(state) and self._inbox:
            await take_open(self, only="retry")
        if why_over(state):
            raise RunOver(f"The run {self.session.session_id} is over: it {why_over(state)}.")
        self.interrupted = {name for name, each in state.steps.items() if each.in_flight}
        self.tell(RunResumed())
        return await self._go()

    async def run(self, plan: Plan, inputs: Mapping[str, Json] | None = None) -> AsyncIterator[Recorded[Any]]:
        """The same as `complete`, told event by event."""
        told = self.session.seq
        work = asyncio.create_task(self.complete(plan, inputs))
        following = self.session.follow(told)
        coming: asyncio.Future[Recorded[Any]] | None = None
        try:
            while not work.done():
                coming = coming or asyncio.ensure_future(anext(following))
                either: set[asyncio.Future[Any]] = {coming, work}
                await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
                if coming.done():
                    recorded, coming = coming.result(), None
                    told = recorded.seq
                    yield recorded
            for recorded in self.session.events[told:]:
                yield recorded
            await work
        finally:
            for each in (coming, work):
                if each is not None:
                    each.cancel()

    # -- what a person may say while it runs

    def pause(self) -> None:
        """Let what is running end, and begin nothing more."""
        if not self.paused:
            self.places.closed = True
            self.tell(RunPaused())

    def unpause(self) -> None:
        """Begin steps again."""
        if self.paused and not self._leaving:
            self.places.closed = False
            self.tell(RunResumed())
            self.begin()

    def cancel(self, reason: str = "cancelled by a person") -> None:
        """Stop what is running, and skip the rest."""
        self._cancelled = True
        self.abort(reason)

    def skip(self, step_id: str, reason: str = "skipped by a person") -> None:
        """Do without a step that has not begun."""
        scheduler, name = self._scheduler_of(step_id)
        if name not in scheduler.graph.needs:
            raise ValueError(f"There is no step {step_id}.")
        if name in scheduler.tasks or name in scheduler.over:
            raise ValueError(f"Step {step_id} has begun already.")
        scheduler.skip(name, reason)

    def retry(self, name: str, args: dict[str, Json] | None = None, *, by: str = "person") -> None:
        """Try a step again that failed or was denied, with `args` instead of its own if they are given.

        What did not run because of it waits again. A run that is over is open again: `resume` goes on with it.
        """
        if self._going and (self.stopping or self._leaving or not self._schedulers):
            raise ValueError(f"The run is coming to its end: retry step {name} when it has.")
        event, outermost = retried(self.state, self.tools, name, args, by)
        self.open_again(event, (event.step, *event.opened))
        if self._schedulers:
            self._take_up(outermost)

    async def leave(self, patience: float = 0.0) -> None:
        """Step down without cancelling: whoever comes next goes on with the run.

        Nothing more begins. What runs has so many seconds to come to its end. What has none by then is left in flight,
        as if the process had been killed: the session is closed, so that nothing tells of an end. A run that only waits
        for a person, or is done, ends as it would have.
        """
        scheduler = self._schedulers.get("")
        if scheduler is None:
            return
        self._leaving, self.places.closed = True, True
        self.begin()
        if not scheduler.idle:
            await self.places.quiet(patience)
        if not scheduler.idle:
            self.left = True
            await asyncio.to_thread(self.session.close)
            for each in tuple(self._schedulers.values()):
                each.stop()
            await asyncio.gather(*scheduler.tasks.values(), return_exceptions=True)

    def change(self, plan: Plan, why: str = "", *, by: str = "person") -> None:
        """Carry on with another version of the plan. What has begun must be in it as it was, unless it failed.

        A step that failed stays so until it is retried; then it is carried out as the plan has it now.
        """
        scheduler, _ = self._scheduler_of("")
        before = {step.id: step for step in self.state.plan.steps}
        changed = {step.id: step for step in plan.steps}
        for step_id in (*scheduler.over, *scheduler.tasks):
            if step_id in changed and scheduler.over.get(step_id) == "failed":
                continue
            if changed.get(step_id) != before[step_id]:
                raise ValueError(f"Step {step_id} has run or is running: it cannot be changed.")
        problems = validate(plan, self.tools, inputs=self.state.inputs)
        if problems:
            raise PlanInvalid(problems)
        self.tell(PlanChanged(plan, why, by))
        scheduler.load(prepare(plan, self.tools, estimates=self.state.estimates))
        self.begin()

    def approve(self, name: str, bound: str = "", *, by: str = "person", rest: bool = False) -> None:
        """Let a step act that waits for it; with `rest`, whatever else has effects of the same kinds, too."""
        self.person.approve(name, bound, by=by, rest=rest)

    def deny(self, name: str, bound: str = "", reason: str = "not wanted") -> None:
        """Do without a step that waits to be approved."""
        self.person.deny(name, bound, reason)

    def change_arguments(self, name: str, args: dict[str, Json]) -> None:
        """Give a step that waits to be approved other arguments; it is asked again, with what those would do."""
        self.person.change_arguments(name, args)

    def answer(self, name: str, value: Json, *, by: str = "person") -> None:
        """Answer the question of a step that waits for it."""
        self.person.answer(name, value, by=by)

    # -- what steps ask of the engine

    def tell(self, event: object) -> None:
        """Put an event on the record, and draw it into the state."""
        recorded = self.session.dispatch(event)
        self.state.take(event, recorded.at)

    def open_again(self, event: StepRetried | PlanChanged, opened: Iterable[str]) -> None:
        """Put an event on the record that has steps wait again; those that were stopped while they ran ask first."""
        self.interrupted |= {each for each in opened if self.state.of(each).in_flight}
        self.tell(event)

    # -- taking part

    def begin(self) -> None:
        """Begin what can begin."""
        self.places.serve()
        for scheduler in tuple(self._schedulers.values()):
            scheduler.begin()

    def add(self, scheduler: Scheduler) -> None:
        """A plan inside a step takes part."""
        self._schedulers[scheduler.prefix] = scheduler

    def remove(self, scheduler: Scheduler) -> None:
        """It does no more."""
        self._schedulers.pop(scheduler.prefix, None)

    # -- ending

    def abort(self, reason: str, because: str = "") -> None:
        """Stop everything that is running, but for the step that says so. `because` is the step that failed, if any."""
        if self.stopping:
            return
        self.stopping, self.stopped_by = reason, because
        try:
            current = asyncio.current_task()
        except RuntimeError:
            current = None
        for scheduler in tuple(self._schedulers.values()):
            scheduler.stop(but=current)
        self.begin()

    def crashed(self, error: Exception) -> None:
        """The journal, or the engine itself, cannot go on."""
        if self.left:
            return
        self._crash = self._crash or error
        self.stopping = self.stopping or f"the engine failed: {error}"

    async def _go(self) -> ExecutionSummary:
        self.stopping, self.stopped_by, self._cancelled, self._crash = "", "", False, None
        self._leaving, self.left, self.places.closed = False, False, False
        self._going = True
        try:
            return await self._to_the_end()
        finally:
            self._going = False

    async def _to_the_end(self) -> ExecutionSummary:
        await self.session.committed()
        state = self.state
        prepared = self._checked[2] if self._checked is not None else None
        if prepared is None or prepared.plan is not state.plan:
            prepared = prepare(state.plan, self.tools, estimates=state.estimates)
        scheduler = Scheduler(self, prepared, state.inputs)
        self._schedulers = {"": scheduler}
        asked: asyncio.Task[None] | None = None
        if self._inbox:
            await take_open(self)
            asked = asyncio.create_task(take_all(self))
        self._set_policy()  # for the plan as it is now
        await self.session.committed()
        try:
            await scheduler.run()
        except asyncio.CancelledError:
            self.cancel("its program was stopped")
            await asyncio.gather(*scheduler.tasks.values(), return_exceptions=True)
            self._end(scheduler)
            await self.session.committed()
            raise
        finally:
            self._schedulers = {}
            if asked is not None:
                async with self.taking:  # whoever asked for the end is told, too
                    asked.cancel()
                await asyncio.gather(asked, return_exceptions=True)
        if self._crash is not None:
            raise self._crash
        if not self.left:
            self._end(scheduler)
            await self.session.committed()
        return summary_of(self.session.session_id, state, scheduler.graph)

    def _end(self, scheduler: Scheduler) -> None:
        """Give every step that has no end yet its reason, and the run its own."""
        stopped = self.stopping
        if stopped:
            scheduler.give_up(stopped, self.stopped_by)
        status: RunEnd = "completed"
        if self._cancelled:
            status = "cancelled"
        elif scheduler.waiting:
            status = "waiting"
        elif any(end in ("failed", "blocked") for end in scheduler.over.values()):
            status = "failed"
        waits = f"waits for a person: {', '.join(sorted(scheduler.waiting))}" if status == "waiting" else ""
        self.tell(RunEnded(status, stopped or waits))

    def _set_policy(self) -> None:
        """Put on the record what was approved in advance, unless it is there."""
        verbs = tuple(sorted(self._policy.verbs))
        known = any(set(verbs) <= set(policy.verbs) and not policy.prefix for policy, _ in self.state.policies)
        if verbs and not known:
            self.tell(PolicySet(verbs, version=self.state.plan.version, by="--yes"))

    def wake(self, name: str) -> None:
        """A person has answered what this step waited for."""
        if self._schedulers:
            scheduler, step = self._scheduler_of(name)
            scheduler.wake(step)

    def _take_up(self, outermost: str) -> None:
        """Have the steps carried out again that a retry has opened; this is the outermost of them."""
        scheduler, step = self._scheduler_of(outermost)
        if scheduler.prefix + step == outermost:
            scheduler.load(scheduler.prepared)
        else:
            scheduler.wake(step)  # the plan inside it waits for a person
        self.begin()

    def _scheduler_of(self, name: str) -> tuple[Scheduler, str]:
        """Who carries out the step of that name now, and what it is called there."""
        if not self._schedulers:
            raise ValueError("The run is not going on.")
        prefix = max((each for each in self._schedulers if name.startswith(each)), key=len)
        return self._schedulers[prefix], outer_step(name[len(prefix) :])
