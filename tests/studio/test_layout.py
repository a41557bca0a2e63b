"""Where steps are drawn: layers, forward edges, nothing on top of another, and bounded work."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gameplan.plans import critical_path, plan_from_wire
from gameplan.plans.graph import graph_of
from gameplan.plans.model import Plan
from gameplan.studio import layout
from gameplan.studio.layout import laid_out
from gameplan.studio.shapes import GraphView


def plan_of(needs: list[list[int]]) -> Plan:
    steps: list[dict[str, Any]] = [
        {"id": f"s{number}", "tool": "x", "dependsOn": [f"s{each}" for each in wanted]}
        for number, wanted in enumerate(needs)
    ]
    return plan_from_wire({"steps": steps})


def check(plan: Plan, graph: GraphView) -> None:
    nodes = {node.id: node for node in graph.nodes}
    assert set(nodes) == {step.id for step in plan.steps}
    layers: dict[int, list[Any]] = {}
    for node in graph.nodes:
        assert node.x >= 0 and node.x + node.width <= graph.width
        assert node.y >= 0 and node.y + node.height <= graph.height
        layers.setdefault(node.layer, []).append(node)
    for column in layers.values():
        column.sort(key=lambda node: node.y)
        assert len({node.x for node in column}) == 1
        assert all(above.y + above.height < below.y for above, below in pairwise(column)), "boxes overlap"
    needs = graph_of(plan).needs
    assert {(edge.source, edge.target) for edge in graph.edges} == {
        (need, name) for name, each in needs.items() for need in each
    }
    for edge in graph.edges:
        source, target = nodes[edge.source], nodes[edge.target]
        assert source.layer < target.layer, "an edge goes back"
        xs = [x for x, _ in edge.points]
        assert xs == sorted(xs)
        assert (edge.points[0][0], edge.points[-1][0]) == (source.x + source.width, target.x)


@st.composite
def needs_of_steps(draw: st.DrawFn) -> list[list[int]]:
    count = draw(st.integers(1, 25))
    return [
        draw(st.lists(st.integers(0, number - 1), max_size=4, unique=True)) if number else [] for number in range(count)
    ]


@given(needs_of_steps())
def test_any_plan_is_drawn_in_layers_without_overlap(needs: list[list[int]]) -> None:
    plan = plan_of(needs)
    check(plan, laid_out(plan, critical_path(plan)))


@given(
    st.integers(1, 9).flatmap(lambda n: st.lists(st.lists(st.integers(0, n - 1), max_size=4), min_size=n, max_size=n))
)
def test_whatever_waits_for_whatever_it_is_drawn_without_overlap(needs: list[list[int]]) -> None:
    plan = plan_of(needs)  # with circles, and steps that wait for themselves
    graph = laid_out(plan, critical_path(plan))
    boxes = sorted((node.x, node.y) for node in graph.nodes)
    assert len(boxes) == len(needs)
    assert all(above[0] != below[0] or above[1] + layout.HEIGHT < below[1] for above, below in pairwise(boxes))


def test_a_diamond_is_drawn_as_one() -> None:
    plan = plan_of([[], [0], [0], [1, 2]])
    graph = laid_out(plan, ("s0", "s1", "s3"))
    assert [(node.id, node.layer, node.critical) for node in graph.nodes] == [
        ("s0", 0, True), ("s1", 1, True), ("s2", 1, False), ("s3", 2, True),
    ]  # fmt: skip
    assert [edge.critical for edge in graph.edges] == [True, False, True, False]


def test_long_edges_go_around_boxes() -> None:
    plan = plan_of([[], [0], [1], [2, 0]])
    graph = laid_out(plan)
    edge = next(edge for edge in graph.edges if (edge.source, edge.target) == ("s0", "s3"))
    between = [node for node in graph.nodes if node.layer in (1, 2)]
    assert len(edge.points) == 6
    for x, y in edge.points[1:-1]:
        assert not any(node.x < x < node.x + node.width and node.y < y < node.y + node.height for node in between)
        assert all(not (node.y <= y <= node.y + node.height) for node in between)


def test_crossings_are_few() -> None:
    """Pairs that were written crosswise are drawn side by side."""
    plan = plan_of([[], [], [], [], [3], [2], [1], [0]])
    graph = laid_out(plan)
    y = {node.id: node.y for node in graph.nodes}
    lines = [(y[edge.source], y[edge.target]) for edge in graph.edges]
    assert not [1 for a in lines for b in lines if a[0] < b[0] and a[1] > b[1]]


def test_why_a_step_waits_is_told() -> None:
    plan = plan_from_wire(
        {
            "steps": [
                {"id": "a", "tool": "x"},
                {"id": "b", "tool": "x", "dependsOn": ["a"]},
                {"id": "c", "tool": "x", "args": {"y": "$a.z"}, "when": "a.z", "dependsOn": ["a"]},
                {"id": "d", "tool": "x", "when": "a.z == 1"},
            ]
        }
    )
    kinds = {(edge.source, edge.target): edge.kind for edge in laid_out(plan).edges}
    assert kinds == {("a", "b"): "declared", ("a", "c"): "reference", ("a", "d"): "condition"}


def test_a_circle_is_drawn_so_that_it_can_be_mended() -> None:
    plan = plan_of([[], [2, 0], [1]])
    graph = laid_out(plan)
    assert len(graph.nodes) == 3 and len(graph.edges) == 3


def test_a_thousand_steps_are_drawn_with_bounded_work(monkeypatch: Any) -> None:
    """Each thing is looked at a fixed number of times: no more joints than the bound, no more sweeps than it allows."""
    made: list[layout._Drawing] = []
    untangle = layout._untangle

    def watched(drawing: layout._Drawing, columns: list[list[int]]) -> None:
        made.append(drawing)
        untangle(drawing, columns)

    monkeypatch.setattr(layout, "_untangle", watched)
    chain = plan_of([[each for each in (number - 1, number - 300) if each >= 0] for number in range(1_000)])
    graph = laid_out(chain)
    assert len(made[0].layer) <= 1_000 + layout._MOST_BENDS + 300
    check(chain, graph)
    wide = plan_of([[] if number < 500 else [number - 500, (number * 7) % 500] for number in range(1_000)])
    check(wide, laid_out(wide))
