"""Places under the sky that have a name of their own: graveyard, suburb, jungle, a garden with a pond."""

from __future__ import annotations

import math

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.nature import at_x, bare_tree, dabs, grass, hill, land, rocks, shadow, tree
from gameplan.novels.assets.backdrops.places.gardens import hedge, leaf, palm
from gameplan.novels.assets.backdrops.places.streets import spire
from gameplan.novels.assets.backdrops.places.towns import cottage
from gameplan.novels.assets.backdrops.places.wild import range_of_mountains, snowy
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH, trace
from gameplan.novels.assets.backdrops.sky import paint_sky
from gameplan.novels.assets.backdrops.weather import mirror


def graveyard(canvas: Canvas) -> None:
    """Stones and crosses in crooked rows, a bare tree, a chapel behind, mist over the grass."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 600)
    range_of_mountains(canvas, 590, 70, 0.76, False)
    line = hill(canvas, 640, 30)
    church = rng.choice((rng.uniform(340, 560), rng.uniform(1360, 1580)))
    spire(canvas, church, at_x(line, church) + 10, 330, 0.42)
    sheet = canvas.sheet
    side = 1 if church < 960 else -1
    a, b = sorted((church + side * 20, church + side * 240))
    base = at_x(line, church) + 12
    sheet.rect(a, base - 110, b - a, 114, palette.tone("#8d8678", 0.42, 0.35))
    sheet.poly(
        [(a - 12, base - 108), ((a + b) / 2, base - 190), (b + 12, base - 108)], palette.tone("#4c545c", 0.42, 0.4)
    )
    for at in range(3):
        x = a + 40 + at * 62
        sheet.rect(
            x, base - 82, 16, 52, palette.own("#ffcf80") if palette.lamps else palette.tone("#2a3238", 0.4, 0.2), 1, 8
        )
    green = snowy(canvas, "#55623e")
    land(canvas, line, green, 0.4, 0.4)
    for at in range(40):
        x = at * 50 - 20
        y = at_x(line, x) + 12
        sheet.rect(x, y - 34, 3, 36, palette.tone("#22262a", 0.36, 0.2))
    sheet.line([(-20, at_x(line, 0) - 8), (WIDTH + 20, at_x(line, WIDTH) - 8)], palette.tone("#22262a", 0.36, 0.2), 3)
    for row, (level, size, depth) in enumerate(((690, 52, 0.3), (745, 78, 0.2), (820, 118, 0.1), (930, 180, 0.02))):
        ground_line = hill(canvas, level, 14)
        land(canvas, ground_line, green, depth, 0.38)
        grass(canvas, ground_line, snowy(canvas, "#66743e"), depth, 140 + 60 * row, 12 + row * 8)
        count = (17, 13, 9, 6)[row]
        for at in range(count):
            x = (at + rng.uniform(0.15, 0.85)) * WIDTH / count
            if abs(x - 960) < (50, 80, 130, 230)[row]:
                continue
            gravestone(canvas, x, at_x(ground_line, x) + size * 0.5, size * rng.uniform(0.8, 1.2), depth)
        sheet.veil(level - 40, level + 70, palette.hazy(), 0.2)
    sheet.poly(
        [(930, 660), (990, 660), (1230, 1090), (690, 1090)], palette.tone(snowy(canvas, "#8d8068"), 0.12, 0.5), 0.55
    )
    bare_tree(canvas, 120 if side < 0 else 1800, 1000, 980, 0.0, "#1d1915")


def gravestone(canvas: Canvas, x: float, base: float, size: float, depth: float) -> None:
    """A slab with a round head, a cross, or a low stone; none of them stands quite straight."""
    rng, tone, sheet = canvas.rng, canvas.palette.tone, canvas.sheet
    stone = snowy(canvas, rng.choice(("#8d8a84", "#7c7e80", "#9a9284")))
    lean, wide = rng.uniform(-0.08, 0.08) * size, size * 0.36
    edge = -1 if canvas.from_left else 1
    shadow(canvas, x, base, wide * 1.3, depth)
    kind = rng.random()
    if kind < 0.55:
        for dx, lit in ((0.0, 0.2), (edge * wide * 0.12, 0.55)):
            sheet.path(
                trace(
                    "M",
                    x - wide + dx,
                    base,
                    "L",
                    x - wide + lean + dx,
                    base - size * 0.75,
                    "Q",
                    x - wide + lean + dx,
                    base - size * 1.15,
                    x + lean + dx,
                    base - size * 1.15,
                    "Q",
                    x + wide + lean + dx,
                    base - size * 1.15,
                    x + wide + lean + dx,
                    base - size * 0.75,
                    "L",
                    x + wide + dx,
                    base,
                    "z",
                ),
                tone(stone, depth, lit),
            )
        for at in range(3):
            y = base - size * (0.75 - at * 0.14)
            sheet.line(
                [(x - wide * 0.5 + lean, y), (x + wide * (0.5 - 0.15 * at) + lean, y)],
                tone("#3a3a38", depth, 0.2),
                max(1.4, size * 0.02),
                0.7,
            )
    elif kind < 0.85:
        for dx, lit in ((0.0, 0.2), (edge * size * 0.04, 0.6)):
            arm = size * 0.09
            sheet.poly(
                [
                    (x - arm + dx, base),
                    (x - arm + lean + dx, base - size * 1.3),
                    (x + arm + lean + dx, base - size * 1.3),
                    (x + arm + dx, base),
                ],
                tone(stone, depth, lit),
            )
            sheet.rect(x - size * 0.34 + lean + dx, base - size * 1.02, size * 0.68, arm * 2, tone(stone, depth, lit))
        sheet.rect(x - wide * 0.8, base - size * 0.2, wide * 1.6, size * 0.22, tone(stone, depth, 0.4))
    else:
        sheet.rect(x - wide, base - size * 0.4, wide * 2, size * 0.42, tone(stone, depth, 0.35), 1, 4)
        sheet.rect(x - wide * 1.1, base - size * 0.46, wide * 2.2, size * 0.1, tone(stone, depth, 0.7), 1, 3)


def suburb(canvas: Canvas) -> None:
    """Houses with gardens on both sides of a quiet street, hedges, letter boxes, wires."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 610)
    line = hill(canvas, 605, 18)
    sheet = canvas.sheet
    for _ in range(30):
        x = rng.uniform(0, WIDTH)
        tree(canvas, x, at_x(line, x) + 14, rng.uniform(70, 130), snowy(canvas, "#56703e"), 0.5)
    lawn = snowy(canvas, rng.choice(("#6e8a46", "#64824a", "#7a8c4c")))
    land(canvas, line, lawn, 0.4, 0.5)
    dabs(canvas, line, lawn, 0.2)
    vanish = rng.uniform(900, 1020)
    road = snowy(canvas, "#6a6a6c")
    for out, colour, lit in ((1.22, "#c4bfb4", 0.6), (1.0, road, 0.45)):
        sheet.poly(
            [
                (vanish - 16 * out, 612),
                (vanish + 16 * out, 612),
                (vanish + 560 * out, 1090),
                (vanish - 560 * out, 1090),
            ],
            palette.tone(colour, 0.08, lit),
        )
    for at in range(9):
        near = 640 + at * at * 6.2
        share, far = (near - 612) / 478, (near - 612) / 478 + 0.012 + at * 0.006
        sheet.poly(
            [
                (vanish - 9 * share, near),
                (vanish + 9 * share, near),
                (vanish + 9 * far, 612 + far * 478),
                (vanish - 9 * far, 612 + far * 478),
            ],
            palette.tone("#ece6c8", 0.05, 0.7),
        )
    for base, away, size in ((650, 250, 84), (690, 420, 130), (748, 640, 200), (838, 900, 320)):
        for hand in (-1, 1):
            x = vanish + hand * away
            tree(canvas, x + hand * size * 0.9, base - 6, size * rng.uniform(1.0, 1.5), snowy(canvas, "#4e6a38"), 0.1)
            cottage(canvas, x, base, size)
            a, b = sorted((x - hand * size * 0.62, x + hand * size * 0.9))
            hedge(canvas, a, b, base + size * 0.16, size * 0.17, snowy(canvas, "#4a6a3a"), 0.06)
            px = vanish + hand * away * 0.62
            sheet.rect(
                px - size * 0.015, base + size * 0.02, size * 0.03, size * 0.24, palette.tone("#5c4a38", 0.05, 0.4)
            )
            sheet.rect(
                px - size * 0.06, base - size * 0.04, size * 0.12, size * 0.08, palette.tone("#a8443a", 0.05, 0.5), 1, 3
            )
    poles = [(vanish + 96, 628, 150), (vanish + 214, 700, 330), (vanish + 470, 860, 740)]
    for x, base, high in poles:
        sheet.rect(x - high * 0.012, base - high, high * 0.024, high, palette.tone("#4a3c30", 0.1, 0.3))
        sheet.rect(x - high * 0.11, base - high * 0.94, high * 0.22, high * 0.014, palette.tone("#4a3c30", 0.1, 0.3))
    for hand in (-1, 1):
        wires = [(x + hand * high * 0.1, base - high * 0.94) for x, base, high in poles]
        sheet.curve(
            trace(
                "M",
                *wires[0],
                "Q",
                (wires[0][0] + wires[1][0]) / 2,
                (wires[0][1] + wires[1][1]) / 2 + 26,
                *wires[1],
                "Q",
                (wires[1][0] + wires[2][0]) / 2,
                (wires[1][1] + wires[2][1]) / 2 + 60,
                *wires[2],
            ),
            palette.tone("#22242a", 0.1, 0.2),
            2.4,
            0.8,
        )


