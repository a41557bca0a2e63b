"""River and lake."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.nature import at_x, hill, land, pine, reeds, rocks, tree
from gameplan.novels.assets.backdrops.places.wild import range_of_mountains, snowy
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, trace
from gameplan.novels.assets.backdrops.sky import paint_sky
from gameplan.novels.assets.backdrops.weather import mirror


def river(canvas: Canvas) -> None:
    """A river that comes towards us, under a bridge of arches."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 600)
    range_of_mountains(canvas, 560, 70, 0.74, False)
    back = hill(canvas, 600, 24)
    for _ in range(26):
        x = rng.uniform(-20, WIDTH + 20)
        tree(canvas, x, at_x(back, x) + 22, rng.uniform(70, 150), snowy(canvas, "#56683e"), 0.46)
    land(canvas, back, snowy(canvas, "#6f7a4c"), 0.42, 0.5)
    bridge(canvas, 655, rng.uniform(70, 110), rng.choice((3, 4, 5)))
    mirror(canvas, 668, HEIGHT, colour="#38525a", own=0.34)
    for left in (True, False):
        reach = rng.uniform(330, 560)
        points = [
            (0.0, 690.0),
            (reach * 0.55, 704.0),
            (reach * 0.8, 760.0),
            (reach, 880.0),
            (reach * 0.9, 1090.0),
            (0.0, 1090.0),
        ]
        bank = points if left else [(WIDTH - x, y) for x, y in points]
        canvas.sheet.poly(
            bank,
            canvas.sheet.down(
                690,
                HEIGHT,
                (0, palette.tone(snowy(canvas, "#66713f"), 0.2, 0.5), 1),
                (1, palette.tone(snowy(canvas, "#3e4428"), 0.0, 0.25), 1),
            ),
        )
        low, high = (0.0, reach * 0.9) if left else (WIDTH - reach * 0.9, float(WIDTH))
        reeds(canvas, low, high, 900, 150, 70)
        reeds(canvas, low, high if left else WIDTH, 1060, 240, 60)
    side = rng.choice((70.0, 1850.0))
    tree(canvas, side, 880, rng.uniform(620, 760), snowy(canvas, "#4a5c34"), 0.02)


def bridge(canvas: Canvas, base: float, high: float, arches: int) -> None:
    """A stone bridge across the whole picture."""
    palette, sheet, rng = canvas.palette, canvas.sheet, canvas.rng
    wide, depth = WIDTH / arches, 0.28
    stone, top = "#8d8578", base - high - 46
    shape = trace("M", -10, base + 20, "L", -10, top, "Q", 960, top - 44, 1930, top, "L", 1930, base + 20)
    for at in reversed(range(arches)):
        left, right = at * wide + wide * 0.10, (at + 1) * wide - wide * 0.10
        shape += trace(
            "L",
            right,
            base + 20,
            "L",
            right,
            base - high * 0.3,
            "Q",
            (left + right) / 2,
            base - high * 1.62,
            left,
            base - high * 0.3,
            "L",
            left,
            base + 20,
        )
    sheet.path(
        shape + "z",
        sheet.down(
            top - 40, base + 20, (0, palette.tone(stone, depth, 0.7), 1), (1, palette.tone(stone, depth, 0.1), 1)
        ),
    )
    sheet.curve(
        trace("M", -10, top + 26, "Q", 960, top - 18, 1930, top + 26), palette.tone("#5c564c", depth, 0.2), 4, 0.7
    )
    blocks = [
        [(x, y), (x + rng.uniform(14, 34), y)]
        for x, y in ((rng.uniform(0, WIDTH), rng.uniform(top + 30, top + 74)) for _ in range(140))
    ]
    sheet.lines(blocks, palette.tone("#4c463e", depth, 0.2), 2.2, 0.35)
    for at in range(1, arches):
        x = at * wide
        lamp_y = top - 30 - 70
        sheet.line([(x, top - 14), (x, lamp_y)], palette.tone("#2a2824", depth, 0.2), 5)
        sheet.disc(x, lamp_y, 9, palette.own("#ffe0a0") if palette.lamps else palette.tone("#c8c0a8", depth, 0.6))
        if palette.lamps:
            canvas.lamp(x, lamp_y, 120, falls=1.2, glows=0.55)


def lake(canvas: Canvas) -> None:
    """Still water that holds the mountains, a boat, and reeds."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 600)
    range_of_mountains(canvas, 520, rng.uniform(170, 270), 0.60, rng.random() < 0.6)
    for level, depth in ((590, 0.46), (622, 0.30)):
        line = hill(canvas, level, 26, 2.4)
        for _ in range(70):
            x = rng.uniform(-20, WIDTH + 20)
            pine(canvas, x, at_x(line, x) + 16, rng.uniform(50, 120) * (1.5 - depth), snowy(canvas, "#34483a"), depth)
        land(canvas, line, snowy(canvas, "#4c5640"), depth, 0.35)
    canvas.sheet.veil(560, 660, palette.hazy(), 0.4)
    mirror(canvas, 650, HEIGHT, colour="#20384a", own=0.26, ripple=0.55)
    canvas.sheet.veil(620, 660, palette.hazy(), 0.4)
    canvas.sheet.rect(0, 660, WIDTH, 30, canvas.sheet.down(660, 690, (0, palette.hazy(), 0.4), (1, palette.hazy(), 0)))
    boat(
        canvas,
        rng.choice((rng.uniform(300, 560), rng.uniform(1360, 1620))),
        rng.uniform(800, 850),
        rng.uniform(190, 250),
    )
    left = rng.random() < 0.5
    reeds(canvas, -20 if left else 1380, 560 if left else WIDTH + 20, 1090, 330, 110)
    reeds(canvas, 1560 if left else -20, WIDTH + 20 if left else 330, 1090, 240, 60)
    rocks(canvas, 0 if not left else 1500, 420 if not left else WIDTH, 1040, 220, 4)


def boat(canvas: Canvas, x: float, base: float, size: float) -> None:
    """A rowing boat, seen from the side."""
    sheet, tone = canvas.sheet, canvas.palette.tone
    sheet.path(
        trace("M", x - size * 0.62, base + 6, "Q", x, base + size * 0.24, x + size * 0.62, base + 6, "z"),
        tone("#10161c", 0, 0.1),
        0.45,
    )
    sheet.path(
        trace(
            "M",
            x - size * 0.55,
            base - size * 0.16,
            "Q",
            x,
            base - size * 0.02,
            x + size * 0.58,
            base - size * 0.2,
            "L",
            x + size * 0.44,
            base + size * 0.04,
            "Q",
            x,
            base + size * 0.1,
            x - size * 0.42,
            base + size * 0.03,
            "z",
        ),
        tone("#5d4432", 0, 0.4),
    )
    sheet.path(
        trace(
            "M",
            x - size * 0.55,
            base - size * 0.16,
            "Q",
            x,
            base - size * 0.02,
            x + size * 0.58,
            base - size * 0.2,
            "Q",
            x,
            base - size * 0.09,
            x - size * 0.55,
            base - size * 0.16,
            "z",
        ),
        tone("#2c2018", 0, 0.2),
    )
    sheet.line([(x - size * 0.2, base - size * 0.1), (x - size * 0.5, base + size * 0.1)], tone("#8a7050", 0, 0.5), 4)
