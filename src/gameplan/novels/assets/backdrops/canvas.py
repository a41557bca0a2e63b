"""The canvas: layers are laid on it one after another, then light falls on all of them at once."""

from __future__ import annotations

import io
from dataclasses import dataclass
from random import Random

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from gameplan.novels.assets.backdrops.colour import Colour, parse
from gameplan.novels.assets.backdrops.palettes import Palette
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, Point, Sheet

Field = NDArray[np.float32]
LOW_WIDTH, LOW_HEIGHT = 480, 270  # light is soft: it is reckoned small and drawn large
LINEAR = np.array([parse(f"#{value:02x}{value:02x}{value:02x}")[0] for value in range(256)], dtype=np.float32)


@dataclass(frozen=True)
class Light:
    """Light around a point: what it falls on is lit, and the air about it glows."""

    x: float
    y: float
    radius: float
    colour: Colour
    falls: float
    glows: float
    squash: float = 1.0


@dataclass(frozen=True)
class Shaft:
    """Light that falls through a window: a shape with soft edges."""

    points: tuple[Point, ...]
    colour: Colour
    falls: float
    glows: float
    blur: float


class Canvas:
    """A picture in the making. Distances are those of a sheet (1920 by 1080)."""

    def __init__(self, palette: Palette, rng: Random, width: int, height: int) -> None:
        self.palette, self.rng, self.width, self.height = palette, rng, width, height
        self.noise = np.random.Generator(np.random.PCG64(rng.getrandbits(63)))
        self.image = Image.new("RGB", (width, height))
        self.sheet = Sheet()
        self.lights: list[Light] = []
        self.shafts: list[Shaft] = []
        self.dim = 1.0  # what is left of the light where no lamp reaches
        self.light_at: Point = (rng.choice((rng.uniform(260, 620), rng.uniform(1300, 1660))), rng.uniform(150, 330))

    @property
    def from_left(self) -> bool:
        return self.light_at[0] < WIDTH / 2

    def lit(self, faces_left: bool) -> float:
        """How much light falls on a side."""
        return 0.85 if faces_left == self.from_left else 0.12

    def settle(self) -> None:
        """Lay what was drawn so far on the picture."""
        if not self.sheet:
            return
        png = resvg_py.svg_to_bytes(svg_string=self.sheet.svg(self.width, self.height), skip_system_fonts=True)
        layer = Image.open(io.BytesIO(bytes(png)))
        self.image.paste(layer, (0, 0), layer)
        self.sheet = Sheet()

    def lamp(
        self,
        x: float,
        y: float,
        radius: float,
        colour: str = "",
        falls: float = 0.8,
        glows: float = 0.35,
        squash: float = 1.0,
    ) -> None:
        own = parse(colour) if colour else self.palette.lamp
        self.lights.append(Light(x, y, radius, own, falls, glows, squash))

    def shaft(self, points: tuple[Point, ...], colour: Colour, falls: float, glows: float, blur: float = 14) -> None:
        self.shafts.append(Shaft(points, colour, falls, glows, blur))

    def pixels(self) -> NDArray[np.uint8]:
        return np.array(self.image)

    def replace(self, pixels: NDArray[np.uint8]) -> None:
        self.image = Image.fromarray(pixels)


def small_grid() -> tuple[Field, Field]:
    """Where the small light map's points are on a sheet."""
    xs = (np.arange(LOW_WIDTH, dtype=np.float32) + 0.5) * (WIDTH / LOW_WIDTH)
    ys = (np.arange(LOW_HEIGHT, dtype=np.float32) + 0.5) * (HEIGHT / LOW_HEIGHT)
    return np.broadcast_to(xs, (LOW_HEIGHT, LOW_WIDTH)), np.broadcast_to(ys[:, None], (LOW_HEIGHT, LOW_WIDTH))


def light_maps(canvas: Canvas) -> tuple[Field, Field]:
    """What the light does to each point: by how much it is multiplied, and what is added to it."""
    xs, ys = small_grid()
    falls = np.zeros((LOW_HEIGHT, LOW_WIDTH, 3), dtype=np.float32)
    glows = np.zeros((LOW_HEIGHT, LOW_WIDTH, 3), dtype=np.float32)
    for light in canvas.lights:
        away = ((xs - light.x) ** 2 + ((ys - light.y) / light.squash) ** 2) / light.radius**2
        soft = np.exp(-2.2 * away) * 0.7 + 0.3 / (1 + 14 * away)
        soft *= np.clip(1.6 - away / 4, 0, 1)
        own = np.array(light.colour, dtype=np.float32)
        falls += soft[..., None] * own * light.falls
        glows += (soft**1.6)[..., None] * own * light.glows
    for shaft in canvas.shafts:
        shape = Image.new("L", (LOW_WIDTH, LOW_HEIGHT))
        ImageDraw.Draw(shape).polygon(
            [(x * LOW_WIDTH / WIDTH, y * LOW_HEIGHT / HEIGHT) for x, y in shaft.points], fill=255
        )
        mask = np.asarray(shape.filter(ImageFilter.GaussianBlur(shaft.blur / 4)), dtype=np.float32) / 255
        own = np.array(shaft.colour, dtype=np.float32)
        falls += mask[..., None] * own * shaft.falls
        glows += mask[..., None] * own * shaft.glows
    base = np.array(canvas.palette.room_light, dtype=np.float32) * canvas.dim
    lit, glow = base + falls / (1 + 0.20 * falls), glows / (1 + 1.3 * glows)  # many lamps do not blind
    return lit.astype(np.float32), glow.astype(np.float32)


def enlarge(field: Field, width: int, height: int) -> Field:
    """A small map as large as the picture."""
    if field.ndim == 2:
        return np.asarray(Image.fromarray(field).resize((width, height), Image.Resampling.BILINEAR), dtype=np.float32)
    out = np.empty((height, width, field.shape[2]), dtype=np.float32)
    for channel in range(field.shape[2]):
        out[..., channel] = enlarge(np.ascontiguousarray(field[..., channel]), width, height)
    return out


def cloud_noise(noise: np.random.Generator, width: int, height: int, cells: tuple[int, int], octaves: int = 5) -> Field:
    """Soft noise between 0 and 1 that has large shapes and small ones."""
    total = np.zeros((height, width), dtype=np.float32)
    level, whole = 1.0, 0.0
    across, down = cells
    for _ in range(octaves):
        grid = noise.random((down + 3, across + 3), dtype=np.float32)
        box = (0.5, 0.5, across + 2.5, down + 2.5)
        total += level * np.asarray(Image.fromarray(grid).resize((width, height), Image.Resampling.BICUBIC, box=box))
        whole += level
        level, across, down = level * 0.55, across * 2, down * 2
    total /= whole
    low, high = float(total.min()), float(total.max())
    return (total - low) / max(1e-6, high - low)
