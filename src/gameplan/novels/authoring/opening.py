"""A finished novel as the events that make a draft of it: with its stages, its pictures, and its version."""

from __future__ import annotations

from collections.abc import Iterator

from gameplan.novels.assets.owned import owner_among
from gameplan.novels.authoring.draft import Owner
from gameplan.novels.authoring.events import (
    ActOutlined,
    CharacterProposed,
    DraftOpened,
    EncountersDrafted,
    Happened,
    LocationsWired,
    NodeFinalized,
    PackageFinalized,
    PicturesMade,
    PremiseProposed,
)
from gameplan.novels.package import Act, Asset, Premise, VNPackage


def events_of(package: VNPackage, new_id: str) -> Iterator[Happened]:
    """What happens to a draft until it is this package; `new_id` is for a package that has none."""
    yield DraftOpened(package.package_id or new_id, package.language)
    yield PremiseProposed(Premise(**{name: getattr(package, name) for name in Premise.model_fields}))
    for character in package.characters:
        yield CharacterProposed(character)
    for act in package.acts:
        yield from _events_of_act(act)
    for owner, assets in _owned(package).items():
        yield PicturesMade(owner, tuple(assets))
    nodes = sum(len(act.locations) for act in package.acts)
    yield PackageFinalized(package.package_id or new_id, package.title, package.version, nodes)


def _events_of_act(act: Act) -> Iterator[Happened]:
    intended = tuple(dict.fromkeys([*act.intended_locations, *(each.id for each in act.locations)]))
    yield ActOutlined(act.model_copy(update={"intended_locations": intended, "locations": ()}))
    if act.locations:
        yield LocationsWired(act.id, tuple(each.model_copy(update={"encounters": ()}) for each in act.locations))
    for place in act.locations:
        if place.encounters:
            yield EncountersDrafted(act.id, place.id, place.encounters)
            yield NodeFinalized(act.id, place.id, place.background_prompt, place.music_prompts)


def _owned(package: VNPackage) -> dict[Owner, list[Asset]]:
    """Whose each picture and sound is. What is nobody's is left out; a backdrop of two places is the first one's."""
    people = {each.id: Owner("character", "", each.id) for each in package.characters}
    places: dict[str, Owner] = {}
    for act in package.acts:
        for place in act.locations:
            places.setdefault(place.location, Owner("node", act.id, place.id))
    found: dict[Owner, list[Asset]] = {}
    for asset in package.assets:
        owners = people if asset.kind == "portrait" else places
        whose = owner_among(asset, owners)
        if whose:
            found.setdefault(owners[whose], []).append(asset)
    return found
