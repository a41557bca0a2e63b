"""A sheet of shapes: vector drawing on a ground of 1920 by 1080, whatever the size of the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

WIDTH, HEIGHT = 1920, 1080
Point: TypeAlias = tuple[float, float]
Stop: TypeAlias = tuple[float, str, float]  # where, colour, opacity


class Sheet:
    """Shapes in the order in which they are drawn. Only numbers and colours of ours are written into it."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._fills: list[str] = []

    def svg(self, width: int, height: int) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{width}" height="{height}"'
            f' preserveAspectRatio="none"><defs>{"".join(self._fills)}</defs>{"".join(self._parts)}</svg>'
        )

    def __bool__(self) -> bool:
        return bool(self._parts)

    # -- fills

    def down(self, top: float, bottom: float, *stops: Stop) -> str:
        """A fill that changes from one height to another."""
        return self._gradient(
            f'<linearGradient gradientUnits="userSpaceOnUse" x1="0" y1="{top:.1f}" x2="0" y2="{bottom:.1f}"', stops
        )

    def across(self, left: float, right: float, *stops: Stop) -> str:
        return self._gradient(
            f'<linearGradient gradientUnits="userSpaceOnUse" x1="{left:.1f}" y1="0" x2="{right:.1f}" y2="0"', stops
        )

    def round(self, x: float, y: float, radius: float, *stops: Stop) -> str:
        return self._gradient(
            f'<radialGradient gradientUnits="userSpaceOnUse" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"', stops
        )

    def _gradient(self, head: str, stops: Sequence[Stop]) -> str:
        name = f"f{len(self._fills)}"
        kind = head[1:].split(" ", 1)[0]
        inner = "".join(
            f'<stop offset="{at:.3f}" stop-color="{colour}" stop-opacity="{opacity:.3f}"/>'
            for at, colour, opacity in stops
        )
        self._fills.append(f'{head} id="{name}">{inner}</{kind}>')
        return f"url(#{name})"

    # -- shapes

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str, opacity: float = 1.0, corner: float = 0.0
    ) -> None:
        rounded = f' rx="{corner:.1f}"' if corner else ""
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}"{rounded}'
            f' fill="{fill}"{_seen(opacity)}/>'
        )

    def poly(self, points: Iterable[Point], fill: str, opacity: float = 1.0) -> None:
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._parts.append(f'<polygon points="{told}" fill="{fill}"{_seen(opacity)}/>')

    def disc(self, x: float, y: float, radius: float, fill: str, opacity: float = 1.0, squash: float = 1.0) -> None:
        self._parts.append(
            f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{radius:.1f}" ry="{radius * squash:.1f}"'
            f' fill="{fill}"{_seen(opacity)}/>'
        )

    def discs(self, discs: Iterable[tuple[float, float, float, float]], fill: str, opacity: float = 1.0) -> None:
        """Many ellipses (x, y, width, height of the half) as one shape: quick, and without seams."""
        path = "".join(
            f"M{x - a:.1f} {y:.1f}a{a:.1f} {b:.1f} 0 1 0 {2 * a:.1f} 0a{a:.1f} {b:.1f} 0 1 0 {-2 * a:.1f} 0z"
            for x, y, a, b in discs
        )
        if path:
            self._parts.append(f'<path d="{path}" fill="{fill}"{_seen(opacity)}/>')

    def polys(self, shapes: Iterable[Sequence[Point]], fill: str, opacity: float = 1.0) -> None:
        """Many polygons as one shape."""
        path = "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "z" for points in shapes)
        if path:
            self._parts.append(f'<path d="{path}" fill="{fill}"{_seen(opacity)}/>')

    def path(self, told: str, fill: str, opacity: float = 1.0) -> None:
        self._parts.append(f'<path d="{told}" fill="{fill}"{_seen(opacity)}/>')

    def line(self, points: Iterable[Point], colour: str, width: float, opacity: float = 1.0) -> None:
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._parts.append(
            f'<polyline points="{told}" fill="none" stroke="{colour}" stroke-width="{width:.2f}" stroke-linecap="round"'
            f' stroke-linejoin="round"{_seen(opacity)}/>'
        )

    def lines(self, lines: Iterable[Sequence[Point]], colour: str, width: float, opacity: float = 1.0) -> None:
        """Many strokes of one brush."""
        path = "".join("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) for points in lines)
        if path:
            self.curve(path, colour, width, opacity)

    def curve(self, told: str, colour: str, width: float, opacity: float = 1.0) -> None:
        self._parts.append(
            f'<path d="{told}" fill="none" stroke="{colour}" stroke-width="{width:.2f}"'
            f' stroke-linecap="round"{_seen(opacity)}/>'
        )

    def veil(self, top: float, bottom: float, colour: str, opacity: float) -> None:
        """Mist that lies before what is already drawn, thickest at its lower edge."""
        self.rect(0, top, WIDTH, bottom - top, self.down(top, bottom, (0, colour, 0), (1, colour, opacity)))


def trace(*parts: str | float) -> str:
    """The line of a shape: letters of a path, and the numbers that follow them."""
    return " ".join(part if isinstance(part, str) else f"{part:.1f}" for part in parts)


def _seen(opacity: float) -> str:
    return "" if opacity >= 1 else f' opacity="{max(0.0, opacity):.3f}"'
