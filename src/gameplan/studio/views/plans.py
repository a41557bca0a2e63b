"""Plans under review, templates and tools, as the API gives them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gameplan.plans import Plan, Problem, critical_path
from gameplan.plans.drafts import DraftState
from gameplan.plans.foreseeing import Foreseen
from gameplan.plans.model import Input
from gameplan.plans.templating import Template
from gameplan.runtime.events import Json
from gameplan.runtime.events.codec import adapter_of
from gameplan.studio.edit_wire import edit_to_wire
from gameplan.studio.layout import laid_out
from gameplan.studio.shapes import (
    EffectView,
    ForeseenView,
    PlanCard,
    PlanView,
    ProblemView,
    RepairView,
    TemplateCard,
    TemplateView,
    ToolView,
    VersionView,
)
from gameplan.tools import Tool

_MOST_PROBLEMS = 500


def plan_view(
    plan_id: str,
    seq: int,
    title: str,
    draft: DraftState,
    problems: Sequence[Problem],
    *,
    drafting: bool,
    runs: Sequence[str],
    updated_at: int,
) -> PlanView:
    """A plan under review as it stands after event `seq`."""
    plan = draft.plan
    first = draft.versions[0] if draft.versions else None
    interrupted = draft.drafting is not None and not drafting
    return PlanView(
        id=plan_id,
        etag=f'"{seq}"',
        version=plan.version if plan is not None else 0,
        title=title,
        request=plan.request if plan is not None else draft.drafting.request if draft.drafting else "",
        source=first.why if first is not None else "",
        plan=plan.to_wire() if plan is not None else None,
        problems=problem_views(problems),
        graph=laid_out(plan, critical_path(plan)) if plan is not None else laid_out(Plan(())),
        inputs=input_views(plan.inputs) if plan is not None else {},
        can_undo=draft.undo_to is not None and not draft.closed and not drafting,
        can_redo=draft.redo_to is not None and not draft.closed and not drafting,
        drafting=drafting,
        drafting_session=draft.drafting.session if draft.drafting is not None else "",
        trouble=draft.trouble or ("The drafting was interrupted: draft it anew." if interrupted else ""),
        runs=list(runs),
        versions=len(draft.versions),
        closed=draft.closed,
        updated_at=updated_at,
        wants=wanted_inputs(plan),
    )


def plan_card(
    plan_id: str, title: str, draft: DraftState, problems: int, *, drafting: bool, runs: int, updated_at: int
) -> PlanCard:
    """A plan under review, as a list shows it."""
    plan = draft.plan
    return PlanCard(
        id=plan_id,
        title=title,
        version=plan.version if plan is not None else 0,
        steps=len(plan.steps) if plan is not None else 0,
        problems=problems,
        updated_at=updated_at,
        runs=runs,
        drafting=drafting,
        wants=wanted_inputs(plan),
    )


def problem_views(problems: Iterable[Problem]) -> list[ProblemView]:
    """What is wrong with a plan; of very many problems, the first."""
    return [
        ProblemView(
            code=each.code,
            step=each.step_id,
            place=list(each.place),
            message=each.message,
            repair=None
            if each.repair is None
            else RepairView(text=each.repair.words, edits=[edit_to_wire(edit) for edit in each.repair.edits]),
        )
        for each in list(problems)[:_MOST_PROBLEMS]
    ]


def input_views(inputs: Mapping[str, Input]) -> dict[str, Json]:
    """What a plan must be told, by name: type, description, default, required."""
    return {name: adapter_of(Input).dump_python(each, mode="json", by_alias=True) for name, each in inputs.items()}


def wanted_inputs(plan: Plan | None) -> list[str]:
    """What a plan must still be told before it can run."""
    return [name for name, each in plan.inputs.items() if each.must_be_told] if plan is not None else []


def version_views(draft: DraftState) -> list[VersionView]:
    """The versions that stand, oldest first."""
    return [
        VersionView(version=each.plan.version, seq=each.seq, at=each.at, by=each.by, why=each.why)
        for each in draft.versions
    ]


def foreseen_view(foreseen: Foreseen) -> ForeseenView:
    """What a step would do."""
    return ForeseenView(
        step=foreseen.step,
        tool=foreseen.tool,
        description=foreseen.description,
        effects=list(foreseen.effects),
        preview=foreseen.preview,
        refused=foreseen.refused,
        asks=foreseen.asks,
        after=list(foreseen.after),
    )


def template_card(template: Template) -> TemplateCard:
    """A template, as a list shows it. Where a person's own lies is not told, only that it is theirs."""
    return TemplateCard(
        name=template.name,
        description=template.description,
        inputs=input_views(template.inputs),
        source="gameplan" if template.source == "gameplan" else "own",
        steps=len(template.plan.steps),
    )


def template_view(template: Template) -> TemplateView:
    """A template with its plan."""
    return TemplateView(**template_card(template).model_dump(by_alias=False), plan=template.plan.to_wire())


def tool_view(tool: Tool[Any, Any]) -> ToolView:
    """A tool, as a form needs it."""
    return ToolView(
        name=tool.name,
        description=tool.description,
        parameters=tool.parameters,
        output=tool.output,
        effects=[
            EffectView(verb=effect.verb, target=effect.target if isinstance(effect.target, str) else "")
            for effect in tool.effects
        ],
        trusted=tool.trusted,
        repeatable=tool.repeatable,
        primary=tool.primary,
        roles=tool.argument_roles,
    )
