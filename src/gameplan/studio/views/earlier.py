"""What earlier runs tell about a plan: how long its tools take, and what its thinking steps cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from statistics import median
from typing import Any

from gameplan.agents.events import ModelReplied
from gameplan.plans import Plan, RunStarted, StepEnded
from gameplan.plans.estimates import step_named, tool_durations
from gameplan.plans.events import PlanChanged
from gameplan.runtime import JournalError, Recorded
from gameplan.runtime.journal.protocol import SessionInfo
from gameplan.studio.readings import Readings

_MOST_RUNS, _MOST_EVENTS = 20, 4_000


@dataclass(frozen=True, slots=True)
class Earlier:
    """By tool: the seconds that a call took, and for those that think the tokens and the dollars; all of it medians."""

    seconds: Mapping[str, float] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)
    dollars: Mapping[str, float] = field(default_factory=dict)

    def of_tools(self, plan: Plan) -> dict[str, float]:
        """The seconds of the tools that a plan uses."""
        used = {tool for _, tool in _steps(plan)}
        return {tool: each for tool, each in self.seconds.items() if tool in used}

    def tokens_of(self, plan: Plan) -> dict[str, int]:
        """The tokens that each step of a plan may take; `outer/inner` is a step inside a plan."""
        return {name: self.tokens[tool] for name, tool in _steps(plan) if tool in self.tokens}

    def costs_of(self, plan: Plan) -> dict[str, float]:
        """The dollars that each step of a plan may cost."""
        return {name: self.dollars[tool] for name, tool in _steps(plan) if tool in self.dollars}


class EarlierRuns:
    """What the newest runs tell; found out anew only when another one has come to its end. Blocks."""

    def __init__(self, readings: Readings) -> None:
        self._readings = readings
        self._known: tuple[tuple[tuple[str, int], ...], Earlier] = ((), Earlier())

    def look(self, runs: Iterable[SessionInfo]) -> Earlier:
        """What these runs tell, the newest first; of long ones and of many, no more than is read in a moment."""
        taken: list[tuple[str, int]] = []
        room = _MOST_EVENTS
        for info in runs:
            if not info.writing and info.events <= room and len(taken) < _MOST_RUNS:
                taken.append((info.session_id, info.events))
                room -= info.events
        newest, known = tuple(taken), self._known
        if known[0] != newest:
            known = self._known = (newest, _told_by([self._events(run) for run, _ in newest]))
        return known[1]

    def _events(self, run: str) -> Sequence[Recorded[Any]]:
        with suppress(JournalError), self._readings.reading(run) as known:
            return tuple(known.events)
        return ()


def _told_by(runs: Sequence[Sequence[Recorded[Any]]]) -> Earlier:
    tokens: dict[str, list[int]] = {}
    dollars: dict[str, list[Decimal]] = {}
    for events in runs:
        for tool, spent, cost in _thinking(events):
            tokens.setdefault(tool, []).append(spent)
            if cost is not None:
                dollars.setdefault(tool, []).append(cost)
    return Earlier(
        tool_durations(runs),
        {tool: round(median(each)) for tool, each in tokens.items()},
        {tool: round(float(median(each)), 6) for tool, each in dollars.items()},
    )


def _thinking(events: Iterable[Recorded[Any]]) -> Iterator[tuple[str, int, Decimal | None]]:
    """Each step that completed by asking a model: its tool, the tokens, and the cost where it is known."""
    plan: Plan | None = None
    spent: dict[str, tuple[int, Decimal | None]] = {}
    for recorded in events:
        match recorded.event:
            case RunStarted(plan=begun):
                plan = begun
            case PlanChanged(plan=changed):
                plan = changed
            case ModelReplied(agent=label, usage=usage, cost=cost):
                tokens, so_far = spent.get(label, (0, Decimal(0)))
                spent[label] = (tokens + usage.total, None if cost is None or so_far is None else so_far + cost)
            case StepEnded(step=name, status="completed") if plan is not None and name in spent:
                step, _ = step_named(plan, name)
                if step is not None:
                    yield step.tool, *spent.pop(name)


def _steps(plan: Plan, within: str = "") -> Iterator[tuple[str, str]]:
    """Each step of a plan by its name, with its tool, and those of plans inside."""
    for step in plan.steps:
        yield f"{within}{step.id}", step.tool
        if isinstance(step.plan, Plan):
            yield from _steps(step.plan, f"{within}{step.id}/")
