"""A ward with rows of beds."""

from __future__ import annotations

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.furniture import hanging_lamp
from gameplan.novels.assets.backdrops.interiors import door, shell, wainscot
from gameplan.novels.assets.backdrops.perspective import Stage
from gameplan.novels.assets.backdrops.windows import side_window


def ward(canvas: Canvas) -> None:
    """Rows of white beds to both sides, tall windows, a door at the end."""
    rng = canvas.rng
    inside = shell(
        canvas, rng.uniform(3.7, 4.3), 3.8, rng.uniform(11, 13), "#c8ccc4", "#9aa098", "#d8dcd8", boards=False, low=570
    )
    stage, half, deep = inside.stage, inside.half, inside.deep
    wainscot(inside, rng.choice(("#8aa098", "#9aa4b0", "#a8a890")), 1.3)
    door(inside, 0, "#d8d8cc", 1.7, 2.4)
    z = deep - 1.6
    while z > 2.0:
        for left in (True, False):
            side_window(inside, left, z, z + 1.1, 1.5, 3.3, bars=(2, 4), curtains="")
        z -= 2.4
    z = deep - 1.2
    while z > 2.2:
        for hand in (-1, 1):
            bed(stage, hand, half, z)
        z -= 2.4
    for z in (9.0, 6.0, 3.8):
        hanging_lamp(stage, 0, 2.9, z, 3.8, strength=0.42, colour="#fff0d8")
    canvas.dim = 0.82 if not canvas.palette.lamps else 0.84


def bed(stage: Stage, hand: int, half: float, z: float) -> None:
    """An iron bed with its head to the wall."""
    inner, outer = hand * (half - 2.0), hand * (half - 0.1)
    a, b = min(inner, outer), max(inner, outer)
    stage.flat(a, b, 0, z - 0.05, z + 0.95, stage.tone("#101414", z, 0.05), 0.3)
    for x in (inner, outer):
        high = 0.85 if x == inner else 1.15
        for zz in (z + 0.9, z):
            stage.bar((x, 0, zz), (x, high, zz), 0.045, "#3c4444", 0.3)
        for y in (high, high * 0.75):
            stage.bar((x, y, z), (x, y, z + 0.9), 0.04, "#3c4444", 0.3)
    stage.box(a + 0.03, b - 0.03, 0.38, 0.62, z, z + 0.9, "#e4e4dc")
    stage.box(hand * (half - 0.6), hand * (half - 0.15), 0.62, 0.74, z + 0.1, z + 0.8, "#f4f4f0")
    blanket = stage.canvas.rng.choice(("#8aa0a8", "#a89a88", "#98a488"))
    stage.box(hand * (half - 1.95), hand * (half - 1.2), 0.4, 0.64, z - 0.01, z + 0.91, blanket)
