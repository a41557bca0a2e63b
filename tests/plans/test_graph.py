"""What waits for what, in which order, and what takes longest."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gameplan.plans.graph import critical_path, cycles, dependencies, graph_of, topological_order
from gameplan.plans.model import Plan, Step

Effort = Callable[[Callable[[], Any]], int]


def test_a_step_waits_for_what_it_declares_refers_to_and_asks_about(plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(
        {"id": "a"},
        {"id": "b"},
        {"id": "c"},
        {"id": "d"},
        {
            "id": "e",
            "dependsOn": ["b"],
            "args": {"path": "${a.content} ${b.content} $$c"},
            "forEach": {"items": "$d.rows"},
            "when": "$c.size > 0 and $input.x",
        },
    )
    assert dependencies(plan)["e"] == ("b", "a", "d", "c")
    graph = graph_of(plan)
    assert graph.refers["e"] == {"a", "b", "c", "d"}
    assert graph.followers["a"] == ("e",)


def test_a_name_that_is_no_step_is_left_out(plan_of: Callable[..., Plan]) -> None:
    plan = plan_of({"id": "a", "dependsOn": ["a", "zz"], "args": {"path": "$nobody", "x": "$."}, "when": "((("})
    assert dependencies(plan) == {"a": ()}


def test_the_order_is_that_of_the_plan_where_it_allows() -> None:
    assert topological_order({"d": ["a"], "c": [], "b": [], "a": ["b"]}) == ("c", "b", "a", "d")


def test_steps_in_a_circle_and_behind_it_have_no_place() -> None:
    assert topological_order({"a": ["b"], "b": ["a"], "c": ["b"], "d": []}) == ("d",)


def test_each_knot_is_told_once_by_its_shortest_circle() -> None:
    needs = {"a": ["b"], "b": ["c"], "c": ["d", "a"], "d": ["a"], "x": ["y", "a"], "y": ["x"], "z": []}
    assert cycles(needs) == (("a", "b", "c", "a"), ("x", "y", "x"))
    assert cycles({"a": ["b"], "b": []}) == ()


def test_the_critical_path_is_the_longest_way_through(plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(
        {"id": "a", "estimatedDuration": 1},
        {"id": "b", "estimatedDuration": 5, "dependsOn": ["a"]},
        {"id": "c", "estimatedDuration": 2, "dependsOn": ["a"]},
        {"id": "d", "dependsOn": ["b", "c"]},
    )
    assert critical_path(plan) == ("a", "b", "d")
    assert graph_of(plan).remaining == {"a": 7, "b": 6, "c": 3, "d": 1}
    assert critical_path(plan, {"c": 50.0}) == ("a", "c", "d")
    assert critical_path(Plan(steps=())) == ()


def test_the_critical_path_ends_where_a_circle_begins(plan_of: Callable[..., Plan]) -> None:
    plan = plan_of(
        {"id": "a"},
        {"id": "b", "dependsOn": ["a", "c"]},
        {"id": "c", "dependsOn": ["b"]},
        {"id": "d", "dependsOn": ["c"]},
        {"id": "e", "dependsOn": ["a"]},
    )
    assert critical_path(plan) == ("a", "e")


def test_any_number_of_steps_in_a_row_or_in_a_ring_is_no_trouble(effort_of: Effort) -> None:
    def row(count: int) -> Plan:
        return Plan(steps=tuple(Step(f"s{n}", "t", depends_on=(f"s{n - 1}",) if n else ()) for n in range(count)))

    def ring(count: int) -> dict[str, list[str]]:
        return {f"s{n}": [f"s{(n + 1) % count}"] for n in range(count)}

    short, long = row(500), row(1_000)
    assert effort_of(lambda: critical_path(long)) <= 2.1 * effort_of(lambda: critical_path(short))
    small, large = ring(500), ring(1_000)
    assert effort_of(lambda: cycles(large)) <= 2.1 * effort_of(lambda: cycles(small))
    assert len(critical_path(row(10_000))) == 10_000  # deeper than any recursion could go
    assert len(cycles(ring(10_000))[0]) == 10_001


@given(st.data())
def test_any_graph_is_either_ordered_or_has_a_circle(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 8))
    names = [f"s{number}" for number in range(count)]
    needs: dict[str, Any] = {
        name: data.draw(st.lists(st.sampled_from([each for each in names if each != name]), unique=True, max_size=3))
        if count > 1
        else []
        for name in names
    }
    order = topological_order(needs)
    for number, name in enumerate(order):
        assert set(needs[name]) <= set(order[:number])
    found = cycles(needs)
    assert bool(found) == (len(order) < count)
    for cycle in found:
        assert cycle[0] == cycle[-1]
        assert all(need in needs[name] for name, need in pairwise(cycle))
    path = critical_path(Plan(steps=tuple(Step(name, "t", depends_on=tuple(each)) for name, each in needs.items())))
    assert set(path) <= set(order) and bool(path) == bool(order)
    assert all(before in needs[name] for before, name in pairwise(path))


def test_a_plan_inside_a_step_takes_as_long_as_its_longest_way() -> None:
    inner = Plan(steps=(Step("a", "t", estimated_duration=2.0), Step("b", "t", depends_on=("a",)), Step("c", "t")))
    plan = Plan(steps=(Step("x", "plan", plan=inner), Step("y", "t", estimated_duration=2.5)))
    assert graph_of(plan).remaining == {"x": 3.0, "y": 2.5}
    assert critical_path(plan) == ("x",)
    assert graph_of(plan, {"x": 1.0}).remaining["x"] == 1.0
    said = Plan(steps=(Step("x", "plan", plan=Plan(steps=(), estimated_duration=9.0)), Step("y", "plan", plan="t")))
    assert graph_of(said).remaining == {"x": 9.0, "y": 1.0}
