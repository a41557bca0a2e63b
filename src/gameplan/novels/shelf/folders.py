"""A package as a folder: read without following a link, written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from gameplan.novels.shelf.errors import PackageError
from gameplan.novels.shelf.volume import Volume, belongs, volume_of
from gameplan.novels.shelf.zips import LIMITS
from gameplan.runtime.files import sync_folder, write_synced
from gameplan.tools.workspace.paths import shown

_FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_HIDDEN: Final = "."  # what a desktop leaves behind, such as .DS_Store


def read_folder(path: Path) -> Volume:
    """The package in a folder, or a `PackageError`."""
    where = shown(path.name)
    try:
        folder = os.open(path, _FOLDER)
    except OSError as error:
        raise _unopened(error, where) from None
    files: dict[str, bytes] = {}
    try:
        _collect(folder, "", files, where)
    except OSError as error:
        raise PackageError(f"{where} cannot be read: {error.strerror}.", code="unusable") from None
    finally:
        os.close(folder)
    return volume_of(files, where)


def _unopened(error: OSError, where: str) -> PackageError:
    if isinstance(error, FileNotFoundError):
        return PackageError(f"There is no {where}.", code="not_found")
    return PackageError(f"{where} is not a folder that can be read: {error.strerror}.", code="unusable")


def _collect(folder: int, above: str, files: dict[str, bytes], where: str) -> None:
    for name in sorted(os.listdir(folder)):
        if name.startswith(_HIDDEN):
            continue
        path = f"{above}{name}"
        found = os.stat(name, dir_fd=folder, follow_symlinks=False)
        if stat.S_ISDIR(found.st_mode) and path in ("assets", *_ASSET_FOLDERS):
            inner = os.open(name, _FOLDER, dir_fd=folder)
            try:
                _collect(inner, f"{path}/", files, where)
            finally:
                os.close(inner)
        elif not stat.S_ISREG(found.st_mode):
            what = "is a folder that" if stat.S_ISDIR(found.st_mode) else "is a link or a special file, and"
            raise PackageError(f'{where}: "{shown(path)}" {what} does not belong into a package.', code="unsafe")
        elif not belongs(path):
            raise PackageError(f'{where}: "{shown(path)}" does not belong into a package.', code="unsafe")
        else:
            size = sum(map(len, files.values())) + found.st_size
            if size > LIMITS.unpacked or len(files) >= LIMITS.entries:
                raise PackageError(f"{where} is larger than a package may be.", code="too_large")
            with os.fdopen(os.open(name, _FILE, dir_fd=folder), "rb") as file:
                files[path] = file.read(found.st_size + 1)


_ASSET_FOLDERS: Final = ("assets/portraits", "assets/backgrounds", "assets/music")


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """A new folder with these files, all on the disk when this returns. It is not yet where it belongs."""
    path.mkdir()
    for folder in ("assets", *_ASSET_FOLDERS):
        (path / folder).mkdir()
    for name, content in files.items():
        write_synced(path / name, content)
    for folder in (*_ASSET_FOLDERS, "assets", "."):
        sync_folder(path / folder)
