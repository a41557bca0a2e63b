"""Writes a whole novel from a premise, with no model: the same premise and seed always give the same one."""

from __future__ import annotations

import hashlib
import re
from random import Random
from typing import Any

from gameplan.novels.house.composing.acts import good_condition, make_act
from gameplan.novels.house.composing.people import Cast, make_cast, make_thing, portray
from gameplan.novels.house.composing.places import choose_family, make_places
from gameplan.novels.house.composing.reading import Premise, read_premise
from gameplan.novels.house.composing.scenes import Plan
from gameplan.novels.house.composing.texts import in_language, shuffled, texts
from gameplan.novels.house.composing.wording import fill, slug
from gameplan.novels.package import Act, Ending, GlobalContext, Tone, VNPackage, WorldInfo

_OUTDOORS = re.compile(
    r"street|wind\b|window|sun\b|road|quinces|morning|wool|Straße|Wind\b|Fenster|Sonne|Quitten|Morgen|Wolle|Tag\b"
)


def write(premise: str, seed: int, language: str = "en") -> VNPackage:
    """A complete novel for a premise. Its names, places and things are carried through; the rest is made up."""
    spoken = in_language(language)
    text = " ".join(premise.split())[:4_000]
    digest = hashlib.sha256(f"{spoken}\n{seed}\n{text}".encode()).hexdigest()
    rng = Random(int(digest[:16], 16))  # noqa: S311 - a story, not a secret
    read = read_premise(text, spoken)
    frames = texts(spoken, "frames")
    frame_name = read.frame or rng.choice(sorted(frames))
    frame = frames[frame_name]
    family = choose_family(read, spoken, rng)
    names, voices = texts(spoken, "names"), texts(spoken, "voices")
    cast = make_cast(read, spoken, rng)
    tone = voices[rng.choice(sorted(voices))]
    slots: dict[str, Any] = {
        "you": cast.you,
        "ally": cast.ally,
        "friend": cast.friend,
        "foe": cast.foe,
        "town": read.town or rng.choice(names["towns"][family]),
        "thing": make_thing(read, frame["thing"], spoken),
        "guidelines": tone["guidelines"],
    }
    plans = _plans(read, frame_name, family, tone, slots, rng)
    title = fill(rng.choice(frame["titles"]), rng, slots)
    return VNPackage(
        package_id=f"{slug(title)}_{digest[:8]}",
        title=title,
        art_style=tone["art"],
        language=language if in_language(language) == language.lower().partition("-")[0] else spoken,
        global_context=GlobalContext(
            setting=_setting(read, fitting(tone["settings"], family), slots, rng),
            tone=tone["tone"],
            overarching_truths=tuple(fill(each, rng, slots) for each in frame["truths"]),
        ),
        premise=text or fill(frame["acts"][0]["objective"], rng, slots),
        themes=tuple(frame["themes"]),
        global_materials=(*frame["materials"], str(slots["thing"])),
        global_world_info=_lore(cast, slots, rng),
        possible_endings=tuple(each["title"] for each in frame["endings"]),
        endings=_endings(frame, plans[-1], cast, slots, rng),
        characters=portray(cast, read, slots, spoken, rng),
        acts=_acts(plans, cast, slots, rng),
    )


def _plans(
    premise: Premise, frame_name: str, family: str, tone: dict[str, Any], slots: dict[str, Any], rng: Random
) -> list[Plan]:
    """What each act is made of; nothing is used twice. A short story leaves out the act in the middle."""
    language = slots["thing"].language
    frame, threads, scenes = (
        texts(language, "frames")[frame_name],
        texts(language, "threads"),
        texts(language, "scenes"),
    )
    told = frame["acts"] if rng.random() < 0.5 else [frame["acts"][0], frame["acts"][2]]
    spots = make_places(premise, family, len(told), slots, rng)
    own = [key for key, thread in threads.items() if frame_name in thread.get("frames", ())]
    free = shuffled(rng, [key for key, thread in threads.items() if "frames" not in thread])
    alone, again = shuffled(rng, sorted(scenes["alone"])), shuffled(rng, sorted(scenes["again"]))
    turns = shuffled(rng, frame["turns"])
    openers = [fill(each, rng, slots) for each in shuffled(rng, fitting(tone["openers"], family))]
    plans = []
    for number, each in enumerate(told):
        drawn = ([own.pop()] if own and number == 0 else []) + free
        chosen, free = drawn[:3], drawn[3:]
        dangers = next(key for key in alone if scenes["alone"][key]["type"] == "combat")
        alone.remove(dangers)
        calm = next(key for key in alone if scenes["alone"][key]["type"] != "combat")
        alone.remove(calm)
        plans.append(
            Plan(
                number=number,
                last=number == len(told) - 1,
                frame=frame,
                told=each,
                spots=spots[number],
                threads=chosen,
                alone=[dangers, calm],
                again=again[number],
                turns=turns[number * 3 : number * 3 + 3],
                openers=openers[number * 3 : number * 3 + 3],
            )
        )
    return plans


def _acts(plans: list[Plan], cast: Cast, slots: dict[str, Any], rng: Random) -> tuple[Act, ...]:
    return tuple(make_act(plan, cast, slots, rng) for plan in plans)


def _endings(frame: dict[str, Any], last: Plan, cast: Cast, slots: dict[str, Any], rng: Random) -> tuple[Ending, ...]:
    tones: tuple[Tone, ...] = ("good", "bittersweet", "bad")
    conditions = (good_condition(last, cast), "progress_pct >= 100", "")
    return tuple(
        Ending(
            id=tone,
            title=fill(each["title"], rng, slots),
            condition=condition,
            brief=fill(each["brief"], rng, slots),
            tone=tone,
        )
        for tone, each, condition in zip(tones, frame["endings"], conditions, strict=True)
    )


def _setting(premise: Premise, settings: list[str], slots: dict[str, Any], rng: Random) -> str:
    return f"{fill(rng.choice(settings), rng, slots)} {premise.text}".strip()


def fitting(lines: list[str], family: str) -> list[str]:
    """Lines that can be said where it is set: there is no wind in space, and no street."""
    return [each for each in lines if family != "space" or not _OUTDOORS.search(each)]


def _lore(cast: Cast, slots: dict[str, Any], rng: Random) -> tuple[WorldInfo, ...]:
    """What is known of the place and the thing, and, to the Director alone, of the one who is against it."""
    told = texts(slots["thing"].language, "lore")
    town, thing = str(slots["town"]), slots["thing"].bare
    return (
        WorldInfo(
            id="lore_town", keys=(town,), content=fill(rng.choice(told["town"]), rng, slots), sticky=3, cooldown=6
        ),
        WorldInfo(id="lore_thing", keys=(thing,), content=fill(rng.choice(told["thing"]), rng, slots), cooldown=5),
        WorldInfo(
            id="lore_foe",
            keys=tuple(dict.fromkeys((cast.foe.name, str(cast.foe)))),
            content=fill(rng.choice(told["foe"]), rng, slots),
            audience="director",
        ),
    )
