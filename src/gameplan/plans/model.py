"""A plan: steps that call tools, with what each needs. Immutable; a change makes a new version."""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from gameplan.plans.limits import size_of
from gameplan.runtime.events import Json
from gameplan.runtime.events.codec import adapter_of
from gameplan.tools.clean import MAX_NESTING
from gameplan.tools.misfits import in_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

StepStatus: TypeAlias = Literal["pending", "blocked", "ready", "running", "waiting", "completed", "failed", "skipped"]
ENDED: frozenset[StepStatus] = frozenset({"completed", "failed", "skipped", "blocked"})
STEP_ID = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
RESERVED_IDS = frozenset({"input", "item"})
NESTED = "plan"
_OUTCOME = frozenset({"status", "result"})
_LARGEST = 100_000_000
_MOST_TOLD = 20

# What pydantic is to know of these dataclasses: camelCase on the wire, nothing that is not named.
_WIRE: dict[str, Any] = {
    "alias_generator": lambda name: re.sub(r"_(\w)", lambda found: found[1].upper(), name),
    "validate_by_name": True,
    "validate_by_alias": True,
    "extra": "forbid",
}


class PlanError(ValueError):
    """Something cannot be read as a plan."""


@dataclass(frozen=True, slots=True)
class ForEach:
    """Do a step once for each of the items: `items` is a reference or a list. In the arguments, `$item` is the item."""

    __pydantic_config__: ClassVar[Any] = _WIRE

    items: Json
    max: int = 100
    parallel: int = 8


@dataclass(frozen=True, slots=True)
class Retry:
    """How often a step may be tried, and how long to wait before the second time; then twice as long, and so on."""

    __pydantic_config__: ClassVar[Any] = _WIRE

    attempts: int = 3
    wait: float = 1.0


@dataclass(frozen=True, slots=True)
class Step:
    """One call of a tool. References in its arguments (`$other.field`) are dependencies too.

    A step of the tool `plan` carries out a plan of its own: one that stands in it, or a template by its name. Its
    arguments are that plan's inputs.
    """

    __pydantic_config__: ClassVar[Any] = _WIRE

    id: str
    tool: str
    description: str = ""
    args: dict[str, Json] = field(default_factory=dict)
    depends_on: tuple[str, ...] = ()
    when: str = ""
    for_each: ForEach | None = None
    approval: bool | None = None
    critical: bool = False
    retry: Retry | None = None
    timeout: float | None = None
    estimated_duration: float | None = None
    order: int | None = None
    plan: Plan | str | None = None


@dataclass(frozen=True, slots=True)
class Input:
    """Something that a plan must be told before it runs: `$input.name` in its arguments."""

    __pydantic_config__: ClassVar[Any] = _WIRE

    type: Literal["string", "integer", "number", "boolean", "array", "object"] = "string"
    description: str = ""
    default: Json = None
    required: bool = True

    @property
    def must_be_told(self) -> bool:
        """True if there is no plan without it."""
        return self.required and self.default is None

    def takes(self, value: object) -> bool:
        """True if a value is of its type."""
        match self.type:
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


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done, in which order. `version` grows with each change.

    `output` is what a step that carries this plan out gives; without it, the results of its steps by their ids.
    """

    __pydantic_config__: ClassVar[Any] = _WIRE

    steps: tuple[Step, ...]
    id: str = ""
    task_id: str = ""
    version: int = 1
    request: str = ""
    inputs: dict[str, Input] = field(default_factory=dict)
    output: Json = None
    estimated_duration: float | None = None
    created_at: str = ""

    def told(self, inputs: Mapping[str, Json] | None = None) -> dict[str, Json]:
        """What the plan is told with these inputs: those, and its defaults for the rest."""
        defaults = {name: each.default for name, each in self.inputs.items() if each.default is not None}
        return {**defaults, **(inputs or {})}

    def step(self, step_id: str) -> Step:
        """The step of that id."""
        for step in self.steps:
            if step.id == step_id:
                return step
        raise KeyError(step_id)

    def changed(self, steps: Iterable[Step]) -> Plan:
        """The next version of this plan, with these steps."""
        return replace(self, steps=tuple(steps), version=self.version + 1)

    def to_wire(self) -> dict[str, Json]:
        """The plan as JSON has it: camelCase, without what is not said, each step with its `order`."""
        wire = adapter_of(Plan).dump_python(self, mode="json", by_alias=True, exclude_defaults=True)
        return _written({**wire, "version": self.version})

    @property
    def hash(self) -> str:
        """The same for plans that do the same, whatever their id, version or date."""
        return hashlib.sha256(json.dumps(_done(self.to_wire()), sort_keys=True).encode()).hexdigest()


def plan_from_wire(data: Json) -> Plan:
    """Read a plan; what does not fit is told field by field.

    A bare list of steps is a plan too, as models like to write it. The `status` and `result` that a step of a run has
    are left out: they belong to the run.
    """
    from pydantic import ValidationError

    try:
        size_of(data, largest=_LARGEST, depth=MAX_NESTING)
    except ValueError as error:
        raise PlanError(f"This is not a plan: {error}.") from None
    if isinstance(data, list):
        data = {"steps": data}
    if isinstance(data, dict) and isinstance(data.get("steps"), list):
        data = _as_read(data)
    try:
        plan: Plan = adapter_of(Plan).validate_python(data, extra="forbid")
    except ValidationError as error:
        told = _said(error.errors(include_url=False, include_input=False))
        raise PlanError("This is not a plan:\n" + "\n".join(_first_of(told))) from None
    return _in_order(plan)


def _said(errors: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What does not fit, in lines. Of what a step's own plan may be, only what it was meant as is told."""
    inside = {
        place[:at] for place in (each["loc"] for each in errors) for at in range(len(place) - 1) if place[at] == "Plan"
    }
    for each in errors:
        place = each["loc"]
        if place[-1:] == ("str",) and place[:-1] in inside:
            continue
        words = [str(part) for number, part in enumerate(place) if part != "Plan" or place[number - 1] != "plan"]
        where = ".".join(words)
        yield f"- {where}: {_in_words(each)}" if where else "- A plan is a list of steps, or has them in `steps`."


