"""What the names in a step's references stand for: the results of other steps, the inputs, the item of a loop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gameplan.expressions import Path
from gameplan.expressions.schemas import Place as SchemaPlace
from gameplan.plans.catalogue import AnyTool, Catalogue, Nearest
from gameplan.plans.model import NESTED, Plan, Step
from gameplan.plans.references import Place, Reference, marks, scan, with_paths
from gameplan.plans.schemas import list_of, meant, object_of, schema_at, schema_of, unfolded
from gameplan.plans.uses import Uses, uses_of
from gameplan.runtime.events import Json

IN_TEXT = SchemaPlace.of({"type": ["string", "number", "boolean"]})
LIST = SchemaPlace.of({"type": "array"})
OPEN = SchemaPlace.of(True)
THE_PLAN = Step("", "")  # stands for the plan itself where something is asked of a step


@dataclass(frozen=True, slots=True)
class Scope:
    """A plan with the tools it uses, looked at as a whole: each part of `validate` reads from it.

    Schemas are looked up once and kept, so that `fitting` can name those that have been found to fit by their
    identities. The plans inside steps have scopes of their own, in which nothing of the plan around them is visible.
    """

    plan: Plan
    tools: Catalogue
    steps: Mapping[str, Step]
    nearest: Nearest = field(default_factory=Nearest)
    fitting: set[tuple[int, Place, int]] = field(default_factory=set)
    _inside: dict[int, Scope] = field(default_factory=dict)
    _results: dict[tuple[str | int, bool], SchemaPlace] = field(default_factory=dict)
    _found: dict[tuple[int, Place], SchemaPlace | None] = field(default_factory=dict)
    _items: dict[int, SchemaPlace] = field(default_factory=dict)
    _meant: dict[tuple[int, str, int], Place] = field(default_factory=dict)
    _inputs: list[SchemaPlace] = field(default_factory=list)

    @classmethod
    def of(cls, plan: Plan, tools: Catalogue) -> Scope:
        """The scope of a plan. Of steps with the same id, the first one counts."""
        return cls(plan, tools, {step.id: step for step in reversed(plan.steps)})

    def inside(self, step: Step) -> Scope | None:
        """The scope of the plan that a step carries out; None if it calls a tool, or the plan is not there."""
        if not isinstance(step.plan, Plan) or step.tool != NESTED:
            return None
        key = id(step.plan)
        if key not in self._inside:
            steps = {each.id: each for each in reversed(step.plan.steps)}
            self._inside[key] = Scope(step.plan, self.tools, steps, self.nearest, _inside=self._inside)
        return self._inside[key]

    def result(self, step: Step) -> SchemaPlace:
        """The schema of what a step gives: of a step with `forEach`, a list."""
        tool = self.tools.get(step.tool)
        source: str | int = step.tool
        if step.tool == NESTED:
            source = id(step.plan)
        elif tool is not None and tool.output_of is not None:
            source = id(step)
        key = (source, step.for_each is not None)
        if key not in self._results:
            output = self._output(step, tool)
            self._results[key] = SchemaPlace.of(output if step.for_each is None else list_of(output))
        return self._results[key]

    def given(self) -> Json:
        """The schema of what the plan gives: its `output`, or the results of those of its steps that completed."""
        if self.plan.output is None:
            return object_of({name: self.result(step).document for name, step in self.steps.items()})
        return schema_of(self.plan.output, lambda path: self.at(THE_PLAN, path))

    def inputs(self) -> SchemaPlace:
        """The schema of `$input`."""
        if not self._inputs:
            self._inputs.append(SchemaPlace.of(inputs_schema(self.plan)))
        return self._inputs[0]

    def parameters(self, step: Step) -> SchemaPlace:
        """The schema of the arguments that a step is to be given."""
        inside = self.inside(step)
        if inside is not None:
            return inside.inputs()
        return self.tools.parameters(step.tool) if step.tool in self.tools and step.tool != NESTED else OPEN

    def item(self, step: Step) -> SchemaPlace:
        """The schema of `$item` in a step."""
        if step.for_each is None or not isinstance(step.for_each.items, str):
            return OPEN
        found = next(scan(step.for_each.items), None)
        if not isinstance(found, Reference) or found.path.root == "item":
            return OPEN
        place = self.at(step, self.meant(found, LIST))
        if place is None:
            return OPEN
        if id(place) not in self._items:
            self._items[id(place)] = place.item(-1) or OPEN
        return self._items[id(place)]

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
        return None if root is None else self._at(root, path.parts)

    def meant(self, reference: Reference, expected: SchemaPlace) -> Path:
        """The path that a reference means where this is expected: see `primary_path`."""
        path = reference.path
        producer = None if path.parts else self.steps.get(path.root)
        tool = None if producer is None or producer.for_each is not None else self.tools.get(producer.tool)
        if producer is None or tool is None or not tool.primary or producer.tool == NESTED:
            return path
        output = self.result(producer)
        key = (id(output), tool.primary, id(expected))
        if key not in self._meant:
            self._meant[key] = meant(path, output, tool.primary, expected).parts
        return Path(path.root, self._meant[key])

    def expected(self, step: Step, reference: Reference) -> SchemaPlace:
        """What is expected where a reference stands among the arguments of a step."""
        if not reference.whole:
            return IN_TEXT
        return self._at(self.parameters(step), reference.place[1:]) or OPEN

    def _at(self, root: SchemaPlace, parts: Place) -> SchemaPlace | None:
        if not parts:
            return root
        key = (id(root), parts)
        if key not in self._found:
            self._found[key] = schema_at(root, parts)
        return self._found[key]

    def _output(self, step: Step, tool: AnyTool | None) -> Json:
        """The schema of what a step gives each time."""
        inside = self.inside(step)
        if inside is not None:
            return inside.given()
        if tool is None or step.tool == NESTED:
            return True
        if tool.output_of is None:
            return self.tools.output(step.tool)
        try:
            return unfolded(dict(tool.output_of(step.args)))
        except Exception:  # noqa: BLE001 - of arguments that do not fit, or are only known later, anything
            return True


class Results(Mapping[str, Json]):
    """The schemas of all that a condition can refer to, made when they are asked for; `$item` may be anything."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def __getitem__(self, name: str) -> Json:
        place = OPEN if name == "item" else self._scope.root(THE_PLAN, name)
        if place is None:
            raise KeyError(name)
        return place.document

    def __iter__(self) -> Iterator[str]:
        yield from self._scope.steps
        yield "input"

    def __len__(self) -> int:
        return len(self._scope.steps) + 1


