"""What stands in rooms: shelves, tables, chairs, lamps, candles, fires."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.sheet import Point, trace

BOOKS = ("#7a3a30", "#3c4a5c", "#5a4a34", "#7c6a40", "#3f5a4a", "#6a4458", "#8a7a60", "#2f3a3c")


def shelf(
    stage: Stage, x0: float, x1: float, z: float, high: float, wood: str, *, books: float = 0.9, low: float = 0.0
) -> None:
    """A bookcase that faces us."""
    x0, x1 = min(x0, x1), max(x0, x1)
    rng, sheet = stage.canvas.rng, stage.canvas.sheet
    stage.front(x0, x1, low, high, z, stage.tone(wood, z, 0.06))
    spines: dict[str, list[list[Point]]] = {}
    y = low + 0.08
    while y < high - 0.25:
        x = x0 + 0.06
        while x < x1 - 0.08:
            wide, tall = rng.uniform(0.035, 0.085), rng.uniform(0.2, 0.29)
            if rng.random() < books:
                colour = rng.choice(BOOKS)
                spines.setdefault(colour, []).append(
                    [
                        stage.at(x, y, z),
                        stage.at(x + wide, y, z),
                        stage.at(x + wide, y + tall, z),
                        stage.at(x, y + tall, z),
                    ]
                )
            x += wide + 0.008
        y += 0.36
    for colour, shapes in spines.items():
        sheet.polys(shapes, stage.tone(colour, z, 0.5))
    y = low
    while y < high + 0.1:
        stage.front(x0, x1, y, y + 0.05, z - 0.02, stage.tone(wood, z, 0.55))
        y += 0.36
    for x in (x0, x1 - 0.06):
        stage.front(x, x + 0.06, low, high + 0.06, z - 0.02, stage.tone(wood, z, 0.45))


def side_shelf(stage: Stage, x: float, z0: float, z1: float, high: float, wood: str) -> None:
    """A bookcase along a side wall, whose backs of books run away from us."""
    canvas = stage.canvas
    rng, left = canvas.rng, x < 0
    lit = 0.62 if left != canvas.from_left else 0.28
    stage.wall(x, z0, z1, 0, high, stage.tone(wood, 3, lit * 0.12))
    spines: dict[str, list[list[Point]]] = {}
    y = 0.08
    while y < high - 0.25:
        z = z0 + 0.05
        while z < z1 - 0.07:
            thick, tall = rng.uniform(0.04, 0.1) * (1 + z / 14), rng.uniform(0.2, 0.29)
            if rng.random() < 0.9:
                spines.setdefault(rng.choice(BOOKS), []).append(
                    [
                        stage.at(x, y, z),
                        stage.at(x, y + tall, z),
                        stage.at(x, y + tall, z + thick),
                        stage.at(x, y, z + thick),
                    ]
                )
            z += thick + 0.01
        y += 0.37
    for colour, shapes in spines.items():
        canvas.sheet.polys(shapes, stage.tone(colour, 3, lit * 0.85))
    out = x + (0.06 if left else -0.06)
    y = 0.0
    while y < high + 0.1:
        stage.wall(out, z0, z1, y, y + 0.055, stage.tone(wood, 3, lit * 0.8))
        y += 0.37
    for z in (z0, z1):
        stage.wall(out, z, z + 0.1, 0, high + 0.06, stage.tone(wood, 3, lit * 0.7))


def table(stage: Stage, x0: float, x1: float, z0: float, z1: float, wood: str, high: float = 0.76) -> None:
    """A table on four legs, and its shadow."""
    stage.flat(x0 - 0.1, x1 + 0.1, 0, z0 - 0.1, z1, stage.tone("#0c0a08", z0, 0.05), 0.35)
    for x in (x0 + 0.06, x1 - 0.06):
        for z in (z1 - 0.06, z0 + 0.06):
            stage.bar((x, 0, z), (x, high, z), 0.075, wood, 0.18)
    stage.box(x0, x1, high - 0.07, high, z0, z1, wood)


def chair(stage: Stage, x: float, z: float, wood: str) -> None:
    """A chair whose back is away from us."""
    for dx, dz, high in ((-0.2, 0.2, 0.95), (0.2, 0.2, 0.95), (-0.2, -0.2, 0.45), (0.2, -0.2, 0.45)):
        stage.bar((x + dx, 0, z + dz), (x + dx, high, z + dz), 0.05, wood, 0.25)
    stage.box(x - 0.23, x + 0.23, 0.43, 0.48, z - 0.22, z + 0.22, wood)
    for y in (0.66, 0.82, 0.93):
        stage.bar((x - 0.2, y, z + 0.2), (x + 0.2, y, z + 0.2), 0.06, wood, 0.35)


def hanging_lamp(
    stage: Stage, x: float, y: float, z: float, ceiling: float, *, strength: float = 1.0, colour: str = "#ffc888"
) -> None:
    """A lamp on a chain with a wide shade."""
    canvas, palette = stage.canvas, stage.canvas.palette
    stage.bar((x, y, z), (x, ceiling, z), 0.02, "#2a2622", 0.2)
    px, py = stage.at(x, y, z)
    unit = stage.size(z)
    canvas.sheet.disc(px, py + unit * 0.05, unit * 0.1, palette.own(colour))
    canvas.sheet.path(
        trace(
            "M",
            px - unit * 0.3,
            py + unit * 0.05,
            "Q",
            px - unit * 0.2,
            py - unit * 0.2,
            px,
            py - unit * 0.24,
            "Q",
            px + unit * 0.2,
            py - unit * 0.2,
            px + unit * 0.3,
            py + unit * 0.05,
            "z",
        ),
        stage.tone("#4a5a4c", z, 0.3),
    )
    level = strength * (1.0 if palette.lamps else 0.4)
    canvas.lamp(px, py + unit * 0.5, unit * 4.4, colour, falls=3.4 * level, glows=0.10 * level)
    canvas.lamp(px, py + unit * 0.05, unit * 0.8, colour, falls=0.6 * level, glows=0.7 * level)


def candle(stage: Stage, x: float, y: float, z: float, high: float = 0.2) -> None:
    """A candle that burns."""
    canvas, palette = stage.canvas, stage.canvas.palette
    px, py = stage.at(x, y, z)
    unit = stage.size(z)
    canvas.sheet.rect(px - unit * 0.022, py - unit * high, unit * 0.044, unit * high, stage.tone("#efe6d0", z, 0.8))
    tip = py - unit * high
    canvas.sheet.path(
        trace(
            "M",
            px,
            tip - unit * 0.12,
            "q",
            unit * 0.05,
            unit * 0.09,
            0,
            unit * 0.12,
            "q",
            -unit * 0.05,
            -unit * 0.03,
            0,
            -unit * 0.12,
            "z",
        ),
        palette.own("#fff0c0"),
    )
    level = 1.0 if palette.lamps else 0.45
    canvas.lamp(px, tip - unit * 0.06, unit * 1.1, "#ffbe6a", falls=0.55 * level, glows=0.30 * level)


def hearth(stage: Stage, x: float, z: float, wide: float, high: float, stone: str) -> None:
    """A fireplace that faces us, with a fire in it."""
    canvas, palette = stage.canvas, stage.canvas.palette
    rng = canvas.rng
    stage.box(x - wide / 2, x + wide / 2, 0, high, z, z + 0.6, stone)
    stage.front(x - wide * 0.34, x + wide * 0.34, high, high * 1.9, z + 0.1, stage.tone(stone, z, 0.25))
    left, top = stage.at(x - wide * 0.34, high * 0.66, z)
    right, bottom = stage.at(x + wide * 0.34, 0, z)
    canvas.sheet.path(
        trace("M", left, bottom, "V", top + 30, "Q", (left + right) / 2, top - 26, right, top + 30, "V", bottom, "z"),
        stage.tone("#120c08", z, 0.1),
    )
    stage.box(x - wide * 0.56, x + wide * 0.56, high, high + 0.1, z - 0.12, z + 0.4, "#5a4230")
    middle, unit = (left + right) / 2, right - left
    for turn in (-0.3, 0.0, 0.28):
        canvas.sheet.line(
            [
                (middle + turn * unit - unit * 0.16, bottom - 6),
                (middle + turn * unit * 0.6 + unit * 0.14, bottom - unit * 0.1),
            ],
            stage.tone("#2c1c12", z, 0.3),
            unit * 0.06,
        )
    for colour, share in (("#ff6a1c", 1.0), ("#ffa030", 0.7), ("#ffe9a8", 0.38)):
        for at in (-0.22, 0.0, 0.2):
            tall, half = unit * rng.uniform(0.42, 0.62) * share, unit * 0.12 * share
            fx = middle + at * unit * 0.9
            canvas.sheet.path(
                trace(
                    "M",
                    fx - half,
                    bottom - 5,
                    "Q",
                    fx - half,
                    bottom - tall * 0.5,
                    fx + rng.uniform(-8, 8),
                    bottom - tall,
                    "Q",
                    fx + half,
                    bottom - tall * 0.5,
                    fx + half,
                    bottom - 5,
                    "z",
                ),
                palette.own(colour),
                0.9,
            )
    canvas.lamp(middle, bottom - unit * 0.25, unit * 2.2, "#ff8a3c", falls=1.7, glows=0.26)
    canvas.lamp(middle, bottom + unit * 0.3, unit * 1.8, "#ff8a3c", falls=0.9, glows=0.02, squash=0.35)
