"""Cloth on a head: what is wound, laid or pinned there, from a hijab to a turban."""

from __future__ import annotations

from math import cos, pi, sin

from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import lightness, mix
from gameplan.novels.assets.portraits.head import Head
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import cloud, curve, lens, oval, pair, traced

_LINEN = "#f0ede6"
_AROUND = (
    "-1.14,.5 -1.1,.15 -.9,-.05 -.5,-.14 0,-.16 .5,-.14 .9,-.05 1.1,.15 1.14,.5 1.1,.9 1.16,1.2 .7,1.36 "
    "0,1.4 -.7,1.36 -1.16,1.2 -1.1,.9"
)
_OPENING = "0,.14 -.5,.17 -.84,.3 -.93,.55 -.8,.84 -.45,1.0 0,1.05 .45,1.0 .8,.84 .93,.55 .84,.3 .5,.17"
_HANGING = (  # down both sides to the shoulders, open in front
    "-1.3,1.42! -1.36,1.0 -1.26,.5 -1.17,.12 -.92,-.1 -.5,-.19 0,-.21 .5,-.19 .92,-.1 1.17,.12 1.26,.5 1.36,1.0 "
    "1.3,1.42! 1.0,1.36 1.04,1.0 {edge}"
)


def behind(who: Identity, head: Head, canvas: Canvas) -> str:
    """What of it hangs behind the neck."""
    if who.hat in ("hijab", "wimple"):
        lining = traced("-1.02,.3 0,.1 1.02,.3 1.06,.8 .9,1.2 -.9,1.2 -1.06,.8", head.at)
        inner = canvas.fill(lining, canvas.dark(_LINEN if who.hat == "wimple" else who.hat_colour, "cloth"))
        return (_back(who, head, canvas) if who.hat == "wimple" else "") + inner
    return _back(who, head, canvas) if who.hat == "keffiyeh" else ""


def _back(who: Identity, head: Head, canvas: Canvas) -> str:
    shape = "-1.16,.2 -1.4,.9 -1.62,1.7! 0,1.8 1.62,1.7! 1.4,.9 1.16,.2 0,-.1"
    return canvas.form("hung", traced(shape, head.over), mix(who.hat_colour, "#0e0b14", 0.3), "cloth", rim=0)


def _cast(who: Identity, head: Head, canvas: Canvas, down: float = 0.17) -> str:
    shape = traced(
        f"-1.1,0 1.1,0 1.1,{down + 0.03:.2f}! .5,{down + 0.04:.2f} -.4,{down + 0.04:.2f} -1.1,{down + 0.02:.2f}!",
        head.over,
    )
    return canvas.clipped("face") + canvas.shadow(shape, who.skin, "skin", 0.85, 7) + "</g>"


def hijab(who: Identity, head: Head, canvas: Canvas) -> str:
    """A cloth around head and neck; the face looks out of it."""
    return _cast(who, head, canvas) + _wound(who.hat_colour, head, canvas)


def _wound(colour: str, head: Head, canvas: Canvas) -> str:
    folds = "".join(
        canvas.fill(lens(head.at(*start), head.at(*bend), head.at(*end), 14), canvas.dark(colour, "cloth"), 0.6, 4)
        for start, bend, end in (
            ((-0.95, 0.8), (-0.5, 1.16), (0.3, 1.14)),
            ((-1.1, 1.0), (-0.4, 1.32), (0.6, 1.22)),
            ((1.0, 0.7), (0.8, 1.1), (0.1, 1.24)),
            ((-0.6, -0.08), (-1.0, 0.1), (-1.05, 0.5)),
            ((0.3, 0.0), (0.9, 0.1), (1.04, 0.6)),
        )
    )
    path, lit = traced(_AROUND, head.over) + traced(_OPENING, head.at), traced(_AROUND, head.over)
    return canvas.form("hat", path, colour, "cloth", inside=folds, lit=(-26, -12), lit_path=lit)


