"""The scenes of an act: threads that run over its places, scenes that stand alone, and what goes on anyway."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any, TypeAlias

from gameplan.novels.house.composing.people import Cast
from gameplan.novels.house.composing.places import PER_ACT, Spot
from gameplan.novels.house.composing.texts import shuffled, texts
from gameplan.novels.house.composing.ties import Ties, tied
from gameplan.novels.house.composing.wording import Person, fill
from gameplan.novels.package import Encounter, Focus, Pacing

Routes: TypeAlias = tuple[tuple[int, ...], ...]  # for each thread, the places that it runs over
THREADS = 3
_GIVES = (1, 2, 2)  # what the scenes of a thread give
_BESIDES = (4, 2, 0, 0)  # what other scenes give, at the place where threads give least, at the next, and so on
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
    threads: dict[str, list[dict[str, Any]]]
    alone: list[tuple[str, dict[str, Any]]]
    again: str
    aim: str
    turns: list[str]
    openers: list[str]
    ties: Ties


def act_id(number: int) -> str:
    return f"act_{number + 1}"


def make_scenes(plan: Plan, cast: Cast, slots: dict[str, Any], rng: Random) -> dict[str, list[Encounter]]:
    """All scenes of an act, by place."""
    pools: dict[str, list[Encounter]] = {spot.place.id: [] for spot in plan.spots}
    routes = _routes(plan, rng)
    company = shuffled(rng, list(cast.company)) * 2
    for number, (thread, order) in enumerate(zip(plan.threads, routes, strict=True)):
        two = _who(thread, (company[2 * number], company[2 * number + 1]), cast)
        for place, scene in _thread(thread, [plan.spots[at] for at in order], two, plan, cast, slots, rng):
            pools[place].append(scene)
    for place, scene in _besides(plan, [plan.spots[at] for at in _spare(routes)], cast, slots, rng):
        pools[place].append(scene)
    for spot in plan.spots:
        told_by = {scene.pacing.focus for scene in pools[spot.place.id]}
        pools[spot.place.id].append(
            _filler(spot, plan, slots, rng, "standard" if told_by <= {"dialogue_and_worldbuilding"} else None)
        )
    return pools


def _who(thread: str, two: tuple[Person, Person], cast: Cast) -> tuple[Person, Person]:
    """Whom a thread is about. A love letter is for the one who is loved, and no friend travels under a false name."""
    match thread:
        case "letters":
            return cast.ally, cast.others[0]
        case "stranger":
            stranger = cast.others[-1]
            return stranger, next(each for each in (*two, cast.ally) if each != stranger)
        case _:
            return two


def held(thread: str) -> str:
    """The flag that says that a thread was followed to its end."""
    return f"{thread}_held"


def _routes(plan: Plan, rng: Random) -> Routes:
    """Which places the threads run over: those in which their scenes can be told, for nobody has a door frame at a
    crossroads. Of routes that are as good, those that begin at different places."""
    threads = list(plan.threads.values())
    under_the_sky = [spot.open for spot in plan.spots]

    def clashes(routes: Routes) -> tuple[int, int]:
        told = [
            (scene, place)
            for thread, route in zip(threads, routes, strict=True)
            for scene, place in zip(thread, route, strict=True)
        ]
        told += [(scene, _spare(routes)[0]) for _, scene in plan.alone]
        wrong = sum(scene.get("open", under_the_sky[place]) != under_the_sky[place] for scene, place in told)
        return wrong, -len({route[0] for route in routes})

    return min(shuffled(rng, _even_routes()), key=clashes)


@cache
def _even_routes() -> list[Routes]:
    """Routes on which the loss of any one place costs as little as can be. The first begins where the act begins."""
    every = list(permutations(range(PER_ACT), 3))
    first = [route for route in every if route[0] == 0]
    worst: dict[Routes, int] = {}
    for routes in product(first, *([every] * (THREADS - 1))):
        lost = sorted(_lost(routes, place) for place in range(PER_ACT))
        worst[routes] = max(one + besides for one, besides in zip(lost, _BESIDES, strict=True))
    least = min(worst.values())
    return [routes for routes, cost in worst.items() if cost == least]


@cache
def _spare(routes: Routes) -> list[int]:
    """The places, those first without which the threads would lose least."""
    return sorted(range(PER_ACT), key=lambda place: _lost(routes, place))


def _lost(routes: Routes, place: int) -> int:
    """What the threads would not give without a place."""
    return sum(sum(_GIVES[route.index(place) :]) for route in routes if place in route)


def _thread(
    thread: str,
    spots: list[Spot],
    two: tuple[Person, Person],
    plan: Plan,
    cast: Cast,
    slots: dict[str, Any],
    rng: Random,
) -> list[tuple[str, Encounter]]:
    """Three scenes: the lead, what it leads to, the turn."""
    a, b = two
    scenes = plan.threads[thread]
    made = []
    for at, (spot, scene) in enumerate(zip(spots, scenes, strict=True)):
        there = spots[min(at + 1, 2)]
        said = {**slots, "a": a, "b": b, "here": spot.place, "there": there.place}
        text = fill(tied(scene), rng, said)
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
                    priority="high" if thread == "matter" and at == 0 else ("normal", "high", "urgent")[at],
                    doom_delta=1 if scene["type"] == "combat" else 0,
                    roll=scene.get("stat"),
                    tension=min(1.0, _TENSION[scene["type"]] + 0.1 * at),
                ),
            )
        )
    return made


def _besides(
    plan: Plan, where: list[Spot], cast: Cast, slots: dict[str, Any], rng: Random
) -> list[tuple[str, Encounter]]:
    """Scenes that stand alone, one of them only under pressure; and the way that is left when something was missed.

    They are where the threads would lose least, so that no place is needed.
    """
    language, act = slots["thing"].language, act_id(plan.number)
    table = texts(language, "scenes")
    made = []
    for at, (key, scene) in enumerate(plan.alone):
        spot = where[0]
        a, b = rng.sample(cast.company, 2)
        said = {**slots, "a": a, "b": b, "here": spot.place}
        made.append(
            (
                spot.place.id,
                Encounter(
                    id=f"{act}_{key}",
                    title=fill(scene["title"], rng, said),
                    description=fill(tied(scene), rng, said),
                    type=scene["type"],
                    pacing=Pacing(expected_frames=5, focus=_FOCUS[scene["type"]]),
                    required_characters=_named(scene["text"], a, b, cast.foe),
                    gives_progression=2,
                    roll=scene["stat"],
                    findings=(fill(scene["find"], rng, said),) if "find" in scene else (),
                    condition=f'flag("{act}_pressed") or progress_pct >= 25' if at == 0 else "",
                    tension=_TENSION[scene["type"]],
                ),
            )
        )
    scene, spot, a = table["again"][plan.again], where[1], rng.choice(cast.company)
    said = {**slots, "a": a, "here": spot.place}
    cold = " or ".join(f'flag("{thread}_cold")' for thread in plan.threads)
    made.append(
        (
            spot.place.id,
            Encounter(
                id=f"{act}_again",
                title=fill(scene["title"], rng, said),
                description=fill(tied(scene), rng, said),
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


def _filler(spot: Spot, plan: Plan, slots: dict[str, Any], rng: Random, focus: Focus | None) -> Encounter:
    title = {"en": f"A while {spot.place.at}", "de": f"Eine Weile {spot.place.at}"}[slots["thing"].language]
    return Encounter(
        id=f"{act_id(plan.number)}_{spot.place.id}_while",
        title=title,
        description=f"{spot.filler} {fill(plan.ties.to('', 'while'), rng, slots)}",
        type="atmospheric",
        pacing=Pacing(expected_frames=2, focus=focus or "dialogue_and_worldbuilding"),
        priority="low",
        repeatable=True,
        cooldown=3,
        tension=0.15,
    )


def _named(text: str, a: Person, b: Person, foe: Person) -> tuple[str, ...]:
    """Who has to be there: those who speak or act in it, as far as they are named as persons of the scene."""
    needed = [person.id for slot, person in (("a", a), ("b", b)) if re.search(rf"\{{{slot}[.}}]", text)]
    return tuple(dict.fromkeys(needed))