def _first_of(lines: Iterator[str]) -> Iterable[str]:
    """The first lines that differ; what comes after them is not even put into words."""
    found: dict[str, None] = {}
    for line in lines:
        found[line] = None
        if len(found) == _MOST_TOLD:
            break
    return found


def _in_words(error: Mapping[str, Any]) -> str:
    if error["type"] in ("unexpected_keyword_argument", "extra_forbidden"):
        near = difflib.get_close_matches(str(error["loc"][-1])[:40], _fields(), n=1, cutoff=0.75)
        return f"there is no such field{f'; did you mean {near[0]}?' if near else ''}"
    return in_words(error)


@cache
def _fields() -> list[str]:
    """The names of everything that a plan is written with."""
    schema = adapter_of(Plan).json_schema()
    parts = [schema, *schema.get("$defs", {}).values()]
    return sorted({name for part in parts for name in part.get("properties", {})})


def _as_read(data: dict[str, Json]) -> dict[str, Json]:
    """A plan as it is written, without what belongs to a run; so are the plans inside its steps."""
    return {**data, "steps": [_step_as_read(step) for step in data["steps"]]}


def _step_as_read(step: Json) -> Json:
    if not isinstance(step, dict):
        return step
    if step.keys() & _OUTCOME:
        step = {key: value for key, value in step.items() if key not in _OUTCOME}
    inner = step.get("plan")
    if inner is None:
        return step
    if isinstance(inner, list):
        inner = {"steps": inner}
    if isinstance(inner, dict) and isinstance(inner.get("steps"), list):
        inner = _as_read(inner)
    return {"tool": NESTED, **step, "plan": inner}


def _in_order(plan: Plan) -> Plan:
    """The plan with its steps in the order that they say."""
    steps = [replace(step, plan=_in_order(step.plan)) if isinstance(step.plan, Plan) else step for step in plan.steps]
    if any(step.order is not None for step in steps):
        ordered = sorted(enumerate(steps, 1), key=lambda each: each[0] if each[1].order is None else each[1].order)
        steps = [replace(step, order=None) for _, step in ordered]
    elif not any(isinstance(step.plan, Plan) for step in steps):
        return plan
    return replace(plan, steps=tuple(steps))


_PLACES = ("id", "taskId", "version", "request", "createdAt", "estimatedDuration", "inputs", "steps", "output")
_WHAT_IS_DONE = frozenset({"steps", "inputs", "output"})


def _written(wire: dict[str, Json]) -> dict[str, Json]:
    """A plan and the plans inside it, each in the order in which people read it."""
    steps = [{**_with_plan(step, _written), "order": number} for number, step in enumerate(wire.get("steps", []), 1)]
    wire = {**wire, "steps": steps}
    return {key: wire[key] for key in sorted(wire, key=_PLACES.index)}


def _done(wire: dict[str, Json]) -> dict[str, Json]:
    """A plan and the plans inside it, without what says nothing about what they do."""
    kept = {key: value for key, value in wire.items() if key in _WHAT_IS_DONE}
    return {**kept, "steps": [_with_plan(step, _done) for step in kept["steps"]]}


def _with_plan(step: dict[str, Json], change: Callable[[dict[str, Json]], dict[str, Json]]) -> dict[str, Json]:
    return {**step, "plan": change(step["plan"])} if isinstance(step.get("plan"), dict) else step
