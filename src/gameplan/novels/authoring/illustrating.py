"""Pictures and sounds for a draft, by whoever is given to make them. None of it ever stops the writing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Protocol

from gameplan.novels.package import Asset, Character, Location
from gameplan.tools.arguments import said_by

NOBODY = "Nobody was given to draw it."
_SECONDS = 180.0
_LINE = 300
_PROSE = 8_000
_KEY = 54


class Illustrator(Protocol):
    """Makes the pictures and sounds of a novel."""

    async def portraits(self, character: Character, art_style: str) -> Sequence[Asset]:
        """The portraits of a character; the first is the one to show. Their ids begin with the character's."""
        ...

    async def place(self, location: Location, art_style: str) -> Sequence[Asset]:
        """The backdrop and the music of a location."""
        ...


async def portraits_by(illustrator: Illustrator | None, character: Character, art_style: str) -> tuple[Asset, ...]:
    """The portraits of a character, or what stands in for them and says why."""
    stand_in = Asset(
        id=character.id,
        kind="portrait",
        path=f"assets/portraits/{character.id}.png",  # where it will be
        mime="image/png",
        prompt=character.image_prompt,
        status="placeholder",
        reason=NOBODY,
        alt=_cut(f"Portrait of {character.name}"),
    )
    if illustrator is None:
        return (stand_in,)
    return await _made(lambda: illustrator.portraits(character, art_style), (stand_in,))


async def place_by(illustrator: Illustrator | None, location: Location, art_style: str) -> tuple[Asset, ...]:
    """The backdrop and music of a location, or what stands in for them and says why."""
    backdrop = Asset(
        id=location.location,
        kind="background",
        path=f"assets/backgrounds/{location.location}.webp",
        mime="image/webp",
        prompt=location.background_prompt,
        status="placeholder",
        reason=NOBODY,
        alt=_cut(location.title),
    )
    words = "; ".join(each.text for each in location.music_prompts)[:_PROSE]
    id_ = f"{location.location[:_KEY]}_music"
    music = Asset(
        id=id_,
        kind="music",
        path=f"assets/music/{id_}.ogg",
        mime="audio/ogg",
        prompt=words,
        status="placeholder",
        reason=NOBODY,
        alt=_cut(location.mood),
    )
    if illustrator is None:
        return backdrop, music
    return await _made(lambda: illustrator.place(location, art_style), (backdrop, music))


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
    return tuple(each.model_copy(update={"status": "failed", "reason": _cut(reason)}) for each in stand_ins)


def are_made(assets: Sequence[Asset]) -> bool:
    """Whether there is something real to show."""
    return bool(assets) and all(each.status in ("final", "stale") for each in assets)


def _cut(text: str) -> str:
    return text if len(text) <= _LINE else text[: _LINE - 1] + "…"
