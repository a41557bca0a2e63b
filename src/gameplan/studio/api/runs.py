"""Runs: how they stand, and what can be said to them."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Path, Query
from starlette.responses import Response

from gameplan.studio.api.replies import House, RunId, StrictRoute, made, problems, shown
from gameplan.studio.problems import Trouble
from gameplan.studio.shapes import FileDiff, IntentView, NewIntent, Resume, RunCard, RunView, StepDetail, Undo, Undone
from gameplan.studio.views.runs import intent_view

router = APIRouter(tags=["runs"], route_class=StrictRoute)
_SHOWN = ("no_such_run", "not_begun", "damaged")


@router.get("/runs", response_model=list[RunCard], summary="The runs", responses=problems())
async def runs(
    studio: House,
    q: Annotated[str, Query(max_length=200, description="Only those whose title has this.")] = "",
    status: Annotated[
        Literal["", "running", "waiting", "paused", "interrupted", "completed", "failed", "cancelled"],
        Query(description="Only those that stand so."),
    ] = "",
    limit: Annotated[int, Query(ge=1, le=500, description="How many at most.")] = 50,
) -> Response:
    """The runs on the record, whoever carries them out, the newest first."""
    return await shown(studio.lists.runs, q, status, limit)


@router.get("/runs/{run}", response_model=RunView, summary="One run", responses=problems(*_SHOWN))
async def run(studio: House, run: RunId) -> Response:
    """How a run stands after event `seq`: follow it from there with `GET /api/runs/{run}/events?after=seq`."""
    return await shown(studio.runs.view, run)


@router.get(
    "/runs/{run}/steps/{step:path}",
    response_model=StepDetail,
    summary="One step",
    responses=problems(*_SHOWN, "no_such_step"),
)
async def step(
    studio: House,
    run: RunId,
    step: Annotated[
        str, Path(max_length=1_000, description="Its name; `each[2]` for an item, `outer/inner` inside a plan.")
    ],
) -> Response:
    """A step with its result, its arguments as they were resolved, and its log."""
    return await shown(studio.runs.step, run, step)


@router.get(
    "/runs/{run}/changes",
    response_model=list[FileDiff],
    summary="What it did to files",
    responses=problems(*_SHOWN, "no_such_step"),
)
async def changes(
    studio: House,
    run: RunId,
    step: Annotated[
        str,
        Query(max_length=1_000, description="Only what this step did, with all inside it.", examples=["edit"]),
    ] = "",
    path: Annotated[
        str, Query(max_length=4_096, description="Only what became of this path.", examples=["ferry.py"])
    ] = "",
) -> Response:
    """File by file, what a run really did, while it goes on and after it has ended: each change with its diff.

    The diff is made of what the run kept of the file and how it stands now. One whose changes are undone tells what it
    did all the same, as `putBack`.
    """
    return await shown(studio.runs.file_diffs, run, step, path)


@router.post(
    "/runs/{run}/intents",
    response_model=IntentView,
    summary="Say something to a run",
    responses={
        202: {"model": IntentView, "description": "Noted: nobody carries the run out now; it is taken up by resume."},
        **problems(*_SHOWN, "refused", "run_over", "another_workspace", "bad_intent", "inbox_full"),
    },
)
async def intent(
    studio: House,
    run: RunId,
    said: Annotated[
        NewIntent,
        Body(
            openapi_examples={
                "approve": {"value": {"kind": "approve", "payload": {"step": "edit", "boundTo": "9f2c…"}}},
                "approve the rest of its kind, too": {
                    "value": {"kind": "approve", "payload": {"step": "edit", "boundTo": "9f2c…", "rest": True}}
                },
                "deny": {"value": {"kind": "deny", "payload": {"step": "edit", "reason": "not this week"}}},
                "other arguments": {
                    "value": {"kind": "arguments", "payload": {"step": "edit", "args": {"path": "b.md"}}}
                },
                "answer": {"value": {"kind": "answer", "payload": {"step": "who", "value": "north"}}},
                "pause": {"value": {"kind": "pause"}},
                "unpause": {"value": {"kind": "unpause"}},
                "retry": {"value": {"kind": "retry", "payload": {"step": "fetch"}}},
                "retry with other arguments": {
                    "value": {"kind": "retry", "payload": {"step": "fetch", "args": {"path": "b.md"}}}
                },
                "skip": {"value": {"kind": "skip", "payload": {"step": "mail", "reason": "later"}}},
                "cancel": {"value": {"kind": "cancel", "payload": {"reason": "wrong folder"}}},
                "another plan from here on": {"value": {"kind": "edit", "payload": {"from": 1, "plan": {"steps": []}}}},
            }
        ),
    ],
) -> Response:
    """Put it into the run's inbox, for whoever carries the run out: this studio, or another process.

    200: taken. 409: refused, and why. 202: noted, because nobody carries the run out now. An approval is bound to what
    was shown (`boundTo`): if that has changed, it is refused. Other arguments are not approved by giving them: the step
    asks again, with what they would do.
    """
    became = await studio.runs.say(run, said.kind, said.payload)
    return await made(202 if became.open else 200, intent_view, became)


@router.post(
    "/runs/{run}/resume",
    response_model=RunView,
    status_code=202,
    summary="Go on with a run",
    responses=problems(*_SHOWN, "run_over", "going_on", "another_workspace", "bad_approval", "settings"),
)
async def resume(studio: House, run: RunId, said: Annotated[Resume, Body(examples=[{"yes": []}])]) -> Response:
    """Go on with a run that waits, or whose process was killed. No step that ended runs again."""
    await studio.runs.resume(run, said.yes)
    return await made(202, studio.runs.view, run)


@router.post(
    "/runs/{run}/undo",
    response_model=Undone,
    summary="Take back what it did",
    responses=problems(*_SHOWN, "undo_conflicts", "undo_refused", "going_on", "another_workspace"),
)
async def undo(studio: House, run: RunId, said: Annotated[Undo, Body(examples=[{"force": []}])]) -> Response:
    """Put every file that the run changed back to how it stood, byte for byte.

    If somebody has changed one of them since, nothing is touched (409, with the paths in `current`); `force` names
    those that are to be put back all the same.
    """
    report = await studio.runs.undo(run, said.force)
    if not report.ok:
        conflicts = [{"path": each.path, "reason": each.reason} for each in report.conflicts]
        raise Trouble(409, "undo_conflicts", report.text, current={"conflicts": conflicts})
    return await shown(
        lambda: Undone(
            text=report.text,
            restored=list(report.restored),
            removed=list(report.removed),
            kept=list(report.kept),
        )
    )
