"""The package of a novel: all that an author wrote, and nothing that happens in play.

On the wire its fields are named as in the exchange format (camelCase). Every field has somebody who reads it at run
time; `docs/novel-fields.md` says who. Ids are lowercase slugs and keep their meaning, so that saves can refer to them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

SCHEMA_VERSION = 1
Slug: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,59}$")]
Line: TypeAlias = Annotated[str, Field(max_length=300)]
Prose: TypeAlias = Annotated[str, Field(max_length=8_000)]
Role: TypeAlias = Literal["protagonist", "ally", "antagonist", "npc"]
EncounterType: TypeAlias = Literal["discovery", "npc_interaction", "combat", "puzzle", "atmospheric"]
Focus: TypeAlias = Literal["dialogue_and_worldbuilding", "standard", "tension_and_action"]
Priority: TypeAlias = Literal["low", "normal", "high", "urgent"]
ArcPhase: TypeAlias = Literal["introduction", "development", "crisis", "resolution"]
Tone: TypeAlias = Literal["good", "bittersweet", "bad", "open"]
ARC_PHASES: tuple[ArcPhase, ...] = ("introduction", "development", "crisis", "resolution")
EXPRESSIONS = ("neutral", "happy", "sad", "angry", "surprised", "worried")
DEFAULT_STATS = ("nerve", "wits", "heart", "hands")


class Part(BaseModel):
    """A part of a package: it never changes, and has no fields but its own."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, serialize_by_alias=True, frozen=True, extra="forbid"
    )


# -- lore


class WorldInfo(Part):
    """Lore that comes to mind when it is spoken of: by its keys, or always if it is `constant`.

    The fields have the meaning that lorebooks have elsewhere. `audience` says who is told; `reveal_if` is a condition
    until which nobody is.
    """

    id: Slug
    keys: tuple[Line, ...] = ()
    secondary_keys: tuple[Line, ...] = ()
    logic: Literal["and_any", "and_all", "not_any", "not_all"] = "and_any"
    content: Prose
    constant: bool = False
    whole_words: bool | None = None  # None: by the script of each key
    case_sensitive: bool = False
    scan_depth: int = Field(default=4, ge=0, le=100)
    order: int = 100
    probability: float = Field(default=1.0, ge=0, le=1)
    group: str = ""
    sticky: int = Field(default=0, ge=0)
    cooldown: int = Field(default=0, ge=0)
    delay: int = Field(default=0, ge=0)
    recursive: bool = True
    audience: Literal["director", "storyteller", "both"] = "both"
    reveal_if: str = ""
    extensions: dict[str, Any] = {}  # what another program keeps there, as it was


# -- encounters


class Pacing(Part):
    """How long a scene takes, and what it lives on."""

    expected_frames: int = Field(default=6, ge=1, le=40)
    focus: Focus = "standard"


class Encounter(Part):
    """A scene that can be played when it fits: in any order, but for what it requires.

    `potential_flags` are set when it goes well, `guaranteed_flags` in any case, `miss_flags` when the roll fails.
    `roll` names the stat that it is rolled on; without it, it simply happens.
    """

    id: Slug
    title: Line
    description: Prose
    type: EncounterType = "discovery"
    pacing: Pacing = Pacing()
    prerequisites: tuple[Slug, ...] = ()
    exclude_if_flags: tuple[Slug, ...] = ()
    required_characters: tuple[Slug, ...] = ()
    gives_progression: int = Field(default=0, ge=0, le=100)
    potential_flags: tuple[Slug, ...] = ()
    guaranteed_flags: tuple[Slug, ...] = ()
    miss_flags: tuple[Slug, ...] = ()
    findings: tuple[Line, ...] = ()
    interactables: tuple[Line, ...] = ()
    priority: Priority = "normal"
    repeatable: bool = False
    cooldown: int = Field(default=3, ge=0, le=100)
    max_repeats: int = Field(default=0, ge=0)  # 0: as often as it fits
    doom_delta: int = Field(default=0, ge=-20, le=20)
    roll: Slug | None = None
    condition: str = ""
    tension: float = Field(default=0.5, ge=0, le=1)
    follows: Slug | None = None  # only soon after that encounter
    within: int = Field(default=3, ge=1, le=20)  # so many beats after it


class ArcEncounter(Encounter):
    """A scene of a character's own story; it comes where the character is, or in these locations."""

    arc_phase: ArcPhase
    locations: tuple[Slug, ...] = ()


class PersonalArc(Part):
    """What a character wants, what it needs, and the scenes of its way from one to the other."""

    want: Line
    need: Line
    arc_encounters: tuple[ArcEncounter, ...] = ()


class Character(Part):
    """Somebody of the story. `secrets` are known to the Director alone, until a scene reveals them."""

    id: Slug
    name: Line
    role: Role
    description: Prose
    image_prompt: Prose = ""
    pronouns: Line = ""
    voice: Line = ""
    stats: dict[Slug, Annotated[int, Field(ge=-2, le=3)]] = {}
    expressions: tuple[Slug, ...] = EXPRESSIONS
    secrets: tuple[Line, ...] = ()
    mobile: bool = False  # comes to other places by itself
    personal_arc: PersonalArc | None = None
    extensions: dict[str, Any] = {}


# -- places


class MusicPrompt(Part):
    text: Line
    weight: float = Field(default=1.0, ge=-10, le=10)


