"""Whether every scene can be played, and changes something."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import pairwise

from gameplan.novels.checks.findings import Finding, finding, names, nearest
from gameplan.novels.checks.maps import components
from gameplan.novels.checks.possible import can_hold
from gameplan.novels.checks.reach import Reach
from gameplan.novels.checks.story import Scene, Story


def check_scenes(story: Story, reach: Reach) -> Iterator[Finding]:
    flags_reached = {flag for act in reach.acts.values() for flag in act.facts.flags}
    for scene in story.scenes:
        yield from _worth(scene)
        yield from _flags(story, scene)
    for flag in sorted(story.setters.keys() - story.read_flags):
        where = story.setters[flag][0]
        yield finding(
            "VN303", where, f'The flag "{flag}" is never asked for.', "Let something depend on it, or drop it."
        )
    unreached = {scene.id: scene for scene in story.scenes if scene.id not in reach.scenes}
    circle = yield from _cycles(story, reach, unreached, flags_reached)
    for scene in unreached.values():
        if scene.id not in circle:
            yield from _unreached(story, reach, scene, flags_reached)


def _worth(scene: Scene) -> Iterator[Finding]:
    each = scene.encounter
    if each.type != "atmospheric" and not each.gives_progression and not scene.sets and scene.owner is None:
        what = f'"{each.title}" gives no progression and sets no flag.'
        yield finding("VN201", scene.where, what, "Let it give or set something, or make its type atmospheric.")
    both = sorted(scene.needs & set(each.exclude_if_flags))
    if both:
        what = f'"{each.title}" both requires and excludes {names(both)}.'
        yield finding("VN202", f"{scene.where}.excludeIfFlags", what, "Drop it from one of the two.")
    if each.miss_flags and each.roll is None:
        what = f'"{each.title}" has missFlags and no roll.'
        yield finding("VN204", f"{scene.where}.missFlags", what, "Give it a roll, or make them guaranteedFlags.")


def _flags(story: Story, scene: Scene) -> Iterator[Finding]:
    title = scene.encounter.title
    for flag in scene.encounter.prerequisites:
        if flag not in story.setters:
            what = f'"{title}" requires the flag "{flag}", which nothing sets.'
            repair = f"Let an encounter or an event set it, or drop it.{nearest(flag, story.setters)}"
            yield finding("VN301", f"{scene.where}.prerequisites", what, repair)
    for flag in scene.encounter.exclude_if_flags:
        if flag not in story.setters:
            what = f'"{title}" is excluded by the flag "{flag}", which nothing sets.'
            repair = f"Let something set it, or drop it.{nearest(flag, story.setters)}"
            yield finding("VN302", f"{scene.where}.excludeIfFlags", what, repair)


# -- scenes that no play comes to


def _missing(story: Story, reach: Reach, scene: Scene, flags: set[str]) -> set[str]:
    """The flags that a scene waits for in vain: its own, and that of the place where it is."""
    missing = {flag for flag in scene.needs if flag not in flags}
    if scene.location is not None:
        act, place = story.locations[scene.location]
        key = place.requires_flag
        if key is not None and key not in flags and act.id in reach.acts:
            missing.add(key)
    return missing


def _cycles(
    story: Story, reach: Reach, unreached: dict[str, Scene], flags: set[str]
) -> Generator[Finding, None, set[str]]:
    """Circles of scenes that wait for each other; gives the ids that stand in one."""
    waits: dict[str, dict[str, str]] = {}
    for scene in unreached.values():
        missing = _missing(story, reach, scene, flags)
        waits[scene.id] = {
            other.id: flag for flag in sorted(missing) for other in unreached.values() if flag in other.sets
        }
    found: set[str] = set()
    for group in components(waits):
        inside = set(group)
        if len(group) == 1 and group[0] not in waits[group[0]]:
            continue
        circle = _circle(group[0], waits, inside)
        found |= inside
        steps = [f'"{a}" needs "{waits[a][b]}" from "{b}"' for a, b in pairwise(circle)]
        scene = unreached[circle[0]]
        what = f"Encounters wait for each other: {', '.join(steps)}."
        repair = f'Let something else set "{waits[circle[0]][circle[1]]}" too, or drop it from "{circle[0]}".'
        yield finding("VN312", f"{scene.where}.prerequisites", what, repair)
    return found


def _circle(start: str, waits: dict[str, dict[str, str]], inside: set[str]) -> list[str]:
    """The shortest way from a scene back to itself."""
    came: dict[str, str] = {}
    ahead = [start]
    while ahead:
        node = ahead.pop(0)
        for other in waits[node]:
            if other == start:
                way = [start]
                while node != start:
                    way.insert(0, node)
                    node = came[node]
                return [start, *way]
            if other in inside and other not in came:
                came[other] = node
                ahead.append(other)
    return [start, start]


def _unreached(story: Story, reach: Reach, scene: Scene, flags: set[str]) -> Iterator[Finding]:
    """Why no play comes to a scene; nothing if another finding says so already."""
    each = scene.encounter
    title = each.title
    unset = sorted(flag for flag in scene.needs if flag not in flags)
    if any(flag not in story.setters for flag in unset) or scene.needs & set(each.exclude_if_flags):
        return
    if each.follows is not None and each.follows not in story.by_id:
        return
    if scene.owner is not None and not scene.places:
        if getattr(each, "locations", ()):
            return  # all of them unknown, and that is said
        who = names(sorted({scene.owner.id, *each.required_characters}))
        what = f'"{title}" needs {who} at one place, and there is none where they can be.'
        repair = "Name its locations, put them among the requiredCharacters of one, or make them mobile."
        yield finding("VN205", f"{scene.where}.locations", what, repair)
        return
    acts = [id for id, pool in story.pools.items() if scene in pool and id in reach.acts]
    open_in = [id for id in acts if scene.places & reach.acts[id].facts.locations]
    if not open_in:
        return  # its places, or its act, are out of reach, and that is said
    if unset:
        setters = names(sorted({place for flag in unset for place in story.setters[flag]}))
        what = f'"{title}" needs {names(unset)}, which only {setters} can set, and that is out of reach.'
        yield finding("VN311", f"{scene.where}.prerequisites", what, "Let something that is reached set it too.")
    elif each.follows is not None and each.follows not in reach.scenes:
        what = f'"{title}" follows "{each.follows}", which is never played.'
        yield finding("VN311", f"{scene.where}.follows", what, "Make that one reachable, or follow another.")
    elif not any(can_hold(scene.condition, reach.acts[id].facts) for id in open_in):
        if any(kind == "flag" and name not in story.setters for kind, name in scene.condition.asks):
            return
        what = f'The condition of "{title}" can never hold: {each.condition}'
        yield finding("VN311", f"{scene.where}.condition", what, "Ask for something that a play can come to.")
    elif scene.owner is not None:
        what = f'"{title}" waits for an earlier phase of the arc of "{scene.owner.id}" that is never played.'
        yield finding("VN311", scene.where, what, "Make the scenes of the earlier phases reachable before it.")
