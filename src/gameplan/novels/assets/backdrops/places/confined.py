"""Narrow places: a prison cell, the compartment of a train."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.furniture import table
from gameplan.novels.assets.backdrops.interiors import dust, shell
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.rooms import table_lamp
from gameplan.novels.assets.backdrops.windows import back_window


def cell(canvas: Canvas) -> None:
    """Stone, a plank to sleep on, a stool, a bucket, a high window with bars, and more bars before us."""
    rng = canvas.rng
    stone = rng.choice(("#8d887c", "#7c8084", "#948a78"))
    inside = shell(canvas, 1.9, 3.0, 4.6, stone, "#6a645c", "#5c5850", boards=False, low=570)
    stage, half, deep, sheet = inside.stage, inside.half, inside.deep, canvas.sheet
    joints = []
    for row in range(9):
        y = row * 0.34
        joints.append([stage.at(-half, y, deep - 0.02), stage.at(half, y, deep - 0.02)])
        joints += [[stage.at(hand * half, y, 1.0), stage.at(hand * half, y, deep)] for hand in (-1, 1)]
        for at in range(8):
            x = -half + (at + (row % 2) / 2) * 0.56
            if abs(x) < half:
                joints.append([stage.at(x, y, deep - 0.02), stage.at(x, y + 0.34, deep - 0.02)])
            z = 1.2 + (at + (row % 2) / 2) * 0.56
            if z < deep:
                joints += [[stage.at(hand * half, y, z), stage.at(hand * half, y + 0.34, z)] for hand in (-1, 1)]
    sheet.lines(joints, stage.tone("#2a2622", 2, 0.2), 2.6, 0.55)
    back_window(inside, rng.uniform(-0.3, 0.3), 0.75, 2.0, 2.6, bars=(5, 1))
    side = 1 if canvas.from_left else -1
    low, high = side * (half - 0.95), side * (half - 0.02)
    stage.box(low, high, 0.4, 0.5, 2.2, deep - 0.15, "#6a4c30")
    for z in (2.3, deep - 0.4):
        stage.bar((low + side * 0.08, 0, z), (low + side * 0.08, 0.42, z), 0.08, "#4a3624", 0.3)
    stage.box(low, high, 0.5, 0.58, 2.25, deep - 0.3, "#8a8270")
    stage.box(low + side * 0.1, high, 0.58, 0.7, deep - 0.75, deep - 0.3, "#c8c0a8")
    stage.box(-side * 0.9 - 0.16, -side * 0.9 + 0.16, 0, 0.42, 3.4, 3.7, "#6a4c30")
    stage.box(-side * 1.5 - 0.15, -side * 1.5 + 0.15, 0, 0.34, deep - 0.6, deep - 0.3, "#5c6468")
    marks = []
    for at in range(14):
        x = -side * (0.55 + at * 0.06 + (at // 5) * 0.08)
        marks.append([stage.at(x, 1.2, deep - 0.03), stage.at(x + 0.01, 1.42, deep - 0.03)])
    sheet.lines(marks, stage.tone("#d8d2c4", 2, 0.7), 2.4, 0.7)
    z = 1.3
    for y in (0.12, 1.55, 2.75):
        stage.bar((-half, y, z), (half, y, z), 0.05, "#2a2c30", 0.3)
    for at in range(15):
        x = -half + at * half * 2 / 14
        left, _ = stage.at(x - 0.02, 0, z)
        right, _ = stage.at(x + 0.02, 0, z)
        fill = sheet.across(
            left,
            right,
            (0, stage.tone("#1c1e22", 1, 0.1), 1),
            (0.4, stage.tone("#6a7078", 1, 0.7), 1),
            (1, stage.tone("#1c1e22", 1, 0.1), 1),
        )
        sheet.rect(left, -20, right - left, 1120, fill)
    canvas.lamp(*stage.at(0, 2.4, deep), 420, "#c8d8e8", falls=0.35, glows=0.06)
    dust(canvas)
    canvas.dim = 0.78


def compartment(canvas: Canvas) -> None:
    """Two benches that face each other, a window with the land going by, a small table, racks with luggage."""
    rng = canvas.rng
    wood, cloth = rng.choice(("#6e4428", "#5c3a26", "#7a5030")), rng.choice(("#9a4444", "#4a7a5c", "#a87a3c"))
    inside = shell(canvas, 1.75, 2.5, 4.0, wood, "#5a4a3c", "#c8b890", low=545)
    stage, half, deep = inside.stage, inside.half, inside.deep
    back_window(inside, 0, 2.3, 0.85, 2.0, bars=(1, 1))
    stage.front(-0.95, 0.95, 1.62, 1.66, deep - 0.06, stage.tone(wood, 3, 0.6))
    for hand in (-1, 1):
        bench(stage, hand, half, deep, cloth, wood)
        for z in (deep - 0.1, 2.6, 1.5):
            stage.bar((hand * half, 2.0, z), (hand * (half - 0.5), 2.05, z), 0.03, "#c8a860", 0.6)
        stage.bar((hand * (half - 0.5), 2.05, 1.2), (hand * (half - 0.5), 2.05, deep), 0.035, "#c8a860", 0.7)
        for z in (3.1, 2.0):
            a, b = sorted((hand * (half - 0.48), hand * (half - 0.06)))
            stage.box(
                a,
                b,
                2.08,
                2.36,
                z,
                z + rng.uniform(0.5, 0.75),
                rng.choice(("#7a5638", "#4a5448", "#8a6a3c", "#5c3438")),
            )
    table(stage, -0.32, 0.32, deep - 0.7, deep - 0.1, wood, 0.74)
    table_lamp(stage, 0.2, 0.74, deep - 0.4)
    for hand in (-1, 1):
        canvas.lamp(
            *stage.at(hand * (half - 0.3), 1.8, 2.6),
            380,
            "#ffd89a",
            falls=0.8 if canvas.palette.lamps else 0.1,
            glows=0.03,
        )
    px, py = stage.at(0, inside.high - 0.12, 2.6)
    canvas.sheet.disc(
        px, py, 46, canvas.palette.own("#ffe8b8") if canvas.palette.lamps else stage.tone("#e8dcc0", 2, 0.6), 1, 0.5
    )
    canvas.lamp(px, py + 60, 620, "#ffd89a", falls=0.9 if canvas.palette.lamps else 0.1, glows=0.06)
    canvas.dim = 1.0


def bench(stage: Stage, hand: int, half: float, deep: float, cloth: str, wood: str) -> None:
    """A padded bench along the wall."""
    wall, front = hand * (half - 0.04), hand * (half - 0.68)
    a, b = min(wall, front), max(wall, front)
    stage.wall(hand * (half - 0.12), 1.1, deep - 0.05, 0.5, 1.55, stage.tone(cloth, 2, 0.7))
    lines = [
        [stage.at(hand * (half - 0.12), 0.52, z), stage.at(hand * (half - 0.12), 1.5, z)]
        for z in (3.4, 2.8, 2.2, 1.7, 1.3)
    ]
    stage.canvas.sheet.lines(lines, stage.tone(cloth, 2, 0.05), 3, 0.6)
    stage.wall(hand * (half - 0.13), 1.1, deep - 0.05, 1.5, 1.62, stage.tone(wood, 2, 0.5))
    stage.box(a, b, 0.12, 0.36, 1.15, deep - 0.05, wood)
    stage.box(a, b, 0.36, 0.52, 1.12, deep - 0.05, cloth)
    for z in (2.05, 3.0):
        stage.box(a, b, 0.52, 0.74, z, z + 0.09, wood)
