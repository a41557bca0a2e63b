"""Plans under review."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Header, Query
from starlette.responses import Response

from gameplan.plans import PlanError, diff_plans
from gameplan.plans.files import dump_plan
from gameplan.plans.foreseeing import foresee
from gameplan.plans.templating import expanded, names_templates
from gameplan.studio.api.replies import House, IfMatch, PlanId, StrictRoute, made, problems, shown
from gameplan.studio.house import Studio
from gameplan.studio.plans import read_plan
from gameplan.studio.problems import not_found, unfit
from gameplan.studio.shapes import (
    DiffView,
    Edits,
    ForeseenView,
    NewPlan,
    NewVersion,
    PlanCard,
    PlanText,
    PlanView,
    Regenerate,
    RepairProblem,
    RunView,
    StartRun,
    VersionView,
)
from gameplan.studio.views.plans import foreseen_view, problem_views, version_views

router = APIRouter(tags=["plans"], route_class=StrictRoute)
_SHOWN = ("no_such_plan", "damaged")
_CHANGED = (*_SHOWN, "closed", "drafting", "busy", "changed_meanwhile")
_EDITED = (*_CHANGED, "if_match_needed")
_ANOTHER = {"id": "list", "tool": "list_directory"}
_STEP = {"id": "backup", "tool": "copy_file", "args": {"source": "notes.md", "destination": "notes.md.bak"}}


@router.get("/plans", response_model=list[PlanCard], summary="The plans under review", responses=problems())
async def plans(
    studio: House, q: Annotated[str, Query(max_length=200, description="Only those whose title has this.")] = ""
) -> Response:
    """Those that are not closed, what was changed last first."""
    return await shown(studio.lists.plans, q)


@router.post(
    "/plans",
    response_model=PlanView,
    status_code=201,
    summary="Make a plan",
    responses={
        202: {"model": PlanView, "description": "The model drafts it; follow its events."},
        **problems("no_such_template", "say_one", "no_request", "not_a_plan", "bad_inputs", "no_model", "settings"),
    },
)
async def new_plan(
    studio: House,
    said: Annotated[
        NewPlan,
        Body(
            openapi_examples={
                "a template": {
                    "value": {"template": "backup-and-edit", "inputs": {"file": "notes.md", "old": "1.4", "new": "1.5"}}
                },
                "in words": {"value": {"request": "Bump the version to 2.0.0 and keep a backup."}},
                "a plan": {"value": {"plan": {"request": "Keep a copy.", "steps": [_STEP]}}},
                "a file's text": {"value": {"text": "steps:\n  - {id: look, tool: list_directory}\n"}},
            }
        ),
    ],
) -> Response:
    """From words (a model drafts it: 202, and `drafting` is true until it has), a template, JSON, or a file's text.

    Give one of `request`, `template`, `plan`, `text`. A plan with problems is kept, with its problems.
    """
    given = [each for each in (said.request, said.template, said.plan, said.text) if each is not None]
    if len(given) != 1:
        raise unfit("say_one", "Give one of: request, template, plan, text.")
    if said.request is not None:
        if not said.request.strip():
            raise unfit("no_request", "Say what is to be done.")
        return await made(202, studio.plans.view, await studio.drafting.new(said.request.strip()))
    if said.template is not None:
        plan_id = await studio.plans.from_template(said.template, said.inputs or {})
    else:
        source = "text" if said.text is not None else "plan"
        plan_id = await studio.plans.new(await studio.read(read_plan, said.plan, said.text), source)
    return await made(201, studio.plans.view, plan_id)


@router.get("/plans/{plan}", response_model=PlanView, summary="One plan", responses=problems(*_SHOWN))
async def plan(studio: House, plan: PlanId) -> Response:
    """The plan, its problems, its picture, and what can be undone. Its ETag is what edits are made against."""
    return await shown(studio.plans.view, plan)


@router.delete("/plans/{plan}", status_code=204, summary="Close a plan", responses=problems(*_EDITED))
async def close(studio: House, plan: PlanId, etag: IfMatch) -> Response:
    """Put it away: it is not listed any more. Its record stays, and so do its runs."""
    await studio.plans.close(plan, etag)
    return Response(status_code=204)


@router.post(
    "/plans/{plan}/edits",
    response_model=PlanView,
    summary="Edit a plan",
    responses=problems(*_EDITED, "no_plan_yet", "edit_refused", "bad_edit"),
)
async def edit(
    studio: House,
    plan: PlanId,
    etag: IfMatch,
    said: Annotated[
        Edits,
        Body(
            openapi_examples={
                "an argument": {
                    "value": {"edits": [{"edit": "setArgument", "step": "edit", "place": ["new"], "value": "2.0.0"}]}
                },
                "a new step": {"value": {"edits": [{"edit": "addStep", "new": _ANOTHER, "after": ""}]}},
                "another place": {"value": {"edits": [{"edit": "moveStep", "step": "look", "before": "backup"}]}},
                "without a step": {"value": {"edits": [{"edit": "removeStep", "step": "look", "rewire": True}]}},
                "inside a step's plan": {
                    "value": {
                        "edits": [
                            {
                                "edit": "editInside",
                                "step": "each",
                                "inner": {"edit": "describe", "step": "read", "description": "Read it."},
                            }
                        ]
                    }
                },
            }
        ),
    ],
) -> Response:
    """Make edits in their order, all or none: they make one new version.

    Kinds: replaceStep, describe, useTool, setArgs, setArgument, dropArgument, addDependency, dropDependency,
    setDependencies, setCondition, setForEach, setApproval, setPlan, editInside, skipStep, addStep, removeStep,
    moveStep, renameStep, renameNumber. An edit that cannot be made is refused (409) and says why.
    """
    await studio.plans.edit(plan, etag, said.edits, said.why)
    return await shown(studio.plans.view, plan)


@router.put(
    "/plans/{plan}/plan",
    response_model=PlanView,
    summary="Write a plan anew",
    responses=problems(*_EDITED, "say_one", "not_a_plan"),
)
async def put(
    studio: House,
    plan: PlanId,
    etag: IfMatch,
    said: Annotated[NewVersion, Body(examples=[{"text": "steps:\n  - {id: look, tool: list_directory}\n"}])],
) -> Response:
    """Put another plan in its place, as JSON or as text."""
    if (said.plan is None) == (said.text is None):
        raise unfit("say_one", "Give one of: plan, text.")
    await studio.plans.put(plan, etag, await studio.read(read_plan, said.plan, said.text), said.why)
    return await shown(studio.plans.view, plan)


@router.post(
    "/plans/{plan}/undo",
    response_model=PlanView,
    summary="Undo an edit",
    responses=problems(*_EDITED, "nothing_to_undo"),
)
async def undo(studio: House, plan: PlanId, etag: IfMatch) -> Response:
    """Go back to the version before. Nothing is lost: redo goes on again."""
    await studio.plans.undo(plan, etag)
    return await shown(studio.plans.view, plan)


@router.post(
    "/plans/{plan}/redo",
    response_model=PlanView,
    summary="Redo an edit",
    responses=problems(*_EDITED, "nothing_to_redo"),
)
async def redo(studio: House, plan: PlanId, etag: IfMatch) -> Response:
    """Go on again to the version that was left."""
    await studio.plans.redo(plan, etag)
    return await shown(studio.plans.view, plan)


@router.post(
    "/plans/{plan}/repairs",
    response_model=PlanView,
    summary="Repair a problem",
    responses=problems(*_EDITED, "no_plan_yet", "no_such_problem", "no_repair", "edit_refused"),
)
async def repair(
    studio: House, plan: PlanId, etag: IfMatch, said: Annotated[RepairProblem, Body(examples=[{"problem": 0}])]
) -> Response:
    """Make the edits that a problem proposes as its own repair."""
    await studio.plans.repair(plan, etag, said.problem)
    return await shown(studio.plans.view, plan)


@router.post(
    "/plans/{plan}/regenerate",
    response_model=PlanView,
    status_code=202,
    summary="Have the model draft anew",
    responses=problems(*_CHANGED, "unknown_step", "no_model", "settings"),
)
async def regenerate(
    studio: House,
    plan: PlanId,
    said: Annotated[Regenerate, Body(examples=[{"from": "edit", "remark": "Keep the old file, too."}])],
    if_match: Annotated[
        str | None,
        Header(description="The ETag of the plan as you read it: another is not drafted over.", examples=['"17"']),
    ] = None,
) -> Response:
    """Have the model draft all of the plan anew, or from a step on, with a remark. It is one edit: it can be undone.

    With If-Match, a plan that somebody has changed since you read it is left as it is (412).
    """
    await studio.drafting.again(plan, if_match or "*", said.start or "", said.remark)
    return await made(202, studio.plans.view, plan)


@router.delete("/plans/{plan}/drafting", response_model=PlanView, summary="Stop drafting", responses=problems(*_SHOWN))
async def stop_drafting(studio: House, plan: PlanId) -> Response:
    """Stop the model that drafts this plan. The plan stays as it was."""
    await studio.drafting.stop(plan)
    return await shown(studio.plans.view, plan)


@router.get(
    "/plans/{plan}/versions", response_model=list[VersionView], summary="Its versions", responses=problems(*_SHOWN)
)
async def versions(studio: House, plan: PlanId) -> Response:
    """The versions that stand, oldest first: those that were undone are not among them."""
    return await shown(lambda: version_views(studio.plans.draft(plan)))


@router.get(
    "/plans/{plan}/diff",
    response_model=DiffView,
    summary="What changed",
    responses=problems(*_SHOWN, "no_such_version"),
)
async def diff(
    studio: House,
    plan: PlanId,
    old: Annotated[
        int | None, Query(alias="from", description="A version; default: the one before the newest.")
    ] = None,
    new: Annotated[int | None, Query(alias="to", description="Another version; default: the newest.")] = None,
) -> Response:
    """What changed from one version to another, in lines."""
    return await shown(_diff, studio, plan, old, new)


@router.get(
    "/plans/{plan}/foreseen",
    response_model=list[ForeseenView],
    summary="What it would do",
    responses=problems(*_SHOWN, "no_plan_yet", "plan_has_problems", "settings"),
)
async def foreseen(studio: House, plan: PlanId) -> Response:
    """A dry run on the workspace as it stands: what each step would change, and why it would ask. Nothing is run."""
    return await shown(_foreseen, studio, plan)


@router.get(
    "/plans/{plan}/text",
    response_model=PlanText,
    summary="As a file",
    responses=problems(*_SHOWN, "no_plan_yet", "not_a_plan"),
)
async def text(
    studio: House,
    plan: PlanId,
    format: Annotated[Literal["yaml", "json"], Query(description="YAML for people, JSON for programs.")] = "yaml",
) -> Response:
    """The plan as a file has it."""
    return await shown(_text, studio, plan, format)


@router.post(
    "/plans/{plan}/runs",
    response_model=RunView,
    status_code=201,
    summary="Run a plan",
    responses=problems(
        *_SHOWN, "no_plan_yet", "changed_meanwhile", "plan_has_problems", "bad_inputs", "bad_approval", "settings"
    ),
)
async def run(
    studio: House,
    plan: PlanId,
    said: Annotated[StartRun, Body(examples=[{"inputs": {"path": "notes.md"}, "yes": ["write"]}])],
    if_match: Annotated[
        str | None, Header(description="The ETag of the plan as you read it: another is not run.", examples=['"17"'])
    ] = None,
) -> Response:
    """Carry the plan out, as it stands now, in the studio's workspace. A plan with problems is not begun (422).

    With If-Match, a plan that somebody has changed since you read it is not begun either (412).
    """
    current = await studio.read(studio.plans.current, plan, if_match)
    started = await studio.runs.start(current, said.inputs or {}, said.yes, title=current.request)
    return await made(201, studio.runs.view, started)


def _diff(studio: Studio, plan_id: str, old: int | None, new: int | None) -> DiffView:
    draft = studio.plans.draft(plan_id)
    if not draft.versions:
        return DiffView(lines=[])
    newest = draft.versions[-1]
    after = newest if new is None else draft.version(new)
    before = draft.versions[max(0, len(draft.versions) - 2)] if old is None else draft.version(old)
    if before is None or after is None:
        raise not_found("version", str(old if before is None else new))
    return DiffView(lines=list(diff_plans(before.plan, after.plan)))


def _foreseen(studio: Studio, plan_id: str) -> list[ForeseenView]:
    plan = studio.plans.current(plan_id)
    whole = expanded(plan, studio.templates()) if names_templates(plan) else plan
    found = studio.check(whole)
    if found:
        raise unfit("plan_has_problems", "The plan has problems: what it would do is not known.", problem_views(found))
    return [foreseen_view(each) for each in foresee(whole, whole.told(), studio.tools_for("dry-run"))]


def _text(studio: Studio, plan_id: str, format: Literal["yaml", "json"]) -> PlanText:
    try:
        return PlanText(text=dump_plan(studio.plans.current(plan_id), format), format=format)
    except PlanError as error:
        raise unfit("not_a_plan", str(error)) from None
