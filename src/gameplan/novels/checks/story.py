"""A package, laid out for checking: every scene with its place, every flag with who sets it and who reads it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gameplan.novels.conditions import Condition, read_condition
from gameplan.novels.package import ARC_PHASES, Act, ArcEncounter, Character, Encounter, Location, VNPackage, WorldInfo


@dataclass(frozen=True, eq=False)
class Scene:
    """An encounter where it stands: in the pool of a location, or in the arc of a character."""

    encounter: Encounter
    where: str
    act: str | None  # None: of an arc, in any act
    location: str | None
    owner: Character | None
    phase: int  # of its arc; 0 for a location's own
    places: frozenset[str]  # where it can be played: of an arc, where it says or where its people can be

    @property
    def id(self) -> str:
        return self.encounter.id

    @cached_property
    def sets(self) -> frozenset[str]:
        """The flags that it can set."""
        each = self.encounter
        return frozenset((*each.potential_flags, *each.guaranteed_flags, *(each.miss_flags if each.roll else ())))

    @cached_property
    def needs(self) -> frozenset[str]:
        return frozenset(self.encounter.prerequisites)

    @cached_property
    def condition(self) -> Condition:
        return read_condition(self.encounter.condition)


@dataclass(frozen=True)
class Asked:
    """A condition where it stands. `decides`: whether something else decides if prose is not answered."""

    condition: Condition
    where: str
    decides: bool
    of_event: bool = False


class Story:
    """The index that all checks share."""

    def __init__(self, package: VNPackage) -> None:
        self.package = package
        self.acts: dict[str, Act] = {act.id: act for act in package.acts}
        self.locations: dict[str, tuple[Act, Location]] = {
            location.id: (act, location) for act in package.acts for location in act.locations
        }
        self.characters: dict[str, Character] = {each.id: each for each in package.characters}
        self.events = {event.id: (act, event) for act in package.acts for event in act.inevitable_events}
        self.endings = {ending.id: ending for ending in package.endings}
        self.scenes: tuple[Scene, ...] = tuple(self._scenes())
        self.by_id: dict[str, Scene] = {scene.id: scene for scene in self.scenes}

    # -- scenes

    def _scenes(self) -> Iterator[Scene]:
        for act in self.package.acts:
            for location in act.locations:
                at = f"acts[{act.id}].locations[{location.id}].encounters"
                for each in location.encounters:
                    here = frozenset((location.id,))
                    yield Scene(each, f"{at}[{each.id}]", act.id, location.id, None, 0, here)
        for character in self.package.characters:
            for scene in character.personal_arc.arc_encounters if character.personal_arc else ():
                people = {character.id, *scene.required_characters} & self.characters.keys()
                anywhere = (id for id, present in self.present.items() if people <= present)
                places = frozenset(scene.locations or anywhere) & self.locations.keys()
                where = f"characters[{character.id}].personalArc.arcEncounters[{scene.id}]"
                yield Scene(scene, where, None, None, character, phase_of(scene), places)

    @cached_property
    def present(self) -> dict[str, frozenset[str]]:
        """Who can be at each place: who belongs there, whom a scene there needs, and who goes anywhere."""
        anywhere = {each.id for each in self.package.characters if each.mobile or each.role == "protagonist"}
        return {
            id: frozenset(anywhere.union(place.required_characters, *(e.required_characters for e in place.encounters)))
            for id, (_, place) in self.locations.items()
        }

    @cached_property
    def pools(self) -> dict[str, tuple[Scene, ...]]:
        """For each act the scenes that can be played in it."""
        return {
            act.id: tuple(
                scene
                for scene in self.scenes
                if scene.act == act.id or (scene.act is None and scene.places & {each.id for each in act.locations})
            )
            for act in self.package.acts
        }

    # -- flags

    @cached_property
    def setters(self) -> dict[str, tuple[str, ...]]:
        """Where each flag is set."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for scene in self.scenes:
            for flag in scene.sets:
                found[flag].append(scene.where)
        for act in self.package.acts:
            for event in act.inevitable_events:
                at = f"acts[{act.id}].inevitableEvents[{event.id}]"
                for flag in (*event.set_flags, *(f for branch in event.conditional_branches for f in branch.set_flags)):
                    found[flag].append(at)
            for escalation in act.opposing_force.escalation_events if act.opposing_force else ():
                for flag in escalation.set_flags:
                    found[flag].append(f"acts[{act.id}].opposingForce.escalationEvents[{escalation.threshold}]")
        return {flag: tuple(dict.fromkeys(places)) for flag, places in found.items()}

    @cached_property
    def read_flags(self) -> frozenset[str]:
        """Every flag that something asks for."""
        asked = {name for each in self.conditions for kind, name in each.condition.asks if kind == "flag"}
        for scene in self.scenes:
            asked |= {*scene.encounter.prerequisites, *scene.encounter.exclude_if_flags}
        return frozenset(asked | {place.requires_flag for _, place in self.locations.values() if place.requires_flag})

    # -- conditions

    @cached_property
    def conditions(self) -> tuple[Asked, ...]:
        return tuple(each for each in self._conditions() if each.condition.text)

    def _conditions(self) -> Iterator[Asked]:
        for scene in self.scenes:
            yield Asked(scene.condition, f"{scene.where}.condition", False)
        for act in self.package.acts:
            at = f"acts[{act.id}]"
            for event in act.inevitable_events:
                here = f"{at}.inevitableEvents[{event.id}]"
                decided = event.latest_turn is not None
                yield Asked(read_condition(event.trigger_condition), f"{here}.triggerCondition", decided, True)
                branches = [read_condition(branch.condition) for branch in event.conditional_branches]
                for number, condition in enumerate(branches):
                    decided = any(not later.is_soft for later in branches[number + 1 :])
                    yield Asked(condition, f"{here}.conditionalBranches[{number}].condition", decided)
            for number, following in enumerate(act.next):
                yield Asked(read_condition(following.condition), f"{at}.next[{number}].condition", True)
        endings = [read_condition(ending.condition) for ending in self.package.endings]
        for number, (ending, condition) in enumerate(zip(self.package.endings, endings, strict=True)):
            decided = any(not later.is_soft for later in endings[number + 1 :])
            yield Asked(condition, f"endings[{ending.id}].condition", decided)
        for lore, where in self.lore:
            yield Asked(read_condition(lore.reveal_if), f"{where}.revealIf", False)

    @cached_property
    def lore(self) -> tuple[tuple[WorldInfo, str], ...]:
        shared = [(each, f"globalWorldInfo[{each.id}]") for each in self.package.global_world_info]
        return (
            *shared,
            *(
                (each, f"acts[{act.id}].scenarioWorldInfo[{each.id}]")
                for act in self.package.acts
                for each in act.scenario_world_info
            ),
        )

    # -- the order of acts

    def start_of(self, act: Act) -> str | None:
        if act.start_location is not None:
            return act.start_location
        return act.locations[0].id if act.locations else None

    def after(self, act: Act) -> tuple[str, ...]:
        """The acts that can come after this one."""
        named = tuple(each.act_id for each in act.next if each.act_id in self.acts)
        if any(not each.condition for each in act.next):
            return named
        order = [each.id for each in self.package.acts if each.locations]
        place = order.index(act.id)
        return (*named, *order[place + 1 : place + 2])


def phase_of(scene: ArcEncounter) -> int:
    return ARC_PHASES.index(scene.arc_phase) + 1
