"""The acts of a novel: threads of scenes over its places, a tracker, a clock, events, and what they lead to.

What must hold of an act holds by how it is made. Three threads of three scenes run over different places. The first
scene of each always leads on; the others are rolled. What was missed opens another way. No place and no scene is needed
by all ways to the goal.
"""

from __future__ import annotations

from random import Random
from typing import Any

from gameplan.novels.house.composing.people import Cast, stood_by
from gameplan.novels.house.composing.places import Spot, connect
from gameplan.novels.house.composing.scenes import Plan, act_id, held, make_scenes
from gameplan.novels.house.composing.texts import shuffled
from gameplan.novels.house.composing.wording import fill
from gameplan.novels.package import (
    Act,
    Branch,
    Encounter,
    Escalation,
    InevitableEvent,
    Location,
    MusicPrompt,
    NextAct,
    OpposingForce,
    Progression,
    Ticks,
    WorldInfo,
)

NEEDED = 11
CLOCK = 7


def make_act(plan: Plan, cast: Cast, slots: dict[str, Any], rng: Random) -> Act:
    """One act, whole."""
    told, act = plan.told, act_id(plan.number)
    pools = make_scenes(plan, cast, slots, rng)
    ways = connect(plan.spots, rng)
    homes = _homes(plan.spots, cast, pools, rng)
    return Act(
        id=act,
        title=fill(told["title"], rng, slots),
        objective=" ".join(fill(each, rng, slots) for each in (plan.aim, told["bridge"], told["objective"])),
        scenario_context=fill(told["context"], rng, slots),
        narrative_guidelines=slots["guidelines"][plan.number],
        intended_locations=tuple(pools),
        start_location=plan.spots[0].place.id,
        locations=tuple(_location(spot, ways, homes, pools) for spot in plan.spots),
        inevitable_events=_events(plan, cast, slots, rng),
        scenario_world_info=_lore(plan, slots, rng),
        global_progression=Progression(required_value=NEEDED, tracker_label=fill(told["label"], rng, slots)),
        opposing_force=_clock(plan, slots, rng),
        complications=tuple(fill(each, rng, slots) for each in told["complications"]),
        next=()
        if plan.last
        else (NextAct(act_id=act_id(plan.number + 1), condition="progress_pct >= 100 or doom_pct >= 100"),),
    )


# -- places


def _homes(spots: list[Spot], cast: Cast, pools: dict[str, list[Encounter]], rng: Random) -> dict[str, tuple[str, ...]]:
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
        callbacks=spot.things,
        connections=ways[id],
        background_prompt=f"{spot.title}, {spot.mood}: {spot.detail}",
        music_prompts=(MusicPrompt(text=f"{spot.mood}, slow ambient"), MusicPrompt(text=spot.title, weight=0.4)),
        encounters=tuple(pools[id]),
    )


# -- what happens in any case


def _clock(plan: Plan, slots: dict[str, Any], rng: Random) -> OpposingForce:
    steps = zip((2, 4, 6), plan.told["escalations"], strict=True)
    return OpposingForce(
        tracker_label=fill(plan.told["clock"], rng, slots),
        required_value=CLOCK,
        escalation_events=tuple(
            Escalation(
                threshold=threshold,
                description=fill(text, rng, slots),
                set_flags=(f"{act_id(plan.number)}_pressed",) if threshold == 2 else (),
            )
            for threshold, text in steps
        ),
        ticks=Ticks(miss=1, weak=0, idle=1, travel=0, every_beats=3),
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
            description=fill(plan.ties.to(mid["text"], "visit"), rng, slots),
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
            description=fill(f"{plan.ties.to('', 'climax')} {climax['text']}", rng, slots),
            forces_climax=True,
            conditional_branches=branches,
        ),
    )


def good_condition(plan: Plan, cast: Cast) -> str:
    """When it ends well: the goal is reached, nothing was lost before, and two of three hold.

    The three: one has stood by somebody, has won an act before, has followed something to its end in this one.
    """
    act = act_id(plan.number)
    stood = " or ".join(f'flag("{stood_by(each)}")' for each in (cast.ally, cast.friend, cast.foe))
    holding = " or ".join(f'flag("{held(thread)}")' for thread in plan.threads)
    before = " or ".join(f'flag("{act_id(each)}_won")' for each in range(plan.number))
    unlost = " and ".join(f'not flag("{act_id(each)}_lost")' for each in range(plan.number))
    hand = f'flag("{act}_edge") or {holding}'
    two = f"(({stood}) and ({before} or {hand}) or ({before}) and ({hand}))"
    return f"progress_pct >= 100 and {two} and {unlost}"


def _lore(plan: Plan, slots: dict[str, Any], rng: Random) -> tuple[WorldInfo, ...]:
    """What is known in an act; a word that names the thing itself calls up what is known of that."""
    act, taken = act_id(plan.number), slots["thing"].bare.lower()
    made = []
    for number, lore in enumerate(plan.told["lore"], 1):
        keys = tuple(each for each in lore["keys"] if each.lower() != taken)
        if keys:
            text = fill(lore["text"], rng, slots)
            made.append(WorldInfo(id=f"{act}_lore_{number}", keys=keys, content=text, sticky=2, cooldown=4))
    return tuple(made)
