"""The house: rooms, doors and things. What is true in it is a fold of what has happened in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias, assert_never

from gameplan.runtime import ReducerContext, Session, Slice, event, replace_latest, select_latest
from gameplan.tools import ToolRefused


class DoorState(StrEnum):
    OPEN = "open"
    LOCKED = "locked"  # its key unlocks it
    JAMMED = "jammed"  # it can be forced, once: a coin decides
    STUCK = "stuck"  # the coin fell wrong, and nothing opens it any more
    UNSEEN = "unseen"  # only in what a player knows: it may be anything


@dataclass(frozen=True, slots=True)
class Door:
    name: str
    rooms: tuple[str, str]
    state: DoorState = DoorState.OPEN
    key: str = ""

    def beyond(self, room: str) -> str:
        """The room on the other side."""
        return self.rooms[1] if room == self.rooms[0] else self.rooms[0]


@dataclass(frozen=True, slots=True)
class Room:
    """A room and what lay in it at first. `things` is None where a player does not know them."""

    name: str
    things: tuple[str, ...] | None = ()
    dark: bool = False


# -- what happens


@event("doors.went")
@dataclass(frozen=True, slots=True)
class Went:
    room: str


@event("doors.took")
@dataclass(frozen=True, slots=True)
class Took:
    thing: str


@event("doors.unlocked")
@dataclass(frozen=True, slots=True)
class Unlocked:
    door: str


@event("doors.forced")
@dataclass(frozen=True, slots=True)
class Forced:
    door: str
    heads: bool = True


@event("doors.left")
@dataclass(frozen=True, slots=True)
class Left:
    """The player went out of the front door, with what the game is about."""


Move: TypeAlias = Went | Took | Unlocked | Forced | Left


# -- what is true


@event("doors.house")
@dataclass(frozen=True, slots=True)
class House:
    """How things stand. As an event it is the house that the game begins with."""

    rooms: tuple[Room, ...]
    doors: tuple[Door, ...]
    here: str
    front: str  # the room with the front door
    treasure: str
    held: tuple[str, ...] = ()
    visited: tuple[str, ...] = ()
    left: bool = False

    def room(self, name: str) -> Room | None:
        return next((room for room in self.rooms if room.name == name), None)

    def door(self, name: str) -> Door | None:
        return next((door for door in self.doors if door.name == name), None)

    def doors_here(self) -> list[Door]:
        return [door for door in self.doors if self.here in door.rooms]

    def things_in(self, room: str) -> tuple[str, ...]:
        """What is known to lie in a room now."""
        found = self.room(room)
        return tuple(thing for thing in (found and found.things) or () if thing not in self.held)


def after(house: House, move: Move) -> House:
    """The house after something has happened in it. Nothing else ever changes it."""
    match move:
        case Went(room):
            return replace(house, here=room, visited=tuple(sorted({*house.visited, room})))
        case Took(thing):
            return replace(house, held=tuple(sorted((*house.held, thing))))
        case Unlocked(door):
            return _with_door(house, door, DoorState.OPEN)
        case Forced(door, heads):
            return _with_door(house, door, DoorState.OPEN if heads else DoorState.STUCK)
        case Left():
            return replace(house, left=True)
        case _:
            assert_never(move)


def _with_door(house: House, name: str, state: DoorState) -> House:
    doors = tuple(replace(door, state=state) if door.name == name else door for door in house.doors)
    return replace(house, doors=doors)


# -- the rules


def objection(house: House, move: Move) -> ToolRefused | None:
    """Why this cannot happen now, or None if it can."""
    match move:
        case Went(room):
            door = next((door for door in house.doors_here() if door.beyond(house.here) == room), None)
            if door is None:
                return ToolRefused(f"No door leads from the {house.here} to the {room}.", code="no_door")
            return _closed(door)
        case Took(thing):
            if thing not in house.things_in(house.here):
                return ToolRefused(f"There is no {thing} in the {house.here}.", code="not_here")
        case Unlocked(name):
            door = next((door for door in house.doors_here() if door.name == name), None)
            if door is None or door.state is not DoorState.LOCKED:
                return _not_so(house, door, name, DoorState.LOCKED)
            if door.key not in house.held:
                return ToolRefused(f"You do not have the {door.key}.", code="no_key", needs=[f"the {door.key}"])
        case Forced(name):
            door = next((door for door in house.doors_here() if door.name == name), None)
            if door is None or door.state is not DoorState.JAMMED:
                return _not_so(house, door, name, DoorState.JAMMED)
        case Left():
            if house.treasure not in house.held:
                return ToolRefused(f"You do not have the {house.treasure}.", code="empty_handed")
            if house.here != house.front:
                return ToolRefused(f"The front door is in the {house.front}.", code="not_here")
        case _:
            assert_never(move)
    return None


def _closed(door: Door) -> ToolRefused | None:
    match door.state:
        case DoorState.OPEN | DoorState.UNSEEN:
            return None
        case DoorState.LOCKED:
            needs = [f"to unlock the {door.name} with the {door.key}"]
            return ToolRefused(f"The {door.name} is locked.", code="locked", needs=needs)
        case DoorState.JAMMED:
            needs = [f"to force the {door.name}, if the coin is with you"]
            return ToolRefused(f"The {door.name} is jammed.", code="jammed", needs=needs)
        case DoorState.STUCK:
            return ToolRefused(f"The {door.name} is stuck for good.", code="stuck")
        case _:
            assert_never(door.state)


def _not_so(house: House, door: Door | None, name: str, wanted: DoorState) -> ToolRefused:
    if door is None:
        return ToolRefused(f"There is no {name} in the {house.here}.", code="not_here")
    return ToolRefused(f"The {name} is {door.state}, not {wanted}.", code=f"not_{wanted}")


def possible_moves(house: House) -> Iterator[Move]:
    """Everything that can happen next; a coin that is flipped falls heads."""
    candidates: list[Move] = [Left(), *(Took(thing) for thing in house.things_in(house.here))]
    for door in house.doors_here():
        candidates += Unlocked(door.name), Forced(door.name), Went(door.beyond(house.here))
    return (move for move in candidates if objection(house, move) is None)


# -- the house as the state of a session


def fold_house(session: Session) -> None:
    """Let a session keep a house."""
    session.register_reducer(House, replace_latest)
    for kind in (Went, Took, Unlocked, Forced, Left):
        session.register_reducer(kind, _reduce, slice_type=House)


def house_in(session: Session) -> House:
    """The house as it stands."""
    house = select_latest(session, House)
    assert house is not None, "no house has been built in this session"
    return house


def _reduce(slice_: Slice[House], move: Move, context: ReducerContext) -> Slice[House]:
    return Slice(after(house, move) for house in slice_)
