"""What is on the record of a Storyteller: how each beat came to be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from gameplan.runtime import event

ToldBy: TypeAlias = Literal["model", "renderer", "both"]


@event("telling.beat_told")
@dataclass(frozen=True, slots=True)
class BeatTold:
    """A beat was told: by the model, by the renderer because the model could not, or by both, one after the other.

    `reason` says why the renderer had to; `findings` is all that the gate found, with its codes, in the order in which
    it was found; what begins with "repaired" was put right.
    """

    direction: str
    turn: int
    by: ToldBy
    model: str
    frames: int
    asked_again: bool = False
    reason: str = ""
    findings: tuple[str, ...] = ()
