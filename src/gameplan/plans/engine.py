"""The engine: carries a plan out. A step begins the moment that its own dependencies are done.

Everything that it decides is an event in the run's session before it is acted on. What it keeps in memory is derived
from the plan and those events, so a run whose process was killed goes on where it stood.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from gameplan.expressions import ExpressionError, parse
from gameplan.plans.approvals import (
    Approve,
    Approver,
    Deny,
    Later,
    Policy,
    Tools,
    bound_to,
    effects_of,
    nobody,
    untrusted_steps,
    why_asked,
)
from gameplan.plans.events import (
    ApprovalAsked,
    ApprovalDenied,
    ApprovalGiven,
    PlanChanged,
    RunEnd,
    RunEnded,
    RunPaused,
    RunResumed,
    RunStarted,
    StepBegan,
    StepEnd,
    StepEnded,
)
from gameplan.plans.graph import Graph, graph_of
from gameplan.plans.locks import Locks
from gameplan.plans.model import Plan, Step
from gameplan.plans.references import BadReference, resolved
from gameplan.plans.scope import spelled_out
from gameplan.plans.state import ExecutionSummary, RunState, run_state, summary_of
from gameplan.plans.validation import Problem, validate
from gameplan.runtime import Recorded, Session
from gameplan.runtime.events import Json
from gameplan.tools import Outcome, Tool, ToolContext, ToolRefused, invoke
from gameplan.tools.arguments import read_arguments, validated


class PlanInvalid(ValueError):
    """The plan has problems; nothing has run."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(f"- {problem}" for problem in problems))
        self.problems = problems


class RunOver(ValueError):
    """The run has come to its end: there is nothing to go on with."""


_ENDED = {"completed": "was completed", "failed": "failed", "cancelled": "was cancelled"}


@dataclass(slots=True)
class _Ended:
    """How a step, or one item of it, ended."""

    status: StepEnd
    value: Json = None
    reason: str = ""
    attempts: int = 0
    duration_ms: float = 0.0


