"""What makes a face known: glasses, scars, a patch over an eye, earrings."""

from __future__ import annotations

from gameplan.novels.assets.portraits.canvas import Canvas
from gameplan.novels.assets.portraits.colours import mix
from gameplan.novels.assets.portraits.head import Head
from gameplan.novels.assets.portraits.identity import Identity
from gameplan.novels.assets.portraits.paths import curve, lens, oval, pair


def glasses(who: Identity, head: Head, canvas: Canvas) -> str:
    """Spectacles, with a little light in the lenses."""
    if not who.glasses:
        return ""
    metal = canvas.colour("#a98a45" if who.glasses in ("pince", "monocle", "half") else "#2d2a33", "metal")
    gap = 0.44 + 0.018 * who.eye_gap
    drawn = []
    sides = (who.side,) if who.glasses == "monocle" else (-1, 1)
    for side in sides:
        x, y = head.on(side * gap, head.eyes + 0.012)
        half = head.half * 0.345
        if who.glasses == "square":
            lens_ = curve(
                [
                    (x - half, y - 34),
                    (x + half, y - 34),
                    (x + half * 0.95, y + 26),
                    (x + half * 0.6, y + 42),
                    (x - half * 0.6, y + 42),
                    (x - half * 0.95, y + 26),
                ],
                pull=0.75,
            )
        elif who.glasses == "half":
            lens_ = curve(
                [
                    (x - half, y + 8),
                    (x + half, y + 8),
                    (x + half * 0.86, y + 46),
                    (x, y + 60),
                    (x - half * 0.86, y + 46),
                ],
                (0, 1),
            )
        else:
            lens_ = oval(
                x,
                y,
                half * (0.86 if who.glasses == "pince" else 0.95),
                half * (0.82 if who.glasses == "pince" else 0.93),
            )
        drawn.append(canvas.fill(lens_, "#dfeaf4", 0.16))
        glare = lens((x - half * 0.62, y + 18), (x - half * 0.4, y - 16), (x - half * 0.05, y - 30), 12)
        if who.glasses != "half":
            drawn.append(canvas.fill(glare, "#ffffff", 0.3))
        drawn.append(canvas.stroke(lens_, metal, 5.4 if who.glasses in ("square", "round") else 4))
        if who.glasses not in ("pince", "monocle"):
            temple = f"M{pair((x + side * half * 0.96, y - 6))}L{pair(head.at(side * 1.02, head.eyes - 0.006))}"
            drawn.append(canvas.stroke(temple, metal, 5))
    if who.glasses == "monocle":
        x, y = head.on(who.side * gap, head.eyes + 0.012)
        drawn.append(
            canvas.stroke(
                (
                    f"M{pair((x + who.side * 46, y + 26))}Q{pair((x + who.side * 74, y + 190))} "
                    f"{pair((x + who.side * 40, y + 320))}"
                ),
                metal,
                2.4,
                0.8,
            )
        )
    else:
        y = head.eyes + (0.03 if who.glasses == "half" else 0.0)
        bridge = f"M{pair(head.on(-gap + 0.335, y))}Q{pair(head.on(0, y - 0.045, 1.6))} {pair(head.on(gap - 0.335, y))}"
        drawn.append(canvas.stroke(bridge, metal, 5))
    return "".join(drawn)


def marks_of_choice(who: Identity, head: Head, canvas: Canvas) -> str:
    """What somebody has put on their skin: a bindi, a ring in the nose or the brow."""
    drawn = ""
    if "bindi" in who.extras:
        drawn += canvas.fill(oval(*head.on(0, head.brows - 0.02), 9, 10), "#a3232f")
    if "piercing" in who.extras:
        steel = canvas.colour("#c6ccd4", "metal")
        drawn += canvas.stroke(oval(*head.on(who.side * 0.15, head.nose + 0.005, 1.4), 9, 10), steel, 4)
        drawn += canvas.fill(oval(*head.on(who.side * 0.72, head.brows - 0.01), 7, 7), steel)
    return drawn


def scar(who: Identity, head: Head, canvas: Canvas) -> str:
    """An old wound, or a patch over an eye."""
    if not who.scar:
        return ""
    side = who.side
    skin = canvas.colour(who.skin, "skin")
    pale, edge = mix(mix(skin, "#e9a79c", 0.5), "#ffffff", 0.22), canvas.deep(who.skin, "skin", 0.1)
    if who.scar == "patch":
        x, y = head.on(side * 0.45, head.eyes)
        patch = curve(
            [(x - 58, y - 34), (x, y - 44), (x + 58, y - 34), (x + 40, y + 44), (x, y + 60), (x - 40, y + 44)]
        )
        strap = (
            f"M{pair(head.at(-side * 0.98, 0.3))}Q{pair(head.at(side * 0.1, 0.36))} "
            f"{pair((x - side * 30, y - 38))}M{pair((x + side * 52, y - 24))}L{pair(head.at(side * 1.02, 0.47))}"
        )
        return canvas.stroke(strap, canvas.colour("#2b2328", "cloth"), 8) + canvas.form(
            "patch", patch, "#2b2328", "cloth", lit=(-8, -6), rim=0
        )
    lines = {
        "cheek": ((0.72, 0.58), (0.56, 0.68), (0.5, 0.82)),
        "brow": ((0.34, 0.36), (0.5, 0.48), (0.58, 0.68)),
        "lip": ((0.14, 0.745), (0.2, 0.8), (0.17, 0.885)),
    }[who.scar]
    start, bend, end = (head.on(side * x, y) for x, y in lines)
    drawn = canvas.fill(lens(start, (bend[0] + 3, bend[1] + 2), end, 9), edge, 0.6) + canvas.fill(
        lens(start, bend, end, 7), pale
    )
    if who.scar == "cheek":
        for share in (0.3, 0.5, 0.7):
            x, y = start[0] + (end[0] - start[0]) * share - side * 4, start[1] + (end[1] - start[1]) * share
            drawn += canvas.stroke(f"M{pair((x - 9, y + 2))}L{pair((x + 9, y - 3))}", edge, 2.4, 0.5)
    return drawn


def earrings(who: Identity, head: Head, canvas: Canvas) -> str:
    if "earrings" not in who.extras or who.hat in ("hood", "kerchief", "hijab", "wimple", "keffiyeh"):
        return ""
    gold = "#d2a63f"
    drawn = []
    for side in (-1, 1) if who.look == "feminine" else (who.side,):
        x, y = head.at(side * 1.06, 0.7)
        if who.lips > 0 or who.look == "masculine":
            ring = oval(x, y + 12, 11, 13)
            drawn.append(canvas.stroke(ring, canvas.colour(gold, "metal"), 5))
        else:
            drawn.append(
                canvas.fill(oval(x, y + 14, 8, 13), canvas.colour(who.accent, "cloth"))
                + canvas.fill(oval(x - 2, y + 9, 3, 4), "#ffffff", 0.7)
            )
    return "".join(drawn)
