"""Forest, mountains, meadow."""

from __future__ import annotations

from itertools import pairwise

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.colour import mix, to_hex
from gameplan.novels.assets.backdrops.nature import at_x, bare_tree, grass, hill, land, pine, ridge, rocks, tree
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, Point, trace
from gameplan.novels.assets.backdrops.sky import paint_sky


def snowy(canvas: Canvas, colour: str) -> str:
    """A ground's colour; white when it snows."""
    return "#dfe6ee" if canvas.palette.view.weather == "snow" else colour


def range_of_mountains(canvas: Canvas, level: float, swing: float, depth: float, snow: bool) -> None:
    """A range with lit flanks, and snow where it is high."""
    sheet, tone = canvas.sheet, canvas.palette.tone
    line = ridge(canvas, level, swing, 0.52)
    land(canvas, line, "#5d6878", depth, 0.25, 0.02)
    lit, side = tone("#8d96a4" if not snow else "#eef3fa", depth, 0.8), -1 if canvas.from_left else 1
    faces: list[list[Point]] = []
    for at in range(16, len(line) - 16):
        x, y = line[at]
        if y != min(point[1] for point in line[at - 5 : at + 6]):
            continue
        count = canvas.rng.randint(7, 14)
        edge = [line[at + step * side] for step in range(count)]
        deep = max(20.0, (level + swing * 0.5 - y) * canvas.rng.uniform(0.3, 0.62))
        ragged = []
        for step, (ex, ey) in enumerate(edge):
            share = 1 - step / count
            ragged.append((ex + side * canvas.rng.uniform(0, 9), ey + deep * share * canvas.rng.uniform(0.25, 1.0)))
        ragged[0] = (x - side * deep * 0.10, y + deep * canvas.rng.uniform(0.6, 1.0))
        faces.append([*edge, *reversed(ragged)])
    sheet.polys(faces, lit, 0.6)
    sheet.veil(level - swing * 0.1, level + 260, canvas.palette.hazy(), 0.75)


def forest(canvas: Canvas) -> None:
    """Rows of trunks that go into the mist, light between them, a path."""
    _wood(canvas, firs=False, birches=False)


def pinewood(canvas: Canvas) -> None:
    """Firs in rows, darker and denser."""
    _wood(canvas, firs=True, birches=False)


def birchwood(canvas: Canvas) -> None:
    """Slender trunks, white with dark marks, under light leaves."""
    _wood(canvas, firs=False, birches=True)


