"""Halls of iron and glass: station, arcade."""

from __future__ import annotations

import math

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.colour import mix, to_hex
from gameplan.novels.assets.backdrops.furniture import hanging_lamp
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.arches import arch, rib
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, trace
from gameplan.novels.assets.backdrops.sky import paint_sky

GOODS = ("#6a3a2c", "#3c4a5c", "#8a7038", "#4a5a44", "#a8483c", "#c8a860")


def station(canvas: Canvas) -> None:
    """A hall of iron and glass, a train to one side, platforms, a clock."""
    rng, palette = canvas.rng, canvas.palette
    stage = Stage(canvas, x=rng.uniform(820, 1100), y=580, focal=980, misty=0.75)
    paint_sky(canvas, 620)
    sheet = canvas.sheet
    sheet.rect(0, 0, WIDTH, HEIGHT, palette.hazy(), 0.35)
    half, spring, rise, deep = 11.0, 5.0, 7.0, 60.0
    iron = "#3c4448"
    stage.flat(
        -half,
        half,
        0,
        0.9,
        deep,
        sheet.down(stage.y, HEIGHT, (0, stage.tone("#8d8880", 30, 0.6), 1), (1, stage.tone("#6e6a64", 1, 0.3), 1)),
    )
    for hand in (-1, 1):
        stage.wall(
            hand * half,
            0.9,
            deep,
            0,
            spring,
            sheet.across(
                0 if hand < 0 else WIDTH,
                stage.x,
                (0, stage.tone("#8a6a54", 2, 0.3), 1),
                (1, stage.tone("#8a6a54", 40, 0.5), 1),
            ),
        )
        for z in (40.0, 30.0, 23.0, 17.5, 13.0, 9.5, 7.0):
            stage.wall(
                hand * (half - 0.03),
                z,
                z * 1.16,
                0.4,
                3.6,
                palette.own("#ffcf86", 0.7) if palette.lamps else stage.tone("#6a7880", z, 0.5),
            )
    for at in range(1, 24):
        angle = at * math.pi / 24
        line = [stage.at(half * math.cos(angle), spring + rise * math.sin(angle), z) for z in (deep, 3.0)]
        sheet.line(line, stage.tone(iron, 14, 0.4), 1.8, 0.55)
    ribs = [deep, 46, 36, 28, 22, 17, 13, 10, 7.5, 5.6]
    for z in ribs:
        sheet.line(rib(stage, half, spring, rise, z), stage.tone(iron, z, 0.35), max(2.0, stage.size(z) * 0.22))
        sheet.line(rib(stage, half, spring - 0.9, rise, z), stage.tone(iron, z, 0.3), max(1.2, stage.size(z) * 0.08))
    for at in range(1, 14):
        x = -half + at * half / 7
        top = spring + rise * math.sqrt(max(0.0, 1 - (x / half) ** 2))
        stage.bar((x, 4.0, deep), (x, top, deep), 0.2, iron, 0.4)
    side = rng.choice((-1, 1))
    tracks = (side * 4.2, -side * 6.8)
    for x in tracks:
        stage.flat(x - 1.7, x + 1.7, -0.02, 0.9, deep, stage.tone("#3a3632", 4, 0.25))
        for z in [2.0 * 1.1**at for at in range(32)]:
            stage.flat(x - 1.3, x + 1.3, 0, z, z * 1.03, stage.tone("#4c3c30", z, 0.3))
        for dx in (-0.72, 0.72):
            sheet.poly(
                [stage.at(x + dx - 0.05, 0.08, 0.9), stage.at(x + dx + 0.05, 0.08, 0.9), stage.at(x + dx, 0.08, deep)],
                stage.tone("#b0b4b8", 4, 0.8),
            )
    train(stage, side * 4.2)
    for z in (26.0, 15.0, 9.0):
        stage.column(-side * 2.6, z, 0.32, 0, 5.4, iron)
        hanging_lamp(stage, -side * 2.6, 4.2, z, 5.2, strength=0.8)
    px, py = stage.at(-side * 0.4, 4.6, 12)
    sheet.line([(px, py - 300), (px, py)], stage.tone(iron, 12, 0.3), 5)
    sheet.disc(px, py, 56, stage.tone("#26282a", 10, 0.3))
    sheet.disc(px, py, 48, palette.own("#fff2d4", 0.9))
    sheet.lines([[(px, py), (px + 14, py - 26)], [(px, py), (px - 32, py - 10)]], "#1c1c20", 5)
    sheet.lines(
        [
            [
                (px + math.cos(at * math.tau / 12) * 38, py + math.sin(at * math.tau / 12) * 38),
                (px + math.cos(at * math.tau / 12) * 45, py + math.sin(at * math.tau / 12) * 45),
            ]
            for at in range(12)
        ],
        "#1c1c20",
        3,
    )
    canvas.lamp(px, py, 150, falls=0.4, glows=0.22)
    canvas.lamp(
        stage.x,
        stage.y - 90,
        420,
        to_hex(mix(palette.sky[-1], palette.light, 0.3)),
        falls=0.3,
        glows=0.3 if not palette.night else 0.06,
    )
    steam = [
        (
            stage.at(side * 4.2, 0, 9)[0] + rng.gauss(0, 120),
            560 + rng.gauss(0, 90),
            rng.uniform(30, 90),
            rng.uniform(20, 60),
        )
        for _ in range(26)
    ]
    for at in range(0, 26, 6):
        sheet.discs(steam[at : at + 6], palette.hazy(), 0.10)
    canvas.dim = 0.95


