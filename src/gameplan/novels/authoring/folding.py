"""What a draft is after something has happened to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar, assert_never, cast

from gameplan.novels.assets.owned import called
from gameplan.novels.authoring.draft import Draft, Owner
from gameplan.novels.authoring.elements import ElementType, put, removed, with_other_id
from gameplan.novels.authoring.events import (
    ActOutlined,
    CharacterProposed,
    DraftClosed,
    DraftOpened,
    ElementChanged,
    ElementRemoved,
    ElementRenamed,
    EncountersDrafted,
    Happened,
    LocationsWired,
    NodeFinalized,
    PackageFinalized,
    PicturesMade,
    PremiseProposed,
    WarningsTold,
)
from gameplan.novels.authoring.staleness import marks_after
from gameplan.novels.package import Act, Location, Part

P = TypeVar("P", bound=Part)


def after(draft: Draft, event: Happened) -> Draft:
    """The draft after an event: with what it brought, and with marks on what rests on something that it changed."""
    new = _tidied(_folded(draft, event))
    return replace(new, stale=marks_after(draft, new, event))


def _folded(draft: Draft, event: Happened) -> Draft:
    match event:
        case DraftOpened(package_id=package_id, language=language):
            return Draft(package_id=package_id, language=language)
        case PremiseProposed(premise=premise):
            return replace(draft, premise=premise)
        case CharacterProposed(character=character):
            return replace(draft, characters=upserted(draft.characters, [character]))
        case ActOutlined(act=act):
            old = draft.act(act.id)
            locations = old.locations if old is not None else ()
            return replace(draft, acts=upserted(draft.acts, [act.model_copy(update={"locations": locations})]))
        case LocationsWired(act_id=act_id, locations=locations):
            return _with_act(draft, act_id, lambda act: _wired(act, locations))
        case EncountersDrafted(act_id=act_id, node_id=node_id, encounters=encounters):
            return _with_location(
                draft, act_id, node_id, lambda old: {"encounters": upserted(old.encounters, encounters)}
            )
        case NodeFinalized(act_id=act_id, node_id=node_id, background_prompt=prompt, music_prompts=music):
            made = {"background_prompt": prompt, "music_prompts": music}
            new = _with_location(draft, act_id, node_id, lambda old: made)
            return replace(new, finalized=draft.finalized | {(act_id, node_id)})
        case PicturesMade(owner=owner, assets=assets):
            others = [(each, made) for each, made in draft.pictures if each != owner]
            return replace(draft, pictures=tuple(sorted([*others, (owner, assets)], key=lambda each: each[0])))
        case ElementRenamed():
            return _renamed(draft, event)
        case ElementChanged(type=type_, act_id=act_id, id=id_, element=element):
            return draft.with_package(put(draft.package(), cast(ElementType, type_), act_id, id_, element))
        case ElementRemoved(type=type_, act_id=act_id, id=id_):
            return draft.with_package(removed(draft.package(), cast(ElementType, type_), act_id, id_))
        case WarningsTold(keys=keys):
            return replace(draft, warned=draft.warned | set(keys))
        case PackageFinalized(version=version, title=title) if draft.premise is not None:
            return replace(draft, version=version, premise=draft.premise.model_copy(update={"title": title}))
        case PackageFinalized(version=version):
            return replace(draft, version=version)
        case DraftClosed(reason=reason):
            return replace(draft, closed=reason)
        case _:
            assert_never(event)


def upserted(items: tuple[P, ...], new: Iterable[P]) -> tuple[P, ...]:
    """Items with newer versions of some of them, each where the old one stood, and with more at the end."""
    by_id: dict[str, P] = {cast(Any, each).id: each for each in items}
    by_id.update((cast(Any, each).id, each) for each in new)
    return tuple(by_id.values())


def _wired(act: Act, locations: Iterable[Location]) -> dict[str, Any]:
    drafted = {each.id: each.encounters for each in act.locations}
    kept = [each.model_copy(update={"encounters": drafted.get(each.id, ())}) for each in locations]
    return {"locations": upserted(act.locations, kept)}


def _with_act(draft: Draft, act_id: str, changes: Any) -> Draft:
    acts = tuple(each.model_copy(update=changes(each)) if each.id == act_id else each for each in draft.acts)
    return replace(draft, acts=acts)


def _with_location(draft: Draft, act_id: str, node_id: str, changes: Any) -> Draft:
    def changed(act: Act) -> dict[str, Any]:
        places = [each.model_copy(update=changes(each)) if each.id == node_id else each for each in act.locations]
        return {"locations": tuple(places)}

    return _with_act(draft, act_id, changed)


# -- other ids


def _renamed(draft: Draft, event: ElementRenamed) -> Draft:
    """With the element, all that is kept by its id goes along: stages, pictures, marks."""
    type_, old, new = cast(ElementType, event.type), event.id, event.to
    package = with_other_id(draft.package(), type_, event.act_id, old, new)

    def place(act: str, id_: str) -> tuple[str, str]:
        if type_ == "act" and act == old:
            return new, id_
        if type_ == "node" and (act, id_) == (event.act_id, old):
            return act, new
        return act, id_

    def owner(was: Owner) -> Owner:
        if was.kind == "character":
            return replace(was, id=new) if type_ == "character" and was.id == old else was
        act, id_ = place(was.act, was.id)
        return replace(was, act=act, id=id_)

    def mark(what: str, act: str, id_: str) -> tuple[str, str]:
        named = (what == "portrait" and type_ == "character") or (what == "outline" and type_ == "act")
        return (act, new) if named and id_ == old else place(act, id_)

    pictures = []
    for was, assets in draft.pictures:
        now = owner(was)
        is_own = now != was and type_ != "act"
        pictures.append((now, tuple(called(each, old, new) for each in assets) if is_own else assets))
    stale = []
    for each in draft.stale:
        act, id_ = mark(each.what, each.act, each.id)
        stale.append(replace(each, act=act, id=id_))
    return replace(
        draft.with_package(package),
        finalized=frozenset(place(*each) for each in draft.finalized),
        pictures=tuple(sorted(pictures, key=lambda each: each[0])),
        stale=tuple(stale),
    )


def _tidied(draft: Draft) -> Draft:
    """Without stages and pictures of what is not there any more."""
    finalized = frozenset(
        each for each in draft.finalized if (place := draft.location(*each)) is not None and place.encounters
    )
    pictures = tuple(
        each
        for each in draft.pictures
        if (
            draft.character(each[0].id) is not None
            if each[0].kind == "character"
            else draft.location(each[0].act, each[0].id) is not None
        )
    )
    if finalized == draft.finalized and len(pictures) == len(draft.pictures):
        return draft
    return replace(draft, finalized=finalized, pictures=pictures)
