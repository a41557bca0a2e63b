"""Workshop and stable."""

from __future__ import annotations

import math

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.furniture import hanging_lamp
from gameplan.novels.assets.backdrops.interiors import beams, dust, shell
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.kitchens import pot
from gameplan.novels.assets.backdrops.sheet import trace
from gameplan.novels.assets.backdrops.windows import back_window, side_window


def workshop(canvas: Canvas) -> None:
    """Benches, tools in their outlines, a great window, beams and chains, things half made."""
    rng = canvas.rng
    wood = "#7c5c3c"
    inside = shell(
        canvas,
        rng.uniform(4.0, 4.8),
        4.2,
        rng.uniform(8, 9.5),
        rng.choice(("#8d8478", "#9a8c74", "#80867f")),
        "#7a6a58",
        "#6a5c4c",
        low=570,
    )
    stage, half, deep = inside.stage, inside.half, inside.deep
    side = rng.choice((-1, 1))
    back_window(inside, side * half * 0.35, 3.2, 1.4, 3.4, bars=(6, 4))
    side_window(inside, canvas.from_left, 4.2, 6.6, 1.5, 3.2, bars=(5, 4))
    board = -side * half * 0.52
    stage.front(board - 1.5, board + 1.5, 1.3, 2.9, deep - 0.04, stage.tone("#a8946c", 3, 0.5))
    for _ in range(16):
        tool(stage, board + rng.uniform(-1.3, 1.3), rng.uniform(1.7, 2.7), deep - 0.06)
    stage.box(board - 1.7, board + 1.7, 0, 0.9, deep - 0.9, deep - 0.1, wood)
    beams(inside, "#4c3a2a", 1.9)
    for x in (-half * 0.5, half * 0.55):
        px, top = stage.at(x, 4.0, 6)
        _, low = stage.at(x, rng.uniform(2.2, 2.9), 6)
        canvas.sheet.lines(
            [[(px, y), (px, y + 9)] for y in range(int(top), int(low), 15)], stage.tone("#2a2a2c", 5, 0.2), 5
        )
        canvas.sheet.curve(
            trace("M", px, low, "q", 14, 26, -4, 34, "q", -18, 2, -16, -14), stage.tone("#2a2a2c", 5, 0.2), 6
        )
    hull(stage, side * (half - 1.7), 4.2, 7.2) if rng.random() < 0.5 else wheel(stage, side * (half - 1.3), 5.6)
    bench = -side * (half - 0.8)
    stage.box(bench - 0.75, bench + 0.75, 0.82, 0.94, 2.4, 5.4, wood)
    for z in (2.6, 5.2):
        for x in (bench - 0.65, bench + 0.65):
            stage.bar((x, 0, z), (x, 0.84, z), 0.12, wood, 0.2)
    stage.box(bench - 0.75, bench + 0.75, 0.82, 0.94, 2.4, 5.4, wood)
    for _ in range(4):
        pot(
            stage,
            bench + rng.uniform(-0.4, 0.4),
            0.94,
            rng.uniform(2.8, 5),
            rng.uniform(0.06, 0.13),
            rng.choice(("#7a7c80", "#a8683c", "#5a6a5c")),
        )
    hanging_lamp(stage, bench, 2.4, 4, 4.2)
    hanging_lamp(stage, side * 0.8, 2.9, 6.4, 4.2)
    shavings = [(*stage.at(rng.uniform(-half, half), 0, rng.uniform(2, deep)), 5.0, 2.0) for _ in range(90)]
    canvas.sheet.discs(shavings, stage.tone("#d8b880", 3, 0.6), 0.5)
    dust(canvas, 70)
    canvas.dim = 0.82 if not canvas.palette.lamps else 0.84


def tool(stage: Stage, x: float, y: float, z: float) -> None:
    rng, sheet = stage.canvas.rng, stage.canvas.sheet
    px, py = stage.at(x, y, z)
    unit = stage.size(z)
    length = unit * rng.uniform(0.2, 0.42)
    sheet.line([(px, py), (px, py + length)], stage.tone("#5c3c24", z, 0.3), unit * 0.04)
    head = rng.choice(("hammer", "saw", "ring"))
    steel = stage.tone("#4a4e54", z, 0.6)
    if head == "hammer":
        sheet.rect(px - unit * 0.1, py - unit * 0.04, unit * 0.2, unit * 0.08, steel)
    elif head == "saw":
        sheet.poly([(px, py), (px + unit * 0.12, py), (px + unit * 0.05, py + length), (px, py + length)], steel)
    else:
        sheet.disc(px, py, unit * 0.07, steel)


def hull(stage: Stage, x: float, z0: float, z1: float) -> None:
    """A boat on trestles with its ribs showing."""
    for z in (z0 + 0.4, z1 - 0.6):
        for dx in (-0.8, 0.8):
            stage.bar((x + dx, 0, z), (x + dx * 0.4, 0.8, z), 0.1, "#5a4430", 0.3)
    count = 11
    for at in reversed(range(count)):
        z = z0 + (z1 - z0) * at / (count - 1)
        wide = 0.25 + 0.95 * math.sin(math.pi * (at + 0.6) / count)
        points = [
            stage.at(x + wide * math.cos(math.pi * (1 + t / 12)), 1.75 + 1.0 * math.sin(math.pi * (1 + t / 12)), z)
            for t in range(13)
        ]
        stage.canvas.sheet.line(points, stage.tone("#b08a5a", z, 0.6), max(3.0, stage.size(z) * 0.07))
    for t in (0, 2, 4, 6, 8, 10, 12):
        line = []
        for at in range(count):
            z = z0 + (z1 - z0) * at / (count - 1)
            wide = 0.25 + 0.95 * math.sin(math.pi * (at + 0.6) / count)
            line.append(
                stage.at(x + wide * math.cos(math.pi * (1 + t / 12)), 1.75 + 1.0 * math.sin(math.pi * (1 + t / 12)), z)
            )
        stage.canvas.sheet.line(line, stage.tone("#94704a", 4, 0.5), 7 if t not in (0, 12) else 11)


