"""What has changed from one version of a plan to another, in lines that a person reads."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from difflib import unified_diff

from gameplan.plans.model import Plan, Step
from gameplan.plans.problems import shown
from gameplan.plans.renaming import with_names
from gameplan.runtime.events import Json

_SHOWN = 80
_MOST_LINES = 30
_MOST_COMPARED = 2_000
_WIRE_NAMES = {"for_each": "forEach", "estimated_duration": "estimatedDuration"}


def diff_plans(old: Plan, new: Plan) -> tuple[str, ...]:
    """One line for each step that was added (+), removed (-), renamed (=), moved (>) or changed (~), and details.

    Nothing, if the two plans do the same in the same words.
    """
    return (*_inputs(old, new), *_steps(old, new), *_output(old, new))


def _inputs(old: Plan, new: Plan) -> Iterator[str]:
    for name in old.inputs:
        if name not in new.inputs:
            yield f'- input "{shown(name)}"'
    for name, each in new.inputs.items():
        if name not in old.inputs:
            yield f'+ input "{shown(name)}": {each.type}'
        elif old.inputs[name] != each:
            yield f'~ input "{shown(name)}": {_said(_facts(old.inputs[name]))} -> {_said(_facts(each))}'


def _output(old: Plan, new: Plan) -> Iterator[str]:
    if not _same(old.output, new.output):
        yield f"~ output: {_optional(old.output)} -> {_optional(new.output)}"


def _steps(old: Plan, new: Plan) -> Iterator[str]:
    before, after = _by_id(old), _by_id(new)
    renamed = _renamed(old, new, before, after)
    for name, step in before.items():
        if name not in after and name not in renamed:
            yield f'- step "{shown(name)}": {_call(step)}'
    for name, other in renamed.items():
        yield f'= step "{shown(name)}" is now called "{shown(other)}"'
    ids = [step.id for step in new.steps]
    moved = _moved([renamed.get(name, name) for name in before], ids)
    former = {other: name for name, other in renamed.items()}
    for number, (name, step) in enumerate(after.items()):
        was = before.get(former.get(name, name))
        if was is None:
            behind = f'after "{shown(ids[number - 1])}"' if number else "at the beginning"
            yield f'+ step "{shown(name)}", {behind}: {_call(step)}'
            continue
        if name in moved:
            behind = f'behind "{shown(ids[number - 1])}"' if number else "to the beginning"
            yield f'> step "{shown(name)}" moved {behind}'
        details = list(_details(with_names(was, renamed), step))
        if details:
            yield f'~ step "{shown(name)}"'
            yield from (f"    {line}" for line in details)


def _by_id(plan: Plan) -> dict[str, Step]:
    return {step.id: step for step in plan.steps}


def _renamed(old: Plan, new: Plan, before: Mapping[str, Step], after: Mapping[str, Step]) -> dict[str, str]:
    """Steps that are the same but for their id."""
    gone = [step for step in old.steps if step.id not in after]
    come = [step for step in new.steps if step.id not in before]
    if not gone or not come:
        return {}
    by_content: dict[str, list[str]] = {}
    for step in come:
        by_content.setdefault(_content(step), []).append(step.id)
    renamed: dict[str, str] = {}
    for step in gone:
        # What a step names may have been renamed just before it.
        same = by_content.get(_content(with_names(step, renamed)))
        if same:
            renamed[step.id] = same.pop(0)
    return renamed


def _content(step: Step) -> str:
    return repr(replace(step, id=""))


def _moved(old: Sequence[str], new: Sequence[str]) -> set[str]:
    """The fewest steps that have to be moved to get from the one order to the other."""
    place = {name: number for number, name in enumerate(old)}
    common = [name for name in new if name in place]
    tails: list[int] = []
    last: list[str] = []
    previous: dict[str, str | None] = {}
    for name in common:
        at = bisect_left(tails, place[name])
        tails[at : at + 1] = [place[name]]
        last[at : at + 1] = [name]
        previous[name] = last[at - 1] if at else None
    stays: set[str] = set()
    name_: str | None = last[-1] if last else None
    while name_ is not None:
        stays.add(name_)
        name_ = previous[name_]
    return {name for name in common if name not in stays}


def _details(old: Step, new: Step) -> Iterator[str]:
    for each in fields(Step):
        was, now = getattr(old, each.name), getattr(new, each.name)
        if each.name == "args":
            yield from _arguments(was, now)
        elif was == now or each.name in ("id", "order"):
            continue
        elif isinstance(was, Plan) and isinstance(now, Plan):
            lines = diff_plans(was, now)
            if lines:
                yield "plan:"
                yield from (f"    {line}" for line in lines)
        elif each.name == "plan":
            yield f"plan: {_plan_said(was)} -> {_plan_said(now)}"
        elif each.name == "depends_on":
            yield f"dependsOn: {_names(was, now)}"
        else:
            name = _WIRE_NAMES.get(each.name, each.name)
            if was is None or now is None:
                yield f"{name}: {_optional(was)} -> {_optional(now)}"
            else:
                yield from _values(name, _facts(was), _facts(now))


def _arguments(old: Mapping[str, Json], new: Mapping[str, Json]) -> Iterator[str]:
    for name in old:
        if name not in new:
            yield f"args.{shown(name)}: {_said(old[name])} -> (nothing)"
    for name, value in new.items():
        if name not in old:
            yield f"args.{shown(name)}: (nothing) -> {_said(value)}"
        elif not _same(old[name], value):
            yield from _values(f"args.{shown(name)}", old[name], value)


def _same(old: Json, new: Json) -> bool:
    """Whether two values are the same JSON: 1, 1.0 and true are three."""
    return old == new and (
        isinstance(old, str)
        or json.dumps(old, sort_keys=True, default=str) == json.dumps(new, sort_keys=True, default=str)
    )


def _values(name: str, old: Json, new: Json) -> Iterator[str]:
    if isinstance(old, str) and isinstance(new, str) and ("\n" in old or "\n" in new):
        yield f"{name}:"
        yield from (f"    {line}" for line in _lines(old, new))
    else:
        yield f"{name}: {_said(old)} -> {_said(new)}"


def _lines(old: str, new: str) -> Iterator[str]:
    """The lines of a text that changed."""
    before, after = old.splitlines(), new.splitlines()
    if len(before) > _MOST_COMPARED or len(after) > _MOST_COMPARED:
        yield f"{len(before):,} lines -> {len(after):,} lines"
        return
    lines = list(unified_diff(before, after, lineterm="", n=1))[2:]
    yield from (line[:1] + shown(line[1:], 110) for line in lines[:_MOST_LINES])
    if len(lines) > _MOST_LINES:
        yield f"… and {len(lines) - _MOST_LINES} more lines"
    if not lines:
        yield "only the ends of its lines"


def _names(old: Sequence[str], new: Sequence[str]) -> str:
    come = [f"+{shown(name)}" for name in new if name not in set(old)]
    gone = [f"-{shown(name)}" for name in old if name not in set(new)]
    return ", ".join([*come, *gone]) or "the same in another order"


def _call(step: Step) -> str:
    args = ", ".join(f"{shown(name)}: {_said(value, 40)}" for name, value in step.args.items())
    behind = f", after {', '.join(map(shown, step.depends_on))}" if step.depends_on else ""
    what = shown(step.tool) if step.plan is None else _plan_said(step.plan)
    return f"{what}({shown(args, 160)}){behind}"


def _plan_said(plan: Plan | str | None) -> str:
    match plan:
        case None:
            return "(nothing)"
        case str():
            return f'template "{shown(plan)}"'
        case Plan(steps=steps):
            return f"a plan of {len(steps)} step{'' if len(steps) == 1 else 's'}"


def _optional(value: object) -> str:
    return "(nothing)" if value is None else _said(_facts(value))


def _facts(value: object) -> Json:
    """A value, or the fields of one of the plan's own kinds, as JSON has them."""
    if hasattr(value, "__dataclass_fields__"):
        return {each.name: getattr(value, each.name) for each in fields(value)}  # type: ignore[arg-type]
    return value


def _said(value: Json, limit: int = _SHOWN) -> str:
    return "null" if value is None else shown(json.dumps(value, ensure_ascii=False, default=str), limit)
