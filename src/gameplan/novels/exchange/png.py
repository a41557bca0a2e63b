"""PNG files as far as cards need them: their chunks, checked, and text put in or taken out."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import Final

from gameplan.novels.exchange.errors import ExchangeError
from gameplan.novels.exchange.texts import mentioned

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
MAX_PNG: Final = 64_000_000
MAX_PIXELS: Final = 100_000_000
_MAX_CHUNKS: Final = 20_000
_HEADER: Final = 13


def texts_of(content: bytes, names: tuple[str, ...]) -> dict[str, bytes]:
    """The `tEXt` chunks of these names; the first of each name counts. Every chunk is checked."""
    wanted = {name.encode("latin-1"): name for name in names}
    found: dict[str, bytes] = {}
    for kind, data in _chunks(content):
        keyword, separator, text = data.partition(b"\0") if kind == b"tEXt" else (b"", b"", b"")
        if separator and keyword in wanted:
            found.setdefault(wanted[keyword], text)
    return found


def with_texts(content: bytes, texts: Mapping[str, bytes], without: tuple[str, ...] = ()) -> bytes:
    """The picture with these `tEXt` chunks instead of those of the same names."""
    gone = {name.encode("latin-1") for name in (*texts, *without)}
    parts = [SIGNATURE]
    for kind, data in _chunks(content):
        if kind == b"IEND":
            parts += [_chunk(b"tEXt", name.encode("latin-1") + b"\0" + text) for name, text in texts.items()]
        if not (kind == b"tEXt" and data.partition(b"\0")[0] in gone):
            parts.append(_chunk(kind, data))
    return b"".join(parts)


def blank_png(width: int = 400, height: int = 600, shade: int = 96) -> bytes:
    """A picture of one grey, for a card whose character has no portrait yet."""
    rows = zlib.compress((b"\0" + bytes([shade]) * width) * height, 9)
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", rows) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    if len(content) > MAX_PNG:
        raise ExchangeError(f"The picture is larger than {MAX_PNG:,} bytes.", code="too_large")
    if not content.startswith(SIGNATURE):
        raise ExchangeError("The picture is not a PNG file.", code="unknown_format")
    at = len(SIGNATURE)
    for number in range(_MAX_CHUNKS):
        if at + 12 > len(content):
            raise ExchangeError("The picture is cut short: its end is missing.", code="damaged")
        length, kind = struct.unpack_from(">I4s", content, at)
        name = mentioned(kind.decode("latin-1"))
        if at + 12 + length > len(content):
            why = f'its part "{name}" says that it has {length:,} bytes, and there are fewer'
            raise ExchangeError(f"The picture is damaged: {why}.", code="damaged")
        data = content[at + 8 : at + 8 + length]
        (check,) = struct.unpack_from(">I", content, at + 8 + length)
        if check != zlib.crc32(kind + data):
            raise ExchangeError(f'The picture is damaged: the check sum of its part "{name}" is wrong.', code="damaged")
        _check_order(number, kind, data)
        yield kind, data
        if kind == b"IEND":
            return
        at += 12 + length
    raise ExchangeError(f"The picture has more than {_MAX_CHUNKS:,} parts.", code="too_large")


def _check_order(number: int, kind: bytes, data: bytes) -> None:
    if (number == 0) != (kind == b"IHDR") or (kind == b"IHDR" and len(data) != _HEADER):
        raise ExchangeError("The picture is damaged: its header is missing or not in its place.", code="damaged")
    if kind == b"IHDR":
        width, height = struct.unpack_from(">II", data)
        if not 0 < width * height <= MAX_PIXELS:
            raise ExchangeError(f"The picture is {width:,} by {height:,} pixels: too many, or none.", code="too_large")
