"""Under the ground, with water and with trains: a cave, a metro station."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.interiors import shell
from gameplan.novels.assets.backdrops.nature import rocks
from gameplan.novels.assets.backdrops.places.iron import train
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, Point
from gameplan.novels.assets.backdrops.weather import mirror


def cave(canvas: Canvas) -> None:
    """Rock that hangs and rock that stands, an opening far off, and still water that shows both."""
    palette, rng = canvas.palette, canvas.rng
    stone = rng.choice(("#6a7480", "#7c7264", "#5c706c", "#7a6a74"))
    glow = rng.choice(("#6ad0d8", "#8ab8ff", "#a8e0b0", "#ffcf8a"))
    middle, water = rng.uniform(760, 1160), 740.0
    sheet = canvas.sheet
    sheet.rect(0, 0, WIDTH, HEIGHT, palette.tone(stone, 0.0, 0.05))
    sheet.disc(
        middle,
        520,
        620,
        sheet.round(
            middle,
            520,
            620,
            (0, palette.own(glow, 0.55), 1),
            (0.4, palette.tone(stone, 0, 0.5), 1),
            (1, palette.tone(stone, 0, 0.08), 1),
        ),
        1,
        0.8,
    )
    for row, lit in enumerate((0.85, 0.6, 0.4, 0.22)):
        gap = (330, 470, 640, 830)[row]
        tone = palette.tone(stone, 0.0, lit)
        sheet.poly(_hanging(canvas, middle, gap, (210, 180, 150, 110)[row], (150, 190, 230, 260)[row]), tone)
        for hand in (-1, 1):
            edge = middle + hand * gap
            wall: list[Point] = [(edge + hand * 900, -20), (edge + hand * 60, -20)]
            y = 60.0
            while y < water:
                wall.append((edge + hand * rng.uniform(-50, 70), y))
                y += rng.uniform(60, 130)
            sheet.poly([*wall, (edge - hand * 30, water + 30), (edge + hand * 900, water + 30)], tone)
        for _ in range(4 + row):
            x = middle + rng.choice((-1, 1)) * rng.uniform(gap * 0.45, gap * 1.1)
            high, wide = rng.uniform(60, 120) * (1 + row * 0.45), rng.uniform(22, 40) * (1 + row * 0.4)
            sheet.poly(
                [
                    (x - wide, water + 20),
                    (x - wide * 0.2, water - high),
                    (x + wide * 0.15, water - high),
                    (x + wide, water + 20),
                ],
                tone,
            )
            face = -1 if x > middle else 1
            sheet.poly(
                [(x + face * wide * 0.2, water + 20), (x, water - high), (x + face * wide, water + 20)],
                palette.tone(stone, 0.0, min(1.0, lit + 0.25)),
                0.5,
            )
    crystals = [(middle + rng.choice((-1, 1)) * rng.uniform(300, 700), rng.uniform(420, 700)) for _ in range(9)]
    for x, y in crystals:
        size = rng.uniform(14, 34)
        for lean in (-0.5, 0.0, 0.45):
            sheet.poly(
                [
                    (x - size * 0.2 + lean * size, y),
                    (x + lean * size * 2, y - size * 1.7),
                    (x + size * 0.25 + lean * size, y),
                ],
                palette.own(glow, 0.8),
                0.85,
            )
        canvas.lamp(x, y - size, size * 6, glow, falls=0.7, glows=0.14)
    mirror(canvas, water, HEIGHT, colour="#16323c", own=0.34, ripple=0.35)
    canvas.lamp(middle, 500, 1000, glow, falls=2.6, glows=0.1)
    canvas.lamp(middle, 300, 1500, "#dfe8ee", falls=1.2, glows=0.0)
    canvas.lamp(middle, 900, 900, glow, falls=1.2, glows=0.04, squash=0.5)
    rocks(canvas, -80, 560, 1070, 300, 6, 0.0, "#3c4248")
    rocks(canvas, 1360, WIDTH + 80, 1070, 300, 6, 0.0, "#3c4248")
    canvas.dim = 1.3


def _hanging(canvas: Canvas, middle: float, gap: float, level: float, swing: float) -> list[Point]:
    """A ceiling with stalactites, higher in the middle."""
    rng = canvas.rng
    points: list[Point] = [(-40, -20)]
    x = -40.0
    while x < WIDTH + 40:
        low = min(1.0, abs(x - middle) / (gap + 260))
        top = level * 0.4 + low * swing
        wide = rng.uniform(30, 90)
        points += [(x, top), (x + wide * 0.5, top + rng.uniform(20, 190) * (0.4 + low * 0.6)), (x + wide, top)]
        x += wide + rng.uniform(0, 70)
    return [*points, (WIDTH + 40, -20)]


def metro(canvas: Canvas) -> None:
    """A platform under the ground: tiles, columns, a strip of yellow, rails, a train, strips of cold light."""
    palette, rng = canvas.palette, canvas.rng
    tile = rng.choice(("#d0d4cc", "#c4ccd0", "#d4ccb8"))
    inside = shell(canvas, 6.2, 4.2, 34.0, tile, "#8a8a88", "#5c6064", boards=False, low=560)
    stage, half, deep, sheet = inside.stage, inside.half, inside.deep, canvas.sheet
    side = rng.choice((-1, 1))
    stripe = rng.choice(("#b03a34", "#2f6a9a", "#3a7a4a", "#c88a2a"))
    rows = [
        [stage.at(hand * half, y, 1.0), stage.at(hand * half, y, deep)]
        for y in (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5)
        for hand in (-1, 1)
    ]
    rows += [
        [stage.at(hand * half, 0.2, z), stage.at(hand * half, 3.9, z)]
        for z in [1.6 * 1.16**at for at in range(20)]
        for hand in (-1, 1)
    ]
    sheet.lines(rows, stage.tone("#6a7074", 4, 0.3), 1.8, 0.45)
    for hand in (-1, 1):
        stage.wall(hand * (half - 0.02), 1.0, deep, 2.15, 2.6, stage.tone(stripe, 6, 0.45))
    for z in (22.0, 14.0, 9.0, 6.0):
        stage.wall(
            -side * (half - 0.04),
            z,
            z * 1.16,
            1.0,
            2.0,
            stage.tone(rng.choice(("#c8683a", "#3a6a8a", "#c8b03a", "#7a4a78")), z, 0.5),
        )
    a, b = sorted((side * 2.0, side * half))
    stage.flat(a, b, 0.0, 0.9, deep, stage.tone("#26262a", 4, 0.2))
    mouth_l, mouth_t = stage.at(a, 3.5, deep)
    mouth_r, mouth_b = stage.at(b, 0, deep)
    sheet.rect(mouth_l, mouth_t, mouth_r - mouth_l, mouth_b - mouth_t, "#0a0a0c", 0.9)
    for x in (3.3, 4.7):
        sheet.poly(
            [
                stage.at(side * x - 0.05, 0.06, 0.9),
                stage.at(side * x + 0.05, 0.06, 0.9),
                stage.at(side * x, 0.06, deep),
            ],
            stage.tone("#b0b4b8", 4, 0.8),
        )
    train(stage, side * 4.0)
    stage.wall(side * 2.0, 0.9, deep, 0.0, 0.9, stage.tone("#8a8a88", 3, 0.3))
    p, q = sorted((-side * half, side * 2.0))
    stage.flat(
        p,
        q,
        0.9,
        0.9,
        deep,
        sheet.down(stage.y, HEIGHT, (0, stage.tone("#a8a8a4", 30, 0.6), 1), (1, stage.tone("#7c7c7a", 1, 0.35), 1)),
    )
    e, f = sorted((side * 1.95, side * 1.55))
    stage.flat(e, f, 0.905, 0.9, deep, stage.tone("#d8b83a", 3, 0.6))
    for z in (24.0, 16.0, 10.5, 7.0, 4.6):
        stage.column(-side * 1.4, z, 0.5, 0.9, 4.2, tile)
        x = -side * 3.2
        stage.box(x - 0.7, x + 0.7, 1.3, 1.38, z, z + 0.5, "#7a5638")
        stage.flat(-0.9, 0.9, inside.high - 0.02, z, z * 1.2, palette.own("#eef6ff", 0.95))
        px, py = stage.at(0, inside.high, z)
        canvas.lamp(px, py + 40, stage.size(z) * 5, "#e4f0ff", falls=0.7, glows=0.04)
    canvas.dim = 0.85
