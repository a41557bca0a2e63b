"""Hair: what lies behind the head, and what lies over it."""

from __future__ import annotations

from math import cos, pi, sin

from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.hair_shapes import FRONT_OF, SHAPES, HairShape
from gameplan.novels.assets.portraits.head import Head
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import Point, cloud, curve, lens, number, oval, pair, tight, traced
from gameplan.novels.assets.portraits.treatments import INK


def behind(who: Identity, head: Head, canvas: Canvas) -> str:
    """The hair behind head and shoulders."""
    colour = mix(who.hair_colour, "#150f1a", 0.3)
    hair = who.hair
    if hair in ("afro", "curls"):
        reach = 1.42 if hair == "afro" else 1.16
        middle = 0.26 if hair == "afro" else 0.22
        tall = 0.46 if hair == "afro" else 0.34
        ring = _ring(head, reach, tall, middle, 17 if hair == "afro" else 15, 0.0, 1.0)
        if hair == "curls":
            return canvas.form("back", cloud(ring), colour, "hair", lit=(-30, -22))
        marks = _ringlets(who, head, canvas, reach, tall + 0.06, middle + 0.08)
        return canvas.form("back", cloud(ring), who.hair_colour, "hair", inside=marks, lit=(-30, -22))
    if hair == "bun":
        x, y = head.at(0.12 * who.side, -0.13)
        strands = "".join(
            canvas.fill(
                lens((x - 60, y + step), (x, y + step - 34), (x + 60, y + step), 5),
                canvas.dark(who.hair_colour, "hair"),
                0.6,
            )
            for step in (-10, 14, 36)
        )
        return canvas.form("back", oval(x, y, 74, 62), who.hair_colour, "hair", inside=strands, lit=(-16, -12))
    if hair == "low_bun":
        x, y = head.over(0.86 * who.side, 0.78)
        return canvas.form("back", oval(x, y, 58, 56), colour, "hair", lit=(-14, -12))
    if hair == "ponytail":
        shape = ".55,-.02 1.0,-.1 1.4,.12 1.62,.55 1.5,1.0 1.2,1.36! 1.26,1.0 1.14,.6 .9,.3"
        inside = _strands(canvas, who, head, ((0.8, 0.0),), ((1.5, 0.95), (1.3, 1.2), (1.45, 0.6)))
        return canvas.form(
            "back", traced(shape, head.over, flip=who.side), who.hair_colour, "hair", inside=inside, lit=(-18, -12)
        )
    if hair == "locs":
        mass = traced("-1.0,.2 -1.18,.6 -1.2,1.2! 0,1.25 1.2,1.2! 1.18,.6 1.0,.2 0,.0", head.at)
        return canvas.form("back", mass, colour, "hair", rim=0) + "".join(
            _rope(canvas, who, head.over(x, 0.1), head.over(x * 1.12, end), colour, 34) for x, end in _LOCS_BACK
        )
    shape = SHAPES[hair].back if hair in SHAPES else ""
    if not shape:
        return ""
    inside = _strands(canvas, who, head, ((0.0, 0.0),), tuple((x / 5, 1.6) for x in range(-6, 7, 2)), dark=True)
    return canvas.form(
        "back", traced(shape, head.over, flip=who.side), colour, "hair", inside=inside, lit=(-14, 0), rim=0.8
    )