def wheel(stage: Stage, x: float, z: float) -> None:
    """A great wheel with spokes, as of a mill or an engine."""
    px, py = stage.at(x, 1.75, z)
    unit = stage.size(z)
    iron = stage.tone("#4c4a48", z, 0.35)
    ring = [
        (px + math.cos(at * math.tau / 40) * unit * 1.5, py + math.sin(at * math.tau / 40) * unit * 1.5)
        for at in range(41)
    ]
    stage.canvas.sheet.lines([[(px, py), ring[at]] for at in range(0, 40, 5)], iron, unit * 0.09)
    stage.canvas.sheet.line(ring, iron, unit * 0.2)
    stage.canvas.sheet.line(ring, stage.tone("#8a8680", z, 0.8), unit * 0.05, 0.6)
    stage.canvas.sheet.disc(px, py, unit * 0.24, stage.tone("#6a5c44", z, 0.5))
    stage.box(x - 0.5, x + 0.5, 0, 0.9, z - 0.2, z + 0.4, "#5a5248")
    stage.bar((x, 3.2, z), (x * 0.2, 3.9, z + 1), 0.1, "#3c2c20", 0.3)


def stable(canvas: Canvas) -> None:
    """Stalls with half doors, hay, harness on the posts, light through the boards."""
    rng = canvas.rng
    wood = rng.choice(("#7a5a3c", "#86684a", "#6a4e36"))
    inside = shell(canvas, 3.6, 3.8, rng.uniform(9, 11), wood, "#9a8458", "#5a4632", boards=False, low=570)
    stage, half, deep = inside.stage, inside.half, inside.deep
    back_window(inside, 0, 2.0, 0.3, 2.6, bars=(2, 2))
    for x in (-2.2, 2.2):
        for at in range(7):
            stage.front(
                x - 1.1 + at * 0.32,
                x - 0.82 + at * 0.32,
                0,
                3.8,
                deep - 0.02,
                stage.tone(wood, 3, rng.uniform(0.15, 0.45)),
                0.7,
            )
    z = deep - 0.4
    while z > 1.6:
        z0 = max(1.3, z - 2.1)
        for hand in (-1, 1):
            x = hand * (half - 0.7)
            stage.wall(hand * (half - 0.02), z0, z, 0, 3.8, stage.tone("#2c2018", 3, 0.2), 0.85)
            stage.wall(x, z0 + 0.15, z, 0.05, 1.35, stage.tone(wood, 3, 0.5 if (hand < 0) != canvas.from_left else 0.2))
            for y in (0.3, 0.6, 0.9, 1.2):
                stage.bar((x, y, z0 + 0.15), (x, y, z), 0.015, "#2a1c12", 0.1)
            stage.bar((x, 1.38, z0 + 0.15), (x, 1.38, z), 0.09, wood, 0.6)
            stage.box(x, hand * half, 0, 3.8, z0, z0 + 0.16, wood)
            px, py = stage.at(x, 2.0, z0)
            unit = stage.size(z0)
            canvas.sheet.curve(
                trace("M", px - unit * 0.1, py, "q", unit * 0.1, unit * 0.7, unit * 0.2, 0),
                stage.tone("#3c2012", 3, 0.3),
                unit * 0.04,
            )
        z = z0
    beams(inside, "#4c3826", 2.0)
    straw = []
    for _ in range(420):
        x, z = rng.uniform(-half, half), rng.uniform(1.5, deep)
        if abs(x) < 1.0 and rng.random() < 0.6:
            continue
        px, py = stage.at(x, 0, z)
        reach = stage.size(z) * 0.16
        straw.append([(px, py), (px + rng.uniform(-1, 1) * reach, py + rng.uniform(-0.4, 0.2) * reach)])
    canvas.sheet.lines(straw[:210], stage.tone("#d8b868", 3, 0.7), 2.4, 0.8)
    canvas.sheet.lines(straw[210:], stage.tone("#a8843c", 3, 0.3), 2.4, 0.8)
    for x, z in ((-2.4, 2.6), (2.5, 3.1)):
        stage.box(x - 0.5, x + 0.5, 0, 0.6, z, z + 0.7, "#c8a04c")
    for at in range(5):
        top = stage.at(0, 3.6, 5 + at)[0] + (at - 2) * 120
        canvas.shaft(
            (
                (top, 0),
                (top + 26, 0),
                (top + (260 if canvas.from_left else -260) + 60, 900),
                (top + (260 if canvas.from_left else -260), 900),
            ),
            canvas.palette.light,
            0.3,
            0.07 * canvas.palette.light_level,
            16,
        )
    hanging_lamp(stage, 0.9, 2.5, 5.0, 3.6)
    dust(canvas, 90)
    canvas.dim = 0.82 if not canvas.palette.lamps else 0.84