def _wood(canvas: Canvas, *, firs: bool, birches: bool) -> None:
    palette, rng, sheet = canvas.palette, canvas.rng, canvas.sheet
    paint_sky(canvas, 700)
    sheet = canvas.sheet
    sheet.rect(0, 0, WIDTH, HEIGHT, palette.hazy(), 0.42)
    path_x = rng.uniform(760, 1160)
    leaves = ("#7a9a3c", "#94a044", "#b08a34") if birches else ("#39502c", "#46582a", "#2f4d38")
    needles = rng.choice(leaves)
    green = snowy(canvas, needles)
    for row, (depth, base, size) in enumerate(((0.80, 640, 0.5), (0.62, 668, 0.7), (0.44, 705, 1.0), (0.24, 760, 1.5))):
        line = hill(canvas, base, 14)
        trunks = []
        count = (34, 26, 17, 9)[row]
        for at in range(count):
            x = (at + rng.uniform(0.1, 0.9)) * WIDTH / count
            if abs(x - path_x) < (120, 150, 210, 330)[row]:
                continue
            if firs:
                pine(canvas, x, base + 16, 520 * size * rng.uniform(0.7, 1.1), needles, depth)
            else:
                wide = (9 if birches else 15) * size * rng.uniform(0.7, 1.5)
                lean = rng.uniform(-26, 26) * size
                trunks.append(
                    [
                        (x - wide, base + 20),
                        (x - wide * 0.55 + lean, -20),
                        (x + wide * 0.55 + lean, -20),
                        (x + wide, base + 20),
                    ]
                )
        if not firs:
            sheet.polys(trunks, palette.tone("#dcd8cc" if birches else "#3b322b", depth, 0.55 if birches else 0.10))
            edge = -1 if canvas.from_left else 1
            sheet.polys(
                [
                    [
                        (p[0][0] if edge < 0 else p[3][0], p[0][1]),
                        (p[1][0] if edge < 0 else p[2][0], -20),
                        ((p[1][0] if edge < 0 else p[2][0]) - edge * 7 * size, -20),
                        ((p[0][0] if edge < 0 else p[3][0]) - edge * 9 * size, p[0][1]),
                    ]
                    for p in trunks
                ],
                palette.tone("#ffffff" if birches else "#8a7a62", depth, 0.9),
                0.55,
            )
            if birches:
                marks = []
                for p in trunks:
                    for _ in range(9):
                        up = rng.random()
                        x = p[0][0] + (p[1][0] - p[0][0]) * up
                        y = p[0][1] + (p[1][1] - p[0][1]) * up
                        marks.append([(x, y), (x + (p[3][0] - p[0][0]) * rng.uniform(0.3, 0.7), y + 2)])
                sheet.lines(marks, palette.tone("#2c2a2a", depth, 0.2), max(1.5, 5 * size), 0.8)
            crowns = [
                (
                    rng.uniform(-40, WIDTH + 40),
                    rng.uniform(-30, 190 * size**0.4) * (1 if row < 3 else 0.55),
                    rng.uniform(16, 52) * size,
                    rng.uniform(9, 24) * size,
                )
                for _ in range(150 - 20 * row)
            ]
            sheet.discs(crowns, palette.tone(green, depth, 0.10), 0.95)
            sheet.discs(
                [(x + edge * 7, y - 8, a * 0.55, b * 0.55) for x, y, a, b in crowns[::2]],
                palette.tone(green, depth, 0.75),
                0.6,
            )
        land(canvas, line, green, depth, 0.35, 0.1)
        bushes = [
            (x, at_x(line, x) + 8, r, r * 0.6)
            for x, r in ((rng.uniform(0, WIDTH), rng.uniform(10, 34) * size) for _ in range(46))
            if abs(x - path_x) > 120 + 60 * row
        ]
        sheet.discs(bushes, palette.tone(green, depth, 0.18))
        sheet.veil(base - 300, base + 30, palette.hazy(), 0.28)
    wide = rng.uniform(200, 330)
    end = path_x + rng.uniform(-260, 260)
    sheet.path(
        trace(
            "M",
            path_x - 16,
            742,
            "C",
            path_x - 60,
            820,
            end - wide * 0.7,
            900,
            end - wide,
            1090,
            "L",
            end + wide,
            1090,
            "C",
            end + wide * 0.5,
            900,
            path_x + 40,
            820,
            path_x + 18,
            742,
            "z",
        ),
        sheet.down(
            742,
            HEIGHT,
            (0, palette.tone(snowy(canvas, "#8d7a5c"), 0.35, 0.7), 1),
            (1, palette.tone(snowy(canvas, "#6b5a44"), 0.0, 0.3), 1),
        ),
        0.85,
    )
    grass(canvas, [(-40, 760), (WIDTH + 40, 760)], green, 0.05, 420, 30)
    x = canvas.light_at[0]
    for _ in range(5):
        top, low, thick = x + rng.uniform(-340, 340), path_x + rng.uniform(-700, 700), rng.uniform(30, 90)
        canvas.shaft(
            ((top - thick * 0.4, -20), (top + thick * 0.4, -20), (low + thick * 1.7, 800), (low - thick * 1.7, 800)),
            palette.light,
            0.06,
            0.09 * palette.light_level,
            40,
        )
    canvas.lamp(
        path_x,
        600,
        420,
        to_hex(mix(palette.haze, palette.light, 0.5)),
        falls=0.15,
        glows=0.10 if not palette.night else 0.05,
    )
    for x, base, size in ((rng.uniform(-60, 130), 1010, 1100), (rng.uniform(1790, 1980), 1030, 1150)):
        if firs:
            pine(canvas, x, base + 60, size, needles, 0.0)
        elif not birches:
            bare_tree(canvas, x, base, size, 0.0, "#1d1915")


