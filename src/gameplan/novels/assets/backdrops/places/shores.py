"""Beach, and the lighthouse on its cliff."""

from __future__ import annotations

import math

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.nature import grass, hill, land, ridge, rocks
from gameplan.novels.assets.backdrops.places.wild import snowy
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, trace
from gameplan.novels.assets.backdrops.sky import paint_sky
from gameplan.novels.assets.backdrops.weather import mirror


def sea(canvas: Canvas) -> None:
    """A beach, the line of the surf, and open water."""
    palette, rng, sheet = canvas.palette, canvas.rng, canvas.sheet
    horizon = rng.uniform(555, 610)
    paint_sky(canvas, horizon)
    sheet = canvas.sheet
    if rng.random() < 0.7:
        far = rng.random() < 0.5
        line = [(x if far else WIDTH - x, y) for x, y in ridge(canvas, horizon - 40, 60)]
        points = [(x, min(horizon, y + max(0.0, (x if far else WIDTH - x) - 420) * 0.28)) for x, y in line]
        sheet.poly([*points, (points[-1][0], horizon), (points[0][0], horizon)], palette.tone("#5c6458", 0.56, 0.4))
    mirror(canvas, horizon, HEIGHT, colour="#24566a", own=0.55, ripple=1.2)
    sheet = canvas.sheet
    for _ in range(46):
        at = rng.random() ** 1.4
        y, length = horizon + 12 + at * 240, 26 + 240 * at
        x = rng.uniform(-100, WIDTH)
        sheet.curve(
            trace("M", x, y, "q", length / 2, -3 - 5 * at, length, 0),
            palette.tone("#dceaf0", 0.25, 0.75),
            1 + 3 * at,
            0.30,
        )
    left = rng.random() < 0.5
    sand = snowy(canvas, rng.choice(("#cdb68c", "#bfae92", "#d8c49c")))
    shore = [
        (
            at * WIDTH / 24,
            850 + (70 if left else -70) * (at / 12 - 1) + 26 * math.sin(at * 0.8 + rng.random()) + rng.uniform(-6, 6),
        )
        for at in range(-1, 26)
    ]
    for shift, colour, opacity in (
        (-34, "#e8f0f2", 0.32),
        (-18, "#f4f8f8", 0.75),
        (0, "#8d7b5c", 1.0),
        (16, sand, 1.0),
    ):
        line = [(x, y + shift + rng.uniform(-4, 4)) for x, y in shore]
        if colour == sand:
            sheet.poly(
                [*line, (WIDTH + 60, 1100), (-60, 1100)],
                sheet.down(
                    830, HEIGHT, (0, palette.tone(colour, 0.04, 0.6), 1), (1, palette.tone(colour, 0.0, 0.4), 1)
                ),
                0.96,
            )
        else:
            sheet.poly([*line, (WIDTH + 60, 1100), (-60, 1100)], palette.tone(colour, 0.05, 0.7), opacity)
    dune = hill(canvas, 960, 60, 0.8)
    land(canvas, [(x, y + abs(x - (0 if left else WIDTH)) * 0.10) for x, y in dune], sand, 0.0, 0.35)
    grass_line = [(x, y + abs(x - (0 if left else WIDTH)) * 0.10 + 8) for x, y in dune]
    for _ in range(60):
        x, y = rng.choice([point for point in grass_line if (point[0] < 620) == left])
        sheet.lines(
            [
                [(x + rng.uniform(-26, 26), y + 6), (x + rng.uniform(-70, 70), y - rng.uniform(50, 150))]
                for _ in range(5)
            ],
            palette.tone("#7a7a4c", 0.0, rng.choice((0.2, 0.6))),
            2.4,
        )
    rocks(canvas, 1300 if left else 60, 1860 if left else 620, 880, 150, 6)
    gulls = [
        trace("M", x, y, "q", 9, -9, 15, 0, "q", 7, -9, 16, -1)
        for x, y in ((rng.uniform(200, 1700), rng.uniform(120, 420)) for _ in range(6))
    ]
    for gull in gulls:
        sheet.curve(gull, palette.tone("#3c4048", 0.3, 0.3), 2.6, 0.8)


