"""A plan: steps that call tools, with what each needs. Immutable; a change makes a new version."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from gameplan.plans.limits import size_of
from gameplan.runtime.events import Json
from gameplan.runtime.events.codec import adapter_of
from gameplan.tools.clean import MAX_NESTING

if TYPE_CHECKING:
    from collections.abc import Iterable

StepStatus: TypeAlias = Literal["pending", "blocked", "ready", "running", "waiting", "completed", "failed", "skipped"]
ENDED: frozenset[StepStatus] = frozenset({"completed", "failed", "skipped", "blocked"})
STEP_ID = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
RESERVED_IDS = frozenset({"input", "item"})
_OUTCOME = frozenset({"status", "result"})
_LARGEST = 100_000_000

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
    """One call of a tool. References in its arguments (`$other.field`) are dependencies too."""

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


@dataclass(frozen=True, slots=True)
class Input:
    """Something that a plan must be told before it runs: `$input.name` in its arguments."""

    __pydantic_config__: ClassVar[Any] = _WIRE

    type: Literal["string", "integer", "number", "boolean", "array", "object"] = "string"
    description: str = ""
    default: Json = None
    required: bool = True


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done, in which order. `version` grows with each change."""

    __pydantic_config__: ClassVar[Any] = _WIRE

    steps: tuple[Step, ...]
    id: str = ""
    task_id: str = ""
    version: int = 1
    request: str = ""
    inputs: dict[str, Input] = field(default_factory=dict)
    estimated_duration: float | None = None
    created_at: str = ""

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
        wire["version"] = self.version
        wire["steps"] = [{**step, "order": number} for number, step in enumerate(wire.get("steps", []), 1)]
        return {key: wire[key] for key in sorted(wire, key=_place)}

    @property
    def hash(self) -> str:
        """The same for plans that do the same, whatever their id, version or date."""
        wire = {key: value for key, value in self.to_wire().items() if key in ("steps", "inputs")}
        return hashlib.sha256(json.dumps(wire, sort_keys=True).encode()).hexdigest()


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
        data = {**data, "steps": [_without_outcome(step) for step in data["steps"]]}
    try:
        plan: Plan = adapter_of(Plan).validate_python(data, extra="forbid")
    except ValidationError as error:
        lines = [
            f"- {'.'.join(map(str, problem['loc'])) or 'plan'}: {problem['msg']}"
            for problem in error.errors(include_url=False, include_input=False, include_context=False)[:20]
        ]
        raise PlanError("This is not a plan:\n" + "\n".join(lines)) from None
    if all(step.order is None for step in plan.steps):
        return plan
    ordered = sorted(enumerate(plan.steps, 1), key=lambda each: each[0] if each[1].order is None else each[1].order)
    return replace(plan, steps=tuple(replace(step, order=None) for _, step in ordered))


def _without_outcome(step: Json) -> Json:
    if not isinstance(step, dict) or not step.keys() & _OUTCOME:
        return step
    return {key: value for key, value in step.items() if key not in _OUTCOME}


_PLACES = ("id", "taskId", "version", "request", "createdAt", "estimatedDuration", "inputs", "steps")


def _place(key: str) -> int:
    return _PLACES.index(key)
