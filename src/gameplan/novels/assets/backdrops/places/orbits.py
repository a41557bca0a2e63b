"""A room on a space station."""

from __future__ import annotations

import math

import numpy as np
from PIL import Image

from gameplan.novels.assets.backdrops.canvas import Canvas, cloud_noise
from gameplan.novels.assets.backdrops.colour import mix, parse, to_hex
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, trace


def space(canvas: Canvas) -> None:
    """A room on board: ribs of metal, a great window with stars and a planet, consoles, light strips."""
    rng, palette = canvas.rng, canvas.palette
    stage = Stage(canvas, x=960 + rng.uniform(-60, 60), y=560, focal=960)
    accent = rng.choice(("#39d0ff", "#ff8a3c", "#8aff9a", "#c07cff", "#ffd24a"))
    metal = rng.choice(("#8d949c", "#7c8590", "#9a968e"))
    _stars(canvas)
    _planet(
        canvas,
        rng.choice((rng.uniform(420, 700), rng.uniform(1220, 1500))),
        rng.uniform(330, 560),
        rng.uniform(150, 300),
    )
    canvas.settle()
    sheet = canvas.sheet
    half, high, deep = 4.2, 3.5, 8.5
    left, top = stage.at(-half, high, deep)
    right, bottom = stage.at(half, 0, deep)
    pane_l, pane_t = stage.at(-half * 0.80, high * 0.90, deep)
    pane_r, pane_b = stage.at(half * 0.80, 0.95, deep)
    cut = 44.0
    pane = trace(
        "M",
        pane_l + cut,
        pane_t,
        "H",
        pane_r - cut,
        "L",
        pane_r,
        pane_t + cut,
        "V",
        pane_b - cut,
        "L",
        pane_r - cut,
        pane_b,
        "H",
        pane_l + cut,
        "L",
        pane_l,
        pane_b - cut,
        "V",
        pane_t + cut,
        "z",
    )
    sheet.path(trace("M", left, top, "V", bottom, "H", right, "V", top, "z", pane), stage.tone(metal, 3, 0.35))
    sheet.curve(pane, stage.tone("#3a4048", 3, 0.4), 16)
    sheet.curve(pane, palette.own(accent, 0.8), 3, 0.8)
    for at in (1, 2):
        x = pane_l + (pane_r - pane_l) * at / 3
        sheet.line([(x, pane_t), (x, pane_b)], stage.tone("#3a4048", 3, 0.4), 13)
    stage.flat(-half, half, high, 0.9, deep, stage.tone("#4c525a", 2, 0.2))
    stage.flat(
        -half,
        half,
        0,
        0.9,
        deep,
        sheet.down(bottom, HEIGHT, (0, stage.tone("#6a7078", 2, 0.5), 1), (1, stage.tone("#4a4f56", 1, 0.2), 1)),
    )
    for hand in (-1, 1):
        stage.wall(
            hand * half,
            0.9,
            deep,
            0,
            high,
            sheet.across(
                0 if hand < 0 else WIDTH,
                left if hand < 0 else right,
                (0, stage.tone(metal, 1, 0.12), 1),
                (1, stage.tone(metal, 3, 0.45), 1),
            ),
        )
    grid = [[stage.at(-half, 0, z), stage.at(half, 0, z)] for z in (1.6, 2.2, 3, 4, 5.2, 6.8)]
    grid += [[stage.at(x, 0, 0.9), stage.at(x, 0, deep)] for x in (-2.8, -1.4, 1.4, 2.8)]
    sheet.lines(grid, stage.tone("#1c2024", 2, 0.1), 2.4, 0.5)
    for z in (7.0, 5.0, 3.5, 2.4):
        for hand in (-1, 1):
            x = hand * half
            stage.quad(
                [
                    (x, 0, z),
                    (x - hand * 0.35, 0.35, z),
                    (x - hand * 0.35, high - 0.5, z),
                    (x - hand * 1.2, high, z),
                    (x, high, z),
                ],
                stage.tone(metal, 2, 0.5),
            )
            stage.quad(
                [
                    (x - hand * 0.35, 0.35, z),
                    (x - hand * 0.35, high - 0.5, z),
                    (x - hand * 0.35, high - 0.5, z + 0.35),
                    (x - hand * 0.35, 0.35, z + 0.35),
                ],
                stage.tone(metal, 2, 0.12),
            )
            strip = [stage.at(x - hand * 0.34, 0.6, z), stage.at(x - hand * 0.34, high - 0.7, z)]
            sheet.line(strip, palette.own(accent), max(3.0, stage.size(z) * 0.03))
            canvas.lamp(
                (strip[0][0] + strip[1][0]) / 2,
                (strip[0][1] + strip[1][1]) / 2,
                stage.size(z) * 1.4,
                accent,
                falls=0.6,
                glows=0.07,
            )
            panel(stage, x - hand * 0.02, z - 1.1, accent)
        stage.front(-half + 1.2, half - 1.2, high - 0.22, high, z, stage.tone(metal, 2, 0.3))
    for x in (-1.0, 1.0):
        stage.flat(x - 0.18, x + 0.18, high - 0.02, 1.5, deep - 0.5, palette.own("#f0f6ff", 0.95))
        lx, ly = stage.at(x, high, 4)
        canvas.lamp(lx, ly + 60, 620, "#dce8ff", falls=0.65, glows=0.04)
    for hand in (-1, 1):
        console(stage, hand, half, accent)
    canvas.dim = 0.8


