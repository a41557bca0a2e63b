"""Garments that are open in front: suits, coats, jackets, and the roll-neck under them."""

from __future__ import annotations

from gameplan.novels.assets.portraits.body import BOTTOM, Body
from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import Colour, lightness, mix
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import curve, lens, pair
from gameplan.novels.assets.portraits.tailoring import (
    CREW,
    buttons,
    recoloured,
    seam,
    shirtfront,
    torso,
)


def turtleneck(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = torso("top", who, body, canvas, who.cloth, CREW)
    roll = [
        body.at(*each)
        for each in ((-1.06, -92), (0, -72), (1.06, -92), (1.22, -50), (1.36, -8), (0, 34), (-1.36, -8), (-1.22, -50))
    ]
    fold = canvas.fill(
        lens(body.at(-1.2, -46), body.at(0, -10), body.at(1.2, -46), 9), canvas.dark(who.cloth, "cloth"), 0.8, 3
    )
    return drawn + canvas.form(
        "roll", curve(roll, (0, 2, 4, 6)), mix(who.cloth, "#ffffff", 0.05), "cloth", inside=fold, lit=(-18, -2)
    )


def _lapels(who: Identity, body: Body, canvas: Canvas, colour: Colour, depth: float, big: float = 1.0) -> str:
    drawn = []
    for side in (-1, 1):
        points = [
            (1.08, -66),
            (1.62, -50),
            (1.95 * big, 34),
            (1.66 * big, 58),
            (2.2 * big, 96),
            (1.0, depth * 0.72),
            (0.02, depth),
            (0.62, depth * 0.42),
        ]
        path = curve([body.at(side * x, y) for x, y in points], (0, 2, 3, 4, 6), pull=0.6)
        drawn.append(
            canvas.form(
                f"lapel{'l' if side < 0 else 'r'}", path, mix(colour, "#ffffff", 0.05), "cloth", lit=(-10, -6), rim=0
            )
        )
    return "".join(drawn)


def _open_jacket(
    who: Identity, body: Body, canvas: Canvas, *, under: str, depth: float, big: float, grow: float, closed: bool
) -> str:
    inner = ((-1.14, -52), (0.0, depth), (1.14, -52))
    drawn = under + torso("coat", who, body, canvas, who.cloth, inner, (1,), grow=grow)
    drawn += seam(canvas, body, who.cloth, depth, 0.02, 4) + _lapels(who, body, canvas, who.cloth, depth, big)
    if closed:
        drawn += buttons(canvas, body, mix(who.cloth, "#14101a", 0.45), 0.22, (int(depth) + 34, int(depth) + 120), 9)
    return drawn


def suit(who: Identity, body: Body, canvas: Canvas) -> str:
    under = shirtfront(who, body, canvas, with_tie="bowtie" not in who.extras)
    drawn = _open_jacket(who, body, canvas, under=under, depth=290, big=1.0, grow=8, closed=True)
    square = curve([body.across(x, y) for x, y in ((0.42, 176), (0.62, 170), (0.6, 192), (0.44, 198))], (0, 1, 2, 3))
    return drawn + canvas.fill(square, canvas.colour(who.accent, "cloth"))


def coat(who: Identity, body: Body, canvas: Canvas) -> str:
    inner = (
        turtleneck(recoloured(who, who.shirt), body, canvas)
        if who.nose_size > 0
        else shirtfront(who, body, canvas, with_tie=who.look == "masculine")
    )
    return _open_jacket(who, body, canvas, under=inner, depth=240, big=1.28, grow=22, closed=True)


def labcoat(who: Identity, body: Body, canvas: Canvas) -> str:
    dark = who.shirt if lightness(who.shirt) < 0.6 else "#4f6478"
    under = shirtfront(recoloured(who, who.cloth, shirt=dark), body, canvas, with_tie=who.look == "masculine")
    return _open_jacket(who, body, canvas, under=under, depth=310, big=1.1, grow=10, closed=True)


def jacket(who: Identity, body: Body, canvas: Canvas) -> str:
    tee = torso("tee", who, body, canvas, who.shirt, CREW)
    return _open_jacket(who, body, canvas, under=tee, depth=BOTTOM - body.base - 30, big=0.95, grow=14, closed=False)


def leather(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = jacket(who, body, canvas)
    shine = mix(canvas.colour(who.cloth, "cloth"), "#ffffff", 0.5)
    for side in (-1, 1):
        zip_ = f"M{pair(body.at(side * 1.9, 120))}L{pair(body.at(side * 1.05, BOTTOM - body.base))}"
        drawn += canvas.stroke(zip_, shine, 4, 0.7)
    gleam = lens(body.across(-0.98, 150), body.across(-0.9, 46), body.across(-0.55, 26), -10)
    return drawn + canvas.fill(gleam, shine, 0.6, 2)
