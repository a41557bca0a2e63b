"""What grows and what the ground does: ridges, hills, trees, grass, rocks."""

from __future__ import annotations

import math
from itertools import pairwise

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, Point, trace


def ridge(canvas: Canvas, level: float, swing: float, rough: float = 0.55, steps: int = 8) -> list[Point]:
    """The line of a mountain range, from left to right."""
    rng = canvas.rng
    line = [rng.uniform(-1, 1) for _ in range(4)]
    size = 1.0
    for _ in range(steps - 1):
        size *= rough
        longer = [line[0]]
        for one, other in pairwise(line):
            longer += [(one + other) / 2 + rng.uniform(-1, 1) * size, other]
        line = longer
    wide = (WIDTH + 80) / (len(line) - 1)
    return [(-40 + at * wide, level - value * swing) for at, value in enumerate(line)]


def hill(canvas: Canvas, level: float, swing: float, waves: float = 1.6) -> list[Point]:
    """A soft line, from left to right."""
    rng = canvas.rng
    parts = [(rng.uniform(0.6, 1.0) * waves * (1 + at), rng.uniform(0, 6.3), 1 / (1 + at) ** 1.5) for at in range(4)]
    points = []
    for x in range(-40, WIDTH + 60, 20):
        value = sum(size * math.sin(x / WIDTH * math.tau * often / 1.5 + start) for often, start, size in parts)
        points.append((float(x), level - swing * value * 0.6))
    return points


def at_x(line: list[Point], x: float) -> float:
    """How high a line is at a place."""
    return min(line, key=lambda point: abs(point[0] - x))[1]


def ground(canvas: Canvas, line: list[Point], fill: str) -> None:
    canvas.sheet.poly([*line, (WIDTH + 60, HEIGHT + 20), (-60, HEIGHT + 20)], fill)


def land(canvas: Canvas, line: list[Point], colour: str, depth: float, lit: float = 0.4, fall: float = 0.10) -> None:
    """Ground below a line: darker below, hazier above when it is far."""
    tone = canvas.palette.tone
    top = min(y for _, y in line)
    fill = canvas.sheet.down(
        top, top + 420, (0, tone(colour, depth, lit), 1), (1, tone(colour, max(0.0, depth - fall), lit * 0.55), 1)
    )
    ground(canvas, line, fill)
    if depth < 0.35:
        dabs(canvas, line, colour, depth)


def dabs(canvas: Canvas, line: list[Point], colour: str, depth: float) -> None:
    """Strokes of a broad brush on open ground, longer towards us, light and dark."""
    rng, tone = canvas.rng, canvas.palette.tone
    for lit, opacity in ((0.08, 0.16), (0.75, 0.15), (0.4, 0.2)):
        spots = []
        for _ in range(80):
            x, near = rng.uniform(-60, WIDTH + 60), rng.random() ** 1.5
            top = at_x(line, x)
            wide = (16 + 110 * near) * rng.uniform(0.5, 1.4)
            spots.append((x, top + 9 + near * (HEIGHT - top), wide, wide * rng.uniform(0.05, 0.11)))
        canvas.sheet.discs(spots, tone(colour, depth * 0.8, lit), opacity)


def shadow(canvas: Canvas, x: float, base: float, wide: float, depth: float = 0.0) -> None:
    """What a thing throws on the ground: away from the light."""
    lean = wide * (0.35 if canvas.from_left else -0.35)
    canvas.sheet.disc(x + lean, base, wide, canvas.palette.tone("#0c100c", depth, 0.0), 0.32, 0.10)


