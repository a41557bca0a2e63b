"""The people and pictures of a story. What was not made, or has a path that leads elsewhere, is left out."""

from __future__ import annotations

from collections.abc import Iterator
from zlib import crc32

from gameplan.novels.assets.owned import NEUTRAL, portrait_of
from gameplan.novels.export.compiling_words import NAMELESS, clean
from gameplan.novels.export.story import Person, Portrait
from gameplan.novels.package import Asset, Character, VNPackage
from gameplan.novels.shelf.volume import belongs

_COLOURS = (
    "#e8b4a0", "#a8d0e6", "#c9e4a5", "#f2d388", "#d4b5f0", "#8fd6c1", "#f0a8c0", "#b8c4ff", "#e0c9a6", "#9fdc9f",
    "#ffc48c", "#c4d8d8",
)  # fmt: skip


def with_usable_assets(package: VNPackage) -> VNPackage:
    """The package with only the pictures and sounds that a story can show."""
    return package.model_copy(update={"assets": tuple(each for each in package.assets if _is_usable(each))})


def people_of(package: VNPackage) -> tuple[Person, ...]:
    """Everybody, each with a colour of their own as long as there are colours."""
    found = []
    free = list(_COLOURS)
    for each in package.characters:
        colour = free.pop(crc32(each.id.encode()) % len(free))
        free = free or list(_COLOURS)
        portraits = tuple(_portraits(package, each))
        found.append(Person(each.id, clean(each.name) or NAMELESS, colour, each.role == "protagonist", portraits))
    return tuple(found)


def _portraits(package: VNPackage, person: Character) -> Iterator[Portrait]:
    shown: set[str] = set()
    for expression in dict.fromkeys((NEUTRAL, *person.expressions)):
        asset = portrait_of(package, person.id, expression)
        if asset is not None and asset.id not in shown:
            shown.add(asset.id)
            yield Portrait(expression, asset.path, clean(asset.alt))


def _is_usable(asset: Asset) -> bool:
    return asset.status in ("final", "stale") and asset.path.startswith("assets/") and belongs(asset.path)
