"""Harbour and its quay, boats and cranes."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.buildings import row_of_houses
from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.places.wild import range_of_mountains, snowy
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, trace
from gameplan.novels.assets.backdrops.sky import paint_sky
from gameplan.novels.assets.backdrops.weather import mirror


def harbour(canvas: Canvas) -> None:
    """Houses on the far quay, boats at their moorings, a crane, and the stones one stands on."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 610)
    range_of_mountains(canvas, 580, 60, 0.76, False)
    row_of_houses(canvas, -20, WIDTH, 628, 60, 120, 0.52)
    row_of_houses(canvas, -20, rng.uniform(700, 900), 640, 90, 170, 0.36)
    row_of_houses(canvas, rng.uniform(1150, 1350), WIDTH + 20, 640, 90, 180, 0.36)
    canvas.sheet.rect(-10, 628, WIDTH + 20, 26, palette.tone("#6c665c", 0.34, 0.3))
    for _ in range(5):
        sailing_boat(canvas, rng.uniform(120, 1800), 655 + rng.uniform(0, 8), rng.uniform(70, 120), 0.34)
    mirror(canvas, 656, HEIGHT, colour="#2c464e", own=0.36)
    for side in rng.sample((rng.uniform(240, 440), rng.uniform(1420, 1640)), 2):
        sailing_boat(canvas, side, rng.uniform(770, 800), rng.uniform(250, 330), 0.06)
    if rng.random() < 0.75:
        crane(canvas, rng.choice((70.0, 1850.0)), 890, rng.uniform(560, 680))
    quay(canvas)


def quay(canvas: Canvas) -> None:
    """The stones in front, bollards, and a rope."""
    palette, rng, sheet = canvas.palette, canvas.rng, canvas.sheet
    stone = snowy(canvas, "#7d766a")
    sheet.rect(
        -10,
        900,
        WIDTH + 20,
        190,
        sheet.down(900, HEIGHT, (0, palette.tone(stone, 0.0, 0.62), 1), (1, palette.tone(stone, 0.0, 0.22), 1)),
    )
    sheet.rect(-10, 892, WIDTH + 20, 12, palette.tone("#b0a898", 0.0, 0.7))
    joints = [[(x, 904), (960 + (x - 960) * 1.9, 1090)] for x in range(-900, 2900, 150)]
    joints += [[(-10, 948), (WIDTH + 10, 948)], [(-10, 1016), (WIDTH + 10, 1016)]]
    sheet.lines(joints, palette.tone("#3e3932", 0.0, 0.2), 3, 0.45)
    for x in (rng.uniform(160, 420), rng.uniform(1480, 1760)):
        sheet.disc(x, 972, 46, palette.tone("#0c0c0c", 0, 0.1), 0.3, 0.25)
        sheet.path(
            trace(
                "M",
                x - 25,
                970,
                "L",
                x - 20,
                918,
                "L",
                x - 34,
                906,
                "Q",
                x,
                884,
                x + 34,
                906,
                "L",
                x + 20,
                918,
                "L",
                x + 25,
                970,
                "z",
            ),
            sheet.across(
                x - 34,
                x + 34,
                (0, palette.tone("#2d2b2a", 0, 0.8 if canvas.from_left else 0.1), 1),
                (1, palette.tone("#2d2b2a", 0, 0.1 if canvas.from_left else 0.8), 1),
            ),
        )
        sheet.curve(trace("M", x - 18, 936, "Q", x - 200, 1000, x - 330, 900), palette.tone("#a08a60", 0, 0.4), 7)


