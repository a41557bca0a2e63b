"""The places of a novel: those that the premise speaks of first, others of the same country besides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from gameplan.novels.house.composing.country import CLOSED, common
from gameplan.novels.house.composing.reading import Premise
from gameplan.novels.house.composing.texts import shuffled, texts
from gameplan.novels.house.composing.unlisted import Unlisted
from gameplan.novels.house.composing.wording import Place, Thing, english_place, fill, german_place, german_title, slug

PER_ACT = 4
_UNLISTED = "unlisted"


@dataclass(frozen=True)
class Spot:
    """A place, and what is told of it."""

    place: Place
    title: str
    detail: str
    filler: str
    mood: str
    things: tuple[str, ...] = ()  # what there is to look at
    open: bool = False  # under the sky


def choose_family(premise: Premise, language: str, rng: Random) -> str:
    """The country in which it is set: the premise's, else one of those that need no saying."""
    return premise.family or rng.choice(common(language))


def kinds_for(premise: Premise, family: str, language: str, rng: Random) -> list[str]:
    """All kinds of places that there can be in a country: those of the premise first, then its own."""
    table = texts(language, "places")
    ids = {*table[family], *table["any"]}
    unlisted = [f"{_UNLISTED}.{_id(each.noun)}" for each in premise.unlisted if _id(each.noun) not in ids]
    own = [f"{family}.{kind}" for kind in sorted(table[family])]
    general = [f"any.{kind}" for kind, place in sorted(table["any"].items()) if family not in place.get("not", ())]
    first = [each for each in premise.kinds if each in (*own, *general)]
    general = [each for each in general if not table["any"][each.split(".")[1]].get("named")]
    own = [each for each in shuffled(rng, own) if each not in first]
    general = [each for each in shuffled(rng, general) if each not in first]
    first = unlisted + first
    if family in CLOSED:
        return first + own + general
    rest = [each for pair in zip(own, general, strict=False) for each in pair]
    return first + rest + [each for each in own + general if each not in rest]


def make_places(
    kinds: list[str], unlisted: Sequence[Unlisted], acts: int, slots: dict[str, Any], rng: Random
) -> list[list[Spot]]:
    """The places of each act; no two alike. Those that the premise speaks of come first."""
    table = {**texts(slots["thing"].language, "places"), _UNLISTED: _told(unlisted, slots["thing"].language)}
    spots = [_spot(each, table, slots, rng) for each in kinds[: acts * PER_ACT]]
    return [spots[act * PER_ACT : (act + 1) * PER_ACT] for act in range(acts)]


def _id(noun: str) -> str:
    """The id of a place that only a premise knows; short, since ids of scenes are made of it."""
    return slug(noun)[:40].rstrip("_")


def _told(unlisted: Sequence[Unlisted], language: str) -> dict[str, dict[str, Any]]:
    """What is told of places that only the premise knows."""
    table = texts(language, "elsewhere")
    found = {}
    for number, each in enumerate(unlisted):
        several = table["open" if each.open else "inside"]
        name = each.noun if language == "de" else f"the {Thing(each.noun, language).bare_title}"
        found[_id(each.noun)] = {
            **several[number % len(several)], "name": name, "at": each.at, "g": each.gender, "open": each.open
        }  # fmt: skip
    return found


def _spot(key: str, table: dict[str, Any], slots: dict[str, Any], rng: Random) -> Spot:
    family, kind = key.split(".")
    told = table[family][kind]
    name = fill(told["name"], rng, slots) if "[" in told["name"] else told["name"]
    if slots["thing"].language == "de":
        place = german_place(kind, name, told["g"], told["at"])
        title = german_title(name, told["g"])
    else:
        place = english_place(kind, name[0].lower() + name[1:] if name.startswith("The ") else name, told["at"])
        title = name[0].upper() + name[1:]
    said = {**slots, "here": place}
    return Spot(
        place,
        title,
        fill(told["detail"], rng, said),
        fill(told["filler"], rng, said),
        told["mood"],
        tuple(told["things"]),
        told.get("open", False),
    )


def connect(spots: list[Spot], rng: Random) -> dict[str, tuple[str, ...]]:
    """Ways between the places of an act, both ways: a ring, and sometimes a short cut."""
    ids = [spot.place.id for spot in spots]
    ways: dict[str, list[str]] = {id: [] for id in ids}
    for one, other in zip(ids, ids[1:] + ids[:1], strict=True):
        ways[one].append(other)
        ways[other].append(one)
    if rng.random() < 0.6:
        one, other = rng.choice(((ids[0], ids[2]), (ids[1], ids[3])))
        ways[one].append(other)
        ways[other].append(one)
    return {id: tuple(dict.fromkeys(to)) for id, to in ways.items()}
