"""A run in any order of things that can happen to it, killed at any moment, against a small model of what may happen.

Tools act in a world that survives every kill; the record survives as far as it was committed, and at times a little
further. The model knows nothing of the engine: it looks at what was done, and at what a person had said by then.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, cast

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from gameplan.plans import (
    ApprovalAsked,
    ApprovalDenied,
    ApprovalGiven,
    Engine,
    NotAsked,
    Plan,
    PlanInvalid,
    QuestionAnswered,
    RunOver,
    RunPaused,
    RunResumed,
    StepBegan,
    StepEnded,
    StepRetried,
    ask,
    plan_from_wire,
    run_state,
)
from gameplan.plans.graph import graph_of
from gameplan.runtime import CountedIds, ManualClock, MemoryJournal, Session
from gameplan.tools import CONTROL, DATA, Sends, Tool, ToolContext, Writes, tool

T = TypeVar("T")
RUN = "run"
MENDED = True  # False: a step that was interrupted is not interrupted again while it is asked for (see the end)
TURNS = 60  # of the event loop, after which nothing more happens by itself


@dataclass(frozen=True)
class Work:
    uses: Annotated[Any, DATA] = None


@dataclass(frozen=True)
class Mail:
    to: Annotated[str, CONTROL]
    uses: Annotated[Any, DATA] = None


KINDS = ("work", "work", "send", "write", "ask")


def a_step(name: str, kind: str, after: list[str], uses: list[str]) -> dict[str, Any]:
    args: dict[str, Any] = {"uses": [f"${each}" for each in uses]}
    if kind in ("send", "write"):
        args["to"] = f"{name}-0"
    if kind == "ask":
        args = {"question": "How many?", "type": "integer"}
        after = sorted({*after, *uses})
    return {"id": name, "tool": kind, "args": args, "dependsOn": after}


class Running(RuleBasedStateMachine):
    """The world, the journal, and whoever carries the run out just now."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = ManualClock()
        self.journal = MemoryJournal()
        self.session: Session
        self.engine: Engine
        self.work: asyncio.Task[Any] | None = None
        self.pending: dict[str, asyncio.Future[bool]] = {}
        self.acts: Counter[str] = Counter()  # what was done to the world, by step: it outlives every process
        self.facts: dict[str, str] = {}  # what became of the last call of a step
        self.safe = 0  # as many events are certainly on disk
        self.number = 0
        self.cancelled = False
        self.retries: list[dict[str, str]] = []  # what was known of the steps that each retry opened
        self.wrong: list[str] = []

    # -- the world

    def tools(self) -> dict[str, Tool[Any, Any]]:
        @tool(effects=(), repeatable=True)
        async def work(params: Work, context: ToolContext) -> int:
            """Work."""
            return await self.act(context, None)

        @tool(effects=Sends("to"))
        async def send(params: Mail, context: ToolContext) -> int:
            """Send something."""
            return await self.act(context, params.to)

        @tool(effects=Writes("to"))
        async def write(params: Mail, context: ToolContext) -> int:
            """Write something."""
            return await self.act(context, params.to)

        return {each.name: each for each in (work, send, write, ask)}

    async def act(self, context: ToolContext, to: str | None) -> int:
        """A call has come. What it does to the world is done at once; when it ends is another matter."""
        step = cast(Any, context).name
        if self.ended(step):
            self.wrong.append(f"{step} had ended, and acts again")
        if step in self.pending:
            self.wrong.append(f"{step} acts twice at the same time")
        if to is not None:
            if self.safe < self.session.seq:
                self.wrong.append(f"{step} acts on what is not on disk yet")
            if self.engine.state.plan.step(step).tool == "send" or self.acts[step] > 0:
                approved = self.unspent(self.session.events[:-1], step)
                wanted = self.engine.state.plan.step(step).tool == "write" and self.wanted(step)
                if (approved is None or approved["to"] != to) and not wanted:
                    self.wrong.append(f"{step} acts without an approval for just that")
            self.acts[step] += 1
        self.pending[step] = asyncio.get_running_loop().create_future()
        try:
            well = await self.pending[step]
        finally:
            del self.pending[step]
        self.facts[step] = "completed" if well else "failed"
        if not well:
            raise ConnectionError("the line is dead")
        return self.acts[step]

    def ended(self, step: str, before: int | None = None) -> bool:
        over = False
        for each in self.session.events[:before]:
            match each.event:
                case StepEnded(step=name) if name == step:
                    over = True
                case StepRetried(step=name, opened=opened) if step in (name, *opened):
                    over = False
        return over

    def wanted(self, step: str) -> bool:
        """True if a person wants a step tried again that failed, and it begins for the first time since."""
        failed = wanted = False
        for each in self.session.events[:-1]:
            match each.event:
                case StepEnded(step=name, status=status, code=code) if name == step:
                    failed = status == "failed" and code != "stopped"
                case StepRetried(step=name) if name == step:
                    wanted = failed
                case StepBegan(step=name) if name == step:
                    wanted = False
        return wanted

    @staticmethod
    def unspent(record: Any, step: str) -> dict[str, Any] | None:
        """The arguments for which a person has let a step act, if they have not been used: a fold of its own."""
        asked: dict[str, Any] = {}
        given: dict[str, Any] | None = None
        for each in record:
            match each.event:
                case ApprovalAsked(step=name) as event if name == step:
                    asked[event.bound_to] = event.args
                case ApprovalGiven(step=name, bound_to=bound) if name == step:
                    given = asked[bound]
                case StepBegan(step=name) | StepRetried(step=name) if name == step:
                    given = None
        return given

    # -- the loop

    def do(self, what: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(what)

    async def settled(self) -> None:
        for _ in range(TURNS):
            await asyncio.sleep(0)

    def settle(self) -> None:
        self.do(self.settled())

    def say(self, word: str, *args: Any, settles: bool = True, **more: Any) -> None:
        """Say something to the engine, as a person does while it runs."""

        async def said() -> None:
            getattr(self.engine, word)(*args, **more)
            if settles:
                await self.settled()

        self.do(said())

    def begun(self, session: Session, engine: Engine) -> None:
        self.session, self.engine = session, engine
        committed = session.committed

        async def noticed() -> None:
            await committed()
            self.safe = max(self.safe, session.seq)

        session.committed = noticed  # type: ignore[method-assign]

    @property
    def going(self) -> bool:
        return self.work is not None and not self.work.done()

    def steps(self) -> list[str]:
        return [step.id for step in self.engine.state.plan.steps]

    # -- what can happen

    @initialize(
        kinds=st.lists(st.sampled_from(KINDS), min_size=2, max_size=6),
        edges=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.booleans()), max_size=8),
        concurrency=st.integers(1, 4),
    )
    def start(self, kinds: list[str], edges: list[tuple[int, int, bool]], concurrency: int) -> None:
        self.concurrency = concurrency
        steps = []
        for number, kind in enumerate(kinds):
            before = [(f"s{low}", used) for low, high, used in edges if high == number and low < high]
            after = sorted({name for name, used in before if not used})
            uses = sorted({name for name, used in before if used})
            steps.append(a_step(f"s{number}", kind, after, uses))
        self.number = len(kinds)
        session = Session(journal=self.journal, session_id=RUN, clock=self.clock, ids=CountedIds())
        self.begun(session, Engine(self.tools(), session, concurrency=concurrency, stays=True))

        async def begin() -> None:
            self.work = asyncio.create_task(self.engine.complete(plan_from_wire({"steps": steps})))
            await self.settled()

        self.do(begin())

    @precondition(lambda self: self.pending)
    @rule(place=st.integers(0, 9), well=st.integers(0, 4))
    def a_tool_ends(self, place: int, well: int) -> None:
        step = sorted(self.pending)[place % len(self.pending)]
        self.pending[step].set_result(well > 0)
        self.settle()

    @precondition(lambda self: self.going)
    @rule()
    def pause(self) -> None:
        self.say("pause")

    @precondition(lambda self: self.going and self.engine.paused)
    @rule()
    def unpause(self) -> None:
        self.say("unpause")

    @precondition(lambda self: self.going)
    @rule(place=st.integers(0, 9), settles=st.booleans())
    def approve(self, place: int, settles: bool) -> None:
        step = self.steps()[place % len(self.steps())]
        asked = self.engine.state.of(step).asked
        if asked is None:
            with pytest.raises(NotAsked):
                self.say("approve", step)
            return
        with pytest.raises(NotAsked):
            self.say("approve", step, "0" * 64)
        self.say("approve", step, asked.bound_to, settles=settles)
        again = self.engine.state.of(step).asked
        if again is None:
            with pytest.raises(NotAsked):  # once is once
                self.say("approve", step, asked.bound_to)

    @precondition(lambda self: self.going)
    @rule(place=st.integers(0, 9))
    def deny(self, place: int) -> None:
        step = self.steps()[place % len(self.steps())]
        if self.engine.state.of(step).asked is None:
            with pytest.raises(NotAsked):
                self.say("deny", step)
            return
        self.facts[step] = "skipped"
        self.say("deny", step, reason="no")

    @precondition(lambda self: self.going)
    @rule(place=st.integers(0, 9))
    def change_arguments(self, place: int) -> None:
        step = self.steps()[place % len(self.steps())]
        asked = self.engine.state.of(step).asked
        if asked is None:
            return
        self.number += 1
        self.say("change_arguments", step, {**asked.args, "to": f"{step}-{self.number}"})
        again = self.engine.state.of(step).asked  # as soon as it has a place
        assert again is None or again.args["to"] == f"{step}-{self.number}"

    @precondition(lambda self: self.going)
    @rule(place=st.integers(0, 9), value=st.sampled_from([1, "2", "many", None]))
    def answer(self, place: int, value: Any) -> None:
        step = self.steps()[place % len(self.steps())]
        stands = self.engine.state.of(step)
        if stands.question is None or stands.answer is not None or value not in (1, "2"):
            with pytest.raises(NotAsked):
                self.say("answer", step, value)
            return
        self.say("answer", step, value)

    @precondition(lambda self: self.going)
    @rule(place=st.integers(0, 9))
    def skip(self, place: int) -> None:
        step = self.steps()[place % len(self.steps())]
        if self.ended(step) or step in self.pending:
            with pytest.raises(ValueError, match="has begun already"):
                self.say("skip", step)
            return
        self.facts[step] = "skipped"
        self.say("skip", step, "not needed")

    @precondition(lambda self: not self.cancelled)
    @rule(place=st.integers(0, 9))
    def retry(self, place: int) -> None:
        """Of a run that is over, too: it goes on."""
        step = self.steps()[place % len(self.steps())]
        ends = [e.event for e in self.session.events if type(e.event) is StepEnded and e.event.step == step]
        if not self.ended(step) or not (ends[-1].status == "failed" or ends[-1].code == "denied"):
            with pytest.raises(ValueError, match=f"(Step|no step) {step}"):
                self.say("retry", step)
            return
        going = self.going
        self.say("retry", step, settles=False)
        event = next(e.event for e in reversed(self.session.events) if type(e.event) is StepRetried)
        again = {step, *event.opened}
        self.retries.append({name: self.facts.pop(name) for name in sorted(again & self.facts.keys())})
        if not going:
            self.go_on()
        self.settle()

    @precondition(lambda self: self.going)
    @rule(place=st.integers(0, 9), what=st.sampled_from(["add", "remove", "change"]), kind=st.sampled_from(KINDS))
    def edit(self, place: int, what: str, kind: str) -> None:
        plan = self.engine.state.plan
        step = self.steps()[place % len(self.steps())]
        self.number += 1
        told = plan.to_wire()["steps"]
        match what:
            case "add":
                told.append(a_step(f"s{self.number}", kind, [step], []))
            case "remove":
                told = [each for each in told if each["id"] != step]
                for each in told:
                    each["dependsOn"] = [name for name in each.get("dependsOn", []) if name != step]
            case "change":
                (one,) = (each for each in told if each["id"] == step)
                one["tool"], one["args"] = "send", {"to": f"{step}-{self.number}"}
        changed = plan.changed(plan_from_wire({"steps": told}).steps)
        before = {each.id: each for each in plan.steps}
        after = {each.id: each for each in changed.steps}
        touched = [name for name in before if after.get(name) != before[name]]
        failed = {name for name in after if self.engine.state.of(name).status == "failed"}
        begun = {name for name in before if name in self.pending or (self.ended(name) and name not in failed)}
        try:
            self.say("change", changed)
        except PlanInvalid:
            assert what == "remove"  # another refers to it
        except ValueError as error:
            assert "cannot be changed" in str(error)
            assert begun & set(touched)
        else:
            assert not begun & set(touched)
            assert self.engine.state.plan is changed

    @precondition(lambda self: self.going)
    @rule(seldom=st.integers(0, 3))
    def cancel(self, seldom: int) -> None:
        if seldom:
            return
        self.cancelled = True
        self.say("cancel", "enough")
        assert self.work is not None and self.work.done() and self.work.result().status == "cancelled"
        assert not self.pending

    @rule(turns=st.integers(0, 12), lost=st.integers(0, 5), place=st.integers(0, 9))
    def kill(self, turns: int, lost: int, place: int) -> None:
        """The process is gone, a few turns after something happened; of what was not committed, some may be lost."""

        if not MENDED and any(step not in self.pending and not self.ended(step, self.safe) for step in self.acts):
            return

        async def die() -> None:
            if self.pending and place < 6:
                self.pending[sorted(self.pending)[place % len(self.pending)]].set_result(True)
            for _ in range(turns):
                await asyncio.sleep(0)
            records = self.journal.read(RUN).records
            kept = records[: max(self.safe, len(records) - lost)]
            self.journal = MemoryJournal()
            writer = self.journal.create(RUN, 0)
            for each in kept:
                writer.append(each.at, each.type, each.version, each.payload)
            writer.close()
            await self.gone()

        self.do(die())
        self.session.close()
        assert not self.pending
        self.resume()

    def resume(self) -> None:
        session = Session.open(self.journal, RUN, clock=self.clock, ids=CountedIds())
        self.safe = session.seq
        if not session.seq:
            session.dispatch(RunResumed())  # killed before anything was kept: there is nothing to go on with
        self.begun(session, Engine(self.tools(), session, concurrency=self.concurrency, stays=True))
        # What is not on the record any more has not happened, as far as anybody can know.
        kept = sum(type(each.event) is StepRetried for each in session.events)
        for lost in reversed(self.retries[kept:]):
            self.facts |= lost
        del self.retries[kept:]
        said: set[str] = set()
        for each in session.events:
            match each.event:
                case StepEnded(step=name) | ApprovalDenied(step=name):
                    said.add(name)
                case StepRetried(step=name, opened=opened):
                    said -= {name, *opened}
        self.facts = {step: fact for step, fact in self.facts.items() if step in said}
        self.go_on()
        assert self.work is not None
        if self.work.done() and isinstance(self.work.exception(), RunOver):
            state = run_state(session.standing)
            assert state is not None and state.ended in ("completed", "failed", "cancelled")

    def go_on(self) -> None:
        async def go() -> None:
            self.work = asyncio.create_task(self.engine.resume())
            await self.settled()

        self.do(go())

    # -- what holds at every moment

    @invariant()
    def nothing_went_wrong(self) -> None:
        assert self.wrong == []

    @invariant()
    def what_the_engine_holds_is_the_fold_of_the_record(self) -> None:
        assert self.engine.state == run_state(self.session.standing)

    @invariant()
    def nothing_begins_while_it_is_paused(self) -> None:
        paused = False
        for each in self.session.events:
            match each.event:
                case RunPaused():
                    paused = True
                case RunResumed():
                    paused = False
                case StepBegan() as event:
                    assert not paused, event

    @invariant()
    def no_step_has_two_ends_unless_it_is_retried(self) -> None:
        over: set[str] = set()
        for each in self.session.events:
            match each.event:
                case StepEnded(step=name):
                    assert name not in over
                    over.add(name)
                case StepRetried(step=name, opened=opened):
                    assert {name, *opened} <= over  # only what has an end is opened again
                    over -= {name, *opened}

    @invariant()
    def an_answer_is_never_asked_for_again(self) -> None:
        answered: set[str] = set()
        for each in self.session.events:
            if type(each.event) is QuestionAnswered:
                assert each.event.step not in answered
                answered.add(each.event.step)

    @invariant()
    def no_more_act_than_may(self) -> None:
        assert len(self.pending) <= self.concurrency

    # -- and in the end

    def teardown(self) -> None:
        try:
            if hasattr(self, "engine"):
                self.come_to_an_end()
                self.check_the_end(self.engine.state.plan, self.session.standing)
                assert self.wrong == []
        finally:
            self.do(self.gone())
            if hasattr(self, "session"):
                self.session.close()
            self.runner.close()

    async def gone(self) -> None:
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def come_to_an_end(self) -> None:
        """A person who is there now lets everything go on that can."""
        for _ in range(100):
            if not self.going:
                break
            self.say("unpause")
            for step, stands in tuple(self.engine.state.steps.items()):
                if stands.asked is not None:
                    self.say("approve", step)
                elif stands.question is not None and stands.answer is None:
                    self.say("answer", step, 3)
            for each in self.pending.values():
                if not each.done():
                    each.set_result(True)
            self.settle()
        assert not self.going, self.engine.state

    def check_the_end(self, plan: Plan, record: Any) -> None:
        """Every step has one of four ends, with a reason, and it is the one that follows from what happened."""
        state = run_state(record)
        assert state is not None
        assert state.ended == ("cancelled" if self.cancelled else state.ended) and state.ended != "waiting"
        graph = graph_of(plan)
        ends = {step.id: state.of(step.id).status for step in plan.steps}
        for name, end in ends.items():
            assert end in ("completed", "failed", "skipped", "blocked"), (name, end)
            assert end == "completed" or state.of(name).reason
            if self.cancelled:
                continue
            blocked = any(ends[need] in ("failed", "blocked") for need in graph.needs[name])
            unused = any(ends[need] == "skipped" for need in graph.refers[name])
            fact = self.facts.get(name, "completed")
            if not MENDED and any(self.facts.get(need) == "skipped" for need in (name, *graph.needs[name])):
                continue
            if fact == "skipped":
                assert end in ("skipped", "blocked")
            elif blocked or unused:
                assert end == "blocked" or (unused and end == "skipped"), (name, end)
            else:
                assert end == fact
        for step in plan.steps:
            if ends[step.id] == "completed" and step.tool in ("send", "write"):
                assert self.acts[step.id] >= 1


TestRunning = Running.TestCase
TestRunning.settings = settings(max_examples=150, stateful_step_count=30)