def mountains(canvas: Canvas) -> None:
    """Ranges one behind another, and a path with poles in front."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 620)
    range_of_mountains(canvas, 520, rng.uniform(230, 330), 0.62, True)
    range_of_mountains(canvas, 630, rng.uniform(150, 230), 0.40, rng.random() < 0.6)
    line = hill(canvas, 720, 60)
    for _ in range(90):
        x = rng.uniform(-20, WIDTH + 20)
        pine(canvas, x, at_x(line, x) + 14, rng.uniform(46, 110), snowy(canvas, "#2f4034"), 0.3)
    land(canvas, line, snowy(canvas, "#56604c"), 0.22, 0.4)
    canvas.sheet.veil(640, 830, palette.hazy(), 0.35)
    near = hill(canvas, 845, 40)
    cold = canvas.palette.view.weather == "snow" or rng.random() < 0.3
    land(canvas, near, "#dfe6ee" if cold else "#5c5a48", 0.03, 0.5)
    rocks(canvas, 0, 620, 900, 210, 5)
    rocks(canvas, 1320, WIDTH, 890, 210, 5)
    x = rng.uniform(300, 520)
    for at in range(6):
        near_by = 1 - at / 6
        px, py, high = x + at * rng.uniform(90, 130), 930 - at * 30, 40 + 170 * near_by**1.4
        canvas.sheet.line(
            [(px, py), (px + rng.uniform(-9, 9), py - high)],
            palette.tone("#3a2c22", 0.18 * (1 - near_by), 0.3),
            1.6 + 5 * near_by,
        )
    grass(canvas, near, "#e8eef4" if cold else "#6a6a48", 0.0, 260, 16)


def meadow(canvas: Canvas) -> None:
    """Hills, hedges, a fence, high grass, and a tree to one side."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 620)
    if rng.random() < 0.5:
        range_of_mountains(canvas, 560, 90, 0.78, False)
    greens = rng.choice(
        (("#6d8048", "#7d8a45", "#6a7a3c"), ("#a08c48", "#93884a", "#7c7a40"), ("#5c7c4c", "#6c8850", "#587540"))
    )
    for at, (level, depth) in enumerate(((585, 0.60), (640, 0.42), (710, 0.22))):
        line = hill(canvas, level, 46 - 6 * at, 1.2 + 0.5 * at)
        if at:
            for _ in range(16):
                x = rng.uniform(-20, WIDTH + 20)
                tree(
                    canvas,
                    x,
                    at_x(line, x) + 10,
                    rng.uniform(50, 90) * (0.8 + 0.5 * at),
                    snowy(canvas, "#4c6138"),
                    depth,
                )
        land(canvas, line, snowy(canvas, greens[at]), depth, 0.55)
        canvas.sheet.veil(level, level + 150, palette.hazy(), 0.22)
    if palette.lamps:
        for _ in range(9):
            x, y = rng.uniform(200, 1700), rng.uniform(600, 668)
            canvas.sheet.disc(x, y, 2.2, palette.own("#ffd48a"))
            canvas.lamp(x, y, 26, falls=0.2, glows=0.35)
    near = hill(canvas, 790, 26)
    land(canvas, near, snowy(canvas, greens[2]), 0.02, 0.55)
    posts = [(x, at_x(near, x) + 18) for x in range(-20, 1960, 118)]
    for x, y in posts:
        canvas.sheet.line([(x, y + 14), (x + rng.uniform(-5, 5), y - 64)], palette.tone("#4a3c2e", 0.05, 0.3), 8)
    for up in (18, 48):
        canvas.sheet.lines(
            [
                [(a[0], a[1] - up + rng.uniform(-4, 4)), (b[0], b[1] - up + rng.uniform(-4, 4))]
                for a, b in pairwise(posts)
            ],
            palette.tone("#5a4a38", 0.05, 0.4),
            5,
        )
    side = rng.choice((rng.uniform(90, 300), rng.uniform(1620, 1840)))
    tree(canvas, side, 880, rng.uniform(640, 780), snowy(canvas, "#44592e"), 0.0)
    grass(canvas, near, snowy(canvas, greens[1]), 0.0, 900, 46)
    flowers = [(rng.uniform(0, WIDTH), rng.uniform(840, 1070)) for _ in range(120)]
    canvas.sheet.discs(
        [(x, y, 3.4, 3) for x, y in flowers],
        palette.tone(rng.choice(("#e8d060", "#d86a5a", "#dcd8f0")), 0.0, 0.8),
        0.85,
    )
    if palette.night:
        fire(canvas, WIDTH - side + rng.uniform(-120, 120), 850, 74)


def fire(canvas: Canvas, x: float, base: float, size: float) -> None:
    """An open fire."""
    rng = canvas.rng
    for turn in (-0.5, -0.2, 0.25, 0.5):
        canvas.sheet.line(
            [(x - size * turn, base), (x + size * turn * 0.5, base - size * 0.35)],
            canvas.palette.tone("#2a1c14", 0, 0.3),
            size * 0.13,
        )
    for colour, share in (("#ff7a22", 1.0), ("#ffb040", 0.66), ("#fff0b0", 0.34)):
        high, wide = size * 1.5 * share, size * 0.42 * share
        bend = rng.uniform(-0.3, 0.3) * size
        canvas.sheet.path(
            trace(
                "M",
                x - wide,
                base,
                "Q",
                x - wide * 1.1,
                base - high * 0.5,
                x + bend * share,
                base - high,
                "Q",
                x + wide * 1.2,
                base - high * 0.4,
                x + wide,
                base,
                "z",
            ),
            canvas.palette.own(colour),
            0.95,
        )
    sparks = [(x + rng.gauss(0, size * 0.5), base - size * rng.uniform(1, 3.4), 1.6, 1.6) for _ in range(22)]
    canvas.sheet.discs(sparks, canvas.palette.own("#ffb050"), 0.8)
    canvas.lamp(x, base - size * 0.6, size * 5.5, "#ff9440", falls=3.2, glows=0.30)