def wimple(who: Identity, head: Head, canvas: Canvas) -> str:
    """Linen around face and neck, and the veil of an order over it."""
    veil = traced(
        _HANGING.format(edge=".98,.6 .93,.26 .6,.08 0,.04 -.6,.08 -.93,.26 -.98,.6 -1.04,1.0 -1.0,1.36"), head.over
    )
    return _cast(who, head, canvas) + _wound(_LINEN, head, canvas) + _hung(who, head, canvas, veil)


def _hung(who: Identity, head: Head, canvas: Canvas, path: str, more: str = "") -> str:
    creases = "".join(
        canvas.fill(
            lens(head.over(side * 0.7, -0.12), head.over(side * 1.16, 0.3), head.over(side * 1.2, 1.3), side * 12),
            canvas.dark(who.hat_colour, "cloth"),
            0.6,
            4,
        )
        for side in (-1, 1)
    )
    return canvas.form("veil", path, who.hat_colour, "cloth", inside=more + creases, lit=(-22, -10))


def keffiyeh(who: Identity, head: Head, canvas: Canvas) -> str:
    """A square of cloth that a double cord holds."""
    path = traced(
        _HANGING.format(edge="1.0,.6 .93,.3 .5,.15 0,.12 -.5,.15 -.93,.3 -1.0,.6 -1.04,1.0 -1.0,1.36"), head.over
    )
    mark = mix(who.accent, "#8c1f2a", 0.4) if lightness(who.hat_colour) > 0.5 else _LINEN
    net = "".join(
        canvas.stroke(
            f"M{pair(head.over(-1.4 + n * 0.2, -0.25))}L{pair(head.over(-1.4 + n * 0.2 + lean, 1.5))}",
            canvas.colour(mark, "cloth"),
            3,
            0.35,
        )
        for n in range(15)
        for lean in (-0.5, 0.5)
    )
    cords = "".join(
        canvas.stroke(
            f"M{pair(head.over(-1.14, y + 0.1))}Q{pair(head.over(0, y - 0.1))} {pair(head.over(1.14, y + 0.1))}",
            "#1e1b22",
            15,
        )
        for y in (-0.06, 0.0)
    )
    return (
        _cast(who, head, canvas) + _hung(who, head, canvas, path, net if canvas.treatment.detail > 0.5 else "") + cords
    )


def lace(who: Identity, head: Head, canvas: Canvas) -> str:
    """A veil that one can see through: a bride's, a widow's."""
    path = traced(
        _HANGING.format(
            edge="1.12,.7 1.08,.3 .8,.06 .3,-.02 0,-.03 -.3,-.02 -.8,.06 -1.08,.3 -1.12,.7 -1.04,1.0 -1.0,1.36"
        ),
        head.over,
    )
    cloth = canvas.colour(who.hat_colour, "cloth")
    thread = mix(cloth, canvas.light, 0.5) if lightness(cloth) < 0.5 else canvas.dark(who.hat_colour, "cloth")
    one, two, three, four = (pair(head.over(x, y)) for x, y in ((-1.1, 0.34), (-0.9, 0), (0.9, 0), (1.1, 0.34)))
    band = f"M{one}C{two} {three} {four}"
    drawn = canvas.fill(path, cloth, 0.62) + canvas.stroke(band, cloth, 20, 0.85) + canvas.stroke(band, thread, 3, 0.5)
    for index in range(16):
        x, y = head.over((-1 if index % 2 else 1) * (1.14 + index % 3 * 0.06), 0.3 + index * 0.066)
        drawn += canvas.fill(oval(x, y, 5, 6), thread, 0.55)
    return drawn + canvas.stroke(path, thread, 3, 0.4)


