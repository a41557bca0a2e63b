"""Rooms with a fire: tavern, kitchen."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.furniture import candle, chair, hanging_lamp, hearth, table
from gameplan.novels.assets.backdrops.interiors import Shell, beams, dust, shell, wainscot
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.sheet import trace
from gameplan.novels.assets.backdrops.windows import back_window, side_window


def tavern(canvas: Canvas) -> None:
    """Low beams, a bar with bottles, tables to the sides, lamps, a fire."""
    rng = canvas.rng
    wood = rng.choice(("#6a4a30", "#7a5436", "#563c2a"))
    inside = shell(
        canvas,
        rng.uniform(3.6, 4.3),
        2.8,
        rng.uniform(7, 8),
        rng.choice(("#b09a74", "#a88c68", "#9c9078")),
        "#6e5038",
        "#8a7458",
        low=550,
    )
    stage, half, deep = inside.stage, inside.half, inside.deep
    wainscot(inside, wood)
    side = rng.choice((-1, 1))
    bottles(inside, side * half * 0.48, wood)
    side_window(inside, side > 0, 4.2, 5.6, 1.15, 2.1, bars=(3, 3))
    if rng.random() < 0.75:
        hearth(stage, -side * half * 0.52, deep - 0.5, 1.7, 1.25, "#8a8078")
    else:
        back_window(inside, -side * half * 0.5, 1.6, 1.15, 2.2, bars=(3, 3))
    beams(inside, "#4a3424", 1.5)
    for z, x in ((5.6, -side * (half - 1.2)), (3.5, -side * (half - 1.0)), (3.3, side * (half - 0.95))):
        chair(stage, x, z + 1.2, wood)
        table(stage, x - 0.6, x + 0.6, z, z + 0.9, wood)
        mug(stage, x - 0.2, z + 0.3)
        mug(stage, x + 0.25, z + 0.5)
        if rng.random() < 0.6:
            candle(stage, x, 0.76, z + 0.45)
    for x, z in ((side * half * 0.3, 5.5), (-side * half * 0.4, 4.4)):
        hanging_lamp(stage, x, 2.05, z, 2.6)
    canvas.dim = 0.6 if canvas.palette.lamps else 0.78
    dust(canvas, 40)


def mug(stage: Stage, x: float, z: float) -> None:
    px, py = stage.at(x, 0.76, z)
    unit = stage.size(z)
    stage.canvas.sheet.rect(
        px - unit * 0.05, py - unit * 0.15, unit * 0.1, unit * 0.15, stage.tone("#a89a88", z, 0.6), 1, 2
    )
    stage.canvas.sheet.disc(px, py - unit * 0.15, unit * 0.05, stage.tone("#e8dcc0", z, 0.7), 1, 0.4)


def bottles(inside: Shell, x: float, wood: str) -> None:
    """The bar: shelves of bottles on the wall, and the counter before them."""
    stage, rng, deep = inside.stage, inside.canvas.rng, inside.deep
    stage.front(x - 1.3, x + 1.3, 1.1, 2.45, deep - 0.05, stage.tone(wood, 3, 0.1))
    for y in (1.2, 1.6, 2.0):
        stage.box(x - 1.25, x + 1.25, y - 0.04, y, deep - 0.3, deep - 0.1, wood)
        at = x - 1.15
        while at < x + 1.1:
            px, py = stage.at(at, y, deep - 0.3)
            unit = stage.size(deep)
            tall, colour = rng.uniform(0.2, 0.32), rng.choice(("#3f6a4a", "#8a5a2c", "#c8b890", "#4a5a74", "#8a3a34"))
            inside.canvas.sheet.path(
                trace(
                    "M",
                    px - unit * 0.045,
                    py,
                    "v",
                    -unit * tall * 0.6,
                    "q",
                    0,
                    -unit * 0.04,
                    unit * 0.03,
                    -unit * 0.06,
                    "v",
                    -unit * tall * 0.3,
                    "h",
                    unit * 0.03,
                    "v",
                    unit * tall * 0.3,
                    "q",
                    unit * 0.03,
                    unit * 0.02,
                    unit * 0.03,
                    unit * 0.06,
                    "v",
                    unit * tall * 0.6,
                    "z",
                ),
                stage.tone(colour, 3, 0.7),
            )
            at += rng.uniform(0.13, 0.22)
    stage.box(x - 1.7, x + 1.7, 0, 1.05, deep - 1.7, deep - 1.1, wood)
    stage.box(x - 1.8, x + 1.8, 1.05, 1.12, deep - 1.8, deep - 1.05, "#8a6440")
    for at in range(6):
        stage.front(x - 1.6 + at * 0.54, x - 1.16 + at * 0.54, 0.15, 0.9, deep - 1.71, stage.tone(wood, 3, 0.08), 0.7)
    px, py = stage.at(x, 2.2, deep - 0.6)
    inside.canvas.lamp(px, py, stage.size(deep) * 1.8, falls=1.2 if inside.canvas.palette.lamps else 0.3, glows=0.10)


def kitchen(canvas: Canvas) -> None:
    """A great hearth, copper in a row, a long table to one side, a stone floor."""
    rng = canvas.rng
    inside = shell(
        canvas,
        rng.uniform(3.4, 4.2),
        3.3,
        rng.uniform(6.2, 7.2),
        rng.choice(("#b0a48c", "#a89880", "#9aa098")),
        "#8d8272",
        "#a89c88",
        boards=False,
    )
    stage, half, deep = inside.stage, inside.half, inside.deep
    side = rng.choice((-1, 1))
    back_window(inside, -side * half * 0.5, 1.5, 1.2, 2.5)
    hearth(stage, side * half * 0.40, deep - 0.6, 2.4, 1.55, "#8a7a6c")
    beams(inside, "#5a4230", 1.7)
    copper = "#c87844"
    stage.bar((-half, 2.5, deep - 0.2), (half, 2.5, deep - 0.2), 0.05, "#2c2622")
    for at in range(11):
        x = -half + 0.4 + at * (2 * half - 0.6) / 11
        if abs(x - side * half * 0.40) < 0.9 or abs(x + side * half * 0.5) < 0.85:
            continue
        pan(stage, x, 2.4, deep - 0.25, rng.uniform(0.16, 0.30), copper)
    for hand in (-1, 1):
        for at in range(5):
            pan(stage, hand * (half - 0.15), 2.3, 2.6 + at * 0.6, 0.22, copper)
    stage.box(-side * (half - 0.65), -side * half, 0, 0.95, 2.4, deep - 0.5, "#7a6650")
    for at in range(5):
        x, z = -side * (half - 0.4), 3.0 + at * 0.6
        pot(stage, x, 0.95, z, rng.uniform(0.1, 0.17), rng.choice((copper, "#8a8a88", "#b0522c", "#d8d0bc")))
    tx = side * (half - 0.85)
    table(stage, tx - 0.65, tx + 0.65, 2.5, 4.3, "#94704a", 0.82)
    for _ in range(5):
        pot(
            stage,
            tx + rng.uniform(-0.4, 0.4),
            0.82,
            rng.uniform(2.8, 4.0),
            rng.uniform(0.06, 0.12),
            rng.choice(("#c8a060", "#a8442c", "#7c8a3c", "#d8d0bc")),
        )
    hanging_lamp(stage, -side * 0.5, 2.2, 4.2, 3.0, strength=0.8)
    canvas.dim = 0.84 if canvas.palette.lamps else 0.82


def pan(stage: Stage, x: float, y: float, z: float, size: float, colour: str) -> None:
    px, py = stage.at(x, y, z)
    unit = stage.size(z) * size
    stage.canvas.sheet.line([(px, py), (px, py + unit)], stage.tone("#3c2c20", z, 0.3), max(2.0, unit * 0.14))
    stage.canvas.sheet.disc(px, py + unit * 1.9, unit, stage.tone(colour, z, 0.35))
    stage.canvas.sheet.disc(px - unit * 0.2, py + unit * 1.75, unit * 0.66, stage.tone(colour, z, 0.95), 0.8)


def pot(stage: Stage, x: float, y: float, z: float, size: float, colour: str) -> None:
    px, py = stage.at(x, y, z)
    unit = stage.size(z) * size
    stage.canvas.sheet.path(
        trace(
            "M",
            px - unit,
            py - unit * 1.3,
            "Q",
            px - unit * 1.3,
            py,
            px - unit * 0.7,
            py,
            "h",
            unit * 1.4,
            "Q",
            px + unit * 1.3,
            py,
            px + unit,
            py - unit * 1.3,
            "z",
        ),
        stage.canvas.sheet.across(
            px - unit,
            px + unit,
            (0, stage.tone(colour, z, stage.canvas.lit(True)), 1),
            (1, stage.tone(colour, z, stage.canvas.lit(False)), 1),
        ),
    )
    stage.canvas.sheet.disc(px, py - unit * 1.3, unit, stage.tone(colour, z, 0.15), 1, 0.26)