def sailing_boat(canvas: Canvas, x: float, base: float, size: float, depth: float) -> None:
    """A boat with a mast, its sail furled, and a lamp at night."""
    palette, sheet, rng = canvas.palette, canvas.sheet, canvas.rng
    colour = rng.choice(("#4a5a66", "#6e4030", "#3c4a3c", "#8a8478"))
    tone = palette.tone
    sheet.disc(x, base + size * 0.03, size * 0.62, tone("#0a0f14", depth, 0.1), 0.4, 0.09)
    sheet.path(
        trace(
            "M",
            x - size * 0.6,
            base - size * 0.2,
            "L",
            x + size * 0.66,
            base - size * 0.26,
            "Q",
            x + size * 0.55,
            base,
            x + size * 0.4,
            base + size * 0.04,
            "L",
            x - size * 0.5,
            base + size * 0.04,
            "z",
        ),
        sheet.down(base - size * 0.26, base, (0, tone(colour, depth, 0.6), 1), (1, tone(colour, depth, 0.05), 1)),
    )
    sheet.line(
        [(x - size * 0.6, base - size * 0.2), (x + size * 0.66, base - size * 0.26)],
        tone("#d8d0c0", depth, 0.6),
        max(1.2, size * 0.022),
    )
    sheet.poly(
        [
            (x - size * 0.4, base - size * 0.2),
            (x - size * 0.36, base - size * 0.42),
            (x - size * 0.02, base - size * 0.42),
            (x + size * 0.04, base - size * 0.22),
        ],
        tone("#b8ac98", depth, 0.45),
    )
    for at in (-0.3, -0.14):
        sheet.rect(
            x + size * at,
            base - size * 0.37,
            size * 0.07,
            size * 0.07,
            palette.own("#ffd080") if palette.lamps else tone("#2c343c", depth, 0.2),
        )
    mast, top = x + size * 0.12, base - size * rng.uniform(1.25, 1.7)
    dark = tone("#3a2e24", depth, 0.3)
    sheet.line([(mast, base - size * 0.2), (mast, top)], dark, max(1.4, size * 0.028))
    sheet.line(
        [(mast, base - size * 0.5), (mast - size * 0.5, base - size * 0.46)],
        tone("#c8bda4", depth, 0.5),
        max(1.6, size * 0.05),
    )
    sheet.lines(
        [
            [(mast, top), (x + size * 0.64, base - size * 0.26)],
            [(mast, top), (x - size * 0.58, base - size * 0.2)],
            [(mast, top + size * 0.2), (x + size * 0.3, base - size * 0.25)],
        ],
        dark,
        max(0.8, size * 0.007),
        0.8,
    )
    if palette.lamps:
        sheet.disc(mast, base - size * 0.8, max(1.5, size * 0.02), palette.own("#ffe6b0"))
        canvas.lamp(mast - size * 0.1, base - size * 0.5, size * 0.7, falls=0.8, glows=0.28)


def crane(canvas: Canvas, x: float, base: float, high: float) -> None:
    """A dockside crane of iron lattice; its arm goes towards the middle."""
    sheet, tone = canvas.sheet, canvas.palette.tone
    dark, side = tone("#2c3036", 0.08, 0.2), 1 if x < 960 else -1
    top = base - high
    strokes = [[(x - 46, base), (x - 22, top)], [(x + 46, base), (x + 22, top)]]
    for at in range(9):
        y0, y1 = base - high * at / 9, base - high * (at + 1) / 9
        w0, w1 = 46 - 24 * at / 9, 46 - 24 * (at + 1) / 9
        strokes += [[(x - w0, y0), (x + w1, y1)], [(x + w0, y0), (x - w1, y1)]]
    end = (x + side * high * 0.72, top - high * 0.16)
    strokes += [[(x - side * 60, top + 10), end], [(x - side * 50, top - 60), end], [(x, top - 70), (x, top)]]
    for at in range(8):
        share = at / 8
        strokes.append(
            [
                (x + (end[0] - x) * share, top + (end[1] - top) * share),
                (x + (end[0] - x) * (share + 0.1), top - 60 * (1 - share) + (end[1] - top) * share),
            ]
        )
    sheet.lines(strokes, dark, 6)
    sheet.rect(x - 50, top - 20, 100, 64, tone("#5a3a2c", 0.08, 0.3))
    sheet.lines([[end, (end[0], end[1] + high * 0.34)]], dark, 3)
    sheet.curve(trace("M", end[0], end[1] + high * 0.34, "q", 12, 26, -8, 32, "q", -18, 2, -16, -14), dark, 6)
