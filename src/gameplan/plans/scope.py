"""What the names in a step's references stand for: the results of other steps, the inputs, the item of a loop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gameplan.expressions import Path
from gameplan.expressions.schemas import Place as SchemaPlace
from gameplan.plans.catalogue import AnyTool, Catalogue, Nearest
from gameplan.plans.model import Plan, Step
from gameplan.plans.references import BadReference, Place, Reference, marks, scan, with_paths
from gameplan.plans.schemas import meant, schema_at
from gameplan.plans.uses import Uses
from gameplan.runtime.events import Json

IN_TEXT = SchemaPlace.of({"type": ["string", "number", "boolean"]})
LIST = SchemaPlace.of({"type": "array"})
OPEN = SchemaPlace.of(True)


@dataclass(frozen=True, slots=True)
class Scope:
    """A plan with the tools it uses, looked at as a whole: each part of `validate` reads from it.

    Schemas are looked up once and kept, so `fitting` can name those that have been found to fit by their identities.
    """

    plan: Plan
    tools: Catalogue
    uses: Sequence[Uses]
    steps: Mapping[str, Step]
    nearest: Nearest = field(default_factory=Nearest)
    fitting: set[tuple[int, Place, int]] = field(default_factory=set)
    _expected: dict[tuple[str, Place], SchemaPlace] = field(default_factory=dict)
    _lists: dict[str, SchemaPlace] = field(default_factory=dict)
    _inputs: list[SchemaPlace] = field(default_factory=list)

    def result(self, step: Step) -> SchemaPlace:
        """The schema of what a step gives: of a step with `forEach`, a list."""
        if step.for_each is None:
            return self.tools.output(step.tool)
        if step.tool not in self._lists:
            self._lists[step.tool] = SchemaPlace.of(self.result_schema(step))
        return self._lists[step.tool]

    def result_schema(self, step: Step) -> Json:
        """The same as it is written."""
        tool = self.tools.get(step.tool)
        output: Json = True if tool is None else tool.output
        if step.for_each is None:
            return output
        inside = output.get("$defs", {}) if isinstance(output, dict) else {}
        return {"type": "array", "items": output, "$defs": inside}

    def inputs(self) -> SchemaPlace:
        """The schema of `$input`."""
        if not self._inputs:
            self._inputs.append(SchemaPlace.of(inputs_schema(self.plan)))
        return self._inputs[0]

    def item(self, step: Step) -> SchemaPlace:
        """The schema of `$item` in a step."""
        if step.for_each is None or not isinstance(step.for_each.items, str):
            return OPEN
        found = next(scan(step.for_each.items), None)
        if not isinstance(found, Reference) or found.path.root == "item":
            return OPEN
        place = self.at(step, self.meant(found, LIST))
        return OPEN if place is None else place.item(-1) or OPEN

    def root(self, step: Step, name: str) -> SchemaPlace | None:
        """The schema of what a name stands for in a step; None if it stands for nothing."""
        if name == "input":
            return self.inputs()
        if name == "item":
            return self.item(step) if step.for_each is not None else None
        producer = self.steps.get(name)
        return None if producer is None else self.result(producer)

    def at(self, step: Step, path: Path) -> SchemaPlace | None:
        """The schema of what a path leads to from a step; None if it leads nowhere."""
        root = self.root(step, path.root)
        return None if root is None else schema_at(root, path.parts)

    def meant(self, reference: Reference, expected: SchemaPlace) -> Path:
        """The path that a reference means where this is expected: see `primary_path`."""
        producer = self.steps.get(reference.path.root)
        tool = None if producer is None or producer.for_each is not None else self.tools.get(producer.tool)
        if tool is None or not tool.primary or reference.path.parts:
            return reference.path
        return meant(reference.path, self.tools.output(tool.name), tool.primary, expected)

    def expected(self, step: Step, reference: Reference) -> SchemaPlace:
        """What is expected where a reference stands among the arguments of a step."""
        if not reference.whole:
            return IN_TEXT
        if step.tool not in self.tools:
            return OPEN
        key = (step.tool, reference.place)
        if key not in self._expected:
            self._expected[key] = schema_at(self.tools.parameters(step.tool), reference.place[1:]) or OPEN
        return self._expected[key]


def primary_path(path: Path, producer: AnyTool, expected: Json | SchemaPlace) -> Path:
    """The path that a reference means: `$step` where the primary field of its result is expected is that field."""
    place = expected if isinstance(expected, SchemaPlace) else SchemaPlace.of(expected)
    return meant(path, SchemaPlace.of(producer.output), producer.primary, place)


def spelled_out(plan: Plan, tools: Any) -> Plan:
    """The plan with every reference that means a primary field written in full: what the engine resolves.

    It is the same version of the same plan; it only leaves nothing to be understood.
    """
    scope = Scope(plan, Catalogue.of(tools), (), {step.id: step for step in reversed(plan.steps)})
    return replace(plan, steps=tuple(_spelled_out(step, scope) for step in plan.steps))


def inputs_schema(plan: Plan) -> dict[str, Json]:
    """The JSON schema of what a plan must be told."""
    properties: dict[str, Json] = {}
    for name, each in plan.inputs.items():
        may_lack = not each.required and each.default is None
        properties[name] = {"type": [each.type, "null"] if may_lack else each.type}
        if each.description:
            properties[name]["description"] = each.description
    required = [name for name, each in plan.inputs.items() if each.required and each.default is None]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _spelled_out(step: Step, scope: Scope) -> Step:
    if not any(not isinstance(found, BadReference) for found in scan(step.args, ("args",))) and step.for_each is None:
        return step
    args = with_paths(step.args, lambda found: scope.meant(found, scope.expected(step, found)), ("args",))
    for_each = step.for_each
    if for_each is not None and isinstance(for_each.items, str):
        items = with_paths(for_each.items, lambda found: scope.meant(found, LIST))
        for_each = replace(for_each, items=items)
    return replace(step, args=args, for_each=for_each)


def text_with(text: str, reference: Reference, path: Path) -> str:
    """A text in which one of its references has another path."""
    return str(with_paths(text, lambda found: path if found.path == reference.path else found.path))


def text_without(text: str) -> str:
    """A text in which nothing is a reference any more: every dollar sign that would begin one is doubled."""
    pieces, at = [], 0
    for start, end, mark in marks(text):
        if mark is not None:
            pieces += [text[at:start], "$", text[start:end]]
            at = end
    return "".join([*pieces, text[at:]])
