"""Village, roofs, dam."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.buildings import (
    WALLS,
    roof_colour,
    row_of_houses,
    windows,
)
from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.nature import at_x, grass, hill, land, rocks, tree
from gameplan.novels.assets.backdrops.places.streets import spire
from gameplan.novels.assets.backdrops.places.wild import range_of_mountains, snowy
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, trace
from gameplan.novels.assets.backdrops.sky import paint_sky

WET = ("rain", "storm")


def village(canvas: Canvas) -> None:
    """Houses about a church on a rise, a path that comes towards us, hills behind."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 600)
    range_of_mountains(canvas, 570, rng.uniform(70, 160), 0.74, rng.random() < 0.3)
    line = hill(canvas, 610, 40)
    for _ in range(22):
        x = rng.uniform(0, WIDTH)
        tree(canvas, x, at_x(line, x) + 14, rng.uniform(60, 110), snowy(canvas, "#56683e"), 0.5)
    land(canvas, line, snowy(canvas, "#74804e"), 0.46, 0.5)
    church = rng.uniform(480, 760) if rng.random() < 0.5 else rng.uniform(1160, 1440)
    rise = hill(canvas, 668, 26)
    base = at_x(rise, church) + 14
    row_of_houses(canvas, church - 520, church + 480, base - 4, 44, 80, 0.40)
    sheet = canvas.sheet
    sheet.rect(church + 20, base - 120, 190, 124, palette.tone("#b0a48e", 0.32, 0.4))
    sheet.poly(
        [(church + 10, base - 118), (church + 44, base - 190), (church + 190, base - 190), (church + 222, base - 118)],
        palette.tone(roof_colour(canvas), 0.32, 0.4),
    )
    for at in range(4):
        sheet.rect(
            church + 42 + at * 42,
            base - 92,
            13,
            46,
            palette.own("#ffcf80") if palette.lamps else palette.tone("#3a444c", 0.32, 0.2),
            1,
            6,
        )
    spire(canvas, church, base, rng.uniform(330, 410), 0.30)
    row_of_houses(canvas, church - 340, church - 60, base + 14, 60, 104, 0.28)
    row_of_houses(canvas, church + 230, church + 560, base + 14, 60, 104, 0.28)
    land(canvas, rise, snowy(canvas, "#6e7a46"), 0.26, 0.5)
    sheet.veil(640, 760, palette.hazy(), 0.28)
    side = 1 if church < 960 else -1
    for at, (away, low) in enumerate(((640, 770), (860, 800))):
        x = church + side * away
        size = 150 + 50 * at
        cottage(canvas, x, low, size)
    near = hill(canvas, 815, 22)
    land(canvas, near, snowy(canvas, "#5c6a3a"), 0.02, 0.5)
    grass(canvas, near, snowy(canvas, "#66743e"), 0.0, 700, 30)
    sheet.path(
        trace(
            "M",
            church - 12,
            base + 30,
            "C",
            church - 60,
            780,
            1000,
            800,
            900 + side * 60,
            1090,
            "L",
            1260 + side * 60,
            1090,
            "C",
            1120,
            830,
            church + 40,
            780,
            church + 14,
            base + 30,
            "z",
        ),
        palette.tone(snowy(canvas, "#b09c78"), 0.1, 0.55),
        0.85,
    )
    tree(canvas, 100 if side > 0 else 1820, 890, rng.uniform(540, 680), snowy(canvas, "#4a5c34"), 0.02)


def cottage(canvas: Canvas, x: float, base: float, size: float) -> None:
    """A single house by the path."""
    palette, sheet, rng = canvas.palette, canvas.sheet, canvas.rng
    wall, roof = rng.choice(WALLS), roof_colour(canvas)
    top = base - size * 0.62
    sheet.rect(x - size * 0.7, top, size * 1.4, size * 0.66, palette.tone(wall, 0.12, 0.45))
    sheet.poly(
        [
            (x - size * 0.82, top + 4),
            (x - size * 0.5, top - size * 0.55),
            (x + size * 0.5, top - size * 0.55),
            (x + size * 0.82, top + 4),
        ],
        sheet.down(
            top - size * 0.55, top, (0, palette.tone(roof, 0.12, 0.7), 1), (1, palette.tone(roof, 0.12, 0.2), 1)
        ),
    )
    sheet.rect(x + size * 0.22, top - size * 0.78, size * 0.14, size * 0.34, palette.tone("#6a4a3c", 0.12, 0.3))
    windows(canvas, x - size * 0.66, top, size * 1.3, size * 0.55, 0.1)
    sheet.rect(x - size * 0.1, base - size * 0.36, size * 0.2, size * 0.4, palette.tone("#4a3020", 0.1, 0.3))


