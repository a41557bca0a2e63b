"""Garments of a calling: uniform, oilskin, robe, cloak, armour."""

from __future__ import annotations

from gameplan.novels.assets.portraits.body import BOTTOM, Body
from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import curve, lens, oval, pair
from gameplan.novels.assets.portraits.tailoring import (
    CREW,
    buttons,
    collar_wings,
    seam,
    seam_colour,
    torso,
)


def uniform(who: Identity, body: Body, canvas: Canvas) -> str:
    gold = "#cda349"
    drawn = torso("top", who, body, canvas, who.cloth, CREW, grow=6)
    collar = [
        body.at(*each)
        for each in ((-1.08, -88), (0, -46), (1.08, -88), (1.3, -20), (0.1, 34), (0, 20), (-0.1, 34), (-1.3, -20))
    ]
    drawn += seam(canvas, body, who.cloth, 30, 0, 4)
    drawn += canvas.form("collar", curve(collar, (0, 1, 2, 3, 4, 5, 6, 7), pull=0.8), who.cloth, "cloth", lit=(-12, -2))
    trim = (
        f"M{pair(body.at(-1.08, -86))}Q{pair(body.at(-0.5, -52))} {pair(body.at(0, -44))}"
        f"Q{pair(body.at(0.5, -52))} {pair(body.at(1.08, -86))}"
    )
    drawn += canvas.stroke(trim, canvas.colour(gold, "metal"), 6)
    for side in (-1, 1):
        drawn += buttons(canvas, body, gold, side * 0.85, (96, 190, 284, 378), 10)
        board = curve(
            [body.across(side * x, y) for x, y in ((0.5, -2), (0.9, 40), (0.97, 82), (0.84, 74), (0.46, 30))],
            (0, 2, 3, 4),
        )
        fringe = canvas.stroke(
            f"M{pair(body.across(side * 0.82, 68))}L{pair(body.across(side * 0.97, 74))}",
            canvas.colour(gold, "metal"),
            10,
        )
        drawn += canvas.form(
            f"board{'l' if side < 0 else 'r'}",
            board,
            mix(who.cloth, gold, 0.25),
            "cloth",
            inside=fringe,
            lit=(-8, -4),
            rim=0,
        )
    return drawn


