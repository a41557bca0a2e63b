"""The mouth: lips, and what is behind them when it stands open."""

from __future__ import annotations

from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import lightness, mix
from gameplan.novels.assets.portraits.expressions import Expression
from gameplan.novels.assets.portraits.head import Head
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import Point, lens, oval, pair
from gameplan.novels.assets.portraits.treatments import INK


def mouth(who: Identity, head: Head, feeling: Expression, canvas: Canvas) -> str:
    """The mouth: lips and, where it stands open, teeth and dark."""
    young, aged = who.age == "child", who.age in ("old", "elder")
    soft = {"feminine": 1.0, "masculine": 0.35}.get(who.look, 0.65) * (0.65 if aged else 0.8 if young else 1)
    half = head.half * (0.31 + 0.024 * who.mouth_size) * (0.86 if young else 1.0) * feeling.wide
    x, y = head.on(0, head.mouth, 1.6)
    curl = (feeling.smile + 0.14) * 17
    gape = feeling.gape * 44 * (0.85 if young else 1)
    full = (13.5 + 4 * who.lips) * (0.5 + 0.62 * soft)
    lean = feeling.crooked * 9
    left, right = (x - half, y - curl * 0.8 + lean * 0.5), (x + half, y - curl * 0.8 - lean * 0.2)
    top, low = y + curl * 0.42 - gape * 0.22, y + curl * 0.62 + gape * 0.78
    oval_ = 1.0 if feeling.gape > 0.8 else 0.35 if feeling.gape > 0.2 else 0.0

    def sweep(middle: float, fullness: float = 0.0, *, back: bool = False) -> str:
        """From corner to corner through the middle."""
        ends = (right, left) if back else (left, right)
        way = -1 if back else 1
        near, far = 0.6 + 0.4 * max(oval_, fullness), 0.3 + 0.25 * max(oval_, fullness)
        blend = 0.25 + 0.2 * oval_
        first = (x - way * half * near, middle + (ends[0][1] - middle) * blend)
        last = (x + way * half * near, middle + (ends[1][1] - middle) * blend)
        centre = f"{pair((x - way * half * far, middle))} {pair((x, middle))}"
        return f"C{pair(first)} {centre}C{pair((x + way * half * far, middle))} {pair(last)} {pair(ends[1])}"

    skin = canvas.colour(who.skin, "skin")
    tint = mix(who.skin, "#a8323a", 0.22 + 0.26 * soft) if "rouge" not in who.extras else "#a02c38"
    lip = canvas.colour(tint, "lip")
    if lightness(skin) < 0.42:
        lip = mix(lip, canvas.colour("#d08878", "lip"), 0.3)
    lower_lip = mix(lip, mix(skin, canvas.light, 0.2), 0.18)
    deep = canvas.deep(who.skin, "lip", 0.5)
    bow = (
        f"M{pair(left)}C{pair((x - half * 0.62, top - full * 0.3))} {pair((x - half * 0.34, top - full))} "
        f"{pair((x - half * 0.15, top - full))}"
        f"Q{pair((x, top - full * 0.5))} {pair((x + half * 0.15, top - full))}"
        f"C{pair((x + half * 0.34, top - full))} {pair((x + half * 0.62, top - full * 0.3))} {pair(right)}"
    )
    shown = 0.35 + 0.6 * soft
    drawn = [
        canvas.fill(bow + sweep(top, back=True) + "Z", mix(lip, canvas.dark(tint, "lip"), 0.35), shown),
        canvas.fill(f"M{pair(left)}" + sweep(low) + sweep(low + full * 1.25, 0.5, back=True) + "Z", lower_lip, shown),
    ]
    if canvas.treatment.soft or canvas.treatment.name == "cel":
        glow = oval(x - half * 0.18, low + full * 0.6, half * 0.24, max(2.0, full * 0.2))
        drawn.append(canvas.fill(glow, mix(lower_lip, canvas.light, 0.7), 0.55 * (0.4 + 0.6 * soft), 2))
    if gape > 4:
        inner = f"M{pair(left)}" + sweep(top) + sweep(low, back=True) + "Z"
        drawn.append(_inside_mouth(feeling, canvas, inner, (x, top), half, low, gape))
        drawn.append(canvas.stroke(f"M{pair(left)}" + sweep(top), deep, 3.4, 0.9))
        drawn.append(canvas.stroke(f"M{pair(left)}" + sweep(low), deep, 2, 0.5))
    else:
        middle = (top + low) / 2
        drawn.append(
            canvas.fill(f"M{pair(left)}" + sweep(middle - 1.2) + sweep(middle + 3.2, back=True) + "Z", deep, 0.92)
        )
    for corner, side in ((left, -1), (right, 1)):
        dip = 5 if feeling.smile < 0 else -5 if feeling.smile > 0 else -2
        start, end = (corner[0] - side * 5, corner[1]), (corner[0] + side * 6, corner[1] + dip)
        drawn.append(canvas.fill(lens(start, (corner[0] + side * 2, corner[1] + 1), end, side * 3), deep, 0.7))
    foot = low + full * 1.5 + 7
    if not canvas.treatment.hatch:
        shade = lens((x - half * 0.42, foot), (x, foot + 6), (x + half * 0.42, foot), -8)
        drawn.append(canvas.shadow(shade, who.skin, "skin", 0.7, 4))
    return "".join(drawn)


def _inside_mouth(
    feeling: Expression, canvas: Canvas, path: str, top: Point, half: float, low: float, gape: float
) -> str:
    """Teeth, tongue and dark."""
    x, y = top
    canvas.shape("mouth", path)
    drawn = [
        canvas.clipped("mouth"),
        canvas.fill(path, INK if canvas.treatment.hatch else mix(canvas.colour("#5a1a22", "lip"), INK, 0.35)),
    ]
    if not feeling.teeth or feeling.smile > 0:
        drawn.append(
            canvas.fill(oval(x, low + 5, half * 0.55, max(6.0, gape * 0.36)), canvas.colour("#b8525a", "lip"), 0.9)
        )
    if feeling.teeth:
        white = canvas.colour("#f7f2ea", "white")
        if feeling.smile > 0:
            row = (
                f"M{pair((x - half, y - 60))}L{pair((x - half * 0.86, y - 4))}Q{pair((x, y + gape * 1.15))} "
                f"{pair((x + half * 0.86, y - 4))}L{pair((x + half, y - 60))}Z"
            )
            drawn.append(canvas.fill(row, white))
        else:
            drawn.append(canvas.fill(path, white))
            middle = (y + low) / 2
            drawn.append(
                canvas.stroke(
                    f"M{pair((x - half, middle + 6))}Q{pair((x, middle - 3))} {pair((x + half, middle + 6))}",
                    INK,
                    2.2,
                    0.5,
                )
            )
            for step in (-0.5, -0.25, 0.0, 0.25, 0.5):
                drawn.append(
                    canvas.stroke(
                        f"M{pair((x + half * step, y - 4))}L{pair((x + half * step, low + 4))}", INK, 1.4, 0.25
                    )
                )
    return "".join([*drawn, "</g>"])
