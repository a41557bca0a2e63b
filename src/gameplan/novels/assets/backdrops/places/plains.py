"""Desert, and a landscape for words that name no place."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.nature import at_x, bare_tree, grass, hill, land
from gameplan.novels.assets.backdrops.places.wild import range_of_mountains, snowy
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, Point
from gameplan.novels.assets.backdrops.sky import paint_sky
from gameplan.novels.assets.backdrops.weather import mirror


def desert(canvas: Canvas) -> None:
    """Dunes with sharp crests, one side lit and one in the shade."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 640)
    sand = rng.choice(("#d8a868", "#cf9a62", "#dcb880"))
    if rng.random() < 0.6:
        for _ in range(4):
            x, wide, high = rng.uniform(0, WIDTH), rng.uniform(120, 300), rng.uniform(60, 190)
            canvas.sheet.poly(
                [
                    (x - wide, 640),
                    (x - wide * 0.8, 640 - high * 0.75),
                    (x - wide * 0.6, 640 - high),
                    (x + wide * 0.5, 640 - high * 0.95),
                    (x + wide * 0.7, 640 - high * 0.6),
                    (x + wide, 640),
                ],
                palette.tone("#a8684a", 0.66, 0.4),
            )
    for at, (level, depth) in enumerate(((640, 0.55), (690, 0.36), (760, 0.16), (880, 0.0))):
        line = hill(canvas, level, 40 + 14 * at, 1.0 + 0.25 * at)
        land(canvas, line, sand, depth, 0.85, 0.12)
        side = 1 if canvas.from_left else -1
        shade: list[Point] = []
        for spot, (x, y) in enumerate(line):
            ahead = line[max(0, min(len(line) - 1, spot + 3 * side))]
            falling = max(0.0, ahead[1] - y)  # the side that looks away from the light
            shade.append((x + side * falling * 0.8, y + falling * rng.uniform(5.2, 6.0)))
        canvas.sheet.poly([*line, *reversed(shade)], palette.tone("#94684e", depth, 0.10), 0.5)
        canvas.sheet.veil(level, level + 130, palette.hazy(), 0.16)
    ripples = []
    for _ in range(90):
        x, y = rng.uniform(0, WIDTH), rng.uniform(900, 1075)
        ripples.append([(x, y), (x + rng.uniform(40, 150), y + rng.uniform(-5, 5))])
    canvas.sheet.lines(ripples, palette.tone("#8a5e3e", 0.0, 0.3), 2.2, 0.25)


def landscape(canvas: Canvas) -> None:
    """Where no place is named: far lines, light, and air."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 660)
    water = rng.random() < 0.4
    range_of_mountains(canvas, 560, rng.uniform(90, 220), 0.70, rng.random() < 0.4)
    colours = rng.choice(
        (("#6a7468", "#5a6658", "#4c5648"), ("#7a6f68", "#655c58", "#4e4846"), ("#66708a", "#565f78", "#444c60"))
    )
    for at, (level, depth) in enumerate(((610, 0.54), (670, 0.36), (740, 0.2))):
        line = hill(canvas, level, 40, 1.1 + 0.5 * at)
        land(canvas, line, snowy(canvas, colours[at]), depth, 0.4)
        canvas.sheet.veil(level - 10, level + 120, palette.hazy(), 0.4)
        if water and at == 1:
            mirror(canvas, 700, HEIGHT, own=0.3)
            break
    near = hill(canvas, 900, 40, 0.9)
    land(canvas, near, snowy(canvas, colours[2]), 0.0, 0.3)
    side = rng.choice((rng.uniform(120, 380), rng.uniform(1540, 1800)))
    bare_tree(canvas, side, at_x(near, side) + 20, rng.uniform(420, 620), 0.02)
    grass(canvas, near, snowy(canvas, colours[1]), 0.0, 420, 26)
