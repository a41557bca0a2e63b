"""Windows of rooms: the sky and the roofs outside, the frame, and the light that falls from them."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.colour import mix, to_hex
from gameplan.novels.assets.backdrops.interiors import Shell
from gameplan.novels.assets.backdrops.perspective import Spot
from gameplan.novels.assets.backdrops.sheet import Point

BOOKS = ("#7a3a30", "#3c4a5c", "#5a4a34", "#7c6a40", "#3f5a4a", "#6a4458", "#8a7a60", "#2f3a3c")


def window(
    room: Shell,
    corners: tuple[Spot, Spot, Spot, Spot],
    *,
    bars: tuple[int, int] = (2, 3),
    curtains: str = "",
    frame: str = "#d8cfc0",
) -> None:
    """A window by its four corners (bottom left, bottom right, top right, top left): sky, far roofs, a frame."""
    canvas, stage = room.canvas, room.stage
    palette, sheet, rng = canvas.palette, canvas.sheet, canvas.rng
    points = [stage.at(*corner) for corner in corners]
    top, bottom = min(p[1] for p in points), max(p[1] for p in points)
    sky = palette.sky
    stops = tuple(
        (at / 3, to_hex(mix(colour, (1.0, 1.0, 1.0), 0.0 if palette.night else 0.18)), 1.0)
        for at, colour in enumerate(sky)
    )
    sheet.poly(_grown(points, 0.07), stage.tone(frame, 2, 0.45))
    sheet.poly(points, sheet.down(top, top + (bottom - top) * 0.8, *stops))

    def inside(u: float, v: float) -> Point:
        low = (points[0][0] + (points[1][0] - points[0][0]) * u, points[0][1] + (points[1][1] - points[0][1]) * u)
        up = (points[3][0] + (points[2][0] - points[3][0]) * u, points[3][1] + (points[2][1] - points[3][1]) * u)
        return low[0] + (up[0] - low[0]) * v, low[1] + (up[1] - low[1]) * v

    for depth, level in ((0.7, 0.36), (0.45, 0.22)):
        shape, u = [inside(0, 0)], 0.0
        while u < 1:
            v = level + rng.uniform(-0.05, 0.08)
            wide = rng.uniform(0.08, 0.2)
            shape += [
                inside(u, v),
                inside(min(1, u + wide / 2), v + rng.choice((0, 0.06))),
                inside(min(1, u + wide), v),
            ]
            u += wide
        sheet.poly([*shape, inside(1, 0)], palette.tone("#56606a", depth, 0.4))
    if palette.lamps:
        sheet.discs(
            [(*inside(rng.uniform(0.05, 0.95), rng.uniform(0.03, 0.28)), 2.4, 2.4) for _ in range(9)],
            palette.own("#ffd080"),
        )
    weather = palette.view.weather
    if weather in ("rain", "storm"):
        sheet.lines(
            [
                [inside(u, v), inside(u - 0.01, max(0.0, v - rng.uniform(0.05, 0.2)))]
                for u, v in ((rng.random(), rng.random()) for _ in range(46))
            ],
            palette.hazy(),
            1.6,
            0.7,
        )
    if weather == "snow":
        sheet.discs([(*inside(rng.random(), rng.random()), 2.2, 2.2) for _ in range(46)], "#f4f6fa", 0.8)
    width = max(2.4, abs(points[1][0] - points[0][0]) * 0.022)
    across, down = bars
    grid = [[inside(at / across, 0), inside(at / across, 1)] for at in range(1, across)]
    grid += [[inside(0, at / down), inside(1, at / down)] for at in range(1, down)]
    sheet.lines(grid, stage.tone(frame, 2, 0.3), width)
    sheet.poly(
        [inside(-0.08, -0.02), inside(1.08, -0.02), inside(1.1, -0.07), inside(-0.1, -0.07)], stage.tone(frame, 2, 0.6)
    )
    if curtains:
        for low, high in ((-0.16, 0.14), (0.86, 1.16)):
            sheet.poly(
                [
                    inside(low, 1.08),
                    inside(high, 1.08),
                    inside((low + high) / 2 + (high - low) * 0.36, -0.2),
                    inside(low, -0.2),
                ]
                if low < 0
                else [
                    inside(low, 1.08),
                    inside(high, 1.08),
                    inside(high, -0.2),
                    inside((low + high) / 2 - (high - low) * 0.36, -0.2),
                ],
                stage.tone(curtains, 2, 0.45),
            )
            sheet.lines(
                [
                    [inside(low + (high - low) * at, 1.06), inside(low + (high - low) * at, -0.18)]
                    for at in (0.25, 0.5, 0.7)
                ],
                stage.tone(curtains, 2, 0.05),
                3,
                0.5,
            )
        sheet.line([inside(-0.2, 1.1), inside(1.2, 1.1)], stage.tone("#5a4632", 2, 0.4), 6)
    x, y = inside(0.5, 0.5)
    glow = to_hex(mix(palette.sky[2], palette.light, 0.4))
    strength = {"day": 1.0, "dawn": 0.8, "dusk": 0.55, "night": 0.18}[palette.view.time]
    canvas.lamp(x, y, (bottom - top) * 1.5, glow, falls=0.6 * strength, glows=0.10 * strength)


def _grown(points: list[Point], share: float) -> list[Point]:
    x, y = sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)
    return [(x + (a - x) * (1 + share), y + (b - y) * (1 + share)) for a, b in points]


def back_window(
    room: Shell, x: float, wide: float, low: float, high: float, *, bars: tuple[int, int] = (2, 3), curtains: str = ""
) -> None:
    """A window in the wall that faces us; its light lies on the floor in front of it."""
    z = room.deep - 0.04
    window(
        room,
        ((x - wide / 2, low, z), (x + wide / 2, low, z), (x + wide / 2, high, z), (x - wide / 2, high, z)),
        bars=bars,
        curtains=curtains,
    )
    canvas, lean = room.canvas, 0.35 if room.canvas.from_left else -0.35
    level = canvas.palette.light_level
    at = room.stage.at
    canvas.shaft(
        (
            at(x - wide / 2, 0, room.deep * 0.92),
            at(x + wide / 2, 0, room.deep * 0.92),
            at(x + wide / 2 + lean * 3, 0, room.deep * 0.48),
            at(x - wide / 2 + lean * 3, 0, room.deep * 0.48),
        ),
        canvas.palette.light,
        1.1 * level,
        0.03 * level,
        16,
    )


def side_window(
    room: Shell,
    left: bool,
    z0: float,
    z1: float,
    low: float,
    high: float,
    *,
    bars: tuple[int, int] = (2, 3),
    curtains: str = "",
) -> None:
    """A window in a side wall: a beam of light falls from it across the room."""
    x = -room.half + 0.03 if left else room.half - 0.03
    a, b = (z0, z1) if left else (z1, z0)
    window(room, ((x, low, a), (x, low, b), (x, high, b), (x, high, a)), bars=bars, curtains=curtains)
    canvas, at = room.canvas, room.stage.at
    level = canvas.palette.light_level * (1.0 if left == canvas.from_left else 0.45)
    inward = 1 if left else -1
    reach = x + inward * room.half * 1.0
    canvas.shaft(
        (
            at(reach - inward * 0.9, 0, z0),
            at(reach + inward * 0.5, 0, z0),
            at(reach + inward * 0.5, 0, z1),
            at(reach - inward * 0.9, 0, z1),
        ),
        canvas.palette.light,
        1.5 * level,
        0.05 * level,
        12,
    )
    canvas.shaft(
        (
            at(x, high, z0),
            at(x, high, z1),
            at(reach + inward * 0.5, 0, z1),
            at(reach + inward * 0.5, 0, z0),
            at(reach - inward * 0.9, 0, z0),
            at(x, low, z0),
        ),
        canvas.palette.light,
        0.1 * level,
        0.10 * level,
        26,
    )
