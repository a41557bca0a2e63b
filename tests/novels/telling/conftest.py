"""A small novel with a planted phrase in every secret field, packs to tell, and models that follow a script."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from gameplan.agents import ModelRequest, OnDelta, Reply, TextDelta, ToolCall
from gameplan.novels.package import (
    Act,
    Character,
    Encounter,
    Ending,
    Escalation,
    GlobalContext,
    InevitableEvent,
    Location,
    OpposingForce,
    PersonalArc,
    Progression,
    VNPackage,
    WorldInfo,
)
from gameplan.novels.telling.direction import CastMember, DirectedRoll, DirectionPack, Exit, FrameBudget, Place, Tier

CANARIES = {
    "truth": "the zinnober lantern was never lit by the keeper",
    "scenario": "under the mole lies the vermilion ledger of the drowned",
    "secret": "Mara burned the cobalt letter in the year of the flood",
    "need": "to forgive the saffron brother whom nobody else remembers",
    "lore for the director": "the heliotrope bell rings for the wrong village",
    "lore for later": "the malachite door opens inward at low tide",
    "another encounter": "behind the stove hangs a periwinkle key on a nail",
    "an event": "the ochre dyke breaks on the third evening",
    "a branch": "the amaranth boat carries only four of them",
    "an escalation": "the indigo men come up the stairs with lists",
    "an ending": "the tangerine flag is hoisted by a child",
    "a tracker": "seventeen celadon heartbeats remain",
}


@pytest.fixture
def canaries() -> dict[str, str]:
    return dict(CANARIES)


@pytest.fixture
def planted() -> VNPackage:
    """A novel in which every secret has its own phrase."""
    said = CANARIES
    return VNPackage(
        title="The Lamp at Ness",
        language="en",
        premise="A lamp inspector comes to Ness to find out why a light that does not exist is on the charts.",
        themes=("light",),
        global_materials=("wet matches",),
        global_context=GlobalContext(
            setting="Ness, a fishing village.", tone="dry", overarching_truths=(f"In truth {said['truth']}.",)
        ),
        global_world_info=(
            WorldInfo(id="open_lore", content="Nobody in Ness owns a clock.", constant=True),
            WorldInfo(id="dark_lore", content=f"Know that {said['lore for the director']}.", audience="director"),
            WorldInfo(id="late_lore", content=f"They say {said['lore for later']}.", reveal_if='flag("tide_known")'),
        ),
        endings=(Ending(id="home", title="Home", brief=f"At dawn {said['an ending']}."),),
        content_notes=("no harm to children",),
        characters=(
            Character(id="ida", name="Ida Voss", role="protagonist", description="Inspector of lamps."),
            Character(
                id="mara",
                name="Mara Lind",
                role="ally",
                description="Keeps the post office.",
                voice="short",
                secrets=(f"{said['secret']}.",),
                personal_arc=PersonalArc(want="To keep the post office open.", need=said["need"]),
            ),
        ),
        acts=(
            Act(
                id="one",
                title="The chart",
                objective="Find the lamp.",
                scenario_context=f"What nobody says: {said['scenario']}.",
                narrative_guidelines="Short sentences. Weather before people.",
                locations=(
                    Location(
                        id="quay",
                        title="The Quay",
                        location="quay",
                        ambient_detail="The boards are wet. A rope hangs over the edge. It has no boat at its end.",
                        connections=("post",),
                        encounters=(
                            Encounter(id="rope", title="The rope", description="You pull the rope up. It is dry."),
                            Encounter(id="stove", title="The stove", description=f"See: {said['another encounter']}."),
                        ),
                    ),
                    Location(id="post", title="The Post Office", location="post", connections=("quay",)),
                ),
                inevitable_events=(
                    InevitableEvent(
                        id="dyke",
                        title="The dyke",
                        trigger_condition="turn >= 9",
                        description=f"And then {said['an event']}.",
                        conditional_branches=({"condition": "", "effect": f"So {said['a branch']}."},),  # type: ignore[arg-type]
                    ),
                ),
                global_progression=Progression(required_value=5, tracker_label="Lamps counted"),
                opposing_force=OpposingForce(
                    tracker_label=said["a tracker"],
                    required_value=17,
                    escalation_events=(Escalation(threshold=9, description=f"Now {said['an escalation']}."),),
                ),
            ),
        ),
    )


def make_pack(**changes: Any) -> DirectionPack:
    pack = DirectionPack(
        id="b1",
        turn=1,
        mode="encounter",
        act="one",
        ref="rope",
        type="discovery",
        title="The rope",
        goal="Find the lamp.",
        direction="You pull the rope up. It is dry, all forty feet of it. Mara Lind watches from the steps.",
        place=Place(
            id="quay",
            title="The Quay",
            ambient_detail="The boards are wet. A rope hangs over the edge. It has no boat at its end.",
            background="quay",
            background_alt="A wooden quay in rain",
            music="rain",
        ),
        cast=(
            CastMember(id="ida", name="Ida Voss", role="protagonist"),
            CastMember(id="mara", name="Mara Lind", role="ally", wants="To keep the post office open."),
        ),
        must_include=("a brass tag with the number 9",),
        withhold=("what became of the letter",),
        frames=FrameBudget(min=3, max=8),
        allowed_effects=("stay", "wait", "go:post", "bond:mara:+1", "bond:mara:-1"),
        exits=(Exit(id="post", title="The Post Office", hint="A light is on."),),
        lore=("Nobody in Ness owns a clock.",),
        continuity=("Ida arrived by the morning boat.",),
        callbacks=("the smell of wet matches",),
    )
    return pack.model_copy(update=changes)


def make_roll(tier: Tier = "weak") -> DirectedRoll:
    dice = {"strong": (5, 6), "weak": (4, 4), "miss": (1, 2)}[tier]
    return DirectedRoll(
        stat="wits",
        dice=dice,  # type: ignore[arg-type]
        total=sum(dice),
        tier=tier,
        on_strong="The knot opens at once.",
        on_weak="The knot opens, and the rope burns your hands.",
        on_miss="The rope slips back into the water.",
    )


@pytest.fixture
def pack() -> Callable[..., DirectionPack]:
    return make_pack


@pytest.fixture
def roll() -> Callable[..., DirectedRoll]:
    return make_roll


@pytest.fixture
def sampled() -> Callable[[VNPackage], list[DirectionPack]]:
    return lambda package: list(_packs_of(package))


def _packs_of(package: VNPackage) -> Iterator[DirectionPack]:
    """A long way through a package: every place is come to, every scene of it played, twice over."""
    turn = 0
    cast = {
        each.id: CastMember(
            id=each.id, name=each.name, role=each.role, wants=each.personal_arc.want if each.personal_arc else ""
        )
        for each in package.characters
    }
    hero = next(each for each in cast.values() if each.role == "protagonist")
    for _ in range(2):
        for act in package.acts:
            titles = {each.id: each.title for each in act.locations}
            for at in act.locations:
                arcs = [
                    (each.id, scene)
                    for each in package.characters
                    if each.personal_arc
                    for scene in each.personal_arc.arc_encounters
                    if at.id in scene.locations
                ]
                for who, scene in [("", None), *(("", each) for each in at.encounters), *arcs, ("", None)]:
                    turn += 1
                    people = [cast[each] for each in dict.fromkeys((who, *at.required_characters)) if each in cast]
                    others = tuple(each for each in people if each.id != hero.id)
                    exits = tuple(Exit(id=each, title=titles.get(each, each)) for each in at.connections)
                    bonds = [f"bond:{each.id}:{step}" for each in others for step in ("+1", "-1")]
                    yield DirectionPack(
                        id=f"b{turn}",
                        turn=turn,
                        mode="travel" if scene is None else "encounter",
                        act=act.id,
                        ref=scene.id if scene else at.id,
                        type=scene.type if scene else None,
                        title=scene.title if scene else at.title,
                        language=package.language,
                        goal=act.objective,
                        direction=scene.description if scene else "",
                        place=Place(id=at.id, title=at.title, ambient_detail=at.ambient_detail, mood=at.mood),
                        cast=(hero, *others),
                        must_include=scene.findings if scene else (),
                        frames=_budget(scene.pacing.expected_frames) if scene else FrameBudget(min=1, max=3),
                        focus=scene.pacing.focus if scene else "standard",
                        roll=make_roll().model_copy(update={"on_weak": ""}) if scene and scene.roll else None,
                        tension=scene.tension if scene else 0.3,
                        allowed_effects=("stay", "wait", *(f"go:{each.id}" for each in exits), *bonds),
                        exits=exits,
                        interactables=scene.interactables if scene else (),
                        callbacks=at.callbacks,
                    )


# -- models


class ScriptedTeller:
    """Asks for the beat, then replies with its lines, one per reply; the last one again and again."""

    def __init__(self, *lines: str | Reply | Exception, asks: bool = True, name: str = "scripted") -> None:
        self.name = name
        self.lines = list(lines)
        self.asks = asks
        self.requests: list[ModelRequest] = []
        self.piece = 7  # characters that come in at a time

    async def reply(self, request: ModelRequest, on_delta: OnDelta | None = None) -> Reply:
        self.requests.append(replace(request, messages=tuple(request.messages)))
        if self.asks and len(request.messages) == 1:
            return Reply(calls=(ToolCall("", "plotState", {}),))
        line = self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]
        if isinstance(line, Exception):
            raise line
        reply = line if isinstance(line, Reply) else Reply(line)
        if on_delta is not None:
            for at in range(0, len(reply.text), self.piece):
                on_delta(TextDelta(reply.text[at : at + self.piece]))
        return reply

    def told(self) -> str:
        """Everything that it was ever sent."""
        parts = []
        for request in self.requests:
            parts += [request.system, request.state, *(str(message) for message in request.messages)]
            parts += [str(each) for each in request.tools]
        return "\n".join(parts)


@pytest.fixture
def teller() -> type[ScriptedTeller]:
    return ScriptedTeller


@pytest.fixture
def lines() -> Callable[[Sequence[dict[str, Any]]], str]:
    """Frames as a model writes them."""
    return lambda frames: "\n".join(json.dumps(each, ensure_ascii=False) for each in frames)


GOOD: list[dict[str, Any]] = [
    {"kind": "narration", "text": "Rain stands on the boards.", "background": "quay", "music": "rain"},
    {"kind": "dialogue", "speaker": "mara", "expression": "worried", "text": "That rope has been there since spring."},
    {"kind": "narration", "text": "On its end hangs a brass tag with the number 9."},
    {
        "kind": "choice",
        "text": "Mara waits for your answer.",
        "choices": [
            {"text": "Ask her who tied it", "effects": ["bond:mara:+1"]},
            {"text": "Go up to the post office", "effects": ["go:post"]},
        ],
    },
]


@pytest.fixture
def good() -> list[dict[str, Any]]:
    """The frames of a beat with which nothing is wrong."""
    copied: list[dict[str, Any]] = json.loads(json.dumps(GOOD))
    return copied


def _budget(expected: int) -> FrameBudget:
    return FrameBudget(min=max(1, expected - 1), max=expected + 2)
