"""The acts of a novel: threads of scenes over its places, a tracker, a clock, events, and what they lead to.

What must hold of an act holds by how it is made. Three threads of three scenes run over different places. The first
scene of each always leads on; the others are rolled. What was missed opens another way. No place and no scene is needed
by all ways to the goal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import permutations
from random import Random
from typing import Any

from gameplan.novels.house.composing.people import Cast, stood_by
from gameplan.novels.house.composing.places import PER_ACT, Spot, callbacks, connect
from gameplan.novels.house.composing.texts import shuffled, texts
from gameplan.novels.house.composing.wording import Person, fill
from gameplan.novels.package import (
    Act,
    Branch,
    Encounter,
    Escalation,
    Focus,
    InevitableEvent,
    Location,
    MusicPrompt,
    NextAct,
    OpposingForce,
    Pacing,
    Progression,
    Ticks,
    WorldInfo,
)

THREADS = 3
NEEDED = 8
CLOCK = 12
_GIVES = (1, 2, 2)
_FOCUS: dict[str, Focus] = {
    "combat": "tension_and_action",
    "puzzle": "standard",
    "discovery": "standard",
    "npc_interaction": "dialogue_and_worldbuilding",
    "atmospheric": "dialogue_and_worldbuilding",
}
_TENSION = {"combat": 0.8, "puzzle": 0.5, "discovery": 0.4, "npc_interaction": 0.4, "atmospheric": 0.2}


@dataclass(frozen=True)
class Plan:
    """What an act is made of: its texts, places and threads, and what the acts before it have left."""

    number: int
    last: bool
    frame: dict[str, Any]
    told: dict[str, Any]
    spots: list[Spot]
    threads: list[str]
    alone: list[str]
    again: str
    turns: list[str]
    openers: list[str]


def act_id(number: int) -> str:
    return f"act_{number + 1}"


def make_act(plan: Plan, cast: Cast, slots: dict[str, Any], rng: Random) -> Act:
    """One act, whole."""
    language, told, act = slots["thing"].language, plan.told, act_id(plan.number)
    pools: dict[str, list[Encounter]] = {spot.place.id: [] for spot in plan.spots}
    for thread, order in zip(plan.threads, _routes(rng), strict=True):
        for place, scene in _thread(thread, [plan.spots[at] for at in order], plan, cast, slots, rng):
            pools[place].append(scene)
    for place, scene in _besides(plan, cast, slots, rng):
        pools[place].append(scene)
    for spot in plan.spots:
        pools[spot.place.id].append(_filler(spot, act, language))
    ways = connect(plan.spots, rng)
    homes = _homes(plan.spots, cast, pools, rng)
    return Act(
        id=act,
        title=told["title"],
        objective=fill(told["objective"], rng, slots),
        scenario_context=fill(told["context"], rng, slots),
        narrative_guidelines=slots["guidelines"][plan.number],
        intended_locations=tuple(pools),
        start_location=plan.spots[0].place.id,
        locations=tuple(_location(spot, ways, homes, pools) for spot in plan.spots),
        inevitable_events=_events(plan, cast, slots, rng),
        scenario_world_info=_lore(plan, slots, rng),
        global_progression=Progression(required_value=NEEDED, tracker_label=told["label"]),
        opposing_force=_clock(plan, slots, rng),
        complications=tuple(fill(each, rng, slots) for each in told["complications"]),
        next=()
        if plan.last
        else (NextAct(act_id=act_id(plan.number + 1), condition="progress_pct >= 100 or doom_pct >= 100"),),
    )


# -- scenes


def held(thread: str) -> str:
    """The flag that says that a thread was followed to its end."""
    return f"{thread}_held"


def _routes(rng: Random) -> list[tuple[int, ...]]:
    """Which places the threads run over: so that the loss of any one place costs as little as can be."""
    every = list(permutations(range(PER_ACT), 3))
    tries = [[rng.choice(every) for _ in range(THREADS)] for _ in range(150)]

    def loss(routes: list[tuple[int, ...]]) -> tuple[int, int]:
        lost = [sum(sum(_GIVES[route.index(place) :]) for route in routes if place in route) for place in range(PER_ACT)]
        begins = len({route[0] for route in routes})
        return max(lost), -begins

    return min(tries, key=loss)


def _thread(
    thread: str, spots: list[Spot], plan: Plan, cast: Cast, slots: dict[str, Any], rng: Random
) -> list[tuple[str, Encounter]]:
    """Three scenes: the lead, what it leads to, the turn."""
    language = slots["thing"].language
    scenes = texts(language, "threads")[thread]["scenes"]
    a, b = _two(thread, cast, rng)
    made = []
    for at, (spot, scene) in enumerate(zip(spots, scenes, strict=True)):
        there = spots[min(at + 1, 2)]
        said = {**slots, "a": a, "b": b, "here": spot.place, "there": there.place}
        text = fill(scene["text"], rng, said)
        if at == 0 and plan.openers:
            text = f"{plan.openers.pop()} {text}"
        if at == 2:
            text = f"{text} {fill(plan.turns.pop(), rng, said)}"
        made.append(
            (
                spot.place.id,
                Encounter(
                    id=f"{thread}_{('lead', 'follow', 'turn')[at]}",
                    title=fill(scene["title"], rng, said),
                    description=text,
                    type=scene["type"],
                    pacing=Pacing(expected_frames=5 + at, focus=_FOCUS[scene["type"]]),
                    prerequisites=((), (f"{thread}_lead",), (f"{thread}_proof",))[at],
                    required_characters=_named(scene["text"], a, b, cast.foe),
                    gives_progression=_GIVES[at],
                    guaranteed_flags=(f"{thread}_lead",) if at == 0 else (),
                    potential_flags=((), (f"{thread}_proof",), (held(thread),))[at],
                    miss_flags=(f"{thread}_cold",) if at == 1 else (),
                    findings=(fill(scene["find"], rng, said),),
                    interactables=(scene["item"],) if "item" in scene else (),
                    priority=("normal", "normal", "high")[at],  # type: ignore[arg-type]
                    doom_delta=1 if scene["type"] == "combat" else 0,
                    roll=scene.get("stat"),
                    tension=min(1.0, _TENSION[scene["type"]] + 0.1 * at),
                ),
            )
        )
    return made


def _besides(plan: Plan, cast: Cast, slots: dict[str, Any], rng: Random) -> list[tuple[str, Encounter]]:
    """Scenes that stand alone, one of them only under pressure; and the way that is left when something was missed."""
    language, act = slots["thing"].language, act_id(plan.number)
    table = texts(language, "scenes")
    where = shuffled(rng, plan.spots)
    made = []
    for at, key in enumerate(plan.alone):
        scene, spot, a = table["alone"][key], where[at], rng.choice(cast.company)
        said = {**slots, "a": a, "here": spot.place}
        made.append(
            (
                spot.place.id,
                Encounter(
                    id=f"{act}_{key}",
                    title=fill(scene["title"], rng, said),
                    description=fill(scene["text"], rng, said),
                    type=scene["type"],
                    pacing=Pacing(expected_frames=5, focus=_FOCUS[scene["type"]]),
                    required_characters=_named(scene["text"], a, a, cast.foe),
                    gives_progression=1,
                    doom_delta=-1 if scene["type"] == "npc_interaction" else 0,
                    roll=scene["stat"],
                    condition=f'flag("{act}_pressed") or progress_pct >= 25' if at == 0 else "",
                    tension=_TENSION[scene["type"]],
                ),
            )
        )
    scene, spot, a = table["again"][plan.again], where[-1], rng.choice(cast.company)
    said = {**slots, "a": a, "here": spot.place}
    cold = " or ".join(f'flag("{thread}_cold")' for thread in plan.threads)
    made.append(
        (
            spot.place.id,
            Encounter(
                id=f"{act}_again",
                title=fill(scene["title"], rng, said),
                description=fill(scene["text"], rng, said),
                type="npc_interaction" if "{a" in scene["text"] else "discovery",
                pacing=Pacing(expected_frames=5, focus="standard"),
                required_characters=_named(scene["text"], a, a, cast.foe),
                gives_progression=2,
                condition=cold,
                priority="high",
                tension=0.35,
            ),
        )
    )
    return made


def _filler(spot: Spot, act: str, language: str) -> Encounter:
    title = {"en": f"A while {spot.place.at}", "de": f"Eine Weile {spot.place.at}"}[language]
    return Encounter(
        id=f"{act}_{spot.place.id}_while",
        title=title,
        description=spot.filler,
        type="atmospheric",
        pacing=Pacing(expected_frames=2, focus="dialogue_and_worldbuilding"),
        priority="low",
        repeatable=True,
        cooldown=3,
        tension=0.15,
    )


def _two(thread: str, cast: Cast, rng: Random) -> tuple[Person, Person]:
    """The two of a thread. A love letter is for the one who is loved."""
    if thread == "letters":
        return cast.ally, rng.choice(cast.others)
    one, other = rng.sample(cast.company, 2)
    return one, other


def _named(text: str, a: Person, b: Person, foe: Person) -> tuple[str, ...]:
    """Who has to be there: those who speak or act in it, as far as they are named as persons of the scene."""
    needed = [person.id for slot, person in (("a", a), ("b", b)) if re.search(rf"\{{{slot}[.}}]", text)]
    return tuple(dict.fromkeys(needed))


# -- places


def _homes(
    spots: list[Spot], cast: Cast, pools: dict[str, list[Encounter]], rng: Random
) -> dict[str, tuple[str, ...]]:
    """Who is where: everybody has a place, and those who do not go about are wherever a scene needs them."""
    homes: dict[str, list[str]] = {spot.place.id: [] for spot in spots}
    for person, spot in zip((cast.ally, cast.friend, cast.foe), shuffled(rng, spots), strict=False):
        homes[spot.place.id].append(person.id)
    settled = {each.id for each in cast.others}
    for place, scenes in pools.items():
        homes[place] += [who for scene in scenes for who in scene.required_characters if who in settled]
    return {place: tuple(dict.fromkeys(who)) for place, who in homes.items()}


def _location(
    spot: Spot,
    ways: dict[str, tuple[str, ...]],
    homes: dict[str, tuple[str, ...]],
    pools: dict[str, list[Encounter]],
) -> Location:
    id = spot.place.id
    return Location(
        id=id,
        title=spot.title,
        location=id,
        required_characters=homes[id],
        ambient_detail=spot.detail,
        mood=spot.mood,
        callbacks=callbacks(spot.detail),
        connections=ways[id],
        background_prompt=f"{spot.title}, {spot.mood}: {spot.detail}",
        music_prompts=(MusicPrompt(text=f"{spot.mood}, slow ambient"), MusicPrompt(text=spot.title, weight=0.4)),
        encounters=tuple(pools[id]),
    )


# -- what happens in any case


def _clock(plan: Plan, slots: dict[str, Any], rng: Random) -> OpposingForce:
    steps = zip((4, 7, 10), plan.told["escalations"], strict=True)
    return OpposingForce(
        tracker_label=fill(plan.told["clock"], rng, slots),
        required_value=CLOCK,
        escalation_events=tuple(
            Escalation(
                threshold=threshold,
                description=fill(text, rng, slots),
                set_flags=(f"{act_id(plan.number)}_pressed",) if threshold == 4 else (),
            )
            for threshold, text in steps
        ),
        ticks=Ticks(miss=1, weak=0, idle=1, travel=0, every_beats=3),
        reversible=True,
        visibility="full",
    )


def _events(plan: Plan, cast: Cast, slots: dict[str, Any], rng: Random) -> tuple[InevitableEvent, ...]:
    act, mid, climax = act_id(plan.number), plan.told["mid"], plan.told["climax"]
    holding = " or ".join(f'flag("{held(thread)}")' for thread in plan.threads)
    win, price, lose = (fill(climax[each], rng, slots) for each in ("win", "price", "lose"))
    good = good_condition(plan, cast) if plan.last else f'progress_pct >= 100 and (flag("{act}_edge") or {holding})'
    endings = ("good", "bittersweet", "bad") if plan.last else (None, None, None)
    flags = ((), (), ()) if plan.last else ((f"{act}_won",), (), (f"{act}_lost",))
    branches = tuple(
        Branch(condition=condition, effect=effect, set_flags=set_flags, ending=ending)
        for condition, effect, set_flags, ending in zip(
            (good, "progress_pct >= 100", ""), (win, price, lose), flags, endings, strict=True
        )
    )
    return (
        InevitableEvent(
            id=f"{act}_visit",
            title=fill(mid["title"], rng, slots),
            trigger_condition="progress_pct >= 40 or act_turn >= 9",
            description=fill(mid["text"], rng, slots),
            foreshadow=fill(mid["foreshadow"], rng, slots),
            latest_turn=30 * (plan.number + 1),
            conditional_branches=(
                Branch(condition=holding, effect=fill(mid["yes"], rng, slots), set_flags=(f"{act}_edge",)),
                Branch(condition="", effect=fill(mid["no"], rng, slots)),
            ),
        ),
        InevitableEvent(
            id=f"{act}_climax",
            title=fill(climax["title"], rng, slots),
            trigger_condition="progress_pct >= 100 or doom_pct >= 100",
            description=fill(climax["text"], rng, slots),
            forces_climax=True,
            conditional_branches=branches,
        ),
    )


def good_condition(plan: Plan, cast: Cast) -> str:
    """When it ends well: the goal is reached, and one has stood by somebody or kept the upper hand before."""
    act = act_id(plan.number)
    stood = " or ".join(f'flag("{stood_by(each)}")' for each in (cast.ally, cast.friend, cast.foe))
    holding = " or ".join(f'flag("{held(thread)}")' for thread in plan.threads)
    before = " or ".join(f'flag("{act_id(each)}_won")' for each in range(plan.number))
    unlost = " and ".join(f'not flag("{act_id(each)}_lost")' for each in range(plan.number))
    return f'progress_pct >= 100 and ({stood} or {before}) and (flag("{act}_edge") or {holding}) and ({unlost})'


def _lore(plan: Plan, slots: dict[str, Any], rng: Random) -> tuple[WorldInfo, ...]:
    act = act_id(plan.number)
    return tuple(
        WorldInfo(
            id=f"{act}_lore_{number}",
            keys=tuple(lore["keys"]),
            content=fill(lore["text"], rng, slots),
            sticky=2,
            cooldown=4,
        )
        for number, lore in enumerate(plan.told["lore"], 1)
    )
