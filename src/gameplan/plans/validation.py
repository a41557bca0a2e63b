"""Validation: every problem of a plan, found before anything runs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from gameplan.plans.argument_checks import check_arguments
from gameplan.plans.catalogue import AnyTool, Catalogue, copied_argument
from gameplan.plans.conflicts import check_conflicts
from gameplan.plans.edits import DropDependency, Edit, RenameNumber, SetApproval, SetDependencies, UseTool
from gameplan.plans.effects import Touched, touched
from gameplan.plans.graph import Graph, cycles, graph_of
from gameplan.plans.limits import Limits, NotJson, TooLarge, size_of
from gameplan.plans.model import RESERVED_IDS, STEP_ID, Input, Plan, Step
from gameplan.plans.problems import Code, Problem, Repair, shown
from gameplan.plans.reference_checks import check_condition, check_references
from gameplan.plans.scope import Scope, inputs_schema, primary_path, spelled_out
from gameplan.plans.uses import Uses, uses_of
from gameplan.runtime.events import Json

__all__ = ["Limits", "Problem", "primary_path", "spelled_out", "validate"]

_LONGEST_ID = 100
_LONGEST_WAIT = 1_000_000_000.0
_LISTED = 12
_NO_LIMITS = Limits()


def validate(
    plan: Plan,
    tools: Iterable[AnyTool] | Mapping[str, AnyTool],
    *,
    inputs: Mapping[str, Json] | None = None,
    limits: Limits = _NO_LIMITS,
) -> tuple[Problem, ...]:
    """Every problem of the plan, each with its step, its place and a repair. A plan without any can be run.

    `inputs` are the values that it is to run with; without them, only the plan itself is looked at.
    """
    outsized = tuple(_check_size(plan, limits))
    if outsized:
        return outsized
    unfit, total = _measured(plan, limits)
    if total > limits.total:
        return (_too_large(limits),)
    uses = [Uses() if number in unfit else uses_of(step) for number, step in enumerate(plan.steps)]
    count = sum(len(each.args) + len(each.items) for each in uses)
    if count > limits.references:
        message = f"The plan has {count:,} references; {limits.references:,} are allowed."
        return (Problem("too_many_dependencies", None, ("steps",), message),)
    scope = Scope(plan, Catalogue.of(tools), uses, {step.id: step for step in reversed(plan.steps)})
    schemas = {step.id: scope.result_schema(step) for step in plan.steps}
    schemas["input"] = inputs_schema(plan)
    problems = list(_check_inputs(plan, inputs))
    problems += _check_ids(plan)
    touches: dict[str, Touched] = {}
    for number, step in enumerate(plan.steps):
        problems += _check_settings(step, limits)
        problems += _check_dependencies(step, scope)
        if number in unfit:
            problems.append(unfit[number])
            continue
        problems += check_references(step, uses[number], scope)
        problems += check_condition(step, uses[number], schemas)
        tool = scope.tools.get(step.tool)
        if tool is None:
            problems.append(_unknown_tool(step, scope))
            continue
        found, params = check_arguments(step, tool, scope)
        problems += found
        touches.setdefault(step.id, touches_ := touched(step, tool, params))
        problems += _check_gate(step, touches_)
    graph = graph_of(plan, uses=uses)
    problems += _check_cycles(graph, scope)
    copied = {step.id: copied_argument(scope.tools[step.tool]) for step in plan.steps if step.tool in scope.tools}
    problems += check_conflicts(scope.steps, touches, graph, copied)
    return tuple(problems)


def _check_size(plan: Plan, limits: Limits) -> Iterator[Problem]:
    """What makes it pointless, or too much work, to look any further."""
    count = len(plan.steps)
    if not count:
        yield Problem("empty_plan", None, ("steps",), "The plan has no steps.", Repair("Add at least one."))
    if count > limits.steps:
        message = f"The plan has {count:,} steps; {limits.steps:,} are allowed."
        yield Problem("too_many_steps", None, ("steps",), message, Repair("Do the same for many things with forEach."))
        return
    dependencies = sum(len(step.depends_on) for step in plan.steps)
    if dependencies > limits.dependencies:
        message = f"The steps declare {dependencies:,} dependencies; {limits.dependencies:,} are allowed."
        yield Problem("too_many_dependencies", None, ("steps",), message)


def _too_large(limits: Limits) -> Problem:
    message = f"The plan is larger than {limits.total:,} characters."
    return Problem("too_large", None, (), message, Repair("Put large contents into files, and refer to those."))


def _measured(plan: Plan, limits: Limits) -> tuple[dict[int, Problem], int]:
    """The steps (by number) that are too large or not JSON, with that problem; and the size of all others."""
    unfit: dict[int, Problem] = {}
    total = 0
    for number, step in enumerate(plan.steps):
        items = None if step.for_each is None else step.for_each.items
        total += len(step.when) + len(step.description)
        for place, value in (("args",), step.args), (("forEach", "items"), items):
            try:
                total += size_of(value, largest=limits.args, depth=limits.depth)
            except TooLarge as error:
                repair = Repair("Put large contents into files, and refer to those.")
                unfit[number] = Problem("too_large", step.id, place, f"This is too large: {error}.", repair)
            except NotJson as error:
                unfit[number] = Problem("not_json", step.id, place, f"This is not JSON: {error}.")
        if total > limits.total:
            break
    return unfit, total


def _check_ids(plan: Plan) -> Iterator[Problem]:
    seen: set[str] = {step.id for step in plan.steps}
    first: dict[str, int] = {}
    for number, step in enumerate(plan.steps, 1):
        place = ("steps", number - 1, "id")
        if step.id in RESERVED_IDS:
            message = f'"{step.id}" means something else in references, so it cannot be the id of a step.'
            yield _renamed(plan, "reserved_id", number, place, message, f"{step.id}_step", seen)
        elif len(step.id) > _LONGEST_ID or not STEP_ID.fullmatch(step.id):
            message = f'"{shown(step.id)}" cannot be an id: letters, digits, _ and - only, a letter first.'
            better = "".join(each if STEP_ID.fullmatch(f"_{each}") else "_" for each in step.id[:40])
            yield _renamed(plan, "bad_id", number, place, message, f"step_{better}".rstrip("_"), seen)
        elif step.id in first:
            message = f'Step {number} has the id "{step.id}", which step {first[step.id]} has already.'
            yield _renamed(plan, "duplicate_id", number, place, message, f"{step.id}_{number}", seen)
        first.setdefault(step.id, number)


def _renamed(
    plan: Plan, code: Code, number: int, place: tuple[str | int, ...], message: str, better: str, seen: set[str]
) -> Problem:
    while better in seen:
        better += "_"
    seen.add(better)
    step_id = plan.steps[number - 1].id
    return Problem(code, step_id, place, message, Repair(f'Call it "{better}".', (RenameNumber(number, better),)))


def _check_settings(step: Step, limits: Limits) -> Iterator[Problem]:
    def outside(place: tuple[str, ...], value: float, least: float, most: float) -> Iterator[Problem]:
        if not (math.isfinite(value) and least <= value <= most):
            message = f"It must be from {least:,g} to {most:,.0f}, but is {value:g}."
            yield Problem("bad_setting", step.id, place, message)

    if step.for_each is not None:
        yield from outside(("forEach", "max"), step.for_each.max, 1, limits.items)
        yield from outside(("forEach", "parallel"), step.for_each.parallel, 1, limits.items)
    if step.retry is not None:
        yield from outside(("retry", "attempts"), step.retry.attempts, 1, 100)
        yield from outside(("retry", "wait"), step.retry.wait, 0, _LONGEST_WAIT)
    if step.timeout is not None:
        yield from outside(("timeout",), step.timeout, 0.001, _LONGEST_WAIT)
    if step.estimated_duration is not None:
        yield from outside(("estimatedDuration",), step.estimated_duration, 0, _LONGEST_WAIT)


def _check_dependencies(step: Step, scope: Scope) -> Iterator[Problem]:
    seen: set[str] = set()
    for number, name in enumerate(step.depends_on):
        place = ("dependsOn", number)
        if name in seen:
            message = f'It says twice that it comes after "{shown(name)}".'
            once: tuple[Edit, ...] = (SetDependencies(step.id, tuple(dict.fromkeys(step.depends_on))),)
            yield Problem("duplicate_dependency", step.id, place, message, Repair("Say it once.", once))
        elif name == step.id:
            repair = Repair("Take that away.", (DropDependency(step.id, name),))
            yield Problem("self_dependency", step.id, place, "It says that it comes after itself.", repair)
        elif name not in scope.steps:
            near = scope.nearest.to(name, scope.steps)
            better = tuple(dict.fromkeys(near if each == name else each for each in step.depends_on))
            edit: Edit = SetDependencies(step.id, better) if near else DropDependency(step.id, name)
            words = f'Did you mean "{near}"?' if near else "Take it away, or add such a step."
            message = f'It comes after "{shown(name)}", but there is no such step.'
            yield Problem("unknown_dependency", step.id, place, message, Repair(words, (edit,)))
        seen.add(name)


def _unknown_tool(step: Step, scope: Scope) -> Problem:
    near = scope.nearest.to(step.tool, scope.tools)
    names = ", ".join(list(scope.tools)[:_LISTED]) + (", …" if len(scope.tools) > _LISTED else "")
    message = f'There is no tool "{shown(step.tool)}".'
    if near:
        return Problem(
            "unknown_tool", step.id, ("tool",), message, Repair(f'Did you mean "{near}"?', (UseTool(step.id, near),))
        )
    return Problem("unknown_tool", step.id, ("tool",), message, Repair(f"There are: {names or 'none at all'}."))


def _check_gate(step: Step, touches: Touched) -> Iterator[Problem]:
    if step.approval is False and touches.gated:
        message = f"It {' and '.join(touches.gated)} something, and says that nobody is to be asked."
        repair = Repair("Let it ask: a person can approve many at once when it runs.", (SetApproval(step.id, None),))
        yield Problem("destructive_without_gate", step.id, ("approval",), message, repair)


def _check_cycles(graph: Graph, scope: Scope) -> Iterator[Problem]:
    for cycle in cycles(graph.needs):
        names = [shown(name) for name in cycle]
        if len(names) > _LISTED:
            names = [*names[:_LISTED], f"… ({len(cycle) - _LISTED - 1} more)", names[-1]]
        edits: tuple[Edit, ...] = ()
        for step_id, need in pairwise(cycle):
            if need in scope.steps[step_id].depends_on and need not in graph.refers[step_id]:
                edits = (DropDependency(step_id, need),)
        words = "Take one of these dependencies away."
        message = f"These steps wait for each other: {' -> '.join(names)}."
        yield Problem("cycle", cycle[0], (), message, Repair(words, edits))


def _check_inputs(plan: Plan, inputs: Mapping[str, Json] | None) -> Iterator[Problem]:
    for name, each in plan.inputs.items():
        if each.default is not None and not _is_a(each.default, each):
            message = f"Its default is not of the type {each.type}."
            yield Problem("wrong_type", None, ("inputs", name, "default"), message)
    if inputs is None:
        return
    for name, each in plan.inputs.items():
        if name not in inputs or inputs[name] is None:
            if each.required and each.default is None:
                about = f" ({shown(each.description, 200)})" if each.description else ""
                message = f'The plan needs the input "{shown(name)}"{about}.'
                yield Problem("input_missing", None, ("inputs", name), message, Repair("Give it a value."))
        elif not _is_a(inputs[name], each):
            yield Problem("wrong_type", None, ("inputs", name), f"The value given is not of the type {each.type}.")
    for name in inputs:
        if name not in plan.inputs:
            known = ", ".join(map(shown, plan.inputs)) or "none"
            message = f'The plan has no input "{shown(str(name))}".'
            yield Problem("unknown_input", None, ("inputs", str(name)), message, Repair(f"Its inputs are: {known}."))


def _is_a(value: Any, wanted: Input) -> bool:
    match wanted.type:
        case "string":
            return isinstance(value, str)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "boolean":
            return isinstance(value, bool)
        case "array":
            return isinstance(value, list)
        case "object":
            return isinstance(value, dict)
