"""A city of towers and bright signs."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, trace
from gameplan.novels.assets.backdrops.sky import paint_sky
from gameplan.novels.assets.backdrops.weather import mirror

WET = ("rain", "storm")


def neon(canvas: Canvas) -> None:
    """Towers in the haze, bright signs on both sides, and a wet street that shows them all."""
    palette, rng = canvas.palette, canvas.rng
    stage = Stage(canvas, x=rng.uniform(800, 1120), y=590, focal=980, misty=0.5)
    paint_sky(canvas, 600, disc=False)
    sheet = canvas.sheet
    hues = rng.sample(("#ff3d9a", "#27e0ff", "#a45cff", "#ffb02e", "#3dffb0", "#ff5a4a"), 4)
    for depth, count, low, high in ((0.74, 18, 190, 470), (0.52, 11, 240, 560)):
        for at in range(count):
            x = (at + rng.uniform(-0.2, 0.2)) * WIDTH / count
            wide, tall = WIDTH / count * rng.uniform(0.55, 0.95), rng.uniform(low, high)
            top = 610 - tall
            sheet.rect(
                x,
                top,
                wide,
                tall,
                sheet.down(
                    top,
                    610,
                    (0, palette.tone("#2c3350", depth, 0.3), 1),
                    (1, palette.tone("#6a4a88", min(0.95, depth + 0.15), 0.3), 1),
                ),
            )
            if rng.random() < 0.4:
                sheet.line(
                    [(x + wide / 2, top), (x + wide / 2, top - rng.uniform(30, 90))],
                    palette.tone("#2c3350", depth, 0.3),
                    3,
                )
            unit = 9.0
            lit = [
                (x + 6 + a * unit * 1.5, top + 10 + b * unit * 1.7)
                for a in range(int(wide / (unit * 1.5)) - 1)
                for b in range(int(tall / (unit * 1.7)))
                if rng.random() < 0.34
            ]
            sheet.polys(
                [[(a, b), (a + unit * 0.7, b), (a + unit * 0.7, b + unit * 0.6), (a, b + unit * 0.6)] for a, b in lit],
                palette.own(rng.choice(("#ffd9a0", "#9fdcff", "#ffb0e0"))),
                0.75 - depth * 0.5,
            )
            if rng.random() < 0.35:
                hue = rng.choice(hues)
                sheet.rect(
                    x + wide * 0.2, top + tall * 0.15, wide * 0.22, tall * 0.4, palette.own(hue), 0.85 - depth * 0.4
                )
                canvas.lamp(x + wide * 0.3, top + tall * 0.35, 90, hue, falls=0.2, glows=0.22)
        sheet.veil(260, 620, palette.hazy(), 0.55)
    half = 3.4
    state = rng.getstate()
    _neon_fronts(stage, half, hues)
    lamps = len(canvas.lights)
    mirror(canvas, stage.at(0, 0, 34)[1], HEIGHT, colour="#181626", own=0.42, ripple=0.9)
    rng.setstate(state)
    _neon_fronts(stage, half, hues)  # the water lay over their feet
    del canvas.lights[lamps:]
    sheet = canvas.sheet
    stage.flat(-half - 1.6, -half, 0.12, 0.9, 34, stage.tone("#343244", 4, 0.5), 0.85)
    stage.flat(half, half + 1.6, 0.12, 0.9, 34, stage.tone("#343244", 4, 0.5), 0.85)
    for hand in (-1, 1):
        sheet.line(
            [stage.at(hand * half, 0.12, 0.9), stage.at(hand * half, 0.12, 34)],
            palette.own(hues[0 if hand < 0 else 1]),
            3,
            0.35,
        )
    for _ in range(3):
        y0 = rng.uniform(40, 330)
        sheet.curve(
            trace(
                "M", -10, y0, "Q", rng.uniform(600, 1300), y0 + rng.uniform(60, 190), 1930, y0 + rng.uniform(-60, 60)
            ),
            palette.tone("#101018", 0, 0.2),
            3,
        )
    canvas.lamp(stage.x, 560, 520, hues[2], falls=0.3, glows=0.10)


def _neon_fronts(stage: Stage, half: float, hues: list[str]) -> None:
    rng = stage.canvas.rng
    for x in (-half - 1.6, half + 1.6):
        z = 34.0
        while z > 0.5:
            length = rng.uniform(4.5, 7)
            tower_front(stage, x, max(1.0, z - length), z, rng.uniform(12, 24), hues)
            z -= length


def tower_front(stage: Stage, x: float, z0: float, z1: float, high: float, hues: list[str]) -> None:
    """One front of the neon street: dark wall, rows of windows, a shop, signs that stand out."""
    canvas, palette = stage.canvas, stage.canvas.palette
    rng = canvas.rng
    stage.wall(x, z0, z1, 0, high, stage.tone("#2a2c3e", z0, 0.35))
    for storey in range(1, int(high / 2.6)):
        for column in range(max(1, int((z1 - z0) / 1.4))):
            z = z0 + 0.5 + column * 1.4
            if rng.random() < 0.4:
                stage.wall(
                    x,
                    z,
                    z + 0.8,
                    storey * 2.6 + 0.9,
                    storey * 2.6 + 2.0,
                    palette.own(rng.choice(("#ffca8a", "#8fd0ff", "#d8a0ff")), rng.uniform(0.3, 0.8)),
                )
            else:
                stage.wall(x, z, z + 0.8, storey * 2.6 + 0.9, storey * 2.6 + 2.0, stage.tone("#161a26", z, 0.3))
    hue = rng.choice(hues)
    stage.wall(x, z0 + 0.4, z1 - 0.4, 0.4, 2.5, palette.own(rng.choice(("#ffdfb0", "#bfe8ff", "#ffc890", hue)), 0.55))
    for _ in range(5):
        z = rng.uniform(z0 + 0.4, z1 - 0.4)
        stage.wall(x, z, z + 0.12, 0.2, 2.6, stage.tone("#14141c", z, 0.2))
    stage.wall(x, z0 + 0.3, z1 - 0.3, 2.55, 3.1, palette.own(hue), 0.92)
    px, py = stage.at(x, 1.6, (z0 + z1) / 2)
    canvas.lamp(px, py, stage.size((z0 + z1) / 2) * 2.6, hue, falls=0.8, glows=0.16)
    if rng.random() < 0.75:
        hue, z, low = rng.choice(hues), rng.uniform(z0 + 0.3, z1), rng.uniform(3.6, 6)
        out, tall = x + (1.15 if x < 0 else -1.15), rng.uniform(1.8, 4.2)
        a, b = min(x, out), max(x, out)
        stage.front(a, b, low, low + tall, z, stage.tone("#12121c", z, 0.2))
        stage.front(a + 0.12, b - 0.12, low + 0.12, low + tall - 0.12, z, palette.own(hue), 0.30)
        signs = max(2, int(tall / 0.75))
        for at in range(signs):
            glyph(stage, (a + b) / 2, low + (at + 0.5) * tall / signs, z, 0.27, hue)
        px, py = stage.at((a + b) / 2, low + tall / 2, z)
        canvas.lamp(px, py, stage.size(z) * tall * 0.8, hue, falls=0.9, glows=0.26)


def glyph(stage: Stage, x: float, y: float, z: float, size: float, hue: str) -> None:
    """A sign of no known script."""
    rng = stage.canvas.rng
    grid = [(x + a * size, y + b * size) for a in (-0.8, 0, 0.8) for b in (-0.8, 0, 0.8)]
    strokes = [[stage.at(*point, z) for point in rng.sample(grid, 2)] for _ in range(4)]
    stage.canvas.sheet.lines(strokes, stage.canvas.palette.own(hue), max(1.5, stage.size(z) * 0.07))
