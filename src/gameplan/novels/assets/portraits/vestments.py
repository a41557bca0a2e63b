"""What is worn by calling and custom: habit, cassock, cook's whites, sailor collar, spacesuit, and draped cloth."""

from __future__ import annotations

from gameplan.novels.assets.portraits.body import BOTTOM, Body
from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import curve, lens, oval, pair
from gameplan.novels.assets.portraits.tailoring import CREW, buttons, seam, seam_colour, torso

_LINEN = "#eeebe4"
_GOLD = "#cda349"


def habit(who: Identity, body: Body, canvas: Canvas) -> str:
    """A nun's, with a bib of linen; a monk's, with its hood down around the neck."""
    drawn = torso("top", who, body, canvas, who.cloth, CREW, grow=12)
    if who.hat == "wimple":
        bib = [
            body.at(x, y)
            for x, y in ((-1.6, -60), (1.6, -60), (2.6, 20), (1.9, 130), (0, 176), (-1.9, 130), (-2.6, 20))
        ]
        return drawn + canvas.form("bib", curve(bib, (0, 1)), _LINEN, "cloth", lit=(-16, -6))
    for name, drop, wide in (("cowl", 56, 1.28), ("cowl2", 0, 1.0)):
        ring = [(-1.3, -96), (-0.7, -52), (0, -34), (0.7, -52), (1.3, -96), (2.1, -44), (1.5, 60), (0, 150), (-1.5, 60)]
        ring += [(-2.1, -44)]
        points = [body.at(x * wide, y + drop) for x, y in ring]
        creases = "".join(
            canvas.fill(
                lens(
                    body.at(side * 1.9 * wide, drop - 50),
                    body.at(side * 1.0, drop + 50),
                    body.at(0, drop + 110),
                    side * 9,
                ),
                canvas.dark(who.cloth, "cloth"),
                0.6,
                3,
            )
            for side in (-1, 1)
        )
        tone = mix(who.cloth, "#ffffff", 0.04)
        drawn += canvas.form(name, curve(points, (0, 4)), tone, "cloth", inside=creases, lit=(-18, -10))
    return drawn


def cassock(who: Identity, body: Body, canvas: Canvas) -> str:
    drawn = torso("top", who, body, canvas, who.cloth, CREW, grow=4)
    band = [(-1.08, -86), (0, -50), (1.08, -86), (1.28, -20), (0, 30), (-1.28, -20)]
    drawn += canvas.form("band", curve([body.at(*each) for each in band], (0, 2, 3, 5)), who.cloth, "cloth", rim=0.5)
    tab = curve([body.at(x, y) for x, y in ((-0.3, -46), (0.3, -46), (0.3, 14), (-0.3, 14))], (0, 1, 2, 3))
    drawn += canvas.form("tab", tab, _LINEN, "cloth", lit=(-4, -2), rim=0) + seam(canvas, body, who.cloth, 40)
    return drawn + buttons(canvas, body, mix(who.cloth, "#ffffff", 0.12), 0.09, (90, 150, 210, 270, 330, 390), 7)


def whites(who: Identity, body: Body, canvas: Canvas) -> str:
    """A cook's jacket, with two rows of buttons and a cloth at the neck."""
    drawn = torso("top", who, body, canvas, who.cloth, ((-1.14, -50), (0.0, 46), (1.14, -50)), (1,), grow=6)
    fold = f"M{pair(body.at(0.9, 10))}Q{pair(body.at(1.3, 120))} {pair(body.at(1.1, BOTTOM - body.base))}"
    drawn += canvas.stroke(fold, seam_colour(canvas, who.cloth), 4, 0.7)
    for side in (-1, 1):
        drawn += buttons(canvas, body, "#4b4a52", side * 0.72, (120, 200, 280, 360), 10)
    cloth = [(-1.2, -66), (0, -26), (1.2, -66), (1.36, -14), (0.3, 46), (-0.3, 46), (-1.36, -14)]
    drawn += canvas.form("tied", curve([body.at(*each) for each in cloth], (0, 2)), who.accent, "cloth", lit=(-12, -4))
    for side in (-1, 1):
        end = [body.at(side * x, y) for x, y in ((0.05, 30), (0.5, 60), (0.62, 130), (0.12, 86))]
        drawn += canvas.form(f"end{side}", curve(end, (2,)), who.accent, "cloth", lit=(-6, -3), rim=0)
    return drawn + canvas.form("tie", oval(*body.at(0, 40), 24, 22), who.accent, "cloth", lit=(-5, -4), rim=0)


