"""Where the steps of a plan are drawn: in layers from left to right, with few crossings and nothing on top of another.

A step stands in the layer after the last of those that it waits for. A long edge goes through a bend in each layer
between, so that it runs around boxes. The work is bounded: a large plan gets fewer sweeps and bends, not a longer wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

from gameplan.plans.graph import Graph, graph_of
from gameplan.plans.model import Plan
from gameplan.plans.uses import Uses, uses_of
from gameplan.studio.shapes import Edge, GraphView, Node

Kind: TypeAlias = Literal["declared", "reference", "condition"]

WIDTH, HEIGHT = 180.0, 64.0  # a title of two lines, and the tool
_BETWEEN_LAYERS, _BETWEEN_STEPS, _BETWEEN_BENDS = 48.0, 20.0, 10.0
_BEND = 8.0
_MARGIN = 16.0
_MOST_BENDS = 10_000
_MOST_SWEEPS = 8
_SWEEP_WORK = 100_000


@dataclass(slots=True)
class _Drawing:
    """Steps and bends as numbers: the layer of each, and what it is joined to in the layers before and after."""

    steps: int
    layer: list[int] = field(default_factory=list)
    before: list[list[int]] = field(default_factory=list)
    after: list[list[int]] = field(default_factory=list)

    def add(self, layer: int) -> int:
        self.layer.append(layer)
        self.before.append([])
        self.after.append([])
        return len(self.layer) - 1

    def join(self, one: int, other: int) -> None:
        self.after[one].append(other)
        self.before[other].append(one)

    def height(self, number: int) -> float:
        return HEIGHT if number < self.steps else _BEND

    def gap(self, one: int, other: int) -> float:
        """How far apart the middles of two neighbours in a layer are at least."""
        between = _BETWEEN_STEPS if one < self.steps and other < self.steps else _BETWEEN_BENDS
        return (self.height(one) + self.height(other)) / 2 + between


def laid_out(plan: Plan, critical: Iterable[str] = ()) -> GraphView:
    """The picture of a plan. `critical` is its longest chain, which is marked."""
    return marked(_drawn(plan), critical)


def marked(graph: GraphView, critical: Iterable[str]) -> GraphView:
    """The same picture with this chain marked, and no other."""
    chain = list(critical)
    steps, links = frozenset(chain), frozenset(pairwise(chain))
    return graph.model_copy(
        update={
            "nodes": [
                node if node.critical == (node.id in steps) else node.model_copy(update={"critical": node.id in steps})
                for node in graph.nodes
            ],
            "edges": [
                edge
                if edge.critical == ((edge.source, edge.target) in links)
                else edge.model_copy(update={"critical": (edge.source, edge.target) in links})
                for edge in graph.edges
            ],
        }
    )


def _drawn(plan: Plan) -> GraphView:
    if not plan.steps:
        return GraphView()
    uses = [uses_of(step) for step in plan.steps]
    graph = graph_of(plan, uses=uses)
    layers = _layers(graph)
    number = {name: place for place, name in enumerate(layers)}
    drawing = _Drawing(len(number))
    for layer in layers.values():
        drawing.add(layer)
    ways = {
        (source, target): _way(drawing, number[source], number[target])
        for target, needs in graph.needs.items()
        for source in needs
    }
    columns = _columns(drawing)
    _untangle(drawing, columns)
    middle = _middles(drawing, columns)
    left = [_MARGIN + layer * (WIDTH + _BETWEEN_LAYERS) for layer in range(len(columns))]
    kinds = _kinds(plan, uses)
    return GraphView(
        width=left[-1] + WIDTH + _MARGIN,
        height=round(max(middle[each] for each in range(len(number))) + HEIGHT / 2 + _MARGIN, 1),
        nodes=[
            Node(
                id=name,
                x=left[layers[name]],
                y=round(middle[each] - HEIGHT / 2, 1),
                width=WIDTH,
                height=HEIGHT,
                layer=layers[name],
            )
            for name, each in number.items()
        ],
        edges=[
            Edge(
                source=source,
                target=target,
                kind=kinds.get((source, target), "declared"),
                points=_points(drawing, way, left, middle),
            )
            for (source, target), way in ways.items()
        ],
    )


def _layers(graph: Graph) -> dict[str, int]:
    """The layer of each step. Steps in a circle, which no order has, come after those that they wait for so far."""
    layers: dict[str, int] = {}
    ordered = frozenset(graph.order)
    for name in (*graph.order, *(name for name in graph.needs if name not in ordered)):
        layers[name] = max((layers[need] + 1 for need in graph.needs[name] if need in layers), default=0)
    return {name: layers[name] for name in graph.needs}


def _way(drawing: _Drawing, source: int, target: int) -> list[int]:
    """The way of an edge: its two ends, and a bend in each layer between, as long as there are not too many."""
    first, last = drawing.layer[source], drawing.layer[target]
    way = [source]
    if last > first:
        bends = range(first + 1, last) if len(drawing.layer) - drawing.steps < _MOST_BENDS else ()
        for layer in bends:
            bend = drawing.add(layer)
            drawing.join(way[-1], bend)
            way.append(bend)
        if bends or last == first + 1:
            drawing.join(way[-1], target)
    return [*way, target]


def _columns(drawing: _Drawing) -> list[list[int]]:
    columns: list[list[int]] = [[] for _ in range(max(drawing.layer) + 1)]
    for number, layer in enumerate(drawing.layer):
        columns[layer].append(number)
    return columns


def _untangle(drawing: _Drawing, columns: list[list[int]]) -> None:
    """Put each next to what it is joined to, sweep by sweep, so that edges cross less."""
    work = len(drawing.layer) + sum(map(len, drawing.after))
    place = [0.0] * len(drawing.layer)
    for column in columns:
        for at, number in enumerate(column):
            place[number] = at
    for sweep in range(min(_MOST_SWEEPS, max(1, _SWEEP_WORK // work))):
        joined, order = (drawing.before, columns) if sweep % 2 == 0 else (drawing.after, columns[::-1])
        for column in order:
            column.sort(key=lambda number: _mean([place[each] for each in joined[number]], place[number]))
            for at, number in enumerate(column):
                place[number] = at


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _middles(drawing: _Drawing, columns: list[list[int]]) -> list[float]:
    """How far down the middle of each is: near what it is joined to, and never on top of its neighbour."""
    middle = [0.0] * len(drawing.layer)
    for column in columns:
        _spread(drawing, column, middle)
    for joined, order in ((drawing.before, columns), (drawing.after, columns[::-1]), (drawing.before, columns)):
        for column in order:
            for number in column:
                middle[number] = _mean([middle[each] for each in joined[number]], middle[number])
            _spread(drawing, column, middle)
    top = min(middle[number] - drawing.height(number) / 2 for number in range(len(middle)))
    return [each - top + _MARGIN for each in middle]


def _spread(drawing: _Drawing, column: Sequence[int], middle: list[float]) -> None:
    """Move the members of a column as little as possible so that they keep their order and their distance.

    Without the distances this is finding the nearest rising line: neighbours that would fall are drawn together.
    """
    down = 0.0
    shifts = []
    groups: list[tuple[float, int]] = []  # the wish of a group (its mean), and how many are in it
    for at, number in enumerate(column):
        down += drawing.gap(column[at - 1], number) if at else 0.0
        shifts.append(down)
        wish, count = middle[number] - down, 1
        while groups and groups[-1][0] > wish:
            other, others = groups.pop()
            wish, count = (wish * count + other * others) / (count + others), count + others
        groups.append((wish, count))
    wishes = (wish for wish, count in groups for _ in range(count))
    for number, shift, wish in zip(column, shifts, wishes, strict=True):
        middle[number] = wish + shift


def _points(
    drawing: _Drawing, way: Sequence[int], left: Sequence[float], middle: Sequence[float]
) -> list[tuple[float, float]]:
    source, *bends, target = way
    points = [(left[drawing.layer[source]] + WIDTH, round(middle[source], 1))]
    for bend in bends:
        x, y = left[drawing.layer[bend]], round(middle[bend], 1)
        points += [(x, y), (x + WIDTH, y)]
    return [*points, (left[drawing.layer[target]], round(middle[target], 1))]


def _kinds(plan: Plan, uses: Sequence[Uses]) -> dict[tuple[str, str], Kind]:
    """Why each step waits for another: a reference says more than a condition, and that more than a declaration."""
    kinds: dict[tuple[str, str], Kind] = {}
    for step, used in zip(plan.steps, uses, strict=True):
        kinds |= {(name, step.id): "condition" for name in used.asked}
        kinds |= {(reference.path.root, step.id): "reference" for reference in (*used.args, *used.items)}
    return kinds
