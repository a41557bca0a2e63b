"""What is worn over clothes or carried: scarf, shawl, fur, rope, pencils, necklace, bow tie, brooch."""

from __future__ import annotations

from itertools import pairwise

from gameplan.novels.assets.portraits.body import Body
from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.head import MIDDLE
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import cloud, curve, lens, number, oval, pair, tight


def carried(who: Identity, body: Body, canvas: Canvas) -> str:
    """Scarf, shawl, fur, rope, pencils, necklace, bow tie, brooch."""
    around = next((name for name in ("scarf", "fur", "shawl") if name in who.extras), "")
    drawn = [draw(who, body, canvas) for name, draw in _CARRIED.items() if name in who.extras]
    if around and not (
        around == "scarf" and who.hat in ("hijab", "wimple", "keffiyeh")
    ):  # they have one around the neck
        drawn.append({"scarf": _scarf, "fur": _fur, "shawl": _shawl}[around](who, body, canvas))
    return "".join(drawn)


def _necklace(who: Identity, body: Body, canvas: Canvas) -> str:
    if who.garment not in ("dress", "shirt", "robe", "jacket", "leather", "cloak", "apron"):
        return ""
    chain = (
        f"M{pair(body.at(-1.05, -40))}Q{pair(body.at(-0.6, 50))} {pair(body.at(0, 58))}"
        f"Q{pair(body.at(0.6, 50))} {pair(body.at(1.05, -40))}"
    )
    x, y = body.at(0, 70)
    return canvas.stroke(chain, canvas.colour("#c9a14a", "metal"), 3.2) + canvas.form(
        "gem", oval(x, y, 13, 16), who.accent, "cloth", lit=(-4, -4), rim=0
    )


