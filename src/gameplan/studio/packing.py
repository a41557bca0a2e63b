"""What goes over the wire, packed as whoever asks can unpack it: with Brotli, the best for small texts, or gzip."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache

import brotli  # type: ignore[import-untyped]
from starlette.types import Scope

_SMALL = 300
_WAYS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda content: bytes(brotli.compress(content)),
    "gzip": lambda content: gzip.compress(content, 9, mtime=0),
}


def packed(content: bytes, scope: Scope) -> tuple[bytes, dict[str, str]]:
    """What is sent for this to whoever asks, and the header that says how it is packed. For what is sent many times."""
    for way in _WAYS:
        if takes(scope, way):
            short = _packed(content, way)
            return (content, {}) if short is None else (short, {"Content-Encoding": way})
    return content, {}


@lru_cache(maxsize=1_000)
def _packed(content: bytes, way: str) -> bytes | None:
    """The content, packed; None if that is no shorter."""
    short = _WAYS[way](content) if len(content) > _SMALL else content
    return short if len(short) < len(content) else None


def takes(scope: Scope, way: str) -> bool:
    """Whether whoever asks can read what is packed in this way."""
    given = b",".join(value for name, value in scope["headers"] if name == b"accept-encoding")
    asked = [each.replace(b" ", b"").lower().partition(b";q=") for each in given.split(b",")]
    return any(name == way.encode() and (not weighs or weight.strip(b"0.") != b"") for name, weighs, weight in asked)
