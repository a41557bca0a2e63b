"""Neck and shoulders: their measures, the skin that shows, and the outlines that clothes are cut from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.head import MIDDLE, Head
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import Point, curve, lens, oval

BOTTOM = 1260.0


@dataclass(frozen=True, slots=True)
class Body:
    """Where neck and shoulders are. `base` is the height of the pit of the throat."""

    base: float
    neck: float
    wide: float  # half of the shoulders

    def at(self, x: float, y: float) -> Point:
        """A point so far from the pit of the throat; x in widths of half a neck."""
        return MIDDLE + x * self.neck, self.base + y

    def across(self, x: float, y: float) -> Point:
        """The same, x in widths of half the shoulders."""
        return MIDDLE + x * self.wide, self.base + y


def body_of(who: Identity, head: Head) -> Body:
    """The measures of somebody's neck and shoulders."""
    neck = {"masculine": 90.0, "feminine": 71.0}.get(who.look, 80.0)
    wide = {"masculine": 330.0, "feminine": 276.0}.get(who.look, 300.0)
    drop = 84.0 if who.look == "feminine" else 98.0
    if who.age == "child":
        neck, wide, drop = 60.0, 214.0, 68.0
    elif who.age == "teen":
        neck, wide = neck * 0.9, wide * 0.9
    grow = {"broad": 1.13, "thin": 0.9}.get(who.build, 1.0)
    return Body(base=head.chin + drop, neck=neck * grow, wide=wide * grow * (1 + 0.02 * who.width))


def cut(body: Body, neckline: Sequence[tuple[float, float]], *, corners: Sequence[int] = (), grow: float = 0.0) -> str:
    """The outline of something worn on the shoulders, open at the neck along `neckline` (from left to right)."""
    left = [(-1.1, BOTTOM - body.base), (-1.06, 250), (-0.985, 92), (-0.76, 22)]
    points = [(body.across(x, y)[0] - grow, body.across(x, y)[1] - grow * 0.6) for x, y in left]
    if neckline[0][0] > -1.9:
        points.append((body.at(-1.9, -16)[0], body.at(-1.9, -16)[1] - grow * 0.5))
    start = len(points)
    points += [body.at(x, y) for x, y in neckline]
    end = len(points) - 1
    points += [(2 * MIDDLE - x, y) for x, y in reversed(points[:start])]
    sharp = {0, start, end, len(points) - 1, *(start + each for each in corners)}
    return curve(points, sharp)


def skin(who: Identity, head: Head, body: Body, canvas: Canvas) -> str:
    """Neck and chest, with the shadow of the head on them."""
    tip = head.chin
    right = [(0.98, tip - 120 - body.base), (0.96, -66), (1.12, -36), (1.9, -12)]
    points = [body.at(x, y) for x, y in right]
    points += [body.across(0.62, 26), body.across(0.66, 260), body.across(-0.66, 260), body.across(-0.62, 26)]
    points += [body.at(-x, y) for x, y in reversed(right)]
    path = curve(points, (0, 5, 6, len(points) - 1))
    dark = canvas.dark(who.skin, "skin")
    deep = canvas.deep(who.skin, "skin", 0.1)
    jaw = curve(
        [head.at(x, y) for x, y in ((-1.1, 0.5), (-0.72, 0.9), (-0.2, 1.075), (0.28, 1.12), (0.75, 1.0), (1.2, 0.6))],
        (0, 5),
    )
    inside = [canvas.shadow(jaw, who.skin, "skin", 0.95, 8)]
    if canvas.treatment.soft:
        inside.append(canvas.fill(jaw, mix(dark, deep, 0.5), 0.35, 14))
    for side in (-1, 1):
        cord = lens(body.at(side * 0.74, -70), body.at(side * 0.5, -30), body.at(side * 0.16, -2), side * 6)
        bone = lens(body.at(side * 0.22, 6), body.at(side * 1.1, 6), body.at(side * 2.3, -6), side * 8)
        strength = {"thin": 0.6, "broad": 0.2}.get(who.build, 0.4) * (0.5 if who.age == "child" else 1)
        inside += [canvas.fill(cord, dark, strength, 3), canvas.fill(bone, dark, strength + 0.1, 3)]
    if canvas.treatment.soft:
        inside.append(canvas.fill(oval(*body.at(-1.3, 40), 60, 26), canvas.glow(who.skin), 0.4, 16))
    if who.age in ("old", "elder"):
        for y in (-52, -34):
            inside.append(
                canvas.fill(lens(body.at(-0.7, y - 8), body.at(0, y + 10), body.at(0.7, y - 8), 4), deep, 0.4)
            )
    if "tattoo" in who.extras:
        ink = mix(canvas.dark(who.skin, "skin"), "#1d2a3c", 0.7)
        for index in range(4):
            start, bend, end = (
                body.at(who.side * x, y + index * 17) for x, y in ((0.86, -96), (0.3, -92), (0.62, -62))
            )
            inside.append(canvas.fill(lens(start, bend, end, -9), ink, 0.7))
    if who.look == "masculine" and who.age not in ("child", "teen"):
        inside.append(canvas.fill(lens(body.at(-0.02, -58), body.at(0.24, -44), body.at(0.04, -26), 10), deep, 0.3, 3))
    return canvas.form("neck", path, who.skin, "skin", inside="".join(inside), lit=(-18, 0))


def folds(who: Identity, body: Body, canvas: Canvas, colour: str) -> str:
    """The creases of cloth over shoulders and arms, and the light on them."""
    if canvas.treatment.detail < 0.5:
        return ""
    dark, light = canvas.dark(colour, "cloth"), mix(canvas.colour(colour, "cloth"), canvas.light, 0.22)
    if canvas.treatment.hatch:
        dark = canvas.deep(colour, "cloth", 0.8)
    drawn = []
    for side in (-1, 1):
        lines = (
            ((0.7, 150), (0.68, 260), (0.77, 560), 15),
            ((0.72, 165), (0.58, 230), (0.52, 300), 11),
            ((0.9, 210), (0.98, 270), (0.88, 360), 9),
            ((0.6, 36), (0.74, 54), (0.84, 112), 8),
        )
        for start, bend, end, width in lines:
            stroke = lens(
                body.across(side * start[0], start[1]),
                body.across(side * bend[0], bend[1]),
                body.across(side * end[0], end[1]),
                side * width,
            )
            drawn.append(canvas.fill(stroke, dark, 0.55, 3))
    shine = lens(body.across(-0.94, 130), body.across(-0.86, 36), body.across(-0.5, 14), -14)
    drawn.append(canvas.fill(shine, light, 0.6, 6))
    return "".join(drawn)
