"""The shell of a room: walls, floor, beams, panels, doors."""

from __future__ import annotations

from dataclasses import dataclass

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.colour import mix, to_hex
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH

BOOKS = ("#7a3a30", "#3c4a5c", "#5a4a34", "#7c6a40", "#3f5a4a", "#6a4458", "#8a7a60", "#2f3a3c")


@dataclass(frozen=True)
class Shell:
    """A room: half its width, its height and how far the back wall is, in metres."""

    stage: Stage
    half: float
    high: float
    deep: float

    @property
    def canvas(self) -> Canvas:
        return self.stage.canvas


def shell(
    canvas: Canvas,
    half: float,
    high: float,
    deep: float,
    wall: str,
    floor: str,
    ceiling: str,
    *,
    boards: bool = True,
    low: float = 560,
) -> Shell:
    """The empty room, darker in its corners."""
    rng, sheet = canvas.rng, canvas.sheet
    stage = Stage(canvas, x=rng.uniform(820, 1100), y=low, focal=1000)
    room = Shell(stage, half, high, deep)
    tone = stage.tone
    left, top = stage.at(-half, high, deep)
    right, bottom = stage.at(half, 0, deep)
    sheet.rect(0, 0, WIDTH, HEIGHT, tone(wall, 3, 0.2))
    stage.flat(
        -half, half, high, 0.9, deep, sheet.down(0, top, (0, tone(ceiling, 1, 0.02), 1), (1, tone(ceiling, 3, 0.22), 1))
    )
    for hand in (-1, 1):
        lit = 0.62 if (hand < 0) != canvas.from_left else 0.26
        edge = left if hand < 0 else right
        stage.wall(
            hand * half,
            0.9,
            deep,
            0,
            high,
            sheet.across(
                0 if hand < 0 else WIDTH,
                edge,
                (0, tone(wall, 1, lit * 0.5), 1),
                (0.9, tone(wall, 3, lit), 1),
                (1, tone(wall, 3, lit * 0.55), 1),
            ),
        )
    sheet.rect(
        left,
        top,
        right - left,
        bottom - top,
        sheet.round(
            (left + right) / 2,
            (top + bottom) / 2,
            (right - left) * 0.62,
            (0, tone(wall, 3, 0.62), 1),
            (1, tone(wall, 3, 0.25), 1),
        ),
    )
    stage.flat(
        -half,
        half,
        0,
        0.9,
        deep,
        sheet.down(
            bottom, HEIGHT, (0, tone(floor, 3, 0.30), 1), (0.25, tone(floor, 3, 0.62), 1), (1, tone(floor, 1, 0.16), 1)
        ),
    )
    dark = tone("#1c1814", 1, 0.1)
    if boards:
        lines = [
            [stage.at(x, 0, 0.9), stage.at(x, 0, deep)] for x in (at * 0.3 - half for at in range(int(half / 0.15) + 1))
        ]
        sheet.lines(lines, dark, 2.2, 0.40)
        ends = []
        for _ in range(40):
            x, z = -half + 0.3 * rng.randint(0, int(half / 0.15)), rng.uniform(1.5, deep)
            ends.append([stage.at(x, 0, z), stage.at(x + 0.3, 0, z)])
        sheet.lines(ends, dark, 2.2, 0.40)
    else:
        rows = [[stage.at(-half, 0, z), stage.at(half, 0, z)] for z in _rows(1.6, deep, 0.7)]
        rows += [
            [stage.at(x, 0, 0.9), stage.at(x, 0, deep)] for x in (at * 0.7 - half for at in range(int(half / 0.35) + 2))
        ]
        sheet.lines(rows, dark, 2.0, 0.32)
    for hand in (-1, 1):
        stage.wall(hand * (half - 0.01), 0.9, deep, 0, 0.16, tone("#3a2e26", 3, 0.25), 0.8)
    stage.front(-half, half, 0, 0.16, deep, tone("#3a2e26", 3, 0.25), 0.8)
    return room


def _rows(start: float, end: float, step: float) -> list[float]:
    return [start + at * step for at in range(int((end - start) / step) + 1)]


def beams(room: Shell, colour: str, every: float = 1.4) -> None:
    """Beams across the ceiling."""
    for z in reversed(_rows(1.6, room.deep - 0.2, every)):
        room.stage.box(-room.half, room.half, room.high - 0.28, room.high, z, z + 0.24, colour, 0.7)


def wainscot(room: Shell, colour: str, high: float = 1.1) -> None:
    """Panels on the lower part of the walls."""
    stage, half, deep = room.stage, room.half, room.deep
    for hand in (-1, 1):
        lit = 0.5 if (hand < 0) != room.canvas.from_left else 0.2
        stage.wall(hand * (half - 0.02), 0.9, deep, 0, high, stage.tone(colour, 3, lit))
        for z in _rows(1.2, deep, 0.9):
            stage.wall(
                hand * (half - 0.03), z, min(deep, z + 0.66), 0.25, high - 0.18, stage.tone(colour, 3, lit * 0.4), 0.6
            )
    stage.front(-half, half, 0, high, deep - 0.02, stage.tone(colour, 3, 0.36))
    for x in _rows(-half + 0.15, half - 0.7, 0.9):
        stage.front(x, x + 0.66, 0.25, high - 0.18, deep - 0.03, stage.tone(colour, 3, 0.12), 0.6)


def door(room: Shell, x: float, colour: str, wide: float = 1.0, high: float = 2.15) -> None:
    """A door in the wall that faces us."""
    stage, z = room.stage, room.deep - 0.03
    stage.front(x - wide / 2 - 0.1, x + wide / 2 + 0.1, 0, high + 0.1, z, stage.tone("#4a382a", 2, 0.4))
    stage.front(x - wide / 2, x + wide / 2, 0, high, z, stage.tone(colour, 2, 0.36))
    for y0, y1 in ((0.15, 0.95), (1.1, high - 0.15)):
        for a, b in ((-0.42, -0.05), (0.05, 0.42)):
            stage.front(x + a * wide, x + b * wide, y0, y1, z, stage.tone(colour, 2, 0.12), 0.7)
    px, py = stage.at(x + wide * 0.38, 1.02, z)
    room.canvas.sheet.disc(px, py, 4, stage.tone("#d8b860", 2, 0.9))


def dust(canvas: Canvas, count: int = 46) -> None:
    """Motes in the air."""
    rng = canvas.rng
    spots = [
        (rng.uniform(200, 1720), rng.uniform(150, 800), r, r) for r in (rng.uniform(0.8, 2.0) for _ in range(count))
    ]
    canvas.sheet.discs(spots, to_hex(mix(canvas.palette.light, (1.0, 1.0, 1.0), 0.4)), 0.35)
