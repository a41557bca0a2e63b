"""A package made ready to be played: everything by id, conditions read, and what unlocks what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property

from gameplan.novels.conditions import Condition, read_condition
from gameplan.novels.package import (
    ARC_PHASES,
    Act,
    ArcEncounter,
    Character,
    Encounter,
    Ending,
    Escalation,
    InevitableEvent,
    Location,
    OpposingForce,
    VNPackage,
)
from gameplan.novels.play.beats import Beat
from gameplan.novels.play.lore import Lore

_WEIGHTS = {"low": 0.2, "normal": 0.5, "high": 0.8, "urgent": 1.0}
_REPEATED = 0.4
THE_END = Ending(id="the_end", title="The End")


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """An encounter with where it can come: at a place, or wherever its character is."""

    encounter: Encounter
    place: str  # "" for a scene of a character
    character: str
    phase: int
    places: frozenset[str]  # of a scene of a character; empty: where the character is
    condition: Condition
    needs: frozenset[str]
    excluded: frozenset[str]
    people: frozenset[str]
    weight: float

    @property
    def id(self) -> str:
        return self.encounter.id


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """An inevitable event with its conditions read."""

    event: InevitableEvent
    trigger: Condition
    branches: tuple[Condition, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """An act made ready to be played."""

    act: Act
    places: Mapping[str, Location]
    pools: Mapping[str, tuple[Scene, ...]]
    arcs: Mapping[str, tuple[Scene, ...]]  # the scenes of people who can be at a place
    events: tuple[Event, ...]
    escalations: tuple[tuple[str, Escalation], ...]  # by threshold, each with its name in the ledger
    next: tuple[tuple[str, Condition], ...]
    start: str
    par: float  # after how many turns the act should be about done
    longest: int  # after how many it ends in any case

    @property
    def clock(self) -> OpposingForce | None:
        return self.act.opposing_force


class Book:
    """A package made ready to be played. Make it once, and play it as often as you like."""

    def __init__(self, package: VNPackage) -> None:
        if not any(act.locations for act in package.acts):
            raise ValueError("A package without an act that has a location cannot be played.")
        self.package = package
        self.characters: Mapping[str, Character] = {each.id: each for each in package.characters}
        self.protagonist = package.protagonist
        self.arc_scenes = tuple(self._arc_scenes())
        self.phases = self._phases()
        self.chapters: Mapping[str, Chapter] = {act.id: self._chapter(act) for act in package.acts if act.locations}
        self.order = tuple(self.chapters)
        self.endings = tuple((each, read_condition(each.condition)) for each in package.endings)
        self.scenes: Mapping[str, Scene] = {each.id: each for each in self._all_scenes()}
        self.unlocks = self._unlocks()
        self.longest = 2 * sum(each.longest for each in self.chapters.values())

    @cached_property
    def hash(self) -> str:
        """The hash of what is in the package, as the shelf has it: two of the same content have the same."""
        from gameplan.novels.shelf.hashing import content_hash

        return content_hash(self.package, {each.path: each.sha256 for each in self.package.assets if each.sha256})

    @cached_property
    def lore(self) -> Lore:
        """All lore of the package: of the world, and of each act."""
        infos = list(self.package.global_world_info)
        for act in self.package.acts:
            infos += act.scenario_world_info
        return Lore(infos)

    @cached_property
    def lore_acts(self) -> Mapping[str, str]:
        """The act to which lore belongs, if it belongs to one."""
        return {info.id: act.id for act in self.package.acts for info in act.scenario_world_info}

    def ending(self, id: str) -> Ending:
        return next((ending for ending, _ in self.endings if ending.id == id), THE_END)

    def gist(self, beat: Beat) -> str:
        """What a beat is about, in a few words of the author's: what lore listens to before it is told."""
        chapter = self.chapters.get(beat.act)
        place = chapter.places.get(beat.location) if chapter is not None else None
        parts = [place.title if place is not None else ""]
        scene = self.scenes.get(beat.ref)
        if scene is not None:
            parts += [scene.encounter.title, scene.encounter.description, *beat.findings]
        for each in chapter.events if chapter is not None else ():
            if each.event.id == beat.ref:
                parts += [each.event.title, each.event.description]
        return "\n".join(filter(None, parts))

    def _all_scenes(self) -> Iterator[Scene]:
        yield from self.arc_scenes
        for chapter in self.chapters.values():
            for pool in chapter.pools.values():
                yield from pool

    def _arc_scenes(self) -> Iterator[Scene]:
        for character in self.package.characters:
            if character.personal_arc is not None:
                for encounter in character.personal_arc.arc_encounters:
                    yield _scene(encounter, "", character.id)

    def _phases(self) -> Mapping[str, tuple[int, ...]]:
        """The phases for which each character has scenes, in order."""
        found: dict[str, set[int]] = {}
        for scene in self.arc_scenes:
            found.setdefault(scene.character, set()).add(scene.phase)
        return {character: tuple(sorted(phases)) for character, phases in found.items()}

    def _chapter(self, act: Act) -> Chapter:
        places = {each.id: each for each in act.locations}
        pools = {each.id: tuple(_scene(scene, each.id, "") for scene in each.encounters) for each in act.locations}
        anywhere = {each.id for each in self.package.characters if each.mobile or each.role == "protagonist"}
        arcs = {}
        for each in act.locations:
            named = (scene.required_characters for scene in each.encounters)
            present = anywhere.union(each.required_characters, *named)
            arcs[each.id] = tuple(scene for scene in self.arc_scenes if _fits(scene, each.id, present))
        count = sum(map(len, pools.values())) + len(self.arc_scenes)
        clock = act.opposing_force
        winding = clock.required_value * clock.ticks.every_beats if clock is not None else 0
        start = act.start_location if act.start_location in places else act.locations[0].id
        return Chapter(
            act=act,
            places=places,
            pools=pools,
            arcs=arcs,
            events=tuple(map(_event, act.inevitable_events)),
            escalations=_escalations(act),
            next=tuple((each.act_id, read_condition(each.condition)) for each in act.next),
            start=start or act.locations[0].id,
            par=max(6.0, 0.8 * count),
            longest=max(40 + 4 * count, winding + 20),
        )

    def _unlocks(self) -> Mapping[str, tuple[tuple[str, tuple[tuple[str, float], ...]], ...]]:
        """For each scene the flags that it can set, each with the scenes that wait for it and what they are worth."""
        waiting: dict[str, list[tuple[str, float]]] = {}
        for scene in self.scenes.values():
            for flag in scene.needs:
                waiting.setdefault(flag, []).append((scene.id, 1.0 + scene.encounter.gives_progression))
        found = {}
        for scene in self.scenes.values():
            sets = dict.fromkeys((*scene.encounter.guaranteed_flags, *scene.encounter.potential_flags))
            found[scene.id] = tuple((flag, tuple(waiting[flag])) for flag in sets if flag in waiting)
        return found


