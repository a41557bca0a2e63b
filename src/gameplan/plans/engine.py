"""The engine: carries a plan out, and takes what people say of it meanwhile.

Everything that it decides is an event in the run's session before it is acted on. What it keeps in memory is derived
from the plan and those events, so a run whose process was killed goes on where it stood.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from gameplan.plans.approvals import (
    Answer,
    Answerer,
    Approver,
    Later,
    Policy,
    covered,
    kinds_of,
    may_be_approved_in_advance,
    nobody,
)
from gameplan.plans.asking import Question, read_answer
from gameplan.plans.events import (
    ApprovalAsked,
    ApprovalDenied,
    ApprovalGiven,
    ArgumentsChanged,
    PlanChanged,
    PolicySet,
    QuestionAnswered,
    QuestionAsked,
    RunEnd,
    RunEnded,
    RunPaused,
    RunResumed,
    RunStarted,
)
from gameplan.plans.locks import Locks
from gameplan.plans.model import Plan, Step
from gameplan.plans.prepared import Prepared, prepare
from gameplan.plans.provenance import Tools
from gameplan.plans.recovery import Recoverer
from gameplan.plans.requests import take_all, take_open
from gameplan.plans.scheduler import Scheduler
from gameplan.plans.state import ExecutionSummary, RunState, StepState, run_state, summary_of
from gameplan.plans.templating import expanded, names_templates, templates
from gameplan.plans.validation import Problem, validate
from gameplan.runtime import Recorded, Session
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused, Waits
from gameplan.tools.arguments import read_arguments, validated


class PlanInvalid(ValueError):
    """The plan has problems; nothing has run."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(f"- {problem}" for problem in problems))
        self.problems = problems


class RunOver(ValueError):
    """The run has come to its end: there is nothing to go on with."""


class NotAsked(ValueError):
    """Somebody answered what was not asked, or not like this."""


