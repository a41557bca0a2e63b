"""Edits: `edited(plan, edit)` gives the next version of a plan, or refuses and says why.

What is `frozen` (it has run, or is running) stays as it is, whatever the edit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from itertools import pairwise
from typing import assert_never

from gameplan.plans.edit_kinds import (
    AddDependency,
    AddStep,
    Describe,
    DropArgument,
    DropDependency,
    Edit,
    EditInside,
    MoveStep,
    RemoveStep,
    RenameNumber,
    RenameStep,
    ReplaceStep,
    SetApproval,
    SetArgs,
    SetArgument,
    SetCondition,
    SetDependencies,
    SetForEach,
    SetPlan,
    SkipStep,
    UseTool,
)
from gameplan.plans.graph import Graph, cycles, graph_of
from gameplan.plans.model import RESERVED_IDS, STEP_ID, Plan, Step
from gameplan.plans.references import Reference, scan
from gameplan.plans.renaming import references_with_names, with_names
from gameplan.runtime.events import Json


class EditRefused(ValueError):
    """The edit cannot be made; nothing has changed."""


def edited(plan: Plan, *edits: Edit, frozen: Collection[str] = ()) -> Plan:
    """The next version of the plan, with all of the edits in their order; or `EditRefused`, and nothing has changed."""
    after = plan
    for edit in edits:
        after = replace(after, steps=tuple(_steps(after, edit)), output=_output(after, edit))
    _check_frozen(plan, after, frozen)
    return plan if after == plan else replace(after, version=plan.version + 1)


def _steps(plan: Plan, edit: Edit) -> Iterable[Step]:
    match edit:
        case ReplaceStep(by=by):
            return _with(plan, by.id, lambda _: by)
        case Describe(step=name, description=description):
            return _with(plan, name, lambda step: replace(step, description=description))
        case UseTool(step=name, tool=tool):
            return _with(plan, name, lambda step: replace(step, tool=tool))
        case SetArgs(step=name, args=args):
            return _with(plan, name, lambda step: replace(step, args=args))
        case SetArgument(step=name, place=place, value=value):
            return _with(plan, name, lambda step: replace(step, args=_with_value(step, place, value)))
        case DropArgument(step=name, name=argument):
            return _with(plan, name, lambda step: replace(step, args=_without(step, argument)))
        case AddDependency(step=name, on=on):
            return _depending(plan, name, (*_found(plan, name).depends_on, on))
        case DropDependency(step=name, on=on):
            return _with(plan, name, lambda step: replace(step, depends_on=_dropped(step, on)))
        case SetDependencies(step=name, on=all_of_them):
            return _depending(plan, name, all_of_them)
        case SetCondition(step=name, when=when):
            return _with(plan, name, lambda step: replace(step, when=when))
        case SetForEach(step=name, for_each=for_each):
            return _with(plan, name, lambda step: replace(step, for_each=for_each))
        case SetApproval(step=name, approval=approval):
            return _with(plan, name, lambda step: replace(step, approval=approval))
        case SetPlan(step=name, plan=other):
            return _with(plan, name, lambda step: replace(step, plan=other))
        case EditInside(step=name, edit=inner):
            return _with(plan, name, lambda step: replace(step, plan=_edited_inside(step, inner)))
        case SkipStep(step=name):
            return _with(plan, name, lambda step: replace(step, when="false"))
        case AddStep(new=new, after=after):
            return _added(plan, new, after)
        case RemoveStep():
            return _removed(plan, edit)
        case MoveStep(step=name, before=before):
            return _moved(plan, name, before)
        case RenameStep(step=name, to=to):
            _found(plan, name)
            _check_new_id(plan, to)
            return [with_names(step, {name: to}) for step in plan.steps]
        case RenameNumber(number=number, to=to):
            return _renamed(plan, number, to)
        case _:
            assert_never(edit)


def _output(plan: Plan, edit: Edit) -> Json:
    """What the plan gives, where the edit gives a step that it names another name."""
    match edit:
        case RenameStep(step=name, to=to) | RemoveStep(step=name, instead=to) if to:
            return references_with_names(plan.output, {name: to})
        case _:
            return plan.output


def _edited_inside(step: Step, edit: Edit) -> Plan:
    if isinstance(step.plan, str):
        raise EditRefused(
            f'"{step.id}" carries out the template "{step.plan}": put the plan itself there to change it.'
        )
    if step.plan is None:
        raise EditRefused(f'"{step.id}" calls a tool: there is no plan in it.')
    return edited(step.plan, edit)


def _found(plan: Plan, name: str) -> Step:
    for step in plan.steps:
        if step.id == name:
            return step
    raise EditRefused(f'There is no step "{name}" in this plan.')


def _with(plan: Plan, name: str, change: Callable[[Step], Step]) -> list[Step]:
    """The steps, with the first one of this id changed."""
    chosen = _found(plan, name)
    return [change(step) if step is chosen else step for step in plan.steps]


def _with_value(step: Step, place: tuple[str | int, ...], value: Json) -> dict[str, Json]:
    """The arguments with another value at a place; the way there must be there already."""
    if not place:
        raise EditRefused(f'Which argument of "{step.id}" is meant is not said.')
    top: dict[str, Json] = dict(step.args)
    inside: Json = top
    for part, following in pairwise(place):
        if not _has(inside, part) or not isinstance(inside[part], dict | list):
            raise EditRefused(f'The arguments of "{step.id}" have nothing at {part!r} that {following!r} could be in.')
        inside[part] = inside[part].copy()
        inside = inside[part]
    if not isinstance(inside, dict) and not _has(inside, place[-1]):
        raise EditRefused(f'The arguments of "{step.id}" have no place {place[-1]!r} there.')
    if isinstance(inside, dict) and not isinstance(place[-1], str):
        raise EditRefused(f'The name of an argument of "{step.id}" is a text, not {place[-1]!r}.')
    inside[place[-1]] = value
    return top


def _has(value: Json, part: str | int) -> bool:
    if isinstance(value, dict):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and -len(value) <= part < len(value)


def _without(step: Step, argument: str) -> dict[str, Json]:
    if argument not in step.args:
        raise EditRefused(f'"{step.id}" has no argument "{argument}".')
    return {name: value for name, value in step.args.items() if name != argument}


def _dropped(step: Step, on: str) -> tuple[str, ...]:
    if on not in step.depends_on:
        raise EditRefused(f'"{step.id}" does not declare to come after "{on}".')
    return tuple(name for name in step.depends_on if name != on)


def _depending(plan: Plan, name: str, on: Iterable[str]) -> list[Step]:
    names = tuple(dict.fromkeys(on))
    for each in names:
        _found(plan, each)
        if each == name:
            raise EditRefused(f'"{name}" cannot come after itself.')
    steps = _with(plan, name, lambda step: replace(step, depends_on=names))
    before = {frozenset(cycle) for cycle in cycles(graph_of(plan).needs)}
    for cycle in cycles(graph_of(replace(plan, steps=tuple(steps))).needs):
        if frozenset(cycle) not in before:
            raise EditRefused(f"Then these would wait for each other: {' -> '.join(cycle)}.")
    return steps


def _added(plan: Plan, new: Step, after: str) -> list[Step]:
    _check_new_id(plan, new.id)
    at = plan.steps.index(_found(plan, after)) + 1 if after else 0
    return [*plan.steps[:at], new, *plan.steps[at:]]


def _check_new_id(plan: Plan, name: str) -> None:
    if not STEP_ID.fullmatch(name):
        raise EditRefused(f'"{name}" cannot be the id of a step: letters, digits, _ and - only, a letter first.')
    if name in RESERVED_IDS:
        raise EditRefused(f'"{name}" means something else in references: give the step another id.')
    if any(step.id == name for step in plan.steps):
        raise EditRefused(f'There is a step "{name}" already.')


def _removed(plan: Plan, edit: RemoveStep) -> list[Step]:
    gone, graph = _found(plan, edit.step), graph_of(plan)
    followers = graph.followers[gone.id]
    users = [name for name in followers if gone.id in graph.refers[name]]
    if edit.instead:
        _found(plan, edit.instead)
        if edit.instead in (gone.id, *_after(graph, gone.id)):
            raise EditRefused(f'"{edit.instead}" waits for "{gone.id}", so it cannot stand in for it.')
    elif users:
        raise EditRefused(
            f'"{gone.id}" cannot be removed: {_listed(users)} {"uses" if len(users) == 1 else "use"} its result. '
            "Say which step to use instead, or remove those first."
        )
    elif gone.id in _given(plan):
        raise EditRefused(f'"{gone.id}" cannot be removed: its result is what the plan gives.')
    if followers and not (edit.rewire or edit.instead):
        come = "comes" if len(followers) == 1 else "come"
        raise EditRefused(
            f'"{gone.id}" cannot be removed: {_listed(followers)} {come} after it. '
            "Rewire them to what it comes after, or remove those first."
        )
    steps = [_bypassing(step, gone, graph) for step in plan.steps if step is not gone]
    return [with_names(step, {gone.id: edit.instead}) for step in steps] if edit.instead else steps


def _given(plan: Plan) -> set[str]:
    """The names in what the plan gives."""
    return {found.path.root for found in scan(plan.output) if isinstance(found, Reference)}


def _bypassing(step: Step, gone: Step, graph: Graph) -> Step:
    """The step, coming after what the one that is gone came after."""
    if gone.id not in step.depends_on:
        return step
    names: list[str] = []
    for name in step.depends_on:
        names += graph.needs[gone.id] if name == gone.id else [name]
    return replace(step, depends_on=tuple(dict.fromkeys(names)))


def _after(graph: Graph, name: str) -> set[str]:
    """Everything that waits for a step, by way of others too."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        following = [each for each in graph.followers[ahead.pop()] if each not in found]
        found.update(following)
        ahead += following
    return found


