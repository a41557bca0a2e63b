"""A plan made ready to run: read once, so that carrying it out is only looking things up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from gameplan.expressions import Expression, parse
from gameplan.plans.graph import Graph, graph_of
from gameplan.plans.model import Plan, Step
from gameplan.plans.provenance import Outside, Tools, from_outside
from gameplan.plans.references import Resolver, compiled
from gameplan.plans.scope import spelled_out
from gameplan.plans.uses import uses_of
from gameplan.runtime.events import Json
from gameplan.tools import Tool


@dataclass(frozen=True, slots=True)
class Ready:
    """A step as it will be carried out: spelled out, with its tool, its arguments and condition read.

    `plain` if nothing can make it wait for a person: it changes nothing, and the plan does not ask for it.
    """

    step: Step
    tool: Tool[Any, Any] | None
    resolve: Resolver | None
    condition: Expression | None
    plain: bool

    def arguments(self, results: Mapping[str, Json]) -> dict[str, Json]:
        """Its arguments with every reference replaced."""
        if self.resolve is None:
            return self.step.args
        args: Any = self.resolve(results)
        return args  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A plan with all that follows from it and the tools."""

    plan: Plan
    graph: Graph
    outside: Outside
    steps: dict[str, Ready]


def prepare(
    plan: Plan, tools: Tools, *, estimates: Mapping[str, float] | None = None, untrusted_inputs: Collection[str] = ()
) -> Prepared:
    """Read a plan that has been validated. `estimates` are the seconds that each tool took before."""
    uses = [uses_of(step) for step in plan.steps]
    durations = (
        {
            step.id: estimates[step.tool]
            for step in plan.steps
            if step.estimated_duration is None and step.tool in estimates
        }
        if estimates
        else None
    )
    graph = graph_of(plan, durations, uses=uses)
    spelled = {step.id: step for step in spelled_out(plan, tools).steps}
    by_id = {step.id: used for step, used in zip(plan.steps, uses, strict=True)}
    outside = from_outside((spelled[name] for name in graph.order), tools, untrusted_inputs, by_id)
    return Prepared(plan, graph, outside, {name: _ready(step, tools) for name, step in spelled.items()})


def _ready(step: Step, tools: Tools) -> Ready:
    tool = None if step.plan is not None else tools[step.tool]
    plain = tool is not None and not tool.changes_something and step.approval is not True
    return Ready(step, tool, compiled(step.args), parse(step.when) if step.when else None, plain)
