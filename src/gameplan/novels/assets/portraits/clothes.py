"""Clothes: each garment is a few cut shapes over the shoulders."""

from __future__ import annotations

from collections.abc import Callable

from gameplan.novels.assets.portraits.body import BOTTOM, Body
from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.costumes import armour, cloak, oilskin, robe, uniform
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.jackets import coat, jacket, labcoat, leather, suit, turtleneck
from gameplan.novels.assets.portraits.paths import curve, pair
from gameplan.novels.assets.portraits.tailoring import (
    CREW,
    buttons,
    collar_wings,
    recoloured,
    seam,
    seam_colour,
    shirtfront,
    torso,
)
from gameplan.novels.assets.portraits.vestments import cassock, drape, habit, sailor, spacesuit, whites

WIDE = ((-2.2, -8), (-1.5, 66), (-0.6, 104), (0.0, 110), (0.6, 104), (1.5, 66), (2.2, -8))


def behind_neck(who: Identity, body: Body, canvas: Canvas) -> str:
    """What stands up behind the neck: a collar's back, or a hood that is down."""
    if who.garment in ("dress", "sweater", "turtleneck", "armour", "habit", "drape") or (
        who.garment == "hoodie" and who.hat == "hood"
    ):
        return ""
    colour = mix(who.shirt if who.garment in ("shirt", "waistcoat", "apron", "overalls") else who.cloth, "#120e18", 0.3)
    if who.garment in ("hoodie", "oilskin", "cloak"):
        points = [
            body.at(x, y)
            for x, y in ((-2.2, 6), (-2.0, -60), (-1.1, -104), (0, -112), (1.1, -104), (2.0, -60), (2.2, 6), (0, 40))
        ]
        return canvas.form("nape", curve(points, (0, 6)), colour, "cloth")
    points = [body.at(x, y) for x, y in ((-1.5, 0), (-1.3, -78), (0, -92), (1.3, -78), (1.5, 0))]
    return canvas.form("nape", curve(points, (0, 4)), colour, "cloth", rim=0)


def worn(who: Identity, body: Body, canvas: Canvas) -> str:
    """The garment."""
    return _GARMENTS.get(who.garment, _shirt)(who, body, canvas)


# -- parts


# -- garments


