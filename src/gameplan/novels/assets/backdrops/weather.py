"""Weather before the picture (rain, snow, fog) and water in it."""

from __future__ import annotations

import numpy as np
from PIL import Image

from gameplan.novels.assets.backdrops.canvas import Canvas, cloud_noise
from gameplan.novels.assets.backdrops.colour import mix, to_hex
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH


def fall(canvas: Canvas) -> None:
    """What falls from the sky, or lies in the air, in front of everything."""
    weather = canvas.palette.view.weather
    if weather in ("fog", "rain", "storm", "snow"):
        drift(canvas, {"fog": 0.50, "snow": 0.26, "rain": 0.20, "storm": 0.16}[weather])
    if weather in ("rain", "storm"):
        _rain(canvas, 1.7 if weather == "storm" else 1.0)
    if weather == "snow":
        _snow(canvas)


def _rain(canvas: Canvas, amount: float) -> None:
    rng, sheet = canvas.rng, canvas.sheet
    slant = rng.uniform(-0.24, 0.24) * (2.0 if amount > 1.2 else 1.0)
    colour = to_hex(mix(canvas.palette.haze, (1.0, 1.0, 1.0), 0.45))
    for count, length, width, opacity in ((420, 34, 1.0, 0.20), (200, 64, 1.4, 0.20), (60, 120, 2.0, 0.15)):
        strokes = []
        for _ in range(int(count * amount)):
            x, y, far = rng.uniform(-80, WIDTH + 80), rng.uniform(-60, HEIGHT), length * rng.uniform(0.6, 1.3)
            strokes.append([(x, y), (x + slant * far, y + far)])
        sheet.lines(strokes, colour, width, opacity)


def _snow(canvas: Canvas) -> None:
    rng, sheet = canvas.rng, canvas.sheet
    colour = to_hex(mix(canvas.palette.haze, (1.0, 1.0, 1.0), 0.72))
    for count, radius, opacity in ((420, 1.6, 0.6), (170, 2.8, 0.6), (46, 5.2, 0.4), (12, 11.0, 0.14)):
        spots = [(rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), radius * rng.uniform(0.7, 1.3)) for _ in range(count)]
        sheet.discs([(x, y, r, r) for x, y, r in spots], colour, opacity)


def drift(canvas: Canvas, amount: float, middle: float = 600, spread: float = 330) -> None:
    """Fog in banks, thickest about one height."""
    canvas.settle()
    width, height = 480, 270
    banks = cloud_noise(canvas.noise, width, height, (4, 9), 4)
    ys = np.linspace(0, HEIGHT, height, dtype=np.float32)[:, None]
    shape = np.exp(-(((ys - middle) / spread) ** 2)) * 0.8 + 0.2
    alpha = np.clip(shape * (0.35 + banks) * amount, 0, 0.92) * 255
    mask = Image.fromarray(alpha.astype(np.uint8)).resize((canvas.width, canvas.height), Image.Resampling.BICUBIC)
    canvas.image.paste(Image.new("RGB", canvas.image.size, canvas.palette.hazy()), (0, 0), mask)


def mirror(
    canvas: Canvas,
    top: float,
    bottom: float = HEIGHT,
    *,
    colour: str = "#2c4a5c",
    own: float = 0.35,
    ripple: float = 1.0,
) -> None:
    """Water from `top` down: it shows what stands above it, broken by ripples that grow towards us."""
    canvas.settle()
    pixels = canvas.pixels()
    unit = canvas.height / HEIGHT
    first, last = max(1, int(top * unit)), min(canvas.height, int(bottom * unit))
    rows = last - first
    if rows < 2:
        return
    away = np.linspace(0, 1, rows, dtype=np.float32)
    waves = cloud_noise(canvas.noise, max(2, canvas.width // 4), 256, (7, 60), 3) - 0.5
    depth = (255 * (1 - (1 - away) ** 2.4)).astype(np.int32)  # narrow bands far away, wide ones near
    field = np.repeat(waves[depth], 4, axis=1)
    field = np.pad(field, ((0, 0), (0, max(0, canvas.width - field.shape[1]))), mode="edge")[:, : canvas.width]
    shift = field * (6 + 130 * away[:, None]) * ripple * unit
    source = first - 1 - (np.arange(rows, dtype=np.float32) * min(1.0, 0.96 * first / rows))[:, None] + shift * 0.9
    ys = np.clip(source, 0, first - 1).astype(np.int32)
    xs = np.clip(np.arange(canvas.width, dtype=np.float32)[None, :] + shift * 0.25, 0, canvas.width - 1).astype(
        np.int32
    )
    seen = pixels[ys, xs].astype(np.float32)
    deep = canvas.palette.tone(colour, 0.0, 0.4)
    tint = np.array([int(deep[at : at + 2], 16) for at in (1, 3, 5)], dtype=np.float32)
    share = np.clip(own * (0.55 + 0.9 * away), 0, 0.9)[:, None, None]
    seen = seen * (1 - share) + tint * share
    seen += (
        np.clip(field - 0.19, 0, 1)[..., None]
        * (60 + 70 * (1 - away))[:, None, None]
        * (0.35 if canvas.palette.night else 1.0)
    )
    pixels[first:last] = np.clip(seen, 0, 255).astype(np.uint8)
    canvas.replace(pixels)
    _glitter(canvas, top, bottom)


def _glitter(canvas: Canvas, top: float, bottom: float) -> None:
    """The path of light on water, below the sun or the moon."""
    if canvas.palette.grey > 0.6:
        return
    rng, x = canvas.rng, canvas.light_at[0]
    strokes = []
    for _ in range(170):
        at = rng.random() ** 1.7
        y = top + 3 + (bottom - top) * at
        spread, length = 22 + 170 * at, 5 + 46 * at
        middle = x + rng.gauss(0, spread)
        strokes.append([(middle - length, y), (middle + length, y)])
    colour = to_hex(mix(canvas.palette.light, (1.0, 1.0, 1.0), 0.3))
    canvas.sheet.lines(strokes, colour, 1.8, 0.42 if canvas.palette.night else 0.5)
