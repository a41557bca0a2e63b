"""Arches and torches, and the halls that are made of them: great hall, stair."""

from __future__ import annotations

import math

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.colour import to_hex
from gameplan.novels.assets.backdrops.interiors import dust, shell
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.sheet import Point, trace
from gameplan.novels.assets.backdrops.windows import side_window, window


def arch(
    stage: Stage,
    x0: float,
    x1: float,
    low: float,
    spring: float,
    z: float,
    fill: str,
    opacity: float = 1.0,
    *,
    pointed: bool = False,
) -> None:
    """An opening with a round or a pointed top that faces us."""
    left, bottom = stage.at(x0, low, z)
    right, top = stage.at(x1, spring, z)
    half = (right - left) / 2
    if pointed:
        head = trace(
            "Q", left, top - half * 0.9, left + half, top - half * 1.5, "Q", right, top - half * 0.9, right, top
        )
    else:
        head = trace("A", half, half, 0, 0, 1, right, top)
    stage.canvas.sheet.path(trace("M", left, bottom, "V", top, head, "V", bottom, "z"), fill, opacity)


def rib(stage: Stage, half: float, spring: float, rise: float, z: float, *, pointed: bool = False) -> list[Point]:
    """The line of an arch across the room."""
    points = []
    for at in range(25):
        t = at / 24 * 2 - 1
        y = rise * (1 - abs(t) ** 1.35) if pointed else rise * math.sqrt(max(0.0, 1 - t * t))
        points.append(stage.at(half * t, spring + y, z))
    return points


def torch(stage: Stage, x: float, y: float, z: float) -> None:
    """A torch in an iron ring."""
    canvas = stage.canvas
    px, py = stage.at(x, y, z)
    unit = stage.size(z)
    canvas.sheet.line([(px, py + unit * 0.4), (px, py)], stage.tone("#3c2a1c", z, 0.3), unit * 0.07)
    for colour, share in (("#ff7a22", 1.0), ("#ffb84a", 0.66), ("#fff2c0", 0.34)):
        high, wide = unit * 0.42 * share, unit * 0.11 * share
        canvas.sheet.path(
            trace(
                "M",
                px - wide,
                py,
                "Q",
                px - wide * 1.2,
                py - high * 0.5,
                px + wide * 0.3,
                py - high,
                "Q",
                px + wide * 1.2,
                py - high * 0.4,
                px + wide,
                py,
                "z",
            ),
            canvas.palette.own(colour),
        )
    canvas.lamp(px, py - unit * 0.1, unit * 3.2, "#ffa050", falls=2.3, glows=0.18)


def hall(canvas: Canvas) -> None:
    """Columns on both sides, tall windows between them, a carpet to a dais, banners."""
    rng, palette = canvas.rng, canvas.palette
    stone = rng.choice(("#b8ac98", "#a8a49c", "#c0a88c"))
    inside = shell(canvas, 6.4, 9.0, rng.uniform(22, 27), stone, "#8d8478", "#8a7c6c", boards=False, low=590)
    stage, deep = inside.stage, inside.deep
    cloth = rng.choice(("#7a2430", "#243c64", "#2c5a44", "#5c3a6a"))
    for x in (-3.0, 0.0, 3.0):
        z = deep - 0.05
        window(inside, ((x - 0.8, 2.6, z), (x + 0.8, 2.6, z), (x + 0.8, 7.2, z), (x - 0.8, 7.2, z)), bars=(2, 5))
        arch(stage, x - 0.8, x + 0.8, 7.0, 7.2, z, to_hex(palette.sky[0]))
    for step in range(3):
        stage.box(
            -3.4 + step * 0.3, 3.4 - step * 0.3, step * 0.2, step * 0.2 + 0.2, deep - 3.6 + step * 0.6, deep, stone
        )
    stage.flat(-1.0, 1.0, 0.01, 0.9, deep - 3.4, stage.tone(cloth, 3, 0.5))
    for x in (-0.9, 0.9):
        stage.flat(x - 0.05, x + 0.05, 0.02, 0.9, deep - 3.4, stage.tone("#d8b860", 3, 0.6))
    if rng.random() < 0.6:
        stage.box(-0.6, 0.6, 0.6, 2.7, deep - 1.2, deep - 1.0, "#8a6a38")
        stage.box(-0.6, 0.6, 0.6, 1.2, deep - 1.9, deep - 1.2, cloth)
    else:
        stage.box(-2.6, 2.6, 0.6, 1.4, deep - 1.9, deep - 1.2, "#6a4c30")
    zs = [deep - 2.5 - at * 3.6 for at in range(6) if deep - 2.5 - at * 3.6 > 3.2]
    for z in zs:
        for left in (True, False):
            if z > 5:
                side_window(inside, left, z - 2.4, z - 1.0, 3.0, 6.6, bars=(2, 5))
        canvas.sheet.line(rib(stage, 4.6, 6.6, 2.0, z), stage.tone(stone, 3, 0.3), max(3.0, stage.size(z) * 0.32))
        canvas.sheet.line(
            rib(stage, 4.6, 6.75, 2.0, z), stage.tone(stone, 3, 0.75), max(1.5, stage.size(z) * 0.06), 0.7
        )
        for x in (-4.6, 4.6):
            stage.column(x, z, 0.85, 0, 6.6, stone)
            if rng.random() < 0.75:
                top, low = 5.9, 3.2
                stage.quad(
                    [
                        (x - 0.34, top, z - 0.5),
                        (x + 0.34, top, z - 0.5),
                        (x + 0.34, low, z - 0.5),
                        (x, low - 0.45, z - 0.5),
                        (x - 0.34, low, z - 0.5),
                    ],
                    stage.tone(cloth, 3, 0.55),
                )
                stage.front(x - 0.12, x + 0.12, 4.3, 4.6, z - 0.52, stage.tone("#e0c070", 3, 0.8))
            if palette.lamps:
                torch(stage, x - math.copysign(0.55, x), 2.3, z - 0.4)
    for z in (deep * 0.62, deep * 0.36):
        chandelier(stage, z)
    dust(canvas, 60)
    canvas.dim = 0.82 if not palette.lamps else 0.84


