"""Whether everything that is named exists, once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gameplan.novels.checks.findings import Finding, finding, names, nearest
from gameplan.novels.checks.story import Asked, Scene, Story
from gameplan.novels.items import item_id
from gameplan.novels.package import Act


def check_names(story: Story) -> Iterator[Finding]:
    yield from _whole(story)
    yield from _twice(story)
    for act in story.package.acts:
        yield from _places(story, act)
        yield from _events(story, act)
    for scene in story.scenes:
        yield from _scene(story, scene)
    for character in story.package.characters:
        for stat in character.stats:
            if stat not in story.package.stats:
                yield _unknown_stat(story, f"characters[{character.id}].stats", stat)
    for asked in story.conditions:
        yield from _condition(story, asked)


def _whole(story: Story) -> Iterator[Finding]:
    package = story.package
    leads = [each.id for each in package.characters if each.role == "protagonist"]
    if not leads:
        yield finding("VN010", "characters", "There is no protagonist.", "Give one character the role protagonist.")
    elif len(leads) > 1:
        what = f"There are {len(leads)} protagonists: {names(leads)}."
        yield finding("VN013", "characters", what, f'Keep the role for "{leads[0]}" and make the others allies.')
    if not package.premise.strip():
        yield finding(
            "VN014", "premise", "There is no premise.", "Say in one or two sentences what the story is about."
        )
    if not package.acts:
        yield finding("VN012", "acts", "There is no act.", "Draft an act.")
    for act in package.acts:
        if not act.locations:
            what = f'The act "{act.title}" has no locations.'
            yield finding("VN012", f"acts[{act.id}].locations", what, "Draft its map, or remove the act.")


def _twice(story: Story) -> Iterator[Finding]:
    package = story.package
    kinds: tuple[tuple[str, str, Iterable[str]], ...] = (
        ("characters", "characters", (each.id for each in package.characters)),
        ("acts", "acts", (each.id for each in package.acts)),
        ("acts[*].locations", "locations", (place.id for act in package.acts for place in act.locations)),
        ("acts[*].inevitableEvents", "events", (each.id for act in package.acts for each in act.inevitable_events)),
        ("endings", "endings", (each.id for each in package.endings)),
        ("globalWorldInfo", "entries of lore", (lore.id for lore, _ in story.lore)),
        *(
            ("assets", f"assets of the kind {kind}", (each.id for each in package.assets if each.kind == kind))
            for kind in ("portrait", "background", "music")
        ),
    )
    for where, kind, ids in kinds:
        for id, count in Counter(ids).items():
            if count > 1:
                at = f"{where}[{id}]"
                yield finding("VN011", at, f'{count} {kind} have the id "{id}".', "Give all but one a new id.")
    places: dict[str, list[str]] = {}
    for scene in story.scenes:
        places.setdefault(scene.id, []).append(scene.where)
    for id, found in places.items():
        if len(found) > 1:
            what = f'{len(found)} encounters have the id "{id}": {" and ".join(found)}.'
            yield finding("VN011", found[1], what, "Give all but one a new id.")


def _places(story: Story, act: Act) -> Iterator[Finding]:
    own = {place.id for place in act.locations}
    at = f"acts[{act.id}]"

    def unknown(where: str, id: str, of: str) -> Finding:
        if id in story.locations:
            what = f'{of} "{id}", which is a location of another act.'
        else:
            what = f'{of} "{id}", and there is no such location.'
        return finding("VN101", where, what, f"Name a location of this act, or draft it.{nearest(id, own)}")

    if act.start_location is not None and act.start_location not in own:
        yield unknown(f"{at}.startLocation", act.start_location, "The act starts at")
    for id in act.intended_locations if act.locations else ():
        if id not in own:
            what = f'The outline intends the location "{id}", and it was not made.'
            yield finding("VN103", f"{at}.intendedLocations", what, "Draft it, or take it out of the outline.")
    for place in act.locations:
        here = f"{at}.locations[{place.id}]"
        for id in place.connections:
            if id not in own:
                yield unknown(f"{here}.connections", id, f'"{place.title}" leads to')
        yield from _people(story, f"{here}.requiredCharacters", place.required_characters)
    for escalation in act.opposing_force.escalation_events if act.opposing_force else ():
        for id in escalation.lock_locations:
            if id not in own:
                where = f"{at}.opposingForce.escalationEvents[{escalation.threshold}].lockLocations"
                yield unknown(where, id, "The escalation closes")
    for number, following in enumerate(act.next):
        if following.act_id not in story.acts:
            what = f'It goes on to the act "{following.act_id}", which does not exist.'
            repair = f"Name an act, or draft it.{nearest(following.act_id, story.acts)}"
            yield finding("VN104", f"{at}.next[{number}]", what, repair)


def _events(story: Story, act: Act) -> Iterator[Finding]:
    for event in act.inevitable_events:
        for number, branch in enumerate(event.conditional_branches):
            if branch.ending is not None and branch.ending not in story.endings:
                where = f"acts[{act.id}].inevitableEvents[{event.id}].conditionalBranches[{number}].ending"
                what = f'It leads to the ending "{branch.ending}", which does not exist.'
                repair = f"Name an ending, or write it.{nearest(branch.ending, story.endings)}"
                yield finding("VN801", where, what, repair)


def _scene(story: Story, scene: Scene) -> Iterator[Finding]:
    each = scene.encounter
    yield from _people(story, f"{scene.where}.requiredCharacters", each.required_characters)
    if scene.owner is not None:
        for id in getattr(each, "locations", ()):
            if id not in story.locations:
                what = f'"{each.title}" takes place at "{id}", and there is no such location.'
                repair = f"Name a location, or none for wherever the character is.{nearest(id, story.locations)}"
                yield finding("VN101", f"{scene.where}.locations", what, repair)
    if each.roll is not None and each.roll not in story.package.stats:
        yield _unknown_stat(story, f"{scene.where}.roll", each.roll)
    if each.follows is not None and each.follows not in story.by_id:
        what = f'"{each.title}" follows "{each.follows}", which does not exist.'
        yield finding(
            "VN105", f"{scene.where}.follows", what, f"Name an encounter.{nearest(each.follows, story.by_id)}"
        )


def _people(story: Story, where: str, ids: Iterable[str]) -> Iterator[Finding]:
    for id in ids:
        if id not in story.characters:
            repair = f"Propose the character, or name another.{nearest(id, story.characters)}"
            yield finding("VN102", where, f'There is no character "{id}".', repair)


def _unknown_stat(story: Story, where: str, stat: str) -> Finding:
    repair = f"Use one of {names(story.package.stats)}, or add it to the package's stats."
    return finding("VN203", where, f'There is no stat "{stat}".', repair)


def _condition(story: Story, asked: Asked) -> Iterator[Finding]:
    condition = asked.condition
    if condition.is_soft:
        if not asked.decides:
            what = f'"{condition.text}" cannot be computed: {condition.problem.splitlines()[0]}'
            if asked.of_event:
                yield finding("VN403", asked.where, what, "Write it as a condition, or give the event a latestTurn.")
            else:
                repair = "Write it as a condition, or let something after it decide."
                yield finding("VN403", asked.where, what, repair, severity="warning")
        return
    for kind, name in condition.asks:
        yield from _asked(story, asked.where, kind, name)


def _asked(story: Story, where: str, kind: str, name: str) -> Iterator[Finding]:
    match kind:
        case "flag" if name not in story.setters:
            what = f'It asks for the flag "{name}", which nothing sets.'
            repair = f"Let an encounter or an event set it, or ask for another.{nearest(name, story.setters)}"
            yield finding("VN401", where, what, repair)
        case "visited" if name not in story.locations:
            what = f'It asks whether "{name}" was visited, and there is no such location.'
            yield finding("VN402", where, what, f"Name a location.{nearest(name, story.locations)}")
        case "done" if name not in story.by_id:
            what = f'It asks whether the encounter "{name}" was played, and there is none.'
            yield finding("VN404", where, what, f"Name an encounter.{nearest(name, story.by_id)}")
        case "fired" if name not in story.events:
            what = f'It asks whether the event "{name}" has happened, and there is none.'
            yield finding("VN404", where, what, f"Name an event.{nearest(name, story.events)}")
        case "met" | "bond" | "arc" if name not in story.characters:
            what = f'It asks about "{name}", and there is no such character.'
            yield finding("VN404", where, what, f"Name a character.{nearest(name, story.characters)}")
        case "arc" if (arc := story.characters[name].personal_arc) is None or not arc.arc_encounters:
            what = f'It asks how far the arc of "{name}" has come, and they have none.'
            yield finding("VN404", where, what, "Give the character an arc, or ask for something else.")
        case "has":
            items = {item_id(item): item for scene in story.scenes for item in scene.encounter.interactables}
            if item_id(name) not in items:
                what = f'It asks for the item "{name}", which cannot be found anywhere.'
                repair = f"Put it among the interactables of an encounter.{nearest(item_id(name), items)}"
                yield finding("VN404", where, what, repair)
        case _:
            pass
