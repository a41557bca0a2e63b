"""Chapel and theatre."""

from __future__ import annotations

import math

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.colour import mix, to_hex
from gameplan.novels.assets.backdrops.furniture import candle
from gameplan.novels.assets.backdrops.interiors import dust, shell
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.arches import arch, rib
from gameplan.novels.assets.backdrops.sheet import trace


def chapel(canvas: Canvas) -> None:
    """A nave with pointed windows of coloured glass, an altar with candles, benches to the sides."""
    rng, palette = canvas.rng, canvas.palette
    stone = rng.choice(("#a8a094", "#b0a490", "#989a9c"))
    inside = shell(canvas, 4.2, 7.0, rng.uniform(14, 17), stone, "#86806f", "#8d8578", boards=False, low=580)
    stage, half, deep = inside.stage, inside.half, inside.deep
    stage.front(-half, half, 0, 7, deep - 0.02, stage.tone(stone, 3, 0.3))
    glass = rng.sample(("#c8503c", "#3c6ac8", "#e0b040", "#3f8a5c", "#8a4a9a", "#d8d0b8"), 4)
    bright = {"day": 1.0, "dawn": 0.9, "dusk": 0.75, "night": 0.28}[palette.view.time]
    stained(stage, 0, 1.5, 2.2, 4.7, deep - 0.05, glass, bright)
    for x in (-2.6, 2.6):
        stained(stage, x, 0.8, 2.4, 4.2, deep - 0.05, glass, bright)
    px, py = stage.at(0, 4, deep)
    canvas.lamp(
        px,
        py,
        stage.size(deep) * 5,
        to_hex(mix(palette.light, palette.sky[1], 0.3)),
        falls=0.7 * bright,
        glows=0.16 * bright,
    )
    for step in range(2):
        stage.box(
            -2.4 + step * 0.4, 2.4 - step * 0.4, step * 0.2, step * 0.2 + 0.2, deep - 3.0 + step * 0.6, deep, stone
        )
    stage.box(-1.1, 1.1, 0.4, 1.35, deep - 1.6, deep - 0.9, "#d8cfba")
    for at in range(7):
        candle(stage, -0.9 + at * 0.3, 1.35, deep - 1.4, 0.3 - abs(at - 3) * 0.03)
    ax, ay = stage.at(0, 1.8, deep - 1.4)
    canvas.lamp(ax, ay, 560, "#ffc27a", falls=2.4 if palette.lamps else 0.5, glows=0.10)
    for z in (deep - 4.0, deep - 6.6, deep - 9.2):
        for hand in (-1, 1):
            stage.bar((hand * 0.95, 0, z), (hand * 0.95, 1.2, z), 0.05, "#8a7040", 0.6)
            candle(stage, hand * 0.95, 1.2, z, 0.22)
    stage.bar((0, 1.4, deep - 1.2), (0, 2.3, deep - 1.2), 0.08, "#c8a860", 0.8)
    stage.bar((-0.25, 2.0, deep - 1.2), (0.25, 2.0, deep - 1.2), 0.08, "#c8a860", 0.8)
    z = deep - 3.0
    while z > 2.0:
        canvas.sheet.line(
            rib(stage, half, 4.0, 2.7, z, pointed=True), stage.tone(stone, 3, 0.28), max(4.0, stage.size(z) * 0.3)
        )
        canvas.sheet.line(
            rib(stage, half, 4.12, 2.7, z, pointed=True), stage.tone(stone, 3, 0.8), max(1.5, stage.size(z) * 0.05), 0.7
        )
        for hand in (-1, 1):
            stage.box(hand * (half - 0.35), hand * half, 0, 4.1, z, z + 0.5, stone)
            side_pane(stage, hand * (half - 0.02), z - 1.9, z - 0.8, glass, bright)
        z -= 2.9
    for z in (deep - 4.4, deep - 5.6, deep - 6.8, deep - 8.0, deep - 9.2):
        if z > 2.6:
            for hand in (-1, 1):
                a, b = sorted((hand * 1.1, hand * 3.5))
                stage.box(a, b, 0.0, 0.45, z, z + 0.45, "#5c4430")
                stage.box(a, b, 0.0, 0.95, z - 0.06, z, "#6a4e36")
    stage.flat(-0.75, 0.75, 0.01, 0.9, deep - 3, stage.tone("#7a3434", 3, 0.4), 0.8)
    beam = palette.light
    for at in range(3):
        x = (120 if canvas.from_left else 1800) + (at * 130 if canvas.from_left else -at * 130)
        canvas.shaft(
            ((x, 100 + at * 60), (x + 50, 190 + at * 60), (960 + (at - 1) * 120, 960), (840 + (at - 1) * 120, 960)),
            beam,
            0.3 * bright,
            0.10 * bright * (0.3 if palette.night else 1),
            24,
        )
    dust(canvas, 60)
    canvas.dim = 0.72 if not palette.lamps else 0.6


