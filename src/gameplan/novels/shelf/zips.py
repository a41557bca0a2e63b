"""Zip files from elsewhere, and our own: an archive is somebody else's list of paths, and is read as such.

A `.vnpkg` is not compressed. Its pictures and sounds are already, and so the same package makes the same bytes with
every version of zlib.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gameplan.novels.shelf.errors import PackageError
from gameplan.novels.shelf.volume import PACKAGE, Volume, files_of, settled, volume_of
from gameplan.tools.workspace.paths import shown, twin_form

MAX_ARCHIVE: Final = 200_000_000
MAX_UNPACKED: Final = 300_000_000
MAX_ENTRIES: Final = 5_000
MAX_RATIO: Final = 200
_SMALL: Final = 1_000_000  # a small file may be all zeros
_NO_DATE: Final = (1980, 1, 1, 0, 0, 0)
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_LITTER: Final = re.compile(r"(.*/)?(__MACOSX/.*|\.DS_Store|Thumbs\.db|desktop\.ini)", re.DOTALL)
_UNREADABLE: Final = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, OverflowError, RuntimeError, NotImplementedError),
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How large an archive may be, packed and unpacked, and how much of it there may be."""

    archive: int = MAX_ARCHIVE
    unpacked: int = MAX_UNPACKED
    entries: int = MAX_ENTRIES
    ratio: int = MAX_RATIO


def pack(volume: Volume) -> bytes:
    """A package as a `.vnpkg`. The same package always makes the same bytes."""
    return write_zip(files_of(settled(volume)))


def unpack(content: bytes, where: str = "The file") -> Volume:
    """The package of a `.vnpkg`, or a `PackageError`; also if somebody has zipped its folder by hand."""
    files = read_zip(content, where)
    inside = {path.partition("/")[0] for path in files}
    if PACKAGE not in files and len(inside) == 1:
        (folder,) = inside
        files = {path.removeprefix(f"{folder}/"): content for path, content in files.items()}
    return volume_of(files, where)


def write_zip(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for path, content in sorted(files.items()):
            info = zipfile.ZipInfo(path, _NO_DATE)
            info.create_system = 3  # Unix, on every machine
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(info, content)
    return buffer.getvalue()


def read_zip(content: bytes, where: str, limits: Limits = Limits()) -> dict[str, bytes]:  # noqa: B008 - frozen
    """The files of an archive by path, if there is nothing wrong with any of them."""
    if len(content) > limits.archive:
        raise PackageError(f"{where} is larger than {limits.archive:,} bytes.", code="too_large")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            infos = _checked(archive.infolist(), where, limits)
            return {path: _content(archive, info, where) for path, info in infos.items()}
    except PackageError:
        raise
    except _UNREADABLE as error:
        raise PackageError(
            f"{where} is not a zip file that can be read: {shown(str(error))}.", code="unusable"
        ) from None


def _checked(infos: list[zipfile.ZipInfo], where: str, limits: Limits) -> dict[str, zipfile.ZipInfo]:
    if len(infos) > limits.entries:
        raise PackageError(f"{where} holds more than {limits.entries:,} files.", code="too_large")
    if sum(info.file_size for info in infos) > limits.unpacked:
        raise PackageError(f"{where} would unpack to more than {limits.unpacked:,} bytes.", code="too_large")
    entries: dict[str, zipfile.ZipInfo] = {}
    twins: set[str] = set()
    for info in infos:
        path = _path(info, where)
        _check(info, where, limits)
        if info.is_dir() or _LITTER.fullmatch(path):
            continue
        if twin_form(path) in twins:
            raise PackageError(f'{where}: "{shown(path)}" is in it twice.', code="unsafe")
        twins.add(twin_form(path))
        entries[path] = info
    for path in twins:
        while path := path.rpartition("/")[0]:
            if path in twins:
                raise PackageError(f'{where}: "{shown(path)}" is a file and a folder.', code="unsafe")
    return entries


def _path(info: zipfile.ZipInfo, where: str) -> str:
    path = info.orig_filename
    parts = path.removesuffix("/").split("/")
    plain = path.isprintable() and "\\" not in path and not _DRIVE.match(path)
    if not plain or any(part in ("", ".", "..") for part in parts):
        raise PackageError(f'{where}: "{shown(path)}" is not a plain path inside of it.', code="unsafe")
    return "/".join(parts)


def _check(info: zipfile.ZipInfo, where: str, limits: Limits) -> None:
    name = shown(info.filename)
    if stat.S_IFMT(info.external_attr >> 16) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise PackageError(f'{where}: "{name}" is a link or a special file.', code="unsafe")
    if info.flag_bits & 0x1:
        raise PackageError(f'{where}: "{name}" is encrypted. Zip it without a password.', code="unusable")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise PackageError(f'{where}: "{name}" is packed in an unusual way. Zip it plainly.', code="unusable")
    if info.file_size > _SMALL and info.file_size > limits.ratio * info.compress_size:
        raise PackageError(f'{where}: "{name}" would become more than {limits.ratio} times as large.', code="too_large")
    if info.is_dir() and info.file_size:
        raise PackageError(f'{where}: "{name}" is a folder with content.', code="unsafe")


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, where: str) -> bytes:
    """What an entry holds; never more than it says."""
    with archive.open(info) as entry:
        content = entry.read(info.file_size + 1)
    if len(content) != info.file_size:
        raise PackageError(f'{where}: "{shown(info.filename)}" holds something else than it says.', code="unusable")
    return content
