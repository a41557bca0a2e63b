"""Houses: rows seen from afar, and fronts along a street."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.sheet import Point

WALLS = ("#b8a58a", "#a88c74", "#c2b6a2", "#9a8a80", "#8e9aa0", "#b09078", "#a49a78")
ROOFS = ("#6e4436", "#5a4a46", "#4c5058", "#7a5240")
PANE, GLOW = "#39434c", ("#ffd184", "#ffbf66", "#ffe0a4")


def roof_colour(canvas: Canvas) -> str:
    return "#e4eaf0" if canvas.palette.view.weather == "snow" else canvas.rng.choice(ROOFS)


def row_of_houses(
    canvas: Canvas, left: float, right: float, base: float, low: float, high: float, depth: float
) -> None:
    """Gables and eaves side by side, from left to right."""
    rng, sheet, tone = canvas.rng, canvas.sheet, canvas.palette.tone
    x = left
    while x < right:
        wide, tall = rng.uniform(0.55, 1.1) * (low + high) / 2, rng.uniform(low, high)
        wall, roof = rng.choice(WALLS), roof_colour(canvas)
        top = base - tall
        steep = tall * rng.uniform(0.25, 0.5)
        sheet.rect(
            x,
            top,
            wide + 1,
            tall,
            sheet.down(top, base, (0, tone(wall, depth, 0.5), 1), (1, tone(wall, depth, 0.22), 1)),
        )
        shade = 0.14 if canvas.from_left else 0.5
        if rng.random() < 0.5:
            sheet.poly([(x - 2, top), (x + wide / 2, top - steep), (x + wide + 2, top)], tone(roof, depth, 0.5))
            sheet.poly(
                [(x + wide / 2, top - steep), (x + wide + 2, top), (x + wide * 0.55, top)],
                tone(roof, depth, shade),
                0.6,
            )
        else:
            sheet.poly(
                [
                    (x - 2, top),
                    (x + wide * 0.1, top - steep * 0.8),
                    (x + wide * 0.9, top - steep * 0.8),
                    (x + wide + 2, top),
                ],
                tone(roof, depth, 0.45),
            )
        if rng.random() < 0.7:
            cx = x + wide * rng.uniform(0.15, 0.75)
            sheet.rect(cx, top - steep * 1.15, wide * 0.09 + 2, steep * 0.7, tone("#5a4238", depth, 0.3))
        windows(canvas, x, top, wide, tall, depth)
        x += wide


def windows(canvas: Canvas, x: float, top: float, wide: float, tall: float, depth: float) -> None:
    """A front's windows; some are lit when it is dark."""
    rng, palette = canvas.rng, canvas.palette
    unit = max(5.0, min(26.0, wide / 5.5))
    dark: list[list[Point]] = []
    bright: list[list[Point]] = []
    columns, rows = max(1, int(wide / (unit * 2.1))), max(1, int(tall / (unit * 2.4)))
    for column in range(columns):
        for row in range(rows):
            cx = x + (column + 0.5) * wide / columns
            cy = top + (row + 0.42) * tall / rows
            pane = [
                (cx - unit * 0.42, cy - unit * 0.6),
                (cx + unit * 0.42, cy - unit * 0.6),
                (cx + unit * 0.42, cy + unit * 0.6),
                (cx - unit * 0.42, cy + unit * 0.6),
            ]
            lit = palette.lamps and rng.random() < 0.42
            (bright if lit else dark).append(pane)
            if lit and rng.random() < 0.35:
                canvas.lamp(cx, cy, unit * 3.2, falls=0.5, glows=0.22)
    canvas.sheet.polys(dark, palette.tone(PANE, depth, 0.35))
    if bright:
        canvas.sheet.polys(bright, palette.own(rng.choice(GLOW), 1.0 - depth * 0.4), 1 - depth * 0.35)