def jungle(canvas: Canvas) -> None:
    """Great leaves, palms and hanging vines, one behind another, and light that comes down between them."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 700)
    sheet = canvas.sheet
    sheet.rect(0, 0, WIDTH, HEIGHT, palette.hazy(), 0.45)
    green = rng.choice(("#3f6a34", "#2f6a44", "#4a6c2c"))
    for row, (depth, level, size) in enumerate(((0.74, 660, 0.55), (0.52, 700, 0.8), (0.3, 760, 1.15))):
        line = hill(canvas, level, 20)
        for _ in range((12, 9, 6)[row]):
            x = rng.uniform(-40, WIDTH + 40)
            if abs(x - 960) < 120 + 90 * row:
                continue
            wide = 22 * size
            sheet.poly(
                [(x - wide, level + 20), (x - wide * 0.6, -20), (x + wide * 0.6, -20), (x + wide * 1.3, level + 20)],
                palette.tone("#4a4030", depth, 0.2),
            )
            for hand in (-1, 1):
                sheet.poly(
                    [(x + hand * wide * 0.5, level - 90 * size), (x + hand * wide * 2.6, level + 24), (x, level + 24)],
                    palette.tone("#4a4030", depth, 0.15),
                )
        crowns = [
            (
                rng.uniform(-40, WIDTH + 40),
                rng.uniform(-40, 170 + 60 * row),
                rng.uniform(30, 90) * size,
                rng.uniform(16, 44) * size,
            )
            for _ in range(90)
        ]
        sheet.discs(crowns, palette.tone(green, depth, 0.12), 0.95)
        sheet.discs(
            [(x - 6, y - 9, a * 0.6, b * 0.5) for x, y, a, b in crowns[::2]], palette.tone(green, depth, 0.7), 0.55
        )
        for _ in range(5):
            x = rng.choice((rng.uniform(0, 760), rng.uniform(1160, WIDTH)))
            palm(canvas, x, at_x(line, x) + 20, rng.uniform(260, 420) * size, green, 0.6 - depth * 0.4)
        land(canvas, line, green, depth, 0.3)
        fronds(canvas, line, green, 26 + row * 8, 90 * size)
        sheet.veil(level - 320, level + 40, palette.hazy(), 0.24)
    vines = []
    for _ in range(16):
        x, long = rng.uniform(0, WIDTH), rng.uniform(200, 560)
        vines.append(trace("M", x, -10, "Q", x + rng.uniform(-60, 60), long * 0.6, x + rng.uniform(-40, 40), long))
    for vine in vines:
        sheet.curve(vine, palette.tone("#33481f", 0.1, 0.25), rng.uniform(4, 9), 0.9)
    sheet.poly([(900, 770), (1010, 770), (1330, 1090), (560, 1090)], palette.tone("#7a6444", 0.1, 0.4), 0.75)
    fronds(canvas, [(-40, 900), (760, 1000)], green, 20, 230)
    fronds(canvas, [(1180, 1000), (WIDTH + 40, 900)], green, 20, 230)
    for hand, x in ((1, -20), (-1, WIDTH + 20)):
        for at in range(7):
            angle = (0.2 + at * 0.2) if hand > 0 else math.pi - (0.2 + at * 0.2)
            leaf(canvas, x, 1060 - at * 60, rng.uniform(420, 640), angle, "#24401f", 0.12)
    for _ in range(4):
        top, low = rng.uniform(500, 1400), rng.uniform(400, 1500)
        canvas.shaft(
            ((top - 30, -20), (top + 30, -20), (low + 110, 860), (low - 110, 860)),
            palette.light,
            0.07,
            0.1 * palette.light_level,
            36,
        )


def fronds(canvas: Canvas, line: list[tuple[float, float]], colour: str, count: int, length: float) -> None:
    """Ferns along a line."""
    rng = canvas.rng
    (left, high), (right, low) = line[0], line[-1]
    for _ in range(count):
        share = rng.random()
        x, y = left + (right - left) * share, high + (low - high) * share + rng.uniform(0, 30)
        for angle in (0.5, 1.1, 1.57, 2.04, 2.64):
            leaf(
                canvas,
                x,
                y,
                length * rng.uniform(0.6, 1.0),
                angle + rng.uniform(-0.15, 0.15),
                colour,
                rng.uniform(0.1, 0.6),
            )


def pondgarden(canvas: Canvas) -> None:
    """A red bridge over a pond, clipped trees and blossom, a lantern of stone, stepping stones, a pavilion."""
    palette, rng = canvas.palette, canvas.rng
    paint_sky(canvas, 580)
    range_of_mountains(canvas, 560, 120, 0.72, rng.random() < 0.4)
    sheet = canvas.sheet
    line = hill(canvas, 590, 30)
    blossom = rng.choice(("#e0a0b0", "#d86a4a", "#e8c0c8"))
    for at in range(26):
        x = at * 80 + rng.uniform(-30, 30)
        tree(
            canvas,
            x,
            at_x(line, x) + 20,
            rng.uniform(90, 190),
            snowy(canvas, rng.choice(("#56703e", "#4a6a44", blossom))),
            0.42,
        )
    land(canvas, line, snowy(canvas, "#6a8048"), 0.34, 0.5)
    side = rng.choice((-1, 1))
    pavilion(canvas, 960 - side * 560, at_x(line, 960 - side * 560) + 50, 260)
    for at in range(9):
        x = 60 + at * 225 + rng.uniform(-50, 50)
        size = rng.uniform(60, 110)
        sheet.disc(x, 678, size, palette.tone(snowy(canvas, "#35552c"), 0.2, 0.1), 1, 0.62)
        sheet.disc(x - size * 0.18, 664, size * 0.75, palette.tone(snowy(canvas, "#4a7038"), 0.2, 0.6), 0.9, 0.5)
    bridge = 960 + side * 60
    red = "#b03a2a"
    for hand_rail, level in ((0, 0.0), (1, 34.0)):
        sheet.curve(
            trace("M", bridge - 330, 716 - level, "Q", bridge, 560 - level, bridge + 330, 716 - level),
            palette.tone(red, 0.14, 0.5),
            22 if not hand_rail else 9,
        )
    for at in range(13):
        share = at / 12
        x = bridge - 330 + 660 * share
        y = (1 - share) ** 2 * 716 + 2 * share * (1 - share) * 560 + share**2 * 716
        sheet.rect(x - 4, y - 46, 8, 48, palette.tone(red, 0.14, 0.35))
    for x in (bridge - 200, bridge + 200):
        sheet.rect(x - 8, 650, 16, 90, palette.tone("#6a2a20", 0.14, 0.3))
    mirror(canvas, 735, 930, colour="#2c4a4c", own=0.3, ripple=0.4)
    sheet = canvas.sheet
    for _ in range(26):
        x, y = rng.uniform(100, 1820), rng.uniform(770, 915)
        sheet.disc(x, y, rng.uniform(14, 34), palette.tone("#5c7a44", 0.1, 0.5), 0.9, 0.26)
        if rng.random() < 0.3:
            sheet.disc(x, y - 8, 8, palette.tone("#f0c8d4", 0.1, 0.8), 1, 0.7)
    rocks(canvas, -40, 520, 946, 130, 5)
    rocks(canvas, 1400, WIDTH + 40, 946, 130, 5)
    bank = [(-40.0, 950.0), (400.0, 926.0), (960.0, 948.0), (1500.0, 924.0), (WIDTH + 40.0, 950.0)]
    land(canvas, bank, snowy(canvas, "#64783e"), 0.02, 0.45)
    grass(canvas, bank, snowy(canvas, "#6e8444"), 0.0, 260, 26)
    for at in range(6):
        sheet.disc(
            960 + (at % 2 - 0.5) * 130,
            960 + at * 26,
            66 + at * 8,
            palette.tone(snowy(canvas, "#9a968c"), 0.02, 0.55),
            1,
            0.24,
        )
    lantern(canvas, 960 - side * 520, 980, 250)
    tree(canvas, 140 if side > 0 else 1780, 1000, 760, snowy(canvas, blossom), 0.02)


def lantern(canvas: Canvas, x: float, base: float, size: float) -> None:
    """A lantern of stone."""
    palette, sheet = canvas.palette, canvas.sheet
    dark, lit = palette.tone("#7c7c76", 0.02, 0.25), palette.tone("#9a9a92", 0.02, 0.6)
    sheet.rect(x - size * 0.22, base - size * 0.1, size * 0.44, size * 0.1, dark)
    sheet.rect(x - size * 0.08, base - size * 0.5, size * 0.16, size * 0.42, lit)
    sheet.rect(x - size * 0.2, base - size * 0.56, size * 0.4, size * 0.08, dark)
    sheet.rect(x - size * 0.15, base - size * 0.76, size * 0.3, size * 0.2, lit)
    sheet.rect(
        x - size * 0.07,
        base - size * 0.72,
        size * 0.14,
        size * 0.13,
        palette.own("#ffd890") if palette.lamps else palette.tone("#33322e", 0, 0.2),
    )
    sheet.path(
        trace(
            "M",
            x - size * 0.34,
            base - size * 0.75,
            "Q",
            x - size * 0.08,
            base - size * 0.84,
            x,
            base - size * 1.0,
            "Q",
            x + size * 0.08,
            base - size * 0.84,
            x + size * 0.34,
            base - size * 0.75,
            "z",
        ),
        dark,
    )
    if palette.lamps:
        canvas.lamp(x, base - size * 0.66, size * 1.2, falls=0.9, glows=0.3)


def pavilion(canvas: Canvas, x: float, base: float, size: float) -> None:
    """A small house of wood and paper with a swept roof."""
    palette, sheet = canvas.palette, canvas.sheet
    wide = size * 0.6
    sheet.rect(
        x - wide,
        base - size * 0.5,
        wide * 2,
        size * 0.5,
        palette.own("#ffe2a8", 0.7) if palette.lamps else palette.tone("#e8e0cc", 0.28, 0.6),
    )
    for at in range(7):
        px = x - wide + at * wide / 3
        sheet.rect(px - 4, base - size * 0.5, 8, size * 0.5, palette.tone("#4a3020", 0.28, 0.3))
    sheet.rect(x - wide, base - size * 0.24, wide * 2, 5, palette.tone("#4a3020", 0.28, 0.3))
    roof = trace(
        "M",
        x - wide * 1.5,
        base - size * 0.5,
        "Q",
        x - wide * 0.8,
        base - size * 0.58,
        x - wide * 0.45,
        base - size * 0.9,
        "L",
        x + wide * 0.45,
        base - size * 0.9,
        "Q",
        x + wide * 0.8,
        base - size * 0.58,
        x + wide * 1.5,
        base - size * 0.5,
        "Q",
        x,
        base - size * 0.44,
        x - wide * 1.5,
        base - size * 0.5,
        "z",
    )
    sheet.path(roof, palette.tone(snowy(canvas, "#4c565c"), 0.28, 0.4))
    sheet.rect(x - wide * 1.15, base - 8, wide * 2.3, 16, palette.tone("#5c4630", 0.28, 0.5))