_ENDED = {"completed": "was completed", "failed": "failed", "cancelled": "was cancelled"}


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
        policy: Policy = Policy(),  # noqa: B008 - frozen
        concurrency: int = 8,
        stays: bool = False,
        inbox: bool = False,
        estimates: Mapping[str, float] | None = None,
        recoverer: Recoverer | None = None,
        recoveries: int = 5,
    ) -> None:
        self.tools = tools
        self.session = session
        self.concurrency = concurrency
        self.stays = stays
        self.locks = Locks()
        self.running = 0
        self.paused = False
        self.stopping = ""
        self.interrupted: set[str] = set()
        self.recoverer = recoverer
        self.recoveries = recoveries
        self.taking = asyncio.Lock()
        self._approver = approver
        self._answerer = answerer
        self._policy = policy
        self._inbox = inbox
        self._estimates = dict(estimates or {})
        self._checked: tuple[Plan, dict[str, Json], Prepared] | None = None
        self._schedulers: dict[str, Scheduler] = {}
        self._places: deque[asyncio.Future[None]] = deque()
        self._asking: dict[str, asyncio.Event] = {}
        self._cancelled = False
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

    # -- running

    def check(self, plan: Plan, inputs: Mapping[str, Json] | None = None) -> tuple[Problem, ...]:
        """The problems of a plan; one that has none is not checked again when it is run."""
        whole = expanded(plan, templates()) if names_templates(plan) else plan
        given = _given(whole, inputs)
        problems = validate(whole, self.tools, inputs=given)
        if not problems:
            self._checked = (plan, given, prepare(whole, self.tools, estimates=self._estimates))
        return problems

    async def complete(
        self, plan: Plan, inputs: Mapping[str, Json] | None = None, *, workspace: str = ""
    ) -> ExecutionSummary:
        """Check the plan, carry it out, and tell what came of it."""
        checked = self._checked
        if checked is None or checked[0] is not plan or checked[1] != _given(checked[2].plan, inputs):
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
        """Go on with the run that this session holds: no step that ended runs again."""
        state = self.state
        if state.ended not in (None, "waiting"):
            raise RunOver(f"The run {self.session.session_id} is over: it {_ENDED[state.ended]}.")
        self.interrupted = {name for name, each in state.steps.items() if each.status == "running"}
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
            self.paused = True
            self.tell(RunPaused())

    def unpause(self) -> None:
        """Begin steps again."""
        if self.paused:
            self.paused = False
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

    def change(self, plan: Plan, why: str = "", *, by: str = "person") -> None:
        """Carry on with another version of the plan. What has begun must be in it as it was."""
        scheduler, _ = self._scheduler_of("")
        before = {step.id: step for step in self.state.plan.steps}
        changed = {step.id: step for step in plan.steps}
        for step_id in (*scheduler.over, *scheduler.tasks):
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
        asked = self._asked(name, bound)
        if rest and may_be_approved_in_advance(asked):
            self.tell(PolicySet(tuple(sorted(kinds_of(asked))), version=self.state.plan.version, by=by))
        self.give(name, asked.bound_to, by)
        if rest:
            self._approve_covered()

    def deny(self, name: str, bound: str = "", reason: str = "not wanted") -> None:
        """Do without a step that waits to be approved."""
        self.tell(ApprovalDenied(name, self._asked(name, bound).bound_to, reason))
        self._answered(name)

    def change_arguments(self, name: str, args: dict[str, Json]) -> None:
        """Give a step that waits to be approved other arguments; it is asked again, with what those would do."""
        asked = self._asked(name)
        if asked.tool not in self.tools:
            raise NotAsked(f"What step {name} asks has no arguments that could be changed.")
        try:
            read = read_arguments(args)
            validated(self.tools[asked.tool], read)
        except ToolRefused as refusal:
            raise NotAsked(refusal.message) from None
        self.tell(ArgumentsChanged(name, read))
        self._answered(name)

    def answer(self, name: str, value: Json, *, by: str = "person") -> None:
        """Answer the question of a step that waits for it."""
        stands = self._stands(name)
        question = stands.question
        if question is None or stands.answer is not None:
            raise NotAsked(f"Step {name} has no open question.")
        try:
            read = read_answer(value, question.type, question.choices)
        except ValueError as error:
            raise NotAsked(str(error)) from None
        self.tell(QuestionAnswered(name, read, by))
        self._answered(name)

    # -- what steps ask of the engine

    def tell(self, event: object) -> None:
        """Put an event on the record, and draw it into the state."""
        recorded = self.session.dispatch(event)
        self.state.take(event, recorded.at)

    def give(self, name: str, bound: str, by: str) -> None:
        """Record an approval."""
        self.tell(ApprovalGiven(name, bound, by))
        self._answered(name)

    async def answer_to(self, asked: ApprovalAsked, step: Step) -> Answer | None:
        """What the approver answers; None if somebody else was quicker. Raises `Waits` if nobody can answer now."""
        if self._approver is nobody:
            raise Waits
        answer: Answer | None = await self._first(asked.step, self._approver(asked, step))
        if isinstance(answer, Later):
            raise Waits
        return answer

    async def ask(self, name: str, question: Question, step: Step) -> Json:
        """The answer to a question. Raises `Waits` while there is none."""
        stands = self.state.of(name)
        if stands.answer is None:
            asked = stands.question
            if asked is None:
                choices = tuple(question.choices)
                asked = QuestionAsked(name, question.question, question.type, choices, question.default)
                self.tell(asked)
            await self.session.committed()
            if self._answerer is nobody:
                raise Waits
            said = await self._first(name, self._answerer(asked, step))
            if isinstance(said, Later):
                raise Waits
            if said is not None:
                self.answer(name, said.value)
            stands = self.state.of(name)
            assert stands.answer is not None
        return stands.answer[0]

    async def _first(self, name: str, answering: Any) -> Any:
        """The answer, unless the step is answered in another way meanwhile. It takes up no place while it waits."""
        came = self._asking.setdefault(name, asyncio.Event())
        asked = asyncio.ensure_future(answering)
        other = asyncio.ensure_future(came.wait())
        try:
            with self.stepped_aside():
                await asyncio.wait({asked, other}, return_when=asyncio.FIRST_COMPLETED)
            return None if other.done() else asked.result()
        finally:
            self._asking.pop(name, None)
            for each in (asked, other):
                each.cancel()
            await asyncio.gather(asked, other, return_exceptions=True)

    # -- places: how many steps act at the same time

    def begin(self) -> None:
        """Begin what can begin."""
        while self._places and self.running < self.concurrency:
            place = self._places.popleft()
            if not place.done():
                self.running += 1
                place.set_result(None)
        for scheduler in tuple(self._schedulers.values()):
            scheduler.begin()

    @contextmanager
    def stepped_aside(self) -> Iterator[None]:
        """While something waits that acts itself no more, another may have its place."""
        self.running -= 1
        self.begin()
        try:
            yield
        finally:
            self.running += 1

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A place for an item of a step."""
        if self.running < self.concurrency:
            self.running += 1
        else:
            place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._places.append(place)
            try:
                await place
            except asyncio.CancelledError:
                if place.done() and not place.cancelled():
                    self.running -= 1
                    self.begin()
                raise
        try:
            yield
        finally:
            self.running -= 1
            self.begin()

    @contextmanager
    def scheduling(self, scheduler: Scheduler) -> Iterator[None]:
        """While it is carried out, a plan takes part."""
        self._schedulers[scheduler.prefix] = scheduler
        try:
            yield
        finally:
            del self._schedulers[scheduler.prefix]

    # -- ending

    def abort(self, reason: str) -> None:
        """Stop everything that is running, but for the step that says so."""
        if self.stopping:
            return
        self.stopping = reason
        try:
            current = asyncio.current_task()
        except RuntimeError:
            current = None
        for scheduler in tuple(self._schedulers.values()):
            scheduler.stop(but=current)
        self.begin()

    def crashed(self, error: Exception) -> None:
        """The journal, or the engine itself, cannot go on."""
        self._crash = self._crash or error
        self.stopping = self.stopping or f"the engine failed: {error}"

    async def _go(self) -> ExecutionSummary:
        self.paused, self.stopping, self._cancelled, self._crash = False, "", False, None
        self._set_policy()
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
        try:
            await scheduler.run()
        except asyncio.CancelledError:
            self.cancel("the engine was cancelled")
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
        self._end(scheduler)
        await self.session.committed()
        return summary_of(self.session.session_id, state, scheduler.graph)

    def _end(self, scheduler: Scheduler) -> None:
        """Give every step that has no end yet its reason, and the run its own."""
        stopped = self.stopping
        if stopped:
            scheduler.give_up(stopped)
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

    # -- answers

    def _approve_covered(self) -> None:
        """Of the steps that wait already, let those act that have been approved in advance by now."""
        for name, stands in self.state.waiting().items():
            asked = stands.asked
            if asked is not None and not asked.doubtful and asked.tool in self.tools:
                tool = self.tools[asked.tool]
                if covered(self.state, name, tool, validated(tool, read_arguments(asked.args))):
                    self.give(name, asked.bound_to, "policy")

    def _asked(self, name: str, bound: str = "") -> ApprovalAsked:
        asked = self._stands(name).asked
        if asked is None:
            raise NotAsked(f"Step {name} does not wait to be approved.")
        if bound and bound != asked.bound_to:
            raise NotAsked(f"What step {name} would do has changed since that question.")
        return asked

    def _stands(self, name: str) -> StepState:
        stands = self.state.steps.get(name)
        if stands is None:
            raise NotAsked(f"There is no step {name} that waits.")
        return stands

    def _answered(self, name: str) -> None:
        came = self._asking.get(name)
        if came is not None:
            came.set()
        elif self._schedulers:
            scheduler, step = self._scheduler_of(name)
            scheduler.wake(step)

    def _scheduler_of(self, name: str) -> tuple[Scheduler, str]:
        """Who carries out the step of that name now, and what it is called there."""
        if not self._schedulers:
            raise ValueError("The run is not going on.")
        prefix = max((each for each in self._schedulers if name.startswith(each)), key=len)
        return self._schedulers[prefix], name[len(prefix) :].partition("/")[0].partition("[")[0]


def _given(plan: Plan, inputs: Mapping[str, Json] | None) -> dict[str, Json]:
    given = {name: each.default for name, each in plan.inputs.items() if each.default is not None}
    return given | dict(inputs or {})
