"""What goes into a beat and what comes out of it: the player's choice, a model's proposal, and the beat itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gameplan.novels.play.luck import Roll
from gameplan.novels.telling.direction import Mode

Move: TypeAlias = Literal["stay", "go", "wait"]
DIRECT = "direct"  # the tool by which a model says what comes
SHORTLIST = 5
TENSION_STEP = 0.2
NOTE_LENGTH = 300
TERMS = ("priority", "starvation", "need", "unlock", "novelty", "pacing", "arc")


class IllegalChoice(ValueError):
    """The player chose what there was not to choose."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What the player does: stay and look on, go to a place, or wait until something happens.

    `effects` is what else comes of it, of what the beat allowed (`bond:mara:+1`); `said` is what the player wrote.
    """

    move: Move = "stay"
    to: str = ""
    effects: tuple[str, ...] = ()
    said: str = ""

    @property
    def id(self) -> str:
        """How it is written: `stay`, `wait`, `go:harbour`, with what else it brings after a space."""
        return " ".join((f"go:{self.to}" if self.move == "go" else self.move, *self.effects))

    @classmethod
    def read(cls, text: str, said: str = "") -> Choice:
        """A choice as it is written."""
        move: Move = "stay"
        to = ""
        effects = []
        for word in text.split():
            if word.startswith("go:"):
                move, to = "go", word[3:]
            elif word == "wait":
                move = "wait"
            elif word != "stay":
                effects.append(word)
        return cls(move, to, tuple(effects), said)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a model says to a beat. It is clipped to what is allowed, and what was cut off is noted.

    `pick` is one of the shortlist; `tension` makes the beat calmer or tenser; `bond` moves one person of the beat by
    one; `note` is for whoever tells it; `answers` says of conditions in prose whether they hold.
    """

    pick: str = ""
    tension: float = 0.0
    bond: str = ""
    bond_step: int = 0
    note: str = ""
    answers: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A scene that could come, its score, and what it is made of (in the order of `TERMS`)."""

    id: str
    score: float
    terms: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Beat:
    """One beat of a play: what the Director lets happen.

    `ref` is the encounter, event, act or ending that it is about. `flags`, `findings` and `items` are what it brought;
    `progress` and `doom` how far the trackers moved. `notes` is the ledger: what the rules did, and why.
    """

    turn: int
    mode: Mode
    act: str
    location: str
    ref: str = ""
    arrived: bool = False
    roll: Roll | None = None
    branch: int = -1
    brought_by: str = ""
    flags: tuple[str, ...] = ()
    findings: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    reveals: str = ""  # whose secrets come out in it
    progress: int = 0
    doom: int = 0
    tension: float = 0.5
    complication: str = ""
    plants: str = ""
    calls_back: str = ""
    foreshadows: str = ""
    note: str = ""
    shortlist: tuple[Ranked, ...] = ()
    questions: tuple[str, ...] = ()  # conditions in prose that were asked
    notes: tuple[str, ...] = ()
