"""What a person approved with a plan, and in what another version of it goes beyond that.

Approving a plan approves its tools, and what they touch: these paths, and what lies below them. A change within that
needs no new approval; a destructive call asks for itself anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from gameplan.plans.argument_checks import known_arguments
from gameplan.plans.effects import above, partly_resolved, resource
from gameplan.plans.model import Plan, Step
from gameplan.plans.provenance import Tools
from gameplan.runtime.events import Json
from gameplan.tools import ToolRefused
from gameplan.tools.arguments import validated

Reach: TypeAlias = tuple[str, str | None]
"""A verb, and what it is done to; None where that is only known when the step runs."""

_BOUNDS = ("steps", "money")


def beyond(approved: Plan, proposed: Plan, tools: Tools, inputs: Mapping[str, Json]) -> tuple[str, ...]:
    """In what the proposed plan goes beyond the approved one, in words; nothing, if it does not."""
    known = {step.id: step for step in approved.steps}
    new = [step for step in proposed.steps if known.get(step.id) != step]
    names = set(_tools_of(approved))
    reach = {each for step in approved.steps for each in reach_of(step, tools, inputs)}
    found: dict[str, None] = {}
    for step in new:
        for name in _tools_of(Plan((step,))):
            if name not in names:
                found[f"it uses {name}, which the plan does not"] = None
        for verb, target in reach_of(step, tools, inputs):
            if not _within((verb, target), reach):
                found[f"it {verb} {target if target is not None else 'something that is only known later'}"] = None
        for bound in _BOUNDS:
            if step.tool == "agent" and _amount(step, bound) > max(_amount(each, bound) for each in known.values()):
                found[f"it gives an agent more {bound}"] = None
        if step.plan is not None and known.get(step.id, step).plan != step.plan:
            found["it carries out another plan"] = None
    return tuple(found)


def reach_of(step: Step, tools: Tools, inputs: Mapping[str, Json]) -> Iterator[Reach]:
    """What a step may touch, as far as that is known before it runs."""
    if isinstance(step.plan, Plan):
        for each in step.plan.steps:
            yield from reach_of(each, tools, inputs)
        return
    tool = tools.get(step.tool)
    if tool is None or not tool.effects:
        return
    args, later = known_arguments(partly_resolved(step.args, inputs))
    unknown = {place[0] for place in later}
    try:
        params = None if unknown or step.for_each is not None else validated(tool, args)
    except ToolRefused:
        params = None
    for effect in tool.effects:
        if params is not None:
            yield from ((effect.verb, resource(target)) for target in effect.targets(params))
        elif (
            isinstance(effect.target, str) and effect.target not in unknown and isinstance(args.get(effect.target), str)
        ):
            yield effect.verb, resource(args[effect.target])
        else:
            yield effect.verb, None


def _within(reach: Reach, approved: set[Reach]) -> bool:
    """True if something is the same as, or lies below, what may be touched in that way."""
    verb, target = reach
    if reach in approved:
        return True
    if target is None:
        return False
    stronger = (verb,) if verb != "reads" else ("reads", "writes", "destroys")
    return any((each, name) in approved for each in stronger for name in (target, *above(target)))


def _tools_of(plan: Plan) -> Iterator[str]:
    for step in plan.steps:
        yield step.tool
        if isinstance(step.plan, Plan):
            yield from _tools_of(step.plan)
        named = step.args.get("tools")
        if step.tool == "agent" and isinstance(named, list):
            yield from map(str, named)


def _amount(step: Step, bound: str) -> float:
    value = step.args.get(bound, 0)
    return float(value) if step.tool == "agent" and isinstance(value, int | float) else 0.0