def pine(canvas: Canvas, x: float, base: float, height: float, colour: str, depth: float) -> None:
    """A fir with ragged branches, lit on one side."""
    rng, tone = canvas.rng, canvas.palette.tone
    wide = height * rng.uniform(0.17, 0.23)
    left, right = [], []
    tiers = max(5, int(height / 24))
    for tier in range(tiers):
        down = (tier + 1) / tiers
        out = wide * down**0.85 * rng.uniform(0.8, 1.15)
        y = base - height * (1 - down * 0.93)
        left += [(x - out, y + height * 0.02), (x - out * 0.45, y - height * 0.012)]
        right += [(x + out * rng.uniform(0.85, 1.1), y + height * 0.02), (x + out * 0.45, y - height * 0.012)]
    dark, light = tone(colour, depth, 0.10), tone(colour, depth, 0.55)
    canvas.sheet.rect(x - height * 0.012, base - height * 0.1, height * 0.024, height * 0.1, dark)
    canvas.sheet.poly([(x, base - height), *right, *reversed(left)], dark)
    side = left if canvas.from_left else right
    canvas.sheet.poly([(x, base - height), *side, (x, base - height * 0.08)], light, 0.34)


def tree(
    canvas: Canvas, x: float, base: float, height: float, colour: str, depth: float, bark: str = "#4a3a2c"
) -> None:
    """A leafy tree: trunk, branches, and leaves in three tones."""
    rng, sheet, tone = canvas.rng, canvas.sheet, canvas.palette.tone
    trunk, shade = height * 0.035, tone(bark, depth, 0.15)
    if height > 120:
        shadow(canvas, x, base, height * 0.26, depth)
    sheet.path(
        trace(
            "M",
            x - trunk * 1.5,
            base,
            "Q",
            x - trunk * 0.7,
            base - height * 0.3,
            x - trunk * 0.4,
            base - height * 0.7,
            "L",
            x + trunk * 0.4,
            base - height * 0.7,
            "Q",
            x + trunk * 0.7,
            base - height * 0.3,
            x + trunk * 1.5,
            base,
            "z",
        ),
        shade,
    )
    if height > 300:
        tufts = [
            [(x + dx, base + 8), (x + dx * 1.15 + rng.uniform(-8, 8), base - rng.uniform(10, 34))]
            for dx in range(-44, 45, 5)
        ]
        sheet.lines(tufts, tone(colour, depth, 0.2), 3.4)
        bark_lines = [
            [(x + dx * trunk, base - 10), (x + dx * trunk * 0.5, base - height * 0.4)] for dx in (-0.9, -0.4, 0.2, 0.7)
        ]
        sheet.lines(bark_lines, tone(bark, depth, 0.8 if canvas.from_left else 0.5), 2.4, 0.35)
    masses = []
    for at in range(11):
        angle, far = at * 2.4 + rng.uniform(-0.5, 0.5), math.sqrt((at + 0.5) / 11)
        masses.append(
            (x + math.cos(angle) * far * height * 0.25, base - height * 0.66 + math.sin(angle) * far * height * 0.22)
        )
    for mx, my in masses:
        sheet.line(
            [(x, base - height * 0.36), ((x + mx) / 2, (base - height * 0.45 + my) / 2), (mx, my)],
            shade,
            max(1.0, trunk * 0.32),
        )
    lean = -1 if canvas.from_left else 1
    for lit, up, share, size in ((0.05, 0.0, 1.0, 0.036), (0.30, 0.030, 0.8, 0.026), (0.85, 0.065, 0.42, 0.018)):
        leaves = []
        for mx, my in masses:
            for _ in range(int((44 if height > 300 else 16) * share)):
                angle, far = rng.uniform(0, math.tau), math.sqrt(rng.random()) * height * 0.115
                radius = height * size * rng.uniform(0.4, 0.9) * (1.0 if height > 300 else 1.5)
                leaves.append(
                    (
                        mx + math.cos(angle) * far + lean * up * height * 0.5,
                        my + math.sin(angle) * far - up * height,
                        radius,
                        radius * 0.72,
                    )
                )
        sheet.discs(leaves, tone(colour, depth, lit), 1.0)


