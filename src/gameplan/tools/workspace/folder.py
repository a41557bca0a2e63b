"""A directory that is held open, and everything beneath it: the one place where a workspace's files are opened."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gameplan.tools.errors import ToolRefused, ToolValidationError
from gameplan.tools.workspace.beneath import DIRECTORY, PASS, READ, Opener
from gameplan.tools.workspace.paths import (
    PRIVATE,
    check_spelling,
    is_private,
    outside,
    private,
    shown,
    twin_form,
)

Identity: TypeAlias = tuple[int, int]  # device and inode
Kind: TypeAlias = Literal["file", "directory", "symlink", "other"]

_MAX_LINKS = 40
_MAX_CLIMB = 5_000
_TWINS_LOOKED_AT = 20_000


@dataclass(frozen=True, slots=True)
class Opened:
    """A regular file or a directory, open for reading. Everything known about it was asked of the descriptor."""

    descriptor: int
    kind: Literal["file", "directory"]
    size: int


class Folder:
    """Opens what lies beneath one directory, and nothing else.

    A path is resolved beneath the directory's descriptor by the operating system, so a link or a rename cannot lead
    out of it at any moment, and the directory stays the same one if its own path is renamed or replaced. What is in a
    `.gameplan` directory is recognised by device and inode on the way up from what was opened: it is private by
    whatever name or link it was reached. Regular files and directories are opened, nothing else is.

    `..` is fine as long as it stays inside. An absolute link is refused even if it points inside. A hard link is a file
    of the workspace like any other: nothing distinguishes it from its twin outside.
    """

    def __init__(self, descriptor: int, opener: Opener) -> None:
        self.descriptor = descriptor
        self.opener = opener
        self._identity = _identity(os.fstat(descriptor))

    @contextmanager
    def opened(self, path: str) -> Iterator[Opened]:
        """The file or directory at a path that somebody else chose. Links that stay inside are followed."""
        check_spelling(path)
        with refusing(path):
            descriptor = self._open(path)
        try:
            yield _opened(descriptor, path)
        finally:
            os.close(descriptor)

    @contextmanager
    def parent(self, path: str, *, follow: bool = True) -> Iterator[tuple[int, str]]:
        """The open directory that holds, or would hold, the thing at `path`, and the thing's name in it.

        The name itself has not been looked at: act on it with `dir_fd` and without following a link. With
        `follow=False` no link on the way is followed either, so that one thing has one path.
        """
        check_spelling(path)
        head, name = _split(path)
        if not name:
            raise ToolValidationError(f'"{shown(path)}" does not end in a name.', code="invalid_path")
        with refusing(path):
            directory = self._directory(head, follow=follow)
        try:
            yield directory, name
        finally:
            os.close(directory)

    def _open(self, path: str) -> int:
        for _ in range(_MAX_LINKS):
            head, name = _split(path)
            if not name:
                return self._directory(path, DIRECTORY)
            if is_private(name):
                raise private()
            directory = self._directory(head)
            try:
                try:
                    check_kind(os.stat(name, dir_fd=directory, follow_symlinks=False), path)
                    flags = DIRECTORY if path.endswith("/") else READ
                    descriptor = self.opener.open(directory, name, flags, follow=False)
                except FileNotFoundError:
                    raise _not_found(path, twins(directory, name)) from None
                except OSError as error:
                    if error.errno not in (errno.ELOOP, errno.ENOTDIR) or not self.opener.follows_links:
                        raise
                    path = _followed(directory, head, name, path, error)
                    continue
            finally:
                os.close(directory)
            return self._public(descriptor)
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), path)

    def _directory(self, path: str, flags: int = PASS, *, follow: bool = True) -> int:
        return self._public(self.opener.open(self.descriptor, path or ".", flags, follow=follow))

    def _public(self, descriptor: int) -> int:
        """The same descriptor, if it may be shown; else it is closed."""
        try:
            if stat.S_ISDIR(os.fstat(descriptor).st_mode):
                self._check_public(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        return descriptor

    def _check_public(self, descriptor: int) -> None:
        """Go up from a directory to the root of the workspace: no directory on the way is a `.gameplan`."""
        here = _identity(os.fstat(descriptor))
        current = os.dup(descriptor)
        try:
            for _ in range(_MAX_CLIMB):
                if here == self._identity:
                    return
                above = os.open("..", PASS, dir_fd=current)
                os.close(current)
                current = above
                if _identity_of(PRIVATE, above) == here:
                    raise private()
                came_from, here = here, _identity(os.fstat(above))
                if here == came_from:
                    break  # at the top of the file system: what was opened has been moved out of the workspace
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        finally:
            os.close(current)


def kind_of(mode: int) -> Kind:
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISDIR(mode):
        return "directory"
    return "symlink" if stat.S_ISLNK(mode) else "other"


def _opened(descriptor: int, path: str) -> Opened:
    facts = os.fstat(descriptor)
    check_kind(facts, path)
    return Opened(descriptor, "directory" if stat.S_ISDIR(facts.st_mode) else "file", facts.st_size)


def check_kind(facts: os.stat_result, path: str) -> None:
    """Refuse devices, pipes and sockets.

    Asked before the opening as a courtesy (merely opening a pipe or a device can have effects), and of the descriptor
    after it, which is what counts.
    """
    if kind_of(facts.st_mode) == "other":
        what = _SPECIAL.get(stat.S_IFMT(facts.st_mode), "a special file")
        raise ToolRefused(f'"{shown(path)}" is {what}, not a file or a directory.', code="not_a_file")


_SPECIAL = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def _split(path: str) -> tuple[str, str]:
    """The directory part and the last name; no name if the path ends in `.` or `..`."""
    head, _, name = path.rstrip("/").rpartition("/")
    return ("", "") if name in ("", ".", "..") else (head, name)


def _followed(directory: int, head: str, name: str, path: str, error: OSError) -> str:
    """The path with the symbolic link at its end replaced by what the link says; resolved anew from the root."""
    try:
        target = os.readlink(name, dir_fd=directory)
    except OSError as now:
        if now.errno == errno.EINVAL and error.errno == errno.ELOOP:
            return path  # it was a link a moment ago and is none any more: look again
        raise error from None
    if target.startswith("/"):
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), path)
    return (f"{head}/{target}" if head else target) + ("/" if path.endswith("/") else "")


def twins(directory: int, name: str) -> list[str]:
    """Names in the directory that differ from `name` only in case or Unicode form."""
    wanted = twin_form(name)
    try:
        listing = os.open(".", DIRECTORY, dir_fd=directory)
    except OSError:
        return []
    try:
        with os.scandir(listing) as entries:
            names = [entry.name for entry, _ in zip(entries, range(_TWINS_LOOKED_AT), strict=False)]
    finally:
        os.close(listing)
    return sorted(each for each in names if twin_form(each) == wanted and not is_private(each))[:3]


def _identity(facts: os.stat_result) -> Identity:
    return facts.st_dev, facts.st_ino


def _identity_of(name: str, directory: int) -> Identity | None:
    try:
        return _identity(os.stat(name, dir_fd=directory, follow_symlinks=False))
    except OSError:
        return None


def _not_found(path: str, twins: list[str]) -> ToolRefused:
    hint = f" There is {' and '.join(f'{shown(twin)!r}' for twin in twins)}." if twins else ""
    return ToolRefused(f'There is no "{shown(path)}" in the workspace.{hint}', code="not_found")


@contextmanager
def refusing(path: str) -> Iterator[None]:
    """What the operating system says about a path, as a refusal; a fault of the machine stays an error."""
    try:
        yield
    except OSError as error:
        name = shown(path)
        match error.errno:
            case errno.ENOENT:
                raise _not_found(path, []) from None
            case errno.EXDEV:
                raise outside(path, "it leads out of it") from None
            case errno.ELOOP:
                message = f'"{name}" goes through a symbolic link that is not followed here.'
                raise ToolRefused(message, code="symlink") from None
            case errno.ENOTDIR:
                message = f'"{name}" goes through something that is not a directory.'
                raise ToolRefused(message, code="not_a_directory") from None
            case errno.EACCES | errno.EPERM:
                raise ToolRefused(f'"{name}" may not be read: permission denied.', code="unreadable") from None
            case errno.ENXIO | errno.ENODEV:
                raise ToolRefused(f'"{name}" is a device or a socket.', code="not_a_file") from None
            case errno.ENAMETOOLONG | errno.EINVAL | errno.EILSEQ:
                message = f'"{name}" cannot be a path here: {error.strerror}.'
                raise ToolValidationError(message, code="invalid_path") from None
            case errno.EBUSY | errno.EAGAIN:
                message = f'"{name}" is being moved around at this moment; try again.'
                raise ToolRefused(message, code="busy") from None
            case _:
                raise
