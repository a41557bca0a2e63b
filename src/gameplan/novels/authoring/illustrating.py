"""Pictures and sounds for a draft, by whoever is given to make them. None of it ever stops the writing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Protocol

from gameplan.novels.assets.alts import cut, language_for, music_alt, portrait_alt
from gameplan.novels.assets.owned import NEUTRAL, music_id, portrait_id
from gameplan.novels.package import Asset, Character, Location
from gameplan.tools.arguments import said_by

NOBODY = "Nobody was given to draw it."
_SECONDS = 600.0  # for all portraits of one person, by a provider that takes its time
_PROSE = 8_000


class Illustrator(Protocol):
    """Makes the pictures and sounds of a novel. Another `seed` gives another picture of the same words."""

    async def portraits(self, character: Character, art_style: str, *, seed: int | None = None) -> Sequence[Asset]:
        """The portraits of a character; the first is the one to show. Each says whose it is, and which expression."""
        ...

    async def place(self, location: Location, art_style: str, *, seed: int | None = None) -> Sequence[Asset]:
        """The backdrop and the music of a location."""
        ...


async def portraits_by(
    illustrator: Illustrator | None, character: Character, art_style: str, seed: int | None
) -> tuple[Asset, ...]:
    """The portraits of a character, or what stands in for them and says why."""
    id_ = portrait_id(character.id)
    stand_in = Asset(
        id=id_,
        kind="portrait",
        owner=character.id,
        expression=NEUTRAL,
        path=f"assets/portraits/{id_}.svg",  # where it will be
        mime="image/svg+xml",
        prompt=character.image_prompt,
        status="placeholder",
        reason=NOBODY,
        alt=portrait_alt(character.name, NEUTRAL, language_for("", character.description)),
    )
    if illustrator is None:
        return (stand_in,)
    return await _made(lambda: illustrator.portraits(character, art_style, seed=seed), (stand_in,))


async def place_by(
    illustrator: Illustrator | None, location: Location, art_style: str, seed: int | None
) -> tuple[Asset, ...]:
    """The backdrop and music of a location, or what stands in for them and says why."""
    backdrop = Asset(
        id=location.location,
        kind="background",
        owner=location.location,
        path=f"assets/backgrounds/{location.location}.webp",
        mime="image/webp",
        prompt=location.background_prompt,
        status="placeholder",
        reason=NOBODY,
        alt=cut(location.title),
    )
    words = "; ".join(each.text for each in location.music_prompts)[:_PROSE]
    id_ = music_id(location.location)
    music = Asset(
        id=id_,
        kind="music",
        owner=location.location,
        path=f"assets/music/{id_}.ogg",
        mime="audio/ogg",
        prompt=words,
        status="placeholder",
        reason=NOBODY,
        alt=music_alt(location, language_for("", location.ambient_detail)),
    )
    if illustrator is None:
        return backdrop, music
    return await _made(lambda: illustrator.place(location, art_style, seed=seed), (backdrop, music))


class _Makes(Protocol):
    def __call__(self) -> Awaitable[Sequence[Asset]]: ...


async def _made(make: _Makes, stand_ins: tuple[Asset, ...]) -> tuple[Asset, ...]:
    try:
        async with asyncio.timeout(_SECONDS):
            made = tuple(await make())
        if made and all(isinstance(each, Asset) for each in made):
            return made
        reason = "Nothing usable was drawn."
    except TimeoutError:
        reason = f"It took longer than {_SECONDS:g} seconds."
    except Exception as error:  # noqa: BLE001 - a picture that fails is never a reason to lose words
        reason = f"{type(error).__name__}: {said_by(error)}"
    return tuple(each.model_copy(update={"status": "failed", "reason": cut(reason)}) for each in stand_ins)


def are_made(assets: Sequence[Asset]) -> bool:
    """Whether there is something real to show."""
    return bool(assets) and all(each.status in ("final", "stale") for each in assets)