def oilskin(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = torso(
        "top", who, body, canvas, who.cloth, ((-1.3, -54), (-0.5, 26), (0.0, 60), (0.5, 26), (1.3, -54)), (2,), grow=18
    )
    drawn += seam(canvas, body, who.cloth, 60, 0.12, 5)
    for side in (-1, 1):
        points = [(1.16, -84), (1.85, -50), (1.75, 40), (0.9, 92), (0.04, 62), (0.75, -4)]
        drawn += canvas.form(
            f"flap{'l' if side < 0 else 'r'}",
            curve([body.at(side * x, y) for x, y in points], (0, 3, 4), pull=0.8),
            mix(who.cloth, "#ffffff", 0.06),
            "cloth",
            lit=(-12, -6),
        )
    for y in (150, 250, 350):
        drawn += canvas.stroke(
            f"M{pair(body.at(-0.42, y))}L{pair(body.at(0.62, y + 3))}", seam_colour(canvas, who.cloth), 6, 0.8
        )
        drawn += canvas.stroke(
            f"M{pair(body.at(0.42, y - 10))}L{pair(body.at(0.46, y + 16))}", canvas.colour("#5d4028", "cloth"), 14
        )
    wet = lens(body.across(-1.0, 170), body.across(-0.92, 50), body.across(-0.56, 24), -12)
    return drawn + canvas.fill(wet, "#ffffff", 0.4, 2)


def robe(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = torso("under", who, body, canvas, who.shirt, ((-1.14, -46), (0.0, 90), (1.14, -46)), (1,))
    drawn += torso("top", who, body, canvas, who.cloth, ((-1.2, -52), (0.15, 200), (1.2, -52)), (1,), grow=10)
    under = [body.at(x, y) for x, y in ((1.06, -66), (1.62, -56), (0.72, 150), (0.32, 228), (0.06, 176), (0.5, 70))]
    over = [
        (-1.06, -66),
        (-1.62, -56),
        (-0.5, 150),
        (1.2, BOTTOM - body.base),
        (2.0, BOTTOM - body.base),
        (0.2, 150),
        (-0.5, 50),
    ]
    drawn += canvas.form("trimr", curve(under, (0, 1, 3, 4), pull=0.7), who.accent, "cloth", lit=(-8, 0), rim=0)
    return drawn + canvas.form(
        "triml",
        curve([body.at(*each) for each in over], (0, 1, 3, 4), pull=0.7),
        who.accent,
        "cloth",
        lit=(-8, 0),
        rim=0,
    )


def cloak(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = torso("under", who, body, canvas, who.shirt, ((-1.16, -48), (0.0, 70), (1.16, -48)), (1,))
    drawn += collar_wings(who, body, canvas, mix(who.shirt, "#ffffff", 0.05), 0.7, 66)
    for side in (-1, 1):
        points = [
            body.at(side * 1.14, -60),
            body.at(side * 1.9, -34),
            body.across(side * 0.84, 14),
            body.across(side * 1.08, 110),
            body.across(side * 1.18, 300),
            (body.across(side * 1.24, 0)[0], BOTTOM),
            (body.across(side * 0.34, 0)[0], BOTTOM),
            body.at(side * 0.9, 220),
            body.at(side * 0.36, 40),
        ]
        creases = "".join(
            canvas.fill(
                lens(
                    body.at(side * 0.8, 30),
                    body.across(side * x, 160),
                    (body.across(side * (x + 0.1), 0)[0], BOTTOM),
                    side * 16,
                ),
                canvas.dark(who.cloth, "cloth"),
                0.6,
                4,
            )
            for x in (0.55, 0.8)
        )
        drawn += canvas.form(
            f"drape{'l' if side < 0 else 'r'}",
            curve(points, (0, 5, 6, 8)),
            who.cloth,
            "cloth",
            inside=creases,
            lit=(-22, -8),
        )
    x, y = body.at(0, 44)
    return (
        drawn
        + canvas.form("clasp", oval(x, y, 26, 24), "#c39a3b", "metal", lit=(-6, -5))
        + canvas.fill(oval(x, y, 11, 10), canvas.colour(who.accent, "cloth"))
    )


def armour(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = torso("top", who, body, canvas, mix(who.shirt, "#2b2a30", 0.5), CREW)
    plate = curve(
        [
            body.across(x, y)
            for x, y in (
                (-0.52, 10),
                (0, 56),
                (0.52, 10),
                (0.74, 120),
                (0.72, BOTTOM - body.base),
                (-0.72, BOTTOM - body.base),
                (-0.74, 120),
            )
        ],
        (0, 2, 4, 5),
    )
    ridge = canvas.fill(
        lens(body.at(0, 56), body.at(0.24, 220), body.at(0, BOTTOM - body.base), 10),
        mix(canvas.colour(who.cloth, "metal"), "#ffffff", 0.5),
        0.7,
        2,
    )
    drawn += canvas.form("plate", plate, who.cloth, "metal", inside=ridge, lit=(-40, -10))
    gorget = [body.at(*each) for each in ((-1.12, -84), (0, -52), (1.12, -84), (1.6, -10), (0, 66), (-1.6, -10))]
    drawn += canvas.form("gorget", curve(gorget, (0, 2)), mix(who.cloth, "#ffffff", 0.1), "metal", lit=(-18, -4))
    for side in (-1, 1):
        cap = curve(
            [
                body.across(side * x, y)
                for x, y in ((0.5, -18), (0.86, -6), (1.12, 70), (1.18, 190), (0.82, 210), (0.62, 90))
            ],
            (4,),
        )
        rivet = canvas.stroke(
            (
                f"M{pair(body.across(side * 0.72, 170))}Q{pair(body.across(side * 0.95, 150))} "
                f"{pair(body.across(side * 1.16, 150))}"
            ),
            canvas.dark(who.cloth, "metal"),
            5,
            0.8,
        )
        drawn += canvas.form(f"cap{'l' if side < 0 else 'r'}", cap, who.cloth, "metal", inside=rivet, lit=(-20, -14))
    return drawn