def _scene(encounter: Encounter, place: str, character: str) -> Scene:
    arc = encounter if isinstance(encounter, ArcEncounter) else None
    weight = _WEIGHTS[encounter.priority]
    return Scene(
        encounter=encounter,
        place=place,
        character=character,
        phase=ARC_PHASES.index(arc.arc_phase) + 1 if arc is not None else 0,
        places=frozenset(arc.locations if arc is not None else ()),
        condition=read_condition(encounter.condition),
        needs=frozenset(encounter.prerequisites),
        excluded=frozenset(encounter.exclude_if_flags),
        people=frozenset((*encounter.required_characters, *((character,) if character else ()))),
        weight=weight * _REPEATED if encounter.repeatable else weight,
    )


def _fits(scene: Scene, place: str, present: Set[str]) -> bool:
    """Whether a scene of a character can come at a place where these people can be."""
    return scene.people <= present if not scene.places else place in scene.places


def _event(event: InevitableEvent) -> Event:
    branches = tuple(read_condition(each.condition) for each in event.conditional_branches)
    return Event(event, read_condition(event.trigger_condition), branches)


def _escalations(act: Act) -> tuple[tuple[str, Escalation], ...]:
    clock = act.opposing_force
    if clock is None:
        return ()
    named = [(f"{act.id}/{number}", each) for number, each in enumerate(clock.escalation_events, 1)]
    return tuple(sorted(named, key=lambda each: each[1].threshold))