def sailor(who: Identity, body: Body, canvas: Canvas) -> str:
    """The blouse with the wide collar and the cloth that is tied in front."""
    drawn = torso("top", who, body, canvas, _LINEN, ((-1.2, -52), (0.0, 150), (1.2, -52)), (1,), grow=2)
    line = mix(canvas.colour(_LINEN, "cloth"), canvas.light, 0.4)
    for side in (-1, 1):
        wing = [(1.06, -66), (1.9, -40), (3.1, 0), (2.6, 96), (0.1, 196), (0.0, 170), (0.62, 60)]
        shape = curve([body.at(side * x, y) for x, y in wing], (0, 2, 3, 4, 5))
        stripes = "".join(
            canvas.stroke(
                f"M{pair(body.at(side * (2.86 - inset), 6))}L{pair(body.at(side * (2.42 - inset), 84))}"
                f"L{pair(body.at(side * 0.1, 178 - inset * 60))}",
                line,
                6,
            )
            for inset in (0.0, 0.24)
        )
        drawn += canvas.form(f"wing{side}", shape, who.cloth, "cloth", inside=stripes, lit=(-10, -4), rim=0)
    for side in (-1, 1):
        end = [body.at(side * x, y) for x, y in ((0.1, 170), (0.9, 190), (0.7, 300), (0.2, 260))]
        drawn += canvas.form(f"end{side}", curve(end, (2,)), who.accent, "cloth", lit=(-8, -4), rim=0)
    return drawn + canvas.form("knot", oval(*body.at(0, 180), 26, 24), who.accent, "cloth", lit=(-5, -4), rim=0)


def spacesuit(who: Identity, body: Body, canvas: Canvas) -> str:
    """White, thick, with the ring that the helmet locks into."""
    drawn = torso("top", who, body, canvas, who.cloth, CREW, grow=34)
    dark = seam_colour(canvas, who.cloth)
    for side in (-1, 1):
        start, bend, end = (body.across(side * x, y) for x, y in ((0.62, 20), (0.78, 170), (0.74, 400)))
        arm = f"M{pair(start)}Q{pair(bend)} {pair(end)}"
        drawn += canvas.stroke(arm, dark, 4, 0.6)
    x, y = body.across(-0.3, 210)
    width = body.wide * 0.6
    panel = curve([(x, y), (x + width, y), (x + width, y + 130), (x, y + 130)], (0, 1, 2, 3))
    drawn += canvas.form("panel", panel, "#7d8590", "metal", lit=(-8, -6))
    for index, colour in enumerate(("#c24a3a", "#d9a92e", "#4d9a6a")):
        drawn += canvas.fill(oval(x + 36 + index * 44, y + 36, 13, 13), canvas.colour(colour, "cloth"))
    drawn += canvas.stroke(f"M{pair((x + 26, y + 84))}L{pair((x + width - 26, y + 84))}", "#2e343d", 14)
    patch = oval(*body.across(0.66 * who.side, 150), 40, 40)
    drawn += canvas.form("patch", patch, who.accent, "cloth", lit=(-6, -5), rim=0)
    drawn += canvas.stroke(oval(*body.across(0.66 * who.side, 150), 24, 12), "#ffffff", 4, 0.8)
    ring = curve(
        [
            body.at(*each)
            for each in (
                (-1.8, -60),
                (-1.0, -6),
                (0, 10),
                (1.0, -6),
                (1.8, -60),
                (2.3, 10),
                (1.3, 84),
                (0, 104),
                (-1.3, 84),
                (-2.3, 10),
            )
        ],
        (0, 4),
    )
    shine = canvas.fill(lens(body.at(-2.0, 10), body.at(-1.0, 70), body.at(0.3, 84), 10), "#ffffff", 0.6, 3)
    return drawn + canvas.form("ring", ring, "#9aa3ae", "metal", inside=shine, lit=(-14, -8))


def drape(who: Identity, body: Body, canvas: Canvas) -> str:
    """A length of cloth over one shoulder: a sari, a toga. A border of gold where the cloth has a colour."""
    plain = who.look != "feminine"
    drawn = torso(
        "top", who, body, canvas, who.shirt, CREW if plain else ((-1.9, -8), (-0.9, 70), (0, 86), (0.9, 70), (1.9, -8))
    )
    side = who.side
    far = BOTTOM - body.base
    points = [
        body.across(side * 0.36, -10),
        body.across(side * 0.8, 16),
        body.across(side * 1.04, 110),
        body.across(side * 1.1, far),
        body.across(-side * 1.0, far),
        body.across(-side * 0.86, 300),
        body.across(-side * 0.3, 210),
        body.across(side * 0.12, 90),
    ]
    creases = "".join(
        canvas.fill(
            lens(
                body.across(side * (0.42 + share * 0.36), 6 + share * 20),
                body.across(side * (0.2 + share * 0.5), 190 + share * 40),
                body.across(-side * (0.7 - share * 0.9), 330 + share * 60),
                side * 12,
            ),
            canvas.dark(who.cloth, "cloth"),
            0.6,
            4,
        )
        for share in (0.15, 0.4, 0.65, 0.9)
    )
    drawn += canvas.form("drape", curve(points, (3, 4)), who.cloth, "cloth", inside=creases, lit=(-22, -10))
    edge = curve([body.across(side * 0.36, -10), *[points[n] for n in (7, 6, 5)]], closed=False)
    hem = _GOLD if not plain else mix(who.accent, "#6b2a3b", 0.5)
    return (
        drawn
        + canvas.stroke(edge, canvas.colour(hem, "metal"), 15)
        + canvas.stroke(edge, canvas.dark(hem, "metal"), 3, 0.5)
    )
