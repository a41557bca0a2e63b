"""The parts of a face that speak: eyes, brows, nose. Their shapes are somebody's own, their places a feeling's."""

from __future__ import annotations

from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import lightness, mix
from gameplan.novels.assets.portraits.expressions import Expression
from gameplan.novels.assets.portraits.head import Head
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import Point, curve, lens, oval, pair
from gameplan.novels.assets.portraits.treatments import INK

#       width, height, slant of the outer corner (up), fullness below
_EYES = {
    "almond": (1.0, 1.0, 0.10, 0.85),
    "round": (0.96, 1.2, 0.04, 1.0),
    "narrow": (1.08, 0.76, 0.10, 0.7),
    "drooping": (1.02, 0.98, -0.16, 0.95),
    "upturned": (1.04, 0.94, 0.28, 0.8),
    "hooded": (1.02, 0.84, 0.02, 0.85),
    "monolid": (1.05, 0.8, 0.16, 0.78),
}


def eye(who: Identity, head: Head, feeling: Expression, canvas: Canvas, side: int) -> str:
    """One eye: white, iris, pupil, lights, lids and lashes."""
    width, height, slant, below = _EYES[who.eyes]
    child, soft = who.age == "child", who.look == "feminine"
    half = head.half * (0.278 + 0.014 * who.eye_size) * width * (1.08 if child else 1.0) * (1.03 if soft else 0.97)
    tall = head.half * (0.172 + 0.013 * who.eye_size) * height * (1.28 if child else 1.0) * (1.1 if soft else 0.92)
    if who.age in ("old", "elder"):
        tall *= 0.88
    x, y = head.on(side * (0.44 + 0.018 * who.eye_gap), head.eyes)
    rise = slant * half * 0.62
    inner, outer = (x - side * half, y + 4.0), (x + side * half, y + 3 - rise + feeling.lid_outer * tall * 0.55)
    peak = tall * feeling.open
    near = inner[0] + side * half * 0.5, inner[1] - peak * (1.62 - 1.25 * feeling.lid_inner)
    far = outer[0] - side * half * 0.52, outer[1] - peak * (1.62 - 0.85 * feeling.lid_outer)
    low = tall * below * (1 - feeling.lid_lower * 0.85) * (1.0 if feeling.open < 1.2 else 1.12)
    under_far, under_near = (
        (outer[0] - side * half * 0.45, outer[1] + low * 1.1),
        (inner[0] + side * half * 0.5, inner[1] + low),
    )
    upper = f"C{pair(near)} {pair(far)} {pair(outer)}"
    shape = f"M{pair(inner)}{upper}C{pair(under_far)} {pair(under_near)} {pair(inner)}Z"
    name = "eyel" if side < 0 else "eyer"
    canvas.shape(name, shape)

    iris = canvas.colour(who.eye_colour, "eye")
    white = canvas.colour("#f6f1ea", "white")
    radius = tall * (0.98 if height <= 1 else 0.9) + (2 if not soft else 3)
    cx, cy = x + feeling.look[0] * half * 0.3 + head.turn * 0.25, y - peak * 0.22 + feeling.look[1] * tall * 0.5
    if feeling.open > 1.2:
        cy = y - peak * 0.1
    size = radius * (0.94 if feeling.pupil < 0.8 else 1.0)
    ball = [
        canvas.clipped(name),
        canvas.fill(shape, white),
        canvas.fill(oval(cx, cy, size, size), mix(iris, INK, 0.55)),
        canvas.fill(oval(cx, cy, size * 0.87, size * 0.87), iris),
        canvas.fill(oval(cx, cy + size * 0.42, size * 0.6, size * 0.4), mix(iris, canvas.light, 0.5), 0.7, 3),
        canvas.fill(oval(cx, cy, size * 0.45 * feeling.pupil, size * 0.45 * feeling.pupil), mix(iris, INK, 0.93)),
    ]
    fall = (
        f"M{pair(inner)}{upper}L{pair((outer[0], outer[1] + 8))}C{pair((far[0], far[1] + tall * 0.5))} "
        f"{pair((near[0], near[1] + tall * 0.5))} {pair((inner[0], inner[1] + 5))}Z"
    )
    ball.append(canvas.fill(fall, mix(canvas.dark(who.skin, "skin"), INK, 0.35), 0.42, 2))
    ball.append(canvas.fill(oval(cx - size * 0.34, cy - size * 0.36, size * 0.25, size * 0.28), "#ffffff", 0.96))
    ball.append(canvas.fill(oval(cx + size * 0.36, cy + size * 0.4, size * 0.13, size * 0.13), "#ffffff", 0.6))
    ball.append("</g>")
    return "".join(ball) + _lids(
        who, head, feeling, canvas, side, inner, outer, near, far, under_near, under_far, half, tall
    )


