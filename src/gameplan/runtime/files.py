"""Files that are there whole or not at all, and are still there after a power cut."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_LONGEST = 40  # of a name within another: names may not be long


def write_synced(path: Path, content: bytes, *, mode: int | None = None) -> None:
    """Make a new file of this content. It is on the disk when this returns; its name is after `sync_folder`.

    `mode` is who may read and write it; without it, as new files are.
    """
    with os.fdopen(os.open(path, _NEW, 0o666 if mode is None else 0o600), "wb") as file:
        if mode is not None:
            path.chmod(mode)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def replace_file(path: Path, content: bytes, *, mode: int | None = None) -> None:
    """Put this content under a name: whoever looks finds the old one or the new one, and nothing between."""
    new = path.with_name(f".{path.name[:_LONGEST]}.{secrets.token_hex(8)}.new")
    try:
        write_synced(new, content, mode=mode)
        new.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def sync_folder(folder: Path) -> None:
    """Make what was created, renamed or deleted in a folder survive a power cut."""
    if os.name == "nt":
        return
    fd = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
