"""The people of a novel: those whom the premise names, and those whom it needs besides."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from gameplan.novels.house.composing.country import Country
from gameplan.novels.house.composing.matter import kind_of
from gameplan.novels.house.composing.reading import Premise
from gameplan.novels.house.composing.texts import shuffled, texts
from gameplan.novels.house.composing.ties import Ties
from gameplan.novels.house.composing.wording import Gender, Person, Thing, fill, slug
from gameplan.novels.package import ARC_PHASES, DEFAULT_STATS, ArcEncounter, Character, Pacing, PersonalArc, Role

_STATS = ((2, 1, 0, -1), (1, 2, -1, 0), (0, 1, 2, -1), (1, 0, -1, 2), (-1, 1, 1, 1), (2, -1, 1, 0))


@dataclass(frozen=True)
class Cast:
    """Who plays: `you`, the two who go along, the one who is against it, and who else there is."""

    you: Person
    ally: Person
    friend: Person
    foe: Person
    others: tuple[Person, ...]
    kinds: tuple[tuple[str, str], ...]  # the kind of each but you, by id

    @property
    def company(self) -> tuple[Person, ...]:
        """All but you and the one who is against it."""
        return (self.ally, self.friend, *self.others)


def make_cast(premise: Premise, language: str, where: Country, rng: Random) -> Cast:
    """Cast the novel: names of the premise first, in their order."""
    table, kinds = texts(language, "names"), texts(language, "people")
    given = list(premise.people)
    used = {name.split()[0] for name, _ in given} | {premise.foe.split()[0] if premise.foe else ""}
    taken = premise.text.lower()  # nobody who is made up has a name that the premise needs for something else
    surnames = sorted(shuffled(rng, table["surnames"]), key=lambda each: each.lower() not in taken)
    spare = {"f": shuffled(rng, table["she"]), "m": shuffled(rng, table["he"])}
    ids: set[str] = set()

    def person(name: str, gender: Literal["f", "m"], called: str = "") -> Person:
        id = slug(name)[:40].rstrip("_")
        while id in ids or id in {"you", "x"}:
            id += "_2"
        ids.add(id)
        return Person(id, name, gender, called)

    def invented(gender: Literal["f", "m"] | None = None, *, formal: bool = False, role: str = "") -> Person:
        chosen = gender or _either(rng)
        if role:  # by what they do: Auctioneer Pike
            chosen = ("f" if role.endswith("in") else "m") if language == "de" else chosen
            return person(f"{role[0].upper()}{role[1:]} {surnames.pop()}", chosen)
        first = next(each for each in spare[chosen] if each not in used)
        used.add(first)
        if not formal:
            return person(first, chosen)
        surname = surnames.pop()
        return person(f"{first} {surname}", chosen, surname)

    def named(known: Literal["f", "m"] | None = None) -> Person:
        name, gender = given.pop(0)
        return person(name, gender or known or _either(rng))

    kin: list[Literal["f", "m"] | None] = [table["reading"]["relations"][each]["g"] for each in premise.relations]
    kin += [None, None]
    you = named(premise.gender) if given else invented(premise.gender)
    ally = named(kin[0]) if given else invented(kin[0])
    friend = named(kin[1]) if given else invented(kin[1])
    foe = person(premise.foe, _by_title(premise.foe, rng)) if premise.foe else invented(formal=True)
    roles = [*premise.roles, "", "", ""]
    others = tuple(named() if given and not role else invented(role=role) for role in roles[:3])
    allies = rng.sample(_there(kinds["ally"], where), 2)
    foes = rng.choice(_there(kinds["foe"], where))
    by_work = [f"role_{number}" for number in range(1, len(premise.roles) + 1)]
    npcs = by_work + rng.sample([each for each in _there(kinds["npc"], where) if not each.startswith("role_")], 3)
    who = [(ally.id, allies[0]), (friend.id, allies[1]), (foe.id, foes)]
    return Cast(you, ally, friend, foe, others, (*who, *zip((each.id for each in others), npcs, strict=False)))


def _there(kinds: dict[str, dict[str, Any]], where: Country) -> list[str]:
    """The kinds of people that there can be in a country."""
    fit = [key for key, kind in kinds.items() if where.fits(kind["description"], kind["secret"], kind["image"])]
    return sorted(fit if len(fit) > 2 else kinds)


def _either(rng: Random) -> Literal["f", "m"]:
    return "f" if rng.random() < 0.5 else "m"


def _by_title(name: str, rng: Random) -> Literal["f", "m"]:
    """Whether a title tells: a baroness, a baron."""
    title = name.split()[0]
    if title.endswith(("ess", "in", "Gräfin")) and " " in name:
        return "f"
    return "m" if title in ("Baron", "Duke", "Count", "Emperor", "Herzog", "Graf", "Kaiser") else _either(rng)


def portray(
    cast: Cast, premise: Premise, slots: dict[str, Any], rooms: tuple[str, ...], ties: Ties, rng: Random
) -> tuple[Character, ...]:
    """The characters, with what they want, need and hide, and the scenes of those who have an arc.

    `rooms` are the places where a scene can be told that needs four walls.
    """
    language = slots["thing"].language
    kinds, table = dict(cast.kinds), texts(language, "people")
    people = [_protagonist(cast.you, premise, slots, table["protagonist"], rng)]
    known = texts(language, "names")["reading"]["relations"]
    near = [
        known[each].get("also", known[each]["is"]) if each in premise.relations[:at] else known[each]["is"]
        for at, each in enumerate(premise.relations)
    ]
    near += ["", ""]
    for person, role, kin in ((cast.ally, "ally", near[0]), (cast.friend, "ally", near[1]), (cast.foe, "foe", "")):
        people.append(_character(person, role, table[role][kinds[person.id]], slots, ties, rng, rooms, kin))
    roles = [*premise.roles, "", "", ""]
    for person, work in zip(cast.others, roles, strict=False):
        kind = table["npc"][kinds[person.id]]
        role = work.capitalize() if language == "de" else work
        people.append(_character(person, "npc", kind, {**slots, "role": role}, ties, rng))
    return tuple(people)


def _pronouns(person: Person, language: str) -> str:
    if language == "de":
        return "sie/ihr" if person.gender == "f" else "er/ihm"
    return "she/her" if person.gender == "f" else "he/him"


def _protagonist(you: Person, premise: Premise, slots: dict[str, Any], table: dict[str, Any], rng: Random) -> Character:
    trade = slots["trade"]
    language = slots["thing"].language
    return Character(
        id=you.id,
        name=you.name,
        role="protagonist",
        description=fill(rng.choice(table["description"]), rng, {**slots, "name": you, "trade": trade}),
        image_prompt=rng.choice(table["image"]),
        pronouns=_pronouns(you, language),
        voice=rng.choice(table["voice"]),
        stats=dict(zip(DEFAULT_STATS, rng.choice(_STATS), strict=True)),
    )


def _character(
    person: Person,
    role: str,
    kind: dict[str, Any],
    slots: dict[str, Any],
    ties: Ties,
    rng: Random,
    rooms: tuple[str, ...] = (),
    kin: str = "",
) -> Character:
    said = {**slots, "name": person, "a": person}
    roles: dict[str, Role] = {"ally": "ally", "foe": "antagonist", "npc": "npc"}
    return Character(
        id=person.id,
        name=person.name,
        role=roles[role],
        description=fill(kind["description"], rng, said),
        image_prompt=fill(kind["image"], rng, said),
        pronouns=_pronouns(person, slots["thing"].language),
        voice=kind["voice"],
        secrets=(fill(kind["secret"], rng, said),),
        mobile=role != "npc",
        personal_arc=_arc(person, kin, kind, said, rooms, ties, rng) if "arc" in kind else None,
    )


def _arc(
    person: Person,
    kin: str,
    kind: dict[str, Any],
    said: dict[str, Any],
    rooms: tuple[str, ...],
    ties: Ties,
    rng: Random,
) -> PersonalArc:
    scenes = []
    for number, (phase, scene) in enumerate(zip(ARC_PHASES, kind["arc"], strict=True)):
        crisis = phase == "crisis"
        text = ties.to(scene["text"], phase)
        scenes.append(
            ArcEncounter(
                id=f"{person.id}_{phase}",
                title=fill(scene["title"], rng, said),
                description=fill(text if number else f"{kin} {text}", rng, said),
                type="npc_interaction",
                pacing=Pacing(
                    expected_frames=5 + (number == 2),
                    focus="tension_and_action" if crisis else "dialogue_and_worldbuilding",
                ),
                arc_phase=phase,
                locations=rooms if scene.get("open") is False else (),
                required_characters=(person.id,),
                gives_progression=1 if number in (1, 3) else 0,
                roll="heart" if crisis else None,
                guaranteed_flags=((f"met_{person.id}",), (f"knows_{person.id}",), (), ())[number],
                potential_flags=(stood_by(person),) if crisis else (),
                prerequisites=((), (f"met_{person.id}",), (f"knows_{person.id}",), ())[number],
                tension=(0.25, 0.4, 0.75, 0.5)[number],
                priority="high" if crisis else "normal",
            )
        )
    return PersonalArc(
        want=fill(kind["want"], rng, said), need=fill(kind["need"], rng, said), arc_encounters=tuple(scenes)
    )


def stood_by(person: Person) -> str:
    """The flag that says that you stood by somebody when it counted."""
    return f"stood_by_{person.id}"[:60]


def make_thing(premise: Premise, default: str, language: str) -> tuple[str, Thing, Thing]:
    """What it is about: its kind, the thing, and what of it can be held in a hand. The premise's, else the frame's."""
    matter = premise.matter
    kind, gender, portable = matter.kind, matter.gender, matter.portable
    if not matter.thing:
        kind, gender, portable = kind_of(default, language)
    thing = Thing(matter.thing or default, language, gender, "" if matter.mass else "the")
    token = texts(language, "matters")[kind]
    if portable:
        return kind, thing, thing
    return kind, thing, Thing(token["token"].format(thing=thing), language, token.get("token_gender", "n"))


def make_gone(premise: Premise, language: str) -> Thing | None:
    """Somebody of whom the premise says that they are dead."""
    gone = premise.matter.gone
    if not gone:
        return None
    gender: Gender = "f" if gone.endswith(("in", "mutter", "schwester", "frau", "tochter")) else "m"
    return Thing(gone, language, gender, "your" if premise.matter.own else "the")
