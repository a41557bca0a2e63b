"""Records that a player must not read while he plays: what is hidden in his game, and what the other side thinks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from gameplan.cards.table.events import PERSON, Acted, Seated
from gameplan.runtime import JournalError, Recorded, SessionStarted
from gameplan.runtime.session.history import standing

KIND = "cards"
"""What the session of a game is for."""
_AGENTS = re.compile(r"^agents-(?P<game>.+)-(?P<seat>\d)$")


def agents_of(game: str, seat: int) -> str:
    """The session of the agents that play a seat of a game."""
    return f"agents-{game}-{seat + 1}"


def game_told_by(session_id: str) -> str:
    """The game of which a session tells, if it is one: a game itself, or the agents of a seat."""
    agents = _AGENTS.match(session_id)
    return agents["game"] if agents is not None else session_id


def why_private(session_id: str, record_of: Callable[[str], Sequence[Recorded[Any]]]) -> str:
    """What a session would tell a person of a game that he plays and that goes on; empty if it may be read.

    `record_of` reads a session by its id, or raises `JournalError`.
    """
    game = game_told_by(session_id)
    try:
        goes_on = _person_plays(record_of(game))
    except JournalError:
        return ""
    if not goes_on:
        return ""
    holds = "all that is hidden in it" if game == session_id else "what the other side thinks, with the cards it holds"
    return (
        f"Session {session_id} is private while the game goes on: it tells {holds}. It is open when the game is over."
    )


def _person_plays(record: Sequence[Recorded[Any]]) -> bool:
    """Whether this is a game that a person plays, and that is not over."""
    first = record[0].event if record else None
    if not isinstance(first, SessionStarted) or first.kind != KIND:
        return False
    counts = [each.event for each in standing(record)]
    if any(change[0] == "end" for event in counts if isinstance(event, Acted) for change in event.changes):
        return False
    return any(isinstance(event, Seated) and PERSON in event.players for event in counts)
