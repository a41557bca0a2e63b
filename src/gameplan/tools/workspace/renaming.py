"""Giving a thing a new name, without ever replacing what has that name already."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from functools import cache

_NOREPLACE = 1
_NOT_HERE = (errno.EINVAL, errno.ENOSYS, errno.EOPNOTSUPP, errno.EPERM)  # so a file system or a sandbox says it
_NO_HARD_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)


def rename_new(old: int, name: str, new: int, new_name: str, *, kind: str) -> None:
    """Rename in one step where the system can; else a file has both names for a moment.

    (A kill at that moment leaves both; whoever looks next finds the path that it comes from as it was.) Where there are
    no hard links either, and for a directory, what appeared there a moment ago may be replaced: never a directory with
    something in it.
    """
    try:
        rename_in_one_step(old, name, new, new_name)
        return
    except OSError as error:
        if error.errno not in _NOT_HERE:
            raise
    if kind != "directory":
        try:
            os.link(name, new_name, src_dir_fd=old, dst_dir_fd=new, follow_symlinks=False)
        except OSError as error:
            if error.errno not in _NO_HARD_LINKS:
                raise
        else:
            os.unlink(name, dir_fd=old)
            return
    os.rename(name, new_name, src_dir_fd=old, dst_dir_fd=new)


def rename_in_one_step(old: int, name: str, new: int, new_name: str) -> None:
    """Linux's `renameat2`, which does not replace; `ENOSYS` on another system."""
    call = _renameat2()
    code = errno.ENOSYS if call is None else call(old, os.fsencode(name), new, os.fsencode(new_name))
    if code:
        raise OSError(code, os.strerror(code), name, None, new_name)


@cache
def _renameat2() -> Callable[[int, bytes, int, bytes], int] | None:
    """The call of the C library, giving the number of the error; None where it has none."""
    if sys.platform != "linux":
        return None
    import ctypes

    try:
        real = ctypes.CDLL(None, use_errno=True).renameat2
    except AttributeError:
        return None
    real.argtypes = (ctypes.c_int, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_uint)

    def call(old: int, name: bytes, new: int, new_name: bytes) -> int:
        return ctypes.get_errno() if real(old, name, new, new_name, _NOREPLACE) else 0

    return call
