"""Planner and executor: a strong model writes the plan, a cheap one carries it out and asks again when it must."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal, TypeAlias, get_args

from gameplan.agents.budget import Budget, Spent
from gameplan.agents.condensing import Condense
from gameplan.agents.events import EndedBy, PipelineEnded, PipelineStarted
from gameplan.agents.handover import hand_back, request_replan
from gameplan.agents.loop import run_agent
from gameplan.agents.model import Model
from gameplan.agents.models import View
from gameplan.agents.plan_progress import EXECUTOR, track_progress
from gameplan.agents.plan_text import PLAN_HEADING, PlanText, parse_plan
from gameplan.agents.retry import Retry
from gameplan.agents.roles import executor_mode, executor_role, executor_tools, planner_role
from gameplan.agents.turn import TurnResult
from gameplan.prompt import Prompt
from gameplan.runtime import Session
from gameplan.tools import Gate, Tool, ToolInvoked

AgentMode: TypeAlias = Literal["pipeline", "autonomous"]
PLANNER_OUTPUT_TOKENS = 2048
_TAKEN_FROM_EXECUTORS = ("rewind",)  # an executor that is stuck asks for a new plan instead


@dataclass(frozen=True, slots=True)
class Agent:
    """Who acts: a model, what it is told, and what it may do. `view` is what a house model may see of its world."""

    model: Model | str
    prompt: Prompt | str
    tools: Sequence[Tool[Any, Any]] = ()
    params: Sequence[object] = ()
    fallbacks: Sequence[Model | str] = ()
    max_output_tokens: int | None = None
    view: View | None = None


@dataclass(frozen=True, slots=True)
class PipelineResult:
    """What came of planning and executing. `plans` holds each plan in the order in which they were written."""

    ended_by: EndedBy
    text: str
    detail: str = ""
    terminal_tool: str = ""
    value: Any = None
    steps: int = 0
    replans: int = 0
    plans: tuple[PlanText, ...] = ()
    turns: tuple[TurnResult, ...] = ()
    by_agent: dict[str, Spent] = field(default_factory=dict)

    @property
    def spent(self) -> Spent:
        return sum((turn.spent for turn in self.turns), Spent())

    @property
    def cost(self) -> Decimal:
        return self.spent.money


async def plan_and_execute(
    planner: Agent,
    executor: Agent,
    *,
    request: str = "",
    session: Session | None = None,
    state: Callable[[], str] | None = None,
    budget: Budget | None = None,
    max_replans: int | None = None,
    mode: AgentMode = "pipeline",
    condense: Condense | None = Condense(),
    gate: Gate | None = None,
    retry: Retry = Retry(),
    stream: bool = True,
    add_roles: bool = True,
) -> PipelineResult:
    """Have the planner plan and the executor carry it out, until the work is done or a bound is reached.

    The planner has no tools: it sees the request and the state, and writes. The executor sees the plan and follows it.
    With `request_replan(reason)` it gets a new plan for the remainder; what was done stays done. After `max_replans` of
    those it runs once more without that tool. In mode `autonomous` the executor does it all alone, within the same
    budget and with the same tools, so that the two can be compared.

    With `add_roles`, the prompts are followed by a description of the two parts and of the plan's form; switch it off
    where your own prompts say that.
    """
    if mode not in get_args(AgentMode):
        raise ValueError(f'There is no mode "{mode}"; the modes are: {", ".join(get_args(AgentMode))}.')
    session, budget = session or Session(), budget or Budget()
    if max_replans is not None:
        budget.replans = max_replans
    shared = {
        "session": session,
        "state": state,
        "budget": budget,
        "condense": condense,
        "gate": gate,
        "retry": retry,
        "stream": stream,
    }
    work = _Work(planner, executor, request, session, budget, shared, add_roles=add_roles)
    session.dispatch(PipelineStarted(mode, request))
    try:
        result = await (work.pipeline() if mode == "pipeline" else work.autonomous())
    except asyncio.CancelledError:
        await work.ended(EndedBy.CANCELLED, "the work was cancelled")
        raise
    await work.ended(result.ended_by, result.detail)
    return result


class _Work:
    def __init__(
        self,
        planner: Agent,
        executor: Agent,
        request: str,
        session: Session,
        budget: Budget,
        shared: dict[str, Any],
        *,
        add_roles: bool,
    ) -> None:
        self.planner = planner
        self.executor = executor
        self.request = request
        self.session = session
        self.budget = budget
        self.shared = shared  # what every turn is given alike
        self.add_roles = add_roles
        self.plans: list[PlanText] = []
        self.turns: list[TurnResult] = []
        self.executed: set[str] = set()  # the turns that acted
        self.replans = 0

    async def pipeline(self) -> PipelineResult:
        track_progress(self.session)
        why: str = ""  # what brought us back to the planner
        label = "Planner"
        while True:
            planned = await self._plan(label, why)
            if planned.ended_by is not EndedBy.FINISHED:
                return self._result(planned)
            may_replan = self.budget.may_replan()
            done = await self._execute(self.plans[-1], may_replan=may_replan)
            if done.terminal_tool == request_replan.name or self._handed_back_at_once(done):
                self.budget.replanned += 1
                self.replans += 1
                label, why = f"Replanner-{self.replans}", f"The executor asked for a new plan: {_said(done)}"
            elif done.terminal_tool == hand_back.name:
                label = f"Planner-{len(self.plans) + 1}"
                why = f"The boundary of the last plan was reached. Known now: {_said(done)}"
            elif done.ended_by is EndedBy.STOPPED and not may_replan:
                detail = f"the plan did not work out, and all {self.budget.replans} replans were used"
                return self._result(done, EndedBy.REPLAN_LIMIT, detail)
            else:
                return self._result(done)

    async def autonomous(self) -> PipelineResult:
        done = await run_agent(
            self.executor.model,
            self.executor.prompt,
            self.executor.tools,
            params=self.executor.params,
            request=self.request,
            label="Agent",
            fallbacks=self.executor.fallbacks,
            max_output_tokens=self.executor.max_output_tokens,
            view=self.executor.view,
            **self.shared,
        )
        self.turns.append(done)
        self.executed.add(done.turn)
        return self._result(done)

    async def ended(self, by: EndedBy, detail: str) -> None:
        self.session.dispatch(PipelineEnded(by, detail, self._steps(), self.replans, len(self.plans)))
        await self.session.committed()

    def _handed_back_at_once(self, turn: TurnResult) -> bool:
        """True if an executor reached its boundary without doing anything: that is as good as a refusal of the plan."""
        did = (
            call.tool for call in self.session.events_of(ToolInvoked) if call.turn == turn.turn and call.status == "ok"
        )
        return turn.terminal_tool == hand_back.name and all(name == hand_back.name for name in did)

    def _steps(self) -> int:
        return sum(turn.steps for turn in self.turns if turn.turn in self.executed)

    async def _plan(self, label: str, why: str) -> TurnResult:
        told = [self.request, why, self._done_so_far() if why else ""]
        ask = "Write the plan for what remains." if why else "Write the plan."
        turn = await run_agent(
            self.planner.model,
            self.planner.prompt,
            params=self.planner.params,
            appendix=planner_role(self.executor.tools) if self.add_roles else "",
            request="\n\n".join(part for part in (*told, ask) if part),
            label=label,
            fallbacks=self.planner.fallbacks,
            max_output_tokens=self.planner.max_output_tokens or PLANNER_OUTPUT_TOKENS,
            view=self.planner.view,
            counts_steps=False,
            **self.shared,
        )
        self.turns.append(turn)
        if turn.ended_by is EndedBy.FINISHED:
            plan = parse_plan(turn.text)
            self.plans.append(plan)
            self.session.dispatch(plan.as_plan(self.request))
        return turn

    async def _execute(self, plan: PlanText, *, may_replan: bool) -> TurnResult:
        mode = executor_mode(plan, may_replan=may_replan)
        own = [tool for tool in self.executor.tools if tool.name not in _TAKEN_FROM_EXECUTORS]
        role = [executor_role(mode)] if self.add_roles else []
        turn = await run_agent(
            self.executor.model,
            self.executor.prompt,
            [*own, *executor_tools(mode)],
            params=self.executor.params,
            appendix="\n\n".join([*role, f"{PLAN_HEADING}{plan.text}"]),
            request=self.request,
            label=EXECUTOR,
            fallbacks=self.executor.fallbacks,
            max_output_tokens=self.executor.max_output_tokens,
            view=self.executor.view,
            **self.shared,
        )
        self.turns.append(turn)
        self.executed.add(turn.turn)
        return turn

    def _done_so_far(self) -> str:
        """What the replanner must know besides the state: what was done, and what did not work."""
        calls = [call for call in self.session.events_of(ToolInvoked) if call.turn in self.executed]
        own = [call for call in calls if call.tool not in (request_replan.name, hand_back.name)]
        done = [_line(call) for call in own if call.status == "ok"]
        refused = [_line(call) for call in own if call.status != "ok" and call.code != "not_run"]
        return (
            "Done so far (it stays done):\n" + ("\n".join(done) or "- nothing") + "\n\n"
            "Refused or failed:\n" + ("\n".join(refused) or "- nothing")
        )

    def _result(self, last: TurnResult, ended_by: EndedBy | None = None, detail: str = "") -> PipelineResult:
        return PipelineResult(
            ended_by=ended_by or last.ended_by,
            text=last.text,
            detail=detail or last.detail,
            terminal_tool=last.terminal_tool,
            value=last.value,
            steps=self._steps(),
            replans=self.replans,
            plans=tuple(self.plans),
            turns=tuple(self.turns),
            by_agent=dict(self.budget.by_agent),
        )


def _said(turn: TurnResult) -> str:
    """The reason, or what was learned."""
    return " ".join(map(str, turn.value.values())) if isinstance(turn.value, dict) else ""


def _line(call: ToolInvoked) -> str:
    arguments = ", ".join(f"{name}={value!r}" for name, value in (call.arguments or {}).items())
    first = call.text.split("\n", 1)[0]
    return f"- {call.tool}({arguments[:200]}): {first[:200]}"
