"""The pictures that every project needs: a shade behind the text, and a figure for those who have no portrait."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache
from struct import pack

_GREY_WITH_ALPHA = 4
_WHITE = 255


@cache
def shade() -> bytes:
    """Black from nothing at the top to nearly all at the bottom."""
    return _png(4, 256, lambda x, y: (0, round(235 * min(1.0, y / 110) ** 1.2)))


@cache
def figure() -> bytes:
    """Head and shoulders of somebody, in white, to be tinted."""
    width, height = 320, 480

    def pixel(x: int, y: int) -> tuple[int, int]:
        head = 1 - ((x - 160) / 74) ** 2 - ((y - 130) / 92) ** 2
        body = 1 - ((x - 160) / 150) ** 2 - ((y - 440) / 210) ** 2
        neck = min(34 - abs(x - 160), y - 150, 300 - y) / 40
        inside = max(head * 30, body * 60, neck * 30)
        return _WHITE, round(255 * min(1.0, max(0.0, inside)))

    return _png(width, height, pixel)


def _png(width: int, height: int, pixel: Callable[[int, int], tuple[int, int]]) -> bytes:
    rows = (b"\0" + bytes(value for x in range(width) for value in pixel(x, y)) for y in range(height))
    header = pack(">IIBBBBB", width, height, 8, _GREY_WITH_ALPHA, 0, 0, 0)
    parts = (b"IHDR", header), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, *zip(*parts, strict=True)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return pack(">I", len(data)) + kind + data + pack(">I", zlib.crc32(kind + data))
