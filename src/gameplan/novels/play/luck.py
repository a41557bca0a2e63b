"""Luck in a play: it follows from the play's seed and how often it was asked, so a reload does not roll again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gameplan.novels.telling.direction import Tier
from gameplan.runtime.randomness import chance_below

LOWEST_MODIFIER, HIGHEST_MODIFIER = -2, 3


class Luck(Protocol):
    """Where chance comes from: the outcome of draw number `count`, below `sides`."""

    def below(self, count: int, sides: int) -> int: ...


@dataclass(frozen=True, slots=True)
class Seeded:
    """The luck of a seed: the same on every machine."""

    seed: str

    def below(self, count: int, sides: int) -> int:
        return chance_below(f"{self.seed}/{count}", sides)


@dataclass(frozen=True, slots=True)
class Roll:
    """Two dice and a stat: ten and more is strong, seven to nine weak, less a miss."""

    stat: str
    dice: tuple[int, int]
    modifier: int
    total: int
    tier: Tier


def roll_of(stat: str, dice: tuple[int, int], modifier: int) -> Roll:
    """What the dice say, with a modifier that is kept within bounds."""
    modifier = min(HIGHEST_MODIFIER, max(LOWEST_MODIFIER, modifier))
    total = dice[0] + dice[1] + modifier
    return Roll(stat, dice, modifier, total, "strong" if total >= 10 else "weak" if total >= 7 else "miss")
