"""The cheapest way to anything: a search through what could happen, with the rules of the house itself."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from doors.house import Forced, House, Move, after, possible_moves

Way: TypeAlias = tuple[Move, ...]

STEP = 1
RISK = 3  # a coin flip is worth this many steps of a detour


def cost(way: Way) -> int:
    """What a way costs: its steps, and more for each flip of a coin."""
    return sum(STEP + RISK * isinstance(move, Forced) for move in way)


def cheapest_way(house: House, reached: Callable[[House], bool]) -> Way | None:
    """The cheapest moves to a house for which `reached` holds, or None if there are none (Dijkstra's search).

    It believes the best of what is not known: a door that nobody has seen opens, a coin falls heads. So if it finds no
    way, there is none.
    """
    order = count()  # of equal ways, the one found first
    frontier: list[tuple[int, int, House, Way]] = [(0, next(order), house, ())]
    settled: set[object] = set()
    while frontier:
        spent, _, present, way = heapq.heappop(frontier)
        if reached(present):
            return way
        where = (present.here, present.held, tuple(door.state for door in present.doors), present.left)
        if where in settled:
            continue
        settled.add(where)
        for move in possible_moves(present):
            heapq.heappush(frontier, (spent + cost((move,)), next(order), after(present, move), (*way, move)))
    return None


def way_out(house: House) -> Way | None:
    """The cheapest way to win."""
    return cheapest_way(house, lambda imagined: imagined.left)


def way_into(house: House, rooms: frozenset[str]) -> Way | None:
    """The cheapest way into one of these rooms."""
    return cheapest_way(house, lambda imagined: imagined.here in rooms)
