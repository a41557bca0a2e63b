"""Validation: every problem of a plan, found before anything runs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise

from gameplan.plans.argument_checks import check_arguments, check_inputs
from gameplan.plans.catalogue import AnyTool, Catalogue
from gameplan.plans.conflicts import check_conflicts
from gameplan.plans.edit_kinds import (
    DropDependency,
    Edit,
    RenameNumber,
    SetApproval,
    SetDependencies,
    SetPlan,
    UseTool,
)
from gameplan.plans.effects import Touched, touched, touched_inside
from gameplan.plans.graph import Graph, cycles, graph_of
from gameplan.plans.limits import Limits
from gameplan.plans.model import NESTED, RESERVED_IDS, STEP_ID, Plan, Step
from gameplan.plans.problems import Code, Problem, Repair, shown
from gameplan.plans.reference_checks import check_condition, check_output, check_references
from gameplan.plans.scope import Results, Scope, primary_path, spelled_out
from gameplan.plans.size_checks import Measured, check_counts, measured
from gameplan.runtime.events import Json

__all__ = ["Limits", "Problem", "primary_path", "spelled_out", "validate"]

_LONGEST_ID = 100
_LONGEST_WAIT = 1_000_000_000.0
_LISTED = 12
_COMPARED = 1_000
_NO_LIMITS = Limits()


def validate(
    plan: Plan,
    tools: Iterable[AnyTool] | Mapping[str, AnyTool],
    *,
    inputs: Mapping[str, Json] | None = None,
    limits: Limits = _NO_LIMITS,
    templates: Collection[str] = (),
) -> tuple[Problem, ...]:
    """Every problem of the plan, each with its step, its place and a repair. A plan without any can be run.

    `inputs` are the values that it is to run with; without them, only the plan itself is looked at. Templates that
    steps name must have been put in (`templating.expanded`); `templates` are the names that there are.
    """
    outsized = check_counts(plan, limits)
    if outsized is not None:
        return (outsized,)
    sizes = measured(plan, limits)
    if isinstance(sizes, Problem):
        return (sizes,)
    checking = _Checking(sizes, limits, templates)
    return (*_check_inputs(plan, inputs), *checking.problems(Scope.of(plan, Catalogue.of(tools))))


class _Checking:
    """Finds the problems of a plan and of the plans inside it; of one that stands there several times, once."""

    def __init__(self, sizes: Mapping[int, Measured], limits: Limits, templates: Collection[str]) -> None:
        self._sizes = sizes
        self._limits = limits
        self._templates = templates
        self._found: dict[int, tuple[Problem, ...]] = {}

    def problems(self, scope: Scope) -> tuple[Problem, ...]:
        """The problems of a plan, and of those inside it."""
        plan = scope.plan
        if id(plan) not in self._found:
            self._found[id(plan)] = tuple(self._of_plan(scope, self._sizes[id(plan)]))
        return self._found[id(plan)]

    def _of_plan(self, scope: Scope, size: Measured) -> Iterator[Problem]:
        plan = scope.plan
        if not plan.steps:
            yield Problem("empty_plan", None, ("steps",), "The plan has no steps.", Repair("Add at least one."))
        yield from _check_defaults(plan)
        yield from _check_ids(plan)
        schemas = Results(scope)
        touches: dict[str, Touched] = {}
        for number, (step, uses) in enumerate(zip(plan.steps, size.uses, strict=True)):
            yield from _check_settings(step, self._limits)
            if step.depends_on:
                yield from _check_dependencies(step, scope)
            if number in size.unfit:
                yield size.unfit[number]
                continue
            if uses.args or uses.bad or step.for_each is not None:
                yield from check_references(step, uses, scope)
            if step.when:
                yield from check_condition(step, uses, schemas)
            if step.tool == NESTED or step.plan is not None:
                yield from self._nested(step, scope)
                touches_ = touched_inside(step, scope.tools)
            elif (tool := scope.tools.get(step.tool)) is not None:
                found, params = check_arguments(step, tool, scope)
                yield from found
                touches_ = touched(step, tool, params)
            else:
                yield _unknown_tool(step, scope)
                continue
            touches.setdefault(step.id, touches_)
            yield from _check_gate(step, touches_)
        yield from check_output(scope) if size.unfit_output is None else (size.unfit_output,)
        graph = graph_of(plan, uses=size.uses)
        yield from _check_cycles(graph, scope)
        yield from check_conflicts(scope.steps, touches, graph)

    def _nested(self, step: Step, scope: Scope) -> Iterator[Problem]:
        """The problems of a step that carries out a plan, and of that plan."""
        if step.plan is None:
            message = f'A step with the tool "{NESTED}" carries out a plan, but there is none in it.'
            yield Problem("plan_missing", step.id, ("plan",), message, Repair("Add its plan, or name a template."))
        elif step.tool != NESTED:
            message = f'There is a plan in it, but it calls the tool "{shown(step.tool)}".'
            repair = Repair(f'Let it carry out its plan: set the tool to "{NESTED}".', (UseTool(step.id, NESTED),))
            yield Problem("plan_not_used", step.id, ("tool",), message, repair)
        elif isinstance(step.plan, str):
            yield _unknown_template(step, step.plan, self._templates, scope)
        elif (inside := scope.inside(step)) is not None:
            yield from check_inputs(step, step.plan, scope)
            yield from (problem.inside(step.id) for problem in self.problems(inside))


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
    if better in seen:
        better = f"{better}_{number}"
    while better in seen:
        better += "_"
    seen.add(better)
    step_id = plan.steps[number - 1].id
    return Problem(code, step_id, place, message, Repair(f'Call it "{better}".', (RenameNumber(number, better),)))


def _check_settings(step: Step, limits: Limits) -> list[Problem]:
    settings: list[tuple[tuple[str, ...], float, float, float]] = []
    if step.for_each is not None:
        settings.append((("forEach", "max"), step.for_each.max, 1, limits.items))
        settings.append((("forEach", "parallel"), step.for_each.parallel, 1, limits.items))
    if step.retry is not None:
        settings.append((("retry", "attempts"), step.retry.attempts, 1, 100))
        settings.append((("retry", "wait"), step.retry.wait, 0, _LONGEST_WAIT))
    if step.timeout is not None:
        settings.append((("timeout",), step.timeout, 0.001, _LONGEST_WAIT))
    if step.estimated_duration is not None:
        settings.append((("estimatedDuration",), step.estimated_duration, 0, _LONGEST_WAIT))
    return [
        Problem(
            "bad_setting", step.id, place, f"It must be from {least:,g} to {most:,.0f}, but is {shown(str(value))}."
        )
        for place, value, least, most in settings
        if not least <= value <= most
    ]


def _check_dependencies(step: Step, scope: Scope) -> Iterator[Problem]:
    seen: set[str] = set()
    once: tuple[Edit, ...] = (SetDependencies(step.id, tuple(dict.fromkeys(step.depends_on))),)
    few = len(step.depends_on) <= _COMPARED
    for number, name in enumerate(step.depends_on):
        place = ("dependsOn", number)
        if name in seen:
            message = f'It says twice that it comes after "{shown(name)}".'
            yield Problem("duplicate_dependency", step.id, place, message, Repair("Say it once.", once))
        elif name == step.id:
            repair = Repair("Take that away.", (DropDependency(step.id, name),))
            yield Problem("self_dependency", step.id, place, "It says that it comes after itself.", repair)
        elif name not in scope.steps:
            near = scope.nearest.to(name, scope.steps) if few else ""
            edit: Edit = DropDependency(step.id, name)
            if near:
                better = dict.fromkeys(near if each == name else each for each in step.depends_on)
                edit = SetDependencies(step.id, tuple(better))
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


def _unknown_template(step: Step, name: str, known: Collection[str], scope: Scope) -> Problem:
    near = scope.nearest.to(name, known)
    message = f'There is no template "{shown(name)}".'
    if near:
        repair = Repair(f'Did you mean "{near}"?', (SetPlan(step.id, near),))
    else:
        names = ", ".join(list(known)[:_LISTED]) + (", …" if len(known) > _LISTED else "")
        repair = Repair(f"There are: {names}." if known else "Put the plan itself there.")
    return Problem("unknown_template", step.id, ("plan",), message, repair)


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


def _check_defaults(plan: Plan) -> Iterator[Problem]:
    for name, each in plan.inputs.items():
        if each.default is not None and not each.takes(each.default):
            message = f"Its default is not of the type {each.type}."
            yield Problem("wrong_type", None, ("inputs", name, "default"), message)


def _check_inputs(plan: Plan, inputs: Mapping[str, Json] | None) -> Iterator[Problem]:
    if inputs is None:
        return
    for name, each in plan.inputs.items():
        if name not in inputs or inputs[name] is None:
            if each.must_be_told:
                about = f" ({shown(each.description, 200)})" if each.description else ""
                message = f'The plan needs the input "{shown(name)}"{about}.'
                yield Problem("input_missing", None, ("inputs", name), message, Repair("Give it a value."))
        elif not each.takes(inputs[name]):
            yield Problem("wrong_type", None, ("inputs", name), f"The value given is not of the type {each.type}.")
    for name in inputs:
        if name not in plan.inputs:
            known = ", ".join(map(shown, plan.inputs)) or "none"
            message = f'The plan has no input "{shown(str(name))}".'
            yield Problem("unknown_input", None, ("inputs", str(name)), message, Repair(f"Its inputs are: {known}."))