def train(stage: Stage, x: float) -> None:
    """A train that stands at the platform, its lamps towards us."""
    canvas, palette = stage.canvas, stage.canvas.palette
    rng = canvas.rng
    body = rng.choice(("#2f4a3c", "#5c2c2a", "#2c3a54"))
    near, far = 8.0, 52.0
    inner = x - 1.45 if x > 0 else x + 1.45
    stage.wall(inner, near, far, 0.5, 3.5, stage.tone(body, 14, canvas.lit(x > 0) * 0.7))
    stage.wall(inner, near, far, 3.3, 3.6, stage.tone("#c8b890", 14, 0.5))
    for z in [near + 0.8 + at * 1.7 for at in range(25)]:
        stage.wall(
            inner,
            z,
            z + 1.0,
            1.7,
            2.8,
            palette.own("#ffd796", 0.95) if palette.lamps else stage.tone("#a8b8c0", z, 0.6),
        )
        if palette.lamps and z < 20:
            px, py = stage.at(inner, 2.2, z)
            canvas.lamp(px, py, stage.size(z) * 1.0, falls=0.3, glows=0.10)
    stage.front(x - 1.45, x + 1.45, 0.5, 3.4, near, stage.tone(body, near, 0.35))
    left, top = stage.at(x - 1.45, 3.4, near)
    right, _ = stage.at(x + 1.45, 3.4, near)
    canvas.sheet.path(
        trace("M", left, top + 1, "Q", (left + right) / 2, top - 70, right, top + 1, "z"),
        stage.tone("#4a4a4c", near, 0.4),
    )
    for dx in (-0.7, 0.7):
        stage.front(x + dx - 0.5, x + dx + 0.5, 1.9, 2.9, near - 0.02, stage.tone("#9ab0bc", near, 0.6))
        px, py = stage.at(x + dx * 1.3, 1.1, near)
        canvas.sheet.disc(px, py, 15, palette.own("#fff0c8"))
        canvas.lamp(px, py, 190, "#ffe6b8", falls=0.8, glows=0.5)
    stage.front(x - 1.3, x + 1.3, 0.2, 0.6, near - 0.05, stage.tone("#1c1c1e", near, 0.2))


