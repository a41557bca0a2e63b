"""A backdrop from words: the same words and the same seed give the same picture."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.views import view_of

LARGEST = 4096  # pixels on a side


def paint_backdrop(
    prompt: str, *, mood: str = "", art_style: str = "", seed: int = 0, size: tuple[int, int] = (1920, 1080)
) -> bytes:
    """A backdrop as a WebP. The words choose what is painted, the seed how it is composed."""
    width, height = size
    if not (16 <= width <= LARGEST and 16 <= height <= LARGEST):
        raise ValueError(f"A backdrop is 16 to {LARGEST} pixels on a side, not {width} x {height}.")
    try:
        from gameplan.novels.assets.backdrops.studio import paint
    except ImportError as missing:
        raise RuntimeError("Backdrops are painted with the extra `novels`: install gameplan[novels].") from missing
    view = view_of(prompt, mood=mood, art_style=art_style)
    return paint(view, f"{seed}\x1f{prompt}".encode("utf-8", "replace"), (width, height))
