"""The planner: looks at what the player knows, searches for the cheapest way, and writes it down as a plan."""

from __future__ import annotations

from collections.abc import Callable

from doors.house import DoorState, Forced, House, Left, Move, Took, Unlocked, Went, after
from doors.search import Way, cost, way_into, way_out

from gameplan.agents import ModelRequest, OnDelta, Reply, TextDelta


class DoorsPlanner:
    """Plans a way through the house by searching what is known of it."""

    name = "house:doors-planner"

    def __init__(self, view: Callable[[], House]) -> None:
        self._view = view

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        plan = write_plan(self._view())
        if on_delta is not None:
            on_delta(TextDelta(plan))
        return Reply(plan, model=self.name)


def write_plan(seen: House) -> str:
    """The plan for what remains: out with the treasure, else to where something new is known, else no further."""
    out = way_out(seen)
    if out is not None:
        return _plan(_how_it_stands(seen), out, seen)
    unknown = frozenset(room.name for room in seen.rooms if room.things is None)
    there = way_into(seen, unknown)
    if there is not None:
        goal = after_all(seen, there).here
        situation = f"{_how_it_stands(seen)} It takes a look into the {goal} to know more."
        return _plan(situation, there, seen, boundary=f"what is in the {goal}")
    situation = f"{_how_it_stands(seen)} Every way that is left ends at a closed door."
    return f'SITUATION: {situation}\nPLAN:\n1. give_up "no way is left to the {seen.treasure}"\nCONTINGENCIES: None'


def after_all(house: House, way: Way) -> House:
    for move in way:
        house = after(house, move)
    return house


def _plan(situation: str, way: Way, seen: House, boundary: str = "") -> str:
    lines = [f"SITUATION: {situation}", "PLAN:"]
    lines += [f"{number}. {_line(move, seen)}" for number, move in enumerate(way, 1)]
    lines += [f"BOUNDARY: {boundary}"] if boundary else []
    contingencies = list(_contingencies(way, seen))
    return "\n".join([*lines, "CONTINGENCIES:" if contingencies else "CONTINGENCIES: None", *contingencies])


def _line(move: Move, seen: House) -> str:
    match move:
        case Went(room):
            return f'go "{room}"'
        case Took(thing):
            opens = [door.name for door in seen.doors if door.key == thing and door.state is DoorState.LOCKED]
            return f'take "{thing}"' + (f", for the {' and the '.join(opens)}" if opens else "")
        case Unlocked(name):
            door = seen.door(name)
            return f'unlock "{name}"' + (f" with the {door.key}" if door else "")
        case Forced(name):
            return f'force "{name}", a coin flip'
        case Left():
            return f"leave with the {seen.treasure}"


def _contingencies(way: Way, seen: House) -> list[str]:
    """For each coin flip on the way, what to do on either side of the coin."""
    lines = []
    for number, move in enumerate(way):
        if isinstance(move, Forced):
            stuck = after(after_all(seen, way[:number]), Forced(move.door, heads=False))
            then = f"the {move.door} is stuck; {_what_is_left(stuck, rest=way[number + 1 :])}"
            lines.append(f'- force "{move.door}": HEADS -> go on; TAILS -> request_replan "{then}"')
    return lines


def _what_is_left(stuck: House, rest: Way) -> str:
    out = way_out(stuck)
    if out is not None:
        return f"another way costs {cost(out) - cost(rest)} more"
    unknown = any(room.things is None and room.name not in stuck.visited for room in stuck.rooms)
    return "no other way is known yet" if unknown else "no other way is left"


def _how_it_stands(seen: House) -> str:
    holding = f"holding the {' and the '.join(seen.held)}" if seen.held else "empty-handed"
    lies_in = next((room.name for room in seen.rooms if seen.treasure in (room.things or ())), "")
    if seen.treasure in seen.held:
        treasure = f"the {seen.treasure} is in hand"
    elif lies_in:
        treasure = f"the {seen.treasure} is in the {lies_in}"
    else:
        treasure = f"nobody knows where the {seen.treasure} is"
    return f"In the {seen.here}, {holding}; {treasure}."