def _shirt(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = torso("top", who, body, canvas, who.cloth, ((-1.16, -48), (0.0, 96), (1.16, -48)), (1,))
    drawn += seam(canvas, body, who.cloth, 96) + buttons(
        canvas, body, mix(who.cloth, "#ffffff", 0.45), 0.08, (150, 240, 330), 6
    )
    return drawn + collar_wings(who, body, canvas, mix(who.cloth, "#ffffff", 0.08), 1.2, 92)


def _sweater(who: Identity, body: Body, canvas: Canvas) -> str:
    knit = ""
    if canvas.treatment.detail > 0.5:
        knit = "".join(
            canvas.stroke(
                (
                    f"M{pair(body.across(x, 130))}Q{pair(body.across(x * 1.04, 260))} "
                    f"{pair((body.across(x, 0)[0], BOTTOM))}"
                ),
                canvas.dark(who.cloth, "cloth"),
                4,
                0.3,
            )
            for x in (-0.6, -0.48, -0.36, -0.24, -0.12, 0.0, 0.12, 0.24, 0.36, 0.48, 0.6)
        )
    drawn = torso("top", who, body, canvas, who.cloth, CREW, inside=knit)
    band = curve(
        [
            body.at(*each)
            for each in (
                (-1.2, -58),
                (-0.72, -14),
                (0, 2),
                (0.72, -14),
                (1.2, -58),
                (1.5, -30),
                (0.9, 30),
                (0, 48),
                (-0.9, 30),
                (-1.5, -30),
            )
        ],
        (0, 4, 5, 9),
    )
    ribs = "".join(
        canvas.stroke(
            f"M{pair(body.at(x, -60 + 64 * (1 - abs(x))))}L{pair(body.at(x * 1.2, -22 + 66 * (1 - abs(x) * 0.9)))}",
            canvas.dark(who.cloth, "cloth"),
            3,
            0.7,
        )
        for x in (-0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9)
    )
    return drawn + canvas.form(
        "band", band, mix(who.cloth, "#ffffff", 0.06), "cloth", inside=ribs, lit=(-10, -4), rim=0
    )


def _waistcoat(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = shirtfront(who, body, canvas, with_tie=who.look != "feminine")
    right = [(0.34, -6), (0.62, 20), (0.6, 110), (0.72, 260), (0.74, BOTTOM - body.base)]
    left = [(-x, y) for x, y in right]
    points = [body.across(x, y) for x, y in [*reversed(left), (0.0, 196.0), *right]]
    drawn += canvas.form("vest", curve(points, (0, 4, 5, 6, 10), pull=0.8), who.cloth, "cloth", lit=(-26, -6))
    drawn += seam(canvas, body, who.cloth, 196) + buttons(canvas, body, "#c9a14a", 0.12, (224, 290, 356), 8)
    pocket = f"M{pair(body.across(0.28, 250))}L{pair(body.across(0.52, 240))}"
    return drawn + canvas.stroke(pocket, seam_colour(canvas, who.cloth), 5, 0.8)


def _apron(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = _shirt(recoloured(who, who.shirt), body, canvas)
    for side in (-1, 1):
        strap = curve(
            [body.across(side * x, y) for x, y in ((0.33, -14), (0.45, -2), (0.46, 180), (0.36, 180))], (0, 1, 2, 3)
        )
        drawn += canvas.form(f"strap{'l' if side < 0 else 'r'}", strap, who.cloth, "cloth", lit=(-6, 0), rim=0)
    bib = curve(
        [
            body.across(x, y)
            for x, y in ((-0.5, 170), (0, 182), (0.5, 170), (0.62, BOTTOM - body.base), (-0.62, BOTTOM - body.base))
        ],
        (0, 2, 3, 4),
    )
    hem = canvas.stroke(
        f"M{pair(body.across(-0.5, 186))}Q{pair(body.across(0, 198))} {pair(body.across(0.5, 186))}",
        seam_colour(canvas, who.cloth),
        3,
        0.6,
    )
    return (
        drawn
        + canvas.form("bib", bib, who.cloth, "cloth", inside=hem, lit=(-24, -6))
        + buttons(canvas, body, "#c9a14a", -1.5, (190,), 8)
        + buttons(canvas, body, "#c9a14a", 1.5, (190,), 8)
    )


def _dress(who: Identity, body: Body, canvas: Canvas) -> str:
    neckline = WIDE if who.age != "child" else CREW
    drawn = torso("top", who, body, canvas, who.cloth, neckline)
    edge = curve([body.at(*each) for each in neckline], closed=False)
    drawn += canvas.stroke(edge, mix(canvas.colour(who.cloth, "cloth"), canvas.light, 0.5), 10, 0.85)
    darts = (
        f"M{pair(body.at(-1.5, 70))}Q{pair(body.at(-1.3, 240))} {pair(body.at(-0.9, BOTTOM - body.base))}"
        f"M{pair(body.at(1.5, 70))}Q{pair(body.at(1.3, 240))} {pair(body.at(0.9, BOTTOM - body.base))}"
    )
    return drawn + canvas.stroke(darts, seam_colour(canvas, who.cloth), 2.4, 0.5)


def _hoodie(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = _sweater(who, body, canvas)
    for side in (-1, 1):
        cord = f"M{pair(body.at(side * 0.5, 36))}Q{pair(body.at(side * 0.66, 120))} {pair(body.at(side * 0.56, 210))}"
        drawn += canvas.stroke(cord, canvas.colour("#e3d6bb", "cloth"), 7)
    return drawn


def _overalls(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = _sweater(recoloured(who, who.accent), body, canvas)
    for side in (-1, 1):
        strap = curve(
            [body.across(side * x, y) for x, y in ((0.42, -14), (0.6, 4), (0.5, 190), (0.36, 190))], (0, 1, 2, 3)
        )
        drawn += canvas.form(f"strap{'l' if side < 0 else 'r'}", strap, who.cloth, "cloth", lit=(-8, 0), rim=0)
    bib = curve(
        [
            body.across(x, y)
            for x, y in ((-0.54, 180), (0.54, 180), (0.7, BOTTOM - body.base), (-0.7, BOTTOM - body.base))
        ],
        (0, 1, 2, 3),
    )
    drawn += canvas.form("bib", bib, who.cloth, "cloth", lit=(-24, -6))
    return drawn + "".join(
        buttons(canvas, body, "#c9a14a", side * 0.43 * body.wide / body.neck, (202,), 11) for side in (-1, 1)
    )


_GARMENTS: dict[str, Callable[[Identity, Body, Canvas], str]] = {
    "shirt": _shirt,
    "sweater": _sweater,
    "turtleneck": turtleneck,
    "waistcoat": _waistcoat,
    "suit": suit,
    "coat": coat,
    "labcoat": labcoat,
    "jacket": jacket,
    "leather": leather,
    "uniform": uniform,
    "oilskin": oilskin,
    "apron": _apron,
    "robe": robe,
    "cloak": cloak,
    "dress": _dress,
    "hoodie": _hoodie,
    "overalls": _overalls,
    "armour": armour,
    "habit": habit,
    "cassock": cassock,
    "whites": whites,
    "sailor": sailor,
    "spacesuit": spacesuit,
    "drape": drape,
}
