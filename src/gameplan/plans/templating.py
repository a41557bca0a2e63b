"""Templates: plans that are ready to be used, once they are told a few things.

A template is a plan in a YAML file: its `request` says what it is for, its `inputs` what it must be told. Some ship
with Gameplan; a person's own lie in a folder, and one of the same name replaces ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib import resources
from pathlib import Path

from gameplan.plans.files import load_plan
from gameplan.plans.limits import Limits
from gameplan.plans.model import Input, Plan, PlanError, Step
from gameplan.runtime.events import Json

_LIMITS = Limits()
_YES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True, slots=True)
class Template:
    """A plan to be filled in. `source` says where it is from: `gameplan`, or the file."""

    name: str
    description: str
    inputs: Mapping[str, Input]
    plan: Plan
    source: str = "gameplan"


class InputError(ValueError):
    """What a plan was told does not fit; `problems` has a sentence for each input."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


def templates(folder: Path | None = None) -> dict[str, Template]:
    """Every template by its name: those that ship, and those in a folder of the person's own.

    What one of them names of the others has been put in (`expanded`).
    """
    found = {}
    for file in resources.files("gameplan.plans").joinpath("templates").iterdir():
        if file.name.endswith(".yaml"):
            template = _template(file.name, load_plan(file.read_text("utf-8"), "yaml"))
            found[template.name] = template
    for path in sorted(folder.glob("*.yaml")) if folder is not None and folder.is_dir() else ():
        template = replace(_template(path.name, load_plan(path)), source=str(path))
        found[template.name] = template
    return {name: replace(each, plan=expanded(each.plan, found)) for name, each in sorted(found.items())}


def fill(template: Template, values: Mapping[str, str]) -> tuple[Plan, dict[str, Json]]:
    """The plan and its inputs, read from text as a person types it. Whatever is wrong is told for each input."""
    return template.plan, read_inputs(template.plan, values)


def read_inputs(plan: Plan, values: Mapping[str, str]) -> dict[str, Json]:
    """The inputs of a plan out of text as a person types it, with its defaults; `InputError` tells what is wrong."""
    given: dict[str, Json] = {}
    problems = [_unknown(name, plan) for name in values if name not in plan.inputs]
    for name, wanted in plan.inputs.items():
        if name in values:
            try:
                given[name] = converted(values[name], wanted)
            except ValueError as error:
                problems.append(f"{name}: {error}")
        elif wanted.default is not None:
            given[name] = wanted.default
        elif wanted.required:
            about = f": {wanted.description}" if wanted.description else "."
            problems.append(f"{name} is missing{about}")
    if problems:
        raise InputError(problems)
    return given


def expanded(plan: Plan, known: Mapping[str, Template], *, limits: Limits = _LIMITS) -> Plan:
    """The plan with the plan of each template that its steps name in the place of the name, and so on inside those.

    A name that is not known stays: `validate` tells of it. A template that contains itself is a `PlanError`, and so are
    more steps in all, or plans inside plans, than a plan may have.
    """
    return _Expanding(known, limits).plan(plan, ())


def names_templates(plan: Plan) -> bool:
    """True if a step of the plan, or of a plan inside it, names a template."""
    return any(
        isinstance(step.plan, str) or (isinstance(step.plan, Plan) and names_templates(step.plan))
        for step in plan.steps
    )


class _Expanding:
    def __init__(self, known: Mapping[str, Template], limits: Limits) -> None:
        self._known = known
        self._limits = limits
        self._steps = 0

    def plan(self, plan: Plan, inside: tuple[str, ...]) -> Plan:
        """A plan, which stands inside these templates and (empty) steps."""
        self._steps += len(plan.steps)
        if self._steps > self._limits.steps:
            raise PlanError(f"With its templates the plan has more than {self._limits.steps:,} steps.")
        if len(inside) > self._limits.nesting:
            raise PlanError(f"There are plans inside plans, more than {self._limits.nesting} deep.")
        steps = tuple(self._step(step, inside) for step in plan.steps)
        return (
            plan if all(new is old for new, old in zip(steps, plan.steps, strict=True)) else replace(plan, steps=steps)
        )

    def _step(self, step: Step, inside: tuple[str, ...]) -> Step:
        name, inner = "", step.plan
        if isinstance(inner, str):
            if inner not in self._known:
                return step
            name, inner = inner, self._known[inner].plan
            if name in inside:
                way = [*filter(None, inside[inside.index(name) :]), name]
                raise PlanError(f'The template "{_short(name)}" contains itself: {" -> ".join(map(_short, way))}.')
        if inner is None:
            return step
        made = self.plan(inner, (*inside, name))
        return step if made is step.plan else replace(step, plan=made)


def with_defaults(plan: Plan, inputs: Mapping[str, Json]) -> Plan:
    """The plan with these inputs as its defaults, so that it can be kept in a file and run as it is."""
    filled = {
        name: replace(each, default=inputs.get(name, each.default), required=name not in inputs and each.required)
        for name, each in plan.inputs.items()
    }
    return replace(plan, inputs=filled)


def converted(text: str, wanted: Input) -> Json:
    """A text as the type that an input wants."""
    match wanted.type:
        case "string":
            return text
        case "integer":
            return _number(text, int, "a whole number")
        case "number":
            return _number(text, float, "a number")
        case "boolean":
            if text.strip().lower() not in _YES:
                raise ValueError(f'it must be true or false, not "{_short(text)}".')
            return _YES[text.strip().lower()]
        case "array":
            if not text.lstrip().startswith("["):
                return [each.strip() for each in text.split(",") if each.strip()]
            return _json(text, list, 'a list: a,b or ["a", "b"]')
        case "object":
            return _json(text, dict, 'an object: {"name": "value"}')


def _number(text: str, kind: type[int] | type[float], what: str) -> Json:
    try:
        number = kind(text[:100])
    except ValueError:
        raise ValueError(f'it must be {what}, not "{_short(text)}".') from None
    if number != number or number in (float("inf"), float("-inf")):
        raise ValueError(f'it must be {what}, not "{_short(text)}".')
    return number


def _json(text: str, kind: type, what: str) -> Json:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, kind):
        raise ValueError(f'it must be {what}, not "{_short(text)}".')
    return value


def _template(file_name: str, plan: Plan) -> Template:
    name = file_name.removesuffix(".yaml")
    if not plan.request:
        raise PlanError(f'The template {file_name} does not say what it is for: give it a "request".')
    return Template(name, plan.request, plan.inputs, plan)


def _unknown(name: str, plan: Plan) -> str:
    near = get_close_matches(name, plan.inputs, n=1)
    known = ", ".join(plan.inputs) or "none"
    return f"{_short(name)} is no input: {f'did you mean {near[0]}?' if near else f'there are {known}.'}"


def _short(text: str) -> str:
    cut = "".join(each if each.isprintable() else "·" for each in text[:60])
    return cut if len(text) <= 60 else cut + "…"
