"""Opening things beneath a directory, so that the operating system itself keeps the way inside.

No path is compared with another as text: between such a check and the opening, anything on the way may be swapped.
"""

from __future__ import annotations

import errno
import os
import platform
import stat
import struct
import sys
import time
from functools import cache
from typing import Literal, Protocol, TypeAlias

Resolver: TypeAlias = Literal["openat2", "walk"]

READ = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
DIRECTORY = READ | os.O_DIRECTORY
PASS = getattr(os, "O_PATH", os.O_RDONLY) | os.O_DIRECTORY | os.O_CLOEXEC  # a directory to go through, not to list

_OPENAT2 = 437  # the same number on every architecture that is named here
_MACHINES = ("x86_64", "aarch64")
_NO_MAGICLINKS, _NO_SYMLINKS, _BENEATH = 0x02, 0x04, 0x08
_TRIES = 100


class Opener(Protocol):
    """A way to open `path` beneath an open directory; what leads out of it is an `OSError` (EXDEV, ELOOP)."""

    @property
    def follows_links(self) -> bool:
        """True if symbolic links that stay inside can be followed."""

    def open(self, directory: int, path: str, flags: int, *, follow: bool) -> int:
        """A new descriptor. `..` may be used as long as it stays inside."""


def opener(resolver: Resolver | None = None) -> Opener:
    """The opener of that name; without a name the best that this machine has."""
    kernel = _kernel_opener() if resolver != "walk" else None
    if resolver == "openat2" and kernel is None:
        raise OSError(errno.ENOSYS, "This machine has no openat2")
    return kernel or WalkOpener()


class KernelOpener:
    """Linux's `openat2`: the kernel resolves the whole path, links included, and never leaves the directory."""

    follows_links = True

    def __init__(self) -> None:
        import ctypes

        self._ctypes = ctypes
        self._syscall = ctypes.CDLL(None, use_errno=True).syscall
        self._syscall.restype = ctypes.c_long
        self._syscall.argtypes = (ctypes.c_long, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t)

    def open(self, directory: int, path: str, flags: int, *, follow: bool) -> int:
        resolve = _BENEATH | _NO_MAGICLINKS | (0 if follow else _NO_SYMLINKS)
        how = struct.pack("=QQQ", flags, 0, resolve)
        name = os.fsencode(path)
        for attempt in range(_TRIES):
            descriptor: int = self._syscall(_OPENAT2, directory, name, how, len(how))
            if descriptor >= 0:
                return descriptor
            code = self._ctypes.get_errno()
            if code not in (errno.EAGAIN, errno.EINTR):
                raise OSError(code, os.strerror(code), path)
            time.sleep(0.0001 * attempt)  # something on the way was renamed while the kernel went up a "..": again
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), path)


class WalkOpener:
    """Component by component, each beneath the descriptor of the one before. Symbolic links are refused."""

    follows_links = False

    def open(self, directory: int, path: str, flags: int, *, follow: bool) -> int:
        if path.startswith("/"):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), path)
        parts = [part for part in path.split("/") if part not in ("", ".")]
        if path.endswith(("/", "/.")):
            flags |= os.O_DIRECTORY
        if not parts or parts[-1] == "..":
            parts.append(".")
        goes_up = ".." in parts
        way: list[int] = []  # the directories passed through that are still needed
        try:
            for part in parts[:-1]:
                if part == "..":
                    if not way:
                        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), path)
                    os.close(way.pop())
                    continue
                way.append(_step(way[-1] if way else directory, part, PASS))
                if not goes_up and len(way) > 1:
                    os.close(way.pop(0))
            return _step(way[-1] if way else directory, parts[-1], flags)
        finally:
            for descriptor in way:
                os.close(descriptor)


def _step(directory: int, name: str, flags: int) -> int:
    try:
        return os.open(name, flags | os.O_NOFOLLOW, dir_fd=directory)
    except NotADirectoryError:
        # A link where a directory is wanted is reported as "not a directory": say what it is. Only the words depend on
        # this look; the link has been refused.
        if stat.S_ISLNK(os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode):
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), name) from None
        raise


@cache
def _kernel_opener() -> KernelOpener | None:
    """Tried once: older kernels do not have the call, and some sandboxes forbid it."""
    if sys.platform != "linux" or platform.machine() not in _MACHINES:
        return None
    try:
        kernel = KernelOpener()
        root = os.open("/", PASS)
        try:
            os.close(kernel.open(root, ".", PASS, follow=False))
        finally:
            os.close(root)
    except (OSError, AttributeError):
        return None
    return kernel