def stained(
    stage: Stage, x: float, wide: float, low: float, spring: float, z: float, glass: list[str], bright: float
) -> None:
    """A pointed window of coloured panes."""
    canvas, palette = stage.canvas, stage.canvas.palette
    rng = canvas.rng
    arch(
        stage,
        x - wide / 2 - 0.14,
        x + wide / 2 + 0.14,
        low - 0.14,
        spring,
        z,
        stage.tone("#8a8070", 3, 0.6),
        pointed=True,
    )
    arch(stage, x - wide / 2, x + wide / 2, low, spring, z, palette.own(glass[0], 0.8 * bright), pointed=True)
    rows, columns = 7, 3
    for row in range(rows):
        for column in range(columns):
            a, b = x - wide / 2 + column * wide / columns, low + row * (spring - low) / rows
            stage.quad(
                [
                    (a, b, z),
                    (a + wide / columns, b, z),
                    (a + wide / columns, b + (spring - low) / rows, z),
                    (a, b + (spring - low) / rows, z),
                ],
                palette.own(rng.choice(glass), bright * rng.uniform(0.6, 1.0)),
            )
    px, py = stage.at(x, (low + spring) / 2 + 0.4, z)
    unit = stage.size(z) * wide
    canvas.sheet.disc(px, py - unit * 0.4, unit * 0.28, palette.own(glass[2], bright))
    canvas.sheet.disc(px, py - unit * 0.4, unit * 0.16, palette.own(glass[1], bright))
    lead = [
        [
            stage.at(x - wide / 2 + at * wide / columns, low, z),
            stage.at(x - wide / 2 + at * wide / columns, spring + wide * 0.35, z),
        ]
        for at in (1, 2)
    ]
    lead += [
        [
            stage.at(x - wide / 2, low + row * (spring - low) / rows, z),
            stage.at(x + wide / 2, low + row * (spring - low) / rows, z),
        ]
        for row in range(rows + 1)
    ]
    canvas.sheet.lines(lead, stage.tone("#1c1a18", 3, 0.1), max(1.2, unit * 0.02))


def side_pane(stage: Stage, x: float, z0: float, z1: float, glass: list[str], bright: float) -> None:
    """A window of coloured glass in a side wall."""
    rng, palette = stage.canvas.rng, stage.canvas.palette
    if z0 < 1.2:
        return
    middle = (z0 + z1) / 2
    for row in range(6):
        for near, far in ((z0, middle), (middle, z1)):
            low = 1.9 + row * 0.38
            stage.wall(x, near, far, low, low + 0.38, palette.own(rng.choice(glass), bright * rng.uniform(0.35, 0.8)))
    lead = [[stage.at(x, 1.9 + row * 0.38, z0), stage.at(x, 1.9 + row * 0.38, z1)] for row in range(7)]
    lead += [[stage.at(x, 1.9, z), stage.at(x, 4.2, z)] for z in (z0, middle, z1)]
    stage.canvas.sheet.lines(lead, stage.tone("#1c1a18", 3, 0.1), max(2.0, stage.size(z0) * 0.03))
    stage.quad([(x, 4.18, z0), (x, 4.8, (z0 + z1) / 2), (x, 4.18, z1)], palette.own(glass[1], bright * 0.8))
    px, py = stage.at(x, 3.2, (z0 + z1) / 2)
    stage.canvas.lamp(px, py, stage.size(z0) * 1.8, glass[0], falls=0.5 * bright, glows=0.10 * bright)


