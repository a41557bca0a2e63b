"""What the player knows of the house. Whatever an agent is told of it comes through here."""

from __future__ import annotations

from dataclasses import replace

from doors.house import Door, DoorState, House, Room


def as_seen(house: House) -> House:
    """The house with everything cut out that the player has not seen.

    A floor plan in the hall shows the rooms, the doors, and what is kept in each lit room. What lies in a dark room
    shows when one stands in it, and whether a door opens when one stands before it.
    """
    return replace(
        house,
        rooms=tuple(_room_as_seen(room, house) for room in house.rooms),
        doors=tuple(_door_as_seen(door, house) for door in house.doors),
    )


def _room_as_seen(room: Room, house: House) -> Room:
    return replace(room, things=None) if room.dark and room.name not in house.visited else room


def _door_as_seen(door: Door, house: House) -> Door:
    before_it = any(room in house.visited for room in door.rooms)
    return door if before_it else replace(door, state=DoorState.UNSEEN, key="")


def tell_room(seen: House) -> str:
    """Where the player stands, in a few lines of which the first says the most."""
    doors = [f"{door.name} to the {door.beyond(seen.here)} ({_state(door)})" for door in seen.doors_here()]
    here = ", ".join(seen.things_in(seen.here)) or "nothing"
    return f"You are in the {seen.here}. Here: {here}.\nDoors: {', '.join(doors)}."


def tell_house(seen: House) -> str:
    """All that the player knows."""
    lines = [tell_room(seen), f"You hold: {', '.join(seen.held) or 'nothing'}.", "Rooms:"]
    lines += [f"- {room.name}: {_things(seen, room)}" for room in seen.rooms]
    lines += ["Doors:"]
    lines += [f"- {door.name}, {door.rooms[0]} to {door.rooms[1]}: {_state(door)}" for door in seen.doors]
    lines += [f"Carry the {seen.treasure} out of the front door, which is in the {seen.front}."]
    return "\n".join(lines)


def _things(seen: House, room: Room) -> str:
    if room.things is None:
        return "dark, nobody knows what is there"
    return ", ".join(seen.things_in(room.name)) or "nothing"


def _state(door: Door) -> str:
    return f"locked, needs the {door.key}" if door.state is DoorState.LOCKED else door.state.value
