"""A finished package with all its pictures and sounds: whatever is missing is made, what is there stays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from gameplan.novels.assets.owned import NEUTRAL, backdrop_of, music_of, portrait_of
from gameplan.novels.assets.provider import Made
from gameplan.novels.assets.store import AssetStore
from gameplan.novels.assets.workshop import Workshop, look_of, music_words, view_of
from gameplan.novels.package import Asset, Character, Location, VNPackage
from gameplan.novels.shelf.volume import Volume

OnProgress: TypeAlias = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class _Job:
    """Something that is to be made: how many assets that is, and how."""

    count: int
    make: Callable[[Callable[[Asset], None]], Coroutine[Any, Any, Sequence[Asset]]]


async def illustrated(
    package: VNPackage,
    workshop: Workshop,
    on_progress: OnProgress | None = None,
    *,
    kept: Mapping[str, bytes] | None = None,
) -> VNPackage:
    """The package with all its portraits, backdrops and music.

    What is finished stays as it is, if its file is in the workshop's store, or among those that were `kept` with the
    package (by path). What is made again is made by the same chance. After each one `on_progress(what, done, of)` is
    called. If this is cancelled, what was made until then is in the store, and the next call goes on from there.
    """
    shop = Workshop(
        workshop.provider,
        workshop.store,
        house=workshop.house,
        language=package.language,
        seed=workshop.seed,
        at_once=workshop.at_once,
    )
    files = _Files(workshop.store, kept or {})
    jobs = [
        *(job for each in package.characters for job in _of_character(package, each, shop, files)),
        *(job for each in _places(package) for job in _of_place(package, each, shop, files)),
    ]
    total, made = sum(each.count for each in jobs), 0

    def told(asset: Asset) -> None:
        nonlocal made
        made += 1
        if on_progress is not None:
            on_progress(asset.alt or asset.id, made, total)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(job.make(told)) for job in jobs]
    new = [asset for task in tasks for asset in task.result()]
    return package.model_copy(update={"assets": _joined(package, new, files)})


def volume_with(package: VNPackage, store: AssetStore, kept: Mapping[str, bytes] | None = None) -> Volume:
    """The package with the bytes of its pictures and sounds, as a shelf keeps it.

    They are in the store, or among those that were `kept` with the package before. One that is nowhere is left out: the
    shelf notes that it is missing.
    """
    files = _Files(store, kept or {})
    assets: list[Asset] = []
    found: dict[str, bytes] = {}
    for asset in package.assets:
        content = files.of(asset)
        if content is not None:
            if found.get(asset.path, content) != content:
                asset = asset.model_copy(update={"path": _other_path(asset)})
            found[asset.path] = content
        assets.append(asset)
    return Volume(package.model_copy(update={"assets": tuple(assets)}), found)


def _other_path(asset: Asset) -> str:
    """A path of its own, for a file whose name somebody else has: the id of its owner was another one once."""
    folder, _, name = asset.path.rpartition("/")
    return f"{folder}/{asset.id}_{asset.sha256[:12]}.{name.rpartition('.')[2]}"


# -- what is missing


@dataclass(frozen=True, slots=True)
class _Files:
    """Where the bytes of assets are."""

    store: AssetStore
    kept: Mapping[str, bytes]

    def of(self, asset: Asset) -> bytes | None:
        content = self.store.content(asset.sha256)
        return content if content is not None else self.kept.get(asset.path)

    def has(self, asset: Asset | None, prompt: str) -> bool:
        """Whether an asset is finished, still shows what was asked for, and has its file."""
        if asset is None or asset.status != "final" or (asset.prompt and asset.prompt != prompt):
            return False
        return self.of(asset) is not None


def _of_character(package: VNPackage, character: Character, shop: Workshop, files: _Files) -> Iterator[_Job]:
    look = look_of(character)
    wanted = tuple(dict.fromkeys((NEUTRAL, *character.expressions)))
    had = {each: _exactly(package, character.id, each) for each in wanted}
    missing = [each for each in wanted if not files.has(had[each], look)]
    neutral, like = had[NEUTRAL], None
    seed = neutral.seed if neutral is not None else None  # by the same chance it is the same person
    if neutral is not None and NEUTRAL not in missing:
        content = files.of(neutral)
        like = (Made(content, neutral.mime, neutral.width, neutral.height), neutral.provider) if content else None

    async def make(told: Callable[[Asset], None]) -> Sequence[Asset]:
        return await shop.faces(character, package.art_style, missing, like=like, seed=seed, on_made=told)

    if missing:
        yield _Job(len(missing), make)


def _of_place(package: VNPackage, place: Location, shop: Workshop, files: _Files) -> Iterator[_Job]:
    seen, heard = backdrop_of(package, place), music_of(package, place)

    async def backdrop(told: Callable[[Asset], None]) -> Sequence[Asset]:
        asset = await shop.backdrop(place, package.art_style, seed=seen.seed if seen is not None else None)
        told(asset)
        return (asset,)

    async def music(told: Callable[[Asset], None]) -> Sequence[Asset]:
        asset = await shop.loop(place, seed=heard.seed if heard is not None else None)
        told(asset)
        return (asset,)

    if not files.has(seen, view_of(place)):
        yield _Job(1, backdrop)
    if not files.has(heard, music_words(place)):
        yield _Job(1, music)


def _places(package: VNPackage) -> list[Location]:
    """The places, one for each backdrop: the first that has something to say of it."""
    found: dict[str, Location] = {}
    for act in package.acts:
        for place in act.locations:
            known = found.get(place.location)
            if known is None or (place.background_prompt and not known.background_prompt):
                found[place.location] = place
    return list(found.values())


# -- what becomes of it


def _exactly(package: VNPackage, character: str, expression: str) -> Asset | None:
    """The portrait with this very expression."""
    found = portrait_of(package, character, expression)
    if found is None or expression == NEUTRAL:
        return found
    neutral = portrait_of(package, character)
    return None if neutral is not None and found is neutral else found


def _joined(package: VNPackage, new: Sequence[Asset], files: _Files) -> tuple[Asset, ...]:
    """The assets with the new ones in the places of those they replace.

    A new one that is not what was wanted does not replace an older one that was.
    """
    places = {each.location: each for each in _places(package)}
    replaced: dict[tuple[str, str], Asset] = {}
    added: list[Asset] = []
    for asset in new:
        old = _older(package, asset, places)
        if old is None:
            added.append(asset)
        elif asset.status == "final" or old.status not in ("final", "stale") or files.of(old) is None:
            replaced[(old.kind, old.id)] = asset
    return (*(replaced.get((each.kind, each.id), each) for each in package.assets), *added)


def _older(package: VNPackage, asset: Asset, places: Mapping[str, Location]) -> Asset | None:
    same = next((each for each in package.assets if (each.kind, each.id) == (asset.kind, asset.id)), None)
    if same is not None:
        return same
    match asset.kind:
        case "portrait":
            return _exactly(package, asset.owner, asset.expression)
        case "background":
            return backdrop_of(package, places[asset.owner])
        case "music":
            return music_of(package, places[asset.owner])
