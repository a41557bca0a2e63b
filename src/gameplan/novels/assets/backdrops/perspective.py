"""Perspective: rooms, streets and furniture are built in metres and seen from where a person stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.sheet import Point

Spot: TypeAlias = tuple[float, float, float]  # metres: to the right, up, away
NEAR = 0.9


@dataclass(frozen=True)
class Stage:
    """Where one stands: the vanishing point on the sheet, the height of the eye, and how wide one sees."""

    canvas: Canvas
    x: float = 960
    y: float = 500
    eye: float = 1.65
    focal: float = 1050
    misty: float = 0.0  # how much of the haze lies at thirty metres

    def at(self, x: float, y: float, z: float) -> Point:
        size = self.focal / max(NEAR, z)
        return self.x + x * size, self.y - (y - self.eye) * size

    def size(self, z: float) -> float:
        """How many points a metre has there."""
        return self.focal / max(NEAR, z)

    def tone(self, colour: str, z: float, lit: float = 0.35) -> str:
        return self.canvas.palette.tone(colour, min(0.9, self.misty * max(0.0, z) / 30), lit)

    def quad(self, corners: Sequence[Spot], fill: str, opacity: float = 1.0) -> None:
        self.canvas.sheet.poly([self.at(*corner) for corner in corners], fill, opacity)

    def wall(self, x: float, z0: float, z1: float, y0: float, y1: float, fill: str, opacity: float = 1.0) -> None:
        """A plane that runs away from us, at one side."""
        self.quad([(x, y0, z0), (x, y1, z0), (x, y1, z1), (x, y0, z1)], fill, opacity)

    def front(self, x0: float, x1: float, y0: float, y1: float, z: float, fill: str, opacity: float = 1.0) -> None:
        """A plane that faces us."""
        self.quad([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], fill, opacity)

    def flat(self, x0: float, x1: float, y: float, z0: float, z1: float, fill: str, opacity: float = 1.0) -> None:
        """A plane that lies level."""
        self.quad([(x0, y, z0), (x1, y, z0), (x1, y, z1), (x0, y, z1)], fill, opacity)

    def box(
        self, x0: float, x1: float, y0: float, y1: float, z0: float, z1: float, colour: str, lit: float = 1.0
    ) -> None:
        """A block: the faces that can be seen, each in its own light."""
        canvas = self.canvas
        x0, x1 = min(x0, x1), max(x0, x1)
        if y1 < self.eye:
            self.flat(x0, x1, y1, z0, z1, self.tone(colour, z0, 0.78 * lit))
        if y0 > self.eye:
            self.flat(x0, x1, y0, z0, z1, self.tone(colour, z0, 0.02 * lit))
        if x0 > 0:
            self.wall(x0, z0, z1, y0, y1, self.tone(colour, z0, canvas.lit(True) * 0.6 * lit))
        if x1 < 0:
            self.wall(x1, z0, z1, y0, y1, self.tone(colour, z0, canvas.lit(False) * 0.6 * lit))
        self.front(x0, x1, y0, y1, z0, self.tone(colour, z0, 0.30 * lit))

    def bar(self, one: Spot, other: Spot, thick: float, colour: str, lit: float = 0.3) -> None:
        """A beam, pole or pipe between two places, as thick as it is there."""
        z = min(one[2], other[2])
        width = thick * self.focal / max(NEAR, (one[2] + other[2]) / 2)
        self.canvas.sheet.line([self.at(*one), self.at(*other)], self.tone(colour, z, lit), max(1.0, width))

    def column(self, x: float, z: float, width: float, y0: float, y1: float, colour: str) -> None:
        """A round pillar with base and capital, lit from the side of the light."""
        sheet = self.canvas.sheet
        left, bottom = self.at(x - width / 2, y0, z)
        right, top = self.at(x + width / 2, y1, z)
        lit, dark = self.tone(colour, z, 0.85), self.tone(colour, z, 0.05)
        stops = (
            ((0.0, dark, 1.0), (0.28, lit, 1.0), (1.0, dark, 1.0))
            if self.canvas.from_left
            else ((0.0, dark, 1.0), (0.72, lit, 1.0), (1.0, dark, 1.0))
        )
        fill = sheet.across(left, right, *stops)
        sheet.rect(left, top, right - left, bottom - top, fill)
        wide, unit = (right - left) * 0.16, self.size(z)
        for y, high in ((top, unit * 0.22), (bottom - unit * 0.25, unit * 0.25)):
            sheet.rect(left - wide, y, right - left + 2 * wide, high, fill)
