"""The workshop: has the portraits of a person and the backdrop and music of a place made, and keeps them.

It is the `Illustrator` of a draft. Nothing that goes wrong in it is an error to whoever asks: where the provider fails
the house draws, and the asset says so.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from gameplan.novels.assets.alts import backdrop_alt, cut, language_for, music_alt, portrait_alt
from gameplan.novels.assets.house_provider import HouseProvider
from gameplan.novels.assets.owned import NEUTRAL, music_id, portrait_id
from gameplan.novels.assets.provider import (
    BACKDROP_SIZE,
    AssetError,
    AssetKind,
    AssetProvider,
    ImageOrder,
    Made,
    MusicOrder,
)
from gameplan.novels.assets.store import AssetStore, key_of, sha256
from gameplan.novels.package import Asset, Character, Location
from gameplan.tools.arguments import said_by

Status: TypeAlias = Literal["final", "placeholder", "failed"]
OnMade: TypeAlias = Callable[[Asset], None]
AT_ONCE = 3
_ENDS = {"image/svg+xml": "svg", "image/webp": "webp", "image/png": "png", "audio/ogg": "ogg"}
_FOLDERS = {"portrait": "portraits", "background": "backgrounds", "music": "music"}
_USUAL = {"portrait": "image/svg+xml", "background": "image/webp", "music": "audio/ogg"}


@dataclass(frozen=True, slots=True)
class _Result:
    """What came of an order: what was made, by whom, and why it is not what was wanted."""

    made: Made | None
    by: str
    status: Status
    reason: str = ""


class Workshop:
    """Makes pictures and sounds with a provider (the house's own hand, if none is given), and keeps them in a store.

    `language` is that of the novel; if it is not given, the words of each person and place tell it.
    """

    def __init__(
        self,
        provider: AssetProvider | None,
        store: AssetStore,
        *,
        house: AssetProvider | None = None,
        language: str = "",
        seed: int = 0,
        at_once: int = AT_ONCE,
    ) -> None:
        own = provider if isinstance(provider, HouseProvider) else HouseProvider()
        self.house = house if house is not None else own
        self.provider = provider if provider is not None and provider is not own else self.house
        self.store = store
        self.language = language
        self.seed = seed
        self.at_once = at_once
        self._locked_out: AssetError | None = None
        self._room: tuple[asyncio.AbstractEventLoop, asyncio.Semaphore] | None = None

    # -- as the illustrator of a draft

    async def portraits(self, character: Character, art_style: str, *, seed: int | None = None) -> tuple[Asset, ...]:
        """The portraits of a character, the neutral one first."""
        return await self.faces(character, art_style, (NEUTRAL, *character.expressions), seed=seed)

    async def place(self, location: Location, art_style: str, *, seed: int | None = None) -> tuple[Asset, ...]:
        """The backdrop and the music of a location."""
        backdrop, music = await asyncio.gather(
            self.backdrop(location, art_style, seed=seed), self.loop(location, seed=seed)
        )
        return backdrop, music

    # -- one by one

    async def faces(
        self,
        character: Character,
        art_style: str,
        expressions: Sequence[str],
        *,
        like: tuple[Made, str] | None = None,
        seed: int | None = None,
        on_made: OnMade | None = None,
    ) -> tuple[Asset, ...]:
        """These expressions of a character. `like` is the neutral portrait that there is, and who made it.

        All are of one hand: where that fails, the neutral portrait stands in. Another hand's drawing of the expression
        would be another person.
        """
        wanted = tuple(dict.fromkeys(expressions))
        seed = self.seed if seed is None else seed
        order = ImageOrder("portrait", look_of(character), character.id, art_style=art_style, seed=seed)
        first = await self._made(order) if like is None else _Result(*like, "final")

        def asset(expression: str, result: _Result) -> Asset:
            language = language_for(self.language, character.description)
            made = _asset(
                "portrait",
                portrait_id(character.id, expression),
                result,
                owner=character.id,
                expression=expression,
                prompt=order.prompt,
                seed=seed,
                alt=portrait_alt(character.name, expression, language),
            )
            if on_made is not None:
                on_made(made)
            return made

        async def other(expression: str) -> Asset:
            return asset(expression, await self._expression(replace(order, expression=expression), first))

        neutral = [asset(NEUTRAL, first)] if NEUTRAL in wanted else []
        async with asyncio.TaskGroup() as group:
            others = [group.create_task(other(each)) for each in wanted if each != NEUTRAL]
        return (*neutral, *(each.result() for each in others))

    async def backdrop(self, location: Location, art_style: str, *, seed: int | None = None) -> Asset:
        """The backdrop of a location."""
        prompt, seed = view_of(location), self.seed if seed is None else seed
        order = ImageOrder(
            "background",
            prompt,
            location.location,
            art_style=art_style,
            mood=location.mood,
            seed=seed,
            size=BACKDROP_SIZE,
        )
        result = await self._made(order)
        language = language_for(self.language, location.ambient_detail)
        return _asset(
            "background",
            location.location,
            result,
            owner=location.location,
            prompt=prompt,
            seed=seed,
            alt=backdrop_alt(location, prompt, language, painted_here=result.by.startswith("house")),
        )

    async def loop(self, location: Location, *, seed: int | None = None) -> Asset:
        """The music of a location."""
        seed = self.seed if seed is None else seed
        order = MusicOrder(_sounds(location), location.mood, seed=seed)
        result = await self._made(order)
        return _asset(
            "music",
            music_id(location.location),
            result,
            owner=location.location,
            prompt=music_words(location),
            seed=seed,
            alt=music_alt(location, language_for(self.language, location.ambient_detail)),
        )

    # -- making

    async def _expression(self, order: ImageOrder, neutral: _Result) -> _Result:
        if neutral.made is None:
            return neutral
        if neutral.by.startswith("house:"):
            drawn = await self._by(self.house, order)
            return drawn if drawn.made is None else replace(drawn, status=neutral.status, reason=neutral.reason)
        if self.provider is self.house:
            return await self._stand_in(neutral.made, neutral.by, "Whoever drew the neutral portrait was not asked.")
        result = await self._by(self.provider, replace(order, reference=neutral.made))
        return result if result.made is not None else await self._stand_in(neutral.made, neutral.by, result.reason)

    async def _stand_in(self, neutral: Made, by: str, reason: str) -> _Result:
        try:
            await asyncio.to_thread(self.store.keep, neutral.content)
        except OSError as error:
            return _Result(None, by, "failed", f"{reason} {_not_kept(error)}")
        return _Result(neutral, by, "placeholder", reason)

    async def _made(self, order: ImageOrder | MusicOrder) -> _Result:
        """By the provider; by the house where the provider fails, or does not make such things at all."""
        if self.provider is self.house or not self.provider.maker(_kind(order)):
            return await self._by(self.house, order)
        result = await self._by(self.provider, order)
        if result.made is not None:
            return result
        drawn = await self._by(self.house, order)
        if drawn.made is not None:
            return replace(drawn, status="placeholder", reason=result.reason)
        return replace(drawn, reason=f"{result.reason} {drawn.reason}")

    async def _by(self, maker: AssetProvider, order: ImageOrder | MusicOrder) -> _Result:
        by = maker.maker(_kind(order))
        key = key_of(by, order)
        try:
            made = await asyncio.to_thread(self.store.get, key)
            if made is None:
                made = await self._asked(maker, order)
                await asyncio.to_thread(self.store.put, key, made)
            return _Result(made, by, "final")
        except AssetError as error:
            reason = error.reason
        except OSError as error:
            reason = _not_kept(error)
        except Exception as error:  # noqa: BLE001 - a picture that fails is never a reason to lose words
            reason = f"{type(error).__name__}: {said_by(error)}."
        return _Result(None, by, "failed", reason)

    async def _asked(self, maker: AssetProvider, order: ImageOrder | MusicOrder) -> Made:
        async with self._place():
            if maker is not self.house and self._locked_out is not None:
                raise self._locked_out
            try:
                made = await (maker.image(order) if isinstance(order, ImageOrder) else maker.music(order))
            except AssetError as error:
                if error.code in ("no_key", "key", "missing") and maker is not self.house:
                    self._locked_out = error  # it will not be better for the next picture
                raise
        if not made.content or made.mime not in _ENDS:
            raise AssetError("What was made is nothing that can be shown.", code="unusable")
        return made

    def _place(self) -> asyncio.Semaphore:
        """The places at the bench: so many are at work at once."""
        loop = asyncio.get_running_loop()
        if self._room is None or self._room[0] is not loop:
            self._room = loop, asyncio.Semaphore(self.at_once)
        return self._room[1]


def _not_kept(error: OSError) -> str:
    return f"It could not be kept: {error.strerror or type(error).__name__}."


def _kind(order: ImageOrder | MusicOrder) -> AssetKind:
    return order.kind if isinstance(order, ImageOrder) else "music"


def _asset(
    kind: AssetKind,
    id: str,
    result: _Result,
    *,
    owner: str,
    prompt: str,
    seed: int,
    alt: str,
    expression: str = "",
) -> Asset:
    made = result.made
    mime = made.mime if made is not None else _USUAL[kind]
    return Asset(
        id=id,
        kind=kind,
        path=f"assets/{_FOLDERS[kind]}/{id}.{_ENDS[mime]}",
        mime=mime,
        sha256=sha256(made.content) if made is not None else "",
        width=made.width if made is not None else 0,
        height=made.height if made is not None else 0,
        provider=cut(result.by),
        prompt=prompt,
        seed=seed,
        status=result.status,
        reason=cut(result.reason),
        alt=alt,
        owner=owner,
        expression=expression,
    )


# -- what is asked for


def look_of(character: Character) -> str:
    """What a character looks like: who it is, and the looks as they were said or as the description tells them."""
    said = character.image_prompt.strip()
    looks = f"{_what_is(character)}{said}" if said else character.description
    return f"{looks}, {character.pronouns}" if character.pronouns else looks


def _what_is(character: Character) -> str:
    """What stands beside the name in the description: `a young nun; ` of "Imogen, a young nun, listens". A prompt for
    a picture often says what somebody wears on top, and leaves out what everybody knows."""
    found = re.match(
        rf"{re.escape(character.name)}(?:,| is| ist) ((?:an?|the|eine?|der|die) [^,.;:]{{3,60}})[,.;:]",
        character.description,
    )
    return f"{found[1]}; " if found else ""


def view_of(location: Location) -> str:
    """What a place looks like."""
    return location.background_prompt.strip() or f"{location.title}. {location.ambient_detail}"[:8_000].strip()


def music_words(location: Location) -> str:
    """What a place sounds like, in one line of words."""
    return "; ".join(text for text, _ in _sounds(location))[:8_000]


def _sounds(location: Location) -> tuple[tuple[str, float], ...]:
    said = tuple((each.text, each.weight) for each in location.music_prompts)
    return said or ((location.mood or location.title, 1.0),)
