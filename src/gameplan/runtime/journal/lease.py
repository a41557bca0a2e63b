"""The lease: the right to write one session, held by an operating-system lock that dies with its process."""

from __future__ import annotations

import os
import re
import sys
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from gameplan.runtime.ids import is_safe_id
from gameplan.runtime.journal.protocol import JournalError, SessionBusy

REPAIR = "_repair"  # a lease that no session can have
_SUFFIX = ".lease"
_PID = b"%-15d\n"
_HEAD = b"%020d %64b %08x\n"
_HEAD_AT = 16
_HEAD_SIZE = 20 + 1 + 64 + 1 + 8 + 1
# `is_held` takes the lock for an instant; whoever wants to have it tries again.
_TRIES = 10
_PAUSE = 0.005


class Head(NamedTuple):
    """The end of a session's record."""

    seq: int
    hash: bytes


class Lease:
    """Holds the lock file of a session until it is released, or its process ends, however that happens.

    The file also notes the head of the session. It is written after each commit and never synced: as the database
    is synced first, a note that is ahead of the database proves that the database has lost its end.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd

    @classmethod
    def acquire(cls, folder: Path, name: str) -> Lease:
        """Take the lease, or raise `SessionBusy`."""
        try:
            folder.mkdir(exist_ok=True)
            fd = os.open(_file(folder, name), os.O_RDWR | os.O_CREAT | _CLOEXEC, 0o644)
        except OSError as error:
            raise JournalError(f"The lease of session {name} cannot be taken: {error}.") from error
        lease = cls(fd)
        for _ in range(_TRIES):
            if _lock(fd):
                with suppress(OSError):
                    _write(fd, _PID % os.getpid(), 0)
                return lease
            time.sleep(_PAUSE)
        holder = _holder(fd)
        lease.forget()
        raise SessionBusy(
            f"Session {name} is being written by {holder}. Follow it from here, or end that writer; "
            "the lease is free as soon as it has closed the session or its process has ended."
        )

    def note(self, head: Head) -> None:
        """Write the head down. It is evidence, not truth: where it cannot be written, work goes on."""
        with suppress(OSError):
            _write(self._fd, _encoded(head), _HEAD_AT)

    def sync(self) -> None:
        """For a note that goes back: after a repair the old one must not come up again."""
        with suppress(OSError):
            os.fsync(self._fd)

    def release(self) -> None:
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            _unlock(fd)
            os.close(fd)

    def forget(self) -> None:
        """Close the file without unlocking: in a fork, the lock stays with the parent."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            os.close(fd)

    def __enter__(self) -> Lease:
        return self

    def __exit__(self, *exc: object) -> None:
        self.release()


@contextmanager
def held_off(folder: Path, name: str, patience: float) -> Iterator[None]:
    """Nobody can take the lease within the block. Any number may hold it off at once."""
    try:
        folder.mkdir(exist_ok=True)
        fd = os.open(_file(folder, name), os.O_RDWR | os.O_CREAT | _CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(
            f"The journal's lock files cannot be used: {error}. Allow this user to write to the folder."
        ) from error
    try:
        give_up = time.monotonic() + patience
        while not _share(fd):
            if time.monotonic() > give_up:
                raise JournalError(f"The journal is kept by {_holder(fd)} ({name}): try again in a moment.")
            time.sleep(_PAUSE)
        yield
    finally:
        os.close(fd)


def noted_head(folder: Path, name: str) -> Head | None:
    """The head that the last writer noted, if there is a note that can be read."""
    for _ in range(3):  # a note that is just being written may be half the old one
        try:
            content = _file(folder, name).read_bytes()
        except OSError:
            return None
        head = _decoded(content[_HEAD_AT : _HEAD_AT + _HEAD_SIZE])
        if head is not None or len(content) <= _HEAD_AT:
            return head
    return None


def is_held(folder: Path, name: str) -> bool:
    """True if someone, in this process or another, is the session's writer now."""
    try:
        fd = os.open(_file(folder, name), os.O_RDWR | _CLOEXEC)
    except OSError:
        return False
    try:
        if not _lock(fd):
            return True
        _unlock(fd)
        return False
    finally:
        os.close(fd)


def leased_names(folder: Path) -> Iterator[str]:
    """The sessions that ever had a writer here."""
    for file in sorted(folder.glob(f"*{_SUFFIX}")):
        name = re.sub("=(.)", lambda found: found[1].upper(), file.name.removesuffix(_SUFFIX))
        if is_safe_id(name):
            yield name


def _file(folder: Path, name: str) -> Path:
    # Some file systems do not tell A from a.
    return folder / (re.sub("[A-Z]", lambda found: "=" + found[0].lower(), name) + _SUFFIX)


def _encoded(head: Head) -> bytes:
    hexed = head.hash.hex().encode()
    return _HEAD % (head.seq, hexed, zlib.crc32(b"%d %b" % (head.seq, hexed)))


def _decoded(line: bytes) -> Head | None:
    try:
        seq, hexed, _ = line.split()
        head = Head(int(seq), bytes.fromhex(hexed.decode("ascii")))
    except ValueError:
        return None
    return head if _encoded(head) == line else None


def _holder(fd: int) -> str:
    os.lseek(fd, 0, os.SEEK_SET)
    pid = os.read(fd, _HEAD_AT).strip()
    if not pid.isdigit():
        return "another process"
    return f"process {int(pid)}" + (", which is this one" if int(pid) == os.getpid() else "")


if sys.platform == "win32":  # pragma: no cover
    import msvcrt

    _CLOEXEC = os.O_NOINHERIT | os.O_BINARY
    _FAR = 1 << 30  # Windows forbids others to read what is locked: lock a byte that nobody reads

    def _lock(fd: int) -> bool:
        os.lseek(fd, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    _share = _lock  # Windows' own locks are for one alone

    def _unlock(fd: int) -> None:
        os.lseek(fd, _FAR, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_UNLCK, 1)

    def _write(fd: int, data: bytes, at: int) -> None:
        os.lseek(fd, at, os.SEEK_SET)
        os.write(fd, data)

else:
    import fcntl

    _CLOEXEC = os.O_CLOEXEC

    def _lock(fd: int) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _share(fd: int) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _unlock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_UN)

    def _write(fd: int, data: bytes, at: int) -> None:
        os.pwrite(fd, data, at)
