"""Edits: the changes that a person, a repair or a recovery makes to a plan. Data first, so that they can be recorded.

`edited(plan, edit)` gives the next version of the plan, or refuses and says why. What is `frozen` (it has run, or is
running) stays as it is, whatever the edit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, TypeAlias, assert_never

from gameplan.plans.graph import Graph, cycles, graph_of
from gameplan.plans.model import RESERVED_IDS, STEP_ID, ForEach, Plan, Step
from gameplan.plans.renaming import with_names
from gameplan.runtime.events import Json


class EditRefused(ValueError):
    """The edit cannot be made; nothing has changed."""


@dataclass(frozen=True, slots=True)
class ReplaceStep:
    """Put another step of the same id in a step's place."""

    by: Step
    kind: Literal["replace_step"] = "replace_step"


@dataclass(frozen=True, slots=True)
class Describe:
    """Say in other words what a step does."""

    step: str
    description: str
    kind: Literal["describe"] = "describe"


@dataclass(frozen=True, slots=True)
class UseTool:
    """Let a step use another tool."""

    step: str
    tool: str
    kind: Literal["use_tool"] = "use_tool"


@dataclass(frozen=True, slots=True)
class SetArgs:
    """Give a step other arguments."""

    step: str
    args: dict[str, Json]
    kind: Literal["set_args"] = "set_args"


@dataclass(frozen=True, slots=True)
class SetArgument:
    """Give one argument of a step, or something inside it, another value."""

    step: str
    place: tuple[str | int, ...]
    value: Json
    kind: Literal["set_argument"] = "set_argument"


@dataclass(frozen=True, slots=True)
class DropArgument:
    """Take one argument away from a step."""

    step: str
    name: str
    kind: Literal["drop_argument"] = "drop_argument"


@dataclass(frozen=True, slots=True)
class AddDependency:
    """Let a step come after another."""

    step: str
    on: str
    kind: Literal["add_dependency"] = "add_dependency"


@dataclass(frozen=True, slots=True)
class DropDependency:
    """Take away every mention of a step among those that another declares to come after."""

    step: str
    on: str
    kind: Literal["drop_dependency"] = "drop_dependency"


@dataclass(frozen=True, slots=True)
class SetDependencies:
    """Say anew which steps a step comes after."""

    step: str
    on: tuple[str, ...]
    kind: Literal["set_dependencies"] = "set_dependencies"


@dataclass(frozen=True, slots=True)
class SetCondition:
    """Do a step only when something holds; without text, always."""

    step: str
    when: str
    kind: Literal["set_condition"] = "set_condition"


@dataclass(frozen=True, slots=True)
class SetForEach:
    """Do a step once for each of some items, or (None) once."""

    step: str
    for_each: ForEach | None
    kind: Literal["set_for_each"] = "set_for_each"


@dataclass(frozen=True, slots=True)
class SetApproval:
    """Whether a step asks a person: true, false, or (None) as its effects demand."""

    step: str
    approval: bool | None
    kind: Literal["set_approval"] = "set_approval"


@dataclass(frozen=True, slots=True)
class SkipStep:
    """Leave a step in the plan and do without it, and without what uses its result."""

    step: str
    kind: Literal["skip_step"] = "skip_step"


@dataclass(frozen=True, slots=True)
class AddStep:
    """Put a new step after another; without one, at the beginning."""

    new: Step
    after: str = ""
    kind: Literal["add_step"] = "add_step"


@dataclass(frozen=True, slots=True)
class RemoveStep:
    """Take a step out. With `rewire`, what came after it comes after what it came after.

    With `instead`, whatever names it names that other step from then on.
    """

    step: str
    rewire: bool = False
    instead: str = ""
    kind: Literal["remove_step"] = "remove_step"


@dataclass(frozen=True, slots=True)
class MoveStep:
    """Put a step in front of another; without one, at the end."""

    step: str
    before: str = ""
    kind: Literal["move_step"] = "move_step"


@dataclass(frozen=True, slots=True)
class RenameStep:
    """Give a step another id; whatever names it names it so from then on."""

    step: str
    to: str
    kind: Literal["rename_step"] = "rename_step"


@dataclass(frozen=True, slots=True)
class RenameNumber:
    """Give the step of this number (from 1) another id, where two have the same; nothing else changes."""

    number: int
    to: str
    kind: Literal["rename_number"] = "rename_number"


Edit: TypeAlias = (
    ReplaceStep
    | Describe
    | UseTool
    | SetArgs
    | SetArgument
    | DropArgument
    | AddDependency
    | DropDependency
    | SetDependencies
    | SetCondition
    | SetForEach
    | SetApproval
    | SkipStep
    | AddStep
    | RemoveStep
    | MoveStep
    | RenameStep
    | RenameNumber
)


def edited(plan: Plan, *edits: Edit, frozen: Collection[str] = ()) -> Plan:
    """The next version of the plan, with all of the edits in their order; or `EditRefused`, and nothing has changed."""
    after = plan
    for edit in edits:
        after = replace(after, steps=tuple(_steps(after, edit)))
    _check_frozen(plan, after, frozen)
    return plan if after.steps == plan.steps else plan.changed(after.steps)


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
    if followers and not (edit.rewire or edit.instead):
        come = "comes" if len(followers) == 1 else "come"
        raise EditRefused(
            f'"{gone.id}" cannot be removed: {_listed(followers)} {come} after it. '
            "Rewire them to what it comes after, or remove those first."
        )
    steps = [_bypassing(step, gone, graph) for step in plan.steps if step is not gone]
    return [with_names(step, {gone.id: edit.instead}) for step in steps] if edit.instead else steps


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
