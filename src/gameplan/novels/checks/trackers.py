"""Whether every act can be finished, in more than one way, and whether its clock is a threat."""

from __future__ import annotations

from collections.abc import Iterator

from gameplan.novels.checks.findings import Finding, finding, names
from gameplan.novels.checks.reach import Reach, can_tick
from gameplan.novels.checks.story import Scene, Story
from gameplan.novels.package import Act

SLACK = 1.5  # so many times what is needed should be there


def check_trackers(story: Story, reach: Reach) -> Iterator[Finding]:
    for act in story.package.acts:
        if act.id in reach.acts and act.locations:
            yield from _progression(story, reach, act)
        yield from _clock(story, act)


def _progression(story: Story, reach: Reach, act: Act) -> Iterator[Finding]:
    where = f"acts[{act.id}].globalProgression"
    if act.global_progression is None:
        what = f'The act "{act.title}" has no progression.'
        if any(event.forces_climax for event in act.inevitable_events):
            repair = "Give it one, unless only its climax is to end it."
            yield finding("VN500", where, what, repair, severity="info")
        else:
            yield finding("VN500", where, what, "Give it one, or an event that forces the climax.")
        return
    needed = act.global_progression.required_value
    there = reach.acts[act.id].progress
    if there < needed:
        what = f'"{act.title}" needs {needed}, and all its encounters that can be reached give {there} together.'
        yield finding("VN501", where, what, f"Let encounters give {needed - there} more, or ask for less.")
        return
    if there < SLACK * needed:
        what = f'"{act.title}" needs {needed}, and there are {there} in all: {there / needed:.1f} times as much.'
        repair = f"Let there be {round(SLACK * needed + 0.49)} or more, or ask for {int(there / SLACK)} at most."
        yield finding("VN502", where, what, repair)
    single = [scene for scene in _playable(story, reach, act) if _falls_short(reach, act, needed, {scene.id})]
    for scene in single:
        what = f'"{act.title}" cannot be finished without "{scene.encounter.title}".'
        repair = "Let other encounters give as much, or set what it alone sets."
        yield finding("VN503", scene.where, what, repair)
    yield from _needed_places(story, reach, act, needed, {scene.location for scene in single})
    yield from _lock_outs(story, reach, act, needed)


def _playable(story: Story, reach: Reach, act: Act) -> list[Scene]:
    """The scenes of an act that matter to others: they give progression, or a flag that something asks for."""
    scenes = reach.acts[act.id].scenes
    return [
        each
        for each in story.pools[act.id]
        if each.id in scenes and (each.encounter.gives_progression or each.sets & story.read_flags)
    ]


def _falls_short(reach: Reach, act: Act, needed: int, without: set[str], closed: frozenset[str] = frozenset()) -> bool:
    return reach.progress(act, needed, without, closed) < needed


def _needed_places(story: Story, reach: Reach, act: Act, needed: int, said: set[str | None]) -> Iterator[Finding]:
    start = story.start_of(act)
    if len(act.locations) < 2:
        return
    for place in act.locations:
        if place.id in said or place.id not in reach.acts[act.id].facts.locations:
            continue
        own = {scene.id for scene in story.pools[act.id] if scene.places <= {place.id}}
        closed = frozenset() if place.id == start else frozenset((place.id,))  # where one is, one need not go
        if _falls_short(reach, act, needed, own, closed):
            what = f'"{act.title}" cannot be finished without "{place.title}".'
            repair = "Move some progression to other places, or connect them so that it can be gone round."
            yield finding("VN504", f"acts[{act.id}].locations[{place.id}]", what, repair)


def _lock_outs(story: Story, reach: Reach, act: Act, needed: int) -> Iterator[Finding]:
    """Flags and escalations that, if they come first, leave too little to finish with."""
    pool = [scene for scene in story.pools[act.id] if scene.id in reach.acts[act.id].scenes]
    for flag in sorted({flag for scene in pool for flag in scene.encounter.exclude_if_flags}):
        if flag not in reach.acts[act.id].facts.flags:
            continue
        shut = {scene.id for scene in pool if flag in scene.encounter.exclude_if_flags}
        by = [scene for scene in pool if flag in scene.sets]  # whichever sets it has been played by then
        ways = [shut - {scene.id} for scene in by]
        if len(story.setters[flag]) > len(by):
            ways.append(shut)
        left = min(reach.progress(act, needed, way) for way in ways)
        if left < needed:
            what = f'Once "{flag}" is set, {names(sorted(shut))} never come, and {left} of {needed} are left.'
            repair = "Give the other way as much progression, or exclude less."
            yield finding("VN320", f"acts[{act.id}]", what, repair)
    for escalation in act.opposing_force.escalation_events if act.opposing_force else ():
        closed = frozenset(escalation.lock_locations)
        if closed:
            left = reach.progress(act, needed, closed=closed)
            if left < needed:
                where = f"acts[{act.id}].opposingForce.escalationEvents[{escalation.threshold}].lockLocations"
                what = f"With {names(sorted(closed))} closed, {left} of {needed} are left."
                yield finding("VN321", where, what, "Close less, or later, or put more progression elsewhere.")


def _clock(story: Story, act: Act) -> Iterator[Finding]:
    force = act.opposing_force
    at = f"acts[{act.id}].opposingForce"
    if force is None:
        return
    before = 0
    for escalation in force.escalation_events:
        where = f"{at}.escalationEvents[{escalation.threshold}]"
        if escalation.threshold > force.required_value:
            what = f"The threshold {escalation.threshold} lies beyond the end of the clock at {force.required_value}."
            repair = f"Put it at {force.required_value} at most, or let the clock run longer."
            yield finding("VN601", where, what, repair)
        elif escalation.threshold <= before:
            what = f"The threshold {escalation.threshold} comes after {before} in the list."
            yield finding("VN602", where, what, "Put them in order, each at a number of its own.")
        before = max(before, escalation.threshold)
    if not can_tick(story, act):
        repair = "Let it tick by beats (`ticks.everyBeats`), or on failed rolls."
        yield finding("VN603", f"{at}.ticks", f'Nothing moves the clock "{force.tracker_label}".', repair)
    if not force.reversible:
        for scene in story.pools[act.id]:
            if scene.act == act.id and scene.encounter.doom_delta < 0:
                what = f'"{scene.encounter.title}" turns back the clock, which does not go back.'
                repair = "Make the clock reversible, or let the scene leave it alone."
                yield finding("VN604", f"{scene.where}.doomDelta", what, repair)
    if not any(event.forces_climax for event in act.inevitable_events):
        what = f'"{act.title}" has a clock and no event that forces the climax.'
        repair = "Add an inevitable event with forcesClimax and the trigger `doom_pct >= 100`."
        yield finding("VN610", f"acts[{act.id}].inevitableEvents", what, repair)
