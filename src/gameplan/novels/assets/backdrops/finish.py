"""The last hand: light on everything, the treatment of the art style, vignette, grain, and the file."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from gameplan.novels.assets.backdrops.canvas import (
    LINEAR,
    LOW_HEIGHT,
    LOW_WIDTH,
    Canvas,
    Field,
    enlarge,
    light_maps,
    small_grid,
)
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH
from gameplan.novels.assets.backdrops.styles import treat, treat_linear

LARGEST_FILE = 250_000
STEPS = 4096
_even = np.linspace(0, 1, STEPS, dtype=np.float64)
SHOWN = np.round(255 * np.where(_even <= 0.0031308, _even * 12.92, 1.055 * np.power(_even, 1 / 2.4) - 0.055)).astype(
    np.uint8
)


def light_up(canvas: Canvas) -> NDArray[np.uint8]:
    """The picture with its lights, the bloom of what is bright, and a vignette."""
    falls, glows = light_maps(canvas)
    xs, ys = small_grid()
    away = ((xs / WIDTH - 0.5) ** 2 * 1.1 + (ys / HEIGHT - 0.46) ** 2 * 1.5) * 2
    vignette = np.clip(1 - 0.62 * away, 0.25, 1)[..., None]
    small = np.asarray(canvas.image.resize((LOW_WIDTH, LOW_HEIGHT), Image.Resampling.BOX))
    bright = LINEAR[small] * falls + glows
    over = np.clip(bright - 0.55, 0, 1.5)
    bloom = (glows + 0.45 * _soft(over, 5) + 0.30 * _soft(over, 16)) * vignette
    lit = LINEAR[np.asarray(canvas.image)]
    lit *= enlarge((falls * vignette).astype(np.float32), canvas.width, canvas.height)
    lit += enlarge(bloom.astype(np.float32), canvas.width, canvas.height)
    treat_linear(canvas, lit)
    np.clip(lit, 0, 4, out=lit)
    over_one = lit > 0.7
    lit[over_one] = 0.7 + 0.3 * np.tanh((lit[over_one] - 0.7) / 0.5)
    shown: NDArray[np.uint8] = SHOWN[(lit * (STEPS - 1)).astype(np.int32)]
    return shown


def finish(canvas: Canvas, crop: tuple[int, int]) -> bytes:
    """The picture as a file, no larger than it should be."""
    canvas.settle()
    pixels = treat(canvas, light_up(canvas))
    image = Image.fromarray(pixels)
    left, top = (image.width - crop[0]) // 2, (image.height - crop[1]) // 2
    image = image.crop((left, top, left + crop[0], top + crop[1]))
    busy = canvas.palette.view.style in ("ink", "inkwash", "pastel", "noir")
    for quality in (64, 46, 28) if busy else (86, 72, 54, 34):
        if len(file := _encoded(image, quality)) <= LARGEST_FILE:
            return file
    return _encoded(image, 8)


def _encoded(image: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "WEBP", quality=quality, method=3)
    return out.getvalue()


def _soft(field: Field, radius: float) -> Field:
    parts = []
    for channel in range(3):
        small = Image.fromarray(np.clip(field[..., channel] * 170, 0, 255).astype(np.uint8))
        parts.append(np.asarray(small.filter(ImageFilter.GaussianBlur(radius)), dtype=np.float32) / 170)
    return np.stack(parts, axis=-1)