def _lids(
    who: Identity,
    head: Head,
    feeling: Expression,
    canvas: Canvas,
    side: int,
    inner: Point,
    outer: Point,
    near: Point,
    far: Point,
    under_near: Point,
    under_far: Point,
    half: float,
    tall: float,
) -> str:
    soft = who.look == "feminine"
    hair = canvas.colour(who.hair_colour, "hair")
    lash = mix(hair if lightness(hair) < 0.4 else canvas.deep(who.skin, "skin", 0.5), INK, 0.62)
    thick = {"feminine": 8.5, "masculine": 5.4}.get(who.look, 6.5) * (0.8 if who.age in ("old", "elder") else 1)
    tip = (outer[0] + side * (9 if soft else 4), outer[1] - (7 if soft else 1))
    upper = (
        f"M{pair((inner[0] - side * 2, inner[1] + 2))}C{pair(near)} {pair(far)} "
        f"{pair((outer[0], outer[1] + 2))}L{pair(tip)}"
        f"C{pair((far[0] + side * 6, far[1] - thick * 1.25))} {pair((near[0], near[1] - thick * 0.9))} "
        f"{pair((inner[0] - side * 2, inner[1] + 2))}Z"
    )
    crease = canvas.deep(who.skin, "skin", 0.15)
    lift = 10 + {"hooded": -3, "monolid": -8}.get(who.eyes, 7) + 4 * max(0.0, 1 - feeling.open)
    fold = lens(
        (inner[0] + side * 6, inner[1] - lift * 0.9),
        ((near[0] + far[0]) / 2, (near[1] + far[1]) / 2 - lift * 0.95),
        (outer[0] + side * 2, outer[1] - lift * 0.75),
        -side * 3.6,
    )
    lower = (
        f"M{pair((outer[0], outer[1] + 1))}C{pair(under_far)} {pair(under_near)} "
        f"{pair((inner[0] + side * half * 0.25, inner[1] + 4))}"
    )
    drawn = [
        canvas.stroke(lower, mix(lash, canvas.dark(who.skin, "skin"), 0.45), 2.4 if soft else 2, 0.8),
        canvas.fill(fold, crease, 0.62),
        canvas.fill(upper, lash),
    ]
    if soft and who.age not in ("elder",):
        for share, length in ((0.72, 10), (0.9, 13)):
            x = inner[0] + (outer[0] - inner[0]) * share
            y = outer[1] - tall * feeling.open * (1.12 if share < 0.8 else 0.62) * (1 - 0.5 * feeling.lid_outer)
            drawn.append(
                canvas.fill(
                    lens((x - side * 5, y + 6), (x + side * 2, y), (x + side * length, y - length * 0.5), side * 4),
                    lash,
                )
            )
    if "tired" in who.extras:
        drawn.append(canvas.stroke(lower, canvas.colour("#b4483f", "lip"), 2.4, 0.5))
    return "".join(drawn)


def brow(who: Identity, head: Head, feeling: Expression, canvas: Canvas, side: int) -> str:
    """One brow, from the nose outwards."""
    arch, thick = {"arched": (0.03, 1.0), "straight": (0.016, 1.05), "heavy": (0.022, 1.45), "thin": (0.033, 0.62)}[
        who.brows
    ]
    thick *= {"feminine": 9.0, "masculine": 12.5}.get(who.look, 10.5) * (0.85 if who.age == "child" else 1)
    step = 0.042
    close = feeling.brow_close * 0.05
    gap = 0.44 + 0.018 * who.eye_gap

    def at(x: float, up: float) -> Point:
        return head.on(side * x, head.brows - up)

    start = at(gap - 0.27 - close, 0.013 + feeling.brow_inner * step)
    bend = at(gap - 0.02 - close * 0.5, arch + feeling.brow_arch * step)
    knee = at(gap + 0.15, arch - 0.001 + (feeling.brow_arch + feeling.brow_outer) / 2 * step)
    end = at(gap + 0.34, -0.018 + feeling.brow_outer * step * 0.9)
    points = [
        (start[0], start[1] - thick * 0.42),
        (bend[0], bend[1] - thick * 0.6),
        (knee[0], knee[1] - thick * 0.5),
        end,
        (knee[0] - side * 3, knee[1] + thick * 0.32),
        (bend[0], bend[1] + thick * 0.5),
        (start[0] - side * 2, start[1] + thick * 0.62),
    ]
    hair = canvas.colour(who.hair_colour, "hair")
    grey = who.age in ("old", "elder")
    shade = mix(hair, INK, 0.12 if grey else 0.4) if lightness(hair) > 0.35 else mix(hair, INK, 0.25)
    skin = canvas.colour(who.skin, "skin")
    if abs(lightness(shade) - lightness(skin)) < 0.24:  # brows speak: they must be seen
        shade = mix(shade, INK, 0.36 if lightness(skin) > 0.5 else 0.7)
    drawn = [canvas.fill(curve(points, (0, 3, 6)), shade, 0.94)]
    if canvas.treatment.detail > 0.6:
        for index in range(3):
            x, y = start[0] + side * (6 + index * 11), start[1] + (bend[1] - start[1]) * index / 3
            drawn.append(
                canvas.fill(
                    lens((x, y + thick * 0.5), (x + side, y), (x + side * 9, y - thick * 0.75), side * 3), shade
                )
            )
    return "".join(drawn)


