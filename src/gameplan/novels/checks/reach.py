"""What a play can come to: the least fixed point over places, scenes, flags, events and arcs, act by act.

It is optimistic: every roll can succeed, and nothing that excludes a scene has happened yet. What is out of reach here
is out of reach in every play, unless somebody who goes about brings it to a player who only waits.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from gameplan.novels.checks.possible import Facts, can_fail, can_hold
from gameplan.novels.checks.story import Scene, Story
from gameplan.novels.conditions import read_condition
from gameplan.novels.package import Act, InevitableEvent

NOTHING: frozenset[str] = frozenset()


@dataclass(slots=True)
class Reached:
    """What can be come to in an act, and after it; `progress` is what its scenes can give together."""

    facts: Facts
    scenes: set[str]
    endings: set[str]
    progress: int


def solve(
    story: Story,
    act: Act,
    before: Facts,
    *,
    without: AbstractSet[str] = NOTHING,
    closed: AbstractSet[str] = NOTHING,
    earlier: AbstractSet[str] = NOTHING,
    enough: int | None = None,
) -> Reached:
    """Play an act in every way at once, with all that can have come before it.

    `without` are scenes that are left out, `closed` places that are; `earlier` are scenes that another act has shown.
    With `enough` it stops as soon as there is so much progress.
    """
    facts = before.copy()
    force = act.opposing_force
    facts.doom, facts.doom_pct = (force.required_value, 100) if force and can_tick(story, act) else (0, 0)
    start = story.start_of(act)
    if start is not None and start not in closed:
        facts.locations.add(start)
    reached = Reached(facts, set(), set(), 0)
    waiting = [each for each in story.pools[act.id] if each.id not in without and each.id not in earlier]
    needed = act.global_progression.required_value if act.global_progression else 0
    size: tuple[int, ...] = ()
    while size != (size := (*facts.size(), reached.progress, len(reached.endings))):
        _travel(act, facts, closed)
        here = {place.id for place in act.locations if place.id in facts.locations and place.id not in closed}
        waiting = [scene for scene in waiting if not _play(scene, reached, here)]
        if enough is not None and reached.progress >= enough:
            break
        facts.progress = max(needed, reached.progress) if reached.progress >= needed else reached.progress
        facts.progress_pct = min(100.0, 100 * reached.progress / needed) if needed else 0
        for event in act.inevitable_events:
            _happen(event, reached)
        for escalation in force.escalation_events if force else ():
            if escalation.threshold <= facts.doom:
                facts.flags.update(escalation.set_flags)
    return reached


def _travel(act: Act, facts: Facts, closed: AbstractSet[str]) -> None:
    ways = {place.id: place for place in act.locations if place.id not in closed}
    ahead = [id for id in ways if id in facts.locations]
    while ahead:
        for id in ways[ahead.pop()].connections:
            place = ways.get(id)
            if place is None or id in facts.locations:
                continue
            if place.requires_flag is None or place.requires_flag in facts.flags:
                facts.locations.add(id)
                ahead.append(id)


def _play(scene: Scene, reached: Reached, here: AbstractSet[str]) -> bool:
    facts = reached.facts
    if not scene.needs <= facts.flags or scene.places.isdisjoint(here):
        return False
    if scene.encounter.follows is not None and scene.encounter.follows not in facts.encounters:
        return False
    if scene.owner is not None and not _in_turn(scene, facts):
        return False
    if scene.needs & set(scene.encounter.exclude_if_flags) or not can_hold(scene.condition, facts):
        return False
    facts.encounters.add(scene.id)
    facts.flags |= scene.sets
    reached.scenes.add(scene.id)
    reached.progress += scene.encounter.gives_progression
    if scene.owner is not None:
        facts.arcs[scene.owner.id] = max(scene.phase, facts.arcs.get(scene.owner.id, 0))
    return True


def _in_turn(scene: Scene, facts: Facts) -> bool:
    """Whether the phases before it that have scenes have been come to."""
    assert scene.owner is not None and scene.owner.personal_arc is not None
    so_far = facts.arcs.get(scene.owner.id, 0)
    phases = {_phases[each.arc_phase] for each in scene.owner.personal_arc.arc_encounters}
    return all(phase <= so_far for phase in phases if phase < scene.phase)


_phases = {"introduction": 1, "development": 2, "crisis": 3, "resolution": 4}


def _happen(event: InevitableEvent, reached: Reached) -> None:
    facts = reached.facts
    trigger = read_condition(event.trigger_condition)
    if event.latest_turn is None and not can_hold(trigger, facts):
        return
    facts.events.add(event.id)
    facts.flags.update(event.set_flags)
    for branch in event.conditional_branches:
        condition = read_condition(branch.condition)
        if can_hold(condition, facts):
            facts.flags.update(branch.set_flags)
            if branch.ending is not None:
                reached.endings.add(branch.ending)
        if not can_fail(condition, facts):
            break


def can_tick(story: Story, act: Act) -> bool:
    """Whether anything moves the clock of an act."""
    if act.opposing_force is None:
        return False
    ticks = act.opposing_force.ticks
    pool = story.pools[act.id]
    if ticks.idle or ticks.travel or ticks.every_beats or any(each.encounter.doom_delta > 0 for each in pool):
        return True
    return bool(ticks.miss or ticks.weak) and any(each.encounter.roll for each in pool)


class Reach:
    """The whole story, played in every way at once: for each act, what came before it and what it can come to."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.before: dict[str, Facts] = {}
        self.acts: dict[str, Reached] = {}
        self.earlier: dict[str, set[str]] = {}
        acts = [act for act in story.package.acts if act.locations]
        if not acts:
            return
        waiting = [acts[0].id]
        self.before[acts[0].id] = Facts()
        shown: dict[str, str] = {}  # the scenes of arcs, and the act that first can show each
        while waiting:
            id = waiting.pop(0)
            act = story.acts[id]
            earlier = {scene for scene, first in shown.items() if first != id}
            reached = self.acts[id] = solve(story, act, self.before[id], earlier=earlier)
            for scene in reached.scenes:
                if story.by_id[scene].owner is not None:
                    shown.setdefault(scene, id)
            for following in story.after(act):
                if self._joined(following, reached.facts) and following not in waiting:
                    waiting.append(following)
        self.earlier = {id: {scene for scene, first in shown.items() if first != id} for id in self.acts}

    def _joined(self, act: str, facts: Facts) -> bool:
        """What is known before an act, with one more way to it; whether that changed anything."""
        known = self.before.get(act)
        if known is None:
            self.before[act] = facts.copy()
            return True
        size = known.size()
        known.flags |= facts.flags
        known.locations |= facts.locations
        known.encounters |= facts.encounters
        known.events |= facts.events
        for who, phase in facts.arcs.items():
            known.arcs[who] = max(phase, known.arcs.get(who, 0))
        return known.size() != size

    def progress(
        self, act: Act, needed: int, without: AbstractSet[str] = NOTHING, closed: AbstractSet[str] = NOTHING
    ) -> int:
        """How much progress an act gives with scenes left out or places closed: all of it, if less than is needed."""
        before, earlier = self.before[act.id], self.earlier[act.id]
        again = solve(self.story, act, before, without=without, closed=closed, earlier=earlier, enough=needed)
        return again.progress

    @property
    def scenes(self) -> set[str]:
        return {scene for reached in self.acts.values() for scene in reached.scenes}
