"""The tool `read_file`."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from gameplan.tools.effects import Reads
from gameplan.tools.errors import ToolRefused
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Done
from gameplan.tools.tool import Tool, tool
from gameplan.tools.workspace.background import Stop, in_thread
from gameplan.tools.workspace.binary import SNIFFED, what_binary
from gameplan.tools.workspace.folder import Folder, Opened
from gameplan.tools.workspace.lines import Window, window
from gameplan.tools.workspace.paths import MAX_PATH, shown
from gameplan.tools.workspace.walk import counted, plain

Enter: TypeAlias = Callable[[], AbstractContextManager[Folder]]

MAX_CONTENT = 200_000
_MAX_SCAN = 64_000_000
_CHUNK = 1 << 18


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFile:
    path: str = field(
        metadata={"description": 'The file, relative to the workspace: "src/main.py".', "max_length": MAX_PATH}
    )
    first_line: int = field(
        default=1, metadata={"description": "The line to begin with, counted from 1.", "ge": 1, "le": 1_000_000_000}
    )
    lines: int | None = field(
        default=None,
        metadata={"description": "How many lines to read; without it as many as fit.", "ge": 1, "le": 1_000_000_000},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FileContent:
    """What was read. `total_lines` is None where the file is too long to count; `next_line` where to read on."""

    path: str
    content: str
    size: int
    first_line: int
    last_line: int
    total_lines: int | None
    next_line: int | None


def read_file_tool(enter: Enter) -> Tool[Any, Any]:
    @tool(effects=Reads("path"), memory=Memory.LATEST("file", by="path"), timeout=30, trusted=False, primary="content")
    async def read_file(params: ReadFile) -> Done[FileContent]:
        """Read a text file of the workspace, whole or some of its lines.

        The first line of the result says which lines it shows and how many there are; the text follows exactly as it
        stands in the file, without line numbers. One call returns at most 200 kB: a longer file is read in parts with
        first_line and lines. Pictures, archives and other binary files are refused.
        """
        return await in_thread(lambda stop: _read(enter, params, stop))

    return read_file


def _read(enter: Enter, params: ReadFile, stop: Stop) -> Done[FileContent]:
    path = plain(params.path) if params.path else ""
    with enter() as folder, folder.opened(params.path) as file:
        if file.kind == "directory":
            raise ToolRefused(
                f'"{shown(path)}" is a directory. Use list_directory to see what is in it.', code="is_a_directory"
            )
        if what := what_binary(os.pread(file.descriptor, SNIFFED, 0)):
            raise _binary(path, f"is {what}", file.size)
        scan = _Scan(file, stop)
        seen = window(scan.chunks(), params.first_line, params.lines, MAX_CONTENT)
    if seen.last < seen.first and not (seen.first == 1 and seen.total == 0):
        raise _no_such_line(path, seen, scan)
    if b"\0" in seen.content:
        raise _binary(path, f"contains zero bytes between lines {seen.first} and {seen.last}", file.size)
    content, note = _decoded(seen)
    next_line = seen.next_line if scan.whole or seen.next_line else seen.last + 1
    return Done(
        FileContent(
            path=path,
            content=content,
            size=file.size,
            first_line=seen.first,
            last_line=seen.last,
            total_lines=seen.total if scan.whole else None,
            next_line=next_line,
        ),
        f"{_summary(path, seen, scan, next_line)}\n{content}",
        note,
    )


class _Scan:
    """A file in chunks, up to a bound; `whole` once its end was reached."""

    def __init__(self, file: Opened, stop: Stop) -> None:
        self.file = file
        self.stop = stop
        self.whole = False

    def chunks(self) -> Iterator[bytes]:
        at = 0
        while at < _MAX_SCAN:
            self.stop.check()
            chunk = os.pread(self.file.descriptor, _CHUNK, at)
            if not chunk:
                self.whole = True
                return
            at += len(chunk)
            yield chunk


def _decoded(seen: Window) -> tuple[str, str]:
    notes = []
    content = seen.content
    if seen.cut:
        notes.append(f"Line {seen.last:,} is too long for one call: only its first {len(content):,} bytes are shown.")
        content = content[: len(content) - _open_end(content)]
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = content.decode(errors="replace")
        notes.append("The file is not valid UTF-8; each byte that could not be read is shown as \ufffd.")
    return text, " ".join(notes)


def _open_end(content: bytes) -> int:
    """How many bytes at the end belong to a character that was cut in two."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    decoder.decode(content)
    return len(decoder.getstate()[0])


def _summary(path: str, seen: Window, scan: _Scan, next_line: int | None) -> str:
    size = counted(scan.file.size, "byte")
    if seen.total == 0:
        return f"{shown(path)}, empty, {size}"
    total = f"{seen.total:,}" if scan.whole else f"more than {seen.total:,}"
    more = f" (read on with first_line={next_line})" if next_line else ""
    return f"{shown(path)}, lines {seen.first}-{seen.last} of {total}, {size}{more}"


def _binary(path: str, what: str, size: int) -> ToolRefused:
    return ToolRefused(f'"{shown(path)}" {what}, not text ({counted(size, "byte")}).', code="binary_file")


def _no_such_line(path: str, seen: Window, scan: _Scan) -> ToolRefused:
    if scan.whole:
        message = f'"{shown(path)}" has {counted(seen.total, "line")}; there is no line {seen.first}.'
        return ToolRefused(message, code="no_such_line")
    message = f'Line {seen.first} of "{shown(path)}" is too far in: only the first {_MAX_SCAN:,} bytes are read.'
    return ToolRefused(message, code="too_far")
