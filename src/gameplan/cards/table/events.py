"""What happens at a table, on the record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gameplan.runtime import event

Atom: TypeAlias = bool | int | str | tuple[int, ...] | None
PERSON = "person"
"""How a seat is named at which a person plays."""


@event("cards.game_started")
@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game is laid out: which, with what decks, who sits where, and the seed of its chance.

    `cards` are the keys of all cards, `dealt` the zone in which each lies at first, `owners` whose each is (none: his
    in whose zone it lies). `zones` are their names and `counters` what is counted on each, so that the record can be
    read without the game's code.
    """

    game: str
    seed: str
    seats: tuple[str, ...]
    cards: tuple[str, ...]
    dealt: tuple[int, ...]
    zones: tuple[str, ...]
    decks: tuple[str, ...] = ()
    owners: tuple[int, ...] = ()
    counters: tuple[tuple[str, ...], ...] = ()


@event("cards.seated")
@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits where, as he was named when the game was begun: `person`, a level, a model."""

    players: tuple[str, ...]
    mode: str = ""
    planner: str = ""


@event("cards.acted", final=lambda acted: acted.uncovered)
@dataclass(frozen=True, slots=True)
class Acted:
    """A seat has done something: what it asked for, what rules said to it, and every change that came of it.

    If something was `uncovered` by it (a card, a coin), it is taken back only by consent.
    """

    seat: int
    action: str
    args: tuple[int | str, ...]
    changes: tuple[tuple[Atom, ...], ...]
    notes: tuple[str, ...] = ()
    uncovered: bool = False