def primary_path(path: Path, producer: AnyTool, expected: Json | SchemaPlace) -> Path:
    """The path that a reference means: `$step` where the primary field of its result is expected is that field."""
    place = expected if isinstance(expected, SchemaPlace) else SchemaPlace.of(expected)
    return meant(path, SchemaPlace.of(producer.output), producer.primary, place)


def spelled_out(
    plan: Plan, tools: Iterable[AnyTool] | Mapping[str, AnyTool], *, uses: Sequence[Uses] | None = None
) -> Plan:
    """The plan with every reference that means a primary field written in full: what the engine resolves.

    It is the same version of the same plan; it only leaves nothing to be understood. `uses` are those of its steps, if
    they are known. A plan inside a step is left as it is: it is spelled out when it is carried out.
    """
    scope = Scope.of(plan, Catalogue.of(tools))
    uses = [uses_of(step) for step in plan.steps] if uses is None else uses
    steps = tuple(_spelled_out(step, used, scope) for step, used in zip(plan.steps, uses, strict=True))
    return replace(
        plan, steps=steps, output=with_paths(plan.output, lambda found: scope.meant(found, in_output(found)))
    )


def in_output(reference: Reference) -> SchemaPlace:
    """What is expected where a reference stands in what a plan gives."""
    return OPEN if reference.whole else IN_TEXT


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


def _spelled_out(step: Step, uses: Uses, scope: Scope) -> Step:
    if all(reference.path.parts for reference in (*uses.args, *uses.items)):
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
