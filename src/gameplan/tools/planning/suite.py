"""The plan tools: each checks its arguments against the plan, dispatches one event, and shows the plan that results.

They keep nothing themselves: the plan they act on is that of the session they are called in.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from gameplan.runtime import Session, select_latest
from gameplan.tools.context import ToolContext
from gameplan.tools.errors import ToolValidationError
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done
from gameplan.tools.planning.drift import drift_notes
from gameplan.tools.planning.evidence import evidence_problems, usable_evidence
from gameplan.tools.planning.extras import NO_EXTRAS, PlanExtras
from gameplan.tools.planning.model import (
    AddStep,
    ClearPlan,
    MarkStep,
    Plan,
    ReadPlan,
    RemoveStep,
    ReopenStep,
    SetupPlan,
    SkipStep,
    UpdateStep,
)
from gameplan.tools.planning.reducers import register_reducers
from gameplan.tools.planning.rendering import render_plan
from gameplan.tools.planning.validation import (
    OBJECTIVE_LIMIT,
    TITLE_LIMIT,
    Arguments,
    must_be_active,
    must_exist,
    must_have_step,
    must_not_be_abandoned,
)
from gameplan.tools.tool import Handler, Tool, tool

if TYPE_CHECKING:
    from gameplan.runtime.events import Json

E = TypeVar("E")


def planning_tools(extras: PlanExtras = NO_EXTRAS) -> tuple[Tool[Any, Any], ...]:
    """The six tools, and those of the extras that are on; for the same extras, the very same tools."""
    return _tools(extras)


@cache
def _tools(extras: PlanExtras) -> tuple[Tool[Any, Any], ...]:
    suite = _Suite(extras)
    mark = _plan_tool("planning_mark_step", suite.mark_step)
    tools = [
        _plan_tool("planning_setup_plan", suite.setup_plan),
        _plan_tool("planning_add_step", suite.add_step),
        _plan_tool("planning_update_step", suite.update_step),
        mark if extras.evidence else _without_evidence(mark),
        _plan_tool("planning_clear_plan", suite.clear_plan),
        _plan_tool("planning_read_plan", suite.read_plan, repeatable=True),
    ]
    if extras.skip:
        tools.append(_plan_tool("planning_skip_step", suite.skip_step))
    if extras.remove:
        tools.append(_plan_tool("planning_remove_step", suite.remove_step))
    if extras.reopen:
        tools.append(_plan_tool("planning_reopen_step", suite.reopen_step))
    return tuple(tools)


@dataclass(frozen=True)
class _Suite:
    """The handlers; their docstrings are what a model reads."""

    extras: PlanExtras

    async def setup_plan(self, params: SetupPlan, context: ToolContext) -> Done[SetupPlan]:
        """Create the session's plan, or replace it: an objective and its first steps, in order.

        The objective has up to 240 characters, a title up to 160, details up to 512; all ASCII. Ids are given to the
        steps from S001 on.
        """
        before = _plan_of(context.session)
        arguments = Arguments("planning_setup_plan")
        objective = arguments.line("objective", params.objective, OBJECTIVE_LIMIT)
        steps = arguments.steps("initial_steps", params.initial_steps)
        arguments.check()
        headline = "The plan is set up."
        if before is not None:
            headline += f" It replaces a plan that was {before.status}."
        return self._done(context, SetupPlan(objective, steps), headline)

    async def add_step(self, params: AddStep, context: ToolContext) -> Done[AddStep]:
        """Append one or more steps to the active plan.

        A title has up to 160 characters, details up to 512; all ASCII. Ids go on after the highest one.
        """
        before = must_be_active(_plan_of(context.session))
        arguments = Arguments("planning_add_step")
        steps = arguments.steps("steps", params.steps)
        if not steps:
            arguments.problem("steps: must hold at least one step")
        arguments.check()
        recorded = context.dispatch(AddStep(steps))
        new = must_exist(_plan_of(context.session)).steps[len(before.steps) :]
        return self._shown(context, recorded.event, f"Added {', '.join(step.step_id for step in new)}.")

    async def update_step(self, params: UpdateStep, context: ToolContext) -> Done[UpdateStep]:
        """Change the title or the details of a step, named by its step_id.

        What is not given stays as it is; empty details are cleared.
        """
        step = must_have_step(must_not_be_abandoned(_plan_of(context.session)), params.step_id)
        arguments = Arguments("planning_update_step")
        if params.title is None and params.details is None:
            arguments.problem("give a title, details or both: there is nothing to update")
        title = None if params.title is None else arguments.line("title", params.title, TITLE_LIMIT)
        details = None if params.details is None else arguments.passage("details", params.details)
        arguments.check()
        headline = f"Updated {step.step_id}."
        if details == "":
            headline += " It has no details now."
        return self._change(context, UpdateStep(step.step_id, title, details), headline)

    async def mark_step(self, params: MarkStep, context: ToolContext) -> Done[MarkStep]:
        """Set the status of a step, named by its step_id, and add a note to it if one is given.

        The plan is completed once nothing in it is open. Taking a step back out of done makes a completed plan active
        again.
        """
        step = must_have_step(must_not_be_abandoned(_plan_of(context.session)), params.step_id)
        arguments = Arguments("planning_mark_step")
        status = arguments.status(params.status)
        note = arguments.passage("note", params.note) or None
        evidence = tuple(dict.fromkeys(str(call_id).strip() for call_id in params.evidence))
        self._check_evidence(evidence, arguments, context.session)
        arguments.check()
        if self.extras.require_evidence and status == "done" and not (evidence or step.evidence):
            raise ToolValidationError(
                f"{step.step_id} is not done without evidence.",
                code="evidence_needed",
                needs=[f"evidence, the ids of tool calls that show it: {usable_evidence(context.session.standing)}"],
            )
        return self._change(context, MarkStep(step.step_id, status, note, evidence), f"{step.step_id} is {status}.")

    async def clear_plan(self, params: ClearPlan, context: ToolContext) -> Done[ClearPlan]:
        """Abandon the current plan and discard its steps."""
        must_exist(_plan_of(context.session))
        return self._done(context, ClearPlan(), "The plan is abandoned and its steps are discarded.")

    async def read_plan(self, params: ReadPlan, context: ToolContext) -> Done[Plan]:
        """Read the current plan: its objective, its status and every step."""
        return self._shown(context, must_exist(_plan_of(context.session)), "This is the plan as it stands.")

    async def skip_step(self, params: SkipStep, context: ToolContext) -> Done[SkipStep]:
        """Settle an open step without doing it, for a reason that stays on the step."""
        step = must_have_step(must_be_active(_plan_of(context.session)), params.step_id)
        if step.settled:
            raise ToolValidationError(f"{step.step_id} is {step.status}; only an open step is skipped.", code="settled")
        event = SkipStep(step.step_id, _reason("planning_skip_step", params.reason))
        return self._change(context, event, f"{step.step_id} is skipped.")

    async def remove_step(self, params: RemoveStep, context: ToolContext) -> Done[RemoveStep]:
        """Take a step out of the active plan, for a reason that stays in the plan. Its id is not given again."""
        step = must_have_step(must_be_active(_plan_of(context.session)), params.step_id)
        event = RemoveStep(step.step_id, _reason("planning_remove_step", params.reason))
        return self._change(context, event, f"{step.step_id} is removed.")

    async def reopen_step(self, params: ReopenStep, context: ToolContext) -> Done[ReopenStep]:
        """Make a settled step pending again, for a reason that stays on the step. A completed plan becomes active."""
        step = must_have_step(must_not_be_abandoned(_plan_of(context.session)), params.step_id)
        if not step.settled:
            raise ToolValidationError(f"{step.step_id} is {step.status}; it is open already.", code="not_settled")
        event = ReopenStep(step.step_id, _reason("planning_reopen_step", params.reason))
        return self._change(context, event, f"{step.step_id} is pending again.")

    def _check_evidence(self, evidence: tuple[str, ...], arguments: Arguments, session: Session) -> None:
        if evidence and not self.extras.evidence:
            arguments.problem("evidence: there is no such argument")
        elif problems := evidence_problems(evidence, session.standing):
            for problem in problems:
                arguments.problem(problem)
            arguments.problem(f"evidence that can be named: {usable_evidence(session.standing)}")

    def _change(self, context: ToolContext, event: E, headline: str) -> Done[E]:
        """Change a step, and say so if that completes the plan or takes it up again."""
        before = must_exist(_plan_of(context.session)).status
        context.dispatch(event)
        after = must_exist(_plan_of(context.session)).status
        if before != after:
            headline += " The plan is completed." if after == "completed" else " The completed plan is active again."
        return self._shown(context, event, headline)

    def _done(self, context: ToolContext, event: E, headline: str) -> Done[E]:
        context.dispatch(event)
        return self._shown(context, event, headline)

    def _shown(self, context: ToolContext, value: E, headline: str) -> Done[E]:
        """The result of a call, whose message is the plan as it stands now; its first line is worth keeping alone."""
        plan = must_exist(_plan_of(context.session))
        after = self.extras.drift_after
        notes = () if after is None else drift_notes(plan, context.session.standing, after=after)
        return Done(value, f"{headline}\n{render_plan(plan)}", " ".join(notes))


def _plan_of(session: Session) -> Plan | None:
    """The session's plan. Registering costs nothing the second time, and no caller can forget to bind."""
    register_reducers(session)
    return select_latest(session, Plan)


def _reason(name: str, text: str) -> str:
    arguments = Arguments(name)
    reason = arguments.reason(text)
    arguments.check()
    return reason


def _plan_tool(name: str, handler: Handler, *, repeatable: bool = False) -> Tool[Any, Any]:
    # Each result shows the whole plan, so only the newest needs to stay whole.
    return tool(name=name, memory=Memory.LATEST("plan"), repeatable=repeatable)(handler)


def _without_evidence(mark: Tool[Any, Any]) -> Tool[Any, Any]:
    return _MarkWithoutEvidence(**{each.name: getattr(mark, each.name) for each in fields(mark)})


@dataclass(frozen=True, eq=False, repr=False)
class _MarkWithoutEvidence(Tool[MarkStep, MarkStep]):
    """Marking where no evidence is kept: a model is not told of an argument that would be refused."""

    @cached_property
    def parameters(self) -> dict[str, Json]:
        schema = super().parameters
        properties = {name: each for name, each in schema["properties"].items() if name != "evidence"}
        return {**schema, "properties": properties}
