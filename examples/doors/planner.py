"""The planner: looks at what the player knows, searches for the cheapest way, and writes it down as a plan."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

from doors.house import DoorState, Forced, House, Left, Move, Took, Unlocked, Went, after
from doors.search import Way, way_into, way_out
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


@dataclass(frozen=True, slots=True)
class Course:
    """A way, and the room into which it looks, if that is all that can be planned yet."""

    way: Way
    looks_into: str = ""


def best_course(seen: House) -> Course | None:
    """Out with the treasure; else to where something new will be known; else there is no course left."""
    out = way_out(seen)
    if out is not None:
        return Course(out)
    unknown = frozenset(room.name for room in seen.rooms if room.things is None) - {*seen.visited}
    there = way_into(seen, unknown)
    return Course(there, looks_into=imagine(seen, there).here) if there is not None else None


def imagine(house: House, way: Way) -> House:
    """The house after all of these moves."""
    return reduce(after, way, house)


def write_plan(seen: House) -> str:
    """The plan for what remains, in the form that a planner is asked for."""
    course = best_course(seen)
    lines = [f"SITUATION: {_situation(seen)}", "PLAN:"]
    if course is None:
        return "\n".join([*lines, f'1. give_up "no way is left to the {seen.treasure}"', "CONTINGENCIES: None"])
    lines += [f"{number}. {_line(move, seen)}" for number, move in enumerate(course.way, 1)]
    if course.looks_into:
        lines += [f"BOUNDARY: what is in the {course.looks_into}"]
    contingencies = _contingencies(course.way, seen)
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
            left = best_course(imagine(seen, (*way[:number], Forced(move.door, heads=False))))
            then = f'request_replan "The {move.door} is stuck; {_told(left)}."'
            lines.append(f'- force "{move.door}": HEADS -> go on; TAILS -> {then}')
    return lines


def _told(course: Course | None) -> str:
    if course is None:
        return "no other way is left"
    if course.looks_into:
        return f"what is left is to look into the {course.looks_into} (steps: {len(course.way)})"
    return f"there is another way (steps: {len(course.way)})"


def _situation(seen: House) -> str:
    holding = f"holding the {' and the '.join(seen.held)}" if seen.held else "empty-handed"
    lies_in = next((room.name for room in seen.rooms if seen.treasure in (room.things or ())), "")
    if seen.treasure in seen.held:
        treasure = f"The {seen.treasure} is in hand."
    elif lies_in:
        treasure = f"The {seen.treasure} is in the {lies_in}."
    else:
        treasure = f"Nobody knows where the {seen.treasure} is."
    return f"In the {seen.here}, {holding}. {treasure}"