class Engine:
    """Runs one plan in one session. `approver` answers for a person; `policy` is what was approved in advance."""

    def __init__(
        self,
        tools: Tools,
        session: Session,
        *,
        approver: Approver = nobody,
        policy: Policy = Policy(),  # noqa: B008 - frozen
        concurrency: int = 8,
    ) -> None:
        self.tools = tools
        self.session = session
        self._approver = approver
        self._policy = policy
        self._concurrency = concurrency
        self._locks = Locks()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._idle = asyncio.Event()
        self._paused = False
        self._cancelled = ""
        self._aborted = ""
        self._crash: Exception | None = None

    # -- what a caller may do

    async def complete(
        self, plan: Plan, inputs: Mapping[str, Json] | None = None, *, workspace: str = ""
    ) -> ExecutionSummary:
        """Check the plan, carry it out, and tell what came of it."""
        given = {name: each.default for name, each in plan.inputs.items() if each.default is not None}
        given |= dict(inputs or {})
        problems = validate(plan, self.tools, inputs=given)
        if problems:
            raise PlanInvalid(problems)
        self.session.dispatch(RunStarted(plan, given, workspace))
        return await self._go()

    async def resume(self) -> ExecutionSummary:
        """Go on with the run that this session holds: no step that ended runs again."""
        state = run_state(self.session.standing)
        if state is None:
            raise LookupError(f"Session {self.session.session_id} holds no run of a plan.")
        if state.ended not in (None, "waiting"):
            raise RunOver(f"The run {self.session.session_id} is over: it {_ENDED[state.ended]}.")
        self.session.dispatch(RunResumed())
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

    def pause(self) -> None:
        """Let what is running end, and begin nothing more."""
        if not self._paused:
            self._paused = True
            self.session.dispatch(RunPaused())

    def unpause(self) -> None:
        """Begin steps again."""
        if self._paused:
            self._paused = False
            self.session.dispatch(RunResumed())
            self._begin_ready()

    def cancel(self, reason: str = "cancelled by a person") -> None:
        """Stop what is running, and skip the rest."""
        self._cancelled = self._cancelled or reason
        for task in tuple(self._tasks.values()):
            task.cancel()
        self._check_idle()

    def skip(self, step_id: str, reason: str = "skipped by a person") -> None:
        """Do without a step that has not begun."""
        if step_id in self._tasks or step_id in self._over:
            raise ValueError(f"Step {step_id} has begun already.")
        self._settle(self._steps[step_id], _Ended("skipped", reason=reason))
        self._begin_ready()

    def change(self, plan: Plan, why: str = "") -> None:
        """Carry on with another version of the plan. What has begun must be in it as it was."""
        changed = {step.id: step for step in plan.steps}
        for step_id in (*self._over, *self._tasks):
            if changed.get(step_id) != self._as_planned[step_id]:
                raise ValueError(f"Step {step_id} has run or is running: it cannot be changed.")
        problems = validate(plan, self.tools, inputs=self._state.inputs)
        if problems:
            raise PlanInvalid(problems)
        self.session.dispatch(PlanChanged(plan, why))
        self._load()
        self._begin_ready()

    # -- scheduling

    async def _go(self) -> ExecutionSummary:
        self._idle.clear()
        self._paused, self._cancelled, self._aborted = False, "", ""
        await self.session.committed()
        self._load()
        self._begin_ready()
        try:
            await self._idle.wait()
        except asyncio.CancelledError:
            self.cancel("the engine was cancelled")
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)
            self._end()
            await self.session.committed()
            raise
        if self._crash is not None:
            raise self._crash
        self._end()
        await self.session.committed()
        state = run_state(self.session.standing)
        assert state is not None
        return summary_of(self.session.session_id, state)

    def _load(self) -> None:
        """Take up the run as its events say it stands."""
        state = run_state(self.session.standing)
        assert state is not None
        self._state: RunState = state
        self._as_planned = {step.id: step for step in state.plan.steps}
        self._steps = {step.id: step for step in spelled_out(state.plan, self.tools).steps}
        self._graph: Graph = graph_of(state.plan)
        self._untrusted = untrusted_steps((self._steps[name] for name in self._graph.order), self.tools)
        self._over: dict[str, StepEnd] = {}
        self._waiting: set[str] = set()
        self._results: dict[str, Json] = {"input": state.inputs}
        self._left = {step.id: len(self._graph.needs[step.id]) for step in state.plan.steps}
        self._ready: list[tuple[float, int, str]] = []
        self._place = {step.id: number for number, step in enumerate(state.plan.steps)}
        for step in state.plan.steps:
            if self._left[step.id] == 0:
                self._make_ready(step.id)
        for step in state.plan.steps:
            stands = state.of(step.id)
            if stands.status in ("completed", "failed", "skipped", "blocked"):
                self._take(step.id, stands.status, stands.value)
        self._ready = [entry for entry in self._ready if entry[2] not in self._over and entry[2] not in self._tasks]
        heapq.heapify(self._ready)

    def _make_ready(self, step_id: str) -> None:
        heapq.heappush(self._ready, (-self._graph.remaining[step_id], self._place[step_id], step_id))

    def _begin_ready(self) -> None:
        """Begin what can begin, the longest remaining path first."""
        while self._ready and len(self._tasks) < self._concurrency and not self._stopping and not self._paused:
            _, _, step_id = heapq.heappop(self._ready)
            if step_id not in self._over and step_id not in self._tasks:
                self._tasks[step_id] = asyncio.create_task(self._run_step(self._steps[step_id]))
        self._check_idle()

    @property
    def _stopping(self) -> str:
        return self._cancelled or self._aborted

    def _check_idle(self) -> None:
        if not self._tasks and (self._stopping or not self._ready):
            self._idle.set()

    def _settle(self, step: Step, ended: _Ended) -> None:
        """Record how a step ended, and see what follows from it."""
        self.session.dispatch(
            StepEnded(step.id, ended.status, ended.value, ended.reason, ended.duration_ms, ended.attempts)
        )
        if ended.status == "failed" and step.critical and not self._aborted:
            self._aborted = f"step {step.id} failed, and it is critical"
            for name, task in self._tasks.items():
                if name != step.id:
                    task.cancel()
        self._take(step.id, ended.status, ended.value)

    def _take(self, step_id: str, status: StepEnd, value: Json) -> None:
        """Draw the consequences of a step's end."""
        if step_id in self._over:
            return
        self._over[step_id] = status
        self._waiting.discard(step_id)
        if status == "completed":
            self._results[step_id] = value
        for follower in self._graph.followers[step_id]:
            if follower in self._over:
                continue
            if status in ("failed", "blocked"):
                self._settle_without_running(follower, "blocked", f"it needs {step_id}, which {_told(status)}")
            elif status == "skipped" and step_id in self._graph.refers[follower]:
                self._settle_without_running(follower, "skipped", f"it uses {step_id}, which was skipped")
            else:
                self._left[follower] -= 1
                if self._left[follower] == 0:
                    self._make_ready(follower)

    def _settle_without_running(self, step_id: str, status: StepEnd, reason: str) -> None:
        if self._state.of(step_id).status not in ("blocked", "skipped"):
            self.session.dispatch(StepEnded(step_id, status, reason=reason))
        self._take(step_id, status, None)

    def _end(self) -> None:
        """Give every step that has no end yet its reason, and the run its own."""
        stopped = self._stopping
        if stopped:
            for step in self._state.plan.steps:
                if step.id not in self._over:
                    self._settle_without_running(step.id, "skipped", stopped)
        failed = [step for step, status in self._over.items() if status in ("failed", "blocked")]
        status: RunEnd = "completed"
        if self._cancelled:
            status = "cancelled"
        elif self._waiting:
            status = "waiting"
        elif failed:
            status = "failed"
        waits = f"waits for a person: {', '.join(sorted(self._waiting))}" if status == "waiting" else ""
        self.session.dispatch(RunEnded(status, stopped or waits))

    # -- one step

    async def _run_step(self, step: Step) -> None:
        try:
            ended = await self._outcome_of(step)
            if ended is None:
                self._waiting.add(step.id)
            else:
                self._settle(step, ended)
            await self.session.committed()
        except asyncio.CancelledError:
            self._settle(step, _Ended("failed", reason=f"stopped while it ran: {self._stopping or 'cancelled'}"))
        except Exception as error:  # noqa: BLE001 - the journal, or the engine itself: the run cannot go on
            self._crash = self._crash or error
            self._aborted = self._aborted or f"the engine failed: {error}"
        finally:
            self._tasks.pop(step.id, None)
            self._begin_ready()

    async def _outcome_of(self, step: Step) -> _Ended | None:
        """How the step ended; None if it waits for a person."""
        try:
            if step.when and not parse(step.when).holds(self._results):
                return _Ended("skipped", reason=f"its condition does not hold: {step.when}")
            if step.for_each is None:
                return await self._call(step, step.id, self._results)
            items = resolved(step.for_each.items, self._results)
        except (BadReference, ExpressionError) as error:
            return _Ended("failed", reason=error.message)
        return await self._each(step, items)

    async def _each(self, step: Step, items: Json) -> _Ended | None:
        """The step for each item, some at a time; the values stand in the order of the items."""
        assert step.for_each is not None
        if not isinstance(items, list):
            return _Ended("failed", reason="what it should go through is not a list")
        if len(items) > step.for_each.max:
            return _Ended("failed", reason=f"{len(items)} items are more than the {step.for_each.max} that it may take")
        room = asyncio.Semaphore(step.for_each.parallel)

        async def one(number: int, item: Json) -> _Ended | None:
            async with room:
                name = f"{step.id}[{number}]"
                before = self._state.of(name)
                if before.status == "completed":
                    return _Ended("completed", before.value)
                ended = await self._call(step, name, {**self._results, "item": item})
                if ended is not None:
                    self.session.dispatch(
                        StepEnded(name, ended.status, ended.value, ended.reason, ended.duration_ms, ended.attempts)
                    )
                return ended

        ends = await asyncio.gather(*(one(number, item) for number, item in enumerate(items)))
        if any(end is None for end in ends):
            return None
        done = [end for end in ends if end is not None]
        bad = [f"[{number}] {end.reason}" for number, end in enumerate(done) if end.status != "completed"]
        if bad:
            return _Ended("failed", reason="; ".join(bad[:5]))
        return _Ended("completed", [end.value for end in done], attempts=1)

    async def _call(self, step: Step, name: str, results: Mapping[str, Json]) -> _Ended | None:
        """One call of the step's tool, approved where it must be, tried again where it may be."""
        tool = self.tools[step.tool]
        try:
            args = read_arguments(resolved(step.args, results))
            params = validated(tool, args)
        except BadReference as error:
            return _Ended("failed", reason=error.message)
        except ToolRefused as refusal:
            return _Ended("failed", reason=refusal.message)
        why, doubtful = why_asked(step, tool, params, self._untrusted)
        if self._state.of(name).status == "running" and not tool.repeatable:
            why = "it was running when the process ended, and nobody knows how far it came: approve to run it again"
            doubtful = True
        while True:
            bound = ""
            if why:
                approved = await self._approval(step, name, tool, args, params, why, doubtful=doubtful)
                if not isinstance(approved, str):
                    return approved
                bound = approved
            if not tool.effects:
                return await self._attempts(step, name, tool, args)
            async with self._locks.held(tool, params):
                if bound and bound_to(tool, args, params) != bound:
                    continue  # what it would overwrite has changed since it was approved: ask again
                return await self._attempts(step, name, tool, args)

    async def _attempts(self, step: Step, name: str, tool: Tool[Any, Any], args: Json) -> _Ended:
        """Try the call as often as it may be tried."""
        most = max(1, step.retry.attempts) if step.retry and tool.repeatable else 1
        attempt = 1
        while True:
            outcome, milliseconds = await self._attempt(step, name, args, attempt)
            if outcome.ok:
                return _Ended("completed", outcome.value, "", attempt, milliseconds)
            if outcome.status == "refused" or attempt == most:
                return _Ended("failed", None, outcome.text, attempt, milliseconds)
            assert step.retry is not None
            await self.session.clock.sleep(step.retry.wait * 2 ** (attempt - 1))
            attempt += 1

    async def _attempt(self, step: Step, name: str, args: Json, attempt: int) -> tuple[Outcome, float]:
        key = f"{self.session.session_id}/{name}"
        self.session.dispatch(StepBegan(name, key, args, attempt))
        await self.session.committed()
        started = self.session.clock.monotonic()
        context = ToolContext(self.session, key, turn=self.session.session_id, agent="Run")
        if step.timeout is None:
            outcome = await invoke(self.tools[step.tool], args, context)
        else:
            try:
                async with asyncio.timeout(step.timeout):
                    outcome = await invoke(self.tools[step.tool], args, context)
            except TimeoutError:
                outcome = Outcome.failed(f"it took longer than {step.timeout:g} s", code="timeout", changed=True)
        return outcome, round((self.session.clock.monotonic() - started) * 1000, 3)

    async def _approval(
        self, step: Step, name: str, tool: Tool[Any, Any], args: Json, params: object, why: str, *, doubtful: bool
    ) -> str | _Ended | None:
        """What the step was approved for; or how it ended, if it was denied; or None while nobody has answered."""
        bound = bound_to(tool, args, params)
        stands = self._state.of(name)
        if stands.approved == bound:
            return bound
        if stands.denied is not None:
            return _Ended("skipped", reason=f"denied: {stands.denied}")
        if not doubtful and self._policy.covers(tool, params):
            self.session.dispatch(ApprovalGiven(name, bound, "policy"))
            return bound
        preview = tool.preview(params) if tool.preview is not None else ""
        asked = ApprovalAsked(name, bound, args, effects_of(tool, params), preview, why)
        self.session.dispatch(asked)
        await self.session.committed()
        match await self._approver(asked, step):
            case Approve(by=by):
                self.session.dispatch(ApprovalGiven(name, bound, by))
                return bound
            case Deny(reason=reason):
                self.session.dispatch(ApprovalDenied(name, bound, reason))
                return _Ended("skipped", reason=f"denied: {reason}")
            case Later():
                return None


def _told(status: StepEnd) -> str:
    return "failed" if status == "failed" else "is blocked itself"
