"""What a tool is given inside a run besides what every tool is given: a person to ask, and the gate for other calls."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from gameplan.plans.approvals import Reason, effects_of, why_asked
from gameplan.plans.approving import Approved, Call, approval_of, found_out, held_as
from gameplan.plans.asking import Question
from gameplan.plans.ended import Ended
from gameplan.plans.events import StepBegan
from gameplan.plans.model import Step
from gameplan.plans.provenance import Outside
from gameplan.runtime.events import Json
from gameplan.tools import Denied, ProposedCall, Tool, ToolContext, ToolRefused

if TYPE_CHECKING:
    from gameplan.plans.engine import Engine
    from gameplan.plans.scheduler import Scheduler


class StepContext(ToolContext):
    """The hands of a tool that is called by a step."""

    __slots__ = ("_tainted", "engine", "name", "scheduler", "step")

    def __init__(self, engine: Engine, scheduler: Scheduler, step: Step, name: str, key: str) -> None:
        super().__init__(engine.session, key, engine.session.session_id, "Run")
        self.engine = engine
        self.scheduler = scheduler
        self.step = step
        self.name = name
        self._tainted: bool | None = None

    @property
    def tainted(self) -> bool:
        """True if text from outside may decide what is done inside this step."""
        if self._tainted is None:
            self._tainted = bool(self.scheduler.prepared.outside.arguments_of(self.step))
        return self._tainted

    @tainted.setter
    def tainted(self, value: bool) -> None:
        self._tainted = value

    async def ask(self, question: Question) -> Json:
        """The answer of a person. Raises `Waits` while there is none: the step is carried out again when there is."""
        return await self.engine.person.ask(self.name, question, self.step)

    async def gate(self, proposed: ProposedCall, /) -> Denied | AbstractAsyncContextManager[Any] | None:
        """The gate for calls that are made inside this step: the same that its own calls pass."""
        engine, tool = self.engine, proposed.tool
        call = Call(
            Step(proposed.call_id, tool.name),
            tool,
            f"{self.name}/{proposed.call_id}",
            proposed.call_id,
            proposed.arguments,
            proposed.params,
        )
        reason = _reason(tool, call.params, tainted=self.tainted)
        if not tool.trusted:
            self.tainted = True  # from now on
        if call.name in engine.interrupted:
            found = await found_out(engine, call)
            if isinstance(found, Ended):
                return Denied(f"it had been done already, with this result: {found.value}")
            reason = found or reason
        if reason is None:
            return self._acting(call) if tool.changes_something else engine.locks.held(tool, call.params)
        approved = None
        while approved is None:
            approved = await approval_of(engine, call, reason)
            edited = engine.state.of(call.name).edited
            if edited is not None:
                return Denied(f"the person wants these arguments instead: {edited}")
        if isinstance(approved, Ended):
            return Denied(engine.state.of(call.name).denied or approved.reason)
        return self._acting(call, approved)

    @asynccontextmanager
    async def _acting(self, call: Call, approved: Approved | None = None) -> AsyncIterator[None]:
        """What the call touches, held; and the call on the record as one of this step's."""
        engine = self.engine
        async with AsyncExitStack() as held:
            if approved is None:
                await held.enter_async_context(engine.locks.held(call.tool, call.params))
            elif not await held.enter_async_context(held_as(engine, call, approved)):
                raise ToolRefused("What this would change is no longer as it was when it was approved; try again.")
            engine.tell(StepBegan(call.name, call.key, call.args))
            await engine.session.committed()
            try:
                yield
            except BaseException as error:
                if not engine.left:
                    engine.tell(Ended("failed", reason=type(error).__name__).as_event(call.name))
                raise
            spares = approved is not None and approved.spares
            effects = effects_of(call.tool, call.params, spares=spares)
            engine.tell(Ended("completed", effects=effects).as_event(call.name))


def _reason(tool: Tool[Any, Any], params: object, *, tainted: bool) -> Reason | None:
    """Why a call that an agent makes must be approved."""
    if tainted and tool.changes_something:
        return Reason("untrusted data: an agent that has read text from outside decides over it", doubtful=True)
    return why_asked(Step("call", tool.name), tool, params, Outside())