def _pencils(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = ""
    for index, colour in enumerate(("#c9972e", "#a8352f", "#3f5f94")):
        x, y = body.across(0.34 + index * 0.075, 226 - index * 4)
        drawn += canvas.stroke(f"M{pair((x, y))}L{pair((x + 3, y - 50))}", canvas.colour(colour, "cloth"), 10)
        drawn += canvas.stroke(
            f"M{pair((x + 3, y - 52))}L{pair((x + 3.6, y - 62))}", canvas.colour("#e3d6bb", "cloth"), 6
        )
    x, y = body.across(0.28, 222)
    pocket = curve([(x, y), (x + 76, y - 8), (x + 78, y + 84), (x + 4, y + 90)], (0, 1, 2, 3))
    return drawn + canvas.form("pocket", pocket, who.cloth, "cloth", lit=(-8, -4), rim=0)


def _brooch(who: Identity, body: Body, canvas: Canvas) -> str:
    x, y = body.across(-0.44, 150)
    return canvas.form("brooch", oval(x, y, 19, 19), "#c9a14a", "metal", lit=(-5, -5), rim=0) + canvas.fill(
        oval(x, y, 9, 9), canvas.colour(who.accent, "cloth")
    )


def _bowtie(who: Identity, body: Body, canvas: Canvas) -> str:
    points = [
        body.at(*each)
        for each in ((-0.72, -6), (-0.1, 22), (0.1, 22), (0.72, -6), (0.74, 60), (0.1, 38), (-0.1, 38), (-0.74, 60))
    ]
    return canvas.form(
        "bow", curve(points, (0, 3, 4, 7), pull=0.7), who.accent, "cloth", lit=(-8, -4), rim=0
    ) + canvas.fill(oval(*body.at(0, 30), 11, 14), canvas.dark(who.accent, "cloth"))


def _shawl(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = ""
    for side in (1, -1):
        points = [
            body.at(side * 1.1, -50),
            body.at(side * 1.9, -34),
            body.across(side * 0.86, 6),
            body.across(side * 1.1, 110),
            body.across(side * 1.13, 330),
            body.across(side * 0.6, 290),
            body.at(-side * 0.4, 300),
            body.at(side * 0.2, 120),
        ]
        creases = "".join(
            canvas.fill(
                lens(
                    body.at(side * 1.2, -20), body.across(side * x, 110), body.across(side * (x - 0.1), 300), side * 14
                ),
                canvas.dark(who.accent, "cloth"),
                0.6,
                4,
            )
            for x in (0.45, 0.7, 0.92)
        )
        drawn += canvas.form(
            f"shawl{'l' if side < 0 else 'r'}",
            curve(points, (0, 4, 6)),
            who.accent,
            "cloth",
            inside=creases,
            lit=(-20, -8),
        )
    return drawn


def _rope(who: Identity, body: Body, canvas: Canvas) -> str:
    """A coil over one shoulder."""
    drawn = ""
    dark, light = canvas.dark("#a98a55", "cloth"), canvas.colour("#c2a269", "cloth")
    for index in range(4):
        x, y = body.across(0.68 + index * 0.012, 172 + index * 7)
        ring = oval(x, y, 92 - index * 13, 176 - index * 12)
        drawn += f'<g transform="rotate({-6 - index * 2} {number(x)} {number(y)})">'
        drawn += canvas.stroke(ring, dark, 19) + canvas.stroke(ring, light, 14)
        drawn += (
            f'<path d="{tight(ring)}" fill="none" stroke="{dark}" stroke-width="14" stroke-dasharray="2.4 12" '
            'opacity=".35"/></g>'
        )
    return drawn


def _fur(who: Identity, body: Body, canvas: Canvas) -> str:
    """A collar of fur: tufts all round, deeper in front."""
    colour = "#7a5f49" if who.mouth_size > 0 else "#c9bda8"
    way = [(-0.1, 190), (-0.75, 170), (-1.5, 105), (-2.15, 40), (-2.5, -30), (-2.2, -92), (-1.5, -128), (-1.0, -110)]
    way += [(-1.06, -60), (-0.8, 0), (-0.4, 60), (-0.02, 110)]
    left = [body.at(*each) for each in way]
    fine = [point for a, b in pairwise([*left, left[0]]) for point in (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))]
    right = [(2 * MIDDLE - x, y) for x, y in reversed(fine)]
    spots = ((1.7, -60), (2.0, -10), (1.4, 10), (1.3, 70), (0.8, 110), (1.4, -90), (0.4, 130), (1.75, 30), (1.0, 50))
    drawn = ""
    for side, points in ((-1, fine), (1, right)):
        ends = [body.at(side * x, y) for x, y in spots]
        tufts = [lens((x, y), (x + side * 7, y + 12), (x + side * 3, y + 32), side * 6) for x, y in ends]
        inside = "".join(canvas.fill(each, canvas.dark(colour, "hair"), 0.6) for each in tufts)
        drawn += canvas.form(f"fur{side}", cloud(points), colour, "hair", inside=inside, lit=(-16, -10))
    return drawn


def _scarf(who: Identity, body: Body, canvas: Canvas) -> str:
    colour = who.accent
    dark = canvas.dark(colour, "cloth")
    tail = curve(
        [body.at(*each) for each in ((0.3, 10), (1.2, 6), (1.34, 200), (1.5, 380), (0.6, 390), (0.5, 200))], (3, 4)
    )
    stripes = "".join(
        canvas.stroke(
            f"M{pair(body.at(0.4, y))}L{pair(body.at(1.6, y - 6))}",
            mix(canvas.colour(colour, "cloth"), canvas.light, 0.5),
            12,
            0.75,
        )
        for y in (300, 330)
    )
    drawn = canvas.form("tail", tail, colour, "cloth", inside=stripes, lit=(-12, 0))
    for index in range(7):
        x, y = body.at(0.64 + index * 0.14, 386)
        drawn += canvas.stroke(f"M{pair((x, y))}L{pair((x + 2, y + 30))}", canvas.colour(colour, "cloth"), 5)
    low = [
        body.at(*each)
        for each in (
            (-1.75, -44),
            (-0.9, 14),
            (0, 30),
            (0.9, 14),
            (1.75, -44),
            (1.9, 10),
            (1.1, 74),
            (0, 98),
            (-1.1, 74),
            (-1.9, 10),
        )
    ]
    high = [
        body.at(*each)
        for each in (
            (-1.3, -100),
            (-0.7, -62),
            (0, -50),
            (0.7, -62),
            (1.3, -100),
            (1.66, -48),
            (0.95, 10),
            (0, 34),
            (-0.95, 10),
            (-1.66, -48),
        )
    ]
    for name, points, shift in (("wrap", low, 0), ("wrap2", high, -60)):
        creases = "".join(
            canvas.fill(
                lens(
                    body.at(-1.2 + step, 0 + shift),
                    body.at(-0.2 + step / 2, 60 + shift),
                    body.at(0.9 + step / 3, 36 + shift),
                    8,
                ),
                dark,
                0.6,
                3,
            )
            for step in (0.0, 0.5)
        )
        drawn += canvas.form(name, curve(points, (0, 4)), colour, "cloth", inside=creases, lit=(-18, -8))
    return drawn


def _collar(who: Identity, body: Body, canvas: Canvas) -> str:
    """Lace around the neck."""
    drawn = ""
    for name, y, wide in (("lace", 26, 1.5), ("lace2", -18, 1.24)):
        outer = [body.at(x * wide / 4, y + 34 * (1 - (x / 4) ** 2)) for x in range(-4, 5)]
        inner = [body.at(x * 1.08, -70 + 40 * (1 - x * x)) for x in (1, 0.4, -0.4, -1)]
        drawn += canvas.form(name, cloud([*reversed(inner), *reversed(outer)]), "#efe9dd", "cloth", lit=(-8, -5), rim=0)
    return drawn


def _stethoscope(who: Identity, body: Body, canvas: Canvas) -> str:
    tube = (
        f"M{pair(body.at(-1.3, -70))}Q{pair(body.at(-1.7, 120))} {pair(body.at(-0.7, 190))}"
        f"Q{pair(body.at(0.3, 230))} {pair(body.at(1.0, 180))}Q{pair(body.at(1.7, 110))} {pair(body.at(1.3, -70))}"
    )
    hanging = f"M{pair(body.at(-0.1, 212))}Q{pair(body.at(0.1, 320))} {pair(body.at(0.9, 330))}"
    end = oval(*body.at(1.1, 334), 27, 26)
    drawn = canvas.stroke(tube + hanging, "#23262d", 13) + canvas.stroke(tube, "#6a717c", 3, 0.6)
    return drawn + canvas.form("bell", end, "#b9c0c9", "metal", lit=(-5, -4), rim=0)


def _cross(who: Identity, body: Body, canvas: Canvas) -> str:
    y = 262
    chain = f"M{pair(body.at(-1.2, -10))}L{pair(body.at(0, y - 52))}L{pair(body.at(1.2, -10))}"
    x, top = body.at(0, y - 48)
    shape = [(x - 8, top), (x + 8, top), (x + 8, top + 30), (x + 34, top + 30), (x + 34, top + 46), (x + 8, top + 46)]
    shape += [
        (x + 8, top + 104),
        (x - 8, top + 104),
        (x - 8, top + 46),
        (x - 34, top + 46),
        (x - 34, top + 30),
        (x - 8, top + 30),
    ]
    drawn = canvas.stroke(chain, canvas.colour("#6d5236", "cloth"), 4)
    return drawn + canvas.form("cross", curve(shape, range(12)), "#8a6438", "metal", lit=(-3, -3), rim=0)


def _trim(who: Identity, body: Body, canvas: Canvas) -> str:
    """Embroidery down both sides of the front."""
    gold, drawn = canvas.colour("#d8b24c", "metal"), ""
    for side in (-1, 1):
        way = f"M{pair(body.at(side * 2.1, 70))}Q{pair(body.at(side * 1.4, 240))} {pair(body.at(side * 1.3, 560))}"
        drawn += canvas.stroke(way, gold, 5, 0.9)
        for index in range(6):
            x, y = body.at(side * (1.98 - index * 0.12), 104 + index * 62)
            drawn += canvas.stroke(oval(x, y, 13, 15), gold, 4) + canvas.fill(oval(x, y, 5, 5), gold)
    return drawn


_CARRIED = {
    "collar": _collar,
    "trim": _trim,
    "stethoscope": _stethoscope,
    "cross": _cross,
    "necklace": _necklace,
    "pencils": _pencils,
    "brooch": _brooch,
    "bowtie": _bowtie,
    "rope": _rope,
}
