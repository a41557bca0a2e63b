"""Hats of a calling or a country: a cook's, a pirate's, a farmer's of straw, a helmet, a wreath."""

from __future__ import annotations

from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.head import Head
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import curve, lens, oval, pair, traced


def shadow(who: Identity, head: Head, canvas: Canvas, down: float, depth: float = 0.07) -> str:
    """The shadow of a brim on the face."""
    shape = traced(
        (
            f"-1.1,.0 1.1,.0 1.1,{down + depth * 0.6:.3f}! .5,{down + depth:.3f} -.4,{down + depth:.3f} "
            f"-1.1,{down + depth * 0.5:.3f}!"
        ),
        head.over,
    )
    return canvas.clipped("face") + canvas.shadow(shape, who.skin, "skin", 0.85, 7) + "</g>"


def toque(who: Identity, head: Head, canvas: Canvas) -> str:
    puff = traced(
        "-1.0,.04! -1.3,-.06 -1.34,-.24 -1.02,-.35 -.66,-.33 -.34,-.41 .06,-.37 .44,-.42 .72,-.34 1.08,-.34 1.34,-.22 "
        "1.28,-.05 1.0,.04! 0,-.02",
        head.over,
    )
    band = traced("-1.05,.24! -1.02,-.02! 0,-.1 1.02,-.02! 1.05,.24! 0,.14", head.over)
    pleats = "".join(
        canvas.fill(
            lens(head.over(x, -0.02), head.over(x * 1.2, -0.2), head.over(x * 1.25, -0.32), 8),
            canvas.dark(who.hat_colour, "cloth"),
            0.6,
            3,
        )
        for x in (-0.8, -0.45, -0.1, 0.25, 0.6, 0.9)
    )
    return (
        shadow(who, head, canvas, 0.21)
        + canvas.form("hat", puff, who.hat_colour, "cloth", inside=pleats, lit=(-22, -12))
        + canvas.form("hatband", band, who.hat_colour, "cloth", lit=(-20, -2))
    )


def conical(who: Identity, head: Head, canvas: Canvas) -> str:
    cone = traced("-2.1,.24! -1.0,-.14 0,-.44! 1.0,-.14 2.1,.24! 1.0,.31 0,.33 -1.0,.31", head.over, pull=0.6)
    reeds = ""
    if canvas.treatment.detail > 0.5:
        for x in range(-9, 10, 2):
            foot = head.over(x * 0.22, 0.31 - abs(x) * 0.006)
            reeds += canvas.stroke(
                f"M{pair(head.over(0, -0.43))}L{pair(foot)}", canvas.dark(who.hat_colour, "cloth"), 2.6, 0.55
            )
        for y in (0.0, 0.14):
            wide = (y + 0.44) * 3.0
            ring = (
                f"M{pair(head.over(-wide, y + 0.05))}Q{pair(head.over(0, y + 0.14))} {pair(head.over(wide, y + 0.05))}"
            )
            reeds += canvas.stroke(ring, canvas.dark(who.hat_colour, "cloth"), 2.6, 0.5)
    return shadow(who, head, canvas, 0.3, 0.12) + canvas.form(
        "hat", cone, who.hat_colour, "cloth", inside=reeds, lit=(-40, -6)
    )


def tricorne(who: Identity, head: Head, canvas: Canvas) -> str:
    crown = traced("-.96,.1! -.9,-.16 -.4,-.28 0,-.29 .4,-.28 .9,-.16 .96,.1! 0,.0", head.over)
    brim = traced(
        "-1.8,-.02! -1.2,-.1 -.6,-.2 0,-.17 .6,-.2 1.2,-.1 1.8,-.02! 1.3,.13 .7,.14 0,.25! -.7,.14 -1.3,.13", head.over
    )
    trim = (
        f"M{pair(head.over(-1.8, -0.02))}Q{pair(head.over(-1.0, -0.13))} {pair(head.over(-0.6, -0.2))}"
        f"Q{pair(head.over(0, -0.14))} {pair(head.over(0.6, -0.2))}"
        f"Q{pair(head.over(1.0, -0.13))} {pair(head.over(1.8, -0.02))}"
    )
    return (
        shadow(who, head, canvas, 0.24, 0.09)
        + canvas.form("crown", crown, who.hat_colour, "cloth", lit=(-24, -8))
        + canvas.form("hat", brim, who.hat_colour, "cloth", lit=(-22, -10))
        + canvas.stroke(trim, canvas.colour("#c9a14a", "metal"), 8)
    )


