"""The deck of a ship, and salt pans by the sea."""

from __future__ import annotations

import math

from gameplan.novels.assets.backdrops.buildings import row_of_houses
from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.wild import range_of_mountains, snowy
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH
from gameplan.novels.assets.backdrops.sky import paint_sky
from gameplan.novels.assets.backdrops.weather import mirror


def deck(canvas: Canvas) -> None:
    """Planks that run to the bow, a rail on both sides, mast and ropes, and the sea all round."""
    palette, rng = canvas.palette, canvas.rng
    horizon = 520.0
    paint_sky(canvas, horizon)
    mirror(canvas, horizon, HEIGHT, colour="#234c60", own=0.6, ripple=1.6)
    sheet = canvas.sheet
    stage = Stage(canvas, x=rng.uniform(860, 1060), y=horizon - 20, eye=2.1, focal=1000)
    wood, wide, bow = snowy(canvas, rng.choice(("#a8845a", "#94795a", "#8a6a4a"))), 4.0, 17.0

    def side(z: float) -> float:
        return wide * math.sqrt(max(0.0, 1 - (z / bow) ** 2.6))

    steps = [0.9 + (bow - 0.9) * at / 26 for at in range(27)]
    outline = [stage.at(-side(z), 0, z) for z in steps] + [stage.at(side(z), 0, z) for z in reversed(steps)]
    sheet.poly(outline, sheet.down(560, HEIGHT, (0, stage.tone(wood, 10, 0.75), 1), (1, stage.tone(wood, 1, 0.3), 1)))
    planks = [[stage.at(x, 0, z) for z in steps if side(z) > abs(x)] for x in (at * 0.32 - wide for at in range(26))]
    sheet.lines([line for line in planks if len(line) > 1], stage.tone("#3a2a1c", 2, 0.2), 2.4, 0.6)
    for hand in (-1, 1):
        for low, high, colour in ((0, 0.5, "#e0d8c8"), (0.95, 1.06, wood)):
            shape = [stage.at(hand * side(z), low, z) for z in steps] + [
                stage.at(hand * side(z), high, z) for z in reversed(steps)
            ]
            sheet.poly(
                shape,
                sheet.across(
                    0,
                    WIDTH,
                    (0, stage.tone(colour, 3, 0.35 if canvas.from_left else 0.75), 1),
                    (1, stage.tone(colour, 3, 0.75 if canvas.from_left else 0.35), 1),
                ),
            )
        for z in steps[1::2]:
            stage.bar((hand * side(z), 0.45, z), (hand * side(z), 0.98, z), 0.06, "#c8bda8", 0.5)
    stage.box(-0.9, 0.9, 0, 0.55, 9.2, 11, "#6e5238")
    mast_x = rng.choice((-1.9, 1.9))
    base, top = stage.at(mast_x, 0, 7.5), stage.at(mast_x, 9, 7.5)
    sheet.rect(
        base[0] - 22,
        top[1] - 40,
        44,
        base[1] - top[1] + 40,
        sheet.across(
            base[0] - 22,
            base[0] + 22,
            (0, stage.tone("#6a4c32", 7, canvas.lit(True)), 1),
            (1, stage.tone("#6a4c32", 7, canvas.lit(False)), 1),
        ),
    )
    ropes = [
        [(base[0], top[1] - 300), stage.at(hand * side(z), 1.0, z)] for hand in (-1, 1) for z in (2.2, 3.2, 4.4, 12)
    ]
    sheet.lines(ropes, stage.tone("#2c241c", 4, 0.2), 3.4, 0.8)
    net = [stage.at(mast_x * 1.9, y, 5.2) for y in (1, 9)]
    sheet.lines(
        [[(net[0][0] - 60 + at * 30, net[0][1]), (base[0], top[1] - 120)] for at in range(5)],
        stage.tone("#2c241c", 4, 0.2),
        2.4,
        0.8,
    )
    for x, z in ((-2.9, 3.6), (3.0, 4.4)):
        stage.box(x - 0.4, x + 0.4, 0, 0.7, z, z + 0.9, rng.choice(("#7a5a3a", "#5a4a3c")))
    if palette.lamps:
        lamp = stage.at(mast_x, 2.7, 7.2)
        sheet.rect(lamp[0] - 12, lamp[1] - 18, 24, 34, palette.own("#ffe0a0"), 1, 6)
        canvas.lamp(lamp[0], lamp[1], 380, falls=2.2, glows=0.55)


def saltpans(canvas: Canvas) -> None:
    """Squares of still water that each hold the sky, with walks between them and heaps of salt."""
    rng = canvas.rng
    horizon = 560.0
    paint_sky(canvas, horizon)
    range_of_mountains(canvas, horizon - 4, 30, 0.8, False)
    row_of_houses(canvas, 100, rng.uniform(500, 900), horizon + 4, 14, 34, 0.6)
    mirror(canvas, horizon, HEIGHT, colour="#8aa0a8", own=0.22, ripple=0.35)
    stage = Stage(canvas, x=rng.uniform(760, 1160), y=horizon, eye=2.6, focal=1000, misty=0.4)
    walk = "#d8d2c4"
    for z in (4.2, 7, 11, 17, 27, 44, 80):
        stage.flat(-200, 200, 0, z, z * 1.10, stage.tone(walk, z, 0.6))
    for at in range(-9, 10):
        x = at * 7.0 + rng.uniform(-0.5, 0.5)
        stage.flat(x, x + 0.7, 0, 1.0, 120, stage.tone(walk, 12, 0.6))
    for _ in range(26):
        z = rng.choice((4.3, 7.1, 11.2, 17.4, 27.6, 45))
        x = rng.uniform(-1.1, 1.1) * z
        if abs(x) < 0.22 * z and z < 12:
            continue
        px, py = stage.at(x, 0, z)
        size = stage.size(z) * rng.uniform(0.5, 0.9)
        canvas.sheet.poly(
            [(px - size, py), (px - size * 0.1, py - size), (px + size * 0.1, py - size * 0.96), (px + size, py)],
            stage.tone("#f6f4ee", z, 0.35),
        )
        lean = -1 if canvas.from_left else 1
        canvas.sheet.poly(
            [(px + lean * size, py), (px + lean * size * 0.1, py - size), (px + lean * size * 0.15, py)],
            stage.tone("#ffffff", z, 0.95),
            0.9,
        )
