"""Who is no human being: the ears of an elf or a fox, horns, tusks, the seams of a face that was built."""

from __future__ import annotations

from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import Colour, mix
from gameplan.novels.assets.portraits.head import Head
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import curve, lens, oval, pair

_POINTED = ("elf", "demon", "orc", "vampire")
_BEASTS = ("cat", "fox", "wolf")


def over_hair(who: Identity, head: Head, canvas: Canvas) -> str:
    """Ears and horns that show whatever the hair is like."""
    drawn = ""
    for side in (-1, 1):
        if who.kin in _POINTED:
            drawn += _pointed(who, head, canvas, side)
        if who.kin in _BEASTS and who.hat in ("", "crown", "laurel", "veil"):
            drawn += _beastly(who, head, canvas, side)
        if who.kin == "demon":
            drawn += _horn(who, head, canvas, side)
    return drawn


def on_face(who: Identity, head: Head, canvas: Canvas) -> str:
    """Tusks, fangs, or the seams of a face that was built."""
    drawn = ""
    ivory = canvas.colour("#f2ead6", "white")
    for side in (-1, 1):
        if who.kin == "orc":
            x, y = head.on(side * 0.25, head.mouth + 0.012)
            tusk = curve([(x - 11, y), (x + side * 4, y - 46), (x + 11, y)], (0, 1, 2))
            drawn += canvas.fill(tusk, ivory) + canvas.stroke(tusk, canvas.deep(who.skin, "skin", 0.3), 2, 0.6)
        if who.kin == "vampire":
            x, y = head.on(side * 0.12, head.mouth + 0.002)
            drawn += canvas.fill(curve([(x - 6, y), (x + 6, y), (x, y + 20)], (0, 1, 2)), ivory)
        if who.kin == "robot":
            seam = canvas.deep(who.skin, "skin", 0.3)
            start, bend, end = (pair(head.on(side * x, y)) for x, y in ((0.62, 0.2), (0.66, 0.6), (0.34, 0.97)))
            drawn += canvas.stroke(f"M{start}Q{bend} {end}", seam, 4, 0.7)
            drawn += canvas.fill(oval(*head.on(side * 0.8, 0.36), 12, 12), seam, 0.8)
            drawn += canvas.fill(oval(*head.on(side * 0.8, 0.36), 7, 7), canvas.colour(who.eye_colour, "eye"))
    return drawn


def _pointed(who: Identity, head: Head, canvas: Canvas, side: int) -> str:
    long = 1.62 if who.kin == "elf" else 1.42
    points = [(0.96, 0.44), (1.14, 0.4), (long, 0.2), (1.3, 0.56), (1.08, 0.68), (0.96, 0.66)]
    shape = curve([head.at(side * x, y) for x, y in points], (2,))
    inner = lens(head.at(side * 1.06, 0.6), head.at(side * 1.2, 0.44), head.at(side * (long - 0.14), 0.28), -side * 18)
    shade = canvas.fill(inner, canvas.dark(who.skin, "skin"), 0.7, 3)
    return canvas.form(f"point{side}", shape, who.skin, "skin", inside=shade, lit=(-8, -5))


def _beastly(who: Identity, head: Head, canvas: Canvas, side: int) -> str:
    wide = 0.3 if who.kin == "cat" else 0.34
    tip = (0.86, -0.36) if who.kin == "cat" else (0.72, -0.4)
    fur: Colour = {"fox": "#c8682c", "wolf": "#7c7a78"}.get(who.kin, who.hair_colour)
    outer = [(0.72 - wide, -0.02), tip, (0.8 + wide, 0.16), (0.7, 0.14)]
    inside = [(0.7 - wide * 0.5, 0.0), (tip[0], tip[1] + 0.1), (0.76 + wide * 0.55, 0.12)]
    shape = curve([head.at(side * x, y) for x, y in outer], (0, 1, 2))
    soft = canvas.fill(curve([head.at(side * x, y) for x, y in inside], (0, 1, 2)), mix("#e8b0a4", fur, 0.15))
    return canvas.form(f"beast{side}", shape, fur, "hair", inside=soft, lit=(-8, -6))


def _horn(who: Identity, head: Head, canvas: Canvas, side: int) -> str:
    points = [(0.42, 0.1), (0.6, -0.1), (0.92, -0.22), (1.0, -0.44), (1.14, -0.16), (0.9, 0.02), (0.68, 0.16)]
    shape = curve([head.at(side * x, y) for x, y in points], (0, 3, 6))
    rings = "".join(
        canvas.stroke(f"M{pair(head.at(side * x, y))}L{pair(head.at(side * (x + 0.2), y + 0.12))}", "#1c1418", 4, 0.5)
        for x, y in ((0.5, -0.02), (0.64, -0.1), (0.8, -0.16))
    )
    return canvas.form(f"horn{side}", shape, "#4a3b40", "metal", inside=rings, lit=(-8, -6))
