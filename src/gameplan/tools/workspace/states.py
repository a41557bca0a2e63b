"""How one path stands: nothing, a file with these bytes, a directory, a symbolic link. And looking which."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.background import Stop
from gameplan.tools.workspace.beneath import READ
from gameplan.tools.workspace.folder import Folder, check_kind, kind_of, refusing
from gameplan.tools.workspace.paths import shown

MAX_ENTRIES: Final = 10_000
MAX_BYTES: Final = 1_000_000_000
_CHUNK: Final = 1 << 18

Signature: TypeAlias = tuple[int, ...]
"""What a glance tells of a file without reading it: if it is still the same, so are the bytes."""


@dataclass(frozen=True, slots=True)
class State:
    """How a path stands, as it is recorded: `digest` is the SHA-256 of a file, `target` what a link says."""

    kind: Literal["absent", "file", "directory", "symlink"]
    digest: str = ""
    size: int = 0
    mode: int = 0
    target: str = ""


ABSENT: Final = State("absent")


def same(one: State, other: State) -> bool:
    """True if nobody needs to do anything to get from one to the other. A directory is a directory."""
    return one.kind == other.kind == "directory" or one == other


@dataclass(frozen=True, slots=True)
class Seen:
    """How a path stood when it was looked at; no signature if nothing was there."""

    state: State
    signature: Signature | None = None

    @property
    def kind(self) -> str:
        return self.state.kind


NOTHING: Final = Seen(ABSENT)


class Effort:
    """What one call may look at, so that it ends: a number of entries and of bytes, and nobody has given it up."""

    def __init__(self, stop: Stop | None = None, *, entries: int = MAX_ENTRIES, size: int = MAX_BYTES) -> None:
        self.stop = stop or Stop()
        self._limits = entries, size
        self._entries = entries
        self._size = size

    def entry(self) -> None:
        self.stop.check()
        self._entries -= 1
        if self._entries < 0:
            raise ToolRefused(
                f"There are more than {self._limits[0]:,} files and folders, too many for one call. Take a part of it.",
                code="too_large",
            )

    def read(self, size: int) -> None:
        self.stop.check()
        self._size -= size
        if self._size < 0:
            raise ToolRefused(
                f"There are more than {self._limits[1]:,} bytes, too many for one call to keep. Take a part of it.",
                code="too_large",
            )


def look(folder: Folder, path: str, effort: Effort) -> Seen:
    """How a path stands. No symbolic link is followed, not even on the way."""
    try:
        with folder.parent(path, follow=False) as (directory, name):
            return look_at(directory, name, path, effort)
    except ToolRefused as refusal:
        if refusal.code not in ("not_found", "not_a_directory"):
            raise
        return NOTHING


def look_at(directory: int, name: str, path: str, effort: Effort) -> Seen:
    """How the thing of this name in an open directory stands; what is neither file, directory nor link is refused."""
    effort.entry()
    with refusing(path):
        try:
            facts = os.stat(name, dir_fd=directory, follow_symlinks=False)
        except FileNotFoundError:
            return NOTHING
        match kind_of(facts.st_mode):
            case "directory":
                return Seen(State("directory", mode=stat.S_IMODE(facts.st_mode)), signature(facts))
            case "symlink":
                target = recordable(os.readlink(name, dir_fd=directory), path)
                return Seen(State("symlink", target=target), signature(facts))
            case "file":
                return _file(directory, name, path, effort)
            case "other":
                check_kind(facts, path)
                raise AssertionError("a special file is refused")


def signature(facts: os.stat_result) -> Signature:
    if stat.S_ISDIR(facts.st_mode):
        return facts.st_dev, facts.st_ino, facts.st_mtime_ns
    return facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns


def signature_at(directory: int, name: str) -> Signature | None:
    """The signature of what is there at this moment; None if nothing is."""
    try:
        return signature(os.stat(name, dir_fd=directory, follow_symlinks=False))
    except (FileNotFoundError, NotADirectoryError):
        return None


def chunks(descriptor: int) -> Iterator[bytes]:
    """What is in an open file, from its beginning."""
    at = 0
    while chunk := os.pread(descriptor, _CHUNK, at):
        at += len(chunk)
        yield chunk


def chunks_beneath(folder: Folder, path: str) -> Iterator[bytes]:
    """What is in the file at a path, opened when the first chunk is asked for."""
    with folder.parent(path, follow=False) as (directory, name), refusing(path):
        descriptor = os.open(name, READ | os.O_NOFOLLOW, dir_fd=directory)
        try:
            check_kind(os.fstat(descriptor), path)
            yield from chunks(descriptor)
        finally:
            os.close(descriptor)


def digest_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def recordable(name: str, path: str) -> str:
    """The name itself, if it is Unicode; what is not cannot be written into the record."""
    try:
        name.encode()
    except UnicodeEncodeError:
        raise ToolRefused(
            f'"{shown(path)}" has to do with a name that is not valid Unicode and cannot be recorded.',
            code="unnameable",
        ) from None
    return name


def _file(directory: int, name: str, path: str, effort: Effort) -> Seen:
    descriptor = os.open(name, READ | os.O_NOFOLLOW, dir_fd=directory)
    try:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode):
            check_kind(facts, path)
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), path)
        effort.read(facts.st_size)
        hashed = hashlib.sha256()
        size = 0
        for chunk in chunks(descriptor):
            effort.stop.check()
            hashed.update(chunk)
            size += len(chunk)
            if size > facts.st_size:
                break
        if signature(os.fstat(descriptor)) != signature(facts) or size != facts.st_size:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), path)  # somebody writes to it at this moment
    finally:
        os.close(descriptor)
    state = State("file", hashed.hexdigest(), size, stat.S_IMODE(facts.st_mode))
    return Seen(state, signature(facts))