def panel(stage: Stage, x: float, z: float, accent: str) -> None:
    """Lights and screens on a wall."""
    rng, palette = stage.canvas.rng, stage.canvas.palette
    if z < 1.3:
        return
    stage.wall(x, z, z + 0.9, 1.2, 2.2, stage.tone("#14181e", 2, 0.3))
    for row in range(4):
        stage.wall(
            x,
            z + 0.1,
            z + rng.uniform(0.3, 0.8),
            1.35 + row * 0.2,
            1.42 + row * 0.2,
            palette.own(rng.choice((accent, "#dce8ff", accent)), rng.uniform(0.5, 1)),
            0.85,
        )


def console(stage: Stage, hand: int, half: float, accent: str) -> None:
    """A desk with screens at one side."""
    canvas, palette = stage.canvas, stage.canvas.palette
    a, b = sorted((hand * (half - 1.5), hand * (half - 0.4)))
    stage.box(a, b, 0, 0.9, 3.2, 4.6, "#5c646c")
    stage.quad([(a, 0.9, 3.2), (b, 0.9, 3.2), (b, 1.25, 4.6), (a, 1.25, 4.6)], stage.tone("#2c3238", 2, 0.4))
    for row in range(4):
        for column in range(6):
            x, z = a + 0.12 + column * 0.16, 3.35 + row * 0.3
            px, py = stage.at(x, 0.95 + row * 0.08, z)
            canvas.sheet.rect(
                px - 7, py - 3, 14, 6, palette.own(canvas.rng.choice((accent, "#dce8ff", "#ff6a5a", "#2c3a44"))), 0.9
            )
    stage.front(a + 0.1, b - 0.1, 1.3, 1.95, 4.6, stage.tone("#10161c", 2, 0.3))
    stage.front(a + 0.16, b - 0.16, 1.36, 1.89, 4.59, palette.own(accent, 0.35))
    points = [
        stage.at(a + 0.2 + at * (b - a - 0.4) / 12, 1.6 + canvas.rng.uniform(-0.16, 0.16), 4.58) for at in range(13)
    ]
    canvas.sheet.line(points, palette.own(accent), 3)
    px, py = stage.at((a + b) / 2, 1.6, 4.6)
    canvas.lamp(px, py, 180, accent, falls=0.7, glows=0.16)


def _stars(canvas: Canvas) -> None:
    """Deep space: a faint cloud of gas, and stars."""
    rng = canvas.rng
    gas = cloud_noise(canvas.noise, 480, 270, (5, 3), 5)[..., None] ** 2.2
    hue = np.array(parse(rng.choice(("#5a3a8a", "#2c5a8a", "#7a3a5a", "#2c6a64"))), dtype=np.float32)
    shown = np.clip((gas * hue * 0.9 + 0.002), 0, 1) ** (1 / 2.2) * 255
    canvas.image = Image.fromarray(shown.astype(np.uint8)).resize(
        (canvas.width, canvas.height), Image.Resampling.BICUBIC
    )
    for radius, count, opacity in ((1.0, 340, 0.6), (1.7, 110, 0.85), (2.8, 22, 1.0)):
        canvas.sheet.discs(
            [(rng.uniform(0, WIDTH), rng.uniform(0, 760), radius, radius) for _ in range(count)], "#eef4ff", opacity
        )


def _planet(canvas: Canvas, x: float, y: float, radius: float) -> None:
    rng, sheet = canvas.rng, canvas.sheet
    colour = parse(rng.choice(("#4a8ac8", "#c88a5a", "#8a9a6a", "#a87ac0", "#c8b48a")))
    light = to_hex(mix(colour, (1.0, 1.0, 1.0), 0.35))
    sheet.disc(x, y, radius * 1.14, sheet.round(x, y, radius * 1.14, (0.84, light, 0.35), (1, light, 0)))
    sheet.disc(x, y, radius, to_hex(colour))
    for at in range(9):
        drop = rng.uniform(-0.8, 0.8)
        wide = radius * math.sqrt(1 - drop * drop) * 0.96
        sheet.disc(
            x,
            y + drop * radius,
            wide,
            to_hex(mix(colour, rng.choice(((1.0, 1.0, 1.0), (0.05, 0.04, 0.06))), 0.25)),
            0.35,
            0.04 + 0.02 * (at % 3),
        )
    side = -1 if canvas.from_left else 1
    sheet.disc(
        x,
        y,
        radius * 1.01,
        sheet.round(
            x + side * radius * 0.55, y - radius * 0.4, radius * 1.65, (0.25, "#000000", 0), (0.85, "#020308", 0.94)
        ),
    )