def chandelier(stage: Stage, z: float) -> None:
    canvas, palette = stage.canvas, stage.canvas.palette
    px, py = stage.at(0, 5.2, z)
    unit = stage.size(z)
    canvas.sheet.line([(px, py), (px, py - unit * 3.4)], stage.tone("#2a2420", z, 0.2), max(1.5, unit * 0.03))
    canvas.sheet.curve(
        trace(
            "M",
            px - unit,
            py,
            "a",
            unit,
            unit * 0.22,
            0,
            1,
            0,
            2 * unit,
            0,
            "a",
            unit,
            unit * 0.22,
            0,
            1,
            0,
            -2 * unit,
            0,
        ),
        stage.tone("#5a4830", z, 0.5),
        max(2.0, unit * 0.06),
    )
    for at in range(10):
        x, y = px + math.cos(at * math.tau / 10) * unit, py + math.sin(at * math.tau / 10) * unit * 0.22
        canvas.sheet.rect(x - unit * 0.025, y - unit * 0.2, unit * 0.05, unit * 0.2, stage.tone("#efe6d0", z, 0.8))
        canvas.sheet.disc(x, y - unit * 0.26, unit * 0.05, palette.own("#fff0c0"), 1, 1.6)
    level = 1.0 if palette.lamps else 0.35
    canvas.lamp(px, py, unit * 3.4, falls=1.6 * level, glows=0.26 * level)


def stair(canvas: Canvas) -> None:
    """A stair of stone that climbs round a tower, torches on the wall, a slit of sky."""
    rng = canvas.rng
    stone = rng.choice(("#8d877c", "#9a9080", "#808488"))
    inside = shell(canvas, 4.0, 6.5, 8.5, stone, "#7a7468", "#5c564e", boards=False, low=600)
    stage, half, deep = inside.stage, inside.half, inside.deep
    joints = []
    for row in range(14):
        y = row * 0.47
        joints.append([stage.at(-half, y, deep), stage.at(half, y, deep)])
        for hand in (-1, 1):
            joints.append([stage.at(hand * half, y, 0.9), stage.at(hand * half, y, deep)])
        for at in range(10):
            x = -half + (at + (row % 2) / 2) * 0.84
            joints.append([stage.at(x, y, deep), stage.at(x, y + 0.47, deep)])
    canvas.sheet.lines(joints, stage.tone("#2c2822", 3, 0.1), 2.2, 0.34)
    side = rng.choice((-1, 1))
    z = deep - 0.04
    window(
        inside,
        (
            (-side * 1.6 - 0.3, 2.4, z),
            (-side * 1.6 + 0.3, 2.4, z),
            (-side * 1.6 + 0.3, 4.6, z),
            (-side * 1.6 - 0.3, 4.6, z),
        ),
        bars=(2, 5),
    )
    count = 13
    for at in reversed(range(count)):
        t = at / count
        x0 = side * (half - 0.2 - t * t * 5.6)
        a, b = sorted((x0, x0 - side * 2.4 * (1 - t * 0.35)))
        z0 = 3.0 + t * 5.0
        stage.box(a, b, 0, 0.26 * (at + 1), z0, z0 + 0.55, stone)
        y = 0.26 * (at + 1)
        stage.front(a, b, y - 0.26, y - 0.05, z0 - 0.01, stage.tone("#3c3a38", 3, 0.15), 0.6)
        canvas.sheet.line([stage.at(a, y, z0), stage.at(b, y, z0)], stage.tone("#d8d0c0", 3, 0.9), 3, 0.7)
    rail = [
        (side * (half - 0.2 - t * t * 5.6) - side * 2.4 * (1 - t * 0.35), 0.26 * (t * count + 1) + 0.95, 3.0 + t * 5.0)
        for t in (0.0, 0.2, 0.4, 0.6, 0.8, 0.98)
    ]
    canvas.sheet.line([stage.at(*spot) for spot in rail], stage.tone("#3c2c20", 3, 0.4), 11)
    for spot in rail:
        stage.bar((spot[0], spot[1] - 0.95, spot[2]), spot, 0.05, "#2a2826", 0.3)
    arch(
        stage, -side * 3.5, -side * 3.5 + 1.7, 0, 1.9, deep - 0.05, stage.tone("#14100c", 3, 0.1)
    ) if side < 0 else arch(stage, -3.6, -1.9, 0, 1.9, deep - 0.05, stage.tone("#14100c", 3, 0.1))
    for x, y, zz in ((-half + 0.3, 2.6, 4.2), (half - 0.3, 3.1, 4.6), (0.9 * side, 3.9, deep - 0.3)):
        torch(stage, x, y, zz)
    for x in (-half * 0.72 * side,):
        stage.box(x - 0.5, x + 0.5, 0, 0.6, 3.4, 4.0, "#5a4432")
    canvas.dim = 1.0
