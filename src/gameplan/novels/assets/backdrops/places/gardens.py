"""Garden and greenhouse."""

from __future__ import annotations

import math

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.nature import tree
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.wild import snowy
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, trace
from gameplan.novels.assets.backdrops.sky import paint_sky


def hedge(canvas: Canvas, left: float, right: float, base: float, high: float, colour: str, depth: float) -> None:
    """Leaves in a row, lit from above."""
    rng, tone = canvas.rng, canvas.palette.tone
    canvas.sheet.rect(left, base - high * 0.8, right - left, high * 0.85, tone(colour, depth, 0.1))
    for lit, up in ((0.1, 0.0), (0.4, 0.12), (0.85, 0.25)):
        count = int((right - left) / high * 26)
        leaves = [
            (
                rng.uniform(left, right),
                base - high * (rng.uniform(0.05, 1.0) * (1 - up) + up),
                high * rng.uniform(0.04, 0.10),
                high * rng.uniform(0.03, 0.07),
            )
            for _ in range(count)
        ]
        canvas.sheet.discs(leaves, tone(colour, depth, lit), 0.9)


def garden(canvas: Canvas) -> None:
    """A wall of brick with trained trees, beds along a path, a fountain or a sundial."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 560)
    for _ in range(12):
        tree(canvas, rng.uniform(0, WIDTH), 520, rng.uniform(150, 260), snowy(canvas, "#56703e"), 0.5)
    sheet = canvas.sheet
    stage = Stage(canvas, x=rng.uniform(860, 1060), y=560, focal=1000, misty=0.3)
    back, wall = 15.0, rng.choice(("#a0644c", "#94705a", "#a89884"))
    y0, y1 = stage.at(0, 0, back)[1], stage.at(0, 3.2, back)[1]
    sheet.rect(
        -10,
        y1,
        WIDTH + 20,
        y0 - y1,
        sheet.down(y1, y0, (0, palette.tone(wall, 0.22, 0.6), 1), (1, palette.tone(wall, 0.2, 0.25), 1)),
    )
    bricks = [
        [(x, y), (x + rng.uniform(10, 26), y)]
        for x, y in ((rng.uniform(0, WIDTH), y1 + 10 * rng.randint(1, max(2, int((y0 - y1) / 10)))) for _ in range(500))
    ]
    sheet.lines(bricks, palette.tone("#4c342a", 0.2, 0.2), 2, 0.32)
    sheet.rect(-10, y1 - 12, WIDTH + 20, 14, palette.tone("#b8ac98", 0.2, 0.7))
    gate = stage.x
    sheet.path(
        trace("M", gate - 62, y0, "V", y1 + 66, "a", 62, 62, 0, 0, 1, 124, 0, "V", y0, "z"),
        palette.tone("#c8c0a8", 0.6, 0.6),
    )
    sheet.lines(
        [[(gate - 60 + at * 17, y0), (gate - 60 + at * 17, y1 + 40)] for at in range(8)],
        palette.tone("#26282a", 0.16, 0.2),
        3,
    )
    green = snowy(canvas, "#4e6a34")
    for x in (
        rng.uniform(80, 200),
        rng.uniform(330, 500),
        rng.uniform(640, 720),
        rng.uniform(1230, 1330),
        rng.uniform(1480, 1620),
        rng.uniform(1740, 1860),
    ):
        arms = [[(x, y0 - at * 28), (x + hand * 76, y0 - at * 28 - 10)] for at in (1, 2, 3, 4) for hand in (-1, 1)]
        sheet.lines([[(x, y0), (x, y1 + 20)], *arms], palette.tone("#3c2c20", 0.16, 0.2), 4)
        leaves = [
            (
                x + rng.uniform(-86, 86),
                y0 - 28 * rng.randint(1, 4) - rng.uniform(-2, 16),
                rng.uniform(4, 9),
                rng.uniform(3, 7),
            )
            for _ in range(90)
        ]
        sheet.discs(leaves[:60], palette.tone(green, 0.16, 0.25))
        sheet.discs(leaves[60:], palette.tone(green, 0.16, 0.8))
    sheet.poly(
        [stage.at(-40, 0, back), stage.at(40, 0, back), (WIDTH + 20, 1090), (-20, 1090)],
        sheet.down(
            y0,
            HEIGHT,
            (0, palette.tone(snowy(canvas, "#728a48"), 0.15, 0.6), 1),
            (1, palette.tone(snowy(canvas, "#54682f"), 0, 0.4), 1),
        ),
    )
    stage.flat(-1.3, 1.3, 0, 0.9, back, palette.tone(snowy(canvas, "#b8a888"), 0.05, 0.55))
    for z in (12.5, 10, 8, 6.4, 5.2, 4.3):
        for hand in (-1, 1):
            left, right = sorted((stage.at(hand * 1.7, 0, z)[0], stage.at(hand * 6.5, 0, z)[0]))
            base, high = stage.at(0, 0, z)[1], stage.size(z) * 0.62
            hedge(canvas, left, right, base, high, green, 0.02 * z)
            blooms = [
                (rng.uniform(left, right), base - high * rng.uniform(0.3, 1.1), high * 0.055, high * 0.05)
                for _ in range(26)
            ]
            sheet.discs(
                blooms, palette.tone(rng.choice(("#d8506a", "#e8c8d8", "#e0b040", "#b878c8", "#f0e8e0")), 0.02 * z, 0.8)
            )
    px, py = stage.at(0, 0, 8.5)
    unit = stage.size(8.5)
    stone = palette.tone("#b8b0a0", 0.1, 0.5)
    sheet.disc(px, py, unit * 0.75, palette.tone("#8d8678", 0.1, 0.3), 1, 0.25)
    if rng.random() < 0.5:
        sheet.disc(px, py - unit * 0.06, unit * 0.64, palette.tone("#6a8a98", 0.1, 0.8), 1, 0.22)
        sheet.rect(px - unit * 0.1, py - unit * 0.9, unit * 0.2, unit * 0.86, stone)
        sheet.disc(px, py - unit * 0.9, unit * 0.36, stone, 1, 0.25)
        sheet.lines(
            [
                [
                    (px, py - unit * 1.3),
                    (px + at * unit * 0.12, py - unit * 1.1),
                    (px + at * unit * 0.22, py - unit * 0.15),
                ]
                for at in (-2, -1, 1, 2)
            ],
            palette.tone("#eef6fa", 0.1, 0.9),
            2,
            0.6,
        )
    else:
        sheet.poly(
            [
                (px - unit * 0.14, py),
                (px - unit * 0.09, py - unit),
                (px + unit * 0.09, py - unit),
                (px + unit * 0.14, py),
            ],
            stone,
        )
        sheet.disc(px, py - unit, unit * 0.3, palette.tone("#d0c8b8", 0.1, 0.8), 1, 0.26)
        sheet.poly(
            [(px - unit * 0.05, py - unit), (px + unit * 0.16, py - unit), (px + unit * 0.16, py - unit * 1.22)],
            palette.tone("#6a5c3c", 0.1, 0.4),
        )
    side = rng.choice((40.0, 1880.0))
    tree(canvas, side, 930, rng.uniform(760, 880), snowy(canvas, "#465e2e"), 0.0)


def leaf(canvas: Canvas, x: float, y: float, length: float, angle: float, colour: str, lit: float) -> None:
    """A long leaf that bends with its weight."""
    ex, ey = x + math.cos(angle) * length, y - math.sin(angle) * length
    mx, my = x + math.cos(angle) * length * 0.55, y - math.sin(angle) * length * 0.55 - length * 0.22
    ey += length * 0.18
    thick = length * 0.10
    canvas.sheet.path(
        trace("M", x, y, "Q", mx, my - thick, ex, ey, "Q", mx, my + thick, x, y, "z"),
        canvas.palette.tone(colour, 0.0, lit),
    )


def palm(canvas: Canvas, x: float, base: float, high: float, colour: str, lit: float = 0.4) -> None:
    rng = canvas.rng
    bend = rng.uniform(-0.12, 0.12) * high
    canvas.sheet.curve(
        trace("M", x, base, "Q", x + bend * 0.2, base - high * 0.5, x + bend, base - high),
        canvas.palette.tone("#5c4a34", 0.0, 0.3),
        high * 0.035 + 3,
    )
    for at in range(13):
        leaf(
            canvas,
            x + bend,
            base - high,
            high * rng.uniform(0.36, 0.55),
            at * math.pi / 12 + rng.uniform(-0.1, 0.1),
            colour,
            lit * rng.uniform(0.3, 1.7),
        )


def bush(canvas: Canvas, x: float, base: float, size: float, colour: str) -> None:
    """A pot plant with many long leaves."""
    rng = canvas.rng
    for at in range(17):
        leaf(canvas, x, base, size * rng.uniform(0.6, 1.1), 0.15 + at * 2.85 / 16, colour, rng.choice((0.1, 0.35, 0.8)))


def greenhouse(canvas: Canvas) -> None:
    """A hall of glass on iron ribs, plants on both sides, a tiled walk."""
    palette, rng = canvas.palette, canvas.rng
    stage = Stage(canvas, x=rng.uniform(860, 1060), y=590, focal=980, misty=0.5)
    paint_sky(canvas, 640)
    for _ in range(9):
        tree(canvas, rng.uniform(300, 1600), 640, rng.uniform(110, 220), "#6a8458", 0.66)
    sheet = canvas.sheet
    half, spring, depth = 4.6, 2.9, 26.0
    iron = rng.choice(("#dfe4e0", "#3a4a44", "#56605c"))
    sheet.rect(0, 0, WIDTH, HEIGHT, palette.tone("#b8d0c4", 0.5, 0.8), 0.22)
    stage.flat(-half, half, 0, 0.9, depth, stage.tone("#8d8a78", 3, 0.4))

    def rib(z: float) -> list[tuple[float, float]]:
        arch = [
            stage.at(half * math.cos(at * math.pi / 20), spring + 3.1 * math.sin(at * math.pi / 20), z)
            for at in range(21)
        ]
        return [stage.at(half, 0, z), *arch, stage.at(-half, 0, z)]

    zs = [depth, 20.0, 16.0, 13.0, 10.5, 8.5, 6.8, 5.4, 4.2, 3.2]
    end = rib(depth)
    for at in range(1, 12):
        x = -half + at * half / 6
        top = spring + 3.1 * math.sqrt(max(0.0, 1 - (x / half) ** 2))
        stage.bar((x, 0, depth), (x, top, depth), 0.07, iron, 0.5)
    stage.bar((-half, spring, depth), (half, spring, depth), 0.1, iron, 0.5)
    sheet.line(end, stage.tone(iron, depth, 0.5), 4)
    for at in range(0, 21, 2):
        angle = at * math.pi / 20
        line = [stage.at(half * math.cos(angle), spring + 3.1 * math.sin(angle), z) for z in (depth, 2.4)]
        sheet.line(line, stage.tone(iron, 9, 0.5), 2.2, 0.8)
    for y in (1.0, 2.0, spring):
        for hand in (-1, 1):
            sheet.line(
                [stage.at(hand * half, y, depth), stage.at(hand * half, y, 2.0)], stage.tone(iron, 9, 0.5), 2.4, 0.8
            )
    green = ("#3f6a38", "#4e7c44", "#2f5a3c", "#6a8a3c")
    for near, far in zip(zs[1:], zs, strict=False):
        z = (near + far) / 2
        sheet.line(rib(near), stage.tone(iron, near, 0.45), max(2.0, stage.size(near) * 0.07))
        for hand in (-1, 1):
            unit = stage.size(z)
            for _ in range(2):
                x, y = stage.at(hand * rng.uniform(2.3, 4.2), 0.55, z + rng.uniform(-0.8, 0.8))
                if rng.random() < 0.3:
                    palm(canvas, x, y, unit * rng.uniform(1.4, 2.8), rng.choice(green))
                else:
                    bush(canvas, x, y, unit * rng.uniform(0.7, 1.3), rng.choice(green))
            stage.box(hand * 1.7, hand * 4.4, 0, 0.6, near, far, "#8a7a66")
        sheet.veil(300, stage.at(0, 0, z)[1], palette.hazy(), 0.05)
    lines = [[stage.at(-1.7, 0, z), stage.at(1.7, 0, z)] for z in (2, 2.5, 3.1, 3.9, 4.9, 6.1, 7.6, 9.5, 12, 15, 19)]
    lines += [[stage.at(x, 0, 1.2), stage.at(x, 0, depth)] for x in (-1.1, -0.37, 0.37, 1.1)]
    sheet.lines(lines, stage.tone("#4c4a40", 3, 0.3), 2.2, 0.4)
    for x, base in ((90, 1060), (1830, 1060)):
        bush(canvas, x, base, rng.uniform(380, 460), rng.choice(green))
    x = canvas.light_at[0]
    for at in range(4):
        top = x + (at - 1.5) * 190
        canvas.shaft(
            (
                (top - 30, -20),
                (top + 30, -20),
                (1920 - x + (at - 1.5) * 330 + 110, 1000),
                (1920 - x + (at - 1.5) * 330 - 110, 1000),
            ),
            palette.light,
            0.25,
            0.12 * palette.light_level,
            24,
        )
    if palette.lamps:
        for z in (6, 11, 18):
            px, py = stage.at(0, 4.2, z)
            sheet.disc(px, py, stage.size(z) * 0.12, palette.own("#ffe6c0"))
            canvas.lamp(px, py, stage.size(z) * 4, falls=2.2, glows=0.3)
