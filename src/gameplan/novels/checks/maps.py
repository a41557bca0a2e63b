"""Whether every place can be come to and left, and has something to play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gameplan.novels.checks.findings import Finding, finding, names
from gameplan.novels.checks.reach import Reach
from gameplan.novels.checks.story import Scene, Story
from gameplan.novels.package import Act, Location

SAME_FOCUS_FROM = 3  # scenes; fewer say nothing about variety


def check_maps(story: Story, reach: Reach) -> Iterator[Finding]:
    for act in story.package.acts:
        if not act.locations:
            continue
        if act.id not in reach.acts:
            what = f'Nothing leads to the act "{act.title}".'
            yield finding("VN113", f"acts[{act.id}]", what, "Name it in the `next` of another act, or remove it.")
            continue
        traps = tuple(_traps(story, act, reach))
        yield from _ways(story, act, reach, {id for trap in traps for id in trap})
        for trap in traps:
            yield _trapped(story, act, reach, trap)
        for place in act.locations:
            yield from _contents(story, act, place)


def _ways(story: Story, act: Act, reach: Reach, trapped: set[str]) -> Iterator[Finding]:
    places = {place.id: place for place in act.locations}
    reached = reach.acts[act.id].facts.locations
    for place in act.locations:
        at = f"acts[{act.id}].locations[{place.id}]"
        for id in place.connections:
            other = places.get(id)
            if (
                other is not None
                and place.id not in other.connections
                and not (id in trapped and place.id not in trapped)
            ):
                what = f'"{place.title}" leads to "{other.title}", but there is no way back.'
                repair = f'Add "{place.id}" to the connections of "{id}", unless it is meant so.'
                yield finding("VN110", f"{at}.connections", what, repair)
        if place.id in reached:
            continue
        flag = place.requires_flag
        if flag is not None and flag not in story.setters:
            what = f'"{place.title}" opens with the flag "{flag}", which nothing sets.'
            yield finding("VN301", f"{at}.requiresFlag", what, "Let an encounter elsewhere set it, or open the place.")
        elif not any(place.id in other.connections for other in act.locations if other is not place):
            what = f'No location leads to "{place.title}".'
            yield finding("VN111", at, what, f'Add "{place.id}" to the connections of a location that is reached.')
        elif flag is not None and flag not in reach.acts[act.id].facts.flags:
            setters = names(story.setters[flag])
            what = f'"{place.title}" opens with "{flag}", which only {setters} could set, and that is out of reach.'
            yield finding("VN111", at, what, "Let something that is reached set it too.")
        else:
            what = f'"{place.title}" is connected only to places that are not reached themselves.'
            yield finding("VN111", at, what, f'Add "{place.id}" to the connections of a location that is reached.')


def _traps(story: Story, act: Act, reach: Reach) -> Iterator[frozenset[str]]:
    """Groups of places that can be entered and not left, while there is something outside."""
    reached = reach.acts[act.id].facts.locations
    ways = {
        place.id: tuple(id for id in place.connections if id in reached)
        for place in act.locations
        if place.id in reached
    }
    ways = {id: tuple(each for each in to if each in ways) for id, to in ways.items()}
    start = story.start_of(act)
    for group in components(ways):
        inside = frozenset(group)
        if start not in inside and len(inside) < len(ways) and all(to in inside for id in inside for to in ways[id]):
            yield inside


def _trapped(story: Story, act: Act, reach: Reach, trap: frozenset[str]) -> Finding:
    outside = {place.id for place in act.locations} - trap
    needed = act.global_progression.required_value if act.global_progression else 0
    outer = {scene.id for scene in story.pools[act.id] if not scene.places & trap}
    inside = reach.progress(act, needed, outer)
    where = f"acts[{act.id}].locations[{min(trap)}].connections"
    what = f"Whoever comes to {names(sorted(trap))} cannot leave again."
    repair = f"Add a way out, such as to {names(sorted(outside)[:1])}."
    return finding("VN112", where, what, repair, severity="error" if inside < needed else "warning")


def _contents(story: Story, act: Act, place: Location) -> Iterator[Finding]:
    at = f"acts[{act.id}].locations[{place.id}].encounters"
    if not place.encounters:
        if not any(_belongs(scene, place) for scene in story.pools[act.id]):
            what = f'There is nothing to play at "{place.title}".'
            yield finding("VN120", at, what, "Draft encounters for it, or take it off the map.")
        return
    if not any(each.repeatable for each in place.encounters):
        what = f'"{place.title}" has no encounter that may come again.'
        yield finding("VN121", at, what, "Add an atmospheric one and mark it repeatable.")
    focuses = {each.pacing.focus for each in place.encounters}
    if len(focuses) == 1 and len(place.encounters) >= SAME_FOCUS_FROM:
        what = f'All encounters at "{place.title}" have the focus {focuses.pop()}.'
        yield finding("VN122", at, what, "Give at least one of them another focus.")


def _belongs(scene: Scene, place: Location) -> bool:
    """Whether a scene of a character is meant for a place: it names it, or its character is at home there."""
    if scene.owner is None or place.id not in scene.places:
        return False
    return place.id in getattr(scene.encounter, "locations", ()) or scene.owner.id in place.required_characters


def components(ways: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, ...]]:
    """The strongly connected components of a graph (Tarjan), without recursion."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    on_stack: set[str] = set()
    for root in ways:
        if root in number:
            continue
        path = [(root, iter(tuple(ways[root])))]
        number[root] = lowest[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while path:
            node, following = path[-1]
            for other in following:
                if other not in ways:
                    continue
                if other not in number:
                    number[other] = lowest[other] = len(number)
                    stack.append(other)
                    on_stack.add(other)
                    path.append((other, iter(tuple(ways[other]))))
                    break
                if other in on_stack:
                    lowest[node] = min(lowest[node], number[other])
            else:
                path.pop()
                if path:
                    lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
                if lowest[node] == number[node]:
                    group = []
                    while True:
                        other = stack.pop()
                        on_stack.discard(other)
                        group.append(other)
                        if other == node:
                            break
                    yield tuple(reversed(group))