def roofs(canvas: Canvas) -> None:
    """Ridges and chimneys in rows, a plank walk, and the town below in the haze."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 640)
    range_of_mountains(canvas, 600, 50, 0.82, False)
    for base, low, high, depth in ((640, 40, 90, 0.72), (690, 70, 140, 0.56), (760, 120, 210, 0.38)):
        row_of_houses(canvas, -30, WIDTH + 30, base, low, high, depth)
        if depth > 0.5:
            spire(canvas, rng.uniform(200, 1700), base - 20, rng.uniform(180, 260), depth + 0.04)
        canvas.sheet.veil(base - 130, base, palette.hazy(), 0.5)
    sheet = canvas.sheet
    for left in (True, False):
        edge = rng.uniform(430, 640)
        top = rng.uniform(560, 660)
        tile = roof_colour(canvas)

        def put(x: float, left: bool = left) -> float:
            return x if left else WIDTH - x

        lit = canvas.lit(not left)
        sheet.poly(
            [
                (put(-20), top - 110),
                (put(edge * 0.5), top),
                (put(edge + 230), 1010),
                (put(edge + 230), 1100),
                (put(-20), 1100),
            ],
            sheet.down(
                top - 100, HEIGHT, (0, palette.tone(tile, 0.12, lit), 1), (1, palette.tone(tile, 0.0, lit * 0.4), 1)
            ),
        )
        rows = []
        for at in range(1, 24):
            y = top - 60 + at * 24
            end = edge * 0.5 + max(0.0, (y - top)) / (1010 - top) * (edge * 0.5 + 230)
            rows.append([(put(-20), y - 40), (put(min(edge + 230, end)), y)])
        sheet.lines(rows, palette.tone("#241c1a", 0.04, 0.1), 3, 0.42)
        cx = put(rng.uniform(120, 240))
        sheet.rect(
            cx - 44,
            top - 220,
            88,
            230,
            sheet.across(
                cx - 44,
                cx + 44,
                (0, palette.tone("#8a5a48", 0.08, canvas.lit(True)), 1),
                (1, palette.tone("#8a5a48", 0.08, canvas.lit(False)), 1),
            ),
        )
        sheet.rect(cx - 54, top - 232, 108, 22, palette.tone("#5c4438", 0.08, 0.4))
        for at in (-26, 2):
            sheet.rect(cx + at, top - 268, 24, 38, palette.tone("#a86a4c", 0.08, 0.4))
        if rng.random() < 0.7:
            smoke = [
                (cx + at * 12 + rng.uniform(-9, 9), top - 290 - at * 26, 14 + at * 5, 12 + at * 4) for at in range(9)
            ]
            sheet.discs(smoke, palette.hazy(), 0.28)
    sheet.rect(
        -10,
        985,
        WIDTH + 20,
        105,
        sheet.down(985, HEIGHT, (0, palette.tone("#7c6448", 0, 0.6), 1), (1, palette.tone("#5a4632", 0, 0.25), 1)),
    )
    sheet.lines(
        [[(-10, y), (WIDTH + 10, y + rng.uniform(-3, 3))] for y in (985, 1018, 1052)],
        palette.tone("#2a1e14", 0, 0.1),
        4,
        0.6,
    )
    y0 = rng.uniform(430, 500)
    sheet.curve(trace("M", -10, y0, "Q", 960, y0 + 150, 1930, y0 - 20), palette.tone("#2c2824", 0.1, 0.2), 2.6)
    if rng.random() < 0.6:
        for at in range(4):
            x = rng.choice((260, 330)) + at * 74 + (1120 if canvas.from_left else 0)
            t = x / WIDTH
            y = y0 + 300 * t * (1 - t) - 20 * t
            sheet.path(
                trace("M", x - 26, y, "L", x + 26, y + 2, "L", x + 24, y + 74, "Q", x, y + 66, x - 22, y + 76, "z"),
                palette.tone(rng.choice(("#e8e2d4", "#a8b4c0", "#c89a8a")), 0.08, 0.6),
            )


def dam(canvas: Canvas) -> None:
    """A wall of concrete across the valley, lamps on its crest, rails and stones below."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 560)
    range_of_mountains(canvas, 470, rng.uniform(120, 200), 0.66, False)
    sheet = canvas.sheet
    top, foot = rng.uniform(330, 400), 800.0
    bow = rng.choice((-1, 1)) * rng.uniform(20, 46)
    stone = "#8c8e8c"
    sheet.path(
        trace("M", -10, top, "Q", 960, top + bow, 1930, top, "L", 1930, foot, "L", -10, foot, "z"),
        sheet.across(
            0,
            WIDTH,
            (0, palette.tone(stone, 0.36, canvas.lit(True)), 1),
            (0.5, palette.tone(stone, 0.28, 0.4), 1),
            (1, palette.tone(stone, 0.36, canvas.lit(False)), 1),
        ),
    )
    seams, stains = [], []
    for at in range(1, 17):
        x = at * WIDTH / 17
        curve = bow * 2 * (x / WIDTH) * (1 - x / WIDTH)
        seams.append([(x, top + curve), (960 + (x - 960) * 0.86, foot)])
        for _ in range(4):
            sx, sy = x + rng.uniform(-50, 50), top + curve + rng.uniform(30, 200)
            wide, deep = rng.uniform(4, 16), rng.uniform(70, 260)
            stains.append(
                [(sx - wide, sy), (sx + wide, sy), (sx + wide * 0.3, sy + deep), (sx - wide * 0.4, sy + deep)]
            )
    sheet.polys(stains, palette.tone("#3a3c3c", 0.3, 0.1), 0.20)
    sheet.lines(seams, palette.tone("#4c4e4e", 0.3, 0.2), 3, 0.5)
    levels = [[(-10, top + drop), (WIDTH + 10, top + drop)] for drop in (90, 180, 270, 360)]
    sheet.lines(levels, palette.tone("#4c4e4e", 0.3, 0.2), 2, 0.25)
    sheet.curve(trace("M", -10, top, "Q", 960, top + bow, 1930, top), palette.tone("#a8a8a4", 0.24, 0.7), 14)
    for at in range(13):
        x = (at + 0.5) * WIDTH / 13
        y = top + bow * 2 * (x / WIDTH) * (1 - x / WIDTH) - 6
        sheet.line([(x, y), (x, y - 62)], palette.tone("#3a3c40", 0.26, 0.3), 4)
        sheet.disc(x, y - 64, 6, palette.own("#ffe8b8") if palette.lamps else palette.tone("#d8d8d0", 0.26, 0.6))
        if palette.lamps:
            canvas.lamp(x, y - 60, 100, falls=1.5, glows=0.4)
    mouth = rng.uniform(560, 760) if rng.random() < 0.5 else rng.uniform(1160, 1360)
    sheet.path(
        trace("M", mouth - 44, foot, "V", foot - 70, "a", 44, 44, 0, 0, 1, 88, 0, "V", foot, "z"),
        palette.tone("#121416", 0.15, 0.1),
    )
    for left in (True, False):
        slope = [
            (x if left else WIDTH - x, y)
            for x, y in (
                (-20.0, top - 60.0),
                (150.0, top + 20),
                (260.0, 560.0),
                (420.0, 700.0),
                (640.0, 830.0),
                (-20.0, 860.0),
            )
        ]
        sheet.poly(
            slope,
            sheet.down(
                top,
                840,
                (0, palette.tone(snowy(canvas, "#6a6a5c"), 0.22, 0.5), 1),
                (1, palette.tone("#45423c", 0.1, 0.2), 1),
            ),
        )
        rocks(canvas, 0 if left else 1480, 440 if left else WIDTH, 800, 150, 9, 0.12)
    sheet.veil(600, 820, palette.hazy(), 0.35)
    near = hill(canvas, 812, 10)
    land(canvas, near, snowy(canvas, "#6e685c"), 0.06, 0.4)
    end = rng.uniform(500, 900) if mouth > 960 else rng.uniform(1000, 1400)
    for shift in (-1, 1):
        sheet.curve(
            trace(
                "M",
                mouth + shift * 8,
                foot + 12,
                "C",
                mouth + shift * 20,
                900,
                end + shift * 70,
                940,
                end + shift * 150,
                1090,
            ),
            palette.tone("#6a4030", 0.02, 0.5),
            8,
        )
    for at in range(12):
        t = (at + 0.5) / 12
        x = mouth + (end - mouth) * t * t * (3 - 2 * t)
        y, wide = foot + 14 + 270 * t**1.25, 16 + 150 * t
        sheet.line([(x - wide, y), (x + wide, y)], palette.tone("#3c2e24", 0.05, 0.3), 4 + 14 * t)
    rocks(canvas, 0, 460, 960, 160, 6, 0.05, "#9a9488")
    rocks(canvas, 1460, WIDTH, 960, 160, 6, 0.05, "#9a9488")
