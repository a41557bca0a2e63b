"""What is on the record of a seat's agents when the table had to go on without them."""

from __future__ import annotations

from dataclasses import dataclass

from gameplan.runtime import event


@event("seat.stood_in")
@dataclass(frozen=True, slots=True)
class StoodIn:
    """An agent did not finish what it was asked, so the table went on without it: why, and what was done instead."""

    seat: int
    turn: int
    reason: str
    did: tuple[str, ...]