def fez(who: Identity, head: Head, canvas: Canvas) -> str:
    shape = traced("-.86,.12! -.68,-.28! 0,-.34 .68,-.28! .86,.12! 0,.05", head.over)
    side = who.side
    cord = f"M{pair(head.over(0, -0.32))}Q{pair(head.over(side * 0.7, -0.34))} {pair(head.over(side * 0.86, -0.08))}"
    black = canvas.colour("#24202a", "cloth")
    return (
        shadow(who, head, canvas, 0.14)
        + canvas.form("hat", shape, who.hat_colour, "cloth", lit=(-30, -4))
        + canvas.stroke(cord, black, 5)
        + canvas.fill(
            lens(
                head.over(who.side * 0.84, -0.1), head.over(who.side * 0.94, 0.0), head.over(who.side * 0.86, 0.12), 22
            ),
            black,
        )
    )


def laurel(who: Identity, head: Head, canvas: Canvas) -> str:
    stem = "".join(
        f"M{pair(head.over(side * 1.08, 0.36))}"
        f"Q{pair(head.over(side * 0.96, 0.08))} {pair(head.over(side * 0.2, 0.07))}"
        for side in (-1, 1)
    )
    drawn = canvas.stroke(stem, canvas.dark(who.hat_colour, "cloth"), 7)
    for side in (-1, 1):
        for index in range(7):
            share = index / 6
            x, y = side * (1.08 - 0.8 * share**1.6), 0.34 - 0.28 * share**0.6
            out = -0.13 if index % 2 else 0.1
            tip = head.over(x - side * (0.16 + 0.06 * share), y + out * (1 - 0.3 * share) - 0.03)
            root = head.over(x, y)
            middle = ((root[0] + tip[0]) / 2, (root[1] + tip[1]) / 2)
            dx, dy = (tip[0] - root[0]) * 0.36, (tip[1] - root[1]) * 0.36
            leaf = curve([root, (middle[0] - dy, middle[1] + dx), tip, (middle[0] + dy, middle[1] - dx)], (0, 2))
            drawn += canvas.form(f"leaf{side}{index}", leaf, who.hat_colour, "cloth", lit=(-4, -3), rim=0)
    return drawn


def helmet(who: Identity, head: Head, canvas: Canvas) -> str:
    dome = traced("-1.14,.24! -1.2,.0 -.94,-.2 -.4,-.3 0,-.31 .4,-.3 .94,-.2 1.2,.0 1.14,.24! 0,.12", head.over)
    ridge = traced("-.16,.1! -.14,-.32 0,-.345 .14,-.32 .16,.1! 0,.08", head.over)
    rim = traced("-1.34,.27! -.7,.15 0,.11 .7,.15 1.34,.27! .8,.25 0,.24 -.8,.25", head.over)
    lamp = canvas.form(
        "lamp", oval(*head.over(0, 0.02), 34, 32), "#4a4d55", "metal", lit=(-5, -4), rim=0
    ) + canvas.fill(oval(*head.over(0, 0.02), 23, 22), "#fff3c4")
    return (
        shadow(who, head, canvas, 0.24, 0.08)
        + canvas.form("hat", dome, who.hat_colour, "metal", lit=(-26, -12))
        + canvas.form("ridge", ridge, mix(who.hat_colour, "#ffffff", 0.12), "metal", lit=(-6, 0), rim=0)
        + canvas.form("rim", rim, who.hat_colour, "metal", lit=(-14, -5))
        + lamp
    )