def bare_tree(canvas: Canvas, x: float, base: float, height: float, depth: float, colour: str = "#2d2622") -> None:
    """A tree without leaves."""
    rng = canvas.rng
    fill = canvas.palette.tone(colour, depth, 0.12)
    by_width: dict[int, list[list[Point]]] = {}

    def grow(at: Point, angle: float, length: float, width: float, left: int) -> None:
        end = (at[0] + math.cos(angle) * length, at[1] - math.sin(angle) * length)
        by_width.setdefault(max(1, round(width)), []).append([at, end])
        if left:
            for turn in rng.sample((-0.55, -0.3, 0.28, 0.58), 2 if left < 5 else 3):
                grow(
                    end, angle + turn * rng.uniform(0.6, 1.2), length * rng.uniform(0.62, 0.82), width * 0.64, left - 1
                )

    grow((x, base), math.pi / 2 + rng.uniform(-0.12, 0.12), height * 0.29, height * 0.055, 5)
    for width, strokes in by_width.items():
        canvas.sheet.lines(strokes, fill, width)


def grass(canvas: Canvas, line: list[Point], colour: str, depth: float, count: int, size: float) -> None:
    """Blades along a line and below it, larger towards us."""
    rng, tone = canvas.rng, canvas.palette.tone
    for lit in (0.1, 0.4, 0.8):
        blades = []
        for _ in range(count // 3):
            x = rng.uniform(0, WIDTH)
            near = rng.random() ** 0.8
            y = at_x(line, x) + near * (HEIGHT - at_x(line, x)) * 1.05
            high = size * (0.35 + near) * rng.uniform(0.5, 1.2)
            bend = rng.uniform(-0.5, 0.5) * high
            blades.append([(x, y), (x + bend * 0.35, y - high * 0.6), (x + bend, y - high)])
        canvas.sheet.lines(blades, tone(colour, depth, lit), max(1.0, size / 13), 0.8)


def reeds(
    canvas: Canvas, left: float, right: float, base: float, height: float, count: int, depth: float = 0.0
) -> None:
    rng = canvas.rng
    stems, heads = [], []
    for _ in range(count):
        x, high = rng.uniform(left, right), height * rng.uniform(0.4, 1)
        bend = rng.uniform(-0.18, 0.18) * high
        stems.append([(x, base + rng.uniform(-4, 14)), (x + bend * 0.3, base - high * 0.6), (x + bend, base - high)])
        if rng.random() < 0.3:
            heads.append((x + bend, base - high, height * 0.012 + 1.5, height * 0.07 + 3))
    canvas.sheet.lines(stems, canvas.palette.tone("#4c5630", depth, 0.2), max(1.4, height / 60))
    canvas.sheet.discs(heads, canvas.palette.tone("#4a3420", depth, 0.25))


def rocks(
    canvas: Canvas,
    left: float,
    right: float,
    base: float,
    size: float,
    count: int,
    depth: float = 0.0,
    colour: str = "#6a6660",
) -> None:
    """Boulders: a dark side and a lit one."""
    rng, tone = canvas.rng, canvas.palette.tone
    for _ in range(count):
        x, wide = rng.uniform(left, right), size * rng.uniform(0.4, 1.1)
        high, y = wide * rng.uniform(0.35, 0.7), base + rng.uniform(-6, 10)
        top = [
            (x - wide * 0.5, y),
            (x - wide * 0.42, y - high * 0.6),
            (x - wide * 0.1, y - high),
            (x + wide * 0.25, y - high * 0.85),
            (x + wide * 0.5, y - high * 0.2),
            (x + wide * 0.52, y),
        ]
        canvas.sheet.poly(top, tone(colour, depth, 0.12))
        if canvas.from_left:
            face = [top[0], top[1], top[2], (x + wide * 0.02, y - high * 0.45), (x - wide * 0.1, y)]
        else:
            face = [top[2], top[3], top[4], top[5], (x + wide * 0.15, y), (x + wide * 0.05, y - high * 0.5)]
        canvas.sheet.poly(face, tone(colour, depth, 0.7), 0.75)
