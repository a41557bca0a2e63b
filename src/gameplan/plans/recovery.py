"""Recovery: what to do when a step has failed, as a patch to the plan that is checked before it counts.

Whoever proposes it (a model, or a program of one's own) may retry the step, give it other arguments, put steps before
it, skip it or end the run. Within what the person approved, the engine goes on with it. Beyond that, or where the
proposal was made by a model that has read what tools gave, it is a proposal to the person.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from gameplan.agents import Budget, EndedBy, Model, run_agent
from gameplan.plans.diff import diff_plans
from gameplan.plans.ended import Ended
from gameplan.plans.envelope import beyond
from gameplan.plans.events import ApprovalAsked, PlanChanged, RecoveryProposed, StepRetried
from gameplan.plans.files import plan_from_text
from gameplan.plans.json_text import object_in
from gameplan.plans.model import Plan, PlanError, Step
from gameplan.plans.prepared import prepare
from gameplan.plans.provenance import Tools
from gameplan.plans.published import plan_schema
from gameplan.plans.retrying import opened_inside
from gameplan.plans.state import StepState
from gameplan.plans.thinking import thinking_prompt
from gameplan.plans.validation import validate
from gameplan.prompt import bullet_with_arguments
from gameplan.runtime import Session
from gameplan.runtime.events import Json

if TYPE_CHECKING:
    from gameplan.plans.engine import Engine
    from gameplan.plans.scheduler import Scheduler

Action: TypeAlias = Literal["retry", "change", "insert", "skip", "abort"]
_ACTIONS: tuple[Action, ...] = ("retry", "change", "insert", "skip", "abort")
_CALL = "recovery"
# What a step of the engine's own says; anything else may quote what a tool was given or gave.
_OURS = frozenset({"bad_reference", "invalid_arguments", "timeout", "abandoned", "not_a_list", "too_many_items"})
_ROUNDS = 3
_PER_STEP = 2


@dataclass(frozen=True, slots=True)
class Failure:
    """A step that failed, as whoever proposes a recovery is told. `message` may hold `output` of tools."""

    step: Step
    code: str
    message: str
    output: bool = False


@dataclass(frozen=True, slots=True)
class Recovery:
    """What is proposed, and why: `args` for "change", `steps` for "insert"."""

    action: Action
    why: str
    args: dict[str, Json] | None = None
    steps: tuple[Step, ...] = ()


class Recoverer(Protocol):
    """Proposes how to go on after a failure; None leaves it as it is."""

    async def __call__(self, failure: Failure, plan: Plan, session: Session, /) -> Recovery | None: ...


def patched(plan: Plan, step: Step, recovery: Recovery) -> Plan:
    """The plan as the recovery would have it: the same, where it needs no other."""
    match recovery.action:
        case "change":
            changed = replace(step, args=recovery.args or {})
            return plan.changed([changed if each.id == step.id else each for each in plan.steps])
        case "insert":
            names = tuple(each.id for each in recovery.steps)
            waits = replace(step, depends_on=tuple(dict.fromkeys((*step.depends_on, *names))))
            steps: list[Step] = []
            for each in plan.steps:
                steps += [*recovery.steps, waits] if each.id == step.id else [each]
            return plan.changed(steps)
        case _:
            return plan


class ModelRecovery:
    """Has a model propose a recovery. Its problems go back to it, at most a few times."""

    def __init__(self, model: Model | str, tools: Tools, *, budget: Budget | None = None) -> None:
        self._model = model
        self._tools = tools
        self._budget = budget or Budget(steps=20)

    async def __call__(self, failure: Failure, plan: Plan, session: Session, /) -> Recovery | None:
        usable = {name: tool for name, tool in self._tools.items() if any(name == each.tool for each in plan.steps)}
        prompt = thinking_prompt(
            "recovery",
            {
                "plan": json.dumps(plan.to_wire(), ensure_ascii=False, indent=1),
                "tools_with_arguments": "\n".join(map(bullet_with_arguments, usable.values())),
                "failure": f"Step {failure.step.id} failed with the code {failure.code}: {failure.message}",
            },
        )
        asked, continues = "Propose how to go on.", ""
        for _ in range(_ROUNDS):
            turn = await run_agent(
                self._model,
                prompt,
                request=asked,
                session=session,
                budget=self._budget,
                continues=continues,
                label=f"Recovery of {failure.step.id}",
                output_schema=_schema(usable),
            )
            if turn.ended_by is not EndedBy.FINISHED:
                return None
            try:
                recovery = read_recovery(turn.text)
                problems = validate(patched(plan, failure.step, recovery), self._tools)
                if not problems:
                    return recovery
                told = [f"- {problem}" for problem in problems[:10]]
            except PlanError as error:
                told = [f"- {error}"]
            asked = "\n".join(["This cannot be used as it is:", *told, "Answer again."])
            continues = turn.turn
        return None


def read_recovery(text: str) -> Recovery:
    """A recovery as a model writes it; `PlanError` says what is wrong."""
    said = object_in(text)
    if said is None or said.get("action") not in _ACTIONS:
        raise PlanError(f"The answer must be an object with an action: {', '.join(_ACTIONS)}.")
    action, args, steps = said["action"], said.get("args"), said.get("steps")
    if action == "change" and not isinstance(args, dict):
        raise PlanError('For "change", give the arguments in args.')
    if action == "insert" and not (isinstance(steps, list) and steps):
        raise PlanError('For "insert", give the steps in steps.')
    new = plan_from_text(json.dumps({"steps": steps}), "json").steps if action == "insert" else ()
    why = said.get("why")
    return Recovery(action, why if isinstance(why, str) else "", args if action == "change" else None, new)


async def recover(engine: Engine, scheduler: Scheduler, name: str, ended: Ended) -> Ended | None:
    """How a step that failed ends after all; None if it is tried again. Raises `Waits` if a person must decide."""
    full = scheduler.prefix + name
    tried = sum(each.step == full for each in engine.session.events_of(RecoveryProposed))
    if engine.recoverer is None or tried >= _PER_STEP or engine.state.recoveries >= engine.recoveries:
        return ended
    step = next(each for each in scheduler.prepared.plan.steps if each.id == name)
    tool, outside = engine.tools.get(step.tool), scheduler.prepared.outside
    output = ended.code not in _OURS and (
        tool is None or not tool.trusted or bool(outside.arguments_of(step)) or step.for_each is not None
    )
    failure = Failure(step, ended.code, ended.reason, output)
    async with engine.places.aside():
        recovery = await engine.recoverer(failure, scheduler.prepared.plan, engine.session)
    if recovery is None or (scheduler.prefix and recovery.action in ("change", "insert")):
        return ended  # a plan inside a step is as the person approved it
    plan = patched(scheduler.prepared.plan, step, recovery)
    if plan is not scheduler.prepared.plan and validate(plan, engine.tools, inputs=engine.state.inputs):
        return ended
    reasons = [*beyond(engine.state.approved_plan, plan, engine.tools, engine.state.inputs)]
    if output and recovery.action in ("change", "insert"):
        reasons.append("whoever proposes it has read what tools gave")
    proposed = RecoveryProposed(
        full,
        recovery.action,
        recovery.why,
        ended.reason,
        plan if plan is not scheduler.prepared.plan else None,
        tuple(reasons),
    )
    engine.tell(proposed)
    await engine.session.committed()
    return await decide(engine, scheduler, name, engine.state.of(full))


async def decide(engine: Engine, scheduler: Scheduler, name: str, stands: StepState) -> Ended | None:
    """Go on with what is proposed for a step, if it may be: None if the step is tried again, else how it ends."""
    proposed = stands.proposed
    assert proposed is not None
    plan = proposed.plan
    if proposed.outside:
        bound = plan.hash if plan is not None else proposed.action
        if stands.denied is None and stands.approved != bound:
            await _ask(engine, scheduler, name, proposed, bound)
            stands = engine.state.of(scheduler.prefix + name)
        if stands.denied is not None:
            return Ended("failed", reason=f"{proposed.failure} (the recovery was denied: {stands.denied})")
    inside = opened_inside(engine.state, scheduler.prefix + name)
    if plan is not None:
        why = f"{proposed.action} {name}: {proposed.why}"
        engine.open_again(PlanChanged(plan, why, "recovery", inside), inside)
        scheduler.load(prepare(plan, engine.tools, estimates=engine.state.estimates))
        return None
    match proposed.action:
        case "retry":
            if inside:
                engine.open_again(StepRetried(scheduler.prefix + name, None, inside, "recovery"), inside)
            return None
        case "skip":
            return Ended("skipped", reason=f"{proposed.failure} (skipped: {proposed.why})", code="recovered")
        case _:
            why = f"{proposed.failure} ({proposed.why})"
            return Ended("failed", reason=why, aborts=f"step {name} failed: {proposed.why or 'the run was given up'}")


async def _ask(engine: Engine, scheduler: Scheduler, name: str, proposed: RecoveryProposed, bound: str) -> None:
    full = scheduler.prefix + name
    asked = engine.state.of(full).asked
    if asked is None or asked.bound_to != bound:
        before = scheduler.prepared.plan
        preview = "\n".join(diff_plans(before, proposed.plan)) if proposed.plan is not None else proposed.action
        why = f"a recovery goes beyond what was approved: {'; '.join(proposed.outside)}"
        args: dict[str, Json] = {"action": proposed.action, "why": proposed.why, "failure": proposed.failure}
        asked = ApprovalAsked(full, bound, args, (), preview, why, doubtful=True, tool=_CALL)
        engine.tell(asked)
    await engine.person.decide(asked, scheduler.prepared.steps[name].step)


def _schema(tools: Tools) -> dict[str, Json]:
    steps: Sequence[Json] = plan_schema(tools)["properties"]["steps"]
    return {
        "type": "object",
        "properties": {
            "action": {"type": "string", "enum": list(_ACTIONS)},
            "why": {"type": "string"},
            "args": {"type": "object"},
            "steps": steps,
        },
        "required": ["action", "why"],
        "additionalProperties": False,
    }
