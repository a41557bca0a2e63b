"""Inside a ship: the hold, with its cargo."""

from __future__ import annotations

import math
from itertools import pairwise

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.perspective import Spot, Stage
from gameplan.novels.assets.backdrops.sheet import HEIGHT, WIDTH

_SIDE = ((2.3, 0.0), (2.95, 0.45), (3.25, 1.1), (3.3, 1.8), (3.2, 2.6))  # of the hull: metres out, and up
_BOW = 21.0
_HIGH = 2.6


def hold(canvas: Canvas) -> None:
    """Planks that close to the bow, frames and deck beams, crates on both sides, one out of line, lanterns."""
    rng, sheet = canvas.rng, canvas.sheet
    stage = Stage(canvas, x=rng.uniform(880, 1040), y=560, focal=1000)
    wood = rng.choice(("#8a6a46", "#7c6448", "#94704a"))
    sheet.rect(0, 0, WIDTH, HEIGHT, stage.tone("#14100c", 1, 0.1))
    zs = [18.0]
    while zs[-1] > 1.0:
        zs.append(zs[-1] * 0.87)
    end = _SIDE[-1][0] * _narrow(zs[0])
    stage.front(-end, end, 0, _HIGH, zs[0], stage.tone(wood, 0, 0.12))
    for far, near in pairwise(zs):
        _planks(stage, far, near, wood)
    for x in (at * 0.4 - 2.2 for at in range(12)):
        sheet.line(
            [stage.at(x * _narrow(z), 0, z) for z in (1.0, 2, 4, 8, 16)], stage.tone("#2a1c12", 2, 0.2), 2.2, 0.6
        )
    for z in (13.0, 9.8, 7.4, 5.6, 4.2, 3.1, 2.2):
        _frame(stage, z)
    _cargo(stage)
    for z, x in ((10.5, 0.4), (6.4, -0.5), (3.4, 0.6)):
        _lantern(stage, x, z)
    canvas.dim = 0.8


def _narrow(z: float) -> float:
    """How wide the ship still is there; it closes to the bow."""
    return math.sqrt(max(0.02, 1 - (z / _BOW) ** 2.4))


def _rib(z: float, hand: int) -> list[Spot]:
    return [(hand * x * _narrow(z), y, z) for x, y in _SIDE]


def _planks(stage: Stage, far: float, near: float, wood: str) -> None:
    rng, fade = stage.canvas.rng, max(0.0, 1 - near / 18)
    for hand in (-1, 1):
        ribs = zip(pairwise(_rib(near, hand)), pairwise(_rib(far, hand)), strict=True)
        for at, ((low, high), (low_far, high_far)) in enumerate(ribs):
            lit = (0.18 + 0.07 * at) * (0.5 + 0.5 * fade) * rng.uniform(0.88, 1.1)
            stage.quad([low, high, high_far, low_far], stage.tone(wood, 2, lit))
            line = [stage.at(*low), stage.at(*low_far)]
            stage.canvas.sheet.line(line, stage.tone("#22160e", 2, 0.1), max(1.0, stage.size(near) * 0.012), 0.7)
    wide, wide_far = _SIDE[0][0] * _narrow(near), _SIDE[0][0] * _narrow(far)
    floor = [(-wide, 0.0, near), (wide, 0.0, near), (wide_far, 0.0, far), (-wide_far, 0.0, far)]
    stage.quad(floor, stage.tone("#6a5238", 2, 0.34 * (0.5 + 0.5 * fade) * rng.uniform(0.94, 1.06)))
    top, top_far = _SIDE[-1][0] * _narrow(near), _SIDE[-1][0] * _narrow(far)
    deck = [(-top, _HIGH, near), (top, _HIGH, near), (top_far, _HIGH, far), (-top_far, _HIGH, far)]
    stage.quad(deck, stage.tone("#3c2c1e", 2, 0.2 * (0.5 + 0.5 * fade)))


def _frame(stage: Stage, z: float) -> None:
    """A rib on both sides, and the beam between them that carries the deck."""
    for hand in (-1, 1):
        for one, other in pairwise(_rib(z, hand)):
            stage.bar((one[0] * 0.985, one[1], z), (other[0] * 0.985, other[1], z), 0.2, "#5a4028", 0.35)
    reach = _SIDE[-1][0] * _narrow(z)
    stage.bar((-reach, _HIGH - 0.1, z), (reach, _HIGH - 0.1, z), 0.24, "#6a4c30", 0.45)


def _cargo(stage: Stage) -> None:
    """Crates along both sides, the far ones first."""
    rng = stage.canvas.rng
    colours = ("#9a7a4e", "#8a6c46", "#7a6248", "#a08258")
    odd = rng.randrange(2, 8)
    for number, z in enumerate((11.5, 9.0, 7.0, 5.2, 3.4)):
        for hand in (-1, 1):
            out = 0.45 if 2 * number + (hand > 0) == odd else 0.0
            edge, inner = 2.15 * _narrow(z), 1.15 * _narrow(z) - out
            high = rng.uniform(0.7, 1.0)
            _crate(stage, hand * inner, hand * edge, 0, high, z, rng.choice(colours))
            if rng.random() < 0.6:
                _crate(
                    stage,
                    hand * (inner + 0.15),
                    hand * edge,
                    high,
                    high + rng.uniform(0.4, 0.65),
                    z,
                    colours[number % 4],
                )


def _crate(stage: Stage, x0: float, x1: float, y0: float, y1: float, z: float, colour: str) -> None:
    """A box of boards, with two battens."""
    stage.box(x0, x1, y0, y1, z, z + 1.1, colour, 1.2)
    for share in (0.12, 0.88):
        x = x0 + (x1 - x0) * share
        stage.bar((x, y0, z), (x, y1, z), 0.08, "#4a3622", 0.35)
    stage.bar((x0, (y0 + y1) / 2, z), (x1, (y0 + y1) / 2, z), 0.02, "#3a2818", 0.2)


def _lantern(stage: Stage, x: float, z: float) -> None:
    canvas, sheet = stage.canvas, stage.canvas.sheet
    px, py = stage.at(x, 2.0, z)
    unit = stage.size(z)
    sheet.line([stage.at(x, _HIGH - 0.1, z), (px, py)], stage.tone("#1c140c", z, 0.2), max(1.2, unit * 0.02))
    sheet.rect(px - unit * 0.08, py, unit * 0.16, unit * 0.22, canvas.palette.own("#ffd890"))
    sheet.rect(px - unit * 0.11, py - unit * 0.05, unit * 0.22, unit * 0.06, stage.tone("#2a2018", z, 0.3))
    sheet.rect(px - unit * 0.11, py + unit * 0.2, unit * 0.22, unit * 0.06, stage.tone("#2a2018", z, 0.3))
    canvas.lamp(px, py + unit * 0.1, unit * 2.4, "#ffc878", falls=1.5, glows=0.07)
