"""The tools of the player. Each is an event that the rules allow, or a refusal that says why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from doors.house import Forced, Left, Move, Took, Unlocked, Went, house_in, objection
from doors.sight import as_seen, tell_room
from gameplan.runtime import Randomness, Session
from gameplan.tools import Done, Memory, NoArguments, Reads, Tool, Writes, tool


@dataclass(frozen=True, slots=True)
class Go:
    room: str


@dataclass(frozen=True, slots=True)
class Take:
    item: str


@dataclass(frozen=True, slots=True)
class OpenDoor:
    door: str


@dataclass(frozen=True, slots=True)
class GiveUp:
    reason: str


def player_tools(world: Session, dice: Randomness) -> tuple[Tool[Any, Any], ...]:
    """What can be done in the house that `world` keeps. The agent's own session is another one."""

    def check(move: Move) -> None:
        refusal = objection(house_in(world), move)
        if refusal is not None:
            raise refusal

    async def happen(move: Move) -> None:
        world.dispatch(move)
        await world.committed()

    def surroundings() -> str:
        return tell_room(as_seen(house_in(world)))

    # Only the newest look around is still true, so only that one stays whole in what a model is sent.
    around = Memory.LATEST("surroundings")

    @tool(effects=Reads(lambda params: ["the house"]), memory=around)
    def look(params: NoArguments) -> str:
        """Look around in the room where you are."""
        return surroundings()

    @tool(effects=Writes(lambda params: ["where you are"]), memory=around)
    async def go(params: Go) -> Done[str]:
        """Go through an open door into the next room, given by its name, and look around there."""
        check(Went(params.room))
        await happen(Went(params.room))
        return Done(params.room, surroundings())

    @tool(effects=Writes("item"), memory=Memory.BRIEF)
    async def take(params: Take) -> Done[str]:
        """Take an item that lies in the room where you are."""
        check(Took(params.item))
        await happen(Took(params.item))
        return Done(params.item, f"You have the {params.item}.")

    @tool(effects=Writes("door"), memory=Memory.BRIEF)
    async def unlock(params: OpenDoor) -> Done[str]:
        """Unlock a locked door of the room where you are. You need its key."""
        check(Unlocked(params.door))
        await happen(Unlocked(params.door))
        return Done(params.door, f"The {params.door} is open.")

    @tool(effects=Writes("door"))
    async def force(params: OpenDoor) -> Done[bool]:
        """Force a jammed door of the room where you are. A coin decides: HEADS, it opens; TAILS, it is stuck."""
        check(Forced(params.door))
        heads = dice.flip(f"force the {params.door}")
        await happen(Forced(params.door, heads))
        outcome = "HEADS: it is open" if heads else "TAILS: it is stuck for good"
        return Done(heads, f"You force the {params.door}. {outcome}.")

    @tool(effects=Writes(lambda params: ["where you are"]), terminal=True)
    async def leave(params: NoArguments) -> Done[None]:
        """Leave the house by its front door, with what you came for. This ends the game."""
        check(Left())
        await happen(Left())
        return Done(None, f"You are out, and you have the {house_in(world).treasure}.")

    @tool(terminal=True, hands_back=True)
    def give_up(params: GiveUp) -> Done[str]:
        """End the game without the treasure, because no way is left. Say why."""
        return Done(params.reason, f"Given up: {params.reason}")

    return look, go, take, unlock, force, leave, give_up