def nose(who: Identity, head: Head, canvas: Canvas) -> str:
    """The nose: a shadow beside it, the tip, wings and nostrils."""
    wide = {"straight": 0.185, "button": 0.165, "broad": 0.255, "hooked": 0.19, "long": 0.175}[who.nose]
    wide *= (0.92 if who.look == "feminine" else 1.06) * (1 + 0.1 * who.nose_size)
    deep = canvas.deep(who.skin, "skin", 0.22)
    y = head.nose + {"hooked": 0.008, "long": 0.022, "button": -0.018}.get(who.nose, 0.0)
    young = who.age == "child"
    drawn = []
    if not young and not canvas.treatment.hatch:
        start = head.eyes - (0.05 if who.look == "masculine" else 0.02)
        bump = 0.035 if who.nose == "hooked" else 0.0
        side = [
            head.on(0.09, start, 1.0),
            head.on(0.075 + bump, start + (y - start) * 0.5, 1.6),
            head.on(0.13, y - 0.03, 2.2),
            head.on(wide, y - 0.005, 2),
            head.on(0.05, y + 0.012, 2.4),
            head.on(0.045, y - 0.06, 2.4),
            head.on(0.025 + bump * 0.6, start + (y - start) * 0.5, 1.8),
        ]
        drawn.append(canvas.shadow(curve(side), who.skin, "skin", 0.75 if canvas.treatment.soft else 0.9, 5))
    under = curve(
        [
            head.on(-wide * 0.8, y - 0.004, 2),
            head.on(0, y + 0.016, 2.4),
            head.on(wide * 0.85, y - 0.004, 2),
            head.on(wide * 0.5, y + 0.026, 2),
            head.on(-wide * 0.45, y + 0.026, 2),
        ],
        (0, 2),
    )
    if not canvas.treatment.hatch:
        drawn.append(canvas.shadow(under, who.skin, "skin", 0.8, 4))
    for side_ in (-1, 1):
        drawn.append(
            canvas.fill(
                lens(
                    head.on(side_ * wide * 0.28, y + 0.002, 2.2),
                    head.on(side_ * wide * 0.52, y - 0.014, 2.1),
                    head.on(side_ * wide * 0.78, y + 0.003, 2),
                    side_ * 5,
                ),
                deep,
                0.8,
            )
        )
        if not young:
            drawn.append(
                canvas.fill(
                    lens(
                        head.on(side_ * wide * 0.86, y - 0.034, 2),
                        head.on(side_ * wide * 1.28, y - 0.016, 2),
                        head.on(side_ * wide * 0.9, y + 0.006, 2),
                        side_ * -3.4,
                    ),
                    deep,
                    0.55,
                )
            )
    if canvas.treatment.line >= 2.5 or canvas.treatment.hatch:
        drawn.append(
            canvas.fill(
                lens(
                    head.on(0.09, head.nose - 0.115, 1.8),
                    head.on(0.12, head.nose - 0.06, 2.2),
                    head.on(0.155, y - 0.03, 2.3),
                    4,
                ),
                deep,
                0.7 if not young else 0,
            )
        )
    glow = canvas.glow(who.skin)
    if canvas.treatment.soft or canvas.treatment.name == "cel":
        drawn.append(canvas.fill(oval(*head.on(-0.03, y - 0.036, 2.4), 9 if not young else 7, 8), glow, 0.6, 4))
    if canvas.treatment.soft and not young:
        drawn.append(
            canvas.fill(
                lens(
                    head.on(-0.02, head.eyes, 1.4),
                    head.on(-0.035, head.eyes + 0.08, 1.8),
                    head.on(-0.03, y - 0.06, 2.3),
                    9,
                ),
                glow,
                0.4,
                4,
            )
        )
    return "".join(drawn)
