"""Samples become an OGG file (Vorbis), the same bytes each time."""

from __future__ import annotations

import io
import struct

import soundfile  # type: ignore[import-untyped]

from gameplan.novels.assets.loops.signals import RATE, Samples

_AT_ONCE = 1 << 15  # frames: the encoder keeps all that it is given at once on its stack
_SERIAL, _CHECK, _COUNT = 14, 22, 26  # where they stand in the head of a page


def to_ogg(samples: Samples) -> bytes:
    """An OGG file of these samples."""
    out = io.BytesIO()
    with soundfile.SoundFile(out, "w", RATE, 2, format="OGG", subtype="VORBIS") as file:
        for begin in range(0, samples.shape[1], _AT_ONCE):
            file.write(samples[:, begin : begin + _AT_ONCE].T)
    return _with_serial(bytearray(out.getvalue()), 1)


def _with_serial(pages: bytearray, serial: int) -> bytes:
    """The encoder numbers its streams by chance: here it is always the same, and the pages are sealed again."""
    at = 0
    while pages[at : at + 4] == b"OggS":
        count = pages[at + _COUNT]
        lacing = pages[at + _COUNT + 1 : at + _COUNT + 1 + count]
        end = at + _COUNT + 1 + count + sum(lacing)
        struct.pack_into("<I", pages, at + _SERIAL, serial)
        struct.pack_into("<I", pages, at + _CHECK, 0)
        struct.pack_into("<I", pages, at + _CHECK, _checksum(pages[at:end]))
        at = end
    return bytes(pages)


def _table() -> tuple[int, ...]:
    made = []
    for number in range(256):
        rest = number << 24
        for _ in range(8):
            rest = ((rest << 1) ^ 0x04C11DB7 if rest & 0x80000000 else rest << 1) & 0xFFFFFFFF
        made.append(rest)
    return tuple(made)


_TABLE = _table()


def _checksum(page: bytearray) -> int:
    rest = 0
    for byte in page:
        rest = ((rest << 8) & 0xFFFFFFFF) ^ _TABLE[(rest >> 24) ^ byte]
    return rest