def over(who: Identity, head: Head, canvas: Canvas) -> str:
    """The hair over the head, with the shadow that it throws on the face."""
    hair = who.hair
    if hair == "bald":
        return _sheen(who, head, canvas)
    if hair in ("curls", "afro"):
        return _curls(who, head, canvas)
    if hair == "locs":
        return _locs(who, head, canvas)
    shape = SHAPES[FRONT_OF.get(hair, hair)]
    path = "".join(traced(each, head.over, flip=who.side) for each in shape.front.split("|"))
    drawn = [_cast(who, path, canvas)]
    if hair in ("ring", "mohawk"):
        drawn.append(_sheen(who, head, canvas) if hair == "ring" else _shaven(who, head, canvas))
    roots = tuple((x * who.side, y) for x, y in shape.roots)
    tips = tuple((x * who.side, y) for x, y in shape.tips)
    inside = _strands(canvas, who, head, roots, tips) + _gloss(who, head, canvas, shape)
    drawn.append(
        canvas.form(
            "front",
            path,
            who.hair_colour,
            "hair",
            inside=inside,
            lit=(-9, -6) if hair == "ring" else (-30, -14),
            soft=1.1,
        )
    )
    for index, each in enumerate(shape.loose.split("|") if shape.loose and not who.hat else ()):
        drawn.append(
            canvas.form(
                f"loose{index}", traced(each, head.over, flip=who.side), who.hair_colour, "hair", rim=0, lit=(-6, 0)
            )
        )
    if hair in ("braid", "twin_braids"):
        drawn.append(_braid(who, head, canvas, -who.side))
        if hair == "twin_braids":
            drawn.append(_braid(who, head, canvas, who.side))
    if "flower" in who.extras:
        drawn.append(_flower(who, head, canvas))
    return "".join(drawn)


# -- parts of it


def _cast(who: Identity, path: str, canvas: Canvas) -> str:
    shade = canvas.shadow(path, who.skin, "skin", 0.85, 5)
    return canvas.clipped("face") + f'<g transform="translate(9 19)">{shade}</g></g>'


def _strands(
    canvas: Canvas,
    who: Identity,
    head: Head,
    roots: tuple[tuple[float, float], ...],
    tips: tuple[tuple[float, float], ...],
    *,
    dark: bool = False,
) -> str:
    """Strokes from the roots to the tips: dark between the locks, light where they catch it."""
    if canvas.treatment.detail < 0.5 or not tips:
        return ""
    base = canvas.colour(who.hair_colour, "hair")
    deep, light = mix(canvas.dark(who.hair_colour, "hair"), INK, 0.25), mix(base, canvas.light, 0.34)
    if canvas.treatment.hatch:
        deep, light = INK, mix(base, "#f4eee2", 0.8)
    drawn = []
    for index, tip in enumerate(tips):
        root = roots[index % len(roots)]
        start, end = head.over(*root), head.over(*tip)
        bend = head.over(tip[0] * 1.03, root[1] + (tip[1] - root[1]) * 0.12)
        width = 12 + (index * 5 % 4) * 4
        drawn.append(canvas.fill(lens(start, bend, end, width), deep, 0.42 * canvas.treatment.detail))
        if not dark and index % 2 == 0:
            inner = head.over(tip[0] * 0.93, root[1] + (tip[1] - root[1]) * 0.1)
            stop = head.over(tip[0] * 0.95, root[1] + (tip[1] - root[1]) * 0.9)
            drawn.append(canvas.fill(lens(start, inner, stop, 10), light, 0.3 * canvas.treatment.detail))
    return "".join(drawn)


def _gloss(who: Identity, head: Head, canvas: Canvas, shape: HairShape) -> str:
    if canvas.treatment.detail < 0.5 or canvas.treatment.hatch or "|" in shape.front:
        return ""
    base = canvas.colour(who.hair_colour, "hair")
    band = curve(
        [
            head.over(x, y)
            for x, y in ((-0.86, 0.14), (-0.62, 0.02), (-0.2, -0.055), (0.22, -0.04), (-0.1, 0.0), (-0.5, 0.075))
        ],
        (0, 3),
    )
    return canvas.fill(band, mix(base, canvas.light, 0.5), 0.5, 7)


def _sheen(who: Identity, head: Head, canvas: Canvas) -> str:
    skin = canvas.colour(who.skin, "skin")
    return canvas.fill(oval(*head.over(-0.32, 0.1), 52, 26), mix(skin, canvas.light, 0.75), 0.55, 10)


def _shaven(who: Identity, head: Head, canvas: Canvas) -> str:
    shadow = mix(canvas.colour(who.skin, "skin"), canvas.colour(who.hair_colour, "hair"), 0.5)
    cap = traced(SHAPES["crop"].front, head.over)
    return canvas.clipped("face") + canvas.fill(cap, shadow, 0.8) + "</g>"


