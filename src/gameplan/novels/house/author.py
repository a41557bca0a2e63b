"""Writes a whole novel from a premise, with no model: the same premise and seed always give the same one."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Any

from gameplan.novels.house.composing.acts import good_condition, make_act
from gameplan.novels.house.composing.country import Country, country
from gameplan.novels.house.composing.people import Cast, make_cast, make_gone, make_thing, portray
from gameplan.novels.house.composing.places import PER_ACT, Spot, choose_family, kinds_for, make_places
from gameplan.novels.house.composing.reading import Premise, read_premise
from gameplan.novels.house.composing.scenes import THREADS, Plan
from gameplan.novels.house.composing.texts import in_language, shuffled, texts
from gameplan.novels.house.composing.ties import Ties
from gameplan.novels.house.composing.wording import fill, slug
from gameplan.novels.package import Act, Ending, GlobalContext, Tone, VNPackage, WorldInfo

_FAR_OUT = ("wild", "sea", "space", "deep", "desert")  # where it can be a question whether one lives


def write(premise: str, seed: int, language: str = "en") -> VNPackage:
    """A complete novel for a premise. Its names, places and things are carried through; the rest is made up."""
    spoken = in_language(language)
    text = " ".join(premise.split())[:4_000]
    digest = hashlib.sha256(f"{spoken}\n{seed}\n{text}".encode()).hexdigest()
    rng = Random(int(digest[:16], 16))  # noqa: S311 - a story, not a secret
    read = read_premise(text, spoken)
    frames = texts(spoken, "frames")
    frame_name = read.frame or rng.choice(_frames(read, frames))
    frame = frames[frame_name]
    family = choose_family(read, spoken, rng)
    where = country(spoken, family)
    names, voices = texts(spoken, "names"), texts(spoken, "voices")
    cast = make_cast(read, spoken, where, rng)
    tone = voices[rng.choice(sorted(voices))]
    kind, thing, token = make_thing(read, frame["thing"], spoken)
    matter = texts(spoken, "matters")[kind]
    slots: dict[str, Any] = {
        "you": cast.you,
        "ally": cast.ally,
        "friend": cast.friend,
        "foe": cast.foe,
        "town": read.town if read.town.lower() not in ("", thing.bare.lower()) else rng.choice(names["towns"][family]),
        "thing": thing,
        "token": token,
        "why": read.matter.why,
        "gone": make_gone(read, spoken),
        "false": read.matter.false,
        "trade": read.trade or rng.choice(matter.get("trades") or texts(spoken, "people")["protagonist"]["trades"]),
        "country": where,
        "guidelines": tone["guidelines"],
    }
    ties = Ties(spoken, rng)
    plans = _plans(read, frame_name, family, tone, matter, slots, ties, rng)
    title = fill(rng.choice(matter["titles"] if read.matter.thing else frame["titles"]), rng, slots)
    opening = fill(matter["opening"], rng, slots)
    return VNPackage(
        package_id=f"{slug(title)}_{digest[:8]}",
        title=title,
        art_style=tone["art"],
        language=language if in_language(language) == language.lower().partition("-")[0] else spoken,
        global_context=GlobalContext(
            setting=_setting(read, [each for each in tone["settings"] if where.fits(each)], slots, rng),
            tone=tone["tone"],
            overarching_truths=tuple(fill(each, rng, slots) for each in (matter["truth"], *frame["truths"])),
        ),
        premise=f"{_ended(text)} {opening}".strip(),
        themes=tuple(frame["themes"]),
        global_materials=tuple(dict.fromkeys((*frame["materials"], str(thing), str(token)))),
        global_world_info=_lore(cast, matter, slots, rng),
        possible_endings=tuple(each["title"] for each in frame["endings"]),
        endings=_endings(frame, matter, plans[-1], cast, slots, rng),
        characters=portray(cast, read, slots, _rooms(plans), ties, rng),
        acts=_acts(plans, cast, slots, rng),
    )


def _frames(premise: Premise, frames: dict[str, Any]) -> list[str]:
    """The kinds of story for a premise that asks for none, half of them that to which it leans; but nobody runs out of
    tins in the middle of a town."""
    suited = sorted(key for key in frames if key != "survival" or premise.family in _FAR_OUT)
    return suited + [premise.leans_to] * (len(suited) if premise.leans_to in suited else 0)


def _plans(
    premise: Premise,
    frame_name: str,
    family: str,
    tone: dict[str, Any],
    matter: dict[str, Any],
    slots: dict[str, Any],
    ties: Ties,
    rng: Random,
) -> list[Plan]:
    """What each act is made of; nothing is used twice. A short story leaves out the act in the middle."""
    language, where = slots["thing"].language, slots["country"]
    frame, scenes = texts(language, "frames")[frame_name], texts(language, "scenes")
    kinds = kinds_for(premise, family, language, rng)
    long = rng.random() < 0.5 and len(kinds) >= 3 * PER_ACT
    told = frame["acts"] if long else [frame["acts"][0], frame["acts"][2]]
    spots = make_places(kinds, premise.unlisted, len(told), slots, rng)
    threads = _threads(frame_name, language, where, rng)
    alone = sorted(shuffled(rng, sorted(scenes["alone"])), key=lambda key: not _fits(scenes["alone"][key], where))
    again = shuffled(rng, sorted(scenes["again"]))
    turns = shuffled(rng, frame["turns"])
    openers = [fill(each, rng, slots) for each in shuffled(rng, [one for one in tone["openers"] if where.fits(one)])]
    plans = []
    for number, each in enumerate(told):
        last = number == len(told) - 1
        chosen = {"matter": matter["scenes"]} if number == 0 else {}
        while len(chosen) < THREADS:
            told_here = (at for at, (_, scenes_of) in enumerate(threads) if _have_place(scenes_of, spots[number]))
            chosen.update([threads.pop(next(told_here, 0))])
        dangers = next(key for key in alone if scenes["alone"][key]["type"] == "combat")
        calm = next(key for key in alone if scenes["alone"][key]["type"] != "combat")
        alone = [key for key in alone if key not in (dangers, calm)]
        plans.append(
            Plan(
                number=number,
                last=last,
                frame=frame,
                told=each,
                spots=spots[number],
                threads=chosen,
                alone=[
                    (dangers, scenes["alone"][dangers]),
                    ("matter", matter["last"]) if last else (calm, scenes["alone"][calm]),
                ],
                again=again[number],
                aim=matter["aims"][0] if number == 0 else matter["aims"][1] if last else matter["meanwhile"],
                turns=turns[number * 3 : number * 3 + 3],
                openers=openers[number * 3 : number * 3 + 3],
                ties=ties,
            )
        )
    return plans


def _rooms(plans: list[Plan]) -> tuple[str, ...]:
    """The places with four walls; none, if there is an act that is all under the sky."""
    inside = [[spot.place.id for spot in plan.spots if not spot.open] for plan in plans]
    return tuple(id for ids in inside for id in ids) if all(inside) else ()


def _have_place(scenes: list[dict[str, Any]], spots: list[Spot]) -> bool:
    """Whether there are places enough for scenes that need the sky above them, or four walls around."""
    under_the_sky = [spot.open for spot in spots]
    return all([each.get("open") for each in scenes].count(sky) <= under_the_sky.count(sky) for sky in (True, False))


def _fits(scene: dict[str, Any], where: Country) -> bool:
    """Whether a scene can be told in a country."""
    return where.family not in scene.get("not", ()) and where.fits(scene["text"], scene["tie"])


def _threads(frame_name: str, language: str, where: Country, rng: Random) -> list[tuple[str, list[dict[str, Any]]]]:
    """The threads that can be told in a country: that of the frame first; those that fit ill come last."""
    table = texts(language, "threads")
    fit = {
        key: where.fits(*(scene[part] for scene in thread["scenes"] for part in ("title", "text", "tie", "find")))
        for key, thread in table.items()
    }
    own = [key for key, thread in table.items() if frame_name in thread.get("frames", ())]
    free = shuffled(rng, [key for key, thread in table.items() if "frames" not in thread])
    order = sorted([*own, *free], key=lambda key: not fit[key])
    return [(key, table[key]["scenes"]) for key in order]


def _acts(plans: list[Plan], cast: Cast, slots: dict[str, Any], rng: Random) -> tuple[Act, ...]:
    return tuple(make_act(plan, cast, slots, rng) for plan in plans)


def _endings(
    frame: dict[str, Any], matter: dict[str, Any], last: Plan, cast: Cast, slots: dict[str, Any], rng: Random
) -> tuple[Ending, ...]:
    """How it can end: what becomes of the people, then of the thing; and what was to be found out, where it was."""
    answers = texts(slots["thing"].language, "ties")["answers"]
    told = {tone: fill(said.replace("{answer}", matter["answer"]), rng, slots) for tone, said in answers.items()}
    tones: tuple[Tone, ...] = ("good", "bittersweet", "bad")
    conditions = (good_condition(last, cast), "progress_pct >= 100", "")
    return tuple(
        Ending(
            id=tone,
            title=fill(each["title"], rng, slots),
            condition=condition,
            brief=" ".join((fill(f"{each['brief']} {thing}", rng, slots), told.get(tone, ""))).strip(),
            tone=tone,
        )
        for tone, each, thing, condition in zip(tones, frame["endings"], matter["endings"], conditions, strict=True)
    )


def _setting(premise: Premise, settings: list[str], slots: dict[str, Any], rng: Random) -> str:
    return f"{fill(rng.choice(settings), rng, slots)} {premise.text}".strip()


def _ended(text: str) -> str:
    """A text with its full stop."""
    return f"{text}." if text and text[-1].isalnum() else text


def _lore(cast: Cast, matter: dict[str, Any], slots: dict[str, Any], rng: Random) -> tuple[WorldInfo, ...]:
    """What is known of the place and the thing, and, to the Director alone, of the one who is against it."""
    told = texts(slots["thing"].language, "lore")
    town, thing = str(slots["town"]), slots["thing"].bare
    known = (
        WorldInfo(
            id="lore_town", keys=(town,), content=fill(rng.choice(told["town"]), rng, slots), sticky=3, cooldown=6
        ),
        WorldInfo(id="lore_thing", keys=(thing,), content=fill(matter["lore"], rng, slots), cooldown=5),
        WorldInfo(
            id="lore_foe",
            keys=tuple(dict.fromkeys((cast.foe.name, str(cast.foe)))),
            content=fill(rng.choice(told["foe"]), rng, slots),
            audience="director",
        ),
    )
    names = [key.lower() for each in known for key in each.keys if each.id != "lore_thing"]
    return tuple(each for each in known if each.id != "lore_thing" or thing.lower() not in names)
