"""The house's own hand: portraits, backdrops and loops that are made here, without a key and without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from gameplan.novels.assets.provider import AssetError, AssetKind, ImageOrder, Made, MusicOrder
from gameplan.tools.arguments import said_by

EDITION = 2  # raised when the same words are to be drawn anew


class Draw(Protocol):
    def __call__(self, id: str, prompt: str, expression: str, /, *, art_style: str, seed: int) -> str: ...


class Paint(Protocol):
    def __call__(self, prompt: str, /, *, mood: str, art_style: str, seed: int, size: tuple[int, int]) -> bytes: ...


class Compose(Protocol):
    def __call__(self, prompts: Sequence[tuple[str, float]], /, *, mood: str, seconds: float, seed: int) -> bytes: ...


class HouseProvider:
    """Draws, paints and composes on this machine; the same order always gives the same bytes."""

    def __init__(self, draw: Draw | None = None, paint: Paint | None = None, compose: Compose | None = None) -> None:
        self._draw = draw or _draw
        self._paint = paint or _paint
        self._compose = compose or _compose

    def maker(self, kind: AssetKind) -> str:
        return f"house:{EDITION}"

    async def image(self, order: ImageOrder) -> Made:
        if order.kind == "portrait":
            return await _made(self._portrait, order)
        return await _made(self._backdrop, order)

    async def music(self, order: MusicOrder) -> Made:
        return await _made(self._loop, order)

    def _portrait(self, order: ImageOrder) -> Made:
        svg = self._draw(order.subject, order.prompt, order.expression, art_style=order.art_style, seed=order.seed)
        return Made(svg.encode(), "image/svg+xml", *order.size)

    def _backdrop(self, order: ImageOrder) -> Made:
        style, size = order.art_style, order.size
        content = self._paint(order.prompt, mood=order.mood, art_style=style, seed=order.seed, size=size)
        return Made(content, "image/webp", *size)

    def _loop(self, order: MusicOrder) -> Made:
        content = self._compose(order.prompts, mood=order.mood, seconds=order.seconds, seed=order.seed)
        return Made(content, "audio/ogg", seconds=order.seconds)


async def _made(make: Callable[..., Made], order: ImageOrder | MusicOrder) -> Made:
    try:
        return await asyncio.to_thread(make, order)
    except ImportError as error:
        missing = f'"{error.name}" is not installed' if error.name else said_by(error)
        raise AssetError(f'{missing}: pip install "gameplan[novels]".', code="missing") from None
    except Exception as error:
        why = said_by(error) or type(error).__name__
        raise AssetError(f"It could not be drawn: {why}.", code="unusable") from error


def _draw(id: str, prompt: str, expression: str, /, *, art_style: str, seed: int) -> str:
    from gameplan.novels.assets.portraits import draw_portrait

    return draw_portrait(id, prompt, expression, art_style=art_style, seed=seed)


def _paint(prompt: str, /, *, mood: str, art_style: str, seed: int, size: tuple[int, int]) -> bytes:
    from gameplan.novels.assets.backdrops import paint_backdrop

    return paint_backdrop(prompt, mood=mood, art_style=art_style, seed=seed, size=size)


def _compose(prompts: Sequence[tuple[str, float]], /, *, mood: str, seconds: float, seed: int) -> bytes:
    from gameplan.novels.assets.loops import compose_loop

    return compose_loop(prompts, mood=mood, seconds=seconds, seed=seed)
