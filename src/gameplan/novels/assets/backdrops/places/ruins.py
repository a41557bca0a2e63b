"""Ruins with broken columns."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.nature import at_x, bare_tree, grass, hill, land, rocks, tree
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.wild import range_of_mountains, snowy
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH
from gameplan.novels.assets.backdrops.sky import paint_sky


def ruins(canvas: Canvas) -> None:
    """Columns, whole and broken, steps, ivy, and hills behind."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 620)
    range_of_mountains(canvas, 580, rng.uniform(90, 170), 0.72, False)
    line = hill(canvas, 640, 30)
    for _ in range(14):
        x = rng.uniform(0, WIDTH)
        tree(canvas, x, at_x(line, x) + 12, rng.uniform(60, 110), snowy(canvas, "#5c6a3e"), 0.5)
    land(canvas, line, snowy(canvas, "#7c7c50"), 0.44, 0.5)
    stage = Stage(canvas, x=rng.uniform(860, 1060), y=610, focal=1000, misty=0.5)
    stone = rng.choice(("#c8b898", "#b0aa9c", "#c2a488"))
    sheet = canvas.sheet
    sheet.poly(
        [stage.at(-40, 0, 26), stage.at(40, 0, 26), (WIDTH + 20, 1090), (-20, 1090)],
        sheet.down(
            640,
            HEIGHT,
            (0, palette.tone(snowy(canvas, "#8a8458"), 0.3, 0.5), 1),
            (1, palette.tone(snowy(canvas, "#5c5a3a"), 0, 0.35), 1),
        ),
    )
    for step in range(3):
        stage.box(-7 + step * 0.6, 7 - step * 0.6, step * 0.3, step * 0.3 + 0.3, 18 + step * 0.8, 26, stone)
    for x in (-5.0, -3.0, -1.0, 1.0, 3.0, 5.0):
        stage.column(x, 21, 0.9, 0.9, rng.choice((7.2, 7.2, 7.2, rng.uniform(2, 5))), stone)
    if rng.random() < 0.7:
        reach = rng.choice((-1.0, 1.0, 3.0))
        stage.box(-5.7, reach, 7.2, 8.2, 20.6, 22, stone)
        a, b, c = stage.at(-5.7, 8.2, 20.6), stage.at(reach, 8.2, 20.6), stage.at((-5.7 + reach) / 2, 9.9, 20.6)
        sheet.poly([a, c, b], stage.tone(stone, 20.6, 0.4))
    sheet.veil(500, 720, palette.hazy(), 0.28)
    for z, spread in ((13.0, 5.6), (8.2, 4.6), (5.4, 3.6)):
        for hand in (-1, 1):
            whole = rng.random() < 0.6
            high = 7.4 if whole else rng.uniform(1.4, 4.6)
            x = hand * (spread + rng.uniform(-0.3, 0.3))
            stage.box(x - 0.75, x + 0.75, 0, 0.35, z - 0.4, z + 0.9, stone)
            stage.column(x, z, 1.0, 0.3, high, stone)
            px, top = stage.at(x, high, z)
            unit = stage.size(z)
            flutes = [
                [(px + at * unit * 0.13, top + unit * 0.3), (px + at * unit * 0.13, stage.at(x, 0.6, z)[1])]
                for at in (-2.6, -1.3, 0, 1.3, 2.6)
            ]
            sheet.lines(flutes, stage.tone("#4c4438", z, 0.1), max(1.2, unit * 0.02), 0.4)
            if not whole:
                sheet.poly(
                    [
                        (px - unit * 0.7, top + unit * 0.25),
                        (px - unit * 0.7, top - 4),
                        (px - unit * 0.2, top + unit * 0.18),
                        (px + unit * 0.2, top - 3),
                        (px + unit * 0.7, top + unit * 0.16),
                        (px + unit * 0.7, top - 6),
                        (px - unit * 0.7, top - 6),
                    ],
                    palette.hazy(),
                    0.0,
                )
            ivy = [
                (
                    px + rng.uniform(-0.5, 0.5) * unit,
                    rng.uniform(max(top, -50), stage.at(x, 0, z)[1]),
                    unit * 0.07,
                    unit * 0.05,
                )
                for _ in range(34)
            ]
            sheet.discs(ivy, stage.tone("#4a5c30", z, rng.choice((0.2, 0.5))), 0.9)
    for _ in range(3):
        x, z = rng.choice((-1, 1)) * rng.uniform(2.2, 3.4), rng.uniform(4.5, 7)
        stage.box(x - 0.7, x + 0.7, 0, 0.6, z, z + 0.8, stone)
    rocks(canvas, 0, 520, 930, 130, 5, 0, stone)
    rocks(canvas, 1400, WIDTH, 930, 130, 5, 0, stone)
    grass(canvas, [(-40, 800), (WIDTH + 40, 800)], snowy(canvas, "#66683c"), 0.0, 480, 30)
    if rng.random() < 0.4:
        bare_tree(canvas, rng.choice((60.0, 1860.0)), 960, 620, 0.02)
