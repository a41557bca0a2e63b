"""The wanderer: acts alone and without a plan, by what it finds in the room where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from doors.house import DoorState, House
from gameplan.agents import Message, ModelMessage, ModelRequest, OnDelta, Reply, ToolCall


class DoorsWanderer:
    """Takes what it sees, opens what it can, and goes where it has been least."""

    name = "house:doors-wanderer"

    def __init__(self, view: Callable[[], House]) -> None:
        self._view = view

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        seen = self._view()
        visits = Counter(seen.visited) + _rooms_gone_to(request.messages)
        return Reply(calls=(next_call(seen, visits),), model=self.name)


def next_call(seen: House, visits: Counter[str]) -> ToolCall:
    """What to do in this room: the first that applies."""
    doors = [(door, door.beyond(seen.here)) for door in seen.doors_here()]
    ahead = sorted((room for door, room in doors if door.state is DoorState.OPEN), key=lambda room: visits[room])
    if seen.treasure in seen.held and seen.here == seen.front:
        return _call("leave")
    for thing in seen.things_in(seen.here):
        return _call("take", item=thing)
    for door, _ in doors:
        if door.state is DoorState.LOCKED and door.key in seen.held:
            return _call("unlock", door=door.name)
    if ahead and not visits[ahead[0]]:
        return _call("go", room=ahead[0])
    for door, room in doors:
        if door.state is DoorState.JAMMED and not visits[room]:
            return _call("force", door=door.name)
    if ahead:
        return _call("go", room=ahead[0])
    return _call("give_up", reason=f"no door of the {seen.here} opens")


def _rooms_gone_to(messages: Sequence[Message]) -> Counter[str]:
    """How often it has gone into each room, as its own conversation tells."""
    calls = [call for message in messages if isinstance(message, ModelMessage) for call in message.calls]
    return Counter(call.arguments["room"] for call in calls if call.name == "go")


def _call(tool: str, **arguments: str) -> ToolCall:
    return ToolCall("", tool, arguments)
