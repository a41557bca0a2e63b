"""Where a run keeps what it overwrites and removes: `.gameplan/runs/<run>/`, with `objects` and `trash`.

Everything is reached through open directories that are no links. What is kept is named after its SHA-256, so the same
bytes are kept once, and read back with the same hash or not at all.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType

from gameplan.runtime.ids import is_safe_id
from gameplan.tools.errors import ToolError, ToolRefused
from gameplan.tools.workspace.beneath import DIRECTORY, READ
from gameplan.tools.workspace.folder import Folder
from gameplan.tools.workspace.paths import PRIVATE
from gameplan.tools.workspace.states import chunks

NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Store:
    """The place of one run, open. Use it as a context; `made=False` only opens what is there."""

    def __init__(self, folder: Folder, run_id: str, *, made: bool = True) -> None:
        check_run_id(run_id)
        self._made = made
        self._open: list[int] = []
        try:
            record = self._inner(folder.descriptor, PRIVATE)
            if made:
                _ignored_by_git(record)
            run = self._inner(self._inner(record, "runs"), run_id)
            self._objects = self._inner(run, "objects")
            self._trash = self._inner(run, "trash")
        except BaseException:
            self.close()
            raise

    def keep(self, content: Iterable[bytes]) -> str:
        """Keep these bytes, on disk before this returns; their digest. Call `sync` after the last."""
        name = f"new-{secrets.token_hex(8)}"
        descriptor = os.open(name, NEW, 0o600, dir_fd=self._objects)
        try:
            try:
                digest = write_all(descriptor, content)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
            os.rename(name, digest, src_dir_fd=self._objects, dst_dir_fd=self._objects)
        except BaseException:
            with suppress(OSError):
                os.unlink(name, dir_fd=self._objects)
            raise
        return digest

    def sync(self) -> None:
        """What was kept can be found again, too."""
        os.fsync(self._objects)

    def has(self, digest: str) -> bool:
        """True if these very bytes are kept."""
        try:
            return digest == hashed(self.kept(digest))
        except OSError:
            return False

    def kept(self, digest: str) -> Iterator[bytes]:
        """The bytes that were kept."""
        return _read(self._objects, digest)

    def discarded(self, change_id: str, path: str) -> Iterator[bytes]:
        """The bytes of a file in the trash of a change; nothing on the way is a link."""
        names = [change_id, *path.split("/")]
        directory = os.dup(self._trash)
        try:
            for name in names[:-1]:
                inner = os.open(name, DIRECTORY | os.O_NOFOLLOW, dir_fd=directory)
                os.close(directory)
                directory = inner
            yield from _read(directory, names[-1])
        finally:
            os.close(directory)

    @contextmanager
    def trash(self, change_id: str) -> Iterator[int]:
        """The open folder that the things removed by one change go to."""
        directory = _directory(self._trash, change_id, made=True)
        try:
            yield directory
            os.fsync(directory)
        finally:
            os.close(directory)

    def close(self) -> None:
        while self._open:
            os.close(self._open.pop())

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _inner(self, directory: int, name: str) -> int:
        self._open.append(_directory(directory, name, made=self._made))
        return self._open[-1]


def check_run_id(run_id: str) -> None:
    if not is_safe_id(run_id):
        raise ToolError(f"{run_id!r} cannot be a run's id: use letters, digits, - and _.")


def write_all(descriptor: int, content: Iterable[bytes]) -> str:
    """Write everything; the SHA-256 of what was written."""
    digest = hashlib.sha256()
    for chunk in content:
        digest.update(chunk)
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    return digest.hexdigest()


def hashed(content: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for chunk in content:
        digest.update(chunk)
    return digest.hexdigest()


def _read(directory: int, name: str) -> Iterator[bytes]:
    descriptor = os.open(name, READ | os.O_NOFOLLOW, dir_fd=directory)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise FileNotFoundError(name)
        yield from chunks(descriptor)
    finally:
        os.close(descriptor)


def _directory(above: int, name: str, *, made: bool) -> int:
    """An open directory that is no link, made if need be, and then on disk."""
    if made:
        with suppress(FileExistsError):
            os.mkdir(name, 0o700, dir_fd=above)
            os.fsync(above)
    try:
        return os.open(name, DIRECTORY | os.O_NOFOLLOW, dir_fd=above)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise ToolRefused(
            f"{PRIVATE} cannot hold the record of this run: {name} in it is not a directory ({error.strerror}).",
            code="record_unusable",
        ) from None


def _ignored_by_git(record: int) -> None:
    with suppress(FileExistsError):
        descriptor = os.open(".gitignore", NEW, 0o600, dir_fd=record)
        try:
            os.write(descriptor, b"*\n")
        finally:
            os.close(descriptor)
