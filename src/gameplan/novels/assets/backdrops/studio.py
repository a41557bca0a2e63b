"""Where a backdrop is painted: ground, layers, weather, light, and the last hand."""

from __future__ import annotations

from random import Random

from gameplan.novels.assets.backdrops.canvas import Canvas
from gameplan.novels.assets.backdrops.finish import finish
from gameplan.novels.assets.backdrops.palettes import Palette
from gameplan.novels.assets.backdrops.places import PAINTERS
from gameplan.novels.assets.backdrops.views import View
from gameplan.novels.assets.backdrops.weather import fall


def paint(view: View, seed: bytes, size: tuple[int, int]) -> bytes:
    """The picture is always composed for 16:9; another shape is cut out of its middle."""
    width, height = size
    across = max(width, -(-height * 16 // 9))
    down = max(height, -(-width * 9 // 16))
    canvas = Canvas(Palette(view), Random(seed), across, down)  # noqa: S311
    PAINTERS[view.kind](canvas)
    if not view.indoors:
        fall(canvas)
    return finish(canvas, size)
