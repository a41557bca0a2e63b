"""The parts that garments are made of: bodies of cloth, collars, seams, buttons, a tie."""

from __future__ import annotations

from dataclasses import replace

from gameplan.novels.assets.portraits.body import BOTTOM, Body, cut, folds
from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import Colour, lightness, mix
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import curve, oval, pair

_PATTERNED = ("top", "tee", "coat")
CREW = ((-1.16, -44), (-0.7, 2), (0.0, 18), (0.7, 2), (1.16, -44))


def seam_colour(canvas: Canvas, colour: Colour) -> Colour:
    return canvas.deep(colour, "cloth", 0.35)


def pattern(who: Identity, body: Body, canvas: Canvas, colour: Colour) -> str:
    """What is woven into the cloth: stripes across, or checks."""
    light = mix(canvas.colour(colour, "cloth"), canvas.light, 0.7)
    other = light if lightness(colour) < 0.6 else canvas.colour(who.accent, "cloth")
    drawn = ""
    if "stripes" in who.extras:
        for y in range(-20, 560, 62):
            drawn += canvas.stroke(
                f"M{pair(body.across(-1.3, y + 66))}Q{pair(body.across(0, y + 10))} {pair(body.across(1.3, y + 66))}",
                other,
                22,
                0.9,
            )
    elif "checks" in who.extras:
        for y in range(-20, 560, 66):
            drawn += canvas.stroke(
                f"M{pair(body.across(-1.3, y + 40))}Q{pair(body.across(0, y + 8))} {pair(body.across(1.3, y + 40))}",
                other,
                7,
                0.4,
            )
        for x in range(-8, 9):
            drawn += canvas.stroke(
                f"M{pair(body.across(x * 0.14, -30))}L{pair(body.across(x * 0.16, 560))}", other, 7, 0.4
            )
    return drawn


def torso(
    name: str,
    who: Identity,
    body: Body,
    canvas: Canvas,
    colour: Colour,
    neckline: tuple[tuple[float, float], ...],
    corners: tuple[int, ...] = (),
    grow: float = 0.0,
    inside: str = "",
) -> str:
    return canvas.form(
        name,
        cut(body, neckline, corners=corners, grow=grow),
        colour,
        "cloth",
        inside=(pattern(who, body, canvas, colour) if name in _PATTERNED else "")
        + folds(who, body, canvas, colour)
        + inside,
        lit=(-34, -10),
        lit_path=cut(body, ((-1.2, -70), (1.2, -70)), grow=grow),
    )


def seam(canvas: Canvas, body: Body, colour: Colour, top: float, x: float = 0.0, width: float = 3.0) -> str:
    path = f"M{pair(body.at(x, top))}Q{pair(body.at(x + 0.06, (top + 400) / 2))} {pair((body.at(x, 0)[0], BOTTOM))}"
    return canvas.stroke(path, seam_colour(canvas, colour), width, 0.75)


def buttons(canvas: Canvas, body: Body, colour: Colour, x: float, heights: tuple[int, ...], size: float = 8.0) -> str:
    drawn = []
    for y in heights:
        px, py = body.at(x, y)
        drawn.append(canvas.fill(oval(px + 1.5, py + 2, size, size), seam_colour(canvas, colour), 0.6))
        drawn.append(canvas.fill(oval(px, py, size, size), canvas.colour(colour, "metal")))
        drawn.append(
            canvas.fill(
                oval(px - size * 0.3, py - size * 0.35, size * 0.35, size * 0.3),
                mix(canvas.colour(colour, "metal"), canvas.light, 0.7),
            )
        )
    return "".join(drawn)


def collar_wings(
    who: Identity, body: Body, canvas: Canvas, colour: Colour, reach: float = 1.0, meet: float = 14
) -> str:
    """The two wings of a shirt's collar."""
    drawn = []
    for side in (-1, 1):
        points = [
            (side * 1.1, -66),
            (side * 1.5, -34),
            (side * (1.2 + 0.2 * reach), 30 + 22 * reach),
            (side * 0.55, 52 * reach + 8),
            (0, meet),
            (side * 0.55, -22),
        ]
        drawn.append(
            canvas.form(
                f"wing{'l' if side < 0 else 'r'}",
                curve([body.at(*each) for each in points], (0, 2, 4), pull=0.7),
                colour,
                "cloth",
                lit=(-8, -4),
                rim=0,
            )
        )
    return "".join(drawn)


def tie(who: Identity, body: Body, canvas: Canvas) -> str:
    knot = curve([body.at(x, y) for x, y in ((-0.24, 6), (0.24, 6), (0.16, 48), (-0.16, 48))], (0, 1, 2, 3))
    blade = curve(
        [body.at(x, y) for x, y in ((-0.16, 46), (0.16, 46), (0.38, 330), (0, 380), (-0.38, 330))], (0, 1, 2, 3, 4)
    )
    return canvas.form("blade", blade, who.accent, "cloth", lit=(-10, 0), rim=0) + canvas.form(
        "knot", knot, who.accent, "cloth", lit=(-6, -3), rim=0
    )


def shirtfront(who: Identity, body: Body, canvas: Canvas, *, with_tie: bool) -> str:
    front = torso("shirt", who, body, canvas, who.shirt, ((-1.14, -50), (0.0, 30), (1.14, -50)), (1,))
    drawn = front + seam(canvas, body, who.shirt, 30)
    if with_tie:
        drawn += tie(who, body, canvas)
    else:
        drawn += buttons(canvas, body, mix(who.shirt, "#ffffff", 0.3), 0.06, (80, 150, 220), 5)
    return drawn + collar_wings(who, body, canvas, mix(who.shirt, "#ffffff", 0.12), 0.8)


def recoloured(who: Identity, cloth: Colour, shirt: Colour | None = None) -> Identity:
    return replace(who, cloth=cloth, shirt=shirt or who.shirt)
