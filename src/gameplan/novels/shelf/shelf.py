"""The shelf: a folder of packages, each in all its versions.

    shelf/the_lighthouse/1/package.json, assets/…, manifest.json, validation.json, simulation.json
    shelf/the_lighthouse/2/…

A version is written under another name and then renamed: a kill leaves it whole, or not there. Versions never change.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from gameplan.novels.package import VNPackage
from gameplan.novels.shelf.errors import PackageError
from gameplan.novels.shelf.folders import read_folder, write_folder
from gameplan.novels.shelf.index import Entry, Found, Index
from gameplan.novels.shelf.volume import MANIFEST, PACKAGE, Volume, files_of, is_id, settled, volume_of
from gameplan.novels.shelf.zips import LIMITS, pack, unpack
from gameplan.runtime.files import replace_file, sync_folder
from gameplan.tools.workspace.paths import shown

_NEW: Final = ".new-"
_LOCK: Final = ".lock"
_INDEX: Final = ".index.db"
_VERSION: Final = re.compile(r"[1-9][0-9]{0,8}")
_PATIENCE: Final = 10.0
_PAUSE: Final = 0.02


class Shelf:
    """The packages in a folder, which is made with the first that is saved."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index = Index(folder / _INDEX)

    def save(self, volume: Volume, *, as_id: str | None = None) -> Volume:
        """Keep a package as a new version of its id; what was there before stays. Gives it as it was saved.

        Without an id it gets one of its title, which nothing else on the shelf has.
        """
        with self._alone():
            self._sweep()
            id = as_id or volume.package.package_id or self._free_id(volume.package.title)
            versions = self.versions(id)
            numbered = volume.package.model_copy(update={"package_id": id, "version": max(versions, default=0) + 1})
            saved = settled(replace(volume, package=numbered))
            files = files_of(saved)
            volume_of(files, f'"{id}"')  # nothing is saved that could not be loaded
            new = self.folder / f"{_NEW}{secrets.token_hex(8)}"
            try:
                write_folder(new, files)
                above = self.folder / id
                above.mkdir(exist_ok=True)
                new.rename(above / str(numbered.version))
            except OSError as error:
                shutil.rmtree(new, ignore_errors=True)
                raise PackageError(f'"{id}" cannot be saved: {error.strerror}.', code="unusable") from error
            try:
                sync_folder(above)
                sync_folder(self.folder)
            except OSError as error:
                why = f"is written, but the disk has not confirmed it: {error.strerror}"
                raise PackageError(f'Version {numbered.version} of "{id}" {why}.', code="unusable") from error
        return saved

    def load(self, id: str, version: int | None = None) -> Volume:
        """A package as it was saved; the newest version, if none is named."""
        there = self.versions(id)
        if not there:
            raise PackageError(f'There is no package "{shown(id)}" on the shelf.', code="not_found")
        number = there[-1] if version is None else version
        if number not in there:
            known = ", ".join(map(str, there[-10:]))
            raise PackageError(f'"{id}" has no version {number}. There are: {known}.', code="not_found")
        volume = read_folder(self.folder / id / str(number))
        at = (id, number)
        if (volume.package.package_id, volume.package.version) != at:
            update = {"package_id": id, "version": number}  # a folder that was put there by hand
            volume = replace(volume, package=volume.package.model_copy(update=update))
        return volume

    def versions(self, id: str) -> list[int]:
        """The versions of a package, from the oldest to the newest."""
        if not is_id(id):
            raise PackageError(f'"{shown(id)}" cannot be the id of a package.', code="unsafe")
        try:
            names = [path.name for path in (self.folder / id).iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return []
        return sorted(int(name) for name in names if _VERSION.fullmatch(name))

    def entries(self) -> list[Entry]:
        """Every version of every package: by id, the newest first."""
        if not self.folder.is_dir():
            return []
        return self._index.entries(self._found(), self._read)

    def import_file(self, path: Path) -> Volume:
        """Keep the package of a `.vnpkg` file, or of a folder, as a new version of its id."""
        if path.is_dir():
            return self.save(read_folder(path))
        try:
            if path.stat().st_size > LIMITS.archive:
                raise PackageError(f"{shown(path.name)} is larger than {LIMITS.archive:,} bytes.", code="too_large")
            content = path.read_bytes()
        except OSError as error:
            raise PackageError(f"{shown(path.name)} cannot be read: {error.strerror}.", code="not_found") from None
        return self.save(unpack(content, shown(path.name)))

    def export_file(self, id: str, path: Path, version: int | None = None) -> None:
        """Write a package as a `.vnpkg` file, whole or not at all."""
        content = pack(self.load(id, version))
        try:
            replace_file(path, content)
        except OSError as error:
            raise PackageError(f"{shown(path.name)} cannot be written: {error.strerror}.", code="unusable") from error

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else saves within the block. The system gives the lock back when a process ends."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise PackageError(f"Nothing can be saved to this shelf: {error.strerror}.", code="unusable") from error
        try:
            give_up = time.monotonic() + _PATIENCE
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    if time.monotonic() > give_up:
                        raise PackageError("Somebody else is saving to this shelf. Try again.", code="busy") from None
                    time.sleep(_PAUSE)
            yield
        finally:
            os.close(lock)

    def _sweep(self) -> None:
        """What a save that was killed has left behind. Whoever holds the lock is the only one who saves."""
        for path in self.folder.glob(f"{_NEW}*"):
            shutil.rmtree(path, ignore_errors=True)

    def _free_id(self, title: str) -> str:
        plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
        name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:60].strip("_") or "novel"
        number = 1
        while (self.folder / (id := name if number == 1 else f"{name}_{number}")).exists():
            number += 1
        return id

    def _found(self) -> Iterator[Found]:
        for path in sorted(self.folder.iterdir()):
            if not is_id(path.name):
                continue
            for version in self.versions(path.name):
                yield Found(path.name, version, _seen(path / str(version)))

    def _read(self, found: Found) -> Entry:
        """The entry of a version: all of it is read, so that what is broken is known as such."""
        saved_ms = int(found.seen.partition(" ")[0] or 0) // 1_000_000
        try:
            volume = self.load(found.package_id, found.version)
        except PackageError as error:
            at = (found.package_id, found.version)
            return Entry(*at, found.package_id, "", "", saved_ms, 0, 0, 0, str(error), found.seen)
        package = volume.package
        return Entry(
            package_id=found.package_id,
            version=found.version,
            title=package.title,
            language=package.language,
            content_hash=volume.content_hash,
            saved_ms=saved_ms,
            acts=len(package.acts),
            encounters=_encounters(package),
            characters=len(package.characters),
            seen=found.seen,
        )


def _encounters(package: VNPackage) -> int:
    return sum(len(location.encounters) for act in package.acts for location in act.locations)


def _seen(folder: Path) -> str:
    """How a version looks from outside; another text if one of its two files was written again."""
    marks = []
    for path in (folder / PACKAGE, folder / MANIFEST):
        try:
            found = path.lstat()
        except OSError:
            marks.append("0")
        else:
            marks.append(f"{found.st_mtime_ns} {found.st_size}")
    return " ".join(marks)
