"""A new house from a seed, with the proof that it can be won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from doors.house import Door, DoorState, Forced, House, Room, Unlocked
from doors.search import way_out
from gameplan.runtime import Randomness, Session


@dataclass(frozen=True, slots=True)
class Size:
    lit: int
    dark: int
    loops: int  # doors beyond those that join every room to the rest
    locks: int
    jams: int


SIZES: Final = {
    "small": Size(lit=4, dark=1, loops=1, locks=1, jams=1),
    "medium": Size(lit=6, dark=2, loops=2, locks=2, jams=2),
    "large": Size(lit=8, dark=3, loops=3, locks=3, jams=3),
}
TREASURE: Final = "lantern"
_LIT = ("kitchen", "library", "parlour", "study", "workshop", "gallery", "bedroom", "orangery", "pantry")
_DARK = ("cellar", "attic", "vault")
_DOORS = (
    *("oak door", "glass door", "green door", "iron gate", "low door", "red door", "sliding door", "narrow door"),
    *("carved door", "hatch", "curtained door", "double door", "panelled door", "white door"),
)
_KEYS = ("brass key", "silver key", "bone key")


def build_house(seed: int, size: str) -> House:
    """The house of this seed. Drafts are made until one can be won, and not without opening something.

    The proof is a way that the search finds when every coin falls heads; with tails there may be none.
    """
    dice = Randomness(Session(), f"{size} house {seed}")  # the architect's: the dice of the game are not touched
    while True:
        house = _draft(dice, SIZES[size])
        if any(isinstance(move, Unlocked | Forced) for move in way_out(house) or ()):
            return house


def _draft(dice: Randomness, size: Size) -> House:
    lit = [_LIT[i] for i in dice.permutation(len(_LIT), "rooms")][: size.lit - 1]
    dark = [_DARK[i] for i in dice.permutation(len(_DARK), "dark rooms")][: size.dark]
    names = ["hall", *lit, *dark]
    hiding = {thing: dice.choice(names[1:], f"the {thing}") for thing in (TREASURE, *_KEYS[: size.locks])}
    rooms = tuple(
        Room(name, tuple(thing for thing, room in hiding.items() if room == name), dark=name in dark) for name in names
    )
    doors = _locked_and_jammed(_doors_between(names, dice, size), dice, size)
    return House(rooms, doors, here="hall", front="hall", treasure=TREASURE, visited=("hall",))


def _doors_between(names: list[str], dice: Randomness, size: Size) -> list[Door]:
    pairs = [(dice.choice(names[:number], "a door"), names[number]) for number in range(1, len(names))]
    while len(pairs) < len(names) - 1 + size.loops:
        one, other = (names[i] for i in dice.permutation(len(names), "a loop")[:2])
        if (one, other) not in pairs and (other, one) not in pairs:
            pairs.append((one, other))
    labels = [_DOORS[i] for i in dice.permutation(len(_DOORS), "names of doors")]
    return [Door(label, pair) for label, pair in zip(labels, pairs, strict=False)]


def _locked_and_jammed(doors: list[Door], dice: Randomness, size: Size) -> tuple[Door, ...]:
    chosen = dice.permutation(len(doors), "locks and jams")
    for number, key in zip(chosen, _KEYS[: size.locks], strict=False):
        doors[number] = replace(doors[number], state=DoorState.LOCKED, key=key)
    for number in chosen[size.locks : size.locks + size.jams]:
        doors[number] = replace(doors[number], state=DoorState.JAMMED)
    return tuple(doors)
