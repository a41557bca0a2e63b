"""Drafting: from a request to a plan, written by a model, checked, and given back to it while it has problems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from gameplan.agents import Budget, EndedBy, Model, run_agent
from gameplan.plans.catalogue import AnyTool, Catalogue
from gameplan.plans.files import plan_from_text
from gameplan.plans.model import Plan, PlanError
from gameplan.plans.problems import Problem
from gameplan.plans.published import plan_schema
from gameplan.plans.validation import validate
from gameplan.prompt import Mode, Only, PromptBook, ToolLike, bullet_with_arguments, load_sections
from gameplan.runtime import Session, as_datetime

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
        draft = replace(_read(turn.text, request, catalogue, session), rounds=number)
        if draft.ready:
            return draft
        asked, continues = _told(draft), turn.turn
    return draft


def _read(text: str, request: str, catalogue: Mapping[str, Any], session: Session) -> Draft:
    """The plan in a reply, with what is wrong with it."""
    try:
        plan = plan_from_text(_bare(text), "json")
    except PlanError as error:
        return Draft(text, trouble=str(error))
    made = as_datetime(session.clock.now()).isoformat(timespec="seconds")
    plan = replace(plan, id=plan.id or session.ids.new("plan"), request=request, created_at=made)
    return Draft(text, plan, validate(plan, catalogue))


def _bare(text: str) -> str:
    """The JSON of a reply that may stand in a code fence, or among words."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


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
