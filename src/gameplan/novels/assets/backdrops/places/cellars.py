"""Under the ground: a vault, a tunnel, a mine."""

from __future__ import annotations

import math
from itertools import pairwise

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.arches import rib, torch
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH


def cellar(canvas: Canvas) -> None:
    """A vault or a tunnel that goes into the dark: rings of stone, pipes or props, bulbs in cages, puddles."""
    rng, palette = canvas.rng, canvas.palette
    stage = Stage(canvas, x=rng.uniform(780, 1140), y=590, focal=980)
    sheet = canvas.sheet
    stone = rng.choice(("#8a8276", "#7c8488", "#94846c"))
    sheet.rect(0, 0, WIDTH, HEIGHT, stage.tone("#14120f", 1, 0.1))
    half, spring, rise, bend = rng.uniform(2.3, 2.9), 1.5, rng.uniform(1.3, 1.7), rng.uniform(-0.02, 0.02)
    mine = rng.random() < 0.4
    zs = [26.0]
    while zs[-1] > 1.2:
        zs.append(zs[-1] * 0.9)

    def shift(z: float) -> float:
        return bend * z * z

    for far, near in pairwise(zs):
        fade = max(0.0, 1 - near / 24)
        outer = [(x + shift(near) * stage.size(near), y) for x, y in rib(stage, half, spring, rise, near)]
        inner = [(x + shift(far) * stage.size(far), y) for x, y in rib(stage, half, spring, rise, far)]
        steps = len(outer) - 1
        for at in range(steps):
            lit = (0.25 + 0.5 * math.sin(math.pi * at / steps)) * (0.35 + 0.65 * fade) * rng.uniform(0.72, 1.15)
            sheet.poly([outer[at], outer[at + 1], inner[at + 1], inner[at]], stage.tone(stone, 2, lit))
        for hand, index in ((-1, 0), (1, steps)):
            low_near, low_far = stage.at(hand * half + shift(near), 0, near), stage.at(hand * half + shift(far), 0, far)
            sheet.poly(
                [outer[index], low_near, low_far, inner[index]],
                stage.tone(stone, 2, 0.3 * (0.4 + fade) * rng.uniform(0.8, 1.15)),
            )
        sheet.poly(
            [
                stage.at(-half + shift(near), 0, near),
                stage.at(half + shift(near), 0, near),
                stage.at(half + shift(far), 0, far),
                stage.at(-half + shift(far), 0, far),
            ],
            stage.tone("#6a6258", 2, 0.34 * (0.4 + fade) * rng.uniform(0.9, 1.08)),
        )
        sheet.line(outer, stage.tone("#1c1814", 2, 0.1), max(1.0, stage.size(near) * 0.012), 0.6)
    dark_x, dark_y = stage.at(shift(26), 1.2, 26)
    sheet.disc(dark_x, dark_y, 90, sheet.round(dark_x, dark_y, 90, (0, "#060504", 0.95), (1, "#060504", 0)))
    if mine:
        for z in (15.0, 11.0, 8.0, 5.8, 4.2, 3.1):
            for hand in (-1, 1):
                stage.bar(
                    (hand * (half - 0.3) + shift(z), 0, z),
                    (hand * (half - 0.5) + shift(z), 2.4, z),
                    0.24,
                    "#6a4c30",
                    0.4,
                )
            stage.bar((-half + 0.3 + shift(z), 2.42, z), (half - 0.3 + shift(z), 2.42, z), 0.26, "#7a5a38", 0.5)
        for x in (-0.45, 0.45):
            sheet.line(
                [stage.at(x + shift(z), 0.05, z) for z in (1.2, 3, 5, 8, 12, 18)], stage.tone("#8a7468", 3, 0.7), 7
            )
        for z in [1.8 * 1.13**at for at in range(18)]:
            stage.bar((-0.75 + shift(z), 0.02, z), (0.75 + shift(z), 0.02, z), 0.14, "#4a3624", 0.3)
    else:
        for y, thick, colour in ((1.75, 0.16, "#8a5a3c"), (1.4, 0.10, "#5c6468"), (1.15, 0.22, "#4c5a52")):
            hand = -1 if rng.random() < 0.5 else 1
            points = [
                (stage.at(hand * (half - 0.16) + shift(z), y, z), stage.size(z))
                for z in (1.2, 1.8, 2.6, 3.8, 5.5, 8, 12, 18)
            ]
            for (one, size), (other, _) in pairwise(points):
                sheet.line([one, other], stage.tone(colour, 3, 0.35), max(2.0, size * thick * 0.7))
    for _ in range(6):
        z = rng.uniform(2.4, 8)
        px, py = stage.at(rng.uniform(-1.4, 1.4) + shift(z), 0, z)
        sheet.disc(px, py, stage.size(z) * rng.uniform(0.25, 0.6), stage.tone("#8aa0ac", 3, 0.7), 0.30, 0.16)
    flame = mine or rng.random() < 0.3
    for at, z in enumerate((14.0, 8.5, 5.2, 3.3)):
        if flame:
            torch(stage, (-1 if at % 2 else 1) * (half - 0.35) + shift(z), 1.75, z)
        else:
            px, py = stage.at(shift(z), spring + rise - 0.25, z)
            unit = stage.size(z)
            sheet.disc(px, py, unit * 0.1, palette.own("#ffe6b0"))
            sheet.lines(
                [[(px + dx * unit, py - unit * 0.14), (px + dx * unit, py + unit * 0.14)] for dx in (-0.12, 0, 0.12)],
                stage.tone("#1c1a18", 2, 0.2),
                max(1.2, unit * 0.015),
            )
            canvas.lamp(px, py + unit * 0.2, unit * 2.3, "#ffd48a", falls=1.9, glows=0.20)
            fx, fy = stage.at(shift(z), 0, z)
            canvas.lamp(fx, fy, unit * 1.5, "#ffd48a", falls=0.9, glows=0.05, squash=0.3)
    for hand in (-1, 1):
        stage.box(hand * (half - 0.9), hand * (half - 0.1), 0, 0.75, 2.5, 3.3, rng.choice(("#6a4c30", "#5a5048")))
    canvas.dim = 0.85