def street_front(stage: Stage, x: float, z0: float, z1: float, high: float, wall: str, *, shop: bool = False) -> None:
    """The front of one house along a street: wall, windows with sills, door or shop, eaves."""
    canvas, palette = stage.canvas, stage.canvas.palette
    rng, sheet, left = canvas.rng, canvas.sheet, x < 0
    lit = canvas.lit(not left) * 0.8
    near, far = stage.at(x, 0, z0)[0], stage.at(x, 0, z1)[0]
    stage.wall(
        x,
        z0,
        z1,
        0,
        high,
        sheet.across(near, far, (0, stage.tone(wall, z0, lit * 0.8), 1), (1, stage.tone(wall, z1, lit), 1)),
    )
    stage.wall(x, z0, z1, 0, 0.5, stage.tone("#5a5248", z0, lit * 0.5), 0.7)
    out = x + (0.22 if left else -0.22)
    storeys, across = max(2, round(high / 3.1)), max(1, round((z1 - z0) / 1.9))
    tall = high / storeys
    for storey in range(storeys):
        for column in range(across):
            z = z0 + (column + 0.5) * (z1 - z0) / across
            half = min(0.5, (z1 - z0) / across * 0.3)
            y0, y1 = storey * tall + tall * 0.30, storey * tall + tall * 0.82
            if storey == 0:
                if column == 0 and not shop:
                    y0, y1 = 0.0, 2.2
                elif shop:
                    half, y0 = (z1 - z0) / across * 0.40, 0.55
            glowing = (
                palette.lamps
                and rng.random() < (0.75 if shop and storey == 0 else 0.36)
                and not (storey == 0 and column == 0 and not shop)
            )
            stage.wall(x, z - half - 0.09, z + half + 0.09, y0 - 0.09, y1 + 0.12, stage.tone("#d8cfbe", z, lit * 0.8))
            fill = (
                palette.own(rng.choice(GLOW), 0.95) if glowing else stage.tone("#5a3c2c" if y0 == 0 else PANE, z, 0.3)
            )
            stage.wall(x, z - half, z + half, y0, y1, fill)
            if y0 > 0:
                bar = stage.tone("#3a342e" if glowing else "#c8bfae", z, lit * 0.6)
                stage.canvas.sheet.lines(
                    [
                        [stage.at(x, y0, z), stage.at(x, y1, z)],
                        [stage.at(x, (y0 + y1 * 2) / 3, z - half), stage.at(x, (y0 + y1 * 2) / 3, z + half)],
                    ],
                    bar,
                    max(0.8, stage.size(z) * 0.045),
                )
            if glowing:
                px, py = stage.at(x, (y0 + y1) / 2, z)
                canvas.lamp(px, py, stage.size(z) * 1.5, falls=0.55, glows=0.16)
    if shop:
        awning = rng.choice(("#8a3a34", "#36584a", "#3c4a6a", "#a8823c"))
        reach = x + (0.95 if left else -0.95)
        stage.quad(
            [(x, 2.9, z0 + 0.2), (reach, 2.35, z0 + 0.2), (reach, 2.35, z1 - 0.2), (x, 2.9, z1 - 0.2)],
            stage.tone(awning, z0, 0.6),
        )
    stage.quad(
        [(x, high, z0), (out, high - 0.12, z0), (out, high - 0.12, z1), (x, high, z1)], stage.tone("#4a4038", z0, 0.15)
    )


def street_lamp(stage: Stage, x: float, z: float, high: float = 4.2) -> None:
    """An iron lamp at the kerb, bent to the street."""
    canvas, palette = stage.canvas, stage.canvas.palette
    stage.bar((x, 0, z), (x, high, z), 0.11, "#26282c", 0.25)
    stage.bar((x, 0, z), (x, 0.8, z), 0.22, "#26282c", 0.25)
    px, py = stage.at(x, high, z)
    unit = stage.size(z)
    canvas.sheet.poly(
        [
            (px - unit * 0.16, py - unit * 0.5),
            (px + unit * 0.16, py - unit * 0.5),
            (px + unit * 0.10, py),
            (px - unit * 0.10, py),
        ],
        palette.own("#ffe6b0") if palette.lamps else stage.tone("#b8b4a4", z, 0.6),
    )
    canvas.sheet.poly(
        [(px - unit * 0.22, py - unit * 0.48), (px, py - unit * 0.7), (px + unit * 0.22, py - unit * 0.48)],
        stage.tone("#26282c", z, 0.25),
    )
    if palette.lamps:
        canvas.lamp(px, py - unit * 0.25, unit * 3.4, falls=2.0, glows=0.5)
        fx, fy = stage.at(x, 0, z)
        canvas.lamp(fx, fy, unit * 3.2, falls=1.3, glows=0.05, squash=0.3)
