"""What happens to a draft, on the record. Each event holds what was made, whole: the fold only puts it in its place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from gameplan.novels.authoring.draft import Owner
from gameplan.novels.package import Act, Asset, Character, Encounter, Location, MusicPrompt, Premise
from gameplan.runtime import event
from gameplan.runtime.events import Json


@event("draft.asked")
@dataclass(frozen=True, slots=True)
class WriteAsked:
    """What a person asked to be written, by whom, and how it is to be made. Not a change of the draft."""

    premise: str
    model: str = "house:author"
    seed: int = 1
    language: str = "en"
    pictures: str = "house"
    plays: int = 200
    out: str = ""  # the folder of another shelf than the person's own


@event("draft.opened")
@dataclass(frozen=True, slots=True)
class DraftOpened:
    """A draft is begun."""

    package_id: str
    language: str = "en"


@event("draft.premise_proposed")
@dataclass(frozen=True, slots=True)
class PremiseProposed:
    premise: Premise


@event("draft.character_proposed")
@dataclass(frozen=True, slots=True)
class CharacterProposed:
    character: Character


@event("draft.act_outlined")
@dataclass(frozen=True, slots=True)
class ActOutlined:
    """An act without its locations: those that are wired already stay."""

    act: Act


@event("draft.locations_wired")
@dataclass(frozen=True, slots=True)
class LocationsWired:
    """Locations of an act without their encounters: those that are drafted already stay."""

    act_id: str
    locations: tuple[Location, ...]


@event("draft.encounters_drafted")
@dataclass(frozen=True, slots=True)
class EncountersDrafted:
    """Encounters of a location: new ones, and new versions of old ones. The others stay."""

    act_id: str
    node_id: str
    encounters: tuple[Encounter, ...]


@event("draft.node_finalized")
@dataclass(frozen=True, slots=True)
class NodeFinalized:
    act_id: str
    node_id: str
    background_prompt: str
    music_prompts: tuple[MusicPrompt, ...] = ()


@event("draft.pictures_made")
@dataclass(frozen=True, slots=True)
class PicturesMade:
    """The pictures and sounds of somebody or some place, or what stands in for them.

    `with_last`: it came of the same call as the event before it, and is taken back with it.
    """

    owner: Owner
    assets: tuple[Asset, ...]
    with_last: bool = False


@event("draft.element_renamed")
@dataclass(frozen=True, slots=True)
class ElementRenamed:
    """Something has another id, and all that names it names it so."""

    type: str
    act_id: str
    id: str
    to: str


@event("draft.element_changed")
@dataclass(frozen=True, slots=True)
class ElementChanged:
    """Something is changed: `element` is how it is now, as on the wire, without what is drafted inside it."""

    type: str
    act_id: str
    id: str
    element: dict[str, Json]
    fields: tuple[str, ...] = ()
    with_last: bool = False


@event("draft.element_removed")
@dataclass(frozen=True, slots=True)
class ElementRemoved:
    type: str
    act_id: str
    id: str


@event("draft.warnings_told")
@dataclass(frozen=True, slots=True)
class WarningsTold:
    """The author was told of these warnings; a package may be made in spite of them."""

    keys: tuple[str, ...]


@event("draft.package_finalized")
@dataclass(frozen=True, slots=True)
class PackageFinalized:
    """A package was made of the draft, and proved."""

    package_id: str
    title: str
    version: int
    total_nodes: int


@event("draft.closed")
@dataclass(frozen=True, slots=True)
class DraftClosed:
    reason: str


Change: TypeAlias = (
    PremiseProposed
    | CharacterProposed
    | ActOutlined
    | LocationsWired
    | EncountersDrafted
    | NodeFinalized
    | PicturesMade
    | ElementRenamed
    | ElementChanged
    | ElementRemoved
    | PackageFinalized
    | DraftClosed
)
"""What a person can take back, one at a time."""

Happened: TypeAlias = DraftOpened | Change | WarningsTold
