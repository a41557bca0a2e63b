"""The order of things: a step begins the moment that its own dependencies are done, the longest remaining path first.

A scheduler carries out one plan: that of the run, or one inside a step. What it keeps in memory is derived from the
plan and the events of the run.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from gameplan.plans.carrying_out import carry_out
from gameplan.plans.ended import Ended
from gameplan.plans.events import StepEnd
from gameplan.plans.prepared import Prepared
from gameplan.plans.recovery import decide, recover
from gameplan.plans.state import STOPPED
from gameplan.runtime.events import Json
from gameplan.tools import Waits

if TYPE_CHECKING:
    from gameplan.plans.engine import Engine


class Scheduler:
    """Carries out one plan. `prefix` stands before the names of its steps in the record."""

    def __init__(self, engine: Engine, prepared: Prepared, inputs: Mapping[str, Json], prefix: str = "") -> None:
        self.engine = engine
        self.prefix = prefix
        self.inputs = inputs
        self.over: dict[str, StepEnd] = {}
        self.waiting: set[str] = set()
        self.results: dict[str, Json] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        self._stopped = False
        self._idle = asyncio.Event()
        self.load(prepared)

    def load(self, prepared: Prepared) -> None:
        """Take up the plan, or another version of it, as the events of the run say it stands."""
        self.prepared = prepared
        self.graph = prepared.graph
        self.over, self.waiting = {}, set()
        self.results = {"input": dict(self.inputs)}
        self._left = {name: len(needs) for name, needs in self.graph.needs.items()}
        self._ready: list[tuple[float, int, str]] = []
        self._place = {step.id: number for number, step in enumerate(prepared.plan.steps)}
        self._lacking: dict[str, tuple[str, str]] = {}
        stands = self.engine.state.steps
        for name in self._place if stands else ():  # what is on the record is as it is, whatever else follows
            state = stands.get(self.prefix + name)
            if state is not None and state.end is not None:
                self.over[name] = state.end
                if state.end == "completed":
                    self.results[name] = state.value
        for name, left in self._left.items():
            if left == 0 and name not in self.over:
                self._make_ready(name)
        for name, end in tuple(self.over.items()):
            self._draw(name, end)

    async def run(self) -> None:
        """Until nothing more can happen by itself."""
        self.begin()
        while not self.idle:  # somebody may have found it something to do, just when it was done
            await self._idle.wait()

    def begin(self) -> None:
        """Begin what can begin."""
        engine, ready, places = self.engine, self._ready, self.engine.places
        while ready and places.free and not engine.stopping:
            name = heapq.heappop(ready)[2]
            if name not in self.over and name not in self.tasks:
                places.taken += 1
                self.waiting.discard(name)
                self.tasks[name] = asyncio.create_task(self._run_step(name))
        if not self.tasks and (engine.stopping or engine.left or not (ready or (self.waiting and engine.patient))):
            self._idle.set()
        else:
            self._idle.clear()

    @property
    def idle(self) -> bool:
        """True if nothing more can happen by itself."""
        return self._idle.is_set()

    def wake(self, name: str) -> None:
        """A person has answered what this step waited for."""
        if name in self.tasks:
            self._woken.add(name)
        elif name in self.waiting:
            self._make_ready(name)
            self.begin()

    def skip(self, name: str, reason: str) -> None:
        """Do without a step that has not begun."""
        self._settle(name, Ended("skipped", reason=reason))
        self.begin()

    def stop(self, but: asyncio.Task[object] | None = None) -> None:
        """Stop what is running, but for one."""
        self._stopped = True
        for name, task in tuple(self.tasks.items()):
            if task is not but:
                task.cancel()
                task.add_done_callback(partial(self._did_not_begin, name))
        self.begin()

    def _did_not_begin(self, name: str, task: asyncio.Task[None]) -> None:
        """A task that is cancelled before it has begun does nothing at all, not even its clearing up."""
        if self.tasks.get(name) is task:
            del self.tasks[name]
            self.engine.places.leave()

    def give_up(self, reason: str, because: str) -> None:
        """Give every step that has no end yet this reason, and the step that is the cause of it, if one is."""
        for name in self._place:
            if name not in self.over:
                self._settle(name, Ended("skipped", reason=reason, because=because))

    # -- one step

    async def _run_step(self, name: str) -> None:
        engine = self.engine
        again = False
        try:
            ended = await self._outcome(name)
            again = ended is None
            if ended is not None:
                self._settle(name, ended)
        except Waits:
            again = name in self._woken
            if not again:
                self.waiting.add(name)
        except asyncio.CancelledError:
            if not engine.left and (self._has_begun(name) or not self._stopped):  # else it is given up, or gone on with
                reason = f"stopped while it ran: {engine.stopping or 'cancelled'}"
                self._settle(name, Ended("failed", reason=reason, code=STOPPED))
        except Exception as error:  # noqa: BLE001 - the journal, or the engine itself: the run cannot go on
            engine.crashed(error)
        finally:
            self._woken.discard(name)
            self.tasks.pop(name, None)
            if again and self._left[name] == 0:
                self._make_ready(name)
            engine.places.leave()

    def _has_begun(self, name: str) -> bool:
        """True if a step that has no end has done anything; one that waits to be approved or answered has not."""
        state, step = self.engine.state, self.prepared.steps[name].step
        inside = [state.of(each) for each in state.inside.get(self.prefix + name, ())]
        if inside and (step.for_each is not None or step.plan is not None):
            return any(each.end == "completed" or each.at_work for each in inside)
        return state.of(self.prefix + name).at_work

    async def _outcome(self, name: str) -> Ended | None:
        """How the step ended; None if it is to be tried again."""
        stands = self.engine.state.steps.get(self.prefix + name)
        proposed = None if stands is None else stands.proposed
        if stands is not None and proposed is not None:
            decided = await decide(self.engine, self, name, stands)
            if decided is not None or proposed.plan is not None:
                return decided
        ended = await carry_out(self, self.prepared.steps[name])
        if ended.status == "failed" and self.engine.recoverer is not None:
            return await recover(self.engine, self, name, ended)
        return ended

    # -- what follows

    def _make_ready(self, name: str) -> None:
        heapq.heappush(self._ready, (-self.graph.remaining[name], self._place[name], name))

    def _settle(self, name: str, ended: Ended) -> None:
        """Record how a step ended, and see what follows from it."""
        if name in self.over:
            return
        self.engine.tell(ended.as_event(self.prefix + name))
        if ended.status == "failed" and self.prepared.steps[name].step.critical:
            full = self.prefix + name
            self.engine.abort(f"step {full} failed, and it is critical", because=full)
        elif ended.aborts:
            self.engine.abort(ended.aborts, because=self.prefix + name)
        self._take(name, ended.status, ended.value)

    def _take(self, name: str, status: StepEnd, value: Json) -> None:
        """Take the end of a step, and draw its consequences."""
        self.over[name] = status
        self.waiting.discard(name)
        if status == "completed":
            self.results[name] = value
        self._draw(name, status)

    def _draw(self, name: str, status: StepEnd) -> None:
        """What follows from the end of a step, and from the ends that follow from it.

        A step that needs a failed one is blocked at once. One that uses a skipped one is skipped when nothing else can
        block it any more, so that it does not matter what ended first.
        """
        ahead: list[tuple[str, StepEnd]] = [(name, status)]
        while ahead:
            name, status = ahead.pop()
            for follower in self.graph.followers[name]:
                if follower in self.over:
                    continue
                if status in ("failed", "blocked"):
                    told = "failed" if status == "failed" else "is blocked itself"
                    self._end_without_running(follower, "blocked", f"it needs {name}, which {told}", name)
                    ahead.append((follower, "blocked"))
                    continue
                if status == "skipped" and name in self.graph.refers[follower]:
                    self._lacking.setdefault(follower, (f"it uses {name}, which was skipped", name))
                self._left[follower] -= 1
                if self._left[follower] > 0:
                    continue
                if follower in self._lacking:
                    self._end_without_running(follower, "skipped", *self._lacking[follower])
                    ahead.append((follower, "skipped"))
                else:
                    self._make_ready(follower)

    def _end_without_running(self, name: str, status: StepEnd, reason: str, because: str) -> None:
        self.over[name] = status
        self.waiting.discard(name)
        ended = Ended(status, reason=reason, because=self.prefix + because)
        self.engine.tell(ended.as_event(self.prefix + name))
