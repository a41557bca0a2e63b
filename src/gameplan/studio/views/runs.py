"""Runs, their steps and what waits for a person, as the API gives them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gameplan.plans import RunState, StepState, critical_path, summary_of
from gameplan.plans.asking import ask
from gameplan.plans.estimates import step_named
from gameplan.plans.model import ENDED
from gameplan.plans.state import statuses
from gameplan.runtime import Intent
from gameplan.runtime.events import Json
from gameplan.studio.layout import laid_out, marked
from gameplan.studio.shapes import (
    DoubtView,
    FileDiff,
    GraphView,
    InboxItem,
    IntentView,
    RunCard,
    RunView,
    StepDetail,
    StepView,
    SummaryView,
)
from gameplan.studio.shapes import FileChange as FileChangeView
from gameplan.studio.story import RunStory, step_of
from gameplan.tools.workspace import Comparison, FileChange

_RECOVERY = "recovery"
_LARGEST_VALUE = 2_000_000
_LONGEST_TEXT = 4_000


@dataclass(frozen=True, slots=True)
class Around:
    """What is true of a run and does not stand in its record: who carries it out, and what was said to it."""

    writing: bool = False
    here: bool = False
    in_this_workspace: bool = True
    noted: Sequence[Intent] = ()
    percents: Mapping[str, float] | None = None


def card(run: str, story: RunStory, *, writing: bool, noted: int = 0) -> RunCard:
    """A run, as a list shows it."""
    done, total = story.counted()
    state = story.state
    waiting = state.waiting() if state is not None else {}
    steps = state.plan.steps if state is not None else ()
    return RunCard(
        id=run,
        title=story.title,
        status=story.status(writing=writing),
        done=done,
        total=total,
        started_at=state.began_at if state is not None else story.updated_at,
        updated_at=story.updated_at,
        waiting=len(waiting),
        writing=writing,
        cost=float(state.cost) if state is not None and state.tokens else None,
        plan=state.plan.id if state is not None else "",
        completed=sum(state.of(step.id).status == "completed" for step in steps) if state is not None else 0,
        questions=sum(each.question is not None for each in waiting.values()),
        noted=noted,
        paused=state is not None and state.paused,
        ended=(state.ended or "") if state is not None else "",
    )


def run_view(run: str, story: RunStory, around: Around, graph: GraphView | None = None) -> RunView:
    """How a run stands. `graph` is the picture of its plan, where it is at hand."""
    state = story.state
    assert state is not None
    done, total = story.counted()
    status = story.status(writing=around.writing)
    over = status in ("completed", "failed", "cancelled")
    path = longest_chain(state)
    summary = summary_of(run, state) if state.ended is not None else None
    return RunView(
        id=run,
        title=story.title,
        status=status,
        reason=state.reason if state.ended is not None else "",
        plan=state.plan.to_wire(),
        plan_id=state.plan.id,
        version=state.plan.version,
        inputs=state.inputs,
        graph=marked(graph if graph is not None else laid_out(state.plan), path),
        steps=step_views(story, around.percents or {}),
        inbox=inbox_items(run, story, around.noted) if not over else [],
        noted=[intent_view(each) for each in around.noted],
        done=done,
        total=total,
        critical_path=list(summary.critical_path if summary is not None and over else path),
        estimates=_estimates(state),
        tokens=state.tokens,
        cost=float(state.cost),
        started_at=state.began_at,
        ended_at=state.ended_at if state.ended is not None else 0,
        seq=story.seq,
        writing=around.writing,
        here=around.here,
        paused=state.paused,
        summary=None
        if summary is None
        else SummaryView(
            status=summary.status,
            reason=summary.reason,
            completed=list(summary.completed),
            failed=summary.failed,
            blocked=summary.blocked,
            skipped=summary.skipped,
            waiting=summary.waiting,
            effects=list(summary.effects),
            duration_ms=summary.duration_ms,
            critical_path_ms=summary.critical_path_ms,
            critical_path=list(summary.critical_path),
            tokens=summary.tokens,
            cost=float(summary.cost),
        ),
        undone=story.undone,
        changes=[file_change(each) for each in story.file_changes()],
        workspace=state.workspace,
        can_resume=not around.writing and not over and around.in_this_workspace,
        can_undo=bool(story.changing) and not story.undone and not around.writing and around.in_this_workspace,
    )


def file_change(change: FileChange) -> FileChangeView:
    """What the run did to a path."""
    return FileChangeView(**_told(change))


def file_diff(compared: Comparison) -> FileDiff:
    """What the run did to a path, line by line."""
    return FileDiff(**_told(compared.change), diff=compared.text, note=compared.note)


def _told(change: FileChange) -> dict[str, Any]:
    return {
        "path": change.path,
        "what": change.what,
        "kind": change.kind,
        "moved_from": change.moved_from,
        "size_before": change.before.size,
        "size": change.after.size,
        "steps": list(dict.fromkeys(map(step_of, change.calls))),
        "put_back": change.put_back,
        "unsure": change.unsure,
        "intruded": change.intruded,
    }


def longest_chain(state: RunState) -> tuple[str, ...]:
    """The steps that together take longest, by what is known of them now."""
    took = {
        step.id: state.of(step.id).duration_ms / 1000 for step in state.plan.steps if state.of(step.id).status in ENDED
    }
    return critical_path(state.plan, _estimates(state) | took)


def _estimates(state: RunState) -> dict[str, float]:
    """The seconds that each step may take: what its plan says, else what its tool took before."""
    found = {}
    for step in state.plan.steps:
        seconds = step.estimated_duration if step.estimated_duration is not None else state.estimates.get(step.tool)
        if seconds is not None:
            found[step.id] = seconds
    return found


def step_views(story: RunStory, percents: Mapping[str, float]) -> dict[str, StepView]:
    """Every step of the plan, and every item, inner step and call of which something is known."""
    state = story.state
    assert state is not None
    known = statuses(state)
    names = dict.fromkeys([*known, *state.steps])
    return {name: _step(name, story, state, known.get(name), percents.get(name)) for name in names}


def _step(name: str, story: RunStory, state: RunState, status: str | None, percent: float | None) -> StepView:
    stands: StepState = state.of(name)
    ended = story.ended.get(name)
    items = story.items.get(name)
    return StepView(
        name=name,
        status=status or stands.status,
        reason=stands.waits_for or stands.reason,
        attempts=stands.attempts,
        duration_ms=stands.duration_ms,
        effects=list(stands.effects),
        text=ended.text[:_LONGEST_TEXT] if ended is not None else "",
        has_value=stands.status == "completed",
        started_at=story.began.get(name, 0),
        percent=percent if stands.status == "running" else None,
        items={"done": items[0], "total": items[1]} if items is not None else None,
    )


def is_step(name: str, story: RunStory) -> bool:
    """True if the plan of a run has this step, or the run has told of it."""
    state = story.state
    return state is not None and (step_named(state.plan, name)[0] is not None or name in state.steps)


def step_detail(name: str, story: RunStory, percent: float | None = None) -> StepDetail | None:
    """A step with all that is known of it; None if there is no such step."""
    if not is_step(name, story):
        return None
    state = story.state
    assert state is not None
    step, _ = step_named(state.plan, name)
    view = _step(name, story, state, statuses(state).get(name), percent)
    ended = story.ended.get(name)
    stands = state.of(name)
    value = stands.value
    too_large = value is not None and len(json.dumps(value, default=str)) > _LARGEST_VALUE
    return StepDetail(
        **view.model_dump(by_alias=False),
        value=None if too_large else value,
        too_large=too_large,
        args=story.args.get(name, step.args if step is not None else None),
        preview=story.previews.get(name, ""),
        logs=list(ended.logs) if ended is not None else [],
        detail=ended.detail if ended is not None else "",
        code=ended.code if ended is not None else "",
        tool=step.tool if step is not None else "",
    )


def inbox_items(run: str, story: RunStory, noted: Iterable[Intent] = ()) -> list[InboxItem]:
    """What waits for a person in a run; `noted` says what was answered already and is not taken up yet."""
    state = story.state
    if state is None:
        return []
    said = {
        each.payload["step"]: each.kind for each in noted if isinstance(each.payload, dict) and "step" in each.payload
    }
    return [_item(run, story, name, stands, said.get(name, "")) for name, stands in state.waiting().items()]


def _item(run: str, story: RunStory, name: str, stands: StepState, noted: str) -> InboxItem:
    since = story.asked_at.get(name, 0)
    asked, question = stands.asked, stands.question
    if asked is not None:
        return InboxItem(
            run=run,
            run_title=story.title,
            step=name,
            kind="recovery" if stands.proposed is not None and asked.tool == _RECOVERY else "approval",
            why=asked.why,
            args=asked.args,
            tool=asked.tool,
            effects=list(asked.effects),
            preview=asked.preview,
            doubts=[DoubtView(argument=d.argument, value=d.value, origin=d.origin) for d in asked.doubts],
            doubtful=asked.doubtful,
            bound_to=asked.bound_to,
            since=since,
            noted=noted,
        )
    assert question is not None
    return InboxItem(
        run=run,
        run_title=story.title,
        step=name,
        kind="question",
        why=question.question,
        question=question.question,
        type=question.type,
        choices=list(question.choices),
        default=question.default,
        tool=ask.name,
        since=since,
        noted=noted,
    )


def intent_view(intent: Intent) -> IntentView:
    """What was said to a run, and what became of it."""
    return IntentView(
        id=intent.id,
        kind=intent.kind,
        payload=_shortened(intent.payload),
        by=intent.by,
        at=intent.at,
        verdict=intent.verdict or "noted",
        reason=intent.reason,
    )


def _shortened(payload: Json) -> Json:
    """An edit carries a whole plan: that it is one is enough."""
    if isinstance(payload, dict) and "plan" in payload:
        return {key: value for key, value in payload.items() if key != "plan"}
    return payload
