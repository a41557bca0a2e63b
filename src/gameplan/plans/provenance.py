"""Where values come from: which results carry text from outside, and where such text would decide over a call."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from gameplan.expressions import Path, PathNotFound, parse
from gameplan.plans.events import Doubt
from gameplan.plans.graph import graph_of
from gameplan.plans.model import Plan, Step
from gameplan.plans.references import BadReference, Reference, scan
from gameplan.plans.uses import Uses, uses_of
from gameplan.runtime.events import Json
from gameplan.tools import Tool

Tools: TypeAlias = Mapping[str, Tool[Any, Any]]
_LONGEST_SHOWN = 2_000


@dataclass(frozen=True, slots=True)
class Outside:
    """What carries text from outside: the results of these steps, and these inputs of the plan."""

    steps: frozenset[str] = frozenset()
    inputs: frozenset[str] = frozenset()

    def holds(self, path: Path) -> bool:
        """True if what the path leads to is, or may hold, text from outside."""
        if path.root == "input":
            return bool(self.inputs) and (not path.parts or path.parts[0] in self.inputs)
        return path.root in self.steps

    def within(self, step: Step) -> Outside:
        """The same as seen from inside a step: its `$item` may be from outside too."""
        if step.for_each is not None and any(map(self.holds, _paths(step.for_each.items))):
            return Outside(self.steps | {"item"}, self.inputs)
        return self

    def arguments_of(self, step: Step) -> frozenset[str]:
        """The names of the step's arguments that hold text from outside."""
        inside = self.within(step)
        return frozenset(name for name, value in step.args.items() if any(map(inside.holds, _paths(value))))


def from_outside(
    steps: Iterable[Step],
    tools: Tools,
    inputs: Collection[str] = (),
    uses: Mapping[str, Uses] | None = None,
) -> Outside:
    """What carries text from outside, of steps that are given in an order in which they can go."""
    found: set[str] = set()
    given = frozenset(inputs)
    for step in steps:
        used = uses[step.id] if uses is not None else uses_of(step)
        paths = [each.path for each in (*used.args, *used.items)]
        if _reads_outside(step, tools) or any(
            path.root in found or (path.root == "input" and Outside(inputs=given).holds(path)) for path in paths
        ):
            found.add(step.id)
    return Outside(frozenset(found), given)


def outside_of(plan: Plan, tools: Tools) -> Outside:
    """What of a plan carries text from outside, as it would be run by a person who gives its inputs."""
    steps = {step.id: step for step in plan.steps}
    return from_outside((steps[name] for name in graph_of(plan).order), tools)


def doubts_about(
    step: Step,
    tool: Tool[Any, Any],
    outside: Outside,
    results: Mapping[str, Json] | None = None,
    vouched: Sequence[tuple[str, str, Json]] = (),
) -> tuple[Doubt, ...]:
    """The control arguments of a call that changes something which text from outside decides.

    A value that a person gave or has approved before is not doubted. Without `results`, values are not known yet.
    """
    if not tool.changes_something or not (outside.steps or outside.inputs):
        return ()
    inside = outside.within(step)
    doubts = []
    for reference in scan(step.args):
        if isinstance(reference, BadReference) or not inside.holds(reference.path):
            continue
        name = str(reference.place[0])
        if tool.argument_roles.get(name, "control") != "control":
            continue
        value = _value_at(reference, results) if results is not None else None
        if results is None or (tool.name, name, value) not in vouched:
            doubts.append(Doubt(name, value, str(reference)))
    return tuple(doubts)


def condition_is_doubtful(step: Step, outside: Outside) -> bool:
    """True if text from outside decides whether the step acts at all."""
    return bool(step.when) and any(map(outside.within(step).holds, parse(step.when).references()))


def shown_value(value: Json) -> str:
    """A value as a person is shown it: whole if it is of a size that can be read, else with what was left out said."""
    text = value if isinstance(value, str) else repr(value)
    if len(text) > _LONGEST_SHOWN:
        return f"{text[:_LONGEST_SHOWN]}… ({len(text):,} characters)"
    return text


def _reads_outside(step: Step, tools: Tools) -> bool:
    if isinstance(step.plan, Plan):
        return any(_reads_outside(each, tools) for each in step.plan.steps)
    tool = tools.get(step.tool)
    return tool is not None and not tool.trusted


def _paths(value: Json) -> Iterable[Path]:
    return (found.path for found in scan(value) if isinstance(found, Reference))


def _value_at(reference: Reference, results: Mapping[str, Json]) -> Json:
    try:
        return reference.path.look_up(results)
    except PathNotFound:
        return None