class Location(Part):
    """A place. Ways out are one-way: a way back is a connection of the other place."""

    id: Slug
    title: Line
    location: Slug  # the key of its backdrop
    required_characters: tuple[Slug, ...] = ()
    ambient_detail: Prose = ""
    mood: Line = ""
    callbacks: tuple[Line, ...] = ()
    connections: tuple[Slug, ...] = ()
    requires_flag: Slug | None = None
    background_prompt: Prose = ""
    music_prompts: tuple[MusicPrompt, ...] = ()
    encounters: tuple[Encounter, ...] = ()


# -- acts


class Branch(Part):
    """What an event brings if a condition holds; the first that holds counts. `ending` names an ending it leads to."""

    condition: str
    effect: Prose
    set_flags: tuple[Slug, ...] = ()
    ending: Slug | None = None


class InevitableEvent(Part):
    """Something that will happen: when its condition holds, and at `latest_turn` at the latest."""

    id: Slug
    title: Line
    trigger_condition: str
    description: Prose
    forces_climax: bool = False
    conditional_branches: tuple[Branch, ...] = ()
    latest_turn: int | None = Field(default=None, ge=1)
    set_flags: tuple[Slug, ...] = ()
    foreshadow: Line = ""


class Progression(Part):
    """What the act is about, as a number."""

    required_value: int = Field(ge=1, le=1_000)
    tracker_label: Line


class Escalation(Part):
    """What happens when the clock has come so far; once."""

    threshold: int = Field(ge=1, le=1_000)
    description: Prose
    set_flags: tuple[Slug, ...] = ()
    lock_locations: tuple[Slug, ...] = ()


class Ticks(Part):
    """When the doom clock goes on, and by how much. `every_beats`: by one after so many beats; 0 for never."""

    miss: int = Field(default=1, ge=0, le=10)
    weak: int = Field(default=0, ge=0, le=10)
    idle: int = Field(default=1, ge=0, le=10)
    travel: int = Field(default=0, ge=0, le=10)
    every_beats: int = Field(default=4, ge=0, le=100)


class OpposingForce(Part):
    """The doom clock: what it counts, when the climax comes at the latest, and what happens on the way."""

    tracker_label: Line
    required_value: int = Field(ge=1, le=1_000)
    escalation_events: tuple[Escalation, ...] = ()
    ticks: Ticks = Ticks()
    reversible: bool = False
    visibility: Literal["full", "hint", "hidden"] = "full"


class NextAct(Part):
    act_id: Slug
    condition: str = ""


class Act(Part):
    """A part of the story: its places, its tracker and its clock. `scenario_context` is the truth behind it."""

    id: Slug
    title: Line
    objective: Prose
    scenario_context: Prose = ""
    narrative_guidelines: Prose = ""
    intended_locations: tuple[Slug, ...] = ()
    start_location: Slug | None = None  # the first, if nothing is said
    locations: tuple[Location, ...] = ()
    inevitable_events: tuple[InevitableEvent, ...] = ()
    scenario_world_info: tuple[WorldInfo, ...] = ()
    global_progression: Progression | None = None
    opposing_force: OpposingForce | None = None
    complications: tuple[Line, ...] = ()
    next: tuple[NextAct, ...] = ()  # the first whose condition holds; nothing: the act after it


class Ending(Part):
    """How the story can end; the first whose condition holds, in this order."""

    id: Slug
    title: Line
    condition: str = ""
    brief: Prose = ""
    tone: Tone = "open"


class GlobalContext(Part):
    """Setting and tone for everybody; the truths behind them for the Director alone."""

    setting: Prose = ""
    tone: Line = ""
    overarching_truths: tuple[Prose, ...] = ()


class Asset(Part):
    """A picture or a sound of the package, and where it came from. `alt` is what it shows, in words.

    `owner` is the character of a portrait, or the backdrop's key of the places that it belongs to.
    """

    id: Slug
    kind: Literal["portrait", "background", "music"]
    owner: Slug | Literal[""] = ""  # empty in older packages: the id tells it
    expression: Slug | Literal[""] = ""  # of portraits
    path: Line
    mime: Line
    sha256: str = ""
    width: int = 0
    height: int = 0
    provider: Line = ""
    prompt: Prose = ""
    seed: int = 0
    status: Literal["final", "placeholder", "failed", "stale"] = "final"
    reason: Line = ""
    alt: Line = ""


class Premise(Part):
    """What the whole novel rests on: the story behind it, for whom, and how it can end."""

    title: Line
    art_style: Line = ""
    language: Line = "en"
    global_context: GlobalContext = GlobalContext()
    premise: Prose = ""
    themes: tuple[Line, ...] = ()
    global_materials: tuple[Line, ...] = ()
    global_world_info: tuple[WorldInfo, ...] = ()
    possible_endings: tuple[Line, ...] = ()
    endings: tuple[Ending, ...] = ()
    stats: tuple[Slug, ...] = DEFAULT_STATS
    content_notes: tuple[Line, ...] = ()


class VNPackage(Premise):
    """A whole novel."""

    schema_version: int = SCHEMA_VERSION
    package_id: str = ""
    version: int = Field(default=1, ge=1)
    characters: tuple[Character, ...] = ()
    acts: tuple[Act, ...] = ()
    assets: tuple[Asset, ...] = ()
    extensions: dict[str, Any] = {}

    @property
    def protagonist(self) -> Character | None:
        return next((each for each in self.characters if each.role == "protagonist"), None)

    def character(self, id: str) -> Character | None:
        return next((each for each in self.characters if each.id == id), None)

    def act(self, id: str) -> Act | None:
        return next((each for each in self.acts if each.id == id), None)
