"""What the eight tools take and give. The names on the wire are those of the exchange format: `actId`, `artStyle`.

A package in a file may leave out what goes without saying; who drafts one says it. So what is needed here has defaults
there.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field

from gameplan.novels.authoring.elements import ElementType
from gameplan.novels.authoring.findings import Finding
from gameplan.novels.package import (
    ArcEncounter,
    Character,
    Encounter,
    EncounterType,
    Escalation,
    Focus,
    GlobalContext,
    InevitableEvent,
    Line,
    MusicPrompt,
    NextAct,
    OpposingForce,
    Pacing,
    Part,
    PersonalArc,
    Premise,
    Progression,
    Prose,
    Slug,
    WorldInfo,
)

P = TypeVar("P", bound=Part)
_MOST = 200


class SaidContext(GlobalContext):
    setting: Prose
    tone: Line
    overarching_truths: tuple[Prose, ...]


class SaidPacing(Pacing):
    expected_frames: Annotated[int, Field(ge=1, le=40)]
    focus: Focus


class DraftedEncounter(Encounter):
    type: EncounterType
    pacing: SaidPacing


class DraftedArcEncounter(ArcEncounter):
    type: EncounterType
    pacing: SaidPacing


class DraftedArc(PersonalArc):
    arc_encounters: tuple[DraftedArcEncounter, ...]


class DraftedEvent(InevitableEvent):
    forces_climax: bool


class DraftedForce(OpposingForce):
    escalation_events: tuple[Escalation, ...]


class WeighedMusicPrompt(MusicPrompt):
    weight: Annotated[float, Field(ge=-10, le=10)]


class ProposeStoryPremise(Premise):
    art_style: Line
    global_context: SaidContext
    premise: Prose
    themes: tuple[Line, ...]
    global_materials: tuple[Line, ...]
    possible_endings: tuple[Line, ...]


class ProposeCharacter(Character):
    image_prompt: Prose
    personal_arc: DraftedArc | None = None


class DraftActOutline(Part):
    id: Slug
    title: Line
    objective: Prose
    scenario_context: Prose
    narrative_guidelines: Prose
    intended_locations: Annotated[tuple[Slug, ...], Field(max_length=_MOST)]
    start_location: Slug | None = None
    inevitable_events: tuple[DraftedEvent, ...] = ()
    scenario_world_info: tuple[WorldInfo, ...] = ()
    global_progression: Progression | None = None
    opposing_force: DraftedForce | None = None
    complications: tuple[Line, ...] = ()
    next: tuple[NextAct, ...] = ()


class WiredLocation(Part):
    """A location without its encounters, which are drafted afterwards."""

    id: Slug
    title: Line
    location: Slug
    required_characters: tuple[Slug, ...]
    ambient_detail: Prose
    mood: Line
    callbacks: tuple[Line, ...] = ()
    connections: tuple[Slug, ...]
    requires_flag: Slug | None = None


class DraftNodeWeb(Part):
    act_id: Slug
    locations: Annotated[tuple[WiredLocation, ...], Field(min_length=1, max_length=_MOST)]


class DraftNodeEncounters(Part):
    act_id: Slug
    node_id: Slug
    encounters: Annotated[tuple[DraftedEncounter, ...], Field(min_length=1, max_length=_MOST)]


class FinalizeNode(Part):
    act_id: Slug
    node_id: Slug
    background_prompt: Prose
    music_prompts: tuple[WeighedMusicPrompt, ...]


class UpdateElement(Part):
    type: ElementType
    act_id: Slug | None = None
    id: Slug | None = None
    changes: Annotated[
        dict[str, Any] | None,
        Field(description="The fields to change. A field that is null is taken away; null instead of all deletes it."),
    ]
    regenerate_image: bool = False


class FinalizePackage(Part):
    title: Annotated[Line, Field(min_length=1)]


# -- what they give


class Answer(Part):
    """What every tool answers: that it is done, what comes next, and what is wrong that was not before."""

    ok: Literal[True] = True
    next_steps: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()


class PremiseAnswer(Answer):
    title: str


class CharacterAnswer(Answer):
    id: str
    name: str
    image_url: str | None


class ActAnswer(Answer):
    id: str
    title: str


class WebAnswer(Answer):
    updated_locations: int


class EncountersAnswer(Answer):
    updated: str
    encounter_count: int


class NodeAnswer(Answer):
    id: str
    title: str
    background_url: str | None
    music_url: str | None


class UpdateAnswer(Answer):
    updated: str
    id: str | None = None


class PackageAnswer(Answer):
    package_id: str
    title: str
    total_nodes: int


# -- and as the draft has it


def as_part(given: Part, of: type[P]) -> P:
    """What a tool was given, as a part of the package; only what was said counts as said."""
    return of.model_validate(given.model_dump(exclude_unset=True))
