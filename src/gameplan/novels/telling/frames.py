"""Frames: what the player sees and reads, one at a time. A beat is a few of them, and the last one asks."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from gameplan.novels.assets.alts import language_for, portrait_alt
from gameplan.novels.package import Line, Part, Prose, Slug
from gameplan.novels.telling.direction import CastMember, DirectedRoll, DirectionPack, Tier

FrameKind: TypeAlias = Literal["narration", "dialogue", "thought", "choice", "roll", "transition", "title", "ending"]
Position: TypeAlias = Literal["left", "center", "right"]
SpriteAction: TypeAlias = Literal["enter", "stay", "leave"]
Transition: TypeAlias = Literal["cut", "fade", "dissolve"]
FrameEffect: TypeAlias = Literal["shake", "flash", "dim"]
LONGEST_TEXT = 280
FEWEST_CHOICES, MOST_CHOICES = 2, 4
UNKNOWN_NAME = "???"


class Sprite(Part):
    """Somebody who can be seen in a frame. `alt` says it in words; a Storyteller's is not read."""

    character: Line
    expression: Line = "neutral"
    position: Position = "center"
    action: SpriteAction = "stay"
    alt: Line = ""


class Choice(Part):
    """Something that the player can do. `effects` are what it brings, as a Direction Pack writes them.

    `requires` (a flag) and `roll` (a stat) are the house's to set: a Storyteller's are not read.
    """

    id: Line
    text: Line
    hint: Line = ""
    requires: Slug | None = None
    effects: tuple[Line, ...] = ()
    roll: Slug | None = None

    @property
    def consequence(self) -> tuple[object, ...]:
        """What sets it apart from another choice, besides its words. To stay is what one does if nothing is said."""
        return (tuple(sorted(set(self.effects) - {"stay"})), self.roll, self.requires)


class FrameRoll(Part):
    """A roll as it fell."""

    stat: Slug
    dice: tuple[int, int]
    modifier: int
    total: int
    tier: Tier

    @classmethod
    def of(cls, roll: DirectedRoll) -> FrameRoll:
        return cls(stat=roll.stat, dice=roll.dice, modifier=roll.modifier, total=roll.total, tier=roll.tier)


class VNFrame(Part):
    """One frame. Its background and its music go on until another frame says otherwise.

    `display_name` is what the player reads above the text: the speaker's name, or "???" while it is not known.
    """

    id: Line = ""
    seq: int = Field(default=0, ge=0)
    kind: FrameKind = "narration"
    text: Prose = ""
    speaker: Line | None = None
    display_name: Line = ""
    expression: Line = ""
    background: Line = ""
    background_alt: Line = ""
    music: Line = ""
    sfx: Line = ""
    sprites: tuple[Sprite, ...] = Field(default=(), max_length=8)
    transition: Transition | None = None
    effect: FrameEffect | None = None
    choices: tuple[Choice, ...] = Field(default=(), max_length=20)
    free_input: bool = False
    roll: FrameRoll | None = None
    encounter_id: Line = ""
    direction_id: Line = ""

    def to_json(self) -> str:
        """The frame as one line of JSON, without what is as usual."""
        return self.model_dump_json(exclude_defaults=True)

    @classmethod
    def from_json(cls, text: str | bytes) -> VNFrame:
        return cls.model_validate_json(text)

    def words(self) -> tuple[str, ...]:
        """All in it that a player can come to read or hear."""
        told = (self.text, self.display_name, self.background_alt, self.sfx, *(each.alt for each in self.sprites))
        return (*told, *(word for each in self.choices for word in (each.text, each.hint)))


def sprite_alt(member: CastMember, expression: str, pack: DirectionPack) -> str:
    """Who can be seen, as far as the player knows them, and how they look."""
    name = member.name if member.known else UNKNOWN_NAME
    return portrait_alt(name, expression, language_for(pack.language))


def numbered(frames: tuple[VNFrame, ...], pack: DirectionPack, *, first: int = 0) -> tuple[VNFrame, ...]:
    """The frames of a beat with their ids and numbers; `first` is how many of the beat came before."""
    encounter = pack.ref if pack.mode in ("encounter", "filler") else ""
    return tuple(
        frame.model_copy(
            update={"id": f"{pack.id}.{seq}", "seq": seq, "encounter_id": encounter, "direction_id": pack.id}
        )
        for seq, frame in enumerate(frames, first + 1)
    )
