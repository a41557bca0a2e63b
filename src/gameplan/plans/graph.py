"""Which step waits for which, in what order they can go, and what takes longest. Pure, for any number of steps.

A step waits for what it declares (`dependsOn`), for what its arguments and items refer to, and for what its condition
asks about. Names that are no steps are left out: `validate` tells of them.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gameplan.plans.model import Plan, Step
from gameplan.plans.uses import Uses, uses_of

Needs: TypeAlias = Mapping[str, Sequence[str]]

_UNKNOWN_DURATION = 1.0


@dataclass(frozen=True, slots=True)
class Graph:
    """The steps of a plan by their ids: what each waits for, refers to, and is waited for by.

    `order` is one in which they can go, the plan's own where it allows; steps in a circle, and all that waits for them,
    are not in it. `remaining` is how long it takes from the beginning of a step to the end of all that waits for it.
    """

    needs: dict[str, tuple[str, ...]]
    refers: dict[str, frozenset[str]]
    followers: dict[str, tuple[str, ...]]
    order: tuple[str, ...]
    remaining: dict[str, float]


def graph_of(plan: Plan, durations: Mapping[str, float] | None = None, *, uses: Sequence[Uses] | None = None) -> Graph:
    """The graph of a plan. `durations` in seconds replace the plan's own estimates; with neither, a step counts 1."""
    uses = [uses_of(step) for step in plan.steps] if uses is None else uses
    known = {step.id for step in plan.steps}
    needs: dict[str, tuple[str, ...]] = dict.fromkeys((step.id for step in plan.steps), ())
    refers: dict[str, frozenset[str]] = dict.fromkeys(needs, frozenset())
    for step, used in zip(plan.steps, uses, strict=True):
        referred = [name for name in used.names() if name in known and name != step.id]
        declared = [name for name in step.depends_on if name in known and name != step.id]
        if referred:
            refers[step.id] |= frozenset(referred)
        if referred or declared:
            needs[step.id] = tuple(dict.fromkeys((*needs[step.id], *declared, *referred)))
    followers = _followers(needs)
    order = topological_order(needs, followers)
    return Graph(needs, refers, followers, order, _remaining(order, followers, _durations(plan, durations or {})))


def dependencies(plan: Plan) -> dict[str, tuple[str, ...]]:
    """For each step those that it waits for: declared, by reference, by condition, in that order."""
    return graph_of(plan).needs


def topological_order(needs: Needs, followers: Needs | None = None) -> tuple[str, ...]:
    """An order in which each comes after what it needs, otherwise as given. What is in a circle is left out."""
    followers = _followers(needs) if followers is None else followers
    place = {name: number for number, name in enumerate(needs)}
    names = list(needs)
    left = {name: len(each) for name, each in needs.items()}
    ready = [place[name] for name, count in left.items() if count == 0]
    order = []
    while ready:
        name = names[heapq.heappop(ready)]
        order.append(name)
        for follower in followers[name]:
            left[follower] -= 1
            if left[follower] == 0:
                heapq.heappush(ready, place[follower])
    return tuple(order)


def critical_path(plan: Plan, durations: Mapping[str, float] | None = None) -> tuple[str, ...]:
    """The steps, one waiting for the other, that together take longest: no run can be shorter than they are.

    It ends where a circle begins, which has no end.
    """
    graph = graph_of(plan, durations)
    ordered = frozenset(graph.order)
    path: list[str] = []
    ahead: Sequence[str] = graph.order
    while ahead:
        longest = max(ahead, key=lambda name: graph.remaining[name])  # the first of those that are equal
        path.append(longest)
        ahead = [name for name in graph.followers[longest] if name in ordered]
    return tuple(path)


def cycles(needs: Needs) -> tuple[tuple[str, ...], ...]:
    """A shortest circle out of each knot of steps that wait for each other: a needs b needs ... needs a."""
    return tuple(_shortest_cycle(needs, knot) for knot in _knots(needs))


def _followers(needs: Needs) -> dict[str, tuple[str, ...]]:
    followers: dict[str, list[str]] = {name: [] for name in needs}
    for name, each in needs.items():
        for need in each:
            followers[need].append(name)
    return {name: tuple(each) for name, each in followers.items()}


def _durations(plan: Plan, durations: Mapping[str, float]) -> dict[str, float]:
    return {step.id: durations[step.id] if step.id in durations else _estimate(step) for step in plan.steps}


def _estimate(step: Step) -> float:
    """How long a step takes by what the plan says: one that carries out a plan, as long as that."""
    if step.estimated_duration is not None:
        return step.estimated_duration
    if not isinstance(step.plan, Plan):
        return _UNKNOWN_DURATION
    if step.plan.estimated_duration is not None:
        return step.plan.estimated_duration
    return max(graph_of(step.plan).remaining.values(), default=0.0)


def _remaining(order: Sequence[str], followers: Needs, durations: Mapping[str, float]) -> dict[str, float]:
    remaining = dict(durations)
    for name in reversed(order):
        if followers[name]:
            remaining[name] += max([remaining[follower] for follower in followers[name]])
    return remaining


def _knots(needs: Needs) -> list[list[str]]:
    """The groups of more than one in which each needs each other, by way of others (Tarjan's, with its own stack)."""
    numbers: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_: dict[str, None] = {}
    knots = []
    for root in needs:
        if root in numbers:
            continue
        work = [(root, iter(needs[root]))]
        numbers[root] = lowest[root] = len(numbers)
        open_[root] = None
        while work:
            name, ahead = work[-1]
            for need in ahead:
                if need not in numbers:
                    numbers[need] = lowest[need] = len(numbers)
                    open_[need] = None
                    work.append((need, iter(needs[need])))
                    break
                if need in open_:
                    lowest[name] = min(lowest[name], numbers[need])
            else:
                work.pop()
                if work:
                    above = work[-1][0]
                    lowest[above] = min(lowest[above], lowest[name])
                if lowest[name] == numbers[name]:
                    knot = []
                    while True:
                        member, _ = open_.popitem()
                        knot.append(member)
                        if member == name:
                            break
                    if len(knot) > 1:
                        knots.append(knot)
    place = {name: number for number, name in enumerate(needs)}
    return sorted((sorted(knot, key=place.__getitem__) for knot in knots), key=lambda knot: place[knot[0]])


def _shortest_cycle(needs: Needs, knot: Sequence[str]) -> tuple[str, ...]:
    """From the first of a knot by the shortest way back to itself."""
    start, inside = knot[0], set(knot)
    came_from: dict[str, str] = {}
    wave = [start]
    while wave:
        following = []
        for name in wave:
            for need in needs[name]:
                if need == start:
                    path = [name]
                    while path[-1] != start:
                        path.append(came_from[path[-1]])
                    return (*reversed(path), start)
                if need in inside and need not in came_from:
                    came_from[need] = name
                    following.append(need)
        wave = following
    raise AssertionError("in a knot there is a way back")
