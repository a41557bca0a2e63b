"""Templates: plans that are ready to be used."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query
from starlette.responses import Response

from gameplan.plans import PlanError
from gameplan.plans.files import dump_plan
from gameplan.studio.api.replies import House, StrictRoute, made, problems, shown
from gameplan.studio.house import Studio
from gameplan.studio.problems import not_found, refused, unfit
from gameplan.studio.shapes import SaveTemplate, TemplateCard, TemplateView
from gameplan.studio.views.plans import template_card, template_view

router = APIRouter(tags=["templates"], route_class=StrictRoute)
Search = Annotated[str, Query(max_length=200, description="Only those whose name or description has this.")]


@router.get("/templates", response_model=list[TemplateCard], summary="The templates", responses=problems())
async def templates(studio: House, q: Search = "") -> Response:
    """Those that ship with Gameplan, and the person's own."""
    return await shown(_templates, studio, q)


@router.get(
    "/templates/{name}", response_model=TemplateView, summary="One template", responses=problems("no_such_template")
)
async def template(
    studio: House, name: Annotated[str, Path(max_length=200, description="Its name.", examples=["backup-and-edit"])]
) -> Response:
    """A template with its plan."""
    return await shown(_template, studio, name)


@router.post(
    "/templates",
    response_model=TemplateView,
    status_code=201,
    summary="Save a plan as a template",
    responses=problems("no_such_plan", "damaged", "no_plan_yet", "template_exists", "no_request", "not_a_plan"),
)
async def save_template(
    studio: House,
    said: Annotated[SaveTemplate, Body(examples=[{"name": "tidy-up", "plan": "plan-0dm3k8q2x-7f3kq9wz"}])],
) -> Response:
    """Save a plan under review as a template of the person's own. Its request says what the template is for."""
    return await made(201, _save, studio, said)


def _templates(studio: Studio, text: str) -> list[TemplateCard]:
    wanted = text.casefold()
    cards = map(template_card, studio.templates().values())
    return [each for each in cards if wanted in f"{each.name} {each.description}".casefold()]


def _template(studio: Studio, name: str) -> TemplateView:
    found = studio.templates().get(name)
    if found is None:
        raise not_found("template", name)
    return template_view(found)


def _save(studio: Studio, said: SaveTemplate) -> TemplateView:
    plan = studio.plans.current(said.plan)
    if not plan.request.strip():
        raise unfit("no_request", "A template says what it is for: give the plan a request first.")
    known = studio.templates()
    if said.name in known and not said.replace:
        raise refused("template_exists", f'There is a template "{said.name}" already.')
    folder = studio.home / "templates"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*", said.name)
    try:
        text = dump_plan(replace(plan, id="", version=1, created_at=""), "yaml")
    except PlanError as error:
        raise unfit("not_a_plan", str(error)) from None
    (folder / f"{said.name}.yaml").write_text(text, "utf-8")
    return _template(studio, said.name)
