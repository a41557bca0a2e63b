"""Rooms of rows and benches: classroom, office, laboratory."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.furniture import chair, shelf, table
from gameplan.novels.assets.backdrops.interiors import Shell, door, dust, shell, wainscot
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.places.gardens import bush
from gameplan.novels.assets.backdrops.windows import back_window, side_window


def ceiling_lights(room: Shell, colour: str = "#f4f8ff") -> None:
    """Strips of light under the ceiling; at day they are off."""
    stage, palette = room.stage, room.canvas.palette
    z = room.deep - 1.2
    while z > 1.4:
        for x in (-room.half * 0.45, room.half * 0.45):
            shown = palette.own(colour, 0.95) if palette.lamps else stage.tone("#e8ecec", z, 0.6)
            stage.flat(x - 0.6, x + 0.6, room.high - 0.02, z, z + 0.35, shown)
            if palette.lamps:
                px, py = stage.at(x, room.high, z)
                room.canvas.lamp(px, py + 50, stage.size(z) * 3.2, colour, falls=0.55, glows=0.03)
        z -= 1.7


def classroom(canvas: Canvas) -> None:
    """A blackboard, rows of desks and chairs, windows along one side, a clock, a map."""
    rng = canvas.rng
    wood = rng.choice(("#b08a58", "#9a7448", "#a87e54"))
    wall = rng.choice(("#d0c8b0", "#c0c8b8", "#ccc0a8"))
    inside = shell(canvas, rng.uniform(3.8, 4.3), 3.2, rng.uniform(7.6, 8.4), wall, "#8a6a48", "#dcd8cc", low=555)
    stage, half, deep, sheet = inside.stage, inside.half, inside.deep, canvas.sheet
    wainscot(inside, rng.choice(("#8a9a80", "#7c8a94", "#a89068")), 1.0)
    for z in (6.2, 4.2, 2.3):
        side_window(inside, canvas.from_left, z, z + 1.4, 1.05, 2.75, bars=(2, 3))
    side = -1 if canvas.from_left else 1
    door(inside, -side * half * 0.8, "#a8845c", 0.95)
    z = deep - 0.05
    stage.front(-1.75, 1.75, 0.95, 2.35, z, stage.tone(wood, 3, 0.45))
    stage.front(-1.66, 1.66, 1.03, 2.28, z - 0.01, stage.tone("#23463a", 3, 0.4))
    for at in range(5):
        y, x = 2.08 - at * 0.18, -1.45
        while x < 0.7 - at * 0.12:
            wide = rng.uniform(0.06, 0.24)
            sheet.line([stage.at(x, y, z - 0.02), stage.at(x + wide, y, z - 0.02)], "#e8ece4", 3.2, 0.55)
            x += wide + 0.07
    cx, cy = stage.at(1.15, 1.65, z)
    sheet.disc(cx, cy, stage.size(z) * 0.26, "none")
    sheet.curve(f"M{cx - 30:.0f} {cy:.0f}a30 30 0 1 0 60 0a30 30 0 1 0 -60 0", "#e8ece4", 3, 0.6)
    stage.front(-1.75, 1.75, 0.9, 0.95, z - 0.06, stage.tone(wood, 3, 0.6))
    px, py = stage.at(0, 2.72, z)
    sheet.disc(px, py, 27, stage.tone("#26282a", 3, 0.3))
    sheet.disc(px, py, 23, stage.tone("#f4f0e4", 3, 0.8))
    sheet.lines([[(px, py), (px + 2, py - 16)], [(px, py), (px + 12, py + 5)]], "#26282a", 3)
    mx = side * half * 0.72
    stage.front(mx - 0.5, mx + 0.5, 1.25, 2.2, z, stage.tone("#c8d4d8", 3, 0.6))
    for _ in range(7):
        bx, by = stage.at(mx + rng.uniform(-0.38, 0.38), rng.uniform(1.4, 2.05), z)
        sheet.disc(
            bx, by, rng.uniform(8, 24), stage.tone(rng.choice(("#8aa468", "#c8a468", "#a8785c")), 3, 0.5), 1, 0.7
        )
    table(stage, -0.8, 0.8, deep - 1.9, deep - 1.25, wood)
    stage.box(0.25, 0.5, 0.76, 0.86, deep - 1.7, deep - 1.5, "#7a3a30")
    for z in (5.0, 3.75, 2.6):
        for x in (-2.3, -0.78, 0.78, 2.3):
            table(stage, x - 0.52, x + 0.52, z, z + 0.5, wood, 0.72)
            if rng.random() < 0.5:
                stage.box(
                    x - 0.2, x + 0.1, 0.72, 0.75, z + 0.15, z + 0.4, rng.choice(("#ece6d8", "#3c4a5c", "#7a3a30"))
                )
            seat(stage, x, z - 0.3)
    ceiling_lights(inside, "#fff4e0")
    dust(canvas, 60)
    canvas.dim = 0.9


def seat(stage: Stage, x: float, z: float) -> None:
    """A chair of tube and wood, seen from behind."""
    for dx in (-0.19, 0.19):
        stage.bar((x + dx, 0, z), (x + dx, 0.86, z), 0.03, "#4a5056", 0.4)
        stage.bar((x + dx, 0, z + 0.34), (x + dx, 0.44, z + 0.34), 0.03, "#4a5056", 0.3)
    stage.box(x - 0.2, x + 0.2, 0.42, 0.46, z, z + 0.36, "#b08a58")
    stage.front(x - 0.21, x + 0.21, 0.64, 0.88, z - 0.01, stage.tone("#b08a58", z, 0.45))


def office(canvas: Canvas) -> None:
    """Desks with screens in rows, wide windows with the town behind, cupboards, a plant."""
    rng = canvas.rng
    inside = shell(
        canvas, rng.uniform(4.2, 4.8), 2.9, rng.uniform(8.5, 9.5), "#c4c8c8", "#6a7076", "#dcdede", boards=False
    )
    stage, half, deep = inside.stage, inside.half, inside.deep
    for at in (-0.52, 0.0, 0.52):
        back_window(inside, at * half * 1.15, half * 0.52, 0.95, 2.5, bars=(2, 1))
    side = -1 if canvas.from_left else 1
    for z in (6.6, 5.4, 4.2):
        a, b = sorted((-side * half, -side * (half - 0.5)))
        stage.box(a, b, 0, 1.4, z, z + 1.1, "#9aa0a4")
        for y in (0.45, 0.9):
            stage.wall(-side * (half - 0.51), z, z + 1.1, y, y + 0.02, stage.tone("#3c4246", 3, 0.3))
    for z in (deep - 2.0, deep - 3.9, deep - 5.9):
        for x in (-2.4, 0.0, 2.4):
            if z < 3.4 and x == 0.0:
                continue
            workplace(stage, x, z)
    px, py = stage.at(side * (half - 0.6), 0.5, deep - 0.8)
    x = side * (half - 0.6)
    stage.box(x - 0.2, x + 0.2, 0, 0.5, deep - 1.0, deep - 0.6, "#4a5056")
    bush(canvas, px, py, stage.size(deep) * 1.1, "#4e7a44")
    ceiling_lights(inside)
    canvas.dim = 0.9


def workplace(stage: Stage, x: float, z: float) -> None:
    """A desk with a screen that shines, a chair before it."""
    canvas, palette, rng = stage.canvas, stage.canvas.palette, stage.canvas.rng
    table(stage, x - 0.8, x + 0.8, z, z + 0.75, "#c8b490", 0.74)
    stage.bar((x, 0.74, z + 0.5), (x, 0.95, z + 0.5), 0.06, "#2c3036", 0.3)
    stage.front(x - 0.36, x + 0.36, 0.9, 1.34, z + 0.48, stage.tone("#1c2026", z, 0.3))
    stage.front(
        x - 0.33, x + 0.33, 0.93, 1.31, z + 0.47, palette.own(rng.choice(("#9cc8f0", "#c4dcec", "#a8d4c8")), 0.85)
    )
    for at in range(4):
        wide = rng.uniform(0.1, 0.5)
        stage.front(
            x - 0.28, x - 0.28 + wide, 1.22 - at * 0.07, 1.245 - at * 0.07, z + 0.46, palette.own("#3c5a78"), 0.7
        )
    px, py = stage.at(x, 1.12, z + 0.47)
    canvas.lamp(px, py, stage.size(z) * 0.9, "#a8ccf0", falls=0.35, glows=0.08)
    stage.flat(x - 0.22, x + 0.22, 0.745, z + 0.12, z + 0.28, stage.tone("#2c3036", z, 0.4))
    if rng.random() < 0.6:
        stage.box(x + 0.45, x + 0.65, 0.74, 0.8, z + 0.2, z + 0.5, "#ece8dc")
    stage.bar((x, 0.05, z - 0.35), (x, 0.45, z - 0.35), 0.07, "#23272c", 0.3)
    stage.box(x - 0.25, x + 0.25, 0.44, 0.52, z - 0.55, z - 0.15, "#3a4048")
    stage.front(x - 0.24, x + 0.24, 0.6, 1.05, z - 0.56, stage.tone("#3a4048", z, 0.35))


def laboratory(canvas: Canvas) -> None:
    """Benches with flasks and burners, bottles on shelves, a fume hood, cold light."""
    rng = canvas.rng
    inside = shell(
        canvas, rng.uniform(3.4, 3.9), 3.1, rng.uniform(7.0, 8.0), "#c8d0d0", "#8a9298", "#dce0e0", boards=False
    )
    stage, half, deep = inside.stage, inside.half, inside.deep
    side = -1 if canvas.from_left else 1
    back_window(inside, side * half * 0.5, 1.5, 1.1, 2.5, bars=(3, 2))
    x = -side * half * 0.5
    shelf(stage, x - 0.9, x + 0.9, deep - 0.25, 2.4, "#9aa4a8", books=0.0, low=0.95)
    for y in (1.07, 1.43, 1.79, 2.15):
        for at in range(9):
            flask(stage, x - 0.78 + at * 0.19, y, deep - 0.3, rng.uniform(0.16, 0.27))
    stage.box(x - 0.9, x + 0.9, 0, 0.92, deep - 0.65, deep - 0.1, "#b8c0c0")
    for hand in (-1, 1):
        a, b = sorted((hand * (half - 1.15), hand * (half - 0.1)))
        stage.box(a, b, 0, 0.9, 2.3, deep - 1.3, "#c4ccd0")
        stage.box(a - 0.04, b + 0.04, 0.9, 0.96, 2.26, deep - 1.26, "#3a444a")
        z = deep - 1.7
        while z > 2.5:
            for _ in range(2):
                flask(
                    stage, rng.uniform(a + 0.15, b - 0.15), 0.96, z + rng.uniform(-0.15, 0.15), rng.uniform(0.2, 0.42)
                )
            z -= 0.42
    table(stage, -0.7, 0.7, 3.9, 4.7, "#a8b0b4", 0.92)
    for x in (-0.45, -0.15, 0.2, 0.5):
        flask(stage, x, 0.92, 4.2, rng.uniform(0.24, 0.42))
    stage.bar((0.05, 0.92, 4.4), (0.05, 1.7, 4.4), 0.03, "#5c666c", 0.5)
    chair(stage, 0.9, 3.2, "#5c666c")
    ceiling_lights(inside, "#e4f2ff")
    canvas.dim = 0.95


def flask(stage: Stage, x: float, y: float, z: float, high: float) -> None:
    """A vessel of glass with something bright in it."""
    canvas, rng = stage.canvas, stage.canvas.rng
    px, py = stage.at(x, y, z)
    unit = stage.size(z) * high
    colour = rng.choice(("#4ac8b0", "#e0a83c", "#c85a7a", "#6a8ae0", "#8ac84a", "#b8d4dc"))
    own = canvas.palette.own(colour, 0.8)
    round_, sheet = rng.random() < 0.5, canvas.sheet
    if round_:
        sheet.disc(px, py - unit * 0.34, unit * 0.34, stage.tone("#e4f0f4", z, 0.8), 0.55)
        sheet.disc(px, py - unit * 0.26, unit * 0.27, own, 0.9, 0.85)
    else:
        body = [
            (px - unit * 0.34, py),
            (px - unit * 0.1, py - unit * 0.62),
            (px + unit * 0.1, py - unit * 0.62),
            (px + unit * 0.34, py),
        ]
        sheet.poly(body, stage.tone("#e4f0f4", z, 0.8), 0.55)
        sheet.poly(
            [
                (px - unit * 0.3, py - 1),
                (px - unit * 0.19, py - unit * 0.32),
                (px + unit * 0.19, py - unit * 0.32),
                (px + unit * 0.3, py - 1),
            ],
            own,
            0.9,
        )
    sheet.rect(px - unit * 0.09, py - unit, unit * 0.18, unit * 0.42, stage.tone("#e4f0f4", z, 0.8), 0.6)
    sheet.rect(px - unit * 0.13, py - unit, unit * 0.26, max(1.5, unit * 0.05), stage.tone("#ffffff", z, 0.9), 0.8)