def lighthouse(canvas: Canvas) -> None:
    """A tower on its cliff, the sea far below, and its beam when it is dark."""
    palette, rng = canvas.palette, canvas.rng
    horizon = rng.uniform(600, 640)
    paint_sky(canvas, horizon)
    mirror(canvas, horizon, HEIGHT, colour="#244a5e", own=0.5, ripple=1.1)
    sheet = canvas.sheet
    left = rng.random() < 0.5

    def put(x: float) -> float:
        return x if left else WIDTH - x

    x = rng.uniform(330, 480)
    for depth, reach, top in ((0.42, 1020, 560), (0.06, 800, 520)):
        line = [(-20.0, top - 30.0)]
        while line[-1][0] < reach:
            line.append(
                (
                    line[-1][0] + rng.uniform(24, 60),
                    top + rng.uniform(-12, 14) + max(0.0, line[-1][0] - reach * 0.78) * 0.9,
                )
            )
        y = line[-1][1]
        while y < 900:
            y += rng.uniform(40, 90)
            line.append((line[-1][0] + rng.uniform(-14, 60), y))
        shape = [(put(a), b) for a, b in line] + [(put(-20), 1000)]
        sheet.poly(
            shape,
            sheet.down(
                top,
                900,
                (0, palette.tone(snowy(canvas, "#66704a"), depth, 0.55), 1),
                (0.09, palette.tone("#7a7064", depth, 0.4), 1),
                (1, palette.tone("#3e3a36", depth, 0.1), 1),
            ),
        )
        cracks = []
        for _ in range(60):
            a = rng.uniform(0, reach * 0.95)
            b = rng.uniform(top + 60, 860)
            cracks.append([(put(a), b), (put(a + rng.uniform(-10, 24)), b + rng.uniform(30, 110))])
        sheet.lines(cracks, palette.tone("#2c2826", depth, 0.1), 4, 0.34)
        sheet.lines(
            [[(a + 7, b) for a, b in crack] for crack in cracks[::2]], palette.tone("#a89c8c", depth, 0.8), 3, 0.28
        )
    tower(canvas, put(x), 535, rng.uniform(310, 370))
    house_x = put(x + 150)
    sheet.rect(house_x - 56, 490, 112, 52, palette.tone("#d8d0c0", 0.08, 0.5))
    sheet.poly(
        [(house_x - 66, 492), (house_x - 40, 452), (house_x + 40, 452), (house_x + 66, 492)],
        palette.tone("#6a3a30", 0.08, 0.4),
    )
    for at in (-34, 0, 34):
        sheet.rect(
            house_x + at - 8,
            506,
            16,
            20,
            palette.own("#ffcf7c") if palette.lamps else palette.tone("#303840", 0.08, 0.2),
        )
    foam = [
        [(put(rng.uniform(560, 1060)), y), (put(rng.uniform(560, 1060)), y + rng.uniform(-4, 4))]
        for y in (rng.uniform(880, 930) for _ in range(16))
    ]
    sheet.lines(foam, palette.tone("#eef4f6", 0.05, 0.8), 4, 0.35)
    near = [(a, 1010 - abs(a - put(0)) * -0.02 + b - 900) for a, b in hill(canvas, 900, 44, 0.9)]
    land(canvas, near, snowy(canvas, "#525a38"), 0.0, 0.3)
    grass(canvas, near, snowy(canvas, "#5e6640"), 0.0, 380, 34)
    rocks(canvas, put(1400) - 260, put(1400) + 260, 930, 150, 5, 0.04)


def tower(canvas: Canvas, x: float, base: float, high: float) -> None:
    """The lighthouse itself."""
    palette, sheet, rng = canvas.palette, canvas.sheet, canvas.rng
    tone, foot, head, top = palette.tone, high * 0.13, high * 0.085, base - high
    lit, dark = (0.9, 0.1) if canvas.from_left else (0.1, 0.9)
    bands = rng.choice((0, 3, 5))
    paint = rng.choice(("#a83c30", "#2c4458"))

    def fill(colour: str) -> str:
        return sheet.across(
            x - foot,
            x + foot,
            (0, tone(colour, 0.1, lit), 1),
            (0.5, tone(colour, 0.1, 0.55), 1),
            (1, tone(colour, 0.1, dark), 1),
        )

    parts = max(1, bands)
    for at in range(parts):
        y0, y1 = base - high * at / parts, base - high * (at + 1) / parts
        w0, w1 = foot + (head - foot) * at / parts, foot + (head - foot) * (at + 1) / parts
        sheet.poly([(x - w0, y0), (x - w1, y1), (x + w1, y1), (x + w0, y0)], fill(paint if at % 2 else "#efe9dc"))
    for share in (0.25, 0.5, 0.75):
        sheet.rect(
            x - 5, base - high * share, 10, 18, palette.own("#ffd080") if palette.lamps else tone("#2c343c", 0.1, 0.2)
        )
    sheet.rect(x - head * 1.5, top - 6, head * 3, 12, tone("#3a3c40", 0.08, 0.3))
    sheet.lines(
        [
            [(x - head * 1.4 + at * head * 0.28, top - 6), (x - head * 1.4 + at * head * 0.28, top - 24)]
            for at in range(11)
        ]
        + [[(x - head * 1.4, top - 24), (x + head * 1.4, top - 24)]],
        tone("#3a3c40", 0.08, 0.3),
        2,
    )
    sheet.rect(
        x - head * 0.72,
        top - 60,
        head * 1.44,
        54,
        palette.own("#fff0c4") if palette.lamps else tone("#a8b8c0", 0.08, 0.6),
    )
    sheet.lines(
        [[(x + at * head * 0.36, top - 60), (x + at * head * 0.36, top - 6)] for at in (-2, -1, 0, 1, 2)],
        tone("#2c2e32", 0.08, 0.2),
        2.4,
    )
    sheet.path(
        trace("M", x - head, top - 58, "Q", x, top - 108, x + head, top - 58, "z"),
        tone("#5c2c28", 0.08, 0.4),
    )
    sheet.line([(x, top - 84), (x, top - 118)], tone("#2c2e32", 0.08, 0.2), 3)
    if palette.lamps:
        y = top - 33
        canvas.lamp(x, y, 150, "#ffeec0", falls=1.2, glows=1.3)
        aim = 1 if x < 960 else -1
        far = y + rng.uniform(-150, 60)
        canvas.shaft(
            ((x, y - 5), (x + aim * 2000, far - 130), (x + aim * 2000, far + 130), (x, y + 5)),
            palette.lamp,
            0.12,
            0.20,
            12,
        )
        canvas.shaft(
            (
                (x, y - 4),
                (x - aim * 900, y + (y - far) * 0.4 - 60),
                (x - aim * 900, y + (y - far) * 0.4 + 60),
                (x, y + 4),
            ),
            palette.lamp,
            0.08,
            0.12,
            12,
        )