def arcade(canvas: Canvas) -> None:
    """Shops with lit windows under a roof of glass, a floor of marble, lamps on chains."""
    rng, palette = canvas.rng, canvas.palette
    stage = Stage(canvas, x=rng.uniform(850, 1070), y=570, focal=980, misty=0.35)
    paint_sky(canvas, 620)
    sheet = canvas.sheet
    half, high, deep = 3.6, 6.4, 34.0
    stone = rng.choice(("#c0ae90", "#b8a49a", "#a8a498"))
    sheet.poly(
        [stage.at(-half, 0, 0.9), stage.at(half, 0, 0.9), stage.at(half, 0, deep), stage.at(-half, 0, deep)],
        sheet.down(stage.y, HEIGHT, (0, stage.tone("#c8b8a0", 20, 0.6), 1), (1, stage.tone("#8a7c6c", 1, 0.3), 1)),
    )
    tiles = []
    z, row = 2.0, 0
    while z < deep:
        for at in range(-4, 4):
            if (at + row) % 2:
                tiles.append(
                    [
                        stage.at(at * 0.9, 0, z),
                        stage.at(at * 0.9 + 0.9, 0, z),
                        stage.at(at * 0.9 + 0.9, 0, z + 0.9),
                        stage.at(at * 0.9, 0, z + 0.9),
                    ]
                )
        z, row = z + 0.9, row + 1
    sheet.polys(tiles, stage.tone("#6a4a40", 4, 0.35), 0.55)
    arch(stage, -2.4, 2.4, 0, 3.6, deep - 0.2, to_hex(mix(palette.sky[-1], palette.haze, 0.4)))
    for hand in (-1, 1):
        x = hand * half
        stage.wall(x, 0.9, deep, 0, high, stage.tone(stone, 5, 0.5 if (hand < 0) != canvas.from_left else 0.28))
        z = deep - 3.4
        while z > 0.8:
            z0, z1 = max(1.0, z), z + 2.6
            glow = rng.choice(("#ffd490", "#ffe4b8", "#ffc070"))
            level = 0.95 if palette.lamps else 0.7
            stage.wall(x, z0, z1, 0.5, 2.7, palette.own(glow, level))
            for y in (0.5, 1.2, 1.9):
                stage.wall(x, z0, z1, y - 0.04, y, stage.tone("#3a2a20", 4, 0.4))
                zz = z0 + 0.15
                while zz < z1 - 0.2:
                    wide, tall = rng.uniform(0.06, 0.2), rng.uniform(0.12, 0.42)
                    stage.wall(x, zz, zz + wide, y, y + tall, stage.tone(rng.choice(GOODS), 4, 0.6))
                    zz += wide + rng.uniform(0.04, 0.22)
            stage.wall(x, z0, z1, 2.75, 3.2, stage.tone(rng.choice(("#3a2c28", "#2c3c38", "#4a2430")), 4, 0.5))
            stage.wall(x, z0 + 0.5, z1 - 0.5, 2.9, 3.05, stage.tone("#e0c070", 4, 0.9))
            for zz in (z0, (z0 + z1) / 2, z1):
                stage.wall(x, zz - 0.05, zz + 0.05, 0.4, 2.75, stage.tone("#2c2420", 4, 0.3))
            for zz in (z0 + 0.5, z1 - 1.1):
                stage.wall(
                    x,
                    zz,
                    zz + 0.7,
                    3.9,
                    5.6,
                    palette.own("#ffd9a0", 0.6)
                    if palette.lamps and rng.random() < 0.5
                    else stage.tone("#4c5660", 5, 0.4),
                )
            stage.box(x, x - hand * 0.3, 0, high, z1, z1 + 0.5, stone)
            px, py = stage.at(x, 1.6, (z0 + z1) / 2)
            canvas.lamp(px, py, stage.size((z0 + z1) / 2) * 2.0, glow, falls=0.8, glows=0.12)
            z -= 3.4
        stage.wall(x - hand * 0.1, 0.9, deep, high - 0.4, high, stage.tone(stone, 5, 0.6))
    for z in (33.0, 26, 20, 15.5, 12, 9.2, 7, 5.3, 4):
        sheet.line(rib(stage, half, high, 2.2, z), stage.tone("#3a4448", z, 0.4), max(2.0, stage.size(z) * 0.09))
    for at in range(1, 16):
        angle = at * math.pi / 16
        sheet.line(
            [stage.at(half * math.cos(angle), high + 2.2 * math.sin(angle), z) for z in (deep, 3.0)],
            stage.tone("#3a4448", 8, 0.4),
            2.2,
            0.7,
        )
    for z in (24.0, 15.0, 9.5, 6.0):
        px, py = stage.at(0, 4.5, z)
        unit = stage.size(z)
        sheet.line([(px, py), (px, py - unit * 4)], stage.tone("#2a2420", z, 0.2), max(1.2, unit * 0.02))
        for dx in (-0.35, 0, 0.35):
            sheet.disc(px + dx * unit, py + abs(dx) * unit * 0.3, unit * 0.13, palette.own("#fff0cc"))
        canvas.lamp(px, py, unit * 2.6, falls=1.0 if palette.lamps else 0.4, glows=0.34 if palette.lamps else 0.12)
    canvas.dim = 0.8 if not palette.lamps else 0.7