def theatre(canvas: Canvas) -> None:
    """A stage with its curtain, boxes with gilded fronts, rows of seats before it."""
    rng, palette = canvas.rng, canvas.palette
    cloth = rng.choice(("#8a1f2c", "#6a2038", "#27446a"))
    gold = "#c8a050"
    inside = shell(canvas, 7.4, 8.6, 15.0, "#5a3a34", "#4a3a34", "#6a5248", low=560)
    stage, half, deep = inside.stage, inside.half, inside.deep
    sheet = canvas.sheet
    stage.front(-half, half, 0, 8.6, deep - 0.05, stage.tone("#6a4a3c", 3, 0.4))
    arch(stage, -5.0, 5.0, 0.9, 4.9, deep - 0.1, stage.tone(gold, 3, 0.7))
    arch(stage, -4.6, 4.6, 0.9, 4.7, deep - 0.15, stage.tone("#1c1214", 3, 0.3))
    open_at = rng.uniform(0.0, 0.55)
    for hand in (-1, 1):
        folds = 16
        for at in range(folds):
            a = hand * (4.6 - (4.6 - open_at * 4) * at / folds)
            b = hand * (4.6 - (4.6 - open_at * 4) * (at + 1) / folds)
            x0, x1 = min(a, b), max(a, b)
            top = 4.7 + 4.6 * math.sqrt(max(0.0, 1 - (max(abs(a), abs(b)) / 4.6) ** 2)) * 0.98
            left, right = stage.at(x0, 0, deep - 0.2)[0], stage.at(x1, 0, deep - 0.2)[0]
            stage.front(
                x0,
                x1 + 0.01,
                0.95,
                top,
                deep - 0.2,
                sheet.across(
                    left,
                    right,
                    (0, stage.tone(cloth, 3, 0.05), 1),
                    (0.5, stage.tone(cloth, 3, 0.85), 1),
                    (1, stage.tone(cloth, 3, 0.05), 1),
                ),
            )
    for at in range(9):
        x = -4.4 + at * 1.1
        px, py = stage.at(x, 7.3 - abs(x) * 0.20, deep - 0.3)
        sheet.path(
            trace("M", px - 46, py - 70, "Q", px, py + 60, px + 46, py - 70, "z"),
            stage.tone(cloth, 3, 0.6),
        )
        sheet.curve(
            trace("M", px - 44, py - 66, "Q", px, py + 58, px + 44, py - 66),
            stage.tone(gold, 3, 0.8),
            4,
        )
    stage.box(-5.6, 5.6, 0, 0.95, deep - 1.6, deep - 0.3, "#6a4a30")
    for at in range(12):
        px, py = stage.at(-4.6 + at * 0.84, 1.0, deep - 1.6)
        sheet.disc(px, py, 5, palette.own("#ffe8b0"))
        canvas.lamp(px, py - 10, 90, falls=0.9, glows=0.10)
    px, py = stage.at(0, 2.6, deep)
    canvas.lamp(px, py, 520, "#ffdca0", falls=3.2, glows=0.08)
    for level in (2.2, 4.8):
        for hand in (-1, 1):
            x = hand * (half - 0.9)
            for z in (12.6, 9.6, 7.0):
                stage.wall(hand * (half - 0.05), z - 1.0, z + 1.0, level, level + 2.0, stage.tone("#2c1614", 3, 0.2))
                stage.wall(x, z - 1.25, z + 1.25, level - 0.4, level + 0.5, stage.tone(gold, 3, 0.55))
                stage.wall(x, z - 1.05, z + 1.05, level - 0.25, level + 0.3, stage.tone(cloth, 3, 0.4))
                lx, ly = stage.at(x, level + 0.6, z)
                sheet.disc(lx, ly, 5, palette.own("#ffe2a4"))
                canvas.lamp(lx, ly, 95, falls=0.8, glows=0.24)
    for z in (11.5, 9.6, 7.9, 6.4, 5.2, 4.2):
        unit = stage.size(z)
        y = stage.at(0, 0, z)[1]
        x = -6.2
        while x < 6.2:
            if abs(x) > 0.75:
                px = stage.at(x, 0, z)[0]
                sheet.path(
                    trace(
                        "M",
                        px - unit * 0.26,
                        y,
                        "V",
                        y - unit * 0.72,
                        "Q",
                        px,
                        y - unit * 0.98,
                        px + unit * 0.26,
                        y - unit * 0.72,
                        "V",
                        y,
                        "z",
                    ),
                    sheet.down(y - unit, y, (0, stage.tone(cloth, 3, 0.6), 1), (1, stage.tone(cloth, 3, 0.02), 1)),
                )
            x += 0.62
    canvas.lamp(stage.x, 420, 1100, "#ffb878", falls=0.9, glows=0.0)
    canvas.dim = 1.2
