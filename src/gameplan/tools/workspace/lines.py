"""Some lines out of a long text, without holding the whole of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Window:
    """Lines `first` to `last`. `total` counts the lines that were seen; `cut` says that the last one is not whole."""

    content: bytes
    first: int
    last: int
    total: int
    cut: bool = False

    @property
    def next_line(self) -> int | None:
        return self.last + 1 if self.last < self.total else None


def window(chunks: Iterable[bytes], first: int, count: int | None, limit: int) -> Window:
    """Whole lines from line `first` on: at most `count` of them and `limit` bytes, but always one, cut if need be.

    If there is no line `first`, the window is empty (`last` is `first - 1`).
    """
    newlines = 0  # in what was seen before this chunk
    collected = bytearray()  # from the beginning of line `first`
    collecting = first == 1
    ends_open = False
    for chunk in chunks:
        inside = chunk.count(b"\n")
        if collecting:
            collected += chunk[: limit + 1 - len(collected)]
        elif newlines + inside >= first - 1:
            collecting = True
            begin = _after_newline(chunk, first - 1 - newlines)
            collected += chunk[begin : begin + limit + 1]
        newlines += inside
        ends_open = not chunk.endswith(b"\n")
    total = newlines + ends_open
    end = _end(collected, count, limit)
    content = bytes(collected[:end])
    held = content.count(b"\n") + (content != b"" and not content.endswith(b"\n"))
    cut = end == limit and len(collected) > limit and not content.endswith(b"\n")
    return Window(content, first, first - 1 + held, total, cut)


def _end(collected: bytearray, count: int | None, limit: int) -> int:
    end = len(collected)
    if count is not None and collected.count(b"\n") >= count:
        end = _after_newline(bytes(collected), count)
    if end > limit:
        end = collected.rfind(b"\n", 0, limit) + 1 or limit
    return end


def _after_newline(chunk: bytes, nth: int) -> int:
    """The place after the `nth` newline; 0 for the 0th."""
    at = 0
    for _ in range(nth):
        at = chunk.index(b"\n", at) + 1
    return at
