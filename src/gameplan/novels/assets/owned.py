"""Which picture or sound belongs to whom. An asset says its owner; one of an older package is told by its id."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator

from gameplan.novels.package import EXPRESSIONS, Asset, Location, VNPackage

NEUTRAL = "neutral"
_LONGEST = 60
_CUT = 54  # of an owner's id within the ids of older packages


def portrait_id(character: str, expression: str = NEUTRAL) -> str:
    """The id of a portrait: `mara`, `mara_happy`. No two are the same, whatever people are called."""
    if expression == NEUTRAL:
        plain, fits = character, character.rpartition("_")[2] not in EXPRESSIONS
    else:
        plain, fits = f"{character}_{expression}", expression in EXPRESSIONS
    return plain if fits and len(plain) <= _LONGEST else _marked(plain, f"{character}/{expression}")


def music_id(place: str) -> str:
    """The id of the music of a place, by the key of its backdrop."""
    plain = f"{place}_music"
    return plain if len(plain) <= _LONGEST else _marked(plain, place)


def _marked(plain: str, whole: str) -> str:
    return f"{plain[: _LONGEST - 9].rstrip('_')}_{hashlib.sha256(whole.encode()).hexdigest()[:8]}"


def called(asset: Asset, old: str, new: str) -> Asset:
    """The asset after its owner got another id. The file stays where it is."""
    if asset.owner == old:
        ids = {"portrait": portrait_id(new, asset.expression or NEUTRAL), "background": new, "music": music_id(new)}
        return asset.model_copy(update={"owner": new, "id": ids[asset.kind]})
    if not asset.owner and (asset.id == old or asset.id.startswith(f"{old}_")):
        return asset.model_copy(update={"id": (new + asset.id.removeprefix(old))[:_LONGEST]})
    return asset


def portrait_of(package: VNPackage, character: str, expression: str = NEUTRAL) -> Asset | None:
    """The portrait of a character with this expression, or else the neutral one, or else none."""
    neutral = None
    for asset, shown in _portraits(package, character):
        if shown == expression:
            return asset
        if shown == NEUTRAL:
            neutral = asset
    return neutral


def backdrop_of(package: VNPackage, location: Location) -> Asset | None:
    """The backdrop of a place."""
    return _of_place(package, location, "background")


def music_of(package: VNPackage, location: Location) -> Asset | None:
    """The music of a place."""
    return _of_place(package, location, "music")


def owner_among(asset: Asset, ids: Collection[str]) -> str:
    """Whose it is of these: as it says, or by the longest id that its own begins with; empty if nobody's."""
    if asset.owner:
        return asset.owner if asset.owner in ids else ""
    fitting = [id for id in ids if asset.id == id or asset.id.startswith(f"{id[:_CUT]}_")]
    return max(fitting, key=len, default="")


def _portraits(package: VNPackage, character: str) -> Iterator[tuple[Asset, str]]:
    people = {character, *(each.id for each in package.characters)}
    for asset in package.assets:
        if asset.kind != "portrait" or asset.status == "failed" or owner_among(asset, people) != character:
            continue
        if asset.owner:
            yield asset, asset.expression or NEUTRAL
        else:
            yield asset, asset.id.removeprefix(character[:_CUT]).removeprefix("_") or NEUTRAL


def _of_place(package: VNPackage, location: Location, kind: str) -> Asset | None:
    own = [asset for asset in package.assets if asset.kind == kind]
    for key in dict.fromkeys((location.location, location.id)):
        for asset in own:
            if key == (asset.owner or asset.id):
                return asset
    keys = {each for act in package.acts for place in act.locations for each in (place.location, place.id)}
    return next((each for each in own if owner_among(each, keys) in (location.location, location.id)), None)
