"""Pictures of the workspace: what a file is, by its bytes and never by its name."""

from __future__ import annotations

import os
from dataclasses import dataclass

from gameplan.studio.problems import Trouble
from gameplan.tools import ToolRefused
from gameplan.tools.workspace import Opened, Workspace

LARGEST = 10_000_000
_CHUNK = 1 << 20
_NO_FILE = frozenset({"not_a_file"})


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that a browser can show and do nothing else with."""

    type: str
    content: bytes


def picture(workspace: Workspace, path: str) -> Picture:
    """The picture at a path of the workspace. Blocks.

    It is opened as the tools open files: no link and no rename leads out, and no pipe or device is read.
    """
    try:
        with workspace.entered() as folder, folder.opened(path) as file:
            if file.kind != "file":
                raise _unshown("is a directory")
            type_ = type_of(os.pread(file.descriptor, 16, 0))
            if not type_:
                raise _unshown("is no PNG, JPEG, GIF or WebP picture")
            return Picture(type_, _whole(file))
    except ToolRefused as error:
        if error.code in _NO_FILE:
            raise _unshown("is no file") from None
        raise Trouble(404, "no_such_image", error.message[:500]) from None


def type_of(beginning: bytes) -> str:
    """The media type of a picture that begins like this; nothing, if it is none of those that are shown."""
    if beginning.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if beginning.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if beginning.startswith((b"GIF87a", b"GIF89a")):
        return "image/gif"
    if beginning[:4] == b"RIFF" and beginning[8:12] == b"WEBP":
        return "image/webp"
    return ""


def _whole(file: Opened) -> bytes:
    """All of a file that is not too large, even if it grows while it is read."""
    parts: list[bytes] = []
    read = 0
    while read <= LARGEST and file.size <= LARGEST:
        chunk = os.pread(file.descriptor, _CHUNK, read)
        if not chunk:
            return b"".join(parts)
        parts.append(chunk)
        read += len(chunk)
    raise _unshown(f"is larger than {LARGEST:,} bytes")


def _unshown(why: str) -> Trouble:
    return Trouble(415, "not_an_image", f"This is not shown: it {why}.")
