"""The sky: a gradient mixed in OKLab, clouds in perspective, sun or moon, stars."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from gameplan.novels.assets.backdrops.canvas import Canvas, Field, cloud_noise
from gameplan.novels.assets.backdrops.colour import mix, scale, to_hex
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH

COVER = {"clear": 0.54, "overcast": 0.34, "rain": 0.28, "storm": 0.22, "snow": 0.32, "fog": 0.45}
SIZE = (640, 360)


def paint_sky(canvas: Canvas, horizon: float = 640, *, disc: bool = True) -> None:
    """The whole ground of an outdoor picture; below the horizon it goes on as haze."""
    palette = canvas.palette
    width, height = SIZE
    ys = np.linspace(0, HEIGHT, height, dtype=np.float32)
    share = np.clip(ys / horizon, 0, 1) ** 1.1
    ramp = np.array([_along(palette.sky, at / 255) for at in range(256)], dtype=np.float32)
    base = ramp[(share * 255).astype(np.int32)]
    picture = np.broadcast_to(base[:, None, :], (height, width, 3)).copy()
    _brighten(canvas, picture, horizon)
    _clouds(canvas, picture, horizon)
    picture = np.clip(picture, 0, 1)
    shown = np.where(picture <= 0.0031308, picture * 12.92, 1.055 * np.power(picture, 1 / 2.4) - 0.055) * 255
    shown += canvas.noise.random((height, width, 1), dtype=np.float32) - 0.5
    small = Image.fromarray(np.clip(shown, 0, 255).astype(np.uint8))
    canvas.image = small.resize((canvas.width, canvas.height), Image.Resampling.BICUBIC)
    drawn = palette.view.style in ("ink", "inkwash")  # a pen would make dots of stars
    if palette.night and palette.grey < 0.5 and not drawn:
        _stars(canvas, horizon)
    if disc and palette.grey < 0.64:
        _disc(canvas)


def _along(stops: tuple[tuple[float, float, float], ...], at: float) -> tuple[float, float, float]:
    place = at * (len(stops) - 1)
    first = min(int(place), len(stops) - 2)
    return mix(stops[first], stops[first + 1], place - first)


def _brighten(canvas: Canvas, picture: Field, horizon: float) -> None:
    """The sky is brightest about the light, and the light comes lower at dawn and dusk."""
    height, width, _ = picture.shape
    xs = np.linspace(0, WIDTH, width, dtype=np.float32)[None, :]
    ys = np.linspace(0, HEIGHT, height, dtype=np.float32)[:, None]
    x, y = canvas.light_at
    if canvas.palette.view.time in ("dawn", "dusk"):
        y = horizon - 60
    away = ((xs - x) ** 2 + ((ys - y) * 1.5) ** 2) / 620**2
    strength = {"night": 0.07, "day": 0.20}.get(canvas.palette.view.time, 0.38) * (1 - 0.75 * canvas.palette.grey)
    colour = np.array(canvas.palette.light, dtype=np.float32)
    picture += (np.exp(-away * 1.6) * strength)[..., None] * colour


def _clouds(canvas: Canvas, picture: Field, horizon: float) -> None:
    palette = canvas.palette
    height, width, _ = picture.shape
    tile = cloud_noise(canvas.noise, 512, 512, (5, 5), 6)
    rows = max(2, int(horizon / HEIGHT * height))
    far = 1.0 / (1.35 - np.linspace(0, 1, rows, dtype=np.float32))  # the nearer to the horizon, the smaller
    v = (far * 260 + 200 * canvas.rng.random())[:, None]
    u = (
        (np.linspace(-1, 1, width, dtype=np.float32)[None, :] * (150 + far[:, None] * 34))
        + 256
        + 90 * canvas.rng.random()
    )
    first = _sample(tile, u, v)
    x = canvas.light_at[0]
    toward = (9 * np.tanh((x - np.linspace(0, WIDTH, width)) / 400)).astype(np.float32)[None, :]
    second = _sample(tile, u + toward, v - 6)
    cover = COVER[palette.view.weather] + canvas.rng.uniform(-0.06, 0.06)
    thick = np.clip((first - cover) / 0.26, 0, 1)
    thick = thick * thick * (3 - 2 * thick)
    fade = np.clip((1 - np.linspace(0, 1, rows)) * 5, 0, 1).astype(np.float32)[:, None]
    relief = np.clip(0.5 + (first - second) * 3.4, 0, 1)
    light = np.array(mix(palette.sky[-1], palette.light, 0.5), dtype=np.float32)
    shade = np.array(mix(scale(palette.sky[1], 0.62), palette.haze, 0.35), dtype=np.float32)
    if palette.night:
        light, shade = light * 0.55, shade * 0.7
    if palette.view.weather == "storm":
        light, shade = light * 0.8, shade * 0.45
    colours = shade + (light - shade) * relief[..., None]
    alpha = (thick * fade * (0.86 if palette.grey else 0.78))[..., None]
    picture[:rows] = picture[:rows] * (1 - alpha) + colours * alpha


def _sample(tile: Field, u: NDArray[np.floating], v: NDArray[np.floating]) -> Field:
    """The tile at these places, evenly between its points; it goes on mirrored at its edges."""
    size = tile.shape[0]
    u, v = np.broadcast_arrays(np.abs((u % (2 * size - 2)) - (size - 1)), np.abs((v % (2 * size - 2)) - (size - 1)))
    left, top = np.minimum(u.astype(np.int32), size - 2), np.minimum(v.astype(np.int32), size - 2)
    fu, fv = u - left, v - top
    upper = tile[top, left] * (1 - fu) + tile[top, left + 1] * fu
    lower = tile[top + 1, left] * (1 - fu) + tile[top + 1, left + 1] * fu
    return np.asarray(upper * (1 - fv) + lower * fv, dtype=np.float32)


def _stars(canvas: Canvas, horizon: float) -> None:
    rng = canvas.rng
    colour = canvas.palette.own("#dfe8ff")
    for radius, count, opacity in ((0.9, 190, 0.5), (1.4, 70, 0.75), (2.1, 18, 0.9)):
        spots = [(rng.uniform(0, WIDTH), horizon * 0.92 * rng.random() ** 1.3, radius, radius) for _ in range(count)]
        canvas.sheet.discs(spots, colour, opacity)


def _disc(canvas: Canvas) -> None:
    """The sun or the moon, and its glow."""
    palette, sheet = canvas.palette, canvas.sheet
    x, y = canvas.light_at
    colour = to_hex(mix(palette.light, (1.0, 1.0, 1.0), 0.45))
    time = palette.view.time
    if time == "night":
        sheet.disc(x, y, 46, colour, 0.96)
        for dx, dy, radius in ((-14, -8, 12), (12, 12, 9), (8, -18, 6), (-8, 18, 7)):
            sheet.disc(x + dx, y + dy, radius, to_hex(scale(palette.light, 0.62)), 0.4)
        canvas.lamp(x, y, 330, to_hex(palette.light), falls=0.0, glows=0.42)
    elif time == "day" and palette.grey < 0.5:
        canvas.lamp(x, y, 300, to_hex(palette.light), falls=0.0, glows=0.42)
        sheet.disc(x, y, 34, "#ffffff", 0.7)