def turban(who: Identity, head: Head, canvas: Canvas) -> str:
    """Wound from both sides to a point over the brow."""
    under = traced("-.6,.2! 0,-.02 .6,.2! 0,.13", head.over)
    dome = traced(
        "-1.1,.34! -1.24,.1 -1.12,-.14 -.64,-.3 0,-.345 .64,-.3 1.12,-.14 1.24,.1 1.1,.34! .74,.23 .34,.1 0,.03! "
        "-.34,.1 -.74,.23",
        head.over,
    )
    folds = ""
    for side in (-1, 1):
        for share in (0.0, 0.25, 0.5, 0.75):
            start, end = (
                head.over(side * (1.12 + 0.06 * share), 0.3 - share * 0.26),
                head.over(-side * 0.3 * share, 0.04 - share * 0.34),
            )
            bend = head.over(side * (0.62 - 0.1 * share), 0.04 - share * 0.26)
            folds += canvas.fill(lens(start, bend, end, side * 13), canvas.dark(who.hat_colour, "cloth"), 0.6, 3)
    return (
        _cast(who, head, canvas, 0.2)
        + canvas.form("turbanin", under, who.accent, "cloth", rim=0, lit=(-6, -2))
        + canvas.form("hat", dome, who.hat_colour, "cloth", inside=folds, lit=(-26, -12))
    )


def headwrap(who: Identity, head: Head, canvas: Canvas) -> str:
    """A long cloth, wound high and knotted on one side."""
    side = who.side
    wound = traced(
        "-1.1,.36! -1.26,.08 -1.24,-.16 -.86,-.33 -.1,-.38 .6,-.36 1.16,-.2 1.27,.04 1.1,.36! .8,.22 .4,.15 0,.135 "
        "-.4,.15 -.8,.22",
        head.over,
    )
    accent, dark = canvas.colour(who.accent, "cloth"), canvas.dark(who.hat_colour, "cloth")
    bright = mix(canvas.colour(who.hat_colour, "cloth"), canvas.light, 0.6)
    inside = ""
    for index, y in enumerate((0.2, 0.06, -0.08, -0.22)):
        band = f"M{pair(head.over(-1.3, y + 0.16))}Q{pair(head.over(0.1, y - 0.16))} {pair(head.over(1.3, y + 0.1))}"
        inside += canvas.stroke(band, accent if index % 2 else bright, 15, 0.85) + canvas.stroke(band, dark, 3, 0.6)
    knot = ""
    for index, (turn, size) in enumerate(((-0.9, 1.0), (0.1, 1.1), (1.0, 0.9))):
        x, y = head.over(side * 0.62, -0.26)
        tip = (x + cos(turn - pi / 2) * 96 * size * side, y + sin(turn - pi / 2) * 96 * size)
        wide = 34 * size
        leaf = curve(
            [
                (x, y),
                (x + wide * cos(turn) * side, y - 50 + wide * sin(turn)),
                tip,
                (x - wide * cos(turn) * side, y - 50 - wide * sin(turn)),
            ],
            (0,),
        )
        knot += canvas.form(f"leaf{index}", leaf, who.hat_colour, "cloth", lit=(-8, -6))
    knot += canvas.form("knot2", oval(*head.over(side * 0.62, -0.24), 34, 30), who.accent, "cloth", lit=(-6, -5), rim=0)
    return (
        _cast(who, head, canvas, 0.18)
        + canvas.form("hat", wound, who.hat_colour, "cloth", inside=inside, lit=(-26, -12))
        + knot
    )


def mobcap(who: Identity, head: Head, canvas: Canvas) -> str:
    """A puffed cap with a frill around the face."""
    puff = traced("-1.1,.3 -1.28,.02 -1.0,-.2 -.5,-.29 0,-.31 .5,-.29 1.0,-.2 1.28,.02 1.1,.3 0,.1", head.over)
    frill = [head.over(-cos(pi * n / 14) * 1.16, 0.4 - sin(pi * n / 14) * 0.36) for n in range(15)]
    inner = [head.over(cos(pi * n / 8) * 0.98, 0.42 - sin(pi * n / 8) * 0.27) for n in range(9)]
    ribbon = f"M{pair(head.over(-1.14, 0.26))}Q{pair(head.over(0, -0.14))} {pair(head.over(1.14, 0.26))}"
    return (
        _cast(who, head, canvas, 0.2)
        + canvas.form("hat", puff, who.hat_colour, "cloth", lit=(-24, -12))
        + canvas.form("frill", cloud([*frill, *inner]), who.hat_colour, "cloth", lit=(-10, -8), rim=0)
        + canvas.stroke(ribbon, canvas.colour(who.accent, "cloth"), 11)
    )
