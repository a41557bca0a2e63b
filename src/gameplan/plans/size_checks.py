"""How much there is in a plan and in the plans inside it: looked at first, so that nothing too large is worked on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gameplan.plans.limits import Limits, NotJson, TooLarge, size_of
from gameplan.plans.model import Plan
from gameplan.plans.problems import Problem, Repair
from gameplan.plans.references import Place
from gameplan.plans.uses import Uses, uses_of
from gameplan.runtime.events import Json

_LEVELS_OF_A_PLAN = 3  # `plan`, `steps` and the step
_SMALLER = Repair("Put large contents into files, and refer to those.")


@dataclass(frozen=True, slots=True)
class Measured:
    """A plan that can be worked on: what its steps use, and which of them (by number) cannot be looked at, and why."""

    size: int
    uses: Sequence[Uses]
    unfit: Mapping[int, Problem]
    unfit_output: Problem | None


def check_counts(plan: Plan, limits: Limits) -> Problem | None:
    """Whether there are too many steps, dependencies or plans inside each other."""
    steps = dependencies = 0
    for each, level in _plans(plan):
        if level > limits.nesting:
            message = f"There are plans inside plans, more than {limits.nesting} deep."
            return Problem("nested_too_deep", None, ("steps",), message)
        steps += len(each.steps)
        if steps > limits.steps:
            count = f"{steps:,} steps" if each is plan else f"{steps:,} steps or more, with those inside them"
            message = f"The plan has {count}; {limits.steps:,} are allowed."
            repair = Repair("Do the same for many things with forEach.")
            return Problem("too_many_steps", None, ("steps",), message, repair)
        dependencies += sum([len(step.depends_on) for step in each.steps])
    if dependencies > limits.dependencies:
        message = f"The steps declare {dependencies:,} dependencies; {limits.dependencies:,} are allowed."
        return Problem("too_many_dependencies", None, ("steps",), message)
    return None


def measured(plan: Plan, limits: Limits) -> dict[int, Measured] | Problem:
    """The plan and all plans inside it, by their identities; or what is wrong with the size of the whole."""
    found: dict[int, Measured] = {}
    total = references = 0
    for each, level in _plans(plan):
        if id(each) not in found:
            found[id(each)] = _measured(each, limits, limits.depth - level * _LEVELS_OF_A_PLAN)
        total += found[id(each)].size
        if total > limits.total:
            return Problem("too_large", None, (), f"The plan is larger than {limits.total:,} characters.", _SMALLER)
        references += sum([len(used.args) + len(used.items) for used in found[id(each)].uses])
    if references > limits.references:
        message = f"The plan has {references:,} references; {limits.references:,} are allowed."
        return Problem("too_many_dependencies", None, ("steps",), message)
    return found


def _measured(plan: Plan, limits: Limits, depth: int) -> Measured:
    unfit: dict[int, Problem] = {}
    total, problem = _size(plan.output, None, ("output",), limits, depth)
    unfit_output = problem
    for number, step in enumerate(plan.steps):
        size, problem = _size(step.args, step.id, ("args",), limits, depth)
        total += size + len(step.when) + len(step.description)
        if step.for_each is not None:
            size, other = _size(step.for_each.items, step.id, ("forEach", "items"), limits, depth)
            total += size
            problem = problem or other
        if problem is not None:
            unfit[number] = problem
        if total > limits.total:
            return Measured(total, (), unfit, None)
    uses = [Uses() if number in unfit else uses_of(step) for number, step in enumerate(plan.steps)]
    return Measured(total, uses, unfit, unfit_output)


def _size(value: Json, step_id: str | None, place: Place, limits: Limits, depth: int) -> tuple[int, Problem | None]:
    """How large a value is; or what is wrong with it."""
    try:
        return size_of(value, largest=limits.args, depth=depth), None
    except TooLarge as error:
        return 0, Problem("too_large", step_id, place, f"This is too large: {error}.", _SMALLER)
    except NotJson as error:
        return 0, Problem("not_json", step_id, place, f"This is not JSON: {error}.")


def _plans(plan: Plan) -> Iterator[tuple[Plan, int]]:
    """The plan and all plans inside it, each with how deep it is."""
    ahead = [(plan, 0)]
    while ahead:
        each, level = ahead.pop()
        yield each, level
        ahead += [(step.plan, level + 1) for step in each.steps if isinstance(step.plan, Plan)]
