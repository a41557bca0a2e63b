"""How long tools take: the median of what they took in earlier runs, by which the steps of the next one are ordered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import TYPE_CHECKING, Any

from gameplan.plans.asking import ask
from gameplan.plans.events import PlanChanged, RunStarted, StepEnded
from gameplan.plans.model import Plan, Step
from gameplan.runtime import JournalDamaged, Recorded, Session

if TYPE_CHECKING:
    from gameplan.runtime import SqliteJournal

_MOST_KEPT = 200
_MOST_RUNS, _MOST_EVENTS = 20, 4_000


def earlier_durations(journal: SqliteJournal) -> dict[str, float]:
    """The seconds that each tool took in the newest runs; no more of them is read than can be read in a moment."""
    runs: list[Sequence[Recorded[Any]]] = []
    room = _MOST_EVENTS
    for info in reversed(journal.sessions()):
        if len(runs) == _MOST_RUNS or room <= 0:
            break
        if info.events <= room and info.kind == "run":
            try:
                runs.append(Session.view(journal, info.session_id).events)
            except JournalDamaged:
                continue
            room -= info.events
    return tool_durations(runs)


def tool_durations(runs: Iterable[Iterable[Recorded[Any]]]) -> dict[str, float]:
    """The median seconds that each tool took in these runs, of the calls that completed.

    The time that a person took to answer is not a tool's, and that of a step which is done for many things, or which
    carries out a plan, is told by its parts.
    """
    took: dict[str, list[float]] = {}
    for events in runs:
        for tool, seconds in _calls(events):
            known = took.setdefault(tool, [])
            if len(known) < _MOST_KEPT:
                known.append(seconds)
    return {tool: round(median(each), 6) for tool, each in took.items()}


def _calls(events: Iterable[Recorded[Any]]) -> Iterator[tuple[str, float]]:
    plan: Plan | None = None
    for recorded in events:
        match recorded.event:
            case RunStarted(plan=begun):
                plan = begun
            case PlanChanged(plan=changed):
                plan = changed
            case StepEnded(step=name, status="completed", attempts=1, duration_ms=milliseconds) if plan is not None:
                step, is_item = step_named(plan, name)
                if step is None or step.plan is not None or step.tool == ask.name:
                    continue
                if step.for_each is None or is_item:
                    yield step.tool, milliseconds / 1000


def step_named(plan: Plan, name: str) -> tuple[Step | None, bool]:
    """The step that a name in the record means (`outer[2]/inner`), and whether it is one of its items."""
    step: Step | None = None
    is_item = False
    inside: Plan | str | None = plan
    for part in name.split("/"):
        bare, bracket, _ = part.partition("[")
        if not isinstance(inside, Plan):
            return None, False
        step = next((each for each in inside.steps if each.id == bare), None)
        if step is None:
            return None, False
        is_item, inside = bool(bracket), step.plan
    return step, is_item
