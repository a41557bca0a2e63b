"""The steps of a run as a tree: plans inside steps below them, the things that a step is done for as one line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from gameplan.plans import Plan, RunState, StepState, StepStatus
from gameplan.plans.model import ENDED
from gameplan.plans.state import parent_of

_AT_WORK = ("pending", "ready", "running")


@dataclass(slots=True)
class Node:
    """A step, an item of one, or a call inside one. `name` is its name in the record, `label` its own."""

    name: str
    label: str
    stands: StepState
    about: str = ""
    tool: str = ""
    estimate: float | None = None
    inside: list[Node] = field(default_factory=list)
    items: list[Node] = field(default_factory=list)

    @property
    def status(self) -> StepStatus:
        """How it stands, with what is inside: a step that waits for a person inside waits itself."""
        status = self.stands.status
        within = [*self.inside, *self.items]
        if status not in _AT_WORK or not within:
            return status
        kinds = {each.status for each in within}
        if "waiting" in kinds and "running" not in kinds:
            return "waiting"
        return "running" if kinds & {"running", "waiting"} or status == "running" else status

    @property
    def said(self) -> str:
        """What it waits for, or why it ended so; of one among many, with what it is about."""
        asked = self.stands.asked
        if asked is None or not self.label.startswith("["):
            return self.stands.waits_for or self.stands.reason
        about = dict.fromkeys(effect.partition(" ")[2] for effect in asked.effects)
        return ": ".join(filter(None, [", ".join(about), asked.why]))

    @property
    def over(self) -> bool:
        return self.stands.status in ENDED

    @property
    def items_done(self) -> int:
        return sum(each.over for each in self.items)

    def walk(self, depth: int = 0) -> Iterator[tuple[Node, int]]:
        """It and all that is inside, with how deep; of the items only those that did not simply complete."""
        yield self, depth
        for each in (*self.inside, *(one for one in self.items if one.status not in ("pending", "completed"))):
            yield from each.walk(depth + 1)


def nodes_of(state: RunState) -> list[Node]:
    """The steps of a run, each with what is inside it as far as that has begun."""
    below: dict[str, list[str]] = {}
    for name in state.steps:
        above = parent_of(name)
        if above:
            below.setdefault(above, []).append(name)
    return _of_plan(state.plan, "", state, below)


def _of_plan(plan: Plan, around: str, state: RunState, below: dict[str, list[str]]) -> list[Node]:
    nodes = []
    for step in plan.steps:
        name = f"{around}{step.id}"
        node = Node(name, step.id, state.of(name), step.description or step.tool, step.tool)
        node.estimate = step.estimated_duration
        if node.estimate is None and step.for_each is None and not isinstance(step.plan, Plan):
            node.estimate = state.estimates.get(step.tool)
        if name in below:
            inner = step.plan if isinstance(step.plan, Plan) else None
            if step.for_each is not None:
                node.items = [_item(each, inner, state, below) for each in sorted(below[name], key=_number)]
            else:
                node.inside = _inside(name, inner, state, below)
        nodes.append(node)
    return nodes


def _item(name: str, inner: Plan | None, state: RunState, below: dict[str, list[str]]) -> Node:
    label = name[name.rindex("[") :]
    return Node(name, label, state.of(name), inside=_inside(name, inner, state, below) if name in below else [])


def _inside(name: str, inner: Plan | None, state: RunState, below: dict[str, list[str]]) -> list[Node]:
    """What a step did inside: the steps of its own plan, or the calls of its agent."""
    if inner is not None:
        return _of_plan(inner, f"{name}/", state, below)
    return [Node(each, each.rpartition("/")[2], state.of(each)) for each in below[name]]


def _number(name: str) -> int:
    number = name[name.rindex("[") + 1 : -1] if name.endswith("]") else ""
    return int(number) if number.isdecimal() else 0