def _ring(
    head: Head, reach: float, tall: float, middle: float, count: int, start: float, stretch: float
) -> list[Point]:
    """Points around the skull, clockwise from the left."""
    points = []
    for index in range(count):
        angle = pi * start + 2 * pi * stretch * index / count
        points.append(head.over(-cos(angle) * reach, middle - sin(angle) * tall))
    return points


def _ringlets(who: Identity, head: Head, canvas: Canvas, reach: float, tall: float, middle: float) -> str:
    """Single curls, spread over the upper half of an oval."""
    if canvas.treatment.detail < 0.5:
        return ""
    base = canvas.colour(who.hair_colour, "hair")
    deep, light = mix(canvas.dark(who.hair_colour, "hair"), INK, 0.2), mix(base, canvas.light, 0.3)
    drawn = []
    for index in range(26):
        angle, depth = pi * ((index * 0.381966 + 0.06) % 1.0), 0.56 + 0.42 * ((index * 0.7548) % 1.0)
        x, y = head.over(-cos(angle) * reach * depth**0.5, middle - sin(angle) * tall * depth)
        size = 12 + index % 4 * 3
        arc = f"M{pair((x - size, y + 4))}A{size} {size} 0 1 1 {pair((x + size * 0.6, y + 4 + size * 0.7))}"
        drawn.append(canvas.stroke(arc, light if index % 3 == 0 else deep, 4, 0.5))
    return "".join(drawn)


def _curls(who: Identity, head: Head, canvas: Canvas) -> str:
    big = who.hair == "afro"
    reach, lift = (1.16, -0.1) if big else (1.14, -0.09)
    outer = [head.over(-cos(pi * t / 10) * reach, 0.42 - sin(pi * t / 10) * (0.42 - lift)) for t in range(11)]
    inner = [
        (0.93, 0.4),
        (0.86, 0.24),
        (0.6, 0.21),
        (0.3, 0.235),
        (0.0, 0.2),
        (-0.3, 0.235),
        (-0.6, 0.21),
        (-0.86, 0.24),
        (-0.93, 0.4),
    ]
    points = [head.over(-1.03, 0.55), *outer, head.over(1.03, 0.55), *[head.over(x, y) for x, y in inner]]
    path = cloud(points)
    marks = _ringlets(who, head, canvas, reach * 0.94, 0.4 - lift, 0.4)
    if big:  # it is one with what is behind it
        canvas.shape("front", path)
        front = canvas.clipped("front") + canvas.fill(path, canvas.colour(who.hair_colour, "hair")) + marks + "</g>"
        return _cast(who, path, canvas) + front
    return _cast(who, path, canvas) + canvas.form("front", path, who.hair_colour, "hair", inside=marks, lit=(-26, -20))


_LOCS_BACK = ((-1.0, 1.25), (-0.75, 1.32), (-0.5, 1.3), (0.5, 1.3), (0.75, 1.34), (1.0, 1.22))
_LOCS = ((-0.98, 1.02), (-1.12, 0.88), (-0.9, 0.62), (0.9, 0.66), (1.12, 0.9), (0.98, 1.08))


def _rope(canvas: Canvas, who: Identity, start: Point, end: Point, colour: str, width: float) -> str:
    """One loc: a thick strand with its twists."""
    dark, base = mix(canvas.dark(who.hair_colour, "hair"), INK, 0.35), canvas.colour(colour, "hair")
    sway = (start[0] + (end[0] - start[0]) * 1.25, start[1] + (end[1] - start[1]) * 0.35)
    path = f"M{pair(start)}Q{pair(sway)} {pair(end)}"
    drawn = canvas.stroke(path, dark, width) + canvas.stroke(path, base, width - 7)
    if canvas.treatment.detail > 0.5:
        drawn += (
            f'<path d="{tight(path)}" fill="none" stroke="{dark}" stroke-width="{number(width - 9)}" '
            'stroke-dasharray="2.6 15" opacity=".6"/>'
        )
        drawn += (
            f'<path d="{tight(path)}" fill="none" stroke="{mix(base, canvas.light, 0.4)}" stroke-width="4" '
            'stroke-dasharray="8 9.6" opacity=".5" transform="translate(-6 0)"/>'
        )
    return drawn


