"""The Direction Pack: all that the Storyteller is told about one beat, made by the Director.

It says what happens, who is there, what may be said and what may follow; it never holds the text of a secret that is
still one. On the wire its fields are named as those of a package (camelCase).

What a choice may bring is written as a short text, so that "allowed" is a matter of looking it up:

    go:harbour        to another place
    flag:found_key    a flag is set
    bond:mara:+1      somebody stands closer to the player, or further off
    item:lantern      something comes into hand
    stay              on with what is here
    wait              let time pass
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from gameplan.novels.package import EXPRESSIONS, EncounterType, Focus, Line, Part, Prose, Role, Slug, Tone

Mode: TypeAlias = Literal["opening", "encounter", "event", "escalation", "travel", "filler", "climax", "ending"]
Tier: TypeAlias = Literal["strong", "weak", "miss"]
Effect: TypeAlias = Annotated[
    str, Field(pattern=r"^(stay|wait|(go|flag|item):[a-z][a-z0-9_]{0,59}|bond:[a-z][a-z0-9_]{0,59}:[+-][1-3])$")
]
CONTINUITY_LIMIT = 12


class CastMember(Part):
    """Somebody who is in the beat. `may_reveal` may be said in it; `must_not_reveal` names topics, never their text.

    `known` says whether the player has met them: until then a frame shows "???".
    """

    id: Slug
    name: Line
    role: Role = "npc"
    description: Prose = ""
    pronouns: Line = ""
    voice: Line = ""
    wants: Line = ""  # what they want now
    bond: int = Field(default=0, ge=-3, le=3)
    known: bool = True
    expressions: tuple[Slug, ...] = EXPRESSIONS
    may_reveal: tuple[Prose, ...] = ()
    must_not_reveal: tuple[Line, ...] = ()


class Place(Part):
    """Where the beat is: what there is to notice, and the keys of its backdrop and its music."""

    id: Slug
    title: Line
    ambient_detail: Prose = ""
    mood: Line = ""
    background: Line = ""
    background_alt: Line = ""
    music: Line = ""


class Exit(Part):
    """A way out of the place. `hint` says what can be expected there, as far as the player can know it."""

    id: Slug
    title: Line
    hint: Line = ""


class DirectedRoll(Part):
    """The roll of a beat, made before it is told, and what each outcome would mean; `tier` says which it is."""

    stat: Slug
    dice: tuple[Annotated[int, Field(ge=1, le=6)], Annotated[int, Field(ge=1, le=6)]]
    modifier: int = Field(default=0, ge=-3, le=4)
    total: int
    tier: Tier
    on_strong: Prose = ""
    on_weak: Prose = ""
    on_miss: Prose = ""

    @property
    def outcome(self) -> str:
        """What this roll means."""
        return {"strong": self.on_strong, "weak": self.on_weak, "miss": self.on_miss}[self.tier]


class FrameBudget(Part):
    """How many frames the beat may take."""

    min: int = Field(default=2, ge=1, le=50)
    max: int = Field(default=8, ge=1, le=50)


class DirectionPack(Part):
    """What the Storyteller is told about one beat.

    `act` is the id of the act, whose style holds; `ref` that of the encounter, event, ending or location that the beat
    is about. `must_include` has to be said in the beat: what is found, what an event brings. `withhold` are topics to
    avoid. `allowed_effects` are all that its choices may bring. `note` is a word from the Director to the Storyteller,
    and not for the reader. `ending_tone` is set when the story ends here; then there are no choices.
    """

    id: Line
    turn: int = Field(ge=0)
    mode: Mode
    act: Line = ""
    ref: Line = ""
    type: EncounterType | None = None  # of encounters
    title: Line = ""
    language: Line = "en"
    goal: Prose = ""
    direction: Prose = ""
    place: Place
    cast: tuple[CastMember, ...] = ()
    must_include: tuple[Prose, ...] = ()
    withhold: tuple[Line, ...] = ()
    frames: FrameBudget = FrameBudget()
    focus: Focus = "standard"
    tension: float = Field(default=0.5, ge=0, le=1)
    allowed_effects: tuple[Effect, ...] = ()
    roll: DirectedRoll | None = None
    exits: tuple[Exit, ...] = ()
    interactables: tuple[Line, ...] = ()  # what can be looked at or taken
    lore: tuple[Prose, ...] = ()
    continuity: tuple[Prose, ...] = Field(default=(), max_length=CONTINUITY_LIMIT)
    callbacks: tuple[Line, ...] = ()
    last_action: Line = ""
    note: Line = ""
    ending_tone: Tone | None = None

    @property
    def wants_choices(self) -> bool:
        """Whether its last frame asks the player; only an ending does not."""
        return self.mode != "ending"

    def member(self, id: str) -> CastMember | None:
        return next((each for each in self.cast if each.id == id), None)

    @property
    def protagonist(self) -> CastMember | None:
        return next((each for each in self.cast if each.role == "protagonist"), None)

    def to_json(self) -> str:
        return self.model_dump_json()

    @classmethod
    def from_json(cls, text: str | bytes) -> DirectionPack:
        return cls.model_validate_json(text)

    def texts(self) -> Iterator[str]:
        """Every text in it; for whoever looks for what should not be there."""
        yield from _texts(json.loads(self.to_json()))


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for each in value:
                yield from _texts(each)
        case dict():
            for each in value.values():
                yield from _texts(each)
