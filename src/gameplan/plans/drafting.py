"""Drafting: from a request to a plan, written by a model, checked, and given back to it while it has problems."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from gameplan.agents import Budget, EndedBy, Model, run_agent
from gameplan.plans.catalogue import AnyTool, Catalogue
from gameplan.plans.files import plan_from_text
from gameplan.plans.graph import graph_of
from gameplan.plans.json_text import object_text
from gameplan.plans.model import Plan, PlanError, Step
from gameplan.plans.problems import Problem
from gameplan.plans.published import plan_schema
from gameplan.plans.state import RunState
from gameplan.plans.validation import validate
from gameplan.prompt import Mode, Only, PromptBook, ToolLike, bullet_with_arguments, load_sections
from gameplan.runtime import Session, as_datetime
from gameplan.runtime.events import Json

_SECTIONS = ("DRAFTING", "TOOLS", "WORKSPACE", "FORM")
_PROBLEMS_TOLD = 20


@dataclass(frozen=True, slots=True)
class Draft:
    """What came of drafting. With `problems`, or without a plan, it is not ready to run; nothing of it is lost."""

    text: str
    plan: Plan | None = None
    problems: tuple[Problem, ...] = ()
    trouble: str = ""
    rounds: int = 0

    @property
    def ready(self) -> bool:
        return self.plan is not None and not self.problems and not self.trouble


async def draft_plan(
    request: str,
    tools: Iterable[AnyTool] | Mapping[str, AnyTool],
    *,
    model: Model | str,
    workspace: str = "",
    session: Session | None = None,
    budget: Budget | None = None,
    rounds: int = 3,
) -> Draft:
    """Have a model draft a plan for a request. Its problems go back to it, at most `rounds` times in all.

    `workspace` says what is there, as text. A server that constrains by schema can name no tool and no argument that
    is not there.
    """
    catalogue = Catalogue.of(tools)
    session = session or Session()

    def read(text: str) -> Draft:
        return _read(text, request, catalogue, session)

    return await _drafted(request, read, catalogue, model, workspace, session, budget, rounds)


async def redraft(
    state: RunState,
    tools: Iterable[AnyTool] | Mapping[str, AnyTool],
    *,
    start: str,
    remark: str,
    model: Model | str,
    workspace: str = "",
    session: Session | None = None,
    budget: Budget | None = None,
    rounds: int = 3,
) -> Draft:
    """Have a model draft the plan of a run anew from the step `start` on. What has run or is running stays as it is.

    The model is told what was remarked, what failed, and what the results look like; never what is in them.
    """
    catalogue = Catalogue.of(tools)
    kept = kept_steps(state, start)
    ids = {step.id for step in kept}

    def read(text: str) -> Draft:
        try:
            plan = plan_from_text(object_text(text), "json")
        except PlanError as error:
            return Draft(text, trouble=str(error))
        changed = state.plan.changed([*kept, *(step for step in plan.steps if step.id not in ids)])
        return Draft(text, changed, validate(changed, catalogue, inputs=state.inputs))

    asked = _asked_again(state, kept, start, remark, catalogue)
    return await _drafted(asked, read, catalogue, model, workspace, session or Session(), budget, rounds)


def kept_steps(state: RunState, start: str) -> tuple[Step, ...]:
    """The steps that a new draft from `start` on leaves as they are: those before it, and all that have begun."""
    order = [step.id for step in state.plan.steps]
    begun = {name for name in order if state.of(name).status not in ("pending", "ready", "waiting")}
    needs = graph_of(state.plan).needs
    kept = {*begun, *order[: order.index(start)]}
    while late := {name for name in kept if name not in begun and not kept.issuperset(needs[name])}:
        kept -= late
    return tuple(step for step in state.plan.steps if step.id in kept)


async def _drafted(
    request: str,
    read: Callable[[str], Draft],
    catalogue: Catalogue,
    model: Model | str,
    workspace: str,
    session: Session,
    budget: Budget | None,
    rounds: int,
) -> Draft:
    """Ask, read, and ask again with what is wrong."""
    budget = budget or Budget()
    asked, continues = request, ""
    draft = Draft("")
    for number in range(1, rounds + 1):
        turn = await run_agent(
            model,
            _prompt(catalogue.values(), workspace),
            request=asked,
            session=session,
            budget=budget,
            continues=continues,
            label="Planner" if number == 1 else f"Planner-{number}",
            output_schema=plan_schema(catalogue),
            counts_steps=False,
        )
        if turn.ended_by is not EndedBy.FINISHED:
            return replace(draft, trouble=turn.detail or str(turn.ended_by), rounds=number)
        draft = replace(read(turn.text), rounds=number)
        if draft.ready:
            return draft
        asked, continues = _told(draft), turn.turn
    return draft


def _asked_again(state: RunState, kept: Sequence[Step], start: str, remark: str, catalogue: Catalogue) -> str:
    """What a model is asked when the rest of a plan is to be drafted anew."""
    wire = {step["id"]: step for step in state.plan.to_wire()["steps"]}
    ids = [step.id for step in kept]
    lines = [f"The request was: {state.plan.request or '(not said)'}"]
    if state.inputs:
        lines.append(f"The plan may refer to these inputs: {', '.join(f'$input.{name}' for name in state.inputs)}")
    lines.append("These steps stay as they are; you may refer to them, and must not write them again:")
    for name in ids:
        stands = state.of(name)
        shape = f"; its result: {shape_of(stands.value, catalogue.output(wire[name]['tool']))}" if stands.value else ""
        reason = f" ({stands.reason})" if stands.reason else ""
        step = {key: value for key, value in wire[name].items() if key != "order"}
        lines.append(f"- {json.dumps(step, ensure_ascii=False)}: {stands.status}{reason}{shape}")
    lines.append("These steps were planned, and are to be drafted anew:")
    lines += [f"- {json.dumps(step, ensure_ascii=False)}" for name, step in wire.items() if name not in ids]
    lines.append(f"The person remarks: {remark or '(nothing)'}")
    lines.append(f'Write the steps that replace those from "{start}" on, and only those.')
    return "\n".join(lines)


def shape_of(value: Json, schema: Json, depth: int = 3) -> str:
    """What a result looks like, without anything that is in it: only names that its tool declares are told."""
    declared = schema.get("properties", {}) if isinstance(schema, dict) else {}
    match value:
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return f"a text of {len(value):,} characters"
        case list():
            items = schema.get("items", {}) if isinstance(schema, dict) else {}
            inner = f", each {shape_of(value[0], items, depth - 1)}" if value and depth else ""
            return f"a list of {len(value):,}{inner}"
        case dict():
            told = [
                f"{name}: {shape_of(each, declared[name], depth - 1)}"
                for name, each in value.items()
                if name in declared and depth
            ]
            return f"{{{', '.join(told)}}}" if told else f"an object of {len(value):,} fields"
        case _:
            return "nothing"


def _read(text: str, request: str, catalogue: Mapping[str, Any], session: Session) -> Draft:
    """The plan in a reply, with what is wrong with it."""
    try:
        plan = plan_from_text(object_text(text), "json")
    except PlanError as error:
        return Draft(text, trouble=str(error))
    made = as_datetime(session.clock.now()).isoformat(timespec="seconds")
    plan = replace(plan, id=plan.id or session.ids.new("plan"), request=request, created_at=made)
    return Draft(text, plan, validate(plan, catalogue))


def _told(draft: Draft) -> str:
    problems = [f"- {problem}" for problem in draft.problems[:_PROBLEMS_TOLD]] or [f"- {draft.trouble}"]
    return "\n".join(["This plan cannot be used as it is:", *problems, "Write the whole plan again, repaired."])


def _prompt(tools: Iterable[ToolLike], workspace: str) -> str:
    book = drafting_book()
    listed = "\n".join(map(bullet_with_arguments, tools))
    values = {"tools_with_arguments": listed, "workspace": workspace or "Nothing is known of it."}
    return book.prompt("drafting", ns="gameplan/plans", values=values).render().text


def drafting_book() -> PromptBook:
    """What a drafting model is told, section by section."""
    text = files("gameplan.plans").joinpath("drafting.md").read_text("utf-8")
    names = {"field of a plan": ("approval", "dependsOn", "id", "estimatedDuration")}
    return PromptBook(sections=load_sections(text), tools=(), modes=[Mode("drafting", _SECTIONS, Only())], names=names)