def _locs(who: Identity, head: Head, canvas: Canvas) -> str:
    cap = (
        "-1.0,.5! -1.1,.3 -1.02,.05 -.6,-.12 0,-.155 .6,-.12 1.02,.05 1.1,.3 1.0,.5! .9,.3 .6,.2 .2,.15 "
        "-.2,.15 -.6,.2 -.9,.3"
    )
    path = traced(cap, head.over)
    twists = _strands(canvas, who, head, ((0.0, -0.12),), tuple((x / 10, 0.3) for x in range(-11, 12, 2)))
    drawn = [_cast(who, path, canvas), canvas.form("front", path, who.hair_colour, "hair", inside=twists)]
    drawn += [_rope(canvas, who, head.over(x * 0.86, 0.08), head.over(x, y), who.hair_colour, 36) for x, y in _LOCS]
    return "".join(drawn)


def _braid(who: Identity, head: Head, canvas: Canvas, side: int) -> str:
    """A braid over one shoulder: strands that cross, and a band."""
    base, steps = canvas.colour(who.hair_colour, "hair"), 9
    dark = mix(canvas.dark(who.hair_colour, "hair"), INK, 0.3)
    share = [at / (2 * steps) for at in range(2 * steps + 1)]  # every second one lies between two crossings
    spine = [head.over(side * (0.98 + 0.12 * sin(each * 2.4)), 0.7 + each * 0.8) for each in share]
    wide = [(40 - 17 * each) * (1.0 if at % 2 else 0.8) for at, each in enumerate(share)]
    edge = [[(x + hand * w, y) for (x, y), w in zip(spine, wide, strict=True)] for hand in (1, -1)]
    crossings = shine = ""
    for at in range(2 * steps - 1):
        hand = 1 if at % 2 else -1
        (x, y), (under, low) = spine[at], spine[at + 1]
        start, end = (x + hand * wide[at + 1] * 0.98, y), (under - hand * wide[at] * 0.3, low + 17)
        crossings += f"M{pair(start)}Q{pair((x + hand * 4, y + 9))} {pair(end)}"
        if hand < 0:
            bend = (x - wide[at] * 0.62, y - 8)
            shine += lens((bend[0], bend[1] - 9), bend, (x - 5, y + 8), -6)
    inside = canvas.stroke(crossings, dark, 4.4, 0.85) + canvas.fill(shine, mix(base, canvas.light, 0.4), 0.45)
    name = f"plait{'l' if side < 0 else 'r'}"
    shape = curve([*edge[0], *reversed(edge[1])], (0, 2 * steps, 2 * steps + 1))
    drawn = [canvas.form(name, shape, who.hair_colour, "hair", inside=inside, lit=(-10, -4))]
    x, y = head.over(side * 1.05, 1.49)
    tuft = curve([(x - 18, y), (x + 18, y), (x + 20, y + 40), (x + 2, y + 82), (x - 20, y + 40)], (0, 1, 3))
    foot = f"tuft{'l' if side < 0 else 'r'}"
    drawn.append(canvas.form(foot, tuft, who.hair_colour, "hair", lit=(-6, 0), rim=0))
    band = f"M{pair((x - 17, y))}Q{pair((x, y + 8))} {pair((x + 17, y))}"
    drawn.append(canvas.stroke(band, canvas.colour(who.accent, "cloth"), 13))
    return "".join(drawn)


def _flower(who: Identity, head: Head, canvas: Canvas) -> str:
    x, y = head.over(0.86 * who.side, 0.2)
    petals = "".join(
        canvas.fill(
            oval(x + cos(turn * 1.257) * 20, y + sin(turn * 1.257) * 20, 17, 17), canvas.colour("#e7b7c4", "cloth")
        )
        for turn in range(5)
    )
    return petals + canvas.fill(oval(x, y, 12, 12), canvas.colour("#d9a92e", "cloth"))
