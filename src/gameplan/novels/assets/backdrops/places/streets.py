"""Street and market."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.buildings import (
    WALLS,
    roof_colour,
    row_of_houses,
    street_front,
    street_lamp,
)
from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.wild import snowy
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, trace
from gameplan.novels.assets.backdrops.sky import paint_sky

WET = ("rain", "storm")


def pavement(stage: Stage, colour: str, half: float, far: float) -> None:
    """The street itself, with kerbs and stones, and a shine when it is wet."""
    canvas, sheet = stage.canvas, stage.canvas.sheet
    rng, palette = canvas.rng, canvas.palette
    wide = half + 2.2
    sheet.poly(
        [stage.at(-wide, 0, 0.9), stage.at(wide, 0, 0.9), stage.at(wide, 0, far), stage.at(-wide, 0, far)],
        sheet.down(stage.y, HEIGHT, (0, stage.tone(colour, far, 0.6), 1), (1, stage.tone(colour, 1, 0.24), 1)),
    )
    for hand in (-1, 1):
        stage.flat(hand * half, hand * wide, 0.12, 0.9, far, stage.tone(snowy(canvas, "#8d867c"), 6, 0.5))
        stage.wall(hand * half, 0.9, far, 0, 0.12, stage.tone("#4e4a44", 4, 0.2))
    courses, z = [], 2.2
    while z < far * 0.6:
        courses.append([stage.at(-half, 0, z), stage.at(half, 0, z)])
        z *= 1.09
    sheet.lines(courses, stage.tone("#2e2b28", 6, 0.1), 1.6, 0.35)
    joints = []
    z = 2.2
    while z < far * 0.35:
        shift = rng.random() * 0.4
        joints += [
            [stage.at(x + shift, 0, z), stage.at(x + shift, 0, z * 1.09)]
            for x in (at * 0.55 - half for at in range(int(half * 2 / 0.55)))
        ]
        z *= 1.09
    sheet.lines(joints, stage.tone("#2e2b28", 6, 0.1), 1.4, 0.25)
    if palette.view.weather in WET:
        sheet.rect(
            0,
            stage.y,
            WIDTH,
            HEIGHT - stage.y,
            sheet.down(
                stage.y, HEIGHT, (0, palette.horizon(), 0.42), (0.6, palette.horizon(), 0.1), (1, palette.horizon(), 0)
            ),
        )


def street(canvas: Canvas) -> None:
    """Houses on both sides that run to a square, lamps at the kerb."""
    palette, rng = canvas.palette, canvas.rng
    stage = Stage(canvas, x=rng.uniform(760, 1160), y=rng.uniform(560, 620), focal=rng.uniform(950, 1150), misty=0.42)
    paint_sky(canvas, stage.y)
    half = rng.uniform(2.6, 3.8)
    end = 46.0
    sheet = canvas.sheet
    px = stage.at(-half - 2, 0, end)[0]
    row_of_houses(canvas, px - 160, stage.at(half + 2, 0, end)[0] + 160, stage.at(0, 0, end)[1] + 4, 70, 150, 0.62)
    if rng.random() < 0.7:
        spire(canvas, stage.x + rng.uniform(-50, 50), stage.y + 10, rng.uniform(210, 300), 0.64)
    sheet.veil(stage.y - 260, stage.y + 20, palette.hazy(), 0.35)
    pavement(stage, snowy(canvas, "#6e6860"), half, end)
    for x in (-half - 2.2, half + 2.2):
        z = end
        fronts = []
        while z > 0.5:
            length = rng.uniform(4.5, 7.5)
            fronts.append((z - length, z, rng.uniform(7.5, 13), rng.choice(WALLS), rng.random() < 0.3))
            z -= length
        for z0, z1, high, wall, shop in fronts:
            if z1 < 1.2:
                continue
            street_front(stage, x, max(1.0, z0), z1, high, wall, shop=shop)
            back = x * 2.2
            stage.quad(
                [(x, high, max(1.0, z0)), (x, high, z1), (back, high + 3, z1), (back, high + 3, max(1.0, z0))],
                stage.tone(roof_colour(canvas), z0, 0.4),
            )
    for z in (22.0, 13.0, 7.0):
        for hand in (-1, 1):
            if rng.random() < 0.75:
                street_lamp(stage, hand * (half + 0.5), z + rng.uniform(-1, 1))
    canvas.lamp(stage.x, stage.y - 40, 420, palette.horizon(), falls=0.15, glows=0.10 if palette.night else 0.22)


def spire(canvas: Canvas, x: float, base: float, high: float, depth: float) -> None:
    """A church tower."""
    tone, sheet = canvas.palette.tone, canvas.sheet
    wide = high * 0.15
    sheet.rect(
        x - wide,
        base - high * 0.58,
        wide * 2,
        high * 0.58,
        sheet.across(
            x - wide,
            x + wide,
            (0, tone("#a89c88", depth, canvas.lit(True)), 1),
            (1, tone("#a89c88", depth, canvas.lit(False)), 1),
        ),
    )
    sheet.poly(
        [(x - wide * 1.15, base - high * 0.58), (x, base - high), (x + wide * 1.15, base - high * 0.58)],
        tone("#4c545c", depth, 0.4),
    )
    sheet.poly(
        [(x, base - high), (x + wide * 1.15, base - high * 0.58), (x, base - high * 0.58)]
        if canvas.from_left
        else [(x, base - high), (x - wide * 1.15, base - high * 0.58), (x, base - high * 0.58)],
        tone("#2c3238", depth, 0.1),
        0.6,
    )
    sheet.disc(
        x,
        base - high * 0.47,
        wide * 0.42,
        canvas.palette.own("#ffe2a8") if canvas.palette.lamps else tone("#e8e0cc", depth, 0.7),
    )
    sheet.rect(x - wide * 0.22, base - high * 0.34, wide * 0.44, high * 0.12, tone("#2c2c30", depth, 0.2))
    sheet.line([(x, base - high), (x, base - high * 1.07)], tone("#2c2c30", depth, 0.2), max(1.5, wide * 0.08))


def market(canvas: Canvas) -> None:
    """A square with stalls under awnings, houses round it, strings of lamps above."""
    palette, rng = canvas.palette, canvas.rng
    stage = Stage(canvas, x=rng.uniform(840, 1080), y=575, focal=1000, misty=0.4)
    paint_sky(canvas, 580)
    row_of_houses(canvas, -20, WIDTH + 20, stage.at(0, 0, 34)[1], 150, 250, 0.46)
    if rng.random() < 0.6:
        spire(canvas, stage.x + rng.uniform(-260, 260), 600, 360, 0.56)
    row_of_houses(canvas, -40, rng.uniform(420, 560), stage.at(0, 0, 20)[1], 240, 360, 0.28)
    row_of_houses(canvas, rng.uniform(1360, 1500), WIDTH + 40, stage.at(0, 0, 20)[1], 240, 360, 0.28)
    pavement(stage, snowy(canvas, "#8a8072"), 12, 34)
    cloths = ("#a8483c", "#d8b048", "#3f6a5c", "#40587c", "#b87a9a", "#d8d0c0")
    for z in (19.0, 13.0, 9.0, 6.2):
        for hand in (-1, 1):
            if z > 15 or rng.random() < 0.9:
                stall(stage, hand * (2.6 + rng.uniform(0.8, 1.4) * z / 6.2), z, rng.choice(cloths))
    sheet = canvas.sheet
    for y, sag in ((140, 90), (230, 70)):
        a, b = (-20, y + rng.uniform(-40, 40)), (WIDTH + 20, y + rng.uniform(-40, 40))
        sheet.curve(trace("M", a[0], a[1], "Q", 960, y + sag * 2, b[0], b[1]), palette.tone("#2c2824", 0.1, 0.2), 2.4)
        for at in range(1, 18):
            t = at / 18
            x = (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * 960 + t * t * b[0]
            py = (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * (y + sag * 2) + t * t * b[1]
            if palette.lamps:
                sheet.disc(x, py + 9, 6, palette.own("#ffe0a0"))
                canvas.lamp(x, py + 9, 60, falls=0.5, glows=0.30)
            else:
                sheet.poly([(x - 13, py), (x + 13, py), (x, py + 30)], palette.tone(cloths[at % 6], 0.05, 0.7))


def stall(stage: Stage, x: float, z: float, cloth: str) -> None:
    """A stall: posts, a table with goods, a striped awning."""
    canvas, palette = stage.canvas, stage.canvas.palette
    rng, half = canvas.rng, 1.25
    for px in (x - half, x + half):
        stage.bar((px, 0, z + 1.4), (px, 2.5, z + 1.4), 0.08, "#4a3828")
    stage.box(x - half, x + half, 0, 0.85, z, z + 1.1, "#7a5c40")
    goods = rng.choice((("#c8502c", "#d8a030"), ("#7c9a3c", "#b8c060"), ("#d8c8a0", "#a88860"), ("#8a4a6a", "#c87a8a")))
    for row in range(2):
        spots = [
            (*stage.at(x - half + 0.2 + at * 0.3, 0.92 + 0.1 * row, z + 0.25), stage.size(z) * 0.11)
            for at in range(8 - row)
        ]
        canvas.sheet.discs([(a, b, r, r) for a, b, r in spots], stage.tone(goods[row], z, 0.6))
    for px in (x - half, x + half):
        stage.bar((px, 0, z - 0.1), (px, 2.2, z - 0.1), 0.08, "#4a3828")
    for at in range(8):
        a, b = x - half - 0.15 + at * (2 * half + 0.3) / 8, x - half - 0.15 + (at + 1) * (2 * half + 0.3) / 8
        colour = cloth if at % 2 else "#e0d8c8"
        stage.quad(
            [(a, 2.85, z + 1.5), (b, 2.85, z + 1.5), (b, 2.2, z - 0.3), (a, 2.2, z - 0.3)], stage.tone(colour, z, 0.7)
        )
        stage.front(a, b, 1.95, 2.2, z - 0.3, stage.tone(colour, z, 0.3))
    if palette.lamps:
        px, py = stage.at(x, 1.8, z + 0.3)
        canvas.sheet.disc(px, py, stage.size(z) * 0.08, palette.own("#ffe6b0"))
        canvas.lamp(px, py, stage.size(z) * 1.9, falls=1.6, glows=0.30)
