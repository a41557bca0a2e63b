"""What a change leaves behind: marks on what was made before it and rests on what it changed. Nothing is lost.

A mark is on the next thing downstream alone: premise, outline, web, encounters, assets. Whoever looks at that thing
again, and leaves it or changes it, takes the mark away; if it changes, the mark moves on.
"""

from __future__ import annotations

from collections.abc import Iterator

from gameplan.novels.authoring.draft import Draft, Owner, Stale, StaleWhat
from gameplan.novels.authoring.events import (
    ActOutlined,
    ElementChanged,
    ElementRenamed,
    EncountersDrafted,
    Happened,
    LocationsWired,
    NodeFinalized,
    PicturesMade,
)
from gameplan.novels.package import Location, Part

_OF_PREMISE = ("language", "global_context", "premise", "themes")
_OF_PERSON = ("name", "role", "description", "pronouns")
_OF_PORTRAIT = ("image_prompt", "pronouns", "expressions")
_OF_ACT = ("objective", "scenario_context", "narrative_guidelines", "global_progression", "opposing_force")
_OF_PLACE = ("title", "required_characters", "ambient_detail", "mood", "callbacks", "requires_flag")
_OF_BACKDROP = ("title", "ambient_detail", "mood")


def marks_after(before: Draft, after: Draft, event: Happened) -> tuple[Stale, ...]:
    """The marks on a draft after an event: the old ones but for what was looked at, and new ones."""
    marks = {each.key: each for each in after.stale if each.key not in _looked_at(after, event)}
    if not isinstance(event, ElementRenamed):
        marks.update((each.key, each) for each in _downstream(before, after))
    return tuple(sorted(each for each in marks.values() if _exists(after, each)))


def _looked_at(draft: Draft, event: Happened) -> set[tuple[str, str, str]]:
    match event:
        case ActOutlined(act=act):
            return {("outline", "", act.id)}
        case LocationsWired(act_id=act_id, locations=locations):
            return {("web", act_id, each.id) for each in locations}
        case EncountersDrafted(act_id=act_id, node_id=node_id):
            return {("encounters", act_id, node_id)}
        case NodeFinalized(act_id=act_id, node_id=node_id):
            return {("assets", act_id, node_id)}
        case PicturesMade(owner=Owner(kind="character", id=id_)):
            return {("portrait", "", id_)}
        case PicturesMade(owner=Owner(act=act_id, id=id_)):
            return {("assets", act_id, id_)}
        case ElementChanged(type="act", id=id_):
            return {("outline", "", id_)}
        case ElementChanged(type="node", act_id=act_id, id=id_):
            return {("web", act_id, id_)}
        case ElementChanged(type="encounter", id=id_):
            holds = [(act.id, each.id) for act in draft.acts for each in act.locations if _has(each, id_)]
            return {("encounters", *each) for each in holds}
        case _:
            return set()


def _downstream(before: Draft, after: Draft) -> Iterator[Stale]:
    style_changed = before.premise is not after.premise and _style(before) != _style(after)
    if before.premise is not None and _differs(before.premise, after.premise, _OF_PREMISE):
        for act in after.acts:
            yield Stale("outline", "", act.id, "the premise was changed")
    if style_changed:
        for owner, _ in after.pictures:
            what: StaleWhat = "portrait" if owner.kind == "character" else "assets"
            yield Stale(what, owner.act, owner.id, "the art style was changed")
    changed = [each.id for each in after.characters if _differs(before.character(each.id), each, _OF_PERSON)]
    for character in after.characters:
        old = before.character(character.id)
        if _differs(old, character, (*_OF_PORTRAIT, "description")):
            yield Stale("portrait", "", character.id, "the character was changed")
    for act in after.acts:
        outlined = _differs(before.act(act.id), act, _OF_ACT)
        for place in act.locations:
            was = before.location(act.id, place.id)
            if was is None:
                continue
            if outlined:
                yield Stale("web", act.id, place.id, "the outline of the act was changed")
            for id_ in changed:
                if id_ in place.required_characters or any(
                    id_ in each.required_characters for each in place.encounters
                ):
                    yield Stale("encounters", act.id, place.id, f'the character "{id_}" was changed')
            if _differs(was, place, _OF_PLACE):
                yield Stale("encounters", act.id, place.id, "the location was changed")
            if _differs(was, place, (*_OF_BACKDROP, "encounters")):
                yield Stale("assets", act.id, place.id, "what happens there was changed")


def _differs(old: Part | None, new: Part | None, fields: tuple[str, ...]) -> bool:
    if old is None or new is None or old is new:
        return False
    return any(getattr(old, name) != getattr(new, name) for name in fields)


def _style(draft: Draft) -> str:
    return draft.premise.art_style if draft.premise is not None else ""


def _has(place: Location, encounter: str) -> bool:
    return any(each.id == encounter for each in place.encounters)


def _exists(draft: Draft, mark: Stale) -> bool:
    match mark.what:
        case "portrait":
            return bool(draft.pictures_of(Owner("character", "", mark.id)))
        case "outline":
            return draft.act(mark.id) is not None
        case "web":
            return draft.location(mark.act, mark.id) is not None
        case "encounters":
            place = draft.location(mark.act, mark.id)
            return place is not None and bool(place.encounters)
        case "assets":
            return (mark.act, mark.id) in draft.finalized
