"""Rooms of a house besides the parlour: bedroom, dining room, bathroom."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.furniture import candle, chair, table
from gameplan.novels.assets.backdrops.interiors import Shell, beams, door, dust, shell, wainscot
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.arches import chandelier
from gameplan.novels.assets.backdrops.places.rooms import picture, rug, table_lamp
from gameplan.novels.assets.backdrops.windows import back_window, side_window

CLOTHS = ("#8a4a44", "#4a5c74", "#a8926a", "#5a6a4c", "#7a5a78")


def bedroom(canvas: Canvas) -> None:
    """A made bed under pictures, a lamp on the night table, a wardrobe, a rug, a window with curtains."""
    rng = canvas.rng
    wood, cloth = rng.choice(("#7a5638", "#5c402c", "#8a6a48")), rng.choice(CLOTHS)
    wall = rng.choice(("#a8a088", "#8d9a9c", "#b09a94", "#9aa48c", "#a894a4"))
    inside = shell(canvas, rng.uniform(2.9, 3.4), 2.7, 5.2, wall, "#8a6442", "#d0c8b8")
    stage, deep, half = inside.stage, inside.deep, inside.half
    if rng.random() < 0.4:
        beams(inside, "#5a4230")
    side = -1 if canvas.from_left else 1
    back_window(inside, side * half * 0.45, 1.25, 0.95, 2.25, curtains=cloth)
    bed = -side * half * 0.28
    picture(inside, bed - 0.3, 1.55, 0.5, 0.45)
    picture(inside, bed + 0.4, 1.6, 0.42, 0.36)
    wardrobe(inside, -side * (half - 0.6), wood)
    rug(stage, side * 0.3 - 1.2, side * 0.3 + 1.2, 1.9, 3.0, rng.choice(CLOTHS))
    night = bed + side * 1.15
    stage.box(night - 0.25, night + 0.25, 0, 0.55, deep - 0.55, deep - 0.1, wood)
    table_lamp(stage, night, 0.55, deep - 0.35)
    made_bed(inside, bed, wood, cloth)
    chair(stage, side * (half - 0.7), 3.6, wood)
    dust(canvas)
    canvas.dim = 0.84


def made_bed(room: Shell, x: float, wood: str, cloth: str) -> None:
    """A bed with its head to the wall that faces us."""
    stage, deep = room.stage, room.deep
    end = deep - 2.1
    stage.flat(x - 1.0, x + 1.0, 0, end - 0.1, deep, stage.tone("#0c0a08", end, 0.05), 0.4)
    stage.front(x - 0.86, x + 0.86, 0, 1.2, deep - 0.06, stage.tone(wood, deep, 0.5))
    stage.front(x - 0.76, x + 0.76, 0.6, 1.1, deep - 0.07, stage.tone(wood, deep, 0.15), 0.7)
    stage.box(x - 0.82, x + 0.82, 0.14, 0.42, end, deep - 0.1, wood)
    stage.box(x - 0.8, x + 0.8, 0.42, 0.6, end + 0.04, deep - 0.12, "#ece6da")
    for hand in (-1, 1):
        stage.box(x + hand * 0.38 - 0.32, x + hand * 0.38 + 0.32, 0.6, 0.76, deep - 0.55, deep - 0.15, "#f4f0e8")
    stage.box(x - 0.84, x + 0.84, 0.4, 0.66, end + 0.02, deep - 0.85, cloth)
    stage.flat(x - 0.84, x + 0.84, 0.665, deep - 1.1, deep - 0.85, stage.tone("#f0eadc", end, 0.7))
    stage.front(x - 0.86, x + 0.86, 0, 0.74, end - 0.04, stage.tone(wood, end, 0.42))
    stage.front(x - 0.74, x + 0.74, 0.22, 0.64, end - 0.05, stage.tone(wood, end, 0.15), 0.7)


def wardrobe(room: Shell, x: float, wood: str) -> None:
    stage, z = room.stage, room.deep - 0.65
    stage.box(x - 0.55, x + 0.55, 0, 2.05, z, room.deep - 0.05, wood)
    stage.box(x - 0.6, x + 0.6, 2.05, 2.14, z - 0.04, room.deep - 0.05, wood)
    for a, b in ((-0.48, -0.04), (0.04, 0.48)):
        stage.front(x + a, x + b, 0.2, 1.9, z - 0.01, stage.tone(wood, z, 0.12), 0.75)
    for dx in (-0.1, 0.1):
        px, py = stage.at(x + dx, 1.05, z)
        room.canvas.sheet.disc(px, py, 4, stage.tone("#d8b860", 2, 0.9))


def dining(canvas: Canvas) -> None:
    """A long table laid with candles and plates, chairs on both sides, a lustre, pictures, a sideboard."""
    rng = canvas.rng
    wood = rng.choice(("#5c3a26", "#6e4a30", "#4a3428"))
    wall = rng.choice(("#7c4a44", "#5c6e60", "#6a6478", "#9a8a68"))
    inside = shell(canvas, rng.uniform(3.4, 4.0), 3.6, rng.uniform(7.5, 8.5), wall, "#6e5038", "#c8bda8", low=570)
    stage, half, deep = inside.stage, inside.half, inside.deep
    wainscot(inside, rng.choice(("#4c3626", "#c8c0ae")), 1.0)
    for at in (-0.62, 0.62):
        picture(inside, at * half, 1.4, 0.9, 0.8)
    back_window(inside, 0, 1.5, 1.0, 2.9, bars=(2, 4), curtains=rng.choice(CLOTHS))
    for z in (5.6, 3.6):
        side_window(inside, canvas.from_left, z, z + 1.1, 1.0, 2.7, bars=(2, 4), curtains="")
    stage.box(-half * 0.9, -half * 0.42, 0, 0.95, deep - 0.6, deep - 0.1, wood)
    stage.flat(-1.9, 1.9, 0.01, 1.9, deep - 0.9, stage.tone("#5a2c30", 3, 0.35))
    rows = [deep - 1.9 - at * 1.05 for at in range(4)]
    for z in rows:
        for hand in (-1, 1):
            chair_at_side(stage, hand * 1.15, z, hand, wood)
    table(stage, -0.78, 0.78, rows[-1] - 0.4, rows[0] + 0.5, wood, 0.78)
    stage.flat(-0.5, 0.5, 0.785, rows[-1] - 0.4, rows[0] + 0.5, stage.tone("#ece6d8", 3, 0.6))
    for z in rows:
        for hand in (-1, 1):
            px, py = stage.at(hand * 0.55, 0.8, z)
            canvas.sheet.disc(px, py, stage.size(z) * 0.13, stage.tone("#f4f0e8", z, 0.7), 1, 0.3)
            canvas.sheet.disc(px, py, stage.size(z) * 0.08, stage.tone("#d0c8b8", z, 0.4), 1, 0.3)
    for z in (rows[0], rows[1], rows[2]):
        candle(stage, 0, 0.79, z - 0.3, 0.3)
    chandelier_low(stage, deep - 3.4)
    dust(canvas)
    canvas.dim = 0.84


def chandelier_low(stage: Stage, z: float) -> None:
    """The lustre of a hall, hung as low as in a room."""
    chandelier(Stage(stage.canvas, stage.x, stage.y, stage.eye + 2.3, stage.focal, stage.misty), z)


def chair_at_side(stage: Stage, x: float, z: float, hand: int, wood: str) -> None:
    """A chair at the side of a table, its back to the wall."""
    for dx, dz in ((-0.2, 0.2), (0.2, 0.2), (-0.2, -0.2), (0.2, -0.2)):
        stage.bar((x + dx, 0, z + dz), (x + dx, 0.45, z + dz), 0.05, wood, 0.25)
    stage.box(x - 0.22, x + 0.22, 0.43, 0.5, z - 0.2, z + 0.2, "#7a3a38")
    back = x + hand * 0.22
    for dz in (-0.2, 0.2):
        stage.bar((back, 0.45, z + dz), (back, 1.05, z + dz), 0.05, wood, 0.35)
    for y in (0.7, 0.86, 1.02):
        stage.bar((back, y, z - 0.2), (back, y, z + 0.2), 0.06, wood, 0.4)


def bathroom(canvas: Canvas) -> None:
    """Tiles, a white tub on feet, a basin under a mirror, towels, a small window."""
    rng = canvas.rng
    tile = rng.choice(("#b8c8c8", "#a8bcc4", "#c4c0b0", "#a8c0b0"))
    inside = shell(canvas, rng.uniform(2.1, 2.5), 2.7, 4.6, "#d8d8d0", "#8a9298", "#e0e0dc", boards=False)
    stage, half, deep, sheet = inside.stage, inside.half, inside.deep, canvas.sheet
    wainscot(inside, tile, 1.5)
    lines = [[stage.at(-half, y, deep - 0.04), stage.at(half, y, deep - 0.04)] for y in (0.3, 0.6, 0.9, 1.2)]
    sheet.lines(lines, stage.tone("#5c6a70", 3, 0.3), 1.6, 0.5)
    side = -1 if canvas.from_left else 1
    back_window(inside, side * half * 0.42, 0.9, 1.5, 2.3, bars=(2, 2))
    door(inside, -side * half * 0.62, "#d8d2c4", 0.85, 2.1)
    sink = -side * (half - 0.35)
    stage.box(sink - 0.3, sink + 0.3, 0.72, 0.88, 2.6, 3.1, "#f0f2f2")
    stage.box(sink - 0.08, sink + 0.08, 0, 0.72, 2.75, 2.95, "#e0e4e4")
    wall = -side * (half - 0.02)
    stage.wall(wall, 2.45, 3.25, 1.15, 2.0, stage.tone("#5c4a38", 3, 0.4))
    stage.wall(wall + side * 0.01, 2.52, 3.18, 1.22, 1.93, stage.tone("#c8dce4", 3, 0.75))
    low, high = side * (half - 1.15), side * (half - 0.2)
    a, b = min(low, high), max(low, high)
    stage.flat(a - 0.05, b + 0.05, 0, 2.0, 3.9, stage.tone("#0c1010", 3, 0.05), 0.35)
    for x in (a + 0.12, b - 0.12):
        stage.box(x - 0.05, x + 0.05, 0, 0.14, 2.1, 2.2, "#b0904a")
    stage.box(a, b, 0.14, 0.62, 2.05, 3.8, "#f4f4f2")
    stage.flat(a + 0.08, b - 0.08, 0.625, 2.15, 3.7, stage.tone("#9cc4cc", 3, 0.6))
    stage.bar(((a + b) / 2, 0.62, 3.78), ((a + b) / 2, 0.95, 3.78), 0.05, "#c0c8cc", 0.8)
    stage.bar((side * 0.2, 1.35, deep - 0.1), (-side * 0.5, 1.35, deep - 0.1), 0.03, "#c0c8cc", 0.7)
    stage.front(-side * 0.45 - 0.2, -side * 0.45 + 0.4, 0.75, 1.36, deep - 0.12, stage.tone(rng.choice(CLOTHS), 3, 0.5))
    rug(stage, -0.7, 0.7, 1.9, 2.6, rng.choice(CLOTHS))
    for at in range(3):
        x, y = stage.at((a + b) / 2 + rng.uniform(-0.3, 0.3), 1.0 + at * 0.35, 3.0)
        sheet.disc(x, y, 150, sheet.round(x, y, 150, (0, "#ffffff", 0.22), (1, "#ffffff", 0)))
    canvas.lamp(*stage.at(0, 2.5, 3.2), 700, "#fff0d8", falls=0.7 if canvas.palette.lamps else 0.2, glows=0.05)
    canvas.dim = 0.9
