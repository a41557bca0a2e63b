"""Rooms to live and to read in: room, library, corridor."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.furniture import chair, hanging_lamp, shelf, side_shelf, table
from gameplan.novels.assets.backdrops.interiors import Shell, beams, door, dust, shell, wainscot
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.gardens import bush
from gameplan.novels.assets.backdrops.windows import back_window, side_window


def rug(stage: Stage, x0: float, x1: float, z0: float, z1: float, colour: str) -> None:
    stage.flat(x0, x1, 0.01, z0, z1, stage.tone(colour, 3, 0.4))
    stage.flat(x0 + 0.15, x1 - 0.15, 0.01, z0 + 0.2, z1 - 0.2, stage.tone("#d8c8a0", 3, 0.35), 0.4)
    stage.flat(x0 + 0.25, x1 - 0.25, 0.01, z0 + 0.3, z1 - 0.3, stage.tone(colour, 3, 0.3))


def picture(room: Shell, x: float, y: float, wide: float, high: float) -> None:
    """A framed picture on the wall that faces us."""
    stage, rng = room.stage, room.canvas.rng
    z = room.deep - 0.03
    stage.front(x - wide / 2 - 0.06, x + wide / 2 + 0.06, y - 0.06, y + high + 0.06, z, stage.tone("#7a5c30", 2, 0.6))
    stage.front(
        x - wide / 2, x + wide / 2, y, y + high, z, stage.tone(rng.choice(("#6a7a80", "#7c7460", "#5a6450")), 2, 0.5)
    )
    stage.front(x - wide / 2, x + wide / 2, y, y + high * rng.uniform(0.3, 0.5), z, stage.tone("#3c4438", 2, 0.4))


def room(canvas: Canvas) -> None:
    """A lived-in room: window, table and chairs to one side, a lamp, a shelf, pictures."""
    rng = canvas.rng
    wall = rng.choice(("#a8987c", "#8d9a90", "#a08088", "#7f8c9c", "#b09c78"))
    wood = rng.choice(("#7a5638", "#5c402c", "#8a6a48"))
    inside = shell(
        canvas,
        rng.uniform(2.9, 3.6),
        2.9,
        rng.uniform(5.0, 6.0),
        wall,
        rng.choice(("#8a6442", "#6e5238", "#7c6250")),
        "#c8bda8",
    )
    stage, deep, half = inside.stage, inside.deep, inside.half
    if rng.random() < 0.5:
        wainscot(inside, rng.choice(("#6a5440", "#c8c0ae", "#5c6a60")))
    else:
        beams(inside, "#5a4230")
    side = -1 if canvas.from_left else 1
    cloth = rng.choice(("#8a4a44", "#4a5c74", "#a8926a", "#5a6a4c"))
    if rng.random() < 0.6:
        back_window(inside, side * half * rng.uniform(0.28, 0.45), 1.7, 0.95, 2.35, curtains=cloth)
        picture(inside, -side * half * 0.15, 1.4, 0.7, 0.55)
    else:
        side_window(inside, canvas.from_left, 3.0, 4.5, 0.9, 2.3, curtains=cloth)
        picture(inside, side * half * 0.2, 1.35, 0.9, 0.65)
        picture(inside, side * half * 0.55, 1.5, 0.4, 0.5)
    far = -side * half * 0.68
    if rng.random() < 0.5:
        shelf(stage, far - 0.6, far + 0.6, deep - 0.3, 2.0, wood)
    else:
        door(inside, far, wood)
    rug(stage, -1.3, 1.3, 2.4, 4.2, rng.choice(("#7a3a34", "#3f4a60", "#6a5a3c")))
    tx = side * (half - 1.3)
    chair(stage, tx + 0.1, 4.5, wood)
    table(stage, tx - 0.75, tx + 0.75, 3.0, 4.0, wood)
    stage.box(tx - 0.5, tx - 0.2, 0.76, 0.80, 3.3, 3.55, "#d8ccb0")
    table_lamp(stage, tx - side * 0.2, 0.76, 3.5)
    if rng.random() < 0.6:
        hanging_lamp(stage, -side * 0.4, 2.15, 4.2, 2.9, strength=0.7)
    if rng.random() < 0.7:
        px, py = stage.at(-side * (half - 0.5), 0.42, deep - 0.6)
        stage.box(-side * (half - 0.5) - 0.2, -side * (half - 0.5) + 0.2, 0, 0.42, deep - 0.8, deep - 0.4, "#a86a48")
        bush(canvas, px, py, stage.size(deep) * rng.uniform(0.7, 1.0), "#4e7a44")
    armchair(stage, -side * (half - 0.85), 3.0, cloth)
    dust(canvas)
    canvas.dim = 0.82 if not canvas.palette.lamps else 0.84


def table_lamp(stage: Stage, x: float, y: float, z: float) -> None:
    canvas, palette = stage.canvas, stage.canvas.palette
    px, py = stage.at(x, y, z)
    unit = stage.size(z)
    canvas.sheet.rect(px - unit * 0.02, py - unit * 0.3, unit * 0.04, unit * 0.3, stage.tone("#8a7040", z, 0.6))
    canvas.sheet.disc(px, py, unit * 0.09, stage.tone("#8a7040", z, 0.5), 1, 0.3)
    colour = palette.own("#ffdfa4") if palette.lamps else stage.tone("#d8c8a0", z, 0.6)
    canvas.sheet.poly(
        [
            (px - unit * 0.2, py - unit * 0.26),
            (px - unit * 0.11, py - unit * 0.52),
            (px + unit * 0.11, py - unit * 0.52),
            (px + unit * 0.2, py - unit * 0.26),
        ],
        colour,
    )
    if palette.lamps:
        canvas.lamp(px, py - unit * 0.36, unit * 3.4, falls=3.0, glows=0.16)
        canvas.lamp(px, py - unit * 0.36, unit * 0.6, falls=0.2, glows=0.5)


def armchair(stage: Stage, x: float, z: float, colour: str) -> None:
    stage.flat(x - 0.6, x + 0.6, 0, z - 0.2, z + 0.9, stage.tone("#0c0a08", z, 0.05), 0.35)
    stage.box(x - 0.5, x + 0.5, 0.1, 1.05, z + 0.6, z + 0.8, colour)
    stage.box(x - 0.5, x + 0.5, 0.1, 0.45, z, z + 0.6, colour)
    for a in (x - 0.55, x + 0.4):
        stage.box(a, a + 0.15, 0.1, 0.65, z - 0.05, z + 0.65, colour)


def library(canvas: Canvas) -> None:
    """Shelves up both walls, a tall window at the end, a desk with a green lamp, a ladder."""
    rng = canvas.rng
    wood = rng.choice(("#5c3f2a", "#6e4c30", "#4a3a30"))
    inside = shell(canvas, rng.uniform(2.7, 3.4), 4.4, rng.uniform(8.5, 11), "#8a7a64", "#6a4a34", "#a8987c", low=580)
    stage, half, deep = inside.stage, inside.half, inside.deep
    beams(inside, wood, 2.2)
    back_window(inside, 0, 1.8, 1.2, 3.7, bars=(3, 5))
    for hand in (-1, 1):
        shelf(stage, hand * 1.15, hand * (half - 0.1), deep - 0.25, 3.8, wood)
        z = deep - 0.6
        while z > 1.2:
            z0 = max(1.1, z - rng.uniform(1.6, 2.2))
            side_shelf(stage, hand * (half - 0.45), z0, z, 3.8, wood)
            stage.quad(
                [
                    (hand * (half - 0.45), 0, z),
                    (hand * (half - 0.45), 3.8, z),
                    (hand * half, 3.8, z),
                    (hand * half, 0, z),
                ],
                stage.tone(wood, 3, 0.1),
            )
            z = z0 - 0.12
    rug(stage, -0.9, 0.9, 2.2, 7.5, rng.choice(("#6a2c2c", "#2f4a44", "#3a3f5c")))
    ladder = rng.choice((-1, 1))
    for z in (5.0, 5.5):
        stage.bar((ladder * (half - 1.1), 0, z), (ladder * (half - 0.5), 3.5, z), 0.06, "#9a7a50", 0.5)
    for at in range(1, 11):
        y = at * 0.32
        x = ladder * (half - 1.1 + 0.6 * y / 3.5)
        stage.bar((x, y, 5.0), (x, y, 5.5), 0.04, "#9a7a50", 0.5)
    desk = -ladder * (half - 1.25)
    table(stage, desk - 0.65, desk + 0.65, 3.4, 4.2, wood)
    for at in range(4):
        stage.box(
            desk - 0.5,
            desk - 0.22,
            0.76 + at * 0.05,
            0.80 + at * 0.05,
            3.6,
            3.8,
            rng.choice(("#7a3a30", "#3c4a5c", "#7c6a40")),
        )
    table_lamp(stage, desk + 0.3, 0.76, 3.7)
    for z in (4.5, 7.5):
        hanging_lamp(stage, 0, 3.0, z, 4.4, strength=0.7)
    dust(canvas, 70)
    canvas.dim = 0.82 if not canvas.palette.lamps else 0.84


def corridor(canvas: Canvas) -> None:
    """A long passage of doors, a runner, lamps one behind another, and light at the end."""
    rng = canvas.rng
    wall = rng.choice(("#8a8c7c", "#98806c", "#74808c", "#a09a88"))
    inside = shell(canvas, rng.uniform(1.7, 2.3), 3.0, rng.uniform(20, 28), wall, "#6a5442", "#b0a894", low=540)
    stage, half, deep = inside.stage, inside.half, inside.deep
    wainscot(inside, rng.choice(("#5a4434", "#4c5850", "#6a5a4c")), 1.0)
    back_window(inside, 0, 1.6, 0.9, 2.6, bars=(2, 3))
    colour = rng.choice(("#5c3a28", "#46524c", "#7a6a54"))
    z = 2.2
    while z < deep - 2:
        for hand in (-1, 1):
            x = hand * (half - 0.03)
            stage.wall(x, z - 0.1, z + 1.05, 0, 2.25, stage.tone("#3a2c22", 3, 0.3))
            lit = 0.5 if (hand < 0) != canvas.from_left else 0.2
            open_door = canvas.palette.lamps and rng.random() < 0.16
            stage.wall(
                x, z, z + 0.95, 0, 2.15, canvas.palette.own("#ffd48a", 0.9) if open_door else stage.tone(colour, 3, lit)
            )
            if open_door:
                at = stage.at
                canvas.shaft(
                    (at(x, 0, z), at(x - hand * 1.6, 0, z - 0.3), at(x - hand * 1.6, 0, z + 1.2), at(x, 0, z + 0.95)),
                    canvas.palette.lamp,
                    1.6,
                    0.05,
                    10,
                )
            elif z < 14:
                for y0, y1 in ((0.2, 0.95), (1.15, 1.95)):
                    stage.wall(x, z + 0.15, z + 0.8, y0, y1, stage.tone(colour, 3, lit * 0.3), 0.7)
        z += rng.uniform(2.6, 3.4)
    stage.flat(-0.8, 0.8, 0.01, 0.9, deep, stage.tone(rng.choice(("#7a2f2c", "#2f4a4c", "#4a3a5c")), 3, 0.4))
    for x in (-0.72, 0.72):
        stage.flat(x - 0.04, x + 0.04, 0.01, 0.9, deep, stage.tone("#d8b860", 3, 0.5), 0.7)
    for z in (22.0, 16.0, 11.5, 8.0, 5.4, 3.5):
        if z < deep - 1:
            hanging_lamp(stage, 0, 2.45, z, 3.0, strength=0.55)
    canvas.dim = 0.84 if canvas.palette.lamps else 0.82
