"""Whether pictures, sounds, words and lore are there, and fit."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gameplan.novels.assets.owned import owner_among
from gameplan.novels.checks.findings import Finding, finding, names
from gameplan.novels.checks.languages import language_of, main_language
from gameplan.novels.checks.story import Story
from gameplan.novels.package import WorldInfo


def check_assets(story: Story) -> Iterator[Finding]:
    package = story.package
    waiting = [each for each in package.assets if each.status == "placeholder"]
    if waiting or (package.acts and not package.assets):
        what = f"{len(waiting)} of {len(package.assets)} pictures and sounds are placeholders."
        if not package.assets:
            what = "No pictures and no music have been made."
        repair = "Finalize each location, and have each character's portrait made."
        yield finding("VN900", "assets", what, repair)
    if package.assets:
        yield from _missing(story)
    for asset in package.assets:
        where = f"assets[{asset.id}]"
        if asset.kind != "music" and not asset.alt.strip():
            what = f'The {asset.kind} "{asset.id}" has no alternative text.'
            yield finding("VN902", f"{where}.alt", what, "Say in one sentence what it shows.")
        if asset.status in _STATUS:
            reason = f": {asset.reason.rstrip('.')}" if asset.reason else ""
            what = f'The {asset.kind} "{asset.id}" {_STATUS[asset.status]}{reason}.'
            yield finding("VN904", where, what, "Have it made again.")


_STATUS = {"failed": "could not be made", "stale": "is older than what it shows"}


def _missing(story: Story) -> Iterator[Finding]:
    owners = {"portrait": set(story.characters)}
    owners["background"] = owners["music"] = {place.location for _, place in story.locations.values()}
    owned = {(each.kind, owner_among(each, owners[each.kind])) for each in story.package.assets}
    for id, (act, place) in story.locations.items():
        for kind, name in (("background", "backdrop"), ("music", "music")):
            if (kind, place.location) not in owned:
                what = f'"{place.title}" has no {name}.'
                yield finding("VN901", f"acts[{act.id}].locations[{id}]", what, "Finalize the location.")
    for character in story.package.characters:
        if ("portrait", character.id) not in owned:
            what = f"{character.name} has no portrait."
            yield finding("VN903", f"characters[{character.id}]", what, "Have the portrait made.")


def check_language(story: Story) -> Iterator[Finding]:
    package = story.package
    expected = main_language(package.language)
    for where, text in _texts(story):
        found = language_of(text)
        if found is not None and found != expected:
            what = f'The novel is in "{package.language}", and this reads as "{found}": {text[:60].strip()}…'
            yield finding("VN910", where, what, f'Write it in "{package.language}", or change the language.')


def _texts(story: Story) -> Iterator[tuple[str, str]]:
    package = story.package
    yield "premise", package.premise
    for character in package.characters:
        yield f"characters[{character.id}].description", character.description
    for act in package.acts:
        at = f"acts[{act.id}]"
        yield f"{at}.objective", act.objective
        for event in act.inevitable_events:
            here = f"{at}.inevitableEvents[{event.id}]"
            yield f"{here}.description", event.description
            for number, branch in enumerate(event.conditional_branches):
                yield f"{here}.conditionalBranches[{number}].effect", branch.effect
        for place in act.locations:
            yield f"{at}.locations[{place.id}].ambientDetail", place.ambient_detail
        for escalation in act.opposing_force.escalation_events if act.opposing_force else ():
            where = f"{at}.opposingForce.escalationEvents[{escalation.threshold}].description"
            yield where, escalation.description
    for scene in story.scenes:
        yield f"{scene.where}.description", scene.encounter.description
    for ending in package.endings:
        yield f"endings[{ending.id}].brief", ending.brief
    for lore, where in story.lore:
        yield f"{where}.content", lore.content


def check_lore(story: Story) -> Iterator[Finding]:
    shared = [(lore, where) for lore, where in story.lore if where.startswith("global")]
    for lore, where in story.lore:
        if not lore.constant and not any(key.strip() for key in lore.keys):
            what = f'The entry "{lore.id}" has no keys.'
            yield finding("VN921", f"{where}.keys", what, "Give it keys, or make it constant.")
        for key in (*lore.keys, *lore.secondary_keys):
            problem = _bad_pattern(key)
            if problem:
                what = f"The key {key} cannot be read as a pattern: {problem}."
                yield finding("VN922", f"{where}.keys", what, "Repair the pattern, or write plain words.")
    yield from _collisions(shared)
    for act in story.package.acts:
        own = [each for each in story.lore if each[1].startswith(f"acts[{act.id}]")]
        yield from _collisions(own, shared)


def _collisions(
    entries: list[tuple[WorldInfo, str]], others: list[tuple[WorldInfo, str]] | None = None
) -> Iterator[Finding]:
    """Keys that call up two entries at once, without a group or second keys to tell them apart."""
    known: dict[str, WorldInfo] = {}
    for lore, _ in others or ():
        for key in lore.keys:
            known.setdefault(_plain(lore, key), lore)
    for lore, where in entries:
        both = [(key, known[_plain(lore, key)]) for key in lore.keys if _plain(lore, key) in known]
        clashes = [(key, other) for key, other in both if other is not lore and _at_once(lore, other)]
        if clashes:
            other = clashes[0][1]
            what = f'{names([key for key, _ in clashes])} calls up both "{other.id}" and "{lore.id}".'
            repair = "Join them, give them other keys or secondary keys, or put them into one group."
            yield finding("VN920", f"{where}.keys", what, repair)
        for key in lore.keys:
            known.setdefault(_plain(lore, key), lore)


def _plain(lore: WorldInfo, key: str) -> str:
    return key.strip() if lore.case_sensitive else key.strip().casefold()


def _at_once(one: WorldInfo, other: WorldInfo) -> bool:
    if one.constant or other.constant or one.secondary_keys or other.secondary_keys:
        return False
    if one.group and one.group == other.group:
        return False
    return one.audience == other.audience or "both" in (one.audience, other.audience)


def _bad_pattern(key: str) -> str:
    match = re.fullmatch(r"/(.+)/[a-z]*", key.strip(), re.DOTALL)
    if match is None:
        return ""
    try:
        re.compile(match.group(1))
    except re.error as error:
        return str(error)
    return ""