def _moved(plan: Plan, name: str, before: str) -> list[Step]:
    chosen = _found(plan, name)
    rest = [step for step in plan.steps if step is not chosen]
    if before == name:
        return list(plan.steps)
    at = rest.index(_found(plan, before)) if before else len(rest)
    graph = graph_of(plan)
    late = [step.id for step in rest[at:] if step.id in graph.needs[name]]
    if late:
        raise EditRefused(f'"{name}" cannot come before {_listed(late)}: it waits for {_them(late)}.')
    early = [step.id for step in rest[:at] if step.id in graph.followers[name]]
    if early:
        waits = "waits" if len(early) == 1 else "wait"
        raise EditRefused(f'"{name}" cannot come after {_listed(early)}: {_they(early)} {waits} for "{name}".')
    return [*rest[:at], chosen, *rest[at:]]


def _renamed(plan: Plan, number: int, to: str) -> list[Step]:
    if not 1 <= number <= len(plan.steps):
        raise EditRefused(f"There is no step number {number} in this plan.")
    _check_new_id(plan, to)
    steps = list(plan.steps)
    steps[number - 1] = replace(steps[number - 1], id=to)
    return steps


def _check_frozen(before: Plan, after: Plan, frozen: Collection[str]) -> None:
    if not frozen:
        return
    old = [step for step in before.steps if step.id in frozen]
    new = {step.id: step for step in after.steps}
    for step in old:
        if new.get(step.id) != step:
            raise EditRefused(f'"{step.id}" has run or is running: it cannot be changed any more.')
    if [step.id for step in old] != [step.id for step in after.steps if step.id in frozen]:
        raise EditRefused("What has run or is running cannot be put into another order.")


def _listed(names: Collection[str]) -> str:
    few = [f'"{name}"' for name in list(names)[:5]]
    more = len(names) - len(few)
    return " and ".join([", ".join(few[:-1]), few[-1]] if len(few) > 1 and not more else [", ".join(few)]) + (
        f" and {more} more" if more else ""
    )


def _them(names: Collection[str]) -> str:
    return "it" if len(names) == 1 else "them"


def _they(names: Collection[str]) -> str:
    return "it" if len(names) == 1 else "they"
